#include <QTest>

#include "engine/kernel/small_float.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/reference/conv.h"
#include "engine/tuning/kernel_variants.h"
#include "tests/support/engine/kernel_bench.h"
#include "tests/support/engine/model_text.h"

#include <QDir>
#include <QTemporaryDir>
#include <cmath>

using namespace engine;

namespace {

/// Takes the last variant.
class LastVariant final : public VariantChooser {
public:
    Result<std::unique_ptr<Kernel>> choose(
        const KernelRequest&, const std::string&, std::span<const KernelVariant> variants) override
    {
        ++calls;
        return variants.back().prepare();
    }
    int calls = 0;
};

/// oneDNN 2 has Winograd for AVX-512, oneDNN 3 has none.
bool hasWinograd()
{
    LastVariant last;
    testing::KernelBench bench("Conv-11(float[1,64,40,40], float[64,64,3,3])");
    const auto kernel
        = bench.prepare({ .tier = Tier::Library, .isConstant = true, .variants = &last });
    return kernel && (*kernel)->implementation().find("wino") != std::string::npos;
}

struct Case {
    std::int64_t batch = 1;
    std::int64_t channels = 1;
    std::int64_t height = 1;
    std::int64_t width = 1;
    std::int64_t outputs = 1;
    std::array<std::int64_t, 4> pads { 1, 1, 1, 1 };
    bool hasBias = false;
    bool hasAdded = false; ///< only with bias
    bool hasRelu = false;

    std::int64_t outHeight() const { return height + pads[0] + pads[2] - 2; }
    std::int64_t outWidth() const { return width + pads[1] + pads[3] - 2; }
    Dims outDims() const { return { batch, outputs, outHeight(), outWidth() }; }

    std::string text() const
    {
        const auto type = [](const Dims& dims) {
            std::string text = "float[";
            for (std::size_t i = 0; i < dims.size(); ++i)
                text += (i > 0 ? "," : "") + std::to_string(dims[i]);
            return text + "]";
        };
        const bool isFused = hasAdded || hasRelu;
        auto text = std::string(isFused ? "com.microsoft:FusedConv-1(" : "Conv-11(")
            + type({ batch, channels, height, width }) + ", " + type({ outputs, channels, 3, 3 });
        if (hasBias)
            text += ", " + type({ outputs });
        if (hasAdded)
            text += ", " + type(outDims());
        text += ") {pads:";
        for (const auto pad : pads)
            text += " " + std::to_string(pad);
        return text + (hasRelu ? "; activation: Relu}" : "}");
    }
};

/// An element of the convolution in double precision, and the sum of the magnitudes added.
struct Exact {
    double value = 0;
    double magnitude = 0;
    std::int64_t terms = 0; ///< of the window

