#include "tests/support/engine/model_text.h"

#include "engine/kernel/small_float.h"
#include "engine/passes/widen_half.h"
#include "model/onnx/parser.h"
#include "tests/support/wire.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <vector>

namespace testing {

namespace {

[[noreturn]] void mistake(std::string_view line, const char* why)
{
    std::fprintf(
        stderr, "modelFromText: %s: %.*s\n", why, static_cast<int>(line.size()), line.data());
    std::abort();
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    int brackets = 0;
    std::string part;
    for (const char c : text) {
        brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == separator && brackets == 0) {
            parts.emplace_back(trimmed(part));
            part.clear();
        } else {
            part += c;
        }
    }
    if (!trimmed(part).empty() || !parts.empty())
        parts.emplace_back(trimmed(part));
    return parts;
}

std::vector<std::string> names(std::string_view text)
{
    auto list = split(text, ',');
    for (auto& name : list) {
        if (name == "-")
            name.clear();
    }
    return list;
}

struct TypeText {
    int element = 1;
    std::vector<std::int64_t> dims;
    std::string message;
};

/// Parses a type: `float 1 2 batch`.
TypeText typeOf(std::string_view text)
{
    TypeText type;
    std::istringstream words { std::string(text) };
    std::string word;
    words >> word;
    type.element = static_cast<int>(
        model::elementTypeFromName(word).value_or(model::ElementType::Undefined));
    std::string shape;
    while (words >> word) {
        const bool isNumber = word.find_first_not_of("-0123456789") == std::string::npos;
        shape
            += wire::bytes(1, isNumber ? wire::number(1, std::stoll(word)) : wire::bytes(2, word));
        type.dims.push_back(isNumber ? std::stoll(word) : -1);
    }
    type.message = wire::bytes(1, wire::number(1, type.element) + wire::bytes(2, shape));
    return type;
}

std::string dataOf(const TypeText& type, std::string_view text)
{
    std::vector<double> numbers;
    std::istringstream words { std::string(text) };
    for (double number = 0; words >> number;)
        numbers.push_back(number);
    std::size_t count = 1;
    for (const auto dim : type.dims)
        count *= static_cast<std::size_t>(dim);
    std::string raw;
    for (std::size_t i = 0; i < count; ++i) {
        const double number = numbers.size() == 1 ? numbers.front() : numbers.at(i);
        char bytes[8] {};
        std::size_t width = 4;
        if (type.element == static_cast<int>(model::ElementType::Int64)) {
            const auto integer = static_cast<std::int64_t>(number);
            std::memcpy(bytes, &integer, width = 8);
        } else if (type.element == static_cast<int>(model::ElementType::Int32)) {
            const auto integer = static_cast<std::int32_t>(number);
            std::memcpy(bytes, &integer, width);
        } else if (type.element == static_cast<int>(model::ElementType::Bool)) {
            bytes[0] = number != 0 ? 1 : 0;
            width = 1;
        } else if (type.element == static_cast<int>(model::ElementType::Uint8)
            || type.element == static_cast<int>(model::ElementType::Int8)) {
            bytes[0] = static_cast<char>(static_cast<std::int64_t>(number));
            width = 1;
        } else if (type.element == static_cast<int>(model::ElementType::Int32)) {
            const auto integer = static_cast<std::int32_t>(number);
            std::memcpy(bytes, &integer, width);
        } else if (const auto element = static_cast<model::ElementType>(type.element);
                   engine::isHalf(element)) {
            const auto code = engine::encodeSmallFloat(number, element, engine::Overflow::Special);
            std::memcpy(bytes, &code, width = 2);
        } else {
            const auto real = static_cast<float>(number);
            std::memcpy(bytes, &real, width);
        }
        raw.append(bytes, width);
    }
    return wire::bytes(9, raw);
}

bool isInteger(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
}
bool isReal(std::string_view text)
{
    return text.find('.') != std::string::npos
        && text.find_first_not_of("-0123456789.e") == std::string::npos;
}

std::string floatField(std::uint32_t field, std::string_view text)
{
    return wire::fixed32(field, std::bit_cast<std::uint32_t>(std::stof(std::string(text))));
}

/// An attribute as an encoded field of a node.
std::string attributeOf(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        mistake(text, "an attribute without a colon");
    const auto name = wire::bytes(1, trimmed(text.substr(0, colon)));
    const auto value = trimmed(text.substr(colon + 1));
    if (value.starts_with('[')) {
        const auto items = split(value.substr(1, value.size() - 2), ',');
        std::string fields;
        const bool reals = !items.empty() && isReal(items.front());
        const bool words = !items.empty() && !reals && !isInteger(items.front());
        for (const auto& item : items)
            fields += reals ? floatField(7, item)
                : words     ? wire::bytes(9, item)
                            : wire::number(8, std::stoll(item));
        return wire::bytes(5, name + fields + wire::number(20, reals ? 6 : words ? 8 : 7));
    }
    if (isInteger(value))
        return wire::intAttribute(trimmed(text.substr(0, colon)), std::stoll(std::string(value)));
    if (isReal(value))
        return wire::bytes(5, name + floatField(2, value) + wire::number(20, 1));
    return wire::bytes(5, name + wire::bytes(4, value) + wire::number(20, 3));
}

struct Line {
    std::size_t indent = 0;
    std::string_view text;
};

/// Recursive; the depth is that of the indentation in a test's text.
class Reader {
public:
    explicit Reader(std::string_view text)
    {
        while (!text.empty()) {
            const auto end = text.find('\n');
            const auto line = text.substr(0, end);
            text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
            if (!trimmed(line).empty())
                m_lines.push_back({ line.find_first_not_of(' '), trimmed(line) });
        }
    }

