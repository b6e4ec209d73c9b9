#include "engine/passes/quantised_values.h"

#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

bool isByte(ElementType element)
{
    return element == ElementType::Int8 || element == ElementType::Uint8;
}

bool isQuantiser(const Op& op, std::string_view type)
{
    return op.node.type == type && op.node.domain.empty() && op.inputs.size() >= 2
        && op.outputs.size() == 1 && op.node.integer("block_size", 0) == 0;
}

} // namespace

CodeRange codesOf(ElementType element)
{
    return element == ElementType::Int8 ? CodeRange { -128, 127 } : CodeRange { 0, 255 };
}

QuantisedValues::QuantisedValues(const Program& program, const PassContext& context)
    : m_program(program)
    , m_facts(context.facts)
    , m_pattern(patternOf(program, context))
{
}

std::optional<std::vector<double>> QuantisedValues::numbersOf(ProgramValueId value) const
{
    const auto* tensor = m_program.constantOf(value);
    if (tensor == nullptr || tensor->data == nullptr)
        return std::nullopt;
    auto numbers = readNumbers(*tensor);
    return numbers ? std::optional(std::move(*numbers)) : std::nullopt;
}

/// The scale and zero point of a quantiser, if they are constant and fit the type of the codes.
std::optional<Quantised> QuantisedValues::ends(
    OpId id, ProgramValueId codes, ElementType element) const
{
    const auto& inputs = m_program.op(id).inputs;
    Quantised end { id, codes, inputs[1], inputs.size() > 2 ? inputs[2] : ProgramValueId(),
        element };
    const auto* scale = m_program.constantOf(end.scale);
    if (scale == nullptr || scale->element() != ElementType::Float || scale->count() == 0
        || !isByte(element))
        return std::nullopt;
    if (!end.zero.isValid())
        return end;
    const auto* zero = m_program.constantOf(end.zero);
    const bool isFitting = zero != nullptr && zero->data != nullptr && zero->element() == element
        && zero->count() == scale->count();
    return isFitting ? std::optional(end) : std::nullopt;
}

OpId QuantisedValues::dequantiserOf(ProgramValueId value) const
{
    const auto maker = m_pattern.makerOf(value);
    const bool isIt = maker.isValid() && isQuantiser(m_program.op(maker), "DequantizeLinear")
        && m_pattern.floatType(value);
    return isIt ? maker : OpId();
}

std::optional<Quantised> QuantisedValues::dequantised(ProgramValueId value) const
{
    const auto maker = dequantiserOf(value);
    if (!maker.isValid())
        return std::nullopt;
    const auto codes = m_program.op(maker).inputs[0];
    const auto type = m_facts.tensorType(codes);
    const auto end = type ? ends(maker, codes, type->element) : std::nullopt;
    return end && m_program.constantOf(end->scale)->count() == 1 ? end : std::nullopt;
}

std::optional<Quantised> QuantisedValues::weights(ProgramValueId value, std::size_t axis) const
{
    const auto maker = dequantiserOf(value);
    if (!maker.isValid())
        return std::nullopt;
    const auto codes = m_program.op(maker).inputs[0];
    const auto type = m_facts.tensorType(codes);
    if (!type || type->dims.size() <= axis)
        return std::nullopt;
    // Weights that are quantised in the graph are constant after folding.
    const auto quantiser = m_pattern.makerOf(codes, "QuantizeLinear");
    const bool isConstant = m_program.isConstant(codes)
        || (quantiser.isValid()
            && std::ranges::all_of(m_program.op(quantiser).inputs,
                [this](auto input) { return !input.isValid() || m_program.isConstant(input); }));
    const auto end = isConstant ? ends(maker, codes, type->element) : std::nullopt;
    if (!end)
        return std::nullopt;
    const auto scales = m_program.constantOf(end->scale)->count();
    const auto written = m_program.op(maker).node.integer("axis", 1);
    const auto rank = static_cast<std::int64_t>(type->dims.size());
    const bool isAxis = (written < 0 ? written + rank : written) == static_cast<std::int64_t>(axis)
        && scales == type->dims[axis];
    return scales == 1 || isAxis ? end : std::nullopt;
}

