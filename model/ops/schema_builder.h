#pragma once

#include "model/operator.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace model::ops {

class OperatorVersions;
/// Adds versions that several operators share.
using History = std::function<void(OperatorVersions&)>;

/// All versions of one operator, written as changes from one version to the next:
///
///     op("Relu", "Keeps positive elements and replaces negative ones by zero.")
///         .since(1, "X: T -> Y: T", "T: floats")
///         .attributes("consumed_inputs: ints")
///         .since(6)
///         .without("consumed_inputs")
///         .since(13, "T: floats bfloat16")
///         .rules(sameAsFirst, costElementwise)
///
/// Each `since` begins a version that copies the previous one; later calls change that version.
/// `since(version, signature, types)` gives it inputs and outputs and type constraints,
/// `since(version, types)` type constraints; constraints with the same name are replaced. `rules`
/// sets how types and cost are inferred in the current version and in earlier versions without
/// rules. Called once at the end, or before the first version, it applies to all versions.
///
/// Parameters: `X: T` required; `B?: T` optional; `rest...: T` one or more of one type; `rest...?:
/// T` zero or more of one type; `rest*: T` one or more of mixed types; `rest*?: T` zero or more of
/// mixed types. The type is the name of a constraint or a type as below.
///
/// Attributes: `axis: int = 1`, `perm: ints`, `to: int required`. Kinds are float, int, string,
/// tensor and graph, their plurals, sparse_tensor and type_proto. A default list is written `[0 2
/// 3]`.
///
/// Types: names of element types (`float`, `bfloat16`), groups of them (`floats`, `ir13`; see
/// schema_builder.cpp), and `seq(...)` or `optional(...)` around either. Anything else is taken as
/// ONNX's spelling.
class OperatorVersions {
public:
    using InferenceRule = std::function<void(InferenceContext&)>;
    using CostRule = std::function<Cost(const CostContext&)>;
    /// Returns the shape of output 0, which has the element type of input 0. Nothing: unknown rank.
    using ShapeRule = std::optional<Shape> (*)(InferenceContext&);
    /// Same, but it is only called if the shape of input 0 is known, with that shape.
    using ShapeChange = std::optional<Shape> (*)(InferenceContext&, Shape);

    /// `name` may include a domain: `com.microsoft:BiasGelu`.
    OperatorVersions(std::string_view name, std::string_view summary);

    OperatorVersions& since(int version, std::string_view types = {});
    OperatorVersions& since(int version, std::string_view signature, std::string_view types);
    OperatorVersions& inputs(std::string_view parameters);
    OperatorVersions& outputs(std::string_view parameters);
    /// Adds attributes; replaces those with the same name.
    OperatorVersions& attributes(std::string_view specs);
    OperatorVersions& without(std::string_view attributeNames);
    OperatorVersions& withoutTypes(std::string_view constraintNames);
    OperatorVersions& deprecated();
    /// Calls `write` with this object.
    OperatorVersions& history(const History& write);
    OperatorVersions& rules(const InferenceRule& infer, const CostRule& cost = {});
    OperatorVersions& rules(ShapeRule shape, const CostRule& cost = {});
    OperatorVersions& rules(ShapeChange shape, const CostRule& cost = {});
    /// An InferenceRule would drop the result, so a ShapeRule is needed.
    OperatorVersions& rules(Shape (*)(InferenceContext&), const CostRule& cost = {}) = delete;

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

/// An operator whose output has type and shape of the first input, with one operation per element.
OperatorVersions elementwise(std::string_view name, std::string_view summary);
/// Same, with one function such as exp per element.
OperatorVersions transcendental(std::string_view name, std::string_view summary);

/// Versions of operators on floats since opset 1 that dropped `consumed_inputs` in opset 6 and
/// added bfloat16 in 13.
History oldUnary(std::string_view signature);
/// Versions of operators on floats since opset `first` that added bfloat16 in 22.
History floatUnary(int first, std::string_view signature);
/// Versions 21, 23, 24 and 25 of operators on all element types: each added those of a new IR
/// version. `more` are types that the constraint has besides.
History typesSince21(std::string_view constraint, std::string_view more = {});

/// Registers all versions of some operators. Each file of model/ops has one static object.
struct RegisterOperators {
    RegisterOperators(std::initializer_list<OperatorVersions> operators);
};

} // namespace model::ops
