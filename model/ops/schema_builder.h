#pragma once

#include "model/operator.h"

#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace model::ops {

/// All versions of one operator, written once as what changed from one version to the next:
///
///     op("Relu", "Keeps positive elements and replaces negative ones by zero.")
///         .since(1).inputs("X: T").outputs("Y: T").types("T: floats").attributes("consumed_inputs:
///         ints") .since(6).without("consumed_inputs") .since(13).types("T: floats bfloat16")
///         .infer(sameAsFirst)
///
/// Each `since` begins a version that copies the one before; the calls after it change that
/// version. `infer` and `cost` hold for the current version and those before it that have no rule
/// yet: said once at the end they hold for all.
///
/// Parameters: `X: T` required, `B?: T` optional, `rest...: T` one or more of one type, `rest...?:
/// T` zero or more, `rest*: T` one or more of mixed types, `rest*?: T` zero or more of mixed types.
/// The type is a constraint's name or a type as below. Attributes: `axis: int = 1`, `perm: ints`,
/// `to: int required`; kinds are float, int, string, tensor, graph, sparse_tensor, type_proto and
/// their plurals; a default list is written `[0 2 3]`. Types: names of element types (`float`,
/// `bfloat16`), groups of them (`floats`, see schema_builder.cpp) and `seq(...)`, `optional(...)`
/// around either; everything else is taken as ONNX spells it.
class OperatorVersions {
public:
    using Infer = std::function<void(InferenceContext&)>;
    using CostRule = std::function<Cost(const CostContext&)>;

    /// `name` may carry a domain: `com.microsoft:BiasGelu`.
    OperatorVersions(std::string_view name, std::string_view summary);

    OperatorVersions& since(int version);
    OperatorVersions& inputs(std::string_view parameters);
    OperatorVersions& outputs(std::string_view parameters);
    /// Adds attributes or replaces those of the same name.
    OperatorVersions& attributes(std::string_view specs);
    OperatorVersions& without(std::string_view attributeNames);
    /// Adds constraints or replaces those of the same name.
    OperatorVersions& types(std::string_view constraints);
    OperatorVersions& withoutTypes(std::string_view constraintNames);
    OperatorVersions& deprecated();
    /// Versions that several operators have alike: `write` says them on this one.
    OperatorVersions& history(const std::function<void(OperatorVersions&)>& write);
    OperatorVersions& infer(Infer rule);
    OperatorVersions& cost(CostRule rule);

    const std::vector<OperatorSchema>& versions() const { return m_versions; }

private:
    OperatorSchema& current() { return m_versions.back(); }

    OperatorSchema m_start; ///< what the first version begins with
    std::vector<OperatorSchema> m_versions;
};

inline OperatorVersions op(std::string_view name, std::string_view summary)
{
    return { name, summary };
}

/// Operators on floats since opset 1 that lost `consumed_inputs` in opset 6 and met bfloat16 in 13.
std::function<void(OperatorVersions&)> oldUnary(std::string_view input, std::string_view output);
/// Operators on floats since opset `first` that met bfloat16 in 22.
std::function<void(OperatorVersions&)> floatUnary(
    int first, std::string_view input, std::string_view output);

/// Registers all versions of some operators: one static object per file of model/ops.
struct RegisterOperators {
    RegisterOperators(std::initializer_list<OperatorVersions> operators);
};

} // namespace model::ops
