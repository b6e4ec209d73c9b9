#include "model/onnx/operators.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace model::onnx {

namespace {

using support::Severity;

std::string shownDomain(std::string_view domain)
{
    return domain.empty() ? "ai.onnx" : support::sanitise(domain);
}

std::string keyOf(std::string_view domain, std::string_view type, std::string_view third)
{
    std::string key(domain);
    key += '\0';
    key += type;
    key += '\0';
    key += third;
    return key;
}

bool imports(const std::vector<OpsetImport>& opsets, std::string_view domain)
{
    return std::ranges::any_of(
        opsets, [&](const OpsetImport& import) { return import.domain == domain; });
}

class FunctionTable {
public:
    explicit FunctionTable(Draft& draft)
    {
        for (std::size_t i = 0; i < draft.model->functions.size(); ++i) {
            const auto& function = draft.model->functions[i];
            if (m_ids
                    .emplace(
                        keyOf(function.domain, function.name, function.overload), FunctionId(i))
                    .second)
                continue;
            draft.findings.add(Severity::Error, "function-duplicate",
                support::locationOf(graphPath(*draft.model, function.body)),
                "a function of this domain, name and overload exists already",
                "calls use the first one");
        }
    }
    FunctionId find(const Node& node) const
    {
        if (m_ids.empty())
            return {};
        const auto found = m_ids.find(keyOf(node.domain, node.type, node.overload));
        return found == m_ids.end() ? FunctionId() : found->second;
    }

private:
    std::unordered_map<std::string, FunctionId> m_ids;
};

/// Returns the version that is assumed for a domain without an import. Files before IR 3 had one
/// implicit version.
std::int64_t assumedVersion(
    const Model& model, const std::vector<OpsetImport>& opsets, std::string_view domain)
{
    if (!domain.empty() || opsets.empty() || model.irVersion < 3)
        return 1;
    return std::max<std::int64_t>(OperatorRegistry::instance().newestOpset(domain), 1);
}

void completeImports(Draft& draft, std::vector<OpsetImport>& opsets,
    const std::set<std::string>& used, const std::string& path)
{
    const auto declared = opsets;
    for (const auto& domain : used) {
        if (imports(declared, domain))
            continue;
        const auto version = assumedVersion(*draft.model, declared, domain);
        opsets.push_back({ domain, version });
        const bool isOldFile = draft.model->irVersion < 3 && domain.empty();
        const bool isKnown = OperatorRegistry::instance().newestOpset(domain) > 0;
        const auto severity = isOldFile ? Severity::Note
            : isKnown                   ? Severity::Warning
                                        : Severity::Error;
        draft.findings.add(severity, "opset-missing", support::locationOf(path),
            "operators of " + shownDomain(domain) + " are used, but no version of it is imported",
            "version " + std::to_string(version) + " is assumed");
    }
}

/// Returns the domains of nodes that are not calls of local functions: for the main graph (invalid
/// id) and for each function.
std::map<FunctionId, std::set<std::string>> usedDomains(const Model& model)
{
    std::map<FunctionId, std::set<std::string>> used;
    const std::string* lastDomain = nullptr;
    GraphId lastGraph;
    for (const auto& node : model.nodes) {
        if (node.function.isValid()
            || (lastDomain && lastGraph == node.graph && *lastDomain == node.domain))
            continue;
        used[model.graph(node.graph).function].insert(node.domain);
        lastDomain = &node.domain;
        lastGraph = node.graph;
    }
    return used;
}

void checkVersions(Draft& draft, const std::vector<OpsetImport>& opsets, const std::string& path)
{
    std::set<std::string> seen;
    for (const auto& import : opsets) {
        if (!seen.insert(import.domain).second)
            draft.findings.add(Severity::Warning, "opset-duplicate", support::locationOf(path),
                shownDomain(import.domain) + " is imported twice", "the first version is used");
        const auto newest = OperatorRegistry::instance().newestOpset(import.domain);
        if (newest > 0 && import.version > newest) {
            draft.findings.add(Severity::Warning, "opset-newer", support::locationOf(path),
                shownDomain(import.domain) + " " + std::to_string(import.version)
                    + " is newer than " + std::to_string(newest)
                    + ", the newest version known here",
                "operators are taken as in version " + std::to_string(newest));
        }
        if (import.version < 1)
            draft.findings.add(Severity::Error, "opset-invalid", support::locationOf(path),
                shownDomain(import.domain) + " is imported in version "
                    + std::to_string(import.version) + ", expected 1 or more");
    }
}

void findSchemas(Draft& draft)
{
    auto& model = *draft.model;
    std::unordered_map<std::string, const OperatorSchema*> known;
    for (std::size_t i = 0; i < model.nodes.size() && !draft.isStopped(i); ++i) {
        auto& node = model.nodes[i];
        const auto version = model.opset(node.domain, node.graph);
        const auto key = keyOf(node.domain, node.type, std::to_string(version));
        const auto found = known.find(key);
        if (found != known.end()) {
            node.schema = found->second;
            continue;
        }
        node.schema = OperatorRegistry::instance().find(node.domain, node.type, version);
        known.emplace(key, node.schema);
    }
}

} // namespace

void resolveOperators(Draft& draft)
{
    auto& model = *draft.model;
    const FunctionTable functions(draft);
    for (auto& node : model.nodes)
        node.function = functions.find(node);
    for (const auto& [function, domains] : usedDomains(model)) {
        auto& opsets = function.isValid() ? model.functions[function.value()].opsets : model.opsets;
        completeImports(draft, opsets, domains,
            function.isValid() ? graphPath(model, model.function(function).body) : "opset_import");
    }
    checkVersions(draft, model.opsets, "opset_import");
    for (const auto& function : model.functions)
        checkVersions(draft, function.opsets, graphPath(model, function.body));
    findSchemas(draft);
}

} // namespace model::onnx
