#include "app/cli/profiling/load_options.h"

#include "profiler/load/load_figures.h"

#include <algorithm>
#include <thread>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::uint32_t mostStreams = 256;
constexpr double largestRate = 1e6;
constexpr std::uint64_t mostRequests = 1'000'000;

Result<void> refuseOthers(const Arguments& arguments, const engine::RunRequest& request)
{
    for (const auto* const option : { "--generate", "--sweep", "--counters", "--pin", "--until" })
        if (arguments.has(option))
            return failAs(ErrorKind::Usage, option,
                " is of runs one after another: leave it or --streams and --rate out");
    if (arguments.text("--record") == "threads" || arguments.text("--record") == "counters")
        return failAs(ErrorKind::Usage,
            "with --streams and --rate the work of each thread is not recorded: choose --record "
            "operators or phases");
    if (request.device != engine::DeviceKind::Cpu)
        return failAs(
            ErrorKind::Usage, "--streams and --rate measure on the CPU only: leave --device out");
    if (arguments.text("--engine", "opscope") != "opscope")
        return failAs(ErrorKind::Usage,
            "--streams and --rate measure Opscope's engine only: leave --engine out");
    return {};
}

std::vector<std::string> inserted(std::vector<std::string> cells, std::string a, std::string b)
{
    const auto place = cells.insert(cells.end() - 1, std::move(b));
    cells.insert(place, std::move(a));
    return cells;
}

} // namespace

std::vector<Option> loadOptions()
{
    return {
        { "--streams", "N",
            "N requests at the same time, on N threads with a plan each; each stream sends its "
            "next request when the last one ended. --threads is then per stream (default: cores "
            "/ N), --runs the number of requests in all, --limit the length (default: 10s)" },
        { "--rate", "R",
            "R requests arrive per second in all and wait for a free stream (default: 1 stream); "
            "a latency counts from the planned arrival" },
        { "--arrivals", "KIND",
            "with --rate: poisson (default), at random with the seed of --order-seed, or fixed, "
            "at equal intervals" },
    };
}

Result<std::optional<profiler::LoadOptions>> chosenLoad(
    const Arguments& arguments, engine::RunRequest& request, profiler::BenchmarkOptions& options)
{
    if (arguments.has("--arrivals") && !arguments.has("--rate"))
        return failAs(ErrorKind::Usage, "--arrivals is of an open loop: add --rate");
    if (!arguments.has("--streams") && !arguments.has("--rate"))
        return std::optional<profiler::LoadOptions>();
    TRY(refuseOthers(arguments, request));
    profiler::LoadOptions load;
    load.streams = TRY(arguments.integer<std::uint32_t>("--streams", 1, 1, mostStreams));
    load.rate = TRY(arguments.real("--rate"));
    if (load.rate && (*load.rate <= 0 || *load.rate > largestRate))
        return failAs(ErrorKind::Usage, "--rate is \"", *arguments.text("--rate"),
            "\", expected requests a second above 0, at most 1000000");
    load.arrivals = static_cast<profiler::Arrivals>(TRY(placeOfWord(
        "--arrivals", arguments.text("--arrivals", "poisson"), { "poisson", "fixed" })));
    load.requests = TRY(arguments.integer<std::uint64_t>("--runs", mostRequests, 1, mostRequests));
    load.limit = options.limit;
    options.orderSeed = options.orderSeed.value_or(profiler::randomSeed());
    load.seed = *options.orderSeed;
    if (request.threads == 0)
        request.threads
            = std::max(1, engine::threadCount(request) / static_cast<int>(load.streams));
    return std::optional(load);
}

std::string loadTable(const profiler::Report& report, const Invocation& invocation)
{
    if (!report.profile->load)
        return {};
    using Align = TextTable::Align;
    const auto& load = *report.profile->load;
    TextTable table { { { "under load" } } };
    for (const auto& percentile : profiler::loadPercentiles())
        table.columns.push_back({ std::string(percentile.name), Align::Right });
    for (const auto* const title : { "max", "requests", "a second" })
        table.columns.push_back({ title, Align::Right });
    const auto style = invocation.format == Format::Text ? support::NumberStyle::Window
                                                         : support::NumberStyle::File;
    for (const auto& [name, histogram] : profiler::loadTimes(load)) {
        std::vector<std::string> cells { std::string(name) };
        for (const auto& percentile : profiler::loadPercentiles()) {
            const auto ns = profiler::shownPercentile(*histogram, percentile.fraction);
            cells.push_back(ns ? invocation.duration(*ns) : std::string(support::notMeasured));
        }
        cells.push_back(invocation.duration(static_cast<double>(histogram->max())));
        cells.push_back(support::countText(histogram->count(), style));
        cells.push_back(histogram == &load.latency
                ? support::numberText(profiler::requestsPerSecond(load), 4, style)
                : "");
        table.add(std::move(cells));
    }
    return table.text(invocation.format, invocation.colours) + "\n";
}

void printLoadFacts(const profiler::Report& report, const Invocation& invocation)
{
    const auto& profile = *report.profile;
    if (!profile.load)
        return;
    const auto& metadata = profile.metadata;
    const auto& load = *profile.load;
    invocation.printStatus("load: " + profiler::loadText(metadata) + "; streams worked "
        + support::shareText(load.busy) + " of the time");
    const auto shared
        = profiler::oversubscriptionText(metadata.integer(profiler::keys::streams).value_or(1),
            metadata.integer(profiler::keys::threads).value_or(0),
            metadata.integer(profiler::keys::cores).value_or(0));
    for (const auto& text :
        { shared, profiler::queueText(profile), profiler::missingPercentilesText(load) })
        if (!text.empty())
            invocation.printStatus(text);
    if (load.wall.medianNs > 0)
        invocation.printStatus("one stream alone takes " + invocation.duration(load.wall.medianNs)
            + " (median of " + support::countOf(load.wall.samples, "run", "runs") + "), under load "
            + support::numberText(report.statistics->bestWall().median / load.wall.medianNs)
            + " times as long");
}

LoadColumns::LoadColumns(const profiler::Profile& profile, const Invocation& invocation)
    : m_load(profile.load.get())
    , m_invocation(invocation)
{
}

void LoadColumns::addHeadings(TextTable& table) const
{
    if (m_load == nullptr)
        return;
    for (const auto* const title : { "alone", "× alone" })
        table.columns.insert(table.columns.end() - 1, { title, TextTable::Align::Right });
}

std::vector<std::string> LoadColumns::with(
    std::vector<std::string> cells, const profiler::StepRow& row) const
{
    if (m_load == nullptr)
        return cells;
    const std::string unknown(support::notMeasured);
    const auto alone = profiler::aloneNs(*m_load, row.step);
    const auto times = profiler::timesAlone(*m_load, row.step, row.time.median);
    return inserted(std::move(cells), alone ? m_invocation.duration(*alone) : unknown,
        times ? support::numberText(*times) : unknown);
}

std::vector<std::string> LoadColumns::without(std::vector<std::string> cells) const
{
    return m_load == nullptr ? cells : inserted(std::move(cells), "", "");
}

} // namespace cli
