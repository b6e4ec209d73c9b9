#include <QTest>

#include "engine/kernel/memory.h"
#include "engine/plan/kernel_choice.h"
#include "tests/support/engine/hostile_run.h"
#include "tests/support/node_text.h"

#include <algorithm>
#include <array>

using namespace engine;

namespace {

/// What a tier of the CPU says when it is asked for a kernel, under a memory limit of 256 MiB;
/// empty if it takes the node. No tensor is made, so that sizes may be larger than memory.
QString refusal(const QString& text, Tier tier, const Dims& output = {})
{
    const auto node = testing::nodeFrom(text.toStdString());
    OpNode op { node.schema->name, node.schema->domain, static_cast<int>(node.schema->sinceVersion),
        node.attributes, node.schema, "node" };
    std::vector<InputType> inputs;
    for (const auto& argument : node.inputs) {
        inputs.emplace_back();
        if (!argument.isPresent)
            continue;
        inputs.back().kind = InputType::Kind::Tensor;
        inputs.back().tensor
            = { argument.type.element, model::concrete(*argument.type.shape).value() };
    }
    std::vector<InputType> outputs(1);
    if (!output.empty()) {
        outputs.front().kind = InputType::Kind::Tensor;
        outputs.front().tensor = { ElementType::Float, output };
    }
    const std::array used { true };
    const KernelRequest request { op, inputs, used, outputs, nullptr,
        { .threads = 1, .smallWork = SmallWork::Accept } };
    const MemoryScope scope(MemoryPool::create(std::uint64_t(256) << 20));
    const auto choice = chooseKernel(request, DeviceKind::Cpu, std::array { tier });
    if (choice.error)
        return QString::fromStdString(choice.error->message());
    QStringList refusals;
    for (const auto& words : choice.refusals)
        refusals += QString::fromStdString(words);
    return choice.kernel ? QString() : refusals.join('\n');
}

bool hasLibrary(const char* type)
{
    const auto entries = KernelRegistry::instance().find("", type, DeviceKind::Cpu);
    return std::ranges::any_of(
        entries, [](const auto* entry) { return entry->tier == Tier::Library; });
}

} // namespace

