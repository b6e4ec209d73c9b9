#include <QTest>

#include "model/support/atomic_file.h"
#include "tests/support/cli_process.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>

using namespace testing;

namespace {

constexpr int patience = testing::cliPatienceMs;

mode_t kindOf(const QString& path)
{
    struct stat facts { };
    return ::lstat(path.toLocal8Bit().constData(), &facts) == 0 ? facts.st_mode & S_IFMT : 0;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<cannot be opened>");
}

/// A command that writes a file, and where the name goes: `%out`.
struct Writing {
    const char* name;
    QStringList arguments;
    QList<int> codes { 0 }; ///< that it ends with when all is well
    const char* input = "m.onnx"; ///< what it reads; empty: nothing
    bool isProfile = false; ///< written in pieces: to files alone
};

/// All of them, in a folder with m.onnx, p.opscope, case/ and event.json.
const QList<Writing>& writings()
{
    static const QList<Writing> all {
        { "inspect", { "inspect", "m.onnx", "-o", "%out" } },
        { "inspect, json", { "inspect", "m.onnx", "--nodes", "--format", "json", "-o", "%out" } },
        { "check", { "check", "m.onnx", "-o", "%out" } },
        { "check, sarif", { "check", "m.onnx", "--sarif", "%out" } },
        { "list of rules", { "check", "--list-rules", "-o", "%out" }, { 0 }, "" },
        { "draw", { "draw", "m.onnx", "-o", "%out" } },
        { "draw with figures", { "draw", "m.onnx", "--stats", "-o", "%out" } },
        { "run", { "run", "m.onnx", "-o", "%out" } },
        { "run, json", { "run", "m.onnx", "--format", "json", "-o", "%out" } },
        { "verify", { "verify", "case", "-o", "%out" }, { 0 }, "case/model.onnx" },
        { "verify by operator",
            { "verify", "m.onnx", "--against", "reference", "--format", "csv", "-o", "%out" } },
        { "compare", { "compare", "m.onnx", "other.onnx", "-o", "%out" } },
        { "compare, report", { "compare", "m.onnx", "other.onnx", "--report", "%out" } },
        { "compare, gate",
            { "compare", "p.opscope", "p2.opscope", "--gate", "99%", "--junit", "%out" },
            { 0, 1, 6 }, "p.opscope" },
        { "history", { "history", ".", "-o", "%out" }, { 0 }, "p.opscope" },
        { "history, page", { "history", ".", "--html", "%out" }, { 0 }, "p.opscope" },
        { "export", { "export", "p.opscope", "--to", "csv", "-o", "%out" }, { 0 }, "p.opscope" },
        { "profile", { "profile", "m.onnx", "--runs", "2", "-o", "%out" }, { 0 }, "m.onnx", true },
        { "profile, report", { "profile", "m.onnx", "--runs", "2", "--report", "%out" } },
        { "profile, trace", { "profile", "m.onnx", "--runs", "2", "--trace", "%out" } },
        { "sweep", { "profile", "m.onnx", "--runs", "2", "--sweep", "threads=1", "-o", "%out" } },
        { "import", { "import", "event.json", "-o", "%out" }, { 0 }, "event.json", true },
        { "recover", { "recover", "p.opscope", "-o", "%out" }, { 0 }, "p.opscope", true },
        { "operators", { "operators", "-o", "%out" }, { 0 }, "" },
        { "gpu", { "gpu", "--brief", "-o", "%out" }, { 0, 5 }, "" },
        { "selftest",
            { "selftest", "noise", "m.onnx", "--tries", "1", "--rounds", "1", "--runs", "1",
                "--warmup", "1", "-o", "%out" },
            { 0, 6 } },
        // 1: another program took the processor meanwhile
        { "peaks", { "selftest", "peaks", "--threads", "1", "-o", "%out" }, { 0, 1 }, "" },
    };
    return all;
}

QStringList withTarget(const Writing& writing, const QString& target)
{
    auto arguments = writing.arguments;
    return arguments.replaceInStrings("%out", target);
}

} // namespace

