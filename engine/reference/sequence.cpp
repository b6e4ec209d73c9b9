#include "engine/reference/movement.h"

// Sequences and optionals. SequenceMap is control flow, which the session runs.

namespace engine {

namespace {

Result<const ValueSequence*> sequenceOf(const RuntimeValue& value)
{
    const auto* held = std::get_if<std::shared_ptr<const ValueSequence>>(&value.content);
    if (held == nullptr || !*held)
        return fail("an input is not a sequence");
    return held->get();
}

RuntimeValue asValue(ValueSequence sequence)
{
    return { std::make_shared<const ValueSequence>(std::move(sequence)) };
}

/// Returns a tensor that owns its memory: elements of a sequence outlive the arena.
Result<RuntimeValue> ownCopy(const RuntimeValue& value)
{
    if (!value.isTensor() || value.tensor().element() == ElementType::String)
        return value;
    const auto& tensor = value.tensor();
    if (tensor.owner)
        return value;
    auto copy = makeTensor(tensor.element(), tensor.dims());
    if (tensor.type.bytes() > 0)
        std::copy_n(tensor.data, tensor.type.bytes(), copy.data);
    return RuntimeValue { std::move(copy) };
}

Result<void> runSequenceEmpty(const OpNode&, RunContext& context)
{
    return context.setOutput(0, asValue({}));
}

Result<void> runSequenceConstruct(const OpNode&, RunContext& context)
{
    ValueSequence sequence;
    for (std::size_t i = 0; context.hasInput(i); ++i)
        sequence.push_back(TRY(ownCopy(context.input(i))));
    return context.setOutput(0, asValue(std::move(sequence)));
}

Result<void> runSequenceLength(const OpNode&, RunContext& context)
{
    const auto* sequence = TRY(sequenceOf(context.input(0)));
    auto* output = TRY(context.output(0, ElementType::Int64, Dims {}));
    output->as<std::int64_t>()[0] = std::ssize(*sequence);
    return {};
}

Result<void> runSequenceAt(const OpNode&, RunContext& context)
{
    const auto* sequence = TRY(sequenceOf(context.input(0)));
    const auto written = TRY(readInteger(context.tensor(1)));
    const auto index = TRY(checkedIndex(written, std::ssize(*sequence)));
    return context.setOutput(0, (*sequence)[index]);
}

Result<void> runSequenceInsert(const OpNode&, RunContext& context)
{
    auto sequence = *TRY(sequenceOf(context.input(0)));
    const auto size = std::ssize(sequence);
    auto at = size;
    if (context.hasInput(2)) {
        const auto written = TRY(readInteger(context.tensor(2)));
        at = written < 0 ? written + size : written;
        if (at < 0 || at > size)
            return fail("position ", written, " is outside a sequence of ", size);
    }
    auto element = TRY(ownCopy(context.input(1)));
    sequence.insert(sequence.begin() + at, std::move(element));
    return context.setOutput(0, asValue(std::move(sequence)));
}

Result<void> runSequenceErase(const OpNode&, RunContext& context)
{
    auto sequence = *TRY(sequenceOf(context.input(0)));
    const auto written = context.hasInput(1) ? TRY(readInteger(context.tensor(1))) : -1;
    const auto index = TRY(checkedIndex(written, std::ssize(sequence)));
    sequence.erase(sequence.begin() + index);
    return context.setOutput(0, asValue(std::move(sequence)));
}

/// With new_axis the tensors are stacked: each first gets a new axis of size 1.
Result<void> runConcatFromSequence(const OpNode& node, RunContext& context)
{
    const auto* sequence = TRY(sequenceOf(context.input(0)));
    const bool isStacked = node.flag("new_axis");
    std::vector<Tensor> parts;
    for (const auto& element : *sequence) {
        if (!element.isTensor())
            return fail("an element of the sequence is not a tensor");
        parts.push_back(element.tensor());
        if (!isStacked)
            continue;
        auto& dims = parts.back().type.dims;
        const auto axis = TRY(normalizeAxis(node.integer("axis", 0), dims.size() + 1));
        dims.insert(dims.begin() + axis, 1);
    }
    std::vector<const Tensor*> views;
    for (const auto& part : parts)
        views.push_back(&part);
    return concatenate(context, 0, views, node.integer("axis", 0));
}

Result<std::vector<std::int64_t>> pieceSizes(const RunContext& context, std::int64_t size)
{
    std::vector<std::int64_t> sizes;
    if (!context.hasInput(1)) {
        sizes.assign(size, 1);
        return sizes;
    }
    const auto written = TRY(readIntegers(context.tensor(1)));
    if (context.tensor(1).rank() > 0) {
        const auto sum = TRY(sumOfParts(written, size));
        if (sum != size)
            return fail("the splits sum to ", sum, ", the axis has ", size, " elements");
        return written;
    }
    if (written.front() < 1)
        return fail("a split of ", written.front());
    for (std::int64_t first = 0; first < size; first += written.front())
        sizes.push_back(std::min(written.front(), size - first));
    return sizes;
}

Result<void> runSplitToSequence(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", 0), input.rank()));
    const auto sizes = TRY(pieceSizes(context, input.dims()[axis]));
    const bool dropsAxis = !context.hasInput(1) && node.integer("keepdims", 1) == 0;
    ValueSequence sequence;
    std::int64_t first = 0;
    for (const auto size : sizes) {
        auto dims = input.dims();
        dims[axis] = size;
        auto piece = makeTensor(input.element(), dims);
        TRY(copySlice(input, axis, first, piece));
        first += size;
        if (dropsAxis)
            piece.type.dims.erase(piece.type.dims.begin() + axis);
        sequence.push_back({ std::move(piece) });
    }
    return context.setOutput(0, asValue(std::move(sequence)));
}

Result<void> runOptional(const OpNode&, RunContext& context)
{
    if (!context.hasInput(0))
        return context.setOutput(0, {});
    auto element = TRY(ownCopy(context.input(0)));
    return context.setOutput(0, std::move(element));
}

Result<void> runOptionalGetElement(const OpNode&, RunContext& context)
{
    if (!context.hasInput(0))
        return fail("the optional is empty");
    auto element = TRY(ownCopy(context.input(0)));
    return context.setOutput(0, std::move(element));
}

Result<void> runOptionalHasElement(const OpNode&, RunContext& context)
{
    const bool isHeld = context.hasInput(0);
    auto* output = TRY(context.output(0, ElementType::Bool, Dims {}));
    output->as<bool>()[0] = isHeld;
    return {};
}

const RegisterReference sequences[] = {
    { "SequenceEmpty", runSequenceEmpty },
    { "SequenceConstruct", runSequenceConstruct },
    { "SequenceLength", runSequenceLength },
    { "SequenceAt", runSequenceAt },
    { "SequenceInsert", runSequenceInsert },
    { "SequenceErase", runSequenceErase },
    { "ConcatFromSequence", runConcatFromSequence },
    { "SplitToSequence", runSplitToSequence },
    { "Optional", runOptional },
    { "OptionalGetElement", runOptionalGetElement },
    { "OptionalHasElement", runOptionalHasElement },
};

} // namespace

} // namespace engine
