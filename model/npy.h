#pragma once

#include "model/inference/data_value.h"
#include "model/support/result.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

/// Reader and writer of NumPy's .npy format, versions 1 to 3. Source: NumPy, numpy.lib.format, "NPY
/// format".
namespace model {

/// Reads any byte order and C or Fortran order. The result is little-endian and row-major. Types
/// `U` and `S` become a string tensor. Raw types (`V1`, `V2`, which ml_dtypes writes for bfloat16
/// and float8) need `wanted` as their element type. Pickled objects are refused.
support::Result<DataTensor> readNpy(
    const std::filesystem::path& path, std::optional<ElementType> wanted = std::nullopt);
support::Result<DataTensor> parseNpy(
    std::span<const std::byte> bytes, std::optional<ElementType> wanted = std::nullopt);

/// Writes a tensor. Types that NumPy does not have are widened (int4 to int8, bfloat16 and float8
/// to float). Strings are written as UTF-32.
support::Result<void> writeNpy(const std::filesystem::path& path, const DataTensor& tensor);
support::Result<std::string> encodeNpy(const DataTensor& tensor);

} // namespace model
