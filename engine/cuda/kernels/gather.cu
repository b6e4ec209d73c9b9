#include "engine/cuda/kernels/strided.h"

// Gather, GatherElements, GatherND. An index outside of its axis is replaced by 0 and reported at
// the next wait for the device, because index values cannot be checked before.

namespace engine::cuda {

namespace {

/// Returns the index, counted from the end if it is negative. If it is out of range, sets the fault
/// and returns 0.
OPSCOPE_KERNEL std::int64_t checked(std::int64_t index, std::int64_t size, std::uint32_t* fault)
{
    const auto at = index < 0 ? index + size : index;
    if (at >= 0 && at < size)
        return at;
    *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
    return 0;
}

template <typename T, typename I>
struct GatherRows {
    const T* x;
    const I* indices;
    T* y;
    AxisFold fold;
    std::int64_t count; ///< of indices
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto inner = i % fold.inner;
        const auto row = i / fold.inner;
        const auto at = checked(static_cast<std::int64_t>(indices[row % count]), fold.axis, fault);
        y[i] = x[(row / count * fold.axis + at) * fold.inner + inner];
    }
};

template <typename T, typename I>
struct GatherSingly {
    const T* x;
    const I* indices;
    T* y;
    Strided<1> walk; ///< the input without the axis
    std::int64_t axis;
    std::int64_t axisStride;
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[1];
        walk.find(i, at);
        const auto index = checked(static_cast<std::int64_t>(indices[i]), axis, fault);
        y[i] = x[at[0] + index * axisStride];
    }
};

template <typename T, typename I>
struct GatherBlocks {
    const T* x;
    const I* indices;
    T* y;
    int width; ///< indices per block
    std::int64_t dims[maxAxes];
    std::int64_t strides[maxAxes];
    std::int64_t blockLength;
    std::int64_t blocksPerBatch;
    std::int64_t batchLength;
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto block = i / blockLength;
        auto offset = block / blocksPerBatch * batchLength + i % blockLength;
        for (int d = 0; d < width; ++d)
            offset += strides[d]
                * checked(static_cast<std::int64_t>(indices[block * width + d]), dims[d], fault);
        y[i] = x[offset];
    }
};

/// Calls run.template operator()<T, I>() with the types of data and indices.
template <typename F>
Result<void> visitTypes(ElementType data, ElementType indices, F&& run)
{
    auto ofData = [&]<typename T>() -> Result<void> {
        auto ofIndices
            = [&]<typename I>() -> Result<void> { return run.template operator()<T, I>(); };
        return visitElement(IndexTypes {}, indices, ofIndices);
    };
    return visitBytes(data, ofData);
}

Result<void> requireTypes(const KernelRequest& request)
{
    TRY(requireElement(request, 1, IndexTypes {}));
    return visitBytes(
        inputType(request, 0).element, []<typename T>() -> Result<void> { return {}; });
}

Result<std::unique_ptr<Kernel>> prepareGather(const KernelRequest& request)
{
    TRY(requireTypes(request));
    const auto& input = inputType(request, 0);
    const auto indices = inputType(request, 1);
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 0), input.dims.size()));
    const auto fold = foldAt(input.dims, axis);
    const auto type = TRY(outputType(request, 0));
    if (type.count() != fold.outer * indices.count() * fold.inner)
        return fail("an output of ", dimsText(type.dims), " does not fit the indices");
    if (fold.axis == 0 && type.count() > 0)
        return fail("indices into an axis without elements");
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "gather"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T, typename I>() -> Result<void> {
                return forEach(*device, type.count(),
                    GatherRows<T, I> { in<T>(context, 0), in<I>(context, 1),
                        reinterpret_cast<T*>(output->data), fold, indices.count(),
                        device->faultWord() });
            };
            return visitTypes(type.element, indices.element, run);
        });
}

