#include "engine/cuda/failures.h"

#include "model/support/result.h"

#include <algorithm>
#include <array>

namespace engine::cuda {

namespace {

template <typename... Parts>
std::string text(const Parts&... parts)
{
    return support::fail(parts...).message();
}

/// The version comes from a file that not every system has, so it may be empty.
std::string driverText(std::string_view version)
{
    return version.empty() ? "an NVIDIA driver" : "driver " + std::string(version);
}

/// `3.1 GB`, `12.5 MB`
std::string memoryText(std::uint64_t bytes)
{
    const bool isLarge = bytes >= 100'000'000;
    const std::uint64_t tenth = isLarge ? 100'000'000 : 100'000;
    const auto tenths = (bytes + tenth / 2) / tenth;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10)
        + (isLarge ? " GB" : " MB");
}

/// CUPTI's error codes for kinds of GPU without hardware counters (CUptiResult).
struct Partition {
    int code;
    std::string_view name;
};
constexpr std::array partitions {
    Partition { 33, "a virtual GPU" },
    Partition { 40, "a virtual GPU" },
    Partition { 41, "confidential computing" },
    Partition { 42, "a CMP card" },
    Partition { 43, "a MIG partition" },
    Partition { 44, "an SLI group" },
    Partition { 45, "Windows Subsystem for Linux" },
};

struct Sticky {
    int code;
    std::string_view words;
};
constexpr std::array stickyErrors {
    Sticky { 700, "illegal address" },
    Sticky { 702, "it ran too long" },
    Sticky { 710, "a device assertion" },
    Sticky { 714, "hardware stack error" },
    Sticky { 715, "illegal instruction" },
    Sticky { 716, "misaligned address" },
    Sticky { 717, "invalid address space" },
    Sticky { 718, "invalid program counter" },
    Sticky { 719, "launch failure" },
};

} // namespace

std::string cudaVersionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

FailureText noDriver()
{
    return { "no-driver", "no NVIDIA driver on this machine; models run on the CPU",
        "install NVIDIA's driver 580 or newer to use a GPU" };
}

FailureText stubDriver(std::string_view path)
{
    return { "stub-driver", text("libcuda at ", path, " is the build-time stub, not a driver"),
        "remove its folder from LD_LIBRARY_PATH" };
}

FailureText noDevice(std::string_view driver, const std::string* visible)
{
    return { "no-device",
        text(driverText(driver), " found, no NVIDIA GPU visible",
            visible != nullptr ? " (CUDA_VISIBLE_DEVICES=" + *visible + ")" : ""),
        visible != nullptr ? "unset CUDA_VISIBLE_DEVICES, or name a GPU in it" : "" };
}

FailureText driverTooOld(std::string_view driver, int cuda)
{
    return { "driver-too-old",
        text(driverText(driver), " supports CUDA ", cudaVersionText(cuda),
            "; Opscope needs CUDA 13 (driver 580 or newer)"),
        "update the NVIDIA driver" };
}

FailureText deviceTooOld(const DeviceDescription& device)
{
    return { "device-too-old",
        text(device.name, " (", device.major, ".", device.minor, ") is not supported by CUDA 13"),
        "a GPU of compute capability 7.5 or newer is needed" };
}

FailureText devicesRefused(std::string_view node)
{
    return { "device-refused", text("GPU present but ", node, " is not accessible to this user"),
        "let the user read and write it (group video or render), or the container see it" };
}

FailureText driverFailed(std::string_view function, int code)
{
    return { "driver-failed", text("the NVIDIA driver answers ", function, " with error ", code),
        "see dmesg; a restart of the machine or of the driver may be needed" };
}

FailureText noKernelImage(const DeviceDescription& device)
{
    return { "no-kernel-image",
        text("built without code for sm_", device.major, device.minor,
            "; falling back to PTX failed"),
        "use the release build, or add the architecture to OPSCOPE_CUDA_ARCHITECTURES" };
}

FailureText missingLibrary(const MissingLibrary& library)
{
    return { "library-missing",
        library.found.empty()
            ? text(library.name, " not found: ", library.purpose, " ", library.instead)
            : text(library.name, " wanted, ", library.found, " found: ", library.purpose, " ",
                library.instead),
        howToInstall(library.package) };
}

