#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using testing::cli;

/// `extract` and `merge`, and the options of `edit` that need the engine or the checker. What the
/// files compute is compared with what the whole model computes.
class TestPartCommands : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cutsAndJoinsWithTheSameOutputs();
    void showsAnExtractionWithoutWriting();
    void foldsConstants();
    void doesNotFoldDefaultsOfInputs();
    void repairs();
    void refusesWrongUsage_data();
    void refusesWrongUsage();

private:
    void write(const QString& name, std::string_view graph) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(testing::modelBytesFromText(graph)));
    }
    testing::CliOutcome opscope(const QStringList& arguments) const
    {
        return cli(arguments, m_folder.path());
    }
    /// Figures of the outputs of a run with seeded inputs.
    QJsonArray outputs(const QString& model) const
    {
        return opscope({ "run", model, "--format", "json" }).json()["outputs"].toArray();
    }
    QTemporaryDir m_folder;
};

void TestPartCommands::initTestCase()
{
    write("model.onnx", R"(
        x: float[4,3]
        w: float[3,2] = {1,-2,3,-4,5,-6}
        m = MatMul(x, w) "product"
        r = Relu(m) "act"
        y = Neg(r) "minus"
        y -> float[4,2]
    )");
}

void TestPartCommands::cutsAndJoinsWithTheSameOutputs()
{
    QCOMPARE(opscope({ "extract", "model.onnx", "--to", "m", "-o", "head.onnx" }).code, 0);
    QCOMPARE(
        opscope({ "extract", "model.onnx", "--from", "m", "--to", "y", "-o", "tail.onnx" }).code,
        0);
    const auto done = opscope({ "merge", "head.onnx", "tail.onnx", "-o", "whole.onnx" });
    QVERIFY2(done.out.contains("added 2 nodes of tail.onnx behind \"m\""), qPrintable(done.out));
    QCOMPARE(opscope({ "check", "whole.onnx" }).code, 0);
    QCOMPARE(outputs("whole.onnx"), outputs("model.onnx"));
    QVERIFY(!outputs("model.onnx").isEmpty());
}

void TestPartCommands::showsAnExtractionWithoutWriting()
{
    const auto done = opscope(
        { "extract", "model.onnx", "--nodes", "product", "--nodes", "minus", "--dry-run" });
    QCOMPARE(done.code, 0);
    QVERIFY2(done.out.contains("1 of them added because they lie between chosen ones"),
        qPrintable(done.out));
    QVERIFY(done.out.contains("nothing is written"));
}

void TestPartCommands::foldsConstants()
{
    write("constants.onnx", R"(
        x: float[2,3]
        w: float[3,2] = {1,-2,3,-4,5,-6}
        n = Neg(w)
        t = Transpose(n) {perm: 1 0}
        s = Shape(x)
        c = Reshape(t, s)
        y = Add(x, c)
        y -> float[2,3]
    )");
    const auto done = opscope({ "edit", "constants.onnx", "--fold", "1MiB", "-o", "folded.onnx" });
    QVERIFY2(done.out.contains("replaced 1 node by 1 constant (24 B)"), qPrintable(done.out));
    QVERIFY2(done.out.contains("5 → 1 nodes"), qPrintable(done.out));
    QCOMPARE(outputs("folded.onnx"), outputs("constants.onnx"));
    // A limit that the value exceeds.
    const auto kept = opscope({ "edit", "constants.onnx", "--fold", "8", "--dry-run" });
    QVERIFY2(!kept.out.contains("replaced"), qPrintable(kept.out));
}

/// Whoever runs the model may give the input another value.
void TestPartCommands::doesNotFoldDefaultsOfInputs()
{
    write("default.onnx", R"(
        x: float[2]
        w: float[2]
        w: float[2] = {1,2}
        n = Neg(w)
        y = Add(x, n)
        y -> float[2]
    )");
    const auto done = opscope({ "edit", "default.onnx", "--fold", "1MiB", "--dry-run" });
    QCOMPARE(done.code, 0);
    QVERIFY2(!done.out.contains("replaced"), qPrintable(done.out));
}

void TestPartCommands::repairs()
{
    write("unsorted.onnx", "x: float[2]\ny = Neg(a)\na = Abs(x)\ny -> float[2]");
    const auto done = opscope({ "edit", "unsorted.onnx", "--repair", "-o", "sorted.onnx" });
    QVERIFY2(done.out.contains("sorted the nodes"), qPrintable(done.out));
    QVERIFY2(done.out.contains("mended"), qPrintable(done.out));
    QVERIFY(!opscope({ "check", "sorted.onnx" }).out.contains("nodes-unsorted"));
}

void TestPartCommands::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, QStringList arguments, const char* message) {
        QTest::newRow(name) << arguments << message;
    };
    row("no part", { "extract", "model.onnx", "-o", "a.onnx" }, "no part is chosen");
    row("no target", { "extract", "model.onnx", "--to", "m" }, "say where the model goes");
    row("a type without a name",
        { "extract", "model.onnx", "--to", "m", "--type", "float[1]", "--dry-run" },
        "expected NAME=VALUE");
    row("a wrong type", { "extract", "model.onnx", "--to", "m", "--type", "m=number", "--dry-run" },
        "is no element type");
    row("an unknown input", { "merge", "model.onnx", "model.onnx", "--map", "y=z", "--dry-run" },
        "has no input \"z\"");
    row("sizes that do not fit",
        { "merge", "model.onnx", "model.onnx", "--map", "y=x", "--dry-run" }, "takes 4×3 fp32");
    row("onto the second model", { "merge", "model.onnx", "next.onnx", "-o", "next.onnx" },
        "would overwrite");
}

void TestPartCommands::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    write("next.onnx", "y: float[4,2]\nz = Neg(y)\nz -> float[4,2]");
    const auto done = opscope(arguments);
    QCOMPARE(done.code, 2);
    QVERIFY2(done.err.contains(message), qPrintable(done.err));
}

QTEST_GUILESS_MAIN(TestPartCommands)
#include "tst_part_commands.moc"
