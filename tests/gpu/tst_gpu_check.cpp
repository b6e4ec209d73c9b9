// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/gpu/check_scripts.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace testing;

namespace {

QByteArray profileDocument(const QByteArray& device)
{
    return QByteArray(R"({"wall_ns":[1000],"report":{"steps":[{"op_type":"Conv","samples":9}])")
        + (device.isEmpty() ? "" : ",") + device + "}}";
}

/// The device's part of a report whose median run had 10 kernels and took 1000 ns.
QByteArray devicePart(int linked, int dropped, int unlinked, int launchGapNs)
{
    // Quotes are put in afterwards: moc of Qt 6.4 stumbles over raw strings here.
    return QString(
        "'device':{'tracer':'CUPTI 13.0.1','clock':'that of the host',"
        "'losses':{'dropped':%2,'without_time':0,'unlinked':%3},'operators':[{'kernels':%1}],"
        "'accounting':{'wall_ns':1000,'busy_ns':700,'operators_ns':500,'copies_ns':250,'sets_ns':0,"
        "'unattributed_ns':0,'overlap_ns':50,'kernels':10,"
        "'gaps':{'lost_ns':0,'launch_ns':%4,'unknown_ns':0}}}")
        .arg(linked)
        .arg(dropped)
        .arg(unlinked)
        .arg(launchGapNs)
        .replace('\'', '"')
        .toUtf8();
}

}

