#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/editing_test.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/whole_model_dialog.h"
#include "ui/pages/document_page.h"
#include "ui/problems/problem_actions.h"
#include "ui/problems/problems_panel.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>

/// Operations on the whole model, and repairs, as a user reaches them.
class TestWholeModelDialog : public QObject, protected EditingTest {
    Q_OBJECT

private:
    /// Chooses an operation and waits for its preview, which it returns.
    QString choose(ui::WholeModelDialog& dialog, const QString& title)
    {
        auto* const list = dialog.findChild<QListWidget*>(QStringLiteral("wholeModelList"));
        const auto found = list->findItems(title, Qt::MatchStartsWith);
        if (found.size() != 1)
            return {};
        list->setCurrentItem(found.front());
        return preview(dialog);
    }
    QString preview(ui::WholeModelDialog& dialog)
    {
        m_driven->settle();
        return dialog.findChild<QPlainTextEdit*>(QStringLiteral("wholeModelPreview"))
            ->toPlainText();
    }
    static QPushButton* applyButton(QDialog& dialog)
    {
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Apply"))
                return button;
        return nullptr;
    }

private slots:
    void initTestCase() { isolate(); }
    void init() { startWindow(); }
    void cleanup() { endWindow(); }

    void showsTheDifferenceBeforeItApplies()
    {
        openText("m.onnx",
            "x: float[N,4]\nw: float[4,2] = {1,2,3,4,5,6,7,8}\na = MatMul(x, w) \"product\"\n"
            "b = Identity(a)\ny = Relu(b)\ny -> float[N,2]");
        ui::WholeModelDialog dialog(*document(), (*m_driven)->jobs());
        dialog.show();
        auto text = choose(dialog, QStringLiteral("Remove identities"));
        QVERIFY2(text.contains(QStringLiteral("Nodes: 3 → 2")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("−1 Identity")), qPrintable(text));
        QCOMPARE(document()->model()->nodes.size(), std::size_t(3));
        QVERIFY(applyButton(dialog)->isEnabled());
        shootDialog(dialog, QStringLiteral("whole_model"));
        applyButton(dialog)->click();
        m_driven->settle();
        QVERIFY(!dialog.isVisible());
        QCOMPARE(document()->model()->nodes.size(), std::size_t(2));
        QCOMPARE(document()->editor()->count(), 1);
        document()->editor()->undo();
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.size(), std::size_t(3));
    }

    void takesTheEditsBeforeIntoAccount()
    {
        openText(
            "m.onnx", "x: float[2]\na = Identity(x)\nb = Identity(a)\ny = Relu(b)\ny -> float[2]");
        ui::ModelEdit edit;
        edit.operations
            = *model::edit::operationsFrom(R"({"op":"bypassNode","node":"graph/node[0]"})");
        document()->editor()->apply(std::move(edit));
        m_driven->settle();
        ui::WholeModelDialog dialog(*document(), (*m_driven)->jobs());
        const auto text = choose(dialog, QStringLiteral("Remove identities"));
        QVERIFY2(text.contains(QStringLiteral("Nodes: 2 → 1")), qPrintable(text));
    }

    void writesOutWhatTheOptimiserChanges()
    {
        openText("m.onnx",
            "x: float[1,2,3,3]\nw: float[2,2,1,1] = {1,2,3,4}\none: float[2] = {1,1}\n"
            "c = Conv(x, w) \"conv\"\nn = BatchNormalization(c, one, one, one, one) \"norm\"\n"
            "i = Identity(n)\ny = Relu(i)\ny -> float[1,2,3,3]");
        ui::WholeModelDialog dialog(*document(), (*m_driven)->jobs());
        dialog.show();
        auto text = choose(dialog, QStringLiteral("Fold constants"));
        QVERIFY2(
            text.contains(QStringLiteral("Nothing in the model has to change")), qPrintable(text));
        QVERIFY(!applyButton(dialog)->isEnabled());
        text = choose(dialog, QStringLiteral("Optimise"));
        QVERIFY2(text.contains(QStringLiteral("Nodes: 4 → 2")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("−1 BatchNormalization")), qPrintable(text));
        shootDialog(dialog, QStringLiteral("whole_model_optimise"));
        applyButton(dialog)->click();
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.size(), std::size_t(2));
        QCOMPARE(document()->model()->tensors.size(), std::size_t(2));
        QCOMPARE(document()->editor()->count(), 1);
        document()->editor()->undo();
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.size(), std::size_t(4));
    }

    void quantisesWithRangesFromRuns()
    {
        std::string weights;
        for (int i = 0; i < 64 * 32; ++i)
            weights += (i == 0 ? "" : ",") + std::to_string(i % 17 - 8);
        openText("m.onnx",
            "x: float[2,64]\nw: float[64,32] = {" + weights
                + "}\ny = MatMul(x, w) \"product\"\ny -> float[2,32]");
        ui::WholeModelDialog dialog(*document(), (*m_driven)->jobs());
        const auto text
            = choose(dialog, QStringLiteral("Quantise to int8, ranges from calibration runs"));
        QVERIFY2(text.contains(QStringLiteral("DequantizeLinear")), qPrintable(text));
        applyButton(dialog)->click();
        m_driven->settle();
        const auto& nodes = document()->model()->nodes;
        QVERIFY(std::ranges::any_of(
            nodes, [](const model::Node& node) { return node.type == "QuantizeLinear"; }));
        QVERIFY(document()->editor()->script().find("\"ranges\"") != std::string::npos);
    }

    void saysWhyNothingCanBeDone()
    {
        openText("m.onnx", "x: float[2]\ny = Relu(x)\ny -> float[2]");
        ui::WholeModelDialog dialog(*document(), (*m_driven)->jobs());
        auto text = choose(dialog, QStringLiteral("Inline functions"));
        QVERIFY2(text.contains(QStringLiteral("no functions")), qPrintable(text));
        QVERIFY(!applyButton(dialog)->isEnabled());
        choose(dialog, QStringLiteral("Convert the opset"));
        dialog.findChild<QLineEdit*>(QStringLiteral("version"))->setText(QStringLiteral("many"));
        text = preview(dialog);
        QVERIFY2(text.contains(QStringLiteral("no whole number")), qPrintable(text));
    }

    void everyOperationIsKnown()
    {
        for (const auto& offered : ui::wholeModelOperations()) {
            const auto* const kind = model::edit::operationKind(offered.name);
            const std::string_view name = offered.name;
            if (name == "repair" || name == "fold" || name == "optimize")
                continue; // computed from the model
            QVERIFY2(kind != nullptr, offered.name);
            for (const auto& field : offered.fields)
                QVERIFY2(std::string_view(field.name) == "calibration"
                        || kind->parameters.find(field.name) != std::string_view::npos,
                    field.name);
        }
    }

    void quantisingShowsWhatItCosts()
    {
        std::string weights;
        for (int i = 0; i < 64 * 64; ++i)
            weights += (i > 0 ? "," : "") + std::to_string(i % 7);
        openText("m.onnx",
            "opset 21\nopset com.microsoft 1\nx: float[N,64]\nw: float[64,64] = {" + weights
                + "}\ny = MatMul(x, w) \"product\"\ny -> float[N,64]");
        ui::WholeModelDialog dialog(*document(), (*m_driven)->jobs());
        dialog.show();
        choose(dialog, QStringLiteral("Quantise weights"));
        dialog.findChild<QComboBox*>(QStringLiteral("bits"))->setCurrentText(QStringLiteral("4"));
        const auto text = preview(dialog);
        QVERIFY2(text.contains(QStringLiteral("File: 16")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("MatMulNBits")), qPrintable(text));
        shootDialog(dialog, QStringLiteral("whole_model_quantise"));
    }

    void aFindingIsRepairedFromProblems()
    {
        QVERIFY(m_driven->open(QString::fromStdString(
                    (testing::sourceDir() / "tests/data/features/unsorted_nodes.onnx").string()))
            != nullptr);
        m_driven->settle();
        const auto findings = [&] {
            return std::ranges::count(
                document()->problems(), "nodes-unsorted", &support::Diagnostic::code);
        };
        QCOMPARE(findings(), 1);
        m_driven->action("go.problems")->trigger();
        m_driven->settle();
        auto* const panel = m_driven->panel<ui::ProblemsPanel>();
        const auto found = std::ranges::find(
            document()->problems(), "nodes-unsorted", &support::Diagnostic::code);
        const auto actions = ui::problemActions(*found, *panel);
        const auto repair = std::ranges::find_if(actions, [](const ui::ProblemAction& action) {
            return std::string_view(action.id) == "repair";
        });
        QVERIFY(repair != actions.end());
        m_driven->shoot(QStringLiteral("repair"));
        repair->follow();
        m_driven->settle();
        QCOMPARE(findings(), 0);
        QCOMPARE(document()->editor()->count(), 1);
    }
};

QTEST_MAIN(TestWholeModelDialog)
#include "tst_whole_model_dialog.moc"
