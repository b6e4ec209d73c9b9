#include "model/inference/input_shapes.h"
#include "tests/support/gpu/device_run.h"
#include "tests/support/gpu/fake_library_test.h"
#include "tests/support/paths.h"

#include <QtTest>

using namespace testing;

namespace {

/// `-7 120 …` of [low, high], the same each time.
std::string bytes(int count, int low, int high)
{
    std::string text;
    unsigned state = 4711;
    for (int i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        text += std::to_string(low + static_cast<int>((state >> 12) % (high - low + 1))) + " ";
    }
    return text;
}

QString operand(const char* name, const QString& type, const char* dims)
{
    return QString("input %1: %2 %3\n").arg(name, type, dims);
}

struct Ran {
    QString error;
    std::shared_ptr<const Plan> plan;
    TensorType type;
    std::vector<std::byte> bytes; ///< of the first output
};

Ran ran(RunRequest request)
{
    request.optimisation = Optimisation::None; // else few integers stay on the CPU
    for (const auto id : request.model->main().inputs) {
        const auto& input = request.model->value(id);
        if (input.type.element == model::ElementType::Uint8)
            request.inputs[input.name] = { InputSpec::Source::Random, 0.0, 255.0 };
        else if (input.type.element == model::ElementType::Int8)
            request.inputs[input.name] = { InputSpec::Source::Random, -128.0, 127.0 };
    }
    auto prepared = prepare(request);
    if (!prepared.plan)
        return { QString::fromStdString(prepared.plan.error().message()), {}, {}, {} };
    auto session = Session::create(*prepared.plan);
    Ran ran { {}, *prepared.plan, {}, {} };
    for (int run = 0; run < 2; ++run) { // the second meets the memory that the first one left
        const auto result = session->run(prepared.inputs.runtimeValues());
        if (!result)
            return { QString::fromStdString(result.error().message()), ran.plan, {}, {} };
        const auto& tensor = result->outputs.front().value.tensor();
        ran.type = tensor.type;
        ran.bytes.assign(tensor.data, tensor.data + tensor.type.bytes());
    }
    return ran;
}

Ran byReference(RunRequest request)
{
    request.device = DeviceKind::Cpu;
    request.tiers = { Tier::Reference };
    return ran(request);
}

Ran byOurKernel(RunRequest request)
{
    request.tiers = { Tier::Native, Tier::Reference };
    return ran(request);
}

} // namespace

