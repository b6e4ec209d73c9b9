#pragma once

#include "engine/cuda/failures.h"
#include "profiler/cupti/api.h"
#include "profiler/cupti/buffers.h"
#include "profiler/cupti/clock.h"
#include "profiler/cupti/decoder.h"
#include "profiler/cupti/graph_nodes.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler::cupti {

/// State of the process that outlives one recording, because CUPTI cannot undo it: callbacks have
/// no user pointer, and registering a clock again gives wrong times. There is one per process,
/// never destroyed. Tests make their own, one after another.
struct ProcessState {
    std::unique_ptr<BufferPool> pool; ///< never freed: CUPTI may return a buffer at any time
    bool hasCallbacks = false; ///< callbacks for buffers are registered
    bool hasClock = false; ///< a clock has been registered, or that was tried
    std::optional<DeviceClock> clock; ///< decided once
    std::string clockReason; ///< why `clock` is not Monotonic; empty if it is
    bool hasReplayed = false; ///< an earlier recording had launches of graphs
};
ProcessState& processState();

/// One subscription to CUPTI: enables kinds of records, provides buffers, pushes external
/// correlation ids. It does not read records; the Decoder does.
class Tracer {
public:
    using Failures = std::vector<engine::cuda::FailureText>;

    /// Subscribes to CUPTI. Returns null if kernels cannot be recorded here; the last of `failures`
    /// is the reason. Otherwise `failures` gets everything that is missing. `api` and `state` must
    /// outlive the tracer. The driver must be initialised: without it, every call of CUPTI takes
    /// long and returns 999.
    static std::unique_ptr<Tracer> attach(
        const Api& api, ProcessState& state, const CollectorOptions& options, Failures& failures);
    ~Tracer();
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    /// Begins recording; disable() ends it. False if kernels cannot be recorded; the reason is in
    /// `failures`.
    bool enable(Failures& failures);
    void disable();

    /// Sets the external id of this thread's calls until pop(). Returns 0 on success.
    int push(std::uint64_t id) { return m_api.pushExternal(external::ours, id); }
    void pop()
    {
        std::uint64_t last = 0;
        m_api.popExternal(external::ours, &last);
    }

    enum class Flush { Complete, Everything };
    /// Makes CUPTI return buffers with complete records, or all buffers. The caller must have
    /// waited for the device.
    void flush(Flush what);
    /// As BufferPool::takeFull.
    void takeFull(const std::function<void(std::span<const std::byte>)>& read)
    {
        m_state.pool->takeFull(read);
    }
    std::uint64_t fullBytes() const { return m_state.pool->fullBytes(); }

    /// Number of records that CUPTI dropped since the last call.
    std::uint64_t takeDropped();
    /// Number of requests for a buffer since the last call that got none.
    std::uint64_t takeRefused();

    GraphNodes& graphNodes() { return m_nodes; }
    std::uint32_t version() const { return m_version; }
    DeviceClock clock() const { return *m_state.clock; }
    Surroundings surroundings() const;

private:
    Tracer(const Api& api, ProcessState& state, const CollectorOptions& options);
    bool registerAll(Failures& failures);
    void chooseClock();
    void watchGraphs(Failures& failures);
    void findFrequentCalls();
    void disableFrequentCalls();

    const Api& m_api;
    ProcessState& m_state;
    CollectorOptions m_options;
    GraphNodes m_nodes;
    void* m_subscriber = nullptr;
    std::uint32_t m_version = 0;
    std::uint64_t m_refused = 0; // BufferPool::refused() at the last takeRefused()
    std::vector<std::uint32_t> m_noisyRuntimeCalls;
    std::vector<std::uint32_t> m_noisyDriverCalls;
    std::vector<Kind> m_enabled;
};

} // namespace profiler::cupti
