#include "layout/group_tree.h"

#include "model/scope_path.h"

#include <algorithm>
#include <type_traits>

namespace layout {
namespace {

using model::Attribute;
using model::Graph;
using model::Model;
using model::Node;
using model::Tensor;
using model::Value;

bool isSameTensor(const Tensor& a, const Tensor& b)
{
    return a.elementNumber == b.elementNumber && a.dims == b.dims;
}

/// Of types and sparse tensors only the presence counts.
bool isSameAttribute(const Attribute& a, const Attribute& b)
{
    if (a.kind != b.kind || a.name != b.name || a.reference != b.reference
        || a.value.index() != b.value.index())
        return false;
    return std::visit(
        [&](const auto& value) {
            using T = std::remove_cvref_t<decltype(value)>;
            const auto& other = std::get<T>(b.value);
            if constexpr (std::is_same_v<T, Tensor>)
                return isSameTensor(value, other);
            else if constexpr (std::is_same_v<T, std::vector<Tensor>>)
                return std::ranges::equal(value, other, isSameTensor);
            else if constexpr (
                std::is_same_v<T,
                    model::
                        SparseTensor> || std::is_same_v<T, std::vector<model::SparseTensor>> || std::is_same_v<T, model::ValueType> || std::is_same_v<T, std::vector<model::ValueType>>)
                return true;
            else
                return value == other;
        },
        a.value);
}

/// True if the names give the same scope. The whole name of a node with a body is a title.
bool isSameScope(const Node& a, const Node& b)
{
    if (a.name == b.name)
        return true;
    const auto holdsGraph = [](const Attribute& attribute) {
        return std::holds_alternative<model::GraphId>(attribute.value)
            || std::holds_alternative<std::vector<model::GraphId>>(attribute.value);
    };
    return a.name.empty() == b.name.empty() && !a.function.isValid()
        && std::ranges::none_of(a.attributes, holdsGraph)
        && model::allButLast(a.name, '/') == model::allButLast(b.name, '/')
        && model::allButLast(a.name, '.') == model::allButLast(b.name, '.');
}

bool isSameNode(const Node& a, const Node& b)
{
    return a.graph == b.graph && a.type == b.type && a.domain == b.domain
        && a.overload == b.overload && a.function == b.function && a.inputs == b.inputs
        && a.outputs == b.outputs && a.metadata == b.metadata && isSameScope(a, b)
        && std::ranges::equal(a.attributes, b.attributes, isSameAttribute);
}

bool isSameGraph(const Graph& a, const Graph& b)
{
    return a.role == b.role && a.name == b.name && a.owner == b.owner
        && a.ownerAttribute == b.ownerAttribute && a.function == b.function && a.order == b.order
        && a.captures == b.captures;
}

} // namespace

bool haveSameGroups(const Model& before, const Model& after)
{
    // Only a value of these operators decides by being an output whether its node is folded.
    const auto mayBeFolded = [](const Model& model, const Value& value) {
        return value.producer.isValid()
            && (model.node(value.producer).type == "Constant"
                || model.node(value.producer).type == "Identity");
    };
    const auto isSameValue = [&](const Value& a, const Value& b) {
        return a.graph == b.graph && a.producer == b.producer
            && (a.isOutput == b.isOutput || !mayBeFolded(after, b))
            && a.initializer.isValid() == b.initializer.isValid()
            && (!a.initializer.isValid()
                || isSameTensor(before.tensor(a.initializer), after.tensor(b.initializer)));
    };
    const auto isSameFunction = [](const model::Function& a, const model::Function& b) {
        return a.domain == b.domain && a.name == b.name && a.body == b.body;
    };
    return std::ranges::equal(before.graphs, after.graphs, isSameGraph)
        && std::ranges::equal(before.functions, after.functions, isSameFunction)
        && std::ranges::equal(before.nodes, after.nodes, isSameNode)
        && std::ranges::equal(before.values, after.values, isSameValue);
}

} // namespace layout