/// Products of bytes by cuBLASLt, which is one that computes here by the same rules: the bits that
/// the reference gives.
class TestGpuIntegerProducts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }
    void init()
    {
        forgetLibraries(*m_device);
        fakeCublasLt().isThere = true;
    }
    void cleanup() { failOnFaults(); }

    void givesTheReferencesBits_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("type");
        const auto row = [](const QString& name, const QString& model, const char* type) {
            QTest::newRow(qPrintable(name)) << model << QString(type);
        };
        const QString output = "output y";
        for (const QString a : { "uint8", "int8" }) {
            for (const QString b : { "uint8", "int8" }) {
                const auto both = operand("a", a, "5 33") + operand("b", b, "33 7");
                row(a + " and " + b, both + "y = MatMulInteger(a, b)\n" + output, "MatMulInteger");
                row(a + " and " + b + ", zero points",
                    both + "input p: " + a + "\ninput q: " + b + "\ny = MatMulInteger(a, b, p, q)\n"
                        + output,
                    "MatMulInteger");
                row(a + " and " + b + ", zero points of rows and columns",
                    both + "input p: " + a + " 5\ninput q: " + b
                        + " 7\ny = MatMulInteger(a, b, p, q)\n" + output,
                    "MatMulInteger");
                row(a + " and weights of " + b,
                    operand("a", a, "4 48") + "weight b: " + b + " 48 32 = "
                        + bytes(48 * 32, b == "int8" ? -128 : 0, b == "int8" ? 127 : 255).c_str()
                        + "\nweight q: " + b + " = 9\ninput p: " + a
                        + "\ny = MatMulInteger(a, b, p, q)\n" + output,
                    "MatMulInteger");
            }
        }
        const auto stack = [&](const char* a, const char* b) {
            return operand("a", "uint8", a) + operand("b", "int8", b)
                + "input p: uint8\ninput q: int8\ny = MatMulInteger(a, b, p, q)\n" + output;
        };
        row("one element", stack("1 1", "1 1"), "MatMulInteger");
        row("vectors", stack("5", "5"), "MatMulInteger");
        row("a vector and a stack", stack("5", "2 5 3"), "MatMulInteger");
        row("batches of both", stack("4 3 5", "4 5 7"), "MatMulInteger");
        row("batches on the left alone", stack("2 4 3 5", "5 7"), "MatMulInteger");
        row("batches on the right alone", stack("3 5", "4 5 7"), "MatMulInteger");
        row("heads that share", stack("2 4 3 5", "2 1 5 7"), "MatMulInteger");
        row("each broadcast along another axis", stack("2 1 3 5", "1 4 5 7"), "MatMulInteger");
        row("more than a tile", stack("70 130", "130 67"), "MatMulInteger");
        row("signed and centred, in steps: nothing is packed but the right operand",
            operand("a", "int8", "5 64") + operand("b", "int8", "64 32")
                + "y = MatMulInteger(a, b)\n" + output,
            "MatMulInteger");
        row("unsigned about 128",
            operand("a", "uint8", "5 33") + operand("b", "uint8", "33 7")
                + "weight p: uint8 = 128\nweight q: uint8 = 128\n"
                  "y = MatMulInteger(a, b, p, q)\n"
                + output,
            "MatMulInteger");
        addScaled(row, output);
        addConvolutions(row, output);
    }
    void givesTheReferencesBits()
    {
        QFETCH(QString, model);
        QFETCH(QString, type);
        const auto request = requestFor(model);
        const auto found = ran(request);
        QCOMPARE(found.error, QString());
        const auto implementation = implementationOf(*found.plan, type.toStdString());
        QVERIFY2(implementation.contains("cuBLASLt 13.1.0 algorithm 10 (first of 3 proposals)"),
            qPrintable(implementation));
        QVERIFY(stepNamed(*found.plan, type.toStdString())->tier == Tier::Library);
        const auto own = byOurKernel(request);
        QCOMPARE(own.error, QString());
        QVERIFY(found.bytes == own.bytes);
        const auto right = byReference(request);
        QCOMPARE(right.error, QString());
        QCOMPARE(found.type, right.type);
        QVERIFY(found.bytes == right.bytes);
        QVERIFY(testing::fakeCublasLt().computes == std::set<int> { 72 });
    }

    /// Sums wrap around in 32 bits, also where zero points make them large.
    void wrapsAroundAsTheReference()
    {
        const auto request
            = requestFor("input a: uint8 1 70000\ninput b: int8 70000 1\nweight p: uint8 = 255\n"
                         "weight q: int8 = -128\ny = MatMulInteger(a, b, p, q)\noutput y");
        const auto found = ran(request);
        QCOMPARE(found.error, QString());
        QVERIFY(implementationOf(*found.plan, "MatMulInteger").startsWith("cuBLASLt"));
        QVERIFY(found.bytes == byReference(request).bytes);
    }

    void leavesToOurKernelWhatMayOverflow()
    {
        const auto request = requestFor("input a: int8 1 131072\ninput b: int8 131072 1\n"
                                        "y = MatMulInteger(a, b)\noutput y");
        const auto found = ran(request);
        QCOMPARE(found.error, QString());
        const auto* step = stepNamed(*found.plan, "MatMulInteger");
        QVERIFY(step->tier == Tier::Native);
        QCOMPARE(QString::fromStdString(step->refusals.front()),
            QString("library: sums of 131072 products may overflow in cuBLASLt"));
        QVERIFY(found.bytes == byReference(request).bytes);
    }

    void saysWhatTheLibraryDoesNotTake_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("no algorithm")
            << "input a: int8 3 5\ninput b: int8 5 7\ny = MatMulInteger(a, b)\noutput y"
            << "library: cuBLASLt has no algorithm for 3×16×16 in int8 with epilogue none";
        QTest::newRow("a window")
            << "input x: int8 1 2 5 5\ninput w: int8 3 2 3 3\ny = ConvInteger(x, w)\noutput y"
            << "library: only a convolution with a window of one element is a product";
        QTest::newRow("nothing")
            << "input a: int8 3 0\ninput b: int8 0 7\ny = MatMulInteger(a, b)\noutput y"
            << "library: nothing to multiply in 3×0 and 0×7";
    }
    void saysWhatTheLibraryDoesNotTake()
    {
        QFETCH(QString, model);
        QFETCH(QString, refusal);
        testing::fakeCublasLt().proposals = 0;
        const auto request = requestFor(model);
        const auto found = ran(request);
        QCOMPARE(found.error, QString());
        const auto& step = found.plan->steps();
        const auto own = std::ranges::find_if(step, [](const StepDescription& one) {
            return one.device == DeviceKind::Cuda && one.kind != StepKind::Copy;
        });
        QVERIFY(own != step.end() && own->tier == Tier::Native);
        QCOMPARE(QString::fromStdString(own->refusals.front()), refusal);
        QVERIFY(found.bytes == byReference(request).bytes);
    }

    /// Weights are packed when the plan is made; nothing is packed in runs that lies well already.
    void packsInRunsOnlyWhatItMust()
    {
        const QString weights
            = "weight w: int8 64 32 = " + QString(bytes(64 * 32, -128, 127).c_str());
        const auto text = [&](const QString& left) {
            const auto found = ran(requestFor(left + weights + "\ny = MatMulInteger(a, w"
                + (left.contains("uint8") ? ", p)\noutput y" : ")\noutput y")));
            return found.error + implementationOf(*found.plan, "MatMulInteger") + ' '
                + QString::number(workspaceBytes(*found.plan));
        };
        const QString library = "cuBLASLt 13.1.0 algorithm 10 (first of 3 proposals)";
        // The sums [5, 32] in 4 bytes, rounded up to 768, and 4096 for the library.
        QCOMPARE(text("input a: int8 5 64\n"), library + " + cuda scaling 4864");
        // And [5, 64] packed bytes, rounded up to 512.
        QCOMPARE(text("input p: uint8\ninput a: uint8 5 64\n"),
            library + " + cuda packing + cuda scaling 5376");
    }

    void aModelGivesTheBitsOfOurKernel()
    {
        const auto file = testing::dataDir() / "models/attention-past-u8s8/model.onnx";
        if (!std::filesystem::exists(file))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        RunRequest request;
        request.otherInputs = { .source = InputSpec::Source::Random, .low = -1.0, .high = 1.0 };
        request.threads = 1;
        request.device = DeviceKind::Cuda;
        const auto model = model::openWithShapes(file, {}, {});
        QVERIFY2(model, model ? "" : model.error().message().c_str());
        request.model = *model;
        const auto found = ran(request);
        QCOMPARE(found.error, QString());
        const auto implementation = implementationOf(*found.plan, "MatMulInteger");
        QVERIFY2(implementation.startsWith("cuBLASLt"), qPrintable(implementation));
        const auto own = byOurKernel(request);
        QCOMPARE(own.error, QString());
        QVERIFY(!found.bytes.empty());
        QVERIFY(found.bytes == own.bytes);
    }

    void timesProductsOfBytes()
    {
        auto request
            = requestFor("input a: int8 3 5\ninput b: int8 5 7\ny = MatMulInteger(a, b)\noutput y");
        request.tune = Tuning::On;
        const auto found = ran(request);
        QCOMPARE(found.error, QString());
        QVERIFY2(implementationOf(*found.plan, "MatMulInteger")
                     .startsWith("cuBLASLt 13.1.0 algorithm 11 (fastest of 3)"),
            qPrintable(implementationOf(*found.plan, "MatMulInteger")));
    }

    void leavesNothingBehind()
    {
        const auto request
            = requestFor("input a: uint8 3 5\nweight b: int8 5 2 = 1 2 3 4 5 6 7 8 9 10\n"
                         "y = MatMulInteger(a, b)\noutput y");
        ran(request);
        const auto alive = testing::fakeCublasLt().alive;
        const auto blocks = m_device->counts().blocks;
        for (int i = 0; i < 100; ++i)
            QCOMPARE(ran(request).error, QString());
        QCOMPARE(testing::fakeCublasLt().alive, alive);
        QCOMPARE(m_device->counts().blocks, blocks);
    }

