#include "app/cli/comparing/tier_document.h"

#include "app/cli/comparing/comparison.h"
#include "engine/kernel/kernel.h"
#include "engine/plan/setting_names.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace cli {

using engine::ComparedOutput;
using engine::ComparedStep;
using engine::TierComparison;
using engine::TierRequest;
using engine::VerifyOutcome;
using support::JsonWriter;
using support::orNull;
using support::Result;

namespace {

/// Returns `reference`, `cpu`, `files`, or what wrote the files.
std::string againstText(const engine::TierRequest& request)
{
    static constexpr std::array<std::string_view, 3> names { "reference", "cpu", "files" };
    return !request.filesFrom.empty()
        ? request.filesFrom
        : std::string(names[static_cast<std::size_t>(request.against)]);
}

std::string implementationText(const ComparedStep& step)
{
    return step.isFolded ? "computed while preparing" : step.step.implementation;
}

std::string_view verdict(const ComparedStep& step)
{
    if (!step.isOwnWithin().value_or(true))
        return "at fault";
    return step.isWithin() ? "yes" : "no";
}

/// Writes the nodes of one comparison.
class NodeWriter {
public:
    NodeWriter(JsonWriter& json, const model::Model& model)
        : m_json(json)
        , m_labels(model::nodeLabels(model))
        , m_model(model)
    {
    }

    void write(const ComparedStep& compared)
    {
        const auto& step = compared.step;
        const auto own = compared.isOwnWithin();
        writeStepMembers(m_json.beginObject(), step);
        m_json.members({ { "nodes", labelsOf(step.origins) }, { "calls", labelsOf(step.calls) },
            { "implementation", implementationText(compared) },
            { "device",
                engine::deviceName(compared.isFolded ? engine::DeviceKind::Cpu : step.device) },
            { "tier", step.tier ? std::optional(engine::tierName(*step.tier)) : std::nullopt },
            { "outcome", word(compared.isWithin()) },
            { "own_outcome", orNull(own.has_value(), word(own.value_or(false))) },
            { "turns", compared.turns }, { "compared_turns", compared.comparedIterations } });
        writeOutputs(compared);
        m_json.endObject();
    }

    void write(const engine::SkippedNode& skipped)
    {
        const auto into = skipped.fate.into;
        m_json.object(
            { { "node", m_labels[skipped.node.value()] }, { "op", m_model.node(skipped.node).type },
                { "fate", engine::fateName(skipped.fate.kind) }, { "pass", skipped.fate.pass },
                { "into", into.isValid() ? std::optional(m_labels[into.value()]) : std::nullopt },
                { "reason", skipped.reason } });
    }

private:
    static std::string_view word(bool isWithin) { return isWithin ? "passed" : "failed"; }

    std::vector<std::string> labelsOf(const std::vector<model::NodeId>& nodes) const
    {
        std::vector<std::string> labels;
        for (const auto node : nodes)
            labels.push_back(m_labels[node.value()]);
        return labels;
    }

    void writeOutputs(const ComparedStep& compared)
    {
        m_json.key("outputs").beginArray();
        for (const auto& output : compared.outputs)
            writeComparison(m_json, output.accumulated);
        m_json.endArray().key("own").beginArray();
        for (const auto& output : compared.outputs) {
            if (!output.own) {
                m_json.null();
                continue;
            }
            auto own = output.accumulated;
            own.difference = *output.own;
            writeComparison(m_json, own);
        }
        m_json.endArray();
    }

