#pragma once

#include "engine/functors/elementwise.h"

#include <cstdint>

namespace engine {

/// Functions on rows of floats, compiled once per instruction set (engine/cpu/isa) and selected at
/// run time. Pointers need no alignment; `y` may be one of the inputs. Errors against the C
/// library: 4 ulp; 3e-7 absolute for sigmoid and the GELUs.

#define OPSCOPE_NAME(name, ...) name,
/// Row functions of one input. alpha and beta are the parameters of the functor.
enum class UnaryOp {
    // the functors of one element, numbered as in Functor; those without vector code are null
    OPSCOPE_UNARY_OPERATORS(OPSCOPE_NAME, OPSCOPE_NAME)
    // others
    Clip, ///< alpha = low, beta = high
    Square,
    PowerOfHalf, ///< pow(x, 0.5), not sqrt(x): 0 for -0, infinity for -infinity
    Count,
};
#undef OPSCOPE_NAME

enum class BinaryOp { Add, Sub, Mul, Div, Max, Min, PRelu, Count };

/// Operands of a binary row function: two rows, or a row and a number.
enum class Operands { Rows, ScalarRight, ScalarLeft, Count };

enum class RowReduction { Sum, SumOfSquares, SumOfMagnitudes, Max, Min, Count };

struct VectorTable {
    using Unary = void (*)(const float* x, float* y, std::int64_t n, float alpha, float beta);
    using Binary = void (*)(const float* a, const float* b, float* y, std::int64_t n);
    using Reduce = float (*)(const float* x, std::int64_t n);
    using Accumulate = void (*)(const float* x, float* y, std::int64_t n);

    const char* name;
    Unary unary[static_cast<int>(UnaryOp::Count)];
    Binary binary[static_cast<int>(BinaryOp::Count)][static_cast<int>(Operands::Count)];
    Reduce reduce[static_cast<int>(RowReduction::Count)];
    /// y[i] = y[i] combined with x[i], for reductions over an axis that is not the last.
    Accumulate accumulate[static_cast<int>(RowReduction::Count)];

    void (*softmax)(const float* x, float* y, std::int64_t n);
    void (*logSoftmax)(const float* x, float* y, std::int64_t n);
    /// Softmax of `count` neighbouring columns of `n` elements, which are `stride` apart.
    using Columns = void (*)(
        const float* x, float* y, std::int64_t n, std::int64_t stride, std::int64_t count);
    Columns softmaxColumns;
    Columns logSoftmaxColumns;
    /// y = (x - mean) / sqrt(variance + epsilon) * scale + bias; null scale = 1, null bias = 0.
    /// `statistics` gets mean and 1 / sqrt(variance + epsilon).
    void (*layerNorm)(const float* x, const float* scale, const float* bias, float* y,
        std::int64_t n, float epsilon, float* statistics);
    /// y = x * inverse * scale, with inverse = 1 / sqrt(mean of squares + epsilon)
    void (*rmsNorm)(const float* x, const float* scale, float* y, std::int64_t n, float epsilon,
        float* inverse);
    float (*dot)(const float* a, const float* b, std::int64_t n);
    /// y[r] += dot(row r of `weights`, x); rows have n numbers
    void (*matVec)(
        const float* weights, const float* x, float* y, std::int64_t rows, std::int64_t n);

    /// y[i] += factor * x[i]
    void (*addScaled)(const float* x, float factor, float* y, std::int64_t n);

    void (*halfToFloat)(const std::uint16_t* x, float* y, std::int64_t n);
    void (*floatToHalf)(const float* x, std::uint16_t* y, std::int64_t n);
};

/// Inner loops of matrix products and of sliding windows, one table per instruction set as above.
struct ProductTable {
    static constexpr int maxRows = 12;
    static constexpr int maxColumns = 32;
    /// Up to so many rows, a product with constant weights takes the time of reading them.
    static constexpr int maxStreamedRows = 4;
    /// c[rows, columns] = sum over k steps of a[step] times b[step]; added to c if `accumulates`.
    /// Step p has `rows` contiguous numbers of a at a + p * aStride and `columns` of b at b + p *
    /// bStride. Rows of c are cStride apart.
    using Tile = void (*)(const float* a, std::int64_t aStride, const float* b,
        std::int64_t bStride, float* c, std::int64_t cStride, std::int64_t k, bool accumulates);

    /// As Tile, for numbers of b that are fp16 or bfloat16: they are widened in registers.
    using HalfTile = void (*)(const float* a, std::int64_t aStride, const std::uint16_t* b,
        float* c, std::int64_t cStride, std::int64_t k);

    int rows; ///< of the largest tile
    int columns;
    Tile tile[maxRows]; ///< entry r - 1 for r rows
    HalfTile halfTile[maxStreamedRows]; ///< fp16; null without vector code for it
    HalfTile bfloatTile[maxStreamedRows];

    /// y[i] = start + sum over t of weights[t] * x[offsets[t] + i]. Reads up to a vector beyond the
    /// last element.
    void (*correlate)(const float* x, const std::int64_t* offsets, const float* weights,
        std::int64_t taps, float start, float* y, std::int64_t n);
    /// y[i] = maximum over t of x[offsets[t] + i]. NaN is ignored; -Inf if there is no number.
    /// Reads beyond the end as correlate does.
    void (*largest)(
        const float* x, const std::int64_t* offsets, std::int64_t taps, float* y, std::int64_t n);
};

/// In ascending order: a processor that supports one also supports those before it.
enum class InstructionSet { Baseline, Avx2, Avx512, Avx512Vnni };
/// Returns the set in use: the largest that the processor supports and that has a table.
/// OPSCOPE_ISA=baseline|avx2|avx512 in the environment selects a smaller one.
InstructionSet instructionSet();
/// For tests: uses this set from now on, or the processor's largest if that is smaller. Kernels
/// that were prepared before must not run again, because their panels have other sizes.
void limitInstructionSet(InstructionSet set);

/// The tables for instructionSet().
const VectorTable& vectorTable();
const ProductTable& productTable();

namespace baseline {
extern const VectorTable vectorTable;
extern const ProductTable productTable;
}
#ifdef OPSCOPE_ISA_X86
namespace avx2 {
extern const VectorTable vectorTable;
extern const ProductTable productTable;
}
namespace avx512 {
extern const VectorTable vectorTable;
extern const ProductTable productTable;
}
#endif

} // namespace engine
