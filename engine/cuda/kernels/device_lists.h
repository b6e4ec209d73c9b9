#pragma once

#include "engine/cuda/launch.h"

/// Sorting and selecting in lists that fill the device: by CUB on a GPU, by the standard library on
/// the emulated device. They work on integers, so that there is one instance of CUB's kernels for
/// all element types.
namespace engine::cuda {

/// A list of keys, each with a number, in memory of the device.
struct KeyedNumbers {
    std::uint64_t* keys = nullptr;
    std::int64_t* numbers = nullptr;
};

/// Returns scratch memory for a list of `count` entries.
Result<KeyedNumbers> keyedNumbersFor(RunContext& context, std::int64_t count);

/// Sorts a list by the lowest `bits` bits of its keys, in ascending order. Equal keys keep their
/// order. The result is in scratch memory; the content of `list` is undefined after it.
Result<KeyedNumbers> sortByKey(ModuleBackend& device, RunContext& context, const KeyedNumbers& list,
    std::int64_t count, int bits);

/// Numbers in memory of the device.
struct NumberList {
    const std::int64_t* numbers = nullptr;
    std::int64_t count = 0;
};

/// Returns the numbers below `count` whose flag is not 0, in ascending order. Waits for the device.
Result<NumberList> numbersOfFlags(
    ModuleBackend& device, RunContext& context, const std::uint8_t* flags, std::int64_t count);

} // namespace engine::cuda
