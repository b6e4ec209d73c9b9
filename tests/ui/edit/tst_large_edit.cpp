#include <QTest>

#include "tests/support/layout/big_models.h"
#include "tests/support/ui/editing_test.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/pages/document_page.h"

#include <QTemporaryDir>

#include <algorithm>
#include <utility>

/// Edits of a model so large that they are shown before they are analysed.
class TestLargeEdit : public QObject, protected EditingTest {
    Q_OBJECT

private:
    /// A node that reads one value which another node makes.
    const model::Node& node(std::size_t from)
    {
        const auto& shown = *document()->model();
        const auto isPlain = [&](const model::Node& candidate) {
            return candidate.inputs.size() == 1 && candidate.inputs[0].isValid()
                && shown.value(candidate.inputs[0]).producer.isValid() && !candidate.name.empty();
        };
        return *std::find_if(
            shown.nodes.begin() + static_cast<std::ptrdiff_t>(from), shown.nodes.end(), isPlain);
    }

private slots:
    void initTestCase()
    {
        isolate();
        startWindow();
        testing::writeFile(path("large.onnx"),
            testing::bigModel(testing::BigVariant::Scoped, ui::largeModel + 200).bytes);
        QVERIFY(m_driven->open(path("large.onnx")) != nullptr);
        QVERIFY(document()->model()->nodes.size() > ui::largeModel);
    }
    void cleanupTestCase() { endWindow(); }

