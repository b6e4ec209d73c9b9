#include "model/checks/checker.h"
#include "model/checks/rules.h"
#include "model/inference/analysis.h"
#include "tests/support/graph_text.h"

#include <QTest>
#include <algorithm>
#include <set>

namespace {

support::Diagnostics findings(const std::shared_ptr<const model::Model>& model)
{
    auto all = model->diagnostics;
    const auto analysis = model::analyse(model);
    all.insert(all.end(), analysis->diagnostics.begin(), analysis->diagnostics.end());
    return all;
}

QString listed(const support::Diagnostics& diagnostics)
{
    QString text;
    for (const auto& finding : diagnostics)
        text += QString::fromStdString(
            finding.code + " @ " + finding.where.path + ": " + finding.message + "\n");
    return text;
}

} // namespace

/// One good and one bad row per check.
class TestChecker : public QObject {
    Q_OBJECT

private slots:
    void findsWhatIsWrong_data();
    void findsWhatIsWrong();
    void comparesDefaultsWithTheirInputs_data();
    void comparesDefaultsWithTheirInputs();
    void namesWhereAndWhat();
    void groupsRepeatedFindings();
};

void TestChecker::findsWhatIsWrong_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("code"); // empty: nothing to find
    const auto row = [](const char* name, const char* graph, const char* code) {
        QTest::newRow(name) << QString(graph) << QString(code);
    };
    row("a sound model", "x: float[2]\ny = Relu(x)\ny -> float[2]", "");
    row("unknown operator", "x: float[2]\ny = Frobnicate(x)\ny -> float[2]", "operator-unknown");
    row("operator of a later opset", "opset 11\nx: float[2]\ny = Gelu(x)\ny -> float[2]",
        "operator-unknown");
    row("operator of somebody else's domain",
        "opset org.example 1\nx: float[2]\ny = org.example:Op(x)\ny -> float[2]",
        "operator-unknown");
    row("withdrawn operator",
        "opset 17\nx: float[1,1,2,2]\ns: float[4] = {1,1,2,2}\ny = Upsample(x, s)\ny -> "
        "float[1,1,4,4]",
        "operator-deprecated");
    row("too few inputs", "x: float[2]\ny = Add(x)\ny -> float[2]", "arity-input");
    row("too many inputs", "x: float[2]\ny = Relu(x, x)\ny -> float[2]", "arity-input");
    row("too many outputs", "x: float[2]\ny, z = Relu(x)\ny -> float[2]", "arity-output");
    row("required input left out", "x: float[2]\ny = Add(,x)\ny -> float[2]", "arity-input");
    row("optional input left out", "x: float[2]\nm: float[] = {1}\ny = Clip(x,,m)\ny -> float[2]",
        "");
    row("missing attribute", "x: float[2]\ny = Cast(x)\ny -> float[2]", "attribute-missing");
    row("a Constant without a value", "x: float[2]\nc = Constant()\ny = Add(x, c)\ny -> float[2]",
        "attribute-missing");
    row("unknown attribute", "x: float[2]\ny = Relu(x) {slope: 1}\ny -> float[2]",
        "attribute-unknown");
    row("attribute of another version",
        "opset 13\nx: float[1]\ny = Squeeze(x) {axes: 0}\ny -> float[]", "attribute-version");
    row("attribute of another kind", "x: float[2,2]\ny = Softmax(x) {axis: last}\ny -> float[2,2]",
        "attribute-kind");
    row("attribute twice", "x: float[2,2]\ny = Softmax(x) {axis: 1; axis: 0}\ny -> float[2,2]",
        "attribute-duplicate");
    row("word that the operator does not know",
        "opset 18\nx: float[2]\ni: int64[2]\ny = ScatterElements(x, i, x) {reduction: invalid}\n"
        "y -> float[2]",
        "attribute-value");
    row("word of an older version",
        "opset 20\nx: float[1,1,2,2]\ng: float[1,2,2,2]\ny = GridSample(x, g) {mode: bilinear}\n"
        "y -> float[1,1,2,2]",
        "");
    row("number out of its range", "x: float[1,2,2]\ny = LRN(x) {size: 0}\ny -> float[1,2,2]",
        "attribute-value");
    row("a way to resize that does not exist",
        "x: float[1,1,2,2]\ns: float[4] = {1,1,2,2}\ny = Resize(x,,s) {nearest_mode: nearest}\n"
        "y -> float[1,1,4,4]",
        "attribute-value");
    row("equation with two arrows", "x: float[2]\ny = Einsum(x) {equation: ->->}\ny -> float[]",
        "node-invalid");
    row("weights of five bits",
        "opset com.microsoft 1\nx: float[1,16]\nw: uint8[4,1,10]\ns: float[4]\n"
        "y = com.microsoft:MatMulNBits(x, w, s) {K: 16; N: 4; block_size: 16; bits: 5}\n"
        "y -> float[1,4]",
        "node-invalid");
    row("channels that have no halves",
        "opset com.microsoft 1\nx: float[1,2,5]\nb: float[5]\n"
        "y = com.microsoft:BiasSplitGelu(x, b)\ny -> float[1,2,2]",
        "input-invalid");
    row("word that an operator of ONNX Runtime does not know",
        "opset com.microsoft 1\nx: float[2,3]\ny = com.microsoft:CDist(x, x) {metric: cosine}\n"
        "y -> float[2,2]",
        "attribute-value");
    row("activation that no product has",
        "opset com.microsoft 1\nx: float[2,2]\n"
        "y = com.microsoft:FusedGemm(x, x) {activation: Sofplus}\ny -> float[2,2]",
        "attribute-value");
    row("activation of experts",
        "opset com.microsoft 1\nx: float[2,4]\nr: float[2,3]\nw: float[3,8,4]\nv: float[3,4,8]\n"
        "y = com.microsoft:MoE(x, r, w,, v) {activation_type: tanh}\ny -> float[2,4]",
        "attribute-value");
    row("direction of a recurrent layer",
        "x: float[5,1,7]\nw: float[1,8,7]\nr: float[1,8,8]\n"
        "y = RNN(x, w, r) {direction: backward; hidden_size: 8}\ny -> float[5,1,1,8]",
        "attribute-value");
    row("axis of a scale that the data do not have",
        "opset 21\nx: int8[4,6]\ns: float[6]\ny = DequantizeLinear(x, s) {axis: 2}\n"
        "y -> float[4,6]",
        "node-invalid");
    row("axis of blocks that the data do not have",
        "opset 21\nx: int8[4,6]\ns: float[4,2]\n"
        "y = DequantizeLinear(x, s) {axis: 5; block_size: 3}\ny -> float[4,6]",
        "node-invalid");
    row("a scale per block",
        "opset 21\nx: int8[4,7]\ns: float[4,3]\n"
        "y = DequantizeLinear(x, s) {axis: 1; block_size: 3}\ny -> float[4,7]",
        "");
    row("a scale for other blocks",
        "opset 21\nx: int8[4,7]\ns: float[4,3]\n"
        "y = DequantizeLinear(x, s) {axis: 1; block_size: 2}\ny -> float[4,7]",
        "input-invalid");
    row("a block of fewer than none",
        "opset 21\nx: int8[4,7]\ns: float[4,3]\n"
        "y = DequantizeLinear(x, s) {axis: 1; block_size: -2}\ny -> float[4,7]",
        "attribute-value");
    row("groups that cannot share channels",
        "x: float[1,5,4,4]\nw: float[5,2,3,3]\ny = ConvTranspose(x, w) {group: 2}\n"
        "y -> float[1,4,6,6]",
        "input-invalid");
    row("heads that the features cannot be cut into",
        "opset 23\nx: float[1,2,7]\ny = Attention(x, x, x) {q_num_heads: 2; kv_num_heads: 2}\n"
        "y -> float[1,2,7]",
        "input-invalid");
    row("heads that cannot be shared",
        "opset 23\nq: float[1,3,2,4]\nk: float[1,2,2,4]\ny = Attention(q, k, k)\n"
        "y -> float[1,3,2,4]",
        "node-invalid");
    row("heads of no number",
        "opset 23\nx: float[1,2,8]\nc: float[2,2]\ny = RotaryEmbedding(x, c, c, ) {}\n"
        "y -> float[1,2,8]",
        "node-invalid");
    row("more rotated than a head has",
        "opset 23\nx: float[1,2,2,4]\nc: float[1,2,3]\n"
        "y = RotaryEmbedding(x, c, c) {rotary_embedding_dim: 6}\ny -> float[1,2,2,4]",
        "node-invalid");
    row("no outputs", "x: float[2]\ny = Relu(x)", "interface-output");
    row("nothing at all", "", "interface-empty");
    row("output without a type", "x: float[2]\ny = Relu(x)\ny ->", "interface-type");
    row("output without a shape", "x: float[2]\ny = Relu(x)\ny -> float", "interface-shape");
    row("unused weight", "x: float[2]\nw: float[1] = {1}\ny = Relu(x)\ny -> float[2]",
        "unused-weight");
    row("unused node", "x: float[2]\ny = Relu(x)\nz = Relu(x)\ny -> float[2]", "unused-node");
    row("type that the operator does not take", "x: string[2]\ny = Relu(x)\ny -> string[2]",
        "input-type");
    row("two types that must be equal", "x: float[2]\nz: double[2]\ny = Add(x, z)\ny -> float[2]",
        "input-type-mismatch");
    row("two types that a later version takes",
        "opset 7\nx: float[2]\nz: int64[2]\ny = Pow(x, z)\ny -> float[2]", "input-type-mismatch");
    row("a sequence where a tensor is expected",
        "x: float[2]\ns = SequenceConstruct(x)\ny = Relu(s)\ny -> float[2]", "input-kind");
    row("shapes that do not fit", "x: float[2]\nz: float[3]\ny = Add(x, z)\ny -> float[2]",
        "input-invalid");
    row("declared type that contradicts", "x: float[2]\ny = Relu(x)\ny -> int64[2]",
        "type-conflict");
    row("declared shape that contradicts", "x: float[2]\ny = Relu(x)\ny -> float[3]",
        "type-conflict");
}

