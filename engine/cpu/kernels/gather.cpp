#include "engine/cpu/strided_copy.h"
#include "engine/reference/movement.h"

#include <algorithm>
#include <cstring>

// Gather, GatherND and ScatterND without reduction: copies rows of elements of fixed width. Every
// index is checked before it is used. Refuses strings and indices that are neither int32 nor int64.

namespace engine {

namespace {

constexpr std::int64_t bytesPerThread = 256 * 1024;

Result<void> requireIndices(const KernelRequest& request)
{
    const auto& type = request.input(1);
    if (type.kind != InputType::Kind::Tensor
        || (type.tensor.element != ElementType::Int64 && type.tensor.element != ElementType::Int32))
        return fail("native ", request.node.type, " takes indices of int32 or int64");
    return {};
}

std::int64_t indexAt(const Tensor& indices, std::int64_t i)
{
    return indices.element() == ElementType::Int64 ? storage<std::int64_t>(indices)[i]
                                                   : storage<std::int32_t>(indices)[i];
}

/// Calls body for blocks [0, count) of `bytes` each, in several threads if there is enough to copy.
void forBlocks(std::int64_t count, std::size_t bytes, int threads,
    const std::function<void(std::int64_t)>& body)
{
    parallelFor(count,
        std::max<std::int64_t>(
            bytesPerThread / std::max<std::int64_t>(static_cast<std::int64_t>(bytes), 1), 1),
        threads, [&](std::int64_t first, std::int64_t last) {
            for (auto i = first; i < last; ++i)
                body(i);
        });
}

Result<std::unique_ptr<Kernel>> prepareGather(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    TRY(requireIndices(request));
    const std::span dims(request.input(0).tensor.dims);
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 0), dims.size()));
    const auto output = gatheredDims(dims, axis, request.input(1).tensor.dims);
    const auto fold = foldAt(dims, axis);
    return nativeKernel([fold, bytes, output](RunContext& context) -> Result<void> {
        const auto& indices = context.tensor(1);
        const auto count = indices.count();
        for (std::int64_t i = 0; i < count; ++i)
            TRY(checkedIndex(indexAt(indices, i), fold.axis));
        auto* target = TRY(context.output(0, context.tensor(0).element(), output));
        const auto length = static_cast<std::size_t>(fold.inner) * bytes;
        const auto* source = context.tensor(0).data;
        if (length == 0)
            return {};
        forBlocks(fold.outer * count, length, context.threads(), [&](std::int64_t block) {
            const auto index = indexAt(indices, block % count);
            const auto from = block / count * fold.axis + (index < 0 ? index + fold.axis : index);
            std::memcpy(target->data + static_cast<std::size_t>(block) * length,
                source + static_cast<std::size_t>(from) * length, length);
        });
        return {};
    });
}

/// Tuples of indices that select blocks of a tensor, after some batch axes.
struct BlockIndex {
    Dims dims; ///< of the indexed axes
    Dims strides; ///< in elements
    std::int64_t batchBlocks = 1; ///< tuples per batch entry
    std::int64_t batchLength = 0; ///< elements of a batch entry
    std::int64_t blocks = 1;
    std::int64_t length = 1; ///< elements of a block

    std::int64_t offsetOf(const Tensor& indices, std::int64_t block) const
    {
        const auto width = std::ssize(dims);
        auto offset = block / batchBlocks * batchLength;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const auto index = indexAt(indices, block * width + static_cast<std::int64_t>(d));
            offset += (index < 0 ? index + dims[d] : index) * strides[d];
        }
        return offset;
    }
    Result<void> check(const Tensor& indices) const
    {
        for (std::int64_t i = 0; i < blocks * std::ssize(dims); ++i)
            TRY(checkedIndex(indexAt(indices, i), dims[static_cast<std::size_t>(i) % dims.size()]));
        return {};
    }
};

