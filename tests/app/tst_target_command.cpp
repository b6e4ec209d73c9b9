// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/process/confinement.h"
#include "profiler/file/profile_file.h"
#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"
#include "tests/support/other_computer.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <csignal>
#include <unistd.h>

using namespace testing;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeModel(const QString& path, const char* text)
{
    writeProgram(path, QByteArray::fromStdString(modelBytesFromText(text)));
}

QStringList profile(const QString& model, const QStringList& more = {})
{
    return QStringList { "profile", model, "--target", "ssh:box", "--runs", "3", "--warmup", "1" }
    + more;
}

pid_t childOf(pid_t process)
{
    const auto path = QStringLiteral("/proc/%1/task/%1/children").arg(process);
    return contentOf(path).split(' ').value(0).toInt();
}

/// A measurement under way.
class Measuring {
public:
    explicit Measuring(const QString& output)
    {
        m_process.start(QString::fromStdString(cliProgram().string()),
            { "profile", sampleModel("residual-cnn"), "--target", "ssh:box", "--runs", "1000000",
                "--limit", "10min", "--json-progress", "-o", output });
        m_process.setReadChannel(QProcess::StandardError);
        m_process.waitForStarted();
    }
    bool reachesARun()
    {
        while (!m_said.contains("\"side\":\"profiled\"")) {
            if (!m_process.canReadLine() && !m_process.waitForReadyRead(cliPatienceMs))
                return false;
            m_said += m_process.readLine();
        }
        return true;
    }
    pid_t id() const { return static_cast<pid_t>(m_process.processId()); }
    /// The shell on the other computer: the child of the stand-in for ssh.
    pid_t shell() const { return childOf(childOf(id())); }
    int code()
    {
        m_process.waitForFinished(cliPatienceMs);
        m_said += m_process.readAllStandardError();
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -2;
    }
    QString said() const { return QString::fromUtf8(m_said); }

private:
    QProcess m_process;
    QByteArray m_said;
};

} // namespace

/// `profile --target`, with a stand-in for ssh that starts the shell on this computer.
/// tests/remote/check_remote.py does the same with a real sshd.
class TestTargetCommand : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<OtherComputer> m_box;
    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    std::shared_ptr<const profiler::Profile> read(const QString& path)
    {
        const auto profile = profiler::readProfileFile(path.toStdString());
        return profile ? *profile : nullptr;
    }
    /// Waits until nothing of a measurement is left there.
    bool isTidy() const
    {
        return QTest::qWaitFor(
            [&] { return m_box->folders("run.").isEmpty() && m_box->folders("part.").isEmpty(); },
            cliPatienceMs);
    }