/// The check that runs where a GPU is, as far as it can be tried without one.
class TestGpuCheck : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not here: check.sh says so and ends");
    }

    void scriptsAreWellFormed()
    {
        for (const char* name : { "check.sh", "pack.sh", "without.sh" })
            QCOMPARE(runProgram("bash", { "-n", script(name) }).code, 0);
        for (const char* name : { "check_report.py", "cupti_probes.py", "gpu_probes.py",
                 "module_code.py", "run_limited.py" }) {
            const auto ended
                = runProgram("python3", { script(name) }, { { "PYTHONDONTWRITEBYTECODE", "1" } });
            QCOMPARE(ended.code, 2); // as any use without a command
            QVERIFY(ended.err.contains(name));
        }
    }

    void refusesWrongUse()
    {
        QCOMPARE(runProgram(script("check.sh"), { "--stages", "nonsense" }).code, 2);
        QCOMPARE(runProgram(script("check.sh"), { "--nonsense" }).code, 2);
        QCOMPARE(runProgram(script("pack.sh"), { "--nonsense" }).code, 2);
    }

    void itsLimitsAreTenMinutes()
    {
        const auto ended = runProgram(script("check.sh"), { "--limits" });
        QCOMPARE(ended.code, 0);
        int sum = 0;
        QStringList stages;
        for (const auto& line : ended.out.split('\n', Qt::SkipEmptyParts)) {
            const auto words = line.split(' ');
            QCOMPARE(words.size(), 2);
            QVERIFY2(words[1].toInt() >= 10, qPrintable(line)); // less is never begun
            sum += words[1].toInt();
            stages << words[0];
        }
        QVERIFY2(sum <= 600, qPrintable(QString::number(sum)));
        QCOMPARE(stages.size(), 18);
        QCOMPARE(stages.first(), QString("fallback")); // the build, where programs do not start
    }

    void judgesStages_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<Files>("files");
        QTest::addColumn<QString>("expected");
        const auto add
            = [](const char* name, const char* stage, const Files& files, const char* expected) {
                  QTest::newRow(name) << QString(stage) << files << QString::fromUtf8(expected);
              };
        add("no GPU", "env",
            { { "gpu.out",
                  R"({"usable":false,"reason":"no NVIDIA driver","devices":[],"libraries":[]})" },
                { "gpu.rc", "5" } },
            "failed device: no NVIDIA driver; skipped libraries: no usable device");
        add("a GPU without cuDNN", "env",
            { { "gpu.rc", "0" },
                { "gpu.out",
                    R"({"usable":true,"devices":[{"name":"H200","compute_capability":"9.0"}],"libraries":[)"
                    R"({"name":"cuBLASLt 13","reason":"","version":"13.1"},{"name":"cuDNN 9","reason":"not found"},)"
                    R"({"name":"NVRTC 13","reason":""},{"name":"CUPTI 13","reason":""}]})" } },
            "passed device; passed cuBLASLt; failed cuDNN: not found; passed NVRTC; passed CUPTI; "
            "passed machine");
        const auto withCode = [](const char* code) {
            return Files { { "gpu.rc", "0" }, { "code.rc", "0" }, { "code.out", code },
                { "gpu.out",
                    R"({"usable":true,"devices":[{"name":"A100","compute_capability":"8.0"}],"libraries":[)"
                    R"({"name":"cuBLASLt 13","reason":""},{"name":"cuDNN 9","reason":""},)"
                    R"({"name":"NVRTC 13","reason":""},{"name":"CUPTI 13","reason":""}]})" } };
        };
        const QString found = "passed device; passed cuBLASLt; passed cuDNN; passed NVRTC; passed "
                              "CUPTI; %1; passed machine";
        add("code that the driver compiles", "env",
            withCode(R"({"code":["sm_90"],"text":["compute_75"],"parts":53})"),
            qPrintable(found.arg("passed code")));
        add("code of another GPU", "env",
            withCode(R"({"code":["sm_90"],"text":["compute_90"],"parts":53})"),
            qPrintable(found.arg("failed code: A100 is sm_80, the module has sm_90, compute_90")));
        add("not JSON", "env", { { "gpu.out", "core dumped" }, { "gpu.err", "oh" } },
            "failed opscope-cli gpu: no JSON: oh");
        add("a hidden GPU that is said", "refusals",
            { { "hidden.rc", "5" },
                { "hidden.out",
                    R"j({"code":"no-device","reason":"no NVIDIA GPU visible (CUDA_VISIBLE_DEVICES=)"})j" },
                { "run.rc", "5" }, { "run.err", "opscope-cli: no CUDA device: hidden" },
                { "noplugin.out", R"({"code":"no-plugin"})" }, { "cpu.rc", "0" } },
            "passed a hidden GPU; passed run without a GPU; passed no plug-in; passed the CPU runs "
            "without a GPU");
        add("a hidden GPU that is used", "refusals",
            { { "hidden.rc", "0" }, { "hidden.out", R"({"code":"","reason":""})" },
                { "run.rc", "0" }, { "noplugin.out", R"({"code":"no-plugin"})" },
                { "cpu.rc", "0" } },
            "failed a hidden GPU: exit code 0, : ; expected 5, no-device; "
            "failed run without a GPU: exit code 0: ; expected 5 and the reason; "
            "passed no plug-in; passed the CPU runs without a GPU");
        add("cases of the suite", "kernels",
            { { "suite.rc", "1" },
                { "suite.out",
                    "{\"name\":\"Add\",\"outcome\":\"passed\",\"message\":\"\"}\n"
                    "{\"name\":\"Relu\",\"outcome\":\"failed\",\"message\":\"off\"}\n"
                    "{\"summary\":true,\"complete\":true}\n" } },
            "passed Add; failed Relu: off");
        add("a suite that crashed", "conformance",
            { { "suite.rc", "139" },
                { "suite.out",
                    "{\"name\":\"Add\",\"outcome\":\"passed\",\"message\":\"\"}\n{\"na" } },
            "passed Add; failed kernel suite: it ended after Add (exit code 139): nothing said");
        add("a suite that ran out of time", "models",
            { { "suite.rc", "1" },
                { "suite.out",
                    "{\"name\":\"a\",\"precision\":\"tf32\",\"outcome\":\"passed\",\"message\":"
                    "\"\"}\n{\"summary\":true,\"complete\":false}\n" } },
            "passed a tf32; skipped kernel suite: time was over after 1 cases");
        add("a suite without cases", "kernels",
            { { "suite.rc", "1" }, { "suite.out", "{\"summary\":true,\"complete\":true}\n" } },
            "failed kernel suite: no case ran");
        add("verified on the device", "verify",
            { { "a.rc", "0" },
                { "a.out",
                    R"({"tests":[{"outcome":"passed","message":"","nodes":[{"device":"cuda"},{"device":"cpu"}]}]})" },
                { "b.rc", "0" },
                { "b.out",
                    R"({"tests":[{"outcome":"passed","message":"","nodes":[{"device":"cpu"}]}]})" },
                { "c.rc", "5" },
                { "c.out", R"({"error":{"kind":"resource","message":"no CUDA device"}})" },
                { "d.rc", "4" },
                { "d.out",
                    R"({"tests":[{"outcome":"unsupported","message":"no kernel for Foo"}]})" } },
            "passed a; failed b: passed: 0 of 1 nodes ran on the device; failed c: exit code 5: no "
            "CUDA device; failed d: unsupported: no kernel for Foo");
        add("all is told", "truth",
            { { "m.off.rc", "0" }, { "m.off.out", profileDocument(devicePart(10, 0, 0, 300)) } },
            "passed m.off");
        add("no graph though one was asked for", "truth",
            { { "m.on.rc", "0" }, { "m.on.out", profileDocument(devicePart(10, 0, 0, 300)) } },
            "failed m.on: no graph was launched");
        add("no device in the profile", "truth",
            { { "m.off.rc", "0" }, { "m.off.out", profileDocument("") } },
            "failed m.off: kernels were not recorded: the profile has no part about the device");
        add("no such option", "truth",
            { { "m.on.rc", "2" }, { "m.on.err", "--cuda-graph: not known" } },
            "failed m.on: exit code 2: --cuda-graph: not known");
        add("lost, unlinked and without name", "truth",
            { { "m.off.rc", "0" }, { "m.off.out", profileDocument(devicePart(8, 3, 2, 200)) } },
            "failed m.off: 8 of 10 kernels belong to a step, 2 records of all runs to none; 3 "
            "records "
            "are lost; 10.0% of the wall has no name");
        add("a tracer that is not there", "truth",
            { { "m.off.rc", "0" },
                { "m.off.out",
                    profileDocument(
                        R"("device":{"tracer":"","losses":{},"limits":[{"message":"CUPTI not found"}]})") } },
            "failed m.off: kernels were not recorded: CUPTI not found");
        const auto replays = [](const char* mean, const char* launches) {
            const auto document = [](const char* wall, const char* value, const char* count) {
                return QByteArray(R"({"wall_ns":[)") + wall + R"(],"outputs":[{"name":"y","mean":)"
                    + value + R"(}],"cuda_graph":{"graphs":1,"steps":5,"launches":)" + count
                    + R"(,"reasons":["a wait"]}})";
            };
            return Files { { "m.off.rc", "0" }, { "m.off.out", document("200,220", "0.5", "0") },
                { "m.on.rc", "0" }, { "m.on.out", document("100", mean, launches) } };
        };
        add("replay and stream", "graphs", replays("0.5", "48"), "passed m");
        add("other outputs", "graphs", replays("0.25", "48"),
            "failed m: outputs differ between replay and stream");
        add("no replay", "graphs", replays("0.5", "0"), "failed m: no graph was launched: a wait");
        add("a document without graphs", "graphs",
            { { "m.off.rc", "0" }, { "m.off.out", R"({"wall_ns":[200],"outputs":[]})" },
                { "m.on.rc", "0" }, { "m.on.out", R"({"wall_ns":[100],"outputs":[]})" } },
            "failed m: the document has no 'cuda_graph'");
        const auto timed = [](const char* cudnn, const char* own) {
            return Files { { "a.rc", "0" }, { "a.out", R"({"wall_ns":[200]})" },
                { "a.tune",
                    QByteArray(
                        R"({"choices":{"graph x":{},"attention of graph x":{"name":"cuDNN 9",)")
                        + R"("median_ns":)" + cudnn
                        + R"(,"runners_up":[{"name":"our own kernel","median_ns":)" + own
                        + "}]}}}" } };
        };
        add("the library and our own kernel", "tuning", timed("41000", "53000"), "passed a");
        add("no library", "tuning", { { "a.rc", "0" }, { "a.out", R"({"wall_ns":[200]})" } },
            "skipped a: cuDNN was not timed beside our own kernel");
        add("a program without timing", "tuning", { { "a.rc", "2" }, { "a.err", "no --tune" } },
            "failed a: exit code 2: no --tune");
        add("questions of both scripts", "questions",
            { { "tracer.out", R"({"name":"4 ids","outcome":"passed","message":"told"})" },
                { "probes.err", "no torch" }, { "counters.rc", "0" },
                { "counters.out", R"({"device_limits":[]})" } },
            "passed 4 ids; passed 6 counters here; skipped probes: no torch");
        add("files of 4 MiB and none", "record",
            { { "a.rc", "0" }, { "a.bytes", "1000\n" }, { "b.rc", "0" }, { "b.bytes", "4194305\n" },
                { "c.rc", "0" } },
            "passed a; failed b: 4194305 bytes, expected 1 to 4194304; "
            "failed c: no file was written: this build does not know OPSCOPE_CUPTI_DUMP");
        add("memory errors", "memcheck",
            { { "a.rc", "0" },
                { "a.out", "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n" },
                { "b.rc", "9" },
                { "b.out",
                    "========= COMPUTE-SANITIZER\n========= Invalid __global__ write of size "
                    "4\n========= ERROR SUMMARY: 2 errors\n" },
                { "c.rc", "1" }, { "c.err", "========= Device not supported" }, { "d.rc", "124" } },
            "passed a; failed b: 2: Invalid __global__ write of size 4; "
            "skipped c: compute-sanitizer does not support this machine; failed d: no summary "
            "(exit code 124): ");
        add("no sanitizer", "memcheck", { { "missing", "no compute-sanitizer on this machine\n" } },
            "skipped stage: no compute-sanitizer on this machine");
        add("no programs", "truth", { { "broken", "no program starts here" } },
            "failed stage: no program starts here");
        add("cut off", "truth",
            { { "m.off.rc", "0" }, { "m.off.out", profileDocument(devicePart(10, 0, 0, 300)) },
                { "cut", "cut off after 80 s" } },
            "passed m.off; failed stage: cut off after 80 s");
        add("no time", "overhead", { { "late", "no time left: 560 s of 560 s are used" } },
            "skipped stage: no time left: 560 s of 560 s are used");
    }
    void judgesStages()
    {
        QFETCH(QString, stage);
        QFETCH(Files, files);
        QTEST(judged(stage, files), "expected");
    }

    void judgesOverhead()
    {
        Files files;
        const auto add = [&](const QString& model, qint64 off, qint64 on) {
            for (int i = 1; i <= 4; ++i) {
                files[model + QString(".off%1.rc").arg(i)] = "0";
                files[model + QString(".off%1.out").arg(i)]
                    = QString(R"({"wall_ns":[%1]})").arg(off + i).toUtf8();
                files[model + QString(".on%1.rc").arg(i)] = "0";
                files[model + QString(".on%1.out").arg(i)]
                    = QString(R"({"wall_recorded_ns":[%1]})").arg(on).toUtf8();
            }
        };
        add("bert-toy", 1000, 1500); // launch-bound: told, not judged
        add("resnet50", 100'000, 101'000);
        QCOMPARE(judged("overhead", files), QString("passed bert-toy; passed resnet50"));
        add("resnet50", 100'000, 104'000);
        QCOMPARE(judged("overhead", files),
            QString("passed bert-toy; failed resnet50: recording costs 4.0%, expected at most 2%"));
    }

    void sumsUp()
    {
        QTemporaryDir folder;
        write(folder.filePath("rows"),
            R"({"stage":"kernels","name":"Add","outcome":"passed","message":""}
{"stage":"truth","name":"m.off","outcome":"passed","message":"","kernels":10,"linked":10,"dropped":0,"gap":0.004}
{"stage":"overhead","name":"m","outcome":"failed","message":"recording costs 3 %","off_ns":1000000,"on_ns":1030000,"overhead":0.03}
{"stage":"tuning","name":"pool.max","outcome":"passed","message":"","cudnn_ns":41000,"own_ns":53000,"faster":"cuDNN"}
{"stage":"record","name":"stage","outcome":"skipped","message":"no time left: 560 s of 560 s are used"}
)");
        const auto ended = runProgram("python3",
            { script("check_report.py"), "finish", folder.filePath("rows"), folder.path(), "561" });
        QCOMPARE(ended.code, 1);
        const auto end = ended.out.mid(ended.out.indexOf("gpu check:"));
        QCOMPARE(end,
            QString::fromUtf8("gpu check: 3 passed, 1 failed, 1 skipped\n"
                              "model                       ms off     ms on  overhead %  linked %  "
                              "dropped   gap %\n"
                              "m.off                        1.000     1.030         3.0     100.0  "
                              "      0    0.40\n"));
        QVERIFY(ended.out.contains("pool.max                           41.0       53.0  cuDNN\n"));
        QVERIFY(ended.out.contains("not reached in time: record"));
        QVERIFY(ended.out.contains("FAILED overhead: m: recording costs 3 %"));
        QFile json(folder.filePath("gpu-check.json"));
        QVERIFY(json.open(QIODevice::ReadOnly));
        const auto document = QJsonDocument::fromJson(json.readAll()).object();
        QCOMPARE(document["failed"].toInt(), 1);
        QCOMPARE(document["complete"].toBool(), false);
        QCOMPARE(document["rows"].toArray().size(), 5);
    }

    void withoutAGpuItFailsAndSaysWhy()
    {
        const auto ended = check("env,build,refusals,models,verify,truth,record", {});
        QCOMPARE(ended.code, 1);
        const auto document = result();
        QVERIFY2(document["failed"].toInt() > 0, qPrintable(ended.out + ended.err));
        QCOMPARE(document["emulated"].toBool(), false);
        QCOMPARE(outcomeOf(document, "refusals", "run without a GPU"), QString("passed"));
        QCOMPARE(outcomeOf(document, "refusals", "the CPU runs without a GPU"), QString("passed"));
        QCOMPARE(outcomeOf(document, "env", "device"), QString("failed"));
        QCOMPARE(outcomeOf(document, "verify", "residual-cnn"), QString("failed"));
        QCOMPARE(outcomeOf(document, "models", "kernel suite"), QString("failed"));
        QVERIFY(ended.out.contains("\ngpu check: "));
    }

    void onTheEmulatedDeviceModelsAndTestsPass()
    {
        QTemporaryDir data;
        QDir(data.path()).mkpath("onnx");
        const auto suite = dataDir() / "models/onnx-1.23/node";
        const bool hasTests = std::filesystem::is_directory(suite);
        for (const char* name :
            { "test_add", "test_relu", "test_matmul_2d", "test_softmax_axis_1" }) {
            if (hasTests)
                QFile::link(QString::fromStdString((suite / name).string()),
                    data.filePath(QString("onnx/") + name));
        }
        const auto ended = check(hasTests ? "env,build,conformance,models,verify,tuning"
                                          : "env,build,models,verify,tuning",
            { { "GPU_CHECK_EMULATED", "1" }, { "GPU_CHECK_DATA", data.path() } });
        const auto document = result();
        QVERIFY2(ended.code == 0, qPrintable(ended.out + ended.err));
        QCOMPARE(document["emulated"].toBool(), true);
        for (const char* name : { "residual-cnn", "tiny-decoder", "control-flow" }) {
            QCOMPARE(
                outcomeOf(document, "models", QString(name) + " f32-strict"), QString("passed"));
            QCOMPARE(outcomeOf(document, "verify", name), QString("passed"));
        }
        if (hasTests)
            QCOMPARE(outcomeOf(document, "conformance", "test_matmul_2d"), QString("passed"));
        for (const char* name : { "attention.prompt", "pool.max" }) // no cuDNN there
            QCOMPARE(outcomeOf(document, "tuning", name), QString("skipped"));
        QVERIFY(ended.out.contains("this says nothing about a GPU"));
    }

    /// What the program writes today, with a device that does everything a GPU does and a tracer
    /// that tells of it.
    void readsWhatTheProgramWritesOfADevice()
    {
        QTemporaryDir data;
        linkModels(data.path(), { "bert-toy" });
        const bool hasModels = QDir(data.filePath("models/bert-toy")).exists();
        const auto ended = check("truth,graphs,overhead,record,libraries",
            { { "GPU_CHECK_EMULATED", "1" }, { "OPSCOPE_EMULATED_TRACER", "1" },
                { "GPU_CHECK_DATA", data.path() } });
        const auto document = result();
        const auto passed = [&](const char* stage, const char* name) {
            const auto row = rowOf(document, stage, name);
            if (row["outcome"].toString() == "passed")
                return true;
            qWarning().noquote() << stage << name << QJsonDocument(row).toJson()
                                 << (row.isEmpty() ? ended.out + ended.err : QString());
            return false;
        };
        for (const char* name : { "residual-cnn.off", "residual-cnn.on" }) {
            QVERIFY(passed("truth", name));
            const auto row = rowOf(document, "truth", name);
            QVERIFY(row["kernels"].toInt() > 5);
            QCOMPARE(row["linked"].toInt(), row["kernels"].toInt());
            QCOMPARE(row["dropped"].toInt(), 0);
        }
        QVERIFY(passed("graphs", "residual-cnn"));
        QVERIFY(rowOf(document, "graphs", "residual-cnn")["steps"].toInt() > 5);
        for (const char* name : { "stream", "graph", "decoder", "control-flow" }) {
            QVERIFY(passed("record", name));
            QFile file(m_folder.filePath(QString("out/%1.ocb").arg(name)));
            QCOMPARE(rowOf(document, "record", name)["bytes"].toInteger(), file.size());
        }
        if (!hasModels)
            QSKIP("no bert-toy here: the cost of recording is not looked at");
        QVERIFY(passed("truth", "bert-toy.off"));
        QVERIFY(passed("graphs", "bert-toy"));
        const auto overhead = rowOf(document, "overhead", "bert-toy");
        QVERIFY2(overhead["off_ns"].toDouble() > 0 && overhead["on_ns"].toDouble() > 0,
            qPrintable(ended.out + ended.err));
    }

    /// Without a tracer a profile says so, and that is what the stage says.
    void saysWhyKernelsAreNotThere()
    {
        check("truth,record", { { "GPU_CHECK_EMULATED", "1" } });
        const auto document = result();
        const auto message = rowOf(document, "truth", "residual-cnn.off")["message"].toString();
        QCOMPARE(message,
            QString("kernels were not recorded: the profile has no part about the device"));
        QCOMPARE(rowOf(document, "record", "stream")["message"].toString(),
            QString("no file was written: this build does not know OPSCOPE_CUPTI_DUMP"));
    }

    void cutsOffAStageAndSaysWhereItWas()
    {
        QTemporaryDir programs;
        QDir(programs.path()).mkpath("bin");
        const auto cli = programs.filePath("bin/opscope-cli");
        write(cli, "#!/bin/sh\n[ \"$1\" = --version ] || exec sleep 600\n");
        QFile::setPermissions(cli, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const auto ended = runProgram(script("check.sh"),
            { "--programs", programs.path(), "--stages", "graphs,truth", "--budget", "13" },
            { { "OUT", m_folder.filePath("out") } });
        QCOMPARE(ended.code, 1);
        const auto graphs = rowOf(result(), "graphs", "stage")["message"].toString();
        QVERIFY2(
            graphs.startsWith("no time left"), qPrintable(graphs + ended.out + ended.err)); // later
        const auto truth = rowOf(result(), "truth", "stage")["message"].toString();
        QVERIFY2(QRegularExpression("^cut off after 1[0-3] s, in residual-cnn.off$")
                     .match(truth)
                     .hasMatch(),
            qPrintable(truth + ended.out + ended.err));
    }

private:
    static void linkModels(const QString& folder, const QStringList& names)
    {
        QDir(folder).mkpath("models");
        const auto models = QString::fromStdString((dataDir() / "models").string());
        for (const auto& name : names) {
            if (QFile::exists(models + '/' + name + "/model.onnx"))
                QFile::link(models + '/' + name, folder + "/models/" + name);
        }
    }

    /// Runs the script with the programs of this build; with the emulated device in both if the
    /// variables ask for it.
    Ended check(
        const QString& stages, QMap<QString, QString> variables, const QStringList& more = {})
    {
        const auto build = QString::fromStdString(buildDir().string());
        QDir(m_folder.path()).mkpath("bin");
        const bool isEmulated = variables.contains("GPU_CHECK_EMULATED");
        const auto preload = isEmulated
            ? "LD_PRELOAD=" + build + "/tests/gpu/libopscope_emulated_device.so "
            : QString();
        const auto cli = m_folder.filePath("bin/opscope-cli");
        QFile::remove(cli);
        write(cli,
            ("#!/bin/sh\n" + preload + "exec " + QString::fromStdString(cliProgram().string())
                + " \"$@\"\n")
                .toUtf8());
        QFile::setPermissions(cli, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const auto suite = m_folder.filePath("bin/gpu_kernel_suite");
        QFile::remove(suite);
        QFile::link(build + "/tests/gpu/gpu_kernel_suite", suite);
        variables["OUT"] = m_folder.filePath("out");
        variables["CUDA_VISIBLE_DEVICES"] = "";
        return runProgram(script("check.sh"),
            QStringList { "--programs", m_folder.path(), "--stages", stages } + more, variables);
    }

    QJsonObject result() const
    {
        QFile json(m_folder.filePath("out/gpu-check.json"));
        return json.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(json.readAll()).object()
                                              : QJsonObject();
    }

    static QJsonObject rowOf(const QJsonObject& document, const QString& stage, const QString& name)
    {
        for (const auto& row : document["rows"].toArray()) {
            if (row.toObject()["stage"].toString() == stage
                && row.toObject()["name"].toString() == name)
                return row.toObject();
        }
        return {};
    }
    static QString outcomeOf(const QJsonObject& document, const QString& stage, const QString& name)
    {
        const auto row = rowOf(document, stage, name);
        return row.isEmpty() ? "no such row" : row["outcome"].toString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestGpuCheck)
#include "tst_gpu_check.moc"
