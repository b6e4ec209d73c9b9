// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/engine/faulty_kernels.h"
#include "tests/support/wire.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <bit>

using namespace testing;

namespace {

std::string floats(const std::vector<float>& numbers)
{
    std::string raw;
    for (const auto number : numbers)
        raw.append(reinterpret_cast<const char*>(&number), sizeof(number));
    return raw;
}

std::string valueFile(const char* name)
{
    return wire::tensor(name, 1, { 2 }, wire::bytes(9, floats({ 1, 2 })));
}

/// y = Elu(2x) of positive numbers halved, which is x for any alpha.
std::string modelFile(float alpha)
{
    const auto attribute = wire::bytes(5,
        wire::bytes(1, "alpha") + wire::fixed32(2, std::bit_cast<std::uint32_t>(alpha))
            + wire::number(20, 1));
    const auto type = wire::tensorType(1, { 2 });
    const auto half = wire::tensor("half", 1, { 1 }, wire::bytes(9, floats({ 0.5F })));
    const auto graph = wire::nodeField("Add", { "x", "x" }, { "s" }, wire::bytes(3, "double"))
        + wire::nodeField("Elu", { "s" }, { "e" }, wire::bytes(3, "elu") + attribute)
        + wire::nodeField("Mul", { "e", "half" }, { "y" }, wire::bytes(3, "halve"))
        + wire::bytes(2, "g") + wire::initializerField(half) + wire::inputField("x", type)
        + wire::outputField("y", type);
    return wire::model(graph);
}

bool write(const QString& path, const std::string& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly)
        && file.write(content.data(), static_cast<qint64>(content.size()))
        == static_cast<qint64>(content.size());
}

/// A process that this one has started and that still runs; 0 if there is none, or the
/// system does not tell.
qint64 childOf(qint64 process)
{
    QFile children(QString("/proc/%1/task/%1/children").arg(process));
    return children.open(QIODevice::ReadOnly)
        ? children.readAll().trimmed().split(' ').front().toLongLong()
        : 0;
}

bool writeTest(const QString& folder, float alpha)
{
    return QDir().mkpath(folder + "/test_data_set_0")
        && write(folder + "/model.onnx", modelFile(alpha))
        && write(folder + "/test_data_set_0/input_0.pb", valueFile("x"))
        && write(folder + "/test_data_set_0/output_0.pb", valueFile("y"));
}

}

class TestContainedVerify : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString test(const char* name) const { return m_folder.filePath(name); }

