#include "profiler/statistics/generation.h"

#include <QtTest>

using namespace profiler;

namespace {

/// Generations with a prompt of 8 tokens: 5 ms for the prompt, 1 ms and 2 us per position for a
/// token.
std::vector<TokenSample> samplesOf(std::uint32_t repeats, std::int64_t tokens)
{
    std::vector<TokenSample> samples;
    for (std::uint32_t repeat = 1; repeat <= repeats; ++repeat) {
        samples.push_back({ repeat, true, 0, 8, 5e6, 1e5 });
        for (std::int64_t i = 0; i < tokens; ++i)
            samples.push_back(
                { repeat, false, 8 + i, 1, 1e6 + 2e3 * static_cast<double>(8 + i), 1e4 });
    }
    return samples;
}

}

class TestGenerationFigures : public QObject {
    Q_OBJECT

private slots:
    void prefillAndTokensAreApart()
    {
        const auto figures = generationFigures(samplesOf(7, 20));
        QCOMPARE(figures.repeats, 7u);
        QCOMPARE(figures.promptTokens, std::int64_t(8));
        QCOMPARE(figures.tokens, std::int64_t(21));
        QCOMPARE(figures.prefill.median, 5e6);
        QCOMPARE(figures.firstToken.median, 5.1e6);
        QVERIFY(figures.prefill.interval.has_value());
        const auto mean = 1e6 + 2e3 * 17.5 + 1e4;
        QVERIFY(std::abs(figures.tokensPerSecond.median - 1e9 / mean) < 1e-6);
        QVERIFY(std::abs(figures.slope->nsPerPosition - 2e3) < 1e-6);
        QVERIFY(figures.slope->isReal());
        QCOMPARE(figures.slowest->position, std::int64_t(27));
        QCOMPARE(figures.slowest->index, std::int64_t(21));
    }

    void oneSlowTokenDoesNotMoveTheLine()
    {
        auto samples = samplesOf(1, 40);
        samples[5].wallNs = 1e9;
        const auto figures = generationFigures(samples);
        QVERIFY(std::abs(figures.slope->nsPerPosition - 2e3) < 1);
        QCOMPARE(figures.slowest->position, std::int64_t(12));
    }

    void aSlopeWithinNoiseIsNone()
    {
        std::vector<double> x;
        std::vector<double> y;
        for (int i = 0; i < 40; ++i) {
            x.push_back(i);
            y.push_back(i % 2 == 0 ? 100 : 101);
        }
        QVERIFY(!slopeOf(x, y)->isReal());
        QVERIFY(!slopeOf(std::span(x).first(5), std::span(y).first(5)).has_value());
    }

    void positionsThatAreEqualHaveNoSlope()
    {
        const std::vector<double> x(9, 9007199254740992.0);
        QVERIFY(!slopeOf(x, std::vector<double>(9, 5.0)).has_value());
    }

    void aPromptAloneHasNoTokens()
    {
        const auto figures = generationFigures(samplesOf(2, 0));
        QCOMPARE(figures.promptTokens, std::int64_t(8));
        QCOMPARE(figures.tokens, std::int64_t(1));
        QVERIFY(!figures.slowest.has_value());
        QCOMPARE(generationLines(figures).size(), std::size_t(2));
        QCOMPARE(generationFigures({}).repeats, 0u);
    }
};

QTEST_GUILESS_MAIN(TestGenerationFigures)
#include "tst_generation_figures.moc"
