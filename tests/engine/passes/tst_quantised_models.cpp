#include "tests/support/engine/run_text.h"

#include <QtTest>

#include <cstdlib>
#include <random>

namespace {

/// A line of a model text: a weight of pseudo-random integers of the whole range of its type.
QString codes(
    const QString& name, const QString& type, std::initializer_list<int> dims, unsigned seed)
{
    std::mt19937 generator(seed);
    QString line = "weight " + name + ": " + type;
    int count = 1;
    for (const int dim : dims) {
        line += " " + QString::number(dim);
        count *= dim;
    }
    line += " =";
    for (int i = 0; i < count; ++i)
        line += " "
            + QString::number(static_cast<int>(generator() % 256u) - (type == "int8" ? 128 : 0));
    return line + "\n";
}

/// The quantised input q of a model: floats from 0 to 1 as codes with scale 1/255, dequantised as
/// `x`.
QString input(const QString& dims)
{
    return "input f: float " + dims
        + "\nweight sx: float = 0.003921569\nweight zx: uint8 = 7\n"
          "q = QuantizeLinear(f, sx, zx)\nx = DequantizeLinear(q, sx, zx)\n";
}

}

/// Operators between DequantizeLinear and QuantizeLinear, with all passes and on the reference
/// kernels without.
class TestQuantisedModels : public QObject {
    Q_OBJECT

private slots:
    void givesTheCodesOfTheFloatModel_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("mostApart"); ///< results that may be one code away
        const QString image = input("2 16 9 11");
        const QString weights = codes("p", "int8", { 24, 16, 3, 3 }, 1)
            + "weight sp: float = 0.002\nweight zp: int8 = 0\nw = DequantizeLinear(p, sp, zp)\n";
        const QString bias = "weight b: float 24 = 0.37\n";
        const QString end = "weight sy: float = 0.05\nweight zy: uint8 = 100\n";
        QTest::newRow("convolution") << image + weights + bias + end
                + "c = Conv(x, w, b) {pads: [1, 1, 1, 1]}\ny = QuantizeLinear(c, sy, zy)\noutput y"
                                     << 9;
        QTest::newRow("rectified convolution, per channel")
            << image + codes("p", "int8", { 3, 16, 1, 1 }, 2)
                + "weight sp: float 3 = 0.02 0.013 0.004\nweight zp: int8 3 = 0\nw = "
                  "DequantizeLinear(p, sp, zp) {axis: 0}\nweight sy: float = 0.06\nweight zy: int8 "
                  "= "
                  "0\nc = Conv(x, w)\nr = Relu(c)\ny = QuantizeLinear(r, sy, zy)\noutput y"
            << 3;
        QTest::newRow("clipped convolution, unsigned weights with a zero point") << image
                + codes("p", "uint8", { 8, 4, 3, 3 }, 3)
                + "weight sp: float = 0.01\nweight zp: uint8 = 31\nw = DequantizeLinear(p, sp, "
                  "zp)\nweight low: float = 0.0\nweight high: float = 6.0\nweight sy: float = "
                  "0.04\nweight zy: uint8 = 3\nc = Conv(x, w) {group: 4}\nr = Clip(c, low, "
                  "high)\ny "
                  "= QuantizeLinear(r, sy, zy)\noutput y" << 3;
        QTest::newRow("residual, pools and a product") << image + weights + end
                + "c = Conv(x, w) {pads: [1, 1, 1, 1]}\nd = QuantizeLinear(c, sy, zy)\ne = "
                  "DequantizeLinear(d, sy, zy)\nm = MaxPool(e) {kernel_shape: [3, 3], strides: [2, "
                  "2], pads: [1, 1, 1, 1]}\nn = QuantizeLinear(m, sy, zy)\no = DequantizeLinear(n, "
                  "sy, zy)\nweight st: float = 0.09\nweight zt: uint8 = 128\ns = Add(o, o)\nt = "
                  "QuantizeLinear(s, st, zt)\nu = DequantizeLinear(t, st, zt)\nv = Concat(u, o) "
                  "{axis: 1}\nk = QuantizeLinear(v, st, zt)\nl = DequantizeLinear(k, st, zt)\nh = "
                  "GlobalAveragePool(l)\ni = QuantizeLinear(h, sy, zy)\ny = DequantizeLinear(i, "
                  "sy, "
                  "zy)\ng = Flatten(y)\nj = QuantizeLinear(g, sy, zy)\noutput j"
                                                       << 5;
        QTest::newRow("scaled by a number per channel")
            << image + weights + end + codes("a", "uint8", { 1, 24, 1, 1 }, 5)
                + "c = Conv(x, w)\nd = QuantizeLinear(c, sy, zy)\ne = DequantizeLinear(d, sy, "
                  "zy)\nweight sa: float = 0.004\nweight za: uint8 = 0\nh = DequantizeLinear(a, "
                  "sa, "
                  "za)\nm = Mul(h, e)\nn = QuantizeLinear(m, sy, zy)\noutput n"
            << 20;
        QTest::newRow("matrix and a bias") << input("7 33") + codes("p", "int8", { 17, 33 }, 6)
                + "weight sp: float 17 = 0.01\nweight zp: int8 17 = 0\nw = DequantizeLinear(p, sp, "
                  "zp) {axis: 0}\nweight b: float 17 = -0.8\nweight sy: float = 0.02\nweight zy: "
                  "uint8 = 120\nc = Gemm(x, w, b) {transB: 1}\ny = QuantizeLinear(c, sy, "
                  "zy)\noutput y" << 1;
        QTest::newRow("softmax of com.microsoft") << input("3 40") + end
                + "y = com.microsoft:QLinearSoftmax(q, sx, zx, sy, zy) {opset: 13}\noutput y"
                                                  << 1;
        QTest::newRow("average pool of com.microsoft")
            << input("1 5 9 11") + "weight sy: float = 0.004\nweight zy: uint8 = 7\n"
                + "y = com.microsoft:QLinearAveragePool(q, sx, zx, sy, zy) {kernel_shape: [3, 3], "
                  "strides: [2, 2], pads: [1, 1, 1, 1], count_include_pad: 1}\noutput y"
            << 3;
        QTest::newRow("choice of com.microsoft") << input("4 6") + end
                + "input c: bool 4 1\nweight so: float = 0.007\nweight zo: uint8 = 200\n"
                + codes("o", "uint8", { 6 }, 8)
                + "y = com.microsoft:QLinearWhere(c, q, sx, zx, o, so, zo, sy, zy)\noutput y"
                                                 << 0;
        QTest::newRow("product of two inputs") << input("3 7 9")
                + "weight sy: float = 0.02\nweight zy: int8 = -3\nt = Transpose(x) "
                  "{perm: [0, 2, 1]}\nr = QuantizeLinear(t, sx, zx)\nv = "
                  "DequantizeLinear(r, sx, zx)\nc = MatMul(x, v)\ny = "
                  "QuantizeLinear(c, sy, zy)\noutput y"
                                               << 1;
    }
    void givesTheCodesOfTheFloatModel()
    {
        QFETCH(QString, model);
        QFETCH(int, mostApart);
        const auto text = model.toStdString();
        const auto expected
            = QString::fromStdString(testing::runText(text)).split(' ', Qt::SkipEmptyParts);
        const auto found
            = QString::fromStdString(testing::runTextFully(text)).split(' ', Qt::SkipEmptyParts);
        QVERIFY2(
            expected.size() > 2 && expected.front().endsWith(':'), qPrintable(expected.join(' ')));
        QCOMPARE(found.size(), expected.size());
        QCOMPARE(found.front(), expected.front());
        int apart = 0;
        for (qsizetype i = 1; i < found.size(); ++i) {
            const int distance = std::abs(found[i].toInt() - expected[i].toInt());
            QVERIFY2(distance <= 1,
                qPrintable(QString("code %1: %2, not %3").arg(i).arg(found[i], expected[i])));
            apart += distance;
        }
        QVERIFY2(apart <= mostApart, qPrintable(QString("%1 codes differ").arg(apart)));
    }

    /// Attention with weights of one scale, and of one per column.
    void givesTheNumbersOfQuantisedAttention_data()
    {
        QTest::addColumn<QString>("scales");
        QTest::newRow("one") << "weight sw: float = 0.01\nweight zw: int8 = 0\n";
        QTest::newRow("per column") << "weight sw: float 48 = 0.01\nweight zw: int8 48 = 0\n";
        // The standard's DequantizeLinear does not take these: the node stays.
        QTest::newRow("of two shapes") << "weight sw: float 48 = 0.01\nweight zw: int8 = 0\n";
    }
    void givesTheNumbersOfQuantisedAttention()
    {
        QFETCH(QString, scales);
        const auto model = input("2 7 24") + codes("w", "int8", { 24, 48 }, 9) + scales
            + "weight b: float 48 = 0.1\nweight no: int32 2 = 7 4\n"
              "y = com.microsoft:QAttention(q, w, b, sx, sw, no, zx, zw) {num_heads: 2}\noutput y";
        const auto numbers = [](const std::string& text) {
            return QString::fromStdString(text).split(' ', Qt::SkipEmptyParts);
        };
        const auto expected = numbers(testing::runText(model.toStdString()));
        const auto found = numbers(testing::runTextFully(model.toStdString()));
        QCOMPARE(found.size(), expected.size());
        QVERIFY2(expected.front() == "2×7×16:", qPrintable(expected.join(' ')));
        for (qsizetype i = 1; i < found.size(); ++i)
            QVERIFY2(std::abs(found[i].toDouble() - expected[i].toDouble()) < 2e-5,
                qPrintable(found[i] + ", not " + expected[i]));
    }

    void givesTheNumbersOfDynamicQuantisation_data()
    {
        QTest::addColumn<QString>("readers");
        QTest::newRow("one product") << "output y";
        QTest::newRow("two products") << "j = MatMulInteger(q, p, z, o)\nk = Cast(j) {to: 1}\ne = "
                                         "Mul(s, t)\nl = Mul(e, k)\ng "
                                         "= Add(l, y)\noutput g";
    }
    void givesTheNumbersOfDynamicQuantisation()
    {
        QFETCH(QString, readers);
        const auto model = "input x: float 2 5 37\n" + codes("p", "int8", { 37, 66 }, 7)
            + "weight t: float = 0.013\nweight o: int8 = 3\nweight b: float 66 = 0.7\n"
              "q, s, z = DynamicQuantizeLinear(x)\nm = MatMulInteger(q, p, z, o)\nn = Cast(m) {to: "
              "1}\nu = Mul(s, t)\nv = Mul(n, u)\ny = Add(b, v)\n"
            + readers;
        const auto text = model.toStdString();
        QCOMPARE(testing::runTextFully(text), testing::runText(text));
        QVERIFY(testing::runText(text).starts_with("2×5×66: "));
    }
};

QTEST_GUILESS_MAIN(TestQuantisedModels)
#include "tst_quantised_models.moc"
