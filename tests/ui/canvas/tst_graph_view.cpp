#include "tests/support/graph_text.h"
#include "tests/support/ui/graph_fixture.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/tools/legend.h"
#include "ui/canvas/tools/minimap.h"
#include "ui/widgets/theme.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace ui;

/// The graph of a document: selection in and out, subgraphs, the actions of the window.
class TestGraphView : public QObject, private GraphFixture {
    Q_OBJECT

private slots:
    void init()
    {
        makeContext(
            { "view.attributes", "view.weights", "view.names", "view.minimap", "view.legend" });
    }
    void cleanup() { reset(); }

    void showsAClickedNodeToAllOthers()
    {
        openSample("residual-cnn");
        const auto box = aNode();
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {},
            m_view->canvas()->boxRect(box).center().toPoint());
        const auto current = m_document->selection()->current();
        QVERIFY(current.isNode());
        QCOMPARE(current.id, m_view->canvas()->content().scene->items[box].id);
        QVERIFY(m_view->canvas()->marks().isSelected(box));
    }

    void revealsANodeThatOthersSelect()
    {
        openSample("residual-cnn");
        const auto last = m_document->model()->main().nodes.back();
        m_document->reveal(last);
        const auto box = m_view->canvas()->content().scene->find(last);
        QTRY_VERIFY(
            m_view->canvas()->rect().contains(m_view->canvas()->boxRect(box).center().toPoint()));
        QVERIFY(m_view->canvas()->marks().isSelected(box));
    }

    void revealsTheReaderOfAFoldedChain()
    {
        QTemporaryDir folder;
        std::string text = "x: float[4]\nw: float[4] = {1,2,3,4}\n";
        std::string value = "x";
        for (int i = 0; i < 60; ++i) {
            text += "r" + std::to_string(i) + " = Relu(" + value + ")\n";
            value = "r" + std::to_string(i);
        }
        text += "a = Identity(w)\nb = Identity(a)\ny = Mul(" + value + ", b)\ny ->\n";
        const auto path = folder.filePath(QStringLiteral("chain.onnx"));
        testing::writeFile(path, testing::modelBytesFromText(text));
        openFile(path);
        const auto& nodes = m_document->model()->nodes;
        const auto node = [&](const char* output) {
            const auto made = std::ranges::find_if(nodes, [&](const model::Node& each) {
                return m_document->model()->value(each.outputs[0]).name == output;
            });
            return model::NodeId(static_cast<std::uint32_t>(made - nodes.begin()));
        };
        const auto& scene = *m_view->canvas()->content().scene;
        const auto reader = scene.find(node("y"));
        QVERIFY(reader != layout::noIndex);
        for (const auto* chained : { "a", "b" }) {
            QCOMPARE(scene.find(node(chained)), layout::noIndex); // a row of its reader
            m_view->canvas()->setView(centredOn(m_view->canvas()->view(), { 0, 0 }));
            QVERIFY(!QRectF(m_view->canvas()->rect()).contains(m_view->canvas()->boxRect(reader)));
            m_document->reveal(node(chained));
            QTRY_VERIFY2(
                QRectF(m_view->canvas()->rect()).contains(m_view->canvas()->boxRect(reader)),
                chained);
        }
    }

    void entersASubgraphAndComesBack()
    {
        openSample("control-flow");
        const auto& model = *m_document->model();
        const auto inner = std::find_if(model.graphs.begin(), model.graphs.end(),
            [](const auto& graph) { return graph.owner.isValid(); });
        QVERIFY(inner != model.graphs.end());
        m_document->enterGraph(inner->id);
        QTRY_VERIFY(m_document->scene() != nullptr
            && m_view->canvas()->content().scene == m_document->scene());
        m_actions->action(QStringLiteral("go.parent"))->trigger();
        QCOMPARE(m_document->currentGraph(), inner->parent);
        QCOMPARE(m_document->selection()->current().id, inner->owner.value());
    }

    void hidesWeightsWhenToldSo()
    {
        openSample("residual-cnn");
        const auto before = m_view->canvas()->content().scene->bounds.height;
        m_actions->action(QStringLiteral("view.weights"))->setChecked(false);
        QTRY_VERIFY(m_view->canvas()->content().scene->bounds.height < before);
        QVERIFY(!m_view->canvas()->content().cards.weights);
    }

    void turnsTheFlow()
    {
        openSample("residual-cnn");
        m_actions->action(QStringLiteral("view.direction"))->trigger();
        QTRY_COMPARE(m_view->canvas()->content().scene->direction, layout::Direction::Right);
        const auto& bounds = m_view->canvas()->content().scene->bounds;
        QVERIFY(bounds.width > bounds.height);
    }

    void keepsCategoriesWhenThereIsNothingToColourBy()
    {
        openSample("residual-cnn");
        m_view->colourBy(QStringLiteral("view.colourTime"));
        QTRY_COMPARE(m_view->colouring(), QStringLiteral("view.colourCategory"));
        QVERIFY(!m_view->canvas()->content().isHeat());
    }

    void coloursByAMeasure()
    {
        openSample("residual-cnn");
        auto content = m_view->canvas()->content();
        auto overlay = std::make_shared<layout::Overlay>();
        overlay->name = "Time";
        for (std::size_t i = 0; i < content.model->nodes.size(); ++i)
            overlay->values.push_back(1000.0 * double(i * i + 1));
        overlay->text = [](double value) { return std::to_string(int(value / 1000)) + " µs"; };
        content.overlay = overlay;
        m_view->canvas()->replaceContent(content);
        const auto& colours = m_view->canvas()->painter()->boxColours();
        const auto slowest = content.scene->find(content.model->main().nodes.back());
        const auto heat = model::Palette::instance().heatAt(Theme::instance().kind(), "time", 1);
        QCOMPARE(colours[slowest] & 0xffffffU, heat.fill);
        m_view->legend()->setContent(content);
        save("heat");
    }

    void looksRight_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << int(Theme::Choice::Light);
        QTest::newRow("dark") << int(Theme::Choice::Dark);
    }
    void looksRight()
    {
        QFETCH(int, theme);
        Theme::instance().choose(static_cast<Theme::Choice>(theme));
        openSample("tiny-decoder");
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {},
            m_view->canvas()->boxRect(aNode()).center().toPoint());
        QVERIFY(m_view->minimap()->isVisible());
        save(QTest::currentDataTag());
        Theme::instance().choose(Theme::Choice::Light);
    }

private:
    std::uint32_t aNode() const
    {
        const auto& canvas = *m_view->canvas();
        const auto middle = QRect(QPoint(250, 150), QSize(600, 400));
        for (const auto box : canvas.visibleBoxes()) {
            if (canvas.content().scene->items[box].node().isValid()
                && middle.contains(canvas.boxRect(box).center().toPoint()))
                return box;
        }
        return 0;
    }

    void save(const char* name) const
    {
        const auto folder
            = QString::fromStdString((testing::buildDir() / "screenshots/graph").string());
        QDir().mkpath(folder);
        QVERIFY(m_view->grab().save(
            folder + QLatin1Char('/') + QString::fromLatin1(name) + QStringLiteral(".png")));
    }
};

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
