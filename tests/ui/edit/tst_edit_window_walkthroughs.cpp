#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/ui/editing_test.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/inspector_view.h"
#include "ui/pages/document_page.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using ui::RunController;
using ui::SelectedItem;

namespace {

/// Encoder and decoder in one graph, as in Whisper: each layer of the decoder reads what the
/// encoder made.
constexpr auto speech = R"(
    audio: float[N,4,3]
    tokens: int64[N,T]
    we: float[3,3] = {1,0,2,0,1,0,3,0,1}
    table: float[3,3] = {1,2,3,8,7,6,1,1,2}
    e1 = MatMul(audio, we) "/encoder/proj/MatMul"
    states = Relu(e1) "/encoder/act/Relu"
    embedded = Gather(table, tokens) "/decoder/embed/Gather"
    turned = Transpose(states) {perm: 0 2 1} "/decoder/cross/Transpose"
    scores = MatMul(embedded, turned) "/decoder/cross/MatMul"
    weights = Softmax(scores) "/decoder/cross/Softmax"
    mixed = MatMul(weights, states) "/decoder/cross/MatMul_1"
    logits = Add(mixed, embedded) "/decoder/head/Add"
    logits -> float[N,T,3]
)";

} // namespace

/// What a new user wants to do with a model, from opening it to a run of what was saved. Pictures
/// are `edit-walk-*` in `screenshots/` of the build folder.
class TestEditWindowWalkthroughs : public QObject, protected EditingTest {
    Q_OBJECT

private:
    /// Types into a field of the inspector.
    void type(const QString& key, const QString& text)
    {
        auto* field = m_driven->panel<ui::InspectorPanel>()->view()->findChild<QLineEdit*>(key);
        QVERIFY2(field != nullptr, qPrintable(key));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        m_driven->settle();
    }
    /// Chooses an operation in Change the Whole Model, fills its fields, looks at the preview and
    /// applies it. Returns the preview.
    QString changeWholeModel(const QString& title, const std::function<void(QDialog&)>& fill)
    {
        QString shown;
        answerDialog([&](QDialog& dialog) {
            auto* list = dialog.findChild<QListWidget*>(QStringLiteral("wholeModelList"));
            const auto found = list->findItems(title, Qt::MatchStartsWith);
            if (found.size() == 1)
                list->setCurrentItem(found.front());
            fill(dialog);
            m_driven->settle();
            shown = dialog.findChild<QPlainTextEdit*>(QStringLiteral("wholeModelPreview"))
                        ->toPlainText();
            pressButton(dialog, QStringLiteral("Apply"));
            if (dialog.isVisible())
                dialog.reject();
        });
        m_driven->action("edit.wholeModel")->trigger();
        m_driven->settle();
        return shown;
    }
    bool run()
    {
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        m_driven->action("run.once")->trigger();
        if (finished.isEmpty() && !finished.wait(DrivenWindow::patience))
            return false;
        m_driven->settle();
        return finished.first().at(1).toBool();
    }
    std::ptrdiff_t errors()
    {
        return std::ranges::count(
            document()->problems(), support::Severity::Error, &support::Diagnostic::severity);
    }

private slots:
    void initTestCase() { isolate(); }
    void init() { startWindow(); }
    void cleanup() { endWindow(); }

    void theDecoderIsCutOutAndRun()
    {
        openText("speech.onnx", speech);
        turnOn();
        const auto preview
            = changeWholeModel(QStringLiteral("Extract a part"), [](QDialog& dialog) {
                  dialog.findChild<QLineEdit*>(QStringLiteral("scope"))
                      ->setText(QStringLiteral("/decoder"));
              });
        QVERIFY2(preview.contains(QStringLiteral("Nodes: 8 → 6")), qPrintable(preview));
        QCOMPARE(model().main().inputs.size(), std::size_t(2));
        m_driven->shoot(QStringLiteral("edit-walk-decoder"));
        saveAs(path("decoder.onnx"));
        QVERIFY2(run(), qPrintable((*m_driven)->runs().progress().failure));
        m_driven->shoot(QStringLiteral("edit-walk-decoder-run"));
    }

