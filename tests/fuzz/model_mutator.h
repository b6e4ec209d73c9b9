#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fuzz {

/// A model that was changed at random: one to four dims, attributes, constants, types, inputs or
/// versions of it are others. The same for the same seed and index.
struct MutatedModel {
    std::string bytes; ///< of the file
    std::vector<std::string> changes; ///< `dims[1] of 'w' = -5`
};

/// `model` are the bytes of a valid .onnx file; throws std::runtime_error for others.
MutatedModel mutateModel(const std::string& model, std::uint32_t seed, std::uint32_t index);

} // namespace fuzz
