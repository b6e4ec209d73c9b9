#include "engine/passes/elementwise_terms.h"

#include "engine/kernel/elementwise_functions.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <bit>

namespace engine {

namespace {

using Operand = ElementwiseTerms::Operand;
using Term = ElementwiseTerms::Term;

constexpr std::array powerBases { ElementType::Float, ElementType::Double, ElementType::Float16,
    ElementType::Bfloat16, ElementType::Int64, ElementType::Int32 };

class Translation {
public:
    Translation(const Op& op, const Facts& facts)
        : m_op(op)
        , m_facts(facts)
    {
    }

    std::optional<ElementwiseTerms> run()
    {
        if (!readTypes())
            return std::nullopt;
        const bool isTranslated = m_op.node.domain.empty() && translateOwnForm();
        if (!isTranslated && (isOwnForm() || !translateRow()))
            return std::nullopt;
        return fits() ? std::optional(std::move(m_result)) : std::nullopt;
    }

private:
    bool readTypes()
    {
        if (m_op.outputs.size() != 1 || !m_op.outputs[0].isValid() || m_op.inputs.empty())
            return false;
        const auto output = m_facts.tensorType(m_op.outputs[0]);
        if (!output || output->count() == 0)
            return false;
        m_result.output = *output;
        for (const auto input : m_op.inputs) {
            auto type = input.isValid() ? m_facts.tensorType(input) : TensorType();
            if (!type)
                return false;
            m_result.dims.push_back(type->dims);
            m_types.push_back(std::move(*type));
        }
        return true;
    }

    bool has(std::size_t input) const
    {
        return input < m_op.inputs.size() && m_op.inputs[input].isValid();
    }

    bool isOwnForm() const
    {
        static constexpr std::array<std::string_view, 5> types { "Cast", "CastLike", "Clip", "Pow",
            "Where" };
        return std::ranges::find(types, m_op.node.type) != types.end();
    }

    bool translateOwnForm()
    {
        const auto& type = m_op.node.type;
        if (type == "Cast" || type == "CastLike")
            return translateCast();
        if (type == "Clip")
            return translateClip();
        if (type == "Pow")
            return translatePower();
        return type == "Where" && translateWhere();
    }

    bool translateCast()
    {
        const auto from = m_types[0].element;
        const auto to = m_result.output.element;
        if (from == to || !contains(TakenElements::Comparable, from)
            || !contains(TakenElements::Comparable, to))
            return false;
        m_result.terms.push_back({ "Convert", to, { { Operand::Kind::Input, 0 } }, {} });
        m_read = 1;
        return true;
    }

    bool translateClip()
    {
        const auto element = m_types[0].element;
        const bool isOld = m_op.node.version < 11;
        if (!contains(isOld ? TakenElements::Float : TakenElements::Number, element))
            return false;
        return addLimit("AtLeast", 1, isOld ? m_op.node.real("min") : std::nullopt)
            && addLimit("AtMost", 2, isOld ? m_op.node.real("max") : std::nullopt)
            && !m_result.terms.empty();
    }

    bool addLimit(const char* function, std::size_t input, std::optional<float> attribute)
    {
        const auto element = m_types[0].element;
        Operand limit { Operand::Kind::Input, input };
        if (has(input)) {
            if (m_types[input].count() != 1 || m_types[input].element != element)
                return false;
            m_result.dims[input].clear(); // it takes no part in broadcasting
            m_read = std::max(m_read, input + 1);
        } else if (attribute) {
            limit = { Operand::Kind::Constant, m_result.constants.size() };
            m_result.constants.push_back(
                { ElementType::Float, std::bit_cast<std::uint32_t>(*attribute) });
        } else {
            return true;
        }
        const auto value = m_result.terms.empty() ? Operand { Operand::Kind::Input, 0 }
                                                  : Operand { Operand::Kind::TermBefore, 0 };
        m_result.terms.push_back({ function, element, { value, limit }, {} });
        m_read = std::max<std::size_t>(m_read, 1);
        return true;
    }

    bool translatePower()
    {
        if (m_types.size() != 2 || !has(1))
            return false;
        const auto exponent = m_types[1].element;
        const auto isBase = [](ElementType element) {
            return std::ranges::find(powerBases, element) != powerBases.end();
        };
        if (!isBase(m_types[0].element)
            || !(isBase(exponent) || exponent == ElementType::Uint32
                || exponent == ElementType::Uint64))
            return false;
        return addOfInputs("Power", m_types[0].element) && alignSecond();
    }

    bool translateWhere()
    {
        if (m_types.size() != 3 || m_types[0].element != ElementType::Bool
            || m_types[1].element != m_types[2].element
            || !contains(TakenElements::Comparable, m_types[1].element))
            return false;
        return addOfInputs("Choose", m_types[1].element);
    }

    bool translateRow()
    {
        const auto* const row = elementwiseOperator(m_op.node.domain, m_op.node.type);
        if (row == nullptr || m_types.size() < row->minInputs || m_types.size() > row->maxInputs)
            return false;
        const auto element = m_types[0].element;
        const bool isOne = std::ranges::all_of(
            m_types, [&](const TensorType& type) { return type.element == element; });
        if (!isOne || !contains(row->taken, element))
            return false;
        const auto function = functionOf(*row, m_op.node);
        if (!addOfInputs(
                function, functionNamed(function)->isBoolean ? ElementType::Bool : element))
            return false;
        for (const auto& parameter : { row->a, row->b }) {
            if (!parameter.attribute.empty())
                m_result.terms.back().parameters.push_back(
                    m_op.node.real(parameter.attribute, parameter.fallback));
        }
        return row->maxInputs != 2 || alignSecond();
    }

    bool addOfInputs(std::string_view function, ElementType element)
    {
        Term term { std::string(function), element, {}, {} };
        for (std::size_t i = 0; i < m_types.size(); ++i) {
            if (!has(i))
                return false;
            term.operands.push_back({ Operand::Kind::Input, i });
        }
        m_result.terms.push_back(std::move(term));
        m_read = m_types.size();
        return true;
    }

    /// Aligns the second operand as older versions of the operator did.
    bool alignSecond()
    {
        auto& dims = m_result.dims;
        auto aligned = legacyBroadcastDims(m_op.node, dims[0], dims[1]);
        if (!aligned)
            return false;
        dims[1] = std::move(*aligned);
        return true;
    }

    /// Whether the inputs that are read broadcast to the output type that inference found.
    bool fits()
    {
        m_result.dims.resize(std::max(m_read, std::size_t(1)));
        Dims dims;
        for (const auto& input : m_result.dims) {
            auto joined = broadcastDims(dims, input);
            if (!joined)
                return false;
            dims = std::move(*joined);
        }
        return dims == m_result.output.dims
            && m_result.terms.back().element == m_result.output.element;
    }

    const Op& m_op;
    const Facts& m_facts;
    std::vector<TensorType> m_types;
    std::size_t m_read = 0; ///< inputs that the terms may read
    ElementwiseTerms m_result;
};

} // namespace

std::optional<ElementwiseTerms> elementwiseTerms(const Op& op, const Facts& facts)
{
    return Translation(op, facts).run();
}

} // namespace engine
