#pragma once

#include "model/attribute.h"
#include "model/support/diagnostic.h"
#include "model/value_type.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

class InferenceContext; // model/inference/inference_context.h
struct Cost; // model/inference/cost.h
class CostContext; // model/inference/cost_context.h

/// A formal input or output of an operator.
struct FormalParameter {
    enum class Option { Single, Optional, Variadic };
    std::string name;
    std::string type; ///< a type constraint's name (`T`) or an ONNX type (`tensor(int64)`)
    Option option = Option::Single;
    std::string description;
    bool isHomogeneous = true; ///< of a variadic parameter: all its values have the same type
    std::size_t minArity = 1; ///< of a variadic parameter: smallest number of values
};

struct AttributeSpec {
    std::string name;
    AttributeKind kind = AttributeKind::Undefined;
    bool required = false;
    Attribute::Value defaultValue; ///< monostate: no default
    std::string description;
};

struct TypeConstraint {
    std::string name; ///< `T`
    std::vector<std::string> types; ///< `tensor(float)`, `seq(tensor(int64))`
};

/// One version of an operator. The inspector, the checks, inference, the engine, the cost model and
/// the help read it. Source: ONNX operator specification (Operators.md) of that version.
struct OperatorSchema {
    std::string domain; ///< "" is ai.onnx
    std::string name;
    int sinceVersion = 1; ///< opset that introduced this version
    bool isDeprecated = false;
    std::vector<FormalParameter> inputs;
    std::vector<FormalParameter> outputs;
    std::vector<AttributeSpec> attributes;
    std::vector<TypeConstraint> constraints;
    std::string summary; ///< in our own words, one to three sentences

    /// Infers the output types. Null: outputs stay unknown. Must not fail on invalid input;
    /// findings go to the context.
    std::function<void(InferenceContext&)> infer;
    /// Returns FLOPs and bytes for known shapes. Null: unknown.
    std::function<Cost(const CostContext&)> cost;

    std::size_t minInputs() const;
    std::size_t maxInputs() const; ///< largest size_t if variadic
    std::size_t minOutputs() const;
    std::size_t maxOutputs() const;
    const AttributeSpec* attribute(std::string_view wanted) const;
};

/// All operators known to this process. Static RegisterOperators objects in model/ops/*.cpp fill
/// it before main.
class OperatorRegistry {
public:
    static OperatorRegistry& instance();
    void add(OperatorSchema schema);
    /// Returns the version of `name` that is valid in `opset` of `domain`: the one with the largest
    /// sinceVersion <= opset. Null if unknown.
    const OperatorSchema* find(
        std::string_view domain, std::string_view name, std::int64_t opset) const;
    /// Returns the newest version. Null if unknown.
    const OperatorSchema* newest(std::string_view domain, std::string_view name) const
    {
        return find(domain, name, std::numeric_limits<std::int64_t>::max());
    }
    /// Returns the newest registered opset of a domain; 0 if there is none.
    std::int64_t newestOpset(std::string_view domain) const;
    std::vector<const OperatorSchema*> all() const;

private:
    OperatorRegistry() = default;
    struct State;
    State& state() const;
};

} // namespace model
