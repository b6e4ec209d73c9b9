#include <QTest>

#include "engine/plan/engine.h"
#include "model/onnx/parser.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/paths.h"

#include <bit>

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text)
{
    RunRequest request;
    request.model = testing::modelFromText(text, 17);
    request.otherInputs.source = InputSpec::Source::Ones;
    request.threads = 1;
    return request;
}

std::vector<RuntimeValue> valuesFor(RunRequest request, const model::Binding& dims)
{
    request.dims = dims;
    const auto pool = MemoryPool::create();
    const auto inputs = makeInputs(request, *pool);
    return inputs ? inputs->runtimeValues() : std::vector<RuntimeValue>();
}

RuntimeValue ones(Dims dims, ElementType element = ElementType::Float)
{
    auto tensor = makeTensor(element, std::move(dims));
    if (element == ElementType::Float)
        std::ranges::fill(tensor.as<float>(), 1.0F);
    return { std::move(tensor) };
}

Session sessionFor(const RunRequest& request)
{
    auto prepared = prepare(request);
    return std::move(*Session::create(*prepared.plan));
}

/// What a session made only for these inputs gives.
RunResult freshly(RunRequest request, const model::Binding& dims)
{
    request.dims = dims;
    const auto prepared = prepare(request);
    auto session = Session::create(*prepared.plan);
    return *session->run(prepared.inputs.runtimeValues());
}

bool isSame(const Tensor& a, const Tensor& b)
{
    return a.type == b.type
        && std::ranges::equal(std::span(a.data, a.type.bytes()), std::span(b.data, b.type.bytes()));
}

}

class TestPlanCache : public QObject {
    Q_OBJECT

private slots:
    void aDecoderRunsSequencesOfAnyLength()
    {
        RunRequest request;
        request.model = *model::onnx::openModel(
            testing::sourceDir() / "resources/samples/tiny-decoder/model.onnx");
        request.threads = 1;
        std::vector<std::string> names;
        for (const auto id : request.model->main().inputs) {
            for (const auto& dimension : *request.model->value(id).type.shape) {
                for (const auto& name : dimension.symbols())
                    names.push_back(name);
            }
        }
        QVERIFY(!names.empty());
        auto session = sessionFor(request);
        for (const std::int64_t length : { 5, 1, 12, 5, 3, 12 }) {
            model::Binding dims;
            for (const auto& name : names)
                dims[name] = length;
            const auto found = session.run(valuesFor(request, dims));
            QVERIFY2(found, found ? "" : found.error().message().c_str());
            const auto expected = freshly(request, dims);
            QCOMPARE(found->outputs.size(), expected.outputs.size());
            for (std::size_t i = 0; i < expected.outputs.size(); ++i)
                QVERIFY(
                    isSame(found->outputs[i].value.tensor(), expected.outputs[i].value.tensor()));
        }
        QCOMPARE(session.planCount(), 4u); // lengths 1, 3, 5 and 12; it began with 1
    }

    void aPlanIsMadeOncePerSignature()
    {
        const auto request
            = requestFor("input x: float n 3\ny = Add(x, x)\nz = Softmax(y)\noutput z");
        auto session = sessionFor(request);
        QVERIFY(session.run(std::vector { ones({ 4, 3 }) }));
        const auto* plan = &session.plan();
        QVERIFY(session.run(std::vector { ones({ 1, 3 }) }));
        QVERIFY(&session.plan() != plan);
        QVERIFY(session.run(std::vector { ones({ 4, 3 }) }));
        QCOMPARE(&session.plan(), plan);
        QCOMPARE(session.planCount(), 2u);
    }

    void thePlanUnusedForLongestGoes()
    {
        const auto request = requestFor("input x: float n\ny = Add(x, x)\noutput y");
        auto session = sessionFor(request);
        for (std::int64_t size = 1; size <= 3 * static_cast<std::int64_t>(Session::maxPlans);
             ++size) {
            const auto result = session.run(std::vector { ones({ size }) });
            QVERIFY(result);
            const auto& output = result->outputs.front().value.tensor();
            QCOMPARE(output.count(), size);
            QVERIFY(std::ranges::all_of(output.as<float>(), [](float x) { return x == 2.0F; }));
            QCOMPARE(session.planCount(),
                std::min<std::size_t>(static_cast<std::size_t>(size), Session::maxPlans));
        }
    }

