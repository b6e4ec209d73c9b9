#pragma once

#include "model/attribute.h"
#include "model/support/diagnostic.h"
#include "model/value_type.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

class InferenceContext; // model/inference/inference_context.h
struct Cost; // model/inference/cost.h
class CostContext; // model/inference/cost.h

/// A formal input or output of an operator.
struct FormalParameter {
    enum class Option { Single, Optional, Variadic };
    std::string name;
    std::string type; ///< a type constraint's name (`T`) or an ONNX type (`tensor(int64)`)
    Option option = Option::Single;
    std::string description;
    bool isHomogeneous = true; ///< of a variadic one: all its values have the same type
    std::size_t minArity = 1; ///< of a variadic one: the least number of values
};

struct AttributeSpec {
    std::string name;
    AttributeKind kind = AttributeKind::Undefined;
    bool required = false;
    Attribute::Value defaultValue; ///< monostate = none
    std::string description;
};

struct TypeConstraint {
    std::string name; ///< `T`
    std::vector<std::string> types; ///< `tensor(float)`, `seq(tensor(int64))`
};

/// One operator in one version, described once: inspector, checker, inference, engine, cost model
/// and help read this. Source: the ONNX operator specification (Operators.md) of that version.
struct OperatorSchema {
    std::string domain; ///< "" is ai.onnx
    std::string name;
    int sinceVersion = 1; ///< opset in which this version came
    bool isDeprecated = false;
    std::vector<FormalParameter> inputs;
    std::vector<FormalParameter> outputs;
    std::vector<AttributeSpec> attributes;
    std::vector<TypeConstraint> constraints;
    std::string summary; ///< our words, one to three sentences

    /// Infers output types; null = outputs unknown. Must not fail on odd input: findings go to the
    /// context.
    std::function<void(InferenceContext&)> infer;
    /// FLOPs and bytes under known shapes; null = unknown.
    std::function<Cost(const CostContext&)> cost;

    std::size_t minInputs() const;
    std::size_t maxInputs() const; ///< max size_t for variadic
    std::size_t minOutputs() const;
    std::size_t maxOutputs() const;
    const AttributeSpec* attribute(std::string_view wanted) const;
};

/// All operators known to this process, filled by registration objects in model/ops/*.cpp before
/// main.
class OperatorRegistry {
public:
    static OperatorRegistry& instance();
    void add(OperatorSchema schema);
    /// The version of `name` that is valid in `opset` of `domain`: the largest sinceVersion <=
    /// opset. Null if unknown.
    const OperatorSchema* find(
        std::string_view domain, std::string_view name, std::int64_t opset) const;
    /// The newest opset of a domain that we know; 0 if none.
    std::int64_t newestOpset(std::string_view domain) const;
    std::vector<const OperatorSchema*> all() const;

private:
    OperatorRegistry() = default;
    struct State;
    State& state() const;
};

} // namespace model
