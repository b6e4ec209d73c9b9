#include "layout/build_drawing.h"
#include "layout/compound.h"
#include "layout/layout_engine.h"
#include "layout/scene/scene_memory.h"
#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "tests/support/layout/big_models.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

// From file to scene: parsing, drawing, layout of all nodes; and finding groups and placing what
// the window opens with. JSON on stdout.
//
//     bench_layout                   the five variants at 1k, 3.5k, 10k, 50k and 100k nodes
//     bench_layout --quick           up to 10k
//     bench_layout FILE.onnx...      these files
//     bench_layout --cancel FILE     how long the layout of a file goes on after it was stopped
//
// Each case runs five times (large ones fewer); figures are medians. "cpu" is time on a core, which
// other programs do not disturb.

namespace {

using support::JsonWriter;

struct Lap {
    double wallMs = 0;
    double cpuMs = 0;
};

class Stopwatch {
public:
    Lap lap()
    {
        const Lap now { wallNow(), cpuNow() };
        const Lap passed { now.wallMs - m_last.wallMs, now.cpuMs - m_last.cpuMs };
        m_last = now;
        return passed;
    }

private:
    static double wallNow()
    {
        const std::chrono::duration<double, std::milli> time
            = std::chrono::steady_clock::now().time_since_epoch();
        return time.count();
    }
    static double cpuNow()
    {
        timespec time {};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }
    Lap m_last { wallNow(), cpuNow() };
};

/// Resident memory of this process in bytes: `VmRSS` now, `VmHWM` the most since `forgetPeak`.
std::size_t residentBytes(const std::string& field)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(field + ":"))
            return std::strtoull(line.c_str() + field.size() + 1, nullptr, 10) * 1024;
    }
    return 0;
}

