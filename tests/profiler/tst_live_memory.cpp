#include <QTest>

#include "profiler/charts/charts.h"
#include "tests/support/profiler/sample_profile.h"

#include <numeric>

class TestLiveMemory : public QObject {
    Q_OBJECT

private slots:
    void samplesAreTheSumOfWhatIsLive()
    {
        const auto profile = testing::sampleProfile();
        const auto memory = profiler::liveMemory(*profile, *profiler::medianRun(*profile));
        QVERIFY(memory.samples.size() > 4);
        for (const auto& sample : memory.samples) {
            const auto living = profiler::livingAt(*profile, memory, sample.timeNs);
            const auto sum = std::accumulate(living.begin(), living.end(), std::uint64_t(0),
                [&](auto all, auto i) { return all + profile->memory.lifetimes[i].bytes; });
            QCOMPARE(sample.bytes, sum);
        }
        QCOMPARE(memory.peakBytes,
            std::ranges::max(memory.samples, {}, &profiler::LiveMemory::Sample::bytes).bytes);
        QCOMPARE(profiler::livingAt(*profile, memory, memory.peakNs), memory.livingAtPeak);
    }

    void thePeakWithoutAValueIsThatOfTheOthers()
    {
        const auto profile = testing::sampleProfile();
        const auto run = *profiler::medianRun(*profile);
        const auto memory = profiler::liveMemory(*profile, run);
        for (std::size_t i = 0; i < profile->memory.lifetimes.size(); ++i) {
            auto without = *profile;
            without.memory.lifetimes.erase(
                without.memory.lifetimes.begin() + static_cast<std::ptrdiff_t>(i));
            QCOMPARE(profiler::peakWithout(*profile, memory, i),
                profiler::liveMemory(without, run).peakBytes);
        }
    }

    void aProfileWithoutPlanHasNoSamples()
    {
        const auto profile = testing::profileFromText("run 0 1000\n  Conv 100 400\n");
        QVERIFY(profiler::liveMemory(*profile, 0).samples.empty());
    }
};

QTEST_GUILESS_MAIN(TestLiveMemory)
#include "tst_live_memory.moc"
