#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct perf_event_attr;
struct perf_event_mmap_page;

namespace profiler {

/// The calls into Linux that counting needs. Tests put a kernel of their own in its place. Calls
/// that fail return -errno. `systemCounterKernel()` has the real ones. All may be called from
/// several threads at once.
/// Source: perf_event_open(2), linux/perf_event.h.
struct CounterKernel {
    /// perf_event_open(2). Returns a file descriptor.
    std::function<int(
        const perf_event_attr& attr, pid_t pid, int cpu, int group, unsigned long flags)>
        open;
    /// read(2). Returns the number of bytes.
    std::function<ssize_t(int event, void* buffer, std::size_t bytes)> read;
    std::function<void(int event)> close;
    /// Maps the page with which a thread reads its own counter; null if the kernel refuses. The
    /// returned pointer unmaps it.
    std::function<std::shared_ptr<const perf_event_mmap_page>(int event)> map;
    /// Reads a counter of the processor by its instruction. Without permission the instruction ends
    /// the process, so call it only where the mapped page allows it. Empty: this processor has no
    /// such instruction.
    std::function<std::uint64_t(std::uint32_t counter)> rdpmc;
    /// The text of a file of /proc or /sys; nothing if it cannot be read.
    std::function<std::optional<std::string>(const std::string& path)> text;
    /// The names in a folder of /proc or /sys, in order; empty if it cannot be read.
    std::function<std::vector<std::string>(const std::string& path)> namesIn;
};

/// Returns the calls of this system.
const CounterKernel& systemCounterKernel();

} // namespace profiler
