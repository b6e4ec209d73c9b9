#include "profiler/device/device_record.h"

#include "model/support/text.h"

#include <array>

namespace profiler {

std::string_view overheadName(DeviceOverheadKind kind)
{
    switch (kind) {
    case DeviceOverheadKind::DriverCompiler:
        return "driver compiles";
    case DeviceOverheadKind::BufferFlush:
        return "tracer delivers records";
    case DeviceOverheadKind::Instrumentation:
        return "tracer instruments a kernel";
    case DeviceOverheadKind::Resource:
        return "tracer's resources";
    case DeviceOverheadKind::LazyLoading:
        return "driver loads a kernel";
    case DeviceOverheadKind::CommandBufferFull:
        return "command buffer full";
    case DeviceOverheadKind::ActivityBufferRequest:
        return "tracer requests a buffer";
    case DeviceOverheadKind::Other:
        break;
    }
    return "overhead";
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
