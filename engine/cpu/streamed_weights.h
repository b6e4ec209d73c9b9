#pragma once

#include "engine/cpu/matrix_product.h"

#include <string_view>

namespace engine {

/// Constant weights b[k, n] of products with few rows (at most ProductTable::maxStreamedRows). Such
/// a product is bound by the bandwidth of reading b. Panels are packed as in PackedPanels and lie
/// one after the other, so that a thread reads memory in ascending order. Weights are stored as
/// fp16 or bfloat16 if that holds each of them exactly, or as bfloat16 if the run's precision is
/// bf16. They are widened in registers.
class StreamedWeights {
public:
    /// The matrix is dense: its k * n numbers are contiguous.
    StreamedWeights(MatrixView<float> matrix, const ProductSize& size,
        Precision precision = Precision::Float32);

    /// Writes a[m, k] * b[k, columns of the panel] to a tile of m rows of the panel's width. `a`: m
    /// contiguous numbers a step.
    void multiply(std::int64_t panel, const PanelView& a, std::int64_t m, float* tile) const;

    /// Name of the kernel's variant: `gemv`, `gemv fp16`, `gemv bf16`.
    std::string_view variant() const;

private:
    struct PanelRange {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    void pack(MatrixView<float> matrix, const ProductSize& size);
    void packPiece(const MatrixPanels& source, const PanelRange& panels, const StepRange& steps);

    ElementType m_element = ElementType::Float;
    Tensor m_packed;
    std::int64_t m_depth;
};

} // namespace engine
