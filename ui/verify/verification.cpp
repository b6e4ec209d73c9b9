#include "ui/verify/verification.h"

#include "model/support/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace ui {

using engine::VerifyOutcome;
using support::JsonValue;

namespace {

constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

VerifyOutcome outcomeNamed(std::string_view name)
{
    constexpr std::array all { VerifyOutcome::Passed, VerifyOutcome::Failed,
        VerifyOutcome::Unsupported, VerifyOutcome::Ran };
    const auto* found = std::ranges::find(all, name, engine::outcomeName);
    return found != all.end() ? *found : VerifyOutcome::Failed;
}

std::uint64_t countOf(const JsonValue& json)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, json.integerOr(0)));
}

engine::ErrorHistogram readHistogram(const JsonValue& json)
{
    engine::ErrorHistogram histogram;
    const auto counts = json["counts"].items();
    for (std::size_t i = 0; i < std::min(counts.size(), histogram.counts.size()); ++i)
        histogram.counts[i] = countOf(counts[i]);
    histogram.equal = countOf(json["equal"]);
    histogram.notFinite = countOf(json["not_finite"]);
    return histogram;
}

engine::ComparedValue readComparison(const JsonValue& json)
{
    engine::ComparedValue compared { json["name"].stringOr(""), json["type"].stringOr(""), {}, {} };
    for (const auto& size : json["shape"].items())
        compared.dims.push_back(size.integerOr(0));
    auto& difference = compared.difference;
    difference.isWithin = json["outcome"].stringOr("") == "passed";
    difference.message = json["message"].stringOr("");
    if (const auto absolute = json["absolute_tolerance"].number())
        difference.tolerance
            = engine::Tolerance { json["relative_tolerance"].numberOr(0), *absolute };
    difference.largestAbsolute = json["largest_absolute"].numberOr(notMeasured);
    difference.largestRelative = json["largest_relative"].numberOr(notMeasured);
    difference.where = json["where"].stringOr("");
    difference.found = json["found"].numberOr(notMeasured);
    difference.expected = json["expected"].numberOr(notMeasured);
    difference.elements = countOf(json["elements"]);
    difference.beyond = countOf(json["beyond"]);
    difference.histogram = readHistogram(json["histogram"]);
    return compared;
}

/// Adds one row per output. A problem of the data set itself gets a row of its own.
void readSet(const JsonValue& json, std::vector<VerifiedRow>& rows)
{
    const auto name = json["set"].stringOr("");
    const auto outcome = outcomeNamed(json["outcome"].stringOr(""));
    bool isSaid = outcome == VerifyOutcome::Passed;
    for (const auto& output : json["outputs"].items()) {
        rows.push_back(readRow(output));
        rows.back().set = name;
        isSaid = isSaid || rows.back().outcome != VerifyOutcome::Passed;
    }
    if (!isSaid || json["outputs"].items().empty())
        rows.push_back({ name, outcome, json["message"].stringOr(""), {}, {} });
}

std::vector<model::NodeId> nodesOf(const JsonValue& ids)
{
    std::vector<model::NodeId> nodes;
    for (const auto& id : ids.items())
        nodes.emplace_back(static_cast<std::uint32_t>(countOf(id)));
    return nodes;
}

VerifiedStep stepOf(const JsonValue& json)
{
    return { json["node"].stringOr(""), json["op"].stringOr(""),
        json["implementation"].stringOr(""), nodesOf(json["node_ids"]), {} };
}

/// Adds one row per output of a step.
void readStep(const JsonValue& json, std::vector<VerifiedRow>& rows)
{
    const auto outputs = json["outputs"].items();
    const auto own = json["own"].items();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        auto row = readRow(outputs[i]);
        row.step = stepOf(json);
        if (i < own.size() && !own[i].isNull())
            row.step->own = readComparison(own[i]).difference;
        rows.push_back(std::move(row));
    }
}

model::ValueId valueNamed(
    std::string_view name, std::span<const model::ValueId> values, const model::Model& model)
{
    const auto found = std::ranges::find_if(
        values, [&](model::ValueId id) { return id.isValid() && model.value(id).name == name; });
    return found != values.end() ? *found : model::ValueId();
}

} // namespace

bool Verification::isAllPassed() const
{
    return state == State::Complete && !rows.empty() && count(VerifyOutcome::Passed) == rows.size();
}

std::size_t Verification::count(VerifyOutcome outcome) const
{
    return static_cast<std::size_t>(std::ranges::count(rows, outcome, &VerifiedRow::outcome));
}

const VerifiedRow* Verification::firstDivergence() const
{
    const auto found = std::ranges::find_if(rows, [](const VerifiedRow& row) {
        return row.outcome == VerifyOutcome::Failed && row.value && row.step;
    });
    return found != rows.end() ? &*found : nullptr;
}

const VerifiedRow* Verification::firstAtFault() const
{
    const auto found = std::ranges::find_if(rows, &VerifiedRow::isAtFault);
    return found != rows.end() ? &*found : nullptr;
}

model::ValueId valueOf(const VerifiedRow& row, const model::Model& model)
{
    if (!row.value)
        return {};
    if (!row.step)
        return valueNamed(row.value->name, model.main().outputs, model);
    model::ValueId found;
    for (const auto node : row.step->nodes) {
        if (!found.isValid() && node.value() < model.nodes.size())
            found = valueNamed(row.value->name, model.node(node).outputs, model);
    }
    return found;
}

model::NodeId nodeOf(const VerifiedRow& row, const model::Model& model)
{
    const auto value = valueOf(row, model);
    return value.isValid() ? model.value(value).producer : model::NodeId();
}

std::vector<double> errorsByNode(const Verification& verification, const model::Model& model)
{
    std::vector<double> errors(model.nodes.size(), notMeasured);
    bool isMeasured = false;
    for (const auto& row : verification.rows) {
        const auto node = nodeOf(row, model);
        if (!node.isValid() || std::isnan(row.value->difference.largestAbsolute))
            continue;
        // std::fmax ignores the NaN that each entry starts with.
        errors[node.value()]
            = std::fmax(errors[node.value()], row.value->difference.largestAbsolute);
        isMeasured = true;
    }
    return isMeasured ? errors : std::vector<double> {};
}

support::Result<Verification> readVerification(std::string_view text)
{
    const auto json = TRY(support::parseJson(text));
    const auto tests = json["tests"].items();
    if (tests.empty())
        return support::fail("no \"tests\" in what the verification printed");
    Verification verification;
    for (const auto& test : tests) {
        for (const auto& set : test["sets"].items())
            readSet(set, verification.rows);
        for (const auto& step : test["nodes"].items())
            readStep(step, verification.rows);
        if (test.has("against"))
            verification.kind = Verification::Kind::Tiers;
        verification.message = test["message"].stringOr("");
    }
    if (verification.rows.empty())
        verification.state = Verification::State::Failed;
    return verification;
}

VerifiedRow readRow(const JsonValue& json)
{
    VerifiedRow row { json["set"].stringOr(""), outcomeNamed(json["outcome"].stringOr("")), {},
        readComparison(json), {} };
    row.message = row.value->difference.message;
    if (json.has("node"))
        row.step = stepOf(json);
    return row;
}

} // namespace ui
