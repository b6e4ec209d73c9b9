#include "engine/device/plugin.h"
#include "engine/plan/engine.h"
#include "engine/program/shapes.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/host_backend.h"

#include <QtTest>

#include <cmath>

using namespace engine;

namespace {

/// `i -3 5; u -1 1`: ranges of random inputs by name; others get -2..2.
void setRanges(RunRequest& request, const QString& ranges)
{
    request.otherInputs.low = -2;
    request.otherInputs.high = 2;
    for (const auto& text : ranges.split(';', Qt::SkipEmptyParts)) {
        const auto words = text.simplified().split(' ');
        InputSpec spec;
        spec.low = words[1].toDouble();
        spec.high = words[2].toDouble();
        request.inputs[words[0].toStdString()] = spec;
    }
}

struct Case {
    QString model;
    QString ranges;
    int opset = 0;
};

struct Outcome {
    QString error;
    std::vector<std::vector<double>> outputs;
    bool isOnDevice = false; ///< every step but copies and Constants
};

Outcome outcomeOf(const Case& test, DeviceKind device)
{
    RunRequest request;
    request.model = testing::modelFromText(test.model.toStdString(), test.opset);
    request.threads = 1;
    request.device = device;
    request.optimisation = Optimisation::None;
    setRanges(request, test.ranges);
    auto prepared = prepare(request);
    if (!prepared.plan)
        return { "prepare: " + QString::fromStdString(prepared.plan.error().message()) };
    Outcome outcome;
    outcome.isOnDevice = true;
    for (const auto& step : (*prepared.plan)->steps()) {
        if (step.device == DeviceKind::Cpu && step.kind != StepKind::Copy)
            outcome.isOnDevice = false;
    }
    auto session = Session::create(*prepared.plan);
    if (!session)
        return { "session: " + QString::fromStdString(session.error().message()) };
    const auto result = session->run(prepared.inputs.runtimeValues());
    if (!result)
        return { "run: " + QString::fromStdString(result.error().message()) };
    for (const auto& output : result->outputs) {
        const auto numbers = readNumbers(output.value.tensor());
        if (!numbers)
            return { "output: " + QString::fromStdString(numbers.error().message()) };
        outcome.outputs.push_back(*numbers);
    }
    return outcome;
}

/// The first difference in words; empty if there is none. `tolerance` is of the larger of 1 and the
/// expected value.
QString differenceOf(
    const std::vector<double>& found, const std::vector<double>& expected, double tolerance)
{
    if (found.size() != expected.size())
        return QString("%1 elements, expected %2").arg(found.size()).arg(expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool isSame = std::isnan(expected[i]) ? std::isnan(found[i])
                                                    : found[i] == expected[i]
                || std::fabs(found[i] - expected[i])
                    <= tolerance * std::max(1.0, std::fabs(expected[i]));
        if (!isSame)
            return QString("element %1 is %2, expected %3").arg(i).arg(found[i]).arg(expected[i]);
    }
    return {};
}

}

/// Kernels of the CUDA module against the CPU's on what ONNX's own tests are too small for: long
/// rows, many updates of one place, strides beyond kernels, types they leave out.
class TestGpuOperators : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { testing::useHostDevice(); }

    void agreesWithTheCpu_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("ranges");
        QTest::addColumn<int>("opset");
        addSelections();
        addScatters();
        addConvolutions();
        addQuantised();
        addOthers();
    }
    void agreesWithTheCpu()
    {
        QFETCH(QString, model);
        QFETCH(QString, ranges);
        QFETCH(int, opset);
        const Case test { model, ranges, opset };
        const auto expected = outcomeOf(test, DeviceKind::Cpu);
        const auto found = outcomeOf(test, DeviceKind::Cuda);
        QCOMPARE(expected.error, QString());
        QCOMPARE(found.error, QString());
        QVERIFY2(found.isOnDevice, "a step stayed on the CPU");
        QCOMPARE(found.outputs.size(), expected.outputs.size());
        const double tolerance
            = model.contains("float16") ? 2e-3 : (model.contains("double") ? 1e-12 : 2e-5);
        for (std::size_t i = 0; i < found.outputs.size(); ++i)
            QCOMPARE(differenceOf(found.outputs[i], expected.outputs[i], tolerance), QString());
    }

    void tellsAnIndexOutsideWhenItWaits()
    {
        const Case test { "input x: float 4\ninput i: int64 2\ninput u: float 2\n"
                          "y = ScatterElements(x, i, u)\noutput y",
            "i 9 9", 18 };
        const auto outcome = outcomeOf(test, DeviceKind::Cuda);
        QVERIFY2(
            outcome.error.contains("an index is outside of its axis"), qPrintable(outcome.error));
    }

