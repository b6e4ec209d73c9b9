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

/// Where the bytes of a tensor lie. Nothing is read before TensorStore::bytes() is called.
struct TensorRef {
    enum class Place {
        None, ///< no data in the file (missing or refused weight); `problem` gives the reason
        ModelFile, ///< raw_data in the mapped model file
        ExternalFile, ///< external_data; `file` is the location as written in the model
        Memory, ///< typed fields (float_data, ...) or small data, converted while reading to raw
                ///< little-endian bytes
        Strings, ///< string tensor
    };
    Place place = Place::None;
    std::uint64_t offset = 0; ///< bytes from the start of the file
    std::uint64_t length = 0; ///< bytes
    std::string file; ///< external location as written in the model
    std::shared_ptr<const std::vector<std::byte>> memory;
    std::shared_ptr<const std::vector<std::string>> strings;
    std::string problem; ///< why the data cannot be read, as far as known without reading; empty if
                         ///< nothing is known against it
    support::ErrorKind problemKind
        = support::ErrorKind::Unsupported; ///< Unsupported: missing; File: refused by policy or
                                           ///< broken
};

/// A constant tensor of a model: initializer or attribute. Elements are packed little-endian
/// (`packedBytes`), row-major.
struct Tensor {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::int32_t elementNumber = 0; ///< element type as in the file, also if it is not in our table
    std::vector<std::int64_t> dims;
    TensorRef ref;
    std::string doc;
    Metadata metadata;
};

/// A sparse tensor of the file: values with linear or coordinate indices. Converted to a dense
/// tensor on demand.
struct SparseTensor {
    Tensor values;
    Tensor indices;
    std::vector<std::int64_t> dims;
};

} // namespace model
