#pragma once

#include "model/contents/code_grid.h"

namespace model {

/// The tensor of a value that is an initializer or made by Constant; null if it is none.
const Tensor* constantTensor(const Model& model, ValueId value);

/// The axis along which a value has channels: that of its scales; for weights, the axis of the
/// outputs of the operator that reads it (Conv 0, MatMul the last one, Gemm by transB); for other
/// values of three and more dimensions 1, as in NCHW, and the last one of those with fewer. Nothing
/// for a scalar.
std::optional<std::size_t> usualChannelAxis(
    const Model& model, ValueId value, std::size_t rank, const std::optional<StoredGrid>& grid);

/// The elements of a value as channels, with the grid that the model gives it.
struct ChannelLayout {
    std::shared_ptr<const TensorElements> content; ///< codes are unpacked
    std::optional<StoredGrid> grid;
    std::string gridProblem; ///< why the scales of the model are not known; empty if they are
    std::optional<std::size_t> axis; ///< nothing for a scalar
    ChannelView view;
    /// Elements that are floats can be coded.
    bool isCodable() const { return isFloating(content->element); }
};

/// Lays out the elements of a value of the model. Without `axis`, along the usual one. Fails for
/// strings, and if the model has no such axis.
support::Result<ChannelLayout> channelLayoutOf(const Model& model, ValueId value,
    std::shared_ptr<const TensorElements> content, std::optional<std::size_t> axis = std::nullopt);

} // namespace model
