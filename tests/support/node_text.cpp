#include "tests/support/node_text.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace testing {

namespace {

using namespace model;

constexpr std::string_view blanks = " \t\n";

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(blanks);
    return first == std::string_view::npos
        ? std::string_view()
        : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The parts between separators that are outside all brackets.
std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const auto c = i < text.size() ? text[i] : separator;
        depth += c == '[' || c == '(' || c == '{' ? 1 : c == ']' || c == ')' || c == '}' ? -1 : 0;
        if (c != separator || (depth > 0 && i < text.size()))
            continue;
        if (const auto part = trimmed(text.substr(start, i - start)); !part.empty())
            parts.push_back(part);
        start = i + 1;
    }
    return parts;
}

Dimension dimensionFrom(std::string_view text)
{
    if (text == "?")
        return {};
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size() ? Dimension::number(value)
                                                                      : Dimension::symbol(text);
}

ValueType typeFrom(std::string_view text)
{
    if (text.starts_with("seq("))
        return ValueType::sequence(typeFrom(text.substr(4, text.size() - 5)));
    if (text.starts_with("optional("))
        return ValueType::optionalOf(typeFrom(text.substr(9, text.size() - 10)));
    const auto bracket = text.find('[');
    const auto element = elementTypeFromName(trimmed(text.substr(0, bracket)));
    if (!element)
        throw std::invalid_argument("no element type: " + std::string(text));
    if (bracket == std::string_view::npos)
        return ValueType::tensor(*element);
    Shape shape;
    for (const auto part : split(text.substr(bracket + 1, text.size() - bracket - 2), ','))
        shape.push_back(dimensionFrom(part));
    return ValueType::tensor(*element, std::move(shape));
}

std::string typeWords(const ValueType& type)
{
    switch (type.kind) {
    case ValueType::Kind::Sequence:
        return "seq(" + (type.inner ? typeWords(*type.inner) : "?") + ")";
    case ValueType::Kind::Optional:
        return "optional(" + (type.inner ? typeWords(*type.inner) : "?") + ")";
    case ValueType::Kind::Map:
        return onnxTypeText(type);
    case ValueType::Kind::Tensor:
        break;
    default:
        return "?";
    }
    auto text = std::string(traits(type.element).onnxName);
    if (!type.shape)
        return text;
    text += "[";
    for (std::size_t i = 0; i < type.shape->size(); ++i)
        text += (i == 0 ? "" : ",") + (*type.shape)[i].text();
    return text + "]";
}

Attribute::Value attributeValue(AttributeKind kind, std::string_view text)
{
    const auto words = split(text, ' ');
    const auto integer = [](std::string_view word) {
        return std::strtoll(std::string(word).c_str(), nullptr, 10);
    };
    switch (kind) {
    case AttributeKind::Int:
        return integer(text);
    case AttributeKind::Float:
        return std::strtof(std::string(text).c_str(), nullptr);
    case AttributeKind::String:
        return std::string(text);
    case AttributeKind::Ints: {
        std::vector<std::int64_t> values;
        for (const auto word : words)
            values.push_back(integer(word));
        return values;
    }
    case AttributeKind::Floats: {
        std::vector<float> values;
        for (const auto word : words)
            values.push_back(std::strtof(std::string(word).c_str(), nullptr));
        return values;
    }
    case AttributeKind::Strings:
        return std::vector<std::string>(words.begin(), words.end());
    case AttributeKind::Tensor: { // only the type; elements are not read
        const auto type = typeFrom(text);
        Tensor tensor;
        tensor.element = type.element;
        tensor.dims
            = concrete(type.shape.value_or(Shape {})).value_or(std::vector<std::int64_t> {});
        return tensor;
    }
    case AttributeKind::TypeProto:
        return typeFrom(text);
    default:
        throw std::invalid_argument("attributes of this kind have no text");
    }
}

std::vector<Attribute> attributesFrom(const OperatorSchema& schema, std::string_view text)
{
    std::vector<Attribute> attributes;
    for (const auto part : split(text, ';')) {
        const auto colon = part.find(':');
        Attribute attribute;
        attribute.name = trimmed(part.substr(0, colon));
        const auto* spec = schema.attribute(attribute.name);
        if (spec == nullptr)
            throw std::invalid_argument(schema.name + " has no attribute " + attribute.name);
        attribute.kind = spec->kind;
        attribute.value = attributeValue(spec->kind, trimmed(part.substr(colon + 1)));
        attributes.push_back(std::move(attribute));
    }
    return attributes;
}

