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

std::string lossesText(const DeviceLosses& losses)
{
    struct Part {
        std::uint64_t count;
        std::string_view words;
    };
    const std::array parts { Part { losses.droppedRecords, "dropped" },
        Part { losses.withoutTime, "without time" },
        Part { losses.missingLaunches, "launched but never told" },
        Part { losses.unlinked, "of no step" },
        Part { losses.refusedBuffers, "times without room" },
        Part { losses.damagedBuffers, "damaged buffers" } };
    std::string text;
    for (const auto& part : parts)
        if (part.count > 0)
            text += (text.empty() ? "" : ", ") + support::countText(part.count) + " "
                + std::string(part.words);
    return text;
}

std::string clockText(const DeviceClockCheck& check)
{
    std::string text = "the tracer reads the host's clock";
    if (check.clock != DeviceClock::Monotonic) {
        text = check.clock == DeviceClock::Events ? "the device's" : "the tracer's";
        text += " own clock, its distance known to "
            + support::durationText(static_cast<double>(check.offsetErrorNs));
    }
    if (check.violations > 0)
        text += "; " + support::countOf(check.violations, "kernel begins", "kernels begin")
            + " before the launch, by " + support::durationText(static_cast<double>(check.errorNs))
            + " (median)";
    if (check.steps > 0)
        text += "; the system's clock was set " + support::countOf(check.steps, "time", "times")
            + " meanwhile";
    return text;
}

} // namespace profiler
