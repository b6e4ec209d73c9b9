#include "engine/cuda/kernel_list.h"
#include "engine/plugin.h"
#include "profiler/cupti/collector.h"
#include "profiler/profile_run.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/fake_cupti.h"
#include "tests/support/gpu/host_backend.h"

#include <QtTest>

using namespace engine;
using namespace profiler;
using testing::FakeCupti;

namespace {

/// What all backends and collectors of this program share with its tests.
struct World {
    FakeCupti cupti;
    cupti::ProcessState state;
    int waits = 0;
};
World* world = nullptr;

/// The emulated device, whose launches CUPTI hears of.
class TracedBackend final : public cuda::ModuleBackend {
public:
    const DeviceDescription& device() const override { return m_inner.device(); }
    Result<std::byte*> allocate(std::uint64_t bytes) override { return m_inner.allocate(bytes); }
    void release(std::byte* memory) override { m_inner.release(memory); }
    std::uint64_t freeBytes() const override { return m_inner.freeBytes(); }
    Result<void> toDevice(std::byte* device, const std::byte* host, std::uint64_t bytes) override
    {
        if (world != nullptr)
            world->cupti.copyToDevice(bytes);
        return m_inner.toDevice(device, host, bytes);
    }
    Result<void> toHost(std::byte* host, const std::byte* device, std::uint64_t bytes) override
    {
        return m_inner.toHost(host, device, bytes);
    }
    Result<void> copy(std::byte* target, const std::byte* source, std::uint64_t bytes) override
    {
        return m_inner.copy(target, source, bytes);
    }
    Result<void> synchronise() override
    {
        if (world != nullptr)
            ++world->waits;
        return m_inner.synchronise();
    }
    void* stream() const override { return nullptr; }
    std::uint32_t* faultWord() override { return m_inner.faultWord(); }
    void beginLaunch() override
    {
        if (world != nullptr)
            world->cupti.launch("_ZN6engine4cuda11runElementsINS0_3AddEEEvlT_", 100);
        m_inner.beginLaunch();
    }
    void endLaunch() override { m_inner.endLaunch(); }
    cuda::DeviceLibraries& libraries() override { return m_inner.libraries(); }
    Result<double> secondsOf(const std::function<Result<void>()>& work) override
    {
        return m_inner.secondsOf(work);
    }

private:
    testing::HostBackend m_inner;
};

Result<std::unique_ptr<DeviceCollector>> createCollector(
    Backend& backend, const CollectorOptions& options)
{
    auto& device = static_cast<cuda::ModuleBackend&>(backend);
    cupti::CollectorParts parts;
    parts.api = &world->cupti.api();
    parts.state = &world->state;
    parts.synchronise = [&device] { return device.synchronise(); };
    parts.launches = [&device] { return device.launches(); };
    parts.nvmlFailure = "not on this machine";
    return cupti::makeCollector(std::move(parts), options);
}

void useTracedDevice()
{
    static const std::string build(buildText());
    static const DevicePlugin plugin { .abi = deviceAbi,
        .build = build.c_str(),
        .probe =
            [](const DevicePaths&) {
                DeviceStatus status;
                status.isUsable = true;
                status.devices.push_back(TracedBackend().device());
                return status;
            },
        .libraries = [](const DevicePaths&) { return std::vector<DeviceLibrary>(); },
        .kernels = cuda::kernelList,
        .createBackend = [](int, const DevicePaths&) -> Result<std::shared_ptr<Backend>> {
            return std::shared_ptr<Backend>(std::make_shared<TracedBackend>());
        },
        .createCollector = createCollector };
    useDevicePluginForTests(plugin);
}

constexpr std::uint32_t runs = 5;

Result<ProfiledRun> profiled()
{
    RunRequest request;
    request.model = testing::modelFromText(
        "input x: float 64\ny = Add(x, x)\nz = Mul(y, y)\nw = Sqrt(z)\noutput w", 17);
    request.otherInputs.source = InputSpec::Source::Ones;
    request.threads = 1;
    request.device = DeviceKind::Cuda;
    request.optimisation = Optimisation::None;
    BenchmarkOptions options;
    options.runs = runs;
    options.warmUp.runs = 3;
    return profileRun(request, options);
}

QString codesOf(const std::vector<DeviceLimit>& limits)
{
    QStringList codes;
    for (const auto& limit : limits)
        codes << QString::fromStdString(limit.code);
    return codes.join(' ');
}

} // namespace

/// A model is profiled on a device from the request to the profile: the emulated one, with a CUPTI
/// that is played.
class TestDeviceProfile : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { useTracedDevice(); }
    void init()
    {
        m_world = std::make_unique<World>();
        world = m_world.get();
        world->cupti.now = cupti::readMonotonic();
    }
    void cleanup() { world = nullptr; }

    void waitsForNoStepWhereTheTracerTellsOfThem()
    {
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString());
        QCOMPARE(runsOf(*run->profile, Side::Profiled).size(), std::size_t(runs));
        // Once after each run that was listened to, two of the warm-up, and at the end.
        QCOMPARE(world->waits, static_cast<int>(runs) + 2 + 1);
        QVERIFY(world->cupti.enabled.empty());
        QVERIFY(!world->cupti.isSubscribed);
        QCOMPARE(world->cupti.pushed, 0u);
        // Three kernels and a copy in each recorded run, all with their step.
        const auto& slices = run->profile->slices;
        std::size_t work = 0;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const auto& track = run->profile->tracks[slices.track[i]];
            const bool isStream = run->profile->text(track.name).starts_with("stream");
            if (slices.kind[i] != SliceKind::Gpu || !isStream)
                continue;
            ++work;
            QVERIFY(slices.step[i] != Slices::none && slices.run[i] != Slices::none);
        }
        QCOMPARE(work, std::size_t(runs) * 4);
    }

    void waitsForEachStepWhereAnotherToolHasTheTracer()
    {
        world->cupti.subscribeAnswer = 39;
        world->cupti.otherSubscriber = "Nsight Systems";
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString("tracer-taken"));
        // Copy to the device and three operators, in each recorded run; and at the end.
        QCOMPARE(world->waits, static_cast<int>(runs) * 4 + 1);
        QCOMPARE(runsOf(*run->profile, Side::Profiled).size(), std::size_t(runs));
    }

    void goesOnWaitingWhenTheTracerFailsAfterTheStart()
    {
        world->cupti.enableAnswers[cupti::Kind::ConcurrentKernel] = 35;
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString("no-tracer"));
        QCOMPARE(world->waits, static_cast<int>(runs) * 4 + 1);
    }

private:
    std::unique_ptr<World> m_world;
};

QTEST_GUILESS_MAIN(TestDeviceProfile)
#include "tst_device_profile.moc"
