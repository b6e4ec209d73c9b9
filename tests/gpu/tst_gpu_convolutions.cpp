#include "engine/cuda/cudnn/graph.h"
#include "tests/support/engine/conformance.h"
#include "tests/support/gpu/device_run.h"
#include "tests/support/gpu/fake_library_test.h"
#include "tests/support/paths.h"

#include <QtTest>

using namespace testing;

/// Convolutions by cuDNN, which is one that computes here by the same rules, against the reference;
/// and graphs told to the real library, where it is: it needs no GPU to understand them.
class TestGpuConvolutions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = useHostDevice(); }
    void init()
    {
        forgetLibraries(*m_device);
        fakeCudnn().isThere = true;
    }
    void cleanup() { failOnFaults(); }

    void convolves_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("type");
        const auto row = [](const char* name, const QString& model, const char* type = "Conv") {
            QTest::newRow(name) << model << QString(type);
        };
        const auto conv = [](const char* x, const char* w, const char* rest) {
            return QString("input x: float %1\ninput w: float %2\n%3\noutput y").arg(x, w, rest);
        };
        row("plain", conv("1 2 5 6", "3 2 3 3", "y = Conv(x, w)"));
        row("padded", conv("2 2 5 6", "3 2 3 3", "y = Conv(x, w) {pads: [1, 1, 1, 1]}"));
        row("padded on one side",
            conv("1 2 5 6", "3 2 3 3", "y = Conv(x, w) {pads: [0, 1, 2, 0]}"));
        row("strides and dilations",
            conv("1 2 9 9", "3 2 3 2", "y = Conv(x, w) {strides: [2, 1], dilations: [2, 3]}"));
        row("groups", conv("1 4 5 5", "6 2 3 3", "y = Conv(x, w) {group: 2}"));
        row("depthwise", conv("1 4 5 5", "4 1 3 3", "y = Conv(x, w) {group: 4}"));
        row("one axis", conv("2 3 9", "4 3 3", "y = Conv(x, w) {strides: [2], pads: [1, 1]}"));
        row("three axes", conv("1 2 4 5 3", "3 2 2 2 2", "y = Conv(x, w)"));
        row("bias", conv("1 2 5 6", "3 2 3 3", "input b: float 3\ny = Conv(x, w, b)"));
        row("a window of one", conv("2 3 4 5", "6 3 1 1", "input b: float 6\ny = Conv(x, w, b)"));
        row("transposed", conv("1 3 4 5", "3 2 3 3", "y = ConvTranspose(x, w)"), "ConvTranspose");
        row("transposed with strides, groups and bias",
            conv("1 4 4 5", "4 3 3 3",
                "input b: float 6\ny = ConvTranspose(x, w, b) {strides: [2, 2], group: 2, pads: "
                "[1, 1, 1, 1], output_padding: [1, 1]}"),
            "ConvTranspose");
        row("transposed along one axis",
            conv("1 3 6", "3 2 4", "y = ConvTranspose(x, w) {strides: [2]}"), "ConvTranspose");
        const auto w = QString("weight w: float 8 8 3 3 = %1\nweight b: float 8 = %2\n")
                           .arg(numbers(576).c_str(), numbers(8).c_str());
        const auto fused = [&](const char* rest) {
            return "input x: float 1 8 8 8\n" + w
                + QString("c = Conv(x, w, b) {pads: [1, 1, 1, 1]}\n%1\noutput y").arg(rest);
        };
        row("bias and relu", fused("y = Relu(c)"), "FusedConv");
        row("residual", fused("y = Add(c, x)"), "FusedConv");
        row("residual and relu", fused("s = Add(x, c)\ny = Relu(s)"), "FusedConv");
        row("leaky relu", fused("y = LeakyRelu(c) {alpha: 0.2}"), "FusedConv");
        row("elu", fused("y = Elu(c) {alpha: 0.7}"), "FusedConv");
        row("sigmoid", fused("y = Sigmoid(c)"), "FusedConv");
        row("tanh", fused("y = Tanh(c)"), "FusedConv");
        row("swish", fused("g = Sigmoid(c)\ny = Mul(c, g)"), "FusedConv");
        row("what the library has not", fused("y = HardSwish(c)"), "FusedConv");
        row("clip", fused("weight l: float = 0\nweight h: float = 6\ny = Clip(c, l, h)"),
            "FusedConv");
    }
    void convolves()
    {
        QFETCH(QString, model);
        QFETCH(QString, type);
        const auto request = requestFor(model);
        const auto right = reference(request);
        QCOMPARE(right.error, QString());
        for (const bool refusesFusion : { false, true }) {
            fakeCudnn().refusesFusion = refusesFusion;
            const auto found = outcomeOf(request);
            QCOMPARE(found.error, QString());
            const auto said = implementationOf(*found.plan, type.toStdString());
            QVERIFY2(said.startsWith("cuDNN 9.19.0 engine 7"), qPrintable(said));
            QVERIFY(worstError(found.values, right.values) < 1e-5);
        }
    }

    void keepsNan()
    {
        const auto request = requestFor(
            "input x: float 1 8 8 8\nweight w: float 8 8 3 3 = " + QString(numbers(576).c_str())
            + "\nweight n: float 1 = -1\ns = Sqrt(n)\nm = Add(x, s)\nc = Conv(m, w)\n"
              "y = Relu(c)\noutput y");
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QVERIFY(implementationOf(*found.plan, "FusedConv").startsWith("cuDNN"));
        for (const float element : found.values)
            QVERIFY(std::isnan(element));
    }

    void appliesInexactActivationsItselfIfStrict_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<bool>("isOurs");
        QTest::newRow("relu") << "Relu(c)" << false;
        QTest::newRow("leaky relu") << "LeakyRelu(c) {alpha: 0.2}" << false;
        QTest::newRow("elu") << "Elu(c)" << true;
        QTest::newRow("tanh") << "Tanh(c)" << true;
        QTest::newRow("sigmoid") << "Sigmoid(c)" << true;
    }
    void appliesInexactActivationsItselfIfStrict()
    {
        QFETCH(QString, activation);
        QFETCH(bool, isOurs);
        auto request = requestFor("input x: float 1 8 8 8\nweight w: float 8 8 3 3 = "
            + QString(numbers(576).c_str()) + "\nc = Conv(x, w)\ny = " + activation + "\noutput y");
        for (const auto precision : { Precision::Float32, Precision::Float32Strict }) {
            request.precision = precision;
            const auto found = outcomeOf(request);
            QCOMPARE(found.error, QString());
            QCOMPARE(implementationOf(*found.plan, "FusedConv").endsWith("+ cuda epilogue"),
                isOurs && (precision == Precision::Float32Strict || activation == "Tanh(c)"));
            QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
        }
    }

    void choosesEnginesByThePrecision_data()
    {
        QTest::addColumn<int>("precision");
        QTest::addColumn<int>("engine");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::newRow("no tensor cores for fp32") << int(Precision::Float32) << 7 << 0.0 << 1e-5;
        QTest::newRow("strict: no Winograd") << int(Precision::Float32Strict) << 9 << 0.0 << 1e-5;
        QTest::newRow("tf32") << int(Precision::Tf32) << 5 << 1e-6 << 2e-3;
        QTest::newRow("fp16") << int(Precision::Float16) << 5 << 1e-6 << 3e-3;
        QTest::newRow("bfloat16") << int(Precision::Bfloat16) << 5 << 1e-6 << 3e-2;
    }
    void choosesEnginesByThePrecision()
    {
        QFETCH(int, precision);
        QFETCH(int, engine);
        QFETCH(double, least);
        QFETCH(double, most);
        auto request = requestFor("input x: float 1 4 6 6\ninput w: float 4 4 3 3\n"
                                  "y = Conv(x, w)\noutput y");
        request.precision = static_cast<Precision>(precision);
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QVERIFY(fakeCudnn().engines == std::set<std::int64_t> { engine });
        QVERIFY(fakeCudnn().mathTypes == std::set<int> { 0 }); // sums are in fp32
        const auto error = worstError(found.values, reference(request).values);
        QVERIFY2(error >= least && error < most, qPrintable(QString::number(error)));
        if (request.precision == Precision::Float32) {
            QCOMPARE(QString::fromStdString(stepNamed(*found.plan, "Conv")->refusals.front()),
                QString("cuDNN engine 5: TF32"));
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("not there")
            << "absent"
            << "cuDNN 9 not found: convolutions and attention run with our own kernels";
        QTest::newRow("another major version")
            << "version"
            << "cuDNN 9 wanted, 8.9.7 found: convolutions and attention run with our own kernels";
        QTest::newRow("a function is missing")
            << "function"
            << "libcudnn.so.9 has no function cudnnBackendExecute: convolutions and attention run "
               "with our own "
               "kernels";
        QTest::newRow("it does not start") << "start"
                                           << "cuDNN refuses to start: the fake says no (1001)";
        QTest::newRow("no engine")
            << "engines"
            << "cuDNN refuses the plan of an engine: the fake says no (3000)";
        QTest::newRow("too large a workspace")
            << "workspace"
            << "wants a workspace of 1.00 GiB, allowed are 256 MiB";
    }
    void refuses()
    {
        QFETCH(QString, fault);
        QFETCH(QString, refusal);
        auto& fake = fakeCudnn();
        fake.isThere = fault != "absent";
        fake.version = fault == "version" ? 80907 : fake.version;
        fake.missingFunction = fault == "function" ? "cudnnBackendExecute" : "";
        fake.createStatus = fault == "start" ? 1001 : 0;
        fake.refusesAll = fault == "engines";
        fake.workspaceBytes = fault == "workspace" ? std::int64_t(1) << 30 : 8192;
        const auto request = requestFor("input x: float 1 2 5 6\ninput w: float 3 2 3 3\n"
                                        "y = Conv(x, w)\noutput y");
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto* step = stepNamed(*found.plan, "Conv");
        QVERIFY(step != nullptr && step->tier == Tier::Native);
        const auto said = QString::fromStdString(step->refusals.front());
        QVERIFY2(said.contains(refusal), qPrintable(said));
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
    }

    void takesTheNextEngineWhereOneCannotBePlanned()
    {
        fakeCudnn().refusesWinograd = true;
        const auto found = outcomeOf(requestFor("input x: float 1 2 5 6\ninput w: float 3 2 3 3\n"
                                                "y = Conv(x, w)\noutput y"));
        QCOMPARE(found.error, QString());
        QVERIFY(implementationOf(*found.plan, "Conv").startsWith("cuDNN 9.19.0 engine 9 ("));
    }

    void measuresAndRemembersTheFastestEngine()
    {
        QTemporaryDir folder;
        forgetIn(folder);
        fakeCudnn().microseconds = { { 7, 9 }, { 9, 4 } };
        const auto request = tunedRequest("input x: float 1 2 5 6\ninput w: float 3 2 3 3\n"
                                          "y = Conv(x, w)\noutput y");
        const auto right = reference(request);
        auto first = outcomeOf(request);
        QCOMPARE(first.error, QString());
        QCOMPARE(implementationOf(*first.plan, "Conv"),
            QString("cuDNN 9.19.0 engine 9 (plain arithmetic; fastest of 2)"));
        QVERIFY(worstError(first.values, right.values) < 1e-5);
        const auto others = stepNamed(*first.plan, "Conv")->refusals;
        QCOMPARE(QString::fromStdString(others.back()),
            QString("cuDNN engine 7: 9.00 µs, taken was cuDNN engine 9, knob 24 = 3: 4.00 µs"));
        const auto executed = fakeCudnn().executed;
        first.plan.reset();

        forgetIn(folder);
        fakeCudnn().microseconds = { { 7, 1 }, { 9, 4 } };
        auto second = outcomeOf(request);
        QVERIFY(implementationOf(*second.plan, "Conv")
                    .startsWith("cuDNN 9.19.0 engine 9 (plain arithmetic; fastest of 2 on 2"));
        QVERIFY(worstError(second.values, right.values) < 1e-5);
        QCOMPARE(fakeCudnn().executed, executed + 2); // two runs, nothing timed
        QCOMPARE(stepNamed(*second.plan, "Conv")->refusals.back(), others.back());

        // Another shape, another version of the library: choices of their own.
        auto other = outcomeOf(tunedRequest("input x: float 1 2 5 7\ninput w: float 3 2 3 3\n"
                                            "y = Conv(x, w)\noutput y"));
        QVERIFY(
            implementationOf(*other.plan, "Conv").contains("engine 7 (Winograd; fastest of 2)"));
        second.plan.reset();
        other.plan.reset();
        fakeCudnn().version = 92000;
        forgetIn(folder);
        const auto third = outcomeOf(request);
        QCOMPARE(implementationOf(*third.plan, "Conv"),
            QString("cuDNN 9.20.0 engine 7 (Winograd; fastest of 2)"));
    }

    void measuresAnewWhereAChoiceCannotBeRebuilt_data()
    {
        QTest::addColumn<QByteArray>("configuration");
        QTest::newRow("an engine that is not there") << QByteArray("99");
        QTest::newRow("a knob that the engine has not") << QByteArray("7 24=3");
        QTest::newRow("an engine that the run does not want") << QByteArray("5");
        QTest::newRow("nonsense") << QByteArray("fast");
        QTest::newRow("nothing") << QByteArray();
    }
    void measuresAnewWhereAChoiceCannotBeRebuilt()
    {
        QFETCH(QByteArray, configuration);
        QTemporaryDir folder;
        forgetIn(folder);
        fakeCudnn().microseconds = { { 7, 9 }, { 9, 4 } };
        const auto request = tunedRequest("input x: float 1 2 5 6\ninput w: float 3 2 3 3\n"
                                          "y = Conv(x, w)\noutput y");
        outcomeOf(request);
        QFile file(folder.filePath("emulated.json"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        auto text = file.readAll();
        QVERIFY(text.contains("\"9 24=3\""));
        file.resize(0);
        file.seek(0);
        file.write(text.replace("9 24=3", configuration));
        file.close();
        forgetIn(folder);
        const auto found = outcomeOf(request);
        QCOMPARE(implementationOf(*found.plan, "Conv"),
            QString("cuDNN 9.19.0 engine 9 (plain arithmetic; fastest of 2)"));
    }

    void doesNotTakeAnEngineThatDoesNotRun()
    {
        QTemporaryDir folder;
        forgetIn(folder);
        fakeCudnn().failing = { 7 };
        const auto found = outcomeOf(tunedRequest("input x: float 1 2 5 6\ninput w: float 3 2 3 3\n"
                                                  "y = Conv(x, w)\noutput y"));
        QCOMPARE(found.error, QString());
        QVERIFY(implementationOf(*found.plan, "Conv").contains("engine 9"));
    }

    void plansEqualLayersOnce()
    {
        const auto found = outcomeOf(requestFor("input x: float 1 3 5 6\ninput w: float 3 3 3 3\n"
                                                "a = Conv(x, w) {pads: [1, 1, 1, 1]}\n"
                                                "b = Conv(a, w) {pads: [1, 1, 1, 1]}\n"
                                                "y = Conv(b, w)\noutput y"));
        QCOMPARE(found.error, QString());
        QCOMPARE(fakeCudnn().plans, std::uint64_t(2));
    }

    void runsOurKernelWithoutCudnn()
    {
        fakeCudnn().isThere = false;
        const auto request = requestFor("input x: float 2 3 4 5\ninput w: float 6 3 1 1\n"
                                        "input b: float 6\ny = Conv(x, w, b)\noutput y");
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QCOMPARE(implementationOf(*found.plan, "Conv"), QString("emulated implicit GEMM"));
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
    }

    void leavesNoDescriptorBehind()
    {
        const auto request = requestFor("input x: float 1 2 5 6\ninput w: float 3 2 3 3\n"
                                        "y = Conv(x, w)\noutput y");
        outcomeOf(request);
        const auto alive = fakeCudnn().alive;
        for (int i = 0; i < 300; ++i)
            QCOMPARE(outcomeOf(request).error, QString());
        QCOMPARE(fakeCudnn().alive, alive);
    }

    void passesTheTestsOfOnnx()
    {
        const auto folder = dataDir() / "models/onnx-1.23/node";
        if (!std::filesystem::is_directory(folder))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        fakeCublasLt().isThere = true;
        auto options = conformanceOptions();
        options.settings.device = DeviceKind::Cuda;
        const auto result = runConformance(
            folder,
            [](std::string_view name) {
                return name.starts_with("test_conv") || name.starts_with("test_matmul")
                    || name.starts_with("test_gemm") || name.starts_with("test_basic_conv");
            },
            options);
        QVERIFY2(result.notPassed().empty(), result.notPassed().c_str());
        QVERIFY(result.passed > 30);
        QVERIFY(fakeCudnn().executed > 10);
        QVERIFY(fakeCublasLt().products > 4);
    }

    void tellsGraphsThatTheRealLibraryUnderstands_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<bool>("isFused");
        for (const auto type : { 0, 2, 9 }) {
            QTest::addRow("type %d", type) << type << false << false;
            QTest::addRow("type %d, bias, residual and relu", type) << type << false << true;
            QTest::addRow("type %d, transposed", type) << type << true << false;
        }
    }
    void tellsGraphsThatTheRealLibraryUnderstands()
    {
        QFETCH(int, type);
        QFETCH(bool, isTransposed);
        QFETCH(bool, isFused);
        namespace cudnn = engine::cuda::cudnn;
        const auto library = cudnn::Library::open({}, engine::cuda::systemLoader());
        if (!library)
            QSKIP("cuDNN 9 is not on this machine");
        const auto data = static_cast<cudnn::DataType>(type);
        cudnn::GraphBuilder graph(**library);
        const auto tensor = [&](Dims dims, bool isVirtual) {
            auto made
                = graph.tensor({ isVirtual ? cudnn::DataType::Float : data, dims, isVirtual });
            if (!made)
                qWarning("%s", made.error().message().c_str());
            return made ? *made : nullptr;
        };
        const auto x = tensor({ 1, 64, 56, 56 }, false);
        const auto w = tensor({ 64, 64, 3, 3 }, false);
        const auto y = tensor({ 1, 64, 56, 56 }, isFused);
        QVERIFY(x != nullptr && w != nullptr && y != nullptr);
        const auto told
            = graph.convolution({ isTransposed, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 } }, x, w, y);
        QVERIFY2(bool(told), told ? "" : told.error().message().c_str());
        if (isFused) {
            const auto biased = tensor({ 1, 64, 56, 56 }, true);
            const auto added = tensor({ 1, 64, 56, 56 }, true);
            const auto z = tensor({ 1, 64, 56, 56 }, false);
            QVERIFY(bool(graph.pointwise({}, { y, tensor({ 1, 64, 1, 1 }, false) }, biased)));
            QVERIFY(bool(graph.pointwise({}, { biased, tensor({ 1, 64, 56, 56 }, false) }, added)));
            QVERIFY(bool(graph.pointwise({ cudnn::PointwiseMode::Relu, 0.2 }, { added }, z)));
        }
        const auto finished = graph.finish(nullptr);
        QVERIFY2(bool(finished), finished ? "" : finished.error().message().c_str());
        std::int64_t count = 0;
        std::int64_t engines = 0;
        QCOMPARE(
            (*library)->table().backendGetAttribute(*finished, cudnn::Attribute::GraphEngineCount,
                cudnn::AttributeType::Int64, 1, &count, &engines),
            0);
        QVERIFY(engines > 0);
    }

    void hearsWhyTheRealLibraryRefuses()
    {
        namespace cudnn = engine::cuda::cudnn;
        const auto library = cudnn::Library::open({}, engine::cuda::systemLoader());
        if (!library)
            QSKIP("cuDNN 9 is not on this machine");
        cudnn::GraphBuilder graph(**library);
        const auto x = graph.tensor({ cudnn::DataType::Float, { 1, 64, 56, 56 } });
        const auto w = graph.tensor({ cudnn::DataType::Float, { 64, 64, 3, 3 } });
        const auto y = graph.tensor({ cudnn::DataType::Float, { 1, 64, 7, 7 } });
        QVERIFY(x && w && y);
        const auto told
            = graph.convolution({ false, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 } }, *x, *w, *y);
        QVERIFY(!told);
        QVERIFY(QString::fromStdString(told.error().message())
                    .startsWith("cuDNN refuses the operation of a convolution: "));
    }

private:
    static RunRequest tunedRequest(const QString& text)
    {
        auto request = requestFor(text);
        request.tune = Tuning::On;
        return request;
    }
    /// As a new process would begin.
    void forgetIn(const QTemporaryDir& folder)
    {
        m_device->forgetLibraries(folder.path().toStdString());
    }

    std::shared_ptr<HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuConvolutions)
#include "tst_gpu_convolutions.moc"
