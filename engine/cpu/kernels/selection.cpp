#include "engine/cpu/native.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

// NonZero of fixed-width numbers, TopK of float and int32. Source: ONNX NonZero-13, TopK-24.

namespace engine {

namespace {

using NonZeroTypes = TypeList<bool, float, double, std::int64_t, std::int32_t, std::uint8_t,
    std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t>;

/// Calls body(indices, count) for the elements of [first, last) that are not zero, some at a time.
template <typename T, typename Body>
void forNonZero(const T* data, std::int64_t first, std::int64_t last, const Body& body)
{
    constexpr std::int64_t block = 256;
    std::array<std::int64_t, block> found;
    while (first < last) {
        const auto end = std::min(first + block, last);
        std::int64_t count = 0;
        for (; first < end; ++first) { // without a branch per element
            found[count] = first;
            count += data[first] != T(0) ? 1 : 0;
        }
        body(found.data(), count);
    }
}

/// Writes the positions of elements along each axis; rows of `to` are `stride` numbers apart.
void writePositions(const std::int64_t* elements, std::int64_t count, const Dims& dims,
    std::int64_t* to, std::int64_t stride)
{
    if (dims.size() == 1) {
        std::copy_n(elements, count, to);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        auto rest = elements[i];
        for (std::size_t d = dims.size(); d-- > 0;) {
            const auto outer = rest / dims[d];
            to[static_cast<std::int64_t>(d) * stride + i] = rest - outer * dims[d];
            rest = outer;
        }
    }
}

template <typename T>
Result<void> findNonZero(RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto* data = storage<T>(input);
    const auto pieces
        = std::clamp<std::int64_t>(input.count() / elementsPerThread, 1, context.threads());
    std::vector<std::int64_t> places(pieces + 1, 0); // of the first result of each piece
    const auto forPieces = [&](const auto& body) {
        parallelFor(
            pieces, 1, static_cast<int>(pieces), [&](std::int64_t first, std::int64_t last) {
                for (auto piece = first; piece < last; ++piece)
                    forNonZero(data, input.count() * piece / pieces,
                        input.count() * (piece + 1) / pieces,
                        [&](const std::int64_t* found, std::int64_t count) {
                            body(piece, found, count);
                        });
            });
    };
    forPieces([&](std::int64_t piece, const std::int64_t*, std::int64_t count) {
        places[piece + 1] += count;
    });
    for (std::int64_t piece = 0; piece < pieces; ++piece)
        places[piece + 1] += places[piece];
    const auto total = places.back();
    auto* output = TRY(context.output(
        0, ElementType::Int64, Dims { static_cast<std::int64_t>(input.rank()), total }));
    auto* to = output->as<std::int64_t>().data();
    forPieces([&](std::int64_t piece, const std::int64_t* found, std::int64_t count) {
        writePositions(found, count, input.dims(), to + places[piece], total);
        places[piece] += count;
    });
    return {};
}

Result<std::unique_ptr<Kernel>> prepareNonZero(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NonZeroTypes {}));
    return nativeKernel([](RunContext& context) {
        return visitElement(NonZeroTypes {}, context.tensor(0).element(),
            [&]<typename T>() { return findNonZero<T>(context); });
    });
}

/// Returns numbers that ascend with the values. NaN counts as the largest number.
std::uint32_t rankOf(float value)
{
    if (std::isnan(value))
        return ~0u;
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f); // -0 becomes 0
    return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}
std::uint32_t rankOf(std::int32_t value) { return static_cast<std::uint32_t>(value) ^ 0x80000000u; }

struct TopKPlan {
    std::size_t axis = 0;
    bool wantsLargest = true;
    std::optional<std::int64_t> k; ///< of the attribute
};

