#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace profiler {

/// Multiply-adds of numbers shorter than float, in chains in registers: what measurePeaks runs to
/// find the arithmetic peaks of int8 and bf16. oneDNN's products, which the engine calls for these
/// types, use the same instructions.

struct ProductChain {
    /// The instructions: `AMX`, `AVX512-VNNI`, `AVX-VNNI`, `AVX2`, `AVX512-BF16`; `general
    /// instructions` where the processor has none for this type.
    std::string_view by;
    std::uint64_t multiplyAdds = 0; ///< of one round
    /// Computes so many rounds. All factors are 1 (int8) or 2^-7 (bf16), so that the sum over all
    /// chains, which it returns, says how many multiply-adds there were: one or 2^-14 each, exact
    /// up to 20,000 rounds. Of int8 the sums are of 32 bits. Any thread.
    double (*run)(std::uint64_t rounds) = nullptr;
};

/// Signed times unsigned or signed int8 with sums of 32 bits; those that this processor and system
/// allow, the fastest first. Never empty.
std::vector<ProductChain> int8Chains();
/// bf16 with float sums. Empty: the processor has no such products, and bf16 is widened to float.
std::vector<ProductChain> bf16Chains();

} // namespace profiler
