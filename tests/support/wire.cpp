#include "tests/support/wire.h"

namespace testing::wire {

std::string varint(std::uint64_t value)
{
    std::string out;
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>(0x80 | (value & 0x7F));
    return out + static_cast<char>(value);
}

std::string tag(std::uint32_t field, int wireType)
{
    return varint((static_cast<std::uint64_t>(field) << 3) | static_cast<std::uint64_t>(wireType));
}

std::string number(std::uint32_t field, std::int64_t value)
{
    return tag(field, 0) + varint(static_cast<std::uint64_t>(value));
}

std::string fixed32(std::uint32_t field, std::uint32_t value)
{
    std::string out = tag(field, 5);
    for (int i = 0; i < 4; ++i)
        out += static_cast<char>((value >> (8 * i)) & 0xFF);
    return out;
}

std::string fixed64(std::uint32_t field, std::uint64_t value)
{
    std::string out = tag(field, 1);
    for (int i = 0; i < 8; ++i)
        out += static_cast<char>((value >> (8 * i)) & 0xFF);
    return out;
}

std::string bytes(std::uint32_t field, std::string_view content)
{
    return tag(field, 2) + varint(content.size()) + std::string(content);
}

std::string operatorSet(std::string_view domain, std::int64_t version)
{
    return bytes(8, bytes(1, domain) + number(2, version));
}

std::string model(std::string_view graph, std::int64_t irVersion, std::int64_t opset)
{
    return number(1, irVersion) + bytes(7, graph) + operatorSet("", opset);
}

std::string node(std::string_view type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, std::string_view rest)
{
    std::string out;
    for (const auto& input : inputs)
        out += bytes(1, input);
    for (const auto& output : outputs)
        out += bytes(2, output);
    return out + bytes(4, type) + std::string(rest);
}

std::string nodeField(std::string_view type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, std::string_view rest)
{
    return bytes(1, node(type, inputs, outputs, rest));
}

std::string tensorType(int element, const std::vector<std::int64_t>& dims)
{
    std::string shape;
    for (const auto dim : dims)
        shape += bytes(1, number(1, dim));
    return bytes(1, number(1, element) + bytes(2, shape));
}

std::string valueInfo(std::string_view name, std::string_view type)
{
    return bytes(1, name) + (type.empty() ? std::string() : bytes(2, type));
}

std::string inputField(std::string_view name, std::string_view type)
{
    return bytes(11, valueInfo(name, type));
}

std::string outputField(std::string_view name, std::string_view type)
{
    return bytes(12, valueInfo(name, type));
}

std::string tensor(std::string_view name, int element, const std::vector<std::int64_t>& dims,
    std::string_view dataFields)
{
    std::string out;
    for (const auto dim : dims)
        out += number(1, dim);
    return out + number(2, element) + bytes(8, name) + std::string(dataFields);
}

std::string sparseTensor(
    std::string_view values, std::string_view indices, const std::vector<std::int64_t>& dims)
{
    auto message = bytes(1, values) + bytes(2, indices);
    for (const auto dim : dims)
        message += number(3, dim);
    return message;
}

std::string sparseInitializerField(std::string_view sparse) { return bytes(15, sparse); }

std::string initializerField(std::string_view tensor) { return bytes(5, tensor); }

std::string externalFields(
    std::string_view location, std::string_view offset, std::string_view length)
{
    const auto entry = [](std::string_view key, std::string_view value) {
        return value.empty() ? std::string() : bytes(13, bytes(1, key) + bytes(2, value));
    };
    return entry("location", location) + entry("offset", offset) + entry("length", length)
        + number(14, 1);
}

std::string graphAttribute(std::string_view name, std::string_view graph)
{
    return bytes(5, bytes(1, name) + bytes(6, graph) + number(20, 5));
}

std::string intAttribute(std::string_view name, std::int64_t value)
{
    return bytes(5, bytes(1, name) + number(3, value) + number(20, 2));
}

} // namespace testing::wire
