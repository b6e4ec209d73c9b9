#include "tests/support/paths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome {
    int code = -1;
    QString out;
    QString err;
    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

Outcome cli(const QStringList& arguments, const QString& folder = {})
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QString::fromStdString(testing::cliProgram().string()), arguments);
    if (!process.waitForFinished(120'000))
        return { -1, {}, process.errorString() };
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError()) };
}

QString sample(const char* name) { return QString::fromStdString((testing::sourceDir() / "resources/samples" / name).string()); }
QString sampleModel(const char* name) { return sample(name) + "/model.onnx"; }
QString testFile(const char* name) { return QString::fromStdString((testing::sourceDir() / "tests/data" / name).string()); }

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private slots:
    void endsWithTheExitCodeOfWhatHappened_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("done") << QStringList { "inspect", sampleModel("residual-cnn") } << 0 << "";
        QTest::newRow("no command") << QStringList {} << 2 << "subcommand";
        QTest::newRow("unknown command") << QStringList { "fly" } << 2 << "";
        QTest::newRow("unknown option") << QStringList { "inspect", sampleModel("residual-cnn"), "--fly" } << 2 << "";
        QTest::newRow("unknown format") << QStringList { "check", sampleModel("residual-cnn"), "--format", "xml" } << 2 << "expected text|json";
        QTest::newRow("bad number") << QStringList { "run", sampleModel("residual-cnn"), "--threads", "many" } << 2 << "expected a whole number";
        QTest::newRow("bad input") << QStringList { "run", sampleModel("residual-cnn"), "--input", "image=maybe" } << 2 << "not understood";
        QTest::newRow("no file") << QStringList { "inspect", "/nonexistent.onnx" } << 3 << "/nonexistent.onnx";
        QTest::newRow("no model") << QStringList { "check", testFile("README.md") } << 3 << "";
        QTest::newRow("no such device") << QStringList { "run", sampleModel("residual-cnn"), "--device", "cuda" } << 5 << "CUDA";
        QTest::newRow("too little memory") << QStringList { "run", sampleModel("residual-cnn"), "--memory", "1000" } << 5 << "";
    }
    void endsWithTheExitCodeOfWhatHappened()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto outcome = cli(arguments);
        QTEST(outcome.code, "code");
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    }

    void everyCommandHasAHelpWithTwoExamples()
    {
        for (const auto* command : { "inspect", "check", "draw", "run", "profile", "verify", "export", "operators" }) {
            const auto outcome = cli({ command, "--help" });
            QCOMPARE(outcome.code, 0);
            QVERIFY2(outcome.out.count(QString("  opscope-cli ") + command) >= 2, command);
        }
    }

    void inspectTellsWhatAModelIs()
    {
        const auto json = cli({ "inspect", sampleModel("residual-cnn"), "--format", "json" }).json();
        QCOMPARE(json["nodes"].toInt(), 54);
        QCOMPARE(json["parameters"].toInt(), 584'458);
        QCOMPARE(json["inputs"].toArray()[0].toObject()["name"].toString(), QString("image"));
        QCOMPARE(json["model_sha256"].toString().size(), 64);
        QCOMPARE(json["flops_unknown_nodes"].toInt(), 0);
        QVERIFY(json["flops"].toDouble() > 1e6);
    }

    void inspectListsNodesAsCsv()
    {
        const auto outcome = cli({ "inspect", sampleModel("residual-cnn"), "--nodes", "--format", "csv" });
        QCOMPARE(outcome.out.count("\r\n"), 55); // a heading and 54 nodes
    }

    void drawWritesAPictureAndItsFigures()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("model.svg");
        const auto json = cli({ "draw", sampleModel("tiny-decoder"), "--stats", "-o", file }).json();
        QVERIFY(json["nodes"].toInt() > 100);
        QVERIFY(json["peak_bytes"].toDouble() > 1e6);
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.read(200).contains("<svg"));
    }

    void runTellsOutputsAndDefaults()
    {
        const auto outcome = cli({ "run", sampleModel("tiny-decoder"), "--format", "json", "--runs", "3" });
        QCOMPARE(outcome.code, 0);
        const auto json = outcome.json();
        for (const auto* key : { "model_sha256", "device", "threads", "precision", "wall_ns", "outputs", "nodes_unsupported", "dims", "seed" })
            QVERIFY2(json.contains(key), key);
        QCOMPARE(json["wall_ns"].toArray().size(), 3);
        QCOMPARE(json["dims"].toObject()["sequence"].toInt(), 1);
        QCOMPARE(json["outputs"].toArray()[0].toObject()["name"].toString(), QString("logits"));
        QCOMPARE(json["outputs"].toArray()[0].toObject()["shape"].toArray(), QJsonArray({ 1, 1, 256 }));
        QVERIFY(json["outputs"].toArray()[0].toObject()["mean"].isDouble());
        QVERIFY2(outcome.err.contains("sequence is 1"), qPrintable(outcome.err));
    }

    void runSavesWhatItComputed()
    {
        QTemporaryDir folder;
        QCOMPARE(cli({ "run", sampleModel("residual-cnn"), "--data", sample("residual-cnn") + "/test_data_set_0", "--save", folder.path() }).code, 0);
        QVERIFY(QFile::exists(folder.filePath("output_0.pb")));
    }

    void verifyPassesOurSamples()
    {
        const auto outcome = cli({ "verify", QString::fromStdString((testing::sourceDir() / "resources/samples").string()) });
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.trimmed().endsWith("3 passed, 0 failed, 0 unsupported"), qPrintable(outcome.out));
    }

    void verifyNoticesAWrongOutput()
    {
        QTemporaryDir folder;
        const auto target = folder.filePath("model");
        QVERIFY(QDir().mkpath(target + "/test_data_set_0"));
        for (const auto* file : { "/model.onnx", "/test_data_set_0/input_0.pb", "/test_data_set_0/output_0.pb" })
            QVERIFY(QFile::copy(sample("residual-cnn") + file, target + file));
        QFile expected(target + "/test_data_set_0/output_0.pb");
        QVERIFY(expected.open(QIODevice::ReadWrite));
        auto bytes = expected.readAll();
        bytes[bytes.size() - 2] = static_cast<char>(bytes[bytes.size() - 2] ^ 0x3F); // an exponent of the last element
        expected.seek(0);
        expected.write(bytes);
        expected.close();
        const auto outcome = cli({ "verify", target });
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.out.contains("0 passed, 1 failed, 0 unsupported"), qPrintable(outcome.out));
    }

    void profileKeepsEverythingInItsFile()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("run.opscope");
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--runs", "12", "--warmup", "2", "-o", file, "--report", folder.filePath("r.html"), "--trace",
            folder.filePath("t.json"), "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.json()["wall_ns"].toArray().size(), 12); // without recording
        QCOMPARE(outcome.json()["wall_recorded_ns"].toArray().size(), 12);
        QVERIFY(QFile::exists(folder.filePath("r.html")));
        QVERIFY(QFile::exists(folder.filePath("t.json")));
        const auto csv = cli({ "export", file, "--to", "csv" });
        QVERIFY2(csv.code == 0, qPrintable(csv.err));
        QVERIFY(csv.out.contains("Conv"));
        const auto json = cli({ "export", file, "--to", "json" }).json();
        const auto account = json["accounting"].toObject();
        const auto sum = account["operators_ns"].toInteger() + account["reorders_ns"].toInteger() + account["copies_ns"].toInteger() + account["dispatch_ns"].toInteger()
            + account["wait_ns"].toInteger() + account["allocation_ns"].toInteger() + account["unaccounted_ns"].toInteger() - account["overlap_ns"].toInteger();
        QCOMPARE(sum, account["wall_ns"].toInteger());
        QCOMPARE(json["steps"].toArray().size(), outcome.json()["report"].toObject()["steps"].toArray().size());
    }

    void aFileThatIsNoProfileIsNamed()
    {
        const auto outcome = cli({ "export", testFile("README.md"), "--to", "csv" });
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.err.contains("README.md"), qPrintable(outcome.err));
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
