#include <QTest>

#include "model/tensor_store.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/elided_label.h"
#include "ui/quantisation/channel_ranges.h"
#include "ui/quantisation/grid_histogram.h"
#include "ui/quantisation/quantisation_page.h"
#include "ui/tables/table_view.h"
#include "ui/tensors/tensor_page.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

using Scales = model::CodeChoice::Scales;

namespace {

/// A model with one MatMul whose weights are coded in the file; the last code of column 0 is at the
/// end of its range.
constexpr auto coded = R"(
    opset 13
    x: float[1,2]
    q: int8[2,3] = {127,-3,0,10,20,30}
    s: float[3] = {0.5,1,2}
    w = DequantizeLinear(q, s) {axis: 1}
    y = MatMul(x, w)
    y -> float[1,3]
)";

/// A model that codes its weight itself. The scale of channel 1 is too small for 40 and -39.
constexpr auto saturated = R"(
    opset 13
    x: float[1,2]
    w: float[2,3] = {12.7,40,0.1,-12,-39,0.2}
    s: float[3] = {0.1,0.1,0.01}
    z: int8[3] = {0,0,0}
    q = QuantizeLinear(w, s, z) {axis: 1}
    d = DequantizeLinear(q, s, z) {axis: 1}
    y = MatMul(x, d)
    y -> float[1,3]
)";

/// So many numbers of up to 1 that the one of 1.5 costs more bits than clipping it.
std::string withOutlier()
{
    constexpr int count = 100'000;
    std::string text = "x: float[1," + std::to_string(count) + "]\nw: float["
        + std::to_string(count) + ",1] = {1.5";
    for (int i = 1; i < count; ++i)
        text += "," + std::to_string(i % 1000 / 999.0);
    return text + "}\ny = MatMul(x, w)\ny -> float[1,1]\n";
}

std::size_t countOfType(const model::Model& model, std::string_view type)
{
    return static_cast<std::size_t>(std::ranges::count(model.nodes, type, &model::Node::type));
}

} // namespace

