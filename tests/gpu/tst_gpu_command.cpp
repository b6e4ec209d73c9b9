// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QJsonArray>

using namespace testing;

/// What the command line says of the GPU, on any machine.
class TestGpuCommand : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { qunsetenv("OPSCOPE_CUDA_PLUGIN"); }

    void tellsAllOfIt()
    {
        const auto outcome = cli({ "gpu", "--format", "json" });
        const auto json = outcome.json();
        QVERIFY2(json.contains("usable"), qPrintable(outcome.out + outcome.err));
        const bool isUsable = json["usable"].toBool();
        QCOMPARE(outcome.code, isUsable ? 0 : 5);
        QCOMPARE(json["reason"].toString().isEmpty(), isUsable);
        QCOMPARE(json["code"].toString().isEmpty(), isUsable);
        QCOMPARE(json["devices"].toArray().isEmpty(), !isUsable);
        QVERIFY(json["build"].toString().startsWith("0."));
        for (const auto& row : json["libraries"].toArray()) {
            const auto library = row.toObject();
            QVERIFY(library["path"].toString().isEmpty() != library["reason"].toString().isEmpty());
        }
        QCOMPARE(json["libraries"].toArray().isEmpty(), json["plugin"].toString().isEmpty());
    }

    void leavesTheLibrariesOut()
    {
        const auto outcome = cli({ "gpu", "--brief", "--format", "json" });
        QVERIFY(outcome.json().contains("usable"));
        QVERIFY(!outcome.json().contains("libraries"));
        QVERIFY(cli({ "gpu", "--brief" }).out.startsWith("GPU: "));
    }

    void everyCommandGivesTheSameReason_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto model = sampleModel("residual-cnn");
        QTest::newRow("run") << QStringList { "run", model };
        QTest::newRow("profile") << QStringList { "profile", model, "-o", "nowhere.opscope" };
        QTest::newRow("check") << QStringList { "check", model };
        QTest::newRow("verify") << QStringList { "verify", sample("residual-cnn") };
    }
    void everyCommandGivesTheSameReason()
    {
        QFETCH(QStringList, arguments);
        qputenv(
            "OPSCOPE_CUDA_PLUGIN", (buildDir() / "tests/gpu/gpu_other_build.so").string().c_str());
        const auto reason
            = cli({ "gpu", "--brief", "--format", "json" }).json()["reason"].toString();
        QVERIFY(reason.startsWith("the GPU plugin belongs to another Opscope build (0.0.9 nobody"));
        const auto outcome = cli(arguments + QStringList { "--device", "cuda" });
        QCOMPARE(outcome.code, 5);
        QCOMPARE(outcome.err, "opscope-cli: no CUDA device: " + reason + "; use --device cpu\n");
    }

    void jsonCarriesIt()
    {
        qputenv("OPSCOPE_CUDA_PLUGIN", "/nowhere/libopscope_cuda.so");
        const auto outcome
            = cli({ "run", sampleModel("residual-cnn"), "--device", "cuda", "--format", "json" });
        QCOMPARE(outcome.code, 5);
        const auto error = outcome.json()["error"].toObject();
        QCOMPARE(error["kind"].toString(), QString("resource"));
        QCOMPARE(error["message"].toString(),
            QString("no CUDA device: no GPU plugin at /nowhere/libopscope_cuda.so "
                    "(OPSCOPE_CUDA_PLUGIN); use --device cpu"));
    }
};

QTEST_GUILESS_MAIN(TestGpuCommand)
#include "tst_gpu_command.moc"
