#pragma once

#include "profiler/cupti/api.h"

#include "engine/run/observer.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace profiler::cupti {

/// Maps nodes of CUDA graphs to the steps whose work they do.
///
/// While a stream is captured, every launch makes a node. CUPTI reports it (GRAPHNODE_CREATED)
/// during the launch, so the current step is its owner. An executable graph consists of copies of
/// the nodes, with other ids. CUPTI reports the original of each copy (GRAPHNODE_CLONED). Kernel
/// records hold the ids of the copies.
class GraphNodes {
public:
    explicit GraphNodes(const Api& api)
        : m_api(api)
    {
    }

    /// Sets the step that launches belong to until popStep(); steps nest. Called on the engine's
    /// thread.
    void pushStep(engine::StepId step);
    void popStep();

    /// Callback for CUPTI (an OnEvent), on any thread; `user` is the GraphNodes.
    static void onEvent(void* user, std::uint32_t domain, std::uint32_t event, const void* content);

    /// The step of a node, by CUPTI's id. Invalid for unknown nodes and nodes outside of any step.
    engine::StepId stepOf(std::uint64_t node) const;
    /// Number of kernel nodes made so far, that is of launch calls that ran no kernel.
    std::uint64_t kernelNodes() const { return m_kernelNodes.load(std::memory_order_relaxed); }
    /// Removes nodes of destroyed graphs. To be called when their records have been read.
    void forgetDestroyed();
    /// All known nodes with their steps, sorted by node.
    std::vector<std::pair<std::uint64_t, engine::StepId>> all() const;

private:
    void created(const GraphEvent& event);
    void cloned(const GraphEvent& event);
    void destroyed(const GraphEvent& event);
    std::uint64_t idOf(void* node) const;

    static constexpr std::size_t maxDepth = 64;
    static constexpr std::uint32_t noStep = 0xffffffffu;

    const Api& m_api;
    std::array<std::uint32_t, maxDepth> m_stack {};
    std::size_t m_depth = 0; // may exceed maxDepth; deeper steps are not on m_stack
    std::atomic<std::uint32_t> m_step { noStep };
    std::atomic<std::uint64_t> m_kernelNodes { 0 };
    mutable std::mutex m_mutex; // guards all below
    std::unordered_map<std::uint64_t, std::uint32_t> m_stepOf;
    std::vector<std::uint64_t> m_destroyed;
};

} // namespace profiler::cupti
