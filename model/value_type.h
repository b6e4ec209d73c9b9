#pragma once

#include "model/element_type.h"
#include "model/inference/tensor_shape.h"

#include <memory>
#include <string>

namespace model {

/// The type of a value as far as known.
struct ValueType {
    enum class Kind { Unknown, Tensor, SparseTensor, Sequence, Map, Optional, Opaque };
    Kind kind = Kind::Unknown;
    ElementType element = ElementType::Undefined; ///< of a (sparse) tensor; of a map: the values'
                                                  ///< type where they are tensors
    TensorShape shape; ///< of a (sparse) tensor; nothing = unknown rank
    ElementType key = ElementType::Undefined; ///< of a map
    std::shared_ptr<const ValueType> inner; ///< element of a sequence or optional, value of a map
    std::string opaqueName; ///< `domain.name` of an opaque type
    std::string denotation;

    static ValueType tensor(ElementType element, TensorShape shape = {});
    static ValueType sequence(ValueType inner);
    static ValueType optionalOf(ValueType inner);
    bool isTensor() const { return kind == Kind::Tensor; }
};

/// What two types have in common: the branches of an If, turns of a loop, tensors of one sequence.
/// Sizes that differ are unknown; an unknown type takes the other one.
ValueType common(const ValueType& a, const ValueType& b);

/// `1×512×2048 fp16`, `seq(…)`, `?` (ux.md 6.1).
std::string typeText(const ValueType& type);
/// ONNX spelling for tool tips: `tensor(float16)`, `seq(tensor(int64))`.
std::string onnxTypeText(const ValueType& type);

} // namespace model
