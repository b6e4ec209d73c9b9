#include "app/cli/comparing/comparison.h"

#include "model/support/text.h"

#include <array>
#include <charconv>

namespace cli {

using engine::ComparedValue;
using support::JsonWriter;
using support::orNull;

namespace {

void writeHistogram(JsonWriter& json, const engine::ErrorHistogram& histogram)
{
    json.object(
        { { "log10_first", engine::ErrorHistogram::log10First }, { "counts", histogram.counts },
            { "equal", histogram.equal }, { "not_finite", histogram.notFinite } });
}

} // namespace

void writeComparison(JsonWriter& json, const ComparedValue& compared)
{
    writeComparisonMembers(json.beginObject(), compared);
    json.endObject();
}

void writeComparisonMembers(JsonWriter& json, const ComparedValue& compared)
{
    const auto& difference = compared.difference;
    const bool isMeasured = difference.tolerance.has_value();
    const bool hasPlace = isMeasured && !difference.where.empty();
    const auto tolerance = difference.tolerance.value_or(engine::Tolerance {});
    json.members({ { "name", compared.name }, { "type", compared.type }, { "shape", compared.dims },
        { "outcome", difference.isWithin ? "passed" : "failed" }, { "message", difference.message },
        { "largest_absolute", orNull(isMeasured, difference.largestAbsolute) },
        { "largest_relative", orNull(isMeasured, difference.largestRelative) },
        { "where", difference.where }, { "found", orNull(hasPlace, difference.found) },
        { "expected", orNull(hasPlace, difference.expected) }, { "elements", difference.elements },
        { "beyond", difference.beyond },
        { "absolute_tolerance", orNull(isMeasured, tolerance.absolute) },
        { "relative_tolerance", orNull(isMeasured, tolerance.relative) } });
    json.key("histogram");
    writeHistogram(json, difference.histogram);
}

void writeStepMembers(JsonWriter& json, const engine::StepDescription& step)
{
    json.members({ { "node", step.label }, { "op", step.opType }, { "domain", step.domain },
        { "version", step.version } });
    json.key("node_ids").array(step.origins, [](auto node) { return node.value(); });
}

TextTable comparisonTable(const std::vector<std::string>& leading)
{
    using Align = TextTable::Align;
    TextTable table;
    for (const auto& title : leading)
        table.columns.push_back({ title });
    for (const auto& column : { TextTable::Column { "output" }, { "type" },
             { "beyond", Align::Right }, { "elements", Align::Right }, { "absolute", Align::Right },
             { "relative", Align::Right }, { "where" }, { "found", Align::Right },
             { "expected", Align::Right }, { "why" } })
        table.columns.push_back(column);
    return table;
}

std::vector<std::string> comparisonRow(
    std::vector<std::string> leading, const ComparedValue& compared)
{
    const auto& difference = compared.difference;
    const bool isMeasured = difference.tolerance.has_value();
    const bool hasPlace = isMeasured && !difference.where.empty();
    const auto known = [](bool isKnown, double value, int digits = 3) {
        return isKnown ? errorText(value, digits) : std::string(support::notMeasured);
    };
    auto row = std::move(leading);
    for (auto& cell : { support::sanitise(compared.name),
             compared.dims.empty() ? compared.type
                                   : engine::dimsText(compared.dims) + " " + compared.type,
             std::to_string(difference.beyond), std::to_string(difference.elements),
             known(isMeasured, difference.largestAbsolute),
             known(isMeasured, difference.largestRelative), difference.where,
             known(hasPlace, difference.found, 6), known(hasPlace, difference.expected, 6),
             // Measured differences have their own columns.
             isMeasured ? std::string() : support::sanitise(difference.message) })
        row.push_back(cell);
    return row;
}

std::string errorText(double value, int digits)
{
    std::array<char, 40> text {};
    const auto end = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    return { text.data(), end.ptr };
}

} // namespace cli
