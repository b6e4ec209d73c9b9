#pragma once

#include "engine/cuda/module_backend.h"

#include <algorithm>
#include <cstdint>

#ifdef __CUDACC__
#include "engine/cuda/check.h"
#define OPSCOPE_KERNEL __device__
#define OPSCOPE_SHARED __shared__
#else
#define OPSCOPE_KERNEL
#define OPSCOPE_SHARED
#endif

/// How kernels are written: as code for one element or for one block that both a GPU and a CPU can
/// run. nvcc makes kernels of it. The compiler of the tests makes loops of it, so that the same
/// arithmetic, indices, shapes and copies are checked on machines without a GPU.
///
/// Code for one element is a functor that is called with each number below `count`, in any order.
///
///     struct Scale { const float* x; float* y; float by;
///         OPSCOPE_KERNEL void operator()(std::int64_t i) const { y[i] = x[i] * by; } };
///     TRY(forEach(device, count, Scale { x, y, 2.0f }));
///
/// Code for one block is a functor that is called once per block. The work of its threads is
/// written in phases, with a barrier between two phases. Variables that a thread keeps from one
/// phase to the next are PerThread; variables that the block shares are OPSCOPE_SHARED.
///
///     struct RowSum { ...
///         OPSCOPE_KERNEL void operator()(Block<256>& block, std::int64_t row) const {
///             PerThread<float, 256> sum;
///             block.phase([&](int thread) {
///                 sum[thread] = 0;
///                 for (...; i += 256)
///                     sum[thread] += x[i];
///             });
///             const float total = block.reduce(sum, [](float a, float b) { return a + b; });
///             block.phase([&](int thread) { if (thread == 0) y[row] = total; });
///         } };
///     TRY((forEachBlock<256>(device, rows, RowSum { ... })));
///
/// Code outside of phases runs once per thread on a GPU and once per block on the host. It may only
/// compute values that are the same for all threads of the block, and may write nothing else.
namespace engine::cuda {

/// A variable with one value per thread of a block.
template <typename T, int Threads>
class PerThread {
public:
#ifdef __CUDACC__
    OPSCOPE_KERNEL T& operator[](int) { return m_value; }

private:
    T m_value;
#else
    T& operator[](int thread) { return m_values[thread]; }

private:
    T m_values[Threads];
#endif
};

template <int Threads>
class Block {
public:
    static constexpr int threads = Threads;

    /// Calls body(thread) for every thread. All threads have finished it before any continues.
    template <typename Body>
    OPSCOPE_KERNEL void phase(Body&& body)
    {
#ifdef __CUDACC__
        body(static_cast<int>(threadIdx.x));
        __syncthreads();
#else
        for (int thread = 0; thread < Threads; ++thread)
            body(thread);
#endif
    }

    /// Combines the values of all threads by `join`, in the same order on a GPU and on the host.
    /// Every thread gets the result.
    template <typename T, typename Join>
    OPSCOPE_KERNEL T reduce(PerThread<T, Threads>& values, Join join)
    {
        static_assert((Threads & (Threads - 1)) == 0, "a power of two");
        OPSCOPE_SHARED T shared[Threads];
        phase([&](int thread) { shared[thread] = values[thread]; });
        for (int half = Threads / 2; half > 0; half /= 2) {
            phase([&](int thread) {
                if (thread < half)
                    shared[thread] = join(shared[thread], shared[thread + half]);
            });
        }
        const T result = shared[0];
        phase([](int) {}); // no thread writes for the next reduction before all have read
        return result;
    }
};

#ifdef __CUDACC__

inline constexpr int elementThreads = 256;
inline constexpr std::int64_t maxBlocks = 1 << 20;

template <typename F>
__global__ void __launch_bounds__(elementThreads) runElements(std::int64_t count, const F function)
{
    const auto step = static_cast<std::int64_t>(gridDim.x) * elementThreads;
    for (auto i = static_cast<std::int64_t>(blockIdx.x) * elementThreads + threadIdx.x; i < count;
         i += step)
        function(i);
}

template <int Threads, typename F>
__global__ void __launch_bounds__(Threads) runBlocks(std::int64_t count, const F function)
{
    Block<Threads> block;
    for (auto i = static_cast<std::int64_t>(blockIdx.x); i < count; i += gridDim.x)
        function(block, i);
}

#endif

#ifndef __CUDACC__
/// Runs `work` now, or at each replay if the emulated device is recording. As on a GPU, `work`
/// holds copies of all that it needs.
template <typename Work>
Result<void> launchOnHost(ModuleBackend& device, const Work& work)
{
    if (device.isRecording()) {
        device.record(work);
        return {};
    }
    device.beginLaunch();
    work();
    device.endLaunch();
    return {};
}
#endif

/// Calls function(i) for each i below `count`.
template <typename F>
Result<void> forEach(ModuleBackend& device, std::int64_t count, const F& function)
{
    if (count <= 0)
        return {};
    device.countLaunch();
#ifdef __CUDACC__
    const auto blocks = std::min((count + elementThreads - 1) / elementThreads, maxBlocks);
    runElements<<<static_cast<unsigned>(blocks), elementThreads, 0,
        static_cast<cudaStream_t>(device.stream())>>>(count, function);
    return checkLaunch();
#else
    return launchOnHost(device, [count, function] {
        for (std::int64_t i = 0; i < count; ++i)
            function(i);
    });
#endif
}

/// Calls function(block, i) for each i below `count`, each with a block of `Threads` threads.
template <int Threads, typename F>
Result<void> forEachBlock(ModuleBackend& device, std::int64_t count, const F& function)
{
    if (count <= 0)
        return {};
    device.countLaunch();
#ifdef __CUDACC__
    runBlocks<Threads><<<static_cast<unsigned>(std::min(count, maxBlocks)), Threads, 0,
        static_cast<cudaStream_t>(device.stream())>>>(count, function);
    return checkLaunch();
#else
    return launchOnHost(device, [count, function] {
        Block<Threads> block;
        for (std::int64_t i = 0; i < count; ++i)
            function(block, i);
    });
#endif
}

} // namespace engine::cuda