void TestChecker::findsWhatIsWrong()
{
    QFETCH(QString, graph);
    QFETCH(QString, code);
    const auto all = findings(testing::modelFromGraphText(graph.toStdString()));
    if (code.isEmpty()) {
        QVERIFY2(all.empty(), qPrintable(listed(all)));
        return;
    }
    QVERIFY2(std::ranges::any_of(
                 all, [&](const auto& finding) { return finding.code == code.toStdString(); }),
        qPrintable(listed(all)));
}

void TestChecker::comparesDefaultsWithTheirInputs_data()
{
    QTest::addColumn<QString>("declared");
    QTest::addColumn<bool>("isFound"); // as ONNX Runtime 1.32 refuses the file
    QTest::newRow("same") << "float[2]" << false;
    QTest::newRow("size left open") << "float[n]" << false;
    QTest::newRow("no shape") << "float" << false;
    QTest::newRow("other element type") << "float16[2]" << true;
    QTest::newRow("other size") << "float[3]" << true;
    QTest::newRow("other rank") << "float[2,1]" << true;
}

void TestChecker::comparesDefaultsWithTheirInputs()
{
    QFETCH(QString, declared);
    QFETCH(bool, isFound);
    // The graph text cannot write a default: the input gets the data of an initializer.
    const auto text = "x: " + declared.toStdString()
        + "\nd: float[2] = {1,2}\ny = Cast(x) {to: 1}\ny -> float[2]";
    auto model = *testing::modelFromGraphText(text);
    const auto named = [&](const char* name) {
        return std::ranges::find(model.values, name, &model::Value::name);
    };
    named("x")->initializer = named("d")->initializer;
    support::Diagnostics found;
    model::checks::checkInterface(model, found);
    QCOMPARE(std::ranges::count(found, "interface-default", &support::Diagnostic::code),
        isFound ? 1 : 0);
}

