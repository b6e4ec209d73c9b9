#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/minimap.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/find/completion_list.h"
#include "ui/find/find_panel.h"
#include "ui/pages/document_page.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

using ui::SelectedItem;

/// The Find dock in the real window, with keys.
class TestFindPanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::Document* open(const char* name, const std::string& bytes)
    {
        const auto path = m_files.filePath(QString::fromLatin1(name));
        testing::writeFile(path, bytes);
        return m_driven->open(path);
    }
    ui::FindPanel* find() { return m_driven->panel<ui::FindPanel>(); }
    QLineEdit* line() { return find()->line(); }
    ui::GraphView* graph()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view());
    }
    int rows() { return find()->view()->model()->rowCount(); }
    /// Types a query as a person does, and waits for what it finds.
    void type(const QString& query)
    {
        m_driven->action("edit.find")->trigger();
        line()->setFocus();
        line()->clear();
        QTest::keyClicks(line(), query);
        QTest::keyClick(line(), Qt::Key_Escape); // of the completion, if it is shown
        if (line()->text() != query)
            line()->setText(query);
        QTest::keyClick(line(), Qt::Key_Return);
        m_driven->settle();
    }
    SelectedItem current() { return (*m_driven)->currentDocument()->selection()->current(); }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup()
    {
        while ((*m_driven)->currentDocument() != nullptr)
            m_driven->action("file.close")->trigger();
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void findsInAllGraphsAndSaysInWhich()
    {
        auto* document = open("nested.onnx", testing::nestedModel());
        QVERIFY(document != nullptr);
        type(QStringLiteral("type:Conv"));
        QCOMPARE(rows(), 4);
        QCOMPARE(find()->message()->text(), QStringLiteral("4 results"));
        const auto graphs = find()->findChild<QLabel*>(QStringLiteral("findGraphs"));
        QVERIFY(graphs->isVisible());
        QVERIFY2(graphs->text().contains(QStringLiteral("main_graph 1"))
                && graphs->text().contains(QStringLiteral("branching/then_branch 1")),
            qPrintable(graphs->text()));
        m_driven->shoot(QStringLiteral("find-graphs"));
        // Each result is shown in its own graph.
        QSet<quint32> shown;
        for (int i = 0; i < 4; ++i) {
            m_driven->action("edit.findNext")->trigger();
            QCOMPARE(find()->position()->text(), QStringLiteral("%1 of 4").arg(i + 1));
            QVERIFY(current().isNode());
            const auto place = document->model()->nodes[current().id].graph;
            QCOMPARE(document->currentGraph(), place);
            shown.insert(place.value());
        }
        QCOMPARE(shown.size(), 4);
    }

    void stepsRoundAndSaysSo()
    {
        QVERIFY(open("decoder.onnx", testing::decoderModel(2)) != nullptr);
        type(QStringLiteral("type:Softmax"));
        QCOMPARE(rows(), 2);
        for (int i = 0; i < 2; ++i)
            m_driven->action("edit.findNext")->trigger();
        QCOMPARE(find()->position()->text(), QStringLiteral("2 of 2"));
        m_driven->action("edit.findNext")->trigger();
        QCOMPARE(find()->position()->text(), QStringLiteral("1 of 2"));
        QCOMPARE(find()->message()->text(), QStringLiteral("Went on from the first result."));
        m_driven->action("edit.findPrevious")->trigger();
        QCOMPARE(find()->position()->text(), QStringLiteral("2 of 2"));
        QCOMPARE(find()->message()->text(), QStringLiteral("Went on from the last result."));
        m_driven->action("edit.findPrevious")->trigger();
        QCOMPARE(find()->message()->text(), QStringLiteral("2 results"));
    }

    void anErrorIsMarkedAndTheResultsStay()
    {
        QVERIFY(open("decoder.onnx", testing::decoderModel(2)) != nullptr);
        type(QStringLiteral("type:Softmax"));
        type(QStringLiteral("type:Softmax rank:many"));
        QCOMPARE(rows(), 2);
        QCOMPARE(find()->message()->text(),
            QStringLiteral("Column 14: expected a number, as in rank:4"));
        QCOMPARE(find()->message()->property("tone").toString(), QStringLiteral("error"));
        m_driven->shoot(QStringLiteral("find-error"));
        type(QStringLiteral("time>100us"));
        QCOMPARE(rows(), 2);
        QCOMPARE(find()->message()->text(),
            QStringLiteral("Column 1: \"time\" needs a profile of this model"));
    }

    void nothingFoundSaysWhatWouldMatch()
    {
        QVERIFY(open("decoder.onnx", testing::decoderModel(2)) != nullptr);
        type(QStringLiteral("type:MatMul axis=1"));
        QCOMPARE(rows(), 0);
        QCOMPARE(find()->message()->text(),
            QStringLiteral("Nothing matches type:MatMul axis=1. 8 match without axis=1."));
        QVERIFY(find()->dropButton()->isVisible());
        m_driven->shoot(QStringLiteral("find-nothing"));
        find()->dropButton()->click();
        m_driven->settle();
        QCOMPARE(line()->text(), QStringLiteral("type:MatMul"));
        QCOMPARE(rows(), 8);
    }

    void completesKeysAndValues()
    {
        QVERIFY(open("decoder.onnx", testing::decoderModel(2)) != nullptr);
        m_driven->action("edit.find")->trigger();
        line()->setFocus();
        line()->clear();
        auto* list = find()->window()->findChild<ui::CompletionList*>();
        QTest::keyClicks(line(), QStringLiteral("ty"));
        QVERIFY(list->isVisible());
        QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("type:"));
        QTest::keyClick(line(), Qt::Key_Tab);
        QCOMPARE(line()->text(), QStringLiteral("type:"));
        QVERIFY(list->isVisible()); // a value follows
        QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("MatMul"));
        m_driven->shoot(QStringLiteral("find-completion"));
        line()->setFocus();
        QTest::keyClicks(line(), QStringLiteral("so"));
        QTest::keyClick(line(), Qt::Key_Down);
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(line()->text(), QStringLiteral("type:Softmax "));
        QVERIFY(!list->isVisible());
        m_driven->settle();
        QTRY_COMPARE(rows(), 2);
        QTest::keyClicks(line(), QStringLiteral("scope:layers.1"));
        QTest::keyClick(line(), Qt::Key_Return);
        QVERIFY(!list->isVisible());
        m_driven->settle();
        QTRY_COMPARE(rows(), 1);
        QTest::keyClicks(line(), QStringLiteral(" ra"));
        QVERIFY(list->isVisible());
        QTest::keyClick(line(), Qt::Key_Escape); // closes the list, not the query
        QVERIFY(!list->isVisible() && !line()->text().isEmpty());
    }

    void colourMarksResultsInTheGraph()
    {
        auto* document = open("decoder.onnx", testing::decoderModel(2));
        QVERIFY(document != nullptr);
        document->unfoldAll(); // folded groups have one dot each
        m_driven->settle();
        type(QStringLiteral("type:MatMul"));
        find()->colourButton()->click();
        m_driven->settle();
        using layout::Overlay;
        const auto overlay = graph()->canvas()->content().overlay;
        QVERIFY(overlay != nullptr && overlay->use == Overlay::Use::Classes);
        for (std::size_t i = 0; i < document->model()->nodes.size(); ++i)
            QCOMPARE(overlay->classes[i] != Overlay::noClass,
                document->model()->nodes[i].type == "MatMul");
        QCOMPARE(overlay->classNames.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(overlay->classNames.front()),
            QStringLiteral("8 nodes found by type:MatMul"));
        QCOMPARE(graph()->minimap()->hitCount(), std::size_t(8));
        m_driven->shoot(QStringLiteral("find-coloured"));
        // It follows the query, and gives way to another colouring.
        type(QStringLiteral("type:Softmax"));
        QCOMPARE(graph()->canvas()->content().overlay->classes[0], Overlay::noClass);
        QCOMPARE(graph()->minimap()->hitCount(), std::size_t(2));
        m_driven->action("view.colourCategory")->trigger();
        m_driven->settle();
        const auto after = graph()->canvas()->content().overlay;
        QVERIFY(after == nullptr || after->use != Overlay::Use::Classes);
        QVERIFY(!find()->colourButton()->isChecked());
    }

    void aResultIsShownWhereGroupsHideIt()
    {
        auto* document = open("decoder.onnx", testing::decoderModel(3));
        QVERIFY(document != nullptr);
        QTRY_VERIFY(document->groupTree() != nullptr);
        document->foldAll();
        m_driven->settle();
        type(QStringLiteral("type:Softmax scope:layers.1"));
        QCOMPARE(rows(), 1);
        constexpr std::uint32_t softmax = 8 + 4; // of the second layer
        const auto group = document->groupTree()->groupOfNode[softmax];
        QVERIFY(group != layout::noGroup && !document->isGroupOpen(group));
        QTest::keyClick(line(), Qt::Key_Down);
        QCOMPARE(current().id, softmax);
        QTest::keyClick(find()->view(), Qt::Key_Return);
        m_driven->settle();
        QVERIFY(document->isGroupOpen(group));
        QTRY_VERIFY(graph()->canvas()->hasFocus());
    }

    void whatIsFoldedAwayIsMarkedOnItsCard()
    {
        auto* document = open("decoder.onnx", testing::decoderModel(3));
        QVERIFY(document != nullptr);
        QTRY_VERIFY(document->groupTree() != nullptr);
        document->foldAll();
        m_driven->settle();
        const auto& found = graph()->canvas()->marks().found;
        const auto inside = [&] {
            std::uint32_t sum = 0;
            for (const auto& hit : found)
                sum += hit.isInside ? hit.nodes : 0;
            return sum;
        };
        type(QStringLiteral("type:Softmax"));
        QCOMPARE(inside(), 3U);
        QCOMPARE(graph()->minimap()->hitCount(), found.size());
        m_driven->shoot(QStringLiteral("find-folded"));
        const auto accent = ui::Theme::instance().colour("accent");
        const auto pill = graph()
                              ->canvas()
                              ->boxRect(found.front().box)
                              .adjusted(0, -5, 4, 0)
                              .topRight()
                              .toPoint();
        QCOMPARE(graph()->canvas()->grab().toImage().pixelColor(pill), accent);
        document->unfoldAll();
        m_driven->settle();
        QCOMPARE(inside(), 0U);
        QCOMPARE(found.size(), std::size_t(3));
        type(QStringLiteral("type:NoSuchOperator"));
        QVERIFY(found.empty());
    }

    void whatABodyHoldsIsMarkedOnTheCall()
    {
        auto* document = open("nested.onnx", testing::nestedModel());
        QVERIFY(document != nullptr);
        document->foldAll();
        m_driven->settle();
        type(QStringLiteral("type:Conv"));
        const auto& scene = *graph()->canvas()->content().scene;
        const auto& found = graph()->canvas()->marks().found;
        std::uint32_t inIf = 0;
        for (const auto& hit : found) {
            const auto node = scene.items[hit.box].node();
            if (node.isValid() && document->model()->node(node).type == "If")
                inIf += hit.nodes;
        }
        QCOMPARE(inIf, 2U); // one in each branch
    }

    void selectAllSelectsNodesAndValues()
    {
        auto* document = open("decoder.onnx", testing::decoderModel(2));
        QVERIFY(document != nullptr);
        type(QStringLiteral("softmax"));
        QVERIFY(rows() >= 2);
        find()->view()->setFocus();
        QTest::keyClick(find()->view(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(document->selection()->items().size(), static_cast<qsizetype>(rows()));
    }

    void eachDocumentKeepsItsQuery()
    {
        auto* first = open("one.onnx", testing::decoderModel(1));
        type(QStringLiteral("type:Softmax"));
        QCOMPARE(rows(), 1);
        QVERIFY(open("two.onnx", testing::decoderModel(2)) != nullptr);
        QVERIFY(line()->text().isEmpty());
        type(QStringLiteral("type:Relu"));
        QCOMPARE(rows(), 2);
        QCOMPARE((*m_driven)->openFile(first->path()), first);
        m_driven->settle();
        QCOMPARE(line()->text(), QStringLiteral("type:Softmax"));
        QTRY_COMPARE(rows(), 1);
    }
};

QTEST_MAIN(TestFindPanel)
#include "tst_find_panel.moc"
