#include "engine/cuda/rtc_api.h"

#include <algorithm>

namespace engine::cuda {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr const char* rtcFile = "libnvrtc.so.13";
constexpr const char* driverFile = "libcuda.so.1";

} // namespace

Result<RtcApi> openRtc(const std::vector<std::filesystem::path>& folders, const Loader& loader)
{
    auto [api, state] = TRY(loadLibrary<RtcApi>(rtcFile, folders, loader));
    int major = 0;
    int minor = 0;
    int count = 0;
    if (api.version(&major, &minor) != 0 || api.supportedArchCount(&count) != 0 || count <= 0)
        return failAs(ErrorKind::Resource, state.path,
            " does not say what it compiles for: fused elementwise chains run one by one");
    api.archs.resize(static_cast<std::size_t>(count));
    api.supportedArchs(api.archs.data());
    std::ranges::sort(api.archs);
    api.versionText = std::to_string(major) + "." + std::to_string(minor);
    const auto folder = std::filesystem::path(state.path).parent_path();
    // If the file does not exist, NVRTC reports it by name when it compiles.
    if (!folder.empty())
        loader.open((folder / ("libnvrtc-builtins.so." + api.versionText)).string());
    return api;
}

Result<LaunchApi> openLaunchApi(const Loader& loader)
{
    void* const library = loader.open(driverFile);
    if (library == nullptr)
        return failAs(ErrorKind::Resource, driverFile, " does not open: ", loader.error());
    LaunchApi api { symbolsOf(library, loader) };
    if (!api.symbols.missing().empty())
        return failAs(ErrorKind::Resource, driverFile, " has no function ", api.symbols.missing());
    return api;
}

} // namespace engine::cuda
