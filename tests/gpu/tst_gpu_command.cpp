// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>

using namespace testing;

/// What the command line says of the GPU, on any machine.
class TestGpuCommand : public QObject {
    Q_OBJECT

private slots:
    void cleanup()
    {
        for (const char* name : { "OPSCOPE_CUDA_PLUGIN", "LD_PRELOAD", "OPSCOPE_TEST_PROBES",
                 "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "OPSCOPE_FAKE_DRIVER",
                 "OPSCOPE_EMULATED_FAULT", "OPSCOPE_EMULATED_TRACER" })
            qunsetenv(name);
    }

    void tellsAllOfIt()
    {
        const auto outcome = cli({ "gpu", "--format", "json" });
        const auto json = outcome.json();
        QVERIFY2(json.contains("usable"), qPrintable(outcome.out + outcome.err));
        const bool isUsable = json["usable"].toBool();
        QCOMPARE(outcome.code, isUsable ? 0 : 5);
        QCOMPARE(json["reason"].toString().isEmpty(), isUsable);
        QCOMPARE(json["code"].toString().isEmpty(), isUsable);
        QCOMPARE(json["devices"].toArray().isEmpty(), !isUsable);
        QVERIFY(json["build"].toString().startsWith("0."));
        QVERIFY(json["build"].toString().startsWith(json["version"].toString()));
        QVERIFY(json["interface"].toInt() > 0);
        QVERIFY(json["environment"].toObject().contains("CUDA_VISIBLE_DEVICES"));
        QCOMPARE(json["operators"].toArray().isEmpty(), json["plugin"].toString().isEmpty());
        for (const auto& row : json["libraries"].toArray()) {
            const auto library = row.toObject();
            QVERIFY(library["path"].toString().isEmpty() != library["reason"].toString().isEmpty());
        }
        QCOMPARE(json["libraries"].toArray().isEmpty(), json["plugin"].toString().isEmpty());
    }

    void leavesTheLibrariesOut()
    {
        const auto outcome = cli({ "gpu", "--brief", "--format", "json" });
        QVERIFY(outcome.json().contains("usable"));
        QVERIFY(!outcome.json().contains("libraries"));
        QVERIFY(cli({ "gpu", "--brief" }).out.startsWith("GPU: "));
    }

