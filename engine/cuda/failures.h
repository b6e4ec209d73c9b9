#pragma once

#include "engine/device/device.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Every reason why a GPU, or a part of it, cannot be used, with the sentence that is shown. The
/// window, the command line and logs use this one table. `code` is for programs (docs/gpu.md).
namespace engine::cuda {

struct FailureText {
    std::string code; ///< `no-driver`
    std::string message; ///< what was found and what was expected; lower case, no full stop
    std::string advice; ///< what to do; may be empty
};

/// The driver's error codes that are treated separately. CUresult and cudaError_t share these
/// numbers.
namespace answer {
inline constexpr int success = 0;
inline constexpr int outOfMemory = 2;
inline constexpr int stubLibrary = 34;
inline constexpr int noDevice = 100;
inline constexpr int invalidDevice = 101;
inline constexpr int noKernelImage = 209;
inline constexpr int illegalAddress = 700;
inline constexpr int launchTimeout = 702;
inline constexpr int launchFailed = 719;
inline constexpr int unknown = 999;
}

/// 13000 -> `13.0`
std::string cudaVersionText(int version);

// Before anything runs.
FailureText noDriver();
FailureText stubDriver(std::string_view path);
/// `visible`: the value of CUDA_VISIBLE_DEVICES, null if it is not set.
FailureText noDevice(std::string_view driver, const std::string* visible);
FailureText driverTooOld(std::string_view driver, int cuda);
FailureText deviceTooOld(const DeviceDescription& device);
FailureText devicesRefused(std::string_view node);
FailureText driverFailed(std::string_view function, int code);
FailureText noKernelImage(const DeviceDescription& device);

// While a model runs.
struct MissingLibrary {
    std::string_view name; ///< `cuDNN 9`
    std::string_view purpose; ///< `convolutions`
    std::string_view instead; ///< `run with our own kernels`
    std::string_view found; ///< a version that does not fit; empty if there is none
    std::string_view package; ///< `nvidia-cudnn-cu13`
};
FailureText missingLibrary(const MissingLibrary& library);
/// `pip install nvidia-cudnn-cu13, and …`
std::string howToInstall(std::string_view package);
FailureText outOfMemory(std::uint64_t wanted, std::uint64_t free, int device);
/// For an error after which the process can run nothing more on the device (isSticky). `code` is
/// CUDA's.
FailureText kernelFailed(std::string_view kernel, std::string_view node, int code);
bool isSticky(int code);

// About the tracer.
FailureText noTracer(std::string_view reason);
/// `answer` is the name of what `function` returned.
FailureText tracerFailed(std::string_view function, std::string_view answer);
/// The tracer cannot record some things: `what` names them, in the plural.
FailureText tracerWithout(std::string_view what, std::string_view reason);
FailureText clockUnsure(std::string_view reason);
FailureText graphsNotLinked(std::string_view version);
FailureText tracerTooOld(std::uint32_t version);
FailureText tracerTaken(std::string_view by);
/// Without a tracer: where the times come from instead.
FailureText coarseTimes(double resolutionNs);
FailureText waitsForSteps(std::string_view reason);
FailureText countersRefused();
/// Empty if `code` (CUptiResult) does not mean that counters are impossible here.
std::string_view partitionName(int code);
FailureText countersImpossible(std::string_view partition);
FailureText recordsLost(std::uint64_t lost, std::uint64_t total);

} // namespace engine::cuda
