#include "ui/explorer/model_tree.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace ui {

namespace {

using Kind = TreeRow::Kind;

constexpr std::size_t pollEvery = 4096; // nodes between two checks of the stop token
constexpr std::size_t shortestRun = 3; // minimum number of equal groups that become one row

/// A row before its final position is known.
struct Draft {
    TreeRow row;
    bool isKept = false; ///< the row itself matches the filter
    std::uint32_t order = 0; ///< sort key among siblings: position of its first node in the graph
    std::vector<std::uint32_t> children;
};

char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool containsText(std::string_view text, std::string_view wanted)
{
    return std::ranges::search(text, wanted, {}, lower, lower).begin() != text.end()
        || wanted.empty();
}

/// The title of a run of groups: `layers.8 – 23` for layers.8 and layers.23; `stem – head` for
/// titles that differ in more than a number at the end.
std::string runTitle(std::string_view first, std::string_view last)
{
    constexpr std::string_view digits = "0123456789";
    const auto stemOf = [digits](std::string_view title) {
        // Correct for npos too: npos + 1 is 0.
        return title.substr(0, title.find_last_not_of(digits) + 1);
    };
    const auto stem = stemOf(last);
    const bool isNumbered = stem.size() < last.size() && stem == stemOf(first);
    return std::string(first) + " – " + std::string(isNumbered ? last.substr(stem.size()) : last);
}

class Builder {
public:
    Builder(std::shared_ptr<const model::Model> model, const std::string& filter,
        const ModelTree* before, std::stop_token stop)
        : m_model(*model)
        , m_filter(filter)
        , m_stop(std::move(stop))
        , m_tree(std::make_shared<ModelTree>())
    {
        m_tree->groups.resize(model->graphs.size());
        if (before != nullptr && before->model == model)
            m_tree->groups = before->groups;
        m_tree->groupRows.resize(model->graphs.size());
        m_tree->model = std::move(model);
    }

    std::shared_ptr<const ModelTree> build()
    {
        m_drafts.emplace_back();
        numberNodes();
        addGraph(0, m_model.main().id, {});
        addFunctions();
        addValues(Kind::Inputs, m_model.main().inputs);
        addValues(Kind::Outputs, m_model.main().outputs);
        addWeights();
        addProperties();
        prune();
        flatten();
        return m_tree;
    }

private:
    std::uint32_t add(std::uint32_t parent, TreeRow row)
    {
        const auto index = static_cast<std::uint32_t>(m_drafts.size());
        row.parent = parent;
        m_drafts.push_back({ std::move(row), m_filter.empty(), 0, {} });
        m_drafts[parent].children.push_back(index);
        return index;
    }

    void keep(std::uint32_t row) { m_drafts[row].isKept = true; }

    void numberNodes()
    {
        m_orderOf.resize(m_model.nodes.size());
        for (const auto& graph : m_model.graphs) {
            for (std::uint32_t i = 0; i < graph.order.size(); ++i)
                m_orderOf[graph.order[i].value()] = i;
        }
    }

    void addGraph(std::uint32_t parent, model::GraphId graph, std::string text)
    {
        const auto row = add(parent,
            { .kind = Kind::Graph,
                .id = graph.value(),
                .count = m_model.graph(graph).nodes.size(),
                .text = std::move(text) });
        auto& groups = m_tree->groups[graph.value()];
        if (groups == nullptr)
            groups = std::make_shared<layout::GroupTree>(
                layout::buildGroupTree(m_model, graph, m_stop));
        addGroups(row, *groups);
    }

    /// Adds the groups of a tree. A parent group comes before its children in the list.
    void addGroups(std::uint32_t graphRow, const layout::GroupTree& tree)
    {
        std::vector<std::uint32_t> drafts { graphRow };
        // By group: common prefix of its node names.
        std::vector<std::string> scopes { rootScope(tree) };
        m_owners.clear();
        for (std::uint32_t group = 0; group < tree.groups.size() && !m_stop.stop_requested();
             ++group) {
            if (group > 0) {
                const auto& known = tree.groups[group];
                drafts.push_back(draftOf(group, drafts, tree));
                scopes.push_back(known.kind == layout::GroupKind::Scope ? known.path
                        : known.kind == layout::GroupKind::Block        ? scopes[known.parent]
                                                                        : std::string());
            }
            for (const auto node : tree.nodesOf(group))
                addNode(drafts[group], scopes[group], group, node);
        }
        for (auto group = static_cast<std::uint32_t>(drafts.size()); group-- > 0;)
            sortChildren(drafts[group]);
    }

