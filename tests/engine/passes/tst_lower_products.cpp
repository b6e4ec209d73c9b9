// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/cpu/bfloat_products.h"
#include "engine/kernel/small_float.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/program/shapes.h"
#include "engine/verify/compare_tiers.h"
#include "engine/verify/precision_error.h"
#include "tests/support/engine/model_text.h"

#include <bit>
#include <cmath>

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text, Precision precision)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    request.precision = precision;
    request.threads = 2;
    request.tune = Tuning::Off;
    return request;
}

/// Numbers from -1 to 1 that bfloat16 represents.
float drawn(std::size_t i) { return static_cast<float>((i * 37 + 11) % 127) / 64.0F - 1.0F; }
float drawnWeight(std::size_t i) { return static_cast<float>((i * 53 + 5) % 101) / 64.0F - 0.75F; }

std::string weightText(const std::string& name, const Dims& dims, float factor = 1)
{
    auto text = "weight " + name + ": float";
    for (const auto dim : dims)
        text += " " + std::to_string(dim);
    text += " =";
    for (std::size_t i = 0; i < static_cast<std::size_t>(elementCount(dims)); ++i)
        text += " " + QString::number(factor * drawnWeight(i), 'g', 9).toStdString();
    return text + "\n";
}

std::string identityText(const std::string& name, std::int64_t size, std::string_view tail)
{
    auto text = "weight " + name + ": float " + std::to_string(size) + " " + std::to_string(size)
        + std::string(tail) + " =";
    for (std::int64_t i = 0; i < size * size; ++i)
        text += i / size == i % size ? " 1" : " 0";
    return text + "\n";
}

struct Ran {
    std::shared_ptr<const Plan> plan;
    RunResult result;

    std::vector<double> numbers() const
    {
        return *readNumbers(result.outputs.front().value.tensor());
    }
};

Ran ran(const RunRequest& request)
{
    auto prepared = prepare(request);
    if (!prepared.plan)
        qFatal("%s", prepared.plan.error().message().c_str());
    std::vector<RuntimeValue> inputs;
    for (const auto& type : (*prepared.plan)->state().inputTypes) {
        auto tensor = makeTensor(type.element, type.dims);
        for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.count()); ++i) {
            if (type.element == ElementType::Float)
                tensor.as<float>()[i] = drawn(i);
            else
                tensor.as<std::uint16_t>()[i] = bfloatBits(drawn(i));
        }
        inputs.push_back({ std::move(tensor) });
    }
    auto session = Session::create(*prepared.plan);
    auto result = session ? session->run(inputs) : std::move(session).error();
    if (!result)
        qFatal("%s", result.error().message().c_str());
    return { *prepared.plan, std::move(*result) };
}

/// `Cast:bfloat16 opscope.Conv:float`: the steps with the type of their first output.
QString stepsOf(const Plan& plan)
{
    QStringList words;
    for (const auto& block : plan.state().blocks) {
        for (const auto& step : block.steps) {
            const auto& row = plan.steps()[step.id.value()];
            const auto& type = plan.state().facts.type(step.outputs.front());
            words.append(QString::fromStdString((row.domain == "opscope" ? "opscope." : "")
                + row.opType + ":" + std::string(model::traits(type.element).onnxName)));
        }
    }
    return words.join(' ');
}

/// The exact sum of a convolution's output, and of the magnitudes of what is added.
struct Exact {
    double value = 0;
    double magnitude = 0;

    void add(double term)
    {
        value += term;
        magnitude += std::abs(term);
    }
};

struct Conv {
    std::int64_t channels = 1;
    std::int64_t height = 1;
    std::int64_t width = 1;
    std::int64_t outputs = 1;
    std::int64_t kernel = 3;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t pad = 1;
    std::int64_t groups = 1;
    float low = -1e30F; ///< of a Clip behind it
    float high = 1e30F;
    bool hasAdded = false; ///< its image, with one input channel per output channel

    std::int64_t reach() const { return (kernel - 1) * dilation + 1; }
    std::int64_t outHeight() const { return (height + 2 * pad - reach()) / stride + 1; }
    std::int64_t outWidth() const { return (width + 2 * pad - reach()) / stride + 1; }
    Dims weightDims() const { return { outputs, channels / groups, kernel, kernel }; }

