#pragma once

#include "model/dimension.h"
#include "model/element_type.h"
#include "model/support/index.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace model {

struct TensorTag;
using TensorId = support::Index<TensorTag>;

/// Key-value pairs in file order (metadata_props).
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Where the bytes of a tensor lie. Nothing is read until TensorStore is asked.
struct TensorRef {
    enum class Place {
        None, ///< no data in the file (a missing or refused weight); `problem` says why
        ModelFile, ///< raw_data inside the mapped model file
        ExternalFile, ///< external_data; `file` is the location as written in the model
        Memory, ///< typed fields (float_data, ...) or small data, converted to raw little-endian
                ///< bytes at parse time
        Strings, ///< string tensor
    };
    Place place = Place::None;
    std::uint64_t offset = 0; ///< bytes from the start of the file
    std::uint64_t length = 0; ///< bytes
    std::string file; ///< external location as written in the model
    std::shared_ptr<const std::vector<std::byte>> memory;
    std::shared_ptr<const std::vector<std::string>> strings;
    std::string problem; ///< why the data cannot be had; empty if it can, as far as is known
                         ///< without reading
    support::ErrorKind problemKind
        = support::ErrorKind::Unsupported; ///< Unsupported: missing; File: refused by policy or
                                           ///< broken
};

/// A constant tensor of a model: initializer or attribute. Elements are packed little-endian
/// (`packedBytes`), row-major.
struct Tensor {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::int32_t elementNumber = 0; ///< the number in the file, also when it is not in our table
    std::vector<std::int64_t> dims;
    TensorRef ref;
    std::string doc;
    Metadata metadata;
};

/// A sparse tensor of the file: values and linear or coordinate indices, shown and densified on
/// demand.
struct SparseTensor {
    Tensor values;
    Tensor indices;
    std::vector<std::int64_t> dims;
};

} // namespace model
