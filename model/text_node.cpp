#include "model/text_node.h"

#include "model/decode.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace model {

namespace {

/// Number of elements of a list or tensor that are written. The text says how many are left out.
constexpr std::size_t shownElements = 64;

bool isIdentifier(std::string_view name)
{
    const auto isLetter
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto isPart = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); };
    return !name.empty() && isLetter(name.front()) && std::ranges::all_of(name, isPart);
}

std::string quotedText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : support::sanitise(text)) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

std::string identifier(std::string_view name)
{
    return isIdentifier(name) ? std::string(name) : quotedText(name);
}

std::string valueName(const Model& model, ValueId id)
{
    return id.isValid() ? identifier(model.value(id).name) : "\"\"";
}

std::string numberOf(std::int64_t number) { return std::to_string(number); }

template <typename T>
requires std::is_floating_point_v<T> std::string numberOf(T number)
{
    if (!std::isfinite(number))
        return std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
    const auto out = support::shortestText(number);
    // Without a point or exponent the number would be read as an integer.
    return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::string numberOf(const std::string& text) { return quotedText(text); }

template <typename T>
std::string listOf(const std::vector<T>& items, std::string_view kind)
{
    if (items.empty())
        return ": " + std::string(kind) + " = []";
    std::string text = " = ["
        + support::joined(std::span(items).first(std::min(items.size(), shownElements)), ", ",
            [](const T& item) { return numberOf(item); });
    if (items.size() > shownElements)
        text += ", … " + support::countOf(items.size(), "element", "elements");
    return text + "]";
}

std::string elementTextAt(
    const Tensor& tensor, std::span<const std::byte> bytes, std::uint64_t index)
{
    const auto kind = traits(tensor.element).kind;
    if (kind == ElementClass::Float)
        return tensor.element == ElementType::Float
            ? numberOf(static_cast<float>(numberAt(tensor.element, bytes, index)))
            : numberOf(numberAt(tensor.element, bytes, index));
    if (tensor.element == ElementType::Uint64)
        return std::to_string(static_cast<std::uint64_t>(integerAt(tensor.element, bytes, index)));
    if (kind == ElementClass::Complex)
        return numberOf(numberAt(tensor.element, bytes, index)) + " (real part)";
    return std::to_string(integerAt(tensor.element, bytes, index));
}

std::string contentOf(const Model& model, const Tensor& tensor, std::uint64_t count)
{
    // The dims of a damaged file may claim fewer strings than it has.
    if (tensor.ref.place == TensorRef::Place::Strings)
        count = std::max<std::uint64_t>(count, tensor.ref.strings->size());
    if (count > shownElements)
        return "… " + support::countOf(count, "element", "elements");
    if (tensor.ref.place == TensorRef::Place::Strings)
        return support::joined(*tensor.ref.strings, ", ", quotedText);
    const auto bytes = model.store->bytes(tensor);
    if (!bytes)
        return "… not available: " + bytes.error().message();
    std::string text;
    for (std::uint64_t i = 0; i < count; ++i)
        text += (i ? ", " : "") + elementTextAt(tensor, bytes->bytes, i);
    return text;
}

std::string tensorText(const Model& model, const Tensor& tensor)
{
    std::string text(isKnown(tensor.element) ? traits(tensor.element).onnxName : "undefined");
    if (!tensor.dims.empty())
        text += "[" + support::joined(tensor.dims, ",", [](std::int64_t dim) {
            return std::to_string(dim);
        }) + "]";
    if (!tensor.name.empty())
        text += " " + identifier(tensor.name);
    return text + " {" + contentOf(model, tensor, elementCount(tensor.dims).value_or(0)) + "}";
}

std::string graphText(const Model& model, GraphId id)
{
    const auto& graph = model.graph(id);
    return identifier(graph.name.empty() ? "graph" : graph.name) + " {… "
        + support::countOf(graph.nodes.size(), "node", "nodes") + "}";
}

/// Writes what follows an attribute's name: ` = 1` or `: ints = []`.
struct AttributeText {
    const Model& model;
    std::string_view kind; ///< of the attribute

    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(float number) const { return " = " + numberOf(number); }
    std::string operator()(std::int64_t number) const { return " = " + numberOf(number); }
    std::string operator()(const std::string& text) const { return " = " + quotedText(text); }
    std::string operator()(const Tensor& tensor) const { return " = " + tensorText(model, tensor); }
    std::string operator()(GraphId graph) const { return " = " + graphText(model, graph); }
    template <typename T>
    std::string operator()(const std::vector<T>& items) const
    {
        if constexpr (requires { numberOf(items[0]); })
            return listOf(items, kind);
        return ": " + std::string(kind) + " = [… " + std::to_string(items.size()) + "]";
    }
    std::string operator()(const SparseTensor& sparse) const
    {
        return ": sparse_tensor = " + tensorText(model, sparse.values);
    }
    std::string operator()(const ValueType& type) const
    {
        return ": type_proto = " + onnxTypeText(type);
    }
};

std::string attributesText(const Model& model, const Node& node)
{
    std::string text;
    for (const auto& attribute : node.attributes) {
        const auto kind = attributeKindName(attribute.kind);
        text += (text.empty() ? "" : ", ") + identifier(attribute.name);
        if (!attribute.reference.empty())
            text += ": " + std::string(kind) + " = @" + identifier(attribute.reference);
        else
            text += std::visit(AttributeText { model, kind }, attribute.value);
    }
    return text.empty() ? text : " <" + text + ">";
}

std::string namesText(const Model& model, const std::vector<ValueId>& values)
{
    return support::joined(values, ", ", [&](ValueId id) { return valueName(model, id); });
}

} // namespace

std::string_view attributeKindName(AttributeKind kind)
{
    static constexpr std::array<std::string_view, 15> names { "undefined", "float", "int", "string",
        "tensor", "graph", "floats", "ints", "strings", "tensors", "graphs", "sparse_tensor",
        "sparse_tensors", "type_proto", "type_protos" };
    const auto number = static_cast<std::size_t>(kind);
    return number < names.size() ? names[number] : names[0];
}

std::string nodeText(const Model& model, NodeId id)
{
    const auto& node = model.node(id);
    std::string text;
    if (!node.name.empty())
        text += "[" + identifier(node.name) + "] ";
    text += namesText(model, node.outputs) + " = ";
    if (!node.domain.empty())
        text += support::sanitise(node.domain) + ".";
    text += support::sanitise(node.type);
    if (!node.overload.empty())
        text += ":" + support::sanitise(node.overload);
    return text + attributesText(model, node) + " (" + namesText(model, node.inputs) + ")";
}

std::string nodesText(const Model& model, std::span<const NodeId> nodes)
{
    std::string text;
    for (const auto node : nodes)
        text += nodeText(model, node) + "\n";
    return text;
}

} // namespace model
