#include "tests/support/gpu/emulated_tracer.h"

#include "engine/cuda/failures.h"
#include "profiler/cupti/clock.h"
#include "profiler/cupti/collector.h"
#include "tests/support/gpu/fake_cupti.h"

#include <cstdlib>
#include <set>
#include <string>

namespace testing {

using namespace profiler::cupti;

namespace {

/// Reports the device's work to a FakeCupti. A call takes one tick of CUPTI's clock. The work
/// begins one tick later and takes as long as on the host, so it ends after the host has gone on,
/// as on a GPU.
class Tracing final : public HostListener {
public:
    const Api& api() const { return m_cupti.api(); }

    void launched(std::string_view kernel, std::uint64_t startNs, std::uint64_t endNs) override
    {
        begin(startNs);
        m_cupti.launch(nameOf(kernel), endNs - startNs);
        if (m_isLossy)
            m_cupti.dropped = 1;
    }

    void copied(Direction direction, std::uint64_t bytes, std::uint64_t startNs,
        std::uint64_t endNs) override
    {
        begin(startNs);
        const auto correlation = m_cupti.call("cudaMemcpyAsync");
        const auto start = m_cupti.now;
        m_cupti.now += std::max(endNs - startNs, FakeCupti::tickNs);
        m_cupti.record(Kind::Memcpy, [&](std::byte* at) {
            memcpyRecord::copyKind.put(at, direction == Direction::ToDevice ? 1 : 2);
            memcpyRecord::size.put(at, bytes);
            memcpyRecord::start.put(at, start);
            memcpyRecord::end.put(at, m_cupti.now);
            memcpyRecord::stream.put(at, 13);
            memcpyRecord::correlation.put(at, correlation);
        });
    }

    void captured(std::string_view kernel) override
    {
        m_captured.push_back({ m_cupti.captureNode(), nameOf(kernel) });
    }

    std::size_t endOfCapture() override
    {
        auto& graph = m_graphs.emplace_back(std::exchange(m_captured, {}));
        for (auto& node : graph)
            node.id = m_cupti.instantiate(node.id);
        return m_graphs.size() - 1;
    }

    void replayed(std::size_t record, const std::vector<std::uint64_t>& durationsNs,
        std::uint64_t startNs) override
    {
        begin(startNs);
        const auto correlation = m_cupti.call("cudaGraphLaunch");
        for (std::size_t i = 0; i < durationsNs.size(); ++i) {
            const auto& node = m_graphs[record][i];
            const auto start = m_cupti.now;
            m_cupti.now += std::max(durationsNs[i], FakeCupti::tickNs);
            m_cupti.record(Kind::ConcurrentKernel, [&](std::byte* at) {
                kernel::start.put(at, start);
                kernel::end.put(at, m_cupti.now);
                kernel::name.put(at, reinterpret_cast<std::uint64_t>(node.kernel));
                kernel::correlation.put(at, correlation);
                kernel::stream.put(at, 13);
                kernel::graphNode.put(at, node.id);
                kernel::graph.put(at, static_cast<std::uint32_t>(record + 1));
            });
        }
    }

    void wait() override
    {
        while (readMonotonic() < m_cupti.now) { }
    }

    /// Simulates the fault `taken`, `old`, `missing`, `lossy` or `uncounted`; other names do
    /// nothing.
    void take(std::string_view fault, CollectorParts& parts)
    {
        using namespace engine::cuda;
        if (fault == "taken") {
            m_cupti.subscribeAnswer = result::multipleSubscribers;
            m_cupti.otherSubscriber = "Nsight Systems";
        } else if (fault == "old") {
            m_cupti.version = 130000;
        } else if (fault == "missing") {
            parts.api = nullptr;
            parts.apiFailure = noTracer("CUPTI not found");
        } else if (fault == "lossy") {
            m_isLossy = true;
        } else if (fault == "uncounted") {
            parts.counterFailure = countersRefused();
        }
    }

private:
    struct Node {
        std::uint64_t id;
        const char* kernel;
    };

    void begin(std::uint64_t startNs) { m_cupti.now = std::max(m_cupti.now, startNs); }
    /// Records hold pointers to names, so the names must stay in memory.
    const char* nameOf(std::string_view kernel) { return m_names.emplace(kernel).first->c_str(); }

    FakeCupti m_cupti;
    bool m_isLossy = false;
    std::set<std::string> m_names;
    std::vector<Node> m_captured;
    std::vector<std::vector<Node>> m_graphs;
};

}

engine::Result<std::unique_ptr<profiler::DeviceCollector>> emulatedCollector(
    engine::Backend& backend, const profiler::CollectorOptions& options)
{
    static auto& tracing = *new Tracing; // never destroyed, like CUPTI
    auto& device = static_cast<HostBackend&>(backend);
    device.listen(&tracing);
    CollectorParts parts;
    parts.api = &tracing.api();
    parts.state = &processState();
    parts.nvmlFailure = "the device is emulated";
    parts.counterFailure = { "counters-failed", "the emulated device has no counters", "" };
    parts.synchronise = [&device] { return device.synchronise(); };
    parts.launches = [&device] { return device.launches(); };
    if (const char* fault = std::getenv("OPSCOPE_EMULATED_TRACER"))
        tracing.take(fault, parts);
    if (const char* file = std::getenv("OPSCOPE_CUPTI_DUMP"); file != nullptr && *file != '\0')
        parts.recording = file;
    return makeCollector(std::move(parts), options);
}

}
