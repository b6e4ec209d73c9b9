#include <QTest>

#include "model/npy.h"
#include "model/onnx/tensor_file.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "tests/support/wire.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/tensors/heat_map.h"
#include "ui/tensors/image_view.h"
#include "ui/tensors/lines_view.h"
#include "ui/tensors/stored_values.h"
#include "ui/tensors/tensor_distribution.h"
#include "ui/tensors/tensor_page.h"
#include "ui/tensors/tensor_text.h"

#include <QComboBox>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <cstring>

using View = ui::TensorPage::View;
namespace wire = testing::wire;

namespace {

/// A float tensor 0, 1, 2 ... in memory.
std::shared_ptr<const model::TensorElements> counting(std::vector<std::int64_t> dims)
{
    auto content = std::make_shared<model::TensorElements>();
    content->element = model::ElementType::Float;
    content->dims = std::move(dims);
    content->count = 1;
    for (const auto dim : content->dims)
        content->count *= static_cast<std::uint64_t>(dim);
    auto bytes = std::make_shared<std::vector<std::byte>>(content->count * sizeof(float));
    for (std::uint64_t i = 0; i < content->count; ++i) {
        const auto value = static_cast<float>(i);
        std::memcpy(bytes->data() + i * sizeof(float), &value, sizeof(float));
    }
    content->data = { *bytes, bytes };
    return content;
}

/// First output of the first node of a type in the main graph.
model::ValueId outputOf(const model::Model& model, std::string_view type)
{
    for (const auto id : model.main().nodes) {
        if (model.node(id).type == type)
            return model.node(id).outputs.front();
    }
    return {};
}

} // namespace

