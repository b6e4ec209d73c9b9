#include "app/cli/profiling/sweep.h"

#include "app/cli/profiling/profile_groups.h"
#include "app/cli/text_table.h"
#include "engine/plan/engine.h"
#include "model/support/text.h"
#include "profiler/record/profile_run.h"
#include "profiler/sweep/sweep_curves.h"

#include <algorithm>

namespace cli {

using profiler::Sweep;
using profiler::SweepPoint;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t typesShown = 5;

/// Returns the types that take the most time at the largest size that ran.
std::vector<std::string> slowestTypes(const Sweep& sweep)
{
    std::vector<std::string> types;
    for (const auto& curve : profiler::curvesOf(sweep, profiler::SweepRows::Types, typesShown))
        if (!curve.isWall)
            types.push_back(curve.name);
    return types;
}

TextTable table(const Invocation& invocation, const Sweep& sweep)
{
    using Align = TextTable::Align;
    const auto types = slowestTypes(sweep);
    TextTable result { { { support::sanitise(sweep.plan.dimension), Align::Right },
        { "wall", Align::Right }, { "95 %", Align::Right } } };
    for (const auto& type : types)
        result.columns.push_back({ support::sanitise(type), Align::Right });
    result.columns.push_back({ "why not" });
    for (const auto& point : sweep.points) {
        std::vector<std::string> row { std::to_string(point.size),
            std::string(support::notMeasured), std::string(support::notMeasured) };
        if (point.hasRun()) {
            row[1] = invocation.duration(point.medianNs, 4);
            row[2] = intervalCell(invocation, point.measurement());
        }
        for (const auto& type : types) {
            const auto found = std::ranges::find(point.types, type, &profiler::SweepTime::name);
            row.push_back(found != point.types.end() ? invocation.duration(found->medianNs)
                                                     : std::string(support::notMeasured));
        }
        row.push_back(support::sanitise(point.problem));
        result.add(std::move(row));
    }
    return result;
}

bool hasInputDimension(const model::Model& model, std::string_view name)
{
    for (const auto id : model.main().inputs) {
        const auto& shape = model.value(id).type.shape;
        if (!shape)
            continue;
        for (const auto& dimension : *shape) {
            const auto symbols = dimension.symbols();
            if (std::ranges::find(symbols, name) != symbols.end())
                return true;
        }
    }
    return false;
}

Result<SweepPoint> measure(const engine::RunRequest& request, std::int64_t size,
    const profiler::BenchmarkOptions& options, const std::stop_token& stop,
    const JsonProgress& progress)
{
    std::uint64_t index = 0;
    const auto onRun
        = [&](const profiler::BenchmarkProgress& step) { progress.run(index++, step); };
    const auto run = TRY(profiler::profileRun(request, options, stop, onRun));
    return profiler::sweepPointOf(size, *run.profile, *profiler::computeStatistics(*run.profile));
}

void setSize(engine::RunRequest& request, const Sweep& sweep, std::int64_t size)
{
    if (sweep.isOfThreads)
        request.threads = static_cast<int>(size);
    else
        request.dims[sweep.plan.dimension] = size;
}

/// True if the sweep changes the number of threads. Fails if no input has the dimension, or for
/// invalid numbers of threads.
Result<bool> isOfThreads(const model::Model& model, const profiler::SweepPlan& plan)
{
    if (hasInputDimension(model, plan.dimension))
        return false;
    if (plan.dimension != profiler::threadsSweep)
        return failAs(ErrorKind::Usage, "--sweep: no input of the model has the named dimension ",
            support::quote(plan.dimension),
            "; `inspect MODEL` shows the shapes, and \"threads\" is the number of threads");
    constexpr std::int64_t maxThreads = 1024;
    const auto [low, high] = std::ranges::minmax(plan.sizes);
    if (low < 1 || high > maxThreads)
        return failAs(ErrorKind::Usage, "--sweep: threads go from 1 to ", maxThreads);
    return true;
}

void printStatus(const Invocation& invocation, const Sweep& sweep, const SweepPoint& point)
{
    invocation.printStatus(sweep.plan.dimension + " " + std::to_string(point.size) + ": "
        + (point.problem.empty() ? invocation.duration(point.medianNs, 4) : point.problem));
}

} // namespace

Result<int> runSweep(const Invocation& invocation, const JsonProgress& progress,
    const profiler::SweepPlan& plan, engine::RunRequest request,
    const profiler::BenchmarkOptions& options)
{
    const bool ofThreads = TRY(isOfThreads(*request.model, plan));
    Sweep sweep { plan, ofThreads, {} };
    for (const auto size : plan.sizes) {
        if (invocation.stop.stop_requested())
            break;
        progress.size(size, sweep.points.size(), plan.sizes.size());
        setSize(request, sweep, size);
        auto point = measure(request, size, options, invocation.stop, progress);
        if (!point && point.error().kind() == ErrorKind::Cancelled)
            break;
        sweep.points.push_back(point
                ? *std::move(point)
                : SweepPoint { .size = size, .problem = point.error().message() });
        progress.point(sweep.points.back());
        printStatus(invocation, sweep, sweep.points.back());
    }
    TRY(invocation.write(invocation.format == Format::Json
            ? profiler::sweepJson(sweep)
            : table(invocation, sweep).text(invocation.format, invocation.colours)));
    for (const auto& remark : profiler::sweepRemarks(
             sweep, profiler::curvesOf(sweep, profiler::SweepRows::Types, typesShown)))
        invocation.printStatus(remark.text());
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    return std::ranges::any_of(sweep.points, &SweepPoint::hasRun) ? exitDone : exitCannotRun;
}

} // namespace cli
