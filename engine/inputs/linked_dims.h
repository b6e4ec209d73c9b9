#pragma once

#include "model/dimension.h"
#include "model/model.h"

#include <map>
#include <string>

namespace engine {

/// A named dimension of an input whose size follows from others.
struct LinkedDimension {
    model::Dimension size; ///< over other named dimensions: `past + sequence`
    std::string reason; ///< for people: `the mask covers the cache and the new tokens`
};

/// Exporters give every dimension of the inputs a name of its own, also where the graph needs one
/// to be the sum of two others: the attention mask of a decoder with a cache. Found by what the
/// dimensions are called (`past_sequence_length + 1`, `total_sequence_length`) and by what the
/// inputs are called (`attention_mask` beside `input_ids` and `past_key_values.0.key`). None of the
/// names in a size is linked itself.
std::map<std::string, LinkedDimension, std::less<>> linkedDimensions(const model::Model& model);

/// A size for every named dimension of the inputs: as bound, else what follows from others, else 1.
/// What a run takes by itself.
model::Binding proposedSizes(const model::Model& model, const model::Binding& bound);

} // namespace engine
