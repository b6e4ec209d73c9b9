#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using testing::cli;
using testing::CliOutcome;

namespace {

/// Encoder and decoder in one graph, in the form of Whisper: the decoder reads tokens and, in each
/// layer, what the encoder made.
constexpr auto speechModel = R"(
    audio: float[N,4,8]
    tokens: int64[N,T]
    we: float[8,8] = {1,0,0,0,0,0,0,2,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,0,0,3,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,5,0,0,0,1,0,0,0,0,0,0,0,0,1}
    table: float[3,8] = {1,2,3,4,5,6,7,8,8,7,6,5,4,3,2,1,1,1,2,2,3,3,4,4}
    e1 = MatMul(audio, we) "/encoder/proj/MatMul"
    states = Relu(e1) "/encoder/act/Relu"
    embedded = Gather(table, tokens) "/decoder/embed/Gather"
    turned = Transpose(states) {perm: 0 2 1} "/decoder/layers.0/cross/Transpose"
    scores = MatMul(embedded, turned) "/decoder/layers.0/cross/MatMul"
    weights = Softmax(scores) "/decoder/layers.0/cross/Softmax"
    mixed = MatMul(weights, states) "/decoder/layers.0/cross/MatMul_1"
    logits = Add(mixed, embedded) "/decoder/head/Add"
    logits -> float[N,T,8]
)";

} // namespace

/// What a new user of the editing commands wants to do, from beginning to end.
class TestEditWalkthroughs : public QObject {
    Q_OBJECT

private slots:
    void cutsTheDecoderOutAndRunsIt();
    void makesTheBatchDynamic();
    void findsAndFixesAWrongPad();
    void quantisesAndSeesWhatItCosts();
    void mendsAModelThatOthersRefuse();

private:
    void write(const QString& name, const std::string& graph) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(testing::modelBytesFromText(graph)));
    }
    QByteArray content(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    CliOutcome opscope(const QStringList& arguments) const
    {
        return cli(arguments, m_folder.path());
    }
    QStringList rulesOf(const QString& model) const
    {
        QStringList rules;
        const auto found = opscope({ "check", model, "--format", "json" }).json();
        for (const auto& problem : found["problems"].toArray())
            rules += problem.toObject()["rule"].toString();
        return rules;
    }
    QTemporaryDir m_folder;
};

void TestEditWalkthroughs::cutsTheDecoderOutAndRunsIt()
{
    write("speech.onnx", speechModel);
    const auto cut
        = opscope({ "extract", "speech.onnx", "--scope", "/decoder", "-o", "decoder.onnx" });
    QVERIFY2(cut.code == 0, qPrintable(cut.err));
    QCOMPARE(rulesOf("decoder.onnx"), QStringList());
    const auto made
        = opscope({ "inspect", "decoder.onnx", "--format", "json" }).json()["inputs"].toArray();
    QCOMPARE(made.size(), 2);
    const QStringList sizes { "--dim", "N=2", "--dim", "T=3", "--optimize", "none" };
    const auto whole = opscope(QStringList { "run", "speech.onnx", "--save", "whole", "--capture",
                                   "states", "--input", "tokens=ones" }
        + sizes);
    QVERIFY2(whole.code == 0, qPrintable(whole.err));
    const auto part = opscope(QStringList { "run", "decoder.onnx", "--save", "part", "--input",
                                  "states=file:whole/capture_0.pb", "--input", "tokens=ones" }
        + sizes);
    QVERIFY2(part.code == 0, qPrintable(part.err));
    QVERIFY(!content("whole/output_0.pb").isEmpty());
    QCOMPARE(content("part/output_0.pb"), content("whole/output_0.pb"));
}

void TestEditWalkthroughs::makesTheBatchDynamic()
{
    write("fixed.onnx",
        "x: float[1,4]\nw: float[4,2] = {1,2,3,4,5,6,7,8}\ny = MatMul(x, w)\ny -> float[1,2]");
    const auto edited = opscope({ "edit", "fixed.onnx", "--set", "value/x.type=float[batch,4]",
        "--set", "value/y.type=float[batch,2]", "-o", "dynamic.onnx" });
    QVERIFY2(edited.code == 0, qPrintable(edited.err));
    QCOMPARE(rulesOf("dynamic.onnx"), QStringList());
    const auto run = opscope({ "run", "dynamic.onnx", "--dim", "batch=5", "--format", "json" });
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QCOMPARE(
        run.json()["outputs"].toArray()[0].toObject()["shape"].toArray(), (QJsonArray { 5, 2 }));
}

void TestEditWalkthroughs::findsAndFixesAWrongPad()
{
    write("pad.onnx",
        "x: float[1,1,4,4]\nw: float[1,1,3,3] = {1,1,1,1,1,1,1,1,1}\n"
        "c = Conv(x, w) {pads: 1 0 1 0} \"conv1\"\ny = Add(c, x) \"sum\"\ny -> float[1,1,4,4]");
    const auto before = opscope({ "check", "pad.onnx" });
    QVERIFY2(before.out.contains("sum"), qPrintable(before.out));
    const auto fixed = opscope({ "edit", "pad.onnx", "--set", "node/conv1.pads=[1,1,1,1]", "-o",
        "fixed_pad.onnx", "--format", "json" });
    QVERIFY2(fixed.code == 0, qPrintable(fixed.err));
    QVERIFY(!fixed.json()["findings_mended"].toArray().isEmpty());
    QCOMPARE(rulesOf("fixed_pad.onnx"), QStringList());
    QCOMPARE(opscope({ "run", "fixed_pad.onnx" }).code, 0);
}

void TestEditWalkthroughs::quantisesAndSeesWhatItCosts()
{
    QString weights;
    for (int i = 0; i < 64 * 64; ++i)
        weights += QString::number((i * 37 % 101) / 50.0 - 1) + u',';
    write("float.onnx",
        QStringLiteral("opset 21\nx: float[8,64]\nw: float[64,64] = {%1}\n"
                       "y = MatMul(x, w) \"product\"\ny -> float[8,64]")
            .arg(weights.chopped(1))
            .toStdString());
    const auto done = opscope(
        { "quantize", "float.onnx", "--scheme", "8bit", "-o", "codes.onnx", "--format", "json" });
    QVERIFY2(done.code == 0, qPrintable(done.err));
    QVERIFY(content("codes.onnx").size() < content("float.onnx").size() / 2);
    QVERIFY2(done.out.contains("product"), qPrintable(done.out)); // with its error
    QCOMPARE(opscope({ "run", "codes.onnx" }).code, 0);
}

void TestEditWalkthroughs::mendsAModelThatOthersRefuse()
{
    write("refused.onnx",
        "x: float[2]\ny = Neg(a) \"n\"\na = Abs(b) \"n\"\nb = Relu(x) \"n\"\ny -> float[2]");
    QVERIFY(rulesOf("refused.onnx").contains("nodes-unsorted"));
    const auto mended
        = opscope({ "edit", "refused.onnx", "--repair", "-o", "mended.onnx", "--format", "json" });
    QVERIFY2(mended.code == 0, qPrintable(mended.err));
    QCOMPARE(mended.json()["steps"].toArray().size(), 2); // order and names of the nodes
    QCOMPARE(rulesOf("mended.onnx"), QStringList());
}

QTEST_GUILESS_MAIN(TestEditWalkthroughs)
#include "tst_edit_walkthroughs.moc"
