#include <QTest>

#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/editing_test.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/canvas/view_state.h"
#include "ui/compare/comparison_page.h"
#include "ui/document/document.h"
#include "ui/edit/edit_banner.h"
#include "ui/edit/edit_history_panel.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/name_popup.h"
#include "ui/edit/palette/operator_palette.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/inspector_view.h"
#include "ui/pages/document_page.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"
#include "ui/window/tabs/document_tabs.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>

using ui::SelectedItem;

namespace {

constexpr auto dense = R"(
    x: float[batch,4]
    w: float[4,3] = {1,2,3,4,5,6,7,8,9,10,11,12}
    b: float[3] = {0,1,2}
    m = MatMul(x, w) "/stem/MatMul"
    s = Add(m, b) "/stem/Add"
    r = Relu(s) "/head/Relu"
    l = LeakyRelu(r) "/head/Leaky"
    y = Transpose(l) {perm: 1 0} "/head/Turn"
    y -> float[3,batch]
)";

} // namespace

/// Editing in the real window, with mouse and keyboard.
class TestEditWindow : public QObject, protected EditingTest {
    Q_OBJECT

private:
    int m_count = 0;

    ui::InspectorView* inspector() { return m_driven->panel<ui::InspectorPanel>()->view(); }
    template <typename T>
    T* field(const char* name)
    {
        return inspector()->findChild<T*>(QString::fromUtf8(name));
    }

    ui::Document* open(const std::string& bytes)
    {
        const auto file = path("m%1.onnx").arg(++m_count);
        testing::writeFile(file, bytes);
        return m_driven->open(file);
    }
    void openForEditing(const char* text = dense)
    {
        QVERIFY(open(testing::modelBytesFromText(text)) != nullptr);
        document()->unfoldAll();
        turnOn();
        QVERIFY(editor().isOn());
    }
    std::string selected()
    {
        const auto item = document()->selection()->current();
        return item.isNode() ? model().nodes[item.id].name : std::string();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(canvas(), key, modifiers);
        m_driven->settle();
    }
    void type(QWidget* line, const QString& text)
    {
        auto* field = qobject_cast<QLineEdit*>(line);
        QVERIFY(field != nullptr);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        m_driven->settle();
    }
    template <typename T>
    T* popup()
    {
        return qobject_cast<T*>(QApplication::activePopupWidget());
    }
    /// The inputs of a node, by name.
    QStringList inputs(const std::string& name)
    {
        QStringList names;
        for (const auto input : model().node(node(name)).inputs)
            names += QString::fromStdString(input.isValid() ? model().value(input).name : "");
        return names;
    }
    /// The middle of the line that leads to a node, in the canvas.
    QPoint lineTo(const std::string& name)
    {
        const auto& scene = *canvas()->content().scene;
        for (const auto& link : scene.producersOf(scene.find(node(name)))) {
            if (link.line == layout::noIndex)
                continue;
            const auto points = scene.line(link.line);
            const auto a = points[points.size() / 2 - 1];
            const auto b = points[points.size() / 2];
            const layout::Rect middle { (a.x + b.x) / 2, (a.y + b.y) / 2, 0, 0 };
            return ui::toScreen(canvas()->view(), middle).topLeft().toPoint();
        }
        return {};
    }
    float alpha()
    {
        const auto* set = model().node(node("/head/Leaky")).attribute("alpha");
        return set != nullptr ? std::get<float>(set->value) : 0.01F; // its default
    }
    QString refusal(const char* name)
    {
        const auto* label
            = field<QLabel>((QByteArray(name) + QByteArrayLiteral("-refusal")).constData());
        return label != nullptr && !label->isHidden() ? label->text() : QString();
    }

private slots:
    void initTestCase() { isolate(); }
    void init() { startWindow(); }
    void cleanup() { endWindow(); }

