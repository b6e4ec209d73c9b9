#include "tests/support/cli_process.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace testing;

class TestCli : public QObject {
    Q_OBJECT

private slots:
    void saysWhatItWasBuiltFrom()
    {
        const auto lines = cli({ "--version" }).out.split('\n');
        QCOMPARE(lines.size(), 5); // the last one is empty
        QCOMPARE(lines[0], QStringLiteral("opscope-cli " OPSCOPE_VERSION));
        static const QRegularExpression commit(
            QStringLiteral("^commit (unknown|[0-9a-f]{12}(-changed)? of \\d{4}-\\d\\d-\\d\\d)$"));
        QVERIFY2(commit.match(lines[1]).hasMatch(), qPrintable(lines[1]));
        QVERIFY2(lines[2].startsWith(QStringLiteral("built by ")), qPrintable(lines[2]));
        QVERIFY2(lines[3].startsWith(QStringLiteral("with ")), qPrintable(lines[3]));
    }

    void endsWithTheExitCodeOfWhatHappened_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("done") << QStringList { "inspect", sampleModel("residual-cnn") } << 0 << "";
        QTest::newRow("no command") << QStringList {} << 2 << "subcommand";
        QTest::newRow("unknown command") << QStringList { "fly" } << 2 << "";
        QTest::newRow("unknown option")
            << QStringList { "inspect", sampleModel("residual-cnn"), "--fly" } << 2 << "";
        QTest::newRow("unknown format") << QStringList { "check", sampleModel("residual-cnn"),
            "--format", "xml" } << 2 << "expected text|json";
        QTest::newRow("bad number")
            << QStringList { "run", sampleModel("residual-cnn"), "--threads", "many" } << 2
            << "expected a whole number";
        QTest::newRow("bad input") << QStringList { "run", sampleModel("residual-cnn"), "--input",
            "image=maybe" } << 2 << "not understood";
        QTest::newRow("bad query")
            << QStringList { "inspect", sampleModel("residual-cnn"), "--find", "type:" } << 2
            << "column 1";
        QTest::newRow("no such node") << QStringList { "inspect", sampleModel("residual-cnn"),
            "--node", "nobody" } << 2 << "--nodes";
        QTest::newRow("no test") << QStringList { "verify", testFile("types") } << 2
                                 << "holds no test";
        QTest::newRow("capture without a folder")
            << QStringList { "run", sampleModel("residual-cnn"), "--capture", "logits" } << 2
            << "--save DIR";
        QTest::newRow("capture of no value") << QStringList { "run", sampleModel("residual-cnn"),
            "--capture", "no such", "--save", QDir::tempPath() + "/opscope-capture" }
                                             << 2 << "\"no such\" is not made by this run";
        QTest::newRow("no file") << QStringList { "inspect", "/nonexistent.onnx" } << 3
                                 << "/nonexistent.onnx";
        QTest::newRow("no model") << QStringList { "check", testFile("README.md") } << 3 << "";
        QTest::newRow("no such device") << QStringList { "run", sampleModel("residual-cnn"),
            "--device", "cuda" } << 5 << "CUDA";
        QTest::newRow("too little memory")
            << QStringList { "run", sampleModel("residual-cnn"), "--memory", "1000" } << 5 << "";
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
        for (const auto* command :
            { "inspect", "check", "draw", "run", "profile", "verify", "export", "operators" }) {
            const auto outcome = cli({ command, "--help" });
            QCOMPARE(outcome.code, 0);
            QVERIFY2(outcome.out.count(QString("  opscope-cli ") + command) >= 2, command);
        }
    }

    void drawWritesAPictureAndItsFigures()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("model.svg");
        const auto json
            = cli({ "draw", sampleModel("tiny-decoder"), "--stats", "-o", file }).json();
        QVERIFY(json["nodes"].toInt() > 100);
        QVERIFY(json["peak_bytes"].toDouble() > 1e6);
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.read(200).contains("<svg"));
    }

    void drawsOneGraphOfAModel()
    {
        const auto model = sampleModel("control-flow");
        const auto nodesIn = [&](const QStringList& scope) {
            return cli(QStringList { "draw", model, "--stats" } + scope).json()["nodes"].toInt();
        };
        const auto body = nodesIn({ "--scope", "graph/node[10]/body" });
        QVERIFY(body > 1);
        QVERIFY(body < nodesIn({}));
        QVERIFY(nodesIn({ "--scope", "Standardize" }) > 1);
        const auto outcome = cli({ "draw", model, "--scope", "graph/node[99]/body" });
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("\"graph/node[10]/body\""), qPrintable(outcome.err));
    }

    void checkTellsWhatHasNoKernel()
    {
        const auto covered = cli({ "check", sampleModel("control-flow"), "--device", "cpu" });
        QCOMPARE(covered.code, 0);
        QVERIFY2(covered.out.contains("every operator has a kernel"), qPrintable(covered.out));
        const auto file = testFile("broken/unknown_domain.onnx");
        const auto outcome = cli({ "check", file, "--device", "cpu", "--format", "json" });
        QCOMPARE(outcome.code, 1);
        const auto rows = outcome.json()["coverage"].toObject()["without_kernel"].toArray();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0].toObject()["domain"].toString(), "com.example");
        QCOMPARE(rows[0].toObject()["nodes"].toArray().size(), 1);
        QCOMPARE(cli({ "check", file, "--device", "cuda" }).code, 5);
    }

    void profileKeepsEverythingInItsFile()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("run.opscope");
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--runs", "12",
            "--warmup", "2", "--limit", "0s", "-o", file, "--report", folder.filePath("r.html"),
            "--trace", folder.filePath("t.json"), "--format", "json" });
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
        const auto sum = account["operators_ns"].toInteger() + account["reorders_ns"].toInteger()
            + account["copies_ns"].toInteger() + account["dispatch_ns"].toInteger()
            + account["wait_ns"].toInteger() + account["allocation_ns"].toInteger()
            + account["unaccounted_ns"].toInteger() - account["overlap_ns"].toInteger();
        QCOMPARE(sum, account["wall_ns"].toInteger());
        QCOMPARE(json["steps"].toArray().size(),
            outcome.json()["report"].toObject()["steps"].toArray().size());
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
