#pragma once

#include "engine/cuda/launch.h"
#include "engine/kernel/element_dispatch.h"

#include <algorithm>
#include <bit>
#include <cstdint>

/// Deterministic sorting on the device by a bitonic sort: which elements are compared never depends
/// on the data. A row consists of rising and falling runs, which are merged into longer ones. Runs
/// within a tile are merged in shared memory, longer ones by one launch per distance. n log² n
/// comparisons, most of them in shared memory.
namespace engine::cuda {

struct SortEntry {
    std::uint64_t key;
    std::int64_t number; ///< order of equal keys
};

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

OPSCOPE_KERNEL inline bool isBefore(const SortEntry& a, const SortEntry& b)
{
    return a.key < b.key || (a.key == b.key && a.number < b.number);
}

OPSCOPE_KERNEL inline void putInOrder(SortEntry& a, SortEntry& b, bool isRising)
{
    if (isBefore(b, a) == isRising) {
        const SortEntry held = a;
        a = b;
        b = held;
    }
}

inline constexpr int sortThreads = 512;
inline constexpr int sortTile = 1024;

/// Merges runs of `firstLength` to `lastLength` entries at all distances below the tile size, in
/// shared memory, by the block together. `place` is the tile's index in its row.
template <int Threads>
OPSCOPE_KERNEL void sortTileSteps(Block<Threads>& block, SortEntry* tile, int length,
    std::int64_t place, std::int64_t firstLength, std::int64_t lastLength)
{
    for (auto run = firstLength; run <= lastLength; run *= 2) {
        const int farthest = run / 2 < length / 2 ? static_cast<int>(run / 2) : length / 2;
        for (int distance = farthest; distance > 0; distance /= 2) {
            block.phase([&](int thread) {
                for (int pair = thread; pair < length / 2; pair += Threads) {
                    const int at = pair / distance * distance * 2 + pair % distance;
                    putInOrder(tile[at], tile[at + distance], ((place + at) & run) == 0);
                }
            });
        }
    }
}

struct SortTiles {
    SortEntry* entries;
    std::int64_t rowLength;
    int tile;
    std::int64_t firstLength;
    std::int64_t lastLength;

    OPSCOPE_KERNEL void operator()(Block<sortThreads>& block, std::int64_t number) const
    {
        OPSCOPE_SHARED SortEntry shared[sortTile];
        SortEntry* const first = entries + number * tile;
        block.phase([&](int thread) {
            for (int i = thread; i < tile; i += sortThreads)
                shared[i] = first[i];
        });
        sortTileSteps(block, shared, tile, number * tile % rowLength, firstLength, lastLength);
        block.phase([&](int thread) {
            for (int i = thread; i < tile; i += sortThreads)
                first[i] = shared[i];
        });
    }
};

/// One merge step at a distance of at least a tile.
struct SortApart {
    SortEntry* entries;
    std::int64_t rowLength;
    std::int64_t run;
    std::int64_t distance;

    OPSCOPE_KERNEL void operator()(std::int64_t pair) const
    {
        const auto at = pair / distance * distance * 2 + pair % distance;
        putInOrder(entries[at], entries[at + distance], (at % rowLength & run) == 0);
    }
};

/// Returns the smallest power of two that is not below `count`.
inline std::int64_t sortLength(std::int64_t count)
{
    std::int64_t length = 1;
    while (length < count)
        length *= 2;
    return length;
}

/// Sorts each row in ascending order. `length` is the number of entries per row, a power of two.
inline Result<void> sortRows(
    ModuleBackend& device, SortEntry* entries, std::int64_t rows, std::int64_t length)
{
    if (rows <= 0 || length < 2)
        return {};
    const auto tile = static_cast<int>(std::min<std::int64_t>(length, sortTile));
    const auto tiles = rows * length / tile;
    TRY((forEachBlock<sortThreads>(
        device, tiles, SortTiles { entries, length, tile, 2, std::int64_t(tile) })));
    for (std::int64_t run = 2 * std::int64_t(tile); run <= length; run *= 2) {
        for (auto distance = run / 2; distance >= tile; distance /= 2)
            TRY(forEach(device, rows * length / 2, SortApart { entries, length, run, distance }));
        TRY((forEachBlock<sortThreads>(
            device, tiles, SortTiles { entries, length, tile, run, run })));
    }
    return {};
}

} // namespace engine::cuda
