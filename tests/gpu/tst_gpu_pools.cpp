#include "engine/cuda/cudnn/graph.h"
#include "tests/support/engine/conformance.h"
#include "tests/support/gpu/device_run.h"
#include "tests/support/gpu/fake_library_test.h"
#include "tests/support/gpu/real_cudnn.h"
#include "tests/support/paths.h"

#include <QtTest>

using namespace testing;
namespace cudnn = engine::cuda::cudnn;

/// Pools by cuDNN, which is one that computes here by the same rules, unless our own kernel is
/// timed as faster; and graphs told to the real library, where it is.
class TestGpuPools : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = useHostDevice(); }
    void init()
    {
        forgetLibraries(*m_device);
        fakeCudnn().isThere = true;
        // A launch takes 50 µs, of the library too; engines 7 and 9 make up for it.
        m_device->setLaunchMicroseconds(50);
        fakeCudnn().microseconds = { { 5, -20 }, { 7, -30 }, { 9, -10 } };
    }
    void cleanup() { failOnFaults(); }

    void pools_data()
    {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("operation");
        const auto row = [](const char* name, const char* x, const char* operation) {
            QTest::newRow(name) << x << operation;
        };
        row("largest", "2 3 7 8", "MaxPool(x) {kernel_shape: [3, 2]}");
        row("largest, strides and padding", "1 4 9 9",
            "MaxPool(x) {kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1]}");
        row("largest, padded on one side", "1 2 6 7",
            "MaxPool(x) {kernel_shape: [3, 3], strides: [2, 2], pads: [0, 1, 2, 0]}");
        row("largest, rounded up", "1 2 8 8",
            "MaxPool(x) {kernel_shape: [3, 3], strides: [2, 2], ceil_mode: 1}");
        row("largest, one axis", "2 3 11", "MaxPool(x) {kernel_shape: [3], strides: [2]}");
        row("largest, three axes", "1 2 5 6 7", "MaxPool(x) {kernel_shape: [2, 2, 2]}");
        row("largest of all", "2 3 5 6", "GlobalMaxPool(x)");
        row("mean", "2 3 7 8", "AveragePool(x) {kernel_shape: [3, 2]}");
        row("mean without padding", "1 3 7 8",
            "AveragePool(x) {kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1]}");
        row("mean with padding", "1 3 7 8",
            "AveragePool(x) {kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1], "
            "count_include_pad: 1}");
        row("mean, rounded up", "1 2 8 8",
            "AveragePool(x) {kernel_shape: [3, 3], strides: [2, 2], ceil_mode: 1}");
        row("mean, same size", "1 2 8 8",
            "AveragePool(x) {kernel_shape: [3, 3], auto_pad: SAME_UPPER}");
        row("mean of all", "2 5 6 7", "GlobalAveragePool(x)");
        row("mean of all, one axis", "2 5 6", "GlobalAveragePool(x)");
    }
    void pools()
    {
        QFETCH(QString, x);
        QFETCH(QString, operation);
        auto request = tuned(x, operation);
        const auto right = reference(request);
        QCOMPARE(right.error, QString());
        const auto type = operation.section('(', 0, 0).toStdString();
        struct Row {
            Precision precision;
            double most;
        };
        for (const auto& [precision, most] : { Row { Precision::Float32, 1e-6 },
                 Row { Precision::Float16, 2e-3 }, Row { Precision::Bfloat16, 2e-2 } }) {
            request.precision = precision;
            const auto found = outcomeOf(request);
            QCOMPARE(found.error, QString());
            const auto said = implementationOf(*found.plan, type);
            QVERIFY2(said.startsWith("cuDNN 9.19.0 engine 7"), qPrintable(said));
            QVERIFY(QString::fromStdString(stepNamed(*found.plan, type)->refusals.back())
                        .startsWith("our own kernel: 50.0 µs, taken was cuDNN 9.19.0 engine 7"));
            const auto worst = worstError(found.values, right.values);
            QVERIFY2(worst <= most, qPrintable(QString::number(worst)));
        }
    }

    /// An H200 showed the smallest number, not -inf, for a window of NaN alone, and that our kernel
    /// of a whole image is faster.
    void largestElementsAreOursWhereTheLibrarysAreNotRight()
    {
        struct Row {
            const char* operation;
            Precision precision;
        };
        for (const auto& [operation, precision] :
            { Row { "MaxPool(x) {kernel_shape: [2, 2]}", Precision::Float32Strict },
                Row { "GlobalMaxPool(x)", Precision::Float32 } }) {
            auto request = tuned("1 2 8 8", operation);
            request.tune = Tuning::Off;
            request.precision = precision;
            const auto found = outcomeOf(request);
            QCOMPARE(found.error, QString());
            const auto type = QString(operation).section('(', 0, 0).toStdString();
            QVERIFY(stepNamed(*found.plan, type)->tier == Tier::Native);
            QVERIFY(worstError(found.values, reference(request).values) < 1e-6);
        }
    }

    void leavesToOurOwnKernel_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("dilations") << "MaxPool(x) {kernel_shape: [2, 2], dilations: [2, 2]}"
                                   << "cuDNN's pools have no dilations";
        QTest::newRow("padding by rounding up")
            << "AveragePool(x) {kernel_shape: [3, 3], strides: [2, 2], ceil_mode: 1, "
               "count_include_pad: 1, pads: [1, 1, 1, 1]}"
            << "count_include_pad with ceil_mode";
    }
    void leavesToOurOwnKernel()
    {
        QFETCH(QString, operation);
        QFETCH(QString, refusal);
        const auto request = tuned("1 2 8 8", operation);
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto* step = stepNamed(*found.plan, operation.section('(', 0, 0).toStdString());
        QVERIFY(step != nullptr && step->tier == Tier::Native);
        QVERIFY(!step->refusals.empty());
        QVERIFY(QString::fromStdString(step->refusals.front()).contains(refusal));
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
        QCOMPARE(fakeCudnn().executed, std::uint64_t(0));
    }

    void isTheLibrarysWithoutTiming()
    {
        auto request = tuned("1 2 8 8", "MaxPool(x) {kernel_shape: [2, 2]}");
        request.tune = Tuning::Off;
        for (const bool isThere : { true, false }) {
            fakeCudnn().isThere = isThere;
            m_device->forgetLibraries();
            const auto found = outcomeOf(request);
            QCOMPARE(found.error, QString());
            QCOMPARE(
                stepNamed(*found.plan, "MaxPool")->tier, isThere ? Tier::Library : Tier::Native);
            QVERIFY(worstError(found.values, reference(request).values) < 1e-6);
        }
        QCOMPARE(fakeCudnn().executed, std::uint64_t(2)); // two runs
    }

    /// As on the CPU and in ONNX Runtime, by the library and by our own kernels.
    void skipsNan()
    {
        for (const char* operation : { "MaxPool(m) {kernel_shape: [1, 2]}", "GlobalMaxPool(m)" }) {
            auto request = requestFor(
                QString("input x: float 1 1 1 4\nweight n: float 1 1 1 4 = -1 0 -1 -1\n"
                        "s = Sqrt(n)\nm = Add(x, s)\ny = %1\noutput y")
                    .arg(operation));
            for (const bool isThere : { true, false }) {
                fakeCudnn().isThere = isThere;
                m_device->forgetLibraries();
                const auto found = outcomeOf(request);
                QCOMPARE(found.error, QString());
                QCOMPARE(found.values, reference(request).values);
                QVERIFY(std::isfinite(found.values.front()));
            }
        }
    }

    void isOursWhereThatIsFaster()
    {
        QTemporaryDir folder;
        const auto request = tuned("1 2 8 8", "MaxPool(x) {kernel_shape: [2, 2]}");
        fakeCudnn().microseconds = {};
        for (const bool isRemembered : { false, true }) {
            m_device->forgetLibraries(folder.path().toStdString());
            const auto executed = fakeCudnn().executed;
            const auto found = outcomeOf(request);
            const auto* step = stepNamed(*found.plan, "MaxPool");
            QVERIFY(step != nullptr && step->tier == Tier::Native);
            const auto said = QString::fromStdString(step->refusals.front());
            QVERIFY2(said.startsWith("library: cuDNN 9.19.0 engine 7")
                    && said.endsWith(": 51.0 µs, taken was our own kernel: 50.0 µs"),
                qPrintable(said));
            QCOMPARE(fakeCudnn().executed == executed, isRemembered);
            QVERIFY(worstError(found.values, reference(request).values) < 1e-6);
        }
    }

    void passesTheTestsOfOnnx()
    {
        const auto folder = dataDir() / "models/onnx-1.23/node";
        if (!std::filesystem::is_directory(folder))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        auto options = conformanceOptions();
        options.settings.device = DeviceKind::Cuda;
        options.settings.tune = Tuning::On;
        const auto result = runConformance(
            folder,
            [](std::string_view name) {
                return name.find("pool") != name.npos && name.find("unpool") == name.npos;
            },
            options);
        QVERIFY2(result.notPassed().empty(), result.notPassed().c_str());
        QVERIFY2(result.passed > 30, qPrintable(QString::number(result.passed)));
        QVERIFY(fakeCudnn().executed > 200); // with what was timed
    }

    void tellsGraphsThatTheRealLibraryRuns_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("type");
        using Mode = cudnn::ResampleMode;
        for (const auto mode :
            { Mode::Max, Mode::AverageWithPadding, Mode::AverageWithoutPadding }) {
            for (const int type : { 0, 2, 9 })
                QTest::addRow("mode %d, type %d", int(mode), type) << int(mode) << type;
        }
    }
    void tellsGraphsThatTheRealLibraryRuns()
    {
        QFETCH(int, mode);
        QFETCH(int, type);
        const auto library = realCudnn();
        if (library == nullptr)
            QSKIP("cuDNN 9 is not on this machine");
        struct Case {
            Dims x, y;
            cudnn::ResampleSpec how;
        };
        const auto how = static_cast<cudnn::ResampleMode>(mode);
        const Case cases[] {
            { { 2, 64, 112, 112 }, { 2, 64, 56, 56 },
                { how, { 3, 3 }, { 2, 2 }, { 1, 1 }, { 1, 1 } } },
            { { 2, 64, 112, 112 }, { 2, 64, 56, 56 },
                { how, { 3, 3 }, { 2, 2 }, { 0, 0 }, { 1, 1 } } },
            { { 2, 64, 7, 7 }, { 2, 64, 1, 1 }, { how, { 7, 7 }, { 1, 1 }, { 0, 0 }, { 0, 0 } } },
            { { 1, 8, 6, 6, 6 }, { 1, 8, 3, 3, 3 },
                { how, { 2, 2, 2 }, { 2, 2, 2 }, { 0, 0, 0 }, { 0, 0, 0 } } },
        };
        for (const auto& each : cases) {
            cudnn::GraphBuilder graph(*library);
            const auto data = static_cast<cudnn::DataType>(type);
            const auto x = graph.tensor({ .type = data, .dims = each.x });
            const auto y = graph.tensor({ .type = data, .dims = each.y });
            QVERIFY(x && y);
            const auto told = graph.resample(each.how, *x, *y);
            QVERIFY2(bool(told), told ? "" : told.error().message().c_str());
            const auto finished = graph.finish(nullptr);
            QVERIFY2(bool(finished), finished ? "" : finished.error().message().c_str());
            for (const int chip : { 80, 90 }) {
                const auto answer = askCudnn(*library, *finished, chip);
                QVERIFY2(answer.error.empty(), answer.error.c_str());
                QVERIFY(answer.proposals > 0);
            }
        }
    }

private:
    static RunRequest tuned(const QString& x, const QString& operation)
    {
        auto request = requestFor("input x: float " + x + "\ny = " + operation + "\noutput y");
        request.tune = Tuning::On;
        return request;
    }

    std::shared_ptr<HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuPools)
#include "tst_gpu_pools.moc"
