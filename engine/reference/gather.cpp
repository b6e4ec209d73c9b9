#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"

// Gather, GatherElements, GatherND, Compress, ReverseSequence, Trilu. Every index is checked before
// it is used.

namespace engine {

namespace {

Result<void> runGather(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& indexTensor = context.tensor(1);
    const auto axis = TRY(normalizeAxis(node.integer("axis", 0), input.rank()));
    const auto fold = foldAt(input.dims(), axis);
    auto indices = TRY(readIntegers(indexTensor));
    for (auto& index : indices)
        index = TRY(checkedIndex(index, fold.axis));
    auto* output = TRY(
        context.output(0, input.element(), gatheredDims(input.dims(), axis, indexTensor.dims())));
    return copyEntries(input, fold, indices, *output);
}

/// The output has the shape of the indices; along other axes it may be smaller than the input.
Result<void> runGatherElements(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& indexTensor = context.tensor(1);
    const auto offsets = TRY(elementOffsets(input, indexTensor, node.integer("axis", 0)));
    auto* output = TRY(context.output(0, input.element(), indexTensor.dims()));
    return visitStorage(input.element(), [&]<typename T>() {
        T* target = storage<T>(*output);
        for (const auto offset : offsets)
            *target++ = storage<T>(input)[offset];
    });
}

Result<void> runGatherNd(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& indexTensor = context.tensor(1);
    const auto batch = static_cast<std::size_t>(node.integer("batch_dims", 0));
    if (indexTensor.rank() == 0 || batch >= indexTensor.rank() || batch > input.rank())
        return fail("indices of ", indexTensor.dims(), " do not fit batch_dims ", batch);
    const auto width = static_cast<std::size_t>(indexTensor.dims().back());
    if (batch + width > input.rank())
        return fail("indices name ", width, " axes after ", batch,
            " batch axes, the data has rank ", input.rank());
    for (std::size_t d = 0; d < batch; ++d) {
        if (input.dims()[d] != indexTensor.dims()[d])
            return fail("batch axis ", d, " is ", input.dims()[d], " in data and ",
                indexTensor.dims()[d], " in indices");
    }
    const auto indices = TRY(readIntegers(indexTensor));
    const std::span inputDims(input.dims());
    const auto strides = denseStrides(inputDims);
    const auto blockLength = elementCount(inputDims.subspan(batch + width));
    const auto batches = elementCount(inputDims.first(batch));
    const auto batchLength = elementCount(inputDims.subspan(batch));
    Dims dims(indexTensor.dims().begin(), indexTensor.dims().end() - 1);
    dims.insert(dims.end(), input.dims().begin() + (batch + width), input.dims().end());
    const auto blocks = elementCount(std::span(indexTensor.dims()).first(indexTensor.rank() - 1));
    auto* output = TRY(context.output(0, input.element(), dims));
    // Without indices and elements nothing bounds the number of blocks.
    if (indices.empty() && output->count() == 0)
        return {};
    std::vector<std::int64_t> offsets;
    for (std::int64_t block = 0; block < blocks; ++block) {
        std::int64_t offset = block / (blocks / batches) * batchLength;
        for (std::size_t d = 0; d < width; ++d) {
            const auto index = TRY(checkedIndex(
                indices[static_cast<std::size_t>(block) * width + d], inputDims[batch + d]));
            offset += index * strides[batch + d];
        }
        offsets.push_back(offset);
    }
    return visitStorage(input.element(), [&]<typename T>() {
        T* target = storage<T>(*output);
        for (const auto offset : offsets)
            target = std::copy_n(storage<T>(input) + offset, blockLength, target);
    });
}

Result<void> runCompress(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto condition = context.tensor(1).as<bool>();
    auto [fold, dims, axis] = TRY(chosenAxis(node, input));
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < condition.size(); ++i) {
        if (!condition[i])
            continue;
        kept.push_back(TRY(checkedIndex(static_cast<std::int64_t>(i), fold.axis)));
    }
    dims[axis] = std::ssize(kept);
    auto* output = TRY(context.output(0, input.element(), dims));
    return copyEntries(input, fold, kept, *output);
}

Result<void> runReverseSequence(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() < 2)
        return fail("ReverseSequence takes rank 2 or more, found ", input.dims());
    const auto timeAxis = TRY(normalizeAxis(node.integer("time_axis", 0), input.rank()));
    const auto batchAxis = TRY(normalizeAxis(node.integer("batch_axis", 1), input.rank()));
    const auto lengths = TRY(readIntegers(context.tensor(1)));
    const auto& dims = input.dims();
    if (timeAxis == batchAxis || timeAxis > 1 || batchAxis > 1
        || std::ssize(lengths) != dims[batchAxis])
        return fail("time axis ", timeAxis, ", batch axis ", batchAxis, " and ", lengths.size(),
            " lengths do not fit ", dims);
    auto* output = TRY(context.output(0, input.element(), dims));
    const auto strides = denseStrides(dims);
    const auto inner = elementCount(std::span(dims).subspan(2));
    for (const auto length : lengths) {
        if (length < 0 || length > dims[timeAxis])
            return fail("a sequence length of ", length, " is outside 0..", dims[timeAxis]);
    }
    return visitStorage(input.element(), [&]<typename T>() {
        for (std::int64_t b = 0; b < dims[batchAxis]; ++b) {
            const auto length = lengths[b];
            for (std::int64_t t = 0; t < dims[timeAxis]; ++t) {
                const auto from = t < length ? length - 1 - t : t;
                const auto base = b * strides[batchAxis];
                std::copy_n(storage<T>(input) + base + from * strides[timeAxis], inner,
                    storage<T>(*output) + base + t * strides[timeAxis]);
            }
        }
    });
}

Result<void> runTrilu(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() < 2)
        return fail("Trilu takes rank 2 or more, found ", input.dims());
    const bool keepsUpper = node.integer("upper", 1) != 0;
    const auto rows = input.dims()[input.rank() - 2];
    const auto columns = input.dims().back();
    const auto written = context.hasInput(1) ? TRY(readInteger(context.tensor(1))) : 0;
    const auto k = std::clamp<std::int64_t>(written, -rows - 1, columns + 1);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    return visitStorage(input.element(), [&]<typename T>() {
        const T* source = storage<T>(input);
        T* target = storage<T>(*output);
        for (std::int64_t i = 0; i < input.count(); ++i) {
            const auto column = i % columns;
            const auto row = i / columns % rows;
            const bool isKept = keepsUpper ? column >= row + k : column <= row + k;
            target[i] = isKept ? source[i] : T {};
        }
    });
}

const RegisterReference gathers[] = {
    { "Gather", runGather },
    { "GatherElements", runGatherElements },
    { "GatherND", runGatherNd },
    { "Compress", runCompress },
    { "ReverseSequence", runReverseSequence },
    { "Trilu", runTrilu },
    { "Trilu", runTrilu, nullptr, "com.microsoft" },
};

} // namespace

} // namespace engine
