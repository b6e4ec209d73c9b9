#include <QTest>

#include "engine/cpu/vector_table.h"
#include "tests/support/engine/kernel_bench.h"

#include <cmath>
#include <random>
#include <string>

using namespace engine;

namespace {

enum class Zeros { Middle, Codes, Numbers };

/// A product of MatMulNBits with random operands.
struct PackedCase {
    std::int64_t rows, k, n, block;
    int bits;
    int level; ///< accuracy_level
    Zeros zeros = Zeros::Middle;

    std::int64_t blocks() const { return (k + block - 1) / block; }
    std::string text() const
    {
        const auto number = [](std::int64_t x) { return std::to_string(x); };
        const auto zeroBytes = n * ((blocks() * bits + 7) / 8);
        const std::string zeroText = zeros == Zeros::Middle ? ""
            : zeros == Zeros::Codes                         ? ", uint8[" + number(zeroBytes) + "]"
                                    : ", float[" + number(n * blocks()) + "]";
        return "com.microsoft:MatMulNBits-1(float[" + number(rows) + "," + number(k) + "], uint8["
            + number(n) + "," + number(blocks()) + "," + number(block * bits / 8) + "], float["
            + number(n * blocks()) + "]" + zeroText + ") {K: " + number(k) + "; N: " + number(n)
            + "; bits: " + number(bits) + "; block_size: " + number(block)
            + "; accuracy_level: " + number(level) + "}";
    }
};

struct PackedOperands {
    std::vector<float> a;
    std::vector<std::uint8_t> codes; ///< [n, blocks, block]
    std::vector<float> scales; ///< [n, blocks]
    std::vector<float> zeros; ///< the same
};

PackedOperands randomOperands(const PackedCase& shape)
{
    std::mt19937 engine(static_cast<unsigned>(shape.k * 31 + shape.bits));
    const auto real = [&] { return static_cast<float>(engine() % 4001) / 1000.0F - 2.0F; };
    PackedOperands operands;
    for (std::int64_t i = 0; i < shape.rows * shape.k; ++i)
        operands.a.push_back(i / shape.k == 1 ? 0.0F : real()); // the second row is zero
    for (std::int64_t i = 0; i < shape.n * shape.blocks() * shape.block; ++i)
        operands.codes.push_back(static_cast<std::uint8_t>(engine() % (1u << shape.bits)));
    for (std::int64_t i = 0; i < shape.n * shape.blocks(); ++i) {
        operands.scales.push_back(0.01F * real());
        const auto code = static_cast<float>(engine() % (1u << shape.bits));
        operands.zeros.push_back(shape.zeros == Zeros::Middle
                ? static_cast<float>(1 << (shape.bits - 1))
                : shape.zeros == Zeros::Codes ? code
                                              : code + 0.25F);
    }
    return operands;
}

/// Packs codes, low bits first. Each row of `length` codes begins at a new byte.
Tensor packedCodes(const std::vector<std::uint8_t>& codes, std::int64_t length, int bits)
{
    std::vector<std::uint8_t> bytes;
    for (std::int64_t i = 0; i < std::ssize(codes); ++i) {
        const auto place = i % length * bits % 8;
        if (place == 0)
            bytes.push_back(0);
        bytes.back() = static_cast<std::uint8_t>(bytes.back() | codes[i] << place);
    }
    return tensorOf(bytes);
}

std::vector<Tensor> tensorsOf(const PackedCase& shape, const PackedOperands& operands)
{
    std::vector<Tensor> tensors { tensorOf(operands.a, { shape.rows, shape.k }),
        packedCodes(operands.codes, shape.block, shape.bits), tensorOf(operands.scales) };
    tensors[1].type.dims = { shape.n, shape.blocks(), shape.block * shape.bits / 8 };
    if (shape.zeros == Zeros::Numbers)
        tensors.push_back(tensorOf(operands.zeros));
    if (shape.zeros == Zeros::Codes)
        tensors.push_back(packedCodes(
            { operands.zeros.begin(), operands.zeros.end() }, shape.blocks(), shape.bits));
    return tensors;
}

/// An exact element and the largest error that it may have.
struct Bounded {
    double value = 0;
    double bound = 0;
};

/// Computes an element in double. Rounding to 8 bits moves a number of `a` by up to half a step of
/// its block, which is the largest magnitude / 127.
Bounded elementOf(
    const PackedCase& shape, const PackedOperands& operands, std::int64_t row, std::int64_t column)
{
    Bounded result { 0, 1e-30 };
    for (std::int64_t block = 0; block < shape.blocks(); ++block) {
        const auto place = column * shape.blocks() + block;
        const double scale = static_cast<double>(operands.scales[place]);
        double weights = 0;
        double largest = 0;
        for (auto k = block * shape.block; k < std::min(shape.k, (block + 1) * shape.block); ++k) {
            const double code = operands.codes[place * shape.block + k % shape.block];
            const double w = (code - static_cast<double>(operands.zeros[place])) * scale;
            const double x = static_cast<double>(operands.a[row * shape.k + k]);
            result.value += x * w;
            result.bound += 1e-6 * (std::fabs(x * w) + std::fabs(x * code * scale));
            weights += std::fabs(w);
            largest = std::max(largest, std::fabs(x));
        }
        if (shape.level == 4)
            result.bound += 1.0001 * largest / 254 * weights;
    }
    return result;
}

std::string problemOfProduct(const PackedCase& shape, int threads)
{
    const auto operands = randomOperands(shape);
    testing::KernelBench bench(shape.text(), tensorsOf(shape, operands));
    const auto found = bench.run({ .tier = Tier::Native, .threads = threads, .isConstant = true });
    if (!found)
        return found.error().message();
    const auto y = found->front().tensor().as<float>();
    for (std::int64_t i = 0; i < shape.rows * shape.n; ++i) {
        const auto [value, bound] = elementOf(shape, operands, i / shape.n, i % shape.n);
        if (!(std::fabs(static_cast<double>(y[i]) - value) <= bound))
            return "element " + std::to_string(i) + " is " + std::to_string(y[i]) + ", expected "
                + std::to_string(value) + " within " + std::to_string(bound);
    }
    return {};
}

} // namespace

