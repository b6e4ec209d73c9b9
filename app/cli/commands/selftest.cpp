#include "app/cli/commands.h"
#include "app/cli/comparing/selftest_noise.h"
#include "app/cli/profiling/run_options.h"

#include "engine/device/plugin.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/peaks/machine_peaks.h"

#include <algorithm>
#include <thread>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

std::string document(const profiler::MachinePeaks& peaks, bool isKept)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "threads", peaks.threads }, { "flops_per_s", peaks.flopsPerSecond },
            { "bf16_flops_per_s", peaks.bf16.flopsPerSecond }, { "bf16_by", peaks.bf16.by },
            { "int8_flops_per_s", peaks.int8.flopsPerSecond }, { "int8_by", peaks.int8.by } });
        json.key("bandwidths").beginArray();
        for (const auto& row : peaks.bandwidths)
            json.object({ { "bytes", row.bytes }, { "bytes_per_s", row.bytesPerSecond } });
        json.endArray().members({ { "kept", isKept }, { "distrust", peaks.distrust } });
    });
}

std::string lines(const profiler::MachinePeaks& peaks)
{
    auto text = "arithmetic  " + support::workRateText(peaks.flopsPerSecond) + "  float, "
        + support::countOf(peaks.threads, "thread", "threads") + "\n";
    text += "arithmetic  " + support::workRateText(peaks.bf16.flopsPerSecond)
        + "  bf16 with float sums, by " + peaks.bf16.by + "\n";
    text += "arithmetic  " + support::workRateText(peaks.int8.flopsPerSecond)
        + "  int8 with sums of 32 bits, by " + peaks.int8.by + "\n";
    for (const auto& row : peaks.bandwidths)
        text += "memory      " + support::byteRateText(row.bytesPerSecond) + "  arrays of "
            + support::bytesText(row.bytes) + " per thread\n";
    return text;
}

std::string document(const profiler::DevicePeaks& peaks, bool isKept)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "device", peaks.device }, { "driver", peaks.driver },
            { "copy_bytes_per_s", peaks.copyBytesPerSecond } });
        json.key("products").beginArray();
        for (const auto& gemm : peaks.gemms) {
            json.object({ { "precision", profiler::gemmPrecisionName(gemm.precision) },
                { "flops_per_s", support::orNull(gemm.flopsPerSecond > 0, gemm.flopsPerSecond) },
                { "by", gemm.by }, { "lower_bound", gemm.isLowerBound },
                { "reason", gemm.reason } });
        }
        json.endArray().members({ { "agreement", peaks.agreement }, { "kept", isKept },
            { "distrust", peaks.distrust } });
    });
}

std::string lines(const profiler::DevicePeaks& peaks)
{
    auto text = "device      " + support::sanitise(peaks.device)
        + (peaks.driver.empty() ? "" : ", driver " + support::sanitise(peaks.driver)) + "\n";
    text += "memory      " + support::byteRateText(peaks.copyBytesPerSecond)
        + "  a copy on the device, read and written\n";
    for (const auto& gemm : peaks.gemms)
        text += "product     " + support::sanitise(profiler::gemmText(gemm)) + "\n";
    return text;
}

/// Stores the peaks if they are reliable and writes them. The exit code is 1 if they are not
/// reliable.
template <typename Peaks>
Result<int> finish(const Invocation& invocation, const Peaks& peaks,
    const std::filesystem::path& file,
    support::Result<void> (*store)(const std::filesystem::path&, const Peaks&))
{
    bool isKept = false;
    if (!peaks.distrust.empty()) {
        invocation.printStatus("not kept: " + peaks.distrust);
    } else if (!file.empty()) {
        TRY(store(file, peaks));
        isKept = true;
        invocation.printStatus("kept for the rooflines of later profiles: " + file.string());
    }
    const auto text = invocation.format == Format::Json ? document(peaks, isKept) : lines(peaks);
    TRY(invocation.write(text));
    return peaks.distrust.empty() ? exitDone : exitFinding;
}

Result<int> devicePeaks(const Invocation& invocation, engine::DeviceKind kind)
{
    const auto device = TRY(engine::openDevice(kind));
    const auto peaks = TRY(profiler::measureDevicePeaks(
        *engine::devicePlugin(), *device.backend, engine::deviceStatus(kind).driver));
    return finish(invocation, peaks, profiler::devicePeaksFile(), profiler::storeDevicePeaks);
}

Result<int> peaks(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto kind = TRY(chosenDevice(arguments));
    if (kind != engine::DeviceKind::Cpu)
        return devicePeaks(invocation, kind);
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    const auto threads = TRY(arguments.integer<std::uint32_t>("--threads", cores, 1, 4096));
    const auto peaks = TRY(profiler::measurePeaks(threads, invocation.stop));
    return finish(invocation, peaks, profiler::peaksFile(), profiler::storePeaks);
}

Result<int> runSelftest(const Invocation& invocation)
{
    const auto what = invocation.arguments.text("WHAT", "");
    if (what == "noise")
        return selftestNoise(invocation);
    if (what != "peaks")
        return failAs(ErrorKind::Usage, "\"", what, "\" is no self-test, expected peaks or noise");
    if (invocation.arguments.has("MODEL"))
        return failAs(ErrorKind::Usage, "peaks are those of the machine, without a model");
    return peaks(invocation);
}

/// Returns the options of a run too; --threads applies to both tests.
std::vector<Option> selftestOptions()
{
    std::vector<Option> result {
        { "--tries", "N", "noise: comparisons of the same thing with itself (default: 10)" },
        { "--rounds", "N", "noise: rounds of a try, as in compare (default: 20)" },
        { "--limit", "TIME", "noise: end each try after this time, after 8 rounds at least" },
    };
    for (auto& option : runOptions()) {
        if (option.flag == "--runs")
            option.help = "noise: consecutive runs per side (default: by their duration)";
        if (option.flag == "--warmup")
            option.help = "noise: warm-up runs per side (default: until steady)";
        if (option.flag == "--threads")
            option.help = "number of threads (default: one per processor)";
        result.push_back(std::move(option));
    }
    return result;
}

} // namespace

Command selftestCommand()
{
    return { .name = "selftest",
        .summary = "Measures the peaks of this machine (for rooflines) or the noise of its times",
        .positionals = { { "WHAT", "peaks or noise", Positional::Count::One, FileUse::None },
            { "MODEL",
                "noise: model to compare with itself; without a model a short arithmetic loop is "
                "measured",
                Positional::Count::ZeroOrOne } },
        .options = selftestOptions(),
        .examples = { "selftest peaks", "selftest peaks --device cuda",
            "selftest noise model.onnx --tries 20 --format json" },
        .formats = { Format::Text, Format::Json },
        .run = runSelftest,
        .sandbox = Command::Sandbox::None };
}

} // namespace cli
