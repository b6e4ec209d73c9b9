#include "app/cli/comparing/comparison.h"

#include "model/support/text.h"

#include <array>
#include <charconv>

namespace cli {

using engine::ComparedValue;
using engine::Difference;
using support::JsonWriter;

namespace {

/// Writes null if nothing was measured.
void writeNumber(JsonWriter& json, std::string_view name, bool isKnown, double value)
{
    isKnown ? json.member(name, value) : json.key(name).null();
}

void writeHistogram(JsonWriter& json, const engine::ErrorHistogram& histogram)
{
    json.beginObject()
        .member("log10_first", engine::ErrorHistogram::log10First)
        .key("counts")
        .array(histogram.counts);
    json.member("equal", histogram.equal).member("not_finite", histogram.notFinite).endObject();
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
    json.member("name", compared.name)
        .member("type", compared.type)
        .key("shape")
        .array(compared.dims);
    json.member("outcome", difference.isWithin ? "passed" : "failed")
        .member("message", difference.message);
    writeNumber(json, "largest_absolute", isMeasured, difference.largestAbsolute);
    writeNumber(json, "largest_relative", isMeasured, difference.largestRelative);
    json.member("where", difference.where);
    writeNumber(json, "found", hasPlace, difference.found);
    writeNumber(json, "expected", hasPlace, difference.expected);
    json.member("elements", difference.elements).member("beyond", difference.beyond);
    const auto tolerance = difference.tolerance.value_or(engine::Tolerance {});
    writeNumber(json, "absolute_tolerance", isMeasured, tolerance.absolute);
    writeNumber(json, "relative_tolerance", isMeasured, tolerance.relative);
    json.key("histogram");
    writeHistogram(json, difference.histogram);
}

void writeStepMembers(JsonWriter& json, const engine::StepDescription& step)
{
    json.member("node", step.label)
        .member("op", step.opType)
        .member("domain", step.domain)
        .member("version", step.version);
    json.key("node_ids").beginArray();
    for (const auto node : step.origins)
        json.value(node.value());
    json.endArray();
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
