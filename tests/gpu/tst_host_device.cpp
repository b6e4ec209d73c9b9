#include "engine/device/plugin.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/plan/step_order.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/host_backend.h"

#include <QtTest>

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text, int opset = 17)
{
    RunRequest request;
    request.model = testing::modelFromText(text, opset);
    request.otherInputs.source = InputSpec::Source::Ones;
    request.threads = 1;
    request.device = DeviceKind::Cuda;
    request.optimisation = Optimisation::None;
    return request;
}

/// `Copy>cuda Relu@cuda Copy>cpu Softsign@cpu`
QString stepsText(const Plan& plan)
{
    QStringList steps;
    for (const auto& step : plan.steps()) {
        const auto mark = step.kind == StepKind::Copy ? ">" : "@";
        steps << QString::fromStdString(step.opType) + mark
                + (step.device == DeviceKind::Cpu ? "cpu" : "cuda");
    }
    return steps.join(' ');
}

QString valuesText(const Tensor& tensor)
{
    QString text = QString::fromStdString(dimsText(tensor.dims())) + ":";
    for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.count()); ++i)
        text += QString(" %1").arg(tensor.element() == ElementType::Int64
                ? static_cast<double>(tensor.as<std::int64_t>()[i])
                : static_cast<double>(tensor.as<float>()[i]));
    return text;
}

struct Outcome {
    QString steps;
    QString result;
};

Outcome outcomeOf(const RunRequest& request)
{
    auto prepared = prepare(request);
    if (!prepared.plan)
        return { {}, "prepare: " + QString::fromStdString(prepared.plan.error().message()) };
    Outcome outcome { stepsText(**prepared.plan), {} };
    auto session = Session::create(*prepared.plan);
    if (!session)
        return { {}, "session: " + QString::fromStdString(session.error().message()) };
    for (int run = 0; run < 3; ++run) { // later runs meet the memory that the first one left
        const auto result = session->run(prepared.inputs.runtimeValues());
        if (!result)
            return { outcome.steps, "run: " + QString::fromStdString(result.error().message()) };
        outcome.result = valuesText(result->outputs.front().value.tensor());
    }
    return outcome;
}

}

