#include "engine/run/control_flow.h"

#include <algorithm>
#include <cstring>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

std::int64_t entryOf(const std::optional<std::vector<std::int64_t>>& list, std::size_t i)
{
    return list && i < list->size() ? (*list)[i] : 0;
}

/// Returns the slice at `position` along `axis`, without that axis.
Result<RuntimeValue> sliceAt(
    const Tensor& tensor, std::int64_t axis, std::int64_t position, MemoryPool& pool)
{
    const auto place = static_cast<std::size_t>(
        axis < 0 ? axis + static_cast<std::int64_t>(tensor.rank()) : axis);
    auto dims = tensor.dims();
    dims.erase(dims.begin() + place);
    auto slice = TRY(pool.allocate(tensor.element(), dims));
    const auto outer = elementCount(std::span(tensor.dims()).first(place));
    const auto inner = elementCount(std::span(tensor.dims()).subspan(place + 1));
    const auto length = tensor.dims()[place];
    const auto bytes = static_cast<std::size_t>(inner) * elementBytes(tensor.element());
    for (std::int64_t i = 0; i < outer; ++i) {
        const auto from = i * length + position;
        if (slice.strings)
            std::copy_n(
                tensor.strings->begin() + from * inner, inner, slice.strings->begin() + i * inner);
        else if (bytes > 0)
            std::memcpy(slice.data + static_cast<std::size_t>(i) * bytes,
                tensor.data + static_cast<std::size_t>(from) * bytes, bytes);
    }
    return RuntimeValue { std::move(slice) };
}

/// Parameters of one scan over sequences without batch: Scan-9, or a batch entry of Scan-8.
struct ScanShape {
    std::size_t states = 0;
    std::size_t scans = 0;
    std::optional<std::vector<std::int64_t>> inputAxes;
    std::optional<std::vector<std::int64_t>> outputAxes;
    std::optional<std::vector<std::int64_t>> inputDirections;
    std::optional<std::vector<std::int64_t>> outputDirections;
};

Result<std::int64_t> sequenceLength(const ScanShape& shape, std::span<const RuntimeValue> scanned)
{
    std::optional<std::int64_t> length;
    for (std::size_t i = 0; i < scanned.size(); ++i) {
        if (!scanned[i].isTensor())
            return fail("scan input ", i, " is not a tensor");
        const auto& dims = scanned[i].tensor().dims();
        const auto rank = std::ssize(dims);
        const auto axis = entryOf(shape.inputAxes, i);
        if (axis < -rank || axis >= rank)
            return fail("scan input ", i, " has no axis ", axis, ", its shape is ", dims);
        const auto along = dims[axis < 0 ? axis + rank : axis];
        if (length && *length != along)
            return fail("scan input ", i, " has ", along,
                " elements along its axis, the first has ", *length);
        length = along;
    }
    return length.value_or(0);
}

/// Returns the states after the last iteration, then the stacked outputs.
Result<std::vector<RuntimeValue>> scanOnce(Executor& executor, BlockId body, const ScanShape& shape,
    std::vector<RuntimeValue> states, std::span<const RuntimeValue> scanned, std::int64_t length,
    std::byte* arena)
{
    const auto& block = executor.plan().program.block(body);
    std::vector<std::vector<RuntimeValue>> slices(block.outputs.size() - shape.states);
    for (std::int64_t turn = 0; turn < length; ++turn) {
        if (executor.stop().stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        auto inputs = std::move(states);
        for (std::size_t i = 0; i < scanned.size(); ++i) {
            const auto position = entryOf(shape.inputDirections, i) != 0 ? length - 1 - turn : turn;
            inputs.push_back(TRY(sliceAt(
                scanned[i].tensor(), entryOf(shape.inputAxes, i), position, executor.pool())));
        }
        auto outputs = TRY(executor.runBody(body, std::move(inputs), arena));
        for (std::size_t i = 0; i < slices.size(); ++i)
            slices[i].push_back(std::move(outputs[shape.states + i]));
        outputs.resize(shape.states);
        states = std::move(outputs);
    }
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (entryOf(shape.outputDirections, i) != 0)
            std::ranges::reverse(slices[i]);
        const auto type = sliceType(executor, block.outputs[shape.states + i]);
        states.push_back(
            { TRY(stackSlices(slices[i], entryOf(shape.outputAxes, i), type, executor.pool())) });
    }
    return states;
}

std::vector<RuntimeValue> valuesOf(Executor& executor, std::span<const ProgramValueId> ids)
{
    std::vector<RuntimeValue> values;
    for (const auto id : ids)
        values.push_back(executor.value(id));
    return values;
}

