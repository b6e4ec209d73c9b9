// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/inputs/value_file.h"
#include "engine/verify/compare_tiers.h"
#include "model/onnx/parser.h"
#include "tests/support/engine/faulty_kernels.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>

using namespace engine;

namespace {

TierRequest requestFor(std::string_view text)
{
    TierRequest request;
    request.examined.model = testing::modelFromText(text);
    request.examined.threads = 1;
    request.examined.optimisation = Optimisation::Basic; // Full makes one step of a chain
    return request;
}

TierComparison compared(const TierRequest& request)
{
    auto comparison = compareTiers(request);
    if (!comparison)
        qFatal("%s", comparison.error().message().c_str());
    return std::move(*comparison);
}

/// `Add Elu! Mul~`: ! own error past the tolerance, ~ only the accumulated one, ? no own error.
QString summary(const TierComparison& comparison)
{
    QStringList words;
    for (const auto& step : comparison.steps) {
        const auto own = step.isOwnWithin();
        const auto* mark = !own ? "?" : !*own ? "!" : step.isWithin() ? "" : "~";
        words.append(QString::fromStdString(step.step.opType) + mark);
    }
    return words.join(' ');
}

constexpr std::string_view wrongChain = "input x: float 4\na = Add(x, x)\nb = Elu(a) {alpha: "
                                        "0.125}\nc = Mul(b, x)\nd = Sub(c, x)\noutput d";
constexpr std::string_view wrongLoop
    = "weight n: int64 = 3\nweight c: bool = 1\ninput x: float 4\nz = Loop(n, c, x)\n  body(i, k, "
      "v): k, w\n    u = Add(v, x)\n    w = Elu(u) {alpha: 0.125}\noutput z";

}

