#include "profiler/cupti/event_spans.h"

#include <QtTest>

using namespace profiler;
using profiler::cupti::EventSpans;
using support::Result;

namespace {

/// Events of a device whose time goes on when it is told to.
class ScriptedEvents final : public engine::DeviceEvents {
public:
    Result<void> reserve(std::size_t count) override
    {
        if (count > maxEvents)
            return support::fail("no room for events");
        m_ns.resize(std::max(m_ns.size(), count));
        return {};
    }
    bool record(std::size_t event) override
    {
        if (isCapturing || event >= m_ns.size())
            return false;
        m_ns[event] = now;
        return true;
    }
    Result<double> nsBetween(std::size_t first, std::size_t later) override
    {
        return m_ns[later] - m_ns[first];
    }
    double resolutionNs() const override { return 500; }

    double now = 7e9;
    bool isCapturing = false;
    std::size_t maxEvents = 1u << 22;

private:
    std::vector<double> m_ns;
};

DeviceOwner owner(std::uint32_t step, std::uint32_t run = 3)
{
    return { engine::StepId(step), run };
}

} // namespace

/// Times of steps by events before and behind them.
class TestEventSpans : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_events = ScriptedEvents();
        m_waits = 0;
    }

    void tellsEachStepBetweenItsEvents()
    {
        auto spans = made();
        QVERIFY(bool(spans.resume()));
        m_events.now += 1000;
        span(spans, owner(4), 5000);
        m_events.now += 300;
        span(spans, owner(5), 0); // below the resolution
        spans.push({ engine::StepId(), 3 }, true);
        m_events.now += 9000;
        spans.pop();
        QCOMPARE(m_waits, 6); // one, and five to compare clocks; none since
        QVERIFY(bool(spans.pause(true)));
        QCOMPARE(m_waits, 7);
        DeviceTrace trace;
        spans.addTo(trace);
        QCOMPARE(trace.steps.size(), std::size_t(2));
        QCOMPARE(trace.steps[0].endNs - trace.steps[0].startNs, std::int64_t(5000));
        QCOMPARE(trace.steps[1].endNs - trace.steps[1].startNs, std::int64_t(1));
        QCOMPARE(trace.steps[1].startNs - trace.steps[0].startNs, std::int64_t(5300));
        QVERIFY(trace.steps[0].owner == owner(4));
        QCOMPARE(trace.graphLaunches.size(), std::size_t(1));
        QCOMPARE(trace.graphLaunches[0].endNs - trace.graphLaunches[0].startNs, std::int64_t(9000));
        QVERIFY(trace.clock.clock == DeviceClock::Events);
        QVERIFY(trace.losses.isNone());
    }

    void forgetsWhatIsNotKept()
    {
        auto spans = made();
        QVERIFY(bool(spans.resume()));
        span(spans, owner(1), 100);
        QVERIFY(bool(spans.pause(false)));
        span(spans, owner(2), 100); // nobody listens
        DeviceTrace trace;
        spans.addTo(trace);
        QVERIFY(trace.steps.empty());
    }

    /// An event in a graph that is captured would never be told.
    void leavesOutStepsThatAreCaptured()
    {
        auto spans = made();
        QVERIFY(bool(spans.resume()));
        m_events.isCapturing = true;
        span(spans, owner(1), 100);
        m_events.isCapturing = false;
        spans.push(owner(2));
        m_events.isCapturing = true; // begins in the step
        spans.pop();
        m_events.isCapturing = false;
        span(spans, owner(3), 100);
        QVERIFY(bool(spans.pause(true)));
        DeviceTrace trace;
        spans.addTo(trace);
        QCOMPARE(trace.steps.size(), std::size_t(1));
        QVERIFY(trace.steps[0].owner == owner(3));
    }

    /// What a run had no room for is counted, and the next run has it.
    void makesRoomForTheNextRun()
    {
        auto spans = made();
        constexpr std::uint32_t steps = 5000;
        for (std::uint32_t run = 0; run < 2; ++run) {
            QVERIFY(bool(spans.resume()));
            for (std::uint32_t step = 0; step < steps; ++step)
                span(spans, owner(step, run), 10);
            QVERIFY(bool(spans.pause(true)));
        }
        DeviceTrace trace;
        spans.addTo(trace);
        const auto first = static_cast<std::uint64_t>(std::ranges::count_if(
            trace.steps, [](const DeviceStepSpan& one) { return one.owner.iteration == 0; }));
        QVERIFY(first < steps);
        QCOMPARE(trace.losses.droppedRecords, steps - first);
        QCOMPARE(trace.steps.size() - first, std::size_t(steps));
    }

    void nestsSteps()
    {
        auto spans = made();
        QVERIFY(bool(spans.resume()));
        spans.push(owner(1));
        m_events.now += 10;
        span(spans, owner(2), 20);
        m_events.now += 30;
        spans.pop();
        QVERIFY(bool(spans.pause(true)));
        DeviceTrace trace;
        spans.addTo(trace);
        QCOMPARE(trace.steps[0].endNs - trace.steps[0].startNs, std::int64_t(60));
        QCOMPARE(trace.steps[1].endNs - trace.steps[1].startNs, std::int64_t(20));
    }

    void failsWithoutEvents()
    {
        m_events.maxEvents = 0;
        auto spans = made();
        QVERIFY(!spans.resume());
        m_events.maxEvents = 1u << 22;
        m_events.isCapturing = true;
        QVERIFY(!spans.resume());
    }

private:
    EventSpans made()
    {
        return EventSpans(m_events, [this]() -> Result<void> {
            ++m_waits;
            return {};
        });
    }
    void span(EventSpans& spans, DeviceOwner of, double ns)
    {
        spans.push(of);
        m_events.now += ns;
        spans.pop();
    }

    ScriptedEvents m_events;
    int m_waits = 0;
};

QTEST_GUILESS_MAIN(TestEventSpans)
#include "tst_event_spans.moc"