std::string howToInstall(std::string_view package)
{
    return text("pip install ", package, ", and name its folder in OPSCOPE_CUDA_LIBS");
}

FailureText outOfMemory(std::uint64_t wanted, std::uint64_t free, int device)
{
    return { "out-of-memory",
        text("needs ", memoryText(wanted), ", ", memoryText(free), " free on GPU ", device),
        "run on the CPU, take a smaller batch, or limit the memory" };
}

FailureText kernelFailed(std::string_view kernel, std::string_view node, int code)
{
    const auto row = std::ranges::find(stickyErrors, code, &Sticky::code);
    const auto words = row != stickyErrors.end() ? std::string(row->words) : text("error ", code);
    return { "kernel-failed",
        text("kernel ", kernel, " of node ", node, " failed (", words, "); the GPU run is closed"),
        "start the run again; it begins in a new process" };
}

bool isSticky(int code)
{
    return std::ranges::find(stickyErrors, code, &Sticky::code) != stickyErrors.end();
}

FailureText noTracer(std::string_view reason)
{
    return { "no-tracer",
        text("profiling without kernel detail: ", reason, "; per-op times come from CUDA events"),
        "pip install nvidia-cuda-cupti, and name its folder in OPSCOPE_CUDA_LIBS" };
}

FailureText tracerTooOld(std::uint32_t version)
{
    return noTracer(text("CUPTI ", version, " found, expected 130001 or newer"));
}

FailureText tracerFailed(std::string_view function, std::string_view answer)
{
    auto failure = noTracer(text("CUPTI answers ", function, " with ", answer));
    failure.code = "tracer-failed";
    failure.advice = "see `opscope-cli gpu` for the library and its version";
    return failure;
}

FailureText tracerWithout(std::string_view what, std::string_view reason)
{
    return { "tracer-partial", text("profiling without ", what, ": ", reason), "" };
}

FailureText clockUnsure(std::string_view reason)
{
    return { "clock-unsure", text("times of the GPU are moved to the clock of the host: ", reason),
        "see the clock error before comparing times of the GPU with those of the CPU" };
}

FailureText graphsNotLinked(std::string_view version)
{
    return { "graphs-not-linked",
        text("CUPTI ", version,
            " tells runs of CUDA graphs wrongly after the first recording of a program, expected "
            "13.1.1"),
        "start the program again to record a graph, or take a newer CUPTI" };
}

FailureText tracerTaken(std::string_view by)
{
    return { "tracer-taken",
        text("kernel timing is taken by \"", by, "\" (Nsight Systems, another profiler)"),
        "close it, or continue with coarse timing" };
}

FailureText coarseTimes(double resolutionNs)
{
    return { "coarse",
        text("coarse: times of operators on the GPU are those between two CUDA events (to ",
            resolutionNs / 1000,
            " µs), including the wait for their launches; kernels, copies and causes of gaps are "
            "not recorded"),
        "" };
}

FailureText waitsForSteps(std::string_view reason)
{
    return { "waits",
        text("the host waits for the GPU after each operator, so that the run takes longer: ",
            reason),
        "" };
}

FailureText countersRefused()
{
    return { "counters-refused",
        "hardware counters need permission; timeline and kernel times are complete without them",
        "set the driver option NVreg_RestrictProfilingToAdminUsers=0, or run as root" };
}

std::string_view partitionName(int code)
{
    const auto row = std::ranges::find(partitions, code, &Partition::code);
    return row != partitions.end() ? row->name : std::string_view();
}

FailureText countersImpossible(std::string_view partition)
{
    return { "counters-impossible",
        text("this kind of GPU partition does not allow counters (", partition, ")"), "" };
}

FailureText recordsLost(std::uint64_t lost, std::uint64_t total)
{
    return { "records-lost",
        text(lost, " of ", total, " kernel records lost; totals are lower bounds"),
        "record fewer runs, or give the tracer more memory" };
}

} // namespace engine::cuda