    void plansMakeRoomForEachOther()
    {
        auto request = requestFor("input x: float n\ny = Add(x, x)\nz = Softmax(y)\noutput z");
        request.memoryLimit = 64u << 10;
        auto session = sessionFor(request);
        for (const std::int64_t size : { 1000, 3000, 10, 3500 })
            QVERIFY(session.run(std::vector { ones({ size }) }));
        const auto tooLarge = session.run(std::vector { ones({ 1'000'000 }) });
        QVERIFY(!tooLarge);
        QCOMPARE(tooLarge.error().kind(), support::ErrorKind::Resource);
        QVERIFY2(tooLarge.error().message().starts_with(
                     "with 'x' 1000000 fp32: the arena: memory limit"),
            tooLarge.error().message().c_str());
        QVERIFY(session.run(std::vector { ones({ 10 }) }));
    }

    void aCancelledRunLeavesTheSessionUsable()
    {
        const auto request
            = requestFor("weight m: int64 = 3\nweight c: bool = 1\ninput x: float n\nz = Loop(m, "
                         "c, x)\n  body(i, k, v): k, w\n    w = Add(v, v)\noutput z");
        /// Stops when the second turn of the loop begins.
        class Stopper final : public Observer {
        public:
            void beginRun(std::uint32_t) override { }
            void endRun(std::uint32_t) override { }
            void beginBlock() override
            {
                if (++blocks == 3)
                    source.request_stop();
            }
            void endStep(StepId) override { }
            void endBlock() override { }
            std::stop_source source;
            int blocks = 0;
        } stopper;
        auto session = sessionFor(request);
        const auto stopped
            = session.run(std::vector { ones({ 4 }) }, &stopper, stopper.source.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind(), support::ErrorKind::Cancelled);
        for (const std::int64_t size : { 2, 4 }) {
            const auto result = session.run(std::vector { ones({ size }) });
            QVERIFY(result);
            QCOMPARE(result->outputs.front().value.tensor().count(), size);
            QCOMPARE(result->outputs.front().value.tensor().as<float>().front(), 8.0F);
        }
    }

    void impossibleInputsAreRefused_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("message");
        QTest::newRow("another fixed size") << "5x2"
                                            << "input 'x': has the shape 5×2, the model takes n×3";
        QTest::newRow("another rank") << "3"
                                      << "input 'x': has the shape 3, the model takes n×3";
        QTest::newRow("another type") << "2x3 int64"
                                      << "input 'x': is int64, the model takes fp32";
        QTest::newRow("sizes that do not go together")
            << "2x3 rows 4"
            << "Add 'graph/node[0]': shapes 2×3 and 4×3 cannot be broadcast together";
        QTest::newRow("too few") << ""
                                 << "the model takes 2 inputs, 0 are given";
    }

    void impossibleInputsAreRefused()
    {
        QFETCH(QString, what);
        QFETCH(QString, message);
        auto session = sessionFor(
            requestFor("input x: float n 3\ninput b: float m 3\ny = Add(x, b)\noutput y"));
        std::vector<RuntimeValue> inputs;
        if (!what.isEmpty()) {
            Dims dims;
            for (const auto& size : what.section(' ', 0, 0).split('x'))
                dims.push_back(size.toLongLong());
            inputs = { ones(dims, what.contains("int64") ? ElementType::Int64 : ElementType::Float),
                ones({ what.contains("rows") ? 4 : 2, 3 }) };
        }
        const auto result = session.run(inputs);
        QVERIFY(!result);
        QVERIFY2(QString::fromStdString(result.error().message()).startsWith(message),
            result.error().message().c_str());
        QVERIFY(session.run(std::vector { ones({ 2, 3 }), ones({ 2, 3 }) }));
    }
};

QTEST_GUILESS_MAIN(TestPlanCache)
#include "tst_plan_cache.moc"
