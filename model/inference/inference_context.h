#pragma once

#include "model/inference/node_attributes.h"
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

/// Elements of a small tensor that inference follows. These are values that pass through `Shape ->
/// Gather -> Concat -> Reshape`, and constants that decide shapes (axes, scales). Row-major.
struct KnownElements {
    std::vector<std::int64_t> dims;
    std::vector<Dimension>
        integers; ///< of integer and bool tensors; expressions or unknown elements are possible
    std::vector<double> reals; ///< of floating tensors

    std::size_t count() const { return integers.empty() ? reals.size() : integers.size(); }
    static KnownElements scalar(Dimension value) { return { {}, { std::move(value) }, {} }; }
    static KnownElements list(std::vector<Dimension> values);
    /// Returns every element as a number; nothing if one is an expression or unknown.
    std::optional<std::vector<std::int64_t>> numbers() const;
};

/// Returns the elements of a small constant tensor from its packed little-endian bytes. Nothing for
/// strings, unsupported types, tensors of more than maximumKnownElements and ranks above
/// maximumRank.
std::optional<KnownElements> knownElements(const Tensor& tensor, std::span<const std::byte> bytes);

/// The largest number of elements that KnownElements holds. Shapes and axes are shorter; weights
/// are not followed.
constexpr std::size_t maximumKnownElements = 1024;

/// One argument of a node: its type and, if it is a small constant or a followed value, its
/// elements.
struct InferenceArgument {
    bool isPresent = true; ///< false: the optional input is left out
    ValueType type;
    std::shared_ptr<const KnownElements> elements; ///< null if not known. Shared: a node may name
                                                   ///< one value as many inputs
};

/// A finding of an inference rule, at the node or at one of its inputs or outputs.
struct InferenceFinding {
    enum class Place { Node, Input, Output };
    support::Severity severity = support::Severity::Error;
    Place place = Place::Node;
    std::size_t index = 0;
    std::string code; ///< rule id
    std::string message; ///< does not repeat the place
    std::string advice;
};

/// Infers the body of an If, Loop or Scan for the rules of those operators.
class SubgraphInference {
public:
    virtual ~SubgraphInference() = default;
    /// Returns the types of the outputs of the attribute's graph for the given input types. Inputs
    /// beyond `inputs` have their declared types.
    virtual std::vector<InferenceArgument> infer(
        GraphId graph, std::span<const InferenceArgument> inputs)
        = 0;
};

struct InferenceRequest {
    const OperatorSchema& schema;
    std::span<const Attribute> attributes; ///< as written; references to function attributes are
                                           ///< resolved
    std::span<const InferenceArgument> inputs;
    std::size_t outputs = 1; ///< number of outputs that the node lists
    std::string symbolPrefix; ///< prefix of the names of data-dependent dimensions: `NonZero_12`;
                              ///< empty: such dimensions are unknown
    /// Reads a small tensor attribute. If empty, only tensors in memory are read.
    std::function<std::optional<KnownElements>(const Tensor&)> readConstant;
    SubgraphInference* subgraphs = nullptr; ///< null: outputs of control flow stay unknown
};

struct InferenceResult {
    std::vector<InferenceArgument> outputs; ///< as many as requested; Kind::Unknown: not known
    std::vector<InferenceFinding> findings;

    bool hasErrors() const;
};

/// Infers the output types (and small values) of one node. The engine uses it with concrete input
/// shapes and with the elements of inputs that decide shapes; then every output that depends on
/// these alone is concrete. Never fails. An operator without a rule gives unknown outputs.
InferenceResult inferNode(const InferenceRequest& request);

/// Arguments and attributes of one node for an inference rule in model/ops, and its results.
/// Invalid nodes are accepted: an absent input has an unknown type.
class InferenceContext : public NodeAttributes {
public:
    explicit InferenceContext(const InferenceRequest& request);

    int version() const { return schema().sinceVersion; }

    std::size_t inputCount() const
    {
        return m_request.inputs.size();
    } ///< includes trailing absent inputs
    bool hasInput(std::size_t i) const;
    const ValueType& type(std::size_t i) const; ///< Kind::Unknown if absent
    ElementType element(std::size_t i) const { return type(i).element; }
    bool hasShape(std::size_t i) const { return type(i).isTensor() && type(i).shape.has_value(); }
    const Shape& shape(std::size_t i) const; ///< requires hasShape(i)
    std::optional<std::size_t> rank(std::size_t i) const;
    Dimension dim(std::size_t i, std::size_t axis) const; ///< unknown if there is no such axis
    const KnownElements* elements(std::size_t i) const; ///< null if not known

    /// Returns the elements of an integer input as a flat list; nothing if they are not known.
    std::optional<std::vector<Dimension>> integerElements(std::size_t i) const;
    /// Same as integerElements(), if all elements are numbers; else nothing.
    std::optional<std::vector<std::int64_t>> numbers(std::size_t i) const;
    std::optional<std::vector<double>> reals(std::size_t i) const;

    /// Returns the elements of a small tensor attribute.
    std::optional<KnownElements> attributeElements(std::string_view name) const;

    std::size_t outputCount() const { return m_result.outputs.size(); }
    void setType(std::size_t output, ValueType type);
    void setTensor(
        std::size_t output, ElementType element, std::optional<Shape> shape = std::nullopt);
    /// Elements that do not fill their own dims, or are too many, are not kept.
    void setElements(std::size_t output, KnownElements elements);
    const InferenceArgument& output(
        std::size_t i) const; ///< as set so far; unknown if the node does not list it

    /// Returns a new named dimension for a data-dependent size: `NonZero_12_count`. Unknown if the
    /// request has no symbolPrefix.
    Dimension newDimension(std::string_view what) const;

    std::vector<InferenceArgument> inferGraph(
        std::string_view attribute, std::span<const InferenceArgument> inputs);

    void error(std::string message, std::string advice = {});
    void inputError(std::size_t input, std::string message, std::string advice = {});
    void inputWarning(std::size_t input, std::string message, std::string advice = {});

    InferenceResult takeResult() { return std::move(m_result); }

private:
    const InferenceRequest& m_request;
    InferenceResult m_result;
};

} // namespace model
