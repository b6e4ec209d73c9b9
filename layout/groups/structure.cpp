#include "layout/groups/structure.h"

#include "layout/card/card.h"
#include "model/support/hash.h"

#include <bit>
#include <type_traits>

namespace layout::groups {
namespace {

using support::mixed;

/// Kinds of inputs.
enum : std::uint64_t { left_out = 1, weight, constant, inner, outer };

std::uint64_t hashOf(const model::Tensor& tensor)
{
    auto hash = mixed(static_cast<std::uint64_t>(tensor.elementNumber), tensor.dims.size());
    for (const auto dim : tensor.dims)
        hash = mixed(hash, static_cast<std::uint64_t>(dim));
    return hash;
}

std::uint64_t hashOf(float number) { return std::bit_cast<std::uint32_t>(number); }
std::uint64_t hashOf(std::int64_t number) { return static_cast<std::uint64_t>(number); }
std::uint64_t hashOf(const std::string& text) { return mixed(0, text); }

template <typename T>
std::uint64_t hashOf(const std::vector<T>& items)
{
    std::uint64_t hash = items.size();
    if constexpr (
        std::is_same_v<T,
            float> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::string> || std::is_same_v<T, model::Tensor>) {
        for (const auto& item : items)
            hash = mixed(hash, hashOf(item));
    }
    return hash;
}

/// Graphs are hashed as groups of their own. Of types and sparse tensors only the presence counts.
template <typename T>
std::uint64_t hashOf(const T&)
{
    return 0;
}

std::uint64_t hashOf(const model::Attribute& attribute)
{
    const auto hash = mixed(
        mixed(static_cast<std::uint64_t>(attribute.kind), attribute.name), attribute.reference);
    return mixed(
        hash, std::visit([](const auto& value) { return hashOf(value); }, attribute.value));
}

/// Hashes a folded Constant: type and shape, not the elements.
std::uint64_t hashOfConstant(const model::Node& node)
{
    std::uint64_t hash = constant;
    for (const auto& attribute : node.attributes) {
        const auto* tensor = std::get_if<model::Tensor>(&attribute.value);
        hash = mixed(mixed(hash, attribute.name), tensor ? hashOf(*tensor) : 0);
    }
    return hash;
}

class SignatureReader {
public:
    SignatureReader(
        const model::Model& model, const GraphFlow& flow, const std::vector<std::uint32_t>& indexOf)
        : m_model(model)
        , m_flow(flow)
        , m_indexOf(indexOf)
    {
    }

    Signatures read()
    {
        m_result.firstRead.push_back(0);
        for (const auto id : m_flow.nodes) {
            readNode(m_model.node(id));
            m_result.firstRead.push_back(static_cast<std::uint32_t>(m_result.reads.size()));
        }
        return std::move(m_result);
    }

private:
    void readNode(const model::Node& node)
    {
        auto hash = mixed(mixed(mixed(node.outputs.size(), node.domain), node.type), node.overload);
        m_result.operators.push_back(hash);
        for (const auto& attribute : node.attributes)
            hash = mixed(hash, hashOf(attribute));
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (!node.inputs[i].isValid())
                hash = mixed(hash, left_out);
        }
        forEachRead(
            m_model, node, [&](model::ValueId value) { hash = mixed(hash, hashOfRead(value)); });
        m_result.nodes.push_back(hash);
    }

    std::uint64_t hashOfRead(model::ValueId read)
    {
        auto producer = drawnProducer(m_model.value(read), m_flow.graph, m_indexOf);
        const auto id = producer == none || m_model.value(read).initializer.isValid()
            ? handedOn(m_model, read)
            : read;
        const auto& value = m_model.value(id);
        if (value.initializer.isValid())
            return mixed(weight, hashOf(m_model.tensor(value.initializer)));
        if (id != read)
            producer = drawnProducer(value, m_flow.graph, m_indexOf);
        const bool isHere = value.producer.isValid() && value.graph == m_flow.graph;
        if (producer == none && isHere && isFolded(m_model, m_model.node(value.producer)))
            return hashOfConstant(m_model.node(value.producer));
        m_result.reads.push_back({ id.value(), producer, value.producerOutput });
        return inner;
    }

    const model::Model& m_model;
    const GraphFlow& m_flow;
    const std::vector<std::uint32_t>& m_indexOf;
    Signatures m_result;
};

}

Signatures signaturesOf(
    const model::Model& model, const GraphFlow& flow, const std::vector<std::uint32_t>& indexOf)
{
    return SignatureReader(model, flow, indexOf).read();
}

StructureHash::StructureHash(
    const LocalTree& tree, const Signatures& signatures, std::vector<std::uint32_t>& numberOf)
    : m_tree(tree)
    , m_signatures(signatures)
    , m_placeOf(tree.order.size())
    , m_numberOf(numberOf)
{
    for (std::uint32_t place = 0; place < tree.order.size(); ++place)
        m_placeOf[tree.order[place]] = place;
}

std::uint64_t StructureHash::of(std::uint32_t begin, std::uint32_t end)
{
    std::uint64_t hash = end - begin;
    for (auto place = begin; place < end; ++place) {
        const auto node = m_tree.order[place];
        hash = mixed(hash, m_signatures.nodes[node]);
        for (const auto& read : m_signatures.readsOf(node)) {
            const auto from = read.producer == none ? none : m_placeOf[read.producer];
            if (from != none && from >= begin && from < place) {
                hash = mixed(mixed(mixed(hash, inner), place - from), read.output);
                continue;
            }
            auto& number = m_numberOf[read.value];
            if (number == none) {
                number = static_cast<std::uint32_t>(m_numbered.size());
                m_numbered.push_back(read.value);
            }
            hash = mixed(mixed(hash, outer), number);
        }
    }
    for (const auto value : m_numbered)
        m_numberOf[value] = none;
    m_numbered.clear();
    return hash == 0 ? 1 : hash;
}

}
