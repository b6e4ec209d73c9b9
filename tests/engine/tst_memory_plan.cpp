#include "engine/plan/memory_plan.h"

#include <QtTest>

#include <random>

using engine::LiveRange;

namespace {

bool overlapsInTime(const LiveRange& a, const LiveRange& b)
{
    return a.first <= b.last && b.first <= a.last;
}

/// No two values that live at the same time share a byte.
bool isSound(const std::vector<LiveRange>& ranges, const engine::ArenaPlan& plan)
{
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (plan.offsets[i] + ranges[i].bytes > plan.bytes || plan.offsets[i] % 64 != 0)
            return false;
        for (std::size_t k = 0; k < i; ++k) {
            const bool apart = plan.offsets[i] + ranges[i].bytes <= plan.offsets[k]
                || plan.offsets[k] + ranges[k].bytes <= plan.offsets[i];
            if (overlapsInTime(ranges[i], ranges[k]) && !apart)
                return false;
        }
    }
    return true;
}

std::vector<LiveRange> randomRanges(std::size_t count)
{
    std::mt19937 random(1);
    std::vector<LiveRange> ranges;
    for (std::size_t i = 0; i < count; ++i) {
        const auto first = static_cast<std::uint32_t>(random() % 500);
        ranges.push_back(
            { random() % 10'000, first, first + static_cast<std::uint32_t>(random() % 20) });
    }
    return ranges;
}

}

class TestMemoryPlan : public QObject {
    Q_OBJECT

private slots:
    void givesNothingForNoValues() { QCOMPARE(engine::planArena({}).bytes, 0u); }

    void reusesTheSpaceOfADeadValue()
    {
        const std::vector<LiveRange> ranges { { 100, 0, 1 }, { 100, 1, 2 }, { 100, 2, 3 } };
        const auto plan = engine::planArena(ranges);
        QCOMPARE(plan.bytes, 256u);
        QCOMPARE(plan.offsets[0], plan.offsets[2]);
    }

    void sizesThatOverflowGiveAnArenaNobodyCanAllocate()
    {
        for (const std::size_t count : { 4, 5000 }) {
            const std::vector<LiveRange> ranges(count, { std::uint64_t(1) << 62, 0, 1 });
            const auto plan = engine::planArena(ranges);
            QCOMPARE(plan.bytes, engine::maxArenaBytes);
            QCOMPARE(plan.offsets.size(), count);
        }
    }

    void keepsAnEmptyValueApart()
    {
        const std::vector<LiveRange> ranges { { 0, 0, 1 }, { 0, 0, 1 } };
        QVERIFY(isSound(ranges, engine::planArena(ranges)));
    }

    void neverOverlapsWhatLivesAtTheSameTime_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("placed by size") << 300;
        QTest::newRow("placed by time") << 5000;
    }
    void neverOverlapsWhatLivesAtTheSameTime()
    {
        QFETCH(int, count);
        const auto ranges = randomRanges(static_cast<std::size_t>(count));
        const auto plan = engine::planArena(ranges);
        QVERIFY(isSound(ranges, plan));
        std::uint64_t all = 0;
        for (const auto& range : ranges)
            all += range.bytes;
        QVERIFY2(
            plan.bytes < all / 5, "values of 500 steps that live 10 on average should share much");
    }
};

QTEST_GUILESS_MAIN(TestMemoryPlan)
#include "tst_memory_plan.moc"
