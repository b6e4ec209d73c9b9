#include "app/cli/commands.h"
#include "app/cli/draw_colours.h"
#include "app/cli/profiling/run_options.h"

#include "layout/build_drawing.h"
#include "layout/compound.h"
#include "layout/layout_engine.h"
#include "layout/scene/scene_memory.h"
#include "layout/svg/svg.h"
#include "model/inference/analysis.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <chrono>
#include <sys/resource.h>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

class Stopwatch {
public:
    double lapMs()
    {
        const auto now = std::chrono::steady_clock::now();
        const std::chrono::duration<double, std::milli> passed = now - m_last;
        m_last = now;
        return passed.count();
    }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

struct Stats {
    std::size_t nodes = 0; ///< of the graph or group, folded ones included
    std::size_t boxes = 0;
    std::size_t groups = 0;
    std::size_t edges = 0;
    double parseMs = 0;
    double layoutMs = 0;
    double drawMs = 0;
    layout::LayoutFacts facts;
    std::size_t sceneBytes = 0;
};

std::string document(const Stats& stats)
{
    rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "nodes", stats.nodes }, { "boxes", stats.boxes },
            { "groups", stats.groups }, { "edges", stats.edges }, { "parse_ms", stats.parseMs },
            { "layout_ms", stats.layoutMs }, { "draw_ms", stats.drawMs },
            { "peak_bytes", static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 },
            { "ranks", stats.facts.ranks }, { "crossings", stats.facts.crossings },
            { "cut_edges", stats.facts.cutEdges }, { "span", stats.facts.span },
            { "scene_bytes", stats.sceneBytes } });
    });
}

Result<layout::SvgOptions> svgOptions(const Invocation& invocation)
{
    layout::SvgOptions options;
    const auto theme = TRY(
        placeOfWord("--theme", invocation.arguments.text("--theme", "light"), { "light", "dark" }));
    options.theme = theme == 1 ? model::ThemeKind::Dark : model::ThemeKind::Light;
    return options;
}

Result<layout::DrawingOptions> drawingOptions(const Invocation& invocation)
{
    layout::DrawingOptions options;
    const auto direction = TRY(placeOfWord(
        "--direction", invocation.arguments.text("--direction", "down"), { "down", "right" }));
    options.direction = direction == 1 ? layout::Direction::Right : layout::Direction::Down;
    return options;
}

/// The drawn graph or group.
struct Scope {
    std::shared_ptr<const layout::GroupTree> tree;
    std::uint32_t group = 0;
};

Scope wholeGraph(const model::Model& model, model::GraphId graph, const std::stop_token& stop)
{
    return { std::make_shared<const layout::GroupTree>(layout::buildGroupTree(model, graph, stop)),
        0 };
}

/// Returns the value of `--scope`: a graph by its path (`graph/node[3]/then_branch`, `function
/// domain.name`), a function by its name, or a group of the main graph by its path.
Result<Scope> chosenScope(
    const Arguments& arguments, const model::Model& model, const std::stop_token& stop)
{
    const auto scope = arguments.text("--scope");
    if (!scope)
        return wholeGraph(model, model.main().id, stop);
    for (const auto& graph : model.graphs) {
        if (model::graphPath(model, graph.id) == *scope)
            return wholeGraph(model, graph.id, stop);
    }
    for (const auto& function : model.functions) {
        if (function.name == *scope)
            return wholeGraph(model, function.body, stop);
    }
    auto main = wholeGraph(model, model.main().id, stop);
    for (std::uint32_t group = 1; group < main.tree->groups.size(); ++group) {
        if (main.tree->groups[group].path == *scope)
            return Scope { main.tree, group };
    }
    constexpr std::size_t maxNamed = 8;
    std::string known;
    std::size_t count = 0;
    const auto name = [&](const std::string& path) {
        if (++count <= maxNamed)
            known += (count == 1 ? "" : ", ") + support::quote(path);
    };
    for (const auto& graph : model.graphs)
        name(model::graphPath(model, graph.id));
    for (std::uint32_t group = 1; group < main.tree->groups.size(); ++group)
        name(main.tree->groups[group].path);
    return failAs(ErrorKind::Usage, "--scope ", support::quote(*scope),
        " is no graph and no group of this model; it has ", known, count > maxNamed ? ", …" : "");
}

/// Returns the open groups from `--fold`: those down to a depth, or with `none` all groups.
/// Default: layout::initiallyOpen.
Result<layout::OpenGroups> chosenFolds(const Arguments& arguments, const Scope& scope)
{
    const auto fold = arguments.text("--fold");
    if (!fold)
        return layout::initiallyOpen(*scope.tree);
    if (*fold == "none")
        return layout::openToDepth(*scope.tree, layout::noGroup);
    const auto depth = support::numberFrom<std::uint32_t>(*fold);
    if (!depth)
        return failAs(ErrorKind::Usage, "--fold is ", support::quote(*fold),
            ", expected a depth such as 0 or 2, or none");
    return layout::openToDepth(*scope.tree, scope.tree->groups[scope.group].depth + *depth);
}