/// Sorts the keys of the first k entries of a row to the front. Equal values keep the order of
/// their indices, which are the low halves.
template <typename T>
void sortRow(const T* row, const AxisFold& fold, bool wantsLargest, std::int64_t k,
    std::span<std::uint64_t> keys)
{
    for (std::int64_t i = 0; i < fold.axis; ++i) {
        const auto rank = rankOf(row[i * fold.inner]);
        keys[i] = std::uint64_t(wantsLargest ? ~rank : rank) << 32 | static_cast<std::uint64_t>(i);
    }
    if (k < fold.axis)
        std::nth_element(keys.begin(), keys.begin() + k, keys.end());
    std::sort(keys.begin(), keys.begin() + k);
}

template <typename T>
Result<void> selectRows(
    const TopKPlan& plan, std::int64_t k, RunContext& context, Tensor& values, Tensor* indices)
{
    const auto& input = context.tensor(0);
    const auto fold = foldAt(input.dims(), plan.axis);
    const AxisFold kept { fold.outer, k, fold.inner };
    const auto threads = std::clamp<std::int64_t>(
        std::min(input.count() / (elementsPerThread / 8), fold.rows()), 1, context.threads());
    const auto memory = TRY(
        context.scratch(static_cast<std::size_t>(fold.axis * threads) * sizeof(std::uint64_t)));
    auto* keys = reinterpret_cast<std::uint64_t*>(memory.data());
    const auto stop = context.stop();
    const auto selectRow = [&](std::int64_t row, std::span<std::uint64_t> own) {
        const auto* from = storage<T>(input) + fold.first(row);
        sortRow(from, fold, plan.wantsLargest, k, own);
        for (std::int64_t i = 0; i < k; ++i) {
            const auto at = kept.first(row) + i * fold.inner;
            const auto index = static_cast<std::uint32_t>(own[i]);
            storage<T>(values)[at] = from[index * fold.inner];
            if (indices != nullptr)
                storage<std::int64_t>(*indices)[at] = index;
        }
    };
    parallelFor(threads, 1, static_cast<int>(threads), [&](std::int64_t first, std::int64_t last) {
        for (auto slot = first; slot < last; ++slot) {
            for (auto row = fold.rows() * slot / threads;
                 row < fold.rows() * (slot + 1) / threads && !stop.stop_requested(); ++row)
                selectRow(row, { keys + slot * fold.axis, static_cast<std::size_t>(fold.axis) });
        }
    });
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "stopped");
    return {};
}

Result<void> runTopK(const TopKPlan& plan, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto k = plan.k ? *plan.k : TRY(readInteger(context.tensor(1)));
    auto dims = input.dims();
    if (k < 0 || k > dims[plan.axis])
        return fail("k is ", k, ", the axis has ", dims[plan.axis], " elements");
    dims[plan.axis] = k;
    auto* values = TRY(context.output(0, input.element(), dims));
    Tensor* indices = nullptr;
    if (context.hasOutput(1))
        indices = TRY(context.output(1, ElementType::Int64, dims));
    if (values->count() == 0)
        return {};
    return input.element() == ElementType::Float
        ? selectRows<float>(plan, k, context, *values, indices)
        : selectRows<std::int32_t>(plan, k, context, *values, indices);
}

Result<std::unique_ptr<Kernel>> prepareTopK(const KernelRequest& request)
{
    TRY(requireElement(request, 0, TypeList<float, std::int32_t> {}));
    const auto& node = request.node;
    const auto& dims = request.input(0).tensor.dims;
    TopKPlan plan { TRY(normalizeAxis(node.integer("axis", -1), dims.size())),
        node.integer("largest", 1) != 0, std::nullopt };
    if (dims[plan.axis] > std::numeric_limits<std::uint32_t>::max())
        return fail("native TopK takes less than 2^32 elements of an axis");
    if (node.version < 10)
        plan.k = node.integer("k", 0);
    return nativeKernel(plan, runTopK);
}

const RegisterNative selections[] = {
    { "NonZero", prepareNonZero },
    { "TopK", prepareTopK },
};

} // namespace

} // namespace engine
