#include "profiler/sweep/sweep.h"

#include "model/support/text.h"

#include <algorithm>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

std::optional<std::int64_t> sizeOf(std::string_view text)
{
    const auto size = support::numberFrom<std::int64_t>(text);
    return size && *size >= 0 ? size : std::nullopt;
}

/// Returns nothing if the text is not a list.
std::optional<std::vector<std::int64_t>> listOf(std::string_view text)
{
    std::vector<std::int64_t> sizes;
    for (const auto part : support::split(text, ',')) {
        const auto size = sizeOf(part);
        if (!size || sizes.size() == SweepPlan::maxSizes)
            return std::nullopt;
        sizes.push_back(*size);
    }
    return sizes;
}

/// Returns nothing if the text is neither a range nor a list.
std::optional<std::vector<std::int64_t>> sizesOf(std::string_view text)
{
    const auto range = support::split(text, ':');
    if (range.size() == 1)
        return listOf(text);
    if (range.size() != 3 || range[2].size() < 2)
        return std::nullopt;
    const auto first = sizeOf(range[0]);
    const auto last = sizeOf(range[1]);
    const auto step = sizeOf(range[2].substr(1));
    const bool isFactor = range[2].front() == '*';
    if (!first || !last || !step || (!isFactor && range[2].front() != '+')
        || *step < (isFactor ? 2 : 1) || *first < (isFactor ? 1 : 0))
        return std::nullopt;
    std::vector<std::int64_t> sizes;
    for (auto size = *first; size <= *last;) {
        if (sizes.size() == SweepPlan::maxSizes)
            return std::nullopt;
        sizes.push_back(size);
        if (isFactor ? size > *last / *step : size > *last - *step)
            break; // the next size would exceed `last` or overflow
        size = isFactor ? size * *step : size + *step;
    }
    return sizes;
}

void writeTimes(
    JsonWriter& json, std::string_view key, const std::vector<SweepTime>& rows, bool hasOperators)
{
    json.key(key).beginArray();
    for (const auto& row : rows) {
        json.beginObject();
        if (hasOperators)
            json.members({ { "label", row.name }, { "op_type", row.opType } });
        else
            json.member("op_type", row.name);
        json.members({ { "median_ns", row.medianNs }, { "share", row.share } }).endObject();
    }
    json.endArray();
}

std::vector<SweepTime> readTimes(const support::JsonValue& json)
{
    std::vector<SweepTime> rows;
    for (const auto& row : json.items()) {
        const auto type = std::string(row["op_type"].stringOr(""));
        auto name = std::string(row["label"].stringOr(""));
        rows.push_back({ name.empty() ? type : std::move(name), type, row["median_ns"].numberOr(0),
            row["share"].numberOr(0) });
    }
    return rows;
}

} // namespace

Result<SweepPlan> parseSweep(std::string_view text)
{
    const auto equals = text.find('=');
    auto sizes = equals == std::string_view::npos || equals == 0 ? std::nullopt
                                                                 : sizesOf(text.substr(equals + 1));
    if (!sizes || sizes->empty())
        return failAs(ErrorKind::Usage, "--sweep is \"", text,
            "\", expected NAME=128:2048:*2, NAME=1:9:+2 or NAME=64,128,512, at most ",
            SweepPlan::maxSizes, " sizes");
    return SweepPlan { std::string(text.substr(0, equals)), std::move(*sizes) };
}

SweepPoint sweepPointOf(std::int64_t size, const Profile& profile, const Statistics& statistics)
{
    const auto& wall = statistics.bestWall();
    SweepPoint point { size, {}, wall.samples, wall.median, wall.interval, {}, {} };
    for (const auto& row : statistics.types)
        point.types.push_back(
            { std::string(profile.text(row.opType)), {}, row.time.median, row.share });
    for (const auto step : slowestSteps(statistics)) {
        if (point.operators.size() == SweepPoint::maxOperators)
            break;
        const auto& row = statistics.steps[step];
        point.operators.push_back({ std::string(profile.text(profile.step(row.step).label)),
            std::string(profile.text(profile.step(row.step).opType)), row.time.median, row.share });
    }
    return point;
}

void writeSweepPoint(JsonWriter& json, const SweepPoint& point)
{
    json.beginObject().member("size", point.size);
    if (!point.problem.empty()) {
        json.member("problem", point.problem).endObject();
        return;
    }
    json.members({ { "samples", point.samples }, { "median_ns", point.medianNs } });
    if (point.interval)
        json.members({ { "lo_ns", point.interval->low }, { "hi_ns", point.interval->high } });
    writeTimes(json, "types", point.types, false);
    writeTimes(json, "operators", point.operators, true);
    json.endObject();
}

SweepPoint readSweepPoint(const support::JsonValue& json)
{
    SweepPoint point;
    point.size = json["size"].integerOr(0);
    point.problem = json["problem"].stringOr("");
    point.samples = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(json["samples"].integerOr(0), 0, 1 << 30));
    point.medianNs = json["median_ns"].numberOr(0);
    const auto high = json["hi_ns"].numberOr(0);
    if (high > 0)
        point.interval = Interval { json["lo_ns"].numberOr(0), high };
    point.types = readTimes(json["types"]);
    point.operators = readTimes(json["operators"]);
    return point;
}

std::string sweepJson(const Sweep& sweep)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "dimension", sweep.plan.dimension }, { "is_threads", sweep.isOfThreads },
            { "planned", sweep.plan.sizes.size() } });
        json.key("points").beginArray();
        for (const auto& point : sweep.points)
            writeSweepPoint(json, point);
        json.endArray();
    });
}

support::Result<Sweep> readSweepJson(std::string_view text)
{
    const auto json = TRY(support::parseJson(text));
    if (!json.has("dimension") || !json.has("points"))
        return support::failAs(support::ErrorKind::File,
            "this is no sweep: expected an object with \"dimension\" and \"points\"");
    Sweep sweep;
    sweep.plan.dimension = json["dimension"].stringOr("");
    sweep.isOfThreads = json["is_threads"].booleanOr(false);
    for (const auto& point : json["points"].items()) {
        sweep.points.push_back(readSweepPoint(point));
        sweep.plan.sizes.push_back(sweep.points.back().size);
    }
    return sweep;
}

} // namespace profiler
