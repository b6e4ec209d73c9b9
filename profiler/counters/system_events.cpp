#include "profiler/counters/system_events.h"

#include "model/support/text.h"
#include "profiler/counters/listed_event.h"
#include "profiler/counters/processor_topology.h"

#include <linux/perf_event.h>

#include <cerrno>
#include <cmath>
#include <cstring>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr int mostDrivers = 32;
constexpr int mostPackages = 16;
constexpr double joulesPerMicrojoule = 1e-6;

std::optional<double> numberIn(const CounterKernel& kernel, const std::string& path)
{
    const auto line = firstLineOf(kernel, path);
    return line ? support::numberFrom<double>(*line) : std::nullopt;
}

support::Error refusedForAll(const CounterKernel& kernel, std::string_view driver, int error)
{
    if (error != EACCES && error != EPERM)
        return failAs(
            ErrorKind::Resource, "the driver ", driver, " refuses: ", std::strerror(error));
    const auto level = firstLineOf(kernel, "/proc/sys/kernel/perf_event_paranoid");
    return failAs(ErrorKind::Resource,
        "what the whole machine does may be read with the capability "
        "CAP_PERFMON or if kernel.perf_event_paranoid is at most 0 (it ",
        level ? "is " + *level : "cannot be read", ")");
}

} // namespace

Result<SystemTotal> SystemTotal::ofDrivers(
    const CounterKernel& kernel, std::string_view driver, std::string_view event)
{
    SystemTotal total(kernel);
    TRY(total.add(driver, event));
    for (int i = 0; i < mostDrivers; ++i)
        TRY(total.add(std::string(driver) + "_" + std::to_string(i), event));
    if (total.m_parts.empty())
        return failAs(ErrorKind::Unsupported, "the system has no driver ", driver, " that counts ",
            event, " (usual in virtual machines)");
    total.take();
    return total;
}

Result<void> SystemTotal::add(std::string_view driver, std::string_view event)
{
    const auto listed = listedEvent(*m_kernel, driver, event);
    if (!listed)
        return {};
    perf_event_attr attr {};
    attr.size = sizeof(attr);
    attr.type = listed->type;
    attr.config = listed->config;
    const auto folder = driverFolder(driver);
    const auto mask = firstLineOf(*m_kernel, folder + "/cpumask");
    const auto scale
        = numberIn(*m_kernel, folder + "/events/" + std::string(event) + ".scale").value_or(1);
    for (const auto processor : processorList(mask.value_or("0"))) {
        Part part;
        part.scale = scale;
        part.event
            = m_kernel->open(attr, -1, static_cast<int>(processor), -1, PERF_FLAG_FD_CLOEXEC);
        if (part.event < 0)
            return refusedForAll(*m_kernel, driver, -part.event);
        part.descriptor
            = std::shared_ptr<const void>(m_kernel, [number = part.event](const void* kernel) {
                  static_cast<const CounterKernel*>(kernel)->close(number);
              });
        m_parts.push_back(std::move(part));
    }
    return {};
}

Result<SystemTotal> SystemTotal::ofPowercap(const CounterKernel& kernel)
{
    SystemTotal total(kernel);
    for (int i = 0; i < mostPackages; ++i) {
        const auto folder = "/sys/class/powercap/intel-rapl:" + std::to_string(i);
        const auto name = firstLineOf(kernel, folder + "/name");
        if (!name || !name->starts_with("package"))
            continue;
        Part part;
        part.path = folder + "/energy_uj";
        part.scale = joulesPerMicrojoule;
        part.range = numberIn(kernel, folder + "/max_energy_range_uj").value_or(0);
        if (!numberIn(kernel, part.path))
            return failAs(ErrorKind::Resource, part.path, " may be read by root only");
        total.m_parts.push_back(std::move(part));
    }
    if (total.m_parts.empty())
        return failAs(ErrorKind::Unsupported,
            "no powercap (RAPL) on this machine (usual in virtual machines)");
    total.take();
    return total;
}

std::optional<double> SystemTotal::valueOf(const Part& part) const
{
    if (part.event < 0)
        return numberIn(*m_kernel, part.path);
    std::uint64_t count = 0;
    if (m_kernel->read(part.event, &count, sizeof(count)) != sizeof(count))
        return std::nullopt;
    return static_cast<double>(count);
}

std::optional<double> SystemTotal::take()
{
    double sum = 0;
    bool isWhole = true;
    for (auto& part : m_parts) {
        const auto value = valueOf(part);
        isWhole = isWhole && value;
        if (!value)
            continue;
        auto change = *value - part.last;
        if (change < 0)
            change += part.range;
        part.last = *value;
        isWhole = isWhole && change >= 0;
        sum += change * part.scale;
    }
    return isWhole ? std::optional(sum) : std::nullopt;
}

} // namespace profiler