    JsonWriter& m_json;
    std::vector<std::string> m_labels;
    const model::Model& m_model;
};

void writeComparisonOf(
    JsonWriter& json, const TierRequest& request, const TierComparison& comparison)
{
    json.members({ { "inputs", comparison.inputs }, { "passes", comparison.passes },
        { "kept_bytes", comparison.keptBytes }, { "complete", comparison.isComplete },
        { "first_divergence", comparison.firstDivergence },
        { "first_at_fault", comparison.firstAtFault },
        { "first_rounding", comparison.firstRounding } });
    NodeWriter writer(json, *request.examined.model);
    json.key("nodes").beginArray();
    for (const auto& step : comparison.steps)
        writer.write(step);
    json.endArray().key("skipped").beginArray();
    for (const auto& skipped : comparison.skipped)
        writer.write(skipped);
    json.endArray();
}

std::string objectOf(const VerifyReport& report, const std::filesystem::path& model,
    const TierRequest& request, const TierComparison* comparison)
{
    return support::jsonLine([&](JsonWriter& json) {
        json.members({ { "model", model.string() },
            { "outcome", engine::outcomeName(report.outcome) }, { "message", report.message },
            { "crash", orNull(!report.crash.empty(), report.crash) },
            { "against", againstText(request) },
            { "device", engine::deviceName(request.examined.device) },
            { "cap_bytes", request.capBytes } });
        if (comparison != nullptr)
            writeComparisonOf(json, request, *comparison);
    });
}

/// Returns `Conv 'stem'`.
std::string stepText(const ComparedStep& step)
{
    return support::sanitise(step.step.opType) + " " + support::quote(step.step.label);
}

/// Returns the output of a step with the largest error.
const ComparedOutput& worstOf(const ComparedStep& step)
{
    return *std::ranges::max_element(step.outputs, {}, [](const ComparedOutput& output) {
        const auto& difference = output.accumulated.difference;
        return std::pair(!difference.isWithin, difference.largestAbsolute);
    });
}

std::string ownText(const ComparedOutput& output, double engine::Difference::*number)
{
    return output.own && output.own->tolerance ? errorText((*output.own).*number)
                                               : std::string(support::notMeasured);
}

std::vector<std::string> nodeRow(const ComparedStep& step, const ComparedOutput& output)
{
    const auto& difference = output.accumulated.difference;
    const auto number = [&](double value) {
        return difference.tolerance ? errorText(value) : std::string(support::notMeasured);
    };
    auto where = difference.where;
    if (where.empty() && !difference.isWithin)
        where = difference.message;
    return { support::sanitise(step.step.label), support::sanitise(step.step.opType),
        implementationText(step), support::sanitise(output.accumulated.name),
        number(difference.largestAbsolute), number(difference.largestRelative),
        ownText(output, &engine::Difference::largestAbsolute),
        ownText(output, &engine::Difference::largestRelative), support::sanitise(where),
        std::string(verdict(step)) };
}

/// Returns `61 nodes without a comparison of their own: 40 fused into, 21 removed`.
std::string skippedText(const TierComparison& comparison)
{
    std::map<std::string_view, std::size_t> counts;
    for (const auto& skipped : comparison.skipped)
        ++counts[engine::fateName(skipped.fate.kind)];
    std::string parts;
    for (const auto& [fate, count] : counts)
        parts += (parts.empty() ? "" : ", ") + std::to_string(count) + " "
            + std::string(
                fate == engine::fateName(engine::NodeFate::Kind::Kept) ? "not reached" : fate);
    return support::countOf(comparison.skipped.size(), "node", "nodes")
        + " without a comparison of their own: " + parts;
}

std::size_t pastTolerance(const TierComparison& comparison)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        comparison.steps, [](const ComparedStep& step) { return !step.isWithin(); }));
}

/// Explains a divergence of quantised models that is caused by rounding only.
std::string roundingText(const TierComparison& comparison)
{
    if (!comparison.firstRounding)
        return "rounding has added up";
    const auto& step = comparison.steps[*comparison.firstRounding];
    std::uint64_t codes = 0; // scales are not codes
    for (const auto& output : step.outputs) {
        if (output.accumulated.type.find("int") != std::string::npos)
            codes += output.accumulated.difference.elements;
    }
    return "from " + stepText(step) + " on, " + std::to_string(step.roundedApart()) + " of "
        + support::countOf(codes, "code", "codes")
        + " went to the neighbour, and what follows magnifies that";
}

std::string messageOf(const TierComparison& comparison)
{
    if (comparison.firstAtFault) {
        const auto& step = comparison.steps[*comparison.firstAtFault];
        const auto place = std::ranges::find_if(step.outputs,
            [](const ComparedOutput& output) { return output.own && !output.own->isWithin; });
        return "at fault first: " + stepText(step) + " [" + implementationText(step)
            + "], fed with the expected values: " + place->own->message;
    }
    if (!comparison.firstDivergence)
        return {};
    const auto& step = comparison.steps[*comparison.firstDivergence];
    return "first past the tolerance: " + stepText(step) + " [" + implementationText(step)
        + "]: " + worstOf(step).accumulated.difference.message
        + (step.isOwnWithin() ? "; no operator is at fault: " + roundingText(comparison) : "");
}

