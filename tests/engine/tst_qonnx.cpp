#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

/// Outputs of `y = …` over the numbers -1.5 to 9 in steps of 1.5, by quarters of the scale.
std::vector<float> run(const std::string& operation)
{
    const std::string text = "weight w: float 8 = -1.5 0 1.5 3 4.5 6 7.5 9\nweight s: float = "
                             "1\nweight z: float = 0\nweight b: float = 4\nweight one: float = 1\n"
                             "x = Identity(w)\ny = "
        + operation + "\noutput y\n";
    RunRequest request;
    request.model = testing::modelFromText(text);
    request.optimisation = Optimisation::None;
    const auto prepared = prepare(request);
    if (!prepared.plan)
        qFatal("%s", prepared.plan.error().message().c_str());
    auto session = Session::create(*prepared.plan);
    const auto result = session->run({}, nullptr, {});
    const auto elements = result->outputs[0].value.tensor().as<float>();
    return { elements.begin(), elements.end() };
}

}

Q_DECLARE_METATYPE(std::vector<float>)

/// Quant and BipolarQuant against values worked out by hand from QONNX's definitions.
class TestQonnx : public QObject {
    Q_OBJECT

private slots:
    void quantises_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<std::vector<float>>("expected");
        using F = std::vector<float>;
        QTest::newRow("signed, half to even")
            << "onnx.brevitas:Quant(x, s, z, b)" << F { -2, 0, 2, 3, 4, 6, 7, 7 };
        QTest::newRow("unsigned") << "onnx.brevitas:Quant(x, s, z, b) {signed: 0}"
                                  << F { 0, 0, 2, 3, 4, 6, 8, 9 };
        QTest::newRow("narrow") << "onnx.brevitas:Quant(x, s, z, b) {signed: 0, narrow: 1}"
                                << F { 0, 0, 2, 3, 4, 6, 8, 9 };
        QTest::newRow("floor") << "qonnx.custom_op.general:Quant(x, s, z, b) {rounding_mode: FLOOR}"
                               << F { -2, 0, 1, 3, 4, 6, 7, 7 };
        QTest::newRow("up") << "qonnx.custom_op.general:Quant(x, s, z, b) {rounding_mode: UP}"
                            << F { -2, 0, 2, 3, 5, 6, 7, 7 };
        QTest::newRow("down") << "qonnx.custom_op.general:Quant(x, s, z, b) {rounding_mode: down}"
                              << F { -1, 0, 1, 3, 4, 6, 7, 7 };
        QTest::newRow("one bit is a sign")
            << "onnx.brevitas:Quant(x, s, z, one)" << F { -1, 1, 1, 1, 1, 1, 1, 1 };
        QTest::newRow("with zero point")
            << "onnx.brevitas:Quant(x, s, one, b)" << F { -1, 0, 1, 3, 5, 6, 6, 6 };
        QTest::newRow("bipolar") << "onnx.brevitas:BipolarQuant(x, b)"
                                 << F { -4, 4, 4, 4, 4, 4, 4, 4 };
    }
    void quantises()
    {
        QFETCH(QString, operation);
        QTEST(run(operation.toStdString()), "expected");
    }
};

QTEST_GUILESS_MAIN(TestQonnx)
#include "tst_qonnx.moc"
