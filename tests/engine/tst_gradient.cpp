#include <QTest>

#include "tests/support/engine/run_text.h"

/// Derivatives that can be worked out by hand. The node reads `x` (and `w`), the graph has them as
/// weights.
class TestGradient : public QObject {
    Q_OBJECT

private slots:
    void derives_data()
    {
        QTest::addColumn<QString>("forward");
        QTest::addColumn<QString>("derivative");
        QTest::newRow("a sum") << "y = Add(x, w)"
                               << "2: 1 1";
        QTest::newRow("a product") << "y = Mul(x, w)"
                                   << "2: 3 4";
        QTest::newRow("a value used twice") << "t = Mul(x, x)\ny = Mul(t, x)"
                                            << "2: 3 12";
        QTest::newRow("a quotient") << "y = Div(w, x)"
                                    << "2: -3 -1";
        QTest::newRow("a power") << "y = Pow(x, w)"
                                 << "2: 3 32";
        QTest::newRow("the variable itself") << "t = Neg(w)\ny = Identity(x)"
                                             << "2: 1 1";
        QTest::newRow("a value it does not depend on") << "y = Neg(w)"
                                                       << "2: 0 0";
        QTest::newRow("a sum over everything") << "t = Mul(x, x)\ny = ReduceSum(t) {keepdims: 0}"
                                               << "2: 2 4";
        QTest::newRow("a mean") << "t = Mul(x, x)\ny = ReduceMean(t)"
                                << "2: 1 2";
        QTest::newRow("a broadcast operand") << "weight m: float 3 1 = 1 2 3\ny = Mul(m, x)"
                                             << "2: 6 6";
        QTest::newRow("a matrix product") << "weight m: float 2 2 = 1 2 3 4\nweight k: int64 2 = 1 "
                                             "2\nr = Reshape(x, k)\ny = MatMul(r, m)"
                                          << "2: 3 7";
        QTest::newRow("a rectifier") << "t = Neg(x)\nu = Relu(x)\nv = Relu(t)\ny = Add(u, v)"
                                     << "2: 1 1";
        QTest::newRow("joined parts") << "c = Concat(w, x) {axis: -1}\nm = Mul(c, c)\n"
                                         "y = ReduceSum(m)"
                                      << "2: 2 4";
        QTest::newRow("rows picked several times")
            << "weight i: int64 3 = 1 0 -1\nr = Gather(x, i)\ny = Mul(r, r)"
            << "2: 2 8";
        const QString image = "weight k: int64 3 = 1 1 2\nr = Reshape(x, k)\n";
        QTest::newRow("a global mean") << image + "y = GlobalAveragePool(r)"
                                       << "2: 0.5 0.5";
        QTest::newRow("the largest of windows that overlap")
            << image + "y = MaxPool(r) {kernel_shape: [2], pads: [1, 1]}"
            << "2: 1 2";
        // Windows of r: (0 1), (1 2), (2 0), each times (5 7).
        QTest::newRow("a convolution by its input") << image
                + "weight f: float 1 1 2 = 5 7\ny = Conv(r, f) {kernel_shape: [2], pads: [1, 1]}"
                                                    << "2: 12 12";
        QTest::newRow("a convolution whose last window stops short")
            << image + "weight f: float 1 1 1 = 5\ny = Conv(r, f) {kernel_shape: [1], strides: [2]}"
            << "2: 5 0";
        QTest::newRow("a convolution by its weights")
            << "weight k: int64 3 = 1 1 2\nf = Reshape(x, k)\nweight v: float 1 1 5 = 1 2 3 4 5\n"
               "y = Conv(v, f) {kernel_shape: [2], strides: [2]}"
            << "2: 4 6";
        QTest::newRow("a convolution by weights further apart")
            << "weight k: int64 3 = 1 1 2\nf = Reshape(x, k)\nweight v: float 1 1 5 = 1 2 3 4 5\n"
               "y = Conv(v, f) {kernel_shape: [2], dilations: [3]}"
            << "2: 3 9";
        QTest::newRow("a convolution in groups")
            << "weight k: int64 3 = 1 2 1\nr = Reshape(x, k)\nweight f: float 2 1 1 = 5\ny = "
               "Conv(r, f) {kernel_shape: [1], group: 2}"
            << "the derivative of Conv-";
        QTest::newRow("an operator without a rule") << "y = Round(x)"
                                                    << "the derivative of Round-";
    }
    void derives()
    {
        QFETCH(QString, forward);
        QFETCH(QString, derivative);
        const auto model = "weight x: float 2 = 1 2\nweight w: float 2 = 3 4\n"
            + forward.toStdString()
            + "\nd = ai.onnx.preview.training:Gradient(x) {xs: [x], y: y}\noutput d";
        for (const auto& found : { testing::runText(model), testing::runTextFully(model) })
            QVERIFY2(QString::fromStdString(found).startsWith(derivative), found.c_str());
    }

    void derivesAtAnotherPoint()
    {
        const auto found = testing::runText(
            "weight x: float 2 = 1 2\nweight p: float 2 = 10 20\ny = Mul(x, x)\nd = "
            "ai.onnx.preview.training:Gradient(p) {xs: [x], y: y}\noutput d");
        QCOMPARE(found, std::string("2: 20 40"));
    }

    void derivesADerivative()
    {
        const auto found = testing::runText(
            "weight x: float 2 = 1 2\nt = Mul(x, x)\ny = Mul(t, x)\ng = "
            "ai.onnx.preview.training:Gradient(x) {xs: [x], y: y}\n"
            "h = ai.onnx.preview.training:Gradient(x) {xs: [x], y: g}\noutput h");
        QCOMPARE(found, std::string("2: 6 12"));
    }

    void saysWhichNameIsMissing()
    {
        const auto found = testing::runText(
            "weight x: float 2 = 1 2\ny = Neg(x)\nd = ai.onnx.preview.training:Gradient(x) {xs: "
            "[x], y: nowhere}\noutput d");
        QVERIFY2(found.find("'nowhere'") != std::string::npos, found.c_str());
    }
};

QTEST_GUILESS_MAIN(TestGradient)
#include "tst_gradient.moc"
