#pragma once

#include "engine/cuda/rtc/chain_arguments.h"
#include "engine/kernel/elementwise_chain.h"

#include <cstdint>
#include <string>

/// Writes a chain of elementwise operators as the CUDA C++ source of one kernel.
///
/// The source depends on the terms, on how each input is read, on the number of elements per load
/// and on whether 32 bits are enough for an index. Sizes and strides are arguments, so chains that
/// differ only in these share a kernel.
///
/// A thread computes `width` adjacent elements: as many of the widest type as fit into 16 bytes. If
/// an input is Row or Column, `width` also divides the inner axis. An input is read in one of four
/// ways:
///
///     Dense     has the output's shape                          one load of `width` elements
///     Uniform   has one element                                 loaded before the loop
///     Row       is broadcast along outer axes only              one load of `width` elements
///     Column    is broadcast along the inner axis               one element for `width`
///
/// For Row and Column the position along each axis is computed by divisions, once per `width`
/// elements. Below 2^31 elements these are multiplications (ChainDivider).
namespace engine::cuda {

inline constexpr const char* chainFunction = "opscopeChain";
inline constexpr unsigned chainThreads = 256;

/// A generated kernel with its launch arguments.
struct ChainKernel {
    std::string source;
    int width = 1;
    ChainArguments arguments {}; ///< without pointers and `isWide`
    unsigned blocks = 0;
};

/// Fails if the chain has too many inputs, an element type that is not fused, no elements, or
/// inputs broadcast along too many axes.
support::Result<ChainKernel> chainKernel(const ElementwiseChain& chain);

/// Returns the constants for a fast division of numbers below 2^31 by `size`, from 1 to 2^31 - 1.
ChainDivider dividerOf(std::uint32_t size);

} // namespace engine::cuda
