#pragma once

#include "model/operator.h"

#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace model::ops {

/// All versions of one operator, written as changes from one version to the next:
///
///     op("Relu", "Keeps positive elements and replaces negative ones by zero.")
///         .since(1)
///         .inputs("X: T")
///         .outputs("Y: T")
///         .attributes("consumed_inputs: ints")
///         .types("T: floats")
///         .since(6)
///         .without("consumed_inputs")
///         .since(13)
///         .types("T: floats bfloat16")
///         .infer(sameAsFirst)
///
/// Each `since` begins a version that copies the previous one; later calls change that version.
/// `infer` and `cost` set the rule of the current version and of earlier versions without a rule.
/// Called once at the end, they apply to all versions.
///
/// Parameters: `X: T` required; `B?: T` optional; `rest...: T` one or more of one type; `rest...?:
/// T` zero or more of one type; `rest*: T` one or more of mixed types; `rest*?: T` zero or more of
/// mixed types. The type is the name of a constraint or a type as below.
///
/// Attributes: `axis: int = 1`, `perm: ints`, `to: int required`. Kinds are float, int, string,
/// tensor and graph, their plurals, sparse_tensor and type_proto. A default list is written `[0 2
/// 3]`.
///
/// Types: names of element types (`float`, `bfloat16`), groups of them (`floats`, see
/// schema_builder.cpp), and `seq(...)` or `optional(...)` around either. Anything else is taken as
/// ONNX's spelling.
class OperatorVersions {
public:
    using Infer = std::function<void(InferenceContext&)>;
    using CostRule = std::function<Cost(const CostContext&)>;

    /// `name` may include a domain: `com.microsoft:BiasGelu`.
    OperatorVersions(std::string_view name, std::string_view summary);

    OperatorVersions& since(int version);
    OperatorVersions& inputs(std::string_view parameters);
    OperatorVersions& outputs(std::string_view parameters);
    /// Adds attributes; replaces those with the same name.
    OperatorVersions& attributes(std::string_view specs);
    OperatorVersions& without(std::string_view attributeNames);
    /// Adds constraints; replaces those with the same name.
    OperatorVersions& types(std::string_view constraints);
    OperatorVersions& withoutTypes(std::string_view constraintNames);
    OperatorVersions& deprecated();
    /// Adds versions that several operators share: calls `write` with this object.
    OperatorVersions& history(const std::function<void(OperatorVersions&)>& write);
    OperatorVersions& infer(Infer rule);
    OperatorVersions& cost(CostRule rule);

    const std::vector<OperatorSchema>& versions() const { return m_versions; }

private:
    OperatorSchema& current() { return m_versions.back(); }

    OperatorSchema m_start; ///< copied into the first version
    std::vector<OperatorSchema> m_versions;
};

inline OperatorVersions op(std::string_view name, std::string_view summary)
{
    return { name, summary };
}

/// Versions of operators on floats since opset 1 that dropped `consumed_inputs` in opset 6 and
/// added bfloat16 in 13.
std::function<void(OperatorVersions&)> oldUnary(std::string_view input, std::string_view output);
/// Versions of operators on floats since opset `first` that added bfloat16 in 22.
std::function<void(OperatorVersions&)> floatUnary(
    int first, std::string_view input, std::string_view output);

/// Registers all versions of some operators. Each file of model/ops has one static object.
struct RegisterOperators {
    RegisterOperators(std::initializer_list<OperatorVersions> operators);
};

} // namespace model::ops