Result<BlockIndex> blockIndex(const KernelRequest& request, std::size_t batch)
{
    const std::span dims(request.input(0).tensor.dims);
    const std::span indexDims(request.input(1).tensor.dims);
    if (indexDims.empty() || batch >= indexDims.size()
        || batch + static_cast<std::size_t>(indexDims.back()) > dims.size())
        return fail(
            "indices of ", indexDims, " do not fit data of ", dims, " with ", batch, " batch axes");
    if (!std::ranges::equal(dims.first(batch), indexDims.first(batch)))
        return fail(
            "the batch axes of indices of ", indexDims, " differ from those of data of ", dims);
    const auto width = static_cast<std::size_t>(indexDims.back());
    const auto strides = denseStrides(dims);
    BlockIndex index;
    index.dims.assign(dims.begin() + batch, dims.begin() + (batch + width));
    index.strides.assign(strides.begin() + batch, strides.begin() + (batch + width));
    index.blocks = elementCount(indexDims.first(indexDims.size() - 1));
    index.batchBlocks = std::max<std::int64_t>(
        elementCount(indexDims.subspan(batch, indexDims.size() - 1 - batch)), 1);
    index.batchLength = elementCount(dims.subspan(batch));
    index.length = elementCount(dims.subspan(batch + width));
    return index;
}

Result<std::unique_ptr<Kernel>> prepareGatherNd(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    TRY(requireIndices(request));
    const auto batch = static_cast<std::size_t>(
        std::max<std::int64_t>(request.node.integer("batch_dims", 0), 0));
    const auto index = TRY(blockIndex(request, batch));
    const auto& dims = request.input(0).tensor.dims;
    const auto& indexDims = request.input(1).tensor.dims;
    Dims output(indexDims.begin(), indexDims.end() - 1);
    output.insert(output.end(), dims.begin() + (batch + index.dims.size()), dims.end());
    return nativeKernel([index, bytes, output](RunContext& context) -> Result<void> {
        const auto& indices = context.tensor(1);
        TRY(index.check(indices));
        auto* target = TRY(context.output(0, context.tensor(0).element(), output));
        const auto length = static_cast<std::size_t>(index.length) * bytes;
        const auto* source = context.tensor(0).data;
        if (length == 0)
            return {};
        forBlocks(index.blocks, length, context.threads(), [&](std::int64_t block) {
            std::memcpy(target->data + static_cast<std::size_t>(block) * length,
                source + static_cast<std::size_t>(index.offsetOf(indices, block)) * bytes, length);
        });
        return {};
    });
}

Result<std::unique_ptr<Kernel>> prepareScatterNd(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    TRY(requireIndices(request));
    if (request.node.text("reduction", "none") != "none")
        return fail("native ScatterND takes no reduction");
    const auto index = TRY(blockIndex(request, 0));
    const auto& updates = request.input(2).tensor;
    const auto count = TRY(checkedProduct(index.blocks, index.length));
    if (updates.element != request.input(0).tensor.element || updates.count() != count)
        return fail("updates of ", updates.dims, " do not fit, expected ", count,
            " elements of the data's type");
    return nativeKernel([index, bytes](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        const auto& indices = context.tensor(1);
        TRY(index.check(indices));
        auto* output = TRY(context.output(0, input.element(), input.dims()));
        if (output->data == nullptr)
            return {};
        std::memcpy(output->data, input.data, input.type.bytes());
        const auto length = static_cast<std::size_t>(index.length) * bytes;
        const auto* source = context.tensor(2).data;
        // In order and on one thread: of two updates of the same place, the last one counts.
        for (std::int64_t block = 0; block < index.blocks && length > 0; ++block)
            std::memcpy(
                output->data + static_cast<std::size_t>(index.offsetOf(indices, block)) * bytes,
                source + static_cast<std::size_t>(block) * length, length);
        return {};
    });
}

const RegisterNative gathers[] = {
    { "Gather", prepareGather },
    { "GatherND", prepareGatherNd },
    { "ScatterND", prepareScatterNd },
};

} // namespace

} // namespace engine