/// Returns `inputs ids: random 0..1, seed 0; mask: ...; and 3 more`.
std::string inputsText(const std::vector<std::string>& inputs)
{
    constexpr std::size_t most = 4;
    std::string text = "inputs";
    for (std::size_t i = 0; i < std::min(inputs.size(), most); ++i)
        text += (i == 0 ? " " : "; ") + support::sanitise(inputs[i]);
    return inputs.size() > most ? text + "; and " + std::to_string(inputs.size() - most) + " more"
        : inputs.empty()        ? "no inputs"
                                : text;
}

std::vector<std::string> remarksOf(
    const TierRequest& request, const TierComparison& comparison, const std::string& message)
{
    std::vector<std::string> remarks { support::countOf(comparison.steps.size(), "node", "nodes")
            + " compared with " + againstText(request) + ", "
            + std::to_string(pastTolerance(comparison)) + " past the tolerance; "
            + support::countOf(comparison.passes, "pass", "passes") + ", at most "
            + support::bytesText(comparison.keptBytes) + " kept",
        inputsText(comparison.inputs) };
    if (!comparison.skipped.empty() && comparison.isComplete)
        remarks.push_back(skippedText(comparison));
    if (comparison.firstAtFault && comparison.firstDivergence
        && comparison.firstAtFault != comparison.firstDivergence)
        remarks.push_back("the first past the tolerance is "
            + stepText(comparison.steps[*comparison.firstDivergence]));
    if (!message.empty())
        remarks.push_back(support::sanitise(message));
    return remarks;
}

std::vector<std::string> summaryRow(const VerifyReport& report, const TierComparison* comparison)
{
    const auto count = [&](std::size_t number) {
        return comparison != nullptr ? std::to_string(number) : std::string(support::notMeasured);
    };
    return { support::sanitise(report.name), std::string(engine::outcomeName(report.outcome)),
        count(comparison != nullptr ? comparison->steps.size() : 0),
        count(comparison != nullptr ? pastTolerance(*comparison) : 0),
        count(comparison != nullptr ? comparison->skipped.size() : 0),
        support::sanitise(report.message) };
}

void addNodes(VerifyReport& report, const TierComparison& comparison, NodeRows rows)
{
    for (const auto& step : comparison.steps) {
        const bool isShown = rows == NodeRows::All || verdict(step) != "yes";
        for (const auto& output : step.outputs) {
            if (!isShown)
                break;
            auto row = nodeRow(step, output);
            if (rows == NodeRows::PastTolerance)
                row.insert(row.begin(), support::sanitise(report.name));
            report.details.push_back(std::move(row));
        }
    }
}

} // namespace

VerifyTables tierTables(NodeRows rows)
{
    using Align = TextTable::Align;
    VerifyTables tables;
    tables.leading = VerifyTables::Leading::Details;
    tables.reports.columns = { { "model" }, { "outcome" }, { "nodes", Align::Right },
        { "past tolerance", Align::Right }, { "skipped", Align::Right }, { "why" } };
    tables.details.columns = { { "node" }, { "op" }, { "implementation" }, { "output" },
        { "absolute", Align::Right }, { "relative", Align::Right },
        { "own absolute", Align::Right }, { "own relative", Align::Right }, { "where" }, { "ok" } };
    if (rows == NodeRows::PastTolerance)
        tables.details.columns.insert(tables.details.columns.begin(), { "model" });
    return tables;
}

VerifyReport tierReport(const std::filesystem::path& model, const TierRequest& request,
    const Result<TierComparison>& comparison, NodeRows rows)
{
    VerifyReport report;
    const auto file = nameOf(model);
    report.name = file == "model.onnx" ? nameOf(model.parent_path()) : file;
    if (!comparison) {
        report.outcome = engine::outcomeOf(comparison.error());
        report.message = comparison.error().message();
        report.row = summaryRow(report, nullptr);
        report.json = objectOf(report, model, request, nullptr);
        return report;
    }
    report.outcome = comparison->agrees() ? VerifyOutcome::Passed : VerifyOutcome::Failed;
    report.message = messageOf(*comparison);
    report.json = objectOf(report, model, request, &*comparison);
    addNodes(report, *comparison, rows);
    if (rows == NodeRows::All)
        report.remarks = remarksOf(request, *comparison, report.message);
    else
        report.row = summaryRow(report, &*comparison);
    return report;
}

VerifyReport crashedTierReport(const std::filesystem::path& model, const TierRequest& request,
    const std::string& crash, NodeRows rows)
{
    auto report = tierReport(model, request, support::fail("crashed: " + crash), rows);
    report.crash = crash;
    report.json = objectOf(report, model, request, nullptr);
    return report;
}

} // namespace cli