    void add(double term)
    {
        value += term;
        magnitude += std::abs(term);
    }
};

Exact exactAt(const Case& conv, std::span<const Tensor> inputs, const Dims& at)
{
    const auto x = inputs[0].as<float>();
    const auto w = inputs[1].as<float>();
    Exact sum;
    for (std::int64_t c = 0; c < conv.channels; ++c) {
        for (std::int64_t k = 0; k < 9; ++k) {
            const auto row = at[2] - conv.pads[0] + k / 3;
            const auto column = at[3] - conv.pads[1] + k % 3;
            if (row < 0 || row >= conv.height || column < 0 || column >= conv.width)
                continue;
            const auto image = at[0] * conv.channels + c;
            const auto i = (image * conv.height + row) * conv.width + column;
            ++sum.terms;
            sum.add(double(x[static_cast<std::size_t>(i)])
                * double(w[static_cast<std::size_t>((at[1] * conv.channels + c) * 9 + k)]));
        }
    }
    return sum;
}

/// Numbers from -1 to 1.
Tensor drawn(Dims dims, std::uint32_t state)
{
    auto tensor = makeTensor(ElementType::Float, std::move(dims));
    for (auto& element : tensor.as<float>()) {
        state = state * 1664525u + 1013904223u;
        element = static_cast<float>(state >> 8) / float(1 << 23) - 1.0F;
    }
    return tensor;
}

std::vector<Tensor> inputsOf(const Case& conv)
{
    std::vector<Tensor> inputs;
    inputs.push_back(drawn({ conv.batch, conv.channels, conv.height, conv.width }, 1));
    inputs.push_back(drawn({ conv.outputs, conv.channels, 3, 3 }, 2));
    if (conv.hasBias)
        inputs.push_back(drawn({ conv.outputs }, 3));
    if (conv.hasAdded)
        inputs.push_back(drawn(conv.outDims(), 4));
    return inputs;
}

/// The largest errors of the result, as shares of the sum of the magnitudes that were added. Fewer
/// are added where a window contains pads, but Winograd also computes with the pixels beside it.
struct Errors {
    double inside = 0;
    double atPads = 0;
};
Errors errorsOf(const Case& conv, std::span<const Tensor> inputs, const Tensor& result)
{
    const auto found = result.as<float>();
    Errors errors;
    std::size_t i = 0;
    Dims at(4);
    for (at[0] = 0; at[0] < conv.batch; ++at[0])
        for (at[1] = 0; at[1] < conv.outputs; ++at[1])
            for (at[2] = 0; at[2] < conv.outHeight(); ++at[2])
                for (at[3] = 0; at[3] < conv.outWidth(); ++at[3], ++i) {
                    auto exact = exactAt(conv, inputs, at);
                    if (conv.hasBias)
                        exact.add(inputs[2].as<float>()[static_cast<std::size_t>(at[1])]);
                    if (conv.hasAdded)
                        exact.add(inputs[3].as<float>()[i]);
                    const auto wanted = conv.hasRelu ? std::max(exact.value, 0.0) : exact.value;
                    auto& largest = exact.terms < conv.channels * 9 ? errors.atPads : errors.inside;
                    largest = std::max(largest, std::abs(found[i] - wanted) / exact.magnitude);
                }
    return errors;
}

/// A model of one convolution that is worth a choice.
RunRequest oneConvolution()
{
    RunRequest request;
    request.model
        = testing::modelFromText("input x: float 1 32 56 56\nweight w: float 64 32 3 3 = 0.01\n"
                                 "y = Conv(x, w) {pads: [1, 1, 1, 1]}\nz = Relu(y)\noutput z\n");
    request.threads = 1;
    return request;
}

std::string convolutionOf(const Plan& plan)
{
    for (const auto& step : plan.steps()) {
        if (step.opType == "Conv" || step.opType == "FusedConv")
            return step.implementation;
    }
    return {};
}

}

/// Winograd convolutions are as exact as speed needs them to be, and run only where they may.
class TestWinograd : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifndef OPSCOPE_WITH_ONEDNN
        QSKIP("built without oneDNN");
