#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "tests/support/layout/sample_drawings.h"
#include "tests/support/layout/svg_text.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <QXmlStreamReader>

using layout::Drawing;
using layout::Item;
using layout::ItemKind;

namespace {

std::shared_ptr<const model::Model> sample(const char* name)
{
    auto model
        = model::onnx::openModel(testing::sourceDir() / "resources/samples" / name / "model.onnx");
    return model ? *model : nullptr;
}

Drawing drawingOf(const model::Model& model, const layout::DrawingOptions& options = {})
{
    return layout::buildDrawing(
        model, nullptr, layout::Level { model.main().id }, options, layout::builtinMeasurer());
}

std::size_t count(const Drawing& drawing, ItemKind kind)
{
    return static_cast<std::size_t>(std::count_if(drawing.boxes.begin(), drawing.boxes.end(),
        [&](const auto& box) { return box.item.kind == kind; }));
}

}

class TestBuildDrawing : public QObject {
    Q_OBJECT

private slots:
    void drawsEverySampleWithoutFault_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const auto* name : { "residual-cnn", "tiny-decoder", "control-flow" })
            QTest::newRow(name) << QByteArray(name);
    }
    void drawsEverySampleWithoutFault()
    {
        QFETCH(QByteArray, name);
        const auto model = sample(name.constData());
        QVERIFY(model != nullptr);
        for (const auto& graph : model->graphs) {
            const auto drawing = layout::buildDrawing(
                *model, nullptr, { graph.id }, {}, layout::builtinMeasurer());
            const auto scene = layout::layered(drawing);
            QVERIFY(bool(scene));
            QCOMPARE(QString::fromStdString(testing::faultOf(*scene, drawing)), QString());
        }
    }

    void makesABoxOfEveryInputNodeAndOutput()
    {
        const auto model = sample("residual-cnn");
        const auto drawing = drawingOf(*model);
        const auto& graph = model->main();
        const auto folded = std::count_if(graph.nodes.begin(), graph.nodes.end(),
            [&](auto id) { return layout::isFolded(*model, model->node(id)); });
        QCOMPARE(
            count(drawing, ItemKind::Node), graph.nodes.size() - static_cast<std::size_t>(folded));
        QCOMPARE(count(drawing, ItemKind::GraphOutput), graph.outputs.size());
        QVERIFY(count(drawing, ItemKind::GraphInput) >= 1);
    }

    void showsWeightsAsRowsUnlessTheyAreOff()
    {
        const auto model = sample("residual-cnn");
        const auto& nodes = model->main().nodes;
        const auto conv = std::find_if(
            nodes.begin(), nodes.end(), [&](auto id) { return model->node(id).type == "Conv"; });
        QVERIFY(conv != nodes.end());
        const Item item { ItemKind::Node, conv->value() };
        const auto isWeight
            = [](const layout::CardRow& row) { return row.kind == layout::CardRow::Kind::Weight; };
        layout::CardOptions options;
        const auto with = layout::cardContent(*model, nullptr, item, options);
        QVERIFY(std::any_of(with.rows.begin(), with.rows.end(), isWeight));
        options.weights = false;
        const auto without = layout::cardContent(*model, nullptr, item, options);
        QVERIFY(std::none_of(without.rows.begin(), without.rows.end(), isWeight));
        const auto& measurer = layout::builtinMeasurer();
        QVERIFY(layout::cardSize(with, options, measurer).height
            > layout::cardSize(without, options, measurer).height);
    }

    /// A row of its reader, whichever way it comes; what an input feeds is no constant.
    void constantsThroughIdentityAreRowsOfTheirReader()
    {
        const auto model = testing::modelFromGraphText("x: float[2]\n"
                                                       "w: float[2] = {1,2}\n"
                                                       "a = Identity(w)\n"
                                                       "b = Identity(a)\n"
                                                       "c = Identity(x)\n"
                                                       "d = Add(b, c)\n"
                                                       "y = Mul(d, a)\n"
                                                       "y -> float[2]");
        QVERIFY(model != nullptr);
        const auto drawing = drawingOf(*model);
        QCOMPARE(count(drawing, ItemKind::Node), std::size_t(3)); // Identity(x), Add, Mul
        const auto add = std::ranges::find(model->nodes, "Add", &model::Node::type);
        const auto id = static_cast<std::uint32_t>(add - model->nodes.begin());
        const auto card = layout::cardContent(*model, nullptr, { ItemKind::Node, id }, {});
        QCOMPARE(card.rows.size(), std::size_t(1));
        QCOMPARE(int(card.rows[0].kind), int(layout::CardRow::Kind::Weight));
        QCOMPARE(QString::fromStdString(card.rows[0].text), QStringLiteral("1 2"));
    }

    void aLongChainOfIdentityNodesIsDrawnFromTheNinthOn()
    {
        std::string text = "w: float[2] = {1,2}\n";
        for (int i = 0; i < 12; ++i)
            text += "v" + std::to_string(i) + " = Identity("
                + (i == 0 ? "w" : "v" + std::to_string(i - 1)) + ")\n";
        const auto model = testing::modelFromGraphText(text + "y = Relu(v11)\ny -> float[2]");
        QVERIFY(model != nullptr);
        QCOMPARE(count(drawingOf(*model), ItemKind::Node), std::size_t(5)); // and Relu
    }

    void keepsCardsWithinTheirWidths()
    {
        const auto drawing = drawingOf(*sample("tiny-decoder"));
        for (const auto& box : drawing.boxes)
            QVERIFY(box.size.width >= layout::CardMetrics::minimumWidth
                && box.size.width <= layout::CardMetrics::maximumWidth);
    }

    void joinsANodeWithWhatItsSubgraphsRead()
    {
        const auto model = sample("control-flow");
        for (const auto& graph : model->graphs) {
            const auto drawing = layout::buildDrawing(
                *model, nullptr, { graph.id }, {}, layout::builtinMeasurer());
            for (const auto& box : drawing.boxes) {
                if (box.item.kind != ItemKind::Capture)
                    continue;
                QVERIFY(model->value(box.item.value()).graph != graph.id);
            }
        }
    }

    void findsTheWayToASubgraph()
    {
        const auto model = sample("control-flow");
        for (const auto& graph : model->graphs) {
            const auto way = layout::pathTo(*model, graph.id);
            QVERIFY(way.back() == graph.id);
            QVERIFY(!layout::levelTitle(*model, graph.id).empty());
        }
    }

    void leadsLinesToNodesWhoseSubgraphsReadThem()
    {
        const auto model = sample("control-flow");
        const auto main = model->main().id;
        const auto drawing = drawingOf(*model);
        int captured = 0;
        for (const auto& graph : model->graphs) {
            if (graph.parent != main)
                continue;
            for (const auto value : graph.captures) {
                const auto producer = model->value(value).producer;
                if (!producer.isValid() || model->node(producer).graph != main)
                    continue;
                ++captured;
                QVERIFY(std::ranges::any_of(drawing.edges, [&](const layout::Edge& edge) {
                    return drawing.boxes[edge.head].item.node() == graph.owner
                        && drawing.values[edge.value].id == value;
                }));
            }
        }
        QVERIFY(captured > 0);
    }

    void writesWellFormedSvg_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void writesWellFormedSvg()
    {
        QFETCH(bool, isDark);
        const auto model = sample("tiny-decoder");
        const auto scene = layout::layered(drawingOf(*model));
        layout::SvgOptions options;
        options.theme = isDark ? model::ThemeKind::Dark : model::ThemeKind::Light;
        options.title = "a <script> & \"quoted\"";
        const auto svg = testing::svgOf(*scene, *model, options);
        QXmlStreamReader reader(QByteArray::fromStdString(svg));
        int groups = 0;
        QString title;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            groups += reader.name() == QLatin1String("g");
            QVERIFY(reader.name() != QLatin1String("script"));
            if (reader.name() == QLatin1String("title"))
                title = reader.readElementText();
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(groups >= static_cast<int>(scene->boxCount()));
        QCOMPARE(title, QStringLiteral("a <script> & \"quoted\""));
    }

    void elidesTextToAWidth()
    {
        const auto& measurer = layout::builtinMeasurer();
        const std::string text = "model.layers.12.self_attention.query.projection";
        const auto elided = layout::elidedTo(measurer, layout::TextRole::Name, text, 120);
        QVERIFY(measurer.width(layout::TextRole::Name, elided) <= 120);
        QVERIFY(elided.find("…") != std::string::npos);
        QCOMPARE(QString::fromStdString(
                     layout::elidedTo(measurer, layout::TextRole::Name, "short", 120)),
            QStringLiteral("short"));
    }
};

QTEST_GUILESS_MAIN(TestBuildDrawing)
#include "tst_build_drawing.moc"
