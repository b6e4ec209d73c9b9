#include "engine/plugins/callback.h"
#include "engine/plugins/rules.h"

#include "model/inference/inference_context.h"
#include "model/inference/type_constraints.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine::plugins {

using model::Dimension;
using model::ElementType;

namespace {

/// Answers for shape inference. The plug-in gets named dimensions as text, and a dimension with
/// that text is recognised when it comes back.
class InferAnswers final : public Answers {
public:
    InferAnswers(const PluginOperator& op, model::InferenceContext& context)
        : Answers(op, "infer")
        , m_context(context)
    {
    }

    std::size_t inputCount() const override { return m_context.inputCount(); }
    std::size_t outputCount() const override { return m_context.outputCount(); }
    bool hasInput(std::size_t i) const override { return m_context.hasInput(i); }
    ElementType inputElement(std::size_t i) const override
    {
        return m_context.type(i).isTensor() ? m_context.element(i) : ElementType::Undefined;
    }
    std::int32_t inputRank(std::size_t i) override
    {
        return m_context.hasShape(i) ? static_cast<std::int32_t>(m_context.shape(i).size()) : -1;
    }
    OpscopeDim inputDim(std::size_t i, std::size_t axis) override
    {
        return shown(m_context.dim(i, axis));
    }

    const std::vector<std::int64_t>* inputIntegers(std::size_t i) override
    {
        const auto known = m_integers.find(i);
        if (known != m_integers.end())
            return &known->second;
        auto numbers = m_context.numbers(i);
        return numbers ? &m_integers.emplace(i, std::move(*numbers)).first->second : nullptr;
    }

    OpscopeDim combine(std::int32_t operation, OpscopeDim a, OpscopeDim b) override
    {
        using Function = Dimension (*)(const Dimension&, const Dimension&);
        constexpr std::array<Function, 7> functions {
            [](const Dimension& x, const Dimension& y) { return x + y; },
            [](const Dimension& x, const Dimension& y) { return x - y; },
            [](const Dimension& x, const Dimension& y) { return x * y; },
            [](const Dimension& x, const Dimension& y) { return floorDiv(x, y); },
            [](const Dimension& x, const Dimension& y) { return ceilDiv(x, y); },
            [](const Dimension& x, const Dimension& y) { return min(x, y); },
            [](const Dimension& x, const Dimension& y) { return max(x, y); },
        };
        if (operation < 0 || static_cast<std::size_t>(operation) >= functions.size()) {
            fail("infer combines dimensions by operation " + std::to_string(operation)
                + ", which does not exist");
            return unknownDim;
        }
        return shown(functions[static_cast<std::size_t>(operation)](read(a), read(b)));
    }

    bool setOutput(
        std::size_t i, ElementType element, std::int32_t rank, const OpscopeDim* dims) override
    {
        const auto place = "infer: output " + std::to_string(i);
        const auto* parameter = model::parameterAt(m_context.schema().outputs, i);
        if (i >= outputCount() || parameter == nullptr)
            return refuse(place + " is not there: the node has "
                + support::countOf(outputCount(), "output", "outputs"));
        if (element == ElementType::Undefined)
            element = sharedElement(*parameter);
        const auto type = model::onnxTypeText(model::ValueType::tensor(element));
        const auto types = typesOf(m_context.schema(), *parameter);
        if (element != ElementType::Undefined && std::ranges::find(types, type) == types.end())
            return refuse(place + " is " + type + ", which the operator does not list for it");
        if (rank < -1 || rank > highestRank || (rank > 0 && dims == nullptr))
            return refuse(place + " has rank " + std::to_string(rank)
                + (dims == nullptr ? " and no dimensions (null)" : "") + ", expected -1 to "
                + std::to_string(highestRank));
        std::optional<model::Shape> shape;
        if (rank >= 0)
            shape.emplace();
        for (std::int32_t axis = 0; axis < rank; ++axis)
            shape->push_back(read(dims[axis]));
        m_context.setTensor(i, element, std::move(shape));
        return true;
    }

protected:
    model::Attribute::Value findAttribute(
        std::string_view name, model::AttributeKind kind) const override
    {
        using Value = model::Attribute::Value;
        const auto held = [](auto value) { return value ? Value(std::move(*value)) : Value(); };
        switch (kind) {
        case model::AttributeKind::Int:
            return held(m_context.integer(name));
        case model::AttributeKind::Float:
            return held(m_context.real(name));
        case model::AttributeKind::Ints:
            return held(m_context.integers(name));
        case model::AttributeKind::Floats:
            return held(m_context.floats(name));
        case model::AttributeKind::Strings:
            return held(m_context.texts(name));
        default:
            break;
        }
        const auto* spec = m_context.schema().attribute(name);
        const bool isThere
            = m_context.hasAttribute(name) || (spec != nullptr && spec->defaultValue.index() != 0);
        return isThere ? Value(m_context.text(name)) : Value();
    }

private:
    bool refuse(std::string message)
    {
        fail(std::move(message));
        return false;
    }

    OpscopeDim shown(const Dimension& dimension)
    {
        if (dimension.isUnknown())
            return unknownDim;
        if (const auto value = dimension.value(); value && *value >= 0)
            return { *value, nullptr };
        const auto [named, isNew] = m_named.emplace(dimension.text(), dimension);
        return { -1, named->first.c_str() };
    }

    Dimension read(const OpscopeDim& dim) const
    {
        if (dim.value >= 0)
            return Dimension::number(dim.value);
        if (dim.name == nullptr || *dim.name == '\0')
            return Dimension::unknown();
        const auto known = m_named.find(std::string_view(dim.name));
        return known != m_named.end() ? known->second
                                      : m_context.newDimension(support::sanitise(dim.name));
    }

    /// Returns the element type that the output has by its type variable, or because it allows no
    /// other.
    ElementType sharedElement(const model::FormalParameter& output) const
    {
        const auto& schema = m_context.schema();
        for (std::size_t i = 0; i < inputCount(); ++i) {
            const auto* parameter = model::parameterAt(schema.inputs, i);
            if (parameter != nullptr && parameter->type == output.type
                && inputElement(i) != ElementType::Undefined)
                return inputElement(i);
        }
        const auto types = typesOf(schema, output);
        return types.size() == 1
            ? model::elementTypeFromName(types.front()).value_or(ElementType::Undefined)
            : ElementType::Undefined;
    }

    model::InferenceContext& m_context;
    std::map<std::string, Dimension, std::less<>> m_named; // by the text that the plug-in got
    std::map<std::size_t, std::vector<std::int64_t>> m_integers;
};

} // namespace

void inferTypes(const PluginOperator& op, model::InferenceContext& context)
{
    InferAnswers answers(op, context);
    if (!callBack(answers, op.described.infer))
        context.error(answers.failure().message());
}

} // namespace engine::plugins
