#pragma once

#include "profiler/cupti/api.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace testing {

/// A CUPTI that a test controls: results of functions, launches with their records, graphs, clocks.
/// One object at a time; its table of functions is valid while it lives.
class FakeCupti {
public:
    /// The clock advances by this much from one event to the next.
    static constexpr std::uint64_t tickNs = 1000;

    FakeCupti();
    ~FakeCupti();
    FakeCupti(const FakeCupti&) = delete;
    FakeCupti& operator=(const FakeCupti&) = delete;

    const profiler::cupti::Api& api() const { return m_api; }

    // Results of functions.
    std::uint32_t version = 130001;
    int subscribeAnswer = 0;
    std::string otherSubscriber;
    int buffersAnswer = 0;
    int clockAnswer = 0;
    int eventAnswer = 0;
    int pushAnswer = 0;
    std::map<profiler::cupti::Kind, int> enableAnswers;
    /// Returns the result of cuptiGetTimestamp; if empty, the registered clock is used.
    std::function<std::uint64_t()> timestamp;
    std::uint64_t now = 1'000'000; ///< time of the next record
    std::size_t dropped = 0;
    /// Bytes of a kernel record; newer CUPTIs have longer ones.
    std::size_t kernelBytes = profiler::cupti::kernel::bytes;

    // What the program has asked for.
    int clockRegistrations = 0;
    int bufferRegistrations = 0;
    bool isSubscribed = false;
    std::string subscriberName;
    std::set<profiler::cupti::Kind> enabled;
    std::set<std::string> muted;
    std::size_t pushed = 0; ///< ids on the stack

    // Actions of the traced program.
    struct Work {
        std::uint32_t correlation = 0;
        std::uint64_t startNs = 0;
        std::uint64_t endNs = 0;
    };
    /// A launch by cudaLaunchKernel and its kernel. With Times::Lost the kernel's record has no
    /// times.
    enum class Times { Told, Lost };
    Work launch(const char* kernel, std::uint64_t durationNs = 5000, Times times = Times::Told);
    /// A call without a kernel. Returns its correlation id.
    std::uint32_t call(const char* function);
    Work copyToDevice(std::uint64_t bytes);
    /// Adds a kernel node to a graph that is captured; instantiate() copies it to the executable
    /// graph. Both return the node's id.
    std::uint64_t captureNode();
    std::uint64_t instantiate(std::uint64_t node);
    void destroyNode(std::uint64_t node);
    /// Launches a graph: one kernel for each node.
    Work launchGraph(const std::vector<std::uint64_t>& nodes, const char* kernel);
    /// Appends a record of the given kind to the current buffer. `fill` writes its fields, which
    /// are 0 otherwise. Returns false if there is no room or the kind is not enabled.
    bool record(profiler::cupti::Kind kind, const std::function<void(std::byte*)>& fill);
    /// Completes the current buffer, full or not.
    void completeBuffer();

private:
    static FakeCupti& fake();
    void tellEvent(std::uint32_t event, std::uint64_t node, std::uint64_t original);
    std::byte* room(std::size_t bytes);
    void kernelRecord(const char* kernel, const Work& work, Times times, std::uint64_t node);

    profiler::cupti::Api m_api;
    std::recursive_mutex m_mutex;
    profiler::cupti::RequestBuffer m_request = nullptr;
    profiler::cupti::CompleteBuffer m_complete = nullptr;
    profiler::cupti::ReadClock m_clock = nullptr;
    profiler::cupti::OnEvent m_onEvent = nullptr;
    void* m_user = nullptr;
    std::set<std::uint32_t> m_events;
    std::vector<std::uint64_t> m_ids;
    std::uint8_t* m_buffer = nullptr;
    std::size_t m_bufferBytes = 0;
    std::size_t m_used = 0;
    std::uint32_t m_correlation = 100;
    std::uint64_t m_node = 0;
};

} // namespace testing