void TestChecker::namesWhereAndWhat()
{
    const auto all = findings(testing::modelFromGraphText(
        "x: float[2,3]\nw: float[4,5]\ny = MatMul(x, w)\ny -> float[2,5]"));
    QCOMPARE(all.size(), std::size_t(1));
    QCOMPARE(all[0].where.path, std::string("graph/node[0] (MatMul)/input[1]"));
    QCOMPARE(all[0].where.node, std::optional<std::uint32_t>(0));
    QCOMPARE(
        all[0].message, std::string("has 4 rows (4×5), but the first matrix has 3 columns (2×3)"));
}

void TestChecker::groupsRepeatedFindings()
{
    std::string graph = "x: float[2]\n";
    for (int i = 0; i < 20; ++i)
        graph += "y" + std::to_string(i) + " = Cast(x)\ny" + std::to_string(i) + " -> float[2]\n";
    auto all = findings(testing::modelFromGraphText(graph));
    std::erase_if(all, [](const auto& finding) { return finding.code != "attribute-missing"; });
    QCOMPARE(all.size(), std::size_t(3));
    QVERIFY2(all.back().message.ends_with("(and 17 more like this)"), all.back().message.c_str());
}

QTEST_GUILESS_MAIN(TestChecker)
#include "tst_checker.moc"