/// The tensor viewer in the real window: weights, and values that a run computes and a capture
/// brings in.
class TestTensorViews : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    ui::TensorPage* open(model::ValueId value)
    {
        m_document->openTensor(value);
        m_driven->settle();
        auto* page
            = m_driven->window().findChild<ui::TensorPage*>(QString(), Qt::FindChildrenRecursively);
        for (auto* candidate : m_driven->window().findChildren<ui::TensorPage*>()) {
            if (candidate->value() == value && candidate->isVisible())
                page = candidate;
        }
        return page;
    }

    ui::TensorPage* openCaptured(model::ValueId value)
    {
        auto* page = open(value);
        if (page == nullptr || page->content() != nullptr)
            return page;
        QTest::mouseClick(
            page->findChild<QPushButton*>(QStringLiteral("captureValue")), Qt::LeftButton);
        (void)QTest::qWaitFor(
            [&] { return page->content() != nullptr || !m_driven->window().runs().isRunning(); },
            DrivenWindow::patience);
        m_driven->settle();
        return page;
    }

    static QString messages(const ui::TensorPage& page)
    {
        QStringList texts;
        for (const auto* label : page.findChildren<QLabel*>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        return texts.join(u'\n');
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

    void aWeightIsSeenInEveryView()
    {
        const auto weight
            = m_document->model()->node(m_document->model()->main().nodes.front()).inputs[1];
        auto* page = open(weight);
        QVERIFY(page != nullptr && page->content() != nullptr);
        QCOMPARE(page->content()->dims, (std::vector<std::int64_t> { 32, 3, 3, 3 }));
        QVERIFY(page->findChild<ui::HeatMap*>()->isVisible() && page->table()->isVisible());
        page->show(View::Table);
        QVERIFY(!page->findChild<ui::HeatMap*>()->isVisible() && page->table()->isVisible());
        page->show(View::Image);
        QTRY_VERIFY(!page->findChild<ui::ImageView*>()->image().isNull());
        // 32 kernels of 3 by 3, side by side with a gap: 6 in a row.
        QCOMPARE(page->findChild<ui::ImageView*>()->image().size(), QSize(23, 23));
        QCOMPARE(
            page->findChild<ui::ImageView*>()->channels()->currentText(), QStringLiteral("RGB"));
        page->show(View::Lines);
        QTRY_COMPARE(page->findChild<ui::LinesView*>()->lines().lines.size(),
            3U); // rows of the slice [0, 0, :, :]
        page->show(View::Text);
        QCOMPARE(page->findChild<QPlainTextEdit*>()->toPlainText().count(u'\n'), 3);
        page->show(View::HeatMap);
        QVERIFY(page->findChild<ui::HeatMap*>()->isVisible());
    }

    void aSparseTensorIsSeenAsItIsStored()
    {
        // Values 2.5 and -3 of a dense tensor of 1.6 GB: its elements are not shown one by one.
        const std::vector<float> values { 2.5F, -3 };
        const std::vector<std::int64_t> indices { 20'001, 399'999'999 };
        const auto raw = [](const auto& numbers) {
            return wire::bytes(9,
                { reinterpret_cast<const char*>(numbers.data()),
                    numbers.size() * sizeof(numbers[0]) });
        };
        const auto path = m_settings.filePath(QStringLiteral("sparse.onnx"));
        testing::writeFile(path,
            wire::model(wire::nodeField("Identity", { "w" }, { "y" })
                + wire::sparseInitializerField(
                    wire::sparseTensor(wire::tensor("w", 1, { 2 }, raw(values)),
                        wire::tensor("", 7, { 2 }, raw(indices)), { 20'000, 20'000 }))
                + wire::outputField("y")));
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        const auto& node = m_document->model()->node(m_document->model()->main().nodes.front());
        auto* page = open(node.inputs.front());
        QVERIFY(page != nullptr && page->chip(View::Stored)->isChecked());
        const auto* table = page->findChild<ui::StoredValues*>()->findChild<QTreeView*>();
        QVERIFY(table != nullptr && table->isVisible());
        const auto text = [table](int row, int column) {
            return table->model()->index(row, column).data().toString();
        };
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QCOMPARE(text(0, 0), QStringLiteral("[1, 1]"));
        QCOMPARE(text(1, 0), QStringLiteral("[19999, 19999]"));
        QCOMPARE(text(1, 1), QStringLiteral("399999999"));
        QCOMPARE(text(0, 2), QStringLiteral("2.50000"));
        QVERIFY2(messages(*page).contains(QStringLiteral("2 of 400,000,000 elements are stored")),
            qPrintable(messages(*page)));
        m_driven->shoot(QStringLiteral("sparse-tensor"));
    }

    void aConstantIsShownWithoutARun()
    {
        const auto path = m_settings.filePath(QStringLiteral("constant.onnx"));
        const std::vector<float> numbers { 1, 2, 4 };
        const auto value = wire::tensor(
            "", 1, { 3 }, wire::bytes(9, { reinterpret_cast<const char*>(numbers.data()), 12 }));
        constexpr int tensorKind = 4; // AttributeProto.AttributeType
        const auto attribute
            = wire::bytes(1, "value") + wire::bytes(5, value) + wire::number(20, tensorKind);
        testing::writeFile(path,
            wire::model(
                wire::bytes(
                    1, wire::bytes(2, "c") + wire::bytes(4, "Constant") + wire::bytes(5, attribute))
                + wire::nodeField("Neg", { "c" }, { "y" }) + wire::outputField("y")));
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        auto* page = open(outputOf(*m_document->model(), "Constant"));
        QVERIFY(page != nullptr);
        QTRY_VERIFY(page->content() != nullptr);
        QCOMPARE(page->content()->number(2), 4.0);
    }

    void aWeightIsComparedWithWhatItWas()
    {
        const auto weight
            = m_document->model()->node(m_document->model()->main().nodes.front()).inputs[1];
        auto* page = open(weight);
        page->show(View::Distribution);
        auto* distribution = page->findChild<ui::TensorDistribution*>();
        QTRY_COMPARE(distribution->view().series().size(), 1U);
        const auto before = page->content();
        const auto operations
            = model::edit::operationsFrom("{\"op\": \"setInitializerData\", \"value\": \""
                + m_document->model()->value(weight).name + "\", \"fill\": 0.5}");
        QVERIFY(operations);
        auto* editor = m_document->editor();
        editor->apply({ *operations, {} });
        QTRY_VERIFY_WITH_TIMEOUT(!editor->isBusy() && editor->count() == 1, DrivenWindow::patience);
        m_driven->settle();
        QTRY_COMPARE(distribution->view().series().size(), 2U);
        QTRY_VERIFY2(distribution->differenceText().startsWith(
                         QStringLiteral("864 of 864 elements differ from those of before")),
            qPrintable(distribution->differenceText()));
        m_driven->shoot(QStringLiteral("tensor-distribution"));
        QTest::mouseClick(distribution->differenceChip(), Qt::LeftButton);
        m_driven->settle();
        QTRY_COMPARE(static_cast<float>(page->content()->number(7)),
            static_cast<float>(0.5 - before->number(7)));
        QTest::mouseClick(distribution->differenceChip(), Qt::LeftButton);
        QCOMPARE(page->content()->number(7), 0.5);
        distribution->clearOthers();
        QTRY_COMPARE(distribution->view().series().size(), 1U);
        distribution->add(
            m_document->model()->node(m_document->model()->main().nodes[4]).inputs[1]);
        QTRY_COMPARE(distribution->view().series().size(), 2U);
    }

    void aSliceChangesAllViews()
    {
        const auto weight
            = m_document->model()->node(m_document->model()->main().nodes.front()).inputs[1];
        auto* page = open(weight);
        page->show(View::Text);
        const auto before = page->findChild<QPlainTextEdit*>()->toPlainText();
        auto* field = page->sliceFields().first();
        field->setText(QStringLiteral("5"));
        emit field->editingFinished();
        QVERIFY(page->findChild<QPlainTextEdit*>()->toPlainText() != before);
        QCOMPARE(page->table()->model()->index(0, 0).data().toString(),
            QString::fromStdString(page->content()->text(5 * 27)));
        field->setText(QStringLiteral("99"));
        emit field->editingFinished();
        QVERIFY2(messages(*page).contains(QStringLiteral("index 99 is outside 0 to 31")),
            qPrintable(messages(*page)));
    }

    void aFixedScaleMustBeANumberAboveZero()
    {
        auto* page
            = open(m_document->model()->node(m_document->model()->main().nodes.front()).inputs[1]);
        page->scale()->setCurrentIndex(2);
        QVERIFY(page->fixedScale()->isVisible());
        page->fixedScale()->setText(QStringLiteral("-3"));
        emit page->fixedScale()->editingFinished();
        QVERIFY2(messages(*page).contains(QStringLiteral("expected a number above 0")),
            qPrintable(messages(*page)));
        const auto image = page->findChild<ui::HeatMap*>()->image();
        page->fixedScale()->setText(QStringLiteral("0.001"));
        emit page->fixedScale()->editingFinished();
        QVERIFY(page->findChild<ui::HeatMap*>()->image() != image);
        page->scale()->setCurrentIndex(0);
        QVERIFY(!page->fixedScale()->isVisible());
    }

    void anActivationIsCapturedByOneRun()
    {
        const auto relu
            = outputOf(*m_document->model(), "Relu"); // fused into its Conv in a normal run
        auto* page = open(relu);
        QVERIFY(page != nullptr && page->content() == nullptr);
        QVERIFY2(messages(*page).contains(QStringLiteral("computed by a run")),
            qPrintable(messages(*page)));
        QVERIFY(page->findChild<QPushButton*>(QStringLiteral("captureValue"))->isVisible());
        page = openCaptured(relu);
        QVERIFY2(page->content() != nullptr, qPrintable(messages(*page)));
        QVERIFY(!page->findChild<QPushButton*>(QStringLiteral("captureValue"))->isVisible());
        QCOMPARE(page->content()->dims, (std::vector<std::int64_t> { 1, 32, 48, 48 }));
        bool isAnyAbove = false;
        for (std::uint64_t i = 0; i < page->content()->count; ++i) {
            QVERIFY(page->content()->number(i) >= 0);
            isAnyAbove = isAnyAbove || page->content()->number(i) > 0;
        }
        QVERIFY(isAnyAbove);
        page->sliceFields()[1]->setText(
            QStringLiteral("31")); // the channel with the largest element
        emit page->sliceFields()[1]->editingFinished();
        m_driven->shoot(QStringLiteral("tensor-heat"));
        page->show(View::Image);
        page->findChild<ui::ImageView*>()->channels()->setCurrentIndex(31);
        QTRY_COMPARE(page->findChild<ui::ImageView*>()->image().size(), QSize(48, 48));
        m_driven->shoot(QStringLiteral("tensor-image"));
        page->show(View::Lines);
        m_driven->shoot(QStringLiteral("tensor-lines"));
    }

    void whatIsCapturedIsWhatAnIndependentEvaluatorExpects()
    {
        const auto folder
            = QFileInfo(m_document->path()).absolutePath() + QStringLiteral("/test_data_set_0");
        m_driven->window().runs().settingsOf(m_document).dataFolder = folder;
        auto* page = openCaptured(m_document->model()->main().outputs.front());
        QVERIFY2(page->content() != nullptr, qPrintable(messages(*page)));
        const auto expected
            = model::onnx::readTensorFile((folder + QStringLiteral("/output_0.pb")).toStdString());
        QVERIFY(expected);
        QCOMPARE(page->content()->dims, expected->tensor.dims);
        for (std::uint64_t i = 0; i < page->content()->count; ++i) {
            float value = 0;
            std::memcpy(&value, expected->tensor.bytes.data() + i * sizeof(float), sizeof(float));
            QVERIFY(std::abs(page->content()->number(i) - static_cast<double>(value)) < 1e-4);
        }
    }

    void runOnceKeepsTheOutputs()
    {
        const auto output = m_document->model()->main().outputs.front();
        QVERIFY(
            m_driven->window().runs().keptValues().find(*m_document->model(), output) == nullptr);
        QSignalSpy finished(&m_driven->window().runs(), &ui::RunController::finished);
        m_driven->window().runs().start(m_document, ui::RunController::Mode::Once);
        QVERIFY(finished.wait(DrivenWindow::patience));
        QVERIFY(
            m_driven->window().runs().keptValues().find(*m_document->model(), output) != nullptr);
        auto* page = open(output);
        QVERIFY(page->content() != nullptr);
        double sum = 0;
        for (std::uint64_t i = 0; i < page->content()->count; ++i)
            sum += page->content()->number(i);
        QVERIFY(std::abs(sum - 1) < 1e-4); // it ends in a Softmax
    }

    void aValueOfABodyIsRefusedWithAReason()
    {
        m_document = m_driven->open(DrivenWindow::sample("control-flow"));
        const auto& model = *m_document->model();
        model::ValueId inner;
        for (std::uint32_t i = 0; i < model.values.size() && !inner.isValid(); ++i) {
            const auto& value = model.values[i];
            if (value.graph != model::GraphId(0U) && value.producer.isValid())
                inner = model::ValueId(i);
        }
        QVERIFY(inner.isValid());
        auto* page = openCaptured(inner);
        QVERIFY(page->content() == nullptr);
        QVERIFY2(messages(*page).contains(QStringLiteral("is not made by this run")),
            qPrintable(messages(*page)));
        QCOMPARE(m_document->state(), ui::Document::State::Ready);
    }

    void itIsSavedInEveryForm_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("npy") << "NumPy"
                             << "npy";
        QTest::newRow("pb") << "ONNX tensor"
                            << "pb";
        QTest::newRow("csv") << "Slice as CSV"
                             << "csv";
        QTest::newRow("raw") << "Bytes"
                             << "raw";
        QTest::newRow("png") << "Picture"
                             << "png";
    }
    void itIsSavedInEveryForm()
    {
        QFETCH(QString, filter);
        QFETCH(QString, suffix);
        QTemporaryDir folder;
        auto* page
            = open(m_document->model()->node(m_document->model()->main().nodes.front()).inputs[1]);
        answerFileDialog(folder.filePath(QStringLiteral("w")), filter);
        QTest::mouseClick(page->saveButton(), Qt::LeftButton);
        m_driven->settle();
        const auto path = folder.filePath(QStringLiteral("w.") + suffix);
        QVERIFY2(QFileInfo::exists(path), qPrintable(messages(*page)));
        const auto& content = *page->content();
        if (suffix == QStringLiteral("npy")) {
            const auto read = model::readNpy(path.toStdString());
            QVERIFY(read && read->dims == content.dims
                && std::ranges::equal(read->bytes, content.data.bytes));
        } else if (suffix == QStringLiteral("pb")) {
            const auto read = model::onnx::readTensorFile(path.toStdString());
            QVERIFY(read && read->tensor.dims == content.dims
                && std::ranges::equal(read->tensor.bytes, content.data.bytes));
        } else if (suffix == QStringLiteral("raw")) {
            QCOMPARE(QFileInfo(path).size(), static_cast<qint64>(content.data.bytes.size()));
        } else if (suffix == QStringLiteral("png")) {
            QCOMPARE(QImage(path).size(), QSize(3, 3));
        } else {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll().count('\n'), 3); // the slice [0, 0, :, :]
        }
    }

    // Without a window.

    void pixelsAreFoundInBothOrders()
    {
        // The same picture, channels first and last.
        const auto first = counting({ 1, 3, 2, 4 });
        const ui::ImageRequest request { ui::ChannelOrder::First, 0, 0, 3, 0, 255 };
        const auto picture = ui::makeTensorImage(*first, request);
        QVERIFY(picture);
        QCOMPARE(picture->size(), QSize(4, 2));
        QCOMPARE(picture->pixel(3, 1), qRgb(7, 15, 23));
        const auto last = counting({ 1, 2, 4, 3 });
        const auto other = ui::makeTensorImage(*last, { ui::ChannelOrder::Last, 0, 0, 3, 0, 255 });
        QVERIFY(other);
        QCOMPARE(other->pixel(3, 1), qRgb(21, 22, 23));
        QCOMPARE(ui::likelyOrder({ 1, 2, 4, 3 }), ui::ChannelOrder::Last);
        QCOMPARE(ui::likelyOrder({ 1, 3, 2, 4 }), ui::ChannelOrder::First);
        QCOMPARE(ui::likelyOrder({ 224, 224, 4 }), ui::ChannelOrder::Last);
    }

    void kernelsStandSideBySide()
    {
        // Element [o, i, y, x] of a tensor that counts up is ((o * 2 + i) * 2 + y) * 3 + x.
        const auto content = counting({ 5, 2, 2, 3 });
        ui::ImageRequest request { ui::ChannelOrder::First, 0, 1, 1, 0, 255 };
        request.arrangement = ui::Arrangement::Kernels;
        const auto picture = ui::makeTensorImage(*content, request);
        QVERIFY(picture);
        QCOMPARE(picture->size(), QSize(3 * 4 - 1, 2 * 3 - 1)); // 3 columns, 2 rows
        for (int kernel = 0; kernel < 5; ++kernel) {
            for (int y = 0; y < 2; ++y) {
                for (int x = 0; x < 3; ++x) {
                    const int expected = ((kernel * 2 + 1) * 2 + y) * 3 + x;
                    QCOMPARE(picture->pixel(kernel % 3 * 4 + x, kernel / 3 * 3 + y),
                        qRgb(expected, expected, expected));
                }
            }
        }
        QCOMPARE(qAlpha(picture->pixel(3, 0)), 0); // between two kernels
        QCOMPARE(qAlpha(picture->pixel(9, 4)), 0); // where a sixth would be
        QVERIFY(ui::looksLikeKernels({ 112, 112, 3, 3 }));
        QVERIFY(!ui::looksLikeKernels({ 1, 512, 7, 7 })); // one activation
        QVERIFY(!ui::looksLikeKernels({ 8, 3, 224, 224 }));
    }

    void channelsBecomeGreyColourAndTransparency()
    {
        const auto content = counting({ 4, 1, 1 });
        QCOMPARE(ui::makeTensorImage(*content, { ui::ChannelOrder::First, 0, 2, 1, 0, 255 })
                     ->pixel(0, 0),
            qRgb(2, 2, 2));
        QCOMPARE(ui::makeTensorImage(*content, { ui::ChannelOrder::First, 0, 1, 3, 0, 255 })
                     ->pixel(0, 0),
            qRgb(1, 2, 3));
        QCOMPARE(ui::makeTensorImage(*content, { ui::ChannelOrder::First, 0, 0, 4, 0, 255 })
                     ->pixel(0, 0),
            qRgba(0, 1, 2, 3));
        QCOMPARE(
            ui::makeTensorImage(*content, { ui::ChannelOrder::First, 0, 3, 1, 0, 3 })->pixel(0, 0),
            qRgb(255, 255, 255)); // the range's end
    }

    void whatIsNoPictureIsRefused_data()
    {
        QTest::addColumn<QList<qint64>>("dims");
        QTest::addColumn<int>("channels");
        QTest::addColumn<QString>("says");
        QTest::newRow("vector") << QList<qint64> { 8 } << 1 << "2 to 4 dimensions";
        QTest::newRow("rank 5") << QList<qint64> { 1, 1, 1, 2, 2 } << 1 << "has 5";
        QTest::newRow("too few channels") << QList<qint64> { 2, 3, 3 } << 3 << "the tensor has 2";
        QTest::newRow("two channels are no colour")
            << QList<qint64> { 2, 3, 3 } << 2 << "asked for";
        QTest::newRow("empty") << QList<qint64> { 0, 3 } << 1 << "no elements";
    }
    void whatIsNoPictureIsRefused()
    {
        QFETCH(QList<qint64>, dims);
        QFETCH(int, channels);
        QFETCH(QString, says);
        const auto result = ui::makeTensorImage(*counting({ dims.begin(), dims.end() }),
            { ui::ChannelOrder::First, 0, 0, channels, 0, 1 });
        QVERIFY(!result);
        QVERIFY2(QString::fromStdString(result.error().message()).contains(says),
            result.error().message().c_str());
    }

    void linesKeepTheirPeaks()
    {
        const auto content = counting({ 1, 100'000 });
        const ui::SliceView slice(content->dims, ui::defaultSlices(content->dims), 100'000);
        const auto lines = ui::makeTensorLines(*content, slice);
        QVERIFY(lines);
        QCOMPARE(lines->lines.size(), 1U);
        QCOMPARE(lines->lines[0].low.size(), ui::lineColumns);
        QCOMPARE(lines->lines[0].low.front(), 0.0F);
        QCOMPARE(lines->lines[0].high.back(), 99'999.0F);
        QCOMPARE(lines->largest, 99'999.0);
    }

    void textSaysWhatItLeavesOut()
    {
        const auto small = counting({ 2, 2 });
        const auto text = ui::tensorText(
            *small, ui::SliceView(small->dims, ui::defaultSlices(small->dims), 10));
        QVERIFY2(text.startsWith(QStringLiteral("[0]")) && text.contains(QStringLiteral("3")),
            qPrintable(text));
        QVERIFY(!text.contains(u'…'));
        const auto large = counting({ 100, 100 });
        QVERIFY(
            ui::tensorText(*large, ui::SliceView(large->dims, ui::defaultSlices(large->dims), 10))
                .contains(QStringLiteral("4,000 of 10,000")));
    }
};

QTEST_MAIN(TestTensorViews)
#include "tst_tensor_views.moc"