/// The page that judges codes, in the real window: from a weight, through the tensor viewer.
class TestQuantisationPage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    ui::QuantisationPage* open(model::ValueId value)
    {
        m_document->openTensor(value);
        m_driven->settle();
        for (auto* tensor : m_driven->window().findChildren<ui::TensorPage*>())
            if (tensor->value() == value && tensor->isVisible())
                QTest::mouseClick(
                    tensor->findChild<QPushButton*>(QStringLiteral("openQuantisation")),
                    Qt::LeftButton);
        m_driven->settle();
        for (auto* page : m_driven->window().findChildren<ui::QuantisationPage*>())
            if (page->value() == value && page->isVisible())
                return page;
        return nullptr;
    }
    model::ValueId firstWeight() const
    {
        return m_document->model()->node(m_document->model()->main().nodes.front()).inputs[1];
    }
    model::ValueId named(std::string_view name) const
    {
        const auto& values = m_document->model()->values;
        const auto found = std::ranges::find(values, name, &model::Value::name);
        return model::ValueId(static_cast<std::size_t>(found - values.begin()));
    }

    void mendFinding(const std::string& text, const QString& words)
    {
        const auto path = m_files.filePath(QStringLiteral("mended.onnx"));
        testing::writeFile(path, testing::modelBytesFromText(text));
        m_document = m_driven->open(path);
        auto* page = open(named("w"));
        QVERIFY(page != nullptr && page->reading() != nullptr);
        const auto links = page->findChildren<ui::ElidedLabel*>(QStringLiteral("mendFinding"));
        QCOMPARE(links.size(), 1);
        QCOMPARE(links.front()->text(), words);
        m_driven->shoot(QStringLiteral("quantisation_finding"));
        emit links.front()->activated();
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_document->editor()->isBusy() && m_document->editor()->count() == 1,
            DrivenWindow::patience);
        m_driven->settle();
        QVERIFY(page->findChildren<ui::ElidedLabel*>(QStringLiteral("mendFinding")).isEmpty());
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
    }
    void cleanup() { m_driven.reset(); }

    void aWeightIsJudgedChannelByChannel()
    {
        auto* page = open(firstWeight());
        QVERIFY(page != nullptr && page->reading() != nullptr);
        QCOMPARE(page->reading()->statistics.size(), 32U);
        QCOMPARE(page->ranges()->partCount(), 32);
        QCOMPARE(page->channelTable()->model()->rowCount(), 32);
        QVERIFY(page->reading()->coded.error && *page->reading()->coded.error < 0.02);
        // Keys of the chart lead table and histogram.
        page->chooseChannel(3);
        page->ranges()->setFocus();
        QTest::keyClick(page->ranges(), Qt::Key_Right);
        QCOMPARE(page->channel(), std::optional<std::size_t>(4));
        m_driven->settle();
        const auto row = page->channelTable()->currentIndex().siblingAtColumn(0);
        QCOMPARE(row.data().toString(), QStringLiteral("4"));
        const auto& counts = page->histogram()->picture().codeCounts;
        QCOMPARE(counts.size(), 255U);
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t(0)), 27U);
        page->setScales(Scales::Tensor);
        m_driven->settle();
        const auto& channels = page->reading()->coded.channels;
        QCOMPARE(channels[0].lowestScale, channels[31].highestScale);
        page->setScales(Scales::Blocks);
        m_driven->settle();
        QCOMPARE(page->reading()->coded.bits, 4);
        QVERIFY(*page->reading()->coded.error > 0.02);
    }

    void operatorsAreMeasuredAndTheResultIsAnEdit()
    {
        // The first weight has too few elements to be quantised.
        auto* page = open(named("stage1.block0.conv1.weight"));
        auto* apply = page->findChild<QPushButton*>(QStringLiteral("applyQuantisation"));
        QVERIFY2(!apply->isEnabled(), "the ranges of a static scheme come from runs");
        page->measureOperators();
        QTRY_VERIFY_WITH_TIMEOUT(page->losses(), DrivenWindow::patience);
        const auto& losses = *page->losses();
        QVERIFY(!losses.operators.empty() && losses.outputError);
        QVERIFY(losses.bytes < losses.bytesBefore);
        QVERIFY(losses.operators.front().error >= losses.operators.back().error);
        m_driven->settle();
        page->chooseChannel(17);
        m_driven->settle();
        m_driven->shoot(QStringLiteral("quantisation"));
        QVERIFY(apply->isEnabled());
        // Another choice has other ranges.
        const auto kept = losses.operators.front().node;
        page->keepInFloat(kept, true);
        QVERIFY(!apply->isEnabled());
        page->keepInFloat(kept, false);
        QVERIFY(apply->isEnabled());
        QTest::mouseClick(apply, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_document->editor()->isBusy() && m_document->editor()->count() == 1,
            DrivenWindow::patience);
        m_driven->settle();
        QVERIFY(countOfType(*m_document->model(), "QuantizeLinear") > 0);
        QVERIFY2(shownWords(*page).contains(QStringLiteral("no value of this name any more")),
            qPrintable(shownWords(*page)));
        m_document->editor()->undo();
        QTRY_COMPARE_WITH_TIMEOUT(
            countOfType(*m_document->model(), "QuantizeLinear"), 0U, DrivenWindow::patience);
    }

    void keptOperatorsStayFloat()
    {
        auto* page = open(firstWeight());
        page->setScales(Scales::Blocks); // needs no runs to be applied
        m_driven->settle();
        const auto& model = *m_document->model();
        const auto gemm = std::ranges::find(model.nodes, "Gemm", &model::Node::type);
        QVERIFY(gemm != model.nodes.end());
        page->keepInFloat(
            model::NodeId(static_cast<std::size_t>(gemm - model.nodes.begin())), true);
        m_driven->settle();
        page->applyAsEdit();
        m_driven->settle();
        // Nothing else in this model has the form that blocks need.
        QVERIFY2(shownWords(*page).contains(QStringLiteral("no node can be quantised")),
            qPrintable(shownWords(*page)));
        QCOMPARE(m_document->editor()->count(), 0);
    }

    void scalesOfTheFileAreShown()
    {
        const auto path = m_files.filePath(QStringLiteral("coded.onnx"));
        testing::writeFile(path, testing::modelBytesFromText(coded));
        m_document = m_driven->open(path);
        auto* page = open(named("q"));
        QVERIFY(page != nullptr && page->reading() != nullptr);
        QVERIFY(page->reading()->isOfFile());
        QCOMPARE(page->reading()->coded.channels.size(), 3U);
        QVERIFY2(shownWords(*page).contains(QStringLiteral("scales of the file: s of "
                                                           "DequantizeLinear")),
            qPrintable(shownWords(*page)));
        QVERIFY2(shownWords(*page).contains(QStringLiteral("unknown")),
            "the error of codes is not known");
        QVERIFY(!page->findChild<QPushButton*>(QStringLiteral("applyQuantisation"))->isVisible());
    }

    void aScaleThatIsTooSmallIsReplaced()
    {
        mendFinding(saturated, QStringLiteral("Use scale 0.315"));
        const auto& model = *m_document->model();
        const auto scales = model.store->bytes(model.tensor(model.value(named("s")).initializer));
        QVERIFY(scales);
        std::array<float, 3> numbers {};
        std::memcpy(numbers.data(), scales->bytes.data(), sizeof numbers);
        QCOMPARE(numbers, (std::array { 0.1F, static_cast<float>(40.0 / 127), 0.01F }));
    }

    void anOutlierIsClipped()
    {
        mendFinding(withOutlier(), QStringLiteral("Try clipping"));
        QVERIFY2(m_document->editor()->stepText(0).contains(QStringLiteral("clipped 1 number")),
            qPrintable(m_document->editor()->stepText(0)));
    }

    void aCapturedActivationIsJudgedToo()
    {
        const auto& model = *m_document->model();
        const auto relu = std::ranges::find(model.nodes, "Relu", &model::Node::type);
        auto* page = open(relu->outputs.front());
        QVERIFY(page->reading() == nullptr);
        QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("captureForQuantisation")),
            Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page->reading() != nullptr, DrivenWindow::patience);
        m_driven->settle();
        QCOMPARE(page->reading()->layout.axis, std::optional<std::size_t>(1));
        QCOMPARE(page->reading()->coded.high, 255); // x86: uint8
        page->findChild<QComboBox*>(QStringLiteral("quantisationProfile"))->setCurrentIndex(1);
        m_driven->settle();
        QCOMPARE(page->reading()->coded.low, -127);
    }
};

QTEST_MAIN(TestQuantisationPage)
#include "tst_quantisation_page.moc"