/// Native and library kernels of the CPU on types and sizes that no exporter writes. Many mistakes
/// are visible only with the address or the undefined behaviour sanitizer.
class TestHostileKernels : public QObject {
    Q_OBJECT

private slots:
    void nativeRefuses_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("words");
        QTest::newRow("a bias of bytes") << "com.microsoft:BiasGelu-1(float[1,1024], uint8[1024])"
                                         << "takes float, input 1 is not";
        QTest::newRow("updates whose number wraps to none")
            << "ScatterND-18(uint8[8589934592], int64[2147483648,0], uint8[0])"
            << "a size of 2147483648 times 8589934592 is too large";
        QTest::newRow("no zero point for one scale")
            << "DequantizeLinear-21(uint8[4], float[1], uint8[0])"
            << "there are 0 zero points for 1 scales";
        QTest::newRow("zero points of another type")
            << "DequantizeLinear-21(uint8[4], float[1], int32[1])"
            << "found int32";
        QTest::newRow("no zero point while quantizing")
            << "QuantizeLinear-21(float[4], float[1], uint8[0])"
            << "there are 0 zero points for 1 scales";
        QTest::newRow("more windows than memory")
            << "AveragePool-19(float[1,1,1]) {kernel_shape: 1048576; pads: 268435456 268435456}"
            << "the native kernels take at most";
        QTest::newRow("a skip that is broadcast along an inner axis")
            << "com.microsoft:SkipLayerNormalization-1(float[2,3,4], float[2,1,4], float[4])"
            << "the last ones of the input 2×3×4, found 2×1×4";
        QTest::newRow("parts longer than 64 bits")
            << "Concat-13(uint8[9223372036854775807], uint8[9223372036854775807]) {axis: 0}"
            << "too long together";
        QTest::newRow("operands that broadcast to more than 64 bits")
            << "Add-14(float[2147483648,1], float[1,8589934592])"
            << "has too many elements";
        QTest::newRow("weights without output channels")
            << "Conv-11(float[0,2147483648,1], float[0,2147483648,1])"
            << "takes weights with output channels";
    }
    void nativeRefuses()
    {
        QFETCH(QString, node);
        QFETCH(QString, words);
        const auto found = refusal(node, Tier::Native);
        QVERIFY2(found.contains(words), qPrintable(found));
    }

    void nativeTakes_data()
    {
        QTest::addColumn<QString>("node");
        for (const auto* skip : { "float[2,3,4]", "float[1,3,4]", "float[3,4]", "float[4]" })
            QTest::newRow(skip) << QString(
                "com.microsoft:SkipLayerNormalization-1(float[2,3,4], %1, float[4])")
                                       .arg(skip);
    }
    void nativeTakes()
    {
        QFETCH(QString, node);
        QCOMPARE(refusal(node, Tier::Native), QString());
    }

    /// Sequences of one length need no list of their lengths.
    void manySequencesWithoutSteps()
    {
        const auto message = QString::fromStdString(
            testing::refusalOf("input x: float 0 2147483648 1\nweight w: float 1 4 1 = 1\n"
                               "weight r: float 1 4 1 = 1\ny = LSTM(x, w, r) {hidden_size: 1}\n"
                               "output y",
                21, { { Tier::Native } }));
        QVERIFY2(message.contains("memory limit: "), qPrintable(message));
    }

    void libraryRefuses_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QList<qint64>>("output");
        QTest::addColumn<QString>("words");
        const QString transposed = "ConvTranspose-11(float[1,1,3,3], float[1,1,2,2]) ";
        const QList<qint64> four { 1, 1, 4, 4 };
        // oneDNN 2.6 divides by zero on the first and searches for 14 s on the second.
        QTest::newRow("an image of 64 bits")
            << "Conv-11(float[1,1,1,1099511627776], float[1,1,1,1])"
            << QList<qint64> { 1, 1, 1, 1099511627776 } << "oneDNN takes up to";
        QTest::newRow("a long image")
            << "Conv-11(float[1,1,1,1073741824], float[1,1,1,1])"
            << QList<qint64> { 1, 1, 1, 1073741824 } << "oneDNN takes up to";
        QTest::newRow("a stride of 64 bits")
            << transposed + "{strides: 9223372036854775807 1; output_shape: 4 4}" << four
            << "oneDNN takes 0..2147483647";
        QTest::newRow("a dilation of 64 bits")
            << transposed + "{dilations: 9223372036854775807 1; output_shape: 4 4}" << four
            << "oneDNN takes 0..2147483647";
        QTest::newRow("an output padding of 64 bits")
            << transposed + "{output_padding: 9223372036854775807 0; auto_pad: SAME_UPPER}" << four
            << "oneDNN takes 0..2147483647";
        QTest::newRow("a pad of 64 bits")
            << transposed + "{pads: 9223372036854775807 0 0 0}" << four
            << "a pad of 9223372036854775807, oneDNN takes up to 2147483647";
        QTest::newRow("the least pad") << transposed + "{pads: -9223372036854775808 0 0 0}" << four
                                       << "oneDNN takes no negative pads";
        QTest::newRow("a stride above 32 bits")
            << "Conv-11(float[1,1,3,3], float[1,1,1,1]) {strides: 2147483648 1}" << QList<qint64> {}
            << "a kernel, stride, dilation or pad of 2147483648";
        QTest::newRow("windows above 64 bits")
            << "Conv-11(float[1,1,3,3], float[1,1,2,2]) "
               "{pads: 1073741824 1073741824 1073741824 1073741824}"
            << QList<qint64> {} << "oneDNN takes up to";
        QTest::newRow("a product above 64 bits")
            << "MatMul-13(float[4294967296,1], float[1,4294967296])" << QList<qint64> {}
            << "oneDNN takes up to";
        QTest::newRow("neighbours above 32 bits")
            << "LRN-13(float[1,1,3,3]) {size: 4611686018427387905}" << QList<qint64> {}
            << "size is 4611686018427387905";
    }
    void libraryRefuses()
    {
        QFETCH(QString, node);
        QFETCH(QList<qint64>, output);
        QFETCH(QString, words);
        if (!hasLibrary("Conv"))
            QSKIP("built without oneDNN");
        const auto found = refusal(node, Tier::Library, Dims(output.begin(), output.end()));
        QVERIFY2(found.contains(words), qPrintable(found));
    }
};

QTEST_GUILESS_MAIN(TestHostileKernels)
#include "tst_hostile_kernels.moc"
