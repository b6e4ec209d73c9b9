#include "engine/program/node_check.h"

#include "engine/kernel/kernel.h"
#include "engine/program/program.h"
#include "model/text_node.h"

#include <algorithm>
#include <variant>

namespace engine {

using support::Result;

namespace {

Result<void> checkAttributes(const OpNode& node)
{
    for (const auto& spec : node.schema->attributes) {
        const auto written = std::ranges::find(node.attributes, spec.name, &model::Attribute::name);
        if (written == node.attributes.end()) {
            if (spec.required)
                return fail("attribute '", spec.name, "' (", model::attributeKindName(spec.kind),
                    ") is missing, which ", node.schema->name, " needs");
            continue;
        }
        if (written->kind != spec.kind && written->kind != model::AttributeKind::Undefined)
            return fail("attribute '", spec.name, "' is of kind ",
                model::attributeKindName(written->kind), ", expected ",
                model::attributeKindName(spec.kind));
        // Files of the first IR versions give neither a kind nor a value for an empty list.
        if (written->kind == spec.kind && std::holds_alternative<std::monostate>(written->value))
            return fail("attribute '", spec.name, "' has no value, expected one of kind ",
                model::attributeKindName(spec.kind));
    }
    return {};
}

} // namespace

Result<void> checkNode(const OpNode& node, const std::vector<bool>& hasInput, std::size_t outputs)
{
    const auto* schema = node.schema;
    if (schema == nullptr)
        return {};
    TRY(checkAttributes(node));
    for (std::size_t i = 0; i < schema->inputs.size(); ++i) {
        const auto& formal = schema->inputs[i];
        const bool isRequired = formal.option == model::FormalParameter::Option::Single
            || (formal.option == model::FormalParameter::Option::Variadic
                && i < schema->minInputs());
        if (isRequired && (i >= hasInput.size() || !hasInput[i]))
            return fail("input ", i, " (", formal.name, ") is missing");
    }
    if (hasInput.size() > schema->maxInputs())
        return fail("takes at most ", schema->maxInputs(), " inputs, found ", hasInput.size());
    if (outputs == 0 && schema->minOutputs() > 0)
        return fail("has no output");
    return {};
}

Result<void> checkNode(const Op& op)
{
    std::vector<bool> hasInput;
    for (const auto input : op.inputs)
        hasInput.push_back(input.isValid());
    return checkNode(op.node, hasInput, op.outputs.size());
}

} // namespace engine
