#include "engine/device/plugin.h"

#include "engine/plan/setting_names.h"
#include "model/process/shared_library.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <map>
#include <mutex>

namespace engine {

namespace fs = std::filesystem;
using support::ErrorKind;
using support::failAs;

namespace {

constexpr const char* moduleName = "libopscope_cuda.so";

struct Registry {
    std::mutex mutex; // guards all below
    std::optional<DeviceStatus> status;
    const DevicePlugin* plugin = nullptr;
    bool areKernelsKnown = false;
    std::map<int, DeviceMemory> devices;
};

/// Never destroyed: when static objects are, NVIDIA's libraries may have ended already, and
/// destroying their handles then frees memory twice (seen with cublasLtDestroy).
Registry& registry()
{
    static Registry& state = *new Registry;
    return state;
}

/// The folder of this library.
fs::path ownFolder()
{
    Dl_info info {};
    if (::dladdr(reinterpret_cast<const void*>(&buildText), &info) == 0
        || info.dli_fname == nullptr)
        return {};
    std::error_code ignored;
    return fs::weakly_canonical(info.dli_fname, ignored).parent_path();
}

/// The module is beside this library, both in an installation and in a build folder.
fs::path modulePath()
{
    if (const char* named = std::getenv("OPSCOPE_CUDA_PLUGIN"); named != nullptr && *named != '\0')
        return named;
    return ownFolder() / moduleName;
}

DevicePaths pathsOfUser()
{
    DevicePaths paths;
    const char* text = std::getenv("OPSCOPE_CUDA_LIBS");
    std::string_view rest = text != nullptr ? text : "";
    while (!rest.empty()) {
        const auto end = std::min(rest.find(':'), rest.size());
        if (end > 0)
            paths.folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return paths;
}

DeviceStatus refusedModule(std::string code, std::string reason, std::string advice)
{
    DeviceStatus status;
    status.code = std::move(code);
    status.reason = std::move(reason);
    status.advice = std::move(advice);
    return status;
}

DeviceStatus probedStatus(Registry& state)
{
    const bool isForTests = state.plugin != nullptr;
    const auto file = isForTests ? fs::path() : modulePath();
    std::error_code ignored;
    if (!isForTests && !fs::exists(file, ignored)) {
        const bool isNamed = std::getenv("OPSCOPE_CUDA_PLUGIN") != nullptr;
        return refusedModule("no-plugin",
            isNamed ? "no GPU plugin at " + file.string() + " (OPSCOPE_CUDA_PLUGIN)"
                    : "there is no CUDA plugin; models run on the CPU",
            "install the package opscope-cuda, or build with the CUDA toolkit 13 (./run.sh "
            "--with-cuda)");
    }
    if (!isForTests) {
        auto plugin = loadDevicePlugin(file);
        if (!plugin) {
            auto status = refusedModule(
                "plugin-refused", plugin.error().message(), "build plugin and program together");
            status.plugin = file.string();
            return status;
        }
        state.plugin = *plugin;
    }
    auto status = state.plugin->probe(pathsOfUser());
    status.plugin = file.string();
    return status;
}

const DeviceStatus& statusLocked(Registry& state)
{
    if (!state.status)
        state.status = probedStatus(state);
    return *state.status;
}

} // namespace

std::string_view buildText() { return OPSCOPE_BUILD; }

const DeviceStatus& deviceStatus(DeviceKind kind)
{
    static const DeviceStatus cpu = [] {
        DeviceStatus status;
        status.isUsable = true;
        return status;
    }();
    if (kind == DeviceKind::Cpu)
        return cpu;
    auto& state = registry();
    const std::lock_guard lock(state.mutex);
    return statusLocked(state);
}

Result<DeviceMemory> openDevice(DeviceKind kind, int number)
{
    if (kind == DeviceKind::Cpu)
        return DeviceMemory {};
    auto& state = registry();
    const std::lock_guard lock(state.mutex);
    const auto& status = statusLocked(state);
    if (!status.isUsable)
        return failAs(ErrorKind::Resource, "no CUDA device: ", status.reason);
    if (const auto open = state.devices.find(number); open != state.devices.end())
        return open->second;
    auto backend
        = TRY(state.plugin->createBackend(number, pathsOfUser())
                  .within(std::string(deviceName(kind)) + " device " + std::to_string(number)));
    if (!state.areKernelsKnown) {
        for (const auto& entry : state.plugin->kernels())
            KernelRegistry::instance().add(entry);
        state.areKernelsKnown = true;
    }
    return state.devices.emplace(number, poolOf(std::move(backend))).first->second;
}

std::vector<DeviceLibrary> deviceLibraries()
{
    deviceStatus(DeviceKind::Cuda);
    const auto* plugin = devicePlugin();
    return plugin != nullptr ? plugin->libraries(pathsOfUser()) : std::vector<DeviceLibrary>();
}

const DevicePlugin* devicePlugin()
{
    auto& state = registry();
    const std::lock_guard lock(state.mutex);
    return state.plugin;
}

Result<const DevicePlugin*> loadDevicePlugin(const fs::path& file)
{
    const auto module = support::openSharedLibrary(file);
    if (!module)
        return failAs(
            ErrorKind::Resource, "the GPU plugin does not load: ", module.error().message());
    const DevicePluginFunction function = support::findFunction(*module, devicePluginFunction);
    if (function == nullptr)
        return failAs(ErrorKind::Resource, file.string(), " is no GPU plugin: it has no function ",
            devicePluginFunction);
    const auto* plugin = function();
    if (plugin == nullptr)
        return failAs(
            ErrorKind::Resource, file.string(), " is no GPU plugin: it describes nothing");
    if (plugin->abi != deviceAbi)
        return failAs(ErrorKind::Resource,
            "the GPU plugin belongs to another Opscope build (interface ", plugin->abi,
            ", expected ", deviceAbi, ")");
    if (plugin->build == nullptr || plugin->build != buildText())
        return failAs(ErrorKind::Resource, "the GPU plugin belongs to another Opscope build (",
            plugin->build != nullptr ? plugin->build : "unnamed", ", expected ", buildText(), ")");
    return plugin;
}

void useDevicePluginForTests(const DevicePlugin& plugin)
{
    auto& state = registry();
    const std::lock_guard lock(state.mutex);
    state.plugin = &plugin;
    state.status.reset();
}

} // namespace engine
