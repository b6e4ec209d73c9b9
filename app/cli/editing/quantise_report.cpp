#include "app/cli/editing/quantise_report.h"

#include "app/cli/editing/edited_output.h"
#include "app/cli/text_table.h"
#include "model/support/text.h"
#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace cli {

using engine::ValueError;
using support::JsonWriter;

namespace {

constexpr std::size_t shownRows = 20;

std::string errorText(double error)
{
    return std::isfinite(error) ? support::numberText(error, 3) : "∞";
}

std::vector<std::string> errorCells(const ValueError& error)
{
    if (error.elements == 0)
        return { std::string(support::notMeasured), std::string(support::notMeasured),
            std::string(support::notMeasured), std::string(support::notMeasured) };
    return { errorText(error.relative), errorText(error.signalToNoise()),
        error.toSpread ? errorText(*error.toSpread) : std::string(support::notMeasured),
        errorText(error.largest) };
}

TextTable emptyTable(std::string_view first)
{
    using Align = TextTable::Align;
    return { { { std::string(first) }, { "operator" }, { "error (L2)", Align::Right },
        { "SQNR, dB", Align::Right }, { "error / spread", Align::Right },
        { "largest", Align::Right } } };
}

/// Positions of the nodes, largest error first.
std::vector<std::size_t> byError(const std::vector<ValueError>& errors)
{
    std::vector<std::size_t> order(errors.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::greater<>(),
        [&](std::size_t i) { return errors[i].elements == 0 ? -1 : errors[i].relative; });
    return order;
}

std::string samplesText(const engine::Samples& samples, std::uint64_t seed)
{
    if (samples.folders.empty())
        return support::countOf(samples.random, "random input", "random inputs") + " (seed "
            + std::to_string(seed)
            + "); errors on real inputs may differ: give them with --calibration or --evaluation";
    return support::countOf(samples.folders.size(), "input", "inputs") + " from "
        + support::sanitise(samples.folders.front().parent_path().string());
}

std::string errorTables(const QuantiseReport& report, const Invocation& invocation)
{
    const auto labels = nodeLabels(report.before);
    auto operators = emptyTable("node");
    const auto order = byError(report.errors.own);
    for (std::size_t row = 0; row < std::min(order.size(), shownRows); ++row) {
        const auto id = report.plan.nodes[order[row]];
        auto cells = errorCells(report.errors.own[order[row]]);
        cells.insert(cells.begin(),
            { support::sanitise(labels[id.value()]),
                support::sanitise(report.before.node(id).type) });
        operators.add(std::move(cells));
    }
    if (order.size() > shownRows)
        operators.foot.push_back({ "… and " + std::to_string(order.size() - shownRows)
            + " more with smaller errors (--format json has all)" });
    auto outputs = emptyTable("output");
    for (const auto& error : report.errors.outputs) {
        auto cells = errorCells(error);
        cells.insert(cells.begin(), { support::sanitise(error.name), std::string() });
        outputs.add(std::move(cells));
    }
    return "\nerror of each operator, with only it quantised:\n"
        + operators.text(Format::Text, invocation.colours)
        + "\nerror of the outputs, with all operators quantised:\n"
        + outputs.text(Format::Text, invocation.colours) + "measured with "
        + samplesText(report.request.evaluation, report.seed) + "\n";
}

std::string leftText(const model::edit::QuantisationPlan& plan)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& left : plan.left)
        ++counts[left.reason];
    std::string text;
    for (const auto& [reason, count] : counts)
        text += "not quantised: " + support::countOf(count, "node", "nodes") + ", because "
            + support::sanitise(reason) + "\n";
    return text;
}

std::string timeText(const QuantiseReport& report, const Invocation& invocation)
{
    const auto before = profiler::medianOf(report.nsBefore);
    const auto after = profiler::medianOf(report.nsAfter);
    return "time of a run in this engine: " + invocation.duration(before, 4) + " → "
        + invocation.duration(after, 4) + " (medians of " + std::to_string(report.nsBefore.size())
        + " runs each, in turn)\n";
}

void writeError(JsonWriter& json, const ValueError& error)
{
    if (error.elements == 0)
        return;
    json.members({ { "relative_l2", error.relative }, { "sqnr_db", error.signalToNoise() } });
    json.memberIf("relative_to_spread", error.toSpread);
    json.members({ { "largest", error.largest }, { "elements", error.elements },
        { "not_finite", error.notFinite } });
}

void writeNodes(JsonWriter& json, const QuantiseReport& report)
{
    const auto labels = nodeLabels(report.before);
    const auto open = [&](model::NodeId id) -> JsonWriter& {
        return json.beginObject()
            .member("node", labels[id.value()])
            .member("operator", report.before.node(id).type);
    };
    json.key("quantized").beginArray();
    for (std::size_t i = 0; i < report.plan.nodes.size(); ++i) {
        open(report.plan.nodes[i]);
        if (!report.errors.own.empty())
            writeError(json, report.errors.own[i]);
        json.endObject();
    }
    json.endArray().key("left").beginArray();
    for (const auto& left : report.plan.left)
        open(left.node).member("reason", left.reason).endObject();
    json.endArray();
}

} // namespace

std::uint64_t wholeBytes(const model::Model& model)
{
    auto bytes = model.fileBytes;
    for (const auto& tensor : model.tensors)
        if (tensor.ref.place == model::TensorRef::Place::ExternalFile)
            bytes += tensor.ref.length;
    return bytes;
}

std::string quantiseText(const QuantiseReport& report, const Invocation& invocation)
{
    auto text = support::sanitise(report.step) + "\n" + leftText(report.plan);
    if (!report.errors.own.empty())
        text += errorTables(report, invocation);
    text += "\nsize: " + support::bytesText(report.bytesBefore) + " → "
        + support::bytesText(report.bytesAfter) + " ("
        + support::shareText(
            static_cast<double>(report.bytesAfter) / static_cast<double>(report.bytesBefore))
        + ")\n";
    if (!report.nsBefore.empty())
        text += timeText(report, invocation);
    if (!report.target)
        return text + "nothing is written (--dry-run)\n";
    return text + "wrote " + support::sanitise(*report.target) + "\n" + savedLines(report.saved);
}

std::string quantiseDocument(const QuantiseReport& report)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.member("text", report.step).key("operation").raw(report.operation);
        writeNodes(json, report);
        json.key("outputs").beginArray();
        for (const auto& error : report.errors.outputs) {
            json.beginObject().member("name", error.name);
            writeError(json, error);
            json.endObject();
        }
        json.endArray();
        const auto& samples = report.request.evaluation;
        json.key("samples").object(
            { { "random", samples.folders.empty() }, { "count", samples.count() } });
        json.members({ { "bytes_before", report.bytesBefore }, { "bytes", report.bytesAfter } });
        if (!report.nsBefore.empty())
            json.members({ { "ns_before", report.nsBefore }, { "ns", report.nsAfter } });
        json.memberIf("file", report.target);
        writeSaved(json, report.saved);
    });
}

} // namespace cli
