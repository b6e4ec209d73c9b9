#include "engine/cuda/rtc_compiler.h"
#include "engine/device/plugin.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/kernel/elementwise_chain.h"
#include "engine/kernel/elementwise_functions.h"
#include "engine/kernel/small_float.h"
#include "engine/plan/engine.h"
#include "model/inference/type_constraints.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/host_backend.h"
#include "tests/support/gpu/host_chains.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <random>
#include <sstream>

using namespace engine;

namespace {

constexpr int opset = 22;

RunRequest requestFor(const std::string& text, Optimisation optimisation, int version = opset)
{
    RunRequest request;
    request.model = testing::modelFromText(text, version);
    request.threads = 1;
    request.device = DeviceKind::Cuda;
    request.optimisation = optimisation;
    request.cudaGraph = CudaGraph::Off;
    request.tolerated = { "all" };
    return request;
}

/// The chain as text, a line per term: `t0 = Plus(i0, c0) float`.
std::string chainText(const ElementwiseChain& chain)
{
    std::string text;
    for (std::size_t i = 0; i < chain.terms.size(); ++i) {
        const auto& term = chain.terms[i];
        text += "t" + std::to_string(i) + " = " + term.function + "(";
        for (std::size_t k = 0; k < term.operands.size(); ++k)
            text += (k == 0 ? "" : ", ")
                + std::string(1, "itc"[static_cast<std::size_t>(term.operands[k].kind)])
                + std::to_string(term.operands[k].number);
        text += ")";
        for (const float parameter : term.parameters) {
            std::ostringstream number;
            number << parameter;
            text += " " + number.str();
        }
        text += " " + std::string(model::name(term.element)) + "\n";
    }
    return text;
}

/// Steps of the device: the chains with their terms, other operators by type.
QString deviceSteps(const Plan& plan)
{
    QString text;
    for (const auto& op : plan.program().ops) {
        if (op.isRemoved || op.device == DeviceKind::Cpu || op.node.type == "Copy")
            continue;
        if (!isChain(op.node)) {
            text += QString::fromStdString(op.node.type) + '\n';
            continue;
        }
        const auto chain = chainOf(op.node);
        text += chain ? QString::fromStdString(chainText(*chain))
                      : QString::fromStdString(chain.error().message());
    }
    return text;
}

/// Numbers of every kind: small and large, both signs, zeros, what is no number.
double numberFor(ElementType element, std::mt19937& random)
{
    const auto choice = random() % 16;
    if (model::isFloating(element)) {
        if (choice == 0)
            return std::numeric_limits<double>::quiet_NaN();
        if (choice == 1)
            return std::numeric_limits<double>::infinity();
        if (choice == 2)
            return -std::numeric_limits<double>::infinity();
        if (choice == 3)
            return -0.0;
        return (static_cast<double>(random() % 20001) - 10000) / (choice < 8 ? 100 : 3000);
    }
    const auto bits = model::traits(element).bits;
    const bool isSigned = model::traits(element).kind == model::ElementClass::SignedInteger;
    if (choice == 0)
        return isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
    if (choice < 4)
        return static_cast<double>(random() % 3);
    return static_cast<double>(random() % 120) - (isSigned ? 60 : 0);
}

template <typename T>
void put(Tensor& tensor, std::int64_t i, double value)
{
    const auto element = static_cast<T>(static_cast<Arithmetic<T>>(value));
    std::memcpy(tensor.data + static_cast<std::size_t>(i) * sizeof(T), &element, sizeof(T));
}

Tensor randomTensor(const TensorType& type, unsigned seed)
{
    auto tensor = makeTensor(type.element, type.dims);
    std::mt19937 random(seed);
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        const auto value = numberFor(type.element, random);
        if (type.element == ElementType::Bool)
            put<std::uint8_t>(tensor, i, static_cast<double>(random() % 2));
        const auto write = [&]<typename T>() -> Result<void> {
            put<T>(tensor, i, value);
            return {};
        };
        if (type.element != ElementType::Bool)
            static_cast<void>(visitElement(NumberTypes {}, type.element, write));
    }
    return tensor;
}