    /// One convolution, then one by the identity, so that what is between them is seen.
    std::string text() const
    {
        const auto number = [](auto value) { return std::to_string(value); };
        auto text = "input x: float 2 " + number(channels) + " " + number(height) + " "
            + number(width) + "\n" + weightText("w", weightDims()) + weightText("b", { outputs })
            + identityText("i", outputs, " 1 1") + "a = Conv(x, w, b) {group: " + number(groups)
            + ", kernel_shape: [" + number(kernel) + ", " + number(kernel) + "], strides: ["
            + number(stride) + ", " + number(stride) + "], dilations: [" + number(dilation) + ", "
            + number(dilation) + "], pads: [" + number(pad) + ", " + number(pad) + ", "
            + number(pad) + ", " + number(pad) + "]}\n";
        if (hasAdded)
            text += "s = Add(a, x)\n";
        text += "weight l: float = " + number(low) + "\nweight h: float = " + number(high) + "\n";
        return text + "c = Clip(" + (hasAdded ? "s" : "a") + ", l, h)\ny = Conv(c, i)\noutput y\n";
    }

    Exact exactAt(
        std::int64_t image, std::int64_t output, std::int64_t row, std::int64_t column) const
    {
        Exact sum;
        const auto ofGroup = channels / groups;
        const auto group = output / (outputs / groups);
        for (std::int64_t c = 0; c < ofGroup; ++c) {
            for (std::int64_t k = 0; k < kernel * kernel; ++k) {
                const auto y = row * stride - pad + k / kernel * dilation;
                const auto x = column * stride - pad + k % kernel * dilation;
                if (y < 0 || y >= height || x < 0 || x >= width)
                    continue;
                const auto plane = image * channels + group * ofGroup + c;
                const auto from = (plane * height + y) * width + x;
                const auto weight = (output * ofGroup + c) * kernel * kernel + k;
                sum.add(double(drawn(static_cast<std::size_t>(from)))
                    * double(drawnWeight(static_cast<std::size_t>(weight))));
            }
        }
        sum.add(drawnWeight(static_cast<std::size_t>(output)));
        if (hasAdded)
            sum.add(drawn(static_cast<std::size_t>(
                ((image * channels + output) * height + row) * width + column)));
        return sum;
    }
};

struct Product {
    Dims a;
    Dims b;
    bool isConstant = true; ///< the right operand
    bool hasRow = false;
    std::string activation;
};

std::string dimsWords(const Dims& dims)
{
    std::string text;
    for (const auto dim : dims)
        text += " " + std::to_string(dim);
    return text;
}

}

