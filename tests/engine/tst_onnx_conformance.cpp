#include "tests/support/engine/conformance.h"
#include "tests/support/paths.h"

#include <QtTest>

using testing::ConformanceResult;

class TestOnnxConformance : public QObject {
    Q_OBJECT

private slots:
    void passesTheSuiteButForKnownFailures_data();
    void passesTheSuiteButForKnownFailures();
};

void TestOnnxConformance::passesTheSuiteButForKnownFailures_data()
{
    QTest::addColumn<QString>("suite");
    for (const auto* suite : { "onnx-1.23/node", "onnx-1.23/simple", "onnx-1.23/pytorch-operator",
             "onnx-1.23/pytorch-converted", "onnx-node/node", "onnx-node/simple",
             "onnx-node/pytorch-operator", "onnx-node/pytorch-converted" })
        QTest::newRow(suite) << QString(suite);
}

void TestOnnxConformance::passesTheSuiteButForKnownFailures()
{
    QFETCH(QString, suite);
    const auto folder = testing::dataDir() / "models" / suite.toStdString();
    if (!std::filesystem::is_directory(folder))
        QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
    auto known
        = testing::readKnownFailures(testing::sourceDir() / "tests/engine/onnx_known_failures.txt");
    std::erase_if(known,
        [&](const auto& entry) { return !entry.first.starts_with(suite.toStdString() + "/"); });

    const auto result = testing::runConformance(folder, "", { engine::Tier::Reference });

    QVERIFY(result.passed > 0);
    QStringList unexpected;
    for (const auto* entries : { &result.failed, &result.unsupported }) {
        for (const auto& entry : *entries) {
            if (known.erase(suite.toStdString() + "/" + entry.name) == 0)
                unexpected << QString::fromStdString(entry.name + ": " + entry.message);
        }
    }
    QVERIFY2(unexpected.isEmpty(), qPrintable(unexpected.join('\n')));
    QVERIFY2(known.empty(),
        known.empty() ? ""
                      : qPrintable(QString("passes again, take it off the list: %1")
                                       .arg(QString::fromStdString(known.begin()->first))));
}

QTEST_GUILESS_MAIN(TestOnnxConformance)
#include "tst_onnx_conformance.moc"
