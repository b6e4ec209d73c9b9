#include "profiler/peaks/machine_peaks.h"

#include "model/support/cache_folder.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/peaks/short_products.h"
#include "profiler/peaks/stored_json.h"
#include "profiler/record/clock.h"
#include "profiler/record/environment.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <ctime>
#include <new>
#include <optional>
#include <thread>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

constexpr int windows = 5;
constexpr std::uint64_t windowNs = 60'000'000;
constexpr double steadyShare = 0.9;
constexpr std::array<std::uint64_t, 3> arrayBytes { std::uint64_t(1) << 20, std::uint64_t(16) << 20,
    std::uint64_t(256) << 20 };

// The compiler makes one variant of each loop per processor generation. The loops must be
// vectorised and stay in registers in every kind of build; otherwise the build would be measured,
// not the machine. ThreadSanitizer is excluded: the variant is chosen before it is ready for calls.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define OPSCOPE_EVERY_ISA                                                                          \
    __attribute__((optimize("O3,unroll-loops"),                                                    \
        target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define OPSCOPE_EVERY_ISA
#endif

constexpr std::size_t chains = 12; // more than latency × units of current processors
constexpr std::size_t lanes = 16;

/// Does `rounds` × chains × lanes multiply-adds. Returns a value that depends on all of them.
OPSCOPE_EVERY_ISA float multiplyAdd(std::uint64_t rounds, float factor)
{
    alignas(64) float sums[chains][lanes] = {};
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (auto& sum : sums)
            for (std::size_t i = 0; i < lanes; ++i)
                sum[i] = sum[i] * factor + 1.0f;
    float total = 0;
    for (const auto& sum : sums)
        for (const auto value : sum)
            total += value;
    return total;
}

OPSCOPE_EVERY_ISA void triad(
    float* __restrict a, const float* __restrict b, const float* __restrict c, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        a[i] = b[i] + 1.5f * c[i];
}

/// Rates of work over all windows, in units of work per second.
struct Window {
    double best = 0;
    double median = 0;
};

/// Runs `work` on all threads at once, window by window. `work` returns the amount that it did.
/// Throws std::bad_alloc if a thread could not start or had not enough memory.
template <typename MakeWork>
Window measureWindows(std::uint32_t threads, MakeWork makeWork)
{
    std::array<std::vector<double>, windows> rates;
    for (auto& rate : rates)
        rate.resize(threads);
    std::barrier together(static_cast<std::ptrdiff_t>(threads));
    // Threads without work; if there are any, the measurement is invalid.
    std::atomic<std::uint32_t> missing = 0;
    const auto run = [&](std::uint32_t thread) {
        std::optional<decltype(makeWork())> made;
        try {
            made.emplace(makeWork());
        } catch (const std::exception&) { // no memory; libraries throw several types for that
            ++missing;
            together.arrive_and_drop();
            return;
        }
        auto& work = *made;
        work(); // touches the memory of the work
        for (auto& rate : rates) {
            together.arrive_and_wait();
            const auto start = monotonicNs();
            double done = 0;
            auto now = start;
            for (; now - start < windowNs; now = monotonicNs())
                done += work();
            rate[thread] = done * 1e9 / static_cast<double>(now - start);
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(threads);
        try {
            for (std::uint32_t thread = 1; thread < threads; ++thread)
                others.emplace_back(run, thread);
        } catch (const std::exception&) { // no thread, or no memory for it
            for (auto left = others.size() + 1; left < threads; ++left) {
                ++missing;
                together.arrive_and_drop(); // running threads must not wait for missing ones
            }
        }
        run(0);
    }
    if (missing > 0)
        throw std::bad_alloc(); // measurePeaks catches it
    std::array<double, windows> sums {};
    for (std::size_t i = 0; i < windows; ++i)
        for (const auto rate : rates[i])
            sums[i] += rate;
    std::ranges::sort(sums);
    return { sums.back(), sums[windows / 2] };
}

const ProductChain floatChain { "float", chains* lanes,
    [](std::uint64_t rounds) -> double { return multiplyAdd(rounds, 0.999f); } };

Window measureChain(std::uint32_t threads, const ProductChain& chain)
{
    return measureWindows(threads, [chain] {
        return [chain, sink = 0.0]() mutable {
            constexpr std::uint64_t rounds = 20'000;
            sink += chain.run(rounds);
            asm volatile("" : : "m"(sink)); // keeps the compiler from removing the sums
            return 2.0 * static_cast<double>(rounds * chain.multiplyAdds);
        };
    });
}

Window measureTriad(std::uint32_t threads, std::uint64_t bytes)
{
    const auto count = static_cast<std::size_t>(bytes / 3 / sizeof(float));
    return measureWindows(threads, [count] {
        return [count, a = std::vector<float>(count, 1.0f), b = std::vector<float>(count, 2.0f),
                   c = std::vector<float>(count, 3.0f)]() mutable {
            triad(a.data(), b.data(), c.data(), count);
            asm volatile("" : : "r"(a.data()) : "memory");
            return 3.0 * static_cast<double>(count * sizeof(float));
        };
    });
}

void judge(MachinePeaks& peaks, const Window& window, const std::string& what)
{
    const auto agreement = window.best > 0 ? window.median / window.best : 0;
    peaks.agreement
        = peaks.agreement > 0 ? std::min(peaks.agreement, agreement) : agreement; // lowest value
    if (!peaks.distrust.empty() || window.median >= steadyShare * window.best)
        return;
    peaks.distrust = "the machine was busy: " + what + " reached "
        + support::shareText(window.median / window.best)
        + " of its best window in the middle one; measure again when nothing else runs";
}

ShortPeak measureShort(MachinePeaks& peaks, const ProductChain& chain, const std::string& what)
{
    const auto window = measureChain(peaks.threads, chain);
    judge(peaks, window, what);
    return { window.best, std::string(chain.by) };
}

std::string bandwidthKey(std::uint64_t bytes)
{
    return "peak.bytes_per_s." + std::to_string(bytes);
}

void writePeaks(JsonWriter& json, const MachinePeaks& peaks)
{
    json.beginObject().members(
        { { "threads", peaks.threads }, { "flops_per_s", peaks.flopsPerSecond } });
    const auto add = [&](const char* rateKey, const char* byKey, const ShortPeak& peak) {
        if (peak.flopsPerSecond <= 0)
            return;
        json.member(rateKey, peak.flopsPerSecond);
        if (!peak.by.empty())
            json.member(byKey, peak.by);
    };
    add("bf16_flops_per_s", "bf16_by", peaks.bf16);
    add("int8_flops_per_s", "int8_by", peaks.int8);
    json.members({ { "measured_at", peaks.measuredAt }, { "agreement", peaks.agreement } });
    json.key("bandwidths").beginArray();
    for (const auto& row : peaks.bandwidths)
        json.tuple(row.bytes, row.bytesPerSecond);
    json.endArray().endObject();
}

MachinePeaks readMachinePeaks(const support::JsonValue& json)
{
    MachinePeaks peaks;
    peaks.threads = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(json["threads"].integerOr(0), 0, 1 << 20));
    peaks.flopsPerSecond = json["flops_per_s"].numberOr(0);
    peaks.bf16
        = { json["bf16_flops_per_s"].numberOr(0), std::string(json["bf16_by"].stringOr("")) };
    peaks.int8
        = { json["int8_flops_per_s"].numberOr(0), std::string(json["int8_by"].stringOr("")) };
    peaks.measuredAt = json["measured_at"].integerOr(0);
    peaks.agreement = json["agreement"].numberOr(0);
    for (const auto& row : json["bandwidths"].items())
        if (const auto cells = row.items(); cells.size() == 2 && cells[0].integerOr(0) > 0)
            peaks.bandwidths.push_back(
                { static_cast<std::uint64_t>(cells[0].integerOr(0)), cells[1].numberOr(0) });
    return peaks;
}

std::string processor()
{
    Metadata machine;
    describeMachine(machine);
    return machine.text(keys::cpu);
}

/// Returns the peaks that a file has for this processor; empty if it is for another processor or
/// unreadable.
std::vector<MachinePeaks> readStoredMachinePeaks(const std::filesystem::path& file)
{
    std::vector<MachinePeaks> found;
    const auto json = readStoredJson(file);
    if (!json || (*json)["cpu"].stringOr("") != processor())
        return found;
    for (const auto& row : (*json)["peaks"].items())
        found.push_back(readMachinePeaks(row));
    return found;
}

void describeShort(Metadata& metadata, const std::string& type, const ShortPeak& peak)
{
    if (peak.flopsPerSecond <= 0)
        return;
    metadata.set("peak." + type + "_flops_per_s", peak.flopsPerSecond);
    if (!peak.by.empty())
        metadata.set("peak." + type + "_by", peak.by);
}

ShortPeak shortOf(const Metadata& metadata, const std::string& type)
{
    return { metadata.number("peak." + type + "_flops_per_s").value_or(0),
        metadata.text("peak." + type + "_by") };
}

} // namespace

Result<MachinePeaks> measurePeaks(std::uint32_t threads, std::stop_token stop)
{
    MachinePeaks peaks;
    peaks.threads = std::max(1u, threads);
    peaks.measuredAt = static_cast<std::int64_t>(std::time(nullptr));
    if (stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "stopped");
    try {
        const auto arithmetic = measureChain(peaks.threads, floatChain);
        peaks.flopsPerSecond = arithmetic.best;
        judge(peaks, arithmetic, "arithmetic");
        // Without bf16 instructions the type is converted to float, so its peak is that of float.
        peaks.bf16 = { arithmetic.best, "float" };
        if (const auto chains = bf16Chains(); !chains.empty())
            peaks.bf16 = measureShort(peaks, chains.front(), "arithmetic in bf16");
        peaks.int8 = measureShort(peaks, int8Chains().front(), "arithmetic in int8");
        for (const auto bytes : arrayBytes) {
            if (stop.stop_requested())
                return failAs(ErrorKind::Cancelled, "stopped");
            const auto window = measureTriad(peaks.threads, bytes);
            peaks.bandwidths.push_back({ bytes, window.best });
            judge(peaks, window, "reading and writing " + support::bytesText(bytes));
        }
    } catch (const std::bad_alloc&) {
        return failAs(ErrorKind::Resource, "not enough memory or threads to measure the peaks: ",
            support::bytesText(arrayBytes.back() * peaks.threads), " and ", peaks.threads,
            " threads are needed");
    }
    return peaks;
}

void describePeaks(Metadata& metadata, const MachinePeaks& peaks)
{
    metadata.set("peak.threads", std::int64_t(peaks.threads));
    metadata.set("peak.flops_per_s", peaks.flopsPerSecond);
    describeShort(metadata, "bf16", peaks.bf16);
    describeShort(metadata, "int8", peaks.int8);
    metadata.set("peak.measured_at", peaks.measuredAt);
    if (peaks.agreement > 0)
        metadata.set("peak.agreement", peaks.agreement);
    for (const auto& row : peaks.bandwidths)
        metadata.set(bandwidthKey(row.bytes), row.bytesPerSecond);
}

std::optional<MachinePeaks> peaksOf(const Metadata& metadata)
{
    MachinePeaks peaks;
    const auto flops = metadata.number("peak.flops_per_s");
    if (!flops || *flops <= 0)
        return std::nullopt;
    peaks.flopsPerSecond = *flops;
    peaks.threads = static_cast<std::uint32_t>(
        std::max<std::int64_t>(1, metadata.integer("peak.threads").value_or(1)));
    peaks.bf16 = shortOf(metadata, "bf16");
    peaks.int8 = shortOf(metadata, "int8");
    peaks.measuredAt = metadata.integer("peak.measured_at").value_or(0);
    peaks.agreement = metadata.number("peak.agreement").value_or(0);
    for (const auto bytes : arrayBytes)
        if (const auto rate = metadata.number(bandwidthKey(bytes)); rate && *rate > 0)
            peaks.bandwidths.push_back({ bytes, *rate });
    return peaks;
}

std::filesystem::path peaksFile()
{
    const auto folder = support::cacheFolder();
    return folder.empty() ? folder : folder / "peaks.json";
}

Result<void> storePeaks(const std::filesystem::path& file, const MachinePeaks& peaks)
{
    if (!peaks.distrust.empty())
        return failAs(ErrorKind::Resource, "not kept: ", peaks.distrust);
    auto all = readStoredMachinePeaks(file);
    std::erase_if(all, [&](const MachinePeaks& row) { return row.threads == peaks.threads; });
    all.push_back(peaks);
    return storeJson(file, support::jsonDocument([&](JsonWriter& json) {
        json.member("cpu", processor()).key("peaks").beginArray();
        for (const auto& row : all)
            writePeaks(json, row);
        json.endArray();
    }));
}

std::optional<MachinePeaks> storedPeaks(const std::filesystem::path& file, std::uint32_t threads)
{
    const auto all = readStoredMachinePeaks(file);
    const auto found = std::ranges::find(all, threads, &MachinePeaks::threads);
    return found == all.end() || found->flopsPerSecond <= 0 ? std::nullopt : std::optional(*found);
}

bool isOfThisProcessor(const Metadata& metadata)
{
    const auto cpu = metadata.text(keys::cpu);
    return !cpu.empty() && cpu == processor();
}

std::optional<MachinePeaks> knownPeaks(const Metadata& metadata)
{
    if (isOfDevice(metadata)) {
        const auto peaks = devicePeaksOf(metadata);
        return peaks ? roofsOf(*peaks, precisionOf(metadata)) : std::nullopt;
    }
    if (auto carried = peaksOf(metadata))
        return carried;
    const auto threads = metadata.integer(keys::threads).value_or(0);
    if (threads <= 0 || !isOfThisProcessor(metadata))
        return std::nullopt;
    return storedPeaks(peaksFile(), static_cast<std::uint32_t>(threads));
}

} // namespace profiler
