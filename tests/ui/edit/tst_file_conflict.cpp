#include <QTest>

#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/editing_test.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/model_editor.h"
#include "ui/pages/document_page.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/banner.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace {

constexpr auto original = R"(
    x: float[2]
    r = Relu(x) "act"
    l = LeakyRelu(r) {alpha: 0.5} "leaky"
    y = Identity(l) "end"
    y -> float[2]
)";
constexpr auto otherAlpha = R"(
    x: float[2]
    r = Relu(x) "act"
    l = LeakyRelu(r) {alpha: 0.25} "leaky"
    y = Identity(l) "end"
    y -> float[2]
)";
constexpr auto withoutLeaky = R"(
    x: float[2]
    r = Relu(x) "act"
    y = Identity(r) "end"
    y -> float[2]
)";

float alphaOf(const model::Model& model)
{
    for (const auto& node : model.nodes)
        if (const auto* alpha = node.attribute("alpha"))
            return std::get<float>(alpha->value);
    return 0;
}

QStringList rowsOf(const QDialog& dialog, const char* table)
{
    const auto* rows = dialog.findChild<ui::TableView*>(QString::fromLatin1(table))->model();
    QStringList texts;
    for (int row = 0; row < rows->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < rows->columnCount(); ++column)
            cells += rows->index(row, column).data().toString();
        texts += cells.join(QStringLiteral(" | "));
    }
    return texts;
}

} // namespace

/// Another program or window writes the file of a model with edits that are not saved.
class TestFileConflict : public QObject, protected EditingTest {
    Q_OBJECT

private:
    QString file() const { return path("m.onnx"); }
    QString journals() const { return ui::settings::folder() + QStringLiteral("/edits"); }
    void openEdited(const char* graph = original)
    {
        openText("m.onnx", graph);
        turnOn();
        rename("act", "gate");
    }
    /// As exporters do: over the bytes that are there.
    void overwrite(const char* graph)
    {
        testing::writeFile(file(), testing::modelBytesFromText(graph));
    }
    void replace(const char* graph)
    {
        const auto beside = path("new.onnx");
        testing::writeFile(beside, testing::modelBytesFromText(graph));
        QVERIFY(QFile::remove(file()) && QFile::rename(beside, file()));
    }
    /// Opens the dialog by the banner of the page.
    void decide(const std::function<void(QDialog&)>& answer)
    {
        auto* banner = m_driven->child<ui::Banner>("banner");
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), DrivenWindow::patience);
        bool isAnswered = false;
        answerDialog([&](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QStringLiteral("fileConflict"));
            m_driven->settle();
            isAnswered = true;
            answer(dialog);
            if (dialog.isVisible())
                dialog.reject();
        });
        pressButton(*banner, QStringLiteral("Decide…"));
        QVERIFY(isAnswered);
        m_driven->settle();
    }
    void decide(const char* button)
    {
        decide([&](QDialog& dialog) {
            dialog.findChild<QPushButton*>(QString::fromLatin1(button))->click();
        });
    }

