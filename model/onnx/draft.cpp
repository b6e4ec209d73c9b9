#include "model/onnx/draft.h"

#include "model/support/text.h"

namespace model::onnx {

namespace {

constexpr std::size_t findingsPerCode = 50;

} // namespace

NameId NameTable::intern(std::string_view name)
{
    const auto known = m_ids.find(name);
    if (known != m_ids.end())
        return known->second;
    const auto id = static_cast<NameId>(m_names.size());
    m_names.emplace_back(name);
    m_ids.emplace(m_names.back(), id);
    return id;
}

void Findings::add(support::Severity severity, std::string_view code, support::Location where,
    std::string message, std::string advice)
{
    auto known = m_counts.find(code);
    if (known == m_counts.end())
        known = m_counts.emplace(std::string(code), Count {}).first;
    auto& count = known->second;
    count.severity = std::max(count.severity, severity);
    if (++count.seen > findingsPerCode)
        return;
    m_all.push_back(
        { severity, std::string(code), std::move(where), std::move(message), std::move(advice) });
}

support::Diagnostics Findings::take()
{
    for (const auto& [code, count] : m_counts) {
        if (count.seen > findingsPerCode)
            m_all.push_back({ count.severity, code, {},
                "and " + support::countText(count.seen - findingsPerCode) + " more of this kind" });
    }
    return std::move(m_all);
}

GraphId Draft::addGraph(Graph::Role role)
{
    const GraphId id(model->graphs.size());
    Graph graph;
    graph.id = id;
    graph.role = role;
    model->graphs.push_back(std::move(graph));
    graphs.emplace_back();
    return id;
}

} // namespace model::onnx
