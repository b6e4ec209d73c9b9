#include "engine/device/plugin.h"
#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/host_backend.h"

#include <QtTest>

#include <functional>

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text, CudaGraph mode = CudaGraph::On)
{
    RunRequest request;
    request.model = testing::modelFromText(text, 17);
    request.otherInputs.source = InputSpec::Source::Ones;
    request.threads = 1;
    request.device = DeviceKind::Cuda;
    request.cudaGraph = mode;
    return request;
}

/// Softmax keeps the operators apart: three steps on the device.
constexpr const char* threeSteps = "input x: float n 4\ninput z: float n 4\na = Add(x, z)\n"
                                   "s = Softmax(a)\ny = Mul(s, x)\noutput y";

struct Running {
    Preparation prepared;
    Session session;

    Result<std::vector<float>> run(
        std::vector<RuntimeValue> inputs, Observer* observer = nullptr, std::stop_token stop = {})
    {
        auto result = TRY(session.run(inputs, observer, std::move(stop)));
        const auto& tensor = result.outputs.front().value.tensor();
        const auto values = tensor.as<float>();
        return std::vector<float>(values.begin(), values.end());
    }
};

Running started(const RunRequest& request)
{
    auto prepared = prepare(request);
    if (!prepared.plan)
        qFatal("%s", prepared.plan.error().message().c_str());
    auto session = Session::create(*prepared.plan);
    if (!session)
        qFatal("%s", session.error().message().c_str());
    return { std::move(prepared), std::move(*session) };
}

RuntimeValue filled(std::int64_t rows, float start)
{
    auto tensor = makeTensor(ElementType::Float, { rows, 4 });
    float value = start;
    for (auto& element : tensor.as<float>())
        element = value += 0.25f;
    return RuntimeValue { std::move(tensor) };
}

std::vector<RuntimeValue> inputsOf(int run, std::int64_t rows = 1)
{
    return { filled(rows, static_cast<float>(run % 17)), filled(rows, -static_cast<float>(run)) };
}

/// What is told of the main block, by operator.
class Listener final : public Observer {
public:
    explicit Listener(const Plan& plan)
        : m_plan(plan)
    {
    }
    void beginRun(std::uint32_t) override { text.clear(); }
    void endRun(std::uint32_t) override { }
    void beginBlock() override { }
    void endStep(StepId step) override
    {
        const auto& description = m_plan.steps()[step.value()];
        text += (text.isEmpty() ? "" : " ") + QString::fromStdString(description.opType);
        if (onStep)
            onStep(description);
    }
    void endBlock() override { }

    QString text;
    std::function<void(const StepDescription&)> onStep;

private:
    const Plan& m_plan;
};

QStringList reasonsOf(const Session& session)
{
    QStringList reasons;
    for (const auto& reason : session.replays().reasons)
        reasons << QString::fromStdString(reason);
    return reasons;
}

}