private slots:
    void initTestCase()
    {
        qputenv("LD_PRELOAD",
            QByteArray::fromStdString(
                (buildDir() / "tests/app/libopscope_faulty_kernels.so").string()));
        qputenv("ASAN_OPTIONS", "verify_asan_link_order=0:handle_segv=0");
        QVERIFY(writeTest(test("a_good"), 1));
        QVERIFY(writeTest(test("b_crashes"), fault::crash));
        QVERIFY(writeTest(test("c_aborts"), fault::abort));
        QVERIFY(writeTest(test("d_hangs"), fault::hang));
        QVERIFY(writeTest(test("e_good"), 1));
        QVERIFY(writeTest(test("f_wrong"), fault::wrong));
    }

    void aCrashOrRunawayCostsOneTest_data()
    {
        QTest::addColumn<QString>("jobs");
        QTest::newRow("one process") << "1";
        QTest::newRow("three beside each other") << "3";
    }
    void aCrashOrRunawayCostsOneTest()
    {
        QFETCH(QString, jobs);
        const auto outcome = cli({ "verify", "--optimize", "basic", m_folder.path(), "--jobs", jobs,
            "--time-limit", "2s" });
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.out.endsWith("3 crashed: b_crashes (SIGSEGV), c_aborts (SIGABRT), d_hangs "
                                      "(longer than 2 s)\n2 passed, 4 failed, 0 unsupported\n"),
            qPrintable(outcome.out));
    }

    void aRunThatDoesNotStopIsEndedByItsTimeLimit()
    {
        const auto outcome = cli({ "run", test("d_hangs/model.onnx"), "--optimize", "basic",
            "--time-limit", "100ms", "--json-progress" });
        QCOMPARE(outcome.code, 5);
        QVERIFY2(outcome.err.contains("the time limit of 100ms is over"), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(R"({"event":"error","kind":"resource",)"),
            qPrintable(outcome.err));
    }

    void anInterruptEndsAllProcesses()
    {
        QProcess process;
        process.start(QString::fromStdString(cliProgram().string()),
            { "verify", "--optimize", "basic", test("a_good"), test("d_hangs"), test("e_good"),
                "--verbose" });
        QVERIFY(process.waitForStarted());
        process.setReadChannel(QProcess::StandardError);
        while (!process.canReadLine())
            QVERIFY(process.waitForReadyRead(60'000));
        QVERIFY(process.readLine().startsWith("a_good passed"));
        const auto worker = childOf(process.processId());
        process.terminate();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardOutput().endsWith("1 passed, 0 failed, 0 unsupported\n"));
        QVERIFY(worker == 0 || !QFile::exists(QString("/proc/%1").arg(worker)));
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::newRow("no such tier") << QStringList { "--against", "thing" } << 2;
        QTest::newRow("a device as the judge") << QStringList { "--against", "cuda" } << 2;
        QTest::newRow("no such device") << QStringList { "--device", "cuda" } << 5;
        QTest::newRow("two things to compare with")
            << QStringList { "--against", "cpu", "--intermediates", "." } << 2;
        QTest::newRow("a cap of nothing") << QStringList { "--cap", "1MiB" } << 2;
        QTest::newRow("inputs of a test") << QStringList { "--data", "." } << 2;
        QTest::newRow("a size without meaning")
            << QStringList { "--against", "cpu", "--cap", "1 furlong" } << 2;
        QTest::newRow("no such kernels") << QStringList { "--tier", "best" } << 2;
        QTest::newRow("no process") << QStringList { "--jobs", "0" } << 2;
        QTest::newRow("kernels that are right") << QStringList { "--tier", "reference" } << 0;
        QTest::newRow("a size") << QStringList { "--memory", "1.5GiB" } << 0;
    }
    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        const auto outcome
            = cli(QStringList { "verify", "--optimize", "basic", test("a_good") } + options);
        QVERIFY2(outcome.code == code, qPrintable(outcome.err));
    }

    void aCrashIsNamedInJson()
    {
        const auto outcome = cli({ "verify", "--optimize", "basic", test("b_crashes"),
            test("a_good"), "--format", "json" });
        QCOMPARE(outcome.code, 1);
        const auto json = outcome.json();
        QCOMPARE(json["crashed"].toInt(), 1);
        QCOMPARE(json["failed"].toInt(), 1);
        QCOMPARE(json["passed"].toInt(), 1);
        QCOMPARE(json["tests"][0]["crash"].toString(), QString("SIGSEGV"));
        QCOMPARE(json["tests"][0]["outcome"].toString(), QString("failed"));
        QVERIFY(json["tests"][1]["crash"].isNull());
        QCOMPARE(json["tests"][1]["outcome"].toString(), QString("passed"));
    }

    void aCrashOfAComparisonIsContainedToo()
    {
        const auto outcome = cli({ "verify", "--optimize", "basic", test("b_crashes"),
            test("a_good"), "--against", "reference" });
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.out.endsWith(
                     "1 crashed: b_crashes (SIGSEGV)\n1 passed, 1 failed, 0 unsupported\n"),
            qPrintable(outcome.out));
    }

    void theNodeAtFaultIsFound()
    {
        const auto outcome = cli({ "verify", "--optimize", "basic", test("f_wrong/model.onnx"),
            "--against", "reference", "--format", "json" });
        QCOMPARE(outcome.code, 1);
        const auto model = outcome.json()["tests"][0].toObject();
        const auto nodes = model["nodes"].toArray();
        QCOMPARE(nodes.size(), 3);
        QCOMPARE(model["first_at_fault"].toInt(), 1);
        QCOMPARE(model["first_divergence"].toInt(), 1);
        QCOMPARE(nodes[1]["node"].toString(), QString("elu"));
        QCOMPARE(nodes[1]["node_ids"].toArray(), QJsonArray({ 1 }));
        QCOMPARE(nodes[1]["implementation"].toString(), QString("faulty"));
        QCOMPARE(nodes[1]["own_outcome"].toString(), QString("failed"));
        QCOMPARE(nodes[2]["outcome"].toString(), QString("failed")); // a victim
        QCOMPARE(nodes[2]["own_outcome"].toString(), QString("passed"));
        QCOMPARE(nodes[1]["outputs"][0]["where"].toString(), QString("[1]"));
        QVERIFY(model["message"].toString().startsWith("at fault first: Elu \"elu\" [faulty]"));
    }

    void aProgramThatStartedUsHearsOfEachComparison()
    {
        const auto test
            = cli({ "verify", "--optimize", "basic", this->test("a_good"), "--json-progress" });
        QVERIFY2(test.err.contains(R"({"event":"compared","set":"test_data_set_0","name":"y",)"),
            qPrintable(test.err));
        QVERIFY(
            test.err.contains(R"("event":"phase","what":"test_data_set_0","done":1,"total":1)"));
        const auto tiers = cli({ "verify", "--optimize", "basic", this->test("a_good"), "--against",
            "reference", "--json-progress" });
        QVERIFY2(
            tiers.err.contains(R"("what":"comparing","done":3,"total":3)"), qPrintable(tiers.err));
    }

    void theFirstDivergenceEndsTheComparison()
    {
        const auto outcome = cli({ "verify", "--optimize", "basic", test("f_wrong"), "--against",
            "reference", "--first", "--format", "json" });
        QCOMPARE(outcome.code, 1);
        const auto model = outcome.json()["tests"][0].toObject();
        QCOMPARE(model["complete"].toBool(true), false);
        QCOMPARE(model["nodes"].toArray().size(), 2);
    }

    void aFolderOfValuesIsSomethingToCompareWith()
    {
        QTemporaryDir values;
        QVERIFY(write(values.filePath("s.pb"),
            wire::tensor("s", 1, { 2 }, wire::bytes(9, floats({ 2, 4 })))));
        QVERIFY(write(values.filePath("e.pb"),
            wire::tensor("e", 1, { 2 }, wire::bytes(9, floats({ 2, 4.5F })))));
        const auto outcome = cli({ "verify", "--optimize", "basic", test("a_good"),
            "--intermediates", values.path(), "--format", "json" });
        QCOMPARE(outcome.code, 1);
        const auto model = outcome.json()["tests"][0].toObject();
        QCOMPARE(model["nodes"].toArray().size(), 2);
        QCOMPARE(model["nodes"][1]["node"].toString(), QString("elu"));
        QCOMPARE(model["first_divergence"].toInt(), 1);
        QCOMPARE(model["nodes"][1]["own"][0]["expected"].toDouble(), 4.5);
        QCOMPARE(cli({ "verify", "--optimize", "basic", test("a_good"), "--intermediates",
                         test("a_good") })
                     .code,
            1);
    }
};

QTEST_GUILESS_MAIN(TestContainedVerify)
#include "tst_contained_verify.moc"
