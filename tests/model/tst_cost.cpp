#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/statistics.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QTest>
#include <filesystem>

namespace fs = std::filesystem;

/// Work of operators, counted by hand, and of whole models, as other tools count them.
class TestCost : public QObject {
    Q_OBJECT

private slots:
    void countsWork_data();
    void countsWork();
    void saysWhyItDoesNotKnow();
    void addsUpModels_data();
    void addsUpModels();
    void countsOperatorsAndWeights();
    void listsFreeDimensions();
    void countsUnboundDimensionsAsOne();
};

void TestCost::countsWork_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<qulonglong>("multiplyAdds");
    QTest::addColumn<qulonglong>("otherFlops");
    QTest::addColumn<qulonglong>("bytes");
    const auto row = [](const char* name, const char* graph, qulonglong multiplyAdds,
                         qulonglong otherFlops, qulonglong bytes) {
        QTest::newRow(name) << QString(graph) << multiplyAdds << otherFlops << bytes;
    };
    // N * Cout * out * (Cin / group) * kernel = 2 * 8 * 36 * 3 * 9
    row("Conv", "x: float[2,3,8,8]\nw: float[8,3,3,3]\ny = Conv(x, w)\ny ->", 15552, 0,
        4 * (384 + 216 + 576));
    const auto contrib = [&](const char* name, const char* graph, qulonglong multiplyAdds,
                             qulonglong otherFlops, qulonglong bytes) {
        row(name, (std::string("opset com.microsoft 1\n") + graph).c_str(), multiplyAdds,
            otherFlops, bytes);
    };
    contrib("FusedConv with a tensor added",
        "x: float[2,3,8,8]\nw: float[8,3,3,3]\nz: float[2,8,6,6]\n"
        "y = com.microsoft:FusedConv(x, w,, z)\ny ->",
        15552, 576, 4 * (384 + 216 + 2 * 576));
    contrib("MatMulNBits",
        "a: float[5,64]\nb: uint8[7,4,8]\ns: float[28]\n"
        "y = com.microsoft:MatMulNBits(a, b, s) {K: 64; N: 7; block_size: 16}\ny ->",
        5 * 7 * 64, 0, 4 * (320 + 28 + 35) + 224);
    // Projections 2 * 3 * 8 * 24, scores and sums 2 * 2 * 3 * 3 * (4 + 4), softmax 4 per score.
    contrib("Attention of com.microsoft",
        "x: float[2,3,8]\nw: float[8,24]\nb: float[24]\n"
        "y = com.microsoft:Attention(x, w, b) {num_heads: 2}\ny ->",
        1152 + 288, 144, 4 * (48 + 192 + 24 + 48));
    // Five tokens, two experts each, of 2 * 4 * 6 weights.
    contrib("MoE",
        "x: float[5,4]\np: float[5,3]\na: float[3,6,4]\nb: float[3,4,6]\n"
        "y = com.microsoft:MoE(x, p, a,, b) {k: 2}\ny ->",
        480, 0, 4 * (20 + 15 + 72 + 72 + 20));
    row("Conv in groups with a bias",
        "x: float[1,4,4,4]\nw: float[4,2,1,1]\nb: float[4]\ny = Conv(x, w, b) {group: 2}\ny ->",
        128, 64, 4 * (64 + 8 + 4 + 64));
    row("ConvTranspose", "x: float[1,2,3,3]\nw: float[2,4,2,2]\ny = ConvTranspose(x, w)\ny ->",
        18 * 16, 0, 4 * (18 + 32 + 64));
    row("MatMul", "x: float[5,2,3]\nw: float[3,4]\ny = MatMul(x, w)\ny ->", 120, 0,
        4 * (30 + 12 + 40));
    row("Gemm", "x: float[3,2]\nw: float[3,4]\nb: float[4]\ny = Gemm(x, w, b) {transA: 1}\ny ->",
        24, 8, 4 * (6 + 12 + 4 + 8));
    row("MaxPool", "x: float[1,1,4,4]\ny = MaxPool(x) {kernel_shape: 2 2; strides: 2 2}\ny ->", 0,
        16, 4 * (16 + 4));
    row("Add with a scalar", "x: float[2,3]\nb: float[]\ny = Add(x, b)\ny ->", 0, 6,
        4 * (6 + 1 + 6));
    row("Softmax", "x: float[2,3]\ny = Softmax(x)\ny ->", 0, 24, 48);
    row("Gather touches rows, not the table",
        "t: float[1000,8]\ni: int64[3]\ny = Gather(t, i)\ny ->", 0, 0, 4 * 24 * 2 + 24);
    row("Reshape moves nothing", "x: float[2,3]\ns: int64[1] = {6}\ny = Reshape(x, s)\ny ->", 0, 0,
        0);
    // T * B * gates * H * (I + H) = 5 * 2 * 4 * 8 * (3 + 8)
    row("LSTM",
        "x: float[5,2,3]\nw: float[1,32,3]\nr: float[1,32,8]\ny = LSTM(x, w, r) {hidden_size: "
        "8}\ny ->",
        3520, 720, 4 * (30 + 96 + 256 + 80));
    row("Einsum",
        "x: float[2,3,4]\nw: float[2,4,5]\ny = Einsum(x, w) {equation: bij,bjk->bik}\ny ->", 120, 0,
        4 * (24 + 40 + 30));
}

