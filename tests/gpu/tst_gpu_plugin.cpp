#include "engine/device/plugin.h"
#include "tests/support/paths.h"

#include <QtTest>

using namespace engine;

/// Which module the program takes for its GPU plug-in. Those of the test are made by
/// tests/support/gpu/foreign_module.cpp.
class TestGpuPlugin : public QObject {
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("reason");
        QTest::newRow("another interface")
            << "gpu_other_abi"
            << "the GPU plugin belongs to another Opscope build (interface 0, ";
        QTest::newRow("another build")
            << "gpu_other_build"
            << "the GPU plugin belongs to another Opscope build (0.0.9 nobody, expected ";
        QTest::newRow("another library") << "gpu_no_function"
                                         << "is no GPU plugin: it has no function";
        QTest::newRow("no table") << "gpu_null"
                                  << "is no GPU plugin: it describes nothing";
        QTest::newRow("no library") << "nothing"
                                    << "the GPU plugin does not load: ";
    }
    void refuses()
    {
        QFETCH(QString, module);
        QFETCH(QString, reason);
        const auto kernels = KernelRegistry::instance().all().size();
        const auto loaded = loadDevicePlugin(pathOf(module));
        QVERIFY(!loaded);
        const auto message = QString::fromStdString(loaded.error().message());
        QVERIFY2(message.contains(reason), qPrintable(message));
        QCOMPARE(loaded.error().kind(), support::ErrorKind::Resource);
        QCOMPARE(KernelRegistry::instance().all().size(), kernels);
    }

    void takesTheModuleOfThisBuild()
    {
        const auto file = testing::buildDir() / "lib/opscope/libopscope_cuda.so";
        if (!std::filesystem::exists(file))
            QSKIP("this build has no CUDA plugin: nvcc of CUDA 13 was not found");
        const auto kernels = KernelRegistry::instance().all().size();
        const auto loaded = loadDevicePlugin(file);
        QVERIFY2(bool(loaded), loaded ? "" : loaded.error().message().c_str());
        QVERIFY((*loaded)->kernels().size() > 100);
        for (const auto& entry : (*loaded)->kernels())
            QCOMPARE(entry.device, DeviceKind::Cuda);
        // They are in no registry before somebody opens the device.
        QCOMPARE(KernelRegistry::instance().all().size(), kernels);
        const auto status = (*loaded)->probe({});
        QVERIFY(status.isUsable != !status.reason.empty());
        if (!status.isUsable) {
            const auto backend = (*loaded)->createBackend(0, {});
            QVERIFY(!backend);
            QCOMPARE(QString::fromStdString(backend.error().message()),
                QString::fromStdString(status.reason));
        }
    }

    void keepsTheReason()
    {
        qputenv("OPSCOPE_CUDA_PLUGIN", pathOf("gpu_other_build").c_str());
        const auto& status = deviceStatus(DeviceKind::Cuda);
        QVERIFY(!status.isUsable);
        QCOMPARE(QString::fromStdString(status.code), QString("plugin-refused"));
        QVERIFY(status.reason.find("0.0.9 nobody") != std::string::npos);
        QCOMPARE(status.plugin, pathOf("gpu_other_build").string());
        const auto device = openDevice(DeviceKind::Cuda);
        QVERIFY(!device);
        QCOMPARE(device.error().kind(), support::ErrorKind::Resource);
        QVERIFY(deviceStatus(DeviceKind::Cpu).isUsable);
    }

private:
    static std::filesystem::path pathOf(const QString& module)
    {
        return testing::buildDir() / "tests/gpu" / (module.toStdString() + ".so");
    }
};

QTEST_GUILESS_MAIN(TestGpuPlugin)
#include "tst_gpu_plugin.moc"
