#pragma once

#include "model/dimension.h"
#include "model/element_type.h"
#include "model/support/index.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace model {

struct SparseTensor;
struct TensorTag;
using TensorId = support::Index<TensorTag>;

/// Key-value pairs in file order (metadata_props).
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Bytes of a tensor. `owner` keeps the mapping or memory behind `bytes` alive. `bytes` need not be
/// aligned to the element size.
struct TensorBytes {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;

    static TensorBytes of(std::vector<std::byte> bytes)
    {
        const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
        return { *kept, kept };
    }
    /// A copy of `bytes`.
    static TensorBytes copyOf(std::span<const std::byte> bytes)
    {
        return of({ bytes.begin(), bytes.end() });
    }
};

/// Where the bytes of a tensor lie. Nothing is read before TensorStore::bytes() is called.
struct TensorRef {
    enum class Place {
        None, ///< no data in the file (missing or refused weight); `problem` gives the reason
        ModelFile, ///< raw_data in the mapped model file
        ExternalFile, ///< external_data; `file` is the location as written in the model
        Memory, ///< typed fields (float_data, ...) or small data, converted while reading to raw
                ///< little-endian bytes; or new data of an edited model
        Strings, ///< string tensor
    };
    Place place = Place::None;
    std::uint64_t offset = 0; ///< bytes from the start of the file
    std::uint64_t length = 0; ///< bytes
    std::string file; ///< external location as written in the model
    std::optional<TensorBytes> memory;
    std::shared_ptr<const std::vector<std::string>> strings;
    std::string problem; ///< why the data cannot be read, as far as known without reading; empty if
                         ///< nothing is known against it
    support::ErrorKind problemKind
        = support::ErrorKind::Unsupported; ///< Unsupported: missing; File: refused by policy or
                                           ///< broken

    static TensorRef inMemory(TensorBytes memory)
    {
        TensorRef ref;
        ref.place = Place::Memory;
        ref.length = memory.bytes.size();
        ref.memory = std::move(memory);
        return ref;
    }
};

/// A constant tensor of a model: initializer or attribute. Elements are packed little-endian
/// (`packedBytes`), row-major.
struct Tensor {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::int32_t elementNumber = 0; ///< element type as in the file, also if it is not in our table
    std::vector<std::int64_t> dims;
    TensorRef ref;
    std::shared_ptr<const SparseTensor> sparse; ///< what the file holds, if `ref` was made from it
    std::string doc;
    Metadata metadata;
};

/// A sparse tensor of the file (SparseTensorProto). Elements that are not stored are zero.
struct SparseTensor {
    Tensor values; ///< [n]
    Tensor indices; ///< int64: linear [n], or coordinates [n, rank]
    std::vector<std::int64_t> dims;
};

} // namespace model
