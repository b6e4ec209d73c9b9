// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/kernel/small_float.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/program/shapes.h"
#include "engine/verify/compare_tiers.h"
#include "tests/support/engine/model_text.h"

#include <cmath>

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text, Optimisation level = Optimisation::Full)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    request.optimisation = level;
    request.threads = 2;
    return request;
}

/// Numbers from -1 to 1 that a half type of 8 bits of precision represents.
double drawn(std::size_t i) { return static_cast<double>((i * 37 + 11) % 129) / 64.0 - 1.0; }

Tensor drawnTensor(const TensorType& type)
{
    auto tensor = makeTensor(type.element, type.dims);
    for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.count()); ++i)
        tensor.as<std::uint16_t>()[i] = encodeSmallFloat(drawn(i), type.element, Overflow::Special);
    return tensor;
}

struct Ran {
    std::shared_ptr<const Plan> plan;
    RunResult result;
};

/// Runs a model whose inputs are of half types, with drawn() numbers.
Ran ran(const RunRequest& request)
{
    auto prepared = prepare(request);
    if (!prepared.plan)
        qFatal("%s", prepared.plan.error().message().c_str());
    std::vector<RuntimeValue> inputs;
    for (const auto& type : (*prepared.plan)->state().inputTypes)
        inputs.push_back({ drawnTensor(type) });
    auto session = Session::create(*prepared.plan);
    auto result = session ? session->run(inputs) : std::move(session).error();
    if (!result)
        qFatal("%s", result.error().message().c_str());
    return { *prepared.plan, std::move(*result) };
}

std::vector<double> numbersOf(const NamedValue& value)
{
    return *readNumbers(value.value.tensor());
}

/// `Cast:float Relu:float Cast:float16`: the steps with the type of their first output.
QString stepsOf(const Plan& plan)
{
    QStringList words;
    for (const auto& block : plan.state().blocks) {
        for (const auto& step : block.steps) {
            const auto& type = plan.state().facts.type(step.outputs.front());
            words.append(QString::fromStdString(plan.steps()[step.id.value()].opType + ":"
                + std::string(model::traits(type.element).onnxName)));
        }
    }
    return words.join(' ');
}

/// y = tanh(x w + b) in double, from numbers that were rounded to half as in the model.
std::vector<double> denseLayer(const std::vector<double>& x, std::size_t rows, std::size_t depth,
    std::size_t columns, double weight, double bias)
{
    std::vector<double> y;
    for (std::size_t i = 0; i < rows; ++i) {
        double sum = bias;
        for (std::size_t k = 0; k < depth; ++k)
            sum += x[i * depth + k] * weight;
        y.insert(y.end(), columns, std::tanh(sum));
    }
    return y;
}

}

