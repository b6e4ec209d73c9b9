#include <QTest>

#include "engine/functors/accumulators.h"
#include "engine/functors/elementwise.h"
#include "engine/functors/gate.h"
#include "engine/functors/strides.h"

#include <array>
#include <limits>

using namespace engine::functors;

// Known while compiling: nothing in them needs a host.
static_assert(Plus {}(std::int8_t(127), std::int8_t(1)) == std::int8_t(-128));
static_assert(Quotient {}(7, 0) == 0);
static_assert(Quotient {}(std::numeric_limits<int>::min(), -1) == std::numeric_limits<int>::min());
static_assert(integerPower(std::int64_t(3), 5) == 243);
static_assert(toInteger<std::uint8_t>(300.5) == 44);
static_assert(toInteger<std::int16_t>(3e9) == 0 && toInteger<std::uint32_t>(-1.5) == 4294967295u);
static_assert(truncatedRemainder(std::uint8_t(7), std::uint8_t(255)) == 7);
static_assert(truncatedRemainder(std::numeric_limits<int>::min(), -1) == 0);
// Halfway between two numbers of 8 bits, and a little more.
static_assert(roundToOdd((std::int64_t(1) << 60) + (std::int64_t(1) << 52) + 1)
    > static_cast<double>((std::int64_t(1) << 60) + (std::int64_t(1) << 52)));
static_assert(roundToOdd(std::numeric_limits<std::int64_t>::min()) == -9223372036854775808.0);
static_assert(isPreferredByArgMax(std::numeric_limits<float>::quiet_NaN(), 1.0f, false));
static_assert(PRelu {}(-(1 << 30), 4) == 0);
static_assert(ShiftLeft {}(std::uint8_t(3), std::uint8_t(9)) == 0);
static_assert(ShiftRight {}(std::int8_t(-8), std::int8_t(9)) == -1);
static_assert(BitwiseNot {}(std::uint8_t(1)) == 254);
static_assert(Sign {}(-2.5f) == -1.0f && Absolute {}(-3) == 3);
static_assert(PRelu {}(-4.0f, 0.25f) == -1.0f);
static_assert(bound<Selu>(2, 3).gamma == 3 && bound<Elu>(2, 3).alpha == 2);
static_assert(isBoolean<Less>() && isBoolean<Not>() && isBoolean<And>());
static_assert(!isBoolean<Plus>() && !isBoolean<GaussError>() && !isBoolean<LeakyRelu>());
static_assert(Largest::join(Largest::start<int>(), -7) == -7);
static_assert(Mean::finish(10.0f, 4) == 2.5f);
static_assert(broadcastSize(1, 5) == 5 && broadcastSize(5, 1) == 5 && broadcastSize(2, 3) == -1);

/// Functions of single elements and of indices, which host and device share.
class TestFunctors : public QObject {
    Q_OBJECT

private slots:
    void notANumberWins()
    {
        constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(std::isnan(Larger {}(nan, 1.0f)) && std::isnan(Larger {}(1.0f, nan)));
        QVERIFY(std::isnan(Smaller {}(nan, 1.0f)) && std::isnan(Smaller {}(1.0f, nan)));
        QVERIFY(std::isnan(Largest::join(1.0f, nan)) && std::isnan(Sign {}(nan)));
    }

    void remaindersHaveTheSignOfTheirRule_data()
    {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<int>("floor");
        QTest::addColumn<int>("truncated");
        QTest::newRow("both positive") << 7 << 3 << 1 << 1;
        QTest::newRow("dividend negative") << -7 << 3 << 2 << -1;
        QTest::newRow("divisor negative") << 7 << -3 << -2 << 1;
        QTest::newRow("both negative") << -7 << -3 << -1 << -1;
        QTest::newRow("by zero") << 7 << 0 << 0 << 0;
        QTest::newRow("smallest by minus one") << std::numeric_limits<int>::min() << -1 << 0 << 0;
    }
    void remaindersHaveTheSignOfTheirRule()
    {
        QFETCH(int, a);
        QFETCH(int, b);
        QTEST(FloorRemainder {}(a, b), "floor");
        QTEST(TruncatedRemainder {}(a, b), "truncated");
    }

    void activationsStayFinite()
    {
        for (const float x : { -1000.0f, -1.0f, 0.0f, 1.0f, 1000.0f }) {
            QVERIFY(std::isfinite(Sigmoid {}(x)) && std::isfinite(Softplus {}(x)));
            QVERIFY(std::isfinite(Mish {}(x)) && std::isfinite(Swish { 1.0f }(x)));
            QVERIFY(std::abs(GeluByErf {}(x)-GeluByTanh {}(x)) < 1e-3f);
        }
    }

    void stridesFindBroadcastElements()
    {
        constexpr std::array<std::int64_t, 3> target { 2, 3, 4 };
        constexpr std::array<std::int64_t, 2> dims { 3, 1 };
        std::array<std::int64_t, 3> strides {};
        broadcastStrides(dims.data(), 2, 3, strides.data());
        QCOMPARE(strides, (std::array<std::int64_t, 3> { 0, 1, 0 }));
        std::array<std::int64_t, 3> dense {};
        denseStrides(target.data(), 3, dense.data());
        std::array<std::int64_t, 3> at {};
        for (std::int64_t number = 0; number < 24; ++number) {
            positionsOf(number, target.data(), 3, at.data());
            QCOMPARE(offsetOf(at.data(), dense.data(), 3), number);
            QCOMPARE(offsetOf(at.data(), strides.data(), 3), number / 4 % 3);
        }
    }
};

QTEST_GUILESS_MAIN(TestFunctors)
#include "tst_functors.moc"
