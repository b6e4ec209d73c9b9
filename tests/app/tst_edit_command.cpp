#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using testing::cli;

class TestEditCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void copiesWithoutEdits();
    void setsAndRenames();
    void showsWhatWouldChange();
    void reportsFindings();
    void doesAScriptAgain();
    void replacesTheModelInPlace();
    void movesWeights();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
    void leavesTheTargetAloneOnFailure();
    void checkNamesTheRepair();
    void writesOutWhatTheOptimiserChanges();

private:
    QByteArray content(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    testing::CliOutcome edit(const QStringList& arguments) const
    {
        return cli(QStringList { "edit" } + arguments, m_folder.path());
    }
    QTemporaryDir m_folder;
};

void TestEditCommand::initTestCase()
{
    write("model.onnx", QByteArray::fromStdString(testing::modelBytesFromText(R"(
        x: float[batch,3,8,8]
        w: float[2,3,1,1] = {1,2,3,4,5,6}
        c = Conv(x, w) {strides: 1 1} "conv1"
        y = Relu(c) "relu1"
        y -> float[?,2,?,?]
    )")));
}

void TestEditCommand::copiesWithoutEdits()
{
    const auto done = edit({ "model.onnx", "-o", "copy.onnx" });
    QCOMPARE(done.code, 0);
    QCOMPARE(content("copy.onnx"), content("model.onnx"));
}

void TestEditCommand::setsAndRenames()
{
    const auto done = edit({ "model.onnx", "--set", "node/conv1.strides=[2,2]", "--set",
        "model.producer_name=opscope", "--set", "dimension/batch=4", "--set",
        "value/y.type=float[4,2,4,4]", "--set", "import/ai.onnx=18", "--rename", "value/c=inner",
        "--rename", "node/relu1=act", "-o", "set.onnx", "--format", "json" });
    QCOMPARE(done.code, 0);
    QCOMPARE(done.json()["steps"].toArray().size(), 7);
    QCOMPARE(done.json()["findings_made"].toArray().size(), 0);
    const auto node
        = cli({ "inspect", "set.onnx", "--node", "act", "--format", "json" }, m_folder.path())
              .json();
    QCOMPARE(node["inputs"].toArray()[0].toObject()["name"].toString(), QString("inner"));
    QCOMPARE(node["inputs"].toArray()[0].toObject()["type"].toString(), QString("4×2×4×4 fp32"));
}

void TestEditCommand::showsWhatWouldChange()
{
    const auto done = edit({ "model.onnx", "--operation",
        R"({"op":"addNode","type":"Neg","inputs":["y"],"outputs":["n"]})", "--dry-run" });
    QCOMPARE(done.code, 0);
    QVERIFY2(done.out.contains("added Neg, which makes \"n\""), qPrintable(done.out));
    QVERIFY2(done.out.contains("2 → 3 nodes"), qPrintable(done.out));
    QVERIFY(done.out.contains("nothing is written"));
}

void TestEditCommand::reportsFindings()
{
    const auto done = edit({ "model.onnx", "--set", "value/y.type=float[1,5,1,1]", "--dry-run" });
    QCOMPARE(done.code, 0);
    QVERIFY2(done.out.contains("new finding"), qPrintable(done.out));
}

void TestEditCommand::doesAScriptAgain()
{
    QCOMPARE(edit({ "model.onnx", "--rename", "value/c=inner", "--set", "model.doc=a = b",
                      "--save-script", "steps.json", "-o", "first.onnx" })
                 .code,
        0);
    QCOMPARE(edit({ "model.onnx", "--script", "steps.json", "-o", "second.onnx" }).code, 0);
    QCOMPARE(content("second.onnx"), content("first.onnx"));
    QVERIFY(content("first.onnx") != content("model.onnx"));
}

void TestEditCommand::replacesTheModelInPlace()
{
    write("place.onnx", content("model.onnx"));
    QCOMPARE(edit({ "place.onnx", "--rename", "value/c=inner", "--in-place" }).code, 0);
    QVERIFY(content("place.onnx").contains("inner"));
}

void TestEditCommand::movesWeights()
{
    const auto done = edit({ "model.onnx", "--external-data", "one", "--threshold", "1", "-o",
        "outside.onnx", "--format", "json" });
    QCOMPARE(done.code, 0);
    QCOMPARE(done.json()["data_files"].toArray().size(), 1);
    QCOMPARE(content("outside.onnx.data").size(), 24);
    const auto run = cli({ "run", "outside.onnx", "--format", "json" }, m_folder.path());
    QCOMPARE(run.code, 0);
}

void TestEditCommand::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, QStringList arguments, const char* message) {
        QTest::newRow(name) << arguments << message;
    };
    row("no target", { "model.onnx" }, "say where the model goes");
    row("two targets", { "model.onnx", "-o", "a.onnx", "--dry-run" }, "choose one");
    row("no =", { "model.onnx", "--set", "node/conv1", "--dry-run" }, "has no =");
    row("unknown kind", { "model.onnx", "--rename", "thing/a=b", "--dry-run" },
        "expected node/NAME=NEW");
    row("unknown target of --set", { "model.onnx", "--set", "thing/a=b", "--dry-run" },
        "expected node/NAME.ATTRIBUTE=VALUE");
    row("unknown node", { "model.onnx", "--set", "node/none.strides=1", "--dry-run" },
        "no node is called \"none\"");
    row("not JSON", { "model.onnx", "--operation", "{", "--dry-run" }, "operation 1: byte");
    row("onto itself", { "model.onnx", "-o", "model.onnx" }, "would overwrite");
}