    void isShownWithTheTypesFromBefore()
    {
        const auto before = document()->analysis();
        const auto output = node(5'000).outputs[0];
        const auto name = document()->model()->value(output).name;
        std::shared_ptr<const model::Analysis> first;
        connect(document(), &ui::Document::analysisChanged, this, [&] {
            if (first == nullptr)
                first = document()->analysis();
        });
        editor().apply(ui::makeEdit("renameValue", [&](support::JsonWriter& json) {
            json.members({ { "value", name }, { "to", "renamed" } });
        }));
        m_driven->settle();
        disconnect(document(), &ui::Document::analysisChanged, this, nullptr);
        QVERIFY(first != nullptr && first->model == document()->model());
        QCOMPARE(document()->model()->value(output).name, std::string("renamed"));
        QCOMPARE(typeText(first->type(output)), typeText(before->type(output)));
        // The analysis that followed is another one, of the same model.
        const auto now = document()->analysis();
        QVERIFY(now != first);
        QCOMPARE(now->model, document()->model());
        QVERIFY(!editor().isBusy());
        editor().undo();
        m_driven->settle();
        QCOMPARE(document()->model()->value(output).name, name);
        QCOMPARE(document()->analysis()->model, document()->model());
        editor().redo();
        editor().undo();
        editor().redo(); // while the model is still analysed
        m_driven->settle();
        QCOMPARE(editor().count(), 1);
        QCOMPARE(document()->model()->value(output).name, std::string("renamed"));
    }

    /// What the user does next need not wait for the analysis: it is stopped, or decides first.
    void goesOnWhileItIsAnalysed_data()
    {
        QTest::addColumn<bool>("mayMakeErrors");
        QTest::addColumn<bool>("takesBack");
        QTest::newRow("edit") << true << false;
        QTest::newRow("edit after one that is judged") << false << false;
        QTest::newRow("undo") << true << true;
        QTest::newRow("undo of one that is judged") << false << true;
    }
    void goesOnWhileItIsAnalysed()
    {
        QFETCH(bool, mayMakeErrors);
        QFETCH(bool, takesBack);
        const auto count = editor().count();
        const auto name = node(7'000).name;
        const auto other = node(8'000).name;
        const auto renaming = [](const std::string& from, const std::string& to) {
            return ui::makeEdit("renameNode", [&](support::JsonWriter& json) {
                json.members({ { "node", from }, { "to", to } });
            });
        };
        QStringList ends;
        const auto noteEnd = [&](const QString& which) {
            return [&ends, which](const support::Result<void>& done) {
                ends += which + (done ? QString() : QString::fromStdString(done.error().message()));
            };
        };
        auto edit = renaming(name, "first" + name);
        if (!mayMakeErrors)
            edit.newErrors = ui::ModelEdit::NewErrors::Refused;
        bool isAnalysing = false;
        QObject once;
        connect(&editor(), &ui::ModelEditor::changed, &once, [&] {
            if (editor().count() == count || std::exchange(isAnalysing, true))
                return;
            QVERIFY(editor().isBusy()); // with the analysis
            takesBack ? editor().undo()
                      : editor().apply(renaming(other, "second" + other), noteEnd("second"));
        });
        editor().apply(std::move(edit), noteEnd("first"));
        m_driven->settle();
        QVERIFY(isAnalysing && !editor().isBusy());
        QCOMPARE(ends, takesBack ? QStringList { "first" } : QStringList({ "first", "second" }));
        QCOMPARE(editor().count(), takesBack ? count : count + 2);
        QCOMPARE(node(7'000).name, takesBack ? name : "first" + name);
        QCOMPARE(node(8'000).name, takesBack ? other : "second" + other);
        QCOMPARE(document()->analysis()->model, document()->model());
        editor().goTo(count);
        m_driven->settle();
        QCOMPARE(node(7'000).name, name);
    }

    /// The types that the window knows are those of the model before an edit until its analysis has
    /// ended. A new output is declared with the type of the edited model either way.
    void anOutputHasTheTypeOfTheEditedModel_data()
    {
        QTest::addColumn<bool>("waits");
        QTest::newRow("while the edit before is analysed") << false;
        QTest::newRow("afterwards") << true;
    }
    void anOutputHasTheTypeOfTheEditedModel()
    {
        QFETCH(bool, waits);
        const auto count = editor().count();
        const auto name = node(5'500).name;
        const auto& shown = *document()->model();
        const auto read = shown.value(node(5'500).inputs[0]).name;
        const auto output = shown.value(node(5'500).outputs[0]).name;
        const auto addOutput = ui::makeEdit("addGraphOutput", [&](support::JsonWriter& json) {
            json.members({ { "value", output } });
        });
        QObject once;
        bool isAdded = waits;
        connect(&editor(), &ui::ModelEditor::changed, &once, [&] {
            if (editor().count() == count + 1 && !std::exchange(isAdded, true))
                editor().apply(addOutput);
        });
        editor().applyScript(R"({"op":"insertNode","type":"Cast","value":")" + read
                + R"(","reader":")" + name + R"(","attributes":{"to":10}})",
            {});
        m_driven->settle();
        if (waits) {
            editor().apply(addOutput);
            m_driven->settle();
        }
        QCOMPARE(editor().count(), count + 2);
        const auto& value = document()->model()->value(document()->model()->main().outputs.back());
        QCOMPARE(value.name, output);
        QCOMPARE(value.type.element, model::ElementType::Float16);
        editor().goTo(count);
        m_driven->settle();
    }

    void isTakenBackIfItMakesErrors()
    {
        const auto count = editor().count();
        const auto type = node(6'000).type;
        const auto name = node(6'000).name;
        auto edit = ui::makeEdit("setOperator", [&](support::JsonWriter& json) {
            json.members({ { "node", name }, { "type", "Concat" } }); // it needs an axis
        });
        edit.newErrors = ui::ModelEdit::NewErrors::Refused;
        std::string refusal;
        editor().apply(std::move(edit), [&](const support::Result<void>& done) {
            refusal = done ? "accepted" : done.error().message();
        });
        m_driven->settle();
        QVERIFY2(refusal.find("axis") != std::string::npos, refusal.c_str());
        QCOMPARE(editor().count(), count);
        QCOMPARE(editor().steps().count(), count); // it cannot be done again
        QCOMPARE(node(6'000).type, type);
    }
};

QTEST_MAIN(TestLargeEdit)
#include "tst_large_edit.moc"
