#include "profiler/charts/device_charts.h"

#include <array>

namespace profiler {

std::vector<AccountPart> deviceAccountParts(const DeviceAccount& account)
{
    std::vector<AccountPart> parts {
        { "Operators", "kernels that a step asked for", "accent", account.operatorsNs },
        { "Copies", "between host and device, and on the device", "error", account.copiesNs },
        { "Sets", "memory filled with a value", "bar", account.setsNs },
        { "Unattributed", "kernels that no step asked for", "neighbourIn", account.unattributedNs },
        { "Overlap", "counted twice: several streams at once", "", -account.overlapNs },
    };
    struct Gap {
        GapCause cause;
        std::string_view name;
        std::string_view meaning;
        std::string_view token;
    };
    static constexpr std::array gaps {
        Gap { GapCause::Launch, "Idle: launch", "the host had not asked for the next work yet",
            "warning" },
        Gap { GapCause::Synchronise, "Idle: synchronise", "the host waited, then asked for more",
            "textSecondary" },
        Gap { GapCause::CopyWait, "Idle: copy", "the host was in the call of a copy", "" },
        Gap { GapCause::CpuOperator, "Idle: CPU operator", "operators ran on the CPU", "idle" },
        Gap { GapCause::Overhead, "Idle: overhead", "of the tracer or the driver", "" },
        Gap { GapCause::QueueFull, "Idle: command buffer full", "the host was too far ahead", "" },
        Gap { GapCause::Device, "Idle: between kernels", "the work was there", "" },
        Gap { GapCause::EndOfRun, "Idle: end of the run", "after the last work", "" },
        Gap { GapCause::Lost, "Idle: lost records", "work may be missing here", "" },
        Gap { GapCause::Unknown, "Idle: not recorded", "the launch of the next work is not known",
            "" },
    };
    static_assert(gaps.size() == gapCauseCount);
    for (const auto& gap : gaps)
        parts.push_back({ gap.name, gap.meaning, gap.token, account.gapOf(gap.cause) });
    return parts;
}

Figure deviceAccountStrip(const DeviceAccount& account, double width)
{
    return accountStrip(deviceAccountParts(account), account.wallNs, width);
}

} // namespace profiler
