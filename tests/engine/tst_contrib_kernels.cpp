#include <QTest>

#include "tests/support/engine/run_text.h"

/// Reference kernels of com.microsoft and Brevitas on values worked out by hand. What they should
/// give is also compared with ONNX Runtime by hand when one is added.
class TestContribKernels : public QObject {
    Q_OBJECT

private slots:
    void computes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("result");
        const QString bytes
            = "weight x: uint8 1 4 = 10 12 14 30\nweight s: float = 0.5\nweight z: uint8 = 10\n";
        QTest::newRow("quantised sum")
            << bytes + "y = com.microsoft:QLinearAdd(x, s, z, x, s, z, s, z)\noutput y"
            << "1×4: 10 14 18 50";
        QTest::newRow("quantised product")
            << bytes + "y = com.microsoft:QLinearMul(x, s, z, x, s, z, s, z)\noutput y"
            << "1×4: 10 12 18 210";
        QTest::newRow("quantised product without zero points")
            << bytes + "y = com.microsoft:QLinearMul(x, s, -, x, s, -, s, -)\noutput y"
            << "1×4: 50 72 98 255";
        QTest::newRow("quantised leaky rectifier")
            << "weight x: int8 3 = -20 0 20\nweight s: float = 0.5\ny = "
               "com.microsoft:QLinearLeakyRelu(x, s, -, s, -) {alpha: 0.5}\noutput y"
            << "3: -10 0 20";
        QTest::newRow("quantised parts on one scale") << bytes
                + "weight t: float = 1.0\ny = com.microsoft:QLinearConcat(t, z, x, s, z, x, t, z) "
                  "{axis: 0}\noutput y"
                                                      << "2×4: 10 11 12 20 10 12 14 30";
        QTest::newRow("quantised mean, channels last")
            << "weight x: uint8 1 2 1 2 = 0 10 4 20\nweight s: float = 1.0\nweight z: uint8 = 0\ny "
               "= com.microsoft:QLinearGlobalAveragePool(x, s, z, s, z) {channels_last: 1}\noutput "
               "y"
            << "1×1×1×2: 2 15";
        QTest::newRow("choice of quantised values") << bytes
                + "weight c: bool 4 = 1 0 1 0\nweight o: uint8 = 20\ny = "
                  "com.microsoft:QLinearWhere(c, x, s, z, o, s, z, s, z)\noutput y"
                                                    << "1×4: 10 20 14 20";
        // Codes 9 and, at the end, 8: the middle of the range, which stands for zero.
        QTest::newRow("matrix of four bits")
            << "weight a: float 1 16 = 1.0\nweight b: uint8 1 1 8 = 153 153 153 153 153 153 153 "
               "137\nweight s: float 1 = 0.5\n"
               "y = com.microsoft:MatMulNBits(a, b, s) {K: 16, N: 1, block_size: 16}\noutput y"
            << "1×1: 7.5";
        QTest::newRow("matrix of eight bits with zero points")
            << "weight a: float 1 16 = 1.0\nweight b: uint8 1 1 16 = 12\nweight s: float 1 = "
               "0.5\nweight z: uint8 1 = 10\n"
               "y = com.microsoft:MatMulNBits(a, b, s, z) {K: 16, N: 1, block_size: 16, bits: "
               "8}\noutput y"
            << "1×1: 16";
        QTest::newRow("a quarter turn")
            << "weight x: float 1 1 4 = 1 2 3 4\nweight p: int64 1 = 0\nweight c: float 1 2 = "
               "0\nweight s: float 1 2 = 1\ny = com.microsoft:RotaryEmbedding(x, p, c, s)\noutput y"
            << "1×1×4: -3 -4 1 2";
        QTest::newRow("grouped attention to one key")
            << "weight q: float 1 1 4 = 1\nweight k: float 1 1 2 = 1\nweight v: float 1 1 2 = 5 "
               "7\nweight l: int32 1 = 0\nweight t: int32 = 1\n"
               "y = com.microsoft:GroupQueryAttention(q, k, v, -, -, l, t) {num_heads: 2, "
               "kv_num_heads: 1}\noutput y"
            << "1×1×4: 5 7 5 7";
        QTest::newRow("inverse")
            << "weight x: float 2 2 = 0 2 4 0\ny = com.microsoft:Inverse(x)\noutput y"
            << "2×2: 0 0.25 0.5 0";
        QTest::newRow("inverse of a singular matrix")
            << "weight x: float 2 2 = 1 2 2 4\ny = com.microsoft:Inverse(x)\noutput y"
            << "Inverse 'graph/node[0]': matrix 0 is singular";
        QTest::newRow("distances") << "weight a: float 1 2 = 0 0\nweight b: float 2 2 = 3 4 6 8\ny "
                                      "= com.microsoft:CDist(a, b) {metric: euclidean}\noutput y"
                                   << "1×2: 5 10";
        QTest::newRow("a new axis") << "weight x: float 3 = 1\nweight a: int32 = 1\ny = "
                                       "com.microsoft:ExpandDims(x, a)\noutput y"
                                    << "3×1: 1 1 1";
        QTest::newRow("repeated tokens")
            << "weight t: int64 1 3 = 1 2 1\nweight s: float 1 3 = 0.5\ny = "
               "com.microsoft:NGramRepeatBlock(t, s) {ngram_size: 2}\noutput y"
            << "1×3: 0.5 0.5 -inf";
        // Values of ONNX Runtime 1.31.
        QTest::newRow("hashes of integers")
            << "weight x: int64 3 = 3 -5 0\ny = com.microsoft:MurmurHash3(x)\noutput y"
            << "3: 2738575283 1222806974 1669671676";
        QTest::newRow("signed hashes with a seed")
            << "weight x: float 3 = 1.5 0 -2\ny = com.microsoft:MurmurHash3(x) {positive: 0, seed: "
               "7}\noutput y"
            << "3: 1325237653 -1729787003 -7870622";
        QTest::newRow("distinct elements as they come")
            << "weight x: int64 6 = 2 1 1 3 4 3\ny, i, c = com.microsoft:Unique(x)\noutput y"
            << "4: 2 1 3 4";
        QTest::newRow("softmax of scores and a bias over two axes")
            << "weight x: float 1 2 2 = 1\nweight b: float 1 1 2 = 0\ny = "
               "com.microsoft:BiasSoftmax(x, b) {axis: 1, is_inner_broadcast: 1}\noutput y"
            << "1×2×2: 0.25 0.25 0.25 0.25";
        QTest::newRow("gradient of dropout")
            << "weight d: float 3 = 1 2 3\nweight m: bool 3 = 1 0 1\nweight r: float = 0.5\n"
               "y = com.microsoft:DropoutGrad(d, m, r)\noutput y"
            << "3: 2 0 6";
        // The second expert doubles, the first one triples; its weight is softmax(0, 0) = 1/2.
        QTest::newRow("a mixture of two experts")
            << "weight x: float 1 1 = 4\nweight p: float 1 2 = 0\nweight a: float 2 1 1 = 3 2\n"
               "weight b: float 2 1 1 = 1\ny = com.microsoft:MoE(x, p, a, -, b) {k: 2}\noutput y"
            << "1×1: 10";
        // Codes 129 and 130 stand for 1 and 2, on scales of 3 and 1; the first bias is 1.
        QTest::newRow("a mixture of experts of eight bits")
            << "weight x: float 1 1 = 4\nweight p: float 1 1 = 0\nweight a: uint8 1 1 1 = "
               "129\nweight s: float 1 1 = 3\nweight c: float 1 1 = 1\nweight b: uint8 1 1 1 = "
               "130\nweight t: float 1 1 = 1\n"
               "y = com.microsoft:QMoE(x, p, a, s, c, b, t) {expert_weight_bits: 8}\noutput y"
            << "1×1: 26";
        // Values of ONNX Runtime 1.31: the weights of two experts are their softmax, whatever
        // normalize_routing_weights says; given ones below 0 leave an expert out.
        const QString threeExperts
            = "weight x: float 1 1 = 1\nweight p: float 1 3 = 0 0 -9\nweight a: uint8 3 1 1 = "
              "129\nweight s: float 3 1 = 1\nweight b: uint8 3 1 1 = 129 130 131\nweight t: "
              "float 3 1 = 1\nweight r: float 1 3 = 4 -2 1\n";
        QTest::newRow("quantised experts by their softmax") << threeExperts
                + "y = com.microsoft:QMoE(x, p, a, s, -, b, t) {expert_weight_bits: 8, k: "
                  "2}\noutput y"
                                                            << "1×1: 1.5";
        QTest::newRow("quantised experts by given weights") << threeExperts
                + "y = com.microsoft:QMoE(x, p, a, s, -, b, t, -, -, -, -, -, -, -, r) "
                  "{expert_weight_bits: 8, k: 2}\noutput y"
                                                            << "1×1: 4";
        QTest::newRow("quantised experts by given weights in parts") << threeExperts
                + "y = com.microsoft:QMoE(x, p, a, s, -, b, t, -, -, -, -, -, -, -, r) "
                  "{expert_weight_bits: 8, k: 2, normalize_routing_weights: 1}\noutput y"
                                                                     << "1×1: 2";
        // Dropout of data and a bias: all of it without training; in training none where the ratio
        // is 0.
        const QString sum = "weight d: float 2 2 = 1 2 3 4\nweight b: float 2 = 10 20\nweight r: "
                            "float 2 2 = 0.5\nweight n: float = 0\nweight t: bool = 1\n";
        QTest::newRow("dropout of a sum, and a residual")
            << sum + "y = com.microsoft:BiasDropout(d, b, r)\noutput y"
            << "2×2: 11.5 22.5 13.5 24.5";
        QTest::newRow("dropout of a sum in training")
            << sum + "y, m = com.microsoft:BiasDropout(d, b, -, n, t)\noutput m"
            << "2×2: 1 1 1 1";
        const QString odd
            = "weight a: float 2 = 1 2\nweight z: float 2 = 0\nweight i: float 2 = 1\n"
              "n = Div(z, z)\nf = Div(i, z)\n";
        QTest::newRow("all finite") << odd + "y = com.microsoft:IsAllFinite(a, i)\noutput y"
                                    << "scalar: 1";
        QTest::newRow("one infinite") << odd + "y = com.microsoft:IsAllFinite(a, f)\noutput y"
                                      << "scalar: 0";
        QTest::newRow("infinite is no matter")
            << odd + "y = com.microsoft:IsAllFinite(a, f) {isnan_only: 1}\noutput y"
            << "scalar: 1";
        QTest::newRow("no number where only infinities matter")
            << odd + "y = com.microsoft:IsAllFinite(n) {isinf_only: 1}\noutput y"
            << "scalar: 1";
        QTest::newRow("no number") << odd + "y = com.microsoft:IsAllFinite(a, n)\noutput y"
                                   << "scalar: 0";
        // Pixels (1 2) (3 4); filter rows (1 1) and (1 -1), bias 1 0: 4 -1, 8 -1; with Z and Relu.
        QTest::newRow("a convolution of channels last, and a tensor added")
            << "weight x: float 1 1 2 2 = 1 2 3 4\nweight w: float 2 2 1 1 = 1 1 1 -1\nweight b: "
               "float 2 = 1 0\nweight z: float 1 1 2 2 = 1 2 -9 0\ny = "
               "com.microsoft:NhwcFusedConv(x, w, b, z) {kernel_shape: [1, 1], activation: "
               "Relu}\noutput y"
            << "1×1×2×2: 5 1 0 0";
        // By numpy: x = X W + b; x/2 (1 + tanh(0.7978845608 (x + 0.044715 x³))).
        QTest::newRow("a product, a bias and a gate")
            << "weight x: float 1 2 = 1 2\nweight w: float 2 3 = 0.5 -1 1 0.25 0.5 -1\nweight b: "
               "float 3 = 0 -0.5 0.5\ny = com.microsoft:GemmFastGelu(x, w, b)\noutput y"
            << "1×3: 0.841192 -0.154286 -0.154286";
        QTest::newRow("a table of four bits")
            << "weight d: uint8 2 8 = 33 0 0 0 0 0 0 0 152 0 0 0 0 0 0 0\nweight i: int64 1 = "
               "1\nweight s: float 2 1 = 2 0.5\ny = com.microsoft:GatherBlockQuantized(d, i, s) "
               "{block_size: 16}\noutput y"
            << "1×16: 0 0.5 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4 -4";
        const QString padded = "weight x: float 2 2 1 = 1 2 3 4\nweight c: int32 2 = 1 2\n"
                               "t, o, e, l = com.microsoft:RemovePadding(x, c)\n";
        QTest::newRow("tokens without padding") << padded + "output t"
                                                << "3×1: 1 3 4";
        QTest::newRow("where tokens stood") << padded + "output o"
                                            << "2×2: 0 2 3 1";
        QTest::newRow("tokens back in their places")
            << padded + "y = com.microsoft:RestorePadding(t, o)\noutput y"
            << "2×2×1: 1 0 3 4";
        // One token sees itself, two equal keys give the mean of their values.
        QTest::newRow("attention without padding") << padded
                + "weight q: float 3 1 = 0\ny = com.microsoft:PackedMultiHeadAttention(q, q, t, -, "
                  "o, e) {num_heads: 1}\noutput y"
                                                   << "3×1: 1 3.5 3.5";
        QTest::newRow("attention without padding, projections inside") << padded
                + "weight w: float 1 3 = 0 0 2\nweight b: float 3 = 0 0 1\ny = "
                  "com.microsoft:PackedAttention(t, w, b, o, e) {num_heads: 1}\noutput y"
                                                                       << "3×1: 3 8 8";
        // Equal keys: the means of what is seen, in the last row by the projection of its own.
        QTest::newRow("attention to neighbours and a global token")
            << "weight x: float 1 4 1 = 1 2 3 4\nweight w: float 1 3 = 0 0 1\nweight b: float 3 = "
               "0\nweight m: float 1 4 = 0 -10000 0 0\nweight v: float 1 3 = 0 0 2\nweight g: "
               "int32 1 4 = 0 0 0 1\n"
               "y = com.microsoft:LongformerAttention(x, w, b, m, v, b, g) {num_heads: 1, window: "
               "1}\noutput y"
            << "1×4×1: 2.5 0 3.5 5.33333";
        QTest::newRow("quantiser of two bits")
            << "weight x: float 4 = -9 -1 0.6 9\nweight s: float = 0.5\nweight z: float = "
               "0\nweight b: float = 2\ny = onnx.brevitas:Quant(x, s, z, b)\noutput y"
            << "4: -1 -1 0.5 0.5";
        QTest::newRow("quantiser of one bit")
            << "weight x: float 3 = -2 0 3\nweight s: float = 0.25\ny = "
               "onnx.brevitas:BipolarQuant(x, s)\noutput y"
            << "3: -0.25 0.25 0.25";
    }
    void computes()
    {
        QFETCH(QString, model);
        QFETCH(QString, result);
        const auto found = QString::fromStdString(testing::runText(model.toStdString()));
        QCOMPARE(found, result);
    }
};

QTEST_GUILESS_MAIN(TestContribKernels)
#include "tst_contrib_kernels.moc"
