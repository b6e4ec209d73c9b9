#include "engine/calibrate/range_histogram.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace engine;

namespace {

std::vector<float> normalNumbers(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, 1);
    std::vector<float> numbers(count);
    for (auto& number : numbers)
        number = normal(random);
    return numbers;
}

/// The mean squared error of numbers with 255 steps in a range.
double codedError(const std::vector<float>& numbers, const ActivationRange& range)
{
    const auto scale = (range.high - range.low) / 255;
    double error = 0;
    for (const auto number : numbers) {
        const auto inside = std::clamp(double(number), range.low, range.high);
        const auto coded = range.low + std::nearbyint((inside - range.low) / scale) * scale;
        error += (coded - number) * (coded - number);
    }
    return error / static_cast<double>(numbers.size());
}

} // namespace

class TestRangeHistogram : public QObject {
    Q_OBJECT

private slots:
    void hasExactEnds();
    void countsTheSameInAnyOrder();
    void isEmptyWithoutNumbers();
    void countsNumbersThatAreNotFiniteApart();
    void cutsOffAShare_data();
    void cutsOffAShare();
    void leavesOutAnOutlierByEntropy();
    void keepsAllOfFewNumbersByEntropy();
    void findsTheSmallestError_data();
    void findsTheSmallestError();
};

void TestRangeHistogram::hasExactEnds()
{
    RangeHistogram histogram;
    histogram.add(std::vector<float> { 0.1F, -0.3F, 0 });
    histogram.add(std::vector<float> { 1e6F, 1e-30F });
    const auto range = histogram.range({ RangeMethod::MinMax });
    QCOMPARE(range.low, double(-0.3F));
    QCOMPARE(range.high, double(1e6F));
    QCOMPARE(histogram.count(), 5UL);
}

void TestRangeHistogram::countsTheSameInAnyOrder()
{
    // The first number sets where bins end, so the others may come in any order.
    std::vector<float> numbers { -1.9F, -0.45F, 0.01F, 0.22F, 0.9F, 3.7F };
    std::vector<double> found;
    do {
        RangeHistogram histogram;
        histogram.add(std::vector<float> { 0.125F });
        for (const auto number : numbers)
            histogram.add(std::vector { number });
        found.push_back(histogram.range({ RangeMethod::Percentile, 70 }).high);
    } while (std::ranges::next_permutation(numbers).found);
    QCOMPARE(found.size(), 720UL);
    QVERIFY(std::ranges::all_of(found, [&](double high) { return high == found.front(); }));
}

void TestRangeHistogram::isEmptyWithoutNumbers()
{
    for (const auto method : { RangeMethod::MinMax, RangeMethod::Percentile, RangeMethod::Entropy,
             RangeMethod::LeastSquares }) {
        RangeHistogram histogram;
        QCOMPARE(histogram.range({ method }).high, 0.0);
        histogram.add(std::vector<float>(10));
        QCOMPARE(histogram.range({ method }).high, 0.0);
        QCOMPARE(histogram.range({ method }).low, 0.0);
        QCOMPARE(histogram.count(), 10UL);
    }
}

void TestRangeHistogram::countsNumbersThatAreNotFiniteApart()
{
    RangeHistogram histogram;
    const auto infinity = std::numeric_limits<float>::infinity();
    histogram.add(std::vector<float> { 1, infinity, -infinity, std::nanf(""), -2 });
    QCOMPARE(histogram.notFinite(), 3UL);
    QCOMPARE(histogram.count(), 2UL);
    QCOMPARE(histogram.range({}).high, 1.0);
    QCOMPARE(histogram.range({}).low, -2.0);
}

void TestRangeHistogram::cutsOffAShare_data()
{
    QTest::addColumn<double>("percentile");
    QTest::addColumn<double>("limit");
    // Two-sided quantiles of the normal distribution.
    QTest::newRow("90 %") << 90.0 << 1.645;
    QTest::newRow("99 %") << 99.0 << 2.576;
    QTest::newRow("99.9 %") << 99.9 << 3.291;
}

void TestRangeHistogram::cutsOffAShare()
{
    QFETCH(double, percentile);
    QFETCH(double, limit);
    RangeHistogram histogram;
    for (unsigned part = 0; part < 10; ++part)
        histogram.add(normalNumbers(100'000, part));
    const auto range = histogram.range({ RangeMethod::Percentile, percentile });
    QVERIFY2(std::abs(range.high - limit) < 0.03, std::to_string(range.high).c_str());
    QVERIFY2(std::abs(range.low + limit) < 0.03, std::to_string(range.low).c_str());
}

void TestRangeHistogram::leavesOutAnOutlierByEntropy()
{
    RangeHistogram histogram;
    histogram.add(normalNumbers(1'000'000, 1));
    histogram.add(std::vector<float> { 40 });
    const auto range = histogram.range({ RangeMethod::Entropy });
    QVERIFY2(range.high > 3 && range.high < 12, std::to_string(range.high).c_str());
    QVERIFY2(range.low < -3 && range.low >= histogram.lowest(), std::to_string(range.low).c_str());
}

void TestRangeHistogram::keepsAllOfFewNumbersByEntropy()
{
    // 16 runs that give almost the same 1,000 numbers, a few of them large.
    RangeHistogram histogram;
    auto numbers = normalNumbers(1000, 2);
    for (std::size_t i = 0; i < 5; ++i)
        numbers[i] = 10 + static_cast<float>(i) * 6;
    for (int run = 0; run < 16; ++run) {
        for (auto& number : numbers)
            number = std::abs(number) * 1.001F;
        histogram.add(numbers);
    }
    QCOMPARE(histogram.range({ RangeMethod::Entropy }).high, histogram.highest());
}

void TestRangeHistogram::findsTheSmallestError_data()
{
    QTest::addColumn<float>("outlier");
    QTest::addColumn<bool>("isPositive");
    QTest::newRow("normal") << 0.0F << false;
    QTest::newRow("with an outlier") << 30.0F << false;
    QTest::newRow("behind a Relu") << 0.0F << true;
    QTest::newRow("behind a Relu, with an outlier") << 50.0F << true;
}

void TestRangeHistogram::findsTheSmallestError()
{
    QFETCH(float, outlier);
    QFETCH(bool, isPositive);
    auto numbers = normalNumbers(200'000, 3);
    for (auto& number : numbers)
        number = isPositive ? std::max(number, 0.0F) : number;
    numbers.push_back(outlier);
    RangeHistogram histogram;
    histogram.add(numbers);
    const auto found = codedError(numbers, histogram.range({ RangeMethod::LeastSquares }));
    QVERIFY(found <= codedError(numbers, histogram.range({ RangeMethod::MinMax })));
    // No range between is better by more than a few per cent.
    for (int i = 1; i <= 40; ++i) {
        const auto share = i / 40.0;
        const ActivationRange other { histogram.lowest() * std::min(1.0, share * 8),
            histogram.highest() * share };
        QVERIFY2(found <= codedError(numbers, other) * 1.06, std::to_string(share).c_str());
    }
}

QTEST_GUILESS_MAIN(TestRangeHistogram)
#include "tst_range_histogram.moc"
