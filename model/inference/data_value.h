#pragma once

#include "model/element_type.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace model {

/// A tensor with its data in memory, as it comes from and goes to test data, .npy files and other
/// programs.
struct DataTensor {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
    std::vector<std::byte>
        bytes; ///< packed little-endian, row-major (`packedBytes`); empty for strings
    std::vector<std::string> strings; ///< of a string tensor
};

/// An input or output of a model: a tensor, a sequence, a map, or nothing (an empty optional). An
/// optional that holds something is that something.
struct DataValue {
    enum class Kind { None, Tensor, Sequence, Map };
    Kind kind = Kind::None;
    std::string name;
    DataTensor tensor; ///< of kind Tensor
    std::vector<DataValue> items; ///< of a sequence; the values of a map, in the order of the keys
    ElementType key = ElementType::Undefined; ///< of a map: String or an integer type
    std::vector<std::int64_t> integerKeys;
    std::vector<std::string> stringKeys;
};

} // namespace model
