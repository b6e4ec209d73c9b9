#include "model/edit/document.h"
#include "model/edit/quantise/quantise.h"
#include "tests/model/edit/model_text.h"
#include "tests/support/graph_text.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
using namespace model;
using namespace model::edit;

namespace {

using testing::editedBytes;
using testing::modelText;

/// Elements for a weight, all different.
std::string elements(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + std::to_string((i * 37 % 101 - 50) / 64.0);
    return "{" + text + "}";
}

/// The table of the tokens is the last product's weights; the Gemm reads its weights by output.
std::string language()
{
    return R"(
        i: int64[4]
        table: float[64,32] = )"
        + elements(2048) + R"(
        w: float[32,64] = )"
        + elements(2048) + R"(
        g: float[32,64] = )"
        + elements(2048) + R"(
        b: float[32] = )"
        + elements(32) + R"(
        x = Gather(table, i) "embed"
        h = MatMul(x, w) "product"
        y = Gemm(h, g, b) {transB: 1} "dense"
        t = Transpose(table) {perm: 1 0} "turn"
        o = MatMul(y, t) "head"
        o -> float[4,64]
    )";
}

/// A product of two constants, of which one has fewer elements than a weight.
std::string constants()
{
    return "i: float[4,64]\nc: float[4,32] = " + elements(128) + "\nw: float[32,64] = "
        + elements(2048) + "\nh = MatMul(c, w)\ny = Add(h, i)\ny -> float[4,64]";
}

std::string images()
{
    return R"(
        x: float[1,8,6,6]
        k1: float[16,8,3,3] = )"
        + elements(1152) + R"(
        b1: float[16] = )"
        + elements(16) + R"(
        k2: float[16,16,3,3] = )"
        + elements(2304) + R"(
        w: float[144,16] = )"
        + elements(2304) + R"(
        c = Conv(x, k1, b1) {pads: 1 1 1 1} "first"
        r = Relu(c) "act"
        d = Conv(r, k2) {pads: 1 1 1 1} "second"
        a = Add(d, r) "sum"
        p = MaxPool(a) {kernel_shape: 2 2, strides: 2 2} "pool"
        f = Flatten(p) "flat"
        y = MatMul(f, w) "last"
        y -> float[1,16]
    )";
}

constexpr auto ranges = R"("ranges":{"x":[-1,1],"r":[0,4],"d":[-2,2],"a":[-2,6],"f":[-2,5]})";

struct Row {
    const char* name;
    std::string (*graph)();
    std::string script;
    const char* says;
    std::vector<const char*> has;
    std::vector<const char*> lacks;
};

