#pragma once

#include "model/attribute.h"
#include "model/support/hash.h"

#include <functional>

namespace model {

/// Adds to a digest what stands for a tensor: where it lies, or what it holds.
using TensorDigest = std::function<void(support::ContentHash&, const Tensor&)>;

/// Adds the whole value of an attribute to a digest; `attributeText` is cut where it is long and
/// says no tensor's elements. Graphs count by their id.
void addValue(support::ContentHash& hash, const Attribute& attribute, const TensorDigest& tensor);

/// Adds element type and dims.
void addTensorType(support::ContentHash& hash, const Tensor& tensor);

} // namespace model
