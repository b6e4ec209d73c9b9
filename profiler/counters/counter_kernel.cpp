#include "profiler/counters/counter_kernel.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace profiler {
namespace {

int openEvent(const perf_event_attr& attr, pid_t pid, int cpu, int group, unsigned long flags)
{
    auto copy = attr; // the kernel writes to it when it refuses the size
    const auto event = ::syscall(SYS_perf_event_open, &copy, pid, cpu, group, flags);
    return event < 0 ? -errno : static_cast<int>(event);
}

ssize_t readEvent(int event, void* buffer, std::size_t bytes)
{
    const auto count = ::read(event, buffer, bytes);
    return count < 0 ? -errno : count;
}

std::shared_ptr<const perf_event_mmap_page> mapEvent(int event)
{
    const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    void* const page = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, event, 0);
    if (page == MAP_FAILED)
        return nullptr;
    return { static_cast<const perf_event_mmap_page*>(page),
        [page, bytes](const perf_event_mmap_page*) { ::munmap(page, bytes); } };
}

std::optional<std::string> textOf(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> namesIn(const std::string& path)
{
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error))
        names.push_back(entry->path().filename());
    std::ranges::sort(names);
    return names;
}

#if defined(__x86_64__)
std::uint64_t readCounter(std::uint32_t counter)
{
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    asm volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
    return std::uint64_t(high) << 32 | low;
}
#endif

} // namespace

const CounterKernel& systemCounterKernel()
{
    static const CounterKernel kernel
    {
        openEvent, readEvent, [](int event) { ::close(event); }, mapEvent,
#if defined(__x86_64__)
            readCounter,
#else
            nullptr,
#endif
            textOf, namesIn
    };
    return kernel;
}

} // namespace profiler