const Row rows[] {
    { "4 bits in blocks", language, R"({"op":"quantizeWeights"})",
        "quantised the weights of 4 nodes to 4 bits in blocks of 32",
        { "com.microsoft 1", "init w_codes uint8 64×1×16", "init w_scales fp32 64×1",
            "[product] h = com.microsoft.MatMulNBits <K = 32, N = 64, bits = 4, block_size = 32> "
            "(x, w_codes, w_scales)",
            // The table has 8 bits, and the head reads the same bytes.
            "init table_codes uint8 64×32",
            "[embed] x = com.microsoft.GatherBlockQuantized <bits = 8, block_size = 32, "
            "gather_axis = 0, quantize_axis = 1> (table_codes, i, table_scales)",
            "table_codes_blocks = Reshape (table_codes, table_codes_shape)",
            "[head] o = com.microsoft.MatMulNBits <K = 32, N = 64, bits = 8, block_size = 32> (y, "
            "table_codes_blocks, table_scales)",
            "init g_codes uint8 32×2×16",
            "[dense] y_product = com.microsoft.MatMulNBits <K = 64, N = 32, bits = 4, block_size "
            "= 32> (h, g_codes, g_scales)",
            "y = Add (y_product, b)" },
        { "init w fp32", "init table fp32", "init g fp32", "turn" } },
    { "asymmetric, tables with 4 bits", language,
        R"({"op":"quantizeWeights","zero_points":"asymmetric","tables":"4bit","block":16})",
        "in blocks of 16",
        { "init w_zero_points uint8 64×1", "(x, w_codes, w_scales, w_zero_points)",
            "init table_codes uint8 64×16", "init g_zero_points uint8 32×2" },
        {} },
    { "tables kept", language, R"({"op":"quantizeWeights","tables":"keep","bits":8})",
        "quantised the weights of 3 nodes to 8 bits in blocks of 32; 1 left as they are",
        { "init table fp32 64×32", "x = Gather (table, i)", "init table_codes uint8 64×1×32",
            "[head] o = com.microsoft.MatMulNBits" },
        { "turn" } },
    { "dynamic", language, R"({"op":"quantizeDynamic","tied_products":"integer"})",
        "quantised 4 nodes dynamically",
        { "init table_codes int8 64×32", "init table_codes_row_scales fp32 64×1",
            "x_quantized, x_scale, x_zero_point = DynamicQuantizeLinear (x)",
            "[product] h_matmulinteger = MatMulInteger (x_quantized, w_codes, x_zero_point)",
            "h_cast = Cast <to = 1> (h_matmulinteger)", "h_mul = Mul (x_scale, w_codes_scales)",
            "h = Mul (h_cast, h_mul)", "init g_codes int8 64×32", "y = Add (y_mul_1, b)",
            "table_codes_transposed = Transpose (table_codes)",
            "[head] o_matmulinteger = MatMulInteger (y_quantized, table_codes_transposed, "
            "y_zero_point)",
            "[embed] x_gather = Gather (table_codes, i)", "x = Mul (x_cast, x_gather_1)" },
        { "init w fp32", "init table fp32", "turn" } },
    { "dynamic, the head in floats", language, R"({"op":"quantizeDynamic"})",
        "quantised 3 nodes dynamically to 8 bits; 1 left as they are",
        { "table_codes_cast = Cast <to = 1> (table_codes)",
            "table_codes_dequantized = Mul (table_codes_cast, table_codes_row_scales)",
            "[turn] t = Transpose <perm = [1, 0]> (table_codes_dequantized)",
            "[head] o = MatMul (y, t)" },
        { "init table fp32" } },
    { "dynamic, a constant as input", constants, R"({"op":"quantizeDynamic"})",
        "quantised 1 node dynamically",
        { "init c fp32 4×32", "DynamicQuantizeLinear (c)", "init w_codes int8 32×64" },
        { "init w fp32", "Constant" } },
    { "dynamic, one scale for a weight", language,
        R"({"op":"quantizeDynamic","scales":"per_tensor"})", "3 nodes",
        { "init w_codes_scales fp32 scalar", "init table_codes_row_scales fp32 64×1" }, {} },
    { "dynamic, a table kept", language,
        R"({"op":"quantizeDynamic","scales":"per_tensor","keep_nodes":["embed"]})", "2 left",
        { "t = Transpose <perm = [1, 0]> (table)", "x = Gather (table, i)" }, { "row_scales" } },
    { "static", images, std::string(R"({"op":"quantizeStatic",)") + ranges + "}",
        "quantised 4 nodes and 6 activations to 8 bits with fixed ranges",
        { "x_quantized = QuantizeLinear (x, x_scale, x_zero_point)",
            "x_dequantized = DequantizeLinear (x_quantized, x_scale, x_zero_point)",
            "init k1_quantized int8 16×8×3×3", "init k1_scale fp32 16",
            "init b1_quantized int32 16",
            "k1_dequantized = DequantizeLinear <axis = 0> (k1_quantized, k1_scale, k1_zero_point)",
            "[first] c = Conv <pads = [1, 1, 1, 1]> (x_dequantized, k1_dequantized, "
            "b1_dequantized)\n[act] r = Relu (c)",
            "r_quantized = QuantizeLinear (r, r_scale, r_zero_point)",
            "[sum] a = Add (d_dequantized, r_dequantized)",
            // What only moves elements has the range of its input.
            "p_quantized = QuantizeLinear (p, a_scale, a_zero_point)",
            "f_quantized = QuantizeLinear (f, a_scale, a_zero_point)",
            "w_dequantized = DequantizeLinear <axis = 1>",
            "[last] y = MatMul (f_dequantized, w_dequantized)" },
        { "c_quantized", "y_quantized", "init k1 fp32", "init b1 fp32", "init w fp32" } },
    { "static for TensorRT", images,
        std::string(R"({"op":"quantizeStatic","profile":"tensorrt",)") + ranges + "}",
        "6 activations",
        { "init x_zero_point int8 scalar", "(x_dequantized, k1_dequantized, b1)", "init b1 fp32" },
        {} },
    { "static, parts kept", images,
        std::string(
            R"({"op":"quantizeStatic","keep_types":["Add"],"keep_nodes":["graph/node[6]"],)")
            + ranges + "}",
        "quantised 2 nodes and 3 activations to 8 bits with fixed ranges; 1 left",
        { "a = Add (d_dequantized, r_dequantized)", "p = MaxPool", "y = MatMul (f, w)" },
        { "a_quantized" } },
};