/// Products of bfloat16 numbers on the CPU: which operators compute so, and what they give.
class TestLowerProducts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const auto missing = missingForBfloatProducts(); !missing.empty())
            QSKIP(missing.c_str());
    }

    void keepsValuesWhereAllReadersTakeThem_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("steps");
        const auto w = QString::fromStdString(weightText("w", { 32, 32, 1, 1 }));
        const auto m = QString::fromStdString(weightText("m", { 64, 64 }));
        const QString image = "input x: float 1 32 32 32\n" + w;
        const QString rows = "input x: float 64 64\n" + m;
        QTest::newRow("one product") << rows + "y = MatMul(x, m)\noutput y"
                                     << "Cast:bfloat16 opscope.MatMul:float";
        QTest::newRow("a chain") << rows + "a = MatMul(x, m)\ny = MatMul(a, m)\noutput y"
                                 << "Cast:bfloat16 opscope.MatMul:bfloat16 opscope.MatMul:float";
        QTest::newRow("softmax between")
            << rows + "a = MatMul(x, m)\nb = Softmax(a)\ny = MatMul(b, m)\noutput y"
            << "Cast:bfloat16 opscope.MatMul:float Softmax:float Cast:bfloat16 "
               "opscope.MatMul:float";
        QTest::newRow("a residual sum that is normalised stays fp32")
            << rows
                + "weight s: float 64 = 1\na = MatMul(x, m)\nb = Add(a, x)\ny = "
                  "LayerNormalization(b, s)\noutput y"
            << "Cast:bfloat16 opscope.MatMul:float Add:float LayerNormalization:float";
        QTest::newRow("two readers, one of which takes fp32")
            << rows + "a = MatMul(x, m)\nb = MatMul(a, m)\nc = Exp(a)\ny = Add(b, c)\noutput y"
            << "Cast:bfloat16 opscope.MatMul:float Cast:bfloat16 opscope.MatMul:float "
               "opscope.FusedElementwise:float";
        QTest::newRow("an output of the model stays fp32")
            << rows + "a = MatMul(x, m)\ny = MatMul(a, m)\noutput y\noutput a"
            << "Cast:bfloat16 opscope.MatMul:float Cast:bfloat16 opscope.MatMul:float";
        QTest::newRow("carriers between convolutions")
            << image
                + "a = Conv(x, w)\nb = MaxPool(a) {kernel_shape: [2, 2], strides: [2, 2]}\n"
                  "c = Conv(b, w)\nd = Conv(b, w)\ne = Concat(c, d) {axis: 0}\ny = Conv(e, "
                  "w)\noutput y"
            << "Cast:bfloat16 opscope.Reorder:bfloat16 opscope.Conv:bfloat16 MaxPool:bfloat16 "
               "opscope.Conv:bfloat16 opscope.Conv:bfloat16 Concat:bfloat16 "
               "opscope.Reorder:bfloat16 opscope.Conv:float";
        QTest::newRow("few rows read their weights as before")
            << "input x: float 4 640\n" + QString::fromStdString(weightText("v", { 640, 64 }))
                + "y = MatMul(x, v)\noutput y"
            << "MatMul:float";
        QTest::newRow("little work") << "input x: float 5 16\n"
                + QString::fromStdString(weightText("v", { 16, 24 })) + "y = MatMul(x, v)\noutput y"
                                     << "MatMul:float";
    }
    void keepsValuesWhereAllReadersTakeThem()
    {
        QFETCH(QString, model);
        QFETCH(QString, steps);
        const auto prepared = prepare(requestFor(model.toStdString(), Precision::Bfloat16));
        QVERIFY2(prepared.plan, prepared.plan ? "" : prepared.plan.error().message().c_str());
        QCOMPARE(stepsOf(**prepared.plan), steps);
    }

    void namesTheInstructionsThatRan()
    {
        const auto text
            = "input x: float 64 64\n" + weightText("m", { 64, 64 }) + "y = MatMul(x, m)\noutput y";
        const auto name
            = ran(requestFor(text, Precision::Bfloat16)).plan->steps().back().implementation;
        QVERIFY2(name.find("bf16") != std::string::npos || name.find("amx") != std::string::npos,
            name.c_str());
    }

    void convolvesExactly_data()
    {
        QTest::addColumn<Conv>("conv");
        QTest::newRow("3x3") << Conv { .channels = 17, .height = 19, .width = 13, .outputs = 33 };
        QTest::newRow("1x1, limits") << Conv { .channels = 65,
            .height = 11,
            .width = 9,
            .outputs = 31,
            .kernel = 1,
            .pad = 0,
            .low = 0,
            .high = 6 };
        QTest::newRow("negative limits") << Conv {
            .channels = 16, .height = 12, .width = 12, .outputs = 40, .low = -1.5F, .high = 0.75F
        };
        QTest::newRow("stride 2, dilation 2") << Conv { .channels = 7,
            .height = 33,
            .width = 35,
            .outputs = 64,
            .kernel = 5,
            .stride = 2,
            .dilation = 2,
            .pad = 3 };
        QTest::newRow("groups") << Conv {
            .channels = 48, .height = 17, .width = 15, .outputs = 36, .groups = 3
        };
        QTest::newRow("depthwise") << Conv { .channels = 67,
            .height = 21,
            .width = 14,
            .outputs = 67,
            .groups = 67,
            .low = 0,
            .high = 6 };
        QTest::newRow("depthwise 5x5, stride 2") << Conv { .channels = 32,
            .height = 23,
            .width = 25,
            .outputs = 32,
            .kernel = 5,
            .stride = 2,
            .pad = 2,
            .groups = 32 };
        QTest::newRow("added tensor") << Conv {
            .channels = 33, .height = 15, .width = 17, .outputs = 33, .low = 0, .hasAdded = true
        };
        QTest::newRow("image") << Conv { .channels = 3,
            .height = 40,
            .width = 37,
            .outputs = 32,
            .kernel = 7,
            .stride = 2,
            .pad = 3 };
    }
    void convolvesExactly()
    {
        QFETCH(Conv, conv);
        const auto found = ran(requestFor(conv.text(), Precision::Bfloat16));
        QVERIFY2(stepsOf(*found.plan).contains("bfloat16 opscope.Conv:float"),
            qPrintable(stepsOf(*found.plan)));
        const auto numbers = found.numbers();
        std::size_t i = 0;
        for (std::int64_t image = 0; image < 2; ++image)
            for (std::int64_t output = 0; output < conv.outputs; ++output)
                for (std::int64_t row = 0; row < conv.outHeight(); ++row)
                    for (std::int64_t column = 0; column < conv.outWidth(); ++column, ++i) {
                        const auto exact = conv.exactAt(image, output, row, column);
                        const auto wanted
                            = std::clamp(exact.value, double(conv.low), double(conv.high));
                        // Half a unit in the last of 8 digits, and the sums in fp32.
                        const auto bound = 0x1p-8 * std::abs(exact.value) + 1e-6 * exact.magnitude;
                        QVERIFY2(std::abs(numbers[i] - wanted) <= bound,
                            qPrintable(QString("element %1: %2, expected %3")
                                           .arg(i)
                                           .arg(numbers[i])
                                           .arg(wanted)));
                        const auto bits = std::bit_cast<std::uint32_t>(float(numbers[i]));
                        QCOMPARE(bits & 0xffffu, 0u);
                    }
        QCOMPARE(i, numbers.size());
    }

    void multipliesExactly_data()
    {
        QTest::addColumn<Product>("product");
        QTest::newRow("odd sizes") << Product { { 37, 67 }, { 67, 45 } };
        QTest::newRow("batch of rows, row added")
            << Product { { 3, 5, 131 }, { 131, 33 }, true, true };
        QTest::newRow("activation of the library")
            << Product { { 17, 96 }, { 96, 64 }, true, true, "Tanh" };
        QTest::newRow("activation of ours")
            << Product { { 17, 96 }, { 96, 64 }, true, true, "Relu" };
        QTest::newRow("two values") << Product { { 2, 3, 19, 65 }, { 2, 3, 65, 41 }, false };
        QTest::newRow("two values, broadcast")
            << Product { { 2, 3, 19, 64 }, { 3, 64, 40 }, false };
    }
    void multipliesExactly()
    {
        QFETCH(Product, product);
        const auto& [a, b, isConstant, hasRow, activation] = product;
        const auto columns = b.back();
        auto text = "input x: float" + dimsWords(a) + "\n"
            + (isConstant ? weightText("m", b) : "input m: float" + dimsWords(b) + "\n")
            + weightText("r", { columns }) + "p = MatMul(x, m)\n";
        std::string last = "p";
        if (hasRow)
            text += std::exchange(last, "q") == "p" ? "q = Add(p, r)\n" : "";
        if (!activation.empty())
            text += "y = " + activation + "(" + std::exchange(last, "y") + ")\n";
        const auto found = ran(requestFor(text + "output " + last, Precision::Bfloat16));
        QVERIFY(hasLowered(*found.plan));
        const auto numbers = found.numbers();
        const auto depth = a.back();
        const auto rows = a[a.size() - 2];
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto at = static_cast<std::int64_t>(i);
            const auto row = at / columns; // over all batches
            const auto right = b.size() == 2
                ? 0
                : row / rows % (elementCount(b) / (depth * columns)) * depth * columns;
            Exact sum;
            for (std::int64_t k = 0; k < depth; ++k) {
                const auto of = static_cast<std::size_t>(right + k * columns + at % columns);
                sum.add(double(drawn(static_cast<std::size_t>(row * depth + k)))
                    * double(isConstant ? drawnWeight(of) : drawn(of)));
            }
            if (hasRow)
                sum.add(drawnWeight(static_cast<std::size_t>(at % columns)));
            const auto wanted = activation == "Tanh" ? std::tanh(sum.value)
                : activation == "Relu"               ? std::max(sum.value, 0.0)
                                                     : sum.value;
            QVERIFY2(std::abs(numbers[i] - wanted) <= 1e-6 * sum.magnitude,
                qPrintable(
                    QString("element %1: %2, expected %3").arg(i).arg(numbers[i]).arg(wanted)));
        }
    }

    void roundsWeightsToNearest()
    {
        // 1 + 2^-9 rounds to 1, 1 + 3 · 2^-9 to 1 + 2^-7.
        for (const auto& [written, rounded] :
            { std::pair(1 + 0x1p-9, 1.0), std::pair(1 + 3 * 0x1p-9, 1 + 0x1p-7) }) {
            const auto number = QString::number(written, 'g', 12);
            const auto text = QString("input x: float 16 128\nweight m: float 128 64 = %1\ny = "
                                      "MatMul(x, m)\noutput y")
                                  .arg(number);
            const auto numbers = ran(requestFor(text.toStdString(), Precision::Bfloat16)).numbers();
            double sum = 0;
            for (std::size_t k = 0; k < 128; ++k)
                sum += double(drawn(k)) * rounded;
            QVERIFY(std::abs(numbers.front() - sum) < 1e-4);
        }
    }

    void keepsNotANumber()
    {
        const auto text = "input x: float 16 64\nweight z: float 1 = 0\n"
            + weightText("m", { 64, 64 }) + identityText("i", 64, "")
            + "n = Div(z, z)\nv = Add(x, n)\na = MatMul(v, m)\nb = Relu(a)\ny = MatMul(b, i)\n"
              "output y";
        const auto numbers = ran(requestFor(text, Precision::Bfloat16)).numbers();
        QVERIFY(std::ranges::all_of(numbers, [](double number) { return std::isnan(number); }));
    }

    void computesModelsOfBfloatsSo()
    {
        const auto text = [](const char* element) {
            return QString("input x: %1 48 80\nweight w: %1 80 64 = 0.0625\nweight v: %1 64 48 = "
                           "0.03125\na = MatMul(x, w)\nb = MatMul(a, v)\ny = Tanh(b)\noutput y")
                .arg(element)
                .toStdString();
        };
        QCOMPARE(stepsOf(*ran(requestFor(text("bfloat16"), Precision::Float32)).plan),
            "opscope.MatMul:bfloat16 opscope.FusedMatMul:float Cast:bfloat16");
        QCOMPARE(stepsOf(*ran(requestFor(text("bfloat16"), Precision::Float32Strict)).plan),
            "Cast:float MatMul:float opscope.FusedMatMul:float Cast:bfloat16");
        QCOMPARE(stepsOf(**prepare(requestFor(text("float16"), Precision::Float32)).plan),
            "Cast:float MatMul:float opscope.FusedMatMul:float Cast:float16");
    }

    void agreesWithTheReferenceOfTheModel()
    {
        TierRequest request;
        request.examined
            = requestFor("input x: bfloat16 1 16 20 20\nweight w: bfloat16 24 16 3 3 = "
                         "0.02\nweight b: bfloat16 24 = 0.1\na = Conv(x, w, b)\nc = "
                         "Relu(a)\nd = MaxPool(c) {kernel_shape: [2, 2]}\nweight u: "
                         "bfloat16 8 24 3 3 = 0.01\ne = Conv(d, u)\noutput e",
                Precision::Float32);
        const auto comparison = compareTiers(request);
        QVERIFY2(comparison, comparison ? "" : comparison.error().message().c_str());
        QVERIFY(comparison->agrees());
    }

    void measuresTheErrorAgainstFloat32()
    {
        const auto request
            = requestFor("input x: float 16 128\nweight m: float 128 64 = 1.001953125\n"
                         "y = MatMul(x, m)\noutput y",
                Precision::Bfloat16);
        auto prepared = prepare(request);
        QVERIFY(prepared.plan);
        auto session = Session::create(*prepared.plan);
        const auto result = session->run(prepared.inputs.runtimeValues());
        const auto errors = errorsAgainstFloat32(request, prepared.inputs, result->outputs);
        QVERIFY2(errors, errors ? "" : errors.error().message().c_str());
        QCOMPARE(errors->size(), 1u);
        const auto& error = errors->front();
        QCOMPARE(error.output, "y");
        QCOMPARE(error.elements, 16u * 64u);
        // All weights are rounded from 1 + 2^-9 to 1. Inputs are rounded too, either way.
        QVERIFY(std::abs(error.relativeRms - 0x1p-9) < 0x1p-11);
        QVERIFY(error.largest > 0 && error.largest < error.largestExpected / 256);
        QVERIFY(!isLowered(Precision::Float32) && isLowered(Precision::Bfloat16));
    }

private:
    static bool hasLowered(const Plan& plan) { return stepsOf(plan).contains("opscope."); }
};

QTEST_GUILESS_MAIN(TestLowerProducts)
#include "tst_lower_products.moc"
