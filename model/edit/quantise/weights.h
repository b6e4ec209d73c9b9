#pragma once

#include "model/edit/quantise/quantise.h"

namespace model::edit {

/// A constant that a node reads.
struct Weight {
    const Tensor* tensor = nullptr;
    /// The node reads Transpose(tensor) with perm 1 0, as a model does whose last product has the
    /// table of its tokens as weights.
    bool isTransposed = false;
};

/// The constant of `input` of a node. The message of an error says why there is none that can be
/// quantised: `its weight is computed`.
support::Result<Weight> weightOf(const Model& model, NodeId node, std::size_t input);

/// The tensor of a value that is an initializer or made by Constant, and that no run can replace.
/// Null if it is none.
const Tensor* constantOf(const Model& model, ValueId value);

/// The numbers of a tensor of floats. Fails if they cannot be read or are not all finite.
support::Result<std::vector<float>> numbersOf(const Model& model, const Tensor& tensor);

/// The numbers of a matrix as rows for the inputs of a product: [N][K] of a weight that is read as
/// [K, N]. `isByOutput`: the tensor already has that order.
support::Result<std::vector<float>> outputRowsOf(
    const Model& model, const Tensor& tensor, bool isByOutput);

/// An attribute of a node, or its default.
std::int64_t integerAttribute(const Node& node, std::string_view name, std::int64_t otherwise);
float floatAttribute(const Node& node, std::string_view name, float otherwise);

} // namespace model::edit
