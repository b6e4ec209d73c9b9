#include "tests/support/gpu/traced_device.h"

#include "engine/cuda/kernel_list.h"
#include "engine/cuda/peaks.h"
#include "engine/device/plugin.h"
#include "profiler/cupti/collector.h"

#include <algorithm>

namespace testing {

using namespace engine;

namespace {

World* world = nullptr;

/// The device that all backends of this program use. Never destroyed, because the engine's registry
/// frees its memory when static objects are destroyed.
HostBackend& inner()
{
    static auto& device = *new HostBackend;
    return device;
}

class TracedBackend final : public cuda::ModuleBackend {
public:
    const DeviceDescription& device() const override { return inner().device(); }
    Result<std::byte*> allocate(std::uint64_t bytes) override { return inner().allocate(bytes); }
    void release(std::byte* memory) override { inner().release(memory); }
    std::uint64_t freeBytes() const override { return inner().freeBytes(); }
    Result<void> toDevice(std::byte* device, const std::byte* host, std::uint64_t bytes) override
    {
        if (world != nullptr) {
            world->catchUp();
            world->cupti.copyToDevice(bytes);
        }
        return inner().toDevice(device, host, bytes);
    }
    Result<void> toHost(std::byte* host, const std::byte* device, std::uint64_t bytes) override
    {
        return inner().toHost(host, device, bytes);
    }
    Result<void> copy(std::byte* target, const std::byte* source, std::uint64_t bytes) override
    {
        return inner().copy(target, source, bytes);
    }
    Result<void> synchronise() override
    {
        if (world != nullptr)
            ++world->waits;
        return inner().synchronise();
    }
    DeviceEvents* events() override { return inner().events(); }
    void* stream() const override { return nullptr; }
    std::uint32_t* faultWord() override { return inner().faultWord(); }
    void beginLaunch() override
    {
        if (world != nullptr) {
            world->catchUp();
            world->cupti.launch("_ZN6engine4cuda11runElementsINS0_3AddEEEvlT_", world->kernelNs);
        }
        inner().beginLaunch();
    }
    void endLaunch() override { inner().endLaunch(); }
    cuda::DeviceLibraries& libraries() override { return inner().libraries(); }
    Result<double> secondsOf(const std::function<Result<void>()>& work) override
    {
        return inner().secondsOf(work);
    }
};

Result<std::unique_ptr<profiler::DeviceCollector>> createCollector(
    Backend& backend, const profiler::CollectorOptions& options)
{
    auto& device = static_cast<cuda::ModuleBackend&>(backend);
    profiler::cupti::CollectorParts parts;
    parts.api = &world->cupti.api();
    parts.state = &world->state;
    parts.synchronise = [&device] { return device.synchronise(); };
    parts.launches = [&device] { return device.launches(); };
    parts.events = world->hasEvents ? device.events() : nullptr;
    parts.nvmlFailure = "not on this machine";
    return profiler::cupti::makeCollector(std::move(parts), options);
}

} // namespace

World::World()
{
    world = this;
    catchUp();
}

World::~World()
{
    world = nullptr;
    inner().setLaunchMicroseconds(0);
    inner().useHostClock();
}

HostBackend& World::device() { return inner(); }

void World::catchUp() { cupti.now = std::max(cupti.now, profiler::cupti::readMonotonic()); }

void useTracedDevice()
{
    static const std::string build(buildText());
    static const DevicePlugin plugin { .abi = deviceAbi,
        .build = build.c_str(),
        .probe =
            [](const DevicePaths&) {
                DeviceStatus status;
                status.isUsable = true;
                status.driver = "0.1";
                status.devices.push_back(inner().device());
                return status;
            },
        .libraries = [](const DevicePaths&) { return std::vector<DeviceLibrary>(); },
        .kernels = cuda::kernelList,
        .createBackend = [](int, const DevicePaths&) -> Result<std::shared_ptr<Backend>> {
            return std::shared_ptr<Backend>(std::make_shared<TracedBackend>());
        },
        .createCollector = createCollector,
        .measurePeaks = cuda::measurePeaks };
    useDevicePluginForTests(plugin);
}

} // namespace testing
