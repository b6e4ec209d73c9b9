// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/wire.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace testing;
namespace wire = testing::wire;

namespace {

constexpr int fp32 = 1;
constexpr int int64 = 7;

QString written(const QTemporaryDir& folder, const char* name, const std::string& bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), qint64(bytes.size())) < 0)
        qFatal("cannot write %s", name);
    return file.fileName();
}

/// opscope-cli under a limit of the shell, `-v KIB` for its address space.
CliOutcome limited(const QString& limit, const QStringList& arguments)
{
    QProcess process;
    process.start("/bin/sh",
        QStringList { "-c", "ulimit " + limit + "; exec \"$0\" \"$@\"",
            QString::fromStdString(cliProgram().string()) }
            + arguments);
    if (!process.waitForFinished(120'000))
        return { -1, {}, process.errorString() };
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError()) };
}

std::string shapeWeight(std::string_view name, const std::vector<std::int64_t>& sizes)
{
    std::string packed;
    for (const auto size : sizes)
        packed += wire::varint(static_cast<std::uint64_t>(size));
    return wire::initializerField(wire::tensor(
        name, int64, { static_cast<std::int64_t>(sizes.size()) }, wire::bytes(7, packed)));
}

} // namespace

/// Runs that want more than there is: an exit code and words, never a signal.
class TestRunLimits : public QObject {
    Q_OBJECT

private slots:
    void aSmallAddressSpaceIsToldOf_data()
    {
        QTest::addColumn<int>("mib");
        QTest::addColumn<QString>("threads");
        for (const int mib : { 90, 100, 110, 120, 140, 180, 220, 260, 300 })
            for (const auto* threads : { "1", "4" })
                QTest::addRow("%d MiB, %s threads", mib, threads) << mib << threads;
    }
    void aSmallAddressSpaceIsToldOf()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reserves more address space than the limit");
#endif
        QFETCH(int, mib);
        QFETCH(QString, threads);
        const auto outcome = limited(QString("-v %1").arg(mib * 1024),
            { "run", sampleModel("residual-cnn"), "--threads", threads });
        if (outcome.code == 127)
            QSKIP("the system cannot even load the program in so little");
        QVERIFY2(outcome.code == 0 || outcome.code == 5,
            qPrintable(QString("%1: %2").arg(outcome.code).arg(outcome.err)));
        QVERIFY(outcome.code == 0 || !outcome.err.isEmpty());
    }

    void aRunBeyondTheLimitIsRefusedBeforeItIsDone_data()
    {
        QTest::addColumn<QByteArray>("model");
        const auto row = [](const char* name, const std::string& graph) {
            QTest::newRow(name) << QByteArray::fromStdString(wire::model(graph));
        };
        const auto name = wire::bytes(2, "g");
        row("texts that no memory holds",
            name + wire::nodeField("Identity", { "x" }, { "y" })
                + wire::inputField("x",
                    wire::tensorType(8, { std::int64_t { 1 } << 31, std::int64_t { 1 } << 30 }))
                + wire::outputField("y"));
        row("an axis resized to 2^40",
            name + wire::nodeField("Resize", { "x", "", "", "s" }, { "y" })
                + wire::inputField("x", wire::tensorType(fp32, { 1, 1, 2 }))
                + wire::outputField("y") + shapeWeight("s", { 1, 1, std::int64_t { 1 } << 40 }));
        row("an expansion to 2^40",
            name + wire::nodeField("Expand", { "x", "s" }, { "y" })
                + wire::inputField("x", wire::tensorType(fp32, { 1 })) + wire::outputField("y")
                + shapeWeight("s", { std::int64_t { 1 } << 40 }));
    }
    void aRunBeyondTheLimitIsRefusedBeforeItIsDone()
    {
        QFETCH(QByteArray, model);
        const QTemporaryDir folder;
        const auto outcome = cli({ "run", written(folder, "m.onnx", model.toStdString()),
            "--memory", "256MiB", "--tolerate", "all" });
        QVERIFY2(outcome.code == 5, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("memory"), qPrintable(outcome.err));
    }

    void runsEndWhenTheirTimeIsOver()
    {
        const auto model = sampleModel("residual-cnn");
        const auto outcome = cli({ "run", model, "--runs", "1000000", "--time-limit", "100ms" });
        QVERIFY2(outcome.code == 5, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("the time limit of 100ms is over"), qPrintable(outcome.err));
        QCOMPARE(cli({ "run", model, "--time-limit", "soon" }).code, 2);
        QCOMPARE(cli({ "run", model, "--time-limit", "1h" }).code, 0);
    }

    void profilesEndWhenTheirTimeIsOver()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("p.opscope");
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--runs", "1000000",
            "--limit", "1h", "--threads", "1", "-o", path, "--time-limit", "3s" });
        QVERIFY2(outcome.code == 5, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("the time limit of 3s is over"), qPrintable(outcome.err));
        if (QFile::exists(path)) // not before the first run
            QCOMPARE(cli({ "export", path, "--to", "json" }).code, 0);
    }

    /// What a kernel computes with is no tensor: the heap as a whole is bounded.
    void kernelsOwnMemoryIsBounded_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("run") << QStringList { "run", "%model" };
        QTest::newRow("profile") << QStringList { "profile", "%model", "--runs", "2" };
        QTest::newRow("sweep") << QStringList { "profile", "%model", "--runs", "2", "--sweep",
            "threads=1" };
        QTest::newRow("verify") << QStringList { "verify", "%model", "--against", "reference",
            "--cap", "1MiB" };
        QTest::newRow("verify here") << QStringList { "verify", "%model", "--against", "reference",
            "--cap", "1MiB", "--in-process" };
        QTest::newRow("verify a folder") << QStringList { "verify", "%folder", "--all" };
        QTest::newRow("compare, measured") << QStringList { "compare", "%model", "%model",
            "--measure", "--rounds", "1", "--cap", "1MiB" };
        QTest::newRow("compare, numbers")
            << QStringList { "compare", "%model", "%model", "--numbers", "--cap", "1MiB" };
        QTest::newRow("selftest") << QStringList { "selftest", "noise", "%model", "--tries", "1",
            "--rounds", "1", "--runs", "1" };
    }
    void kernelsOwnMemoryIsBounded()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reserves more address space than the limit");
