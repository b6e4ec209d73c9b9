#include "model/inference/inference_context.h"

#include "model/inference/tensor_shape.h"

#include <algorithm>
#include <utility>

namespace model {

namespace {

/// Returns true if a tensor can have the shape; else adds a finding.
bool isPossible(InferenceResult& result, std::size_t output, const Shape& shape)
{
    auto problem = shapeProblem(shape);
    if (problem.empty())
        return true;
    result.findings.push_back({ support::Severity::Error, InferenceFinding::Place::Output, output,
        "node-invalid", std::move(problem), {} });
    return false;
}

} // namespace

KnownElements KnownElements::list(std::vector<Dimension> values)
{
    const auto count = static_cast<std::int64_t>(values.size());
    return { { count }, std::move(values), {} };
}

std::optional<std::vector<std::int64_t>> KnownElements::numbers() const
{
    return concrete(integers);
}

bool InferenceResult::hasErrors() const
{
    return std::ranges::any_of(
        findings, [](const auto& finding) { return finding.severity == support::Severity::Error; });
}

InferenceResult inferNode(const InferenceRequest& request)
{
    InferenceContext context(request);
    if (request.schema.infer)
        request.schema.infer(context);
    return context.takeResult();
}

InferenceContext::InferenceContext(const InferenceRequest& request)
    : NodeAttributes(request.schema, request.attributes)
    , m_request(request)
{
    m_result.outputs.resize(request.outputs);
}

bool InferenceContext::hasInput(std::size_t i) const
{
    return i < m_request.inputs.size() && m_request.inputs[i].isPresent;
}

const ValueType& InferenceContext::type(std::size_t i) const
{
    static const ValueType absent;
    return hasInput(i) ? m_request.inputs[i].type : absent;
}

const Shape& InferenceContext::shape(std::size_t i) const { return *type(i).shape; }

std::optional<std::size_t> InferenceContext::rank(std::size_t i) const
{
    return hasShape(i) ? std::optional(shape(i).size()) : std::nullopt;
}

Dimension InferenceContext::dim(std::size_t i, std::size_t axis) const
{
    return hasShape(i) && axis < shape(i).size() ? shape(i)[axis] : Dimension();
}

const KnownElements* InferenceContext::elements(std::size_t i) const
{
    return hasInput(i) ? m_request.inputs[i].elements.get() : nullptr;
}

std::optional<std::vector<Dimension>> InferenceContext::integerElements(std::size_t i) const
{
    const auto* known = elements(i);
    return known != nullptr && known->reals.empty() ? std::optional(known->integers) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> InferenceContext::numbers(std::size_t i) const
{
    const auto known = integerElements(i);
    return known ? concrete(*known) : std::nullopt;
}

std::optional<std::vector<double>> InferenceContext::reals(std::size_t i) const
{
    const auto* known = elements(i);
    return known != nullptr && known->integers.empty() ? std::optional(known->reals) : std::nullopt;
}

std::optional<KnownElements> InferenceContext::attributeElements(std::string_view name) const
{
    const auto* held = tensor(name);
    if (held == nullptr)
        return std::nullopt;
    if (m_request.readConstant)
        return m_request.readConstant(*held);
    return held->ref.memory ? knownElements(*held, held->ref.memory->bytes) : std::nullopt;
}

void InferenceContext::setType(std::size_t output, ValueType type)
{
    if (output >= m_result.outputs.size())
        return;
    if (type.shape && !isPossible(m_result, output, *type.shape))
        type.shape.reset();
    m_result.outputs[output].type = std::move(type);
}

void InferenceContext::setTensor(
    std::size_t output, ElementType element, std::optional<Shape> shape)
{
    // Checked before the ValueType is made: a TensorShape drops impossible sizes silently.
    if (output < m_result.outputs.size() && shape && !isPossible(m_result, output, *shape))
        shape.reset();
    setType(output, ValueType::tensor(element, std::move(shape)));
}

void InferenceContext::setElements(std::size_t output, KnownElements elements)
{
    if (output < m_result.outputs.size() && elements.count() <= maximumKnownElements
        && elementCount(elements.dims) == elements.count())
        m_result.outputs[output].elements
            = std::make_shared<const KnownElements>(std::move(elements));
}

const InferenceArgument& InferenceContext::output(std::size_t i) const
{
    static const InferenceArgument unnamed;
    return i < m_result.outputs.size() ? m_result.outputs[i] : unnamed;
}

Dimension InferenceContext::newDimension(std::string_view what) const
{
    return m_request.symbolPrefix.empty()
        ? Dimension()
        : Dimension::symbol(m_request.symbolPrefix + "_" + std::string(what));
}

std::vector<InferenceArgument> InferenceContext::inferGraph(
    std::string_view attribute, std::span<const InferenceArgument> inputs)
{
    const auto id = graph(attribute);
    return id && m_request.subgraphs != nullptr ? m_request.subgraphs->infer(*id, inputs)
                                                : std::vector<InferenceArgument> {};
}

void InferenceContext::error(std::string message, std::string advice)
{
    m_result.findings.push_back({ support::Severity::Error, InferenceFinding::Place::Node, 0,
        "node-invalid", std::move(message), std::move(advice) });
}

void InferenceContext::inputError(std::size_t input, std::string message, std::string advice)
{
    m_result.findings.push_back({ support::Severity::Error, InferenceFinding::Place::Input, input,
        "input-invalid", std::move(message), std::move(advice) });
}

void InferenceContext::inputWarning(std::size_t input, std::string message, std::string advice)
{
    m_result.findings.push_back({ support::Severity::Warning, InferenceFinding::Place::Input, input,
        "input-odd", std::move(message), std::move(advice) });
}

} // namespace model
