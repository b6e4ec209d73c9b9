#include "engine/cuda/kernels/atomics.h"
#include "engine/cuda/kernels/device_lists.h"
#include "engine/cuda/kernels/indices.h"
#include "engine/cuda/kernels/run_memory.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"

// Scatter, ScatterElements and ScatterND with all reductions. An update with an index out of range
// is skipped, and is reported at the next wait for the device.
//
// Results are the same on every run. Sums and products of integers, maxima and minima use atomic
// updates, whose order does not matter. Sums and products of floats are computed in the order of
// the updates, as on the CPU: updates are sorted by their target, and the thread of the first
// update of each target adds them all. Without reduction ONNX requires that targets differ. If not,
// the last update wins, as on the CPU and in ONNX Runtime.

namespace engine::cuda {

namespace {

enum class ScatterReduction { None, Add, Mul, Max, Min };

struct ReductionName {
    std::string_view name;
    ScatterReduction reduction;
};
constexpr std::array reductions {
    ReductionName { "none", ScatterReduction::None },
    ReductionName { "add", ScatterReduction::Add },
    ReductionName { "mul", ScatterReduction::Mul },
    ReductionName { "max", ScatterReduction::Max },
    ReductionName { "min", ScatterReduction::Min },
};

/// Returns the targets of blocks of updates: element offsets in the data, -1 for an index out of
/// range.
struct Targets {
    IndexReader indices;
    int width = 0; ///< indices per block; 0: one index per element, along one axis
    std::int64_t dims[maxAxes] = {};
    std::int64_t strides[maxAxes] = {};
    Strided<1> walk; ///< if width is 0: the data without the axis
    std::uint32_t* fault = nullptr;

    OPSCOPE_KERNEL std::int64_t of(std::int64_t block) const
    {
        if (width == 0) {
            std::int64_t at[1];
            walk.find(block, at);
            const auto place = placeOf(indices.at(block), dims[0], fault);
            return place < 0 ? -1 : at[0] + place * strides[0];
        }
        std::int64_t offset = 0;
        for (int d = 0; d < width; ++d) {
            const auto place = placeOf(indices.at(block * width + d), dims[d], fault);
            if (place < 0)
                return -1;
            offset += place * strides[d];
        }
        return offset;
    }
};

/// The number of the last block of updates for each block of the data, plus one; 0 if none.
struct ClearLastBlocks {
    std::uint32_t* lastBlocks;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const { lastBlocks[i] = 0; }
};
struct FindLastBlocks {
    std::uint32_t* lastBlocks;
    std::int64_t length; ///< of a block
    Targets targets;

    OPSCOPE_KERNEL void operator()(std::int64_t block) const
    {
        const auto number = static_cast<std::uint32_t>(block + 1);
        const auto target = targets.of(block);
        if (target >= 0)
            atomicUpdate(lastBlocks + target / length,
                [number](std::uint32_t old) { return old < number ? number : old; });
    }
};

template <typename T>
struct PlaceUpdates {
    const T* updates;
    T* y;
    std::int64_t length; ///< of a block
    Targets targets;
    const std::uint32_t* lastBlocks; ///< null: there is one block of updates

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto block = i / length;
        const auto target = targets.of(block);
        if (target >= 0
            && (lastBlocks == nullptr
                || lastBlocks[target / length] == static_cast<std::uint32_t>(block + 1)))
            y[target + i % length] = updates[i];
    }
};

template <typename T>
struct Joined {
    ScatterReduction reduction;
    T update;

    OPSCOPE_KERNEL T operator()(T old) const
    {
        const auto a = widen(old);
        const auto b = widen(update);
        switch (reduction) {
        case ScatterReduction::Max:
            return a < b ? update : old;
        case ScatterReduction::Min:
            return b < a ? update : old;
        case ScatterReduction::Mul:
            if constexpr (std::is_same_v<T, bool>)
                return old && update;
            else
                return static_cast<T>(functors::wrappingMultiply(a, b));
        default:
            if constexpr (std::is_same_v<T, bool>)
                return old || update;
            else
                return static_cast<T>(functors::wrappingAdd(a, b));
        }
    }
};

template <typename T>
struct JoinUpdates {
    const T* updates;
    T* y;
    std::int64_t length;
    Targets targets;
    ScatterReduction reduction;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto target = targets.of(i / length);
        if (target >= 0)
            atomicUpdate(y + target + i % length, Joined<T> { reduction, updates[i] });
    }
};

