#include "ui/engines/engine_comparison.h"

#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/importers/importer.h"

#include <algorithm>

namespace ui {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

namespace {

constexpr std::size_t maxEngines = 16;
constexpr std::size_t maxMeasurements = 1024;

std::optional<std::uint64_t> countIn(const JsonValue& json)
{
    const auto value = json.integer();
    return value && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

ComparedEngine engineIn(const JsonValue& json)
{
    ComparedEngine engine;
    engine.name = json["name"].stringOr("");
    engine.title = json["title"].stringOr(engine.name);
    engine.version = json["version"].stringOr("");
    engine.found = json["found"].stringOr("");
    engine.reason = json["reason"].stringOr("");
    engine.precision = json["precision"].stringOr("");
    engine.ownPrecision = json["own_precision"].stringOr("");
    for (const auto& [name, value] : json["settings"].members())
        engine.settings.emplace(name, value.stringOr(""));
    for (const auto& notice : json["notices"].items())
        engine.notices.push_back(notice.stringOr(""));
    engine.largestDifference = json["largest_difference"].number();
    engine.isWithinTolerance = json["is_within_tolerance"].boolean();
    engine.openNs = json["open_ns"].integer();
    engine.firstRunNs = json["first_run_ns"].integer();
    engine.peakBytes = countIn(json["peak_bytes"]);
    engine.steps = countIn(json["steps"]);
    const auto& attribution = json["attribution"];
    engine.proven = attribution["proven"].number();
    for (const auto& [rule, share] : attribution["by_rule"].members())
        engine.ruleShares.emplace_back(rule, std::clamp(share.numberOr(0), 0.0, 1.0));
    return engine;
}

/// The index of the engine that a member names.
Result<std::size_t> engineNamed(const EngineComparison& comparison, const JsonValue& name)
{
    const auto word = name.stringOr("");
    const auto found = std::ranges::find(comparison.engines, word, &ComparedEngine::name);
    if (found == comparison.engines.end())
        return failAs(ErrorKind::File, "the document names the engine ", support::quote(word),
            ", which is not in its list of engines");
    return static_cast<std::size_t>(found - comparison.engines.begin());
}

Result<EngineMeasurement> measurementIn(const JsonValue& json, const EngineComparison& comparison)
{
    EngineMeasurement measured;
    measured.engine = TRY(engineNamed(comparison, json["engine"]));
    measured.threads
        = static_cast<int>(std::clamp<std::int64_t>(json["threads"].integerOr(0), 0, 1 << 16));
    measured.medianNs = json["median_ns"].numberOr(0);
    measured.lowNs = json["low_ns"].numberOr(measured.medianNs);
    measured.highNs = json["high_ns"].numberOr(measured.medianNs);
    for (const auto& round : json["round_ns"].items())
        measured.roundNs.push_back(round.numberOr(0));
    measured.profileFile = json["profile"].stringOr("");
    const std::filesystem::path file(measured.profileFile);
    if (file != file.filename() || measured.profileFile == "..")
        return failAs(ErrorKind::File, "the document names the profile ",
            support::quote(measured.profileFile), ", expected a file name without a folder");
    return measured;
}

Result<EngineVerdict> verdictIn(const JsonValue& json, const EngineComparison& comparison)
{
    EngineVerdict verdict;
    verdict.threads = static_cast<int>(json["threads"].integerOr(0));
    verdict.fastest = TRY(engineNamed(comparison, json["fastest"]));
    if (!json["next"].isNull())
        verdict.next = TRY(engineNamed(comparison, json["next"]));
    verdict.difference = json["difference"].numberOr(0);
    verdict.low = json["low"].numberOr(verdict.difference);
    verdict.high = json["high"].numberOr(verdict.difference);
    verdict.p = json["p"].number();
    verdict.isShown = json["is_shown"].booleanOr(false);
    return verdict;
}

} // namespace

std::optional<double> ComparedEngine::attributedShare() const
{
    if (ruleShares.empty())
        return std::nullopt;
    const auto none = std::ranges::find(ruleShares, "none", &std::pair<std::string, double>::first);
    return none == ruleShares.end() ? 1.0 : 1.0 - none->second;
}

const EngineMeasurement* EngineComparison::measurement(std::size_t engine, int threads) const
{
    const auto found = std::ranges::find_if(measurements, [&](const EngineMeasurement& measured) {
        return measured.engine == engine && measured.threads == threads;
    });
    return found == measurements.end() ? nullptr : &*found;
}

const EngineVerdict* EngineComparison::verdict(int threads) const
{
    const auto found = std::ranges::find(verdicts, threads, &EngineVerdict::threads);
    return found == verdicts.end() ? nullptr : &*found;
}

Result<EngineComparison> readEngineComparison(std::string_view json)
{
    const auto document = TRY(support::parseJson(json));
    const auto engines = document["engines"].items();
    const auto measurements = document["measurements"].items();
    if (engines.empty() || engines.size() > maxEngines || measurements.size() > maxMeasurements)
        return failAs(ErrorKind::File, "the text is not a comparison of engines: it has ",
            engines.size(), " engines and ", measurements.size(),
            " measurements; expected the document of `opscope-cli engines MODEL --format json`");
    EngineComparison comparison;
    comparison.modelSha256 = document["model_sha256"].stringOr("");
    comparison.rounds = static_cast<int>(document["rounds"].integerOr(0));
    for (const auto& engine : engines)
        comparison.engines.push_back(engineIn(engine));
    for (const auto& entry : measurements) {
        auto measured = TRY(measurementIn(entry, comparison));
        if (std::ranges::find(comparison.threadCounts, measured.threads)
            == comparison.threadCounts.end())
            comparison.threadCounts.push_back(measured.threads);
        comparison.measurements.push_back(std::move(measured));
    }
    for (const auto& entry : document["verdicts"].items())
        comparison.verdicts.push_back(TRY(verdictIn(entry, comparison)));
    std::ranges::sort(comparison.threadCounts);
    return comparison;
}

Result<void> readEngineProfiles(EngineComparison& comparison, const std::filesystem::path& folder,
    const std::stop_token& stop, const support::Progress& progress)
{
    for (auto& measured : comparison.measurements)
        if (!measured.profileFile.empty())
            measured.profile
                = TRY(profiler::importProfile(folder / measured.profileFile, stop, progress));
    return {};
}

} // namespace ui
