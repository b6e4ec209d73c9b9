#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using testing::cli;

class TestQuantizeCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void quantisesInBlocks();
    void calibratesFromFolders();
    void measuresTimes();
    void writesNothingInADryRun();
    void refusesWrongUsage_data();
    void refusesWrongUsage();

private:
    testing::CliOutcome quantize(const QStringList& arguments) const
    {
        return cli(
            QStringList { "quantize", "model.onnx", "--quiet" } + arguments, m_folder.path());
    }
    QByteArray content(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTemporaryDir m_folder;
};

void TestQuantizeCommand::initTestCase()
{
    std::string weights = "{0.5";
    for (int i = 1; i < 2048; ++i)
        weights += "," + std::to_string((i * 37 % 101 - 50) / 64.0);
    QFile file(m_folder.filePath("model.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(testing::modelBytesFromText("x: float[batch,32]\nw: "
                                                                     "float[32,64] = "
        + weights + "}\nh = MatMul(x, w) \"product\"\ny = Relu(h)\ny -> float[batch,64]")));
    file.close();
    // Outputs of a model that hands its input on are inputs for the calibration.
    QFile identity(m_folder.filePath("identity.onnx"));
    QVERIFY(identity.open(QIODevice::WriteOnly));
    identity.write(QByteArray::fromStdString(
        testing::modelBytesFromText("x: float[batch,32]\ny = Identity(x)\ny -> float[batch,32]")));
    identity.close();
    for (const auto* const sample : { "1", "2" }) {
        const auto folder = QString("samples/") + sample;
        QVERIFY(QDir(m_folder.path()).mkpath("samples"));
        QCOMPARE(cli({ "run", "identity.onnx", "--quiet", "--seed", sample, "--save", folder },
                     m_folder.path())
                     .code,
            0);
        QVERIFY(QFile::rename(
            m_folder.filePath(folder + "/output_0.pb"), m_folder.filePath(folder + "/input_0.pb")));
    }
}

void TestQuantizeCommand::quantisesInBlocks()
{
    const auto done = quantize(
        { "--scheme", "4bit", "--samples", "2", "-o", "small.onnx", "--format", "json" });
    QCOMPARE(done.code, 0);
    const auto json = done.json();
    QCOMPARE(json["quantized"].toArray().size(), 1);
    const auto node = json["quantized"].toArray()[0].toObject();
    QCOMPARE(node["node"].toString(), QString("product"));
    QVERIFY(node["relative_l2"].toDouble() > 0.005 && node["relative_l2"].toDouble() < 0.2);
    QCOMPARE(json["outputs"].toArray()[0].toObject()["name"].toString(), QString("y"));
    QCOMPARE(json["samples"].toObject()["random"].toBool(), true);
    QVERIFY(json["bytes"].toInt() < json["bytes_before"].toInt() / 4);
    QCOMPARE(content("small.onnx").size(), json["bytes"].toInt());
    QCOMPARE(cli({ "run", "small.onnx", "--quiet" }, m_folder.path()).code, 0);
}

void TestQuantizeCommand::calibratesFromFolders()
{
    const auto done = quantize({ "--scheme", "static", "--calibration", "samples", "-o",
        "static.onnx", "--save-script", "steps.json", "--format", "json" });
    QCOMPARE(done.code, 0);
    const auto json = done.json();
    QCOMPARE(json["samples"].toObject()["count"].toInt(), 2);
    QCOMPARE(json["samples"].toObject()["random"].toBool(), false);
    const auto range = json["operation"].toObject()["ranges"].toObject()["x"].toArray();
    QCOMPARE(range.size(), 2);
    QVERIFY(range[1].toDouble() > 0.5 && range[1].toDouble() <= 1);
    const auto node = json["quantized"].toArray()[0].toObject();
    QVERIFY(node["relative_l2"].toDouble() > 0 && node["relative_l2"].toDouble() < 0.02);
    // The script has the ranges, so it needs no calibration.
    const auto again
        = cli({ "edit", "model.onnx", "--quiet", "--script", "steps.json", "-o", "again.onnx" },
            m_folder.path());
    QCOMPARE(again.code, 0);
    QCOMPARE(content("again.onnx"), content("static.onnx"));
}

void TestQuantizeCommand::measuresTimes()
{
    const auto done = quantize(
        { "--scheme", "dynamic", "--no-errors", "--time", "3", "--dry-run", "--format", "json" });
    QCOMPARE(done.code, 0);
    QCOMPARE(done.json()["ns_before"].toArray().size(), 3);
    QCOMPARE(done.json()["ns"].toArray().size(), 3);
    QVERIFY(!done.json()["quantized"].toArray()[0].toObject().contains("relative_l2"));
}

void TestQuantizeCommand::writesNothingInADryRun()
{
    const auto before = QDir(m_folder.path()).entryList();
    const auto done = quantize({ "--scheme", "8bit", "--dry-run" });
    QCOMPARE(done.code, 0);
    QVERIFY2(done.out.contains("nothing is written (--dry-run)"), qPrintable(done.out));
    QVERIFY2(done.out.contains("product"), qPrintable(done.out));
    QCOMPARE(QDir(m_folder.path()).entryList(), before);
}

void TestQuantizeCommand::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* arguments, const char* message) {
        QTest::newRow(name) << QString(arguments).split(' ') << QString(message);
    };
    row("no scheme", "-o out.onnx", "--scheme is missing");
    row("no target", "--scheme 4bit", "say where the model goes");
    row("two targets", "--scheme 4bit -o out.onnx --dry-run", "choose one");
    row("an option of another scheme", "--scheme 4bit --calibration samples --dry-run",
        "--calibration is of --scheme static, not of 4bit");
    row("a word", "--scheme static --profile arm --dry-run", "expected x86 or tensorrt");
    row("a percentile", "--scheme static --percentile 20 --dry-run", "--percentile is 20");
    row("no samples", "--scheme static --calibration model.onnx --dry-run", "--calibration");
    row("an unknown node", "--scheme 8bit --keep-node none --dry-run", "no node to keep is called");
}

void TestQuantizeCommand::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const auto done = quantize(arguments);
    QVERIFY(done.code == 2 || done.code == 3);
    QVERIFY2(done.err.contains(message), qPrintable(done.err));
    QVERIFY(!QFile::exists(m_folder.filePath("out.onnx")));
}

QTEST_GUILESS_MAIN(TestQuantizeCommand)
#include "tst_quantize_command.moc"
