#include "engine/cuda/failures.h"
#include "engine/cuda/libraries.h"
#include "engine/cuda/probe.h"
#include "profiler/cupti/api.h"

#include <QtTest>

#include <cstring>
#include <map>

using namespace engine;
using namespace engine::cuda;

namespace {

/// What the fake driver of a test answers. The table holds plain functions, so it is one for all.
struct FakeAnswers {
    int init = 0;
    int cuda = 13000;
    int count = 1;
    int countCode = 0;
    int major = 9;
    int minor = 0;
    const char* name = "NVIDIA H200";
};
FakeAnswers answers;

DriverTable fakeDriver()
{
    DriverTable table;
    table.init = [](unsigned) { return answers.init; };
    table.version = [](int* cuda) {
        *cuda = answers.cuda;
        return 0;
    };
    table.deviceCount = [](int* count) {
        *count = answers.count;
        return answers.countCode;
    };
    table.device = [](int* device, int ordinal) {
        *device = ordinal;
        return 0;
    };
    table.deviceName = [](char* name, int length, int) {
        std::strncpy(name, answers.name, static_cast<std::size_t>(length));
        return 0;
    };
    table.deviceAttribute = [](int* value, int attribute, int) {
        *value = attribute == 75 ? answers.major : answers.minor;
        return 0;
    };
    table.deviceMemory = [](std::size_t* bytes, int) {
        *bytes = std::size_t(1) << 37;
        return 0;
    };
    return table;
}

struct FakeWorld {
    FakeAnswers driver;
    bool hasDriver = true;
    std::optional<std::string> visible;
    std::string refusedNode;
    std::string version = "580.65.06";
};

DeviceStatus statusIn(const FakeWorld& world)
{
    answers = world.driver;
    Surroundings around;
    around.openDriver = [&]() -> std::optional<Surroundings::Driver> {
        if (!world.hasDriver)
            return std::nullopt;
        return Surroundings::Driver { fakeDriver(), "/opt/stubs/libcuda.so.1" };
    };
    around.environment = [&](const char*) { return world.visible; };
    around.refusedNode = [&] { return world.refusedNode; };
    around.driverVersion = [&] { return world.version; };
    return probeDevices(around);
}

}

Q_DECLARE_METATYPE(FakeWorld)
Q_DECLARE_METATYPE(FailureText)

/// Each way in which a GPU cannot be used, and the sentence that is shown.
class TestGpuFailures : public QObject {
    Q_OBJECT

private slots:
    void findsAGpu()
    {
        const auto status = statusIn({});
        QVERIFY2(status.isUsable, status.reason.c_str());
        QCOMPARE(status.devices.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(status.devices.front().name), QString("NVIDIA H200"));
        QCOMPARE(QString::fromStdString(status.driver), QString("580.65.06, CUDA 13.0"));
        QVERIFY(status.code.empty());
        QVERIFY(!status.devices.front().isEmulated);
    }

