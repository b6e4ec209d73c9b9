// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/engine/kernel_bench.h"
#include "tests/support/paths.h"

#include <fstream>

/// The sizes that ONNX Runtime gives, for shape inference and for the kernels
/// (tests/oracles/make_resize_sizes.py).
class TestResizeSizes : public QObject {
    Q_OBJECT

private slots:
    void areThoseOfOnnxRuntime_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("type");
        std::ifstream file(testing::sourceDir() / "tests/data/golden/resize_sizes.txt");
        for (std::string line; std::getline(file, line);) {
            const auto arrow = line.find(" -> ");
            if (!line.starts_with('#') && arrow != std::string::npos)
                QTest::newRow(line.c_str()) << QString::fromStdString(line.substr(0, arrow))
                                            << QString::fromStdString(line.substr(arrow + 4));
        }
    }
    void areThoseOfOnnxRuntime()
    {
        QFETCH(QString, node);
        QFETCH(QString, type);
        QCOMPARE(QString::fromStdString(testing::inferText(node.toStdString())), type);
        testing::KernelBench bench(node.toStdString());
        const auto outputs = bench.run({});
        QVERIFY2(outputs, outputs ? "" : outputs.error().message().c_str());
        QStringList sizes;
        for (const auto size : outputs->front().tensor().dims())
            sizes << QString::number(size);
        QCOMPARE("float[" + sizes.join(',') + "]", type);
    }
};

QTEST_GUILESS_MAIN(TestResizeSizes)
#include "tst_resize_sizes.moc"
