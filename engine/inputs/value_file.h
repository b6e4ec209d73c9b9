#pragma once

#include "engine/kernel/kernel.h"
#include "model/value_type.h"

#include <filesystem>

namespace engine {

/// A runtime value from a `.npy` or `.pb` file (TensorProto, SequenceProto, OptionalProto,
/// MapProto, told apart by `declared`).
Result<RuntimeValue> readValue(const std::filesystem::path& file, const model::ValueType& declared);

/// Writes a value as `.pb` of the kind it is; `name` goes into the file.
Result<void> writeValue(
    const std::filesystem::path& file, const RuntimeValue& value, const std::string& name);

} // namespace engine
