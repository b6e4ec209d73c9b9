#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text, int opset = 17)
{
    RunRequest request;
    request.model = testing::modelFromText(text, opset);
    request.otherInputs.source = InputSpec::Source::Ones;
    request.threads = 1;
    return request;
}

/// Our own kernels pack constant weights on every processor; oneDNN reads them as they are on some.
const std::vector<Tier> packingTiers { Tier::Native, Tier::Reference };

/// First output as text: `2×2: 1 2 3 4`, or the error.
QString runText(const RunRequest& request)
{
    auto prepared = prepare(request);
    if (!prepared.plan)
        return "prepare: " + QString::fromStdString(prepared.plan.error().message());
    auto session = Session::create(*prepared.plan);
    if (!session)
        return "session: " + QString::fromStdString(session.error().message());
    QString text;
    for (int run = 0; run < 2; ++run) { // the second run meets the memory that the first one left
        const auto result = session->run(prepared.inputs.runtimeValues());
        if (!result)
            return "run: " + QString::fromStdString(result.error().message());
        const auto& tensor = result->outputs.front().value.tensor();
        text = QString::fromStdString(dimsText(tensor.dims())) + ":";
        for (std::int64_t i = 0; i < tensor.count(); ++i)
            text += QString(" %1").arg(tensor.element() == ElementType::Int64
                    ? static_cast<double>(tensor.as<std::int64_t>()[static_cast<std::size_t>(i)])
                    : static_cast<double>(tensor.as<float>()[static_cast<std::size_t>(i)]));
    }
    return text;
}

}

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void computes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("result");
        QTest::newRow("a chain") << "input x: float 2\ny = Add(x, x)\nz = Mul(y, y)\noutput z"
                                 << "2: 4 4";
        QTest::newRow("an output that is an input") << "input x: float 2\noutput x"
                                                    << "2: 1 1";
        QTest::newRow("an output that is a weight") << "weight w: float 2 = 3 4\noutput w"
                                                    << "2: 3 4";
        QTest::newRow("a view of a value that dies")
            << "input x: float 2 2\ns = Add(x, x)\nweight d: int64 1 = 4\nr = Reshape(s, d)\nt = "
               "Neg(x)\nu = Flatten(t)\ny = Sqrt(r)\nz = Mul(y, y)\noutput z"
            << "4: 2 2 2 2";
        QTest::newRow("an empty tensor") << "input x: float 0 2\ny = Relu(x)\noutput y"
                                         << "0×2:";
        QTest::newRow("a branch taken")
            << "weight c: bool = 1\ninput x: float 2\nz = If(c)\n  then_branch(): a\n    a = "
               "Add(x, x)\n  else_branch(): b\n    b = Neg(x)\noutput z"
            << "2: 2 2";
        QTest::newRow("the other branch")
            << "weight c: bool = 0\ninput x: float 2\nz = If(c)\n  then_branch(): a\n    a = "
               "Add(x, x)\n  else_branch(): b\n    b = Neg(x)\noutput z"
            << "2: -1 -1";
        QTest::newRow("a branch that hands on an outer value")
            << "weight c: bool = 1\ninput x: float 2\nt = Add(x, x)\nz = If(c)\n  then_branch(): "
               "t\n  else_branch(): x\nw = Neg(x)\ny = Add(z, w)\noutput y"
            << "2: 1 1";
        QTest::newRow("a loop with a carried value")
            << "weight n: int64 = 4\nweight c: bool = 1\ninput x: float 1\nz = Loop(n, c, x)\n  "
               "body(i, k, v): k, w\n    w = Add(v, v)\noutput z"
            << "1: 16";
        QTest::newRow("a loop without turns")
            << "weight n: int64 = 0\nweight c: bool = 1\ninput x: float 1\nz = Loop(n, c, x)\n  "
               "body(i, k, v): k, w\n    w = Add(v, v)\noutput z"
            << "1: 1";
        QTest::newRow("a loop that collects")
            << "weight n: int64 = 3\nweight c: bool = 1\ninput x: float 1\nz, s = Loop(n, c, x)\n  "
               "body(i, k, v): k, w, w\n    w = Add(v, v)\nt = Identity(s)\noutput t"
            << "3×1: 2 4 8";
        QTest::newRow("a carried value that grows")
            << "weight n: int64 = 3\nweight c: bool = 1\ninput x: float 1\nz = Loop(n, c, x)\n  "
               "body(i, k, v): k, w\n    w = Concat(v, x) {axis: 0}\noutput z"
            << "4: 1 1 1 1";
        QTest::newRow("a loop in a loop")
            << "weight n: int64 = 2\nweight c: bool = 1\ninput x: float 1\nz = Loop(n, c, x)\n  "
               "body(i, k, v): k, w\n    w = Loop(n, c, v)\n      body(j, l, a): l, b\n        b = "
               "Add(a, x)\noutput z"
            << "1: 5";
        QTest::newRow("a scan") << "input x: float 3 2\nweight s: float 2 = 0\nz, y = Scan(s, x) "
                                   "{num_scan_inputs: 1}\n  body(a, b): c, d\n    c = Add(a, b)\n  "
                                   "  d = Identity(c)\nt = Identity(y)\noutput t"
                                << "3×2: 1 1 2 2 3 3";
        QTest::newRow("a carried value that follows one that grows")
            << "weight n: int64 = 4\nweight c: bool = 1\ninput x: float 1\na, b, s = Loop(n, c, x, "
               "x)\n  body(i, k, u, v): k, p, q, h\n    p = Concat(u, x) {axis: 0}\n    q = "
               "Neg(u)\n    h = Shape(v)\nt = Identity(s)\noutput t"
            << "4×1: 1 1 2 3";
        QTest::newRow("more such values than a body is walked times")
            << "weight n: int64 = 9\nweight c: bool = 1\ninput x: float 1\na, b, d, e, f, g, s = "
               "Loop(n, c, x, x, x, x, x, x)\n  body(i, k, u, v, w, y, z, o): k, p, q, r, l, m, j, "
               "h\n    p = Concat(u, x) {axis: 0}\n    q = Neg(u)\n    r = Neg(v)\n    l = "
               "Neg(w)\n    m = Neg(y)\n    j = Neg(z)\n    h = Shape(o)\nt = Identity(s)\n"
               "output t"
            << "9×1: 1 1 1 1 1 1 2 3 4";
        QTest::newRow("a carried sequence whose elements grow")
            << "weight n: int64 = 3\nweight c: bool = 1\nweight l: int64 = -1\ninput x: float 1\n"
               "o = SequenceConstruct(x)\na, s = Loop(n, c, o)\n  body(i, k, u): k, r, h\n    v = "
               "SequenceAt(u, l)\n    h = Shape(v)\n    w = Concat(v, x) {axis: 0}\n    r = "
               "SequenceInsert(u, w)\nt = Identity(s)\noutput t"
            << "3×1: 1 2 3";
        QTest::newRow("a state of a scan that follows one that grows")
            << "weight n: float 4 = 0\ninput x: float 1\na, b, s = Scan(x, x, n) {num_scan_inputs: "
               "1}\n  body(u, v, e): p, q, h\n    p = Concat(u, x) {axis: 0}\n    q = Neg(u)\n    "
               "h = Shape(v)\nt = Identity(s)\noutput t"
            << "4×1: 1 1 2 3";
        QTest::newRow("a value that grows in bodies deeper than types are tried")
            << "weight n: int64 = 2\n"
               "weight c: bool = 1\n"
               "input x: float 1\n"
               "z = Loop(n, c, x)\n"
               "  body(i1, k1, v1): k1, w1\n"
               "    w1 = Loop(n, c, v1)\n"
               "      body(i2, k2, v2): k2, w2\n"
               "        w2 = Loop(n, c, v2)\n"
               "          body(i3, k3, v3): k3, w3\n"
               "            w3 = Loop(n, c, v3)\n"
               "              body(i4, k4, v4): k4, w4\n"
               "                w4 = Loop(n, c, v4)\n"
               "                  body(i5, k5, v5): k5, w5\n"
               "                    w5 = Concat(v5, x) {axis: 0}\n"
               "s = Shape(z)\n"
               "output s"
            << "1: 33";
        QTest::newRow("a loop without a number of turns, ended by a constant")
            << "weight f: bool = 0\nweight c: bool = 1\ninput x: float 1\nz = Loop(-, c, x)\n  "
               "body(i, k, v): f, w\n    w = Add(v, v)\noutput z"
            << "1: 2";
        QTest::newRow("a known result of three")
            << "weight w: float 3 = 0 1 2\ny, -, - = DynamicQuantizeLinear(w)\nz = Cast(y) {to: "
               "1}\noutput z"
            << "3: 0 127 255";
        QTest::newRow("one result of three")
            << "input x: float 3\ny, -, - = DynamicQuantizeLinear(x)\nz = Cast(y) {to: 1}\noutput z"
            << "3: 255 255 255";
        QTest::newRow("infinity in a limit that a convolution applies")
            << "input x: float 1 4 64 64\nweight w: float 4 4 1 1 = 3e38\nweight l: float = 0\na = "
               "Conv(x, w)\nb = Clip(a, l)\nz = ReduceMax(b) {keepdims: 0}\noutput z"
            << "scalar: inf";
    }
    void computes()
    {
        QFETCH(QString, model);
        QFETCH(QString, result);
        for (const auto level : { Optimisation::None, Optimisation::Basic, Optimisation::Full }) {
            auto request = requestFor(model.toStdString());
            request.optimisation = level;
            QCOMPARE(runText(request), result);
        }
    }

    void bindsNamedDimensionsAndSaysWhichItMadeUp()
    {
        auto request = requestFor("input x: float batch length\ny = Shape(x)\noutput y");
        request.dims["length"] = 5;
        QCOMPARE(runText(request), QString("2: 1 5"));
        const auto prepared = prepare(request);
        QCOMPARE(prepared.report.unboundDims, std::vector<std::string> { "batch" });
        QCOMPARE(prepared.report.dims.at("length"), 5);
    }

    void listsAllOperatorsWithoutKernel()
    {
        const auto request
            = requestFor("input x: float 2\ny = Nonsense(x)\nz = Nonsense(y)\nu = "
                         "com.microsoft:Folly(x)\nv = Relu(x)\noutput z\noutput u\noutput v");
        const auto prepared = prepare(request);
        QVERIFY(!prepared.plan);
        QCOMPARE(prepared.plan.error().kind(), support::ErrorKind::Unsupported);
        QCOMPARE(prepared.report.unsupported.size(), 2u);
        QCOMPARE(prepared.report.unsupported.front().nodes.size(), 2u);
    }

    void runsTheRestWhenAskedTo()
    {
        auto request = requestFor(
            "input x: float 2\ny = Nonsense(x)\nz = Relu(y)\nv = Relu(x)\noutput z\noutput v");
        request.unsupported = Unsupported::RunTheRest;
        auto prepared = prepare(request);
        QVERIFY2(prepared.plan, prepared.plan ? "" : prepared.plan.error().message().c_str());
        QCOMPARE(prepared.report.missingOutputs, std::vector<std::string> { "z" });
        auto session = Session::create(*prepared.plan);
        const auto result = session->run(prepared.inputs.runtimeValues());
        QVERIFY(result);
        QCOMPARE(result->outputs.size(), 1u);
        QCOMPARE(result->outputs.front().name, std::string("v"));
    }

    void refusesALoopThatCannotEnd()
    {
        const auto request = requestFor(
            "weight n: int64 = 1000000000000000000\nweight c: bool = 1\ninput x: float 1\nz = "
            "Loop(n, c, x)\n  body(i, k, v): k, w\n    w = Add(v, v)\noutput z");
        QVERIFY2(runText(request).contains("cannot end"), qPrintable(runText(request)));
    }

    void refusesALoopThatAlwaysGoesOn()
    {
        const auto request = requestFor(
            "weight c: bool = 1\ninput x: float 1\nz = Loop(-, c, x)\n  body(i, k, v): "
            "c, w\n    w = Add(v, v)\noutput z");
        QVERIFY2(runText(request).contains("cannot end"), qPrintable(runText(request)));
    }

    /// A kernel may write outputs that nobody takes, each at its own size.
    void givesEachOutputThatNobodyTakesItsOwnMemory()
    {
        class Writer final : public Kernel {
        public:
            Result<void> run(RunContext& context) override
            {
                const auto& dims = context.tensor(0).dims();
                std::vector<Tensor*> outputs;
                for (const std::size_t i : { 0, 1, 2 })
                    outputs.push_back(TRY(context.output(i, ElementType::Float, dims)));
                outputs.push_back(TRY(context.output(3, ElementType::Uint8, Dims {})));
                for (std::size_t i = 0; i < outputs.size(); ++i) {
                    for (std::size_t k = 0; k < i; ++k) {
                        if (outputs[k] == outputs[i] || outputs[k]->data == outputs[i]->data)
                            return fail("outputs ", k, " and ", i, " are one");
                    }
                }
                std::ranges::copy(
                    context.tensor(0).as<float>(), outputs.front()->as<float>().begin());
                return {};
            }
            std::string implementation() const override { return "writer"; }
        };
        KernelRegistry::instance().add({ .type = "BatchNormalization",
            .tier = Tier::Library,
            .prepare = [](const KernelRequest&) -> Result<std::unique_ptr<Kernel>> {
                return std::make_unique<Writer>();
            } });
        auto request = requestFor("input x: float 1 2\nweight w: float 2 = 1\ny = "
                                  "BatchNormalization(x, w, w, w, w)\noutput y");
        request.optimisation = Optimisation::None;
        QCOMPARE(runText(request), QString("1×2: 1 1"));
    }

    void stopsBetweenTurnsOfALoop()
    {
        auto prepared = prepare(
            requestFor("weight n: int64 = 1000000\nweight c: bool = 1\ninput x: float 1\nz = "
                       "Loop(n, c, x)\n  body(i, k, v): k, w\n    w = Add(v, v)\noutput z"));
        QVERIFY(prepared.plan);
        auto session = Session::create(*prepared.plan);
        std::stop_source source;
        source.request_stop();
        const auto result
            = session->run(prepared.inputs.runtimeValues(), nullptr, source.get_token());
        QVERIFY(!result);
        QCOMPARE(result.error().kind(), support::ErrorKind::Cancelled);
    }

    void refusesMoreMemoryThanAllowed()
    {
        auto request = requestFor("weight d: int64 2 = 100000 100000\ninput x: float 1\ny = "
                                  "Expand(x, d)\nz = Relu(y)\noutput z");
        request.memoryLimit = 1u << 20;
        QVERIFY2(runText(request).contains("memory limit"), qPrintable(runText(request)));
    }

    void countsCopiesOfWeights_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<qint64>("packed"); // bytes of the weight
        QTest::newRow("of a matrix product")
            << "input x: float 256 512\nweight w: float 512 512 = 1\ny = MatMul(x, w)\noutput y"
            << 512LL * 512 * 4;
        QTest::newRow("of a convolution")
            << "input x: float 1 64 28 28\nweight w: float 128 64 3 3 = 1\ny = Conv(x, "
               "w)\noutput y"
            << 128LL * 64 * 9 * 4;
    }
    void countsCopiesOfWeights()
    {
        QFETCH(QString, model);
        QFETCH(qint64, packed);
        auto request = requestFor(model.toStdString());
        request.tiers = packingTiers;
        const auto prepared = prepare(request);
        QVERIFY2(prepared.plan, prepared.plan ? "" : prepared.plan.error().message().c_str());
        auto session = Session::create(*prepared.plan);
        QVERIFY(session->run(prepared.inputs.runtimeValues()));
        const auto known = (*prepared.plan)->memory().arenaBytes
            + prepared.inputs.values.front().value.tensor().type.bytes();
        QVERIFY2(session->peakBytes() >= known + static_cast<std::uint64_t>(packed),
            qPrintable(QString("%1 of %2 + %3").arg(session->peakBytes()).arg(known).arg(packed)));
    }

    void refusesCopiesOfWeightsBeyondTheLimit()
    {
        auto request = requestFor(
            "input x: float 16 1024\nweight w: float 1024 1024 = 1\ny = MatMul(x, w)\noutput y");
        request.tiers = packingTiers;
        request.memoryLimit = 2u << 20;
        const auto prepared = prepare(request);
        QVERIFY(!prepared.plan);
        QCOMPARE(prepared.plan.error().kind(), support::ErrorKind::Resource);
        const auto message = QString::fromStdString(prepared.plan.error().message());
        QVERIFY2(message.startsWith("MatMul '"), qPrintable(message));
        QVERIFY2(message.endsWith("2.00 MiB allowed"), qPrintable(message));
    }

    void keepsNamedValues()
    {
        auto request
            = requestFor("input x: float 1\ny = Add(x, x)\nz = Mul(y, y)\nu = Neg(z)\noutput u");
        request.keep = { "y" };
        auto prepared = prepare(request);
        auto session = Session::create(*prepared.plan);
        const auto result = session->run(prepared.inputs.runtimeValues());
        QVERIFY(result);
        QCOMPARE(result->kept.size(), 1u);
        QCOMPARE(result->kept.front().value.tensor().as<float>().front(), 2.0F);
    }

    void saysWhatBecameOfEachNode()
    {
        const auto prepared
            = prepare(requestFor("input x: float 1\nweight w: float 1 = 2\na = Add(w, w)\nb = "
                                 "Identity(x)\nc = Add(a, b)\nd = Neg(x)\noutput c"));
        QVERIFY(prepared.plan);
        std::vector<std::string> fates;
        for (const auto& fate : (*prepared.plan)->fates())
            fates.emplace_back(fateName(fate.kind));
        QCOMPARE(fates, (std::vector<std::string> { "folded", "removed", "kept", "removed" }));
        QCOMPARE((*prepared.plan)->steps().size(), 1u);
    }

    void tellsTheObserverEveryStepNested()
    {
        class Counter final : public Observer {
        public:
            void beginRun(std::uint32_t) override { ++depth; }
            void endRun(std::uint32_t) override { --depth; }
            void beginBlock() override { deepest = std::max(deepest, ++depth); }
            void endStep(StepId) override { ++steps; }
            void endBlock() override { --depth; }
            int depth = 0;
            int deepest = 0;
            int steps = 0;
        } counter;
        auto prepared = prepare(
            requestFor("weight n: int64 = 3\nweight c: bool = 1\ninput x: float 1\nz = Loop(n, c, "
                       "x)\n  body(i, k, v): k, w\n    w = Add(v, v)\noutput z"));
        auto session = Session::create(*prepared.plan);
        QVERIFY(session->run(prepared.inputs.runtimeValues(), &counter));
        QCOMPARE(counter.depth, 0);
        QCOMPARE(counter.deepest, 3);
        QCOMPARE(counter.steps, 4);
    }

    void tellsTheObserverOfMemoryThatTheDataDecide()
    {
        class Listener final : public Observer {
        public:
            void beginRun(std::uint32_t) override { }
            void endRun(std::uint32_t) override { }
            void beginBlock() override { }
            void endStep(StepId) override { told.push_back(bytes); }
            void endBlock() override { }
            void memory(std::uint64_t live) override { bytes = live; }
            std::uint64_t bytes = 0;
            std::vector<std::uint64_t> told; ///< in use in each step
        };
        auto prepared = prepare(
            requestFor("input x: float 1000\ny = Neg(x)\na = NonZero(y)\nb = NonZero(x)\nc = "
                       "Concat(a, b) {axis: 1}\nd = Shape(c)\nz = Abs(y)\noutput z\noutput d"));
        auto session = Session::create(*prepared.plan);
        for (int run = 0; run < 2; ++run) {
            Listener listener;
            QVERIFY(session->run(prepared.inputs.runtimeValues(), &listener));
            QCOMPARE(listener.told.size(), 6u);
            QVERIFY(listener.told[1] >= listener.told[0] + 8000);
            QVERIFY(listener.told[2] >= listener.told[1] + 8000);
            QVERIFY(listener.told[3] >= listener.told[2] + 16000);
            QVERIFY(listener.told[5] < listener.told[1]); // all of it is given back
        }
    }

    void tellsTheObserverOfAStepThatFails()
    {
        class Counter final : public Observer {
        public:
            void beginRun(std::uint32_t) override { ++depth; }
            void endRun(std::uint32_t) override { --depth; }
            void beginBlock() override { ++depth; }
            void endStep(StepId) override { ++steps; }
            void endBlock() override { --depth; }
            bool wantsPhases() const override { return true; }
            void beginPhase(StepId, Phase) override { ++depth; }
            void endPhase(StepId, Phase) override { --depth; }
            int depth = 0;
            int steps = 0;
        } counter;
        auto prepared = prepare(requestFor("weight i: int64 1 = 7\ninput x: float 3\ny = "
                                           "Relu(x)\nz = Gather(y, i)\nu = Neg(z)\noutput u"));
        auto session = Session::create(*prepared.plan);
        QVERIFY(!session->run(prepared.inputs.runtimeValues(), &counter));
        QCOMPARE(counter.depth, 0);
        QCOMPARE(counter.steps, 2);
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
