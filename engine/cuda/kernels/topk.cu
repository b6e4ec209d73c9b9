#include "engine/cuda/kernels/atomics.h"
#include "engine/cuda/kernels/sort.h"
#include "engine/cuda/kernels/strided.h"

// TopK: the k best elements of each row in order. NaN counts as the largest number, equal elements
// keep the order of their indices, -0 and 0 are equal. k must be known when the kernel is prepared.
// There are three algorithms:
//
// - Short rows are sorted in shared memory, one block per row.
// - In long rows the k-th element is found by radix selection: digits of 8 bits of the sort keys
// are counted. Then the elements up to it are collected and sorted.
// - If k is large, rows are sorted in scratch memory.
//
// Source: ONNX TopK-24.

namespace engine::cuda {

namespace {

/// Sort keys of a row's elements; the smallest key comes first.
template <typename T>
struct RowKeys {
    const T* x;
    AxisFold fold;
    bool wantsLargest;

    static constexpr int bits = SortKey<T>::bits;

    OPSCOPE_KERNEL const T* first(std::int64_t row) const
    {
        return x + row / fold.inner * fold.axis * fold.inner + row % fold.inner;
    }

    OPSCOPE_KERNEL std::uint64_t at(const T* first, std::int64_t i) const
    {
        const T element = first[i * fold.inner];
        return wantsLargest ? SortKey<T>::falling(element) : SortKey<T>::rising(element);
    }
};

template <typename T>
struct TopOutputs {
    T* values;
    std::int64_t* indices; ///< null: the output is left out
    std::int64_t k;

    OPSCOPE_KERNEL void store(
        const RowKeys<T>& keys, std::int64_t row, std::int64_t rank, std::int64_t number) const
    {
        const auto inner = keys.fold.inner;
        const auto at = (row / inner * k + rank) * inner + row % inner;
        values[at] = keys.first(row)[number * inner];
        if (indices != nullptr)
            indices[at] = number;
    }
};

constexpr std::int64_t paddingIndex = std::numeric_limits<std::int64_t>::max();

template <typename T, int Threads>
struct SortShortRow {
    RowKeys<T> keys;
    TopOutputs<T> outputs;
    int length; ///< row length, rounded up to a power of two

    OPSCOPE_KERNEL void operator()(Block<Threads>& block, std::int64_t row) const
    {
        OPSCOPE_SHARED SortEntry entries[sortTile];
        const T* const first = keys.first(row);
        block.phase([&](int thread) {
            for (int i = thread; i < length; i += Threads) {
                if (i < keys.fold.axis)
                    entries[i] = { keys.at(first, i), i };
                else
                    entries[i] = { ~std::uint64_t(0), paddingIndex };
            }
        });
        sortTileSteps(block, entries, length, 0, 2, length);
        block.phase([&](int thread) {
            for (int i = thread; i < outputs.k; i += Threads)
                outputs.store(keys, row, i, entries[i].number);
        });
    }
};

constexpr int selectThreads = 512;
constexpr int digits = 256;
constexpr int indexBits = 32;

/// The known leading bits of the last element that is taken: first bits of its key, then of its
/// index.
struct Frontier {
    std::uint64_t key;
    std::uint64_t knownKey; ///< mask of the bits that are known
    std::uint64_t index;
    std::uint64_t knownIndex;

    OPSCOPE_KERNEL bool isWithin(std::uint64_t otherKey, std::uint64_t otherIndex) const
    {
        return (otherKey & knownKey) == key && (otherIndex & knownIndex) == index;
    }
    OPSCOPE_KERNEL bool takes(std::uint64_t otherKey, std::uint64_t otherIndex) const
    {
        const auto front = otherKey & knownKey;
        return front < key || (front == key && (otherIndex & knownIndex) <= index);
    }
};

template <typename T>
struct SelectFromRow {
    RowKeys<T> keys;
    TopOutputs<T> outputs;

