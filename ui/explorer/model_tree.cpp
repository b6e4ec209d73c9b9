#include "ui/explorer/model_tree.h"

#include "layout/hierarchy.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace ui {

namespace {

using Kind = TreeRow::Kind;

constexpr std::size_t maximumScopes = 32;
constexpr std::size_t pollEvery = 4096; // nodes between two looks at the stop token

/// A row before the final numbering.
struct Draft {
    TreeRow row;
    bool isKept = false; ///< asked for by itself, not only for what is below
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

class Builder {
public:
    Builder(
        std::shared_ptr<const model::Model> model, const std::string& filter, std::stop_token stop)
        : m_model(*model)
        , m_filter(filter)
        , m_stop(std::move(stop))
        , m_tree(std::make_shared<ModelTree>())
    {
        m_tree->model = std::move(model);
    }

    std::shared_ptr<const ModelTree> build()
    {
        m_drafts.emplace_back();
        addGraph(0, m_model.main().id, {});
        addFunctions();
        drainGraphs();
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
        m_drafts.push_back({ std::move(row), m_filter.empty(), {} });
        m_drafts[parent].children.push_back(index);
        return index;
    }

    void keep(std::uint32_t row) { m_drafts[row].isKept = true; }

    /// A subgraph's depth comes from the file: graphs wait in a list instead of calling one
    /// another.
    void addGraph(std::uint32_t parent, model::GraphId graph, std::string text)
    {
        const auto row = add(parent,
            { .kind = Kind::Graph,
                .id = graph.value(),
                .count = m_model.graph(graph).nodes.size(),
                .text = std::move(text) });
        m_waiting.push_back({ row, graph });
    }

    void drainGraphs()
    {
        for (std::size_t i = 0; i < m_waiting.size() && !m_stop.stop_requested(); ++i) {
            const auto [row, graph] = m_waiting[i];
            addNodes(row, m_model.graph(graph));
        }
    }

    bool isShown(const model::Node& node) const
    {
        return m_filter.empty() || containsText(node.name, m_filter)
            || containsText(node.type, m_filter);
    }

    void addNodes(std::uint32_t graphRow, const model::Graph& graph)
    {
        std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> scopes;
        std::size_t seen = 0;
        for (const auto id : graph.nodes) {
            if (++seen % pollEvery == 0 && m_stop.stop_requested())
                return;
            const auto& node = m_model.node(id);
            const auto inside = layout::graphsInside(m_model, id);
            if (!isShown(node) && (inside.empty() || node.function.isValid()))
                continue;
            auto parent = graphRow;
            const auto parts = scopesOf(node.name);
            for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
                auto& known = scopes[{ parent, parts[i] }];
                if (known == 0)
                    known = add(parent, { .kind = Kind::Scope, .text = std::string(parts[i]) });
                parent = known;
                ++m_drafts[parent].row.count;
            }
            const auto row = add(parent,
                { .kind = Kind::Node,
                    .id = id.value(),
                    .text = parts.empty() ? std::string() : std::string(parts.back()) });
            m_drafts[row].isKept = isShown(node);
            for (const auto subgraph : inside) {
                if (m_model.graph(subgraph).owner == id)
                    addGraph(row, subgraph, m_model.graph(subgraph).ownerAttribute);
            }
        }
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

    /// A scope that holds one thing only is no help: its name goes before that thing's.
    void mergeSingle(std::uint32_t& index)
    {
        while (m_drafts[index].row.kind == Kind::Scope && m_drafts[index].children.size() == 1) {
            const auto child = m_drafts[index].children.front();
            if (m_drafts[child].row.kind != Kind::Scope && m_drafts[child].row.kind != Kind::Node)
                return;
            m_drafts[child].row.text = m_drafts[index].row.text + "/" + m_drafts[child].row.text;
            index = child;
        }
    }

    /// Leaves out what was filtered away. Children come after their parents in the list: one pass
    /// from the back sees them first.
    void prune()
    {
        for (std::size_t i = m_drafts.size(); i-- > 0;) {
            auto& draft = m_drafts[i];
            std::erase_if(
                draft.children, [this](std::uint32_t child) { return !m_drafts[child].isKept; });
            draft.isKept = draft.isKept || !draft.children.empty();
        }
    }

    void flatten()
    {
        auto& rows = m_tree->rows;
        m_tree->nodeRows.assign(m_model.nodes.size(), ModelTree::none);
        m_tree->valueRows.assign(m_model.values.size(), ModelTree::none);
        m_tree->graphRows.assign(m_model.graphs.size(), ModelTree::none);
        std::vector<std::uint32_t> draftOf { 0 };
        rows.push_back(m_drafts[0].row);
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            rows[row].firstChild = static_cast<std::uint32_t>(rows.size());
            for (auto child : m_drafts[draftOf[row]].children) {
                mergeSingle(child);
                auto made = std::move(m_drafts[child].row);
                made.parent = row;
                made.position = rows[row].childCount++;
                note(made, static_cast<std::uint32_t>(rows.size()));
                rows.push_back(std::move(made));
                draftOf.push_back(child);
            }
        }
    }

    void note(const TreeRow& row, std::uint32_t index)
    {
        if (row.kind == Kind::Node)
            m_tree->nodeRows[row.id] = index;
        else if (row.kind == Kind::Graph)
            m_tree->graphRows[row.id] = index;
        else if (row.kind == Kind::Value || row.kind == Kind::Weight)
            m_tree->valueRows[row.id] = index;
    }

    struct Waiting {
        std::uint32_t row;
        model::GraphId graph;
    };

    const model::Model& m_model;
    const std::string m_filter;
    std::stop_token m_stop;
    std::shared_ptr<ModelTree> m_tree;
    std::vector<Draft> m_drafts;
    std::vector<Waiting> m_waiting;
};

} // namespace

std::uint32_t ModelTree::rowOf(const SelectedItem& item) const
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
    default:
        return {};
    }
}

std::shared_ptr<const ModelTree> buildModelTree(
    std::shared_ptr<const model::Model> model, const std::string& filter, std::stop_token stop)
{
    return Builder(std::move(model), filter, std::move(stop)).build();
}

std::vector<std::string_view> scopesOf(std::string_view name)
{
    const char separator = name.find('/') != std::string_view::npos ? '/' : '.';
    std::vector<std::string_view> parts;
    while (!name.empty()) {
        const auto end
            = parts.size() + 1 < maximumScopes ? name.find(separator) : std::string_view::npos;
        if (const auto part = name.substr(0, end); !part.empty())
            parts.push_back(part);
        if (end == std::string_view::npos)
            break;
        name.remove_prefix(end + 1);
    }
    return parts;
}

} // namespace ui