private:
    static void add(const char* name, const char* model, const char* ranges = "", int opset = 21)
    {
        QTest::newRow(name) << QString(model) << QString(ranges) << opset;
    }

    static void addSelections()
    {
        add("top k of short rows, not along the last axis",
            "input x: float 3 300 4\nweight k: int64 1 = 7\nv, i = TopK(x, k) {axis: 1}\n"
            "output v\noutput i");
        add("top k of long rows with many equal ones",
            "input x: int32 3 5000\nweight k: int64 1 = 400\nv, i = TopK(x, k)\n"
            "output v\noutput i",
            "x -20 20");
        add("smallest k of long rows",
            "input x: double 2 2 5000\nweight k: int64 1 = 1000\n"
            "v, i = TopK(x, k) {largest: 0, axis: -1}\noutput v\noutput i");
        add("top k of a row where all are equal",
            "weight x: float 1 3000 = 1.5\nweight k: int64 1 = 5\nv, i = TopK(x, k)\n"
            "output v\noutput i");
        add("more of a row than fits in shared memory",
            "input x: float16 2 3000\nweight k: int64 1 = 2500\nv, i = TopK(x, k)\n"
            "output v\noutput i");
        add("running sum of long rows",
            "input x: double 2 5000 3\nweight a: int64 = 1\n"
            "y = CumSum(x, a) {exclusive: 1, reverse: 1}\noutput y");
        add("running sum of integers that wraps",
            "input x: int8 4 3000\nweight a: int64 = 1\ny = CumSum(x, a)\noutput y", "x -100 100");
    }

    static void addScatters()
    {
        add("many updates of few places are added in order",
            "input x: float 6\ninput i: int64 3000\ninput u: float 3000\n"
            "y = ScatterElements(x, i, u) {reduction: add}\noutput y",
            "i -6 5", 18);
        add("multiplied",
            "input x: double 6 5\ninput i: int64 4 50\ninput u: double 4 50\n"
            "y = ScatterElements(x, i, u) {reduction: mul, axis: 1}\noutput y",
            "i 0 4; u 0.8 1.2", 18);
        add("bytes joined within a word",
            "input x: int8 7\ninput i: int64 500\ninput u: int8 500\n"
            "y = ScatterElements(x, i, u) {reduction: add}\noutput y",
            "i 0 6; u -9 9", 18);
        add("the smallest half",
            "input x: float16 3 4\ninput i: int64 20 1\ninput u: float16 20 4\n"
            "y = ScatterND(x, i, u) {reduction: min}\noutput y",
            "i 0 2", 18);
        add("blocks added",
            "input x: float 3 2 4\ninput i: int64 50 2\ninput u: float 50 4\n"
            "y = ScatterND(x, i, u) {reduction: add}\noutput y",
            "i 0 1", 18);
    }

    static void addConvolutions()
    {
        add("transposed convolution, stride and dilation share a divisor",
            "input x: float 2 4 5 3\ninput w: float 4 3 4 3\ninput b: float 6\n"
            "y = ConvTranspose(x, w, b) {strides: [4, 2], dilations: [2, 3], pads: [1, 0, 2, 1], "
            "output_padding: [1, 1], group: 2}\noutput y");
        add("strides beyond the kernel leave bias alone",
            "input x: float 1 2 4\ninput w: float 2 3 2\ninput b: float 3\n"
            "y = ConvTranspose(x, w, b) {strides: [5]}\noutput y");
        add("transposed in three axes",
            "input x: float16 1 2 3 3 3\ninput w: float16 2 2 2 3 2\n"
            "y = ConvTranspose(x, w) {strides: [2, 1, 3], auto_pad: SAME_LOWER}\noutput y");
    }

    static void addQuantised()
    {
        add("integer product with zero points of columns",
            "input a: uint8 2 70 33\ninput b: int8 33 65\ninput p: uint8\ninput q: int8 65\n"
            "y = MatMulInteger(a, b, p, q)\noutput y",
            "a 0 255; b -128 127; p 3 200; q -9 9");
        add("quantised convolution with scales of channels",
            "input x: uint8 2 4 7 7\nweight s: float = 0.1\nweight z: uint8 = 7\n"
            "input w: int8 6 2 3 3\ninput t: float 6\ninput v: int8 6\nweight r: float = 0.7\n"
            "weight q: uint8 = 100\ninput b: int32 6\n"
            "y = QLinearConv(x, s, z, w, t, v, r, q, b) {group: 2, pads: [1, 1, 1, 1]}\noutput y",
            "x 0 255; w -128 127; t 0.01 0.1; v -5 5; b -500 500");
        add("a long input quantised by its range",
            "input x: float 200 300\ny, s, z = DynamicQuantizeLinear(x)\n"
            "output y\noutput s\noutput z");
        add("to float8 and back",
            "input x: float 300\ny = Cast(x) {to: 17}\nz = Cast(y) {to: 1}\n"
            "v = Cast(x) {to: 20, saturate: 0}\nw = Cast(v) {to: 11}\noutput z\noutput w",
            "x -70000 70000", 19);
        add("to four bits and back",
            "input x: float 300\ny = Cast(x) {to: 22}\nz = Cast(y) {to: 7}\n"
            "v = Cast(x) {to: 23}\nw = Cast(v) {to: 1}\noutput z\noutput w",
            "x -30 30", 23);
    }

    static void addOthers()
    {
        add("an even neighbourhood of channels",
            "input x: float 2 9 5\ny = LRN(x) {size: 4, alpha: 0.3, beta: 0.6}\noutput y");
        add("gelu of a sum",
            "input x: float 4 30\ninput b: float 30\ny = com.microsoft:BiasGelu(x, b)\n"
            "z = com.microsoft:FastGelu(y)\noutput z");
        add("operators of old converters",
            "input x: float 2 3 4 5\n"
            "s = ImageScaler(x) {scale: 0.5, bias: [1.0, 2.0, 3.0]}\n"
            "c = Crop(s) {border: [1, 0, 2, 1]}\ny = Affine(c) {alpha: 2.0, beta: 1.0}\noutput y",
            "", 1);
    }
};

QTEST_GUILESS_MAIN(TestGpuOperators)
#include "tst_gpu_operators.moc"
