#include "app/cli/draw_colours.h"
#include "app/cli/profiling/profile_files.h"

#include "layout/card/class_overlay.h"
#include "layout/card/measures.h"
#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/statistics/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace cli {

using layout::Overlay;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

using Values = std::vector<double>;
constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

std::string durationOf(double value) { return support::durationText(value); }
std::string bytesOf(double value) { return support::bytesText(static_cast<std::uint64_t>(value)); }
std::string errorOf(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

using ProfilePointer = std::shared_ptr<const profiler::Profile>;

Result<ProfilePointer> profileOf(const Invocation& invocation, const model::Model& model)
{
    const auto path = invocation.arguments.text("--profile");
    if (!path)
        return failAs(
            ErrorKind::Usage, "--by time and --by memory need a run: --profile FILE.opscope");
    auto profile = TRY(profileOfModel(*path, model.path, invocation.stop));
    return ProfilePointer(std::move(profile));
}

Result<Values> times(const Invocation& invocation, const DrawnGraph& drawn)
{
    const auto profile = TRY(profileOf(invocation, drawn.model));
    Values values(drawn.model.nodes.size(), notMeasured);
    const auto statistics = profiler::computeStatistics(*profile);
    for (const auto& row : statistics->nodes) {
        // If nodes share a step, only its leading node shows the time.
        const bool isLeader = !row.leader.isValid() || row.leader == row.node;
        if (isLeader && row.time.samples > 0 && row.node.isValid()
            && row.node.value() < values.size())
            values[row.node.value()] = row.time.median;
    }
    return values;
}

/// Returns the bytes that the outputs of each node take in the planned memory.
Result<Values> outputBytes(const Invocation& invocation, const DrawnGraph& drawn)
{
    const auto profile = TRY(profileOf(invocation, drawn.model));
    if (profile->memory.lifetimes.empty())
        return failAs(ErrorKind::Usage, "--profile ", invocation.arguments.text("--profile", ""),
            " has no planned memory");
    Values values(drawn.model.nodes.size(), notMeasured);
    for (const auto& lifetime : profile->memory.lifetimes) {
        if (!lifetime.value.isValid() || lifetime.value.value() >= drawn.model.values.size())
            continue;
        const auto producer = drawn.model.value(lifetime.value).producer;
        if (!producer.isValid())
            continue;
        double& bytes = values[producer.value()];
        bytes = (std::isnan(bytes) ? 0 : bytes) + static_cast<double>(lifetime.bytes);
    }
    return values;
}

/// Assigns the largest difference of a step's outputs to each of its nodes.
Result<void> addErrors(Values& values, const support::JsonValue& step)
{
    double largest = notMeasured;
    for (const auto& output : step["outputs"].items()) {
        if (const auto difference = output["largest_absolute"].number())
            largest = std::fmax(largest, *difference);
    }
    for (const auto& id : step["node_ids"].items()) {
        const auto node = id.integer().value_or(-1);
        if (node < 0 || static_cast<std::size_t>(node) >= values.size())
            return failAs(ErrorKind::Usage, "--errors is of another model: it names node ", node,
                ", this model has ", values.size());
        auto& value = values[static_cast<std::size_t>(node)];
        value = std::fmax(value, largest);
    }
    return {};
}

Result<Values> errors(const Invocation& invocation, const DrawnGraph& drawn)
{
    const auto path = invocation.arguments.text("--errors");
    if (!path)
        return failAs(ErrorKind::Usage,
            "--by error needs what `verify MODEL --against reference --format json` wrote: "
            "--errors FILE");
    const auto file = TRY(support::MappedFile::open(*path));
    const auto text = file->bytes();
    const auto json
        = TRY(support::parseJson({ reinterpret_cast<const char*>(text.data()), text.size() }));
    Values values(drawn.model.nodes.size(), notMeasured);
    for (const auto& test : json["tests"].items()) {
        for (const auto& step : test["nodes"].items())
            TRY(addErrors(values, step));
    }
    if (std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
        return failAs(ErrorKind::Usage, "--errors ", *path,
            " compares no node: expected the document of `verify MODEL --against …`");
    return values;
}

struct ColourRow {
    std::string_view option;
    DrawColour colour;
    // Only for measures that come from a file; `layout` provides the others.
    std::string_view legend;
    std::string_view ramp;
    std::string (*text)(double) = nullptr;
    Result<Values> (*values)(const Invocation&, const DrawnGraph&) = nullptr;
};
constexpr std::array<ColourRow, 9> rows { {
    { "category", DrawColour::Category },
    { "type", DrawColour::Type },
    { "group", DrawColour::Group },
    { "parameters", DrawColour::Parameters },
    { "flops", DrawColour::Flops },
    { "bytes", DrawColour::Bytes },
    { "time", DrawColour::Time, "Time", "time", durationOf, times },
    { "memory", DrawColour::Memory, "Output bytes", "memory", bytesOf, outputBytes },
    { "error", DrawColour::Error, "Error", "error", errorOf, errors },
} };

const ColourRow& rowOf(DrawColour colour) { return rows[static_cast<std::size_t>(colour)]; }

}

Result<DrawColour> chosenColour(const Arguments& arguments)
{
    const auto by = arguments.text("--by",
        arguments.has("--profile")      ? "time"
            : arguments.has("--errors") ? "error"
                                        : "category");
    std::string known;
    for (const auto& row : rows) {
        if (row.option == by)
            return row.colour;
        known += (known.empty() ? "" : ", ") + std::string(row.option);
    }
    return failAs(ErrorKind::Usage, "--by is \"", by, "\", expected one of ", known);
}

bool isMeasure(DrawColour colour) { return colour >= DrawColour::Parameters; }

Result<Overlay> drawOverlay(
    const Invocation& invocation, DrawColour colour, const DrawnGraph& drawn)
{
    static const model::Analysis none;
    const auto& analysis = drawn.analysis != nullptr ? *drawn.analysis : none;
    switch (colour) {
    case DrawColour::Type:
        return layout::colourByType(drawn.model);
    case DrawColour::Group:
        return layout::colourByGroup(drawn.model, drawn.groups);
    case DrawColour::Parameters:
        return layout::parametersOverlay(drawn.model);
    case DrawColour::Flops:
        return layout::flopsOverlay(analysis);
    case DrawColour::Bytes:
        return layout::bytesOverlay(analysis);
    default:
        break;
    }
    const ColourRow& row = rowOf(colour);
    Overlay overlay;
    overlay.name = row.legend;
    overlay.ramp = row.ramp;
    overlay.text = row.text;
    overlay.values = TRY(row.values(invocation, drawn));
    return overlay;
}

} // namespace cli