    /// Adds the row of a body below its node's row. A node with several bodies uses its own row for
    /// the group that holds them (GroupKind::Branches).
    std::uint32_t draftOf(std::uint32_t index, const std::vector<std::uint32_t>& drafts,
        const layout::GroupTree& tree)
    {
        const auto& group = tree.groups[index];
        const auto owner = group.owner.isValid()
            ? m_owners.find(ownerKey(group.parent, group.owner))
            : m_owners.end();
        if (owner != m_owners.end() && group.kind == layout::GroupKind::Branches) {
            m_branches[owner->second] = { tree.graph.value(), index };
            return owner->second;
        }
        return add(owner != m_owners.end() ? owner->second : drafts[group.parent],
            { .kind = Kind::Group,
                .id = index,
                .graph = tree.graph.value(),
                .count = group.totalNodes,
                .text = group.title });
    }

    static std::uint64_t ownerKey(std::uint32_t group, model::NodeId node)
    {
        return (std::uint64_t { group } << 32U) + node.value();
    }

    void addNode(
        std::uint32_t parent, const std::string& scope, std::uint32_t groupIndex, model::NodeId id)
    {
        const auto& node = m_model.node(id);
        const bool hasBody = node.function.isValid()
            || std::ranges::any_of(node.attributes, [](const model::Attribute& attribute) {
                   return attribute.kind == model::AttributeKind::Graph
                       || attribute.kind == model::AttributeKind::Graphs;
               });
        const bool isShown = m_filter.empty() || containsText(node.name, m_filter)
            || containsText(node.type, m_filter);
        if (!isShown && !hasBody)
            return;
        const auto row = add(parent,
            { .kind = Kind::Node,
                .id = id.value(),
                .text = withoutType(relativeName(node.name, scope), node.type) });
        m_drafts[row].isKept = isShown;
        m_drafts[row].order = m_orderOf[id.value()];
        if (hasBody)
            m_owners[ownerKey(groupIndex, id)] = row;
    }

    /// A node name relative to its group's scope: `self_attn/q_proj/MatMul` in layers.7 for
    /// `/model/layers.7/self_attn/q_proj/MatMul`.
    static std::string relativeName(std::string_view name, const std::string& scope)
    {
        while (name.starts_with('/'))
            name.remove_prefix(1);
        if (!scope.empty() && name.size() > scope.size() && name.starts_with(scope)
            && name[scope.size()] == '/')
            name.remove_prefix(scope.size() + 1);
        return std::string(name);
    }

    /// The scope around the entire graph, which is not a group itself: what a group's path has
    /// before its title.
    static std::string rootScope(const layout::GroupTree& tree)
    {
        const auto& root = tree.groups.front();
        for (auto child = root.firstChild; child < root.firstChild + root.childCount; ++child) {
            const auto& group = tree.groups[child];
            if (group.kind == layout::GroupKind::Scope && group.path.ends_with("/" + group.title))
                return group.path.substr(0, group.path.size() - group.title.size() - 1);
        }
        return {};
    }

    /// Removes a last part that repeats the operator type: `q_proj` for `q_proj/MatMul_1`.
    static std::string withoutType(std::string name, std::string_view type)
    {
        const auto slash = name.rfind('/');
        if (slash == std::string::npos || slash == 0 || type.empty())
            return name;
        const auto last = std::string_view(name).substr(slash + 1);
        const auto end = last.find_last_not_of("0123456789");
        const bool isNumbered = end != std::string_view::npos && last[end] == '_';
        if (last == type || (isNumbered && last.substr(0, end) == type))
            name.resize(slash);
        return name;
    }

    /// Sorts groups and nodes together in execution order.
    void sortChildren(std::uint32_t row)
    {
        auto& children = m_drafts[row].children;
        std::ranges::stable_sort(
            children, {}, [this](std::uint32_t child) { return m_drafts[child].order; });
        if (!children.empty() && m_drafts[row].row.kind == Kind::Group)
            m_drafts[row].order = m_drafts[children.front()].order;
    }

    void addFunctions()
    {
        if (m_model.functions.empty())
            return;
        const auto row
            = add(0, { .kind = Kind::Functions, .count = m_model.functions.size(), .text = {} });
        for (const auto& function : m_model.functions)
            addGraph(row, function.body,
                function.domain.empty() ? function.name : function.domain + "." + function.name);
    }

    void addValues(Kind kind, const std::vector<model::ValueId>& values)
    {
        std::vector<model::ValueId> shown;
        for (const auto id : values) {
            const auto& value = m_model.value(id);
            const bool isWeight = kind == Kind::Inputs && value.initializer.isValid();
            if (!isWeight && containsText(value.name, m_filter))
                shown.push_back(id);
        }
        if (shown.empty() && !m_filter.empty())
            return;
        const auto row = add(0, { .kind = kind, .count = shown.size(), .text = {} });
        for (const auto id : shown)
            keep(add(
                row, { .kind = Kind::Value, .id = id.value(), .text = m_model.value(id).name }));
    }

