#include "model/attribute.h"

#include "model/support/text.h"

#include <type_traits>

namespace model {

namespace {

std::string itemText(std::int64_t number) { return std::to_string(number); }

std::string itemText(float number) { return support::shortestText(number); }

std::string itemText(const std::string& text)
{
    // An attribute string may hold megabytes; only the part that can be shown is sanitised.
    return '"' + support::sanitise(std::string_view(text).substr(0, 4096)) + '"';
}

std::string itemText(const Tensor& tensor)
{
    return "tensor " + typeText(ValueType::tensor(tensor.element, shapeOf(tensor.dims)));
}

std::string itemText(const SparseTensor& tensor)
{
    return "sparse tensor "
        + typeText(ValueType::tensor(tensor.values.element, shapeOf(tensor.dims)));
}

std::string itemText(GraphId) { return "graph"; }

std::string itemText(const ValueType& type) { return typeText(type); }

template <typename T>
std::string listText(const std::vector<T>& items, std::size_t limit)
{
    std::string text = "[";
    for (const auto& item : items) {
        if (text.size() > 1)
            text += ", ";
        text += itemText(item);
        // The text is already longer than what is shown; attributeText would cut off the rest.
        if (text.size() > 4 * limit + 64)
            break;
    }
    return text + "]";
}

struct ValueText {
    const Attribute& attribute;
    std::size_t limit;

    std::string operator()(std::monostate) const { return "?"; }
    std::string operator()(GraphId) const { return "graph " + support::sanitise(attribute.name); }
    template <typename T>
    std::string operator()(const std::vector<T>& items) const
    {
        return listText(items, limit);
    }
    template <typename T>
    std::string operator()(const T& item) const
    {
        return itemText(item);
    }
};

} // namespace

std::string attributeText(const Attribute& attribute, std::size_t limit)
{
    if (!attribute.reference.empty())
        return "@" + support::sanitise(attribute.reference);
    return support::elideMiddle(std::visit(ValueText { attribute, limit }, attribute.value), limit);
}

} // namespace model