    void everyCommandGivesTheSameReason_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto model = sampleModel("residual-cnn");
        QTest::newRow("run") << QStringList { "run", model };
        QTest::newRow("profile") << QStringList { "profile", model, "-o", "nowhere.opscope" };
        QTest::newRow("check") << QStringList { "check", model };
        QTest::newRow("verify") << QStringList { "verify", sample("residual-cnn") };
    }
    void everyCommandGivesTheSameReason()
    {
        QFETCH(QStringList, arguments);
        qputenv(
            "OPSCOPE_CUDA_PLUGIN", (buildDir() / "tests/gpu/gpu_other_build.so").string().c_str());
        const auto reason
            = cli({ "gpu", "--brief", "--format", "json" }).json()["reason"].toString();
        QVERIFY(reason.startsWith("the GPU plugin belongs to another Opscope build (0.0.9 nobody"));
        const auto outcome = cli(arguments + QStringList { "--device", "cuda" });
        QCOMPARE(outcome.code, 5);
        QCOMPARE(outcome.err, "opscope-cli: no CUDA device: " + reason + "; use --device cpu\n");
    }

    /// The module's own probe, through a libcuda.so.1 that answers as told.
    void everyAnswerOfADriverIsAReason_data()
    {
        QTest::addColumn<QByteArray>("answers");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* answers, const char* code, const char* reason) {
            QTest::newRow(answers) << QByteArray(answers) << QString(code) << QString(reason);
        };
        row("init=34", "stub-driver",
            "libcuda at .*/fake_driver/libcuda.so.1 is the build-time stub, not a driver");
        row("init=100", "no-device", ".*driver.* found, no NVIDIA GPU visible");
        row("count=0", "no-device", ".*driver.* found, no NVIDIA GPU visible");
        row("cuda=12040", "driver-too-old",
            ".*driver.* supports CUDA 12\\.4; Opscope needs CUDA 13 \\(driver 580 or newer\\)");
        row("major=6 minor=1", "device-too-old",
            "NVIDIA made-up \\(6\\.1\\) is not supported by CUDA 13");
        row("init=999", "driver-failed", "the NVIDIA driver answers cuInit with error 999");
    }
    void everyAnswerOfADriverIsAReason()
    {
        if (!std::filesystem::exists(buildDir() / "lib/opscope/libopscope_cuda.so"))
            QSKIP("this build has no CUDA plugin: nvcc of CUDA 13 was not found");
        QFETCH(QByteArray, answers);
        QFETCH(QString, reason);
        qunsetenv("CUDA_VISIBLE_DEVICES");
        qputenv("LD_LIBRARY_PATH", (buildDir() / "tests/gpu/fake_driver").string().c_str());
        qputenv("OPSCOPE_FAKE_DRIVER", answers);
        const auto gpu = cli({ "gpu", "--brief", "--format", "json" });
        QCOMPARE(gpu.code, 5);
        QTEST(gpu.json()["code"].toString(), "code");
        const auto said = gpu.json()["reason"].toString();
        const QRegularExpression whole(QRegularExpression::anchoredPattern(reason));
        QVERIFY2(whole.match(said).hasMatch(), qPrintable(said));
        const auto run
            = cli({ "run", sampleModel("residual-cnn"), "--device", "cuda", "--format", "json" });
        QCOMPARE(run.code, 5);
        QCOMPARE(run.json()["error"].toObject()["message"].toString(),
            "no CUDA device: " + said + "; use --device cpu");
        QCOMPARE(cli({ "run", sampleModel("residual-cnn"), "--device", "cpu" }).code, 0);
    }

    void aDriverThatAnswersIsADevice()
    {
        if (!std::filesystem::exists(buildDir() / "lib/opscope/libopscope_cuda.so"))
            QSKIP("this build has no CUDA plugin: nvcc of CUDA 13 was not found");
        qunsetenv("CUDA_VISIBLE_DEVICES");
        qputenv("LD_LIBRARY_PATH", (buildDir() / "tests/gpu/fake_driver").string().c_str());
        const auto gpu = cli({ "gpu", "--brief", "--format", "json" });
        QCOMPARE(gpu.code, 0);
        QCOMPARE(gpu.json()["devices"].toArray().first().toObject()["name"].toString(),
            QString("NVIDIA made-up"));
    }

    void aDeviceThatFailsIsAnError_data()
    {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QString>("message");
        QTest::newRow("out of memory")
            << QByteArray("memory 20000") << "needs [0-9.]+ MB, 0\\.0 MB free on GPU 0";
        QTest::newRow("a kernel that failed")
            << QByteArray("launch 4 700")
            << "kernel .+ of node \".+\" .*failed \\(illegal address\\); the GPU run is closed";
        QTest::newRow("no code for the device") << QByteArray(
            "launch 1 209") << "built without code for sm_[0-9]+; falling back to PTX failed";
        QTest::newRow("another answer") << QByteArray(
            "launch 1 46") << "waiting for the emulated device: it was told to fail \\(46\\)";
    }
    void aDeviceThatFailsIsAnError()
    {
        useEmulatedDevice();
        QFETCH(QByteArray, fault);
        qputenv("OPSCOPE_EMULATED_FAULT", fault);
        QFETCH(QString, message);
        const auto model = sampleModel("residual-cnn");
        for (const auto& command :
            { QStringList { "run", model }, QStringList { "profile", model, "--runs", "2" } }) {
            const auto ended
                = cli(command + QStringList { "--device", "cuda", "--format", "json" });
            QCOMPARE(ended.code, 5);
            const auto error = ended.json()["error"].toObject();
            QCOMPARE(error["kind"].toString(), QString("resource"));
            const auto said = error["message"].toString();
            QVERIFY2(QRegularExpression(message).match(said).hasMatch(), qPrintable(said));
        }
    }

    void whatATracerCannotTellIsALimit_data()
    {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* fault, const char* code, const char* message) {
            QTest::newRow(fault) << QByteArray(fault) << QString(code) << QString(message);
        };
        row("missing", "no-tracer",
            "profiling without kernel detail: CUPTI not found; per-op times come from CUDA events");
        row("old", "no-tracer",
            "profiling without kernel detail: CUPTI 130000 found, expected 130001 or newer; per-op "
            "times come from CUDA events");
        row("taken", "tracer-taken",
            "kernel timing is taken by \"Nsight Systems\" (Nsight Systems, another profiler)");
        row("lossy", "records-lost", " kernel records lost; totals are lower bounds");
        row("uncounted", "counters-refused",
            "hardware counters need permission; timeline and kernel times are complete without "
            "them");
    }
    void whatATracerCannotTellIsALimit()
    {
        useEmulatedDevice();
        QFETCH(QByteArray, fault);
        qputenv("OPSCOPE_EMULATED_TRACER", fault);
        const auto ended = cli({ "profile", sampleModel("residual-cnn"), "--device", "cuda",
            "--runs", "2", "--warmup", "1", "--counters", "basic", "--format", "json" });
        QVERIFY2(ended.code == 0, qPrintable(ended.err)); // the product goes on
        QFETCH(QString, code);
        QFETCH(QString, message);
        QStringList found;
        for (const auto& row : ended.json()["device_limits"].toArray()) {
            const auto limit = row.toObject();
            found << limit["code"].toString();
            if (found.last() == code)
                QVERIFY2(limit["message"].toString().endsWith(message),
                    qPrintable(limit["message"].toString()));
        }
        QVERIFY2(found.contains(code), qPrintable(found.join(' ')));
    }

    void verifiesInChildrenAndDoesNotTouchTheDeviceItself_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("against the reference")
            << QStringList { "verify", sample("residual-cnn"), "--against", "reference" };
        QTest::newRow("against files") << QStringList { "verify", sample("tiny-decoder") };
    }
    void verifiesInChildrenAndDoesNotTouchTheDeviceItself()
    {
        QFETCH(QStringList, arguments);
        QTemporaryDir folder;
        const auto probes = folder.filePath("probes");
        qputenv("OPSCOPE_TEST_PROBES", probes.toLocal8Bit());
        useEmulatedDevice();
        QProcess process;
        process.start(QString::fromStdString(cliProgram().string()),
            arguments + QStringList { "--device", "cuda", "--format", "json" });
        QVERIFY(process.waitForStarted());
        const auto number = QByteArray::number(process.processId());
        QVERIFY(process.waitForFinished(120'000));
        const auto json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QVERIFY2(
            process.exitCode() == 0, process.readAllStandardError() + QJsonDocument(json).toJson());
        QCOMPARE(json["passed"].toInt(), 1);
        QFile file(probes);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto asked = file.readAll().split('\n');
        QVERIFY(asked.size() > 2); // one that only asks, one that runs, and an empty end
        QVERIFY(!asked.contains(number));
    }

    void saysWhereANodeRan()
    {
        useEmulatedDevice();
        const auto outcome = cli({ "verify", sampleModel("residual-cnn"), "--device", "cuda",
            "--against", "reference", "--format", "json" });
        QCOMPARE(outcome.code, 0);
        const auto test = outcome.json()["tests"].toArray().first().toObject();
        QCOMPARE(test["device"].toString(), QString("cuda"));
        QStringList devices;
        for (const auto& node : test["nodes"].toArray())
            devices << node.toObject()["device"].toString();
        QVERIFY(devices.contains("cuda"));
    }

    /// What the device can do is kept, and the next profile of it carries it.
    void keepsPeaksForLaterProfiles()
    {
        QTemporaryDir cache;
        qputenv("XDG_CACHE_HOME", cache.path().toLocal8Bit());
        useEmulatedDevice();
        const auto peaks = cli({ "selftest", "peaks", "--device", "cuda", "--format", "json" });
        QVERIFY2(peaks.code == 0, qPrintable(peaks.err));
        const auto json = peaks.json();
        QCOMPARE(json["device"].toString(), QString("emulated on the host"));
        QVERIFY(json["kept"].toBool());
        QVERIFY(json["copy_bytes_per_s"].toDouble() > 0);
        const auto products = json["products"].toArray();
        QCOMPARE(products.size(), qsizetype(4));
        const auto first = products.first().toObject();
        QCOMPARE(first["precision"].toString(), QString("fp32"));
        QVERIFY(first["lower_bound"].toBool()); // no cuBLASLt
        const auto wanted = 2.0 * 64 * 64 * 64 / 2e-6; // a launch of two simulated microseconds
        QVERIFY(std::abs(first["flops_per_s"].toDouble() / wanted - 1) < 1e-6);
        QVERIFY(products[1].toObject()["flops_per_s"].isNull()); // our kernels have no TF32
        QVERIFY(products[1].toObject()["reason"].toString().contains("cuBLASLt"));

        const auto text = cli({ "selftest", "peaks", "--device", "cuda" });
        QVERIFY(text.out.contains("by own kernel, a lower bound (cuBLASLt"));

        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--device", "cuda",
            "--runs", "2", "--warmup", "1", "--by", "kernel", "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto profile = outcome.json();
        const auto metadata = profile["report"].toObject()["metadata"].toObject();
        QCOMPARE(metadata["gpu.peak.device"].toString(), QString("emulated on the host"));
        QVERIFY(metadata["gpu.peak.fp32_flops_per_s"].toDouble() > 0);
        const auto groups = profile["groups"].toObject();
        QCOMPARE(groups["by"].toString(), QString("kernel"));
        QVERIFY(!groups["rows"].toArray().isEmpty());
        QCOMPARE(cli({ "profile", sampleModel("residual-cnn"), "--by", "colour" }).code, 2);
    }

    void saysWhetherKernelsAreTimed_data()
    {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<bool>("isTuned");
        QTest::newRow("not asked for") << QByteArray() << "auto" << false;
        QTest::newRow("by the variable") << QByteArray("1") << "auto" << true;
        QTest::newRow("by the option") << QByteArray() << "on" << true;
        QTest::newRow("the option wins") << QByteArray("1") << "off" << false;
    }
    void saysWhetherKernelsAreTimed()
    {
        QFETCH(QByteArray, variable);
        QFETCH(QString, mode);
        QFETCH(bool, isTuned);
        QTemporaryDir cache;
        qputenv("XDG_CACHE_HOME", cache.path().toLocal8Bit());
        qputenv("OPSCOPE_CUDA_TUNE", variable);
        useEmulatedDevice();
        const auto run = cli({ "run", sampleModel("residual-cnn"), "--device", "cuda", "--tune",
            mode, "--format", "json" });
        const auto profile = cli({ "profile", sampleModel("residual-cnn"), "--device", "cuda",
            "--tune", mode, "--runs", "1", "--warmup", "0", "--format", "json" });
        qunsetenv("OPSCOPE_CUDA_TUNE");
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.json()["tune"].toString(), QString(isTuned ? "on" : "off"));
        QVERIFY2(profile.code == 0, qPrintable(profile.err));
        const auto metadata = profile.json()["report"].toObject()["metadata"].toObject();
        QCOMPARE(metadata["settings.tune"].toString(), QString(isTuned ? "on" : "off"));
    }

    void isNothingToCompareWith()
    {
        const auto outcome = cli({ "verify", sampleModel("residual-cnn"), "--against", "cuda" });
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.err.contains("--device cuda --against reference"));
    }

    void aPlanTellsWhatItHasToDoWithout()
    {
        useEmulatedDevice();
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--device", "cuda",
            "--precision", "f16", "--check-only", "--json-progress", "-o", "nowhere.opscope" });
        QCOMPARE(outcome.code, 0);
        QJsonArray notices;
        for (const auto& line : outcome.err.split('\n')) {
            const auto event = QJsonDocument::fromJson(line.toUtf8()).object();
            if (event["event"].toString() == "plan")
                notices = event["notices"].toArray();
        }
        QVERIFY2(!notices.isEmpty(), qPrintable(outcome.err));
        for (const auto& notice : notices)
            QVERIFY(outcome.err.contains(notice.toString()));
        QVERIFY(outcome.err.contains(" operators compute in "));
    }

    /// The model is y = exp(exp(exp(x))), which is 15 to 4e6 for numbers from 0 to 1.
    void tellsThatOutputsAreInfinite()
    {
        useEmulatedDevice();
        QTemporaryDir folder;
        QFile file(folder.filePath("m.onnx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromBase64(
            "CAg6TAoLCgF4EgFhIgNFeHAKCwoBYRIBYiIDRXhwCgsKAWISAXkiA0V4cBIBZ1oPCgF4Eg"
            "oKCAgBEgQKAghkYg8KAXkSCgoICAESBAoCCGRCBAoAEBE="));
        file.close();
        for (const char* precision : { "f32", "f16", "bf16" }) {
            const auto outcome
                = cli({ "run", file.fileName(), "--device", "cuda", "--precision", precision });
            QCOMPARE(outcome.code, 0);
            static const QRegularExpression note(
                "output y has [0-9]+ elements that are NaN or infinite: f16 has no numbers beyond "
                "65504, bf16 and f32 have");
            QCOMPARE(outcome.err.contains(note), std::string_view(precision) == "f16");
        }
    }

    void jsonCarriesIt()
    {
        qputenv("OPSCOPE_CUDA_PLUGIN", "/nowhere/libopscope_cuda.so");
        const auto outcome
            = cli({ "run", sampleModel("residual-cnn"), "--device", "cuda", "--format", "json" });
        QCOMPARE(outcome.code, 5);
        const auto error = outcome.json()["error"].toObject();
        QCOMPARE(error["kind"].toString(), QString("resource"));
        QCOMPARE(error["message"].toString(),
            QString("no CUDA device: no GPU plugin at /nowhere/libopscope_cuda.so "
                    "(OPSCOPE_CUDA_PLUGIN); use --device cpu"));
    }

private:
    static void useEmulatedDevice()
    {
        qputenv("LD_PRELOAD",
            QByteArray::fromStdString(
                (buildDir() / "tests/gpu/libopscope_emulated_device.so").string()));
        qputenv("ASAN_OPTIONS", "verify_asan_link_order=0");
    }
};

QTEST_GUILESS_MAIN(TestGpuCommand)
#include "tst_gpu_command.moc"
