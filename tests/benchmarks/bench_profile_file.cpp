#include "model/support/json.h"
#include "profiler/charts/timeline.h"
#include "profiler/file/profile_file.h"
#include "profiler/record/environment.h"
#include "tests/benchmarks/long_profile.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

/// What a profile of ten million spans costs: bytes of the file, time to write and to load it, time
/// until the timeline can be drawn, and the most memory of each process.
///
///     bench_profile_file [STEPS RUNS]     default 1000 10000
///
/// Each part is a process of its own, so that one's memory is not the other's. Prints one JSON
/// document: {"spans", "file_bytes", "write": {"s", "cpu_s",
/// "peak_bytes"}, "load": {...},
/// "timeline": {...}}.

namespace {

using namespace profiler;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Of this process, user and system: does not wait for other programs.
double cpuSeconds()
{
    timespec now {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Figures {
    double seconds = 0;
    double cpuSeconds = 0;
    double pictureSeconds = 0; ///< until the timeline's bars are known, at 1920 pixels
    std::uint64_t picturePeakBytes = 0; ///< then
    std::uint64_t peakBytes = 0;
    std::uint64_t spans = 0;
};

Figures writeFile(const std::filesystem::path& path, std::uint32_t steps, std::uint32_t runs)
{
    const auto profile = benchmarks::longProfile(steps, runs);
    const auto cpu = cpuSeconds();
    const auto start = Clock::now();
    const auto written = writeProfileFile(path, *profile);
    const Figures figures { secondsSince(start), cpuSeconds() - cpu, 0, 0, peakResidentBytes(),
        profile->slices.size() };
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().message().c_str());
        std::exit(1);
    }
    return figures;
}

Figures loadFile(const std::filesystem::path& path)
{
    const auto cpu = cpuSeconds();
    const auto start = Clock::now();
    const auto profile = readProfileFile(path);
    if (!profile) {
        std::fprintf(stderr, "%s\n", profile.error().message().c_str());
        std::exit(1);
    }
    Figures figures;
    figures.seconds = secondsSince(start);
    figures.cpuSeconds = cpuSeconds() - cpu;
    figures.peakBytes = peakResidentBytes();
    figures.spans = (*profile)->slices.size();
    const auto drawn = Clock::now();
    const auto timeline = Timeline::build(*profile);
    std::size_t bars = 0;
    for (const auto& row : timeline->rows())
        bars += timeline->bars(row, timeline->extent(), 1920).size();
    figures.pictureSeconds = bars > 0 ? secondsSince(drawn) : 0;
    figures.picturePeakBytes = peakResidentBytes();
    return figures;
}

template <typename Work>
Figures inChild(Work work)
{
    int ends[2] {};
    if (pipe(ends) != 0)
        std::exit(1);
    const auto child = fork();
    if (child == 0) {
        const auto figures = work();
        const auto sent = write(ends[1], &figures, sizeof figures);
        std::_Exit(sent == sizeof figures ? 0 : 1);
    }
    close(ends[1]);
    Figures figures;
    int status = 1;
    const bool isComplete = read(ends[0], &figures, sizeof figures) == sizeof figures;
    waitpid(child, &status, 0);
    if (!isComplete || status != 0)
        std::exit(1);
    return figures;
}

} // namespace

int main(int count, char** words)
{
    const auto number = [&](int i, std::uint32_t fallback) {
        return count > i ? static_cast<std::uint32_t>(std::strtoul(words[i], nullptr, 10))
                         : fallback;
    };
    const auto steps = number(1, 1000);
    const auto runs = number(2, 10'000);
    const auto path = std::filesystem::temp_directory_path()
        / ("bench_profile_file." + std::to_string(getpid()) + ".opscope");
    const auto written = inChild([&] { return writeFile(path, steps, runs); });
    const auto loaded = inChild([&] { return loadFile(path); });
    std::string text;
    support::JsonWriter json(text, support::JsonWriter::Layout::Indented);
    json.beginObject()
        .member("spans", loaded.spans)
        .member("file_bytes", std::uint64_t(std::filesystem::file_size(path)));
    json.key("write")
        .beginObject()
        .member("s", written.seconds)
        .member("cpu_s", written.cpuSeconds)
        .member("peak_bytes", written.peakBytes)
        .endObject();
    json.key("load")
        .beginObject()
        .member("s", loaded.seconds)
        .member("cpu_s", loaded.cpuSeconds)
        .member("peak_bytes", loaded.peakBytes)
        .endObject();
    json.key("timeline")
        .beginObject()
        .member("s", loaded.pictureSeconds)
        .member("peak_bytes", loaded.picturePeakBytes)
        .endObject();
    json.endObject().flush();
    std::printf("%s\n", text.c_str());
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return loaded.spans == written.spans ? 0 : 1;
}
