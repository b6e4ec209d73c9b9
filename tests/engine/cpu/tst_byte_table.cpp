// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/cpu/byte_table.h"
#include "engine/cpu/kernels/requantize.h"
#include "engine/cpu/vector_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

using namespace engine;

namespace {

/// Calls the body under every instruction set that the processor has.
void underEverySet(const std::function<void()>& body)
{
    const auto largest = instructionSet();
    for (const auto set : { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512,
             InstructionSet::Avx512Vnni }) {
        if (set > largest)
            continue;
        limitInstructionSet(set);
        body();
    }
    limitInstructionSet(largest);
}

/// The code of a sum: rounded half to even in double, then limited. NaN becomes the lowest.
int codeOf(double product, int zero, int low, int high)
{
    const double level = std::nearbyint(product) + zero;
    return level > low ? static_cast<int>(std::min<double>(level, high)) : low;
}

std::uint8_t byteOf(int number) { return static_cast<std::uint8_t>(number); }

int numberOf(std::uint8_t byte, bool isSigned)
{
    return isSigned ? static_cast<std::int8_t>(byte) : byte;
}

} // namespace

/// Loops over bytes under every instruction set, compared with plain loops.
class TestByteTable : public QObject {
    Q_OBJECT

private:
    static void compareCodes(double first, double growth, std::int64_t width, bool isSigned)
    {
        constexpr std::int64_t rows = 3;
        constexpr std::int32_t largest = 2'000'000;
        const auto stride = width + 5;
        std::mt19937 generator(static_cast<unsigned>(width));
        std::vector<std::int32_t> sums(static_cast<std::size_t>(rows * stride));
        for (auto& sum : sums)
            sum = static_cast<std::int32_t>(generator() % (2 * largest)) - largest;
        std::fill_n(sums.begin(), 2, 0);
        std::vector<std::int32_t> offsets;
        std::vector<double> factors;
        for (std::int64_t c = 0; c < width; ++c) {
            offsets.push_back(static_cast<std::int32_t>(c * 3 - 40));
            factors.push_back(first * std::pow(growth, static_cast<double>(c % 9)));
        }
        const int zero = isSigned ? -3 : 7;
        const auto element = isSigned ? ElementType::Int8 : ElementType::Uint8;
        Requantization rule(factors, zero, element, 32, 1000);
        rule.limitTo(isSigned ? -100 : 2, 120);
        std::vector<std::uint8_t> found(static_cast<std::size_t>(rows * stride), 0xAA);
        byteTable().toBytes(
            sums.data(), rule.at(0, offsets.data()), found.data(), { rows, width, stride, stride });
        for (std::int64_t i = 0; i < rows * stride; ++i) {
            const auto c = static_cast<std::size_t>(i % stride);
            const auto at = static_cast<std::size_t>(i);
            const auto wanted = std::ssize(factors) <= i % stride
                ? 0xAA
                : byteOf(codeOf(static_cast<double>(sums[at] + offsets[c]) * factors[c], zero,
                    isSigned ? -100 : 2, 120));
            if (found[at] != wanted)
                QFAIL(qPrintable(QString("%1, column %2 of %3: %4, not %5")
                                     .arg(byteTable().name)
                                     .arg(c)
                                     .arg(width)
                                     .arg(found[at])
                                     .arg(wanted)));
        }
    }

