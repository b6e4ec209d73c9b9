#pragma once

#include "model/contents/channels.h"
#include "model/edit/quantise/codes.h"

#include <string>

namespace model {

/// The codes that one scale has: number = scale · (code − zeroPoint).
struct CodeScale {
    double scale = 1;
    double zeroPoint = 0;
};

/// How a file codes a tensor, or how a tensor that it stores as codes is meant: which codes there
/// are, and a scale for the tensor, for each index of an axis, or for each block of an axis.
struct StoredGrid {
    NodeId node; ///< that has the scales
    std::string scaleName; ///< of the value with the scales
    bool isCoded = false; ///< the tensor holds codes; else numbers that the node codes
    int bits = 8;
    int low = -128; ///< smallest code
    int high = 127;
    std::optional<std::size_t> axis; ///< of the scales; none: one scale
    std::uint64_t block = 1; ///< elements of the axis with one scale
    std::vector<CodeScale> scales; ///< row-major, with ⌈size / block⌉ entries along the axis
    /// For codes that are packed in bytes: the tensor as codes. `usedColumns` of the last axis are
    /// numbers, the others fill the last block.
    std::optional<ElementType> packedAs;
    std::vector<std::int64_t> packedDims;
    std::uint64_t usedColumns = 0;

    /// The axis along which channels of the tensor are compared: that of the scales; for blocks
    /// another one.
    std::size_t channelAxis(std::size_t rank) const;
    /// Fails if the number of scales does not fit a tensor with these dimensions.
    support::Result<void> checkFits(const std::vector<std::int64_t>& dims) const;
    /// The position in `scales` of an element of a tensor with these dimensions.
    std::size_t scaleOf(std::uint64_t element, const std::vector<std::int64_t>& dims) const;
};

/// The grid that the nodes around a value give it: QuantizeLinear or DequantizeLinear that reads or
/// makes it, QLinearConv, QLinearMatMul, QGemm, MatMulNBits, GatherBlockQuantized. Nothing if there
/// is none. Fails if the scales are computed or cannot be read, or if the form is unknown.
support::Result<std::optional<StoredGrid>> storedGridOf(const Model& model, ValueId value);

/// The elements as the grid counts them: packed codes get a type and dimensions of their own. Fails
/// if they do not fit the grid.
support::Result<std::shared_ptr<const TensorElements>> unpacked(
    std::shared_ptr<const TensorElements> content, const StoredGrid& grid);

} // namespace model