constexpr std::uint64_t nowhere = ~std::uint64_t(0);

struct ListUpdates {
    KeyedNumbers list;
    Targets targets;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto target = targets.of(i);
        list.keys[i] = target < 0 ? nowhere : static_cast<std::uint64_t>(target);
        list.numbers[i] = i;
    }
};

template <typename T>
struct JoinSorted {
    KeyedNumbers sorted;
    const T* updates;
    T* y;
    std::int64_t blocks;
    std::int64_t length;
    ScatterReduction reduction;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto first = i / length;
        const auto within = i % length;
        const auto target = sorted.keys[first];
        if (target == nowhere || (first > 0 && sorted.keys[first - 1] == target))
            return;
        auto sum = widen(y[static_cast<std::int64_t>(target) + within]);
        for (auto next = first; next < blocks && sorted.keys[next] == target; ++next) {
            const auto update = widen(updates[sorted.numbers[next] * length + within]);
            sum = reduction == ScatterReduction::Mul ? sum * update : sum + update;
        }
        y[static_cast<std::int64_t>(target) + within] = static_cast<T>(sum);
    }
};

struct ScatterPlan {
    TensorType type;
    std::int64_t blocks = 0; ///< of updates
    std::int64_t length = 1; ///< elements of a block
    ScatterReduction reduction = ScatterReduction::None;
    Targets targets; ///< without its pointers
};

using JoinedTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;

template <typename T>
Result<void> join(ModuleBackend& device, const ScatterPlan& plan, const Targets& targets,
    RunContext& context, Tensor& output)
{
    const auto* const updates = in<T>(context, 2);
    auto* const y = reinterpret_cast<T*>(output.data);
    const auto count = plan.blocks * plan.length;
    const bool isOrdered
        = plan.reduction == ScatterReduction::Add || plan.reduction == ScatterReduction::Mul;
    if constexpr (isFloatType<T>) {
        if (isOrdered && plan.blocks > 0) {
            const auto list = TRY(keyedNumbersFor(context, plan.blocks));
            TRY(forEach(device, plan.blocks, ListUpdates { list, targets }));
            const auto sorted = TRY(sortByKey(device, context, list, plan.blocks, 64));
            return forEach(device, count,
                JoinSorted<T> { sorted, updates, y, plan.blocks, plan.length, plan.reduction });
        }
    }
    return forEach(
        device, count, JoinUpdates<T> { updates, y, plan.length, targets, plan.reduction });
}

/// Scatters without a reduction.
Result<void> place(ModuleBackend& device, const ScatterPlan& plan, const Targets& targets,
    RunContext& context, Tensor& output)
{
    std::uint32_t* lastBlocks = nullptr;
    if (plan.blocks > 1) {
        const auto places = output.count() / plan.length;
        lastBlocks = TRY(memoryFor<std::uint32_t>(context, places));
        TRY(forEach(device, places, ClearLastBlocks { lastBlocks }));
        TRY(forEach(device, plan.blocks, FindLastBlocks { lastBlocks, plan.length, targets }));
    }
    auto run = [&]<typename T>() -> Result<void> {
        return forEach(device, plan.blocks * plan.length,
            PlaceUpdates<T> { in<T>(context, 2), reinterpret_cast<T*>(output.data), plan.length,
                targets, lastBlocks });
    };
    return visitBytes(plan.type.element, run);
}

Result<ScatterReduction> reductionOf(const OpNode& node)
{
    const auto name = node.text("reduction", "none");
    const auto row = std::ranges::find(reductions, name, &ReductionName::name);
    if (row == reductions.end())
        return fail("reduction \"", name, "\" is not known");
    return row->reduction;
}