    /// y = round(b * scaleB + (a * scaleA + constant)) in float, limited.
    static void compareSums(const ByteTable::Sum& sum, std::size_t n)
    {
        std::mt19937 generator(static_cast<unsigned>(n));
        std::vector<std::uint8_t> a(n);
        std::vector<std::uint8_t> b(n);
        for (std::size_t i = 0; i < n; ++i) {
            a[i] = byteOf(static_cast<int>(generator()));
            b[i] = byteOf(static_cast<int>(generator()));
        }
        std::vector<std::uint8_t> found(n + 1, 0xAA);
        byteTable().add(a.data(), b.data(), sum, found.data(), static_cast<std::int64_t>(n));
        QCOMPARE(int(found[n]), 0xAA);
        const float low = sum.isSigned ? -128.0F : 0.0F;
        for (std::size_t i = 0; i < n; ++i) {
            volatile const float left
                = static_cast<float>(numberOf(a[i], sum.isSigned)) * sum.scaleA;
            volatile const float right
                = static_cast<float>(numberOf(b[i], sum.isSigned)) * sum.scaleB;
            volatile const float begun = left + sum.constant;
            const float value = right + begun;
            const float level = value > low ? std::min(std::nearbyintf(value), low + 255) : low;
            if (found[i] != byteOf(static_cast<int>(level)))
                QFAIL(qPrintable(QString("%1, %2 of %3: %4, not %5")
                                     .arg(byteTable().name)
                                     .arg(i)
                                     .arg(n)
                                     .arg(found[i])
                                     .arg(double(level))));
        }
    }

private slots:
    void makesCodes_data()
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("growth");
        QTest::newRow("usual") << 0.00013 << 1.1;
        QTest::newRow("halves between codes") << 0.0078125 << 0.5;
        QTest::newRow("zero") << 0.0 << 1.0;
        QTest::newRow("negative") << -0.0004 << 1.3;
        QTest::newRow("tiny") << 1e-42 << 0.1;
        QTest::newRow("far out of range") << 0.9 << 1.01;
        QTest::newRow("too large for floats") << 3.0 << 1e9;
        QTest::newRow("beyond floats") << 1e300 << 1.0;
        QTest::newRow("infinite") << infinity << 1.0;
        QTest::newRow("NaN") << std::nan("") << 1.0;
    }
    void makesCodes()
    {
        QFETCH(double, first);
        QFETCH(double, growth);
        underEverySet([&] {
            for (const std::int64_t width :
                { 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 128, 200 }) {
                compareCodes(first, growth, width, false);
                compareCodes(first, growth, width, true);
            }
        });
    }

    /// Tiles of every size, with whole panels of bytes, and factors that give halves.
    void multipliesToCodes()
    {
        constexpr std::int64_t taps = 2;
        constexpr std::int64_t quads = 3;
        underEverySet([&] {
            const auto& table = byteTable();
            std::mt19937 generator(5);
            std::vector<std::uint8_t> x(ByteTable::maxRows * taps * quads * 4);
            for (auto& byte : x)
                byte = byteOf(static_cast<int>(generator()));
            std::vector<const std::uint8_t*> rows;
            for (std::size_t i = 0; i < ByteTable::maxRows * taps; ++i)
                rows.push_back(x.data() + i * quads * 4);
            for (int vectors = 1; vectors <= table.vectors; ++vectors) {
                const auto width = static_cast<std::int64_t>(vectors) * table.lanes;
                std::vector<std::int8_t> panel(static_cast<std::size_t>(taps * quads * width * 4));
                for (auto& byte : panel)
                    byte = static_cast<std::int8_t>(generator());
                std::vector<std::int32_t> offsets;
                std::vector<double> factors;
                for (std::int64_t c = 0; c < width; ++c) {
                    offsets.push_back(static_cast<std::int32_t>(c * 31 - 500));
                    factors.push_back(c % 3 == 0 ? 0.0078125 : 0.00371);
                }
                Requantization rule(factors, -2, ElementType::Int8, taps * quads * 4, 1000);
                for (const bool isSigned : { false, true })
                    for (int count = 1; count <= ByteTable::maxRows; ++count) {
                        const auto compute
                            = table.tileToBytes[isSigned ? 1 : 0][vectors - 1][count - 1];
                        if (compute == nullptr)
                            continue;
                        const auto stride = width + 3;
                        std::vector<std::int32_t> sums(static_cast<std::size_t>(count * width));
                        std::vector<std::uint8_t> found(
                            static_cast<std::size_t>(count * stride), 0xAA);
                        compute({ rows.data(), taps, quads, panel.data(), panel.data(), 0 },
                            rule.at(0, offsets.data()), sums.data(), found.data(), stride);
                        for (std::int64_t i = 0; i < count * stride; ++i) {
                            const auto r = i / stride;
                            const auto c = i % stride;
                            std::int64_t sum = c < width ? offsets[static_cast<std::size_t>(c)] : 0;
                            for (std::int64_t k = 0; k < taps * quads * 4 && c < width; ++k)
                                sum += (isSigned ? static_cast<std::int8_t>(
                                                       rows[0][r * taps * quads * 4 + k])
                                                   + 128
                                                 : rows[0][r * taps * quads * 4 + k])
                                    * panel[static_cast<std::size_t>(
                                        (k / 4 * width + c) * 4 + k % 4)];
                            const auto wanted = c < width ? byteOf(codeOf(static_cast<double>(sum)
                                                        * factors[static_cast<std::size_t>(c)],
                                                    -2, -128, 127))
                                                          : byteOf(0xAA);
                            QCOMPARE(int(found[static_cast<std::size_t>(i)]), int(wanted));
                        }
                    }
            }
        });
    }

    void adds_data()
    {
        QTest::addColumn<float>("scaleA");
        QTest::addColumn<float>("scaleB");
        QTest::addColumn<float>("constant");
        QTest::newRow("usual") << 0.713F << 0.391F << -3.25F;
        QTest::newRow("halves between codes") << 0.5F << 0.25F << 1.0F;
        QTest::newRow("out of range") << 20.0F << -3e4F << 100.0F;
        QTest::newRow("beyond integers") << 3e9F << -2e9F << 1e10F;
        QTest::newRow("beyond floats") << 3e38F << 3e38F << 0.0F;
    }
    void adds()
    {
        QFETCH(float, scaleA);
        QFETCH(float, scaleB);
        QFETCH(float, constant);
        underEverySet([&] {
            for (const std::size_t n : { 1, 5, 15, 16, 31, 33, 63, 64, 65, 191, 300 }) {
                compareSums({ scaleA, scaleB, constant, false }, n);
                compareSums({ scaleA, scaleB, constant, true }, n);
            }
        });
    }

    void makesFloats()
    {
        constexpr std::int64_t rows = 3;
        underEverySet([] {
            for (const std::int64_t width : { 1, 4, 7, 8, 15, 16, 17, 33, 64, 70 }) {
                std::vector<std::int32_t> sums(static_cast<std::size_t>(rows * (width + 2)));
                for (std::size_t i = 0; i < sums.size(); ++i)
                    sums[i] = static_cast<std::int32_t>(i * 77'777) - 900'000;
                std::vector<std::int32_t> offsets;
                std::vector<float> factors;
                std::vector<float> bias;
                for (std::int64_t c = 0; c < width; ++c) {
                    offsets.push_back(static_cast<std::int32_t>(c - 11));
                    factors.push_back(0.013F + 0.001F * static_cast<float>(c));
                    bias.push_back(static_cast<float>(c) * 1.7F - 3);
                }
                for (const bool hasBias : { false, true }) {
                    const float* const added = hasBias ? bias.data() : nullptr;
                    std::vector<float> found(static_cast<std::size_t>(rows * (width + 3)), 0.5F);
                    byteTable().toFloats(sums.data(), { offsets.data(), factors.data(), added },
                        found.data(), { rows, width, width + 2, width + 3 });
                    for (std::int64_t r = 0; r < rows; ++r)
                        for (std::int64_t c = 0; c < width + 3; ++c) {
                            const auto at = static_cast<std::size_t>(c);
                            float wanted = 0.5F;
                            if (c < width) {
                                const auto sum = sums[static_cast<std::size_t>(r * (width + 2) + c)]
                                    + offsets[at];
                                volatile const float scaled = static_cast<float>(sum) * factors[at];
                                wanted = added != nullptr ? scaled + added[at] : scaled;
                            }
                            QCOMPARE(found[static_cast<std::size_t>(r * (width + 3) + c)], wanted);
                        }
                }
            }
        });
    }

    void transposes()
    {
        underEverySet([] {
            constexpr int side = ByteTable::transposeSide;
            std::vector<std::uint8_t> from(side * 20);
            for (std::size_t i = 0; i < from.size(); ++i)
                from[i] = byteOf(static_cast<int>(i * 7));
            std::vector<std::uint8_t> to(side * 23);
            byteTable().transpose(from.data(), 20, to.data(), 23);
            for (std::size_t r = 0; r < side; ++r)
                for (std::size_t c = 0; c < side; ++c)
                    QCOMPARE(to[c * 23 + r], from[r * 20 + c]);
        });
    }

    void findsTheLargest()
    {
        underEverySet([] {
            for (const std::size_t n : { 1, 15, 16, 17, 63, 64, 65, 130 }) {
                for (const bool isSigned : { false, true }) {
                    std::mt19937 generator(static_cast<unsigned>(n));
                    std::vector<std::uint8_t> x(4 * n);
                    for (auto& byte : x)
                        byte = byteOf(static_cast<int>(generator()));
                    const std::uint8_t* rows[] = { x.data(), x.data() + n, x.data() + 3 * n };
                    std::vector<std::uint8_t> found(n);
                    byteTable().largest(
                        rows, 3, isSigned, found.data(), static_cast<std::int64_t>(n));
                    for (std::size_t i = 0; i < n; ++i) {
                        int most = numberOf(rows[0][i], isSigned);
                        for (const auto* row : rows)
                            most = std::max(most, numberOf(row[i], isSigned));
                        QCOMPARE(numberOf(found[i], isSigned), most);
                    }
                }
            }
        });
    }
};

QTEST_GUILESS_MAIN(TestByteTable)
#include "tst_byte_table.moc"
