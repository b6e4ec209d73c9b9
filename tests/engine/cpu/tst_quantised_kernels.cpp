#include "engine/cpu/vector_table.h"
#include "tests/support/engine/kernel_bench.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <random>

using namespace engine;

namespace {

/// Pseudo-random bytes over their full range.
Tensor bytes(ElementType element, Dims dims, unsigned seed)
{
    std::mt19937 generator(seed);
    auto tensor = makeTensor(element, std::move(dims));
    for (std::int64_t i = 0; i < tensor.count(); ++i)
        tensor.data[i] = static_cast<std::byte>(generator() & 255u);
    return tensor;
}

int numberAt(const Tensor& tensor, std::int64_t i)
{
    return tensor.element() == ElementType::Int8
        ? tensor.as<std::int8_t>()[static_cast<std::size_t>(i)]
        : tensor.as<std::uint8_t>()[static_cast<std::size_t>(i)];
}

Tensor byte(ElementType element, int value, std::int64_t count = 0)
{
    auto tensor = makeTensor(element, count == 0 ? Dims {} : Dims { count });
    for (std::int64_t i = 0; i < tensor.count(); ++i)
        tensor.data[i]
            = static_cast<std::byte>(count == 0 ? value : value + static_cast<int>(i % 5));
    return tensor;
}

/// Rounded half to even in double, then limited: what the specification says of a result.
int codeOf(double value, int zero, ElementType element)
{
    const bool isSigned = element == ElementType::Int8;
    const double level = std::nearbyint(value) + zero;
    return static_cast<int>(std::clamp(level, isSigned ? -128.0 : 0.0, isSigned ? 127.0 : 255.0));
}

/// Says which of the exact sums is wrong; empty if none is.
QString wrongSum(const Tensor& found, const std::vector<std::int64_t>& sums)
{
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (found.as<std::int32_t>()[i] != sums[i])
            return QString("sum %1: %2, not %3")
                .arg(i)
                .arg(found.as<std::int32_t>()[i])
                .arg(sums[i]);
    return {};
}

enum class Weights { Constant, Both };

/// Runs the native kernel under every instruction set with one and three threads, with constant
/// inputs and, if wanted, with others, and returns the first difference from what `expected` says
/// of element i.
QString differenceOf(std::string_view text, const std::vector<Tensor>& inputs,
    const std::function<QString(const Tensor& found)>& problemOf,
    Weights weights = Weights::Constant)
{
    const auto whole = instructionSet();
    QString problem;
    for (const auto set : { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512,
             InstructionSet::Avx512Vnni }) {
        limitInstructionSet(set);
        for (const int threads : { 1, 3 }) {
            for (const bool isConstant : { true, false }) {
                if (!isConstant && weights == Weights::Constant)
                    continue;
                testing::KernelBench bench(text, inputs);
                const auto found = bench.run(
                    { .tier = Tier::Native, .threads = threads, .isConstant = isConstant });
                if (problem.isEmpty())
                    problem = found ? problemOf(found->front().tensor())
                                    : QString::fromStdString(found.error().message());
            }
        }
    }
    limitInstructionSet(whole);
    return problem;
}

struct ConvCase {
    std::int64_t channels, height, width, outputs, kernel;
    int stride = 1, pad = 0, dilation = 1, groups = 1;
    bool isSignedX = false, isSignedW = true;
    int zeroX = 0, zeroW = 0;
    bool isPerChannel = false;
};

/// The sums of a convolution of two images, by plain loops, with zero points subtracted.
std::vector<std::int64_t> convolved(
    const ConvCase& c, const Tensor& x, const Tensor& w, const Tensor& zeroW, std::int64_t& pixels)
{
    const auto reach = (c.kernel - 1) * c.dilation + 1;
    const auto rows = (c.height + 2 * c.pad - reach) / c.stride + 1;
    const auto columns = (c.width + 2 * c.pad - reach) / c.stride + 1;
    const auto depth = c.channels / c.groups;
    pixels = rows * columns;
    std::vector<std::int64_t> sums;
    for (std::int64_t n = 0; n < 2; ++n)
        for (std::int64_t o = 0; o < c.outputs; ++o)
            for (std::int64_t p = 0; p < pixels; ++p) {
                std::int64_t sum = 0;
                for (std::int64_t i = 0; i < depth; ++i)
                    for (std::int64_t k = 0; k < c.kernel * c.kernel; ++k) {
                        const auto y = p / columns * c.stride - c.pad + k / c.kernel * c.dilation;
                        const auto z = p % columns * c.stride - c.pad + k % c.kernel * c.dilation;
                        if (y < 0 || y >= c.height || z < 0 || z >= c.width)
                            continue;
                        const auto channel = o / (c.outputs / c.groups) * depth + i;
                        const auto a = numberAt(
                            x, ((n * c.channels + channel) * c.height + y) * c.width + z);
                        const auto b = numberAt(w, (o * depth + i) * c.kernel * c.kernel + k);
                        sum += std::int64_t(a - c.zeroX)
                            * (b - numberAt(zeroW, zeroW.count() == 1 ? 0 : o));
                    }
                sums.push_back(sum);
            }
    return sums;
}

std::string nodeText(const ConvCase& c, bool isQuantised)
{
    const auto dims = [](const Dims& sizes) {
        std::string text = "[";
        for (const auto size : sizes)
            text += (text.size() > 1 ? "," : "") + std::to_string(size);
        return text + "]";
    };
    const std::string x
        = (c.isSignedX ? "int8" : "uint8") + dims({ 2, c.channels, c.height, c.width });
    const std::string w = (c.isSignedW ? "int8" : "uint8")
        + dims({ c.outputs, c.channels / c.groups, c.kernel, c.kernel });
    const std::string zeroX = c.isSignedX ? "int8[]" : "uint8[]";
    const std::string zeroW = std::string(c.isSignedW ? "int8" : "uint8")
        + (c.isPerChannel ? dims({ c.outputs }) : "[]");
    const auto all = [](int value) { return std::to_string(value) + " " + std::to_string(value); };
    const std::string attributes = " {pads: " + all(c.pad) + " " + all(c.pad)
        + "; strides: " + all(c.stride) + "; dilations: " + all(c.dilation)
        + "; group: " + std::to_string(c.groups) + "}";
    if (!isQuantised)
        return "ConvInteger-10(" + x + ", " + w + ", " + zeroX + ", " + zeroW + ")" + attributes;
    return "QLinearConv-10(" + x + ", float[], " + zeroX + ", " + w + ", float"
        + dims({ c.outputs }) + ", " + zeroW + ", float[], " + zeroX + ", int32"
        + dims({ c.outputs }) + ")" + attributes;
}

}

