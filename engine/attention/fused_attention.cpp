#include "engine/attention/fused_attention.h"

#include <algorithm>
#include <tuple>

namespace engine {

namespace {

/// Number of steps, heads or batch entries that the axis `role` of these axes has.
std::optional<model::Dimension> dimensionOf(
    const std::string& axes, char role, const std::vector<model::Dimension>& shape)
{
    const auto at = axes.find(role);
    return at != std::string::npos && at < shape.size() ? std::optional(shape[at]) : std::nullopt;
}

/// The type of output 0.
model::ValueType attendedType(const OpNode& node, std::span<const model::InferenceArgument> inputs)
{
    const auto axes = fusedAxes(node);
    if (inputs.size() < 3 || !inputs[0].type.shape || !inputs[2].type.shape)
        return {};
    const auto& q = *inputs[0].type.shape;
    const auto& v = *inputs[2].type.shape;
    model::ValueType type = inputs[0].type;
    std::vector<model::Dimension> shape;
    for (const char axis : axes.operands[3]) {
        auto size = dimensionOf(axes.operands[axis == 'd' ? 2 : 0], axis, axis == 'd' ? v : q);
        const auto merged = dimensionOf(axes.operands[0], 'x', q);
        if (!size && merged && merged->isNumber() && axis != 'd')
            size = model::Dimension::number(
                axis == 'h' ? axes.heads : *merged->value() / axes.heads);
        shape.push_back(size.value_or(model::Dimension::unknown()));
    }
    type.shape = std::move(shape);
    return type;
}

/// The type of present key (operand 1) or value (operand 2).
model::ValueType presentType(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t operand)
{
    const auto past = operand + 3;
    if (inputs.size() <= past || !inputs[past].type.shape || inputs[past].type.shape->size() != 4
        || !inputs[operand].type.shape)
        return {};
    auto type = inputs[past].type;
    auto shape = *type.shape;
    const auto steps
        = dimensionOf(fusedAxes(node).operands[operand], 's', *inputs[operand].type.shape);
    shape[2] = shape[2] + steps.value_or(model::Dimension::unknown());
    type.shape = std::move(shape);
    return type;
}

/// Sets the rotation of query and key by the angles of inputs 6 and 7.
Result<void> planAngles(const KernelRequest& request, AttentionPlan& plan)
{
    const auto& layout = plan.layout;
    auto& query = plan.operands[queryIndex];
    auto& key = plan.operands[keyIndex];
    const TensorType angles { plan.type.element,
        { layout.batch, 1, query.steps, layout.headSize } };
    if (request.input(6).tensor != angles || request.input(7).tensor != angles
        || key.steps != query.steps || layout.headSize % 2 != 0 || key.elementStride != 1)
        return fail("angles of ", request.input(6).tensor.dims, " do not fit");
    RotationPlan rotation;
    rotation.cosines = 6;
    rotation.positions = noInput;
    rotation.rows = layout.batch * query.steps;
    rotation.width = rotation.rotated = layout.headSize;
    rotation.isCachePerStep = true;
    plan.rotation = rotation;
    query.isRotated = key.isRotated = true;
    return {};
}

} // namespace

FusedAxes fusedAxes(const OpNode& node)
{
    FusedAxes axes;
    const auto text = node.text("axes", "");
    std::size_t first = 0;
    for (auto& operand : axes.operands) {
        const auto end = std::min(text.find(',', first), text.size());
        operand = text.substr(std::min(first, end), end - std::min(first, end));
        first = end + 1;
    }
    axes.heads = std::max<std::int64_t>(node.integer("heads", 1), 1);
    return axes;
}

Result<FusedOperand> fusedOperand(
    const FusedAxes& axes, std::size_t operand, std::span<const std::int64_t> dims)
{
    const auto& roles = axes.operands[operand];
    if (roles.size() != dims.size() || roles.find('d') == std::string::npos)
        return fail("operand ", operand, " of ", dims, " does not have the axes ", roles);
    FusedOperand found { { 1, 1, 1, dims[roles.find('d')], false }, {} };
    std::int64_t stride = 1;
    for (auto axis = roles.size(); axis-- > 0; stride *= dims[axis]) {
        const auto size = dims[axis];
        if (roles[axis] == 'b') {
            found.shape.batch = size;
            found.strides.batch = stride;
        } else if (roles[axis] == 'h') {
            found.shape.heads = size;
            found.strides.head = stride;
        } else if (roles[axis] == 's') {
            found.shape.steps = size;
            found.strides.step = stride;
        } else if (roles[axis] == 'd') {
            found.elementStride = stride;
        } else if (roles[axis] == 'x') {
            if (size % axes.heads != 0)
                return fail("an axis of ", size, " is not a multiple of ", axes.heads, " heads");
            found.shape.heads = axes.heads;
            found.shape.batch = size / axes.heads;
            found.strides.head = stride;
            found.strides.batch = stride * axes.heads;
        }
    }
    return found;
}

Dims fusedOutputDims(const FusedAxes& axes, const HeadShape& q, std::int64_t valueSize)
{
    Dims dims;
    for (const char axis : axes.operands[3]) {
        dims.push_back(axis == 'b' ? q.batch
                : axis == 'h'      ? q.heads
                : axis == 's'      ? q.steps
                : axis == 'x'      ? q.batch * q.heads
                                   : valueSize);
    }
    return dims;
}

std::vector<model::ValueType> fusedAttentionTypes(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs)
{
    std::vector<model::ValueType> types(outputs);
    for (std::size_t i = 0; i < types.size(); ++i)
        types[i] = i == 0 ? attendedType(node, inputs) : presentType(node, inputs, i);
    return types;
}

Result<AttentionPlan> planFusedAttention(const KernelRequest& request)
{
    const auto& node = request.node;
    const auto axes = fusedAxes(node);
    AttentionPlan plan;
    plan.type = request.input(0).tensor;
    FusedOperand operands[3];
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& type = request.input(i).tensor;
        if (type.element != plan.type.element)
            return fail("Q, K and V have different types");
        operands[i] = TRY(fusedOperand(axes, i, type.dims));
        const auto& shape = operands[i].shape;
        plan.operands[i] = { i, 0, operands[i].strides, shape.heads, shape.steps, shape.size };
        plan.operands[i].elementStride = operands[i].elementStride;
    }
    const auto& [q, k, v] = std::tie(operands[0].shape, operands[1].shape, operands[2].shape);
    if (q.batch != k.batch || k.batch != v.batch || q.size != k.size || k.steps != v.steps
        || k.heads != v.heads || k.heads < 1 || q.heads % k.heads != 0)
        return fail("Q, K and V do not fit each other");
    auto& layout = plan.layout;
    layout.batch = q.batch;
    layout.heads = q.heads;
    layout.kvHeads = k.heads;
    layout.queries = q.steps;
    layout.keys = k.steps;
    layout.headSize = q.size;
    layout.valueSize = v.size;
    layout.scale = node.real("scale", 1.0F);
    plan.type.dims = fusedOutputDims(axes, q, v.size);
    const auto y = TRY(fusedOperand(axes, 3, plan.type.dims));
    if (operands[0].elementStride != 1 || y.elementStride != 1)
        return fail("the elements of a head do not come last in Q and the output");
    layout.yBatch = y.strides.batch;
    layout.yHead = y.strides.head;
    layout.yStep = y.strides.step;
    plan.softmax = PlainSoftmax { node.real("hidden_score", 0.0F),
        node.integer("hides_true", 0) != 0, node.integer("hides_nan", 0) != 0 };
    if (request.hasInput(4)) {
        if (!request.hasInput(5) || operands[1].elementStride != 1
            || operands[2].elementStride != 1)
            return fail("a past of keys alone, or new steps whose elements do not come last");
        TRY(planPast(request, 4, 5, plan));
        layout.keys += plan.operands[keyIndex].pastSteps;
    }
    if (request.hasInput(6))
        TRY(planAngles(request, plan));
    TRY(planBias(request, 3, layout.keys, plan));
    TRY(finishPlan(request, plan));
    return plan;
}

} // namespace engine