support::Error cancelled() { return failAs(ErrorKind::Cancelled, "drawing cancelled"); }

struct Drawn {
    layout::Scene scene;
    std::size_t edges = 0;
};

/// Lays out the picture. Graphviz does not support groups: it draws the complete graph.
Result<Drawn> drawnBy(const layout::LayoutEngine& engine, const layout::GroupPicture& picture,
    const std::stop_token& stop)
{
    if (engine.name == "dot") {
        const auto drawing = layout::buildDrawing(picture.model, picture.analysis,
            { picture.tree->graph }, picture.options, picture.measurer, stop);
        if (stop.stop_requested())
            return cancelled();
        return Drawn { TRY(engine.run(drawing, stop, {})), drawing.edges.size() };
    }
    auto scene = TRY(layout::placeGroups(picture, stop));
    const auto edges = scene.outLinks.size();
    return Drawn { std::move(scene), edges };
}

Result<int> runDraw(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto engineName = arguments.text("--engine", "layered");
    const auto* engine = layout::findEngine(engineName);
    if (engine == nullptr)
        return failAs(
            ErrorKind::Usage, "--engine is \"", engineName, "\", expected layered or dot");
    const auto by = TRY(chosenColour(arguments));
    auto look = TRY(svgOptions(invocation));
    auto how = TRY(drawingOptions(invocation));
    how.cards.measured = isMeasure(by);

    look.cards = how.cards;
    Stopwatch watch;
    Stats stats;
    const auto model = TRY(openChosen(invocation, arguments.text("MODEL", "")));
    stats.parseMs = watch.lapMs();
    const auto analysis
        = arguments.has("--stats") ? nullptr : model::analyse(model, {}, invocation.stop);
    watch.lapMs();
    const auto scope = TRY(chosenScope(arguments, *model, invocation.stop));
    if (invocation.stop.stop_requested())
        return cancelled(); // the groups are incomplete
    const auto open = TRY(chosenFolds(arguments, scope));
    const auto drawn = TRY(drawnBy(*engine,
        { *model, analysis.get(), scope.tree, open, how, layout::builtinMeasurer(), scope.group },
        invocation.stop));
    const auto& scene = drawn.scene;
    stats.layoutMs = watch.lapMs();
    layout::Overlay overlay;
    if (by != DrawColour::Category) {
        overlay = TRY(drawOverlay(invocation, by, { *model, analysis.get(), *scope.tree }));
        look.overlay = &overlay;
    }
    look.legend = true;
    std::string svg;
    const auto add = [&](std::string_view piece) -> Result<void> {
        svg += piece;
        return {};
    };
    TRY(layout::writeSvg({ scene, *model, analysis.get() }, look, add, invocation.stop));
    stats.drawMs = watch.lapMs();
    stats.sceneBytes = layout::sceneBytes(scene);
    stats.nodes = scope.tree->groups[scope.group].totalNodes;
    stats.boxes = scene.boxCount();
    stats.groups = scope.tree->groups.size() - 1;
    stats.edges = drawn.edges;
    stats.facts = scene.facts;

    const bool hasStats = arguments.has("--stats");
    if (arguments.has("--output") || !hasStats)
        TRY(invocation.write(svg));
    if (hasStats)
        TRY(invocation.print(document(stats)));
    return exitDone;
}

} // namespace

Command drawCommand()
{
    return { .name = "draw",
        .summary = "Picture of a model as SVG",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = { { "--stats", "", "print nodes, boxes, edges, times and peak memory as JSON" },
            { "--theme", "NAME", "light or dark" },
            { "--by", "MEASURE",
                "what the colours stand for: category, type, group, parameters, flops, bytes; time "
                "and memory with --profile; error with --errors" },
            { "--profile", "FILE", "profile of this model", false, FileUse::Input },
            { "--errors", "FILE", "what `verify MODEL --against … --format json` wrote", false,
                FileUse::Input },
            { "--scope", "PATH",
                "only this group (model/layers.7), subgraph (graph/node[3]/then_branch) or "
                "function" },
            { "--fold", "DEPTH",
                "groups deeper than this are folded: 0 all, none nothing; without it nothing up to "
                "1,000 nodes, else what 150 cards show" },
            { "--direction", "NAME", "down or right" }, shapeOption(),
            { "--engine", "NAME", "layered, or dot (Graphviz, small graphs)" } },
        .examples = { "draw model.onnx -o model.svg",
            "draw model.onnx --profile model.opscope -o times.svg" },
        .formats = { Format::Text, Format::Json },
        .run = runDraw,
        .startsPrograms = true };
}

} // namespace cli