struct Outcome {
    std::string error;
    std::vector<Tensor> outputs;
    QString steps;
    std::size_t chains = 0;
};

Outcome outcomeOf(const RunRequest& request, unsigned seed = 1)
{
    auto prepared = prepare(request);
    Outcome outcome;
    if (!prepared.plan) {
        outcome.error = "prepare: " + prepared.plan.error().message();
        return outcome;
    }
    outcome.steps = deviceSteps(**prepared.plan);
    for (const auto& step : (*prepared.plan)->steps())
        outcome.chains += step.opType == chainOperator ? 1 : 0;
    auto session = Session::create(*prepared.plan);
    if (!session) {
        outcome.error = "session: " + session.error().message();
        return outcome;
    }
    auto values = prepared.inputs.runtimeValues();
    for (auto& value : values)
        value = RuntimeValue { randomTensor(value.tensor().type, seed++) };
    auto result = session->run(values);
    if (!result) {
        outcome.error = "run: " + result.error().message();
        return outcome;
    }
    for (auto& output : result->outputs)
        outcome.outputs.push_back(output.value.tensor());
    return outcome;
}

double numberAt(const Tensor& tensor, std::int64_t i)
{
    double number = 0;
    const auto read = [&]<typename T>() -> Result<void> {
        number = static_cast<double>(
            widen(reinterpret_cast<const T*>(tensor.data)[static_cast<std::size_t>(i)]));
        return {};
    };
    const auto element
        = tensor.element() == ElementType::Bool ? ElementType::Uint8 : tensor.element();
    static_cast<void>(visitElement(NumberTypes {}, element, read));
    return number;
}

/// Bit for bit, but NaN is NaN.
QString difference(const Tensor& a, const Tensor& b)
{
    if (a.type != b.type)
        return "types differ";
    const auto width = elementBytes(a.element());
    for (std::int64_t i = 0; i < a.count(); ++i) {
        const auto at = static_cast<std::size_t>(i) * width;
        const bool isSame = std::memcmp(a.data + at, b.data + at, width) == 0;
        const auto x = numberAt(a, i);
        const auto y = numberAt(b, i);
        if (!isSame && !(std::isnan(x) && std::isnan(y)))
            return QString("element %1 is %2, fused %3")
                .arg(i)
                .arg(x, 0, 'g', 17)
                .arg(y, 0, 'g', 17);
    }
    return {};
}

std::string onnxName(ElementType element) { return std::string(model::traits(element).onnxName); }

bool schemaTakes(std::string_view domain, const std::string& type, ElementType element)
{
    const auto* const schema
        = model::OperatorRegistry::instance().find(domain, type, domain.empty() ? opset : 1);
    if (schema == nullptr || schema->inputs.empty())
        return false;
    const auto constraint = std::ranges::find(
        schema->constraints, schema->inputs.front().type, &model::TypeConstraint::name);
    const auto wanted = "tensor(" + onnxName(element) + ")";
    return constraint != schema->constraints.end()
        && std::ranges::find(constraint->types, wanted) != constraint->types.end();
}

constexpr std::array allElements { ElementType::Float, ElementType::Double, ElementType::Float16,
    ElementType::Bfloat16, ElementType::Int64, ElementType::Int32, ElementType::Int16,
    ElementType::Int8, ElementType::Uint64, ElementType::Uint32, ElementType::Uint16,
    ElementType::Uint8, ElementType::Bool };

