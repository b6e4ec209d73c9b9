#include "app/cli/commands.h"

#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "layout/svg.h"
#include "model/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/atomic_file.h"
#include "model/support/json.h"

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
    std::size_t nodes = 0;
    std::size_t edges = 0;
    double parseMs = 0;
    double layoutMs = 0;
    double drawMs = 0;
    layout::LayoutFacts facts;
};

std::string document(const Stats& stats)
{
    rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().member("nodes", stats.nodes).member("edges", stats.edges);
    json.member("parse_ms", stats.parseMs).member("layout_ms", stats.layoutMs).member("draw_ms", stats.drawMs);
    json.member("peak_bytes", static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
    json.member("ranks", stats.facts.ranks).member("crossings", stats.facts.crossings).member("cut_edges", stats.facts.cutEdges);
    json.endObject().flush();
    return text + "\n";
}

Result<layout::SvgOptions> svgOptions(const Invocation& invocation)
{
    layout::SvgOptions options;
    const auto theme = invocation.arguments.text("--theme", "light");
    if (theme != "light" && theme != "dark")
        return failAs(ErrorKind::Usage, "--theme is \"", theme, "\", expected light or dark");
    options.theme = theme == "dark" ? model::ThemeKind::Dark : model::ThemeKind::Light;
    return options;
}

Result<layout::DrawingOptions> drawingOptions(const Invocation& invocation)
{
    layout::DrawingOptions options;
    const auto direction = invocation.arguments.text("--direction", "down");
    if (direction != "down" && direction != "right")
        return failAs(ErrorKind::Usage, "--direction is \"", direction, "\", expected down or right");
    options.direction = direction == "right" ? layout::Direction::Right : layout::Direction::Down;
    return options;
}

Result<int> run(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto engineName = arguments.text("--engine", "layered");
    const auto* engine = layout::findEngine(engineName);
    if (engine == nullptr)
        return failAs(ErrorKind::Usage, "--engine is \"", engineName, "\", expected layered or dot");
    auto look = TRY(svgOptions(invocation));
    const auto how = TRY(drawingOptions(invocation));

    look.cards = how.cards;
    Stopwatch watch;
    Stats stats;
    const auto model = TRY(model::onnx::openModel(arguments.text("MODEL", ""), {}, invocation.stop));
    stats.parseMs = watch.lapMs();
    const auto analysis = arguments.has("--stats") ? nullptr : model::analyse(model, {}, invocation.stop);
    watch.lapMs();
    const auto drawing = layout::buildDrawing(*model, analysis.get(), layout::topLevel(*model), how, layout::builtinMeasurer());
    const auto scene = TRY(engine->run(drawing, invocation.stop, {}));
    stats.layoutMs = watch.lapMs();
    const auto svg = layout::toSvg(scene, *model, analysis.get(), look);
    stats.drawMs = watch.lapMs();
    stats.nodes = scene.boxCount();
    stats.edges = drawing.edges.size();
    stats.facts = scene.facts;

    if (const auto target = arguments.text("--output"))
        TRY(support::writeFile(*target, svg));
    if (arguments.has("--stats"))
        std::fputs(document(stats).c_str(), stdout);
    else if (!arguments.has("--output"))
        TRY(invocation.write(svg));
    return exitDone;
}

} // namespace

Command drawCommand()
{
    return { .name = "draw",
        .summary = "Picture of a model as SVG",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = { { "--stats", "", "print nodes, edges, times and peak memory as JSON" }, { "--theme", "NAME", "light or dark" },
            { "--direction", "NAME", "down or right" }, { "--engine", "NAME", "layered, or dot (Graphviz, small graphs)" } },
        .examples = { "draw model.onnx -o model.svg", "draw model.onnx --stats" },
        .formats = { Format::Text, Format::Json },
        .run = run };
}

} // namespace cli
