#pragma once

#include "model/element_type.h"
#include "model/inference/tensor_shape.h"

#include <memory>
#include <string>

namespace model {

/// The largest number of sequences and optionals around a type that inference makes. Types are
/// released and compared level by level, and each node of a file may add one.
constexpr int maximumNesting = 16;

/// The type of a value as far as known.
struct ValueType {
    enum class Kind { Unknown, Tensor, SparseTensor, Sequence, Map, Optional, Opaque };
    Kind kind = Kind::Unknown;
    ElementType element = ElementType::Undefined; ///< of a (sparse) tensor; of a map: element type
                                                  ///< of its values, if they are tensors
    TensorShape shape; ///< of a (sparse) tensor; nothing: unknown rank
    ElementType key = ElementType::Undefined; ///< key type of a map
    std::shared_ptr<const ValueType> inner; ///< element type of a sequence or optional, value type
                                            ///< of a map
    std::string opaqueName; ///< `domain.name` of an opaque type
    std::string denotation;

    static ValueType tensor(ElementType element, TensorShape shape = {});
    /// Both return an unknown type if it would have more than `maximumNesting` levels.
    static ValueType sequence(ValueType inner);
    static ValueType optionalOf(ValueType inner);
    bool isTensor() const { return kind == Kind::Tensor; }
};

/// Returns the type that covers both: used for the branches of an If, the iterations of a loop and
/// the tensors of a sequence. Sizes, ranks and element types that differ become unknown. If the
/// kinds differ, the result is unknown.
ValueType common(const ValueType& a, const ValueType& b);

/// Returns the text for display: `1×512×2048 fp16`, `seq(…)`, `?`.
std::string typeText(const ValueType& type);
/// ONNX spelling for tool tips: `tensor(float16)`, `seq(tensor(int64))`.
std::string onnxTypeText(const ValueType& type);

} // namespace model