/// Placement, copies and memory of runs on a device, on one that is emulated.
class TestHostDevice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }

    void isNeverTakenForAGpu()
    {
        const auto device = openDevice(DeviceKind::Cuda);
        QVERIFY(bool(device));
        QVERIFY(device->backend->device().isEmulated);
    }

    void placesAndCopies_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("steps");
        QTest::addColumn<QString>("result");
        QTest::newRow("one operator") << "input x: float 2\ny = Add(x, x)\noutput y"
                                      << "Copy>cuda Add@cuda Copy>cpu"
                                      << "2: 2 2";
        QTest::newRow("a chain is copied once each way")
            << "input x: float 2\ny = Add(x, x)\nz = Mul(y, y)\noutput z"
            << "Copy>cuda Add@cuda Mul@cuda Copy>cpu"
            << "2: 4 4";
        QTest::newRow("an operator that the device has not")
            << "input x: float 4\nweight s: float = 1\ny = Add(x, x)\n"
               "z = onnx.brevitas:BipolarQuant(y, s)\nw = Add(z, y)\noutput w"
            << "Copy>cuda Add@cuda Copy>cpu BipolarQuant@cpu Copy>cuda Add@cuda Copy>cpu"
            << "4: 3 3 3 3";
        QTest::newRow("a weight is no step")
            << "input x: float 2\nweight w: float 2 = 3 4\ny = Mul(x, w)\noutput y"
            << "Copy>cuda Mul@cuda Copy>cpu"
            << "2: 3 4";
        QTest::newRow("a view of a value that dies")
            << "input x: float 2 2\ns = Add(x, x)\nweight d: int64 1 = 4\nr = Reshape(s, d)\nt = "
               "Neg(x)\nu = Flatten(t)\ny = Sqrt(r)\nz = Mul(y, y)\noutput z"
            << "Copy>cuda Add@cuda Reshape@cuda Neg@cuda Flatten@cuda Sqrt@cuda Mul@cuda Copy>cpu"
            << "4: 2 2 2 2";
        QTest::newRow("a view on the host stays there")
            << "input x: float 2 2\nweight d: int64 1 = 4\nweight s: float = 1\n"
               "r = Reshape(x, d)\ny = onnx.brevitas:BipolarQuant(r, s)\noutput y"
            << "Reshape@cpu BipolarQuant@cpu"
            << "4: 1 1 1 1";
        QTest::newRow("dims of a value are known wherever it lies")
            << "input x: float 2 3\ny = Relu(x)\ns = Shape(y)\noutput s"
            << "Copy>cuda Relu@cuda Shape@cpu"
            << "2: 2 3";
        QTest::newRow("bodies copy at their borders, what they capture is copied outside")
            << "weight c: bool = 1\ninput x: float 2\nt = Add(x, x)\nz = If(c)\n  then_branch(): "
               "a\n    a = Add(t, t)\n  else_branch(): t\ny = Neg(z)\noutput y"
            << "Copy>cuda Add@cuda Copy>cpu If@cpu Add@cuda Copy>cpu Copy>cuda Neg@cuda Copy>cpu"
            << "2: -4 -4";
        QTest::newRow("a loop carries values of the host")
            << "weight n: int64 = 3\nweight c: bool = 1\ninput x: float 2\ninput b: float 2\n"
               "z = Loop(n, c, x)\n  body(i, k, v): m, w\n    m = Identity(k)\n    s = Add(b, b)\n"
               "    w = Add(v, s)\noutput z"
            << "Copy>cuda Loop@cpu Identity@cpu Add@cuda Copy>cuda Add@cuda Copy>cpu"
            << "2: 7 7";
        QTest::newRow("shapes that data decide")
            << "input x: float 4\nn = NonZero(x)\nf = Cast(n) {to: 1}\ny = Add(f, f)\noutput y"
            << "Copy>cuda NonZero@cuda Cast@cuda Add@cuda Copy>cpu"
            << "1×4: 0 2 4 6";
        QTest::newRow("shapes that data on the CPU decide")
            << "input x: float 4\nu = Unique(x)\ny = Add(u, u)\nz = Neg(y)\noutput z"
            << "Unique@cpu Copy>cuda Add@cuda Neg@cuda Copy>cpu"
            << "1: -2";
        QTest::newRow("a shape that is an input")
            << "input x: float 3\ninput d: int64 2\ny = Expand(x, d)\nz = Neg(y)\noutput z"
            << "Copy>cuda Expand@cuda Neg@cuda Copy>cpu"
            << "1×3: -1 -1 -1";
        QTest::newRow("a shape that the device makes is read on the host")
            << "input x: float 3\ninput d: int64 2\ns = Add(d, d)\nt = Mul(s, d)\n"
               "u = Sub(t, d)\ny = Expand(x, u)\noutput y"
            << "Copy>cuda Add@cuda Mul@cuda Sub@cuda Copy>cuda Copy>cpu Expand@cuda Copy>cpu"
            << "1×3: 1 1 1";
        QTest::newRow("an empty tensor") << "input x: float 0 2\ny = Relu(x)\noutput y"
                                         << "Copy>cuda Relu@cuda Copy>cpu"
                                         << "0×2:";
        QTest::newRow("a kernel that refuses")
            << "input x: float 2 2 2 2 2 2\ny = MaxPool(x) {kernel_shape: [1, 1, 1, 1]}\n"
               "z = Relu(y)\nweight d: int64 1 = 64\nw = Reshape(z, d)\n"
               "m = ReduceSum(w)\noutput m"
            << "MaxPool@cpu Copy>cuda Relu@cuda Reshape@cuda ReduceSum@cuda Copy>cpu"
            << "1: 64";
    }
    void placesAndCopies()
    {
        QFETCH(QString, model);
        QFETCH(QString, steps);
        QFETCH(QString, result);
        auto request = requestFor(model.toStdString());
        auto outcome = outcomeOf(request);
        QCOMPARE(outcome.result, result);
        QCOMPARE(outcome.steps, steps);
        request.optimisation = Optimisation::Full;
        outcome = outcomeOf(request);
        QCOMPARE(outcome.result, result);
    }

    void worksWithFewIntegersWhereTheyLie()
    {
        auto request = requestFor("input k: int64 2\nt = Mul(k, k)\ns = Add(t, k)\noutput s");
        QCOMPARE(outcomeOf(request).steps, QString("Copy>cuda Mul@cuda Add@cuda Copy>cpu"));
        request.optimisation = Optimisation::Basic;
        const auto outcome = outcomeOf(request);
        QCOMPARE(outcome.steps, QString("Mul@cpu Add@cpu"));
        QCOMPARE(outcome.result, QString("2: 2 2"));
    }

    void preparesAnewForOtherContents()
    {
        auto prepared
            = prepare(requestFor("input x: float 3\ninput d: int64 2\ny = Expand(x, d)\noutput y"));
        QVERIFY(bool(prepared.plan));
        auto session = Session::create(*prepared.plan);
        QVERIFY(bool(session));
        auto inputs = prepared.inputs.runtimeValues();
        for (const std::int64_t rows : { 2, 4, 2, 1 }) {
            inputs[1].tensor().as<std::int64_t>()[0] = rows;
            inputs[1].tensor().as<std::int64_t>()[1] = 3;
            const auto result = session->run(inputs);
            QVERIFY2(bool(result), result ? "" : result.error().message().c_str());
            const auto& output = result->outputs.front().value.tensor();
            QCOMPARE(QString::fromStdString(dimsText(output.dims())), QString("%1×3").arg(rows));
            QVERIFY(std::ranges::all_of(output.as<float>(), [](float y) { return y == 1.0f; }));
        }
    }

    void runsOnTheCpuWhatTheDeviceRefusesLate()
    {
        auto prepared = prepare(
            requestFor("input x: float 1\ninput d: int64 6\ne = Expand(x, d)\n"
                       "y = MaxPool(e) {kernel_shape: [1, 1, 1, 1]}\nz = Neg(y)\noutput z"));
        QVERIFY(bool(prepared.plan));
        QCOMPARE(stepsText(**prepared.plan),
            QString("Copy>cuda Expand@cuda MaxPool@cuda Neg@cuda Copy>cpu"));
        auto session = Session::create(*prepared.plan);
        QVERIFY(bool(session));
        const auto result = session->run(prepared.inputs.runtimeValues());
        QVERIFY2(bool(result), result ? "" : result.error().message().c_str());
        QCOMPARE(valuesText(result->outputs.front().value.tensor()), QString("1×1×1×1×1×1: -1"));
        const auto& steps = (*prepared.plan)->state().blocks.front().steps;
        QCOMPARE(QString::fromStdString(steps[2].late->latest()->implementation()),
            QString(
                "reference on the CPU, copied there and back (cuda library: an image of 4 axes, "
                "cuDNN takes up to 3; native: an image of 4 axes, expected at most 3)"));
    }

    void repeatsABodyOnTheDeviceIfItIsWorthIt_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<bool>("isOnDevice");
        QTest::newRow("small") << "2 2" << false;
        QTest::newRow("large") << "200 200" << true;
    }
    void repeatsABodyOnTheDeviceIfItIsWorthIt()
    {
        QFETCH(QString, size);
        QFETCH(bool, isOnDevice);
        auto request = requestFor(("weight n: int64 = 2\nweight c: bool = 1\ninput x: float " + size
            + "\nz = Loop(n, c, x)\n  body(i, k, v): m, w\n    m = Identity(k)\n"
              "    w = MatMul(v, v)\noutput z")
                                      .toStdString());
        request.optimisation = Optimisation::Basic;
        const auto outcome = outcomeOf(request);
        QCOMPARE(outcome.steps.contains("MatMul@cuda"), isOnDevice);
        QCOMPARE(outcome.result.section(' ', 1, 1), isOnDevice ? QString("8e+06") : QString("8"));
    }

    void tellsWhyAnOperatorIsNotOnTheDevice_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("reason");
        QTest::newRow("its kernel refuses")
            << "input x: float 2 2 2 2 2 2\ny = MaxPool(x) {kernel_shape: [1, 1, 1, 1]}\noutput y"
            << "MaxPool"
            << "cuda library: an image of 4 axes, cuDNN takes up to 3";
        QTest::newRow("control flow is the host's work")
            << "weight c: bool = 1\ninput x: float 2\nz = If(c)\n  then_branch(): a\n"
               "    a = Add(x, x)\n  else_branch(): x\noutput z"
            << "If"
            << "";
        QTest::newRow("no kernel") << "input x: float 4\nweight s: float = 1\n"
                                      "y = onnx.brevitas:BipolarQuant(x, s)\noutput y"
                                   << "BipolarQuant"
                                   << "cuda has no kernel for this operator";
        QTest::newRow("dims lie on the host anyway")
            << "input x: float 2 3\ny = Relu(x)\ns = Shape(y)\noutput s"
            << "Shape"
            << "";
    }
    void tellsWhyAnOperatorIsNotOnTheDevice()
    {
        QFETCH(QString, model);
        QFETCH(QString, type);
        QFETCH(QString, reason);
        auto prepared = prepare(requestFor(model.toStdString()));
        QVERIFY(bool(prepared.plan));
        const auto& steps = (*prepared.plan)->steps();
        const auto step = std::ranges::find(steps, type.toStdString(), &StepDescription::opType);
        QVERIFY(step != steps.end());
        QVERIFY(step->device == DeviceKind::Cpu);
        const auto& refusals = step->refusals;
        const auto said = std::ranges::find_if(
            refusals, [](const std::string& line) { return line.starts_with("cuda"); });
        QCOMPARE(said != refusals.end() ? QString::fromStdString(*said) : QString(), reason);
    }

    void tellsWhatStepsRead()
    {
        auto prepared
            = prepare(requestFor("input x: float 4\nweight s: float = 1\ny = Add(x, x)\n"
                                 "z = onnx.brevitas:BipolarQuant(y, s)\nw = Add(z, y)\noutput w"));
        QVERIFY(bool(prepared.plan));
        const auto& plan = **prepared.plan;
        const auto read = stepsRead(plan);
        QStringList text;
        for (const auto& step : plan.steps()) {
            QStringList ids;
            for (const auto id : read[step.id.value()])
                ids << QString::fromStdString(plan.steps()[id.value()].opType);
            text << QString::fromStdString(step.opType) + "(" + ids.join(' ') + ")";
        }
        QCOMPARE(text.join(' '),
            QString(
                "Copy() Add(Copy) Copy(Add) BipolarQuant(Copy) Copy(BipolarQuant) Add(Add Copy) "
                "Copy(Add)"));
    }

    void keepsValuesOfTheDevice()
    {
        auto request = requestFor("input x: float 2\nm = Add(x, x)\nz = Mul(m, m)\noutput z");
        request.keep = { "m" };
        auto prepared = prepare(request);
        QVERIFY(bool(prepared.plan));
        auto session = Session::create(*prepared.plan);
        QVERIFY(bool(session));
        const auto result = session->run(prepared.inputs.runtimeValues());
        QVERIFY(bool(result));
        QCOMPARE(result->kept.size(), std::size_t(1));
        QCOMPARE(valuesText(result->kept.front().value.tensor()), QString("2: 2 2"));
    }

    void countsItsMemoryApart()
    {
        auto prepared = prepare(requestFor(
            "input x: float 16 16\nweight w: float 16 16 = 2\ny = MatMul(x, w)\nz = Relu(y)\n"
            "output z"));
        QVERIFY(bool(prepared.plan));
        const auto& memory = (*prepared.plan)->memory();
        QCOMPARE(memory.deviceWeightBytes, std::uint64_t(1024));
        QVERIFY(memory.deviceArenaBytes >= 2048);
        QVERIFY(memory.deviceValues.size() >= 3);
    }

    void leavesNothingBehind()
    {
        const auto request = requestFor("input x: float 64\ny = Relu(x)\nz = Exp(y)\noutput z");
        outcomeOf(request);
        const auto before = m_device->counts().blocks;
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(outcomeOf(request).result.left(4), QString("64: "));
        QCOMPARE(m_device->counts().blocks, before);
        const auto device = openDevice(DeviceKind::Cuda);
        QCOMPARE(device->pool->liveBytes(), std::uint64_t(0));
    }

private:
    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestHostDevice)
#include "tst_host_device.moc"
