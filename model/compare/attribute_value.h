#pragma once

#include "model/attribute.h"
#include "model/support/hash.h"

#include <functional>

namespace model {

/// Adds a tensor to a digest, by its location or its content.
using TensorDigest = std::function<void(support::ContentHash&, const Tensor&)>;

/// Adds the complete value of an attribute to a digest. (`attributeText` cuts off long values and
/// has no tensor elements.) Graphs count by their id.
void addValue(support::ContentHash& hash, const Attribute& attribute, const TensorDigest& tensor);

/// Adds the element type and the dimensions to a digest.
void addTensorType(support::ContentHash& hash, const Tensor& tensor);

} // namespace model
