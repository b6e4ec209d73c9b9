#include "profiler/device/device_record.h"

#include "model/support/text.h"

#include <array>

namespace profiler {

std::string_view overheadName(DeviceOverheadKind kind)
{
    static constexpr std::array<std::string_view, 8> names { "driver compiles",
        "tracer delivers records", "tracer instruments a kernel", "tracer's resources",
        "driver loads a kernel", "command buffer full", "tracer requests a buffer", "overhead" };
    return names[static_cast<std::size_t>(kind)];
}

std::vector<support::Sentence> lossSentences(const DeviceLosses& losses)
{
    struct Part {
        std::uint64_t count;
        std::string_view pattern;
    };
    const std::array parts { Part { losses.droppedRecords, "%1 dropped" },
        Part { losses.withoutTime, "%1 without time" },
        Part { losses.missingLaunches, "%1 launched but never told" },
        Part { losses.unlinked, "%1 of no step" },
        Part { losses.refusedBuffers, "%1 times without room" },
        Part { losses.damagedBuffers, "%1 damaged buffers" } };
    std::vector<support::Sentence> sentences;
    for (const auto& part : parts)
        if (part.count > 0)
            sentences.push_back({ part.pattern, { support::countText(part.count) } });
    return sentences;
}

std::string lossesText(const DeviceLosses& losses)
{
    return support::joined(lossSentences(losses), ", ", &support::Sentence::text);
}

std::vector<support::Sentence> clockSentences(const DeviceClockCheck& check)
{
    std::vector<support::Sentence> sentences;
    if (check.clock == DeviceClock::Monotonic)
        sentences.push_back({ "the tracer reads the host's clock", {} });
    else
        sentences.push_back({ check.clock == DeviceClock::Events
                ? "the device's own clock, its distance known to %1"
                : "the tracer's own clock, its distance known to %1",
            { support::durationText(static_cast<double>(check.offsetErrorNs)) } });
    if (check.violations > 0)
        sentences.push_back(
            { check.violations == 1 ? "%1 kernel begins before the launch, by %2 (median)"
                                    : "%1 kernels begin before the launch, by %2 (median)",
                { support::countText(check.violations),
                    support::durationText(static_cast<double>(check.errorNs)) } });
    if (check.steps > 0)
        sentences.push_back({ check.steps == 1 ? "the system's clock was set %1 time meanwhile"
                                               : "the system's clock was set %1 times meanwhile",
            { support::countText(check.steps) } });
    return sentences;
}

std::string clockText(const DeviceClockCheck& check)
{
    return support::joined(clockSentences(check), "; ", &support::Sentence::text);
}

} // namespace profiler