    void addWeights()
    {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> weights;
        for (std::uint32_t id = 0; id < m_model.values.size(); ++id) {
            const auto& value = m_model.values[id];
            if (value.initializer.isValid() && containsText(value.name, m_filter))
                weights.emplace_back(bytesOf(m_model.tensor(value.initializer)), id);
        }
        if (weights.empty())
            return;
        std::ranges::stable_sort(
            weights, std::greater<> {}, [](const auto& weight) { return weight.first; });
        const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t { 0 },
            [](auto sum, const auto& weight) { return sum + weight.first; });
        const auto row = add(0, { .kind = Kind::Weights, .count = total, .text = {} });
        for (const auto& [bytes, id] : weights)
            keep(add(row,
                { .kind = Kind::Weight,
                    .id = id,
                    .count = bytes,
                    .text = m_model.values[id].name }));
    }

    static std::uint64_t bytesOf(const model::Tensor& tensor)
    {
        if (tensor.ref.length > 0)
            return tensor.ref.length;
        const auto count = model::elementCount(tensor.dims);
        return count ? model::packedBytes(tensor.element, *count).value_or(0) : 0;
    }

    void addProperty(std::string key, std::string value)
    {
        if (!value.empty() && (containsText(key, m_filter) || containsText(value, m_filter)))
            m_tree->properties.emplace_back(std::move(key), std::move(value));
    }

    void addProperties()
    {
        for (const auto& opset : m_model.opsets)
            addProperty("opset " + (opset.domain.empty() ? std::string("ai.onnx") : opset.domain),
                std::to_string(opset.version));
        addProperty("IR version", std::to_string(m_model.irVersion));
        addProperty("producer",
            m_model.producerVersion.empty() ? m_model.producerName
                                            : m_model.producerName + " " + m_model.producerVersion);
        addProperty("domain", m_model.domain);
        addProperty("model version",
            m_model.modelVersion != 0 ? std::to_string(m_model.modelVersion) : std::string());
        for (const auto& [key, value] : m_model.metadata)
            addProperty(key, value);
        if (m_tree->properties.empty())
            return;
        const auto row
            = add(0, { .kind = Kind::Metadata, .count = m_tree->properties.size(), .text = {} });
        for (std::uint32_t i = 0; i < m_tree->properties.size(); ++i)
            keep(
                add(row, { .kind = Kind::Property, .id = i, .text = m_tree->properties[i].first }));
    }

    /// With a filter, replaces a group that has one child by that child; the group's name becomes a
    /// prefix of the child's.
    void mergeSingle(std::uint32_t& index, std::uint32_t row)
    {
        while (!m_filter.empty() && m_drafts[index].row.kind == Kind::Group
            && m_drafts[index].children.size() == 1) {
            const auto child = m_drafts[index].children.front();
            noteGroup(m_drafts[index].row, row);
            m_drafts[child].row.text = m_drafts[index].row.text + "/" + m_drafts[child].row.text;
            index = child;
        }
    }

    /// Removes the rows that do not match the filter. Children come after their parents in the
    /// list, so one backward pass is enough.
    void prune()
    {
        for (std::size_t i = m_drafts.size(); i-- > 0;) {
            auto& draft = m_drafts[i];
            std::erase_if(
                draft.children, [this](std::uint32_t child) { return !m_drafts[child].isKept; });
            draft.isKept = draft.isKept || !draft.children.empty();
        }
    }

    std::uint64_t structureOf(std::uint32_t draft) const
    {
        const auto& row = m_drafts[draft].row;
        return row.kind == Kind::Group ? m_tree->groups[row.graph]->groups[row.id].structure : 0;
    }

    /// Replaces adjacent groups of equal structure by one Run row that contains them.
    std::vector<std::uint32_t> withRuns(const std::vector<std::uint32_t>& children)
    {
        std::vector<std::uint32_t> result;
        for (std::size_t i = 0; i < children.size();) {
            const auto structure = structureOf(children[i]);
            auto end = i + 1;
            while (
                structure != 0 && end < children.size() && structureOf(children[end]) == structure)
                ++end;
            if (structure != 0 && end - i >= shortestRun)
                result.push_back(addRun({ children.begin() + static_cast<std::ptrdiff_t>(i),
                    children.begin() + static_cast<std::ptrdiff_t>(end) }));
            else
                result.insert(result.end(), children.begin() + static_cast<std::ptrdiff_t>(i),
                    children.begin() + static_cast<std::ptrdiff_t>(end));
            i = end;
        }
        return result;
    }

    std::uint32_t addRun(std::vector<std::uint32_t> groups)
    {
        const auto index = static_cast<std::uint32_t>(m_drafts.size());
        TreeRow row { .kind = Kind::Run,
            .count = groups.size(),
            .text = runTitle(m_drafts[groups.front()].row.text, m_drafts[groups.back()].row.text) };
        m_drafts.push_back({ std::move(row), true, 0, std::move(groups) });
        return index;
    }