#endif
        if (!hasWinograd())
            QSKIP("this oneDNN has no Winograd for this processor");
        qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
    }

    void staysWithinTheBound_data()
    {
        QTest::addColumn<Case>("conv");
        QTest::addColumn<int>("threads");
        constexpr std::array<std::int64_t, 4> uneven { 0, 1, 1, 0 };
        constexpr std::array<std::int64_t, 4> none {};
        QTest::newRow("1 pixel") << Case { 1, 673, 1, 1, 677 } << 1;
        QTest::newRow("7 pixels, 97 to 101 channels") << Case { 1, 97, 7, 7, 101 } << 1;
        QTest::newRow("7 pixels, uneven pads, bias")
            << Case { 3, 97, 7, 7, 101, uneven, true } << 2;
        QTest::newRow("13 pixels, no pads") << Case { 1, 70, 13, 13, 65, none } << 1;
        QTest::newRow("13 by 57, Relu")
            << Case { 3, 17, 13, 57, 33, uneven, true, false, true } << 2;
        QTest::newRow("57 pixels, added tensor")
            << Case { 1, 13, 57, 57, 19, { 1, 1, 1, 1 }, true, true } << 1;
        QTest::newRow("57 pixels, all")
            << Case { 1, 16, 57, 57, 32, uneven, true, true, true } << 2;
        QTest::newRow("ResNet, 28 pixels")
            << Case { 1, 128, 28, 28, 128, { 1, 1, 1, 1 }, true, false, true } << 1;
        QTest::newRow("diffusion, batch 3, 16 pixels, added tensor")
            << Case { 3, 160, 16, 16, 128, { 1, 1, 1, 1 }, true, true } << 2;
        QTest::newRow("first layer") << Case { 1, 3, 113, 112, 64, { 1, 1, 1, 1 }, true } << 1;
    }
    void staysWithinTheBound()
    {
        QFETCH(Case, conv);
        QFETCH(int, threads);
        const auto inputs = inputsOf(conv);
        LastVariant last;
        testing::KernelBench bench(conv.text(), inputs);
        const testing::KernelBench::Options options {
            .tier = Tier::Library, .threads = threads, .isConstant = true, .variants = &last
        };
        const auto kernel = bench.prepare(options);
        QVERIFY2(kernel, kernel ? "" : kernel.error().message().c_str());
        QCOMPARE(last.calls, 1);
        const auto name = (*kernel)->implementation();
        QVERIFY2(name.find("wino") != std::string::npos, name.c_str());
        QVERIFY((*kernel)->workspaceBytes() > 0);
        const auto result = bench.runKernel(**kernel, threads);
        QVERIFY2(result, result ? "" : result.error().message().c_str());
        QCOMPARE(result->front().tensor().dims(), conv.outDims());
        const auto [inside, atPads] = errorsOf(conv, inputs, result->front().tensor());
        const auto text = QString("%1 and at pads %2").arg(inside).arg(atPads);
        // Tiles of 4x4 outputs cost more digits than those of 2x2.
        const bool isLargeTile = name.find("4x3") != std::string::npos;
        QVERIFY2(inside < (isLargeTile ? 6e-7 : 3e-7), qPrintable(text));
        QVERIFY2(atPads < (isLargeTile ? 9e-7 : 3e-7), qPrintable(text));
    }

    void takesBfloats()
    {
        const Case conv { 1, 33, 20, 21, 35, { 1, 1, 1, 1 }, true };
        auto inputs = inputsOf(conv);
        auto given = inputs;
        given[0] = makeTensor(ElementType::Bfloat16, inputs[0].dims());
        for (std::size_t i = 0; i < static_cast<std::size_t>(inputs[0].count()); ++i) {
            const Bfloat16 rounded(inputs[0].as<float>()[i]);
            given[0].as<Bfloat16>()[i] = rounded;
            inputs[0].as<float>()[i] = static_cast<float>(rounded);
        }
        LastVariant last;
        testing::KernelBench bench("Conv-11(bfloat16" + conv.text().substr(13), given);
        const auto kernel
            = bench.prepare({ .tier = Tier::Library, .isConstant = true, .variants = &last });
        QVERIFY2(kernel, kernel ? "" : kernel.error().message().c_str());
        QVERIFY((*kernel)->implementation().find("wino") != std::string::npos);
        const auto result = bench.runKernel(**kernel, 1);
        QVERIFY(result && result->front().tensor().element() == ElementType::Bfloat16);
        const auto found = result->front().tensor().as<Bfloat16>();
        std::size_t i = 0;
        Dims at(4);
        for (at[1] = 0; at[1] < conv.outputs; ++at[1])
            for (at[2] = 0; at[2] < conv.outHeight(); ++at[2])
                for (at[3] = 0; at[3] < conv.outWidth(); ++at[3], ++i) {
                    auto exact = exactAt(conv, inputs, at);
                    exact.add(inputs[2].as<float>()[static_cast<std::size_t>(at[1])]);
                    QVERIFY(std::abs(double(static_cast<float>(found[i])) - exact.value)
                        <= 0x1p-8 * std::abs(exact.value) + 1e-6 * exact.magnitude);
                }
    }

    void isNoVariantOfOthers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("stride 2") << "Conv-11(float[1,64,56,56], float[64,64,3,3]) {strides: 2 2}";
        QTest::newRow("dilation 2")
            << "Conv-11(float[1,64,56,56], float[64,64,3,3]) {dilations: 2 2}";
        QTest::newRow("5x5") << "Conv-11(float[1,64,56,56], float[64,64,5,5])";
        QTest::newRow("groups") << "Conv-11(float[1,64,56,56], float[64,32,3,3]) {group: 2}";
        QTest::newRow("little work") << "Conv-11(float[1,8,14,14], float[8,8,3,3])";
        QTest::newRow("one axis") << "Conv-11(float[1,512,200], float[512,512,3])";
        QTest::newRow("three axes") << "Conv-11(float[1,16,9,20,20], float[16,16,3,3,3])";
    }
    void isNoVariantOfOthers()
    {
        QFETCH(QString, text);
        LastVariant last;
        testing::KernelBench bench(text.toStdString());
        const auto kernel
            = bench.prepare({ .tier = Tier::Library, .isConstant = true, .variants = &last });
        QVERIFY(kernel);
        QCOMPARE(last.calls, 0);
    }

    void changingWeightsHaveNone()
    {
        LastVariant last;
        testing::KernelBench bench("Conv-11(float[1,64,56,56], float[64,64,3,3])");
        QVERIFY(bench.prepare({ .tier = Tier::Library, .variants = &last }));
        QCOMPARE(last.calls, 0);
    }

    void thePlanUsesWhatIsRemembered()
    {
        remember("Winograd");
        const auto first = prepare(oneConvolution());
        QVERIFY(first.plan);
        QVERIFY(convolutionOf(**first.plan).find("wino") != std::string::npos);
        QVERIFY((*first.plan)->memory().arenaBytes > std::uint64_t(64) * 56 * 56 * 4);
        auto session = Session::create(*first.plan);
        QVERIFY(session);
        const auto result = session->run(first.inputs.runtimeValues());
        QVERIFY(result);
        auto strict = oneConvolution();
        strict.precision = Precision::Float32Strict;
        QVERIFY(convolutionOf(**prepare(strict).plan).find("wino") == std::string::npos);
        auto off = oneConvolution();
        off.tune = Tuning::Off;
        QVERIFY(convolutionOf(**prepare(off).plan).find("wino") == std::string::npos);
        remember("direct");
        QVERIFY(convolutionOf(**prepare(oneConvolution()).plan).find("wino") == std::string::npos);
    }

    void withoutMemoryForItTheDirectConvolutionRuns()
    {
        remember("Winograd");
        auto request = oneConvolution();
        const auto roomy = prepare(request);
        auto session = Session::create(*roomy.plan);
        QVERIFY(session && session->run(roomy.inputs.runtimeValues()));
        const auto peak = session->peakBytes();
        bool hasFallenBack = false;
        // Down to the limit below which nothing runs.
        for (auto limit = peak; limit > peak / 8; limit -= peak / 16) {
            request.memoryLimit = limit;
            const auto prepared = prepare(request);
            if (!prepared.plan)
                break;
            auto tight = Session::create(*prepared.plan);
            if (!tight || !tight->run(prepared.inputs.runtimeValues()))
                break;
            const bool isDirect = convolutionOf(**prepared.plan).find("wino") == std::string::npos;
            QVERIFY(isDirect || !hasFallenBack);
            hasFallenBack = hasFallenBack || isDirect;
        }
        QVERIFY(hasFallenBack);
    }

private:
    /// Makes this variant the remembered one of all convolutions of oneConvolution().
    void remember(const QByteArray& variant)
    {
        auto request = oneConvolution();
        request.tune = Tuning::On;
        const QDir folder(m_folder.filePath("opscope/tune"));
        // On a busy machine nothing is stored.
        for (int i = 0; i < 20 && folder.entryList(QDir::Files).isEmpty(); ++i)
            QVERIFY(prepare(request).plan);
        const auto files = folder.entryList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QFile file(folder.filePath(files.front()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        auto text = file.readAll();
        file.close();
        text.replace("\"configuration\": \"direct\"", "\"configuration\": \"" + variant + "\"");
        text.replace("\"configuration\": \"Winograd\"", "\"configuration\": \"" + variant + "\"");
        QVERIFY(text.contains("\"" + variant + "\""));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestWinograd)
#include "tst_winograd.moc"
