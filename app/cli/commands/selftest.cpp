#include "app/cli/commands.h"

#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/machine_peaks.h"

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
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().member("threads", peaks.threads).member("flops_per_s", peaks.flopsPerSecond);
    json.key("bandwidths").beginArray();
    for (const auto& row : peaks.bandwidths)
        json.beginObject()
            .member("bytes", row.bytes)
            .member("bytes_per_s", row.bytesPerSecond)
            .endObject();
    json.endArray().member("kept", isKept).member("distrust", peaks.distrust).endObject().flush();
    return text + "\n";
}

std::string lines(const profiler::MachinePeaks& peaks)
{
    auto text = "arithmetic  " + support::workRateText(peaks.flopsPerSecond) + "  float, "
        + support::countOf(peaks.threads, "thread", "threads") + "\n";
    for (const auto& row : peaks.bandwidths)
        text += "memory      " + support::byteRateText(row.bytesPerSecond) + "  arrays of "
            + support::bytesText(row.bytes) + " per thread\n";
    return text;
}

Result<int> run(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    if (const auto what = arguments.text("WHAT", ""); what != "peaks")
        return failAs(ErrorKind::Usage, "\"", what, "\" is no self-test, expected peaks");
    const auto cores = std::max(1u, std::thread::hardware_concurrency());
    const auto threads = TRY(arguments.integer("--threads", cores, 1, 4096));
    const auto peaks
        = TRY(profiler::measurePeaks(static_cast<std::uint32_t>(threads), invocation.stop));
    const auto file = profiler::peaksFile();
    bool isKept = false;
    if (!peaks.distrust.empty()) {
        invocation.say("not kept: " + peaks.distrust);
    } else if (!file.empty()) {
        TRY(profiler::storePeaks(file, peaks));
        isKept = true;
        invocation.say("kept for the rooflines of later profiles: " + file.string());
    }
    const auto text = invocation.format == Format::Json ? document(peaks, isKept) : lines(peaks);
    TRY(invocation.write(text));
    return peaks.distrust.empty() ? exitDone : exitFinding;
}

} // namespace

Command selftestCommand()
{
    return { .name = "selftest",
        .summary = "What this machine can do: peaks (arithmetic and bandwidth, for rooflines)",
        .positionals = { { "WHAT", "peaks" } },
        .options
        = { { "--threads", "N", "measure with so many threads (default: one per processor)" } },
        .examples = { "selftest peaks", "selftest peaks --threads 1 --format json" },
        .formats = { Format::Text, Format::Json },
        .run = run,
        .readsModels = false };
}

} // namespace cli
