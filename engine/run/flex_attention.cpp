#include "engine/run/control_flow.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/reference/attention_core.h"
#include "engine/reference/flex_attention.h"

// FlexAttention with graphs of the model that change its scores or probabilities.

namespace engine {

namespace {

template <typename From, typename To>
void copyConverted(const From& from, To to)
{
    for (std::size_t i = 0; i < from.size(); ++i)
        to[i] = static_cast<typename To::value_type>(from[i]);
}

Result<Tensor> tensorFrom(
    const std::vector<float>& values, ElementType element, const Dims& dims, MemoryPool& pool)
{
    auto tensor = TRY(pool.allocate(element, dims));
    auto write = [&]<typename T>() { copyConverted(values, tensor.as<T>()); };
    TRY(visitElement(FloatTypes {}, element, write));
    return tensor;
}

/// The graph of an attribute as a modifier; null if the node has none.
AttentionModifier modifierOf(Executor& executor, const Op& op, std::string_view attribute,
    ElementType element, std::byte* arena)
{
    const auto body = op.body(attribute);
    if (!body)
        return {};
    return [&executor, attribute, element, arena, block = *body](
               std::vector<float>& values, const Dims& dims) -> Result<void> {
        auto input = TRY(tensorFrom(values, element, dims, executor.pool()));
        std::vector<RuntimeValue> inputs;
        inputs.push_back({ std::move(input) });
        auto outputs = TRY(executor.runBody(block, std::move(inputs), arena));
        if (outputs.size() != 1 || !outputs.front().isTensor()
            || outputs.front().tensor().dims() != dims)
            return fail("graph ", attribute, " does not give one tensor of ", dims,
                ", the shape of its input");
        values = TRY(readFloats(outputs.front().tensor()));
        return {};
    };
}

} // namespace

Result<void> runFlexAttention(Executor& executor, const PlanStep& step, std::byte* arena)
{
    const auto& op = executor.plan().program.op(step.op);
    if (step.inputs.size() < 3 || step.outputs.empty())
        return support::failAs(support::ErrorKind::File, "FlexAttention needs Q, K and V");
    for (std::size_t i = 0; i < 3; ++i) {
        if (!executor.value(step.inputs[i]).isTensor())
            return fail("input ", i, " is not a tensor");
    }
    const auto& q = executor.value(step.inputs[0]).tensor();
    const auto& v = executor.value(step.inputs[2]).tensor();
    const auto fallback
        = q.element() == ElementType::Double ? ElementType::Double : ElementType::Float;
    const auto precision = static_cast<ElementType>(
        op.node.integer("softmax_precision", static_cast<std::int64_t>(fallback)));
    const auto result = TRY(flexAttention(op.node, q, executor.value(step.inputs[1]).tensor(), v,
        modifierOf(executor, op, "score_mod", precision, arena),
        modifierOf(executor, op, "prob_mod", precision, arena)));
    auto output = TRY(tensorFrom(result.output, v.element(), result.dims, executor.pool()));
    executor.set(step.outputs[0], { std::move(output) });
    return {};
}

} // namespace engine
