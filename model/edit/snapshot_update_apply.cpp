#include "model/edit/snapshot_update.h"

#include <algorithm>
#include <future>
#include <utility>

/// The second half of SnapshotUpdate: what was found is written into the model.
namespace model::edit {

namespace {

constexpr std::size_t largeGraph = 10'000; ///< nodes that are worth a second thread

/// Moves each item to its new index, which `placeOf` gives as an id; an invalid one: it is gone.
template <typename Item, typename PlaceOf>
void moveItems(std::vector<Item>& items, std::size_t count, PlaceOf placeOf, bool isReordered)
{
    if (isReordered) {
        std::vector<Item> moved(count);
        for (std::size_t i = 0; i < items.size(); ++i)
            if (const auto place = placeOf(i); place.isValid())
                moved[place.value()] = std::move(items[i]);
        items = std::move(moved);
        return;
    }
    // In place: an item that moves left takes the place of one that has moved left before it or is
    // gone; from the end the same holds for the right.
    const auto before = items.size();
    items.resize(std::max(before, count));
    for (std::size_t i = 0; i < before; ++i)
        if (const auto place = placeOf(i); place.isValid() && place.value() < i)
            items[place.value()] = std::move(items[i]);
    for (auto i = before; i-- > 0;)
        if (const auto place = placeOf(i); place.isValid() && place.value() > i)
            items[place.value()] = std::move(items[i]);
    items.resize(count);
}

} // namespace

// `model` may be m_before itself. So what is needed of it is taken before it changes.
IdMap SnapshotUpdate::apply(Model& model, SnapshotPrints& prints)
{
    auto map = ids();
    const auto read = valuesRead();
    // On two threads, because values and nodes do not need each other.
    const auto launch = m_mainNodes < largeGraph ? std::launch::deferred : std::launch::async;
    auto values = std::async(launch, [&] {
        moveValues(model);
        movePrints(prints);
    });
    moveNodes(model);
    values.get();
    moveTensors(model);
    moveGraphs(model);
    setUses(model, read);
    moveFindings(model);
    model.fileBytes = bytesOf(m_file.root());
    return map;
}

/// Where everything is: what idMap() finds in models that were read in full.
IdMap SnapshotUpdate::ids() const
{
    IdMap map;
    map.graphs = firstIds<GraphId>(m_before.graphs.size());
    map.nodes.reserve(m_before.nodes.size());
    for (std::size_t i = 0; i < m_before.nodes.size(); ++i)
        map.nodes.push_back(nodeNow(NodeId(i)));
    map.values.reserve(m_before.values.size());
    for (std::size_t i = 0; i < m_before.values.size(); ++i)
        map.values.push_back(i < m_mainValues ? ValueId() : valueNow(ValueId(i)));
    std::vector<bool> isTaken(m_placedValues.size());
    matchDeclared(map, isTaken);
    const auto match = [&](std::size_t before, ValueId now) {
        if (map.values[before].isValid() || !now.isValid() || isTaken[now.value()])
            return;
        map.values[before] = now;
        isTaken[now.value()] = true;
    };
    for (std::size_t i = 0; i < m_mainValues; ++i) {
        const auto& value = m_before.values[i];
        const auto producer = value.producer.isValid() ? nodeNow(value.producer) : NodeId();
        if (!producer.isValid())
            continue;
        const auto read = m_placedNodes[producer.value()].read;
        if (read == none)
            match(i, m_valuesNow[i]);
        else if (const auto& outputs = m_nodes->model->nodes[read].outputs;
                 value.producerOutput < outputs.size())
            match(i, outputs[value.producerOutput]);
    }
    for (std::size_t i = 0; i < m_mainValues; ++i)
        match(i, m_valuesNow[i]);
    return map;
}

/// Matches inputs and initializers by their fields.
void SnapshotUpdate::matchDeclared(IdMap& map, std::vector<bool>& isTaken) const
{
    const auto& before = m_prints.fields.values;
    std::unordered_map<const std::byte*, ValueId> places;
    if (m_inputsChange || m_initializersChange) {
        const auto add = [&](const Fields& fields, const std::vector<ValueId>& ids) {
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (!isTaken[ids[i].value()]) {
                    places.emplace(fields[i]->head.data(), ids[i]);
                    isTaken[ids[i].value()]
                        = true; // an initializer that is an input counts as that
                }
        };
        add(m_lists.inputs, m_inputs);
        add(m_lists.initializers, m_initializers);
        isTaken.assign(isTaken.size(), false);
    }
    for (std::size_t i = 0; i < m_mainValues; ++i) {
        if (before[i] == nullptr)
            continue;
        auto now = m_valuesNow[i];
        if (m_inputsChange || m_initializersChange) {
            const auto found = places.find(before[i]);
            now = found == places.end() ? ValueId() : found->second;
        }
        if (!now.isValid())
            continue;
        map.values[i] = now;
        isTaken[now.value()] = true;
    }
}

/// Values that changed nodes read, now or before.
std::vector<ValueId> SnapshotUpdate::valuesRead() const
{
    std::vector<ValueId> values;
    const auto add = [&](ValueId id) {
        if (id.isValid())
            values.push_back(id);
    };
    for (std::size_t i = 0; i < m_mainNodes; ++i)
        if (isChanged(NodeId(i)))
            for (const auto input : m_before.nodes[i].inputs)
                add(input.isValid() ? valueNow(input) : input);
    for (std::size_t i = 0; i < m_readPositions.size(); ++i)
        std::ranges::for_each(m_nodes->model->nodes[i].inputs, add);
    for (std::size_t i = 0; i < m_placedValues.size(); ++i)
        if (m_placedValues[i].made != none)
            values.emplace_back(i);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

void SnapshotUpdate::moveValues(Model& model)
{
    if (m_nodesMove)
        for (auto& value : model.values) {
            if (value.producer.isValid())
                value.producer = nodeNow(value.producer);
            for (auto& use : value.uses)
                use.node = nodeNow(use.node);
        }
    if (m_valuesMove)
        moveItems(
            model.values, model.values.size() + m_placedValues.size() - m_mainValues,
            [&](std::size_t i) { return valueNow(ValueId(i)); }, m_areValuesReordered);
    for (std::size_t i = 0; i < m_placedValues.size(); ++i) {
        const auto& placedValue = m_placedValues[i];
        if (placedValue.made == none)
            continue;
        auto& made = m_made[placedValue.made];
        if (placedValue.before.isValid())
            made.uses = std::move(model.values[i].uses);
        model.values[i] = std::move(made);
    }
}

void SnapshotUpdate::moveNodes(Model& model)
{
    const auto connect = [&](Node& node) {
        for (auto* const ids : { &node.inputs, &node.outputs })
            for (auto& id : *ids)
                if (id.isValid())
                    id = valueNow(id);
    };
    if (m_valuesMove)
        for (std::size_t i = 0; i < model.nodes.size(); ++i)
            if (!isChanged(NodeId(i)))
                connect(model.nodes[i]);
    if (m_nodesMove)
        moveItems(
            model.nodes, model.nodes.size() + m_placedNodes.size() - m_mainNodes,
            [&](std::size_t i) { return nodeNow(NodeId(i)); }, m_isReordered);
    for (std::size_t i = 0; i < m_readPositions.size(); ++i) {
        auto& node = model.nodes[m_readPositions[i]];
        node = std::move(m_nodes->model->nodes[i]);
        node.position = m_readPositions[i];
    }
    if (m_nodesMove)
        for (std::size_t i = 0; i < m_placedNodes.size(); ++i)
            model.nodes[i].position = static_cast<std::uint32_t>(i);
}

void SnapshotUpdate::moveTensors(Model& model)
{
    if (!m_initializersChange)
        return;
    std::vector<Tensor> tensors;
    tensors.reserve(model.tensors.size() + m_tensors.size() - m_mainTensors);
    for (const auto& [before, read] : m_tensors)
        tensors.push_back(read != none ? std::move(m_declarations->model->tensors[read])
                                       : std::move(model.tensors[before.value()]));
    std::move(model.tensors.begin() + static_cast<std::ptrdiff_t>(m_mainTensors),
        model.tensors.end(), std::back_inserter(tensors));
    model.tensors = std::move(tensors);
    for (std::size_t i = 0; i < m_initializers.size(); ++i)
        model.values[m_initializers[i].value()].initializer = TensorId(i);
    for (auto i = m_placedValues.size(); i < model.values.size(); ++i)
        if (auto& id = model.values[i].initializer; id.isValid())
            id = TensorId(id.value() + m_tensors.size() - m_mainTensors);
}

void SnapshotUpdate::moveGraphs(Model& model) const
{
    auto& main = model.graphs.front();
    if (m_nodesMove) {
        main.nodes = firstIds<NodeId>(m_placedNodes.size());
        main.order = main.nodes;
    }
    if (m_valuesMove)
        main.values = firstIds<ValueId>(m_placedValues.size());
    main.inputs = m_inputs;
    main.outputs = m_outputs;
    main.initializers = m_initializers;
    if (!m_nodesMove && !m_valuesMove)
        return;
    for (std::size_t i = 1; i < model.graphs.size(); ++i) {
        auto& graph = model.graphs[i];
        for (auto* const ids : { &graph.nodes, &graph.order })
            for (auto& id : *ids)
                id = nodeNow(id);
        for (auto* const ids :
            { &graph.inputs, &graph.outputs, &graph.initializers, &graph.values, &graph.captures })
            for (auto& id : *ids)
                id = valueNow(id);
        if (graph.owner.isValid())
            graph.owner = nodeNow(graph.owner);
    }
}

/// Sets the readers of values that changed nodes read, now or before.
void SnapshotUpdate::setUses(Model& model, const std::vector<ValueId>& values) const
{
    const auto isRead = [&](NodeId now) {
        return now.value() < m_placedNodes.size() && m_placedNodes[now.value()].read != none;
    };
    for (const auto id : values)
        std::erase_if(model.values[id.value()].uses,
            [&](const Value::Use& use) { return !use.node.isValid() || isRead(use.node); });
    for (const auto position : m_readPositions) {
        const auto& inputs = model.nodes[position].inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i].isValid())
                model.values[inputs[i].value()].uses.push_back(
                    { NodeId(position), static_cast<std::uint32_t>(i) });
    }
    const auto sort
        = [](Value& value) { std::ranges::stable_sort(value.uses, {}, &Value::Use::node); };
    if (m_isReordered)
        std::ranges::for_each(model.values, sort);
    else
        for (const auto id : values)
            sort(model.values[id.value()]);
}

