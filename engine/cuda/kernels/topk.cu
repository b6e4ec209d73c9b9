#include "engine/cuda/kernels/device_lists.h"
#include "engine/cuda/kernels/strided.h"

#include <bit>

// TopK: the k best elements of each row in order. NaN counts as the largest number, equal elements
// keep the order of their indices, -0 and 0 are equal. k must be known when the kernel is prepared.
// All elements are sorted by value, then stably by row, and the first k of each row are taken.
// Source: ONNX TopK-24.

namespace engine::cuda {

namespace {

/// Keys in the order of the numbers. NaN is the largest; -0 and 0 have the same key.
template <typename T>
struct SortKey {
    static constexpr int bits = sizeof(T) == 8 ? 64 : 32;
    static constexpr std::uint64_t all = sizeof(T) == 8 ? ~std::uint64_t(0) : 0xffffffffu;

    OPSCOPE_KERNEL static std::uint64_t rising(T element)
    {
        const auto value = widen(element);
        using A = Arithmetic<T>;
        if constexpr (std::is_floating_point_v<A>) {
            if (value != value)
                return all;
            using Bits = std::conditional_t<sizeof(A) == 8, std::uint64_t, std::uint32_t>;
            constexpr auto sign = Bits(1) << (8 * sizeof(A) - 1);
            const auto pattern = std::bit_cast<Bits>(value == A(0) ? A(0) : value);
            return (pattern & sign) != 0 ? static_cast<Bits>(~pattern) : (pattern | sign);
        } else if constexpr (std::is_signed_v<A>) {
            const auto sign = std::uint64_t(1) << (bits - 1);
            return (static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & all) ^ sign;
        } else {
            return static_cast<std::uint64_t>(value);
        }
    }
    OPSCOPE_KERNEL static std::uint64_t falling(T element) { return ~rising(element) & all; }
};

/// Offset of element `at` of a row.
OPSCOPE_KERNEL std::int64_t elementOffset(const AxisFold& fold, std::int64_t row, std::int64_t at)
{
    return (row / fold.inner * fold.axis + at) * fold.inner + row % fold.inner;
}

/// Lists all elements row by row; the best has the smallest key.
template <typename T>
struct ListElements {
    KeyedNumbers list;
    const T* x;
    AxisFold fold;
    bool wantsLargest;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const T element = x[elementOffset(fold, i / fold.axis, i % fold.axis)];
        list.keys[i] = wantsLargest ? SortKey<T>::falling(element) : SortKey<T>::rising(element);
        list.numbers[i] = i;
    }
};

struct KeyByRow {
    KeyedNumbers list;
    std::int64_t rowLength;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        list.keys[i] = static_cast<std::uint64_t>(list.numbers[i] / rowLength);
    }
};

template <typename T>
struct TakeFirst {
    KeyedNumbers sorted;
    const T* x;
    T* values;
    std::int64_t* indices; ///< null: the output is left out
    AxisFold fold;
    std::int64_t k;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / fold.inner / k * fold.inner + i % fold.inner;
        const auto rank = i / fold.inner % k;
        const auto at = sorted.numbers[row * fold.axis + rank] - row * fold.axis;
        values[i] = x[elementOffset(fold, row, at)];
        if (indices != nullptr)
            indices[i] = at;
    }
};

/// Returns the numbers of all elements, counted row by row, sorted within each row.
Result<KeyedNumbers> sortedRows(ModuleBackend& device, RunContext& context, ElementType element,
    const AxisFold& fold, bool wantsLargest)
{
    const auto rows = fold.outer * fold.inner;
    const auto count = rows * fold.axis;
    auto list = TRY(keyedNumbersFor(context, count));
    int bits = 0;
    auto listAll = [&]<typename T>() -> Result<void> {
        bits = SortKey<T>::bits;
        return forEach(
            device, count, ListElements<T> { list, in<T>(context, 0), fold, wantsLargest });
    };
    TRY(visitElement(NumberTypes {}, element, listAll));
    list = TRY(sortByKey(device, context, list, count, bits));
    if (rows == 1)
        return list;
    TRY(forEach(device, count, KeyByRow { list, fold.axis }));
    const auto rowBits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rows - 1)));
    return sortByKey(device, context, list, count, rowBits);
}

Result<std::unique_ptr<Kernel>> prepareTopK(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto& node = request.node;
    auto type = inputType(request, 0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), type.dims.size()));
    const auto fold = foldAt(type.dims, axis);
    auto k = node.integer("k", 0);
    if (node.version >= 10) {
        const auto* const tensor = TRY(constantInput(request, 1));
        k = TRY(readInteger(*tensor));
    }
    if (k < 0 || k > fold.axis || fold.axis > std::numeric_limits<std::int32_t>::max())
        return fail("k is ", k, ", the axis has ", fold.axis, " elements");
    const bool wantsLargest = node.integer("largest", 1) != 0;
    const bool wantsIndices = request.hasOutput(1);
    type.dims[axis] = k;
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "top k"), [=](RunContext& context) -> Result<void> {
            auto* const values = TRY(outputOf(context, 0, type));
            std::int64_t* indices = nullptr;
            if (wantsIndices) {
                auto* const tensor = TRY(context.output(1, ElementType::Int64, type.dims));
                indices = reinterpret_cast<std::int64_t*>(tensor->data);
            }
            if (values->count() == 0)
                return {};
            const auto sorted = TRY(sortedRows(*device, context, type.element, fold, wantsLargest));
            auto take = [&]<typename T>() -> Result<void> {
                return forEach(*device, values->count(),
                    TakeFirst<T> { sorted, in<T>(context, 0), reinterpret_cast<T*>(values->data),
                        indices, fold, k });
            };
            return visitBytes(type.element, take);
        });
}

const RegisterKernels topK({ "TopK" }, prepareTopK, 1u << 1);

} // namespace

} // namespace engine::cuda