class TestCompareTiers : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { testing::registerFaultyKernels(); }

    void tellsTheCulpritFromTheVictims_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing is wrong")
            << "input x: float 4\na = Add(x, x)\nb = Relu(a)\noutput b"
            << "Add Relu";
        QTest::newRow("in a chain") << QString::fromUtf8(wrongChain.data()) << "Add Elu! Mul~ Sub~";
        QTest::newRow("in a loop, bodies before their operators")
            << QString::fromUtf8(wrongLoop.data()) << "Add~ Elu! Loop?";
        QTest::newRow("in the branch that is taken")
            << "weight c: bool = 1\ninput x: float 4\nz = If(c)\n  then_branch(): a\n    a = "
               "Elu(x) "
               "{alpha: 0.125}\n  else_branch(): b\n    b = Neg(x)\ny = Add(z, x)\noutput y"
            << "Elu! If? Add~";
        QTest::newRow("what was folded")
            << "weight w: float 4 = 2\ninput x: float 4\na = Sqrt(w)\nb = Add(a, x)\noutput b"
            << "Sqrt Add";
    }
    void tellsTheCulpritFromTheVictims()
    {
        QFETCH(QString, model);
        QFETCH(QString, expected);
        QCOMPARE(summary(compared(requestFor(model.toStdString()))), expected);
    }

    void namesTheFirst()
    {
        const auto comparison = compared(requestFor(wrongChain));
        QCOMPARE(comparison.firstDivergence, std::optional<std::size_t>(1));
        QCOMPARE(comparison.firstAtFault, std::optional<std::size_t>(1));
        const auto& elu = comparison.steps[1];
        QCOMPARE(elu.step.implementation, std::string("faulty"));
        const auto& own = *elu.outputs.front().own;
        QVERIFY(std::abs(own.largestRelative - 0.01) < 1e-5);
        QCOMPARE(elu.outputs.front().accumulated.name, std::string("b"));
        QVERIFY(!comparison.agrees());
    }

    void aCapCostsPassesNotResults_data()
    {
        QTest::addColumn<int>("cap");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<bool>("isOnePass");
        QTest::newRow("room for all") << 1000 << "Add Elu! Mul~ Sub~" << true;
        QTest::newRow("two values at once") << 32 << "Add Elu! Mul~ Sub~" << false;
        QTest::newRow("no room for inputs") << 16 << "Add Elu? Mul? Sub?" << false;
        QTest::newRow("no room at all") << 0 << "Add? Elu? Mul? Sub?" << true; // in place
    }
    void aCapCostsPassesNotResults()
    {
        QFETCH(int, cap);
        QFETCH(QString, expected);
        QFETCH(bool, isOnePass);
        auto request = requestFor(wrongChain);
        request.capBytes = static_cast<std::uint64_t>(cap);
        const auto comparison = compared(request);
        QCOMPARE(summary(comparison), expected);
        QVERIFY(comparison.keptBytes <= request.capBytes);
        QCOMPARE(comparison.passes == 1, isOnePass);
        QCOMPARE(comparison.firstDivergence, std::optional<std::size_t>(1));
    }

    void ofManyTurnsAsManyAreComparedAsFit()
    {
        auto request = requestFor(wrongLoop);
        const auto all = compared(request);
        QCOMPARE(all.steps[1].turns, 3u);
        QCOMPARE(all.steps[1].comparedIterations, 3u);
        QCOMPARE(all.steps[1].outputs[0].accumulated.difference.elements, 12u);
        QVERIFY(all.steps[1].outputs[0].accumulated.difference.where.starts_with("turn "));
        request.capBytes = 32;
        const auto some = compared(request);
        QCOMPARE(some.steps[1].turns, 3u);
        QCOMPARE(some.steps[1].comparedIterations, 2u);
        QVERIFY(some.keptBytes <= 32);
    }

    void endsAtTheFirst()
    {
        auto request = requestFor(wrongChain);
        request.extent = Extent::FirstDivergence;
        const auto comparison = compared(request);
        QCOMPARE(summary(comparison), QString("Add Elu!"));
        QVERIFY(!comparison.isComplete);
        request.examined.tiers = { Tier::Reference };
        QVERIFY(compared(request).isComplete);
    }

    void saysWhyANodeHasNoComparison()
    {
        const auto comparison = compared(requestFor(
            "weight c: bool = 1\ninput x: float 4\nw = Identity(x)\nz = If(c)\n  then_branch(): a\n"
            "    a = Add(w, x)\n  else_branch(): b\n    b = Neg(x)\noutput z"));
        QCOMPARE(comparison.skipped.size(), 2u);
        QCOMPARE(comparison.skipped[0].reason, std::string("removed (remove identity)"));
        QCOMPARE(comparison.skipped[1].reason, std::string("not reached by both runs"));
    }

    void filesStandForValues()
    {
        QTemporaryDir folder;
        auto tensor = makeTensor(ElementType::Float, { 4 });
        std::ranges::fill(tensor.as<float>(), 2.0F);
        const std::filesystem::path path(folder.path().toStdString());
        QVERIFY(static_cast<bool>(writeValue(path / "a.pb", { tensor }, "a")));
        auto request = requestFor(wrongChain);
        request.examined.otherInputs.source = InputSpec::Source::Ones;
        request.against = Against::Files;
        request.files = path;
        QCOMPARE(summary(compared(request)), QString("Add"));
        QVERIFY(static_cast<bool>(writeValue(path / "b.pb", { tensor }, "b")));
        QCOMPARE(summary(compared(request)), QString("Add Elu!"));
        request.files = path / "none";
        QVERIFY(!compareTiers(request));
    }

    /// An engine that gives only the outputs names them by the model, not by the value that is
    /// left.
    void filesOfOutputsStandForTheValuesThatTheyBecame()
    {
        QTemporaryDir folder;
        auto tensor = makeTensor(ElementType::Float, { 4 });
        std::ranges::fill(tensor.as<float>(), -1.0F);
        const std::filesystem::path path(folder.path().toStdString());
        QVERIFY(static_cast<bool>(writeValue(path / "y.npy", { tensor }, "y")));
        auto request = requestFor("input x: float 4\na = Neg(x)\ny = Identity(a)\noutput y");
        request.examined.otherInputs.source = InputSpec::Source::Ones;
        request.against = Against::Files;
        request.files = path;
        const auto comparison = compared(request);
        QCOMPARE(comparison.steps.size(), 1u);
        QVERIFY(comparison.steps[0].isOwnWithin().value_or(false));
        QCOMPARE(comparison.steps[0].outputs.size(), 1u);
    }

    void noOperatorOfARealModelIsAtFault_data()
    {
        QTest::addColumn<QString>("folder");
        for (const auto* name : { "yolox-nano", "bert-toy", "gpt2-past", "squeezenet-coreml-opset7",
                 "conv-qdq-external", "attention-past-u8s8", "nested-ifs-torchlib" })
            QTest::newRow(name) << name;
    }
    void noOperatorOfARealModelIsAtFault()
    {
        QFETCH(QString, folder);
        const auto file = testing::dataDir() / "models" / folder.toStdString() / "model.onnx";
        if (!std::filesystem::exists(file))
            QSKIP("the shared models are not here");
        const auto model = model::onnx::openModel(file);
        QVERIFY(static_cast<bool>(model));
        TierRequest request;
        request.examined.model = *model;
        const auto comparison = compared(request);
        QVERIFY(!comparison.steps.empty());
        for (const auto& step : comparison.steps) {
            const bool hasBodies = step.step.kind == StepKind::ControlFlow;
            QVERIFY2(step.isOwnWithin().value_or(hasBodies), step.step.label.c_str());
        }
    }

    void whatCannotRunIsAnError()
    {
        const auto comparison
            = compareTiers(requestFor("input x: float 4\ny = nowhere:Thing(x)\noutput y"));
        QVERIFY(!comparison);
        QVERIFY(comparison.error().kind() == support::ErrorKind::Unsupported);
    }

    void aStopIsHeard()
    {
        std::stop_source source;
        source.request_stop();
        const auto comparison = compareTiers(requestFor(wrongChain), source.get_token());
        QVERIFY(!comparison);
        QVERIFY(comparison.error().kind() == support::ErrorKind::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestCompareTiers)
#include "tst_compare_tiers.moc"
