#include "model/checks/rules.h"

#include "model/operator.h"

#include <limits>

namespace model::checks {

namespace {

using support::Severity;

std::string expected(std::size_t least, std::size_t most, std::string_view noun)
{
    if (least == most)
        return "expected " + counted(least, noun);
    if (most == std::numeric_limits<std::size_t>::max())
        return "expected at least " + counted(least, noun);
    return "expected " + std::to_string(least) + " to " + counted(most, noun);
}

void checkCount(const Model& model, NodeId id, std::size_t found, std::size_t least,
    std::size_t most, std::string_view noun, support::Diagnostics& diagnostics)
{
    if (found >= least && found <= most)
        return;
    const auto& node = model.node(id);
    diagnostics.push_back({ Severity::Error, "arity-" + std::string(noun), locate(model, id),
        "has " + counted(found, noun) + ", " + expected(least, most, noun) + " by " + node.type
            + " of version " + std::to_string(node.schema->sinceVersion) });
}

/// True if the newest version of the operator has this input as optional. Files of older versions
/// omit such inputs too, and engines run them.
bool isOptionalLater(const OperatorSchema& schema, std::size_t input)
{
    const auto* newest = OperatorRegistry::instance().newest(schema.domain, schema.name);
    return newest != nullptr && input < newest->inputs.size()
        && newest->inputs[input].option == FormalParameter::Option::Optional;
}

void checkLeftOut(const Model& model, NodeId id, support::Diagnostics& diagnostics)
{
    const auto& node = model.node(id);
    for (std::size_t i = 0; i < node.inputs.size() && i < node.schema->inputs.size(); ++i) {
        const auto& parameter = node.schema->inputs[i];
        if (node.inputs[i].isValid() || parameter.option != FormalParameter::Option::Single)
            continue;
        const auto severity
            = isOptionalLater(*node.schema, i) ? Severity::Warning : Severity::Error;
        diagnostics.push_back({ severity, "arity-input", locateInput(model, id, i),
            "is left out, but " + node.type + " needs its input " + parameter.name });
    }
}

} // namespace

void checkArity(const Model& model, support::Diagnostics& diagnostics)
{
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        if (node.schema == nullptr || node.function.isValid())
            continue;
        const NodeId id(i);
        checkCount(model, id, node.inputs.size(), node.schema->minInputs(),
            node.schema->maxInputs(), "input", diagnostics);
        checkCount(model, id, node.outputs.size(), node.schema->minOutputs(),
            node.schema->maxOutputs(), "output", diagnostics);
        checkLeftOut(model, id, diagnostics);
    }
}

} // namespace model::checks