private:
    template <typename Row>
    static void addScaled(const Row& row, const QString& output)
    {
        const QString columns = "input s: float\ninput t: float 7\n";
        for (const QString a : { "uint8", "int8" }) {
            const auto both = operand("a", a, "2 5 33") + operand("b", "int8", "33 7")
                + "input p: " + a + "\ninput q: int8 7\n";
            row("scaled to codes, " + a,
                both + columns + "weight u: float = 9.5\nweight z: " + a
                    + " = 11\ny = QLinearMatMul(a, s, p, b, t, q, u, z)\n" + output,
                "QLinearMatMul");
        }
    }

    template <typename Row>
    static void addConvolutions(const Row& row, const QString& output)
    {
        for (const QString w : { "uint8", "int8" }) {
            const auto weights = "weight w: " + w + " 6 5 1 1 = "
                + bytes(30, w == "int8" ? -128 : 0, w == "int8" ? 127 : 255).c_str() + '\n';
            row("a pointwise convolution, " + w,
                operand("x", "uint8", "2 5 3 7") + weights + "input p: uint8\nweight q: " + w
                    + " 6 = " + bytes(6, 0, 20).c_str() + "\ny = ConvInteger(x, w, p, q)\n"
                    + output,
                "ConvInteger");
            row("a pointwise convolution to codes, " + w,
                operand("x", "uint8", "2 5 3 7") + weights
                    + "input s: float\ninput p: uint8\ninput t: float 6\ninput q: " + w
                    + " 6\nweight u: float = 4.5\nweight z: uint8 = 100\nweight c: int32 6 = 5 -6 "
                      "700 -800 9 10\ny = QLinearConv(x, s, p, w, t, q, u, z, c)\n"
                    + output,
                "QLinearConv");
        }
        row("one spatial axis, weights from outside",
            operand("x", "int8", "3 16 20") + operand("w", "int8", "32 16 1")
                + "y = ConvInteger(x, w)\n" + output,
            "ConvInteger");
    }

    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuIntegerProducts)
#include "tst_gpu_integer_products.moc"
