#include "engine/plugins/answers.h"

#include "model/support/text.h"
#include "model/text_node.h"

#include <algorithm>

namespace engine::plugins {

void Answers::fail(std::string message, support::ErrorKind kind)
{
    if (!m_failure.empty())
        return;
    m_failure = message.empty() ? "failed with an empty message" : std::move(message);
    m_kind = kind;
}

Error Answers::failure() const
{
    const auto& why
        = m_failure.empty() ? std::string(m_callback) + " failed without saying why" : m_failure;
    return Error("plug-in " + m_operator.library + ": " + why, m_kind);
}

const model::Attribute::Value* Answers::attribute(
    const char* attributeName, model::AttributeKind kind)
{
    if (attributeName == nullptr) {
        fail(std::string(m_callback) + " asks for an attribute without a name (null)");
        return nullptr;
    }
    const auto* spec = m_operator.schema.attribute(attributeName);
    if (spec == nullptr || spec->kind != kind) {
        fail(std::string(m_callback) + " asks for the attribute " + support::quote(attributeName)
            + " of kind " + std::string(model::attributeKindName(kind))
            + ", which the operator does not declare");
        return nullptr;
    }
    auto kept = m_kept.find(attributeName);
    if (kept == m_kept.end())
        kept = m_kept.emplace(attributeName, findAttribute(attributeName, kind)).first;
    return kept->second.index() == 0 ? nullptr : &kept->second;
}

template <typename Answer>
Answer Answers::misused(std::string_view function, Answer answer)
{
    fail(std::string(m_callback) + " calls " + std::string(function)
        + " of the host, which has no meaning there");
    return answer;
}

bool Answers::attributeTensor(const char* /*name*/, OpscopeTensor& /*tensor*/)
{
    return misused("attribute_tensor", false);
}
std::int32_t Answers::outputRank(std::size_t /*i*/) { return misused("output_rank", -1); }
OpscopeDim Answers::outputDim(std::size_t /*i*/, std::size_t /*axis*/)
{
    return misused("output_dim", unknownDim);
}
const std::vector<std::int64_t>* Answers::inputIntegers(std::size_t /*i*/)
{
    return misused("input_integers", nullptr);
}
OpscopeDim Answers::combine(std::int32_t /*operation*/, OpscopeDim /*a*/, OpscopeDim /*b*/)
{
    return misused("combine", unknownDim);
}
bool Answers::setOutput(std::size_t /*i*/, model::ElementType /*element*/, std::int32_t /*rank*/,
    const OpscopeDim* /*dims*/)
{
    return misused("set_output", false);
}
bool Answers::input(std::size_t /*i*/, OpscopeTensor& /*tensor*/)
{
    return misused("input", false);
}
const std::string* Answers::inputString(std::size_t /*i*/, std::uint64_t /*index*/)
{
    return misused("input_string", nullptr);
}
bool Answers::output(std::size_t /*i*/, model::ElementType /*element*/, std::int32_t /*rank*/,
    const std::int64_t* /*dims*/, void*& /*data*/)
{
    return misused("output", false);
}
bool Answers::setOutputString(std::size_t /*i*/, std::uint64_t /*index*/, std::string /*text*/)
{
    return misused("output_string", false);
}
void* Answers::scratch(std::size_t /*bytes*/) { return misused("scratch", nullptr); }
int Answers::threads() { return misused("threads", 1); }
bool Answers::isStopped() { return false; }

void Answers::show(const Tensor& tensor, OpscopeTensor& shown)
{
    shown = { static_cast<OpscopeElementType>(tensor.element()),
        static_cast<std::int32_t>(tensor.rank()),
        tensor.dims().empty() ? nullptr : tensor.dims().data(),
        static_cast<std::uint64_t>(tensor.count()), tensor.data };
}

model::Attribute::Value attributeIn(std::span<const model::Attribute> attributes,
    const model::OperatorSchema& schema, std::string_view name, model::AttributeKind kind)
{
    const auto* spec = schema.attribute(name);
    if (spec == nullptr || spec->kind != kind)
        return {};
    const auto written = std::ranges::find(attributes, name, &model::Attribute::name);
    if (written == attributes.end())
        return spec->defaultValue;
    return written->kind == kind ? written->value : model::Attribute::Value();
}

} // namespace engine::plugins
