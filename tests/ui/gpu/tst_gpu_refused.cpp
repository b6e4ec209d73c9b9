#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/gpu/device_findings.h"
#include "ui/gpu/fallback_findings.h"

#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>
#include <optional>

using ui::DeviceProbe;
using ui::RunController;

namespace {

QString inBuild(const char* path)
{
    return QString::fromStdString((testing::buildDir() / path).string());
}

std::optional<support::Diagnostic> problemOf(const ui::Document& document, const std::string& rule)
{
    const auto& problems = document.problems();
    const auto row = std::ranges::find(problems, rule, &support::Diagnostic::code);
    return row != problems.end() ? std::optional(*row) : std::nullopt;
}

} // namespace

/// From a driver's answer, or a device's, to the row in Problems: nothing between them is a fake.
/// The driver is tests/support/gpu/fake_driver.cpp, the device the emulated one.
class TestGpuRefused : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    int m_programs = 0;

    /// From now on models are run by opscope-cli with these variables.
    void useProgramWith(const QString& variables)
    {
        const auto path = m_folder.filePath(QStringLiteral("cli-%1").arg(++m_programs));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QStringLiteral("#!/bin/sh\nexec env %1 '%2' \"$@\"\n")
                       .arg(variables, QString::fromStdString(testing::cliProgram().string()))
                       .toUtf8());
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        RunController::useEngineProgram(path);
    }
    void useDriver(const QString& answers)
    {
        useProgramWith(QStringLiteral("-u CUDA_VISIBLE_DEVICES LD_LIBRARY_PATH='%1' "
                                      "OPSCOPE_FAKE_DRIVER='%2'")
                           .arg(inBuild("tests/gpu/fake_driver"), answers));
    }
    void useDeviceWith(const QString& fault)
    {
        useProgramWith(QStringLiteral("ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD='%1' "
                                      "OPSCOPE_EMULATED_FAULT='%2'")
                           .arg(inBuild("tests/gpu/libopscope_emulated_device.so"), fault));
    }
    /// What becomes a row of the program's answer, for a model that is set to run on a GPU.
    static support::Diagnostics probed()
    {
        DeviceProbe probe;
        std::optional<DeviceProbe::Answer> answer;
        connect(&probe, &DeviceProbe::answered, &probe,
            [&answer](const DeviceProbe::Answer& told) { answer = told; });
        probe.start();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(answer.has_value(), DrivenWindow::patience); }();
        return answer ? ui::probeFindings(*answer, ui::GpuChoice::Chosen) : support::Diagnostics();
    }
    static bool hasModule() { return QFile::exists(inBuild("lib/opscope/libopscope_cuda.so")); }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }

    void aDriversAnswerIsARow_data()
    {
        QTest::addColumn<QString>("answers");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("reason");
        QTest::newRow("stub") << "init=34"
                              << "stub-driver"
                              << "is the build-time stub, not a driver";
        QTest::newRow("no device") << "init=100"
                                   << "no-device"
                                   << "no NVIDIA GPU visible";
        QTest::newRow("none counted") << "count=0"
                                      << "no-device"
                                      << "no NVIDIA GPU visible";
        QTest::newRow("driver too old")
            << "cuda=12040"
            << "driver-too-old"
            << "supports CUDA 12.4; Opscope needs CUDA 13 (driver 580 or newer)";
        QTest::newRow("device too old") << "major=6 minor=1"
                                        << "device-too-old"
                                        << "NVIDIA made-up (6.1) is not supported by CUDA 13";
        QTest::newRow("in trouble") << "init=999"
                                    << "driver-failed"
                                    << "the NVIDIA driver answers cuInit with error 999";
    }
    void aDriversAnswerIsARow()
    {
        if (!hasModule())
            QSKIP("this build has no CUDA plugin: nvcc of CUDA 13 was not found");
        QFETCH(QString, answers);
        useDriver(answers);
        const auto findings = probed();
        QCOMPARE(findings.size(), std::size_t(1));
        QTEST(QString::fromStdString(findings.front().code), "code");
        QFETCH(QString, reason);
        const auto message = QString::fromStdString(findings.front().message);
        QVERIFY2(message.startsWith(QStringLiteral("no CUDA device: ")) && message.contains(reason),
            qPrintable(message));
    }

    void aModuleOfAnotherBuildIsARow()
    {
        useProgramWith(QStringLiteral("OPSCOPE_CUDA_PLUGIN='%1'")
                           .arg(inBuild("tests/gpu/gpu_other_build.so")));
        const auto findings = probed();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(findings.front().code), QStringLiteral("plugin-refused"));
        QVERIFY(findings.front().message.find("belongs to another Opscope build (0.0.9 nobody")
            != std::string::npos);
    }

    void theWindowSaysIt()
    {
        if (!hasModule())
            QSKIP("this build has no CUDA plugin: nvcc of CUDA 13 was not found");
        useDriver(QStringLiteral("cuda=12040"));
        DrivenWindow driven;
        auto* document = driven.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        driven->runs().settingsOf(document).device = QStringLiteral("cuda");
        driven->runs().settingsEdited(document);
        QTRY_VERIFY_WITH_TIMEOUT(
            problemOf(*document, "driver-too-old").has_value(), DrivenWindow::patience);
        const auto row = *problemOf(*document, "driver-too-old");
        QVERIFY(row.severity == support::Severity::Warning);
        QVERIFY(row.advice.starts_with("update the NVIDIA driver"));
        driven.showPanel(QStringLiteral("problems"));
        driven.shoot(QStringLiteral("gpu-refused-problems"));
        driven.showPanel(QStringLiteral("run"));
        const auto labels = driven.panel(QStringLiteral("run"))->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("CUDA 12.4"));
        }));
    }

    void aRunThatTheDeviceFailsIsARow_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("start");
        QTest::addColumn<QString>("end");
        QTest::newRow("out of memory") << "memory 20000"
                                       << "needs "
                                       << " free on GPU 0";
        QTest::newRow("a kernel that failed") << "launch 4 700"
                                              << "kernel "
                                              << "failed (illegal address); the GPU run is closed";
        QTest::newRow("no code for the device") << "launch 1 209"
                                                << "built without code for sm_"
                                                << "; falling back to PTX failed";
    }
    void aRunThatTheDeviceFailsIsARow()
    {
        QFETCH(QString, fault);
        useDeviceWith(fault);
        DrivenWindow driven;
        auto* document = driven.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        auto& settings = driven->runs().settingsOf(document);
        settings.device = QStringLiteral("cuda");
        settings.runs = 3;
        settings.warmup = 1;
        QSignalSpy finished(&driven->runs(), &RunController::finished);
        const auto run = [&] {
            finished.clear();
            driven->runs().start(document, RunController::Mode::Profile);
            return finished.wait(DrivenWindow::patience) && finished.first().at(1).toBool();
        };
        QVERIFY(!run());
        const auto row = problemOf(*document, ui::deviceFailedCode);
        QVERIFY(row.has_value());
        const auto message = QString::fromStdString(row->message);
        QFETCH(QString, start);
        QFETCH(QString, end);
        QVERIFY2(message.contains(start) && message.endsWith(end), qPrintable(message));
        QVERIFY(row->advice.starts_with("run on the CPU"));
        settings.device = QStringLiteral("cpu"); // the product goes on
        QVERIFY(run());
        QCOMPARE(document->runs().size(), std::size_t(1));
    }

    void whatATracerCannotTellIsARow_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("code");
        QTest::newRow("no CUPTI") << "missing"
                                  << "no-tracer";
        QTest::newRow("another has it") << "taken"
                                        << "tracer-taken";
        QTest::newRow("records lost") << "lossy"
                                      << "records-lost";
        QTest::newRow("counters refused") << "uncounted"
                                          << "counters-refused";
        QTest::newRow("a library missing") << "none"
                                           << "library-missing";
    }
    void whatATracerCannotTellIsARow()
    {
        QFETCH(QString, fault);
        QFETCH(QString, code);
        useProgramWith(QStringLiteral("ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD='%1' "
                                      "OPSCOPE_EMULATED_TRACER='%2'")
                           .arg(inBuild("tests/gpu/libopscope_emulated_device.so"), fault));
        DrivenWindow driven;
        auto* document = driven.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        auto& settings = driven->runs().settingsOf(document);
        settings.device = QStringLiteral("cuda");
        settings.counters = true;
        QVERIFY(driven.profile(document, 3));
        driven.settle();
        const auto row = problemOf(*document, code.toStdString());
        QVERIFY(row.has_value());
        QVERIFY(row->severity == support::Severity::Warning);
    }
};

QTEST_MAIN(TestGpuRefused)
#include "tst_gpu_refused.moc"
