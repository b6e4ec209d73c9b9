#include "model/checks/rules.h"

#include "model/operator.h"

#include <algorithm>
#include <array>
#include <set>

namespace model::checks {

namespace {

constexpr std::array kindNames { "of no kind", "a float", "an int", "a string", "a tensor",
    "a graph", "floats", "ints", "strings", "tensors", "graphs", "a sparse tensor",
    "sparse tensors", "a type", "types" };

std::string kindName(AttributeKind kind)
{
    const auto index = static_cast<std::size_t>(kind);
    return index < kindNames.size() ? kindNames[index]
                                    : "of kind " + std::to_string(static_cast<std::int32_t>(kind));
}

/// Returns a version of the operator that has an attribute of this name, the newest first; null if
/// there is none.
const OperatorSchema* otherVersionWith(const OperatorSchema& schema, std::string_view attribute)
{
    const auto& registry = OperatorRegistry::instance();
    for (auto opset = registry.newestOpset(schema.domain); opset > 0; --opset) {
        const auto* other = registry.find(schema.domain, schema.name, opset);
        if (other == nullptr || other->attribute(attribute) != nullptr)
            return other;
    }
    return nullptr;
}

std::string adviceFor(const OperatorSchema& schema, const OperatorSchema& other)
{
    const auto version = std::to_string(other.sinceVersion);
    return other.sinceVersion < schema.sinceVersion
        ? "version " + version + " has it; later ones take it as an input or not at all"
        : "version " + version + " has it";
}

class AttributeCheck {
public:
    AttributeCheck(const Model& model, support::Diagnostics& diagnostics)
        : m_model(model)
        , m_diagnostics(diagnostics)
    {
    }

    void check(NodeId id)
    {
        const auto& node = m_model.node(id);
        std::set<std::string_view> seen;
        for (const auto& attribute : node.attributes) {
            if (!seen.insert(attribute.name).second)
                report("attribute-duplicate", id,
                    "attribute '" + attribute.name + "' is written twice");
            if (node.schema != nullptr && !node.function.isValid())
                checkAgainst(*node.schema, id, attribute);
        }
        if (node.schema != nullptr && !node.function.isValid())
            checkMissing(*node.schema, id, seen);
    }

private:
    void checkAgainst(const OperatorSchema& schema, NodeId id, const Attribute& attribute)
    {
        const auto* spec = schema.attribute(attribute.name);
        if (spec == nullptr) {
            reportUnknown(schema, id, attribute.name);
            return;
        }
        // Files of the first IR versions do not store the kind; the value determines it.
        if (attribute.kind != spec->kind && attribute.kind != AttributeKind::Undefined)
            report("attribute-kind", id,
                "attribute '" + attribute.name + "' is " + kindName(attribute.kind) + ", expected "
                    + kindName(spec->kind));
    }

    void reportUnknown(const OperatorSchema& schema, NodeId id, const std::string& attribute)
    {
        const auto* other = otherVersionWith(schema, attribute);
        report(other != nullptr ? "attribute-version" : "attribute-unknown", id,
            schema.name + " of version " + std::to_string(schema.sinceVersion)
                + " has no attribute '" + attribute + "'",
            other != nullptr ? adviceFor(schema, *other) : std::string());
    }

    void checkMissing(
        const OperatorSchema& schema, NodeId id, const std::set<std::string_view>& written)
    {
        for (const auto& spec : schema.attributes)
            if (spec.required && !written.contains(spec.name))
                report("attribute-missing", id,
                    "attribute '" + spec.name + "' is missing, which " + schema.name + " needs");
        // From version 11 on, none of the attributes of a Constant is required by itself.
        if (schema.name == "Constant" && schema.domain.empty() && written.empty())
            report(
                "attribute-missing", id, "Constant has no value, which is one of its attributes");
    }

    void report(std::string code, NodeId id, std::string message, std::string advice = {})
    {
        m_diagnostics.push_back({ support::Severity::Error, std::move(code), locate(m_model, id),
            std::move(message), std::move(advice) });
    }

    const Model& m_model;
    support::Diagnostics& m_diagnostics;
};

} // namespace

void checkAttributes(const Model& model, support::Diagnostics& diagnostics)
{
    AttributeCheck check(model, diagnostics);
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        check.check(NodeId(i));
}

} // namespace model::checks
