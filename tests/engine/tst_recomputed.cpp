#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/program/recomputed.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

/// `c = a` if the step that makes c repeats the one that makes a, `d const` if d depends on
/// weights only; sorted, separated by commas.
QString recomputedOf(std::string_view text, Optimisation level)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    request.optimisation = level;
    request.threads = 1;
    const auto prepared = prepare(request);
    if (!prepared.plan)
        return QString::fromStdString(prepared.plan.error().message());
    const auto& plan = **prepared.plan;
    std::map<StepId, std::string> made;
    for (const auto& block : plan.state().blocks)
        for (const auto& step : block.steps)
            made[step.id] = step.outputs.empty() || !step.outputs[0].isValid()
                ? "?"
                : plan.program().value(step.outputs[0]).name;
    const auto found = findRecomputed(plan);
    QStringList rows;
    for (const auto& [id, name] : made) {
        if (found.isConstant[id.value()])
            rows << QString::fromStdString(name) + " const";
        if (const auto other = found.repeats[id.value()]; other.isValid())
            rows << QString::fromStdString(name + " = " + made.at(other));
    }
    rows.sort();
    return rows.join(", ");
}

} // namespace

/// What a plan computes although it need not.
class TestRecomputed : public QObject {
    Q_OBJECT

private slots:
    void whatIsConstantAndWhatRepeats_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("nothing") << QByteArray(
            "input x: float 4\na = Relu(x)\nb = Neg(a)\noutput b")
                                 << "";
        QTest::newRow("weights") << QByteArray("input x: float 2 2\nweight w: float 2 2 = 3\n"
                                               "t = Transpose(w)\ns = Exp(t)\ny = MatMul(x, s)\n"
                                               "output y")
                                 << "s const, t const";
        QTest::newRow("shapes are no weights")
            << QByteArray("input x: float 2 3\ns = Shape(x)\noutput s") << "";
        QTest::newRow("random numbers never are")
            << QByteArray("weight w: float 4 = 1\na = RandomNormalLike(w)\nb = Relu(a)\n"
                          "c = RandomNormalLike(w)\ny = Add(b, c)\noutput y")
            << "";
        QTest::newRow("the same, and what follows it") << QByteArray(
            "input x: float 4\na = Relu(x)\nb = Relu(x)\nc = Neg(a)\nd = Neg(b)\n"
            "y = Add(c, d)\noutput y") << "b = a, d = c";
        QTest::newRow("other attributes") << QByteArray(
            "input x: float 4\na = LeakyRelu(x) {alpha: 0.5}\n"
            "b = LeakyRelu(x) {alpha: 0.25}\nc = LeakyRelu(x) {alpha: 0.5}\n"
            "y = Sum(a, b, c)\noutput y") << "c = a";
        QTest::newRow("other inputs, other order")
            << QByteArray("input x: float 4\ninput z: float 4\na = Sub(x, z)\nb = Sub(z, x)\n"
                          "c = Sub(x, z)\ny = Sum(a, b, c)\noutput y")
            << "c = a";
        QTest::newRow("weights of the same content") << QByteArray(
            "input x: float 2\nweight v: float 2 = 3\nweight w: float 2 = 3\n"
            "weight u: float 2 = 4\na = Add(x, v)\nb = Add(x, w)\nc = Add(x, u)\n"
            "y = Sum(a, b, c)\noutput y") << "b = a";
        QTest::newRow("in bodies")
            << QByteArray("input x: float 2\ninput k: bool\nweight w: float 2 = 1\nh = Relu(x)\n"
                          "z = If(k)\n  then_branch(): a\n    b = Relu(x)\n    a = Neg(b)\n"
                          "  else_branch(): d\n    c = Exp(w)\n    d = Neg(c)\n"
                          "n = Neg(h)\ny = Add(z, n)\noutput y")
            << "b = h, c const, d const";
    }
    void whatIsConstantAndWhatRepeats()
    {
        QFETCH(QByteArray, model);
        QFETCH(QString, wanted);
        QCOMPARE(recomputedOf(model.toStdString(), Optimisation::None), wanted);
    }

    void whatIsFoldedIsNotComputed()
    {
        QCOMPARE(recomputedOf("input x: float 2 2\nweight w: float 2 2 = 3\nt = Transpose(w)\n"
                              "y = MatMul(x, t)\noutput y",
                     Optimisation::Basic),
            QString());
    }
};

QTEST_GUILESS_MAIN(TestRecomputed)
#include "tst_recomputed.moc"
