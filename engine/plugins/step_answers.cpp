#include "engine/plugins/step_answers.h"

#include "engine/program/constant.h"

namespace engine::plugins {

namespace {

const std::string* elementOf(const Tensor* tensor, std::uint64_t index)
{
    const bool isThere = tensor != nullptr && tensor->element() == ElementType::String
        && tensor->strings != nullptr && index < tensor->strings->size();
    return isThere ? &(*tensor->strings)[index] : nullptr;
}

} // namespace

bool StepAnswers::hasInput(std::size_t i) const
{
    return i < inputCount() && m_signature.inputs[i].isPresent();
}

ElementType StepAnswers::inputElement(std::size_t i) const
{
    return hasInput(i) ? m_signature.inputs[i].tensor.element : ElementType::Undefined;
}

std::int32_t StepAnswers::inputRank(std::size_t i)
{
    return hasInput(i) ? static_cast<std::int32_t>(m_signature.inputs[i].tensor.dims.size()) : -1;
}

OpscopeDim StepAnswers::inputDim(std::size_t i, std::size_t axis)
{
    const bool isThere = hasInput(i) && axis < m_signature.inputs[i].tensor.dims.size();
    return isThere ? OpscopeDim { m_signature.inputs[i].tensor.dims[axis], nullptr } : unknownDim;
}

model::Attribute::Value StepAnswers::findAttribute(
    std::string_view attributeName, model::AttributeKind kind) const
{
    return attributeIn(m_signature.node.attributes, *m_signature.node.schema, attributeName, kind);
}

bool StepAnswers::attributeTensor(const char* attributeName, OpscopeTensor& tensor)
{
    const auto* value = attribute(attributeName, model::AttributeKind::Tensor);
    const auto* written = value != nullptr ? std::get_if<model::Tensor>(value) : nullptr;
    if (written == nullptr)
        return false;
    auto loaded = loadConstant(*written, m_signature.store);
    if (!loaded) {
        fail(std::move(loaded).error().within(
            "the contents of attribute " + std::string(attributeName)));
        return false;
    }
    show(m_tensors.emplace_back(std::move(*loaded)), tensor);
    return true;
}

bool CreateAnswers::input(std::size_t i, OpscopeTensor& tensor)
{
    const auto* constant = i < inputCount() ? signature().inputs[i].constant : nullptr;
    if (constant != nullptr)
        show(*constant, tensor);
    return constant != nullptr;
}

const std::string* CreateAnswers::inputString(std::size_t i, std::uint64_t index)
{
    return elementOf(i < inputCount() ? signature().inputs[i].constant : nullptr, index);
}

bool RunAnswers::input(std::size_t i, OpscopeTensor& tensor)
{
    if (!m_context.hasInput(i))
        return false;
    show(m_context.tensor(i), tensor);
    return true;
}

const std::string* RunAnswers::inputString(std::size_t i, std::uint64_t index)
{
    return elementOf(m_context.hasInput(i) ? &m_context.tensor(i) : nullptr, index);
}

bool RunAnswers::output(std::size_t i, model::ElementType element, std::int32_t rank,
    const std::int64_t* dims, void*& data)
{
    if (rank < 0 || rank > highestRank || (rank > 0 && dims == nullptr)) {
        fail("run makes output " + std::to_string(i) + " with rank " + std::to_string(rank)
            + (dims == nullptr ? " and no dimensions (null)" : "") + ", expected 0 to "
            + std::to_string(highestRank));
        return false;
    }
    TensorType type { element, {} };
    if (rank > 0)
        type.dims.assign(dims, dims + rank);
    if (const auto checked = signature().checkOutput(i, type); !checked) {
        fail(checked.error());
        return false;
    }
    if (m_outputs[i] != nullptr) {
        fail("run makes " + signature().outputName(i) + " twice");
        return false;
    }
    auto made = m_context.output(i, element, type.dims);
    if (!made) {
        fail(std::move(made).error().within(signature().outputName(i)));
        return false;
    }
    m_outputs[i] = *made;
    data = element == ElementType::String || type.count() == 0 ? nullptr : (*made)->data;
    return true;
}

bool RunAnswers::setOutputString(std::size_t i, std::uint64_t index, std::string text)
{
    auto* made = i < m_outputs.size() ? m_outputs[i] : nullptr;
    const bool isThere = made != nullptr && elementOf(made, index) != nullptr;
    if (isThere)
        (*made->strings)[index] = std::move(text);
    else
        fail("run sets text " + std::to_string(index) + " of output " + std::to_string(i)
            + ", which has no such element: make the output as strings first");
    return isThere;
}

void* RunAnswers::scratch(std::size_t bytes)
{
    auto block = m_context.scratch(bytes);
    if (block)
        return block->data();
    fail(std::move(block).error().within("scratch memory"));
    return nullptr;
}

void RunAnswers::checkOutputsMade()
{
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        if (hasOutput(i) && m_outputs[i] == nullptr)
            fail("run made no " + signature().outputName(i));
    }
}

} // namespace engine::plugins
