// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/cupti/api.h"
#include "tests/support/gpu/check_scripts.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstddef>

using namespace testing;

namespace {

const QString python = "python3";

/// `passed 7 recording a stream: 12 ns per kernel` of each line.
QStringList rowsOf(const QString& out)
{
    QStringList rows;
    for (const auto& line : out.split('\n', Qt::SkipEmptyParts)) {
        const auto row = QJsonDocument::fromJson(line.toUtf8()).object();
        rows << row["outcome"].toString() + ' ' + row["name"].toString() + ": "
                + row["message"].toString();
    }
    return rows;
}

/// With the driver and the CUPTI of tests/support/gpu/fake_driver.cpp.
QMap<QString, QString> fakeDriver()
{
    return { { "LD_LIBRARY_PATH",
                 QString::fromStdString((buildDir() / "tests/gpu/fake_driver").string()) },
        { "PYTHONDONTWRITEBYTECODE", "1" } };
}

} // namespace

/// What check.sh asks a machine itself, and how it keeps its time.
class TestGpuProbes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(python).isEmpty())
            QSKIP("python3 is not here: check.sh says so and ends");
        qunsetenv("CUDA_VISIBLE_DEVICES");
    }

    void endsWhatACommandStarted()
    {
        QElapsedTimer clock;
        clock.start();
        // One that left the process group and does not listen, one behind a timeout of its own.
        const auto ended = runProgram(python,
            { script("run_limited.py"), "1", "bash", "-c",
                "setsid bash -c 'trap \"\" TERM; echo $$; sleep 300; sleep 300' & "
                "timeout 300 bash -c 'echo $$; sleep 300; true' & wait" });
        QCOMPARE(ended.code, 124);
        QVERIFY(clock.elapsed() < 20'000);
        const auto processes = ended.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(processes.size(), 2);
        for (const auto& process : processes)
            QVERIFY2(!QDir("/proc/" + process).exists(), qPrintable(process));
    }

    void tellsHowACommandEnded()
    {
        const auto code = [](const char* command) {
            return runProgram(python, { script("run_limited.py"), "60", "bash", "-c", command })
                .code;
        };
        QCOMPARE(code("exit 3"), 3);
        QCOMPARE(code("kill -9 $$"), 137);
        QCOMPARE(runProgram(python, { script("run_limited.py"), "soon", "true" }).code, 2);
        QCOMPARE(runProgram(python, { script("run_limited.py"), "9", "/nowhere/tool" }).code, 127);
    }

    void knowsWhereFieldsLie()
    {
        using namespace profiler::cupti;
        const auto ended = runProgram(python, { script("cupti_probes.py"), "layout" });
        const auto layout = QJsonDocument::fromJson(ended.out.toUtf8()).object();
        const QMap<QString, std::size_t> expected {
            { "kind.kernel", static_cast<std::size_t>(Kind::ConcurrentKernel) },
            { "kernel.start", kernel::start.offset },
            { "kernel.end", kernel::end.offset },
            { "kernel.gridX", kernel::grid.offset },
            { "kernel.graphNode", kernel::graphNode.offset },
            { "domain.resource", domain::resource },
            { "resource.nodeCreated", resource::nodeCreated },
            { "resource.nodeCloned", resource::nodeCloned },
            { "event.descriptor", offsetof(ResourceEvent, descriptor) },
            { "graph.node", offsetof(GraphEvent, node) },
            { "graph.originalNode", offsetof(GraphEvent, originalNode) },
            { "graph.nodeType", offsetof(GraphEvent, nodeType) },
            { "subscriber.bytes", sizeof(SubscriberParams) },
        };
        QCOMPARE(layout.keys(), expected.keys());
        for (auto field = expected.begin(); field != expected.end(); ++field)
            QCOMPARE(layout[field.key()].toInt(), static_cast<int>(field.value()));
    }

    void asksADriverAboutGraphsAndClients()
    {
        auto variables = fakeDriver();
        variables["PATH"] = "/usr/bin:/bin"; // without NVIDIA's tools
        const auto ended
            = runProgram(python, { script("cupti_probes.py"), "all", "120" }, variables);
        QCOMPARE(ended.code, 0);
        auto rows = rowsOf(ended.out);
        // Those of the device's times and of what else is on this machine.
        for (auto& row : rows)
            row.replace(QRegularExpression("[0-9]+ ns per kernel.*; "), "N ns per kernel; ");
        const auto has = [&](const char* row) {
            if (rows.contains(QString(row)))
                return true;
            qWarning().noquote() << "not there:" << row << "\n" << rows.join('\n') << ended.err;
            return false;
        };
        QVERIFY(has("passed 3, 4 node ids of a chain: 8 of 8 kernels recorded; records have the "
                    "ids of clones; ids in records ascend in order of capture; each is 8 above "
                    "that of its capture"));
        QVERIFY(has("passed 3, 4 node ids of a fork: 8 of 8 kernels recorded; records have the ids "
                    "of clones; ids in records ascend in order of capture; each is 8 above that of "
                    "its capture"));
        QVERIFY(has("passed 3, 4 node ids of a chain, nobody listening: 8 of 8 kernels recorded; "
                    "the captured graph's nodes have other ids than records; ids in records ascend "
                    "in order of capture"));
        QVERIFY(has("passed 7 recording a stream: N ns per kernel; 400 records of 400 kernels"));
        QVERIFY(has("passed 7 recording a graph: N ns per kernel; 400 records of 400 kernels"));
        QVERIFY(has("passed 2 the clock: the first round: 0 of 8 records at another time; switched "
                    "off and on: 0 of 8 records at another time; registered again: 0 of 8 records "
                    "at another time; and once more switched off and on: 0 of 8 records at another "
                    "time"));
        QVERIFY(has("passed 2 the clock, finalised: the first round: 0 of 8 records at another "
                    "time; switched off and on: 0 of 8 records at another time; after "
                    "cuptiFinalize: 8 of 8 records at another time; registered again: 0 of 8 "
                    "records at another time; and once more switched off and on: 0 of 8 records at "
                    "another time"));
        QVERIFY(has("passed 5 device buffers, flushed between replays: 24000 kernels with 2 "
                    "buffers of 64 KiB: 24000 records, 0 of them without time, 0 told as dropped"));
        QVERIFY(has("passed 5 device buffers, not flushed: 24000 kernels with 2 buffers of 64 KiB: "
                    "24000 records, 23000 of them without time, 0 told as dropped"));
        QVERIFY(has("passed 8 clients in one process: the first client is answered 0; the second "
                    "39, taken by \"the first client\""));
        QVERIFY(has("passed 8 answers as it is: before cuInit cuptiGetVersion 0, "
                    "cuptiActivityEnable 999, cuInit 0, cuDeviceGetCount 0, after it "
                    "cuptiActivityEnable 0, cuptiSubscribe_v2 0; 1 devices, CUPTI 130001"));
        QVERIFY(has("passed 8 answers with all devices hidden: before cuInit cuptiGetVersion 0, "
                    "cuptiActivityEnable 999, cuInit 100, cuDeviceGetCount 3, after it "
                    "cuptiActivityEnable 999, cuptiSubscribe_v2 999; -1 devices, CUPTI 130001"));
        QCOMPARE(rows.filter("8 answers of the stub library").size(), 1);
    }

    void asksToolsWhoTrace()
    {
        QTemporaryDir folder;
        QFile tool(folder.filePath("ncu"));
        QVERIFY(tool.open(QIODevice::WriteOnly));
        // As Nsight Compute: words of its own, then the program.
        tool.write("#!/bin/sh\necho '==PROF== Connected'\nshift 2\nexec \"$@\"\n");
        tool.close();
        tool.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        auto variables = fakeDriver();
        variables["PATH"] = folder.path() + ":/usr/bin:/bin";
        const auto ended
            = runProgram(python, { script("cupti_probes.py"), "all", "120" }, variables);
        const auto rows = rowsOf(ended.out).filter("under ncu");
        QCOMPARE(rows.join('\n'),
            QString("passed 8 clients under ncu: the first client is answered 0; the second 39, "
                    "taken by \"the first client\""));
    }

    void saysThatThereIsNoTime()
    {
        const auto ended
            = runProgram(python, { script("cupti_probes.py"), "all", "0" }, fakeDriver());
        QCOMPARE(ended.code, 0);
        for (const auto& row : rowsOf(ended.out))
            QVERIFY2(row.startsWith("skipped "), qPrintable(row));
    }

    void readsCodeOfModules()
    {
        const auto ended = runProgram(python,
            { script("module_code.py"), QString::fromStdString(cliProgram().string()), "90-real" });
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains("no device code is in it"), qPrintable(ended.err));
        QCOMPARE(runProgram(python, { script("module_code.py"), "/nowhere.so" }).code, 1);
    }
};

QTEST_GUILESS_MAIN(TestGpuProbes)
#include "tst_gpu_probes.moc"
