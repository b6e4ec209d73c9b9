#include "model/attribute_differences.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>

namespace model {
namespace {

/// What a node has for an attribute that it does not give.
std::string absentText(const Node& node, std::string_view name)
{
    const auto text = defaultText(node, name);
    return text ? *text + " (default)" : std::string("absent");
}

} // namespace

std::optional<std::string> defaultText(const Node& node, std::string_view name)
{
    if (node.schema == nullptr)
        return {};
    const auto spec = std::ranges::find(node.schema->attributes, name, &AttributeSpec::name);
    if (spec == node.schema->attributes.end()
        || std::holds_alternative<std::monostate>(spec->defaultValue))
        return {};
    return attributeText({ spec->name, spec->kind, spec->defaultValue, {}, {} });
}

void attributeDifferences(std::vector<std::string>& what, const Node& a, const Node& b)
{
    const auto add
        = [&](const std::string& name, const std::string& before, const std::string& after) {
              what.push_back("attribute " + support::sanitise(name) + ": "
                  + support::sanitise(before) + " → " + support::sanitise(after));
          };
    for (const auto& attribute : a.attributes) {
        if (attribute.kind == AttributeKind::Graph)
            continue; // its nodes are compared themselves
        const auto before = attributeText(attribute);
        const auto* other = b.attribute(attribute.name);
        if (other != nullptr ? before != attributeText(*other)
                             : before != defaultText(b, attribute.name))
            add(attribute.name, before,
                other != nullptr ? attributeText(*other) : absentText(b, attribute.name));
    }
    for (const auto& attribute : b.attributes) {
        const auto after = attributeText(attribute);
        if (attribute.kind != AttributeKind::Graph && a.attribute(attribute.name) == nullptr
            && after != defaultText(a, attribute.name))
            add(attribute.name, absentText(a, attribute.name), after);
    }
}

} // namespace model
