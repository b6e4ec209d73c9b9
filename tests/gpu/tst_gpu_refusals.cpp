// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/gpu/check_scripts.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>

#include <unistd.h>

using namespace testing;

namespace {

/// JSON with ' for ": moc of Qt 6.4 stumbles over raw strings.
QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

QByteArray limits(const QByteArray& codes)
{
    QByteArray rows;
    for (const auto& code : codes.split(' '))
        rows += (rows.isEmpty() ? "" : ",") + QByteArray("{'code':'") + code + "','message':'"
            + code + " is told'}";
    return "'device_limits':[" + rows + "]";
}

/// A profile with ten kernels and these limits.
QByteArray traced(const QByteArray& codes)
{
    return json("{'report':{'device':{'tracer':'CUPTI 13.0.1','clock':'','losses':{'dropped':0,"
                "'without_time':0,'unlinked':0},'operators':[{'kernels':10}],'accounting':{"
                "'wall_ns':1000,'busy_ns':700,'operators_ns':700,'copies_ns':0,'sets_ns':0,"
                "'unattributed_ns':0,'overlap_ns':0,'kernels':10,'gaps':{'lost_ns':0,"
                "'launch_ns':300,'unknown_ns':0}}}},"
        + limits(codes) + "}");
}

/// What every machine leaves behind, with a GPU.
Files usual()
{
    return { { "hidden.out",
                 json("{'code':'no-device','reason':'no GPU visible (CUDA_VISIBLE_DEVICES=)'}") },
        { "hidden.rc", "5" }, { "run.rc", "5" }, { "run.err", "no CUDA device: hidden" },
        { "noplugin.out", json("{'code':'no-plugin'}") }, { "cpu.rc", "0" } };
}
const QString usualRows = "passed a hidden GPU; passed run without a GPU; passed no plug-in; "
                          "passed the CPU runs without a GPU";

QString judgedWith(const Files& more)
{
    auto files = usual();
    files.insert(more);
    return judged("refusals", files).remove(usualRows + "; ");
}

} // namespace

