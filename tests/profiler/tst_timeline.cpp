// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/charts/timeline.h"

#include "profiler/tables/profile_builder.h"
#include "tests/support/profiler/sample_profile.h"

#include <random>

using namespace profiler;

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void pixelsAndTimesAreInverse();
    void zoomingKeepsTheTimeUnderThePointer();
    void theViewStaysInsideTheWhole();
    void ticksAreRoundAndApart_data();
    void ticksAreRoundAndApart();
    void nestedStepsHaveRowsOfTheirOwn();
    void crossingSpansMoveToAnotherRow();
    void atMostOneBarPerPixel();
    void aMergedBarShowsItsLongestSpan();
    void aMergedBarHasWhatBeginsInItsPixel_data();
    void aMergedBarHasWhatBeginsInItsPixel();
    void barsCoverWhatIsVisibleOnly();
    void neighboursAreFoundInRowAndStep();
    void rowsOfSlicesWithAndWithoutGaps_data();
    void rowsOfSlicesWithAndWithoutGaps();
    void stepsInAViewAreThoseThatOverlapIt();
};

void TestTimeline::rowsOfSlicesWithAndWithoutGaps_data()
{
    QTest::addColumn<QList<int>>("slices");
    QTest::newRow("none") << QList<int> {};
    QTest::newRow("one") << QList<int> { 7 };
    QTest::newRow("one after the other") << QList<int> { 3, 4, 5, 6 };
    QTest::newRow("a gap") << QList<int> { 3, 4, 9, 10 };
    QTest::newRow("a gap at once") << QList<int> { 0, 2 };
}

void TestTimeline::rowsOfSlicesWithAndWithoutGaps()
{
    QFETCH(QList<int>, slices);
    RowSlices row;
    for (const auto slice : slices)
        row.add(static_cast<std::uint32_t>(slice));
    QCOMPARE(row.size(), static_cast<std::uint32_t>(slices.size()));
    QCOMPARE(row.isEmpty(), slices.isEmpty());
    for (int i = 0; i < slices.size(); ++i)
        QCOMPARE(row[static_cast<std::size_t>(i)], static_cast<std::uint32_t>(slices[i]));
    for (int slice = 0; slice < 12; ++slice) {
        const auto below = std::ranges::lower_bound(slices, slice) - slices.begin();
        QCOMPARE(
            row.positionOf(static_cast<std::uint32_t>(slice)), static_cast<std::uint32_t>(below));
        QCOMPARE(row.contains(static_cast<std::uint32_t>(slice)), slices.contains(slice));
    }
}

