#include "app/cli/sweep.h"

#include "app/cli/text_table.h"
#include "engine/engine.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/profile_run.h"
#include "profiler/statistics.h"

#include <algorithm>
#include <charconv>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t mostSizes = 1000;
constexpr std::size_t typesShown = 5;

std::optional<std::int64_t> sizeOf(std::string_view text)
{
    std::int64_t size = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || rest != text.data() + text.size() || size < 0)
        return std::nullopt;
    return size;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

/// Nothing if the text is neither a range nor a list.
std::optional<std::vector<std::int64_t>> sizesOf(std::string_view text)
{
    std::vector<std::int64_t> sizes;
    const auto range = split(text, ':');
    if (range.size() == 1) {
        for (const auto part : split(text, ',')) {
            const auto size = sizeOf(part);
            if (!size || sizes.size() == mostSizes)
                return std::nullopt;
            sizes.push_back(*size);
        }
        return sizes;
    }
    if (range.size() != 3 || range[2].size() < 2)
        return std::nullopt;
    const auto first = sizeOf(range[0]);
    const auto last = sizeOf(range[1]);
    const auto step = sizeOf(range[2].substr(1));
    const bool isFactor = range[2].front() == '*';
    if (!first || !last || !step || (!isFactor && range[2].front() != '+')
        || *step < (isFactor ? 2 : 1) || *first < (isFactor ? 1 : 0))
        return std::nullopt;
    for (auto size = *first; size <= *last && sizes.size() < mostSizes;
         size = isFactor ? size * *step : size + *step)
        sizes.push_back(size);
    return sizes;
}

struct Point {
    std::int64_t size = 0;
    std::string problem; ///< why it could not run; empty if it did
    std::shared_ptr<const profiler::Profile> profile;
    std::shared_ptr<const profiler::Statistics> statistics;
};

Result<Point> measure(engine::RunRequest& request, const Sweep& sweep, std::int64_t size,
    const profiler::BenchmarkOptions& options, const std::stop_token& stop)
{
    request.dims[sweep.dimension] = size;
    auto run = TRY(profiler::profileRun(request, options, stop));
    Point point { size, {}, run.profile, profiler::computeStatistics(*run.profile) };
    return point;
}

const profiler::TypeRow* typeRow(const Point& point, std::string_view type)
{
    if (!point.statistics)
        return nullptr;
    const auto found = std::ranges::find_if(point.statistics->types,
        [&](const auto& row) { return point.profile->text(row.opType) == type; });
    return found == point.statistics->types.end() ? nullptr : &*found;
}

/// The types that take the most time at the largest size that ran.
std::vector<std::string> slowestTypes(const std::vector<Point>& points)
{
    std::vector<std::string> types;
    const auto last = std::ranges::find_if(points.rbegin(), points.rend(),
        [](const Point& point) { return point.statistics != nullptr; });
    if (last == points.rend())
        return types;
    for (const auto& row : last->statistics->types) {
        if (types.size() < typesShown)
            types.emplace_back(last->profile->text(row.opType));
    }
    return types;
}

TextTable table(const Invocation& invocation, const Sweep& sweep, const std::vector<Point>& points)
{
    using Align = TextTable::Align;
    const auto types = slowestTypes(points);
    TextTable result { { { support::sanitise(sweep.dimension), Align::Right },
                           { "wall", Align::Right }, { "95 %", Align::Right } },
        {}, {} };
    for (const auto& type : types)
        result.columns.push_back({ support::sanitise(type), Align::Right });
    result.columns.push_back({ "why not" });
    for (const auto& point : points) {
        std::vector<std::string> row { std::to_string(point.size),
            std::string(support::notMeasured), std::string(support::notMeasured) };
        if (point.statistics) {
            const auto& wall = point.statistics->bestWall();
            row[1] = invocation.duration(wall.median, 4);
            row[2] = wall.interval ? "± " + invocation.duration(wall.interval->half(), 2)
                                   : "n = " + std::to_string(wall.samples);
        }
        for (const auto& type : types) {
            const auto* found = typeRow(point, type);
            row.push_back(found != nullptr ? invocation.duration(found->time.median)
                                           : std::string(support::notMeasured));
        }
        row.push_back(support::sanitise(point.problem));
        result.add(std::move(row));
    }
    return result;
}

void writePoint(JsonWriter& json, const Point& point)
{
    json.beginObject().member("size", point.size);
    if (!point.problem.empty()) {
        json.member("problem", point.problem).endObject();
        return;
    }
    const auto& wall = point.statistics->bestWall();
    json.member("samples", wall.samples).member("median_ns", wall.median);
    if (wall.interval)
        json.member("lo_ns", wall.interval->low).member("hi_ns", wall.interval->high);
    json.key("types").beginArray();
    for (const auto& row : point.statistics->types)
        json.beginObject()
            .member("op_type", point.profile->text(row.opType))
            .member("median_ns", row.time.median)
            .member("share", row.share)
            .endObject();
    json.endArray().endObject();
}

std::string document(const Sweep& sweep, const std::vector<Point>& points)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().member("dimension", sweep.dimension).key("points").beginArray();
    for (const auto& point : points)
        writePoint(json, point);
    json.endArray().endObject().flush();
    return text + "\n";
}

bool hasDimension(const model::Model& model, std::string_view name)
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

} // namespace

Result<Sweep> parseSweep(std::string_view text)
{
    const auto equals = text.find('=');
    auto sizes = equals == std::string_view::npos || equals == 0 ? std::nullopt
                                                                 : sizesOf(text.substr(equals + 1));
    if (!sizes || sizes->empty())
        return failAs(ErrorKind::Usage, "--sweep is \"", text,
            "\", expected NAME=128:2048:*2, NAME=1:9:+2 or NAME=64,128,512, at most ", mostSizes,
            " sizes");
    return Sweep { std::string(text.substr(0, equals)), std::move(*sizes) };
}

Result<int> runSweep(const Invocation& invocation, const Sweep& sweep, engine::RunRequest request,
    const profiler::BenchmarkOptions& options)
{
    if (!hasDimension(*request.model, sweep.dimension))
        return failAs(ErrorKind::Usage, "--sweep: no input of the model has the named dimension ",
            support::quote(sweep.dimension), "; `inspect MODEL` shows the shapes");
    std::vector<Point> points;
    for (const auto size : sweep.sizes) {
        if (invocation.stop.stop_requested())
            break;
        auto point = measure(request, sweep, size, options, invocation.stop);
        if (!point && point.error().kind() == ErrorKind::Cancelled)
            break;
        points.push_back(
            point ? std::move(*point) : Point { size, point.error().message(), nullptr, nullptr });
        invocation.say(sweep.dimension + " " + std::to_string(size) + ": "
            + (points.back().problem.empty()
                    ? invocation.duration(points.back().statistics->bestWall().median, 4)
                    : points.back().problem));
    }
    TRY(invocation.write(invocation.format == Format::Json
            ? document(sweep, points)
            : table(invocation, sweep, points).text(invocation.format, invocation.colours)));
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    return std::ranges::any_of(
               points, [](const Point& point) { return point.statistics != nullptr; })
        ? exitDone
        : exitCannotRun;
}

} // namespace cli