void TestEditCommand::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const auto done = edit(arguments);
    QCOMPARE(done.code, 2);
    QVERIFY2(done.err.contains(message), qPrintable(done.err));
}

void TestEditCommand::leavesTheTargetAloneOnFailure()
{
    write("kept.onnx", "old");
    const auto done = edit({ "model.onnx", "--rename", "value/c=inner", "--rename",
        "value/none=other", "-o", "kept.onnx" });
    QCOMPARE(done.code, 2);
    QCOMPARE(content("kept.onnx"), QByteArray("old"));
}

/// The outputs that the sample ships were made by another program.
void TestEditCommand::writesOutWhatTheOptimiserChanges()
{
    QDir(m_folder.path()).mkpath("optimised/test_data_set_0");
    for (const auto* const file : { "input_0.pb", "output_0.pb" })
        QVERIFY(QFile::copy(testing::sample("residual-cnn") + "/test_data_set_0/" + file,
            m_folder.filePath("optimised/test_data_set_0/") + file));
    const auto done = edit({ testing::sampleModel("residual-cnn"), "--optimize", "full", "-o",
        "optimised/model.onnx", "--format", "json" });
    QVERIFY2(done.code == 0, qPrintable(done.err));
    QCOMPARE(done.json()["nodes_before"].toInt(), 54);
    QCOMPARE(done.json()["nodes"].toInt(), 39);
    QCOMPARE(done.json()["findings_made"].toArray(), QJsonArray());
    const auto verified = cli({ "verify", "optimised" }, m_folder.path());
    QVERIFY2(verified.code == 0, qPrintable(verified.out + verified.err));
    const auto wrong = edit({ "model.onnx", "--optimize", "most", "--dry-run" });
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("expected basic or full"), qPrintable(wrong.err));
    QCOMPARE(
        edit({ "model.onnx", "--rename", "node/conv1=a", "--note-edits", "-o", "noted.onnx" }).code,
        0);
    QVERIFY(content("noted.onnx").contains("opscope.edits"));
}

void TestEditCommand::checkNamesTheRepair()
{
    const auto found = cli({ "check", testing::testFile("features/unsorted_nodes.onnx") });
    QVERIFY2(found.err.contains("1 finding has a sure repair"), qPrintable(found.err));
    QVERIFY(!cli({ "check", "model.onnx" }, m_folder.path()).err.contains("repair"));
}

QTEST_GUILESS_MAIN(TestEditCommand)
#include "tst_edit_command.moc"
