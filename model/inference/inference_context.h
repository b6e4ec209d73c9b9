#pragma once

#include "model/operator.h"
#include "model/support/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// Elements of a small tensor as far as inference follows them: the values that travel through
/// `Shape -> Gather -> Concat -> Reshape` and constants that decide shapes (axes, scales).
/// Row-major.
struct KnownElements {
    std::vector<std::int64_t> dims;
    std::vector<Dimension>
        integers; ///< of integer and bool tensors; may be expressions, single ones may be unknown
    std::vector<double> reals; ///< of floating tensors

    std::size_t count() const { return integers.empty() ? reals.size() : integers.size(); }
    static KnownElements scalar(Dimension value) { return { {}, { std::move(value) }, {} }; }
    static KnownElements list(std::vector<Dimension> values);
    /// Every element as a number; nothing if one is an expression or unknown.
    std::optional<std::vector<std::int64_t>> numbers() const;
};

/// Elements of a small constant tensor from its packed little-endian bytes; nothing for strings,
/// odd types and large tensors.
std::optional<KnownElements> knownElements(const Tensor& tensor, std::span<const std::byte> bytes);

/// The largest number of elements that KnownElements holds: shapes and axes are short, weights are
/// not followed.
constexpr std::size_t maximumKnownElements = 1024;

/// One argument of a node: its type and, for a small constant or followed value, its elements.
struct InferenceArgument {
    bool isPresent = true; ///< false: an optional input left out
    ValueType type;
    std::optional<KnownElements> elements;
};

/// What a rule found wrong or worth saying, at the node or at one of its inputs or outputs.
struct InferenceFinding {
    enum class Place { Node, Input, Output };
    support::Severity severity = support::Severity::Error;
    Place place = Place::Node;
    std::size_t index = 0;
    std::string code; ///< rule id
    std::string message; ///< without the place, which its Location says
    std::string advice;
};

/// Runs the body of an If, Loop or Scan: shape inference gives it to the rules of those operators.
class SubgraphInference {
public:
    virtual ~SubgraphInference() = default;
    /// Types of the outputs of the graph in an attribute, given those of its inputs (missing ones
    /// are as declared).
    virtual std::vector<InferenceArgument> infer(
        GraphId graph, std::span<const InferenceArgument> inputs)
        = 0;
};

struct InferenceRequest {
    const OperatorSchema& schema;
    std::span<const Attribute> attributes; ///< as written; references of functions resolved
    std::span<const InferenceArgument> inputs;
    std::size_t outputs = 1; ///< number of outputs the node names
    std::string symbolPrefix; ///< begins the names of dimensions that depend on data: `NonZero_12`;
                              ///< empty = they are unknown
    /// Reads small tensor attributes; empty = only those whose bytes lie in memory.
    std::function<std::optional<KnownElements>(const Tensor&)> readConstant;
    SubgraphInference* subgraphs = nullptr; ///< null: outputs of control flow stay unknown
};

struct InferenceResult {
    std::vector<InferenceArgument>
        outputs; ///< as many as requested; Kind::Unknown where nothing is known
    std::vector<InferenceFinding> findings;

    bool hasErrors() const;
    /// `input 1 (W): has rank 3, expected 4; ...`: the errors as one line, for an Error.
    std::string errorText(const OperatorSchema& schema) const;
};

/// Output types (and small values) of one node. Also for the engine: with concrete input shapes and
/// the elements of the inputs that decide shapes, every output that depends on them alone is
/// concrete. Never fails; an operator without a rule gives unknown outputs.
InferenceResult inferNode(const InferenceRequest& request);

/// What a rule in model/ops sees of one node, and where it writes its results. Every question has
/// an answer on odd input: absent inputs have unknown types, absent attributes have the schema's
/// default.
class InferenceContext {
public:
    explicit InferenceContext(const InferenceRequest& request);

    const OperatorSchema& schema() const { return m_request.schema; }
    int version() const { return m_request.schema.sinceVersion; }

    std::size_t inputCount() const
    {
        return m_request.inputs.size();
    } ///< with trailing absent ones
    bool hasInput(std::size_t i) const;
    const ValueType& type(std::size_t i) const; ///< Kind::Unknown if absent
    ElementType element(std::size_t i) const { return type(i).element; }
    bool hasShape(std::size_t i) const { return type(i).isTensor() && type(i).shape.has_value(); }
    const Shape& shape(std::size_t i) const; ///< only if hasShape(i)
    std::optional<std::size_t> rank(std::size_t i) const;
    Dimension dim(std::size_t i, std::size_t axis) const; ///< unknown if there is no such axis
    const KnownElements* elements(std::size_t i) const; ///< null if not known

    /// Elements of an integer input, folded to a list; nothing if not known.
    std::optional<std::vector<Dimension>> integerElements(std::size_t i) const;
    /// The same where all are numbers.
    std::optional<std::vector<std::int64_t>> numbers(std::size_t i) const;
    std::optional<std::vector<double>> reals(std::size_t i) const;

    bool hasAttribute(std::string_view name) const; ///< written at the node
    std::optional<std::int64_t> integer(std::string_view name) const;
    std::int64_t integer(std::string_view name, std::int64_t fallback) const
    {
        return integer(name).value_or(fallback);
    }
    std::optional<float> real(std::string_view name) const;
    std::string text(std::string_view name) const; ///< empty if there is none
    std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
    std::optional<std::vector<float>> floats(std::string_view name) const;
    std::optional<std::vector<std::string>> texts(std::string_view name) const;
    const Tensor* tensor(std::string_view name) const;
    const SparseTensor* sparseTensor(std::string_view name) const;
    /// Elements of a small tensor attribute.
    std::optional<KnownElements> attributeElements(std::string_view name) const;
    const ValueType* typeAttribute(std::string_view name) const;
    std::optional<GraphId> graph(std::string_view name) const;

    std::size_t outputCount() const { return m_result.outputs.size(); }
    void setType(std::size_t output, ValueType type);
    void setTensor(
        std::size_t output, ElementType element, std::optional<Shape> shape = std::nullopt);
    void setElements(std::size_t output, KnownElements elements);
    const InferenceArgument& output(
        std::size_t i) const; ///< as set so far; unknown if the node does not name it

    /// A new named dimension for a size that depends on data: `NonZero_12_count`.
    Dimension newDimension(std::string_view what) const;

    std::vector<InferenceArgument> inferGraph(
        std::string_view attribute, std::span<const InferenceArgument> inputs);

    void error(std::string message, std::string advice = {});
    void inputError(std::size_t input, std::string message, std::string advice = {});
    void inputWarning(std::size_t input, std::string message, std::string advice = {});

    InferenceResult takeResult() { return std::move(m_result); }

private:
    const Attribute::Value* value(std::string_view name) const;

    const InferenceRequest& m_request;
    InferenceResult m_result;
};

} // namespace model