/// Steps of a device that are recorded and launched as one, on the emulated device.
class TestGraphReplay : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_device = testing::useHostDevice();
        QVERIFY(bool(openDevice(DeviceKind::Cuda)));
    }

    void replaysAThousandTimes()
    {
        auto plain = started(requestFor(threeSteps, CudaGraph::Off));
        auto graph = started(requestFor(threeSteps));
        const auto blocks = m_device->counts().blocks;
        for (int run = 0; run < 1003; ++run) {
            const auto expected = plain.run(inputsOf(run));
            const auto found = graph.run(inputsOf(run));
            QVERIFY2(bool(found), found ? "" : found.error().message().c_str());
            QCOMPARE(*found, *expected);
        }
        const auto report = graph.session.replays();
        QCOMPARE(report.captured, std::size_t(1));
        QCOMPARE(report.steps, std::size_t(3));
        QCOMPARE(report.replays, std::uint64_t(1001));
        QCOMPARE(reasonsOf(graph.session), QStringList());
        QVERIFY(m_device->counts().blocks <= blocks + 8); // arenas and kept scratch, not a run's
        QCOMPARE(plain.session.replays().replays, std::uint64_t(0));
    }

    void outputsOfEarlierRunsStay()
    {
        auto graph = started(requestFor(threeSteps));
        std::vector<RunResult> results;
        for (int run = 0; run < 6; ++run)
            results.push_back(*graph.session.run(inputsOf(run)));
        auto plain = started(requestFor(threeSteps, CudaGraph::Off));
        for (int run = 0; run < 6; ++run) {
            const auto found
                = results[static_cast<std::size_t>(run)].outputs.front().value.tensor();
            const auto expected = plain.run(inputsOf(run));
            QVERIFY(std::ranges::equal(found.as<float>(), *expected));
        }
    }

    void recordsAnewWhereMemoryMoved()
    {
        auto plain = started(requestFor(threeSteps, CudaGraph::Off));
        auto graph = started(requestFor(threeSteps));
        for (const int rows : { 1, 1, 1, 1, 300, 300, 300, 300, 1, 1, 1, 1, 300, 1, 9000, 1, 1 }) {
            const auto expected = plain.run(inputsOf(rows, rows));
            const auto found = graph.run(inputsOf(rows, rows));
            QVERIFY2(bool(found), found ? "" : found.error().message().c_str());
            QCOMPARE(*found, *expected);
        }
        QCOMPARE(graph.session.planCount(), std::size_t(3));
        QVERIFY(graph.session.replays().replays >= 7);
    }

    void tellsOneStepForAll()
    {
        auto graph = started(requestFor(threeSteps));
        Listener listener(graph.session.plan());
        QStringList told;
        for (int run = 0; run < 4; ++run) {
            QVERIFY(bool(graph.run(inputsOf(run), &listener)));
            told << listener.text;
        }
        const QString each = "Copy Copy Add Softmax Mul";
        QCOMPARE(told,
            QStringList({ each + " Copy", each + " Copy", each + " Replay Copy",
                "Copy Copy Replay Copy" }));
    }

    void recordsNothingUnlessAsked_data()
    {
        QTest::addColumn<int>("mode");
        QTest::newRow("off") << static_cast<int>(CudaGraph::Off);
        QTest::newRow("auto, as in a profile") << static_cast<int>(CudaGraph::Auto);
    }
    void recordsNothingUnlessAsked()
    {
        QFETCH(int, mode);
        auto graph = started(requestFor(threeSteps, static_cast<CudaGraph>(mode)));
        Listener listener(graph.session.plan());
        for (int run = 0; run < 5; ++run)
            QVERIFY(bool(graph.run(inputsOf(run), &listener)));
        QCOMPARE(listener.text.count("Replay"), 0);
        QCOMPARE(graph.session.replays().captured, std::size_t(0));
    }

    void stopsInTheMiddle_data()
    {
        QTest::addColumn<int>("run");
        QTest::newRow("step by step") << 1;
        QTest::newRow("while it records") << 2;
        QTest::newRow("before a replay") << 4;
    }
    void stopsInTheMiddle()
    {
        QFETCH(int, run);
        auto plain = started(requestFor(threeSteps, CudaGraph::Off));
        auto graph = started(requestFor(threeSteps));
        for (int i = 0; i < run; ++i)
            QVERIFY(bool(graph.run(inputsOf(i))));
        std::stop_source source;
        Listener listener(graph.session.plan());
        listener.onStep = [&](const StepDescription& step) {
            if (step.opType == (run == 4 ? "Copy" : "Add"))
                source.request_stop();
        };
        const auto stopped = graph.run(inputsOf(9), &listener, source.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind(), support::ErrorKind::Cancelled);
        for (int i = 0; i < 5; ++i) {
            const auto found = graph.run(inputsOf(i));
            QVERIFY2(bool(found), found ? "" : found.error().message().c_str());
            QCOMPARE(*found, *plain.run(inputsOf(i)));
        }
        QCOMPARE(graph.session.replays().captured, std::size_t(1));
        QCOMPARE(reasonsOf(graph.session), QStringList());
    }

    void goesOnWithoutARecord()
    {
        auto plain = started(requestFor(threeSteps, CudaGraph::Off));
        auto graph = started(requestFor(threeSteps));
        m_device->failNextCapture();
        for (int run = 0; run < 6; ++run)
            QCOMPARE(*graph.run(inputsOf(run)), *plain.run(inputsOf(run)));
        const auto report = graph.session.replays();
        QCOMPARE(report.replays, std::uint64_t(0));
        QCOMPARE(report.captured, std::size_t(0));
        QCOMPARE(reasonsOf(graph.session), QStringList { "the emulated device lost its record" });
    }

    void saysWhatBreaksItOff()
    {
        const auto* const broken
            = "input x: float 4\ninput c: bool\na = Exp(x)\ns = Softmax(a)\nz = If(c)\n"
              "  then_branch(): p\n    p = Neg(s)\n  else_branch(): q\n    q = Abs(s)\n"
              "t = Softmax(z)\nb = Neg(t)\nd = Softmax(b)\noutput d";
        auto plain = started(requestFor(broken, CudaGraph::Off));
        auto graph = started(requestFor(broken));
        for (int run = 0; run < 6; ++run) {
            const auto inputs = graph.prepared.inputs.runtimeValues();
            QCOMPARE(*graph.run(inputs), *plain.run(inputs));
        }
        const auto report = graph.session.replays();
        QCOMPARE(report.captured, std::size_t(2));
        QCOMPARE(report.steps, std::size_t(5));
        QCOMPARE(reasonsOf(graph.session).size(), 1);
        QVERIFY(reasonsOf(graph.session).front().startsWith("If "));
        QVERIFY(reasonsOf(graph.session)
                    .front()
                    .endsWith("runs on the CPU between steps of the device"));
    }

    void gathersTheStepsOfTheDevice()
    {
        // Written so that each way in and out lies between steps of the device.
        auto request = requestFor("input x: float 4\na = Exp(x)\ns = Softmax(a)\ninput z: float 4\n"
                                  "b = Add(s, z)\nt = Softmax(b)\noutput s\noutput t");
        request.keep = { "b" };
        auto graph = started(request);
        Listener listener(graph.session.plan());
        const auto inputs = graph.prepared.inputs.runtimeValues();
        for (int run = 0; run < 4; ++run)
            QVERIFY(bool(graph.run(inputs, &listener)));
        QCOMPARE(listener.text, QString("Copy Copy Replay Copy Copy Copy"));
        const auto result = graph.session.run(inputs);
        QVERIFY(bool(result));
        QCOMPARE(result->kept.size(), std::size_t(1));
    }

    void leavesNothingBehind()
    {
        const auto device = openDevice(DeviceKind::Cuda);
        const auto before = device->pool->liveBytes();
        {
            auto graph = started(requestFor(threeSteps));
            for (int run = 0; run < 6; ++run)
                QVERIFY(bool(graph.run(inputsOf(run))));
        }
        QCOMPARE(device->pool->liveBytes(), before);
    }

private:
    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGraphReplay)
#include "tst_graph_replay.moc"