void TestTimeline::stepsInAViewAreThoseThatOverlapIt()
{
    const auto profile = testing::sampleProfile();
    const auto timeline = Timeline::build(profile);
    const auto& slices = profile->slices;
    for (const std::int64_t length : { 1, 500, 20'000, 1'000'000'000 }) {
        const TimeSpan view { timeline->extent().startNs + 30'000,
            timeline->extent().startNs + 30'000 + length };
        std::vector<bool> expected(profile->steps.size(), false);
        for (std::size_t i = 0; i < slices.size(); ++i)
            if (slices.step[i] != Slices::none && slices.startNs[i] < view.endNs
                && slices.endNs(i) > view.startNs)
                expected[slices.step[i]] = true;
        QCOMPARE(timeline->stepsIn(view), expected);
    }
}

void TestTimeline::pixelsAndTimesAreInverse()
{
    const TimeSpan view { 1'000, 11'000 };
    QCOMPARE(pixelOf(view, 100, 1'000), 0.0);
    QCOMPARE(pixelOf(view, 100, 11'000), 100.0);
    QCOMPARE(timeAt(view, 100, 50), 6'000);
    QCOMPARE(timeAt(view, 0, 50), 1'000);
}

void TestTimeline::zoomingKeepsTheTimeUnderThePointer()
{
    const TimeSpan whole { 0, 1'000'000 };
    const auto near = zoomed(whole, whole, 4, 300'000);
    QCOMPARE(near.lengthNs(), 250'000);
    QCOMPARE(pixelOf(near, 1000, 300'000), 300.0);
}

void TestTimeline::theViewStaysInsideTheWhole()
{
    const TimeSpan whole { 0, 1'000 };
    QCOMPARE(zoomed({ 0, 500 }, whole, 0.1, 250), whole);
    QCOMPARE(zoomed(whole, whole, 1e9, 990).lengthNs(), 100);
    QCOMPARE(panned({ 100, 300 }, whole, -500), (TimeSpan { 0, 200 }));
    QCOMPARE(panned({ 100, 300 }, whole, 5'000), (TimeSpan { 800, 1'000 }));
}

void TestTimeline::ticksAreRoundAndApart_data()
{
    QTest::addColumn<qint64>("start");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("ms") << qint64(0) << qint64(21'000'000)
                        << QStringList { "0 ms", "5 ms", "10 ms", "15 ms", "20 ms" };
    QTest::newRow("fractions") << qint64(1'000'000) << qint64(1'400'000)
                               << QStringList { "1.0 ms", "1.1 ms", "1.2 ms", "1.3 ms", "1.4 ms" };
    QTest::newRow("ns") << qint64(3) << qint64(400)
                        << QStringList { "100 ns", "200 ns", "300 ns", "400 ns" };
    QTest::newRow("empty") << qint64(5) << qint64(5) << QStringList {};
}

void TestTimeline::ticksAreRoundAndApart()
{
    QFETCH(qint64, start);
    QFETCH(qint64, end);
    QFETCH(QStringList, labels);
    QStringList found;
    double last = -1e9;
    for (const auto& tick : ticksOf({ start, end }, 400)) {
        QVERIFY(tick.x - last >= 70);
        last = tick.x;
        found += QString::fromStdString(tick.label);
    }
    QCOMPARE(found, labels);
}

void TestTimeline::nestedStepsHaveRowsOfTheirOwn()
{
    const auto timeline = Timeline::build(testing::sampleProfile());
    QCOMPARE(timeline->rows().size(), std::size_t(3));
    QCOMPARE(timeline->rows()[0].kind, RowKind::Runs);
    QCOMPARE(timeline->rows()[1].label, std::string("CPU main"));
    QCOMPARE(timeline->rows()[1].depth, 0u);
    QCOMPARE(timeline->rows()[2].depth, 1u);
    QCOMPARE(timeline->rows()[2].slices.size(), std::size_t(60));
}

void TestTimeline::crossingSpansMoveToAnotherRow()
{
    const auto timeline = Timeline::build(
        testing::profileFromText("run 0 10000\nA 0 5000\nB 3000 6000\nC 9500 100"));
    QCOMPARE(timeline->rows().size(), std::size_t(3));
    QCOMPARE(timeline->rows()[1].slices.size(), std::size_t(2));
    QCOMPARE(timeline->rows()[2].slices.size(), std::size_t(1));
}

void TestTimeline::atMostOneBarPerPixel()
{
    const auto timeline = Timeline::build(testing::sampleProfile({ .steps = 300, .rounds = 30 }));
    for (const auto& row : timeline->rows()) {
        const auto bars = timeline->bars(row, timeline->extent(), 200);
        QVERIFY(bars.size() <= 400);
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < bars.size(); ++i) {
            QCOMPARE(bars[i].first, count);
            count += bars[i].count;
            QVERIFY(bars[i].width >= 1);
            if (i > 0 && bars[i].isMerged() && bars[i - 1].isMerged())
                QVERIFY(bars[i].x >= bars[i - 1].x + 1);
        }
        QCOMPARE(count, static_cast<std::uint32_t>(row.slices.size()));
    }
}

void TestTimeline::aMergedBarShowsItsLongestSpan()
{
    QByteArray lines("run 0 1000000\n");
    for (int i = 0; i < 1000; ++i)
        lines += "Op" + QByteArray::number(i) + ' ' + QByteArray::number(i * 1000) + ' '
            + (i == 777 ? "900" : "500") + '\n';
    const auto timeline = Timeline::build(testing::profileFromText(lines.toStdString()));
    const auto& row = timeline->rows()[1];
    const auto bars = timeline->bars(row, timeline->extent(), 2);
    QCOMPARE(bars.size(), std::size_t(2));
    QCOMPARE(bars[1].count, 500u);
    QCOMPARE(timeline->profile().slices.durationNs[bars[1].slice], 900);
    const auto summary = timeline->summary(row, bars[1]);
    QCOMPARE(summary.longestNs, 900);
    QCOMPARE(summary.sumNs, 499 * 500 + 900);
}

void TestTimeline::aMergedBarHasWhatBeginsInItsPixel_data()
{
    QTest::addColumn<int>("spans");
    QTest::addColumn<double>("pixels");
    for (const int spans : { 1, 63, 64, 65, 129, 5'000 })
        for (const double pixels : { 1.0, 7.0, 64.0, 1'900.0 })
            QTest::addRow("%d spans, %g pixels", spans, pixels) << spans << pixels;
}

/// Against going through all spans, for views of every size: what begins before the end of the
/// pixel is in the bar, what begins behind it is not, and the longest of them gives it its colour.
void TestTimeline::aMergedBarHasWhatBeginsInItsPixel()
{
    QFETCH(int, spans);
    QFETCH(double, pixels);
    std::mt19937 random(static_cast<unsigned>(spans));
    ProfileBuilder builder;
    const auto track = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    std::int64_t now = 0;
    for (int i = 0; i < spans; ++i) {
        now += random() % 4 == 0 ? static_cast<std::int64_t>(random() % 5'000) : 0;
        const auto length = static_cast<std::int64_t>(1 + random() % (i % 100 == 0 ? 9'000 : 90));
        builder.addSlice({ now, length, Slices::none, Slices::none, track });
        now += length;
    }
    const auto timeline = Timeline::build(std::move(builder).build());
    const auto& slices = timeline->profile().slices;
    const auto& row = timeline->rows().front();
    for (int part = 1; part <= 512; part *= 4) {
        const TimeSpan view { now / 3, now / 3 + std::max<std::int64_t>(1, now / part) };
        std::uint32_t next = 0;
        while (next < row.slices.size() && slices.endNs(next) <= view.startNs)
            ++next;
        for (const auto& bar : timeline->bars(row, view, pixels)) {
            QCOMPARE(bar.first, next);
            next += bar.count;
            if (!bar.isMerged())
                continue;
            const auto pixelEnd = timeAt(view, pixels, std::floor(bar.x) + 1);
            std::int64_t longest = 0;
            for (auto i = bar.first; i < next; ++i) {
                QVERIFY(slices.startNs[i] < pixelEnd);
                longest = std::max(longest, slices.durationNs[i]);
            }
            QCOMPARE(slices.durationNs[bar.slice], longest);
            const bool isLongNext = next < row.slices.size()
                && pixelOf(view, pixels, slices.endNs(next))
                        - pixelOf(view, pixels, slices.startNs[next])
                    >= 1;
            QVERIFY(next == row.slices.size() || slices.startNs[next] >= pixelEnd || isLongNext
                || slices.startNs[next] >= view.endNs);
        }
        QVERIFY(next == row.slices.size() || slices.startNs[next] >= view.endNs);
    }
}

void TestTimeline::barsCoverWhatIsVisibleOnly()
{
    const auto timeline = Timeline::build(
        testing::profileFromText("run 0 1000\nA 0 100\nB 100 100\nC 300 400\nD 900 100"));
    const auto& row = timeline->rows()[1];
    const auto bars = timeline->bars(row, { 200, 900 }, 700);
    QCOMPARE(bars.size(), std::size_t(1));
    QCOMPARE(bars[0].x, 100.0);
    QCOMPARE(bars[0].width, 400.0);
    QVERIFY(timeline->bars(row, { 200, 300 }, 700).empty());
    QCOMPARE(timeline->bars(row, { 500, 600 }, 50)[0].width, 50.0);
}

void TestTimeline::neighboursAreFoundInRowAndStep()
{
    const auto profile
        = testing::profileFromText("run 0 100\nA 0 10\nB 20 10\nrun 200 100\nA 200 10\nB 220 10");
    const auto timeline = Timeline::build(profile);
    const auto& row = timeline->rows()[1];
    const auto a = timeline->sliceAt(row, 5);
    QVERIFY(a);
    QVERIFY(!timeline->sliceAt(row, 15));
    QVERIFY(!timeline->previous(*a));
    const auto b = timeline->next(*a);
    QCOMPARE(profile->slices.startNs[*b], 20);
    const auto again = timeline->nextOfStep(*a);
    QCOMPARE(profile->slices.startNs[*again], 200);
    QCOMPARE(timeline->previousOfStep(*again), a);
    QVERIFY(!timeline->nextOfStep(*again));
    QCOMPARE(timeline->slicesOfStep(engine::StepId(1u), timeline->extent()).size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