void TestCost::countsWork()
{
    QFETCH(QString, graph);
    QFETCH(qulonglong, multiplyAdds);
    QFETCH(qulonglong, otherFlops);
    QFETCH(qulonglong, bytes);
    const auto analysis = model::analyse(testing::modelFromGraphText(graph.toStdString()));
    QCOMPARE(analysis->unknownCosts, std::size_t(0));
    QCOMPARE(qulonglong(analysis->total.multiplyAdds), multiplyAdds);
    QCOMPARE(qulonglong(analysis->total.otherFlops), otherFlops);
    QCOMPARE(qulonglong(analysis->total.bytes()), bytes);
}

void TestCost::saysWhyItDoesNotKnow()
{
    const auto model = testing::modelFromGraphText(
        "x: float[?,3]\nw: float[3,4]\na = MatMul(x, w)\ny = Frobnicate(a)\ny ->");
    const auto open = model::analyse(model);
    QCOMPARE(open->unknownCosts, std::size_t(2));
    QCOMPARE(open->costs[0].reason, std::string("the shape of input 0 is not known"));
    QCOMPARE(open->costs[1].reason, std::string("the operator is not known"));
    // A cache that does not grow is a buffer: its length is not what is attended to.
    const auto cached = [](int total) {
        const auto attention = testing::modelFromGraphText(
            "opset com.microsoft 1\nq: float[1,1,32]\nk: float[1,1,16]\nv: float[1,1,16]\n"
            "a: float[1,2,64,8]\nb: float[1,2,64,8]\nl: int32[1]\nt: int32[1] = {"
            + std::to_string(total)
            + "}\ny, d, e = com.microsoft:GroupQueryAttention(q, k, v, a, b, l, t) "
              "{num_heads: 4; kv_num_heads: 2}\ny ->");
        return model::analyse(attention)->costs[0];
    };
    QCOMPARE(cached(10).reason,
        std::string("the cache is a buffer of 64 positions, and how many of them are filled is "
                    "known when it runs only"));
    QVERIFY(cached(65).isKnown);
    QVERIFY(!open->costs[0].isKnown);
}

void TestCost::addsUpModels_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("millions");
    QTest::newRow("lenet5") << "lenet5-ezkl" << 0.417;
    QTest::newRow("fastestdet") << "fastestdet" << 121.5;
    QTest::newRow("squeezenet") << "light-squeezenet" << 349.2;
    QTest::newRow("resnet50") << "light-resnet50" << 4089.2;
    QTest::newRow("shufflenet") << "light-shufflenet" << 124.7;
}

void TestCost::addsUpModels()
{
    QFETCH(QString, model);
    QFETCH(double, millions);
    const auto path = testing::dataDir() / "models" / model.toStdString() / "model.onnx";
    if (!fs::exists(path))
        QSKIP("the shared test models are not here (OPSCOPE_TEST_DATA)");
    const auto opened = model::onnx::openModel(path);
    QVERIFY(opened);
    model::Binding binding;
    const auto open = model::analyse(*opened);
    for (const auto& free : open->freeDimensions)
        binding[free.name] = 1;
    const auto analysis = model::analyse(*opened, binding);
    QCOMPARE(analysis->unknownCosts, std::size_t(0));
    const auto found = static_cast<double>(analysis->total.multiplyAdds) / 1e6;
    QVERIFY2(std::abs(found - millions) <= 0.0006 * millions + 0.0005,
        qPrintable(QString::number(found)));
}

void TestCost::countsOperatorsAndWeights()
{
    const auto model = testing::modelFromGraphText(
        "x: float[2]\nw: float[2] = {1,2}\ni: int64[1] = {0}\na = Add(x, "
        "w)\nb = Add(a, w)\ny = Gather(b, i)\ny ->");
    const auto statistics = model::statisticsOf(*model);
    QCOMPARE(statistics.nodes, std::size_t(3));
    QCOMPARE(statistics.operators.front().type, std::string("Add"));
    QCOMPARE(statistics.operators.front().nodes, std::size_t(2));
    QCOMPARE(statistics.weights.size(), std::size_t(2));
    QCOMPARE(statistics.weights[0].bytes, std::uint64_t(8));
    const auto analysis = model::analyse(model);
    QCOMPARE(analysis->parameters, std::uint64_t(3));
    QCOMPARE(analysis->weightBytes, std::uint64_t(16));
}

void TestCost::countsUnboundDimensionsAsOne()
{
    const auto model = testing::modelFromGraphText(
        "x: float[batch,2,seq]\nw: float[seq,4]\ny = MatMul(x, w)\ny ->");
    const auto loose = model::analyse(model, { { "seq", 3 } });
    QCOMPARE(loose->unknownCosts, std::size_t(0));
    QCOMPARE(loose->total.multiplyAdds, std::uint64_t(1 * 2 * 3 * 4));
    QCOMPARE(loose->assumedSizes(), std::string("batch = 1"));
    // The picture still shows what the file says.
    QCOMPARE(model::typeText(loose->type(model->main().outputs[0])), std::string("batch×2×4 fp32"));

    const auto bound = model::analyse(model, { { "seq", 3 }, { "batch", 5 } });
    QCOMPARE(bound->total.multiplyAdds, std::uint64_t(5 * 2 * 3 * 4));
    QVERIFY(bound->assumedSizes().empty());
}

void TestCost::listsFreeDimensions()
{
    const auto analysis = model::analyse(
        testing::modelFromGraphText("x: float[batch,seq]\nz: float[batch]\ny = Relu(x)\ny ->"));
    QCOMPARE(analysis->freeDimensions.size(), std::size_t(2));
    QCOMPARE(analysis->freeDimensions[0].name, std::string("batch"));
    QCOMPARE(analysis->freeDimensions[0].usedBy.size(), std::size_t(2));
    QCOMPARE(analysis->freeDimensions[1].name, std::string("seq"));
}

QTEST_GUILESS_MAIN(TestCost)
#include "tst_cost.moc"
