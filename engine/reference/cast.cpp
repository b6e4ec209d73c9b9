#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"
#include "engine/reference/rounding.h"
#include "model/support/text.h"

#include <charconv>
#include <cmath>
#include <cstring>

// Cast (1 to 25), CastLike, BitCast. Any type is converted to any type through one of two wide
// types, so that each value is rounded once: integers through int64 or uint64, all others through
// double. Source: ONNX Cast-25, tables of conversions.

namespace engine {

namespace {

struct CastRules {
    Overflow overflow = Overflow::Saturate;
    RoundScale scale = RoundScale::Up;
};

/// Each 4- or 2-bit integer is stored in a byte.
ElementType storageType(ElementType type)
{
    if (type == ElementType::Int4 || type == ElementType::Int2)
        return ElementType::Int8;
    if (type == ElementType::Uint4 || type == ElementType::Uint2)
        return ElementType::Uint8;
    return type;
}

void wrapToBits(ElementType type, std::span<std::uint8_t> codes)
{
    const unsigned width = model::traits(type).bits;
    const unsigned sign
        = model::traits(type).kind == model::ElementClass::SignedInteger ? 1u << (width - 1) : 0u;
    for (auto& code : codes)
        code = static_cast<std::uint8_t>(((code & ((1u << width) - 1u)) ^ sign) - sign);
}

/// Returns the shortest text that reads back as the same fp16 number: 1.7, where float has
/// 1.7001953.
std::string halfText(float value)
{
    char text[64];
    for (int digits = 1; digits < 6; ++digits) {
        const auto end
            = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
        float read = 0;
        std::from_chars(text, end.ptr, read);
        if (halfBits(read) == halfBits(value))
            return { text, end.ptr };
    }
    return { text, std::to_chars(text, text + sizeof text, value).ptr };
}

std::string numberText(double value, ElementType source)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "INF" : "-INF";
    if (source == ElementType::Float16)
        return halfText(static_cast<float>(value));
    char text[64];
    const bool isDouble = source == ElementType::Double;
    const auto end = isDouble ? std::to_chars(text, text + sizeof text, value)
                              : std::to_chars(text, text + sizeof text, static_cast<float>(value));
    return { text, end.ptr };
}

template <typename Wide>
Result<void> writeAs(
    const std::vector<Wide>& values, ElementType source, Tensor& target, const CastRules& rules)
{
    const auto type = target.element();
    if (type == ElementType::String) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (std::is_floating_point_v<Wide>)
                (*target.strings)[i] = numberText(values[i], source);
            else
                (*target.strings)[i] = std::to_string(values[i]);
        }
        return {};
    }
    if (isSmallFloat(type)) {
        const bool isWide = elementBytes(type) == 2;
        for (std::size_t i = 0; i < values.size(); ++i) {
            double value = 0;
            if constexpr (std::is_integral_v<Wide>)
                value = functors::roundToOdd(values[i]);
            else
                value = values[i];
            const auto code = encodeSmallFloat(
                value, type, isWide ? Overflow::Special : rules.overflow, rules.scale);
            if (isWide)
                target.as<std::uint16_t>()[i] = code;
            else
                target.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(code);
        }
        return {};
    }
    auto write = [&]<typename T>() {
        auto elements = target.as<T>();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (std::is_same_v<T, bool>)
                elements[i] = values[i] != Wide(0);
            else if constexpr (std::is_integral_v<T>)
                elements[i] = toInteger<T>(values[i]);
            else
                elements[i] = static_cast<T>(values[i]);
        }
    };
    using Types = TypeList<float, double, std::int64_t, std::int32_t, std::uint8_t, std::int8_t,
        std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;
    TRY(visitElement(Types {}, storageType(type), write));
    if (storageType(type) != type)
        wrapToBits(type, target.as<std::uint8_t>());
    return {};
}

template <typename Wide>
std::vector<Wide> readIntegersAs(const Tensor& input)
{
    std::vector<Wide> values;
    auto read = [&]<typename T>() {
        const auto elements = input.as<T>();
        values.assign(elements.begin(), elements.end());
    };
    using Types = TypeList<std::int64_t, std::int32_t, std::uint8_t, std::int8_t, std::uint16_t,
        std::int16_t, std::uint32_t, std::uint64_t, bool>;
    (void)visitElement(Types {}, storageType(input.element()), read);
    return values;
}

Result<std::vector<double>> parseNumbers(const std::vector<std::string>& texts)
{
    std::vector<double> values;
    for (const auto& text : texts) {
        char* end = nullptr;
        values.push_back(std::strtod(text.c_str(), &end));
        if (end == text.c_str() || *end != '\0')
            return fail("text \"", text.substr(0, 40), "\" is not a number");
    }
    return values;
}

Result<std::vector<std::int64_t>> parseIntegers(const std::vector<std::string>& texts)
{
    std::vector<std::int64_t> values;
    for (const auto& text : texts) {
        std::int64_t value = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
            return fail("text \"", text.substr(0, 40), "\" is not an integer");
        values.push_back(value);
    }
    return values;
}

