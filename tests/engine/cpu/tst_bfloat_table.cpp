// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/cpu/bfloat_table.h"
#include "engine/cpu/vector_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

using namespace engine;

namespace {

float valueOf(std::uint16_t code)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(code) << 16);
}

/// The nearest bfloat16 by comparing distances in double; of two equally near ones the even one.
std::uint16_t nearest(float number)
{
    const auto low = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(number) >> 16);
    const auto high = static_cast<std::uint16_t>(low + 1);
    const auto sizeOf = [](std::uint16_t code) {
        const bool isLargest = (code & 0x7fffu) == 0x7f80u; // where the next number would be
        return isLargest ? std::ldexp(1.0, 128) : std::abs(double(valueOf(code)));
    };
    const auto size = std::abs(double(number));
    const auto below = size - sizeOf(low);
    const auto above = sizeOf(high) - size;
    if (below != above)
        return below < above ? low : high;
    return low % 2 == 0 ? low : high;
}

}

/// Rows of bfloat16 numbers under every instruction set of the machine.
class TestBfloatTable : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        if (QTest::currentDataTag() == nullptr)
            return;
        QFETCH(int, set);
        limitInstructionSet(static_cast<InstructionSet>(set));
    }
    void cleanup() { limitInstructionSet(InstructionSet::Avx512Vnni); }

    void convertsEveryNumber_data() { addSets(); }
    void convertsEveryNumber()
    {
        const auto codes = allCodes();
        for (const std::size_t count : { std::size_t(0), std::size_t(1), std::size_t(7),
                 std::size_t(16), std::size_t(37), codes.size() }) {
            std::vector<float> wide(count + 1, 7.0F);
            bfloatTable().toFloat(codes.data(), wide.data(), static_cast<std::int64_t>(count));
            std::vector<std::uint16_t> back(count + 1, 7);
            bfloatTable().fromFloat(wide.data(), back.data(), static_cast<std::int64_t>(count));
            QCOMPARE(wide[count], 7.0F);
            QCOMPARE(back[count], 7);
            for (std::size_t i = 0; i < count; ++i) {
                QCOMPARE(std::bit_cast<std::uint32_t>(wide[i]), std::uint32_t(codes[i]) << 16);
                const auto quiet = std::isnan(wide[i]) ? codes[i] | 0x40u : codes[i];
                QCOMPARE(std::uint32_t(back[i]), std::uint32_t(quiet));
            }
        }
    }

    void roundsToNearestEven_data() { addSets(); }
    void roundsToNearestEven()
    {
        std::vector<float> numbers;
        for (std::uint32_t high = 0; high < 0x10000u; high += 37) {
            for (const std::uint32_t low : { 0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu })
                numbers.push_back(std::bit_cast<float>(high << 16 | low));
        }
        std::erase_if(numbers, [](float number) { return !std::isfinite(number); });
        numbers.push_back(std::numeric_limits<float>::max());
        numbers.push_back(-std::numeric_limits<float>::denorm_min());
        std::vector<std::uint16_t> found(numbers.size());
        bfloatTable().fromFloat(numbers.data(), found.data(), std::ssize(numbers));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            QCOMPARE(found[i], nearest(numbers[i]));
    }

    void clamps_data() { addSets(); }
    void clamps()
    {
        const auto codes = allCodes();
        constexpr std::array<std::pair<std::uint16_t, std::uint16_t>, 3> limits { {
            { 0, 0x7f80 }, // 0 and infinity
            { 0, 0x40c0 }, // 0 and 6
            { 0x3f00, 0x3f80 }, // 0.5 and 1
        } };
        for (const auto& [low, high] : limits) {
            std::vector<std::uint16_t> found(codes.size());
            bfloatTable().clamp(codes.data(), found.data(), std::ssize(codes), low, high);
            for (std::size_t i = 0; i < codes.size(); ++i) {
                const auto is = valueOf(codes[i]);
                if (std::isnan(is))
                    QCOMPARE(found[i], codes[i]);
                else
                    QCOMPARE(valueOf(found[i]), std::clamp(is, valueOf(low), valueOf(high)));
            }
        }
    }

private:
    static void addSets()
    {
        QTest::addColumn<int>("set");
        for (const auto used :
            { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512Vnni }) {
            limitInstructionSet(used);
            QTest::newRow(vectorTable().name) << static_cast<int>(used);
        }
    }
    static std::vector<std::uint16_t> allCodes()
    {
        std::vector<std::uint16_t> codes(0x10000);
        for (std::size_t i = 0; i < codes.size(); ++i)
            codes[i] = static_cast<std::uint16_t>(i);
        return codes;
    }
};

QTEST_GUILESS_MAIN(TestBfloatTable)
#include "tst_bfloat_table.moc"
