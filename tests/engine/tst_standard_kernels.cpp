#include <QTest>

#include "tests/support/engine/run_text.h"

/// Rare corners of standard operators that ONNX's own suite leaves out; the values follow from the
/// standard's text.
class TestStandardKernels : public QObject {
    Q_OBJECT

private slots:
    void computes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("opset");
        QTest::addColumn<QString>("result");
        QTest::newRow("a range backwards that starts before the first element")
            << "weight x: int64 3 = 1 2 3\nweight s: int64 1 = -9\nweight e: int64 1 = -99\nweight "
               "a: int64 1 = 0\nweight t: int64 1 = -1\ny = Slice(x, s, e, a, t)\noutput y"
            << 13 << "1: 1";
        QTest::newRow("a range of nothing, backwards")
            << "weight x: int64 0 =\nweight s: int64 1 = -1\nweight e: int64 1 = -9\nweight a: "
               "int64 1 = 0\nweight t: int64 1 = -1\ny = Slice(x, s, e, a, t)\noutput y"
            << 13 << "0:";
        QTest::newRow("a root of a negative integer")
            << "weight x: int64 2 = -4 9\nweight e: float = 0.5\ny = Pow(x, e)\noutput y" << 13
            << "2: -9.2233720368547758e+18 3";
        QTest::newRow("the error function of integers")
            << "weight x: int32 4 = -9 0 1 9\ny = Erf(x)\noutput y" << 13 << "4: -1 0 0 1";
        QTest::newRow("a window that would begin in the padding at the end")
            << "weight x: float 1 1 1 = 7\ny = MaxPool(x) {kernel_shape: [1], pads: [0, 1], "
               "ceil_mode: 1}\noutput y"
            << 12 << "1×1×1: 7";
        QTest::newRow("one hot of fractions")
            << "weight i: float 3 = 0.7 1.5 -1.2\nweight d: float 1 = 2.9\nweight v: int64 2 = 0 "
               "5\ny = OneHot(i, d, v)\noutput y"
            << 11 << "3×2: 5 0 0 5 0 5";
        QTest::newRow("one hot without room")
            << "weight i: float 2 = 0 0.2\nweight d: float 1 = 0.7\nweight v: int64 2 = 0 5\ny = "
               "OneHot(i, d, v)\noutput y"
            << 11 << "2×0:";
        QTest::newRow("columns of truth values")
            << "weight x: bool 1 2 3 = 1 0 0 0 0 1\nweight i: int64 1 = 4\nweight b: int64 1 = "
               "2\ny = Col2Im(x, i, b)\noutput y"
            << 18 << "1×1×4: 1 0 0 1";
        QTest::newRow("a mask of one column is for all keys")
            << "weight q: float 1 1 1 1 = 0\nweight k: float 1 1 2 1 = 0\nweight v: float 1 1 2 1 "
               "= 2 4\nweight m: float 1 1 = 7\ny = Attention(q, k, v, m)\noutput y"
            << 23 << "1×1×1×1: 3";
        QTest::newRow("a mask shorter than the keys forbids the rest")
            << "weight q: float 1 1 1 1 = 0\nweight k: float 1 1 2 1 = 0\nweight v: float 1 1 2 1 "
               "= 2 4\nweight m: float 1 1 = 7\ny = Attention(q, k, v, m)\noutput y"
            << 24 << "1×1×1×1: 2";
        QTest::newRow("sequences of a batch that end early")
            << "weight l: int64 2 = 1 2\nweight s: float 2 = 0\nweight x: float 2 2 = 1 2 3 4\n"
               "t, y = Scan(l, s, x) {num_scan_inputs: 1}\n  body(a, b): c, d\n    c = Add(a, b)\n"
               "    d = Identity(c)\noutput y"
            << 8 << "2×2: 1 0 3 7";
        QTest::newRow("a scan over nothing keeps the size of its slices")
            << "weight s: float 3 = 1\nweight x: float 0 3 =\nt, y = Scan(s, x) {num_scan_inputs: "
               "1}\n  body(a, b): c, d\n    c = Add(a, b)\n    d = Identity(c)\noutput y"
            << 11 << "0×3:";
        QTest::newRow("features filled up and cut")
            << "weight a: float 2 1 = 1 2\nweight b: float 2 2 = 3 4 5 6\n"
               "y = ai.onnx.ml:FeatureVectorizer(a, b) {inputdimensions: [2, 1]}\noutput y"
            << 13 << "2×3: 1 0 3 2 0 5";
    }
    void computes()
    {
        QFETCH(QString, model);
        QFETCH(int, opset);
        QFETCH(QString, result);
        const auto found = QString::fromStdString(testing::runText(model.toStdString(), opset));
        QCOMPARE(found, result);
    }
};

QTEST_GUILESS_MAIN(TestStandardKernels)
#include "tst_standard_kernels.moc"