    void flatten()
    {
        auto& rows = m_tree->rows;
        m_tree->nodeRows.assign(m_model.nodes.size(), ModelTree::none);
        m_tree->valueRows.assign(m_model.values.size(), ModelTree::none);
        m_tree->graphRows.assign(m_model.graphs.size(), ModelTree::none);
        for (std::size_t graph = 0; graph < m_model.graphs.size(); ++graph) {
            if (m_tree->groups[graph] != nullptr)
                m_tree->groupRows[graph].assign(
                    m_tree->groups[graph]->groups.size(), ModelTree::none);
        }
        std::vector<std::uint32_t> draftOf { 0 };
        rows.push_back(m_drafts[0].row);
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            rows[row].firstChild = static_cast<std::uint32_t>(rows.size());
            const bool isRun = rows[row].kind == Kind::Run;
            const auto& children = m_drafts[draftOf[row]].children;
            for (auto child : isRun ? children : withRuns(children)) {
                mergeSingle(child, static_cast<std::uint32_t>(rows.size()));
                auto made = std::move(m_drafts[child].row);
                made.parent = row;
                made.position = rows[row].childCount++;
                note(made, static_cast<std::uint32_t>(rows.size()));
                if (const auto found = m_branches.find(child); found != m_branches.end())
                    m_tree->groupRows[found->second.first][found->second.second]
                        = static_cast<std::uint32_t>(rows.size());
                rows.push_back(std::move(made));
                draftOf.push_back(child);
            }
        }
    }

    void noteGroup(const TreeRow& row, std::uint32_t index)
    {
        m_tree->groupRows[row.graph][row.id] = index;
        const auto& group = m_tree->groups[row.graph]->groups[row.id];
        auto& ofGraph = m_tree->graphRows[group.graph.value()];
        if (group.owner.isValid() && ofGraph == ModelTree::none)
            ofGraph = index;
    }

    void note(const TreeRow& row, std::uint32_t index)
    {
        if (row.kind == Kind::Node && m_tree->nodeRows[row.id] == ModelTree::none)
            m_tree->nodeRows[row.id] = index;
        else if (row.kind == Kind::Group)
            noteGroup(row, index);
        else if (row.kind == Kind::Graph) {
            m_tree->graphRows[row.id] = index;
            m_tree->groupRows[row.id].front() = index;
        } else if (row.kind == Kind::Value || row.kind == Kind::Weight)
            m_tree->valueRows[row.id] = index;
    }

    const model::Model& m_model;
    const std::string m_filter;
    std::stop_token m_stop;
    std::shared_ptr<ModelTree> m_tree;
    std::vector<Draft> m_drafts;
    std::vector<std::uint32_t> m_orderOf; ///< by node: its position in the order of its graph
    /// Row by group and node, for nodes with bodies.
    std::unordered_map<std::uint64_t, std::uint32_t> m_owners;
    /// By row of a node: graph and index of the Branches group that the row also represents.
    std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> m_branches;
};

} // namespace

std::uint32_t ModelTree::rowOf(const SelectedItem& item, model::GraphId graph) const
{
    const auto at = [&item](const std::vector<std::uint32_t>& rowsOf) {
        return item.id < rowsOf.size() ? rowsOf[item.id] : none;
    };
    switch (item.kind) {
    case SelectedItem::Kind::Node:
        return at(nodeRows);
    case SelectedItem::Kind::Value:
        return at(valueRows);
    case SelectedItem::Kind::Graph:
        return at(graphRows);
    case SelectedItem::Kind::Group:
        return graph.isValid() && graph.value() < groupRows.size() ? at(groupRows[graph.value()])
                                                                   : none;
    default:
        return none;
    }
}

SelectedItem ModelTree::itemAt(std::uint32_t row) const
{
    switch (rows[row].kind) {
    case Kind::Node:
        return { SelectedItem::Kind::Node, rows[row].id };
    case Kind::Value:
    case Kind::Weight:
        return { SelectedItem::Kind::Value, rows[row].id };
    case Kind::Graph:
        return { SelectedItem::Kind::Graph, rows[row].id };
    case Kind::Group:
        return { SelectedItem::Kind::Group, rows[row].id };
    default:
        return {};
    }
}

const layout::Group* ModelTree::groupAt(std::uint32_t row) const
{
    const auto& known = rows[row];
    return known.kind == Kind::Group ? &groups[known.graph]->groups[known.id] : nullptr;
}

std::shared_ptr<const ModelTree> buildModelTree(std::shared_ptr<const model::Model> model,
    const std::string& filter, const ModelTree* before, std::stop_token stop)
{
    return Builder(std::move(model), filter, before, std::move(stop)).build();
}

} // namespace ui
