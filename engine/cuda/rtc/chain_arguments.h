#pragma once

// Arguments of a generated kernel. The host fills them, the kernel reads them.
namespace engine::cuda {

/// Divides numbers below 2^31 by `size`: (high half of n * multiplier + n) >> shift. Source:
/// Granlund and Montgomery, "Division by invariant integers using multiplication", 1994.
struct ChainDivider {
    unsigned int size;
    unsigned int multiplier;
    unsigned int shift;
};

struct ChainArguments {
    static constexpr int maxInputs = 8;
    static constexpr int maxAxes = 8;

    const void* inputs[maxInputs];
    void* output;
    long long count; ///< elements of the output
    long long sizes[maxAxes]; ///< of the folded output axes, outer first
    ChainDivider dividers[maxAxes]; ///< of the sizes; set only if `count` is below 2^31
    long long strides[maxInputs][maxAxes]; ///< in elements
    int isWide; ///< 1 if all pointers are multiples of 16
};

} // namespace engine::cuda