/// What check.sh tries of the faults that a GPU may have, as far as it can be tried without one.
class TestGpuRefusals : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not here: check.sh says so and ends");
    }

    void judges_data()
    {
        QTest::addColumn<Files>("files");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const Files& files, const char* expected) {
            QTest::newRow(name) << files << QString::fromUtf8(expected);
        };
        row("a full device",
            { { "memory.rc", "5" },
                { "memory.out",
                    json("{'error':{'message':'needs 4918.0 GB, 84.1 GB free on GPU 0'}}") } },
            "passed a full device");
        row("a full device in other words",
            { { "memory.rc", "5" },
                { "memory.out", json("{'error':{'message':'launching: out of memory (2)'}}") } },
            "failed a full device: exit code 5: launching: out of memory (2)");
        row("a stub",
            { { "stub.rc", "5" },
                { "stub.out", json("{'code':'stub-driver','reason':'a stub'}") } },
            "passed the stub library");
        row("nodes that cannot be closed",
            { { "nodes.rc", "125" }, { "nodes.err", "without.sh: only root can" } },
            "skipped device nodes that may not be opened: without.sh: only root can");
        row("nodes that are closed",
            { { "nodes.rc", "5" },
                { "nodes.out", json("{'code':'device-refused','reason':'no access'}") } },
            "passed device nodes that may not be opened");
        row("nodes that are closed, and another reason",
            { { "nodes.rc", "5" },
                { "nodes.out", json("{'code':'driver-failed','reason':'cuInit 999'}") } },
            "failed device nodes that may not be opened: exit code 5: driver-failed: cuInit 999; "
            "expected device-refused");
        row("a user without counters",
            { { "user.rc", "0" }, { "user.out", traced("counters-refused") } },
            "passed an ordinary user");
        row("a user without kernels",
            { { "user.rc", "0" }, { "user.out", traced("tracer-failed") } },
            "failed an ordinary user: exit code 0: tracer-failed is told");
        row("no libraries",
            { { "libraries.rc", "0" },
                { "libraries.out", json("{'notices':['cuDNN 9 not found: convolutions']}") } },
            "passed libraries that are missing");
        row("no libraries and no word",
            { { "libraries.rc", "0" }, { "libraries.out", json("{'notices':[]}") } },
            "failed libraries that are missing: exit code 0: nothing is said of them");
        row("no CUPTI",
            { { "tracer.rc", "0" },
                { "tracer.out", json("{" + limits("no-tracer coarse") + "}") } },
            "passed a profile without CUPTI");
        row("no CUPTI and no events",
            { { "tracer.rc", "0" }, { "tracer.out", json("{" + limits("no-tracer waits") + "}") } },
            "failed a profile without CUPTI: exit code 0: no-tracer is told; waits is told");
        row("text", { { "text.rc", "0" } }, "passed text that the driver compiles");
        row("no code", { { "nocode.rc", "1" }, { "nocode.err", "built without code for sm_90" } },
            "passed no code for this device");
        row("code from nowhere", { { "nocode.rc", "0" } },
            "failed no code for this device: exit code 0: ");
        row("a tool",
            { { "ncu.rc", "0" },
                { "ncu.out",
                    json(
                        "==PROF== Connected\n{" + limits("tracer-taken") + "}\n==PROF== end\n") } },
            "passed a tool that traces already");
        row("a tool that ends it", { { "ncu.rc", "9" }, { "ncu.out", "==ERROR==" } },
            "failed a tool that traces already: substring not found");
        row("no driver",
            { { "text.rc", "1" }, { "text.err", "no NVIDIA driver on this machine; models run" } },
            "skipped text that the driver compiles: no NVIDIA driver on this machine");
    }
    void judges()
    {
        QFETCH(Files, files);
        QTEST(judgedWith(files), "expected");
    }

    void closesThingsToACommandAlone()
    {
        const auto without = script("without.sh");
        QCOMPARE(runProgram(without, {}).code, 2);
        QCOMPARE(runProgram(without, { "nonsense", "true" }).code, 2);
        const auto user = runProgram(without, { "user", "id", "-u" });
        if (::geteuid() != 0) {
            QCOMPARE(user.code, 125);
            QVERIFY(user.err.contains("only root can"));
            return;
        }
        if (user.code == 125)
            QSKIP(qPrintable(user.err.trimmed()));
        QCOMPARE(user.out, QString("65534\n"));
        if (!QFileInfo::exists("/dev/nvidiactl"))
            QCOMPARE(runProgram(without, { "nodes", "true" }).code, 125);
    }

    void coversALibraryWhereverItIsFound()
    {
        if (::geteuid() != 0)
            QSKIP("only root can cover a file");
        QTemporaryDir folder;
        // A program that finds a library in the first file that is not empty.
        const auto cli = folder.filePath("cli");
        write(folder.filePath("a"), "a library");
        write(folder.filePath("b"), "the same, elsewhere");
        write(cli,
            "#!/bin/sh\ncd \"$(dirname \"$0\")\"\nfor f in a b; do\n"
            "  [ ! -s $f ] || { echo '{\"libraries\":[{\"name\":\"CUPTI "
            "13\",\"path\":\"'$PWD/$f'\"},"
            "{\"name\":\"NVML 1\",\"path\":\"/x\"}]}'; exit; }\ndone\n"
            "echo '{\"libraries\":[{\"name\":\"CUPTI 13\",\"path\":\"\"}]}'\n");
        QFile::setPermissions(cli, QFile::ReadOwner | QFile::ExeOwner);
        const auto ended
            = runProgram(script("without.sh"), { "libraries", "CUPTI,cuDNN", cli, "gpu" });
        if (ended.code == 125)
            QSKIP(qPrintable(ended.err.trimmed()));
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.out.contains("\"path\":\"\""), qPrintable(ended.out + ended.err));
        QCOMPARE(QFileInfo(folder.filePath("a")).size(), qint64(9)); // outside it is as before
    }

    void saysWhyNothingStarts()
    {
        QTemporaryDir tree;
        QDir(tree.path()).mkpath("tests");
        QDir(tree.path()).mkpath(".gpu/bin");
        QFile::link(QFileInfo(script("check.sh")).path(), tree.filePath("tests/gpu"));
        const auto cli = tree.filePath(".gpu/bin/opscope-cli");
        write(cli, "#!/bin/sh\necho 'version GLIBC_2.99 not found' >&2\nexit 1\n");
        QFile::setPermissions(cli, QFile::ReadOwner | QFile::ExeOwner);
        // By Python, as check.sh unpacks it where there is no xz.
        const auto packed = runProgram("python3",
            { "-c",
                "import shutil, sys; shutil.make_archive(sys.argv[1], 'xztar', sys.argv[2], 'bin')",
                tree.filePath(".gpu/programs"), tree.filePath(".gpu") });
        QVERIFY2(packed.code == 0, qPrintable(packed.err));
        const auto ended = runProgram(tree.filePath("tests/gpu/check.sh"), { "--stages", "build" },
            { { "OUT", tree.filePath("out") } });
        QCOMPARE(ended.code, 1);
        QFile report(tree.filePath("out/gpu-check.json"));
        QVERIFY2(report.open(QIODevice::ReadOnly), qPrintable(ended.err));
        const auto rows = QJsonDocument::fromJson(report.readAll()).object()["rows"].toArray();
        QCOMPARE(rows.size(), qsizetype(1));
        const auto words = rows.first().toObject()["message"].toString();
        QVERIFY2(words.startsWith("no program starts here: built here, since the carried programs "
                                  "do not start (version GLIBC_2.99 not found) it ended with code "
                                  "1: building here needs what is not here: ")
                && words.contains(".gpu/deps.tar.xz"),
            qPrintable(words));
    }
};

QTEST_GUILESS_MAIN(TestGpuRefusals)
#include "tst_gpu_refusals.moc"
