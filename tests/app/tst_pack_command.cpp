#include "tests/support/cli_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <csignal>

using testing::cli;
using testing::CliOutcome;

/// `opscope-cli pack` on the command line; tests/profiler/fleet/tst_pack.cpp is about the files.
class TestPackCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void packsAndExtracts();
    void namesWhatItLeavesOut();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
    void leavesNothingOnAFullDisk();

private:
    CliOutcome pack(const QStringList& arguments) const
    {
        return cli(QStringList { "pack" } + arguments, m_folder.path());
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestPackCommand::initTestCase()
{
    QVERIFY(QDir(m_folder.path()).mkpath("results/deep"));
    for (const auto* name : { "results/one.opscope", "results/deep/two.opscope" }) {
        const auto made = cli({ "profile", testing::sampleModel("residual-cnn"), "--runs", "3",
                                  "--threads", "1", "-o", name },
            m_folder.path());
        QVERIFY2(made.code == 0, qPrintable(made.err));
    }
}

void TestPackCommand::packsAndExtracts()
{
    const auto packed = pack({ "results", "-o", "packed/", "--partition", "machine,month" });
    QVERIFY2(packed.code == 0, qPrintable(packed.err));
    QVERIFY2(packed.out.startsWith("2 profiles, "), qPrintable(packed.out));
    const auto again = pack({ "results", "-o", "packed" });
    QCOMPARE(again.code, 2);
    QVERIFY2(again.err.contains("add --force to replace"), qPrintable(again.err));
    const auto replaced = pack({ "results", "-o", "packed", "--force", "--format", "json" });
    QVERIFY2(replaced.code == 0, qPrintable(replaced.err));
    QCOMPARE(replaced.json()["profiles"].toInt(), 2);
    QCOMPARE(replaced.json()["left_out"].toArray().size(), 0);

    const auto extracted = pack({ "packed", "--extract", "deep/two.opscope", "-o", "two.opscope" });
    QVERIFY2(extracted.code == 0, qPrintable(extracted.err));
    const auto difference
        = cli({ "compare", "two.opscope", "results/deep/two.opscope", "--format", "json" },
            m_folder.path());
    QVERIFY2(difference.code == 0 || difference.code == 6, qPrintable(difference.err));
    const auto report = [&](const QString& file) {
        cli({ "export", file, "--to", "csv", "-o", "report.csv", "--force" }, m_folder.path());
        QFile csv(path("report.csv"));
        return csv.open(QFile::ReadOnly) ? csv.readAll() : QByteArray();
    };
    QVERIFY(!report("two.opscope").isEmpty());
    QCOMPARE(report("two.opscope"), report("results/deep/two.opscope"));
}

void TestPackCommand::namesWhatItLeavesOut()
{
    QVERIFY(QDir(m_folder.path()).mkpath("mixed"));
    QVERIFY(QFile::copy(path("results/one.opscope"), path("mixed/one.opscope")));
    QFile broken(path("mixed/broken.opscope"));
    QVERIFY(broken.open(QFile::WriteOnly) && broken.write("PAR1 no more") > 0);
    broken.close();
    const auto packed = pack({ "mixed", "-o", "fewer" });
    QCOMPARE(packed.code, 1);
    QVERIFY2(packed.err.contains("left out: broken.opscope: "), qPrintable(packed.err));
    QVERIFY2(packed.out.startsWith("1 profile, "), qPrintable(packed.out));
    const auto nothing = pack({ "packed", "-o", "nothing" });
    QCOMPARE(nothing.code, 3);
    QVERIFY2(nothing.err.contains("has no profile that can be packed"), qPrintable(nothing.err));
    QVERIFY(!QFile::exists(path("nothing")) && !QFile::exists(path("nothing.part")));
}

void TestPackCommand::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("no target") << QStringList { "results" } << 2 << "-o DIR";
    QTest::newRow("no target of a profile")
        << QStringList { "packed", "--extract", "x" } << 2 << "-o FILE.opscope";
    QTest::newRow("no folder") << QStringList { "none", "-o", "x" } << 3
                               << "cannot read the folder none";
    QTest::newRow("partition") << QStringList { "results", "-o", "x", "--partition", "colour" } << 2
                               << "\"colour\" is no partition, expected machine, month";
    QTest::newRow("twice") << QStringList { "results", "-o", "x", "--partition", "month,month" }
                           << 2 << "named twice";
    QTest::newRow("both") << QStringList { "results", "-o", "x", "--partition", "month",
        "--extract", "y" } << 2
                          << "leave out --partition";
    QTest::newRow("not packed") << QStringList { "results", "--extract", "y", "-o", "x" } << 3
                                << "profiles.parquet";
    QTest::newRow("other files") << QStringList { "results", "-o", "results", "--force" } << 3
                                 << "has other files";
}

void TestPackCommand::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, message);
    const auto refused = pack(arguments);
    QCOMPARE(refused.code, code);
    QVERIFY2(refused.err.contains(message), qPrintable(refused.err));
    QVERIFY(!QFile::exists(path("x")) && !QFile::exists(path("x.part")));
}

void TestPackCommand::leavesNothingOnAFullDisk()
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.setChildProcessModifier([] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit { 4000, 4000 };
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    process.start(QString::fromStdString(testing::cliProgram().string()),
        { "pack", "results", "-o", "full" });
    QVERIFY(process.waitForFinished(testing::cliPatienceMs));
    QCOMPARE(process.exitCode(), 3);
    QVERIFY2(process.readAllStandardError().contains("cannot write"), "");
    QVERIFY(!QFile::exists(path("full")) && !QFile::exists(path("full.part")));
}

QTEST_GUILESS_MAIN(TestPackCommand)
#include "tst_pack_command.moc"
