#include "engine/cuda/probe.h"

#include "engine/cuda/failures.h"
#include "engine/cuda/libraries.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace engine::cuda {

namespace fs = std::filesystem;

namespace {

constexpr int neededCuda = 13000;
constexpr int minMajor = 7;
constexpr int minMinor = 5;
// Values of CUdevice_attribute.
constexpr int computeCapabilityMajor = 75;
constexpr int computeCapabilityMinor = 76;

DeviceStatus refused(DeviceStatus status, FailureText failure)
{
    status.isUsable = false;
    status.code = std::move(failure.code);
    status.reason = std::move(failure.message);
    status.advice = std::move(failure.advice);
    return status;
}

/// Returns nothing if one of the driver's calls fails.
std::optional<DeviceDescription> describe(const DriverTable& driver, int ordinal)
{
    DeviceDescription device;
    device.number = ordinal;
    int handle = 0;
    std::array<char, 256> name {};
    std::size_t bytes = 0;
    const bool isTold = driver.device(&handle, ordinal) == answer::success
        && driver.deviceName(name.data(), static_cast<int>(name.size() - 1), handle)
            == answer::success
        && driver.deviceAttribute(&device.major, computeCapabilityMajor, handle) == answer::success
        && driver.deviceAttribute(&device.minor, computeCapabilityMinor, handle) == answer::success
        && driver.deviceMemory(&bytes, handle) == answer::success;
    if (!isTold)
        return std::nullopt;
    device.name = name.data();
    device.memoryBytes = bytes;
    std::array<std::uint8_t, 16> uuid {};
    if (driver.deviceUuid != nullptr && driver.deviceUuid(uuid.data(), handle) == answer::success)
        device.uuid = uuidText(uuid);
    return device;
}

bool isRecent(const DeviceDescription& device)
{
    return device.major > minMajor || (device.major == minMajor && device.minor >= minMinor);
}

DeviceStatus withoutDevice(DeviceStatus status, const Surroundings& surroundings)
{
    const auto visible = surroundings.environment("CUDA_VISIBLE_DEVICES");
    return refused(
        std::move(status), noDevice(surroundings.driverVersion(), visible ? &*visible : nullptr));
}

DeviceStatus initialiseFailed(
    DeviceStatus status, const Surroundings& surroundings, const std::string& path, int code)
{
    if (code == answer::stubLibrary)
        return refused(std::move(status), stubDriver(path));
    // If a device node may not be opened, the driver reports any error, or no device at all.
    if (const auto node = surroundings.refusedNode(); !node.empty())
        return refused(std::move(status), devicesRefused(node));
    if (code == answer::noDevice)
        return withoutDevice(std::move(status), surroundings);
    return refused(std::move(status), driverFailed("cuInit", code));
}

std::optional<Surroundings::Driver> openSystemDriver()
{
    const auto loader = systemLoader();
    void* const library = loader.open("libcuda.so.1");
    if (library == nullptr)
        return std::nullopt;
    Surroundings::Driver driver;
    auto& table = driver.table;
    auto find = symbolsOf(library, loader);
    table.init = find("cuInit");
    table.version = find("cuDriverGetVersion");
    table.deviceCount = find("cuDeviceGetCount");
    table.device = find("cuDeviceGet");
    table.deviceName = find("cuDeviceGetName");
    table.deviceAttribute = find("cuDeviceGetAttribute");
    table.deviceMemory = find("cuDeviceTotalMem_v2");
    const bool isWhole = find.missing().empty();
    table.deviceUuid = find("cuDeviceGetUuid");
    Dl_info info {};
    if (table.init != nullptr && ::dladdr(reinterpret_cast<void*>(table.init), &info) != 0)
        driver.path = info.dli_fname;
    return isWhole ? std::optional(driver) : std::nullopt;
}

std::string firstRefusedNode()
{
    for (const char* node : { "/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-uvm" }) {
        if (::access(node, F_OK) == 0 && ::access(node, R_OK | W_OK) != 0)
            return node;
    }
    return {};
}

/// Returns the first word of the driver's version file that looks like `580.65.06`.
std::string versionFromProc()
{
    std::ifstream stream("/proc/driver/nvidia/version");
    for (std::string word; stream >> word;) {
        if (word.find('.') != std::string::npos
            && word.find_first_not_of("0123456789.") == std::string::npos)
            return word;
    }
    return {};
}

} // namespace

std::string uuidText(const std::array<std::uint8_t, 16>& bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "GPU-";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

Surroundings systemFunctions()
{
    Surroundings real;
    real.openDriver = openSystemDriver;
    real.environment = [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
    };
    real.refusedNode = firstRefusedNode;
    real.driverVersion = versionFromProc;
    return real;
}

DeviceStatus probeDevices(const Surroundings& surroundings)
{
    DeviceStatus status;
    const auto driver = surroundings.openDriver();
    if (!driver)
        return refused(std::move(status), noDriver());
    const auto number = surroundings.driverVersion();
    int cuda = 0;
    const bool hasVersion = driver->table.version(&cuda) == answer::success && cuda > 0;
    if (hasVersion)
        status.driver = (number.empty() ? "" : number + ", ") + ("CUDA " + cudaVersionText(cuda));
    // Asked before cuInit: the CUDA runtime reports an old driver and no driver by the same error.
    if (hasVersion && cuda < neededCuda)
        return refused(std::move(status), driverTooOld(number, cuda));
    if (const int code = driver->table.init(0); code != answer::success)
        return initialiseFailed(std::move(status), surroundings, driver->path, code);
    int count = 0;
    if (const int code = driver->table.deviceCount(&count);
        code != answer::success && code != answer::noDevice)
        return refused(std::move(status), driverFailed("cuDeviceGetCount", code));
    for (int i = 0; i < count; ++i) {
        if (auto device = describe(driver->table, i))
            status.devices.push_back(std::move(*device));
    }
    if (status.devices.empty())
        return withoutDevice(std::move(status), surroundings);
    if (!isRecent(status.devices.front())) {
        auto failure = deviceTooOld(status.devices.front());
        return refused(std::move(status), std::move(failure));
    }
    status.isUsable = true;
    return status;
}

} // namespace engine::cuda
