#pragma once

#include "model/dimension.h"
#include "model/model.h"

#include <map>
#include <string>

namespace engine {

/// A named dimension of an input whose size follows from others.
struct LinkedDimension {
    model::Dimension size; ///< over other named dimensions: `past + sequence`
    std::string reason; ///< shown to the user: `the mask covers the cache and the new tokens`
};

/// Returns the named dimensions that must be the sum of others. Exporters give every dimension of
/// the inputs its own name, also where the graph needs such a sum: the attention mask of a decoder
/// with a cache. They are found by the names of dimensions (`past_sequence_length + 1`,
/// `total_sequence_length`) and by the names of inputs (`attention_mask` beside `input_ids` and
/// `past_key_values.0.key`). The names in a size are never linked themselves.
std::map<std::string, LinkedDimension, std::less<>> linkedDimensions(const model::Model& model);

/// Returns a size for every named dimension of the inputs, as a run chooses it: as bound, else
/// derived from others, else 1.
model::Binding proposedSizes(const model::Model& model, const model::Binding& bound);

} // namespace engine
