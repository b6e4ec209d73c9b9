// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/profile_file.h"
#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <csignal>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

using namespace testing;
using profiler::FileTail;
using profiler::Profile;
using profiler::SliceKind;

namespace {

constexpr int patience = 60'000;

/// What a measurement said of a run.
struct ToldRun {
    QString side;
    qint64 wallNs = 0;
};

QString sideWord(profiler::Side side)
{
    return side == profiler::Side::WarmUp    ? QStringLiteral("warmup")
        : side == profiler::Side::Unprofiled ? QStringLiteral("unprofiled")
                                             : QStringLiteral("profiled");
}

/// `opscope-cli profile` under way.
class Measuring {
public:
    Measuring(const QStringList& arguments, std::function<void()> inChild = {})
    {
        if (inChild)
            m_process.setChildProcessModifier(std::move(inChild));
        m_process.start(QString::fromStdString(cliProgram().string()),
            QStringList { "profile" } + arguments
                + QStringList { "--json-progress", "--format", "json" });
        static_cast<void>(m_process.waitForStarted());
    }

    /// Whether it said so many runs; false if it ended before.
    bool reaches(std::size_t runs)
    {
        while (m_told.size() < runs)
            if (!readLine())
                return false;
        return true;
    }
    void send(int signal)
    {
        if (const auto id = m_process.processId(); id > 0) // else it is over
            ::kill(static_cast<pid_t>(id), signal);
    }
    bool end()
    {
        while (readLine()) { }
        return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(patience);
    }

    const std::vector<ToldRun>& told() const { return m_told; }
    /// -2: it died of a signal.
    int code() const
    {
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -2;
    }
    const QString& talk() const { return m_otherOutput; }

private:
    bool readLine()
    {
        m_process.setReadChannel(QProcess::StandardError);
        while (!m_process.canReadLine())
            if (!m_process.waitForReadyRead(patience))
                return false;
        const auto line = m_process.readLine();
        const auto event = QJsonDocument::fromJson(line).object();
        if (event["event"].toString() == "run")
            m_told.push_back({ event["side"].toString(), event["wall_ns"].toInteger() });
        else
            m_otherOutput += QString::fromUtf8(line);
        return true;
    }

    QProcess m_process;
    std::vector<ToldRun> m_told;
    QString m_otherOutput;
};

support::Result<std::shared_ptr<const Profile>> read(const QString& path, FileTail tail)
{
    return profiler::readProfileFile(path.toStdString(), tail);
}

/// Empty if the runs of a profile are the first ones that were told, each recorded one with all its
/// steps.
QString differenceToTold(const Profile& profile, const std::vector<ToldRun>& told)
{
    std::vector<std::size_t> steps(profile.runs.size(), 0);
    for (std::size_t i = 0; i < profile.slices.size(); ++i)
        if (profile.slices.kind[i] == SliceKind::Step)
            ++steps[profile.slices.run[i]];
    for (std::size_t i = 0; i < profile.runs.size(); ++i) {
        const auto& run = profile.runs[i];
        // What was written may be ahead of what was said.
        const bool isSame = i >= told.size()
            || (told[i].side == sideWord(run.side) && std::abs(told[i].wallNs - run.wallNs) <= 1);
        const bool isWhole
            = run.side != profiler::Side::Profiled || steps[i] == profile.steps.size();
        if (!isSame || !isWhole)
            return QString("run %1: %2 %3 ns, %4 steps; told %5")
                .arg(i)
                .arg(sideWord(run.side))
                .arg(run.wallNs)
                .arg(steps[i])
                .arg(i < told.size() ? told[i].wallNs : -1);
    }
    return {};
}

/// No file grows beyond: like a disk that is full.
std::function<void()> withFilesUpTo(rlim_t bytes)
{
    return [bytes] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit { bytes, bytes };
        setrlimit(RLIMIT_FSIZE, &limit);
    };
}

} // namespace

/// What is left of a measurement that something happens to: nothing that was measured is lost.
class TestProfileFaults : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    static QStringList endless(const QString& output)
    {
        return { sampleModel("residual-cnn"), "--runs", "1000000", "--limit", "3600s", "--threads",
            "1", "--warmup", "3", "-o", output };
    }
    static QStringList filesIn(const QTemporaryDir& folder)
    {
        return QDir(folder.path()).entryList(QDir::Files);
    }

