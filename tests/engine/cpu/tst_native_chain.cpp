#include "engine/cpu/vector_table.h"
#include "engine/plan/engine.h"
#include "engine/verify/verify.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

Result<RunResult> resultOf(const std::string& text, bool isFast, int threads)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    request.otherInputs = { .source = InputSpec::Source::Random, .low = -2.0, .high = 2.0 };
    request.seed = 3;
    request.threads = threads;
    if (!isFast) {
        request.optimisation = Optimisation::None;
        request.tiers = { Tier::Reference };
    }
    auto prepared = prepare(request);
    auto plan = TRY(std::move(prepared.plan));
    auto session = TRY(Session::create(plan));
    return session.run(prepared.inputs.runtimeValues());
}

QString stepTypes(const std::string& text)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    const auto prepared = prepare(request);
    QStringList types;
    for (const auto& step : (*prepared.plan)->steps())
        types << QString::fromStdString(step.opType);
    return types.join(QLatin1Char(' '));
}

}

/// Chains of elementwise operators by tiles give what the reference kernels give one by one.
class TestNativeChain : public QObject {
    Q_OBJECT

private slots:
    void init() { m_set = instructionSet(); }
    void cleanup() { limitInstructionSet(m_set); }

    void computes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("steps");
        const QString fused = "FusedElementwise";
        const auto row = [&](const char* name, const char* model, const QString& steps) {
            QTest::newRow(name) << model << steps;
        };
        row("a value read twice", "input x: float 3 1700\na = Sigmoid(x)\ny = Mul(x, a)\noutput y",
            fused);
        row("one element", "input x: float 1\nb = Exp(x)\ny = Neg(b)\noutput y", "Exp Neg");
        row("numbers on both sides",
            "input x: float 7 11\ninput s: float 1\nweight two: float = 2\na = Sub(two, x)\nb = "
            "Div(a, s)\nc = Pow(b, two)\ny = Tanh(c)\noutput y",
            fused);
        for (const auto* length : { "5", "1023", "1024", "1025", "3000" })
            QTest::addRow("rows of %s", length) << QString(
                "input x: float 6 %1\ninput b: float %1\ninput c: float 1 %1\na = Add(x, "
                "b)\nd = Relu(a)\ny = Div(c, d)\noutput y")
                                                       .arg(length)
                                                << fused;
        row("rows of several axes",
            "input x: float 4 3 5 7\ninput b: float 3 5 7\na = Mul(b, x)\ny = Abs(a)\noutput y",
            fused);
        row("many threads",
            "input x: float 30 4000\ninput z: float 30 4000\na = Add(x, z)\nb = Sigmoid(a)\nc = "
            "Mul(b, z)\ny = Sub(c, x)\noutput y",
            fused);
        row("the largest of three, limited",
            "input x: float 900\ninput z: float 900\ninput w: float 900\nweight l: float = -0.5\n"
            "weight h: float = 0.75\na = Max(x, z, w)\nb = Clip(a, l, h)\nc = PRelu(b, z)\ny = "
            "Sum(c, x, w)\noutput y",
            fused);
        row("limits that are no numbers",
            "input x: float 900\nweight o: float = 0\nl = Div(o, o)\na = Neg(x)\nb = Clip(a, l, "
            "l)\ny = "
            "Relu(b)\noutput y",
            fused);
        row("parameters",
            "input x: float 2000\na = LeakyRelu(x) {alpha: 0.3}\nb = Elu(a) {alpha: "
            "1.5}\ny = HardSigmoid(b) {alpha: 0.4, beta: 0.2}\noutput y",
            fused);
        row("a value that is an output too",
            "input x: float 800\na = Exp(x)\nb = Neg(a)\ny = Sqrt(a)\nz = Abs(b)\noutput y\noutput "
            "z\noutput a",
            "Exp Sqrt FusedElementwise");
        row("columns are no rows",
            "input x: float 40 50\ninput b: float 40 1\na = Relu(x)\nc = Mul(a, b)\ny = Neg(c)\n"
            "output y",
            "Relu Mul Neg");
        row("other types stay", "input x: double 40\na = Relu(x)\ny = Neg(a)\noutput y",
            "Relu Neg");
        row("channels of an image",
            "input x: float 2 16 12 12\nweight w: float 24 16 3 3 = 0.01\ninput s: float 1 24 1 1\n"
            "input t: float 24 1 1\na = Conv(x, w)\nb = Mul(a, s)\nc = Add(b, t)\nd = "
            "Sigmoid(c)\ny "
            "= Mul(d, a)\nz = Conv(y, v)\nweight v: float 8 24 3 3 = 0.02\noutput z",
            "Reorder Conv FusedElementwise Reorder Conv");
    }
    void computes()
    {
        QFETCH(QString, model);
        QFETCH(QString, steps);
        const auto text = model.toStdString();
        const auto expected = resultOf(text, false, 1);
        QVERIFY2(expected, expected ? "" : expected.error().message().c_str());
        for (const auto set :
            { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512 }) {
            limitInstructionSet(set);
            for (const int threads : { 1, 3 }) {
                const auto found = resultOf(text, true, threads);
                QVERIFY2(found, found ? "" : found.error().message().c_str());
                for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
                    const auto difference = compare(
                        found->outputs[i].value, expected->outputs[i].value, { 1e-5, 1e-6 });
                    QVERIFY2(difference.isWithin, difference.message.c_str());
                }
            }
        }
        limitInstructionSet(m_set);
#ifdef OPSCOPE_WITH_ONEDNN
        QCOMPARE(stepTypes(text), steps);
#endif
    }

private:
    InstructionSet m_set = InstructionSet::Baseline;
};

QTEST_GUILESS_MAIN(TestNativeChain)
#include "tst_native_chain.moc"
