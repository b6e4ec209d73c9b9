#include "model/edit/quantise/codes.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace model::edit;

namespace {

std::vector<float> normalNumbers(std::size_t count)
{
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0, 1);
    std::vector<float> numbers(count);
    for (auto& number : numbers)
        number = normal(random);
    return numbers;
}

int codeAt(const std::vector<std::byte>& codes, std::size_t i, int bits)
{
    if (bits == 8)
        return std::to_integer<int>(codes[i]);
    const auto byte = std::to_integer<int>(codes[i / 2]);
    return i % 2 == 0 ? byte & 15 : byte >> 4;
}

/// What codes of one row stand for.
std::vector<float> decoded(const BlockCodes& coded, std::size_t columns, const BlockFormat& format)
{
    std::vector<float> numbers;
    const auto block = static_cast<std::size_t>(format.block);
    for (std::size_t i = 0; i < columns; ++i) {
        const auto zero = coded.zeroPoints.empty()
            ? 1 << (format.bits - 1)
            : codeAt(coded.zeroPoints, i / block, format.bits);
        numbers.push_back(coded.scales[i / block]
            * static_cast<float>(codeAt(coded.codes, i, format.bits) - zero));
    }
    return numbers;
}

double relativeError(const std::vector<float>& found, const std::vector<float>& expected)
{
    double differences = 0;
    double squares = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        differences += std::pow(double(found[i]) - expected[i], 2);
        squares += std::pow(double(expected[i]), 2);
    }
    return std::sqrt(differences / squares);
}

} // namespace

class TestCodes : public QObject {
    Q_OBJECT

private slots:
    void codesBlocksAsMeasured_data();
    void codesBlocksAsMeasured();
    void givesTheLargestMagnitudeTheLowestCode();
    void fillsTheLastBlock();
    void codesNumbersThatAreAllEqual();
    void codesChannels();
    void keepsScalesAboveALimit();
    void swapsRowsAndColumns();
    void codesActivations_data();
    void codesActivations();
};

void TestCodes::codesBlocksAsMeasured_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<bool>("isSymmetric");
    QTest::addColumn<double>("largestError");
    // Errors of normal weights that were measured with numpy, in blocks of 32, with scale search.
    QTest::newRow("4 bits, symmetric") << 4 << true << 0.0835;
    QTest::newRow("4 bits, asymmetric") << 4 << false << 0.0795;
    QTest::newRow("8 bits, symmetric") << 8 << true << 0.0055;
    QTest::newRow("8 bits, asymmetric") << 8 << false << 0.0050;
}

void TestCodes::codesBlocksAsMeasured()
{
    QFETCH(int, bits);
    QFETCH(bool, isSymmetric);
    QFETCH(double, largestError);
    const BlockFormat format { bits, 32,
        isSymmetric ? ZeroPoints::Symmetric : ZeroPoints::Asymmetric };
    constexpr std::size_t columns = 32 * 512;
    const auto numbers = normalNumbers(columns);
    const auto coded = encodeBlocks(numbers, columns, format);
    QCOMPARE(coded.codes.size(), columns * static_cast<std::size_t>(bits) / 8);
    QCOMPARE(coded.scales.size(), 512UL);
    QCOMPARE(
        coded.zeroPoints.size(), isSymmetric ? 0UL : 512UL * static_cast<std::size_t>(bits) / 8);
    const auto error = relativeError(decoded(coded, columns, format), numbers);
    QVERIFY2(error < largestError && error > largestError * 0.8, std::to_string(error).c_str());
}

void TestCodes::givesTheLargestMagnitudeTheLowestCode()
{
    std::vector<float> numbers(16);
    numbers[3] = 8;
    numbers[5] = -4;
    const auto coded = encodeBlocks(numbers, 16, { 4, 16, ZeroPoints::Symmetric });
    QCOMPARE(coded.scales.front(), -1.0F);
    QCOMPARE(codeAt(coded.codes, 3, 4), 0);
    QCOMPARE(codeAt(coded.codes, 5, 4), 12);
    QCOMPARE(codeAt(coded.codes, 0, 4), 8);
}