void forgetPeak()
{
    ::malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

struct Figures {
    std::size_t nodes = 0;
    std::size_t boxes = 0;
    std::size_t edges = 0;
    layout::LayoutFacts facts;
    layout::Size size;
    std::size_t sceneBytes = 0;
    std::size_t layoutPeakBytes = 0; ///< more than before, scene included
    Lap parse;
    Lap drawing;
    Lap layout;
    Lap grouping; ///< finding groups
    Lap opening; ///< placing the picture that the window opens with
    std::size_t openingBoxes = 0;
};

support::Result<Figures> measure(const std::filesystem::path& file)
{
    Figures figures;
    Stopwatch watch;
    const auto model = TRY(model::onnx::openModel(file));
    figures.parse = watch.lap();
    figures.nodes = model->nodes.size();
    const auto drawing = layout::buildDrawing(
        *model, nullptr, layout::Level { model->main().id }, {}, layout::builtinMeasurer());
    figures.drawing = watch.lap();

    forgetPeak();
    const std::size_t before = residentBytes("VmRSS");
    watch.lap();
    const auto scene = TRY(layout::layered(drawing));
    figures.layout = watch.lap();
    const std::size_t peak = residentBytes("VmHWM");
    figures.layoutPeakBytes = peak > before ? peak - before : 0;
    figures.boxes = scene.boxCount();
    figures.edges = drawing.edges.size();
    figures.facts = scene.facts;
    figures.size = { scene.bounds.width, scene.bounds.height };
    figures.sceneBytes = layout::sceneBytes(scene);

    watch.lap();
    const auto tree = std::make_shared<const layout::GroupTree>(
        layout::buildGroupTree(*model, model->main().id));
    figures.grouping = watch.lap();
    const auto open = layout::initiallyOpen(*tree);
    const auto folded = TRY(layout::placeGroups(
        { *model, nullptr, tree, open, layout::DrawingOptions(), layout::builtinMeasurer() }));
    figures.opening = watch.lap();
    figures.openingBoxes = folded.boxCount();
    return figures;
}

Lap median(const std::vector<Figures>& runs, Lap Figures::*lap)
{
    std::vector<double> wall;
    std::vector<double> cpu;
    for (const auto& run : runs) {
        wall.push_back((run.*lap).wallMs);
        cpu.push_back((run.*lap).cpuMs);
    }
    const auto middle = static_cast<std::ptrdiff_t>(runs.size() / 2);
    std::nth_element(wall.begin(), wall.begin() + middle, wall.end());
    std::nth_element(cpu.begin(), cpu.begin() + middle, cpu.end());
    return { wall[runs.size() / 2], cpu[runs.size() / 2] };
}

double rounded(double value) { return std::round(value * 1000) / 1000; }

void writeLap(JsonWriter& json, const std::string& name, Lap lap)
{
    json.member(name + "_ms", rounded(lap.wallMs)).member(name + "_cpu_ms", rounded(lap.cpuMs));
}

support::Result<void> benchmark(
    JsonWriter& json, const std::string& name, const std::filesystem::path& file)
{
    constexpr std::size_t large = 200'000;
    std::vector<Figures> runs { TRY(measure(file)) };
    while (runs.size() < (runs.front().nodes < large ? 5U : 1U))
        runs.push_back(TRY(measure(file)));

    const Figures& last = runs.back();
    const auto perBox = double(std::max<std::size_t>(last.boxes, 1));
    const Lap parse = median(runs, &Figures::parse);
    const Lap drawing = median(runs, &Figures::drawing);
    const Lap layout = median(runs, &Figures::layout);
    json.beginObject().member("name", name).member("nodes", last.nodes).member("boxes", last.boxes);
    json.member("edges", last.edges).member("ranks", last.facts.ranks);
    json.member("span", last.facts.span).member("cut_edges", last.facts.cutEdges);
    json.member("crossings", last.facts.crossings);
    json.member("width", rounded(double(last.size.width)));
    json.member("height", rounded(double(last.size.height)));
    writeLap(json, "parse", parse);
    writeLap(json, "drawing", drawing);
    writeLap(json, "layout", layout);
    writeLap(json, "total",
        { parse.wallMs + drawing.wallMs + layout.wallMs,
            parse.cpuMs + drawing.cpuMs + layout.cpuMs });
    writeLap(json, "grouping", median(runs, &Figures::grouping));
    writeLap(json, "opening", median(runs, &Figures::opening));
    json.member("opening_boxes", last.openingBoxes);
    json.member("scene_bytes_per_box", rounded(double(last.sceneBytes) / perBox));
    json.member("layout_peak_bytes_per_box", rounded(double(last.layoutPeakBytes) / perBox));
    json.endObject().flush();
    std::fflush(stdout);
    return {};
}

support::Result<void> benchmarkGenerated(
    JsonWriter& json, testing::BigVariant variant, std::string_view name, std::size_t nodes)
{
    const auto file = std::filesystem::temp_directory_path()
        / ("bench_layout_" + std::to_string(::getpid()) + ".onnx");
    {
        const auto model = testing::bigModel(variant, nodes);
        std::ofstream(file, std::ios::binary) << model.bytes;
    }
    const auto done = benchmark(json, std::string(name) + "_" + std::to_string(nodes), file);
    std::filesystem::remove(file);
    return done;
}

/// Stops layouts at moments over their whole time. The time until they end is counted on the core,
/// where other programs do not disturb it.
support::Result<void> benchmarkCancel(JsonWriter& json, const std::filesystem::path& file)
{
    const auto model = TRY(model::onnx::openModel(file));
    const auto drawing = layout::buildDrawing(
        *model, nullptr, layout::Level { model->main().id }, {}, layout::builtinMeasurer());
    Stopwatch watch;
    TRY(layout::layered(drawing));
    const double wholeMs = watch.lap().wallMs;
    std::vector<double> latenciesMs;
    constexpr int moments = 60;
    for (int i = 0; i < moments; ++i) {
        std::jthread worker([&](std::stop_token stop) {
            const auto scene = layout::layered(drawing, stop);
            if (scene)
                std::fputs("done before it was stopped\n", stderr);
        });
        std::this_thread::sleep_for(
            std::chrono::duration<double, std::milli>(wholeMs * 0.95 * i / moments));
        watch.lap();
        worker.request_stop();
        worker.join();
        latenciesMs.push_back(watch.lap().cpuMs);
    }
    std::sort(latenciesMs.begin(), latenciesMs.end());
    json.beginObject().member("name", file.stem().string()).member("layout_ms", rounded(wholeMs));
    json.member("cancel_median_ms", rounded(latenciesMs[moments / 2]))
        .member("cancel_max_ms", rounded(latenciesMs.back()));
    json.endObject();
    return {};
}

support::Result<void> run(JsonWriter& json, const std::vector<std::string>& arguments)
{
    if (arguments.size() == 2 && arguments.front() == "--cancel")
        return benchmarkCancel(json, arguments.back());
    const bool isQuick = arguments.size() == 1 && arguments.front() == "--quick";
    if (!arguments.empty() && !isQuick) {
        for (const auto& file : arguments)
            TRY(benchmark(json, std::filesystem::path(file).stem().string(), file));
        return {};
    }
    for (const auto& [variant, name] : testing::bigVariants) {
        for (const std::size_t nodes : { 1000, 3500, 10'000, 50'000, 100'000 }) {
            if (!isQuick || nodes <= 10'000)
                TRY(benchmarkGenerated(json, variant, name, nodes));
        }
    }
    return {};
}

}

int main(int argc, char** argv)
{
    JsonWriter json([](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); },
        JsonWriter::Layout::Indented);
    json.beginArray();
    const auto done = run(json, { argv + 1, argv + argc });
    json.endArray().flush();
    std::fputs("\n", stdout);
    if (!done)
        std::fprintf(stderr, "bench_layout: %s\n", done.error().message().c_str());
    return done ? 0 : 1;
}
