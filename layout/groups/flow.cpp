#include "layout/groups/flow.h"

#include "layout/card/card.h"

namespace layout::groups {
namespace {

void addReaders(GraphFlow& flow)
{
    const auto size = flow.nodes.size();
    flow.firstReader.assign(size + 1, 0);
    for (const auto producer : flow.producers)
        ++flow.firstReader[producer + 1];
    for (std::size_t i = 0; i < size; ++i)
        flow.firstReader[i + 1] += flow.firstReader[i];
    flow.readers.resize(flow.producers.size());
    auto next = flow.firstReader;
    for (std::uint32_t reader = 0; reader < size; ++reader) {
        for (const auto producer : flow.producersOf(reader))
            flow.readers[next[producer]++] = reader;
    }
}

}

GraphFlow flowOf(
    const model::Model& model, model::GraphId graph, std::vector<std::uint32_t>& indexOf)
{
    GraphFlow flow;
    flow.graph = graph;
    flow.nodes.reserve(model.graph(graph).order.size());
    flow.firstProducer.push_back(0);
    for (const auto id : model.graph(graph).order) {
        const auto& node = model.node(id);
        if (isFolded(model, node))
            continue;
        forEachRead(model, node, [&](model::ValueId value) {
            const auto producer = model.value(value).producer;
            // Without an index the producer is folded, in another graph, or later in the order
            // because of a cycle.
            if (producer.isValid() && model.node(producer).graph == graph
                && indexOf[producer.value()] != none)
                flow.producers.push_back(indexOf[producer.value()]);
        });
        indexOf[id.value()] = flow.size();
        flow.nodes.push_back(id);
        flow.firstProducer.push_back(static_cast<std::uint32_t>(flow.producers.size()));
    }
    addReaders(flow);
    return flow;
}

}