private slots:
    void initTestCase() { isolate(); }
    void init()
    {
        QDir(journals()).removeRecursively();
        startWindow();
    }
    void cleanup() { endWindow(); }

    void bothSidesAreShown()
    {
        openEdited();
        apply("setAttribute", [](support::JsonWriter& json) {
            json.members({ { "node", "leaky" }, { "name", "alpha" }, { "value", 0.75 } });
        });
        replace(otherAlpha);
        QStringList changes, steps;
        QString words;
        decide([&](QDialog& dialog) {
            changes = rowsOf(dialog, "conflictChanges");
            steps = rowsOf(dialog, "conflictSteps");
            words = shownWords(dialog);
            shootDialog(dialog, QStringLiteral("file-conflict"));
        });
        QCOMPARE(changes,
            QStringList({ "LeakyRelu \"leaky\" | both | attribute alpha: 0.5 → 0.25 | "
                          "attribute alpha: 0.5 → 0.75",
                "Relu \"act\" | your edits |  | renamed to \"gate\"" }));
        QCOMPARE(steps.size(), 2);
        QVERIFY(steps[0].endsWith(QStringLiteral("| fits")));
        QVERIFY2(words.contains(QStringLiteral("1 change in the file. 1 part changed by both.")),
            qPrintable(words));
        // Nothing was decided.
        QVERIFY(node("gate").isValid());
        QCOMPARE(alphaOf(model()), 0.75F);
        QVERIFY(m_driven->child<ui::Banner>("banner")->isVisible());
        m_driven->shoot(QStringLiteral("file-conflict-banner"));
    }

    void editsAreRepeatedOnTheNewFile()
    {
        openEdited();
        overwrite(otherAlpha);
        decide("replayEdits");
        QVERIFY(node("gate").isValid());
        QCOMPARE(alphaOf(model()), 0.25F);
        QCOMPARE(editor().count(), 1);
        QVERIFY(editor().isModified());
        QCOMPARE(editor().changedNodes().size(), std::size_t(1));
        QVERIFY(document()->analysis() != nullptr);
        QTRY_VERIFY(!m_driven->child<ui::Banner>("banner")->isVisible());
        QTRY_COMPARE(QDir(journals()).entryList({ QStringLiteral("*.json") }).size(), 1);
        saveAs(path("both.onnx"));
        const auto saved = model::onnx::openModel(path("both.onnx").toStdString());
        QVERIFY(saved);
        QCOMPARE(alphaOf(**saved), 0.25F);
        QCOMPARE((*saved)->nodes.front().name, std::string("gate"));
        editor().undo();
        m_driven->settle();
        QVERIFY(node("act").isValid());
        QCOMPARE(alphaOf(model()), 0.25F);
    }

    void editsThatDoNotFitAreSavedAsAScript()
    {
        openEdited();
        rename("leaky", "slope");
        replace(withoutLeaky);
        decide([&](QDialog& dialog) {
            const auto steps = rowsOf(dialog, "conflictSteps");
            QVERIFY(steps[0].endsWith(QStringLiteral("fits")));
            QVERIFY2(steps[1].contains(QStringLiteral("does not fit")), qPrintable(steps[1]));
            shootDialog(dialog, QStringLiteral("file-conflict-misfit"));
            answerDialog(
                [](QDialog& question) { pressButton(question, QStringLiteral("Cancel")); });
            dialog.findChild<QPushButton*>(QStringLiteral("replayEdits"))->click();
        });
        QVERIFY(node("slope").isValid()); // cancelled: nothing has changed
        const auto script = path("others.json");
        decide([&](QDialog& dialog) {
            answerDialog([&](QDialog& question) {
                answerFileDialog(script);
                pressButton(question, QStringLiteral("Save them as a script…"));
            });
            dialog.findChild<QPushButton*>(QStringLiteral("replayEdits"))->click();
        });
        QVERIFY(node("gate").isValid());
        QCOMPARE(model().nodes.size(), 2U);
        QCOMPARE(editor().count(), 1);
        QFile written(script);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const auto operations = model::edit::operationsFrom(written.readAll().toStdString());
        QVERIFY(operations);
        QCOMPARE(operations->size(), std::size_t(1));
        QCOMPARE(operations->front().arguments["to"].stringOr(""), std::string("slope"));
    }

    /// Also if the bytes that the copy needs were overwritten.
    void mineIsKeptAsACopy()
    {
        openEdited();
        overwrite(otherAlpha);
        decide([&](QDialog& dialog) {
            answerDialog([&](QDialog& saving) {
                saving.findChild<QLineEdit*>(QStringLiteral("savePath"))
                    ->setText(path("mine.onnx"));
                pressButton(saving, QStringLiteral("Save"));
            });
            dialog.findChild<QPushButton*>(QStringLiteral("keepCopy"))->click();
        });
        QCOMPARE(document()->path(), path("mine.onnx"));
        const auto mine = model::onnx::openModel(path("mine.onnx").toStdString());
        QVERIFY(mine);
        QCOMPARE((*mine)->nodes.front().name, std::string("gate"));
        QCOMPARE(alphaOf(**mine), 0.5F);
        const auto theirs = model::onnx::openModel(file().toStdString());
        QCOMPARE((*theirs)->nodes.front().name, std::string("act"));
        QCOMPARE(alphaOf(**theirs), 0.25F);
    }

    void mineIsDiscarded()
    {
        openEdited();
        replace(otherAlpha);
        decide("discardMine");
        QVERIFY(node("act").isValid());
        QCOMPARE(alphaOf(model()), 0.25F);
        QVERIFY(!editor().isModified());
    }

    void anUnreadableFileLeavesACopy()
    {
        openEdited();
        testing::writeFile(file(), "this is no model");
        decide([&](QDialog& dialog) {
            QVERIFY2(shownWords(dialog).contains(QStringLiteral("cannot be read now")),
                qPrintable(shownWords(dialog)));
            QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("replayEdits"))->isEnabled());
            QVERIFY(dialog.findChild<QPushButton*>(QStringLiteral("keepCopy"))->isEnabled());
        });
        QVERIFY(node("gate").isValid());
    }

    /// A node without a name is edited by its position, which is that of another node now.
    void positionsOfAnotherFileAreNotTrusted()
    {
        openText(
            "m.onnx", "x: float[2]\nr = Relu(x)\nl = LeakyRelu(r)\ny = Relu(l)\ny -> float[2]");
        turnOn();
        rename("graph/node[2]", "last");
        replace("x: float[2]\ne = Exp(x)\nr = Relu(e)\nl = LeakyRelu(r)\ny = Relu(l)\n"
                "y -> float[2]");
        decide([&](QDialog& dialog) {
            const auto steps = rowsOf(dialog, "conflictSteps");
            QVERIFY2(steps[0].contains(QStringLiteral("by its position")), qPrintable(steps[0]));
        });
    }

    void savingOverAChangedFileAsksFirst()
    {
        openEdited();
        replace(otherAlpha);
        answerDialog([&](QDialog& saving) {
            saving.findChild<QLineEdit*>(QStringLiteral("savePath"))->setText(file());
            answerDialog([&](QDialog& question) {
                answerDialog([&](QDialog& conflict) {
                    QCOMPARE(conflict.objectName(), QStringLiteral("fileConflict"));
                    m_driven->settle();
                    conflict.reject();
                });
                pressButton(question, QStringLiteral("Replace"));
            });
            pressButton(saving, QStringLiteral("Save"));
        });
        trigger("file.saveAs");
        const auto theirs = model::onnx::openModel(file().toStdString());
        QCOMPARE((*theirs)->nodes.front().name, std::string("act"));
        QCOMPARE(alphaOf(**theirs), 0.25F);
        QVERIFY(editor().isModified());
    }

    void twoWindowsOnOneFile()
    {
        openEdited();
        {
            DrivenWindow other;
            auto& editor = *other.open(file())->editor();
            editor.apply(ui::makeEdit("renameNode", [](support::JsonWriter& json) {
                json.members({ { "node", "leaky" }, { "to", "slope" } });
            }));
            other.settle();
            bool isSaved = false;
            editor.save(
                file(), {}, [&](const support::Result<void>& done) { isSaved = bool(done); });
            other.settle();
            QVERIFY(isSaved);
        }
        decide("replayEdits");
        QVERIFY(node("gate").isValid());
        QVERIFY(node("slope").isValid());
        QCOMPARE(editor().count(), 1);
    }
};

QTEST_MAIN(TestFileConflict)
#include "tst_file_conflict.moc"
