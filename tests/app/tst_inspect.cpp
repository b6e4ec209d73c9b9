// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/peaks/machine_peaks.h"
#include "tests/support/cli_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

class TestInspect : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_cache;

private slots:
    /// What this machine can do may have been measured: tests know nothing of it.
    void initTestCase() { qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8()); }
    void inspectTellsWhatAModelIs()
    {
        const auto json
            = cli({ "inspect", sampleModel("residual-cnn"), "--format", "json" }).json();
        QCOMPARE(json["nodes"].toInt(), 54);
        QCOMPARE(json["parameters"].toInt(), 584'458);
        QCOMPARE(json["inputs"].toArray()[0].toObject()["name"].toString(), QString("image"));
        QCOMPARE(json["model_sha256"].toString().size(), 64);
        QCOMPARE(json["flops_unknown_nodes"].toInt(), 0);
        QVERIFY(json["flops"].toDouble() > 1e6);
    }

    void inspectListsNodesAsCsv()
    {
        const auto outcome
            = cli({ "inspect", sampleModel("residual-cnn"), "--nodes", "--format", "csv" });
        QCOMPARE(outcome.out.count("\r\n"), 55); // a heading and 54 nodes
    }

    void aTableIsAlsoJson()
    {
        const auto rows
            = cli({ "inspect", sampleModel("residual-cnn"), "--nodes", "--format", "json" })
                  .json()["rows"]
                  .toArray();
        QCOMPARE(rows.size(), 54);
        const auto first = rows[0].toObject();
        QCOMPARE(first["type"].toString(), QString("Conv"));
        QVERIFY(first["flops"].isDouble());
        QCOMPARE(first["path"].toString(), QString("graph/node[0]"));
    }

    void inspectListsValuesWithTheirRoles()
    {
        const auto rows
            = cli({ "inspect", sampleModel("residual-cnn"), "--values", "--format", "json" })
                  .json()["rows"]
                  .toArray();
        QMap<QString, int> roles;
        for (const auto& row : rows)
            ++roles[row.toObject()["role"].toString()];
        QCOMPARE(roles["input"], 1);
        QCOMPARE(roles["output"], 1);
        QVERIFY(roles["weight"] > 20);
        const auto image = rows[0].toObject();
        QCOMPARE(image["name"].toString(), QString("image"));
        QCOMPARE(image["readers"].toInt(), 1);
    }

    void inspectFindsWithTheLanguageOfTheWindow_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<int>("rows");
        QTest::newRow("operator type") << "type:Conv" << 15;
        QTest::newRow("two terms") << "type:Conv attr:kernel_shape=1,1" << 2;
        QTest::newRow("nothing") << "type:LSTM" << 0;
        QTest::newRow("opposite") << "type:Conv -attr:kernel_shape=1,1" << 13;
        QTest::newRow("a pattern") << "type:Conv /^conv_\\d+$/" << 0;
        QTest::newRow("contents") << "type:Conv value:nan" << 0;
    }
    void inspectFindsWithTheLanguageOfTheWindow()
    {
        QFETCH(QString, query);
        const auto outcome
            = cli({ "inspect", sampleModel("residual-cnn"), "--find", query, "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QTEST(static_cast<int>(outcome.json()["rows"].toArray().size()), "rows");
    }

    void inspectJudgesTheChannelsOfAWeight()
    {
        const auto model = sampleModel("residual-cnn");
        const auto weights
            = cli({ "inspect", model, "--weights", "--format", "json" }).json()["rows"].toArray();
        const auto name = weights[0].toObject()["name"].toString();
        const auto outcome = cli(
            { "inspect", model, "--channels", name, "--codes", "per_channel", "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto rows = outcome.json()["rows"].toArray();
        QVERIFY(rows.size() > 1);
        const auto row = rows[1].toObject();
        QCOMPARE(row["channel"].toInt(), 1);
        QVERIFY(row["p25"].toDouble() <= row["p75"].toDouble());
        const auto largest
            = std::max(std::abs(row["smallest"].toDouble()), std::abs(row["largest"].toDouble()));
        QVERIFY(std::abs(row["scale"].toDouble() - largest / 127) < 1e-6 * largest);
        QVERIFY(row["error"].toDouble() > 0 && row["error"].toDouble() < 0.02);
        QCOMPARE(row["saturated"].toInt(), 0);
        const auto one = cli({ "inspect", model, "--channels", name, "--axis", "9" });
        QCOMPARE(one.code, 2);
        QVERIFY2(one.err.contains("no axis 9"), qPrintable(one.err));
        QCOMPARE(cli({ "inspect", model, "--channels", "nobody" }).code, 2);
    }

    void inspectFindsValuesThatARunSaved()
    {
        QTemporaryDir folder;
        const auto model = sampleModel("residual-cnn");
        QCOMPARE(cli({ "run", model, "--save", folder.path() }).code, 0);
        const auto name = cli({ "inspect", model, "--format", "json" })
                              .json()["outputs"]
                              .toArray()[0]
                              .toObject()["name"]
                              .toString();
        const auto found = cli({ "inspect", model, "--find", "|x|<=1", "--captured", folder.path(),
            "--format", "json" });
        QVERIFY2(found.code == 0, qPrintable(found.err));
        int elements = 0;
        for (const auto& row : found.json()["rows"].toArray())
            if (row.toObject()["kind"].toString() == "value"
                && row.toObject()["name"].toString() == name)
                elements = row.toObject()["elements"].toInt();
        QVERIFY2(elements > 1, "probabilities are at most 1");
    }

    void inspectFindsByWhatAProfileMeasured()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("p.opscope");
        const auto model = sampleModel("residual-cnn");
        QCOMPARE(
            cli({ "profile", model, "-o", file, "--runs", "4", "--warmup", "1", "--threads", "1" })
                .code,
            0);
        const auto rowsOf = [&](const QString& query) {
            const auto outcome
                = cli({ "inspect", model, "--profile", file, "--find", query, "--format", "json" });
            return outcome.code == 0 ? static_cast<int>(outcome.json()["rows"].toArray().size())
                                     : -1;
        };
        QVERIFY(rowsOf("time>0ns") > 5);
        QCOMPARE(rowsOf("time>1min"), 0);
        QVERIFY(rowsOf("share>=0 on:cpu type:Conv") > 5);
        const auto refused = cli({ "inspect", model, "--profile", file, "--find", "roof<10%" });
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("ceilings of this machine"), qPrintable(refused.err));
        profiler::MachinePeaks peaks;
        peaks.flopsPerSecond = 1e18; // so high that everything is far below
        peaks.bandwidths = { { 1u << 20, 1e18 } };
        QVERIFY(bool(
            profiler::storePeaks(m_cache.filePath("opscope/peaks.json").toStdString(), peaks)));
        QVERIFY(rowsOf("roof<10%") > 5);
        QCOMPARE(rowsOf("roof>10%"), 0);
        const auto other = cli(
            { "inspect", sampleModel("tiny-decoder"), "--profile", file, "--find", "time>0ns" });
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("of another model"), qPrintable(other.err));
    }

    void aNodeIsFoundByNameAndByPath()
    {
        const auto byPath = cli({ "inspect", sampleModel("residual-cnn"), "--node", "graph/node[2]",
                                    "--format", "json" })
                                .json();
        QCOMPARE(byPath["type"].toString(), QString("Relu"));
        const auto byName = cli({ "inspect", sampleModel("residual-cnn"), "--node",
                                    byPath["name"].toString(), "--format", "json" })
                                .json();
        QCOMPARE(byName, byPath);
        QVERIFY(cli({ "inspect", sampleModel("residual-cnn"), "--node", "graph/node[0]" })
                    .out.contains("kernel_shape = "));
    }

    void theHashOfTheWeightsDoesNotDependOnWhereTheyLie()
    {
        const auto hashOf = [](const QString& model) {
            return cli({ "inspect", model, "--hash", "--format", "json" }).json();
        };
        const auto inside = hashOf(testFile("external/inside/subfolder.onnx"));
        const auto outside = hashOf(testFile("external/inside/whole_file.onnx"));
        QCOMPARE(inside["weights_xxh3"].toString().size(), 32);
        QCOMPARE(inside["weights_xxh3"], outside["weights_xxh3"]);
        QVERIFY(inside["model_sha256"] != outside["model_sha256"]);
    }
};

QTEST_GUILESS_MAIN(TestInspect)
#include "tst_inspect.moc"
