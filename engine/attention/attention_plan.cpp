#include "engine/attention/attention_plan.h"

#include "engine/program/shapes.h"

#include <algorithm>

namespace engine {

HeadShape joinedShape(const AttentionPlan& plan, const AttentionOperand& operand)
{
    return { plan.layout.batch, operand.heads, operand.capacity, operand.size, true };
}

HeadShape rotatedShape(const AttentionPlan& plan, const AttentionOperand& operand)
{
    return { plan.layout.batch, operand.heads, operand.steps, operand.size, true };
}

HeadStrides AttentionPlan::strides(std::size_t operand) const
{
    const auto& own = operands[operand];
    if (own.isJoined)
        return joinedShape(*this, own).strides();
    return own.isRotated ? rotatedShape(*this, own).strides() : own.strides;
}

Result<HeadShape> headShape(const TensorType& type, std::optional<std::int64_t> heads)
{
    const auto& d = type.dims;
    if (d.size() == 4)
        return HeadShape { d[0], d[1], d[2], d[3], true };
    if (d.size() != 3 || !heads || *heads < 1 || d[2] < *heads || d[2] % *heads != 0)
        return fail(
            "an input of ", dimsText(d), " cannot be divided into ", heads.value_or(0), " heads");
    return HeadShape { d[0], *heads, d[1], d[2] / *heads, false };
}

AttentionOperand operandOf(std::size_t input, const HeadShape& shape)
{
    return { input, 0, shape.strides(), shape.heads, shape.steps, shape.size };
}

Result<void> planPast(
    const KernelRequest& request, std::size_t key, std::size_t value, AttentionPlan& plan)
{
    const auto& keyType = request.input(key).tensor;
    const auto& valueType = request.input(value).tensor;
    const auto& layout = plan.layout;
    const auto steps = keyType.dims.size() == 4 ? keyType.dims[2] : 0;
    const Dims keyDims { layout.batch, layout.kvHeads, steps, layout.headSize };
    const Dims valueDims { layout.batch, layout.kvHeads, steps, layout.valueSize };
    if (keyType != TensorType { plan.type.element, keyDims }
        || valueType != TensorType { plan.type.element, valueDims })
        return fail("past key ", dimsText(keyType.dims), " or past value ",
            dimsText(valueType.dims), " does not fit, or is of another type");
    plan.operands[keyIndex].past = key;
    plan.operands[valueIndex].past = value;
    plan.operands[keyIndex].pastSteps = plan.operands[valueIndex].pastSteps = steps;
    return {};
}

Result<void> planBias(
    const KernelRequest& request, std::size_t input, std::int64_t width, AttentionPlan& plan)
{
    if (!request.hasInput(input))
        return {};
    const auto& type = request.input(input).tensor;
    if (type.element != ElementType::Bool && type.element != plan.type.element
        && type.element != ElementType::Float)
        return fail("a mask or bias of ", model::name(type.element), " for ",
            model::name(plan.type.element), " is left to the reference kernel");
    auto& layout = plan.layout;
    const Dims target { layout.batch, layout.heads, layout.queries, width };
    if (TRY(broadcastDims(type.dims, target)) != target)
        return fail("a mask or bias of ", dimsText(type.dims), " cannot be broadcast to ",
            dimsText(target));
    plan.bias = input;
    plan.biasElement = type.element;
    layout.rules.width = width;
    std::ranges::copy(broadcastStrides(type.dims, target), layout.rules.strides);
    return {};
}

Result<void> finishPlan(const KernelRequest& request, AttentionPlan& plan)
{
    for (const std::size_t i : { queryIndex, keyIndex, valueIndex }) {
        auto& operand = plan.operands[i];
        if (operand.capacity == 0)
            operand.capacity = operand.pastSteps + operand.steps;
        const bool isOutput
            = i != queryIndex && request.hasOutput(plan.isPresentPacked ? keyIndex : i);
        operand.isJoined = plan.hasPastByLength
            ? i != queryIndex
            : operand.pastSteps > 0 || operand.bias != noInput || isOutput;
    }
    return {};
}

} // namespace engine