#endif
        QFETCH(QStringList, command);
        // Truth values are added up in eight bytes each, of which the memory plan knows nothing.
        constexpr std::int64_t places = 140'000'000;
        const QTemporaryDir folder;
        const auto model = written(folder, "model.onnx",
            wire::model(wire::bytes(2, "g")
                    + wire::nodeField("Col2Im", { "x", "image", "block" }, { "y" },
                        wire::bytes(5,
                            wire::bytes(1, "strides") + wire::number(8, places)
                                + wire::number(8, places) + wire::number(20, 7)))
                    + wire::inputField("x", wire::tensorType(9, { 1, 1, 1 }))
                    + wire::outputField("y") + shapeWeight("image", { 1, places })
                    + shapeWeight("block", { 1, 1 }),
                8, 18));
        command.replaceInStrings("%model", model).replaceInStrings("%folder", folder.path());
        const auto outcome = cli(command + QStringList { "--memory", "300MiB", "--threads", "1" });
        const auto said = outcome.out + outcome.err;
        QVERIFY2(outcome.code != 0, qPrintable(said));
        QVERIFY2(said.contains("memory"), qPrintable(said));
        QVERIFY2(command.front() != "run"
                || said.contains("for its heap, or the system, gave no memory"),
            qPrintable(said));
    }

    void weightsThatAreCutDuringARunAreToldOf()
    {
        const QTemporaryDir folder;
        constexpr std::int64_t count = 1 << 20;
        QFile weights(folder.filePath("w.bin"));
        QVERIFY(weights.open(QIODevice::ReadWrite));
        weights.write(QByteArray(count * 4, '\0'));
        weights.flush();
        const auto model = written(folder, "m.onnx",
            wire::model(wire::bytes(2, "g") + wire::nodeField("Add", { "x", "w" }, { "y" })
                + wire::inputField("x", wire::tensorType(fp32, { count }))
                + wire::outputField("y", wire::tensorType(fp32, { count }))
                + wire::initializerField(
                    wire::tensor("w", fp32, { count }, wire::externalFields("w.bin")))));
        QProcess process;
        process.start(QString::fromStdString(cliProgram().string()),
            { "run", model, "--runs", "1000000", "--threads", "1", "--json-progress" });
        process.setReadChannel(QProcess::StandardError);
        QByteArray said;
        while (!said.contains("\"run\"")) { // one run is done: others follow
            QVERIFY2(process.waitForReadyRead(60'000), said.constData());
            said += process.readAllStandardError();
        }
        QVERIFY(weights.resize(100));
        QVERIFY(process.waitForFinished(60'000));
        said += process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(process.exitCode() == 3, said.constData());
        QVERIFY2(said.contains("w.bin was truncated while it was read"), said.right(400));
    }
};

QTEST_GUILESS_MAIN(TestRunLimits)
#include "tst_run_limits.moc"
