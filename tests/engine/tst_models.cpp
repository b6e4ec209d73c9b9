#include "engine/verify/verify_folder.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <algorithm>
#include <array>

/// Real models of the shared test material against the outputs that come with them.
class TestModels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(models()))
            QSKIP("no shared test material: set OPSCOPE_TEST_DATA");
    }

    void agrees_data()
    {
        QTest::addColumn<QString>("name");
        constexpr std::array names { "mnist-cntk", "silero-vad-v5", "silero-vad-half",
            "ultraface-rfb-320", "yolox-nano", "bert-toy", "gpt2-past", "dtln-1",
            "magika-standard-v3", "lenet5-ezkl", "openseeface-landmarks", "nested-loops-30",
            "scan-cntk", "external-mixed", "g1-policy", "light-squeezenet", "loop-tiny-nuphar",
            "opset24-ops" };
        for (const auto* name : names)
            QTest::newRow(name) << QString(name);
    }
    void agrees()
    {
        QFETCH(QString, name);
        engine::VerifyOptions options;
        options.settings.threads = 2;
        const auto result = engine::verifyFolder(models() / name.toStdString(), options);
        QVERIFY2(result.outcome == engine::VerifyOutcome::Passed, result.message.c_str());
    }

    /// A sum that lies between two codes goes to either of them, by the order in which a processor
    /// adds: ONNX Runtime's own outputs differ so between processors
    /// (tests/oracles/compare_quantised.py).
    void aQuantisedModelDiffersByOneCodeHereAndThere()
    {
        engine::VerifyOptions options;
        options.settings.threads = 2;
        const auto strict = engine::verifyFolder(models() / "qdq-multi-consumer", options);
        QCOMPARE(strict.sets.size(), std::size_t(1));
        for (const auto& output : strict.sets.front().outputs)
            QVERIFY2(
                output.difference.beyond * 200 < output.difference.elements, output.name.c_str());
        options.absolute = 0.75; // a code of the last DequantizeLinear is 0.744
        const auto oneCode = engine::verifyFolder(models() / "qdq-multi-consumer", options);
        QVERIFY2(oneCode.outcome == engine::VerifyOutcome::Passed, oneCode.message.c_str());
    }

    void agreesWithoutOptimisation()
    {
        engine::VerifyOptions options;
        options.settings.optimisation = engine::Optimisation::None;
        for (const auto* name : { "mnist-cntk", "bert-toy", "silero-vad-v5" }) {
            const auto result = engine::verifyFolder(models() / name, options);
            QVERIFY2(result.outcome == engine::VerifyOutcome::Passed, result.message.c_str());
        }
    }

    void callsAMissingExpectedFileAFailure()
    {
        // Its folder has output_1.pb but no output_0.pb.
        const auto result = engine::verifyFolder(models() / "xgboost-classifier-tract", {});
        QVERIFY(result.outcome != engine::VerifyOutcome::Passed);
    }

private:
    static std::filesystem::path models() { return testing::dataDir() / "models"; }
};

QTEST_GUILESS_MAIN(TestModels)
#include "tst_models.moc"
