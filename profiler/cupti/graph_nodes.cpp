#include "profiler/cupti/graph_nodes.h"

#include <algorithm>

namespace profiler::cupti {

void GraphNodes::pushStep(engine::StepId step)
{
    if (m_depth < maxDepth)
        m_stack[m_depth] = m_step.load(std::memory_order_relaxed);
    ++m_depth;
    m_step.store(step.isValid() ? step.value() : noStep, std::memory_order_relaxed);
}

void GraphNodes::popStep()
{
    if (m_depth == 0)
        return;
    --m_depth;
    if (m_depth < maxDepth)
        m_step.store(m_stack[m_depth], std::memory_order_relaxed);
}

void GraphNodes::onEvent(void* user, std::uint32_t domain, std::uint32_t event, const void* content)
{
    const auto* const told = static_cast<const ResourceEvent*>(content);
    if (domain != domain::resource || told == nullptr || told->descriptor == nullptr)
        return;
    auto& nodes = *static_cast<GraphNodes*>(user);
    const auto& graph = *static_cast<const GraphEvent*>(told->descriptor);
    if (event == resource::nodeCreated)
        nodes.created(graph);
    else if (event == resource::nodeCloned)
        nodes.cloned(graph);
    else if (event == resource::nodeDestroyed)
        nodes.destroyed(graph);
}

/// CUPTI's id of a node; 0 on failure. Must not be called under the mutex: CUPTI has its own locks,
/// and a deadlock would be possible.
std::uint64_t GraphNodes::idOf(void* node) const
{
    std::uint64_t id = 0;
    return node != nullptr && m_api.graphNodeId(node, &id) == result::success ? id : 0;
}

void GraphNodes::created(const GraphEvent& event)
{
    if (event.nodeType == kernelNode)
        m_kernelNodes.fetch_add(1, std::memory_order_relaxed);
    const auto step = m_step.load(std::memory_order_relaxed);
    const auto id = idOf(event.node);
    if (step == noStep || id == 0)
        return;
    const std::scoped_lock lock(m_mutex);
    m_stepOf[id] = step;
}

void GraphNodes::cloned(const GraphEvent& event)
{
    const auto original = idOf(event.originalNode);
    const auto id = idOf(event.node);
    if (original == 0 || id == 0)
        return;
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_stepOf.find(original); found != m_stepOf.end())
        m_stepOf[id] = found->second;
}

void GraphNodes::destroyed(const GraphEvent& event)
{
    const auto id = idOf(event.node);
    if (id == 0)
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_stepOf.contains(id))
        m_destroyed.push_back(id);
}

engine::StepId GraphNodes::stepOf(std::uint64_t node) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_stepOf.find(node);
    return found != m_stepOf.end() ? engine::StepId(found->second) : engine::StepId();
}

void GraphNodes::forgetDestroyed()
{
    const std::scoped_lock lock(m_mutex);
    for (const auto id : m_destroyed)
        m_stepOf.erase(id);
    m_destroyed.clear();
}

std::vector<std::pair<std::uint64_t, engine::StepId>> GraphNodes::all() const
{
    std::vector<std::pair<std::uint64_t, engine::StepId>> nodes;
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& [node, step] : m_stepOf)
            nodes.emplace_back(node, engine::StepId(step));
    }
    std::ranges::sort(nodes);
    return nodes;
}

} // namespace profiler::cupti
