#include "layout/groups/flow.h"

#include "layout/card/card.h"
#include "layout/layered/rows.h"

namespace layout::groups {
namespace {

void addReaders(GraphFlow& flow)
{
    std::vector<std::uint32_t> readers; // by edge, as `producers`
    readers.reserve(flow.producers.size());
    for (std::uint32_t reader = 0; reader < flow.size(); ++reader)
        readers.insert(readers.end(), flow.producersOf(reader).size(), reader);
    Rows rows = groupByKey(flow.producers, flow.size());
    for (auto& edge : rows.items)
        edge = readers[edge];
    flow.firstReader = std::move(rows.start);
    flow.readers = std::move(rows.items);
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
            if (const auto producer = drawnProducer(model.value(value), graph, indexOf);
                producer != none)
                flow.producers.push_back(producer);
        });
        indexOf[id.value()] = flow.size();
        flow.nodes.push_back(id);
        flow.firstProducer.push_back(static_cast<std::uint32_t>(flow.producers.size()));
    }
    addReaders(flow);
    return flow;
}

}
