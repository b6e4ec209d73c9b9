#include "model/compare/attribute_differences.h"

#include "model/compare/attribute_value.h"
#include "model/decode.h"
#include "model/operator.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace model {
namespace {

/// Tensors up to this size are parameters such as shapes and axes; larger ones are weights.
constexpr std::uint64_t smallTensorBytes = 256;

/// Returns the default that the node's operator has for an attribute; nothing if there is none.
std::optional<Attribute> defaultOf(const Node& node, std::string_view name)
{
    const auto* spec = node.schema != nullptr ? node.schema->attribute(name) : nullptr;
    if (spec == nullptr || std::holds_alternative<std::monostate>(spec->defaultValue))
        return {};
    return Attribute { spec->name, spec->kind, spec->defaultValue, {}, {} };
}

/// Returns the text for an attribute that the node does not have.
std::string absentText(const std::optional<Attribute>& byDefault)
{
    return byDefault ? attributeText(*byDefault) + " (default)" : std::string("absent");
}

std::optional<TensorBytes> bytesOf(const Model& model, const Tensor& tensor)
{
    if (tensor.ref.place == TensorRef::Place::Strings || !model.store)
        return {};
    auto bytes = model.store->bytes(tensor);
    return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
}

void addContent(support::ContentHash& hash, const Model& model, const Tensor& tensor)
{
    addTensorType(hash, tensor);
    if (tensor.ref.strings)
        for (const auto& text : *tensor.ref.strings)
            hash.add(text);
    else if (const auto bytes = bytesOf(model, tensor))
        hash.add(bytes->bytes);
}

support::Hash128 digestOf(const Model& model, const Attribute& attribute)
{
    support::ContentHash hash;
    addValue(hash, attribute,
        [&](support::ContentHash& to, const Tensor& tensor) { addContent(to, model, tensor); });
    return hash.value();
}

std::string elementText(std::int64_t value) { return support::shortestText(value); }
std::string elementText(float value) { return support::shortestText(value); }
std::string elementText(const std::string& text) { return support::elideMiddle(text, 60); }
template <typename T>
std::string elementText(const T&)
{
    return {};
}

std::string atElement(std::uint64_t i, const std::string& before, const std::string& after)
{
    return " (first at element " + std::to_string(i)
        + (before.empty() ? "" : ": " + before + " → " + after) + ")";
}

/// Returns where two values with equal texts first differ; empty if this is unknown.
struct FirstDifference {
    const Model& ma;
    const Model& mb;
    const Attribute::Value& other;

    std::string operator()(const Tensor& a) const
    {
        const auto* b = std::get_if<Tensor>(&other);
        if (b == nullptr || a.element != b->element || a.dims != b->dims)
            return {};
        if (a.ref.strings && b->ref.strings)
            return ofLists(*a.ref.strings, *b->ref.strings);
        const auto bytesA = bytesOf(ma, a);
        const auto bytesB = bytesOf(mb, *b);
        if (!bytesA || !bytesB)
            return {};
        const auto at
            = std::ranges::mismatch(bytesA->bytes, bytesB->bytes).in1 - bytesA->bytes.begin();
        const auto bits = std::max<std::size_t>(traits(a.element).bits, 1);
        const auto element = static_cast<std::uint64_t>(at) * 8 / bits;
        return atElement(element, model::textAt(a.element, bytesA->bytes, element),
            model::textAt(b->element, bytesB->bytes, element));
    }
    template <typename T>
    std::string operator()(const std::vector<T>& a) const
    {
        const auto* b = std::get_if<std::vector<T>>(&other);
        if constexpr (
            std::is_same_v<T,
                float> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::string>)
            return b != nullptr ? ofLists(a, *b) : std::string();
        else
            return {};
    }
    template <typename T>
    std::string operator()(const T&) const
    {
        return {};
    }

    template <typename T>
    static std::string ofLists(const std::vector<T>& a, const std::vector<T>& b)
    {
        const auto at = std::ranges::mismatch(a, b).in1 - a.begin();
        const auto i = static_cast<std::size_t>(at);
        return i < a.size() && i < b.size()
            ? atElement(i, elementText(a[i]), elementText(b[i]))
            : " (" + std::to_string(a.size()) + " → " + std::to_string(b.size()) + " elements)";
    }
};

} // namespace

void attributeDifferences(
    std::vector<std::string>& what, const Model& ma, const Node& a, const Model& mb, const Node& b)
{
    const auto add = [&](const std::string& name, const std::string& before,
                         const std::string& after, const std::string& where = {}) {
        what.push_back("attribute " + support::sanitise(name) + ": " + support::sanitise(before)
            + " → " + support::sanitise(after) + support::sanitise(where));
    };
    for (const auto& attribute : a.attributes) {
        if (attribute.kind == AttributeKind::Graph)
            continue; // the nodes of graphs are compared separately
        const auto* written = b.attribute(attribute.name);
        const auto byDefault = written == nullptr ? defaultOf(b, attribute.name) : std::nullopt;
        const auto* other = written != nullptr ? written : byDefault ? &*byDefault : nullptr;
        if (other != nullptr && digestOf(ma, attribute) == digestOf(mb, *other))
            continue;
        const auto before = attributeText(attribute);
        const auto after = written != nullptr ? attributeText(*written) : absentText(byDefault);
        add(attribute.name, before, after,
            before == after ? std::visit(FirstDifference { ma, mb, other->value }, attribute.value)
                            : std::string());
    }
    for (const auto& attribute : b.attributes) {
        if (attribute.kind == AttributeKind::Graph || a.attribute(attribute.name) != nullptr)
            continue;
        const auto byDefault = defaultOf(a, attribute.name);
        if (!byDefault || digestOf(ma, *byDefault) != digestOf(mb, attribute))
            add(attribute.name, absentText(byDefault), attributeText(attribute));
    }
}

std::uint64_t attributesHash(const Node& node)
{
    const auto addSmall = [](support::ContentHash& hash, const Tensor& tensor) {
        addTensorType(hash, tensor);
        if (tensor.ref.memory && tensor.ref.memory->bytes.size() <= smallTensorBytes)
            hash.add(tensor.ref.memory->bytes);
    };
    std::uint64_t sum = 0; // a sum, because the order of attributes has no meaning
    for (const auto& attribute : node.attributes) {
        support::ContentHash hash;
        hash.add(attribute.name);
        if (attribute.kind == AttributeKind::Graph) {
            sum += hash.value().low;
            continue;
        }
        support::ContentHash written;
        addValue(written, attribute, addSmall);
        const auto value = written.value();
        if (const auto byDefault = defaultOf(node, attribute.name)) {
            support::ContentHash assumed;
            addValue(assumed, *byDefault, addSmall);
            if (assumed.value() == value)
                continue;
        }
        hash.add(static_cast<std::int64_t>(value.low));
        sum += hash.value().low;
    }
    return sum;
}

} // namespace model
