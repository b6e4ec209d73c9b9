// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

class TestVerifyCommand : public QObject {
    Q_OBJECT

    /// Of the model whose last element is wrong.
    void describesEachOutput(const QJsonObject& document)
    {
        const auto set = document["tests"][0]["sets"][0];
        QCOMPARE(set["outputs"].toArray().size(), 1);
        const auto output = set["outputs"][0].toObject();
        QCOMPARE(output["outcome"].toString(), QString("failed"));
        QCOMPARE(output["type"].toString(), QString("float"));
        QCOMPARE(output["shape"].toArray(), QJsonArray({ 1, 10 }));
        QCOMPARE(output["where"].toString(), QString("[0, 9]"));
        QCOMPARE(output["elements"].toInt(), 10);
        QCOMPARE(output["beyond"].toInt(), 1);
        QCOMPARE(output["largest_absolute"].toDouble(),
            std::abs(output["found"].toDouble() - output["expected"].toDouble()));
        QVERIFY(output["absolute_tolerance"].toDouble() > 0);
        QVERIFY(output["relative_tolerance"].toDouble() > 0);
        const auto histogram = output["histogram"];
        QCOMPARE(histogram["log10_first"].toInt(), -16);
        auto counted = histogram["equal"].toInt() + histogram["not_finite"].toInt();
        for (const auto count : histogram["counts"].toArray())
            counted += count.toInt();
        QCOMPARE(counted, 10);
    }

private slots:
    void verifyPassesOurSamples()
    {
        const auto outcome = cli({ "verify",
            QString::fromStdString((testing::sourceDir() / "resources/samples").string()) });
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.trimmed().endsWith("3 passed, 0 failed, 0 unsupported"),
            qPrintable(outcome.out));
    }

    void verifyNoticesAWrongOutput()
    {
        QTemporaryDir folder;
        const auto target = folder.filePath("model");
        QVERIFY(QDir().mkpath(target + "/test_data_set_0"));
        for (const auto* file :
            { "/model.onnx", "/test_data_set_0/input_0.pb", "/test_data_set_0/output_0.pb" })
            QVERIFY(QFile::copy(sample("residual-cnn") + file, target + file));
        QFile expected(target + "/test_data_set_0/output_0.pb");
        QVERIFY(expected.open(QIODevice::ReadWrite));
        auto bytes = expected.readAll();
        bytes[bytes.size() - 2]
            = static_cast<char>(bytes[bytes.size() - 2] ^ 0x3F); // an exponent of the last element
        expected.seek(0);
        expected.write(bytes);
        expected.close();
        const auto outcome = cli({ "verify", target });
        QCOMPARE(outcome.code, 1);
        QVERIFY2(
            outcome.out.contains("0 passed, 1 failed, 0 unsupported"), qPrintable(outcome.out));
        QVERIFY2(outcome.out.contains("[0, 9]"), qPrintable(outcome.out));
        describesEachOutput(cli({ "verify", target, "--format", "json" }).json());
    }

    void aModelWithoutDataRunsButDoesNotPass()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(sampleModel("residual-cnn"), folder.filePath("model.onnx")));
        QCOMPARE(cli({ "verify", folder.path() }).code, 2);
        const auto outcome = cli({ "verify", folder.path(), "--all", "--format", "json" });
        QCOMPARE(outcome.code, 0);
        const auto test = outcome.json()["tests"].toArray()[0].toObject();
        QCOMPARE(test["outcome"].toString(), QString("ran"));
        QCOMPARE(test["opens"].toBool(), true);
        QCOMPARE(test["runs"].toBool(), true);
        QVERIFY(test["agrees"].isNull());
        QCOMPARE(outcome.json()["passed"].toInt(), 0);
        QVERIFY(cli({ "verify", folder.path(), "--all" })
                    .out.endsWith("1 model without data sets ran with seeded inputs\n0 passed, 0 "
                                  "failed, 0 unsupported\n"));
    }

    void theTableSaysHowFarEachModelCame()
    {
        QTemporaryDir folder;
        const auto put = [&](const QString& name, const QString& file) {
            return QDir(folder.path()).mkpath(name)
                && QFile::copy(file, folder.filePath(name + "/model.onnx"));
        };
        QVERIFY(put("broken", testFile("broken/random.onnx")));
        QVERIFY(put("unknown", testFile("broken/unknown_domain.onnx")));
        QVERIFY(put("works", sampleModel("control-flow")));
        const auto outcome = cli({ "verify", folder.path(), "--all", "--format", "csv" });
        QCOMPARE(outcome.code, 1);
        const auto lines = outcome.out.split("\r\n");
        QCOMPARE(lines[0], QString("test,outcome,opens,runs,agrees,sets,largest difference,why"));
        QVERIFY2(lines[1].startsWith("broken,failed,no,no,–,0,–,"), qPrintable(lines[1]));
        QVERIFY2(lines[2].startsWith("unknown,unsupported,yes,no,–,0,–,"), qPrintable(lines[2]));
        QVERIFY2(lines[3].startsWith("works,ran,yes,yes,–,0,–,"), qPrintable(lines[3]));
    }
};

QTEST_GUILESS_MAIN(TestVerifyCommand)
#include "tst_verify_command.moc"
