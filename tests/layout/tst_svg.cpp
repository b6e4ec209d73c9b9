#include "layout/build_drawing.h"
#include "layout/card/measures.h"
#include "layout/compound.h"
#include "layout/layout_engine.h"
#include "model/inference/analysis.h"
#include "tests/support/golden.h"
#include "tests/support/graph_text.h"
#include "tests/support/layout/sample_graphs.h"
#include "tests/support/layout/svg_text.h"

#include <QtTest>

namespace {

/// Fails if the document differs from the golden file, which was looked at in a browser.
void compare(const char* golden, const std::string& svg)
{
    const auto difference = testing::differenceToGolden(golden, svg);
    QVERIFY2(difference.empty(), difference.c_str());
}

}

/// Whole documents: every rectangle, path, text and colour.
class TestSvg : public QObject {
    Q_OBJECT

private slots:
    void drawsCardsWithRowsBadgesAndMeasuredValues()
    {
        const auto model = testing::modelFromGraphText(
            "x: float[1,3]\nw: float[2,3] = {1,2,3,4,5,6}\nb: float[2] = {0,1}\n"
            "h = Gemm(x, w, b) {transB: 1; alpha: 0.5} \"head/fc\"\na = Relu(h) \"act\"\n"
            "y = org.example:Op(a, h) \"odd <one> & \\\"more\\\"\"\ny -> float[1,2]\na ->");
        layout::DrawingOptions drawing;
        drawing.cards.measured = true;
        const auto scene = layout::layered(layout::buildDrawing(
            *model, nullptr, { model->main().id }, drawing, layout::builtinMeasurer()));
        QVERIFY(bool(scene));
        auto overlay = layout::parametersOverlay(*model);
        overlay.shares = { 0.75, 0.25, 0 };
        const layout::Badges badges { { 0, { { "NO WEIGHTS", layout::Badge::Tone::Error } } },
            { 2, { { "A", layout::Badge::Tone::Info }, { "B", layout::Badge::Tone::Good } } } };
        layout::SvgOptions options;
        options.cards = drawing.cards;
        options.overlay = &overlay;
        options.badges = &badges;
        options.title = "cards";
        options.legend = true;
        compare("cards.svg", testing::svgOf(*scene, *model, options));
    }

    void drawsGroupsThatAreFoldedAndOpen()
    {
        const auto model = std::make_shared<const model::Model>(
            testing::modelOfNodes(testing::decoderNodes(2, true)));
        const auto tree = std::make_shared<const layout::GroupTree>(
            layout::buildGroupTree(*model, model::GraphId(0U)));
        const auto scene = layout::placeGroups({ *model, nullptr, tree,
            layout::openToDepth(*tree, 1), {}, layout::builtinMeasurer() });
        QVERIFY(bool(scene));
        layout::Overlay overlay;
        overlay.name = "Kind";
        overlay.use = layout::Overlay::Use::Classes;
        overlay.classNames = { "first", "second" };
        for (std::uint32_t node = 0; node < model->nodes.size(); ++node)
            overlay.classes.push_back(node % 3 < 2 ? node % 3 : layout::Overlay::noClass);
        layout::SvgOptions options;
        options.theme = model::ThemeKind::Dark;
        options.overlay = &overlay;
        options.legend = true;
        compare("groups.svg", testing::svgOf(*scene, *model, options));
    }

    void stopsAtAnErrorOfTheSink()
    {
        std::string text = "v0: float[2]\n";
        for (int i = 0; i < 1500; ++i)
            text += "v" + std::to_string(i + 1) + " = Relu(v" + std::to_string(i) + ")\n";
        const auto model = testing::modelFromGraphText(text + "v1500 ->");
        const auto analysis = model::analyse(model);
        const auto scene = layout::layered(layout::buildDrawing(
            *model, analysis.get(), { model->main().id }, {}, layout::builtinMeasurer()));
        QVERIFY(bool(scene));
        layout::SvgOptions options;
        options.labels = layout::LabelRule::All;
        bool isWritten = false;
        const auto piecesUntil = [&](int failing) {
            int pieces = 0;
            isWritten = bool(layout::writeSvg({ *scene, *model, analysis.get() }, options,
                [&](std::string_view) -> support::Result<void> {
                    if (++pieces == failing)
                        return support::fail("disk full");
                    return {};
                }));
            return pieces;
        };
        const auto all = piecesUntil(0);
        QVERIFY(isWritten && all > 10);
        for (int failing = 1; failing <= all; ++failing) {
            QCOMPARE(piecesUntil(failing), failing);
            QVERIFY(!isWritten);
        }
    }

    void everyPieceOfALineHasALength()
    {
        for (const auto direction : { layout::Direction::Down, layout::Direction::Right }) {
            const auto model = std::make_shared<const model::Model>(
                testing::modelOfNodes(testing::decoderNodes(4, true)));
            const auto tree = std::make_shared<const layout::GroupTree>(
                layout::buildGroupTree(*model, model::GraphId(0U)));
            layout::DrawingOptions options;
            options.direction = direction;
            const auto scene = layout::placeGroups({ *model, nullptr, tree,
                layout::openToDepth(*tree, 1), options, layout::builtinMeasurer() });
            QVERIFY(bool(scene));
            for (std::size_t line = 0; line < scene->lineCount(); ++line) {
                const auto points = scene->line(line);
                for (std::size_t i = 1; i < points.size(); ++i)
                    QVERIFY(std::abs(points[i].x - points[i - 1].x)
                            + std::abs(points[i].y - points[i - 1].y)
                        >= 0.1F);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSvg)
#include "tst_svg.moc"
