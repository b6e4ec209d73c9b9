#include "engine/passes/all_passes.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

constexpr std::array identities { std::string_view("Identity"), std::string_view("Dropout"),
    std::string_view("Cast"), std::string_view("Reshape"), std::string_view("Flatten"),
    std::string_view("Squeeze"), std::string_view("Unsqueeze"), std::string_view("Expand"),
    std::string_view("Sum"), std::string_view("Max"), std::string_view("Min"),
    std::string_view("Mean"), std::string_view("Concat") };

bool isTraining(const Op& op, const Facts& facts)
{
    if (op.node.version < 7)
        return !op.node.flag("is_test");
    if (op.node.version < 12 || op.inputs.size() < 3 || !op.inputs[2].isValid())
        return false;
    const auto* mode = facts.knownTensor(op.inputs[2]);
    return mode == nullptr || mode->element() != ElementType::Bool || mode->count() != 1
        || mode->as<std::uint8_t>().front() != 0;
}

/// Whether output 0 is input 0 for certain.
bool isIdentity(const Op& op, const Facts& facts)
{
    if (!op.node.domain.empty() || op.inputs.empty() || op.outputs.empty()
        || !op.inputs[0].isValid() || !op.outputs[0].isValid())
        return false;
    if (op.node.type == "Identity")
        return true;
    if (std::ranges::find(identities, op.node.type) == identities.end())
        return false;
    if (op.node.type == "Dropout")
        return !isTraining(op, facts);
    const bool isVariadic = op.node.type == "Sum" || op.node.type == "Max" || op.node.type == "Min"
        || op.node.type == "Mean" || op.node.type == "Concat";
    if (isVariadic)
        return op.inputs.size() == 1;
    const auto before = facts.inputType(op.inputs[0]);
    const auto after = facts.inputType(op.outputs[0]);
    return before && after && before->kind == InputType::Kind::Tensor
        && after->kind == InputType::Kind::Tensor && before->tensor == after->tensor;
}

} // namespace

Patch removeIdentity(const Program& program, const PassContext& context)
{
    Patch patch;
    const auto uses = countUses(program);
    for (const auto& block : program.blocks) {
        for (const auto id : block.ops) {
            const auto& op = program.op(id);
            if (op.isRemoved || !isIdentity(op, context.facts))
                continue;
            const bool onlyFirst = std::ranges::none_of(op.outputs.begin() + 1, op.outputs.end(),
                [&](ProgramValueId out) { return out.isValid() && uses[out.value()] > 0; });
            if (!onlyFirst)
                continue;
            Edit edit;
            edit.taken = { { id, NodeFate::Kind::Removed } };
            edit.replaced = { { op.outputs[0], op.inputs[0] } };
            patch.edits.push_back(std::move(edit));
        }
    }
    return patch;
}

} // namespace engine
