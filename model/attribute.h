#pragma once

#include "model/tensor.h"
#include "model/value_type.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace model {

struct GraphTag;
using GraphId = support::Index<GraphTag>;

/// Kinds of attributes. The values are those of ONNX's `AttributeProto.AttributeType`.
enum class AttributeKind : std::int32_t {
    Undefined = 0,
    Float = 1,
    Int = 2,
    String = 3,
    Tensor = 4,
    Graph = 5,
    Floats = 6,
    Ints = 7,
    Strings = 8,
    Tensors = 9,
    Graphs = 10,
    SparseTensor = 11,
    SparseTensors = 12,
    TypeProto = 13,
    TypeProtos = 14,
};

/// One attribute of a node. Inside a function body it may refer to an attribute of the function
/// (`reference`); then `value` is monostate.
struct Attribute {
    using Value = std::variant<std::monostate, float, std::int64_t, std::string, Tensor, GraphId,
        std::vector<float>, std::vector<std::int64_t>, std::vector<std::string>,
        std::vector<Tensor>, std::vector<GraphId>, SparseTensor, std::vector<SparseTensor>,
        ValueType, std::vector<ValueType>>;

    std::string name;
    AttributeKind kind = AttributeKind::Undefined;
    Value value;
    std::string reference; ///< name of the function's attribute (ONNX's ref_attr_name); empty if
                           ///< none
    std::string doc;
};

/// Returns the attribute's value as text for display: `3`, `[1, 1]`, `"SAME_UPPER"`, `tensor 3×3
/// fp32`, `graph then_branch`. A text of more than `limit` characters is elided in the middle.
std::string attributeText(const Attribute& attribute, std::size_t limit = 200);

} // namespace model
