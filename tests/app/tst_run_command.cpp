// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/wire.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

class TestRunCommand : public QObject {
    Q_OBJECT

private slots:
    void runTellsOutputsAndDefaults()
    {
        const auto outcome
            = cli({ "run", sampleModel("tiny-decoder"), "--format", "json", "--runs", "3" });
        QCOMPARE(outcome.code, 0);
        const auto json = outcome.json();
        for (const auto* key : { "model_sha256", "device", "threads", "precision", "wall_ns",
                 "outputs", "nodes_unsupported", "dims", "seed" })
            QVERIFY2(json.contains(key), key);
        QCOMPARE(json["wall_ns"].toArray().size(), 3);
        QCOMPARE(json["dims"].toObject()["sequence"].toInt(), 1);
        QCOMPARE(json["outputs"].toArray()[0].toObject()["name"].toString(), QString("logits"));
        QCOMPARE(
            json["outputs"].toArray()[0].toObject()["shape"].toArray(), QJsonArray({ 1, 1, 256 }));
        QVERIFY(json["outputs"].toArray()[0].toObject()["mean"].isDouble());
        QVERIFY2(outcome.err.contains("sequence is 1"), qPrintable(outcome.err));
    }

    void runSavesWhatItComputed()
    {
        QTemporaryDir folder;
        QCOMPARE(cli({ "run", sampleModel("residual-cnn"), "--data",
                         sample("residual-cnn") + "/test_data_set_0", "--save", folder.path() })
                     .code,
            0);
        QVERIFY(QFile::exists(folder.filePath("output_0.pb")));
    }

