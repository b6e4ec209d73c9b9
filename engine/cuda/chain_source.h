#pragma once

#include "engine/cuda/rtc/chain_arguments.h"
#include "engine/kernel/elementwise_chain.h"

#include <cstdint>
#include <string>

/// A chain of elementwise operators as CUDA C++ of one kernel.
///
/// The text depends on the terms, on how each input is walked, on the width of a load and on
/// whether 32 bits hold an index; sizes and strides are arguments. Chains of the same kind share a
/// kernel.
///
/// A thread computes `width` elements that lie behind each other, as many as 16 bytes hold of the
/// widest type. Inputs are walked in one of four ways:
///
///     Dense     as the output                                   one load of `width` elements
///     Uniform   one element for all                             loaded before the loop
///     Row       stretched along outer axes only                 one load of `width` elements
///     Column    stretched along the inner axis                  one element for `width`
///
/// For Row and Column the position along each axis comes from divisions by multiplication, once per
/// thread: `width` divides the inner axis.
namespace engine::cuda {

inline constexpr const char* chainFunction = "opscopeChain";
inline constexpr unsigned chainThreads = 256;

struct ChainKernel {
    std::string source;
    int width = 1;
    ChainArguments arguments {}; ///< without pointers and `isWide`
    unsigned blocks = 0;
};

/// Fails for shapes of too many axes that are walked differently.
support::Result<ChainKernel> chainKernel(const ElementwiseChain& chain);

/// Fast division of numbers below 2^31; `size` from 1 to 2^31 - 1.
ChainDivider dividerOf(std::uint32_t size);

} // namespace engine::cuda
