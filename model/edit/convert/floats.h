#pragma once

#include "model/edit/operation.h"

namespace model::edit::convert {

/// Changes the floats of a model to fp16 or bf16, or those back to fp32: weights, constants,
/// declared types, and attributes that give types. Casts are added where a value is made in one
/// type and read in another, one for each value (FloatTypes). Finite weights beyond the new range
/// become its largest values. Both those and values that become zero are counted in the sentence.
///
/// Arguments: `to` (`fp16`, `bf16`, `fp32`), `keep` (operators whose floats stay), `keepNodes`,
/// `keepInterface` (true: inputs and outputs of the model keep their types).
support::Result<std::string> convertFloats(Editing& editing, const OperationArguments& arguments);

} // namespace model::edit::convert