struct Refusal {
    const char* name;
    std::string graph;
    std::string script;
    const char* message;
};

std::string product(const std::string& lines)
{
    return "x: float[4,32]\n" + lines + "\ny = MatMul(x, w) \"product\"\ny -> float[4,?]";
}

const Refusal refusals[] {
    { "a weight that a run may replace",
        product("w: float[32,64]\nw: float[32,64] = " + elements(2048)),
        R"({"op":"quantizeWeights"})", "is also an input, which a run may replace" },
    { "a computed weight", product("v: float[32,64]\nw = Relu(v)"), R"({"op":"quantizeWeights"})",
        "no node can be quantised: 1 node: its weight is computed" },
    { "a small weight", product("w: float[32,4] = " + elements(128)), R"({"op":"quantizeDynamic"})",
        "1 node: its weight has fewer than 1024 elements" },
    { "no operator", "x: float[4]\ny = Relu(x)\ny -> float[4]", R"({"op":"quantizeWeights"})",
        "the main graph has no operator with weights" },
    { "bits", language(), R"({"op":"quantizeWeights","bits":3})",
        "the bits are 3, expected 4 or 8" },
    { "a block", language(), R"({"op":"quantizeWeights","block":48})",
        "a block has 48 elements, expected 16, 32" },
    { "a word", language(), R"({"op":"quantizeWeights","tables":"2bit"})",
        "tables is \"2bit\", expected 8bit, 4bit or keep" },
    { "an unknown node", language(), R"({"op":"quantizeWeights","keep_nodes":["none"]})",
        "no node to keep is called \"none\"" },
    { "an unknown operator", language(), R"({"op":"quantizeWeights","keep_types":["LSTM"]})",
        "the model has no operator \"LSTM\" to keep" },
    { "a missing range", images(), R"({"op":"quantizeStatic","ranges":{"x":[0,1]}})",
        "has no range" },
    { "a broken range", images(), R"({"op":"quantizeStatic","ranges":{"x":[0]}})",
        "the range of \"x\" is not [lowest, highest]" },
    { "a range the wrong way", product("w: float[32,64] = " + elements(2048)),
        R"({"op":"quantizeStatic","ranges":{"x":[1,-1]}})",
        "expected two finite numbers in order" },
    { "an old opset", "opset 11\n" + product("w: float[32,64] = " + elements(2048)),
        R"({"op":"quantizeStatic","ranges":{"x":[-1,1]}})",
        "the model imports opset 11 of ai.onnx, but QuantizeLinear with these scales needs 13" },
};

} // namespace