    void saysWhyThereIsNone_data()
    {
        QTest::addColumn<FakeWorld>("world");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("reason");
        const auto row
            = [](const char* name, FakeWorld world, const char* code, const char* reason) {
                  QTest::newRow(name) << world << QString(code) << QString(reason);
              };
        row("no driver", { .hasDriver = false }, "no-driver",
            "no NVIDIA driver on this machine; models run on the CPU");
        row("a stub", { .driver = { .init = 34 } }, "stub-driver",
            "libcuda at /opt/stubs/libcuda.so.1 is the build-time stub, not a driver");
        row("no device", { .driver = { .init = 100 } }, "no-device",
            "driver 580.65.06 found, no NVIDIA GPU visible");
        row("all hidden", { .driver = { .init = 100 }, .visible = "" }, "no-device",
            "driver 580.65.06 found, no NVIDIA GPU visible (CUDA_VISIBLE_DEVICES=)");
        row("none counted", { .driver = { .count = 0 } }, "no-device",
            "driver 580.65.06 found, no NVIDIA GPU visible");
        row("driver too old", { .driver = { .cuda = 12040 }, .version = "550.54.15" },
            "driver-too-old",
            "driver 550.54.15 supports CUDA 12.4; Opscope needs CUDA 13 (driver 580 or newer)");
        row("driver too old, without its number", { .driver = { .cuda = 12040 }, .version = "" },
            "driver-too-old",
            "an NVIDIA driver supports CUDA 12.4; Opscope needs CUDA 13 (driver 580 or newer)");
        row("device too old",
            { .driver = { .major = 6, .minor = 1, .name = "NVIDIA GeForce GTX 1080" } },
            "device-too-old", "NVIDIA GeForce GTX 1080 (6.1) is not supported by CUDA 13");
        row("nodes refused", { .driver = { .init = 999 }, .refusedNode = "/dev/nvidia0" },
            "device-refused", "GPU present but /dev/nvidia0 is not accessible to this user");
        row("nodes refused, other answer",
            { .driver = { .init = 101 }, .refusedNode = "/dev/nvidiactl" }, "device-refused",
            "GPU present but /dev/nvidiactl is not accessible to this user");
        row("nodes refused, as if there were none",
            { .driver = { .init = 100 }, .refusedNode = "/dev/nvidiactl" }, "device-refused",
            "GPU present but /dev/nvidiactl is not accessible to this user");
        row("a driver in trouble", { .driver = { .init = 999 } }, "driver-failed",
            "the NVIDIA driver answers cuInit with error 999");
        row("a driver that cannot count", { .driver = { .countCode = 3 } }, "driver-failed",
            "the NVIDIA driver answers cuDeviceGetCount with error 3");
    }
    void saysWhyThereIsNone()
    {
        QFETCH(FakeWorld, world);
        const auto status = statusIn(world);
        QVERIFY(!status.isUsable);
        QTEST(QString::fromStdString(status.code), "code");
        QTEST(QString::fromStdString(status.reason), "reason");
    }

