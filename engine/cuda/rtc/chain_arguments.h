#pragma once

// What a generated kernel is launched with: the host fills it, NVRTC's code reads it.
namespace engine::cuda {

/// Divides numbers below 2^31 by `size`: (high half of n * multiplier + n) >> shift. Source:
/// Granlund and Montgomery, "Division by invariant integers using multiplication", 1994.
struct ChainDivider {
    unsigned int size;
    unsigned int multiplier;
    unsigned int shift;
};

struct ChainArguments {
    static constexpr int mostInputs = 8;
    static constexpr int mostAxes = 8;

    const void* inputs[mostInputs];
    void* output;
    long long count; ///< elements of the output
    long long sizes[mostAxes]; ///< of the axes that are walked, outer first
    ChainDivider dividers[mostAxes]; ///< by them; only if `count` is below 2^31
    long long strides[mostInputs][mostAxes]; ///< in elements
    int isWide; ///< all pointers can be divided by 16
};

} // namespace engine::cuda
