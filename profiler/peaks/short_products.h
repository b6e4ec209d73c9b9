#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace profiler {

/// Chains of multiply-adds in registers for types shorter than float. measurePeaks runs them to
/// find the arithmetic peaks of int8 and bf16. oneDNN, which the engine calls for these types, uses
/// the same instructions.

struct ProductChain {
    /// Instructions: `AMX`, `AVX512-VNNI`, `AVX-VNNI`, `AVX2`, `AVX512-BF16`, or `general
    /// instructions` if the processor has none for this type.
    std::string_view by;
    std::uint64_t multiplyAdds = 0; ///< per round
    /// Computes `rounds` rounds and returns the sum over all chains. All factors are 1 (int8) or
    /// 2^-7 (bf16), so each multiply-add adds 1 or 2^-14 to the sum; exact up to 20,000 rounds.
    /// Sums of int8 have 32 bits. May be called on any thread.
    double (*run)(std::uint64_t rounds) = nullptr;
};

/// Returns chains of int8 products (signed × unsigned, or signed × signed) with 32-bit sums that
/// this processor and system allow, fastest first. Never empty.
std::vector<ProductChain> int8Chains();
/// Returns chains of bf16 products with float sums. Empty if the processor has none; bf16 is then
/// converted to float.
std::vector<ProductChain> bf16Chains();

} // namespace profiler
