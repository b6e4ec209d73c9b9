#include "profiler/attribution/openvino_graph.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/attribution/xml_reader.h"

#include <algorithm>
#include <unordered_map>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t maxGraphText = std::size_t { 512 } << 20;

/// Collects layers and edges from the elements of a graph.
class GraphReader {
public:
    Result<void> start(const XmlReader& xml);
    Result<OpenVinoGraph> finish();

private:
    Result<void> addLayer(const XmlReader& xml);
    void addDetails(const XmlReader& xml);
    Result<void> addEdge(const XmlReader& xml);

    struct Edge {
        std::uint64_t from;
        std::uint64_t to;
    };
    OpenVinoGraph m_graph;
    std::unordered_map<std::uint64_t, std::uint32_t> m_indices; ///< by id
    std::vector<Edge> m_edges;
    bool m_hasLayers = false;
};

Result<std::uint64_t> idOf(const XmlReader& xml, std::string_view attribute)
{
    const auto text = xml.attribute(attribute).value_or("");
    const auto id = support::numberFrom<std::uint64_t>(text);
    if (!id)
        return failAs(ErrorKind::File, "element ", xml.path().back(), " has ", attribute, "=",
            support::quote(text), ", expected a number");
    return *id;
}

bool isPath(const XmlReader& xml, std::initializer_list<std::string_view> path)
{
    return std::ranges::equal(xml.path(), path);
}

Result<void> GraphReader::start(const XmlReader& xml)
{
    if (xml.path().size() == 1 && xml.path().front() != "net")
        return failAs(ErrorKind::File, "the outermost element is ",
            support::quote(xml.path().front()), ", expected net");
    m_hasLayers = m_hasLayers || isPath(xml, { "net", "layers" });
    if (isPath(xml, { "net", "layers", "layer" }))
        return addLayer(xml);
    if (isPath(xml, { "net", "layers", "layer", "data" }))
        addDetails(xml);
    else if (isPath(xml, { "net", "edges", "edge" }))
        return addEdge(xml);
    return {};
}

Result<void> GraphReader::addLayer(const XmlReader& xml)
{
    const auto id = TRY(idOf(xml, "id"));
    const auto index = static_cast<std::uint32_t>(m_graph.nodes.size());
    if (!m_indices.emplace(id, index).second)
        return failAs(ErrorKind::File, "two layers have the id ", id);
    OpenVinoNode node;
    node.name = xml.attribute("name").value_or("");
    node.type = xml.attribute("type").value_or("");
    node.order = index;
    m_graph.nodes.push_back(std::move(node));
    return {};
}

void GraphReader::addDetails(const XmlReader& xml)
{
    auto& node = m_graph.nodes.back();
    node.kernel = xml.attribute("primitiveType").value_or("");
    node.precisions = xml.attribute("outputPrecisions").value_or("");
    node.originalNames = xml.attribute("originalLayersNames").value_or("");
    node.order = support::numberFrom<std::uint32_t>(xml.attribute("execOrder").value_or(""))
                     .value_or(node.order);
}

Result<void> GraphReader::addEdge(const XmlReader& xml)
{
    const auto from = TRY(idOf(xml, "from-layer"));
    const auto to = TRY(idOf(xml, "to-layer"));
    m_edges.push_back({ from, to });
    return {};
}

Result<OpenVinoGraph> GraphReader::finish()
{
    if (!m_hasLayers)
        return failAs(ErrorKind::File, "there is no element layers: this is no graph of OpenVINO");
    for (const auto& [from, to] : m_edges) {
        const auto source = m_indices.find(from);
        const auto target = m_indices.find(to);
        if (source == m_indices.end() || target == m_indices.end())
            return failAs(ErrorKind::File, "an edge leads from layer ", from, " to layer ", to,
                ", but layer ", source == m_indices.end() ? from : to, " is missing");
        m_graph.nodes[target->second].inputs.push_back(source->second);
    }
    return std::move(m_graph);
}

std::string operatorKey(std::string_view name, std::string_view kernel)
{
    return std::string(name) + '\n' + std::string(kernel);
}

} // namespace

Result<OpenVinoGraph> parseOpenVinoGraph(std::string_view text, std::string_view source)
{
    if (text.size() > maxGraphText)
        return failAs(ErrorKind::File, source, " has ", support::bytesText(text.size()),
            ", at most ", support::bytesText(maxGraphText), " are read as a graph of OpenVINO");
    const auto read = [&]() -> Result<OpenVinoGraph> {
        XmlReader xml(text);
        GraphReader graph;
        for (auto kind = TRY(xml.next()); kind != XmlReader::Kind::Done; kind = TRY(xml.next()))
            if (kind == XmlReader::Kind::Start)
                TRY(graph.start(xml));
        return graph.finish();
    };
    return read().within(source);
}

Result<OpenVinoGraph> readOpenVinoGraph(const std::filesystem::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    const auto bytes = mapped->bytes();
    return parseOpenVinoGraph(
        { reinterpret_cast<const char*>(bytes.data()), bytes.size() }, file.string());
}

OpenVinoGraph openVinoGraphOf(std::span<const OpenVinoOperator> operators)
{
    OpenVinoGraph graph;
    for (const auto& [name, type, kernel] : operators) {
        OpenVinoNode node;
        node.name = name;
        node.type = type;
        node.kernel = kernel;
        node.order = static_cast<std::uint32_t>(graph.nodes.size());
        graph.nodes.push_back(std::move(node));
    }
    return graph;
}

std::vector<std::optional<std::uint32_t>> findOpenVinoNodes(
    const OpenVinoGraph& graph, std::span<const OpenVinoOperator> operators)
{
    std::vector<std::uint32_t> byOrder;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i)
        byOrder.push_back(i);
    std::ranges::stable_sort(byOrder, {}, [&](auto i) { return graph.nodes[i].order; });
    struct Candidates {
        std::vector<std::uint32_t> nodes;
        std::size_t used = 0;
    };
    std::unordered_map<std::string, Candidates> candidates;
    for (const auto i : byOrder)
        candidates[operatorKey(graph.nodes[i].name, graph.nodes[i].kernel)].nodes.push_back(i);
    std::vector<std::optional<std::uint32_t>> found;
    for (const auto& each : operators) {
        const auto row = candidates.find(operatorKey(each.name, each.kernel));
        const bool isKnown = row != candidates.end() && row->second.used < row->second.nodes.size();
        found.push_back(
            isKnown ? std::optional(row->second.nodes[row->second.used++]) : std::nullopt);
    }
    return found;
}

} // namespace profiler