/// Where results go: every command to every kind of place.
class TestOutputs : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    bool m_hasDevices = false;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    CliOutcome run(
        const Writing& writing, const QString& target, const QStringList& more = {}) const
    {
        return cli(withTarget(writing, target) + more, m_folder.path());
    }
    void makeDevice(const char* name, unsigned minor)
    {
        m_hasDevices
            = ::mknod(path(name).toLocal8Bit().constData(), S_IFCHR | 0666, makedev(1, minor)) == 0;
    }
    static void addRows()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < writings().size(); ++i)
            QTest::newRow(writings()[i].name) << i;
    }

private slots:
    void initTestCase()
    {
        const QDir folder(m_folder.path());
        qputenv("XDG_CACHE_HOME", m_folder.path().toLocal8Bit()); // peaks are kept there
        QVERIFY(folder.mkpath("case/test_data_set_0"));
        const auto sampleFolder = sample("control-flow");
        for (const auto* name : { "m.onnx", "other.onnx", "case/model.onnx" })
            QVERIFY(QFile::copy(sampleFolder + "/model.onnx", path(name)));
        for (const auto& name : QDir(sampleFolder + "/test_data_set_0").entryList(QDir::Files))
            QVERIFY(QFile::copy(
                sampleFolder + "/test_data_set_0/" + name, path("case/test_data_set_0/" + name)));
        for (const auto* name : { "p.opscope", "p2.opscope" }) {
            const auto made
                = cli({ "profile", "m.onnx", "--runs", "5", "-o", name }, m_folder.path());
            QVERIFY2(made.code == 0, qPrintable(made.err));
        }
        QVERIFY(folder.mkpath("weights"));
        QVERIFY(
            QFile::copy(testFile("external/inside/whole_file.onnx"), path("weights/model.onnx")));
        QVERIFY(QFile::copy(testFile("external/inside/whole.bin"), path("weights/whole.bin")));
        QVERIFY(support::writeFile(path("event.json").toStdString(),
            R"({"traceEvents": [{"ph": "X", "ts": 1, "dur": 5, "name": "a", "pid": 1, "tid": 1}]})"));
        // Copies, as a program that is wrong replaces devices by files.
        makeDevice("null", 3);
        makeDevice("full", 7);
        QCOMPARE(::mkfifo(path("fifo").toLocal8Bit().constData(), 0666), 0);
    }

    void aFileIsWrittenWithItsPermissions_data() { addRows(); }
    void aFileIsWrittenWithItsPermissions()
    {
        QFETCH(int, row);
        const auto& writing = writings()[row];
        const auto target = path(QString("out%1").arg(row));
        const auto outcome = run(writing, target);
        QVERIFY2(writing.codes.contains(outcome.code), qPrintable(outcome.err));
        const auto written = contentOf(target);
        QVERIFY(written.size() > 10);
        QVERIFY(QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(writing.codes.contains(run(writing, target).code));
        struct stat facts { };
        QCOMPARE(::stat(target.toLocal8Bit().constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777u, 0600u);
        const auto link = path(QString("link%1").arg(row));
        QVERIFY(QFile::link(target, link));
        QVERIFY(writing.codes.contains(run(writing, link).code));
        QCOMPARE(kindOf(link), mode_t(S_IFLNK));
        QVERIFY(contentOf(target).size() > 10);
    }

    void aFifoAndADeviceAreWrittenAndStay_data() { addRows(); }
    void aFifoAndADeviceAreWrittenAndStay()
    {
        QFETCH(int, row);
        const auto& writing = writings()[row];
        QByteArray read;
        // Opened for both, so that reading ends only when it is told to and nothing waits for ever.
        const int keep = ::open(path("fifo").toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(keep >= 0);
        ::fcntl(keep, F_SETPIPE_SZ, 1 << 20);
        const auto outcome = run(writing, "fifo");
        QByteArray piece(1 << 20, '\0');
        ::fcntl(keep, F_SETFL, O_NONBLOCK);
        const auto size = ::read(keep, piece.data(), static_cast<std::size_t>(piece.size()));
        ::close(keep);
        QCOMPARE(kindOf(path("fifo")), mode_t(S_IFIFO));
        if (writing.isProfile) {
            QCOMPARE(outcome.code, 3);
            QVERIFY(outcome.err.contains("pipe"));
        } else {
            QVERIFY2(writing.codes.contains(outcome.code), qPrintable(outcome.err));
            QVERIFY(size > 10);
        }
        if (!m_hasDevices)
            QSKIP("only a privileged user can make device nodes here");
        const auto null = run(writing, "null");
        QCOMPARE(kindOf(path("null")), mode_t(S_IFCHR));
        QVERIFY2(writing.isProfile ? null.code == 3 : writing.codes.contains(null.code),
            qPrintable(null.err));
        const auto full = run(writing, "full");
        QCOMPARE(kindOf(path("full")), mode_t(S_IFCHR));
        QCOMPARE(full.code, 3);
        QVERIFY2(full.err.contains("cannot write"), qPrintable(full.err));
    }

    void whatCannotBeWrittenIsSaidAndNothingIsMade_data() { addRows(); }
    void whatCannotBeWrittenIsSaidAndNothingIsMade()
    {
        QFETCH(int, row);
        const auto& writing = writings()[row];
        const auto missing = run(writing, "none/out");
        QCOMPARE(missing.code, 3);
        QVERIFY2(missing.err.contains("none does not exist"), qPrintable(missing.err));
        QVERIFY(!QFileInfo::exists(path("none")));
        const auto folder = run(writing, "weights");
        QCOMPARE(folder.code, 3);
        QVERIFY2(folder.err.contains("it is a folder"), qPrintable(folder.err));
    }

    void anInputIsNotOverwritten_data() { addRows(); }
    void anInputIsNotOverwritten()
    {
        QFETCH(int, row);
        const auto& writing = writings()[row];
        if (writing.input[0] == '\0')
            return; // reads nothing
        const auto input = path(writing.input);
        const auto before = contentOf(input);
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkpath("sub"));
        const auto soft = path(QString("soft%1").arg(row));
        const auto hard = path(QString("hard%1").arg(row));
        QVERIFY(QFile::link(input, soft));
        std::filesystem::create_hard_link(input.toStdString(), hard.toStdString());
        for (const auto& spelling :
            { QString(writing.input), "./sub/../" + QString(writing.input), input, soft, hard }) {
            // Of a folder's files a second name elsewhere is another file: it is replaced, not
            // written.
            if (spelling == hard && writing.arguments.contains("case"))
                continue;
            const auto outcome = run(writing, spelling);
            QVERIFY2(outcome.code == 2, qPrintable(spelling + ": " + outcome.err));
            QVERIFY2(outcome.err.contains("--force"), qPrintable(outcome.err));
            QVERIFY2(contentOf(input) == before, qPrintable(spelling));
        }
        QFile::remove(hard);
        const auto forced = run(writing, writing.input, { "--force" });
        QVERIFY2(writing.codes.contains(forced.code), qPrintable(forced.err));
        QVERIFY(contentOf(input) != before || writing.isProfile);
        QFile::remove(input);
        QVERIFY(support::writeFile(input.toStdString(), before.toStdString()));
    }

    void aFolderThatMayNotBeWrittenIsSaid()
    {
        const auto folder = m_folder.path().toLocal8Bit();
        const auto writable = qScopeGuard([&] { ::chmod(folder.constData(), 0700); });
        QCOMPARE(::chmod(folder.constData(), 0555), 0);
        for (const auto& writing : writings()) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
            // Root may write everywhere, unless it gives that up. Others need not.
            process.setChildProcessModifier(
                [] { static_cast<void>(::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE)); });
            process.start(
                QString::fromStdString(cliProgram().string()), withTarget(writing, "denied"));
            QVERIFY(process.waitForFinished(patience));
            QVERIFY2(process.exitCode() == 3, writing.name);
            QVERIFY(process.readAllStandardError().contains("Permission denied"));
            QVERIFY(!QFileInfo::exists(path("denied")));
        }
    }

    void aFullDeviceAtStandardOutputIsAnError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const auto& writing : writings()) {
            auto arguments = writing.arguments;
            const auto at = arguments.indexOf("-o");
            // Profiles go to a file, of which something is said.
            if (at >= 0 && QString(writing.name) != "import" && QString(writing.name) != "recover")
                arguments.remove(at, 2);
            arguments.replaceInStrings("%out", "said");
            QTest::newRow(writing.name) << arguments;
        }
        QTest::newRow("help") << QStringList { "--help" };
        QTest::newRow("help of a command") << QStringList { "run", "--help" };
        QTest::newRow("version") << QStringList { "--version" };
        QTest::newRow("partial run, json")
            << QStringList { "run", "m.onnx", "--partial", "--format", "json" };
        QTest::newRow("all nodes") << QStringList { "inspect", "m.onnx", "--values" };
    }
    void aFullDeviceAtStandardOutputIsAnError()
    {
        if (!m_hasDevices)
            QSKIP("only a privileged user can make device nodes here");
        QFETCH(QStringList, arguments);
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        // A file of Qt's would be made anew: the descriptor is opened in the child.
        const auto device = path("full").toLocal8Bit();
        process.setChildProcessModifier(
            [device] { ::dup2(::open(device.constData(), O_WRONLY), STDOUT_FILENO); });
        process.start(QString::fromStdString(cliProgram().string()), arguments);
        QVERIFY(process.waitForFinished(patience));
        const auto talk = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 3, talk.constData());
        QVERIFY2(talk.contains("cannot write to stdout"), talk.constData());
    }

    void otherFilesThatAreReadAreKeptToo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("kept");
        QTest::newRow("profile of find") << QStringList { "inspect", "m.onnx", "--find", "time>1us",
            "--profile", "p.opscope", "-o", "p.opscope" }
                                         << "p.opscope";
        QTest::newRow("profile of colours") << QStringList { "draw", "m.onnx", "--by", "time",
            "--profile", "p.opscope", "-o", "p.opscope" }
                                            << "p.opscope";
        QTest::newRow("model of an import") << QStringList { "import", "event.json", "--model",
            "m.onnx", "-o", "m.onnx" } << "m.onnx";
        QTest::newRow("second model") << QStringList { "compare", "m.onnx", "other.onnx", "-o",
            "other.onnx" } << "other.onnx";
        QTest::newRow("data of an input") << QStringList { "run", "m.onnx", "--input",
            "x=file:case/test_data_set_0/input_0.pb", "-o", "case/test_data_set_0/input_0.pb" }
                                          << "case/test_data_set_0/input_0.pb";
        QTest::newRow("folder of inputs") << QStringList { "run", "m.onnx", "--data",
            "case/test_data_set_0", "-o", "case/test_data_set_0/input_0.pb" }
                                          << "case/test_data_set_0/input_0.pb";
        QTest::newRow("outputs beside inputs") << QStringList { "run", "m.onnx", "--data",
            "case/test_data_set_0", "--save", "case/test_data_set_0" }
                                               << "case/test_data_set_0/output_0.pb";
        QTest::newRow("of one side") << QStringList { "compare", "m.onnx", "--numbers", "--b",
            "--data case/test_data_set_0", "--report", "case/test_data_set_0/input_0.pb" }
                                     << "case/test_data_set_0/input_0.pb";
        QTest::newRow("weights of a verified model") << QStringList { "verify",
            "weights/model.onnx", "--against", "reference", "-o", "weights/whole.bin" }
                                                     << "weights/whole.bin";
        QTest::newRow("weights of a verified folder") << QStringList { "verify", "weights", "--all",
            "-o", "weights/whole.bin" } << "weights/whole.bin";
        QTest::newRow("weights in a file") << QStringList { "draw", "weights/model.onnx", "-o",
            "weights/whole.bin" } << "weights/whole.bin";
    }
    void otherFilesThatAreReadAreKeptToo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, kept);
        const auto before = contentOf(path(kept));
        QVERIFY(!before.startsWith("<cannot"));
        const auto outcome = cli(arguments, m_folder.path());
        QVERIFY2(outcome.code == 2, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("--force"), qPrintable(outcome.err));
        QCOMPARE(contentOf(path(kept)), before);
    }

    void twoOutputsAreTwoFiles()
    {
        const auto outcome
            = cli({ "profile", "m.onnx", "--runs", "2", "-o", "one", "--report", "./one" },
                m_folder.path());
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("one file"), qPrintable(outcome.err));
    }

    void foldersAreMadeWhereFilesAre()
    {
        QCOMPARE(cli({ "run", "m.onnx", "--save", "saved" }, m_folder.path()).code, 0);
        QVERIFY(QFileInfo::exists(path("saved/output_0.pb")));
        QCOMPARE(cli({ "run", "m.onnx", "--save", "saved" }, m_folder.path()).code, 0);
        const auto nested = cli({ "run", "m.onnx", "--save", "none/saved" }, m_folder.path());
        QCOMPARE(nested.code, 3);
        QVERIFY2(nested.err.contains("none does not exist"), qPrintable(nested.err));
        QVERIFY(!QFileInfo::exists(path("none")));
        QCOMPARE(cli({ "run", "m.onnx", "--save", "m.onnx/saved" }, m_folder.path()).code, 3);
    }

    void whatIsNotKnownIsWrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const QStringList& arguments) {
            QTest::newRow(name) << arguments;
        };
        row("rule", { "check", "m.onnx", "--rules", "nosuchrule" });
        row("rule among others", { "check", "m.onnx", "--rules", "graph-cycle,nosuchrule" });
        row("no rule", { "check", "m.onnx", "--rules", "" });
        row("tolerated rule", { "run", "m.onnx", "--tolerate", "nosuchrule" });
        row("value of find", { "inspect", "m.onnx", "--find", "rank:many" });
        row("node", { "inspect", "m.onnx", "--node", "nosuchnode" });
        row("format", { "inspect", "m.onnx", "--format", "xml" });
        row("format of another command", { "draw", "m.onnx", "--format", "csv" });
        row("unit", { "run", "m.onnx", "--unit", "h" });
        row("colour", { "run", "m.onnx", "--color", "blue" });
        row("device", { "run", "m.onnx", "--device", "tpu" });
        row("device of check", { "check", "m.onnx", "--device", "tpu" });
        row("precision", { "run", "m.onnx", "--precision", "f8" });
        row("level of optimisation", { "run", "m.onnx", "--optimize", "much" });
        row("input", { "run", "m.onnx", "--input", "nosuchinput=ones" });
        row("shape", { "run", "m.onnx", "--shape", "nosuchinput=1x2" });
        row("dimension", { "run", "m.onnx", "--dim", "nosuchdim=3" });
        row("dimension of a verified model",
            { "verify", "m.onnx", "--against", "reference", "--dim", "nosuchdim=3" });
        row("dimension of a verified folder", { "verify", "case", "--dim", "nosuchdim=3" });
        row("captured value",
            { "run", "m.onnx", "--capture", "nosuchvalue", "--save", "captured" });
        row("replaced file", { "run", "m.onnx", "--replace", "nosuchfile=m.onnx" });
        row("record level", { "profile", "m.onnx", "--record", "all" });
        row("group", { "profile", "m.onnx", "--by", "colour" });
        row("dimension of a sweep", { "profile", "m.onnx", "--sweep", "nosuchdim=1:2:+1" });
        row("colouring", { "draw", "m.onnx", "--by", "colour", "-o", "x.svg" });
        row("theme", { "draw", "m.onnx", "--theme", "blue", "-o", "x.svg" });
        row("direction", { "draw", "m.onnx", "--direction", "up", "-o", "x.svg" });
        row("layout", { "draw", "m.onnx", "--engine", "nosuch", "-o", "x.svg" });
        row("part", { "draw", "m.onnx", "--scope", "nosuchscope", "-o", "x.svg" });
        row("form", { "export", "p.opscope", "--to", "docx", "-o", "x" });
        row("form by name", { "export", "p.opscope", "-o", "x.docx" });
        row("tier", { "verify", "case", "--tier", "best" });
        row("other run", { "verify", "case", "--against", "nothing" });
        row("tolerance", { "verify", "case", "--rtol", "nan" });
        row("negative tolerance",
            { "compare", "m.onnx", "other.onnx", "--numbers", "--atol", "-1" });
        row("endless", { "profile", "m.onnx", "--limit", "infs" });
        row("too long", { "profile", "m.onnx", "--limit", "1e30s" });
        row("what may differ",
            { "compare", "p.opscope", "p2.opscope", "--allow-different", "colour" });
        row("scope without operators",
            { "compare", "p.opscope", "p2.opscope", "--ignore", "nosuchscope" });
        row("self-test", { "selftest", "nosuch" });
        row("command", { "nosuch" });
        row("option", { "run", "m.onnx", "--nosuch" });
    }
    void whatIsNotKnownIsWrongUsage()
    {
        QFETCH(QStringList, arguments);
        const auto outcome = cli(arguments, m_folder.path());
        QVERIFY2(outcome.code == 2, qPrintable(QString::number(outcome.code) + outcome.err));
        QVERIFY(!outcome.err.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_outputs.moc"