std::optional<Quantised> QuantisedValues::quantisation(OpId id) const
{
    const auto& op = m_program.op(id);
    if (!isQuantiser(op, "QuantizeLinear") || !m_pattern.floatType(op.inputs[0])
        || op.node.integer("precision", 0) > static_cast<std::int64_t>(ElementType::Float))
        return std::nullopt;
    const auto type = m_facts.tensorType(op.outputs[0]);
    const auto end = type ? ends(id, {}, type->element) : std::nullopt;
    return end && m_program.constantOf(end->scale)->count() == 1 ? end : std::nullopt;
}

std::int64_t QuantisedValues::zeroOf(const Quantised& end) const
{
    const auto numbers = numbersOf(end.zero);
    return numbers ? static_cast<std::int64_t>(numbers->front()) : 0;
}

std::optional<CodeRange> QuantisedValues::limitsOf(OpId id, const Quantised& result) const
{
    const auto& op = m_program.op(id);
    const bool isRelu = op.node.type == "Relu";
    if (!op.node.domain.empty() || (!isRelu && op.node.type != "Clip") || op.outputs.size() != 1)
        return std::nullopt;
    constexpr float unlimited = std::numeric_limits<float>::infinity();
    const auto bound = [&](std::size_t input, const char* attribute, float fallback) {
        return input < op.inputs.size() && op.inputs[input].isValid()
            ? m_pattern.scalarOf(op.inputs[input])
            : std::optional(op.node.real(attribute, fallback));
    };
    const auto low = isRelu ? std::optional(0.0F) : bound(1, "min", -unlimited);
    const auto high = isRelu ? std::optional(unlimited) : bound(2, "max", unlimited);
    if (!low || !high || !(*low <= *high))
        return std::nullopt;
    const auto all = codesOf(result.element);
    const auto scale = m_program.constantOf(result.scale)->as<float>().front();
    const auto codeOf = [&](float number) {
        const auto level = static_cast<double>(std::nearbyint(number / scale))
            + static_cast<double>(zeroOf(result));
        return static_cast<std::int64_t>(
            std::clamp(level, static_cast<double>(all.low), static_cast<double>(all.high)));
    };
    if (!(scale > 0))
        return std::nullopt;
    return CodeRange { codeOf(*low), codeOf(*high) };
}

bool QuantisedValues::isSame(const Quantised& a, const Quantised& b) const
{
    return a.element == b.element && zeroOf(a) == zeroOf(b)
        && numbersOf(a.scale) == numbersOf(b.scale);
}

OpId QuantisedValues::constantMaker(ProgramValueId value) const
{
    const auto maker = m_pattern.makerOf(value);
    const bool isIt = maker.isValid() && isQuantiser(m_program.op(maker), "DequantizeLinear")
        && std::ranges::all_of(m_program.op(maker).inputs,
            [this](auto input) { return !input.isValid() || m_program.isConstant(input); });
    return isIt ? maker : OpId();
}

std::optional<Tensor> QuantisedValues::biasOf(
    ProgramValueId value, const Quantised& x, const Quantised& w, std::int64_t count) const
{
    const auto* known = m_facts.knownTensor(value);
    const auto type = m_facts.tensorType(value);
    const auto scaleX = numbersOf(x.scale);
    const auto scaleW = numbersOf(w.scale);
    if (known == nullptr || known->element() != ElementType::Float || known->data == nullptr
        || !type || known->count() != count || known->rank() == 0 || known->dims().back() != count)
        return std::nullopt;
    auto bias = makeTensor(ElementType::Int32, { count });
    for (std::int64_t i = 0; i < count; ++i) {
        const auto unit
            = scaleX->front() * (*scaleW)[scaleW->size() == 1 ? 0 : static_cast<std::size_t>(i)];
        const auto level = std::nearbyint(
            static_cast<double>(known->as<float>()[static_cast<std::size_t>(i)]) / unit);
        if (!(std::abs(level) < 1e9)) // sums of products stay far from the limits of int32
            return std::nullopt;
        bias.as<std::int32_t>()[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(level);
    }
    return bias;
}

} // namespace engine