    void anImageIsScaledToTheInput()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("red.ppm"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("P6\n2 2\n255\n" + QByteArray("\xff\0\0", 3).repeated(4));
        file.close();
        const auto spec = "image=image:" + file.fileName();
        const auto guessed
            = cli({ "run", sampleModel("residual-cnn"), "--input", spec, "--format", "json" });
        QVERIFY2(guessed.code == 0, qPrintable(guessed.err));
        QCOMPARE(guessed.json()["inputs"].toArray()[0].toObject()["from"].toString(),
            QString("image red.ppm"));
        const auto said = cli(
            { "run", sampleModel("residual-cnn"), "--input", spec + ",nchw", "--format", "json" });
        QCOMPARE(said.json()["outputs"], guessed.json()["outputs"]);
        const auto wrong = cli({ "run", sampleModel("residual-cnn"), "--input", spec + ",nhwc" });
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("96 channels"), qPrintable(wrong.err));
        const auto absent
            = cli({ "run", sampleModel("residual-cnn"), "--input", "image=image:nowhere.ppm" });
        QCOMPARE(absent.code, 3);
    }

    void anImageIsPreparedAsItsOptionsSay()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("a=b,c.ppm"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("P6\n2 2\n255\n" + QByteArray("\xff\0\0", 3).repeated(4));
        file.close();
        const auto spec = "image=image:" + file.fileName();
        const auto given = cli({ "run", sampleModel("residual-cnn"), "--input",
            spec + ",pad=114,mean=0.5,std=0.25", "--format", "json" });
        QVERIFY2(given.code == 0, qPrintable(given.err));
        QCOMPARE(given.json()["inputs"].toArray()[0].toObject()["from"].toString(),
            QString("image a=b,c.ppm, pad=114,mean=0.5,std=0.25"));
        const auto plain
            = cli({ "run", sampleModel("residual-cnn"), "--input", spec, "--format", "json" });
        QVERIFY(given.json()["outputs"] != plain.json()["outputs"]);
        const auto wrong = cli({ "run", sampleModel("residual-cnn"), "--input", spec + ",std=0" });
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("expected numbers above 0"), qPrintable(wrong.err));
    }

    void optionsMayBeInAFile()
    {
        QTemporaryDir folder;
        const auto written = [&](const QByteArray& text) {
            QFile file(folder.filePath("run.settings"));
            if (file.open(QIODevice::WriteOnly))
                file.write(text);
            return file.fileName();
        };
        const auto run = [&](const QByteArray& text, const QStringList& more = {}) {
            return cli(QStringList { "run", sampleModel("residual-cnn"), "--settings",
                           written(text), "--format", "json" }
                + more);
        };
        const auto given = run("# of a test\n--seed 7\n--input image=random:2..5\n--record "
                               "phases\n\n--partial\n");
        QVERIFY2(given.code == 0, qPrintable(given.err));
        QCOMPARE(given.json()["seed"].toInt(), 7);
        QCOMPARE(given.json()["inputs"].toArray()[0].toObject()["from"].toString(),
            QString("random 2..5, seed 7"));
        QCOMPARE(run("--seed 7\n", { "--seed", "8" }).json()["seed"].toInt(), 8);
        const auto unknown = run("--seed 7\n--sead 8\n");
        QCOMPARE(unknown.code, 2);
        QVERIFY2(
            unknown.err.contains("run.settings:2: --sead is no option"), qPrintable(unknown.err));
        QVERIFY(run("seed 7\n").err.contains("run.settings:1: \"seed 7\" is no option"));
        QVERIFY(run("--seed\n").err.contains("--seed needs a value"));
        QVERIFY(run("--partial yes\n").err.contains("takes no value"));
        QCOMPARE(cli({ "run", sampleModel("residual-cnn"), "--settings", "/no/such" }).code, 3);
    }

    void anInputWithoutShapeGetsOne_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << QStringList {} << 2
                              << "declares no shape: give it one (--shape x=1x8x64) or a file";
        QTest::newRow("given") << QStringList { "--shape", "x=2x5" } << 0 << "2×5 fp32";
        QTest::newRow("no shape") << QStringList { "--shape", "x=2xb" } << 2
                                  << "--shape x: \"2xb\" is no shape, expected sizes from 0 up";
        QTest::newRow("no sizes") << QStringList { "--shape", "x" } << 2
                                  << "expected NAME=SIZES, for example q=1x8x64";
        QTest::newRow("no input") << QStringList { "--shape", "z=2" } << 2
                                  << "the model has no such input; its inputs are \"x\"";
    }
    void anInputWithoutShapeGetsOne()
    {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        QFETCH(QString, words);
        QTemporaryDir folder;
        const auto type = wire::bytes(1, wire::number(1, 1));
        const auto bytes
            = wire::model(wire::bytes(2, "open") + wire::nodeField("Neg", { "x" }, { "y" })
                + wire::inputField("x", type) + wire::outputField("y", type));
        QFile file(folder.filePath("model.onnx"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        const auto outcome = cli(QStringList { "run", file.fileName() } + options);
        QCOMPARE(outcome.code, code);
        QVERIFY2((outcome.out + outcome.err).contains(words), qPrintable(outcome.err));
        const auto checked = cli(QStringList { "inspect", file.fileName() } + options);
        QCOMPARE(checked.code == 0, code == 0 || options.isEmpty());
        const auto verified = cli(QStringList { "verify", "--all", folder.path() } + options);
        QCOMPARE(verified.code == 0, code == 0);
    }

    void inputsAreWhatTheSpecSays_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("from");
        QTest::newRow("zeros") << "zeros"
                               << "zeros";
        QTest::newRow("ones") << "ones"
                              << "ones";
        QTest::newRow("range") << "random:2..5"
                               << "random 2..5, seed 7";
    }
    void inputsAreWhatTheSpecSays()
    {
        QFETCH(QString, spec);
        const auto outcome = cli({ "run", sampleModel("residual-cnn"), "--input", "image=" + spec,
            "--seed", "7", "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QTEST(outcome.json()["inputs"].toArray()[0].toObject()["from"].toString(), "from");
    }

    void missingWeightsAreRefusedWithAHint()
    {
        const auto model = testFile("external/inside/bad_absent.onnx");
        const auto refused = cli({ "run", model });
        QCOMPARE(refused.code, 4);
        QVERIFY2(refused.err.contains("--missing-weights random"), qPrintable(refused.err));
        const auto outcome
            = cli({ "run", model, "--missing-weights", "random", "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY(!outcome.json()["random_weights"].toArray().isEmpty());
        QVERIFY2(outcome.err.contains("random (seed 0)"), qPrintable(outcome.err));
    }

    void bf16StatesItsError()
    {
        const auto model = sampleModel("residual-cnn");
        const auto outcome = cli({ "run", model, "--precision", "bf16", "--format", "json" });
        if (outcome.code == 5 && outcome.err.contains("no bf16 on this CPU"))
            QSKIP("this processor has no instructions for bfloat16");
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto errors = outcome.json()["errors_against_f32"].toArray();
        QVERIFY(!errors.isEmpty());
        QVERIFY(errors[0].toObject()["relative_rms"].toDouble() < 0.05);
        QVERIFY(cli({ "run", model, "--precision", "bf16" }).out.contains("error against f32"));
        QVERIFY(!cli({ "run", model }).out.contains("error against f32"));
    }

    void bf16NeedsItsInstructions()
    {
        const auto model = sampleModel("residual-cnn");
        qputenv("OPSCOPE_ISA", "avx2");
        const auto outcome = cli({ "run", model, "--precision", "bf16" });
        qunsetenv("OPSCOPE_ISA");
        QCOMPARE(outcome.code, 5);
        QVERIFY2(outcome.err.contains("no bf16 on this CPU"), qPrintable(outcome.err));
    }

    void operatorsWithoutKernelAreAllListed()
    {
        const auto outcome
            = cli({ "run", testFile("broken/unknown_domain.onnx"), "--format", "json" });
        QCOMPARE(outcome.code, 4);
        const auto json = outcome.json();
        QCOMPARE(json["error"].toObject()["kind"].toString(), QString("unsupported"));
        const auto unsupported = json["nodes_unsupported"].toArray();
        QCOMPARE(unsupported.size(), 1);
        QCOMPARE(unsupported[0].toObject()["type"].toString(), QString("Think"));
        QCOMPARE(unsupported[0].toObject()["labels"].toArray(), QJsonArray({ "mind" }));
        for (const auto* key :
            { "model_sha256", "device", "threads", "precision", "wall_ns", "outputs" })
            QVERIFY2(json.contains(key), key);
        QVERIFY2(outcome.err.contains("com.example.Think"), qPrintable(outcome.err));
    }
};

QTEST_GUILESS_MAIN(TestRunCommand)
#include "tst_run_command.moc"