private slots:
    void aKillLosesAtMostTheLastGroup()
    {
        std::mt19937 random(5);
        std::size_t withRuns = 0;
        for (int attempt = 0; attempt < 20; ++attempt) {
            const QTemporaryDir folder;
            const auto path = folder.filePath("p.opscope");
            Measuring measuring(endless(path));
            QVERIFY2(measuring.reaches(1 + random() % 600), qPrintable(measuring.talk()));
            measuring.send(SIGKILL);
            QVERIFY(measuring.end());
            QCOMPARE(measuring.code(), -2);
            QCOMPARE(filesIn(folder), QStringList { "p.opscope.part" });
            const auto part = path + ".part";
            if (QFileInfo(part).size() <= 4)
                continue; // before the first group
            const auto outcome = cli({ "recover", part, "-o", path });
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            QCOMPARE(filesIn(folder), QStringList { "p.opscope" });
            const auto found = read(path, FileTail::Strict);
            QVERIFY2(found, found ? "" : found.error().message().c_str());
            const auto difference = differenceToTold(**found, measuring.told());
            QVERIFY2(difference.isEmpty(), qPrintable(difference));
            QVERIFY((*found)->metadata.has(profiler::keys::interrupted));
            withRuns += (*found)->runs.empty() ? 0 : 1;
        }
        QVERIFY2(withRuns >= 10, "the groups come too late");
    }

    void whatAnEarlierKillLeftIsKept()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("p.opscope");
        QFile left(path + ".part");
        QVERIFY(left.open(QIODevice::WriteOnly));
        left.write("PAR1 and what was measured");
        left.close();
        QCOMPARE(
            cli({ "profile", sampleModel("residual-cnn"), "--runs", "3", "-o", path }).code, 0);
        QCOMPARE(filesIn(folder), QStringList({ "p.opscope", "p.opscope.1.part" }));
        QVERIFY(read(path, FileTail::Strict));
    }

    void aFileThatIsBeingWrittenIsLeftAlone()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("p.opscope");
        Measuring first(endless(path));
        QVERIFY(first.reaches(5));
        const auto second
            = cli({ "profile", sampleModel("residual-cnn"), "--runs", "3", "-o", path });
        QCOMPARE(second.code, 3);
        QVERIFY2(second.err.contains("another program is writing it"), qPrintable(second.err));
        first.send(SIGTERM);
        QVERIFY(first.end());
        QCOMPARE(filesIn(folder), QStringList { "p.opscope" });
    }

    void aFolderThatCannotBeWrittenIsSaidBeforeMeasuring_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("no such folder") << "/no/such/folder/p.opscope";
        QTest::newRow("a file system without files of ours") << "/proc/p.opscope";
        QTest::newRow("a folder") << "/tmp";
        QTest::newRow("a device") << "/dev/null";
        if (::geteuid() != 0)
            QTest::newRow("a folder of someone else") << "/usr/p.opscope";
    }
    void aFolderThatCannotBeWrittenIsSaidBeforeMeasuring()
    {
        QFETCH(QString, path);
        Measuring measuring({ sampleModel("residual-cnn"), "--runs", "3", "-o", path });
        QVERIFY(measuring.end());
        QCOMPARE(measuring.code(), 3);
        QVERIFY2(measuring.talk().contains("cannot write " + path), qPrintable(measuring.talk()));
        QVERIFY(measuring.told().empty());
    }

    void aReadOnlyFolderIsSaidBeforeMeasuring()
    {
        if (::geteuid() == 0)
            QSKIP("root may write everywhere");
        const QTemporaryDir folder;
        QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner));
        Measuring measuring({ sampleModel("residual-cnn"), "-o", folder.filePath("p.opscope") });
        QVERIFY(measuring.end());
        QFile::setPermissions(
            folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QCOMPARE(measuring.code(), 3);
        QVERIFY(measuring.told().empty());
    }

    void aFullDiskKeepsWhatFits_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<bool>("hasRuns");
        QTest::newRow("nothing fits") << 0 << false;
        QTest::newRow("not even a group") << 1000 << false;
        QTest::newRow("some groups") << 30'000 << true;
    }
    void aFullDiskKeepsWhatFits()
    {
        QFETCH(int, bytes);
        QFETCH(bool, hasRuns);
        const QTemporaryDir folder;
        const auto path = folder.filePath("p.opscope");
        Measuring measuring(
            { sampleModel("residual-cnn"), "--runs", "2000", "--threads", "1", "-o", path },
            withFilesUpTo(static_cast<rlim_t>(bytes)));
        QVERIFY(measuring.end());
        QCOMPARE(measuring.code(), 3);
        QVERIFY2(measuring.talk().contains(path), qPrintable(measuring.talk()));
        QVERIFY2(measuring.talk().contains("File too large"), qPrintable(measuring.talk()));
        if (!hasRuns) {
            QCOMPARE(filesIn(folder), QStringList());
            return;
        }
        QCOMPARE(filesIn(folder), QStringList { "p.opscope.part" });
        QVERIFY2(measuring.talk().contains("are kept in " + path + ".part"),
            qPrintable(measuring.talk()));
        const auto found = read(path + ".part", FileTail::Strict); // cut back to what fits
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        QVERIFY(differenceToTold(**found, measuring.told()).isEmpty());
    }

    void theTableIsPrintedEvenIfTheFileCannotBe()
    {
        const QTemporaryDir folder;
        const auto page = QStringLiteral("/proc/report.html");
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--runs", "3", "-o",
            folder.filePath("p.opscope"), "--report", page });
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.err.contains(page), qPrintable(outcome.err));
        QVERIFY(outcome.out.contains("not in any operator"));
        QVERIFY(read(folder.filePath("p.opscope"), FileTail::Strict));
    }

    void aStopAtAnyStageLeavesAWholeFileOrNone()
    {
        std::mt19937 random(7);
        int files = 0;
        for (int attempt = 0; attempt < 20; ++attempt) {
            const QTemporaryDir folder;
            const auto path = folder.filePath("p.opscope");
            Measuring measuring(
                { sampleModel("residual-cnn"), "--runs", "60", "--threads", "1", "-o", path });
            // Before it runs, in the warm-up, while measuring, while it writes, when it is over.
            if (attempt > 2)
                static_cast<void>(measuring.reaches(random() % 135));
            measuring.send(attempt % 2 == 0 ? SIGTERM : SIGINT);
            QVERIFY(measuring.end());
            const auto left = filesIn(folder);
            QVERIFY2(
                left.isEmpty() || left == QStringList { "p.opscope" }, qPrintable(left.join(' ')));
            if (left.isEmpty()) {
                // A signal that comes before the program listens ends it.
                QVERIFY2(measuring.code() == 130 || measuring.code() == -2,
                    qPrintable(QString::number(measuring.code()) + measuring.talk()));
                continue;
            }
            QVERIFY(measuring.code() == 130 || measuring.code() == 0);
            const auto found = read(path, FileTail::Strict);
            QVERIFY2(found, found ? "" : found.error().message().c_str());
            ++files;
        }
        QVERIFY(files > 3);
    }

    void aCrashAtARandomStepKeepsTheRunsBefore()
    {
        const auto model = m_folder.filePath("late.onnx");
        QFile file(model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray text = "opset faulty.test 1\nx0: float[64]\n";
        for (int i = 0; i < 7; ++i)
            text += QString("x%2 = faulty.test:CrashesLate(x%1) \"c%1\"\n")
                        .arg(i)
                        .arg(i + 1)
                        .toUtf8();
        text += "x7 -> float[64]";
        file.write(QByteArray::fromStdString(modelBytesFromText(text.toStdString())));
        file.close();
        const auto plugin
            = QString::fromStdString((buildDir() / "tests/plugins/faulty_operators.so").string());
        std::mt19937 random(11);
        int kept = 0;
        for (int attempt = 0; attempt < 20; ++attempt) {
            const QTemporaryDir folder;
            const auto path = folder.filePath("p.opscope");
            const auto calls = QByteArray::number(1 + random() % 60'000);
            Measuring measuring({ model, "--plugin", plugin, "--runs", "1000000", "--limit",
                                    "3600s", "--threads", "1", "-o", path },
                [calls] { qputenv("OPSCOPE_TEST_CRASH_AT", calls); });
            QVERIFY(measuring.end());
            QVERIFY2(measuring.code() != 0, qPrintable(measuring.talk()));
            QVERIFY2(
                measuring.talk().contains("faulty_operators.so"), qPrintable(measuring.talk()));
            QCOMPARE(filesIn(folder), QStringList { "p.opscope.part" });
            const auto found = read(path + ".part", FileTail::Recover);
            if (!found)
                continue; // it crashed before the first group
            const auto difference = differenceToTold(**found, measuring.told());
            QVERIFY2(difference.isEmpty(), qPrintable(difference));
            ++kept;
        }
        QVERIFY(kept >= 8);
    }
};

QTEST_GUILESS_MAIN(TestProfileFaults)
#include "tst_profile_faults.moc"
