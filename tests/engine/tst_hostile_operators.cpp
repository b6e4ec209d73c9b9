#include "tests/support/engine/hostile_run.h"

#include <QtTest>

#include <string>

/// Operators of models that are made to make the reference kernels write, read or loop beyond their
/// data. Each must be refused, with the reason, and models next to these limits must run.
class TestHostileOperators : public QObject {
    Q_OBJECT

private:
    static void addColumns()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("opset");
        QTest::addColumn<QString>("word");
    }

    static void row(
        const char* name, const std::string& model, const char* word = "", int opset = 21)
    {
        QTest::newRow(name) << QString::fromStdString(model) << opset << QString(word);
    }

    /// Runs the row's model. It must be refused with the row's word, or run if there is none.
    static void check()
    {
        QFETCH(QString, model);
        QFETCH(int, opset);
        QFETCH(QString, word);
        const auto found = QString::fromStdString(testing::refusalOf(model.toStdString(), opset));
        if (word.isEmpty())
            QCOMPARE(found, QString());
        else
            QVERIFY2(found.contains(word), qPrintable("'" + found + "' has no '" + word + "'"));
    }

private slots:
    /// Tensors without elements whose other sizes would bound a loop or overflow in a product.
    void sizesBesideZero_data()
    {
        addColumns();
        // `#` stands for 2^62.
        const auto huge = [](const char* name, const std::string& model, int opset = 21) {
            std::string text = model;
            for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos;)
                text.replace(at, 1, "4611686018427387904");
            row(name, text + "\noutput y", "without elements", opset);
        };
        huge("Gather", "input x: float # 1 0\nweight i: int64 1 = 0\ny = Gather(x, i) {axis: 1}");
        huge("GatherND", "input x: float 0\ninput i: int64 # 0\ny = GatherND(x, i)");
        huge("Compress", "input x: float # 0\ninput c: bool 0\ny = Compress(x, c) {axis: 1}");
        huge(
            "ReverseSequence", "input x: float # 1 0\ninput l: int64 1\ny = ReverseSequence(x, l)");
        huge("EyeLike", "input x: float # 0\ny = EyeLike(x)");
        huge("TopK", "input x: float # 0\nweight k: int64 1 = 0\ny, i = TopK(x, k)");
        huge("CumSum", "input x: float # 0\nweight a: int64 = 1\ny = CumSum(x, a)");
        huge("CumProd", "input x: float # 0\nweight a: int64 = 1\ny = CumProd(x, a)", 26);
        huge("Unique", "input x: float # 2 0\ny = Unique(x) {axis: 1}");
        huge("LpNormalization", "input x: float # 0\ny = LpNormalization(x)");
        huge("BatchNormalization",
            "input x: float # 1 0\ninput s: float 1\ny = BatchNormalization(x, s, s, s, s)");
        huge("TensorScatter", "input c: float 1 # 1 0\ny = TensorScatter(c, c)", 24);
        huge("OneHot",
            "input i: int64 # 0\nweight d: int64 = 3\ninput v: float 2\n"
            "y = OneHot(i, d, v) {axis: 1}");
        huge("NonMaxSuppression",
            "input b: float 1 0 4\ninput s: float 1 # 0\ny = NonMaxSuppression(b, s)");
        huge("RotaryEmbedding",
            "input x: float 1 # 1 0\ninput c: float 1 1\ny = RotaryEmbedding(x, c, c)", 23);
        huge("CausalConvWithState",
            "input x: float # 1 0\ninput w: float 1 1 1\ny = CausalConvWithState(x, w)");
        huge("DFT", "input x: float # 1 0 1\ny = DFT(x)", 17);
        huge("DFT, filled up", "input x: float # 0 1\nweight n: int64 = 2\ny = DFT(x, n)", 17);
        huge("GatherBlockQuantized",
            "input t: uint8 # 1 0\ninput i: int64 1\ninput s: float # 1 0\n"
            "y = com.microsoft:GatherBlockQuantized(t, i, s) {gather_axis: 1, quantize_axis: 1, "
            "bits: 8}");
        huge("CDist", "input a: float # 0\ninput b: float 1 0\ny = com.microsoft:CDist(a, b)");
        huge("RemovePadding",
            "input x: float 1 # 0\ninput n: int32 1\n"
            "y, a, b, c = com.microsoft:RemovePadding(x, n)");
        huge("RNN without states",
            "input x: float # 1 0\ninput w: float 1 0 0\ninput r: float 1 0 0\n"
            "y = RNN(x, w, r) {hidden_size: 0}");
        huge("LSTM",
            "input x: float # 1 0\ninput w: float 1 16 0\ninput r: float 1 16 4\n"
            "y = LSTM(x, w, r) {hidden_size: 4}");
        huge("GRU, states",
            "input x: float 1 1 1\ninput w: float 1 1 1\ninput r: float 0 1 #\ny = GRU(x, w, r)");
        huge("SplitToSequence",
            "input x: float # 0\nweight n: int64 = 1\ny = SplitToSequence(x, n)");
        huge("SplitToSequence, pieces",
            "input x: float 9223372036854775807 0\nweight n: int64 = #\n"
            "y = SplitToSequence(x, n)");
        huge("FeatureVectorizer", "input x: float # 0\ny = ai.onnx.ml:FeatureVectorizer(x)");
        huge("ZipMap", "input x: float # 0\ny = ai.onnx.ml:ZipMap(x)");
        huge("LinearRegressor", "input x: float # 0\ny = ai.onnx.ml:LinearRegressor(x)");
        huge("SVMRegressor", "input x: float # 0\ny = ai.onnx.ml:SVMRegressor(x) {rho: [0.0]}");
        huge(
            "TreeEnsembleRegressor", "input x: float # 0\ny = ai.onnx.ml:TreeEnsembleRegressor(x)");
        huge("TfIdfVectorizer",
            "input x: int64 # 0\ny = TfIdfVectorizer(x) {mode: TF, min_gram_length: 1, "
            "max_gram_length: 1, max_skip_count: 0}");
        huge("NegativeLogLikelihoodLoss",
            "input x: float # 0 4\ninput t: int64 4\ny = NegativeLogLikelihoodLoss(x, t)");
        huge("GroupNormalization",
            "input x: float 0 4 1099511627776 1099511627776\ninput s: float 4\n"
            "y = GroupNormalization(x, s, s) {num_groups: 2}");
        huge("MoE",
            "input x: float 0 #\ninput r: float 4 1\ninput a: float 1 1 1\n"
            "y = com.microsoft:MoE(x, r, a, -, a)");
        huge("ScatterND",
            "input x: float 4\ninput i: int64 # 0\ninput u: float 0\ny = ScatterND(x, i, u)");
        huge("MatMulInteger",
            "input a: uint8 1099511627776 0\ninput b: uint8 0 1099511627776\n"
            "y = MatMulInteger(a, b)");
        huge("a size that the model computes",
            "weight s: int64 2 = 4611686018427387904 0\ny = ConstantOfShape(s)");
    }
    void sizesBesideZero() { check(); }

    /// Results whose size no operand bounds. The first operand has about half of the rows of z, so
    /// that the size is known at the run only.
    void resultsBeyondTheMemory_data()
    {
        addColumns();
        const auto chosen = [](const char* name, const std::string& element, const char* rest,
                                int opset = 21) {
            row(name,
                "input z: " + element + "\ninput c: bool 131072\na = Compress(z, c) {axis: 0}\n"
                    + rest + "\noutput y",
                "memory limit", opset);
        };
        chosen(
            "MatMulInteger", "uint8 131072 0", "input b: uint8 0 65536\ny = MatMulInteger(a, b)");
        chosen("QLinearMatMul", "uint8 131072 0",
            "input b: uint8 0 65536\ninput s: float\ninput o: uint8\n"
            "y = QLinearMatMul(a, s, o, b, s, o, s, o)");
        chosen("QLinearMatMul of float8", "float8e4m3fn 131072 0",
            "input b: float8e4m3fn 0 65536\ninput s: float\ninput o: float8e4m3fn\n"
            "y = QLinearMatMul(a, s, o, b, s, o, s, o)");
        chosen("MatMulIntegerToFloat", "uint8 131072 0",
            "input b: uint8 0 65536\ninput s: float\n"
            "y = com.microsoft:MatMulIntegerToFloat(a, b, s, s)");
        chosen("DynamicQuantizeMatMul", "float 131072 0",
            "input b: uint8 0 65536\ninput s: float\n"
            "y = com.microsoft:DynamicQuantizeMatMul(a, b, s)");
        chosen("CDist", "float 131072 0", "input b: float 65536 0\ny = com.microsoft:CDist(a, b)");
        chosen("DFT", "float 131072 0 1", "weight n: int64 = 16777216\ny = DFT(a, n)", 17);
    }
    void resultsBeyondTheMemory() { check(); }

    void operandsThatDoNotFit_data()
    {
        addColumns();
        // Types of two operands.
        const char* const same = "must be the same";
        row("MatMulNBits, block_size",
            "input a: float 1 4096\ninput b: uint8 1 1 0\ninput s: float 1\n"
            "y = com.microsoft:MatMulNBits(a, b, s) {K: 4096, N: 1, block_size: "
            "4611686018427387904, bits: 8}\noutput y",
            "block_size is 4611686018427387904");
        row("PRelu, slope", "input x: double 4096\ninput s: float 4096\ny = PRelu(x, s)\noutput y",
            same);
        row("BiasGelu, bias",
            "input x: double 1 4096\ninput b: float 4096\ny = com.microsoft:BiasGelu(x, b)\n"
            "output y",
            same);
        row("FastGelu, bias",
            "input x: float 1 4096\ninput b: float16 4096\ny = com.microsoft:FastGelu(x, b)\n"
            "output y",
            same);
        const std::string matrices
            = "input a: double 64 64\ninput b: double 64 64\ninput c: float 64 64\n";
        row("Gemm, C", matrices + "y = Gemm(a, b, c)\noutput y", same);
        row("FusedGemm, C",
            matrices + "y = com.microsoft:FusedGemm(a, b, c) {activation: Relu}\noutput y", same);
        row("Equal, text and number",
            "input a: string 2\ninput b: float 2\ny = Equal(a, b)\noutput y", same, 19);
        row("QLinearMatMul, zero point",
            "input a: uint8 2 2\ninput s: float\nweight z: float = 1e30\ninput o: uint8\n"
            "y = QLinearMatMul(a, s, z, a, s, o, s, o)\noutput y",
            "a zero point has element type");

        // Counts of indices and widths of tables.
        const std::string tokens = "input i: int32 2 4\ninput w: float 2 1\ninput p: float 4 1\n"
                                   "input g: float 1\n";
        const auto embed = [&](const std::string& inputs, const std::string& arguments) {
            return tokens + inputs + "y, k = com.microsoft:EmbedLayerNormalization(" + arguments
                + ")\noutput y\noutput k";
        };
        row("EmbedLayerNormalization, mask", embed("input m: int32 1\n", "i, -, w, p, -, g, g, m"),
            "input 7 has 1 elements, expected 8");
        row("EmbedLayerNormalization, positions",
            embed("input q: int32 5\n", "i, -, w, p, -, g, g, -, q"), "5 position ids for 8");
        row("EmbedLayerNormalization, segments", embed("input s: int32 3\n", "i, s, w, p, w, g, g"),
            "3 indices of an embedding");
        row("EmbedLayerNormalization, width", embed("input t: float 4 2\n", "i, -, w, t, -, g, g"),
            "expected rows of 1");
        row("EmbedLayerNormalization, a scalar as table",
            embed("input t: float\n", "i, -, w, t, -, g, g"), "expected rows of 1");
        row("QGemm, C without columns",
            "input a: uint8 1 4\ninput s: float\ninput z: uint8\ninput b: uint8 4 0\n"
            "input c: int32 1\ny = com.microsoft:QGemm(a, s, z, b, s, z, c)\noutput y",
            "product without columns");

        // Places in a cache.
        const auto scatter = [](const std::string& index, const std::string& mode) {
            return "input c: float 1 4 1\ninput u: float 1 2 1\nw = Constant() {value_ints: ["
                + index + "]}\ny = TensorScatter(c, u, w) {mode: " + mode + "}\noutput y";
        };
        row("TensorScatter, at the largest integer", scatter("9223372036854775807", "linear"),
            "write index 9223372036854775807", 24);
        row("TensorScatter, across the end", scatter("3", "linear"), "write index 3", 24);
        row("TensorScatter, below 0", scatter("-1", "circular"), "write index -1", 24);
    }
    void operandsThatDoNotFit() { check(); }

    void mixturesOfExperts_data()
    {
        addColumns();
        const auto fused = [](const char* attributes) {
            return std::string("input x: float 1 2\ninput r: float 1 1\ninput a: float 1 4 2\n"
                               "input b: float 1 2 2\ny = com.microsoft:MoE(x, r, a, -, b) "
                               "{activation_type: swiglu, ")
                + attributes + "}\noutput y";
        };
        row("fusion 3", fused("swiglu_fusion: 3"), "swiglu_fusion is 3");
        row("fusion -1", fused("swiglu_fusion: -1"), "swiglu_fusion is -1");
        row("fusion 0 without a third layer", fused("swiglu_fusion: 0"), "weights of fc3");
        row("fusion 1", fused("swiglu_fusion: 1"));
        row("fusion 2", fused("swiglu_fusion: 2"));
        row("a limit below 0", fused("swiglu_fusion: 1, swiglu_limit: -1.0"), "swiglu_limit is -1");
        row("a limit of 0", fused("swiglu_fusion: 1, swiglu_limit: 0.0"));

        row("columns that fill no byte",
            "input x: float 1 3\ninput r: float 1 1\ninput a: uint8 1 64 1\n"
            "input s: float 1 64\ninput b: uint8 1 3 32\ninput t: float 1 3\n"
            "y = com.microsoft:QMoE(x, r, a, s, -, b, t) {expert_weight_bits: 4}\noutput y",
            "do not fill whole bytes");
        const auto packed
            = [](const std::string& element, const std::string& zeros, const char* arguments) {
                  return "input x: float 1 4\ninput r: float 1 1\ninput a: " + element
                      + " 1 64 2\ninput s: float 1 64\ninput b: uint8 1 4 32\ninput t: float 1 4\n"
                      + zeros + "y = com.microsoft:QMoE(" + arguments
                      + ") {expert_weight_bits: 4}\noutput y";
              };
        row("columns that fill bytes", packed("uint8", "", "x, r, a, s, -, b, t"));
        row("codes of float8", packed("float8e4m3fn", "", "x, r, a, s, -, b, t"), "expected uint8");
        row("zero points",
            packed("uint8", "input z: uint8 1 32\n", "x, r, a, s, -, b, t, -, -, -, -, z"));
        row("zero points of float8",
            packed("uint8", "input z: float8e4m3fn 1 32\n", "x, r, a, s, -, b, t, -, -, -, -, z"),
            "expected uint8");
        const auto empty = [](const std::string& zeros, const char* arguments) {
            return "input x: float 1 0\ninput r: float 1 1\ninput a: uint8 1 2 0\n"
                   "input s: float 1 2 0\ninput b: uint8 1 0 1\ninput t: float 1 0\n"
                + zeros + "y = com.microsoft:QMoE(" + arguments
                + ") {expert_weight_bits: 4, block_size: 16}\noutput y";
        };
        row("zero points of a layer without columns",
            empty("input z: uint8 0\n", "x, r, a, s, -, b, t, -, -, -, -, z"), "which has none");
        row("a layer without columns", empty("", "x, r, a, s, -, b, t"));

        const auto table = [](const std::string& zeros) {
            return "input t: uint8 2 16\ninput i: int64 1\ninput s: float 2 1\n" + zeros
                + "y = com.microsoft:GatherBlockQuantized(t, i, s, z) {bits: 8, block_size: 16}\n"
                  "output y";
        };
        row("a table with zero points of float", table("input z: float 2 1\n"), "must be the same");
        row("a table with zero points", table("input z: uint8 2 1\n"));
        row("a table of 4 bits",
            "input t: uint8 2 8\ninput i: int64 1\ninput s: float 2 1\ninput z: uint8 2 1\n"
            "y = com.microsoft:GatherBlockQuantized(t, i, s, z) {block_size: 16}\noutput y");
    }
    void mixturesOfExperts() { check(); }

    void modelsNextToTheLimits_data()
    {
        addColumns();
        row("MatMulNBits",
            "input a: float 1 32\ninput b: uint8 1 2 16\ninput s: float 2\n"
            "y = com.microsoft:MatMulNBits(a, b, s) {K: 32, N: 1, block_size: 16, bits: 8}\n"
            "output y");
        row("Gather",
            "input x: float 65536 1 0\nweight i: int64 1 = 0\n"
            "y = Gather(x, i) {axis: 1}\noutput y");
        row("TopK", "input x: float 65536 0\nweight k: int64 1 = 0\ny, i = TopK(x, k)\noutput y");
        row("Unique", "input x: float 65536 2 0\ny = Unique(x) {axis: 1}\noutput y");
        row("LpNormalization", "input x: float 65536 0\ny = LpNormalization(x)\noutput y");
        row("GRU without features",
            "input x: float 5 1 0\ninput w: float 1 12 0\ninput r: float 1 12 4\n"
            "y = GRU(x, w, r) {hidden_size: 4}\noutput y");
        row("DFT of an empty signal, filled up",
            "input x: float 2 0 1\nweight n: int64 = 2\ny = DFT(x, n)\noutput y", "", 17);
        row("DFT of no signals", "input x: float 0 4 1\ny = DFT(x)\noutput y", "", 17);
        row("STFT",
            "input x: float 1 16 1\nweight s: int64 = 4\nweight n: int64 = 8\n"
            "y = STFT(x, s, -, n)\noutput y",
            "", 17);
        row("CDist of no columns",
            "input a: float 3 0\ninput b: float 2 0\ny = com.microsoft:CDist(a, b)\noutput y");

        const std::string tokens = "input i: int32 2 4\ninput w: float 2 1\ninput p: float 4 1\n"
                                   "input g: float 1\n";
        row("EmbedLayerNormalization, all inputs",
            tokens
                + "input q: int32 2 4\ny, k = com.microsoft:EmbedLayerNormalization(i, i, w, p, w, "
                  "g, g, i, q)\noutput y\noutput k");
        row("EmbedLayerNormalization, positions of one row",
            tokens
                + "input q: int32 1 4\ny = com.microsoft:EmbedLayerNormalization(i, -, w, p, -, g, "
                  "g, -, q)\noutput y");
        row("EmbedLayerNormalization, positions that are counted",
            tokens + "y = com.microsoft:EmbedLayerNormalization(i, -, w, p, -, g, g)\noutput y");

        row("PRelu", "input x: double 4 8\ninput s: double 8\ny = PRelu(x, s)\noutput y");
        row("BiasGelu",
            "input x: float 4 8\ninput b: float 8\ny = com.microsoft:BiasGelu(x, b)\noutput y");
        row("FastGelu without bias", "input x: float 4 8\ny = com.microsoft:FastGelu(x)\noutput y");
        row("Gemm", "input a: double 4 4\ninput c: double 4\ny = Gemm(a, a, c)\noutput y");
        row("Equal of texts", "input a: string 2\ny = Equal(a, a)\noutput y", "", 19);

        row("MatMulInteger of nothing",
            "input a: uint8 4 0\ninput b: uint8 0 4\ny = MatMulInteger(a, b)\noutput y");
        row("QLinearMatMul",
            "input a: uint8 4 4\ninput s: float\ninput z: uint8\n"
            "y = QLinearMatMul(a, s, z, a, s, z, s, z)\noutput y");
        row("MatMulIntegerToFloat",
            "input a: uint8 4 4\ninput s: float\ninput z: uint8\n"
            "y = com.microsoft:MatMulIntegerToFloat(a, a, s, s, z, z)\noutput y");
        row("DynamicQuantizeMatMul of nothing",
            "input a: float 4 0\ninput b: uint8 0 4\ninput s: float\n"
            "y = com.microsoft:DynamicQuantizeMatMul(a, b, s)\noutput y");
        const std::string quantized
            = "input a: uint8 1 4\ninput s: float\ninput z: uint8\ninput c: int32 1 3\n";
        row("QGemm",
            quantized
                + "input b: uint8 4 3\n"
                  "y = com.microsoft:QGemm(a, s, z, b, s, z, c)\noutput y");
        row("QGemm without columns",
            quantized + "input b: uint8 4 0\ny = com.microsoft:QGemm(a, s, z, b, s, z)\noutput y");

        row("ScatterND",
            "input x: float 4\ninput i: int64 2 1\ninput u: float 2\ny = ScatterND(x, i, u)\n"
            "output y");
        const auto scatter = [](const char* length, const std::string& index, const char* mode) {
            return std::string("input c: float 1 4 1\ninput u: float 1 ") + length
                + " 1\nw = Constant() {value_ints: [" + index
                + "]}\ny = TensorScatter(c, u, w) {mode: " + mode + "}\noutput y";
        };
        row("TensorScatter, round the end", scatter("2", "9223372036854775807", "circular"), "",
            24);
        row("TensorScatter, up to the end", scatter("2", "2", "linear"), "", 24);
        row("TensorScatter of nothing", scatter("0", "9", "linear"), "", 24);

        // Conversions of numbers beyond the range of an integer. The first one would give indices
        // that Gather refuses.
        row("Clip of integers with the default limits",
            "input x: int32 2\ninput w: float 2\ni = Clip(x)\ny = Gather(w, i)\noutput y", "", 10);
        row("Gemm of integers with a large factor",
            "input a: int32 2 2\ny = Gemm(a, a) {alpha: 1.0e30}\noutput y");
        row("OneHotEncoder of large numbers",
            "weight x: float 2 = 1e30\ny = ai.onnx.ml:OneHotEncoder(x) {cats_int64s: [1, 2]}\n"
            "output y");
        row("MelWeightMatrix with a high edge",
            "weight b: int64 = 4\nweight n: int64 = 16\nweight r: int64 = 16000\n"
            "weight l: float = 0\nweight h: float = 1e30\n"
            "y = MelWeightMatrix(b, n, r, l, h)\noutput y",
            "", 17);
    }
    void modelsNextToTheLimits() { check(); }
};

QTEST_GUILESS_MAIN(TestHostileOperators)
#include "tst_hostile_operators.moc"
