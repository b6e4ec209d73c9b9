#include "profiler/counters/event_group.h"

#include "model/support/text.h"

#include <linux/perf_event.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::size_t maxEvents = 8; // of a group
constexpr int maxAttempts = 1000; // to read a page that changes

/// Header of what read(2) returns for a group, before one number per event.
struct GroupHeader {
    std::uint64_t events;
    std::uint64_t enabledNs;
    std::uint64_t runningNs;
};
struct GroupValues {
    GroupHeader header {};
    std::array<std::uint64_t, maxEvents> counts {};
};

bool readGroup(const CounterKernel& kernel, int leader, std::size_t events, GroupValues& values)
{
    const auto bytes = sizeof(GroupHeader) + events * sizeof(std::uint64_t);
    return kernel.read(leader, &values, bytes) == static_cast<ssize_t>(bytes)
        && values.header.events == events;
}

bool allowsInstruction(const perf_event_mmap_page& page)
{
    return page.cap_user_rdpmc != 0 && page.pmc_width > 0 && page.pmc_width <= 64;
}

/// Extends the sign of a counter of `width` bits.
std::int64_t extended(std::uint64_t count, unsigned width)
{
    const auto unused = 64 - width;
    return static_cast<std::int64_t>(count << unused) >> unused;
}

/// Returns the count of an event; nothing if it has no counter now.
std::optional<std::uint64_t> readByInstruction(
    const CounterKernel& kernel, const perf_event_mmap_page& page)
{
    const auto* const lock = static_cast<const volatile __u32*>(&page.lock);
    for (int attempt = 0; attempt < maxAttempts; ++attempt) {
        const auto before = *lock;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        const auto index = *static_cast<const volatile __u32*>(&page.index);
        if (index == 0 || !allowsInstruction(page))
            return std::nullopt;
        const auto offset = *static_cast<const volatile __s64*>(&page.offset);
        const auto counted = extended(kernel.rdpmc(index - 1), page.pmc_width);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (*lock == before)
            return static_cast<std::uint64_t>(offset) + static_cast<std::uint64_t>(counted);
    }
    return std::nullopt;
}

/// Returns the sentence for a refusal that depends on the rights of the user.
std::string refusal(const CounterKernel& kernel, std::string_view name)
{
    const auto setting = kernel.text("/proc/sys/kernel/perf_event_paranoid");
    const auto level = support::numberFrom<int>(
        setting ? std::string_view(*setting).substr(0, setting->find('\n')) : std::string_view());
    if (level && *level > 2)
        return "kernel.perf_event_paranoid is " + std::to_string(*level)
            + ", programs without the capability CAP_PERFMON may count their own work up to 2 ("
            + std::string(name) + "): `sysctl kernel.perf_event_paranoid=2` as root allows it";
    return "perf_event_open is refused (" + std::string(name)
        + ") although kernel.perf_event_paranoid "
        + (level ? "is " + std::to_string(*level) : std::string("cannot be read"))
        + ": usually the filter of a container; start it with the capability CAP_PERFMON or with a "
          "seccomp profile that allows perf_event_open";
}

} // namespace

support::Error openError(const CounterKernel& kernel, int error)
{
    const auto fails = [](const auto&... parts) { return failAs(ErrorKind::Resource, parts...); };
    switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
    case EINVAL:
        return failAs(ErrorKind::Unsupported, "the system shows no counters of the processor (",
            error == ENOENT       ? "ENOENT"
                : error == ENODEV ? "ENODEV"
                : error == EINVAL ? "EINVAL"
                                  : "EOPNOTSUPP",
            "): usual in virtual machines; the host must give the machine a virtual PMU");
    case EACCES:
        return fails(refusal(kernel, "EACCES"));
    case EPERM:
        return fails(refusal(kernel, "EPERM"));
    case ENOSYS:
        return fails("the system has no perf_event_open (ENOSYS): the kernel was built without it, "
                     "or the filter of a container hides it");
    case EMFILE:
    case ENFILE:
        return fails("no file descriptor is left for counters (",
            error == EMFILE ? "EMFILE" : "ENFILE",
            "): each thread needs one per event; raise the limit with `ulimit -n`");
    case EBUSY:
        return fails("the counters of the processor are taken by another program (EBUSY): end "
                     "other profilers and measure again");
    default:
        return fails("perf_event_open failed: ", std::strerror(error));
    }
}

Result<EventGroup> EventGroup::open(
    const CounterKernel& kernel, std::span<const EventCode> events, CounterReading reading)
{
    EventGroup group(kernel);
    if (events.empty() || events.size() > maxEvents)
        return support::fail(
            events.size(), " events cannot be counted together, 1 to ", maxEvents, " are possible");
    group.m_reading = kernel.rdpmc ? reading : CounterReading::Call;
    for (const auto& code : events)
        TRY(group.add(code, group.m_reading));
    return group;
}

Result<void> EventGroup::add(const EventCode& code, CounterReading reading)
{
    perf_event_attr attr {};
    attr.size = sizeof(attr);
    attr.type = code.type;
    attr.config = code.config;
    attr.config1 = code.config1;
    attr.config2 = code.config2;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    attr.read_format
        = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const auto leader = m_events.empty() ? -1 : m_events.front().number;
    const auto number = m_kernel->open(attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
    if (number < 0)
        return openError(*m_kernel, -number);
    Event event;
    event.number = number;
    event.descriptor = std::shared_ptr<const void>(m_kernel,
        [number](const void* kernel) { static_cast<const CounterKernel*>(kernel)->close(number); });
    if (reading == CounterReading::Instruction) {
        event.page = m_kernel->map(number);
        if (!event.page || !allowsInstruction(*event.page)) {
            event.page.reset();
            m_reading = CounterReading::Call;
        }
    }
    m_events.push_back(std::move(event));
    return {};
}

bool EventGroup::read(std::span<std::uint64_t> counts) const
{
    if (m_reading != CounterReading::Instruction)
        return readByCall(counts);
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        const auto count = readByInstruction(*m_kernel, *m_events[i].page);
        if (!count)
            return readByCall(counts);
        counts[i] = *count;
    }
    return true;
}

bool EventGroup::readByCall(std::span<std::uint64_t> counts) const
{
    GroupValues values;
    if (!readGroup(*m_kernel, m_events.front().number, m_events.size(), values))
        return false;
    for (std::size_t i = 0; i < m_events.size(); ++i)
        counts[i] = values.counts[i];
    return true;
}

bool EventGroup::wasAlwaysCounting()
{
    GroupValues values;
    if (!readGroup(*m_kernel, m_events.front().number, m_events.size(), values))
        return false;
    const auto enabled = values.header.enabledNs - m_enabledNs;
    const auto running = values.header.runningNs - m_runningNs;
    m_enabledNs = values.header.enabledNs;
    m_runningNs = values.header.runningNs;
    return running >= enabled;
}

} // namespace profiler