/// Every operator of that type, each in a chain of its own: `b = Where(c, Op(x, z), x)`. More than
/// 1024 elements: integers and truth values are worked with on the device only then.
std::string everyOperator(ElementType element, const std::string& dims, const std::string& other)
{
    const auto name = onnxName(element);
    std::string text = "input c: bool " + dims + "\ninput x: " + name + " " + dims
        + "\ninput z: " + name + " " + other + "\ninput u: bool " + dims + "\n";
    std::string outputs;
    int number = 0;
    for (const auto& row : elementwiseOperators()) {
        const std::string type(row.type);
        if (!contains(row.taken, element) || !schemaTakes(row.domain, type, element))
            continue;
        const auto id = std::to_string(number++);
        const auto call = (row.domain.empty() ? type : std::string(row.domain) + ":" + type)
            + (row.maxInputs == 1        ? "(x)"
                    : row.maxInputs == 2 ? "(x, z)"
                                         : "(x, z, x)");
        const bool isBoolean = functionNamed(row.function)->isBoolean;
        const auto attributes = type == "Mod" && model::isFloating(element) ? " {fmod: 1}"
            : type == "BitShift" ? (number % 2 == 0 ? " {direction: LEFT}" : " {direction: RIGHT}")
                                 : "";
        text += "a" + id + " = " + call + attributes + "\nb" + id + " = "
            + (isBoolean ? "Xor(a" + id + ", u)" : "Where(c, a" + id + ", x)") + "\n";
        outputs += "output b" + id + "\n";
    }
    return text + outputs;
}

}

