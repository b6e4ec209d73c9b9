#pragma once

#include "engine/functors/strides.h"
#include "engine/kernel/kernel.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace engine {

/// Returns `axis` counted from the front: -rank..rank-1 becomes 0..rank-1. Fails with found and
/// allowed values.
Result<std::size_t> normalizeAxis(std::int64_t axis, std::size_t rank);
/// Returns several axes counted from the front, sorted. Fails if one appears twice.
Result<std::vector<std::size_t>> normalizeAxes(
    std::span<const std::int64_t> axes, std::size_t rank);

/// Returns 0, 1, ..., count - 1.
template <typename T = std::int64_t>
std::vector<T> countUp(std::size_t count)
{
    std::vector<T> numbers(count);
    std::iota(numbers.begin(), numbers.end(), T(0));
    return numbers;
}

/// A shape seen from one axis: element (o, a, i) lies at (o * axis + a) * inner + i.
struct AxisFold {
    std::int64_t outer = 1;
    std::int64_t axis = 1;
    std::int64_t inner = 1;

    /// Number of rows along the axis: one for each o and i.
    std::int64_t rows() const { return outer * inner; }
    /// Place of a row's first element. The others follow at distances of `inner`.
    std::int64_t first(std::int64_t row) const { return row / inner * axis * inner + row % inner; }
};
AxisFold foldAt(std::span<const std::int64_t> dims, std::size_t axis);
/// Returns the fold of Softmax, LogSoftmax and Hardmax. Before version 13 all axes from `axis` on
/// are one row.
Result<AxisFold> softmaxFold(const OpNode& node, std::span<const std::int64_t> dims);

/// Returns the element count of dims that come from data. Fails if the product does not fit, a dim
/// is negative or the rank is too high.
Result<std::int64_t> checkedCount(std::span<const std::int64_t> dims);
/// a * b of sizes that come from data; fails on overflow.
Result<std::int64_t> checkedProduct(std::int64_t a, std::int64_t b);

/// The integers of an int64 or int32 tensor (shapes, axes, indices).
Result<std::vector<std::int64_t>> readIntegers(const Tensor& tensor);
/// The one integer of a tensor with one element.
Result<std::int64_t> readInteger(const Tensor& tensor);
/// The one number of a float kind or integer tensor with one element, as double.
Result<double> readNumber(const Tensor& tensor);
/// All numbers as double, any real type.
Result<std::vector<double>> readNumbers(const Tensor& tensor);
/// All numbers as float, any real type but the small ones (float8, float4).
Result<std::vector<float>> readFloats(const Tensor& tensor);

/// Axes of operators that had them as an attribute first and as an input later: the input if
/// present, else the attribute, else nothing.
Result<std::optional<std::vector<std::int64_t>>> integersFromInputOrAttribute(
    const OpNode& node, const RunContext& context, std::size_t input, std::string_view attribute);

/// Returns the strides, in elements, of a dense row-major tensor.
Dims denseStrides(std::span<const std::int64_t> dims);

/// numpy broadcasting of two or more shapes; fails naming both sizes.
Result<Dims> broadcastDims(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
/// Strides of a dense tensor of `dims` stretched to `target` (0 along stretched axes). `dims` must
/// be broadcastable to it.
Dims broadcastStrides(std::span<const std::int64_t> dims, std::span<const std::int64_t> target);

/// Returns the dims of the second operand of Add, Mul ... before opset 7, with ones appended so
/// that ordinary broadcasting gives the old result. With `broadcast`=1 that operand was aligned at
/// attribute `axis`, not at the end. The slopes of PRelu could be a vector, one per channel.
Result<Dims> legacyBroadcastDims(
    const OpNode& node, std::span<const std::int64_t> a, std::span<const std::int64_t> b);

/// Merges neighbouring axes that all operands traverse with one stride, and drops axes of size 1.
/// The last axis that remains is the row. `strides` has one entry per operand.
void foldStrides(Dims& dims, std::span<Dims> strides);

/// Walks N tensors at once: outer axes by offsets, the last folded axis as a row of constant
/// strides. One loop for every rank and every kind of broadcast, transposition or slicing.
///
///     dims 2×3×4, a 3×4 stretched to it, out dense:  rows of 12 elements, offsets (0,0) and (0,12)
template <std::size_t N>
class StridedLoop {
public:
    using Offsets = std::array<std::int64_t, N>;

    StridedLoop(Dims dims, std::array<Dims, N> strides)
        : m_dims(std::move(dims))
        , m_strides(std::move(strides))
    {
        foldStrides(m_dims, m_strides);
        m_rowLength = m_dims.empty() ? 1 : m_dims.back();
        for (std::size_t k = 0; k < N; ++k)
            m_rowStrides[k] = m_dims.empty() ? 0 : m_strides[k].back();
        m_rows = 1;
        for (std::size_t d = 0; d + 1 < m_dims.size(); ++d)
            m_rows *= m_dims[d];
        if (m_rowLength == 0)
            m_rows = 0;
    }

    std::int64_t rows() const { return m_rows; }
    std::int64_t rowLength() const { return m_rowLength; }
    const Offsets& rowStrides() const { return m_rowStrides; }

    /// body(offsets of the row's first elements)
    template <typename Body>
    void forEachRow(Body&& body) const
    {
        forRows(0, m_rows, body);
    }

    /// body(offsets of the element), for every element
    template <typename Body>
    void forEach(Body&& body) const
    {
        forEachRow([&](Offsets at) {
            for (std::int64_t i = 0; i < m_rowLength; ++i) {
                body(static_cast<const Offsets&>(at));
                for (std::size_t k = 0; k < N; ++k)
                    at[k] += m_rowStrides[k];
            }
        });
    }

    template <typename Body>
    void forRows(std::int64_t first, std::int64_t last, Body&& body) const
    {
        if (first >= last)
            return;
        const std::size_t outer = m_dims.empty() ? 0 : m_dims.size() - 1;
        Dims index(outer, 0);
        Offsets offsets {};
        const auto axes = static_cast<std::int64_t>(outer);
        functors::positionsOf(first, m_dims.data(), axes, index.data());
        for (std::size_t k = 0; k < N; ++k)
            offsets[k] = functors::offsetOf(index.data(), m_strides[k].data(), axes);
        for (auto row = first; row < last; ++row) {
            body(static_cast<const Offsets&>(offsets));
            for (std::size_t d = outer; d-- > 0;) {
                for (std::size_t k = 0; k < N; ++k)
                    offsets[k] += m_strides[k][d];
                if (++index[d] < m_dims[d])
                    break;
                for (std::size_t k = 0; k < N; ++k)
                    offsets[k] -= m_strides[k][d] * m_dims[d];
                index[d] = 0;
            }
        }
    }

private:
    Dims m_dims;
    std::array<Dims, N> m_strides;
    std::int64_t m_rowLength = 1;
    std::int64_t m_rows = 1;
    Offsets m_rowStrides {};
};

} // namespace engine
