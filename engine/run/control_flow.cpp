#include "engine/run/control_flow.h"

#include <algorithm>
#include <cstring>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

/// A loop that cannot end by its condition is refused above this many iterations.
constexpr std::int64_t maxIterations = 1'000'000'000;

Result<bool> truth(const RuntimeValue& value)
{
    if (!value.isTensor() || value.tensor().element() != ElementType::Bool
        || value.tensor().count() != 1)
        return fail("the condition is ",
            value.isTensor() ? dimsText(value.tensor().dims()) : std::string("no tensor"),
            ", expected one bool");
    return value.tensor().as<std::uint8_t>().front() != 0;
}

RuntimeValue scalarOf(bool truthValue)
{
    auto tensor = makeTensor(ElementType::Bool, {});
    tensor.as<std::uint8_t>()[0] = truthValue ? 1 : 0;
    return { std::move(tensor) };
}

Result<BlockId> bodyOf(const Op& op, std::string_view attribute)
{
    const auto body = op.body(attribute);
    if (!body)
        return failAs(ErrorKind::File, "attribute ", attribute, " is missing");
    return *body;
}

Result<void> runIf(Executor& executor, const PlanStep& step, std::byte* arena)
{
    const auto& op = executor.plan().program.op(step.op);
    if (step.inputs.empty())
        return failAs(ErrorKind::File, "the condition is missing");
    const bool condition = TRY(truth(executor.value(step.inputs.front())));
    const auto body = TRY(bodyOf(op, condition ? "then_branch" : "else_branch"));
    auto outputs = TRY(executor.runBody(body, {}, arena));
    if (outputs.size() < step.outputs.size())
        return failAs(ErrorKind::File, "the branch has ", outputs.size(), " outputs, the node ",
            step.outputs.size());
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
        executor.set(step.outputs[i], std::move(outputs[i]));
    return {};
}

/// Whether the condition that the body returns is its own input, or a constant true. Such a
/// condition never ends the loop.
bool staysTrue(const Program& program, const Block& body)
{
    if (body.outputs.empty() || body.inputs.size() < 2)
        return false;
    auto id = body.outputs.front();
    for (int hops = 0; id.isValid() && hops < 16; ++hops) {
        if (id == body.inputs[1])
            return true;
        if (const auto& constant = program.value(id).constant) {
            const auto given = truth({ *constant });
            return given && *given;
        }
        const auto producer = program.value(id).producer;
        if (!producer.isValid() || program.op(producer).node.type != "Identity")
            return false;
        id = program.op(producer).inputs.front();
    }
    return false;
}

struct LoopBounds {
    std::int64_t turns = 0;
    bool condition = true;
};

Result<LoopBounds> loopBounds(Executor& executor, const PlanStep& step, const Block& body)
{
    LoopBounds bounds { std::numeric_limits<std::int64_t>::max(), true };
    const auto& count = executor.value(step.inputs.empty() ? ProgramValueId() : step.inputs[0]);
    if (count.isTensor()) {
        if (count.tensor().element() != ElementType::Int64 || count.tensor().count() != 1)
            return fail("the number of turns is ", count.tensor().dims(), " ",
                count.tensor().element(), ", expected one int64");
        bounds.turns = count.tensor().as<std::int64_t>().front();
    }
    const auto& condition
        = executor.value(step.inputs.size() < 2 ? ProgramValueId() : step.inputs[1]);
    if (condition.isPresent())
        bounds.condition = TRY(truth(condition));
    if (bounds.condition && bounds.turns > maxIterations
        && staysTrue(executor.plan().program, body))
        return failAs(ErrorKind::Unsupported, "the loop cannot end by its condition and asks for ",
            bounds.turns, " turns, the engine runs at most ", maxIterations);
    return bounds;
}