/// Stacks the outputs of all batch entries, padded with zeros to `length` along their first axis.
Result<Tensor> stackPadded(std::vector<RuntimeValue> entries, std::int64_t length, MemoryPool& pool)
{
    std::optional<TensorType> full;
    for (const auto& entry : entries) {
        if (entry.isTensor() && (!full || entry.tensor().rank() > full->dims.size()))
            full = entry.tensor().type;
    }
    for (auto& entry : entries) {
        if (!entry.isTensor() || entry.tensor().rank() == 0)
            continue;
        full->dims.front() = length;
        const auto& own = entry.tensor();
        if (own.dims().front() >= length)
            continue;
        if (own.count() > 0
            && !std::equal(
                own.dims().begin() + 1, own.dims().end(), full->dims.begin() + 1, full->dims.end()))
            return fail(
                "the body gives ", own.dims(), " and ", full->dims, " for entries of a batch");
        auto padded = TRY(pool.allocate(own.element(), full->dims));
        if (padded.strings) {
            std::copy_n(own.strings->begin(), own.count(), padded.strings->begin());
        } else {
            std::memset(padded.data, 0, padded.type.bytes());
            std::memcpy(padded.data, own.data, std::min(own.type.bytes(), padded.type.bytes()));
        }
        entry = RuntimeValue { std::move(padded) };
    }
    return stackSlices(entries, 0, {}, pool);
}

Result<void> runBatched(Executor& executor, const PlanStep& step, BlockId body,
    const ScanShape& shape, std::byte* arena)
{
    const auto inputs = valuesOf(executor, std::span(step.inputs).subspan(1));
    const auto& first = inputs.empty() ? RuntimeValue() : inputs.front();
    if (!first.isTensor() || first.tensor().rank() == 0)
        return fail("input 1 has no batch axis");
    const auto batch = first.tensor().dims().front();
    const auto& lengths = executor.value(step.inputs.front());
    std::vector<std::vector<RuntimeValue>> results(
        shape.states + executor.plan().program.block(body).outputs.size() - shape.states);
    std::int64_t longest = 0;
    for (std::int64_t entry = 0; entry < batch; ++entry) {
        std::vector<RuntimeValue> states;
        std::vector<RuntimeValue> scanned;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (!inputs[i].isTensor() || inputs[i].tensor().rank() == 0
                || inputs[i].tensor().dims().front() != batch)
                return fail("input ", i + 1, " does not have the batch size ", batch);
            (i < shape.states ? states : scanned)
                .push_back(TRY(sliceAt(inputs[i].tensor(), 0, entry, executor.pool())));
        }
        auto length = TRY(sequenceLength(shape, scanned));
        longest = length;
        if (lengths.isTensor() && lengths.tensor().element() == ElementType::Int64
            && entry < lengths.tensor().count())
            length
                = std::clamp<std::int64_t>(lengths.tensor().as<std::int64_t>()[entry], 0, length);
        auto made = TRY(scanOnce(executor, body, shape, std::move(states), scanned, length, arena));
        for (std::size_t i = 0; i < std::min(made.size(), results.size()); ++i)
            results[i].push_back(std::move(made[i]));
    }
    for (std::size_t i = 0; i < std::min(step.outputs.size(), results.size()); ++i)
        executor.set(step.outputs[i],
            { TRY(i < shape.states ? stackSlices(results[i], 0, {}, executor.pool())
                                   : stackPadded(results[i], longest, executor.pool())) });
    return {};
}

} // namespace

Result<void> runScan(Executor& executor, const PlanStep& step, std::byte* arena)
{
    const auto& op = executor.plan().program.op(step.op);
    const auto body = op.body("body");
    if (!body)
        return failAs(ErrorKind::File, "attribute body is missing");
    const bool isBatched = op.node.version < 9;
    const std::size_t first = isBatched ? 1 : 0;
    const auto scans = op.node.integer("num_scan_inputs", 0);
    if (scans < 1 || step.inputs.size() < first + static_cast<std::size_t>(scans))
        return failAs(
            ErrorKind::File, "num_scan_inputs is ", scans, " for ", step.inputs.size(), " inputs");
    ScanShape shape;
    shape.scans = static_cast<std::size_t>(scans);
    shape.states = step.inputs.size() - first - shape.scans;
    shape.inputAxes = op.node.integers("scan_input_axes");
    shape.outputAxes = op.node.integers("scan_output_axes");
    shape.inputDirections
        = isBatched ? op.node.integers("directions") : op.node.integers("scan_input_directions");
    shape.outputDirections = op.node.integers("scan_output_directions");
    const auto& block = executor.plan().program.block(*body);
    if (block.outputs.size() < shape.states || step.outputs.size() > block.outputs.size())
        return failAs(ErrorKind::File, "the body has ", block.outputs.size(), " outputs for ",
            shape.states, " states and ", step.outputs.size(), " outputs of the node");
    if (isBatched)
        return runBatched(executor, step, *body, shape, arena);

    auto states = valuesOf(executor, std::span(step.inputs).first(shape.states));
    const auto scanned = valuesOf(executor, std::span(step.inputs).subspan(shape.states));
    const auto length = TRY(sequenceLength(shape, scanned));
    auto made = TRY(scanOnce(executor, *body, shape, std::move(states), scanned, length, arena));
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
        executor.set(step.outputs[i], TRY(executor.owned(made[i])));
    return {};
}

} // namespace engine
