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
        QTest::newRow("a body with values of the same name")
            << "y = Mul(x, w)\nweight c: bool = 1\nq = If(c)\n  then_branch(): y\n    y = Neg(x)\n"
               "  else_branch(): y\n    y = Neg(x)"
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
            << "weight k: int64 3 = 1 2 1\nr = Reshape(x, k)\nweight f: float 2 1 1 = 5 6\ny = "
               "Conv(r, f) {kernel_shape: [1], group: 2}"
            << "2: 5 6";
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

    /// Squares of linear functions: central differences are exact.
    void agreesWithDifferences_data()
    {
        QTest::addColumn<QString>("forward"); // from x of 24 elements
        const QString image = "weight k: int64 4 = 1 2 3 4\nr = Reshape(x, k)\n";
        const QString row = "weight k: int64 3 = 2 2 6\nr = Reshape(x, k)\n";
        const QString filters
            = "weight k: int64 4 = 4 1 2 3\nr = Reshape(x, k)\nweight v: float 2 2 "
              "4 5 = 0.5\nweight w: float 1 1 4 5 = 1 -2 3 -1 2 0 1 5 -3 2 1 1 -1 "
              "4 2 0 3 -2 1 2\nu = Mul(v, w)\n";
        QTest::newRow("a mean") << image + "y = AveragePool(r) {kernel_shape: [2, 2]}";
        QTest::newRow("a mean with pads that do not count") << image
                + "y = AveragePool(r) {kernel_shape: [2, 3], pads: [1, 0, 0, 2], strides: [2, 1]}";
        QTest::newRow("a mean with pads that count") << image
                + "y = AveragePool(r) {kernel_shape: [3, 2], pads: [1, 1, 1, 0], "
                  "count_include_pad: 1}";
        QTest::newRow("a mean whose last window reaches beyond") << row
                + "y = AveragePool(r) {kernel_shape: [3], strides: [2], pads: [0, 1], ceil_mode: "
                  "1, "
                  "count_include_pad: 1}";
        QTest::newRow("a mean whose last window stops short")
            << row + "y = AveragePool(r) {kernel_shape: [2], strides: [4]}";
        QTest::newRow("a mean of the same size, more behind") << image
                + "y = AveragePool(r) {kernel_shape: [2, 2], auto_pad: SAME_UPPER, strides: [2, "
                  "3]}";
        QTest::newRow("a mean of the same size, more before")
            << image + "y = AveragePool(r) {kernel_shape: [2, 2], auto_pad: SAME_LOWER}";
        QTest::newRow("a convolution in groups by its input") << image
                + "weight f: float 4 1 2 2 = 1 2 -3 4 5 -1 2 3 -2 1 1 4 2 2 -1 3\ny = Conv(r, f) "
                  "{kernel_shape: [2, 2], group: 2, pads: [0, 1, 1, 0], strides: [1, 2]}";
        QTest::newRow("a convolution in groups by its weights") << filters
                + "y = Conv(u, r) {kernel_shape: [2, 3], group: 2, pads: [1, 0, 0, 1], strides: "
                  "[2, "
                  "1], dilations: [1, 2]}";
        QTest::newRow("a padded convolution by its input") << image
                + "weight f: float 1 2 2 2 = 1 2 -3 4 5 -1 2 3\ny = Conv(r, f) {kernel_shape: [2, "
                  "2], auto_pad: SAME_UPPER, strides: [2, 3]}";
        QTest::newRow("a padded convolution by its weights") << filters
                + "y = Conv(u, r) {kernel_shape: [2, 3], group: 2, auto_pad: SAME_LOWER, strides: "
                  "[3, "
                  "2]}";
        QTest::newRow("a convolution without pads by its input") << image
                + "weight f: float 1 2 2 2 = 1 2 -3 4 5 -1 2 3\ny = Conv(r, f) {kernel_shape: [2, "
                  "2], auto_pad: VALID}";
    }
    void agreesWithDifferences()
    {
        QFETCH(QString, forward);
        std::vector<double> x;
        for (int i = 0; i < 24; ++i)
            x.push_back((i * 7 + 3) % 11 - 5);
        const auto function = forward + "\nq = Mul(y, y)\ns = ReduceSum(q) {keepdims: 0}\n";
        const auto valuesOf = [&](const std::vector<double>& at, const QString& last) {
            QStringList numbers;
            for (const double number : at)
                numbers.append(QString::number(number));
            const auto model
                = "weight x: float 24 = " + numbers.join(u' ') + u'\n' + function + last;
            return QString::fromStdString(testing::runText(model.toStdString(), 19));
        };
        const auto found
            = valuesOf(x, "d = ai.onnx.preview.training:Gradient(x) {xs: [x], y: s}\noutput d");
        QString expected = "24:";
        for (std::size_t i = 0; i < x.size(); ++i) {
            auto above = x;
            auto below = x;
            above[i] += 1;
            below[i] -= 1;
            const auto sum = [&](const std::vector<double>& at) {
                return valuesOf(at, "output s").section(u' ', 1).toDouble();
            };
            expected += u' ' + QString::number((sum(above) - sum(below)) / 2);
        }
        const auto numbers = [](const QString& text) {
            std::vector<double> list;
            for (const auto& word : text.split(u' ').mid(1))
                list.push_back(word.toDouble());
            return list;
        };
        QVERIFY2(found.startsWith(QStringLiteral("24:")), qPrintable(found));
        const auto a = numbers(found);
        const auto b = numbers(expected);
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY2(std::abs(a[i] - b[i]) <= 0.01 + 1e-3 * std::abs(b[i]),
                qPrintable(found + "\nexpected " + expected));
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

    /// Each derivative has several times the operators of the one before.
    void boundsDerivativesOfDerivatives()
    {
        std::string model = "weight x: float 2 = 1 2\ny0 = Mul(x, x)\n";
        const auto line = [&](const std::string& text) { model += text + '\n'; };
        for (int i = 1; i <= 40; ++i)
            line("y" + std::to_string(i) + " = Mul(y" + std::to_string(i - 1) + ", x)");
        line("g0 = Identity(y40)");
        for (int i = 1; i <= 16; ++i)
            line("g" + std::to_string(i) + " = ai.onnx.preview.training:Gradient(x) {xs: [x], y: g"
                + std::to_string(i - 1) + "}");
        const auto found = testing::runText(model + "output g16");
        QVERIFY2(found.find("make more than 1000000 operators") != std::string::npos,
            found.substr(0, 400).c_str());
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