Result<void> runLoop(Executor& executor, const PlanStep& step, std::byte* arena)
{
    const auto& op = executor.plan().program.op(step.op);
    const auto bodyId = TRY(bodyOf(op, "body"));
    const auto& body = executor.plan().program.block(bodyId);
    const std::size_t carried = step.inputs.size() < 2 ? 0 : step.inputs.size() - 2;
    if (body.outputs.size() < 1 + carried || step.outputs.size() > body.outputs.size() - 1)
        return failAs(ErrorKind::File, "the body has ", body.outputs.size(), " outputs for ",
            carried, " carried values and ", step.outputs.size(), " outputs of the node");
    const auto bounds = TRY(loopBounds(executor, step, body));

    std::vector<RuntimeValue> state;
    for (std::size_t i = 0; i < carried; ++i)
        state.push_back(executor.value(step.inputs[2 + i]));
    std::vector<std::vector<RuntimeValue>> slices(body.outputs.size() - 1 - carried);
    bool condition = bounds.condition;
    for (std::int64_t turn = 0; turn < bounds.turns && condition; ++turn) {
        if (executor.stop().stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        std::vector<RuntimeValue> inputs { { tensorOf(turn) }, scalarOf(condition) };
        std::ranges::move(state, std::back_inserter(inputs));
        auto outputs = TRY(executor.runBody(bodyId, std::move(inputs), arena));
        condition = TRY(truth(outputs.front()));
        state.assign(std::make_move_iterator(outputs.begin() + 1),
            std::make_move_iterator(outputs.begin() + 1 + carried));
        for (std::size_t i = 0; i < slices.size(); ++i)
            slices[i].push_back(std::move(outputs[1 + carried + i]));
    }
    for (std::size_t i = 0; i < step.outputs.size(); ++i) {
        if (!step.outputs[i].isValid())
            continue;
        if (i < carried) {
            executor.set(step.outputs[i], TRY(executor.owned(state[i])));
            continue;
        }
        const auto type = sliceType(executor, body.outputs[1 + i]);
        auto stacked = TRY(stackSlices(slices[i - carried], 0, type, executor.pool()));
        executor.set(step.outputs[i], { std::move(stacked) });
    }
    return {};
}

Result<void> runSequenceMap(Executor& executor, const PlanStep& step, std::byte* arena)
{
    using Sequence = std::shared_ptr<const ValueSequence>;
    const auto body = TRY(bodyOf(executor.plan().program.op(step.op), "body"));
    const auto* first = step.inputs.empty()
        ? nullptr
        : std::get_if<Sequence>(&executor.value(step.inputs.front()).content);
    if (first == nullptr || *first == nullptr)
        return fail("input 0 is not a sequence");
    const auto length = (*first)->size();
    std::vector<ValueSequence> results(step.outputs.size());
    for (std::size_t turn = 0; turn < length; ++turn) {
        std::vector<RuntimeValue> inputs;
        for (const auto id : step.inputs) {
            const auto* sequence = std::get_if<Sequence>(&executor.value(id).content);
            if (sequence != nullptr && turn >= (*sequence)->size())
                return fail(
                    "a sequence of ", (*sequence)->size(), " elements beside one of ", length);
            inputs.push_back(sequence != nullptr ? (**sequence)[turn] : executor.value(id));
        }
        auto outputs = TRY(executor.runBody(body, std::move(inputs), arena));
        for (std::size_t i = 0; i < std::min(results.size(), outputs.size()); ++i)
            results[i].push_back(std::move(outputs[i]));
    }
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
        executor.set(
            step.outputs[i], { std::make_shared<const ValueSequence>(std::move(results[i])) });
    return {};
}

} // namespace

TensorType sliceType(const Executor& executor, ProgramValueId id)
{
    TensorType type;
    const auto& known = executor.plan().facts.type(id);
    type.element = known.element != ElementType::Undefined
        ? known.element
        : executor.plan().program.value(id).declared.element;
    if (type.element == ElementType::Undefined)
        type.element = ElementType::Float;
    for (std::size_t i = 0; known.shape && i < known.shape->size(); ++i)
        type.dims.push_back((*known.shape)[i].value().value_or(0));
    return type;
}

Result<Tensor> stackSlices(std::span<const RuntimeValue> slices, std::int64_t axis,
    const TensorType& type, MemoryPool& pool)
{
    for (const auto& slice : slices) {
        if (!slice.isTensor() || !slices.front().isTensor()
            || slice.tensor().type != slices.front().tensor().type)
            return fail("the body gives slices of different types, which cannot be stacked");
    }
    const auto& one = slices.empty() ? type : slices.front().tensor().type;
    const auto rank = std::ssize(one.dims);
    const auto place = axis < 0 ? axis + rank + 1 : axis;
    if (place < 0 || place > rank)
        return fail("scan output axis ", axis, " is outside a slice of ", one.dims);
    auto dims = one.dims;
    dims.insert(dims.begin() + place, std::ssize(slices));
    auto stacked = TRY(pool.allocate(one.element, dims));
    const auto outer = elementCount(std::span(one.dims).first(place));
    const auto inner = elementCount(std::span(one.dims).subspan(place));
    const auto length = std::ssize(slices);
    const auto bytes = static_cast<std::size_t>(inner) * elementBytes(one.element);
    for (std::int64_t turn = 0; turn < length; ++turn) {
        const auto& slice = slices[turn].tensor();
        for (std::int64_t i = 0; i < outer; ++i) {
            const auto target = static_cast<std::size_t>(i * length + turn);
            if (stacked.strings)
                std::copy_n(slice.strings->begin() + i * inner, inner,
                    stacked.strings->begin() + (i * length + turn) * inner);
            else if (bytes > 0)
                std::memcpy(stacked.data + target * bytes,
                    slice.data + static_cast<std::size_t>(i) * bytes, bytes);
        }
    }
    return stacked;
}

Result<void> runControlFlow(Executor& executor, const PlanStep& step, std::byte* arena)
{
    switch (step.controlFlow) {
    case ControlFlow::If:
        return runIf(executor, step, arena);
    case ControlFlow::Loop:
        return runLoop(executor, step, arena);
    case ControlFlow::Scan:
        return runScan(executor, step, arena);
    case ControlFlow::SequenceMap:
        return runSequenceMap(executor, step, arena);
    case ControlFlow::FlexAttention:
        return runFlexAttention(executor, step, arena);
    case ControlFlow::Generation:
        return runGeneration(executor, step, arena);
    case ControlFlow::None:
        break;
    }
    return fail("not a control flow operator");
}

} // namespace engine
