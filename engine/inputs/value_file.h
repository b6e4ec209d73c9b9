#pragma once

#include "engine/kernel/kernel.h"
#include "model/value_type.h"

#include <filesystem>

namespace engine {

/// Reads a runtime value from a `.npy` or `.pb` file. The kind of `declared` selects TensorProto,
/// SequenceProto, OptionalProto or MapProto.
Result<RuntimeValue> readValue(const std::filesystem::path& file, const model::ValueType& declared);

/// Writes a value as `.pb` of its kind, or a tensor as `.npy`. A `.pb` file contains `name`.
Result<void> writeValue(
    const std::filesystem::path& file, const RuntimeValue& value, const std::string& name);

} // namespace engine