    void nothingChangesWhileEditingIsOff()
    {
        QVERIFY(open(testing::modelBytesFromText(dense)) != nullptr);
        document()->unfoldAll();
        select("/head/Leaky");
        press(Qt::Key_Delete);
        press(Qt::Key_Delete, Qt::ControlModifier);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, lineTo("/head/Relu"));
        m_driven->settle();
        QCOMPARE(popup<QWidget>(), nullptr);
        QCOMPARE(editor().count(), 0);
        QCOMPARE(model().nodes.size(), 5U);
        QVERIFY(!m_driven->action("edit.delete")->isEnabled());
        QCOMPARE(field<QLineEdit>("attribute-/head/Leaky-alpha"), nullptr);
    }

    void aTypedAttributeIsAnEditWithUndoAndRedo()
    {
        openForEditing();
        select("/head/Leaky");
        type(field<QLineEdit>("attribute-/head/Leaky-alpha"), QStringLiteral("0.5"));
        QCOMPARE(alpha(), 0.5F);
        QCOMPARE(editor().count(), 1);
        QCOMPARE(editor().stepText(0), QStringLiteral("Set alpha of /head/Leaky from 0.01 to 0.5"));
        QCOMPARE(selected(), std::string("/head/Leaky"));
        QVERIFY((*m_driven)->windowTitle().contains(QStringLiteral("m")));
        const auto* tabs = (*m_driven)->findChild<QTabWidget*>();
        QVERIFY(tabs->tabText(tabs->currentIndex()).startsWith(u'●'));
        QVERIFY((*m_driven)->findChild<ui::EditBanner*>()->isVisible());
        trigger("edit.undo");
        QCOMPARE(alpha(), 0.01F);
        QVERIFY(!editor().isModified());
        QVERIFY(!tabs->tabText(tabs->currentIndex()).startsWith(u'●'));
        QVERIFY(!(*m_driven)->findChild<ui::EditBanner*>()->isVisible());
        trigger("edit.redo");
        QCOMPARE(alpha(), 0.5F);
        QCOMPARE(selected(), std::string("/head/Leaky"));
    }

    void theDifferenceToTheFileIsShown()
    {
        openForEditing();
        select("/head/Leaky");
        type(field<QLineEdit>("attribute-/head/Leaky-alpha"), QStringLiteral("0.5"));
        select("/head/Relu");
        press(Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(editor().count(), 2);
        QTest::mouseClick(m_driven->child<QPushButton>("showDifference"), Qt::LeftButton);
        m_driven->settle();
        const auto* page = (*m_driven)->findChild<ui::DocumentTabs*>()->currentComparison();
        QVERIFY(page != nullptr);
        const auto& counts = page->compared().structure->counts;
        QCOMPARE(counts[static_cast<std::size_t>(model::NodeChange::Changed)], std::size_t(1));
        QCOMPARE(counts[static_cast<std::size_t>(model::NodeChange::Removed)], std::size_t(1));
        QCOMPARE(counts[static_cast<std::size_t>(model::NodeChange::Added)], std::size_t(0));
        QCOMPARE(page->compared().sides[0].model->nodes.size(), std::size_t(5));
        m_driven->shoot(QStringLiteral("edit-difference"));
    }

    void resettingAnAttributeRestoresTheDefault()
    {
        openForEditing();
        select("/head/Leaky");
        QCOMPARE(field<QWidget>("attribute-/head/Leaky-alpha-reset"), nullptr);
        type(field<QLineEdit>("attribute-/head/Leaky-alpha"), QStringLiteral("0.5"));
        auto* reset = field<QWidget>("attribute-/head/Leaky-alpha-reset");
        QVERIFY(reset != nullptr);
        QTest::mouseClick(reset, Qt::LeftButton);
        m_driven->settle();
        QCOMPARE(model().node(node("/head/Leaky")).attribute("alpha"), nullptr);
        QCOMPARE(field<QLineEdit>("attribute-/head/Leaky-alpha")->text(), QStringLiteral("0.01"));
    }

    void aWrongValueStaysInItsFieldAndIsNotApplied_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        QTest::newRow("no number") << "/head/Leaky"
                                   << "attribute-/head/Leaky-alpha"
                                   << "abc"
                                   << "no number";
        QTest::newRow("the schema's count") << "/head/Turn"
                                            << "attribute-/head/Turn-perm"
                                            << "1 0 2"
                                            << "Not applied: the model keeps 1 0";
    }
    void aWrongValueStaysInItsFieldAndIsNotApplied()
    {
        QFETCH(QString, node);
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, why);
        openForEditing();
        select(node.toStdString());
        const auto name = field.toUtf8();
        type(this->field<QLineEdit>(name.constData()), text);
        QCOMPARE(editor().count(), 0);
        QVERIFY2(refusal(name.constData()).contains(why), qPrintable(refusal(name.constData())));
        select("/stem/Add");
        select(node.toStdString()); // the inspector is made anew
        QCOMPARE(this->field<QLineEdit>(name.constData())->text(), text);
        QVERIFY(!refusal(name.constData()).isEmpty());
        const auto rows = [&] {
            const auto* problems = m_driven->panel<ui::ProblemsPanel>()->view()->model();
            return problems->match(problems->index(0, 0), Qt::DisplayRole, why, -1,
                Qt::MatchContains | Qt::MatchRecursive);
        };
        QCOMPARE(rows().size(), 1);
        select("/stem/Add");
        trigger("go.nextProblem");
        QCOMPARE(selected(), node.toStdString());
        type(this->field<QLineEdit>(name.constData()),
            field.endsWith(QStringLiteral("alpha")) ? QStringLiteral("0.01")
                                                    : QStringLiteral("1 0"));
        QVERIFY(rows().isEmpty());
    }

    void aClickOnALineInsertsTheChosenOperator()
    {
        openForEditing();
        select("/stem/Add");
        const auto box = canvas()->content().scene->find(node("/stem/Add"));
        const auto before = canvas()->boxRect(box);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, lineTo("/head/Relu"));
        auto* palette = popup<ui::OperatorPalette>();
        QVERIFY(palette != nullptr);
        QTest::keyClicks(palette->filter(), QStringLiteral("sigm"));
        QCOMPARE(palette->list()->currentIndex().data().toString(), QStringLiteral("Sigmoid"));
        QTest::keyClick(palette->filter(), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(model().nodes.size(), 6U);
        QCOMPARE(selected(), std::string("/Sigmoid"));
        QCOMPARE(inputs("/Sigmoid"), QStringList { QStringLiteral("s") });
        QCOMPARE(inputs("/head/Relu"), QStringList { QStringLiteral("/Sigmoid_output_0") });
        // In the order of the file it is behind its producer.
        QCOMPARE(model().node(node("/Sigmoid")).position, 2U);
        trigger("edit.undo");
        QCOMPARE(model().nodes.size(), 5U);
        QCOMPARE(inputs("/head/Relu"), QStringList { QStringLiteral("s") });
        select("/stem/Add");
        const auto after = canvas()->boxRect(canvas()->content().scene->find(node("/stem/Add")));
        QVERIFY2(std::abs(after.x() - before.x()) < 40, "the card went elsewhere");
    }

    /// Drags from a point of the canvas to the middle of a card.
    void dragTo(QPoint from, const std::string& card)
    {
        const auto to
            = canvas()->boxRect(canvas()->content().scene->find(node(card))).center().toPoint();
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(canvas(), from + (to - from) * i / 4);
        m_driven->shoot(QStringLiteral("edit-drag-line"));
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        m_driven->settle();
    }
    /// A point near an end of the line that leads to a node.
    QPoint endOfLineTo(const std::string& name, ui::LineDrag::End end)
    {
        const auto& scene = *canvas()->content().scene;
        for (const auto& link : scene.producersOf(scene.find(node(name)))) {
            if (link.line == layout::noIndex)
                continue;
            const auto points = scene.line(link.line);
            const bool isProducer = end == ui::LineDrag::End::Producer;
            const auto a = isProducer ? points.front() : points.back();
            const auto b = isProducer ? points[1] : points[points.size() - 2];
            constexpr float part = 0.25F;
            const layout::Rect at { a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, 0, 0 };
            return ui::toScreen(canvas()->view(), at).topLeft().toPoint();
        }
        return {};
    }

    void draggingTheStartOfALineGivesItAnotherProducer()
    {
        openForEditing();
        dragTo(endOfLineTo("/head/Leaky", ui::LineDrag::End::Producer), "/stem/Add");
        QCOMPARE(editor().count(), 1);
        QCOMPARE(inputs("/head/Leaky"), QStringList { QStringLiteral("s") });
        trigger("edit.undo");
        QCOMPARE(inputs("/head/Leaky"), QStringList { QStringLiteral("r") });
    }

    void draggingTheEndOfALineConnectsAnotherReader()
    {
        openForEditing();
        dragTo(endOfLineTo("/head/Relu", ui::LineDrag::End::Reader), "/head/Leaky");
        QCOMPARE(editor().count(), 1);
        QCOMPARE(inputs("/head/Leaky"), QStringList { QStringLiteral("s") });
        QCOMPARE(inputs("/head/Relu"), QStringList { QStringLiteral("s") });
    }

    void draggingALineToACycleIsRefused()
    {
        openForEditing();
        dragTo(endOfLineTo("/head/Relu", ui::LineDrag::End::Producer), "/head/Leaky");
        QCOMPARE(editor().count(), 0);
        QCOMPARE(inputs("/head/Relu"), QStringList { QStringLiteral("s") });
    }

    void escLeavesTheLineAsItIs()
    {
        openForEditing();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, lineTo("/head/Relu"));
        auto* palette = popup<ui::OperatorPalette>();
        QVERIFY(palette != nullptr);
        QTest::keyClick(palette->filter(), Qt::Key_Escape);
        m_driven->settle();
        QCOMPARE(popup<QWidget>(), nullptr);
        QCOMPARE(editor().count(), 0);
    }

    void insertingBeforeAnOutputKeepsItsName()
    {
        openForEditing();
        select("/head/Turn");
        press(Qt::Key_Insert);
        auto* palette = popup<ui::OperatorPalette>();
        QVERIFY(palette != nullptr);
        QTest::keyClicks(palette->filter(), QStringLiteral("Neg"));
        QTest::keyClick(palette->filter(), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(editor().count(), 1);
        const auto output = model().main().outputs.front();
        QCOMPARE(model().main().outputs.size(), 1U);
        QCOMPARE(model().value(output).name, std::string("y"));
        QCOMPARE(model().node(model().value(output).producer).type, std::string("Neg"));
        QVERIFY(std::ranges::none_of(document()->problems(),
            [](const auto& problem) { return problem.severity == support::Severity::Error; }));
        trigger("edit.undo");
        QCOMPARE(model().node(model().value(model().main().outputs.front()).producer).type,
            std::string("Transpose"));
    }

    void deletingSaysWhoReadsTheValue()
    {
        openForEditing();
        select("/head/Relu");
        press(Qt::Key_Delete);
        QCOMPARE(editor().count(), 0);
        QCOMPARE(model().nodes.size(), 5U);
        press(Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(model().nodes.size(), 4U);
        QCOMPARE(inputs("/head/Leaky"), QStringList { QStringLiteral("s") });
        trigger("edit.undo");
        QCOMPARE(inputs("/head/Leaky"), QStringList { QStringLiteral("r") });
    }

    void severalNodesAreDeletedInOneStep()
    {
        openForEditing("x: float[1]\na = Relu(x)\nb = Abs(a)\nc = Neg(b)\ny = Exp(x)\ny ->");
        // They have no names: their paths change while they are deleted.
        document()->selection()->set(
            { { SelectedItem::Kind::Node, 0 }, { SelectedItem::Kind::Node, 1 },
                { SelectedItem::Kind::Node, 2 } },
            { SelectedItem::Kind::Node, 1 });
        canvas()->setFocus();
        m_driven->settle();
        press(Qt::Key_Delete);
        QCOMPARE(model().nodes.size(), 1U);
        QCOMPARE(model().nodes.front().type, std::string("Exp"));
        QCOMPARE(editor().count(), 1);
        trigger("edit.undo");
        QCOMPARE(model().nodes.size(), 4U);
        QCOMPARE(model().nodes[2].type, std::string("Neg"));
    }

    void renamingFollowsEverywhereAndKeepsTheSelection()
    {
        openForEditing();
        const auto value = model().node(node("/stem/Add")).outputs.front();
        document()->selection()->select({ SelectedItem::Kind::Value, value.value() });
        canvas()->setFocus();
        m_driven->settle();
        press(Qt::Key_F2);
        auto* name = popup<ui::NamePopup>();
        QVERIFY(name != nullptr);
        name->line()->selectAll();
        QTest::keyClicks(name->line(), QStringLiteral("m")); // taken
        QTest::keyClick(name->line(), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(popup<ui::NamePopup>(), name); // with the reason
        QVERIFY(shownWords(*name).contains(QStringLiteral("taken")));
        name->line()->selectAll();
        QTest::keyClicks(name->line(), QStringLiteral("sum"));
        QTest::keyClick(name->line(), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(popup<QWidget>(), nullptr);
        QCOMPARE(inputs("/head/Relu"), QStringList { QStringLiteral("sum") });
        const auto item = document()->selection()->current();
        QVERIFY(item.isValue());
        QCOMPARE(model().values[item.id].name, std::string("sum"));
    }

    void anInputIsConnectedToAnotherProducer()
    {
        openForEditing();
        select("/head/Leaky");
        press(Qt::Key_R);
        auto* list = popup<ui::ChoiceList>();
        QVERIFY(list != nullptr);
        // What depends on the node is not offered.
        QTest::keyClicks(list->filter(), QStringLiteral("y "));
        QCOMPARE(list->list()->model()->rowCount(), 0);
        list->filter()->setText(QStringLiteral("from Add"));
        QTest::keyClick(list->filter(), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(inputs("/head/Leaky"), QStringList { QStringLiteral("s") });
    }

    void aNodeIsAddedAndItsValueMadeAnOutput()
    {
        openForEditing();
        select("/head/Relu");
        press(Qt::Key_A, Qt::ShiftModifier);
        auto* palette = popup<ui::OperatorPalette>();
        QVERIFY(palette != nullptr);
        QTest::keyClicks(palette->filter(), QStringLiteral("Shape"));
        QTest::keyClick(palette->filter(), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(selected(), std::string("/head/Shape"));
        trigger("edit.makeOutput");
        QCOMPARE(model().main().outputs.size(), 2U);
        QCOMPARE(
            model().value(model().main().outputs.back()).name, std::string("/head/Shape_output_0"));
        QCOMPARE(editor().count(), 2);
        editor().goTo(0);
        m_driven->settle();
        QCOMPARE(model().main().outputs.size(), 1U);
        QCOMPARE(model().nodes.size(), 5U);
    }

    void aClickInTheHistoryGoesThere()
    {
        openForEditing();
        select("/head/Leaky");
        for (const auto* text : { "0.5", "0.75" })
            type(field<QLineEdit>("attribute-/head/Leaky-alpha"), QString::fromLatin1(text));
        auto* panel = m_driven->panel<ui::EditHistoryPanel>();
        m_driven->showPanel(QStringLiteral("edits"));
        m_driven->settle();
        const auto* rows = panel->view()->model();
        QCOMPARE(rows->rowCount(), 3);
        const auto opened = panel->view()->visualRect(rows->index(0, 0)).center();
        QTest::mouseClick(panel->view()->viewport(), Qt::LeftButton, {}, opened);
        m_driven->settle();
        QCOMPARE(editor().count(), 0);
        QCOMPARE(editor().steps().count(), 2);
        QCOMPARE(alpha(), 0.01F);
    }

    void theModelsInterfaceIsEdited()
    {
        openForEditing();
        document()->selection()->clear();
        m_driven->settle();
        type(field<QLineEdit>("new-input"), QStringLiteral("mask: float[batch,4]"));
        QCOMPARE(model().main().inputs.size(), 2U);
        type(field<QLineEdit>("dimension-name-batch"), QStringLiteral("8"));
        QCOMPARE(model::typeText(model().value(model().main().inputs.front()).type),
            std::string("8×4 fp32"));
        type(field<QLineEdit>("new-metadata"), QStringLiteral("author = me"));
        QCOMPARE(model().metadata.back(), (std::pair<std::string, std::string> { "author", "me" }));
        type(field<QLineEdit>("model-producer_name"), QStringLiteral("hand"));
        QCOMPARE(model().producerName, std::string("hand"));
        QCOMPARE(editor().count(), 4);
        editor().goTo(0);
        m_driven->settle();
        QCOMPARE(model().main().inputs.size(), 1U);
        QVERIFY(model().metadata.empty());
    }

    void gesturesOnBodiesAndFunctionsRefuseOrWorkAndUndo()
    {
        QVERIFY(open(testing::nestedModel()) != nullptr);
        turnOn();
        const auto nodes = model().nodes.size();
        for (std::size_t i = 0; i < nodes; ++i) {
            document()->reveal(model::NodeId(i));
            canvas()->setFocus();
            m_driven->settle();
            for (const auto key : { Qt::Key_Delete, Qt::Key_Insert, Qt::Key_R }) {
                press(key, {});
                while (auto* open = QApplication::activePopupWidget())
                    open->close();
                m_driven->settle();
            }
            press(Qt::Key_Delete, Qt::ControlModifier);
            editor().goTo(0);
            m_driven->settle();
            QCOMPARE(model().nodes.size(), nodes);
        }
        QVERIFY(!editor().isModified());
    }
};

QTEST_MAIN(TestEditWindow)
#include "tst_edit_window.moc"