/// Chains of elementwise operators on the emulated device, which runs the very source that is
/// generated for a GPU.
class TestFusedChains : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_device = testing::useHostDevice();
        QVERIFY(bool(openDevice(DeviceKind::Cuda)));
    }

    void fuses_data();
    void fuses();

    void computesEveryFunction_data()
    {
        QTest::addColumn<int>("element");
        QTest::addColumn<QString>("dims");
        QTest::addColumn<QString>("other");
        for (const auto element : allElements) {
            const auto name = std::string(model::name(element));
            QTest::newRow((name + ", a row").c_str()) << static_cast<int>(element) << "40 32"
                                                      << "32";
        }
        QTest::newRow("a column") << static_cast<int>(ElementType::Float) << "5 8 32"
                                  << "8 1";
        QTest::newRow("an odd column") << static_cast<int>(ElementType::Float16) << "5 31 7"
                                       << "31 1";
        QTest::newRow("one number") << static_cast<int>(ElementType::Float) << "1037"
                                    << "1";
        QTest::newRow("two stretched axes") << static_cast<int>(ElementType::Int32) << "5 6 7 8"
                                            << "6 1 8";
    }
    void computesEveryFunction()
    {
        QFETCH(int, element);
        QFETCH(QString, dims);
        QFETCH(QString, other);
        const auto text = everyOperator(
            static_cast<ElementType>(element), dims.toStdString(), other.toStdString());
        const auto alone = outcomeOf(requestFor(text, Optimisation::None));
        const auto fused = outcomeOf(requestFor(text, Optimisation::Full));
        QVERIFY2(alone.error.empty(), alone.error.c_str());
        QVERIFY2(fused.error.empty(), fused.error.c_str());
        QCOMPARE(fused.outputs.size(), alone.outputs.size());
        QVERIFY(!alone.outputs.empty());
        QCOMPARE(fused.chains, fused.outputs.size());
        for (std::size_t i = 0; i < alone.outputs.size(); ++i) {
            const auto found = difference(alone.outputs[i], fused.outputs[i]);
            QVERIFY2(found.isEmpty(),
                qPrintable(
                    QString("output %1 (%2): %3")
                        .arg(i)
                        .arg(fused.steps.section("\nt0", static_cast<int>(i), static_cast<int>(i)),
                            found)));
        }
    }

    void castsBetweenAllTypes_data()
    {
        QTest::addColumn<int>("element");
        for (const auto element : allElements)
            QTest::newRow(std::string(model::name(element)).c_str()) << static_cast<int>(element);
    }
    void castsBetweenAllTypes()
    {
        QFETCH(int, element);
        const auto from = static_cast<ElementType>(element);
        auto text = "input x: " + onnxName(from) + " 40 32\ninput c: bool 40 32\n";
        std::string outputs;
        for (const auto to : allElements) {
            if (to == from)
                continue;
            const auto id = std::to_string(static_cast<int>(to));
            text += "a" + id + " = Cast(x) {to: " + id + "}\nb" + id + " = Where(c, a" + id + ", a"
                + id + ")\n";
            outputs += "output b" + id + "\n";
        }
        const auto alone = outcomeOf(requestFor(text + outputs, Optimisation::None));
        const auto fused = outcomeOf(requestFor(text + outputs, Optimisation::Full));
        QVERIFY2(alone.error.empty(), alone.error.c_str());
        QVERIFY2(fused.error.empty(), fused.error.c_str());
        QCOMPARE(fused.chains, allElements.size() - 1);
        for (std::size_t i = 0; i < alone.outputs.size(); ++i) {
            const auto found = difference(alone.outputs[i], fused.outputs[i]);
            QVERIFY2(found.isEmpty(), qPrintable(QString("output %1: %2").arg(i).arg(found)));
        }
    }

    void runsOneByOneWithoutACompiler()
    {
        const std::string text = "input x: float 4\na = Exp(x)\ny = Neg(a)\noutput y";
        m_device->refuseChains("NVRTC 13 not found: fused elementwise chains run one by one");
        auto prepared = prepare(requestFor(text, Optimisation::Full));
        const auto outcome = outcomeOf(requestFor(text, Optimisation::Full));
        m_device->refuseChains({});
        QVERIFY(bool(prepared.plan));
        QCOMPARE(outcome.steps, QString("Exp\nNeg\n"));
        QVERIFY2(outcome.error.empty(), outcome.error.c_str());
        int told = 0;
        for (const auto& step : (*prepared.plan)->steps()) {
            for (const auto& refusal : step.refusals)
                told += refusal
                        == "cuda fused chain: NVRTC 13 not found: fused elementwise chains run one "
                           "by one"
                    ? 1
                    : 0;
        }
        QCOMPARE(told, 2);
    }

    void keepsWhereOperatorsCameFrom()
    {
        auto prepared = prepare(requestFor(
            "input x: float 4\na = Exp(x)\nb = Neg(a)\ny = Relu(b)\noutput y", Optimisation::Full));
        QVERIFY(bool(prepared.plan));
        const auto& steps = (*prepared.plan)->steps();
        const auto chain = std::ranges::find(steps, chainOperator, &StepDescription::opType);
        QVERIFY(chain != steps.end());
        QCOMPARE(chain->origins.size(), std::size_t(3));
        QVERIFY(chain->implementation.ends_with("fused chain of 3 functions"));
        QVERIFY(chain->cost.isKnown);
        QCOMPARE(chain->cost.readBytes, std::uint64_t(16));
        QCOMPARE(chain->cost.writtenBytes, std::uint64_t(16));
        QVERIFY(chain->cost.transcendental >= 4);
        const auto& fates = (*prepared.plan)->fates();
        QCOMPARE(fates[chain->origins[1].value()].kind, NodeFate::Kind::FusedInto);
        QVERIFY(fates[chain->origins[1].value()].pass == "fuse elementwise chains");
    }

    void attributesHoldTheWholeChain()
    {
        ElementwiseChain chain;
        chain.inputs = { { ElementType::Float16, { 2, 1, 4 } }, { ElementType::Bool, {} } };
        chain.constants = { { ElementType::Double, 0x3ff8000000000000u } };
        chain.terms = { { "LeakyRelu", ElementType::Float16, { { ChainOperand::Kind::Input, 0 } },
                            { 0.1F } },
            { "Choose", ElementType::Float16,
                { { ChainOperand::Kind::Input, 1 }, { ChainOperand::Kind::Term, 0 },
                    { ChainOperand::Kind::Input, 0 } },
                {} } };
        chain.output = { ElementType::Float16, { 2, 3, 4 } };
        const auto read = chainOf(nodeOf(chain, "a"));
        QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
        QVERIFY(*read == chain);
        auto damaged = nodeOf(chain, "a");
        damaged.attributes[0].value = std::vector<std::string> { "Plus 1 i0 i7" };
        QVERIFY(!chainOf(damaged));
        damaged.attributes[0].value = std::vector<std::string> { "Nothing 1 i0" };
        QVERIFY(!chainOf(damaged));
        damaged.attributes[0].value = std::vector<std::string> { "Plus 1 q0" };
        QVERIFY(!chainOf(damaged));
    }

    /// All that the tests before have made for Hopper, some of them for the others;
    /// OPSCOPE_ALL_CHAINS=1 for all.
    void nvrtcTakesEverySource_data()
    {
        QTest::addColumn<int>("capability");
        for (const int capability : { 75, 80, 90, 100, 120 })
            QTest::newRow(qPrintable(QString("sm_%1").arg(capability))) << capability;
    }
    void nvrtcTakesEverySource()
    {
        QFETCH(int, capability);
        const auto api = cuda::openRtc({}, cuda::systemLoader());
        if (!api)
            QSKIP(qPrintable(QString::fromStdString(api.error().message())));
        const bool isWhole = capability == 90 || qEnvironmentVariableIsSet("OPSCOPE_ALL_CHAINS");
        const std::size_t step = isWhole ? 1 : 8;
        std::vector<std::string> sources;
        const auto all = m_device->chainSources();
        for (std::size_t i = 0; i < all.size(); i += step)
            sources.push_back(all[i]);
        QVERIFY(!sources.empty());
        constexpr std::size_t batch = 40;
        for (std::size_t i = 0; i < sources.size(); i += batch) {
            const auto joined = testing::joinedSources(
                std::span(sources).subspan(i, std::min(batch, sources.size() - i)));
            const auto code = cuda::compileSource(*api, joined, capability);
            QVERIFY2(bool(code), code ? "" : code.error().message().c_str());
            QVERIFY(!code->isPtx);
            QVERIFY(code->bytes.size() > 1000);
        }
        qInfo("%d sources", static_cast<int>(sources.size()));
    }