bool isInteger(ElementType type)
{
    const auto kind = model::traits(type).kind;
    return kind == model::ElementClass::SignedInteger
        || kind == model::ElementClass::UnsignedInteger || kind == model::ElementClass::Bool;
}

Result<void> castStrings(const Tensor& input, Tensor& output, const CastRules& rules)
{
    if (isInteger(output.element())) {
        const auto integers = parseIntegers(*input.strings);
        if (integers)
            return writeAs(*integers, input.element(), output, rules);
    }
    const auto values = TRY(parseNumbers(*input.strings));
    return writeAs(values, input.element(), output, rules);
}

/// Converts the most frequent pairs of types; through double they would be several times slower.
/// Returns false for other pairs.
bool castCommonPair(const Tensor& input, Tensor& output)
{
    const auto convert = [&]<typename From, typename To>() {
        const auto source = input.as<From>();
        auto target = output.as<To>();
        for (std::size_t i = 0; i < source.size(); ++i)
            target[i] = static_cast<To>(source[i]);
        return true;
    };
    const auto from = input.element();
    const auto to = output.element();
    if (from == ElementType::Float && to == ElementType::Float16)
        return convert.operator()<float, Float16>();
    if (from == ElementType::Float16 && to == ElementType::Float)
        return convert.operator()<Float16, float>();
    if (from == ElementType::Int64 && to == ElementType::Float)
        return convert.operator()<std::int64_t, float>();
    if (from == ElementType::Int64 && to == ElementType::Int32)
        return convert.operator()<std::int64_t, std::int32_t>();
    if (from == ElementType::Int32 && to == ElementType::Int64)
        return convert.operator()<std::int32_t, std::int64_t>();
    return false;
}

Result<void> castTensor(RunContext& context, ElementType to, const CastRules& rules)
{
    const auto& input = context.tensor(0);
    const auto from = input.element();
    if (from == to)
        return context.forward(0, 0, input.dims());
    if (to != ElementType::String && elementBytes(to) == 0)
        return fail("cannot cast to element type ", static_cast<std::int32_t>(to));
    if (model::traits(from).kind == model::ElementClass::Complex
        || model::traits(to).kind == model::ElementClass::Complex)
        return fail("cannot cast ", from, " to ", to);
    auto* output = TRY(context.output(0, to, input.dims()));
    if (castCommonPair(input, *output))
        return {};
    if (from == ElementType::String)
        return castStrings(input, *output, rules);
    if (from == ElementType::Uint64)
        return writeAs(readIntegersAs<std::uint64_t>(input), from, *output, rules);
    if (isInteger(from))
        return writeAs(readIntegersAs<std::int64_t>(input), from, *output, rules);
    const auto values = TRY(readNumbers(input));
    return writeAs(values, from, *output, rules);
}

CastRules rulesOf(const OpNode& node)
{
    CastRules rules;
    rules.overflow = node.integer("saturate", 1) != 0 ? Overflow::Saturate : Overflow::Special;
    const auto mode = node.text("round_mode", "up");
    rules.scale = mode == "down" ? RoundScale::Down
                                 : (mode == "nearest" ? RoundScale::Nearest : RoundScale::Up);
    return rules;
}

Result<void> runCast(const OpNode& node, RunContext& context)
{
    // Version 1 has the type as a text, such as "FLOAT".
    if (const auto name = node.text("to")) {
        const auto type = model::elementTypeFromName(support::lowered(*name));
        if (!type)
            return fail("cannot cast to \"", *name, "\"");
        return castTensor(context, *type, rulesOf(node));
    }
    return castTensor(context, node.element("to", ElementType::Undefined), rulesOf(node));
}

Result<void> runCastLike(const OpNode& node, RunContext& context)
{
    return castTensor(context, context.tensor(1).element(), rulesOf(node));
}

Result<void> runBitCast(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto to = node.element("to", ElementType::Undefined);
    if (model::traits(to).bits != model::traits(input.element()).bits || elementBytes(to) == 0)
        return fail("cannot see ", input.element(), " as ", to, ": the widths differ");
    auto* output = TRY(context.output(0, to, input.dims()));
    if (input.type.bytes() > 0)
        std::memcpy(output->data, input.data, input.type.bytes());
    const std::span bytes(reinterpret_cast<std::uint8_t*>(output->data), output->type.bytes());
    if (model::traits(to).bits < 8)
        wrapToBits(to, bytes);
    // A bool in memory is 0 or 1; all other bits count as true.
    if (to == ElementType::Bool)
        std::ranges::transform(
            bytes, bytes.begin(), [](std::uint8_t b) { return static_cast<std::uint8_t>(b != 0); });
    return {};
}

const RegisterReference casts[] = {
    { "Cast", runCast },
    { "CastLike", runCastLike },
    { "BitCast", runBitCast },
};

} // namespace

} // namespace engine