    std::string main() { return graph(m_lines.empty() ? 0 : m_lines.front().indent); }

private:
    std::string graph(std::size_t indent)
    {
        std::string fields;
        while (m_next < m_lines.size() && m_lines[m_next].indent == indent) {
            const auto line = m_lines[m_next++].text;
            if (line.starts_with("input "))
                fields += declared(11, line.substr(6));
            else if (line.starts_with("output "))
                fields += declared(12, line.substr(7));
            else if (line.starts_with("weight "))
                fields += weight(line.substr(7));
            else
                fields += node(line, indent);
        }
        return fields;
    }

    static std::string declared(std::uint32_t field, std::string_view text)
    {
        const auto colon = text.find(':');
        if (colon == std::string_view::npos)
            return wire::bytes(field, wire::valueInfo(trimmed(text)));
        return wire::bytes(field,
            wire::valueInfo(
                trimmed(text.substr(0, colon)), typeOf(text.substr(colon + 1)).message));
    }

    static std::string weight(std::string_view text)
    {
        const auto colon = text.find(':');
        const auto equals = text.find('=');
        if (colon == std::string_view::npos || equals == std::string_view::npos)
            mistake(text, "a weight without type or value");
        const auto type = typeOf(text.substr(colon + 1, equals - colon - 1));
        return wire::initializerField(wire::tensor(trimmed(text.substr(0, colon)), type.element,
            type.dims, dataOf(type, text.substr(equals + 1))));
    }

    std::string node(std::string_view line, std::size_t indent)
    {
        const auto equals = line.find('=');
        const auto open = line.find('(', equals == std::string_view::npos ? 0 : equals);
        const auto close = line.find(')', open == std::string_view::npos ? 0 : open);
        if (close == std::string_view::npos || equals == std::string_view::npos)
            mistake(line, "neither input, output, weight nor operator");
        std::string rest;
        if (const auto brace = line.find('{', close); brace != std::string_view::npos) {
            for (const auto& attribute :
                split(line.substr(brace + 1, line.rfind('}') - brace - 1), ','))
                rest += attributeOf(attribute);
        }
        while (m_next < m_lines.size() && m_lines[m_next].indent > indent)
            rest += body();
        auto type = std::string(trimmed(line.substr(equals + 1, open - equals - 1)));
        if (const auto colon = type.find(':'); colon != std::string::npos) {
            rest += wire::bytes(7, type.substr(0, colon));
            type = type.substr(colon + 1);
        }
        return wire::nodeField(type, names(line.substr(open + 1, close - open - 1)),
            names(line.substr(0, equals)), rest);
    }

    std::string body()
    {
        const auto line = m_lines[m_next++];
        const auto open = line.text.find('(');
        const auto close = line.text.find("):");
        if (open == std::string_view::npos || close == std::string_view::npos)
            mistake(line.text, "not a body");
        std::string fields;
        for (const auto& input : names(line.text.substr(open + 1, close - open - 1)))
            fields += wire::bytes(11, wire::valueInfo(input));
        if (m_next < m_lines.size() && m_lines[m_next].indent > line.indent)
            fields += graph(m_lines[m_next].indent);
        for (const auto& output : names(line.text.substr(close + 2)))
            fields += wire::bytes(12, wire::valueInfo(output));
        return wire::graphAttribute(line.text.substr(0, open), fields);
    }

    std::vector<Line> m_lines;
    std::size_t m_next = 0;
};

} // namespace

std::shared_ptr<const model::Model> modelFromText(std::string_view text, int opset)
{
    // wire::model() is not used, because the other domains of tests need opset imports too.
    const auto bytes = wire::number(1, 8)
        + wire::bytes(7, wire::bytes(2, "main") + Reader(text).main())
        + wire::operatorSet("", opset) + wire::operatorSet("com.microsoft", 1)
        + wire::operatorSet("ai.onnx.preview.training", 1) + wire::operatorSet("onnx.brevitas", 1);
    auto model = model::onnx::parseModel(std::as_bytes(std::span(bytes)));
    if (!model)
        mistake(model.error().message(), "not a model");
    return *model;
}

} // namespace testing