Result<std::unique_ptr<Kernel>> prepareGatherElements(const KernelRequest& request)
{
    TRY(requireTypes(request));
    const auto& input = inputType(request, 0);
    const auto indices = inputType(request, 1);
    if (input.dims.size() != indices.dims.size())
        return fail("data has rank ", input.dims.size(), ", indices rank ", indices.dims.size());
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 0), input.dims.size()));
    for (std::size_t d = 0; d < input.dims.size(); ++d) {
        if (d != axis && indices.dims[d] > input.dims[d])
            return fail(
                "indices of ", dimsText(indices.dims), " exceed data of ", dimsText(input.dims));
    }
    auto strides = denseStrides(input.dims);
    const auto axisStride = strides[axis];
    strides[axis] = 0;
    const auto walk = TRY(stridedOver<1>(indices.dims, { strides }));
    const TensorType type { input.element, indices.dims };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "gather"),
        [=, size = input.dims[axis]](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T, typename I>() -> Result<void> {
                return forEach(*device, type.count(),
                    GatherSingly<T, I> { in<T>(context, 0), in<I>(context, 1),
                        reinterpret_cast<T*>(output->data), walk, size, axisStride,
                        device->faultWord() });
            };
            return visitTypes(type.element, indices.element, run);
        });
}

struct BlocksPlan {
    TensorType type;
    ElementType indices = ElementType::Int64;
    int width = 0;
    std::int64_t dims[maxAxes] = {};
    std::int64_t strides[maxAxes] = {};
    std::int64_t blockLength = 1;
    std::int64_t blocksPerBatch = 1;
    std::int64_t batchLength = 1;
};

Result<BlocksPlan> blocksPlan(const KernelRequest& request)
{
    const std::span input(inputType(request, 0).dims);
    const auto& indices = inputType(request, 1);
    const auto batch = static_cast<std::size_t>(request.node.integer("batch_dims", 0));
    if (indices.dims.empty() || batch >= indices.dims.size() || batch > input.size())
        return fail("indices of ", dimsText(indices.dims), " do not fit batch_dims ", batch);
    const auto width = static_cast<std::size_t>(indices.dims.back());
    if (batch + width > input.size() || width > maxAxes)
        return fail("indices name ", width, " axes, the data has rank ", input.size());
    BlocksPlan plan { TRY(outputType(request, 0)), indices.element, static_cast<int>(width) };
    const auto strides = denseStrides(input);
    for (std::size_t d = 0; d < width; ++d) {
        plan.dims[d] = input[batch + d];
        plan.strides[d] = strides[batch + d];
    }
    plan.blockLength = elementCount(input.subspan(batch + width));
    plan.batchLength = elementCount(input.subspan(batch));
    const auto batches = elementCount(input.first(batch));
    const auto blocks = elementCount(std::span(indices.dims).first(indices.dims.size() - 1));
    plan.blocksPerBatch = batches > 0 ? std::max<std::int64_t>(blocks / batches, 1) : 1;
    return plan;
}

Result<std::unique_ptr<Kernel>> prepareGatherNd(const KernelRequest& request)
{
    TRY(requireTypes(request));
    const auto plan = TRY(blocksPlan(request));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "gather"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, plan.type));
            auto run = [&]<typename T, typename I>() -> Result<void> {
                GatherBlocks<T, I> gather { in<T>(context, 0), in<I>(context, 1),
                    reinterpret_cast<T*>(output->data), plan.width, {}, {}, plan.blockLength,
                    plan.blocksPerBatch, plan.batchLength, device->faultWord() };
                std::copy_n(plan.dims, maxAxes, gather.dims);
                std::copy_n(plan.strides, maxAxes, gather.strides);
                return forEach(*device, plan.type.count(), gather);
            };
            return visitTypes(plan.type.element, plan.indices, run);
        });
}

const RegisterKernels gather({ "Gather" }, prepareGather);
const RegisterKernels gatherElements({ "GatherElements" }, prepareGatherElements);
const RegisterKernels gatherNd({ "GatherND" }, prepareGatherNd);

} // namespace

} // namespace engine::cuda
