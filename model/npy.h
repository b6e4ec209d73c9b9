#pragma once

#include "model/inference/data_value.h"
#include "model/support/result.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

/// NumPy's .npy format, versions 1 to 3. Source: numpy.lib.format, "NPY format".
namespace model {

/// Reads any byte order and C or Fortran order; the result is little-endian and row-major. Strings
/// (`U`, `S`) become a string tensor. Raw fields
/// (`V1`, `V2`: what ml_dtypes writes for bfloat16 and float8) need `wanted` to say what they are.
/// Pickled objects are refused.
support::Result<DataTensor> readNpy(
    const std::filesystem::path& path, std::optional<ElementType> wanted = std::nullopt);
support::Result<DataTensor> parseNpy(
    std::span<const std::byte> bytes, std::optional<ElementType> wanted = std::nullopt);

/// Types that NumPy lacks are widened (int4 to int8, bfloat16 and float8 to float); strings are
/// written as UTF-32.
support::Result<void> writeNpy(const std::filesystem::path& path, const DataTensor& tensor);
support::Result<std::string> encodeNpy(const DataTensor& tensor);

} // namespace model
