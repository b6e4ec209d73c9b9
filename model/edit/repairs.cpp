#include "model/edit/repairs.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace model::edit {

using support::Diagnostic;
using support::Severity;

namespace {

/// A rule and the operation that mends its findings.
struct RepairRow {
    std::string_view rule;
    std::string_view operation;
    /// Whether the repair is sure for this finding; null: for all of them.
    bool (*isSure)(const Model& model, const Diagnostic& finding) = nullptr;
};

/// Files before IR version 3 have no imports.
bool canImport(const Model& model, const Diagnostic&) { return model.irVersion >= 3; }

/// Of two inputs of one name it is not clear which one is meant; of two weights the last counts.
bool isWeight(const Model& model, const Diagnostic& finding)
{
    return finding.where.value && model.values[*finding.where.value].initializer.isValid();
}

/// The type of an input or output is what callers rely on, so it is not removed.
bool isInnerType(const Model& model, const Diagnostic& finding)
{
    if (!finding.where.value)
        return false;
    const auto& value = model.values[*finding.where.value];
    return !value.isInput && !value.isOutput;
}

bool isInModel(const Model&, const Diagnostic& finding)
{
    return finding.where.path.find("function") == std::string::npos;
}

constexpr std::array rows {
    RepairRow { "nodes-unsorted", R"({"op":"sortNodes"})" },
    RepairRow { "opset-missing", R"({"op":"addMissingImports"})", canImport },
    RepairRow { "opset-duplicate", R"({"op":"removeRepetitions"})", isInModel },
    RepairRow { "name-duplicate", R"({"op":"removeRepetitions"})", isWeight },
    RepairRow { "value-info-duplicate", R"({"op":"removeRepetitions"})" },
    RepairRow { "constant-redefined", R"({"op":"removeRepetitions"})" },
    RepairRow { "type-conflict", R"({"op":"removeStaleTypes"})", isInnerType },
    RepairRow {
        "interface-initializer", R"({"op":"setModelField","field":"ir_version","value":4})" },
    RepairRow {
        "interface-name", R"({"op":"setModelField","field":"graph_name","value":"graph"})" },
};

std::size_t rowOf(const Model& model, const Diagnostic& finding)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].rule == finding.code
            && (rows[i].isSure == nullptr || rows[i].isSure(model, finding)))
            return i;
    return rows.size();
}

Operation operationIn(std::string_view text) { return operationsFrom(text)->front(); }

bool hasRepeatedNodeNames(const Model& model)
{
    std::unordered_set<std::string_view> names;
    return std::ranges::any_of(model.nodes,
        [&](const Node& node) { return !node.name.empty() && !names.insert(node.name).second; });
}

} // namespace

std::optional<Operation> repairOf(const Model& model, const Diagnostic& finding)
{
    const auto row = rowOf(model, finding);
    return row < rows.size() ? std::optional(operationIn(rows[row].operation)) : std::nullopt;
}

std::vector<Operation> repairsOf(const Model& model, std::span<const Diagnostic> findings)
{
    std::array<bool, rows.size()> isNeeded {};
    for (const auto& finding : findings)
        if (const auto row = rowOf(model, finding); row < rows.size())
            isNeeded[row] = true;
    std::vector<Operation> operations;
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (isNeeded[i] && seen.insert(rows[i].operation).second)
            operations.push_back(operationIn(rows[i].operation));
    if (hasRepeatedNodeNames(model))
        operations.push_back(operationIn(R"({"op":"makeNodeNamesUnique"})"));
    return operations;
}

} // namespace model::edit