private slots:
    void initTestCase()
    {
        qputenv("XDG_CACHE_HOME", file("cache").toUtf8());
        m_box = std::make_unique<OtherComputer>();
        // Copies the program; later tests find it there.
        const auto first = cli(profile(sampleModel("residual-cnn")));
        QVERIFY2(first.code == 0, qPrintable(first.err));
    }
    void cleanup()
    {
        m_box->heal();
        m_box->restoreProgram();
    }

    void measuresThereAndMakesEverythingHere()
    {
        const auto run = cli(profile(sampleModel("residual-cnn"),
            { "-o", file("there.opscope"), "--report", file("there.html"), "--trace",
                file("there.json"), "--by", "type" }));
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY2(run.out.contains("Conv"), qPrintable(run.out));
        QVERIFY2(!run.err.contains("copying"), qPrintable(run.err)); // it was there
        QVERIFY(contentOf(file("there.html")).contains("residual-cnn"));
        QVERIFY(contentOf(file("there.json")).contains("traceEvents"));
        const auto there = read(file("there.opscope"));
        QVERIFY(there != nullptr);
        const auto here = cli(
            { "profile", sampleModel("residual-cnn"), "--runs", "3", "-o", file("here.opscope") });
        QVERIFY2(here.code == 0, qPrintable(here.err));
        const auto own = read(file("here.opscope"));
        QCOMPARE(there->steps.size(), own->steps.size());
        for (const auto key : { profiler::keys::modelName, profiler::keys::modelSha256,
                 profiler::keys::isa, profiler::keys::onednnVersion })
            QCOMPARE(there->metadata.text(key), own->metadata.text(key));
        QVERIFY(isTidy());
    }

    void theDocumentSaysWhere()
    {
        const auto run = cli(profile(sampleModel("residual-cnn"), { "--format", "json" }));
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.json()["target"].toString(), "ssh:box");
        QCOMPARE(run.json()["wall_recorded_ns"].toArray().size(), 3);
        QVERIFY(run.json()["report"].toObject().contains("steps"));
    }

    void filesOfOptionsTravel()
    {
        const auto data = sample("residual-cnn") + "/test_data_set_0";
        const auto input = cli({ "inspect", sampleModel("residual-cnn"), "--format", "json" })
                               .json()["inputs"]
                               .toArray()
                               .first()
                               .toObject()["name"]
                               .toString();
        // Names of files are never words of a shell there.
        const auto odd = file("it's $(touch hacked) `x`; ä\n.pb");
        QVERIFY(QFile::copy(data + "/input_0.pb", odd));
        for (const auto& options :
            { QStringList { "--data", data }, QStringList { "--input", input + "=file:" + odd },
                QStringList { "--label", "a'b \"c\" $(touch hacked)\n!x\\" } }) {
            const auto run = cli(
                profile(sampleModel("residual-cnn"), options + QStringList { "-o", file("o") }));
            QVERIFY2(run.code == 0, qPrintable(options.join(' ') + run.err));
        }
        QCOMPARE(
            read(file("o"))->metadata.text(profiler::keys::tag), "a'b \"c\" $(touch hacked)\n!x\\");
        QVERIFY(m_box->folders("inputs-").size() >= 2);
        QVERIFY(!QFile::exists(m_box->kept() + "/hacked"));
        QVERIFY(!QFile::exists(m_box->path("home/hacked")));
    }

    void externalWeightsTravel()
    {
        QDir(m_folder.path()).mkpath("split");
        const auto split = file("split/model.onnx");
        const auto edited = cli({ "edit", sampleModel("residual-cnn"), "--external-data", "one",
            "--threshold", "1", "-o", split });
        QVERIFY2(edited.code == 0, qPrintable(edited.err));
        QVERIFY(QDir(file("split")).entryList(QDir::Files).size() == 2);
        const auto run = cli(profile(split, { "-o", file("split.opscope") }));
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(read(file("split.opscope"))->metadata.text(profiler::keys::modelName),
            "split/model.onnx");
    }

    void checkOnlyPreparesThere()
    {
        const auto run
            = cli(profile(sampleModel("residual-cnn"), { "--check-only", "--json-progress" }));
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY2(run.err.contains("\"event\":\"plan\""), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }

    void errorsThereAreErrorsHere()
    {
        writeModel(file("unknown.onnx"), "x: float[2]\ny = NoSuchOperator(x)\ny -> float[2]");
        const auto run = cli(profile(file("unknown.onnx"), { "--json-progress" }));
        QCOMPARE(run.code, 4);
        QVERIFY2(run.err.contains("\"kind\":\"unsupported\",\"message\":\"on box: "),
            qPrintable(run.err));
        QVERIFY2(run.err.contains("NoSuchOperator"), qPrintable(run.err));
        const auto usage = cli(profile(sampleModel("residual-cnn"), { "--limit", "soon" }));
        QCOMPARE(usage.code, 2);
        QVERIFY2(
            usage.err.contains("on box: ") && usage.err.contains("--limit"), qPrintable(usage.err));
        QVERIFY(isTidy());
    }

    void wrongTargetsAreRefused_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QStringList& options, const char* message) {
            QTest::newRow(name) << options << message;
        };
        row("an option of ssh", { "--target", "ssh:-oProxyCommand=touch hacked" },
            "names the host");
        row("a command", { "--target", "ssh:box;touch hacked" }, "names the host");
        row("a name as an option", { "--target", "ssh:me@-x" }, "names the host");
        row("no host", { "--target", "ssh:" }, "names the host");
        row("another way", { "--target", "telnet:box" }, "expected ssh:HOST");
        row("a sweep", { "--target", "ssh:box", "--sweep", "threads=1,2" },
            "--sweep measures on this");
        row("only a program", { "--target-program", "x" }, "add --target");
        row("no program", { "--target", "ssh:box", "--target-program", "/nowhere" },
            "has no bin/opscope-cli");
    }
    void wrongTargetsAreRefused()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, message);
        const auto run = cli(QStringList { "profile", sampleModel("residual-cnn") } + options);
        QVERIFY2(run.code == 2 || run.code == 3, qPrintable(run.err));
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
    }

    void stopKeepsWhatWasMeasured()
    {
        const auto output = file("stopped.opscope");
        Measuring measuring(output);
        QVERIFY2(measuring.reachesARun(), qPrintable(measuring.said()));
        ::kill(measuring.id(), SIGTERM);
        QVERIFY2(measuring.code() == 130, qPrintable(measuring.said()));
        const auto kept = read(output);
        QVERIFY(kept != nullptr && !kept->runs.empty());
        QCOMPARE(kept->metadata.text(profiler::keys::interrupted), profiler::metadataText(true));
        QVERIFY(isTidy());
    }

    void aKilledProgramHereEndsTheOneThere()
    {
        Measuring measuring(file("killed.opscope"));
        QVERIFY2(measuring.reachesARun(), qPrintable(measuring.said()));
        ::kill(measuring.id(), SIGKILL);
        QCOMPARE(measuring.code(), -2);
        QVERIFY(isTidy());
        QVERIFY(!QFile::exists(file("killed.opscope")));
    }

    void aCutConnectionIsAnErrorHereAndAnEndThere()
    {
        Measuring measuring(file("cut.opscope"));
        QVERIFY2(measuring.reachesARun(), qPrintable(measuring.said()));
        ::kill(measuring.shell(), SIGKILL);
        QCOMPARE(measuring.code(), 5);
        QVERIFY2(measuring.said().contains("the connection to box ended while measuring"),
            qPrintable(measuring.said()));
        QVERIFY(!QFile::exists(file("cut.opscope")));
        for (const auto& left : m_box->folders("run.")) // of the shell that was killed
            QDir(m_box->kept() + "/" + left).removeRecursively();
    }

    void aComputerThatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QByteArray>("printed");
        QTest::addColumn<QString>("message");
        const auto row
            = [](const char* name, const char* program, const char* printed, const char* message) {
                  QTest::newRow(name) << program << QByteArray(printed) << message;
              };
        row("architecture", "uname", "Linux riscv128",
            "is of the architecture riscv128, the program is for");
        row("system", "uname", "Darwin arm64", "runs Darwin, expected Linux");
        row("C library", "getconf", "", "has no GNU C library");
        row("older C library", "getconf", "glibc 2.9",
            "has the GNU C library 2.9, the program needs 2.");
        row("space", "df", "/dev/disk 1000 990 10 99% /",
            "of free space for ~/.cache/opscope/remote");
        row("a hostile answer", "uname", "\x1b[2J\x1b]0;owned\x07 x", "expected Linux");
        row("a hostile size", "df", "/dev/disk 1 1 99999999999999999999 1% /", "has no place");
    }
    void aComputerThatDoesNotFitIsRefused()
    {
        QFETCH(QString, program);
        QFETCH(QByteArray, printed);
        QFETCH(QString, message);
        m_box->pretend(qPrintable(program), printed);
        const auto run = cli(profile(sampleModel("residual-cnn"), { "-o", file("none.opscope") }));
        QCOMPARE(run.code, 5);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
        QVERIFY(!run.err.contains('\x1b'));
        QVERIFY(!QFile::exists(file("none.opscope")));
        QVERIFY(isTidy());
    }

    /// The limit of a file's size is like a full disk.
    void aFullDiskThereIsAnErrorThatLeavesNothing_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        QTest::newRow("while inputs are copied")
            << QStringList { "--data", file("large") } << 5 << "box did not take all files";
        QTest::newRow("while it measures") << QStringList() << 3 << "on box: ";
    }
    void aFullDiskThereIsAnErrorThatLeavesNothing()
    {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        QFETCH(QString, message);
        QDir(m_folder.path()).mkpath("large");
        writeProgram(file("large/x.npy"), QByteArray(1 << 20, 'x'));
        const auto before = m_box->folders("inputs-");
        m_box->limit("trap '' XFSZ; ulimit -f 4"); // of 512 bytes
        const auto run
            = cli(profile(sampleModel("residual-cnn"), options + QStringList { "-o", file("no") }));
        QVERIFY2(run.code == code, qPrintable(QString::number(run.code) + run.err));
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
        QVERIFY(!QFile::exists(file("no")));
        QCOMPARE(m_box->folders("inputs-"), before);
        QVERIFY(isTidy());
    }

    void aHostileComputerIsAnError_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* script, int code, const char* message) {
            QTest::newRow(name) << QByteArray(script) << code << message;
        };
        row("messages without end", "exec cat /dev/zero >&2", 5, "of messages came");
        row("lines without end", "exec yes >&2", 5, "of messages came");
        row("progress without end", "exec yes '{\"event\":\"run\",\"index\":1}' >&2", 5,
            "of messages came");
        row("no profile", "exit 0", 3, "announced a profile of 0 B");
        row("random bytes", "head -c 100000 /dev/urandom >\"$out\"", 3, "is no profile");
        row("a text", "echo PAR1 PAR1 >\"$out\"", 3, "is no profile");
        row("a profile of 3 GiB", "truncate -s 3G \"$out\"", 3, "announced a profile of 3.00 GiB");
        row("escapes in a message", "printf '\\033]0;owned\\007\\033[2J\\r words\\n' >&2; exit 3",
            3, "words");
        row("escapes in an event",
            "printf '{\"event\":\"error\",\"kind\":\"file\",\"message\":\"\\\\u001b[2Jwords\"}\\n' "
            ">&2; "
            "exit 3",
            3, "words");
        row("deep JSON",
            "echo '{\"event\":\"run\",\"x\":[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}' >&2; exit "
            "3",
            3, "ended with code 3");
        row("a long line", "head -c 200000 /dev/zero | tr '\\0' a >&2; echo >&2; exit 3", 3,
            "ended with code 3");
        row("unknown events", "echo '{\"event\":\"delete\",\"file\":\"x\"}' >&2; exit 4", 4,
            "ended with code 4");
        row("a signal", "kill -9 $$", 5, "by SIGKILL: probably memory");
        row("an unknown code", "exit 7", 1, "ended with code 7");
    }
    void aHostileComputerIsAnError()
    {
        QFETCH(QByteArray, script);
        QFETCH(int, code);
        QFETCH(QString, message);
        m_box->replaceProgram(script);
        const auto run = cli(
            profile(sampleModel("residual-cnn"), { "-o", file("no.opscope"), "--json-progress" }));
        QVERIFY2(run.code == code, qPrintable(QString::number(run.code) + run.err.right(2000)));
        QVERIFY2(run.err.contains(message), qPrintable(run.err.right(2000)));
        QVERIFY(!run.err.contains('\x1b') && !run.err.contains("delete"));
        QVERIFY(!QFile::exists(file("no.opscope")));
        QVERIFY(QDir(m_folder.path()).entryList({ "no.opscope*" }).isEmpty());
        QVERIFY(isTidy());
    }

    void aProfileOfAnotherModelIsRefused()
    {
        const auto other = cli(
            { "profile", sampleModel("control-flow"), "--runs", "1", "-o", file("other.opscope") });
        QVERIFY2(other.code == 0, qPrintable(other.err));
        m_box->replaceProgram("cp " + file("other.opscope").toUtf8() + " \"$out\"");
        const auto run = cli(profile(sampleModel("residual-cnn"), { "-o", file("no.opscope") }));
        QCOMPARE(run.code, 3);
        QVERIFY2(run.err.contains("is a profile of another model"), qPrintable(run.err));
        QVERIFY(!QFile::exists(file("no.opscope")));
    }

    void aShellThatPrintsWithoutEndIsAnError()
    {
        m_box->limit("yes");
        const auto run = cli(profile(sampleModel("residual-cnn")));
        QCOMPARE(run.code, 5);
        QVERIFY2(run.err.contains("are no answer"), qPrintable(run.err));
    }

    void whatALoginShellPrintsIsNoAnswer()
    {
        m_box->limit("echo 'Welcome to box'; echo opscope-0 checked; printf 'no line end '");
        const auto run = cli(profile(sampleModel("residual-cnn")));
        QVERIFY2(run.code == 0, qPrintable(run.err));
    }

    void withoutSshOrConnectionItSaysWhatToDo_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("advice");
        QTest::newRow("no key") << QByteArray(
            "echo 'me@box: Permission denied (publickey).' >&2; exit 255")
                                << "ssh-copy-id";
        QTest::newRow("no host") << QByteArray(
            "echo 'ssh: Could not resolve hostname box' >&2; exit 255")
                                 << "no computer has this name";
        QTest::newRow("unknown key")
            << QByteArray("echo 'Host key verification failed.' >&2; exit 255")
            << "connect once by hand";
    }
    void withoutSshOrConnectionItSaysWhatToDo()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, advice);
        m_box->limit(script);
        const auto run = cli(profile(sampleModel("residual-cnn")));
        QCOMPARE(run.code, 5);
        QVERIFY2(run.err.contains("ssh does not connect to box") && run.err.contains(advice),
            qPrintable(run.err));
    }

    void anOtherProgramMustBeOfThisVersion()
    {
        QDir(m_folder.path()).mkpath("foreign/bin");
        QVERIFY(QFile::copy("/bin/true", file("foreign/bin/opscope-cli")));
        const auto run
            = cli(profile(sampleModel("residual-cnn"), { "--target-program", file("foreign") }));
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("both must be of the same version"), qPrintable(run.err));
    }

    /// ssh runs outside of the sandbox; what reads the model does not.
    void codeThatTakesOverTheProgramStartsNothing()
    {
        if (!support::confinementSupport().isComplete())
            QSKIP("this kernel has no complete sandbox");
        QDir(m_folder.path()).mkpath("user");
        for (const auto* name : { "user/kept", "user/second" })
            writeProgram(file(name), "content");
        qputenv("INTRUDER_FOLDER", file("user").toUtf8());
        const auto plugin
            = QString::fromStdString((buildDir() / "tests/plugins/intruder.so").string());
        const auto run = cli(profile(sampleModel("residual-cnn"), { "--plugin", plugin }));
        qunsetenv("INTRUDER_FOLDER");
        QVERIFY2(run.err.contains("read: done"), qPrintable(run.err));
        for (const auto* what : { "write", "start", "internet", "local socket", "trace" })
            QVERIFY2(!run.err.contains(QString(what) + ": done"), qPrintable(run.err));
        QCOMPARE(contentOf(file("user/kept")), "content");
    }

    void foldersThatWereNotUsedForLongAreRemoved()
    {
        const auto old = m_box->kept() + "/model-old";
        QVERIFY(QDir().mkpath(old));
        QCOMPARE(QProcess::execute("touch", { "-d", "40 days ago", old }), 0);
        writeModel(file("new.onnx"), "x: float[3]\ny = Relu(x)\ny -> float[3]");
        const auto run = cli(profile(file("new.onnx")));
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(!QDir(old).exists());
    }
};

QTEST_GUILESS_MAIN(TestTargetCommand)

#include "tst_target_command.moc"
