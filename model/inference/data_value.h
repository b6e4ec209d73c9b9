#pragma once

#include "model/element_type.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace model {

/// A tensor with its data in memory. Used for test data, .npy files and exchange with other
/// programs.
struct DataTensor {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
    std::vector<std::byte>
        bytes; ///< packed little-endian, row-major (`packedBytes`); empty for strings
    std::vector<std::string> strings; ///< of a string tensor
};

/// An input or output of a model: a tensor, a sequence, a map, or nothing (an empty optional). A
/// non-empty optional is stored as the value that it holds.
struct DataValue {
    enum class Kind { None, Tensor, Sequence, Map };
    Kind kind = Kind::None;
    std::string name;
    DataTensor tensor; ///< if kind is Tensor
    std::vector<DataValue> items; ///< elements of a sequence; values of a map, in the order of the
                                  ///< keys
    ElementType key = ElementType::Undefined; ///< key type of a map: String or an integer type
    std::vector<std::int64_t> integerKeys;
    std::vector<std::string> stringKeys;
};

} // namespace model
