#include "tests/support/engine/conformance.h"
#include "tests/support/gpu/host_backend.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <map>

/// ONNX's own tests with every kernel of the CUDA module, run by the emulated device: arithmetic,
/// shapes, placement and copies, not the device's compiler. What has no kernel there runs on the
/// CPU and is counted apart.
class TestGpuConformance : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }

    void passesTheSuite_data()
    {
        QTest::addColumn<QString>("suite");
        QTest::addColumn<int>("leastOnDevice");
        QTest::newRow("opset 28") << "onnx-1.23/node" << 780;
        QTest::newRow("opset 17") << "onnx-node/node" << 560;
        QTest::newRow("old models") << "onnx-1.23/pytorch-operator" << 18;
    }
    void passesTheSuite()
    {
        QFETCH(QString, suite);
        QFETCH(int, leastOnDevice);
        const auto folder = testing::dataDir() / "models" / suite.toStdString();
        if (!std::filesystem::is_directory(folder))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        engine::VerifyOptions options;
        options.settings.device = engine::DeviceKind::Cuda;
        options.settings.optimisation = engine::Optimisation::None;
        options.settings.threads = 1;
        int passed = 0;
        int onDevice = 0;
        QStringList failed;
        QStringList onHost;
        const auto filter = qEnvironmentVariable("OPSCOPE_TEST_FILTER");
        const auto known = testing::readKnownFailures(
            testing::sourceDir() / "tests/engine/onnx_known_failures.txt");
        for (const auto& test : engine::findTestFolders(folder)) {
            const auto name = QString::fromStdString(test.filename().string());
            if (!name.contains(filter) || known.contains((suite + '/' + name).toStdString()))
                continue;
            const auto before = m_device->counts().launches;
            const auto verified = engine::verifyFolder(test, options);
            const bool isOnDevice = m_device->counts().launches > before;
            if (verified.outcome != engine::VerifyOutcome::Passed)
                failed << name + (isOnDevice ? ": " : " (on the CPU): ")
                        + QString::fromStdString(verified.message);
            else
                ++passed;
            onDevice += isOnDevice ? 1 : 0;
            if (!isOnDevice)
                onHost << name;
        }
        qInfo("%d passed, %d of them with kernels of the device, %d on the CPU alone", passed,
            onDevice, static_cast<int>(onHost.size()));
        if (qEnvironmentVariableIsSet("OPSCOPE_LIST_CPU_TESTS"))
            qInfo("%s", qPrintable(onHost.join('\n')));
        QVERIFY2(failed.isEmpty(), qPrintable('\n' + failed.join('\n')));
        QVERIFY(onDevice >= leastOnDevice);
    }

    void endTestCase() { QCOMPARE(m_device->counts().copiesToHost > 0, true); }

private:
    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuConformance)
#include "tst_gpu_conformance.moc"
