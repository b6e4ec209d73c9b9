#pragma once

#include "engine/cuda/launch.h"

#ifdef __CUDACC__
#include <cub/block/block_scan.cuh>
#endif

namespace engine::cuda {

/// Replaces the value of each thread by the join of the values of all threads before it, that of
/// the first by `neutral`. Returns the join of all values. Called outside of phases.
template <typename T, int Threads, typename Join>
OPSCOPE_KERNEL T scanBlock(
    Block<Threads>& block, PerThread<T, Threads>& values, T neutral, const Join& join)
{
#ifdef __CUDACC__
    using Scan = cub::BlockScan<T, Threads>;
    __shared__ typename Scan::TempStorage storage;
    T& own = values[static_cast<int>(threadIdx.x)];
    T total;
    Scan(storage).ExclusiveScan(own, own, neutral, join, total);
    block.phase([](int) {}); // all threads have left it before the memory is used again
    return total;
#else
    T total = neutral;
    block.phase([&](int thread) {
        const T value = values[thread];
        values[thread] = total;
        total = join(total, value);
    });
    return total;
#endif
}

} // namespace engine::cuda