/// Native kernels of integer operators, compared with plain loops.
class TestQuantisedKernels : public QObject {
    Q_OBJECT

private:
    static std::vector<std::pair<const char*, ConvCase>> convCases()
    {
        return {
            { "one pixel", { 4, 1, 1, 1, 1 } },
            { "columns beside a vector", { 8, 5, 7, 15, 1 } },
            { "columns of a full panel", { 16, 3, 5, 64, 1, 1, 0, 1, 1, false, true, 3, 0 } },
            { "one column more", { 12, 6, 5, 65, 3, 1, 1, 1, 1, false, true, 128, 0 } },
            { "more than a block of rows", { 4, 9, 11, 17, 3, 1, 1, 1, 1, true, true, -7, 0 } },
            { "strides and dilation", { 8, 13, 12, 33, 3, 2, 2, 2, 1, false, true, 255, 1 } },
            { "three channels", { 3, 17, 15, 31, 7, 2, 3, 1, 1, false, true, 114, 0 } },
            { "three channels, dilated", { 3, 9, 9, 5, 3, 1, 1, 2, 1, true, true, 5, 0 } },
            { "one channel", { 1, 7, 9, 3, 3, 1, 1, 1, 1, false, true, 9, 0 } },
            { "weights that fit when centred",
                { 8, 6, 6, 9, 3, 1, 1, 1, 1, false, false, 3, 128 } },
            { "weights that do not", { 8, 6, 6, 33, 3, 1, 1, 1, 1, false, false, 200, 7, true } },
            { "signed weights that do not",
                { 5, 6, 6, 4, 3, 1, 1, 1, 1, true, true, 100, 50, true } },
            { "groups", { 16, 5, 6, 24, 3, 1, 1, 1, 4, false, true, 17, 0 } },
            { "groups of odd size", { 9, 5, 6, 6, 3, 1, 1, 1, 3, false, true, 17, 0 } },
            { "depthwise", { 33, 8, 7, 33, 3, 1, 1, 1, 33, false, true, 128, 0 } },
            { "depthwise of five, strided",
                { 16, 9, 11, 16, 5, 2, 2, 1, 16, true, false, -128, 255, true } },
            { "depthwise of 64 channels", { 64, 6, 5, 64, 3, 1, 1, 1, 64, false, true, 0, 0 } },
            { "depthwise of 80 signed channels",
                { 80, 5, 70, 80, 3, 1, 1, 1, 80, true, true, -7, 0 } },
            { "depthwise of 144 channels, strided",
                { 144, 7, 9, 144, 3, 2, 1, 1, 144, false, true, 200, 0 } },
            { "depthwise of five, 65 channels",
                { 65, 7, 6, 65, 5, 1, 2, 1, 65, true, true, 3, 0 } },
            { "depthwise of weights that do not fit",
                { 70, 5, 5, 70, 3, 1, 1, 1, 70, false, false, 9, 7, true } },
            { "depthwise of one element", { 32, 3, 3, 32, 1, 1, 0, 1, 32, false, true, 9, 0 } },
            { "depthwise with a multiplier", { 3, 5, 6, 6, 3, 1, 1, 1, 3, false, true, 1, 0 } },
        };
    }

private slots:
    void convolves_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < convCases().size(); ++i)
            QTest::newRow(convCases()[i].first) << static_cast<int>(i);
    }
    void convolves()
    {
        QFETCH(int, row);
        const auto c = convCases()[static_cast<std::size_t>(row)].second;
        const auto typeX = c.isSignedX ? ElementType::Int8 : ElementType::Uint8;
        const auto typeW = c.isSignedW ? ElementType::Int8 : ElementType::Uint8;
        const auto x = bytes(typeX, { 2, c.channels, c.height, c.width }, 1);
        const auto w = bytes(typeW, { c.outputs, c.channels / c.groups, c.kernel, c.kernel }, 2);
        const auto zeroX = byte(typeX, c.zeroX);
        const auto zeroW = byte(typeW, c.zeroW, c.isPerChannel ? c.outputs : 0);
        std::int64_t pixels = 0;
        const auto sums = convolved(c, x, w, zeroW, pixels);
        QCOMPARE(differenceOf(nodeText(c, false), { x, w, zeroX, zeroW },
                     [&](const Tensor& found) { return wrongSum(found, sums); }),
            QString());

        // Scales that are powers of two give many results half way between two codes.
        std::vector<float> scales;
        std::vector<std::int32_t> bias;
        for (std::int64_t o = 0; o < c.outputs; ++o) {
            scales.push_back(o % 2 == 0 ? 0.0078125F : 0.0071F);
            bias.push_back(static_cast<std::int32_t>(o * 37 - 300));
        }
        const auto zeroY = byte(typeX, 3);
        QCOMPARE(differenceOf(nodeText(c, true),
                     { x, tensorOf(0.5F), zeroX, w, tensorOf(scales), zeroW, tensorOf(0.25F), zeroY,
                         tensorOf(bias) },
                     [&](const Tensor& found) -> QString {
                         for (std::size_t i = 0; i < sums.size(); ++i) {
                             const auto o = i / static_cast<std::size_t>(pixels) % scales.size();
                             const double factor = 0.5 * static_cast<double>(scales[o]) / 0.25;
                             const auto code = codeOf(
                                 static_cast<double>(sums[i] + bias[o]) * factor, 3, typeX);
                             if (numberAt(found, static_cast<std::int64_t>(i)) != code)
                                 return QString("code %1: %2, not %3")
                                     .arg(i)
                                     .arg(numberAt(found, static_cast<std::int64_t>(i)))
                                     .arg(code);
                         }
                         return {};
                     }),
            QString());
    }

    void mapsBytes_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("isSigned");
        for (const bool isSigned : { false, true })
            for (const QString type : { "Sigmoid", "LeakyRelu" })
                QTest::newRow(qPrintable(type + (isSigned ? " signed" : ""))) << type << isSigned;
    }
    void mapsBytes()
    {
        QFETCH(QString, type);
        QFETCH(bool, isSigned);
        const auto element = isSigned ? ElementType::Int8 : ElementType::Uint8;
        const std::string name(model::name(element));
        const auto x = bytes(element, { 1, 3, 7, 100 }, 8);
        const auto zeroX = byte(element, isSigned ? -9 : 120);
        const auto zeroY = byte(element, isSigned ? 4 : 9);
        const double scaleX = static_cast<double>(0.043F);
        const double scaleY = static_cast<double>(type == "Sigmoid" ? 0.0041F : 0.031F);
        QCOMPARE(differenceOf("com.microsoft:QLinear" + type.toStdString() + "-1(" + name
                         + "[1,3,7,100], float[], " + name + "[], float[], " + name + "[])"
                         + (type == "LeakyRelu" ? " {alpha: 0.1}" : ""),
                     { x, tensorOf(static_cast<float>(scaleX)), zeroX,
                         tensorOf(static_cast<float>(scaleY)), zeroY },
                     [&](const Tensor& found) -> QString {
                         for (std::int64_t i = 0; i < x.count(); ++i) {
                             const double number = (numberAt(x, i) - numberAt(zeroX, 0)) * scaleX;
                             const double result = type == "Sigmoid" ? 1 / (1 + std::exp(-number))
                                 : number < 0                        ? number * 0.1
                                                                     : number;
                             // Floats may be on the other side of the middle between two codes.
                             const double level = result / scaleY;
                             const double apart = std::abs(level - std::floor(level) - 0.5);
                             const auto code = codeOf(level, numberAt(zeroY, 0), element);
                             if (numberAt(found, i) != code
                                 && (apart > 1e-4 || std::abs(numberAt(found, i) - code) > 1))
                                 return QString("code %1: %2, not %3")
                                     .arg(i)
                                     .arg(numberAt(found, i))
                                     .arg(code);
                         }
                         return {};
                     }),
            QString());
    }

    void multiplies_data()
    {
        QTest::addColumn<QList<int>>("sizes"); // rows, depth, columns
        QTest::addColumn<QList<int>>("zeros");
        QTest::addColumn<QList<bool>>("isSigned");
        QTest::newRow("one row") << QList { 1, 40, 16 } << QList { 0, 0 } << QList { false, true };
        QTest::newRow("odd depth")
            << QList { 7, 33, 65 } << QList { 128, -3 } << QList { false, true };
        QTest::newRow("a block and a row")
            << QList { 49, 64, 130 } << QList { -128, 0 } << QList { true, true };
        QTest::newRow("whole panels")
            << QList { 3, 40, 128 } << QList { 7, 128 } << QList { false, false };
        QTest::newRow("unsigned both")
            << QList { 13, 300, 31 } << QList { 255, 4 } << QList { false, false };
        QTest::newRow("largest sums")
            << QList { 5, 1027, 17 } << QList { 127, 255 } << QList { true, false };
        QTest::newRow("no depth") << QList { 3, 0, 5 } << QList { 1, 2 } << QList { false, true };
    }
    void multiplies()
    {
        QFETCH(QList<int>, sizes);
        QFETCH(QList<int>, zeros);
        QFETCH(QList<bool>, isSigned);
        const auto typeA = isSigned[0] ? ElementType::Int8 : ElementType::Uint8;
        const auto typeB = isSigned[1] ? ElementType::Int8 : ElementType::Uint8;
        const auto a = bytes(typeA, { sizes[0], sizes[1] }, 3);
        const auto b = bytes(typeB, { sizes[1], sizes[2] }, 4);
        std::vector<std::int64_t> sums;
        for (int r = 0; r < sizes[0]; ++r)
            for (int c = 0; c < sizes[2]; ++c) {
                std::int64_t sum = 0;
                for (int k = 0; k < sizes[1]; ++k)
                    sum += std::int64_t(numberAt(a, r * sizes[1] + k) - zeros[0])
                        * (numberAt(b, k * sizes[2] + c) - zeros[1]);
                sums.push_back(sum);
            }
        const auto text = [&](ElementType type, int rows, int columns) {
            return std::string(model::name(type)) + "[" + std::to_string(rows) + ","
                + std::to_string(columns) + "]";
        };
        const auto textA = text(typeA, sizes[0], sizes[1]);
        const auto textB = text(typeB, sizes[1], sizes[2]);
        const std::string oneA(std::string(model::name(typeA)) + "[]");
        const std::string oneB(std::string(model::name(typeB)) + "[]");
        const auto zeroA = byte(typeA, zeros[0]);
        const auto zeroB = byte(typeB, zeros[1]);
        QCOMPARE(differenceOf(
                     "MatMulInteger-10(" + textA + ", " + textB + ", " + oneA + ", " + oneB + ")",
                     { a, b, zeroA, zeroB },
                     [&](const Tensor& found) { return wrongSum(found, sums); }, Weights::Both),
            QString());
        QCOMPARE(
            differenceOf("QLinearMatMul-10(" + textA + ", float[], " + oneA + ", " + textB
                    + ", float[], " + oneB + ", float[], " + oneA + ")",
                { a, tensorOf(0.0625F), zeroA, b, tensorOf(0.125F), zeroB, tensorOf(1.5F), zeroA },
                [&](const Tensor& found) -> QString {
                    for (std::size_t i = 0; i < sums.size(); ++i) {
                        const auto code = codeOf(
                            static_cast<double>(sums[i]) * (0.0625 * 0.125 / 1.5), zeros[0], typeA);
                        if (numberAt(found, static_cast<std::int64_t>(i)) != code)
                            return QString("code %1: %2, not %3")
                                .arg(i)
                                .arg(numberAt(found, static_cast<std::int64_t>(i)))
                                .arg(code);
                    }
                    return {};
                }),
            QString());
        QCOMPARE(differenceOf("com.microsoft:MatMulIntegerToFloat-1(" + textA + ", " + textB
                         + ", float[], float[], " + oneA + ", " + oneB + ")",
                     { a, b, tensorOf(0.03F), tensorOf(0.7F), zeroA, zeroB },
                     [&](const Tensor& found) -> QString {
                         for (std::size_t i = 0; i < sums.size(); ++i) {
                             const double number = static_cast<double>(sums[i])
                                 * static_cast<double>(0.03F) * static_cast<double>(0.7F);
                             if (std::abs(found.as<float>()[i] - number) > 3e-7 * std::abs(number))
                                 return QString("number %1: %2, not %3")
                                     .arg(i)
                                     .arg(found.as<float>()[i])
                                     .arg(number);
                         }
                         return {};
                     }),
            QString());
    }
};

QTEST_GUILESS_MAIN(TestQuantisedKernels)
#include "tst_quantised_kernels.moc"
