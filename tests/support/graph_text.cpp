#include "tests/support/graph_text.h"

#include "model/onnx/parser.h"
#include "model/operator.h"
#include "tests/support/node_text.h"
#include "tests/support/wire.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace testing {

namespace {

using namespace model;

std::string trim(std::string text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string::npos
        ? std::string()
        : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> splitList(const std::string& text)
{
    std::vector<std::string> parts;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');)
        parts.push_back(trim(part));
    return parts;
}

std::string encodedType(const ValueType& type)
{
    auto tensor = wire::number(1, static_cast<std::int64_t>(type.element));
    if (type.shape) {
        std::string shape;
        for (const auto& dim : *type.shape)
            shape += wire::bytes(1,
                dim.isNumber()        ? wire::number(1, *dim.value())
                    : dim.isUnknown() ? std::string()
                                      : wire::bytes(2, dim.text()));
        tensor += wire::bytes(2, shape);
    }
    return wire::bytes(1, tensor);
}

template <typename T>
std::string raw(T value)
{
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

std::string encodedElements(const InferenceArgument& argument)
{
    std::string bytes;
    if (!argument.elements) {
        const auto count = elementCount(argument.type.shape.value_or(Shape {})).value_or(0);
        return std::string(packedBytes(argument.type.element, count).value_or(0), '\0');
    }
    for (const auto& integer : argument.elements->integers) {
        const auto value = integer.value().value_or(0);
        bytes += argument.type.element == ElementType::Int64 ? raw(value)
            : argument.type.element == ElementType::Int32    ? raw(static_cast<std::int32_t>(value))
                                                          : raw(static_cast<std::uint8_t>(value));
    }
    for (const auto real : argument.elements->reals)
        bytes += raw(static_cast<float>(real));
    return bytes;
}

/// Supports the attribute kinds that graph tests use: numbers, lists of them, a string. Brackets
/// make a list of one number, a point makes floats: `[1]`, `[0.5 2]`.
std::string encodedAttribute(const std::string& text)
{
    const auto colon = text.find(':');
    auto value = trim(text.substr(colon + 1));
    auto fields = wire::bytes(1, trim(text.substr(0, colon)));
    const auto isNumber = value.find_first_not_of("-0123456789. []") == std::string::npos;
    if (!isNumber)
        return wire::bytes(5, fields + wire::bytes(4, value) + wire::number(20, 3));
    const bool isList = value.find_first_of(" [") != std::string::npos;
    std::erase_if(value, [](char c) { return c == '[' || c == ']'; });
    if (value.find('.') != std::string::npos) {
        if (!isList)
            return wire::bytes(5,
                fields + wire::tag(2, 5) + raw(static_cast<float>(std::stod(value)))
                    + wire::number(20, 1));
        std::stringstream stream(value);
        std::string bytes;
        for (float real = 0; stream >> real;)
            bytes += raw(real);
        return wire::bytes(5, fields + wire::bytes(7, bytes) + wire::number(20, 6));
    }
    if (!isList)
        return wire::bytes(5, fields + wire::number(3, std::stoll(value)) + wire::number(20, 2));
    std::stringstream stream(value);
    for (std::int64_t number = 0; stream >> number;)
        fields += wire::number(8, number);
    return wire::bytes(5, fields + wire::number(20, 7));
}

struct GraphFields {
    std::string nodes;
    std::string inputs;
    std::string outputs;
    std::string initializers;
    std::string imports;
    std::int64_t opset = 17;
};

void readNode(const std::string& line, GraphFields& graph)
{
    const auto equals = line.find('=');
    const auto open = line.find('(');
    const auto close = line.find(')', open);
    auto type = trim(line.substr(equals + 1, open - equals - 1));
    std::string rest;
    if (const auto colon = type.find(':'); colon != std::string::npos) {
        rest = wire::bytes(7, type.substr(0, colon));
        type = type.substr(colon + 1);
    }
    if (const auto quote = line.find('"', close); quote != std::string::npos)
        rest += wire::bytes(3, line.substr(quote + 1, line.find('"', quote + 1) - quote - 1));
    if (const auto brace = line.find('{', close); brace != std::string::npos) {
        std::stringstream stream(line.substr(brace + 1, line.rfind('}') - brace - 1));
        for (std::string part; std::getline(stream, part, ';');)
            rest += encodedAttribute(part);
    }
    graph.nodes += wire::nodeField(type, splitList(line.substr(open + 1, close - open - 1)),
        splitList(line.substr(0, equals)), rest);
}

void readLine(const std::string& line, GraphFields& graph)
{
    if (line.starts_with("opset ")) {
        std::stringstream words(line.substr(6));
        std::string first;
        std::int64_t version = 0;
        words >> first;
        if (words >> version)
            graph.imports += wire::operatorSet(first, version);
        else
            graph.opset = std::stoll(first);
    } else if (line.find('(') != std::string::npos && line.find('=') < line.find('(')) {
        readNode(line, graph);
    } else if (const auto arrow = line.find("->"); arrow != std::string::npos) {
        const auto type = trim(line.substr(arrow + 2));
        graph.outputs += wire::outputField(trim(line.substr(0, arrow)),
            type.empty() ? std::string() : encodedType(argumentFrom(type).type));
    } else {
        const auto colon = line.find(':');
        const auto name = trim(line.substr(0, colon));
        const auto argument = argumentFrom(trim(line.substr(colon + 1)));
        const auto isInitializer = line.find('=') != std::string::npos;
        if (!isInitializer) {
            graph.inputs += wire::inputField(name, encodedType(argument.type));
            return;
        }
        const auto dims = concrete(argument.type.shape.value_or(Shape {}))
                              .value_or(std::vector<std::int64_t> {});
        graph.initializers
            += wire::initializerField(wire::tensor(name, static_cast<int>(argument.type.element),
                dims, wire::bytes(9, encodedElements(argument))));
    }
}

} // namespace

std::string modelBytesFromText(std::string_view text)
{
    GraphFields graph;
    std::stringstream lines { std::string(text) };
    for (std::string line; std::getline(lines, line);)
        if (line = trim(line); !line.empty())
            readLine(line, graph);
    return wire::model(graph.nodes + wire::bytes(2, "main") + graph.initializers + graph.inputs
                   + graph.outputs,
               8, graph.opset)
        + graph.imports;
}

std::shared_ptr<const Model> modelFromGraphText(std::string_view text)
{
    const auto file = modelBytesFromText(text);
    auto model = onnx::parseModel(std::as_bytes(std::span(file)));
    if (!model)
        throw std::invalid_argument(model.error().message());
    return *model;
}

} // namespace testing