/// Operators on fp16 and bfloat16 compute in fp32 where all passes run on the CPU.
class TestWidenHalf : public QObject {
    Q_OBJECT

private slots:
    void roundsWhereTheModelShowsIt_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("steps");
        QTest::newRow("only at inputs and outputs")
            << "input x: float16 2 8\nweight w: float16 8 3 = 0.5\na = MatMul(x, w)\nb = "
               "Softmax(a)\nc = Neg(b)\noutput c"
            << "Cast:float MatMul:float Softmax:float Neg:float Cast:float16";
        QTest::newRow("the other half type")
            << "input x: bfloat16 2 8\na = Neg(x)\nb = Softmax(a)\noutput b"
            << "Cast:float Neg:float Softmax:float Cast:bfloat16";
        QTest::newRow("a value that is read twice is widened once")
            << "input x: float16 8\na = Neg(x)\nb = Mul(a, x)\noutput b"
            << "Cast:float FusedElementwise:float Cast:float16";
        QTest::newRow("a part in fp32")
            << "input x: float16 8\na = Neg(x)\nb = Cast(a) {to: 1}\nc = Exp(b)\nd = Cast(c) {to: "
               "10}\ne = Neg(d)\noutput e"
            << "Cast:float FusedElementwise:float Cast:float16 Cast:float Neg:float Cast:float16";
        QTest::newRow("a comparison")
            << "input x: float16 8\na = Neg(x)\nb = Greater(a, x)\noutput b"
            << "Cast:float Neg:float Cast:float16 Cast:float Greater:bool";
        QTest::newRow("to integers")
            << "input x: float16 8\na = Neg(x)\nb = Floor(a)\nc = Cast(b) {to: 7}\noutput c"
            << "Cast:float Neg:float Cast:float16 Cast:float Floor:float Cast:float16 Cast:float "
               "Cast:int64";
        QTest::newRow("an embedding stays half")
            << "weight w: float16 100 8 = 0.5\ninput i: int64 3\na = Gather(w, i)\nb = "
               "Neg(a)\noutput b"
            << "Gather:float16 Cast:float Neg:float Cast:float16";
        QTest::newRow("a shape is no number")
            << "input x: float16 2 n\na = Neg(x)\nb = Shape(a)\noutput b\noutput a"
            << "Cast:float Neg:float Cast:float16";
        QTest::newRow("bodies, at their ends")
            << "input x: float16 8\nweight n: int64 = 3\nweight c: bool = 1\na = Neg(x)\nz = "
               "Loop(n, c, a)\n  body(i, k, v): k, w\n    u = Add(v, a)\n    w = Neg(u)\ny = "
               "Neg(z)\noutput y"
            << "Cast:float Neg:float Cast:float16 Loop:float16 Cast:float Neg:float Cast:float16 "
               "Cast:float Add:float Neg:float Cast:float16";
    }
    void roundsWhereTheModelShowsIt()
    {
        QFETCH(QString, model);
        QFETCH(QString, steps);
        const auto prepared = prepare(requestFor(model.toStdString()));
        QVERIFY2(prepared.plan, prepared.plan ? "" : prepared.plan.error().message().c_str());
        QCOMPARE(stepsOf(**prepared.plan), steps);
    }

    void leavesOtherLevelsAlone()
    {
        constexpr auto text = "input x: float16 8\na = Neg(x)\nb = Mul(a, x)\noutput b";
        for (const auto level : { Optimisation::None, Optimisation::Basic })
            QCOMPARE(stepsOf(*ran(requestFor(text, level)).plan), "Neg:float16 Mul:float16");
    }

    void errsByOneRounding_data()
    {
        QTest::addColumn<QString>("element");
        QTest::addColumn<double>("unit");
        QTest::newRow("fp16") << "float16" << 0x1p-11;
        QTest::newRow("bfloat16") << "bfloat16" << 0x1p-8;
    }
    void errsByOneRounding()
    {
        QFETCH(QString, element);
        QFETCH(double, unit);
        const auto text = QString("input x: %1 5 70\nweight w: %1 70 33 = 0.0625\nweight b: %1 33 "
                                  "= -0.25\nweight v: %1 33 17 = 0.03125\nweight c: %1 17 = 0.5\n"
                                  "a = MatMul(x, w)\nd = Add(a, b)\ne = Tanh(d)\nf = Gemm(e, v, "
                                  "c)\ny = Tanh(f)\noutput y")
                              .arg(element)
                              .toStdString();
        std::vector<double> x;
        for (std::size_t i = 0; i < 5 * 70; ++i)
            x.push_back(drawn(i));
        const auto exact
            = denseLayer(denseLayer(x, 5, 70, 33, 0.0625, -0.25), 5, 33, 17, 0.03125, 0.5);
        const auto found = numbersOf(ran(requestFor(text)).result.outputs.front());
        QCOMPARE(found.size(), exact.size());
        for (std::size_t i = 0; i < exact.size(); ++i)
            QVERIFY2(std::abs(found[i] - exact[i]) <= 1.01 * unit * std::abs(exact[i]) + 1e-6,
                qPrintable(QString("%1, expected %2").arg(found[i]).arg(exact[i])));
    }

    void roundsBeforeAStep()
    {
        // 3 · fp16(1/3) is 1 - 2^-12 and rounds to 1.
        const auto request = requestFor("input x: float16 1\nweight z: float16 1 = 0\nweight t: "
                                        "float16 1 = 0.333251953125\nweight n: float16 1 = 3\nb = "
                                        "Mul(x, z)\nc = Add(b, t)\na = Mul(c, n)\ny = "
                                        "Floor(a)\noutput y");
        QCOMPARE(numbersOf(ran(request).result.outputs.front()), std::vector { 1.0 });
    }

    void computesBodiesAsTheModel()
    {
        constexpr auto text
            = "input x: float16 8\nweight n: int64 = 4\nweight c: bool = 1\nz = Loop(n, c, x)\n  "
              "body(i, k, v): k, w\n    u = Mul(v, x)\n    w = Add(u, x)\noutput z";
        auto expected = std::vector<double>(8);
        for (std::size_t i = 0; i < 8; ++i) {
            expected[i] = drawn(i);
            for (int turn = 0; turn < 4; ++turn)
                expected[i] = expected[i] * drawn(i) + drawn(i);
        }
        const auto found = numbersOf(ran(requestFor(text)).result.outputs.front());
        for (std::size_t i = 0; i < 8; ++i)
            QVERIFY(std::abs(found[i] - expected[i]) <= 4 * 0x1p-11 * 4);
    }

    void returnsKeptValuesInTheModelsType()
    {
        auto request
            = requestFor("input x: float16 8\na = Neg(x)\nb = Mul(a, x)\nc = Neg(b)\noutput c");
        request.keep = { "b" };
        const auto result = ran(request).result;
        QCOMPARE(result.kept.size(), 1u);
        QCOMPARE(result.kept.front().name, "b");
        QCOMPARE(result.kept.front().value.tensor().element(), ElementType::Float16);
        QCOMPARE(numbersOf(result.kept.front())[1], -drawn(1) * drawn(1));
    }

    void countsWeightsInTheirNewType()
    {
        const auto plan = ran(requestFor("input x: float16 8 40\nweight w: float16 40 = 2\na = "
                                         "Mul(x, w)\noutput a"))
                              .plan;
        QCOMPARE(plan->memory().weightBytes, 160u);
    }

    void freesWeightsThatKernelsPacked_data()
    {
        QTest::addColumn<QString>("more");
        QTest::addColumn<bool>("isFreed");
        QTest::newRow("one reader, which packs them") << "" << true;
        QTest::newRow("another reader that does not")
            << "input z: float16 40 640\nb = Mul(z, w)\noutput b\n"
            << false;
    }
    void freesWeightsThatKernelsPacked()
    {
        QFETCH(QString, more);
        QFETCH(bool, isFreed);
        const auto request
            = requestFor("input x: float16 8 40\nweight w: float16 40 640 = 0.5\na = "
                         "MatMul(x, w)\noutput a\n"
                + more.toStdString());
        const auto found = ran(request);
        std::size_t freed = 0;
        for (const auto& value : found.plan->program().values)
            freed += value.constant && value.constant->data == nullptr
                    && value.constant->element() == ElementType::Float
                ? 1
                : 0;
        QCOMPARE(freed, isFreed ? 1u : 0u);
        const auto numbers = numbersOf(found.result.outputs.front());
        for (std::size_t row = 0; row < 8; ++row) {
            double sum = 0;
            for (std::size_t k = 0; k < 40; ++k)
                sum += drawn(row * 40 + k) * 0.5;
            QVERIFY(std::abs(numbers[row * 640 + 63] - sum) <= 0x1p-10 * std::abs(sum) + 1e-6);
        }
    }

    void agreesWithTheReference()
    {
        TierRequest request;
        request.examined
            = requestFor("input x: float16 4 48\nweight w: float16 48 40 = 0.02\nweight b: float16 "
                         "40 = 0.1\na = MatMul(x, w)\nc = Add(a, b)\nd = Sigmoid(c)\ne = "
                         "Softmax(d)\nf = Greater(e, b)\noutput e\noutput f");
        const auto comparison = compareTiers(request);
        QVERIFY2(comparison, comparison ? "" : comparison.error().message().c_str());
        QVERIFY(comparison->agrees());
        QVERIFY(comparison->steps.size() >= 4);
    }
};

QTEST_GUILESS_MAIN(TestWidenHalf)
#include "tst_widen_half.moc"
