// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

namespace {

QString built(const char* file) { return QString::fromStdString((buildDir() / file).string()); }
QString example() { return built("lib/opscope/libexample_operators.so"); }
QString faulty() { return built("tests/plugins/faulty_operators.so"); }
QString chain() { return testFile("plugin/chain/model.onnx"); }
QString inside() { return testFile("plugin/inside.onnx"); }

QStringList names(const QJsonValue& rows)
{
    QStringList list;
    for (const auto& row : rows.toArray())
        list << (row.isString() ? row.toString() : row.toObject()["name"].toString());
    return list;
}

} // namespace

/// `--plugin` on the commands that read a model, and what they do without it.
class TestPluginOption : public QObject {
    Q_OBJECT

private slots:
    void withoutThePluginTheModelOpensAndSaysWhatIsMissing()
    {
        const auto checked = cli({ "check", chain() });
        QCOMPARE(checked.code, 0); // a warning each
        QVERIFY2(checked.out.contains("operator Above of domain example.opscope is not known here"),
            qPrintable(checked.out));
        QVERIFY2(checked.out.contains("--plugin FILE"), qPrintable(checked.out));
        const auto run = cli({ "run", chain(), "--format", "json" });
        QCOMPARE(run.code, 4);
        QCOMPARE(run.json()["nodes_unsupported"].toArray().size(), 3);
        for (const auto* words : { "3 nodes of 3 operators cannot run", "example.opscope.Affine",
                 "(keep)", "--plugin FILE brings operators of other domains",
                 "--partial runs what does not depend on them" })
            QVERIFY2(run.err.contains(words), words);
    }

    void partialRunsTheRest()
    {
        const auto run = cli({ "run", chain(), "--partial", "--format", "json" });
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(names(run.json()["outputs"]), QStringList { "plain" });
        QCOMPARE(
            names(run.json()["missing_outputs"]), QStringList({ "kept", "smallest", "largest" }));
        QVERIFY2(run.err.contains("output kept cannot be computed"), qPrintable(run.err));
    }

    void partialRunsTheRestAroundBodiesAndFunctions()
    {
        const auto refused = cli({ "run", inside(), "--format", "json" });
        QCOMPARE(refused.code, 4);
        const auto labels = refused.json()["nodes_unsupported"].toArray()[0].toObject()["labels"];
        QCOMPARE(labels.toArray().size(), 2);
        const auto run = cli({ "run", inside(), "--partial", "--format", "json" });
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(names(run.json()["outputs"]), QStringList { "plain" });
        QCOMPARE(names(run.json()["missing_outputs"]), QStringList({ "chosen", "doubled" }));
    }

    void withThePluginItRuns()
    {
        for (const auto& model : { chain(), inside() }) {
            const auto run = cli({ "run", model, "--plugin", example(), "--format", "json" });
            QVERIFY2(run.code == 0, qPrintable(run.err));
            QVERIFY(run.json()["nodes_unsupported"].toArray().isEmpty());
            QVERIFY(run.json()["missing_outputs"].toArray().isEmpty());
        }
    }

    void withThePluginItVerifies()
    {
        const auto folder = testFile("plugin/chain");
        const auto without = cli({ "verify", folder });
        QCOMPARE(without.code, 4);
        const auto outcome = cli({ "verify", folder, "--plugin", example() });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
        QVERIFY(outcome.out.trimmed().endsWith("1 passed, 0 failed, 0 unsupported"));
        QCOMPARE(
            cli({ "verify", folder, "--plugin", example(), "--against", "reference" }).code, 0);
    }

    void withThePluginShapesAndWorkAreKnown()
    {
        const auto checked = cli({ "check", chain(), "--plugin", example(), "--strict" });
        QVERIFY2(checked.code == 0, qPrintable(checked.out));
        const auto values
            = cli({ "inspect", chain(), "--plugin", example(), "--values", "--format", "text" });
        QVERIFY2(values.out.contains("rows×3"), qPrintable(values.out));
        const auto node = cli({ "inspect", chain(), "--plugin", example(), "--node", "scale" });
        QVERIFY2(node.out.contains("fp32"), qPrintable(node.out));
        QTemporaryDir folder;
        const auto picture = folder.filePath("model.svg");
        QCOMPARE(cli({ "draw", chain(), "--plugin", example(), "-o", picture }).code, 0);
        QVERIFY(QFile::exists(picture));
    }

    void withThePluginItIsProfiled()
    {
        QTemporaryDir folder;
        const auto outcome = cli({ "profile", chain(), "--plugin", example(), "--runs", "3",
            "--warmup", "0", "-o", folder.filePath("p.opscope"), "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains("plug-in libexample_operators.so"),
            qPrintable(outcome.out.left(3000)));
    }

    void operatorsListsThem()
    {
        const auto listed = cli({ "operators", "--plugin", example(), "--plugin", faulty(),
            "--domain", "example.opscope", "--format", "json" });
        QVERIFY2(listed.code == 0, qPrintable(listed.err));
        const auto operators = listed.json()["operators"].toArray();
        QCOMPARE(operators.size(), 3);
        const auto affine = operators[1].toObject();
        QCOMPARE(affine["type"].toString(), QString("Affine"));
        QCOMPARE(
            affine["kernels"].toArray()[0].toString(), QString("plug-in libexample_operators.so"));
        QVERIFY(affine["plugin"].toString().endsWith("/libexample_operators.so"));
        const auto plugins = listed.json()["plugins"].toArray();
        QCOMPARE(plugins.size(), 2);
        QCOMPARE(plugins[0].toObject()["name"].toString(), QString("Example operators"));
        QCOMPARE(plugins[0].toObject()["operators"].toInt(), 3);
        QVERIFY(cli({ "operators", "--format", "json" }).json()["plugins"].toArray().isEmpty());
    }

    void aBadPluginIsAFileError_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("wrong version") << built("tests/plugins/bad_wrong_version.so");
        QTest::newRow("no plug-in") << built("tests/plugins/bad_no_function.so");
        QTest::newRow("a model") << chain();
        QTest::newRow("absent") << QString("/nowhere/absent.so");
    }
    void aBadPluginIsAFileError()
    {
        QFETCH(QString, file);
        const auto outcome = cli({ "run", chain(), "--plugin", file, "--format", "json" });
        QCOMPARE(outcome.code, 3);
        const auto error = outcome.json()["error"].toObject();
        QCOMPARE(error["kind"].toString(), QString("file"));
        QVERIFY2(error["message"].toString().contains(file), qPrintable(outcome.err));
    }

    void aCrashSaysWhere()
    {
        const auto atStart
            = cli({ "operators", "--plugin", built("tests/plugins/bad_crashes_at_start.so") });
        QCOMPARE(atStart.code, -2);
        QVERIFY2(atStart.err.contains(
                     "the plug-in bad_crashes_at_start.so crashed in opscope_operator_plugin"),
            qPrintable(atStart.err));
        const auto atRun = cli({ "run", testFile("plugin/crash.onnx"), "--plugin", faulty() });
        QCOMPARE(atRun.code, -2);
        QVERIFY2(atRun.err.contains(
                     "the plug-in faulty_operators.so crashed in run of Crashes (node bang)"),
            qPrintable(atRun.err));
    }

    void onlyCommandsThatReadModelsTakeIt()
    {
        QCOMPARE(cli({ "export", "x.opscope", "--plugin", example(), "-o", "x.csv" }).code, 2);
        QVERIFY(cli({ "verify", "--help" }).out.contains("--plugin"));
    }
};

QTEST_GUILESS_MAIN(TestPluginOption)
#include "tst_plugin_option.moc"