class TestQuantise : public QObject {
    Q_OBJECT

private slots:
    void quantisesAndTakesBack_data();
    void quantisesAndTakesBack();
    void refusesWithoutChangingAnything_data();
    void refusesWithoutChangingAnything();
    void savesWhatWasMade();
    void saysWhatIsLeft();

private:
    std::unique_ptr<Document> opened(const std::string& graph)
    {
        const auto path = fs::path(m_folder.path().toStdString()) / "model.onnx";
        std::ofstream(path, std::ios::binary) << testing::modelBytesFromText(graph);
        auto document = Document::open(path);
        return document ? *std::move(document) : nullptr;
    }
    static std::string apply(Document& document, const std::string& script)
    {
        const auto operations = operationsFrom(script);
        if (!operations)
            return "not read: " + operations.error().message();
        const auto said = document.apply(operations->front());
        return said ? *said : "refused: " + said.error().message();
    }
    QTemporaryDir m_folder;
};

void TestQuantise::quantisesAndTakesBack_data()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < int(std::size(rows)); ++i)
        QTest::newRow(rows[i].name) << i;
}

void TestQuantise::quantisesAndTakesBack()
{
    QFETCH(int, number);
    const auto& row = rows[number];
    const auto document = opened(row.graph());
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto findings = document->model()->diagnostics.size();
    const auto said = apply(*document, row.script);
    QVERIFY2(said.find(row.says) != std::string::npos, said.c_str());
    const auto text = modelText(*document->model());
    for (const auto* const part : row.has)
        QVERIFY2(text.find(part) != std::string::npos, (part + ("\nin\n" + text)).c_str());
    for (const auto* const part : row.lacks)
        QVERIFY2(text.find(part) == std::string::npos, (part + ("\nin\n" + text)).c_str());
    QCOMPARE(document->model()->diagnostics.size(), findings);
    const auto edited = editedBytes(*document);
    QVERIFY(document->undo());
    QVERIFY(editedBytes(*document) == original);
    QVERIFY(document->redo());
    QVERIFY(editedBytes(*document) == edited);
}

void TestQuantise::refusesWithoutChangingAnything_data()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < int(std::size(refusals)); ++i)
        QTest::newRow(refusals[i].name) << i;
}

void TestQuantise::refusesWithoutChangingAnything()
{
    QFETCH(int, number);
    const auto& row = refusals[number];
    const auto document = opened(row.graph);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = apply(*document, row.script);
    QVERIFY2(said.find(row.message) != std::string::npos, said.c_str());
    QVERIFY(editedBytes(*document) == original);
    QVERIFY(!document->canUndo());
}

void TestQuantise::savesWhatWasMade()
{
    const auto document = opened(language());
    QVERIFY(document);
    QVERIFY(apply(*document, R"({"op":"quantizeWeights"})").starts_with("quantised"));
    const auto path = fs::path(m_folder.path().toStdString()) / "saved.onnx";
    QVERIFY(document->file().save(path));
    const auto saved = Document::open(path);
    QVERIFY(saved);
    QCOMPARE(modelText(*(*saved)->model()), modelText(*document->model()));
    QCOMPARE(fs::file_size(path), document->model()->fileBytes);
}

void TestQuantise::saysWhatIsLeft()
{
    QuantiseOptions options;
    options.keptTypes = { "Gemm" };
    const auto document = opened(language());
    QVERIFY(document);
    const auto plan = planQuantisation(*document->model(), options);
    QVERIFY(plan);
    QCOMPARE(plan->nodes.size(), 3UL);
    QCOMPARE(plan->left.size(), 1UL);
    QCOMPARE(plan->left.front().reason, std::string("operators Gemm are kept"));
}

QTEST_GUILESS_MAIN(TestQuantise)
#include "tst_quantise.moc"
