#include "engine/cuda/rtc_api.h"

#include <algorithm>

namespace engine::cuda {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr const char* rtcFile = "libnvrtc.so.13";
constexpr const char* driverFile = "libcuda.so.1";

/// Finds functions by name, and keeps the first that is not there.
class Symbols {
public:
    Symbols(const Loader& loader, void* library)
        : m_loader(loader)
        , m_library(library)
    {
    }

    template <typename Function>
    void find(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(m_loader.symbol(m_library, name));
        if (function == nullptr && m_missing.empty())
            m_missing = name;
    }
    const std::string& missing() const { return m_missing; }

private:
    const Loader& m_loader;
    void* m_library;
    std::string m_missing;
};

} // namespace

Result<RtcApi> openRtc(const std::vector<std::filesystem::path>& folders, const Loader& loader)
{
    const auto library = openLibrary(libraryRow(rtcFile), folders, loader);
    if (library.handle == nullptr)
        return failAs(ErrorKind::Resource, library.state.reason);
    RtcApi api;
    Symbols symbols(loader, library.handle);
    symbols.find(api.version, "nvrtcVersion");
    symbols.find(api.supportedArchCount, "nvrtcGetNumSupportedArchs");
    symbols.find(api.supportedArchs, "nvrtcGetSupportedArchs");
    symbols.find(api.create, "nvrtcCreateProgram");
    symbols.find(api.compile, "nvrtcCompileProgram");
    symbols.find(api.destroy, "nvrtcDestroyProgram");
    symbols.find(api.logBytes, "nvrtcGetProgramLogSize");
    symbols.find(api.log, "nvrtcGetProgramLog");
    symbols.find(api.cubinBytes, "nvrtcGetCUBINSize");
    symbols.find(api.cubin, "nvrtcGetCUBIN");
    symbols.find(api.ptxBytes, "nvrtcGetPTXSize");
    symbols.find(api.ptx, "nvrtcGetPTX");
    if (!symbols.missing().empty())
        return failAs(ErrorKind::Resource, library.state.path, " has no function ",
            symbols.missing(), ": fused elementwise chains run one by one");
    int major = 0;
    int minor = 0;
    int count = 0;
    if (api.version(&major, &minor) != 0 || api.supportedArchCount(&count) != 0 || count <= 0)
        return failAs(ErrorKind::Resource, library.state.path,
            " does not say what it compiles for: fused elementwise chains run one by one");
    api.archs.resize(static_cast<std::size_t>(count));
    api.supportedArchs(api.archs.data());
    std::ranges::sort(api.archs);
    api.versionText = std::to_string(major) + "." + std::to_string(minor);
    const auto folder = std::filesystem::path(library.state.path).parent_path();
    // If it is not there, compiling says so, by that name.
    if (!folder.empty())
        loader.open((folder / ("libnvrtc-builtins.so." + api.versionText)).string());
    return api;
}

Result<LaunchApi> openLaunchApi(const Loader& loader)
{
    void* const library = loader.open(driverFile);
    if (library == nullptr)
        return failAs(ErrorKind::Resource, driverFile, " does not open: ", loader.error());
    LaunchApi api;
    Symbols symbols(loader, library);
    symbols.find(api.loadLibrary, "cuLibraryLoadData");
    symbols.find(api.unloadLibrary, "cuLibraryUnload");
    symbols.find(api.kernel, "cuLibraryGetKernel");
    symbols.find(api.launch, "cuLaunchKernel");
    if (!symbols.missing().empty())
        return failAs(ErrorKind::Resource, driverFile, " has no function ", symbols.missing());
    return api;
}

} // namespace engine::cuda
