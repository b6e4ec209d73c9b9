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

/// What belongs to the process and not to one recording, because CUPTI cannot take it back: its
/// callbacks name no owner, and a clock that is registered again makes wrong times (design 2.4).
/// One per process, never destroyed; tests have their own, one after another.
struct ProcessState {
    std::unique_ptr<BufferPool> pool; ///< stays: the tracer may give a buffer back at any time
    bool hasCallbacks = false;
    bool hasClock = false;
    std::optional<DeviceClock> clock; ///< decided once
    std::string clockReason; ///< why it is not the best one
    bool hasReplayed = false; ///< an earlier recording had launches of graphs
};
ProcessState& processState();

/// CUPTI from subscribing to unsubscribing: kinds of records, buffers, whose id is on top. Nothing
/// of it knows what a record means; the Decoder does.
class Tracer {
public:
    using Failures = std::vector<engine::cuda::FailureText>;

    /// Null with the reason as the last of `failures` if kernels cannot be told here; otherwise
    /// `failures` gets what is missing. `api` and `state` must outlive the tracer. The driver is
    /// initialised: before, every call answers 999 and takes long.
    static std::unique_ptr<Tracer> attach(
        const Api& api, ProcessState& state, const CollectorOptions& options, Failures& failures);
    ~Tracer();
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    /// Begins and ends recording. False if kernels cannot be recorded, with the reason in
    /// `failures`.
    bool enable(Failures& failures);
    void disable();

    /// What the launching thread asks for until pop() has this id; 0 on success.
    int push(std::uint64_t id) { return m_api.pushExternal(external::ours, id); }
    void pop()
    {
        std::uint64_t last = 0;
        m_api.popExternal(external::ours, &last);
    }

    enum class Flush { Complete, Everything };
    /// Hands over what is complete, or everything. The device has been waited for.
    void flush(Flush what);
    void takeFull(const std::function<void(std::span<const std::byte>)>& read)
    {
        m_state.pool->takeFull(read);
    }
    std::uint64_t fullBytes() const { return m_state.pool->fullBytes(); }

    /// Since the last call: records that CUPTI had no room for.
    std::uint64_t takeDropped();
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
    void findNoise();
    void muteNoise();

    const Api& m_api;
    ProcessState& m_state;
    CollectorOptions m_options;
    GraphNodes m_nodes;
    void* m_subscriber = nullptr;
    std::uint32_t m_version = 0;
    std::uint64_t m_refused = 0; // told already
    std::vector<std::uint32_t> m_noisyRuntimeCalls;
    std::vector<std::uint32_t> m_noisyDriverCalls;
    std::vector<Kind> m_enabled;
};

} // namespace profiler::cupti
