#include "app/cli/comparing/selftest_noise.h"

#include "app/cli/commands.h"
#include "app/cli/comparing/pair_options.h"
#include "app/cli/profiling/run_options.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace cli {

using profiler::Noise;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Makes one try with the given options.
using OneTry = std::function<Result<profiler::Comparison>(const profiler::PairOptions&)>;

/// About a millisecond of dependent multiplications. They need no memory and no second thread, so
/// variation comes from the machine.
Result<void> arithmetic(engine::Observer*)
{
    constexpr int turns = 250'000;
    volatile double kept = 1.0;
    double value = kept;
    for (int i = 0; i < turns; ++i)
        value = value * 0.999999 + 1e-6;
    kept = value;
    return {};
}

Result<OneTry> tryOf(const Invocation& invocation)
{
    if (!invocation.arguments.has("MODEL"))
        return OneTry([stop = invocation.stop](const profiler::PairOptions& options) {
            return profiler::compareWithItself(arithmetic, options, stop);
        });
    auto request = std::make_shared<engine::RunRequest>(TRY(runRequest(invocation)));
    boundHeapFor({ *request, *request });
    const auto prepared = engine::prepare(*request);
    if (!prepared.plan)
        return explainUnsupported(prepared);
    printDefaults(invocation, prepared.report);
    return OneTry([request, stop = invocation.stop](
                      const profiler::PairOptions& options) -> Result<profiler::Comparison> {
        const auto pair = TRY(profiler::profilePair({ request.get(), request.get() },
            { engine::prepare(*request), engine::prepare(*request) }, options, stop));
        return profiler::compareProfiles(pair.profiles[0], pair.profiles[1]);
    });
}

std::string countsText(std::size_t some, std::size_t all)
{
    return support::countText(some) + " of " + support::countText(all);
}

} // namespace

std::string noiseText(const Noise& noise, const Invocation& invocation)
{
    const auto row = [](std::string_view name, std::string value, std::string_view about) {
        constexpr std::size_t nameWidth = 14;
        constexpr std::size_t valueWidth = 16;
        auto line
            = std::string(name) + std::string(nameWidth - name.size(), ' ') + std::move(value);
        const auto used = static_cast<std::size_t>(std::ranges::count_if(
            line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
        line += std::string(used < nameWidth + valueWidth ? nameWidth + valueWidth - used : 1, ' ');
        return line + std::string(about) + "\n";
    };
    auto text = row("wall", invocation.duration(noise.wallNs, 4),
        support::countOf(noise.tries, "try", "tries") + " of the same thing against itself, "
            + support::countOf(noise.rounds, "round", "rounds") + " each");
    text += row("called", countsText(noise.alarms, noise.tries),
        "faster or slower: errors, 1 in 20 at most is usual");
    if (noise.operators > 0)
        text += row("operators", countsText(noise.operatorAlarms, noise.operators),
            "faster or slower: errors too");
    text += row("largest", support::shareText(noise.largest), "change of the wall");
    text += row("resolution", "± " + support::shareText(noise.resolution),
        "half of the 95 % interval of a change, median of the tries");
    text += row("gate", noise.gate ? "--gate " + support::shareText(*noise.gate) : "none",
        noise.gate ? "smallest usual limit that every try would have decided"
                   : "no usual limit would have been decided by every try: more rounds, fewer "
                     "threads or a quieter machine");
    if (noise.apart)
        text += row("apart", support::shareText(*noise.apart),
            "between a try and the next, 95 %: at least this as --spread for profiles measured "
            "apart");
    return text;
}

std::string noiseJson(const Noise& noise)
{
    return support::jsonDocument([&](support::JsonWriter& json) {
        json.members({ { "tries", noise.tries }, { "rounds", noise.rounds },
            { "wall_ns", noise.wallNs }, { "called", noise.alarms },
            { "operators", noise.operators }, { "operators_called", noise.operatorAlarms },
            { "largest", noise.largest }, { "resolution", noise.resolution },
            { "gate", noise.gate }, { "apart", noise.apart } });
    });
}

Result<int> selftestNoise(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto count = TRY(arguments.integer("--tries", 10, 1, 1000));
    auto options = TRY(pairOptions(arguments));
    const auto one = TRY(tryOf(invocation));
    std::vector<profiler::NoiseTry> tries;
    for (std::int64_t i = 1; i <= count && !invocation.stop.stop_requested(); ++i) {
        options.orderSeed = static_cast<std::uint64_t>(i);
        auto compared = one(options);
        if (!compared && compared.error().kind() == ErrorKind::Cancelled && !tries.empty())
            break;
        tries.push_back(profiler::noiseTry(TRY(std::move(compared))));
        invocation.printStatus("try " + std::to_string(i) + " of " + std::to_string(count) + ": "
            + profiler::ratioText(tries.back().wall.ratio) + " (" + intervalText(tries.back().wall)
            + ")");
    }
    if (tries.empty())
        return failAs(ErrorKind::Cancelled, "stopped before the first try was complete");
    const auto noise = profiler::summariseNoise(tries);
    TRY(invocation.write(
        invocation.format == Format::Json ? noiseJson(noise) : noiseText(noise, invocation)));
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    return noise.gate ? exitDone : exitUndecided;
}

} // namespace cli
