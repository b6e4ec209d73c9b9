// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/device/plugin.h"
#include "engine/inputs/value_file.h"
#include "engine/plan/engine.h"
#include "engine/verify/compare_tiers.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/host_backend.h"

#include <QTemporaryDir>

#include <cmath>

using namespace engine;

namespace {

TierRequest requestFor(std::string_view text)
{
    TierRequest request;
    request.examined.model = testing::modelFromText(text);
    request.examined.threads = 1;
    request.examined.device = DeviceKind::Cuda;
    return request;
}

/// `Add@cuda BipolarQuant@cpu!`: ! own error past the tolerance, ~ only the accumulated one, ? no
/// own one.
QString summary(const TierComparison& comparison)
{
    QStringList words;
    for (const auto& step : comparison.steps) {
        const auto own = step.isOwnWithin();
        const auto* mark = !own ? "?" : !*own ? "!" : step.isWithin() ? "" : "~";
        words << QString::fromStdString(step.step.opType)
                + (step.step.device == DeviceKind::Cpu ? "@cpu" : "@cuda") + mark;
    }
    return words.join(' ');
}

TierComparison compared(const TierRequest& request)
{
    auto comparison = compareTiers(request);
    if (!comparison)
        qFatal("%s", comparison.error().message().c_str());
    return std::move(*comparison);
}

constexpr std::string_view crossing
    = "input x: float 4\nweight s: float = 1\na = Add(x, x)\nb = onnx.brevitas:BipolarQuant(a, s)\n"
      "c = Mul(b, a)\n"
      "d = Exp(c)\noutput d";

}

/// Runs on a device, operator by operator, beside the processor's: on the emulated device.
class TestGpuVerify : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }

    void comparesWhatTheDeviceGives_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a chain") << "input x: float 2 33\na = Add(x, x)\nb = Relu(a)\noutput b"
                                 << "Add@cuda Relu@cuda";
        QTest::newRow("from device to CPU and back")
            << QString::fromUtf8(crossing.data()) << "Add@cuda BipolarQuant@cpu Mul@cuda Exp@cuda";
        QTest::newRow("weights, views and outputs")
            << "input x: float 3 4\nweight w: float 4 5 = 0.25\nm = MatMul(x, w)\n"
               "weight d: int64 1 = 15\nr = Reshape(m, d)\ny = Sigmoid(r)\noutput y"
            << "MatMul@cuda Reshape@cuda Sigmoid@cuda";
        QTest::newRow("a body")
            << "weight c: bool = 1\ninput x: float 2\nt = Add(x, x)\nz = If(c)\n  then_branch(): "
               "a\n    a = Mul(t, t)\n  else_branch(): t\ny = Neg(z)\noutput y"
            << "Add@cuda Mul@cuda If@cpu? Neg@cuda";
        QTest::newRow("an empty tensor") << "input x: float 0 2\ny = Relu(x)\noutput y"
                                         << "Relu@cuda";
    }
    void comparesWhatTheDeviceGives()
    {
        QFETCH(QString, model);
        QFETCH(QString, expected);
        for (const auto against : { Against::Reference, Against::Cpu }) {
            auto request = requestFor(model.toStdString());
            request.against = against;
            request.examined.optimisation = Optimisation::None;
            const auto launches = m_device->counts().launches;
            const auto comparison = compared(request);
            if (against == Against::Reference)
                QCOMPARE(summary(comparison), expected);
            QVERIFY(comparison.agrees());
            QVERIFY(m_device->counts().launches > launches || model.contains("0 2"));
        }
    }

    void tellsTheCulpritFromTheVictims()
    {
        auto request = requestFor(crossing);
        request.examined.optimisation = Optimisation::None;
        // Expected values from files, of which one is not what Mul gives: Mul is at fault, Exp,
        // which is fed with it, is not.
        const auto folder = withExpected(request, [](const std::string& name, Tensor& values) {
            if (name != "c" && name != "d")
                return;
            for (auto& value : values.as<float>())
                value = name == "c" ? value + 0.25f : value * std::exp(0.25f);
        });
        request.files = folder->path().toStdString();
        const auto comparison = compared(request);
        QCOMPARE(summary(comparison), QString("Add@cuda BipolarQuant@cpu Mul@cuda! Exp@cuda~"));
        QCOMPARE(comparison.firstAtFault, std::optional<std::size_t>(2));
    }

    void namesWhereCodesWentToTheNeighbour()
    {
        auto request = requestFor("input x: float 4\nweight s: float = 0.5\nweight z: uint8 = 0\n"
                                  "q = QuantizeLinear(x, s, z)\nd = DequantizeLinear(q, s, z)\n"
                                  "y = Neg(d)\noutput y");
        request.examined.optimisation = Optimisation::None;
        const auto folder = withExpected(request, [](const std::string& name, Tensor& values) {
            if (name == "q")
                values.as<std::uint8_t>()[0] += 1;
            else
                values.as<float>()[0] += name == "d" ? 0.5f : -0.5f;
        });
        request.files = folder->path().toStdString();
        const auto comparison = compared(request);
        QCOMPARE(
            summary(comparison), QString("QuantizeLinear@cuda DequantizeLinear@cuda~ Neg@cuda~"));
        QCOMPARE(comparison.firstAtFault, std::optional<std::size_t>());
        QCOMPARE(comparison.firstDivergence, std::optional<std::size_t>(1));
        QCOMPARE(comparison.firstRounding, std::optional<std::size_t>(0));
        QCOMPARE(comparison.steps[0].roundedApart(), std::uint64_t(1));
    }

    void aCapCostsPassesNotResults()
    {
        auto request = requestFor(crossing);
        request.examined.optimisation = Optimisation::None;
        request.capBytes = 32;
        const auto comparison = compared(request);
        QVERIFY(comparison.agrees());
        QVERIFY(comparison.passes > 1);
        QVERIFY(summary(comparison).startsWith("Add@cuda"));
    }

    void leavesNothingOnTheDevice()
    {
        const auto before = openDevice(DeviceKind::Cuda)->pool->liveBytes();
        compared(requestFor(crossing));
        QCOMPARE(openDevice(DeviceKind::Cuda)->pool->liveBytes(), before);
    }

private:
    /// A folder with what the CPU gives for all values between, after `change(name, values)`.
    template <typename Change>
    static std::unique_ptr<QTemporaryDir> withExpected(TierRequest& request, const Change& change)
    {
        auto folder = std::make_unique<QTemporaryDir>();
        auto reference = request.examined;
        reference.device = DeviceKind::Cpu;
        reference.keep = { "a", "b", "c", "d", "q", "y" };
        auto prepared = prepare(reference);
        auto session = Session::create(*prepared.plan);
        const auto result = session->run(prepared.inputs.runtimeValues());
        if (!result)
            qFatal("%s", result.error().message().c_str());
        for (auto kept : result->kept) {
            change(kept.name, kept.value.tensor());
            const auto file = folder->filePath(QString::fromStdString(kept.name + ".pb"));
            if (!writeValue(file.toStdString(), kept.value, kept.name))
                qFatal("cannot write %s", qPrintable(file));
        }
        request.against = Against::Files;
        return folder;
    }

    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuVerify)
#include "tst_gpu_verify.moc"