/// MatMulNBits against its definition in double, with every instruction set of this machine.
class TestPackedProduct : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheDefinition_data()
    {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("block");
        for (const int bits : { 2, 4, 8 }) {
            for (const int level : { 0, 4 }) {
                for (const int block : { 16, 32, 64, 128, 256 })
                    QTest::addRow("%d bits, level %d, block %d", bits, level, block)
                        << bits << level << block;
            }
        }
    }
    void agreesWithTheDefinition()
    {
        QFETCH(int, bits);
        QFETCH(int, level);
        QFETCH(int, block);
        const PackedCase shapes[] { { 1, 3 * block, 64, block, bits, level },
            { 1, 2 * block + 5, 147, block, bits, level, Zeros::Codes },
            { 2, block, 1, block, bits, level, Zeros::Numbers },
            { 3, 2 * block, 81, block, bits, level },
            { 13, 3 * block - 1, 33, block, bits, level, Zeros::Codes },
            { 200, block, 48, block, bits, level, Zeros::Numbers } };
        const auto whole = instructionSet();
        for (const auto set :
            { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512 }) {
            limitInstructionSet(set);
            std::string problem;
            for (const auto& shape : shapes) {
                for (const int threads : { 1, 3 }) {
                    if (problem.empty())
                        problem = problemOfProduct(shape, threads);
                }
            }
            limitInstructionSet(whole);
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

    /// A number that is not finite makes its row NaN, but no other row.
    void keepsNaNInItsRow()
    {
        const PackedCase shape { 3, 64, 32, 32, 4, 4 };
        auto operands = randomOperands(shape);
        operands.a[5] = std::numeric_limits<float>::quiet_NaN();
        operands.a[64] = std::numeric_limits<float>::infinity();
        testing::KernelBench bench(shape.text(), tensorsOf(shape, operands));
        const auto found = bench.run({ .tier = Tier::Native, .isConstant = true });
        QVERIFY(found);
        const auto y = found->front().tensor().as<float>();
        for (std::int64_t i = 0; i < 96; ++i)
            QCOMPARE(std::isfinite(y[i]), i >= 64);
    }
};

QTEST_GUILESS_MAIN(TestPackedProduct)
#include "tst_packed_product.moc"