Result<void> requireScatterTypes(const KernelRequest& request, ScatterReduction reduction)
{
    const auto element = inputType(request, 0).element;
    TRY(requireElement(request, 1, IndexTypes {}));
    if (inputType(request, 2).element != element)
        return fail("data are ", model::name(element), ", updates ",
            model::name(inputType(request, 2).element));
    if (reduction != ScatterReduction::None)
        return requireElement(request, 0, JoinedTypes {});
    return visitBytes(element, []<typename T>() -> Result<void> { return {}; });
}

/// Copies input 0 to the output.
Result<void> copyData(ModuleBackend& device, const RunContext& context, Tensor& output)
{
    if (output.count() == 0)
        return {};
    return device.copy(output.data, context.tensor(0).data, output.type.bytes());
}

Result<std::unique_ptr<Kernel>> scatterKernel(const KernelRequest& request, const ScatterPlan& plan)
{
    TRY(requireScatterTypes(request, plan.reduction));
    if (plan.blocks >= std::int64_t(std::numeric_limits<std::uint32_t>::max()))
        return fail(plan.blocks, " updates are scattered on the CPU");
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "scatter"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, plan.type));
            TRY(copyData(*device, context, *output));
            auto targets = plan.targets;
            targets.indices = indicesOf(context, 1);
            targets.fault = device->faultWord();
            if (plan.reduction != ScatterReduction::None) {
                auto run = [&]<typename T>() -> Result<void> {
                    return join<T>(*device, plan, targets, context, *output);
                };
                return visitElement(JoinedTypes {}, plan.type.element, run);
            }
            return place(*device, plan, targets, context, *output);
        });
}

Result<std::unique_ptr<Kernel>> prepareScatterElements(const KernelRequest& request)
{
    const auto& data = inputType(request, 0);
    const auto& indices = inputType(request, 1).dims;
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 0), data.dims.size()));
    if (indices != inputType(request, 2).dims || indices.size() != data.dims.size())
        return fail("data ", dimsText(data.dims), ", indices ", dimsText(indices), " and updates ",
            dimsText(inputType(request, 2).dims), " do not fit");
    for (std::size_t d = 0; d < indices.size(); ++d) {
        if (d != axis && indices[d] > data.dims[d])
            return fail("indices of ", dimsText(indices), " exceed data of ", dimsText(data.dims));
    }
    const auto reduction = TRY(reductionOf(request.node));
    ScatterPlan plan { data, elementCount(indices), 1, reduction };
    auto strides = denseStrides(data.dims);
    plan.targets.dims[0] = data.dims[axis];
    plan.targets.strides[0] = strides[axis];
    strides[axis] = 0;
    plan.targets.walk = TRY(stridedOver<1>(indices, { strides }));
    return scatterKernel(request, plan);
}

Result<std::unique_ptr<Kernel>> prepareScatterNd(const KernelRequest& request)
{
    const auto& data = inputType(request, 0);
    const auto& indices = inputType(request, 1).dims;
    if (indices.empty() || indices.back() < 1 || indices.back() > std::int64_t(maxAxes)
        || indices.back() > static_cast<std::int64_t>(data.dims.size()))
        return fail("indices of ", dimsText(indices), " do not fit data of ", dimsText(data.dims));
    const auto reduction = TRY(reductionOf(request.node));
    ScatterPlan plan { data, elementCount(std::span(indices).first(indices.size() - 1)), 1,
        reduction };
    plan.targets.width = static_cast<int>(indices.back());
    const auto strides = denseStrides(data.dims);
    for (std::size_t d = 0; d < static_cast<std::size_t>(plan.targets.width); ++d) {
        plan.targets.dims[d] = data.dims[d];
        plan.targets.strides[d] = strides[d];
    }
    plan.length
        = elementCount(std::span(data.dims).subspan(static_cast<std::size_t>(plan.targets.width)));
    if (inputType(request, 2).count() != plan.blocks * plan.length)
        return fail("updates of ", dimsText(inputType(request, 2).dims), " have ",
            inputType(request, 2).count(), " elements, expected ", plan.blocks * plan.length);
    return scatterKernel(request, plan);
}

const RegisterKernels scatter({ "Scatter", "ScatterElements" }, prepareScatterElements);
const RegisterKernels scatterNd({ "ScatterND" }, prepareScatterNd);

} // namespace

} // namespace engine::cuda