    void saysWhatHappensWhileRunning_data()
    {
        QTest::addColumn<FailureText>("failure");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        const auto row
            = [](const char* name, FailureText failure, const char* code, const char* message) {
                  QTest::newRow(name) << failure << QString(code) << QString(message);
              };
        row("no kernel image", noKernelImage({ .major = 8, .minor = 7 }), "no-kernel-image",
            "built without code for sm_87; falling back to PTX failed");
        row("no cuDNN",
            missingLibrary(
                { "cuDNN 9", "convolutions", "run on the CPU", "", "nvidia-cudnn-cu13" }),
            "library-missing", "cuDNN 9 not found: convolutions run on the CPU");
        row("another cuDNN",
            missingLibrary(
                { "cuDNN 9", "convolutions", "run on the CPU", "8.9.7", "nvidia-cudnn-cu13" }),
            "library-missing", "cuDNN 9 wanted, 8.9.7 found: convolutions run on the CPU");
        row("out of memory", outOfMemory(3'100'000'000, 1'900'000'000, 0), "out-of-memory",
            "needs 3.1 GB, 1.9 GB free on GPU 0");
        row("little memory", outOfMemory(99'000'000, 40'000, 1), "out-of-memory",
            "needs 99.0 MB, 0.0 MB free on GPU 1");
        row("a kernel that failed", kernelFailed("Combine", "add_3", 700), "kernel-failed",
            "kernel Combine of node add_3 failed (illegal address); the GPU run is closed");
        row("a kernel that failed otherwise", kernelFailed("Combine", "add_3", 721),
            "kernel-failed",
            "kernel Combine of node add_3 failed (error 721); the GPU run is closed");
        row("no tracer", noTracer("CUPTI not found"), "no-tracer",
            "profiling without kernel detail: CUPTI not found; per-op times come from CUDA "
            "events");
        row("a tracer too old", tracerTooOld(130000), "no-tracer",
            "profiling without kernel detail: CUPTI 130000 found, expected 130001 or newer; per-op "
            "times come from CUDA events");
        row("another subscriber", tracerTaken("nsys"), "tracer-taken",
            "kernel timing is taken by \"nsys\" (Nsight Systems, another profiler)");
        row("times by events", coarseTimes(500), "coarse",
            "coarse: times of operators on the GPU are those between two CUDA events (to 0.5 µs), "
            "including the wait for their launches; kernels, copies and causes of gaps are not "
            "recorded");
        row("a wait after each step", waitsForSteps("OPSCOPE_CUDA_WAIT=1"), "waits",
            "the host waits for the GPU after each operator, so that the run takes longer: "
            "OPSCOPE_CUDA_WAIT=1");
        row("counters refused", countersRefused(), "counters-refused",
            "hardware counters need permission; timeline and kernel times are complete without "
            "them");
        row("a partition", countersImpossible(partitionName(43)), "counters-impossible",
            "this kind of GPU partition does not allow counters (a MIG partition)");
        row("records lost", recordsLost(12, 3400), "records-lost",
            "12 of 3400 kernel records lost; totals are lower bounds");
    }
    void saysWhatHappensWhileRunning()
    {
        QFETCH(FailureText, failure);
        QTEST(QString::fromStdString(failure.code), "code");
        QTEST(QString::fromStdString(failure.message), "message");
    }

    void knowsPartitionsWithoutCounters()
    {
        QCOMPARE(partitionName(33), std::string_view("a virtual GPU"));
        QCOMPARE(partitionName(40), std::string_view("a virtual GPU"));
        QCOMPARE(partitionName(41), std::string_view("confidential computing"));
        QCOMPARE(partitionName(42), std::string_view("a CMP card"));
        QCOMPARE(partitionName(43), std::string_view("a MIG partition"));
        QCOMPARE(partitionName(44), std::string_view("an SLI group"));
        QCOMPARE(partitionName(45), std::string_view("Windows Subsystem for Linux"));
        QVERIFY(partitionName(profiler::cupti::result::insufficientPrivileges).empty());
    }

    void looksForLibrariesWhereTheUserSaysFirst()
    {
        const auto paths = candidates(libraryRow("libcudnn.so.9"), { "/home/a/venv/site" });
        QCOMPARE(QString::fromStdString(paths.at(0)), QString("/home/a/venv/site/libcudnn.so.9"));
        QCOMPARE(QString::fromStdString(paths.at(1)),
            QString("/home/a/venv/site/nvidia/cudnn/lib/libcudnn.so.9"));
        QCOMPARE(QString::fromStdString(paths.at(2)), QString("libcudnn.so.9"));
    }

    void opensTheFirstThatOpens()
    {
        Loader loader;
        std::vector<std::string> tried;
        loader.open = [&](const std::string& path) -> void* {
            tried.push_back(path);
            return path.starts_with("/usr/local/cuda/lib64") ? &tried : nullptr;
        };
        loader.error = [] { return std::string(); };
        loader.symbol = [](void*, const char*) -> void* {
            return reinterpret_cast<void*>(+[]() -> std::size_t { return 91900; });
        };
        loader.path = [](void*) { return std::string(); };
        const auto found = openLibrary(libraryRow("libcudnn.so.9"), {}, loader);
        QVERIFY(found.handle != nullptr);
        QCOMPARE(QString::fromStdString(found.state.version), QString("9.19.0"));
        QCOMPARE(QString::fromStdString(found.state.path),
            QString("/usr/local/cuda/lib64/libcudnn.so.9"));
        QCOMPARE(tried.size(), std::size_t(3));

        loader.symbol = [](void*, const char*) -> void* {
            return reinterpret_cast<void*>(+[]() -> std::size_t { return 80907; });
        };
        const auto old = openLibrary(libraryRow("libcudnn.so.9"), {}, loader);
        QVERIFY(old.handle == nullptr);
        QVERIFY(QString::fromStdString(old.state.reason).contains("8.9.7 found")
            || QString::fromStdString(old.state.reason).contains("found: convolutions"));

        loader.open = [](const std::string&) -> void* { return nullptr; };
        const auto none = openLibrary(libraryRow("libcudnn.so.9"), {}, loader);
        QCOMPARE(QString::fromStdString(none.state.reason),
            QString("cuDNN 9 not found: convolutions and attention run with our own kernels"));
    }
};

QTEST_GUILESS_MAIN(TestGpuFailures)
#include "tst_gpu_failures.moc"
