#include "engine/passes/all_passes.h"

#include "engine/reference/resize.h"

#include <algorithm>

namespace engine {

namespace {

constexpr std::string_view identities[] { "Identity", "Dropout", "Cast", "Reshape", "Flatten",
    "Squeeze", "Unsqueeze", "Expand", "Resize", "Sum", "Max", "Min", "Mean", "Concat" };

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

bool resizesNothing(const Op& op, const TensorType& input, const Facts& facts)
{
    ResizeOperands operands {};
    for (std::size_t i = 1; i < std::min(operands.size(), op.inputs.size()); ++i) {
        if (!op.inputs[i].isValid())
            continue;
        operands[i] = facts.knownTensor(op.inputs[i]);
        if (operands[i] == nullptr)
            return false;
    }
    const auto work = resizeWork(op.node, input.dims, operands);
    return work && std::ranges::all_of(work->axes, [&](const AxisResize& axis) {
        return axis.isIdentity(work->rules.coordinates)
            && work->rules.coordinates != "tf_half_pixel_for_nn"; // adds half a pixel at scale 1
    });
}

/// Whether output 0 is input 0 for certain.
bool isIdentity(const Op& op, const Facts& facts)
{
    if (!op.node.domain.empty() || op.inputs.empty() || op.outputs.empty()
        || !op.inputs[0].isValid() || !op.outputs[0].isValid())
        return false;
    if (op.node.type == "Identity")
        return true;
    if (std::ranges::find(identities, op.node.type) == std::end(identities))
        return false;
    if (op.node.type == "Dropout")
        return !isTraining(op, facts);
    const bool isVariadic = op.node.type == "Sum" || op.node.type == "Max" || op.node.type == "Min"
        || op.node.type == "Mean" || op.node.type == "Concat";
    if (isVariadic)
        return op.inputs.size() == 1;
    const auto before = facts.tensorType(op.inputs[0]);
    return before && before == facts.tensorType(op.outputs[0])
        && (op.node.type != "Resize" || resizesNothing(op, *before, facts));
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