void TestCodes::fillsTheLastBlock()
{
    const std::vector<float> numbers { 1, 2, 3, 4, 5 };
    const BlockFormat format { 8, 16, ZeroPoints::Asymmetric };
    const auto coded = encodeBlocks(numbers, 5, format);
    QCOMPARE(coded.codes.size(), 16UL);
    for (std::size_t i = 5; i < 16; ++i)
        QCOMPARE(codeAt(coded.codes, i, 8), codeAt(coded.zeroPoints, 0, 8));
    QVERIFY(relativeError(decoded(coded, 5, format), numbers) < 0.003);
}

void TestCodes::codesNumbersThatAreAllEqual()
{
    for (const float number : { 0.0F, 1e-45F, 2.5F, -3.0F, 3e38F }) {
        for (const int bits : { 4, 8 })
            for (const auto zeroPoints : { ZeroPoints::Symmetric, ZeroPoints::Asymmetric }) {
                const std::vector<float> numbers(32, number);
                const BlockFormat format { bits, 32, zeroPoints };
                const auto found = decoded(encodeBlocks(numbers, 32, format), 32, format);
                // Numbers too small for a scale become 0.
                const auto expected = std::abs(number) < 1e-40F ? 0.0F : number;
                QVERIFY2(std::abs(found[7] - expected) <= std::abs(number) * 1e-6F,
                    (std::to_string(number) + " " + std::to_string(found[7])).c_str());
            }
    }
}

void TestCodes::codesChannels()
{
    // Two outer parts, two channels of three numbers.
    const std::vector<float> numbers { 1, -2, 0, 127, 1, -0.5F, 0.5F, 0, 0, 2.5F, -127, 0 };
    const auto coded = encodeChannels(numbers, 2, 3);
    QCOMPARE(coded.scales, (std::vector<float> { 2.0F / 127, 1 }));
    const std::vector<std::int8_t> expected { 64, -127, 0, 127, 1, 0, 32, 0, 0, 2, -127, 0 };
    QCOMPARE(coded.codes, expected); // halves are rounded to even
}

void TestCodes::keepsScalesAboveALimit()
{
    const std::vector<float> numbers { 1.27F, 0, 2.54F, 0 };
    const auto coded = encodeChannels(numbers, 2, 2, std::vector { 0.5F, 0.0F });
    QCOMPARE(coded.scales[0], 0.5F);
    QVERIFY(std::abs(coded.scales[1] - 0.02F) < 1e-6F);
    QCOMPARE(int(coded.codes[0]), 3);
    QCOMPARE(int(coded.codes[2]), 127);
}

void TestCodes::swapsRowsAndColumns()
{
    const std::vector<std::int8_t> codes { 1, 2, 3, 4, 5, 6 };
    QCOMPARE(transposed(codes, 2), (std::vector<std::int8_t> { 1, 4, 2, 5, 3, 6 }));
    QVERIFY(transposed({}, 0).empty());
}

void TestCodes::codesActivations_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<float>("scale");
    QTest::addColumn<int>("zeroPoint");
    QTest::addColumn<float>("signedScale");
    QTest::newRow("both signs") << -1.0 << 4.1 << 5.1F / 255 << 50 << 4.1F / 127;
    QTest::newRow("behind a Relu") << 0.0 << 2.55 << 0.01F << 0 << 2.55F / 127;
    QTest::newRow("above 0") << 1.0 << 2.55 << 0.01F << 0 << 2.55F / 127;
    QTest::newRow("below 0") << -2.55 << -1.0 << 0.01F << 255 << 2.55F / 127;
    QTest::newRow("nothing") << 0.0 << 0.0 << 1.0F << 0 << 1.0F;
}

void TestCodes::codesActivations()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(float, scale);
    QFETCH(int, zeroPoint);
    QFETCH(float, signedScale);
    const auto code = unsignedCode(low, high);
    QVERIFY(std::abs(code.scale - scale) < 1e-6F);
    QCOMPARE(code.zeroPoint, zeroPoint);
    QVERIFY(std::abs(signedCode(low, high).scale - signedScale) < 1e-6F);
    QCOMPARE(signedCode(low, high).zeroPoint, 0);
}

QTEST_GUILESS_MAIN(TestCodes)
#include "tst_codes.moc"