void SnapshotUpdate::moveFindings(Model& model) const
{
    for (auto& finding : model.diagnostics) {
        if (auto& node = finding.where.node)
            node = nodeNow(NodeId(*node)).value();
        if (auto& value = finding.where.value)
            value = valueNow(ValueId(*value)).value();
    }
}

void SnapshotUpdate::movePrints(SnapshotPrints& prints) const
{
    prints.nodeMessages.clear();
    std::vector<const std::byte*> nodes;
    for (const auto* const field : m_lists.nodes) {
        nodes.push_back(field->head.data());
        prints.nodeMessages.push_back(field->child.get());
    }
    auto& nodesBefore = prints.fields.nodes;
    nodes.insert(nodes.end(), nodesBefore.begin() + static_cast<std::ptrdiff_t>(m_mainNodes),
        nodesBefore.end());
    nodesBefore = std::move(nodes);
    if (!m_valuesMove && !m_inputsChange && !m_initializersChange)
        return;
    auto& valuesBefore = prints.fields.values;
    std::vector<const std::byte*> values(m_placedValues.size());
    const auto set = [&](const Fields& fields, const std::vector<ValueId>& ids) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (auto& print = values[ids[i].value()]; print == nullptr)
                print = fields[i]->head.data();
    };
    if (m_inputsChange || m_initializersChange) {
        set(m_lists.inputs, m_inputs);
        set(m_lists.initializers, m_initializers);
    } else {
        for (std::size_t i = 0; i < m_mainValues; ++i)
            if (m_valuesNow[i].isValid())
                values[m_valuesNow[i].value()] = valuesBefore[i];
    }
    values.insert(values.end(), valuesBefore.begin() + static_cast<std::ptrdiff_t>(m_mainValues),
        valuesBefore.end());
    valuesBefore = std::move(values);
}

} // namespace model::edit