private:
    std::shared_ptr<testing::HostBackend> m_device;
};

void TestFusedChains::fuses_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("steps");
    QTest::newRow("a chain") << "input x: float 4\na = Exp(x)\nb = Neg(a)\ny = Relu(b)\noutput y"
                             << "t0 = Exp(i0) fp32\nt1 = Negate(t0) fp32\nt2 = Relu(t1) fp32\n";
    QTest::newRow("a tree") << "input x: float 4\ninput z: float 4\na = Exp(x)\nb = Neg(z)\ny = "
                               "Add(a, b)\noutput y"
                            << "t0 = Exp(i0) fp32\nt1 = Negate(i1) fp32\nt2 = Plus(t0, t1) fp32\n";
    QTest::newRow("a value read twice inside")
        << "input x: float 4\na = Exp(x)\nb = Sigmoid(a)\ny = Mul(a, b)\noutput y"
        << "t0 = Exp(i0) fp32\nt1 = Sigmoid(t0) fp32\nt2 = Times(t0, t1) fp32\n";
    QTest::newRow("an operator alone") << "input x: float 4\ny = Exp(x)\noutput y"
                                       << "Exp\n";
    QTest::newRow("an output in the middle stays")
        << "input x: float 4\na = Exp(x)\nb = Neg(a)\ny = Relu(b)\noutput b\noutput y"
        << "Relu\nt0 = Exp(i0) fp32\nt1 = Negate(t0) fp32\n";
    QTest::newRow("a value read outside stays")
        << "input x: float 2 4\na = Exp(x)\nb = Neg(a)\nc = Relu(b)\ns = Softmax(b)\ny = Add(c, "
           "s)\noutput y"
        << "Softmax\nt0 = Exp(i0) fp32\nt1 = Negate(t0) fp32\nt0 = Relu(i0) fp32\nt1 = Plus(t0, "
           "i1) fp32\n";
    QTest::newRow("another shape is another chain")
        << "input x: float 4\ninput z: float 3 4\na = Exp(x)\nb = Neg(a)\nc = Add(b, z)\ny = "
           "Relu(c)\noutput y"
        << "t0 = Exp(i0) fp32\nt1 = Negate(t0) fp32\nt0 = Plus(i0, i1) fp32\nt1 = Relu(t0) fp32\n";
    QTest::newRow("numbers that never change are part of it")
        << "input x: float 4\nweight h: float = 0.5\na = Mul(x, h)\ny = Tanh(a)\noutput y"
        << "t0 = Times(i0, c0) fp32\nt1 = Tanh(t0) fp32\n";
    QTest::newRow("types change inside")
        << "input x: float16 4\na = Cast(x) {to: 1}\nb = Sqrt(a)\nc = Cast(b) {to: 10}\ny = "
           "Neg(c)\noutput y"
        << "t0 = Convert(i0) fp32\nt1 = Sqrt(t0) fp32\nt2 = Convert(t1) fp16\nt3 = Negate(t2) "
           "fp16\n";
    QTest::newRow("a choice")
        << "input x: float 2048\ninput z: float 2048\na = Less(x, z)\ny = Where(a, "
           "x, z)\noutput y"
        << "t0 = Less(i0, i1) bool\nt1 = Choose(t0, i0, i1) fp32\n";
    QTest::newRow("limits")
        << "input x: float 4\nweight l: float = 0\nweight h: float = 6\na = Exp(x)\ny = Clip(a, l, "
           "h)\noutput y"
        << "t0 = Exp(i0) fp32\nt1 = AtLeast(t0, c0) fp32\nt2 = AtMost(t1, c1) fp32\n";
    QTest::newRow("what decides a shape is no part of it")
        << "input x: float 4\nweight s: int64 2 = 2\na = Exp(x)\nb = Reshape(a, s)\nc = Neg(b)\ny "
           "= Relu(c)\noutput y"
        << "Exp\nReshape\nt0 = Negate(i0) fp32\nt1 = Relu(t0) fp32\n";
    QString inputs;
    QString sum = "y = Max(x0, x1, x2, x3)\nz = Max(x4, x5, x6, x7)\nw = Max(y, z, x8)\noutput w";
    for (int i = 0; i < 9; ++i)
        inputs += QString("input x%1: float 4\n").arg(i);
    QTest::newRow("no more than eight inputs")
        << inputs + sum << "Max\nt0 = Larger(i0, i1, i2, i3) fp32\nt1 = Larger(t0, i4, i5) fp32\n";
    QString chain = "input x0: float 4\n";
    QString terms;
    for (int i = 0; i < 34; ++i)
        chain += QString("x%1 = Exp(x%2)\n").arg(i + 1).arg(i);
    for (int i = 0; i < 32; ++i)
        terms += QString("t%1 = Exp(%2) fp32\n")
                     .arg(i)
                     .arg(i == 0 ? "i0" : QString("t%1").arg(i - 1));
    QTest::newRow("no more than thirty-two functions")
        << chain + "output x34"
        << "t0 = Exp(i0) fp32\nt1 = Exp(t0) fp32\n" + terms;
}

void TestFusedChains::fuses()
{
    QFETCH(QString, model);
    QFETCH(QString, steps);
    const auto fused = outcomeOf(requestFor(model.toStdString(), Optimisation::Full));
    QVERIFY2(fused.error.empty(), fused.error.c_str());
    QCOMPARE(fused.steps, steps);
    const auto alone = outcomeOf(requestFor(model.toStdString(), Optimisation::None));
    QVERIFY2(alone.error.empty(), alone.error.c_str());
    QCOMPARE(fused.outputs.size(), alone.outputs.size());
    for (std::size_t i = 0; i < alone.outputs.size(); ++i)
        QCOMPARE(difference(alone.outputs[i], fused.outputs[i]), QString());
}

QTEST_GUILESS_MAIN(TestFusedChains)
#include "tst_fused_chains.moc"