const OperatorSchema& schemaFrom(std::string_view text)
{
    const auto dash = text.rfind('-');
    const auto colon = text.rfind(':', dash);
    const auto domain
        = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
    const auto name = text.substr(colon == std::string_view::npos ? 0 : colon + 1,
        dash - (colon == std::string_view::npos ? 0 : colon + 1));
    const auto* schema = OperatorRegistry::instance().find(
        domain, name, std::atoll(std::string(text.substr(dash + 1)).c_str()));
    if (schema == nullptr)
        throw std::invalid_argument("no such operator: " + std::string(text));
    return *schema;
}

std::size_t closing(std::string_view text, std::size_t open)
{
    int depth = 0;
    for (auto i = open; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' || text[i] == '{' ? 1
            : text[i] == ')' || text[i] == ']' || text[i] == '}'    ? -1
                                                                    : 0;
        if (depth == 0)
            return i;
    }
    throw std::invalid_argument("a bracket is not closed: " + std::string(text));
}

} // namespace

InferenceArgument argumentFrom(std::string_view text)
{
    if (text == "-")
        return { false, {}, {} };
    const auto equals = text.find('=');
    InferenceArgument argument { true, typeFrom(trimmed(text.substr(0, equals))), {} };
    if (equals == std::string_view::npos)
        return argument;
    const auto list = trimmed(text.substr(equals + 1));
    KnownElements elements {
        concrete(argument.type.shape.value_or(Shape {})).value_or(std::vector<std::int64_t> {}), {},
        {}
    };
    for (const auto part : split(list.substr(1, list.size() - 2), ',')) {
        if (isFloating(argument.type.element))
            elements.reals.push_back(std::strtod(std::string(part).c_str(), nullptr));
        else
            elements.integers.push_back(dimensionFrom(part));
    }
    argument.elements = std::make_shared<const KnownElements>(std::move(elements));
    return argument;
}

std::string argumentText(const InferenceArgument& argument)
{
    auto text = typeWords(argument.type);
    if (!argument.elements)
        return text;
    text += "={";
    for (std::size_t i = 0; i < argument.elements->count(); ++i) {
        text += i == 0 ? "" : ",";
        if (argument.elements->reals.empty())
            text += argument.elements->integers[i].text();
        else {
            auto number = std::to_string(argument.elements->reals[i]);
            number.erase(number.find_last_not_of('0') + 1);
            text += number.ends_with('.') ? number.substr(0, number.size() - 1) : number;
        }
    }
    return text + "}";
}

NodeText nodeFrom(std::string_view text)
{
    const auto open = text.find('(');
    const auto close = closing(text, open);
    NodeText node;
    node.schema = &schemaFrom(trimmed(text.substr(0, open)));
    for (const auto part : split(text.substr(open + 1, close - open - 1), ','))
        node.inputs.push_back(argumentFrom(part));
    auto rest = trimmed(text.substr(close + 1));
    if (rest.starts_with('*')) {
        node.outputs = static_cast<std::size_t>(std::atoi(std::string(rest.substr(1)).c_str()));
        rest = trimmed(rest.substr(std::min(rest.find('{'), rest.size())));
    }
    node.attributes
        = attributesFrom(*node.schema, rest.empty() ? rest : rest.substr(1, rest.size() - 2));
    return node;
}

std::string errorText(const model::InferenceResult& result, const model::OperatorSchema& schema)
{
    using Place = model::InferenceFinding::Place;
    std::string text;
    for (const auto& finding : result.findings) {
        if (finding.severity != support::Severity::Error)
            continue;
        text += text.empty() ? "" : "; ";
        if (finding.place != Place::Node) {
            const bool isInput = finding.place == Place::Input;
            const auto& parameters = isInput ? schema.inputs : schema.outputs;
            text += (isInput ? "input " : "output ") + std::to_string(finding.index);
            if (finding.index < parameters.size())
                text += " (" + parameters[finding.index].name + ")";
            text += ": ";
        }
        text += finding.message;
    }
    return text;
}

std::string inferText(std::string_view text)
{
    const auto arrow = text.rfind(" -> "); // an Einsum equation contains an arrow too
    const auto node = nodeFrom(trimmed(text.substr(0, arrow)));
    const auto& schema = *node.schema;
    const auto result = inferNode(
        { schema, node.attributes, node.inputs, node.outputs, schema.name, {}, nullptr });
    if (result.hasErrors())
        return "error: " + errorText(result, schema);
    std::string words;
    for (const auto& output : result.outputs)
        words += (words.empty() ? "" : ", ") + argumentText(output);
    return words;
}

} // namespace testing