    OPSCOPE_KERNEL void operator()(Block<selectThreads>& block, std::int64_t row) const
    {
        OPSCOPE_SHARED SortEntry entries[sortTile];
        OPSCOPE_SHARED int counts[digits];
        OPSCOPE_SHARED int digit; // digit of the last element that is taken
        OPSCOPE_SHARED int before; // elements with a smaller digit
        const T* const first = keys.first(row);
        Frontier frontier { 0, 0, 0, 0 };
        auto left = static_cast<int>(outputs.k);
        bool isFound = false;
        for (int shift = keys.bits + indexBits - 8; shift >= 0 && !isFound; shift -= 8) {
            const bool isKey = shift >= indexBits;
            const int place = isKey ? shift - indexBits : shift;
            block.phase([&](int thread) {
                for (int i = thread; i < digits; i += selectThreads)
                    counts[i] = 0;
            });
            block.phase([&](int thread) {
                for (std::int64_t i = thread; i < keys.fold.axis; i += selectThreads) {
                    const auto key = keys.at(first, i);
                    const auto index = static_cast<std::uint64_t>(i);
                    if (frontier.isWithin(key, index))
                        (void)fetchAndIncrement(&counts[((isKey ? key : index) >> place) & 0xff]);
                }
            });
            block.phase([&](int thread) {
                if (thread != 0)
                    return;
                digit = 0;
                before = 0;
                while (digit < digits - 1 && before + counts[digit] < left)
                    before += counts[digit++];
            });
            const int found = digit;
            left -= before;
            isFound = counts[found] == left;
            const auto bits = static_cast<std::uint64_t>(found) << place;
            const auto mask = std::uint64_t(0xff) << place;
            if (isKey) {
                frontier.key |= bits;
                frontier.knownKey |= mask;
            } else {
                frontier.index |= bits;
                frontier.knownIndex |= mask;
            }
            block.phase([](int) {}); // all threads have read them before the next digit is counted
        }
        collect(block, row, frontier, entries, counts);
    }

    OPSCOPE_KERNEL void collect(Block<selectThreads>& block, std::int64_t row,
        const Frontier& frontier, SortEntry* entries, int* counter) const
    {
        const T* const first = keys.first(row);
        int length = 1;
        while (length < outputs.k)
            length *= 2;
        block.phase([&](int thread) {
            for (int i = thread; i < length; i += selectThreads)
                entries[i] = { ~std::uint64_t(0), paddingIndex };
            if (thread == 0)
                *counter = 0;
        });
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < keys.fold.axis; i += selectThreads) {
                const auto key = keys.at(first, i);
                if (frontier.takes(key, static_cast<std::uint64_t>(i)))
                    entries[fetchAndIncrement(counter)] = { key, i };
            }
        });
        sortTileSteps(block, entries, length, 0, 2, length);
        block.phase([&](int thread) {
            for (int i = thread; i < outputs.k; i += selectThreads)
                outputs.store(keys, row, i, entries[i].number);
        });
    }
};

template <typename T>
struct ListRow {
    RowKeys<T> keys;
    SortEntry* entries;
    std::int64_t length;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / length;
        const auto at = i % length;
        entries[i] = at < keys.fold.axis ? SortEntry { keys.at(keys.first(row), at), at }
                                         : SortEntry { ~std::uint64_t(0), paddingIndex };
    }
};

template <typename T>
struct StoreSorted {
    RowKeys<T> keys;
    TopOutputs<T> outputs;
    const SortEntry* entries;
    std::int64_t length;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / outputs.k;
        const auto rank = i % outputs.k;
        outputs.store(keys, row, rank, entries[row * length + rank].number);
    }
};

template <typename T>
Result<void> takeTop(ModuleBackend& device, const RowKeys<T>& keys, const TopOutputs<T>& outputs,
    RunContext& context)
{
    const auto rows = keys.fold.outer * keys.fold.inner;
    if (rows == 0 || outputs.k == 0)
        return {};
    const auto length = sortLength(keys.fold.axis);
    const auto shared = static_cast<int>(std::min<std::int64_t>(length, sortTile));
    if (length <= 128)
        return forEachBlock<64>(device, rows, SortShortRow<T, 64> { keys, outputs, shared });
    if (length <= sortTile)
        return forEachBlock<512>(device, rows, SortShortRow<T, 512> { keys, outputs, shared });
    if (outputs.k <= sortTile)
        return forEachBlock<selectThreads>(device, rows, SelectFromRow<T> { keys, outputs });
    const auto memory
        = TRY(context.scratch(static_cast<std::size_t>(rows * length) * sizeof(SortEntry)));
    auto* const entries = reinterpret_cast<SortEntry*>(memory.data());
    TRY(forEach(device, rows * length, ListRow<T> { keys, entries, length }));
    TRY(sortRows(device, entries, rows, length));
    return forEach(device, rows * outputs.k, StoreSorted<T> { keys, outputs, entries, length });
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
            auto run = [&]<typename T>() -> Result<void> {
                const RowKeys<T> keys { in<T>(context, 0), fold, wantsLargest };
                const TopOutputs<T> outputs { reinterpret_cast<T*>(values->data), indices, k };
                return takeTop<T>(*device, keys, outputs, context);
            };
            return visitElement(NumberTypes {}, type.element, run);
        });
}

const RegisterKernels topK({ "TopK" }, prepareTopK, 1u << 1);

} // namespace

} // namespace engine::cuda
