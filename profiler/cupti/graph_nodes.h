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

/// Which step a node of a CUDA graph does the work of.
///
/// While a stream is captured every launch makes a node, and CUPTI tells of it (GRAPHNODE_CREATED)
/// inside of the step that launched. An executable graph is made of copies of its nodes, with ids
/// of their own, and CUPTI tells what each is a copy of (GRAPHNODE_CLONED). Kernel records hold the
/// copies' ids.
class GraphNodes {
public:
    explicit GraphNodes(const Api& api)
        : m_api(api)
    {
    }

    /// The step that is being asked for; steps nest. Called on the engine's thread.
    void pushStep(engine::StepId step);
    void popStep();

    /// An OnEvent of CUPTI, on any thread; `user` is the GraphNodes.
    static void onEvent(void* user, std::uint32_t domain, std::uint32_t event, const void* content);

    /// Invalid for a node that was made outside of any step.
    engine::StepId stepOf(std::uint64_t node) const;
    /// Kernel nodes that were made so far: launches that ran nothing.
    std::uint64_t kernelNodes() const { return m_kernelNodes.load(std::memory_order_relaxed); }
    /// Nodes whose graph is gone are forgotten, once their records have been read.
    void forgetDestroyed();
    std::vector<std::pair<std::uint64_t, engine::StepId>> all() const;

private:
    void created(const GraphEvent& event);
    void cloned(const GraphEvent& event);
    void destroyed(const GraphEvent& event);
    std::uint64_t idOf(void* node) const;

    static constexpr std::size_t mostDepth = 64;
    static constexpr std::uint32_t noStep = 0xffffffffu;

    const Api& m_api;
    std::array<std::uint32_t, mostDepth> m_stack {};
    std::size_t m_depth = 0; // may exceed mostDepth: those have the step of the last one kept
    std::atomic<std::uint32_t> m_step { noStep };
    std::atomic<std::uint64_t> m_kernelNodes { 0 };
    mutable std::mutex m_mutex; // guards all below
    std::unordered_map<std::uint64_t, std::uint32_t> m_stepOf;
    std::vector<std::uint64_t> m_destroyed;
};

} // namespace profiler::cupti
