#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using testing::cli;

class TestConvertCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void convertsTheOpset();
    void convertsFloats();
    void listsTheSteps();
    void refusesWhatCannotBeConverted();
    void refusesWrongUsage_data();
    void refusesWrongUsage();

private:
    testing::CliOutcome convert(const QStringList& arguments) const
    {
        return cli(QStringList { "convert" } + arguments, m_folder.path());
    }
    QTemporaryDir m_folder;
};

void TestConvertCommand::initTestCase()
{
    QFile file(m_folder.filePath("model.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(testing::modelBytesFromText(R"(
        opset 12
        x: float[2,3]
        w: float[3,2] = {1,2,3,4,5,100000}
        m = MatMul(x, w) "product"
        s = Softmax(m) "soft"
        y = Squeeze(s) {axes: [0]} "less"
        y -> float[2]
    )")));
}

void TestConvertCommand::convertsTheOpset()
{
    const auto done = convert({ "model.onnx", "--opset", "21", "-o", "new.onnx" });
    QCOMPARE(done.code, 0);
    QVERIFY2(
        done.out.contains("converted ai.onnx 12 to 21: 2 nodes changed (1 Softmax, 1 Squeeze)"),
        qPrintable(done.out));
    const auto inspected = cli({ "inspect", "new.onnx", "--format", "json" }, m_folder.path());
    QVERIFY(inspected.out.contains("21"));
    QCOMPARE(convert({ "new.onnx", "--opset", "12", "-o", "back.onnx" }).code, 0);
}

void TestConvertCommand::convertsFloats()
{
    const auto done = convert({ "model.onnx", "--to", "fp16", "--keep", "Softmax", "--keep-node",
        "less", "--keep-io", "--dry-run", "--format", "json" });
    QCOMPARE(done.code, 0);
    const auto step = done.json()["steps"].toArray()[0].toObject();
    const auto text = step["text"].toString();
    QVERIFY2(text.contains("2 Casts added"), qPrintable(text));
    QVERIFY2(text.contains("clamped 1 element of 1 constant"), qPrintable(text));
    QCOMPARE(step["operation"].toObject()["keepInterface"].toBool(), true);
    QVERIFY(!QFile::exists(m_folder.filePath("half.onnx")));
}

void TestConvertCommand::listsTheSteps()
{
    const auto rows = convert({ "--list-opset", "--format", "json" }).json()["rows"].toArray();
    QVERIFY(rows.size() > 300);
    QVERIFY(convert({ "--list-opset" }).out.contains("last axis, else Flatten and Reshape"));
}

void TestConvertCommand::refusesWhatCannotBeConverted()
{
    const auto done = convert({ "model.onnx", "--opset", "7", "-o", "old.onnx" });
    QCOMPARE(done.code, 0);
    const auto refused = convert({ "old.onnx", "--opset", "99", "-o", "never.onnx" });
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("version is 99"), qPrintable(refused.err));
    QVERIFY(!QFile::exists(m_folder.filePath("never.onnx")));
}

void TestConvertCommand::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("no model") << QStringList { "--opset", "21", "--dry-run" }
                              << "no model is given";
    QTest::newRow("nothing to do")
        << QStringList { "model.onnx", "--dry-run" } << "say what to convert";
    QTest::newRow("no number") << QStringList { "model.onnx", "--opset", "new", "--dry-run" }
                               << "--opset is \"new\", expected a number";
    QTest::newRow("keep without a type") << QStringList { "model.onnx", "--opset", "21", "--keep",
        "Softmax", "--dry-run" } << "--keep needs --to";
    QTest::newRow("type") << QStringList { "model.onnx", "--to", "int8", "--dry-run" }
                          << "expected fp16, bf16 or fp32";
    QTest::newRow("no target") << QStringList { "model.onnx", "--opset", "21" }
                               << "say where the model goes";
}

void TestConvertCommand::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const auto done = convert(arguments);
    QCOMPARE(done.code, 2);
    QVERIFY2(done.err.contains(message), qPrintable(done.err));
}

QTEST_GUILESS_MAIN(TestConvertCommand)
#include "tst_convert_command.moc"
