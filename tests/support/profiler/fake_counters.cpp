#include "tests/support/profiler/fake_counters.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace testing {

FakeCounters::FakeCounters()
{
    files["/proc/cpuinfo"] = "processor\t: 0\nvendor_id\t: AuthenticAMD\n";
    const std::string package = "/sys/class/powercap/intel-rapl:0";
    files[package + "/name"] = "package-0\n";
    files[package + "/energy_uj"] = "1000\n";
    files[package + "/max_energy_range_uj"] = "5000000\n";
    for (long i = 0; i < ::sysconf(_SC_NPROCESSORS_CONF); ++i)
        files["/sys/devices/system/cpu/cpu" + std::to_string(i) + "/cpufreq/scaling_cur_freq"]
            = "3000000\n";
    const std::string controller = "/sys/bus/event_source/devices/uncore_imc_0";
    files[controller + "/type"] = "20\n";
    files[controller + "/cpumask"] = "0\n";
    files[controller + "/format/event"] = "config:0-7\n";
    files[controller + "/events/cas_count_read"] = "event=0x04\n";
    files[controller + "/events/cas_count_write"] = "event=0x05\n";
    kernel.open = [this](const perf_event_attr& attr, pid_t, int, int group, unsigned long) {
        return open(attr, group);
    };
    kernel.read
        = [this](int event, void* buffer, std::size_t bytes) { return read(event, buffer, bytes); };
    kernel.close = [this](int event) {
        const std::scoped_lock lock(m_mutex);
        m_events.erase(event);
    };
    kernel.map = [this](int event) { return map(event); };
    kernel.rdpmc = [this](std::uint32_t counter) { return count(counter); };
    kernel.text = [this](const std::string& path) {
        const auto found = files.find(path);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    };
    kernel.namesIn = [this](const std::string& path) {
        const auto folder = path.ends_with('/') ? path : path + "/";
        std::vector<std::string> names; // sorted, as `files` is
        for (const auto& [file, text] : files)
            if (file.starts_with(folder)) {
                auto name
                    = file.substr(folder.size(), file.find('/', folder.size()) - folder.size());
                if (names.empty() || names.back() != name)
                    names.push_back(std::move(name));
            }
        return names;
    };
}

std::size_t FakeCounters::openEvents() const
{
    const std::scoped_lock lock(m_mutex);
    return m_events.size();
}

int FakeCounters::open(const perf_event_attr& attr, int group)
{
    if (const auto error = refuse ? refuse(attr) : 0; error != 0)
        return -error;
    const std::scoped_lock lock(m_mutex);
    const auto number = m_next++;
    m_events[number].leader = group < 0 ? number : group;
    m_events[number].isPlain = attr.read_format == 0;
    return number;
}

ssize_t FakeCounters::read(int event, void* buffer, std::size_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    if (auto& plain = m_events.at(event); plain.isPlain) {
        ++plain.count;
        std::memcpy(buffer, &plain.count, sizeof(plain.count));
        return sizeof(plain.count);
    }
    ++groupReads;
    std::vector<std::uint64_t> values(3);
    for (auto& [number, member] : m_events) {
        if (member.leader == event)
            values.push_back(++member.count);
    }
    auto& leader = m_events.at(event);
    leader.enabledNs += 1000;
    values[0] = values.size() - 3;
    leader.runningNs += values[0] > counters || isShared ? 500 : 1000;
    values[1] = leader.enabledNs;
    values[2] = leader.runningNs;
    if (bytes < values.size() * sizeof(std::uint64_t))
        return -ENOSPC;
    std::memcpy(buffer, values.data(), values.size() * sizeof(std::uint64_t));
    return static_cast<ssize_t>(values.size() * sizeof(std::uint64_t));
}

std::shared_ptr<const perf_event_mmap_page> FakeCounters::map(int event)
{
    const std::scoped_lock lock(m_mutex);
    m_lastPage = std::make_shared<perf_event_mmap_page>();
    m_lastPage->cap_user_rdpmc = m_width >= 0 ? 1 : 0;
    m_lastPage->pmc_width = static_cast<std::uint16_t>(m_width >= 0 ? m_width : 0);
    m_lastPage->index = static_cast<std::uint32_t>(event) + 1;
    return m_lastPage;
}

std::uint64_t FakeCounters::count(std::uint32_t counter)
{
    const std::scoped_lock lock(m_mutex);
    return ++m_events.at(static_cast<int>(counter)).count;
}

std::string reasonsOf(std::span<const profiler::MissingCounter> missing)
{
    std::string text;
    for (const auto& counter : missing)
        text += counter.name + ": " + counter.reason + "\n";
    return text;
}

} // namespace testing
