#include "engine/cuda/kernels/device_lists.h"

#include "engine/cuda/kernels/run_memory.h"

#include <algorithm>

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#else
#include <numeric>
#include <vector>
#endif

namespace engine::cuda {

namespace {

#ifdef __CUDACC__
/// Calls a function of CUB twice, as all of them require: for the size of its scratch memory, and
/// to do the work. `function(memory, bytes) -> cudaError_t`
template <typename F>
Result<void> callCub(ModuleBackend& device, RunContext& context, const F& function)
{
    std::size_t bytes = 0;
    TRY(check(function(nullptr, bytes), "asking CUB for its scratch memory"));
    auto* const memory = TRY(memoryFor<std::byte>(context, static_cast<std::int64_t>(bytes)));
    device.countLaunch();
    return check(function(memory, bytes), "launching a kernel of CUB");
}
#endif

} // namespace

Result<KeyedNumbers> keyedNumbersFor(RunContext& context, std::int64_t count)
{
    KeyedNumbers list;
    list.keys = TRY(memoryFor<std::uint64_t>(context, count));
    list.numbers = TRY(memoryFor<std::int64_t>(context, count));
    return list;
}

Result<KeyedNumbers> sortByKey(ModuleBackend& device, RunContext& context, const KeyedNumbers& list,
    std::int64_t count, int bits)
{
    if (count < 2 || bits == 0)
        return list;
    const auto sorted = TRY(keyedNumbersFor(context, count));
#ifdef __CUDACC__
    TRY(callCub(device, context, [&](void* memory, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(memory, bytes, list.keys, sorted.keys, list.numbers,
            sorted.numbers, count, 0, bits, static_cast<cudaStream_t>(device.stream()));
    }));
#else
    device.countLaunch();
    TRY(launchOnHost(device, [list, sorted, count, bits] {
        const auto mask = ~std::uint64_t(0) >> (64 - bits);
        std::vector<std::int64_t> order(static_cast<std::size_t>(count));
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(
            order, {}, [&](std::int64_t entry) { return list.keys[entry] & mask; });
        for (std::int64_t i = 0; i < count; ++i) {
            sorted.keys[i] = list.keys[order[static_cast<std::size_t>(i)]];
            sorted.numbers[i] = list.numbers[order[static_cast<std::size_t>(i)]];
        }
    }));
#endif
    return sorted;
}

Result<NumberList> numbersOfFlags(
    ModuleBackend& device, RunContext& context, const std::uint8_t* flags, std::int64_t count)
{
    if (count < 1)
        return NumberList {};
    auto* const numbers = TRY(memoryFor<std::int64_t>(context, count));
    auto* const selected = TRY(memoryFor<std::int64_t>(context, 1));
#ifdef __CUDACC__
    TRY(callCub(device, context, [&](void* memory, std::size_t& bytes) {
        return cub::DeviceSelect::Flagged(memory, bytes, thrust::counting_iterator<std::int64_t>(0),
            flags, numbers, selected, count, static_cast<cudaStream_t>(device.stream()));
    }));
#else
    device.countLaunch();
    TRY(launchOnHost(device, [=] {
        *selected = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            if (flags[i] != 0)
                numbers[(*selected)++] = i;
        }
    }));
#endif
    NumberList list { numbers };
    TRY(device.toHost(reinterpret_cast<std::byte*>(&list.count),
        reinterpret_cast<const std::byte*>(selected), sizeof list.count));
    return list;
}

} // namespace engine::cuda