    void theBatchIsMadeDynamic()
    {
        openText("fixed.onnx",
            "x: float[1,4]\nw: float[4,2] = {1,2,3,4,5,6,7,8}\ny = MatMul(x, w)\ny -> float[1,2]");
        turnOn();
        document()->selection()->clear();
        m_driven->settle();
        const auto key = [&](const char* side, model::ValueId id) {
            return QString::fromLatin1(side) + QString::number(id.value());
        };
        type(key("output-type-", model().main().outputs[0]), QStringLiteral("float[batch,2]"));
        type(key("input-type-", model().main().inputs[0]), QStringLiteral("float[batch,4]"));
        QCOMPARE(document()->editor()->count(), 2);
        QCOMPARE(errors(), 0);
        QVERIFY(document()->analysis() != nullptr);
        QCOMPARE(document()->analysis()->freeDimensions.size(), std::size_t(1));
        m_driven->shoot(QStringLiteral("edit-walk-batch"));
        saveAs(path("dynamic.onnx"));
        QVERIFY2(run(), qPrintable((*m_driven)->runs().progress().failure));
    }

    void aWrongPadIsFoundAndFixed()
    {
        openText("pad.onnx",
            "x: float[1,1,4,4]\nw: float[1,1,3,3] = {1,1,1,1,1,1,1,1,1}\n"
            "c = Conv(x, w) {pads: 1 0 1 0} \"conv1\"\ny = Add(c, x) \"sum\"\n"
            "y -> float[1,1,4,4]");
        QVERIFY(errors() > 0);
        m_driven->action("go.problems")->trigger();
        m_driven->settle();
        m_driven->shoot(QStringLiteral("edit-walk-pad-problem"));
        turnOn();
        select("conv1");
        type(QStringLiteral("attribute-conv1-pads"), QStringLiteral("1 1 1 1"));
        QCOMPARE(errors(), 0);
        m_driven->shoot(QStringLiteral("edit-walk-pad-fixed"));
        saveAs(path("fixed_pad.onnx"));
        QVERIFY2(run(), qPrintable((*m_driven)->runs().progress().failure));
    }

    void quantisingShowsSizeAndTime()
    {
        std::string weights;
        for (int i = 0; i < 64 * 64; ++i)
            weights += (i > 0 ? "," : "") + std::to_string((i * 37 % 101) / 50.0 - 1);
        openText("float.onnx",
            "opset 21\nopset com.microsoft 1\nx: float[8,64]\nw: float[64,64] = {" + weights
                + "}\ny = MatMul(x, w) \"product\"\ny -> float[8,64]");
        QVERIFY(m_driven->profile(document(), 3));
        turnOn();
        const auto preview
            = changeWholeModel(QStringLiteral("Quantise weights in blocks"), [](QDialog& dialog) {
                  dialog.findChild<QComboBox*>(QStringLiteral("bits"))
                      ->setCurrentText(QStringLiteral("4"));
              });
        QVERIFY2(preview.contains(QStringLiteral("MatMulNBits")), qPrintable(preview));
        saveAs(path("codes.onnx"));
        QVERIFY(QFileInfo(path("codes.onnx")).size() < QFileInfo(path("float.onnx")).size() / 4);
        QVERIFY(m_driven->profile(document(), 3));
        QCOMPARE(document()->runs().size(), std::size_t(2)); // the float run is there to compare
        m_driven->shoot(QStringLiteral("edit-walk-quantised"));
    }

    void aModelThatOthersRefuseIsMended()
    {
        openText("refused.onnx",
            "x: float[2]\ny = Neg(a) \"n\"\na = Abs(b) \"n\"\nb = Relu(x) \"n\"\ny -> float[2]");
        const auto isUnsorted = [&] {
            return std::ranges::count(
                       document()->problems(), "nodes-unsorted", &support::Diagnostic::code)
                > 0;
        };
        QVERIFY(isUnsorted());
        m_driven->action("go.nextProblem")->trigger();
        m_driven->action("go.problems")->trigger();
        m_driven->settle();
        auto* const repair = m_driven->child<QPushButton>("repairAll");
        QVERIFY(repair != nullptr && repair->isVisible());
        m_driven->shoot(QStringLiteral("edit-walk-refused"));
        QTest::mouseClick(repair, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!isUnsorted(), 60'000);
        m_driven->settle();
        m_driven->shoot(QStringLiteral("edit-walk-mended"));
        saveAs(path("mended.onnx"));
        QVERIFY2(run(), qPrintable((*m_driven)->runs().progress().failure));
    }
};

QTEST_MAIN(TestEditWindowWalkthroughs)
#include "tst_edit_window_walkthroughs.moc"
