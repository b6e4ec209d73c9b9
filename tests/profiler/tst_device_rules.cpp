// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/report.h"
#include "profiler/linter/linter.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/profiler/findings.h"

using namespace profiler;
using testing::evidenceOf;
using testing::findingOf;

namespace {

constexpr std::int64_t wall = 100'000;

/// Two equal runs on a GPU: whoever fills them says what host and device do, at which times.
class TwoRuns {
public:
    TwoRuns()
        : m_host(m_builder.addTrack("CPU main", "CPU", TrackKind::Thread))
        , m_stream(m_builder.addTrack("stream 7", "GPU 0", TrackKind::Stream))
    {
    }

    std::uint32_t step(const char* label, const char* device, StepKind kind = StepKind::Operator,
        std::vector<std::uint32_t> after = {}, const char* refusals = "")
    {
        Step row;
        row.label = m_builder.text(label);
        row.opType = m_builder.text(label);
        row.device = m_builder.text(device);
        row.refusals = m_builder.text(refusals);
        row.kind = kind;
        for (const auto id : after)
            row.after.emplace_back(id);
        if (kind == StepKind::Operator)
            row.origins.push_back({ model::NodeId(), row.label });
        return m_builder.addStep(std::move(row)).value();
    }

    void host(std::uint32_t step, std::int64_t start, std::int64_t length)
    {
        both(start, length, step, m_host, SliceKind::Step, engine::Phase::Kernel, 0);
    }
    /// A launch of the host and what it makes the device do.
    void launched(std::uint32_t step, std::int64_t launch, std::int64_t start, std::int64_t length)
    {
        ++m_correlation;
        both(launch, 500, step, m_host, SliceKind::Phase, engine::Phase::Dispatch, m_correlation);
        both(start, length, step, m_stream, SliceKind::Gpu, engine::Phase::Kernel, m_correlation);
    }
    void waits(std::uint32_t step, std::int64_t start, std::int64_t length)
    {
        both(start, length, step, m_host, SliceKind::Phase, engine::Phase::Wait, 0);
    }
    /// Another thread works for a step.
    void helper(std::uint32_t step, std::int64_t start, std::int64_t length)
    {
        if (!m_helper)
            m_helper = m_builder.addTrack("CPU worker 1", "CPU", TrackKind::Thread);
        both(start, length, step, *m_helper, SliceKind::Phase, engine::Phase::Kernel, 0);
    }

    Report report()
    {
        for (std::uint32_t run = 0; run < runs; ++run) {
            Run row;
            row.number = run + 1;
            row.startNs = beginOf(run);
            row.wallNs = wall;
            m_builder.profile().runs.push_back(row);
        }
        return buildReport(std::move(m_builder).build());
    }

private:
    static constexpr std::uint32_t runs = 3;
    static std::int64_t beginOf(std::uint32_t run) { return run * (wall + 10'000); }

    void both(std::int64_t start, std::int64_t length, std::uint32_t step, TrackId track,
        SliceKind kind, engine::Phase phase, std::uint32_t correlation)
    {
        for (std::uint32_t run = 0; run < runs; ++run)
            m_builder.addSlice({ beginOf(run) + start, length, step, run, track, kind, phase,
                correlation == 0 ? 0 : correlation + 1000 * run });
    }

    ProfileBuilder m_builder;
    TrackId m_host;
    TrackId m_stream;
    std::optional<TrackId> m_helper;
    std::uint32_t m_correlation = 0;
};

} // namespace

/// What the linter says of GPUs, copies between devices and threads.
class TestDeviceRules : public QObject {
    Q_OBJECT

private slots:
    void lateLaunchesAreFound()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cuda:0");
        const auto b = trace.step("b", "cuda:0");
        trace.host(a, 0, 50'000);
        trace.host(b, 50'000, 50'000);
        trace.launched(a, 1'000, 2'000, 30'000); // ends at 32,000
        trace.launched(b, 60'000, 61'000, 30'000); // 29,000 idle, launched late
        const auto report = trace.report();
        const auto* finding = findingOf(report, "gpu-launch-gap");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->gainNs, 29'000.0);
        QCOMPARE(finding->steps, std::vector { engine::StepId(b) });
        QCOMPARE(evidenceOf(*finding, "gaps"), QString("1"));
        QCOMPARE(evidenceOf(*finding, "confidence"), QString("certain"));
        QVERIFY(!finding->advice.empty());
        QVERIFY(findingOf(report, "gpu-sync") == nullptr);
    }

    void workThatWasLaunchedInTimeIsNoFault()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cuda:0");
        trace.host(a, 0, wall);
        trace.launched(a, 1'000, 2'000, 30'000);
        trace.launched(a, 3'000, 61'000, 30'000); // waited for something else
        const auto report = trace.report();
        QVERIFY(findingOf(report, "gpu-launch-gap") == nullptr);
        QVERIFY(findingOf(report, "gpu-sync") == nullptr);
    }

    void shortGapsAreLeftAlone()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cuda:0");
        trace.host(a, 0, wall);
        trace.launched(a, 1'000, 2'000, 40'000);
        trace.launched(a, 43'000, 45'000, 40'000); // 3 %
        QVERIFY(findingOf(trace.report(), "gpu-launch-gap") == nullptr);
    }

    void waitingForTheDeviceIsNamed()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cuda:0");
        const auto shape = trace.step("NonZero", "cuda:0");
        trace.host(a, 0, 20'000);
        trace.host(shape, 20'000, 80'000);
        trace.launched(a, 1'000, 2'000, 30'000); // ends at 32,000
        trace.waits(shape, 25'000, 10'000); // until 35,000
        trace.launched(shape, 50'000, 51'000, 30'000);
        const auto report = trace.report();
        const auto* finding = findingOf(report, "gpu-sync");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->gainNs, 19'000.0);
        QCOMPARE(finding->steps.front(), engine::StepId(shape));
        QVERIFY(finding->text.find("NonZero") != std::string::npos);
        QVERIFY(findingOf(report, "gpu-launch-gap") == nullptr);
    }

    void copiesAroundAnotherDeviceHaveTheReason()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cuda:0");
        const auto out = trace.step("copy out", "cuda:0", StepKind::Copy, { a });
        const auto top = trace.step(
            "TopK", "cpu", StepKind::Operator, { out }, "cuda: int64 k on axis 0\ncpu: no");
        const auto in = trace.step("copy in", "cuda:0", StepKind::Copy, { top });
        trace.host(a, 0, 60'000);
        trace.host(out, 60'000, 5'000);
        trace.host(top, 65'000, 10'000);
        trace.host(in, 75'000, 6'000);
        const auto report = trace.report();
        const auto* finding = findingOf(report, "fallback-copy");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->gainNs, 11'000.0);
        QCOMPARE(finding->steps.size(), std::size_t(3));
        QCOMPARE(evidenceOf(*finding, "reason"), QString("cuda: int64 k on axis 0"));
    }

    void copiesOfOneDeviceAreNoFallback()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cuda:0");
        const auto out = trace.step("copy out", "cuda:0", StepKind::Copy, { a });
        const auto b = trace.step("b", "cuda:0", StepKind::Operator, { out });
        trace.host(a, 0, 60'000);
        trace.host(out, 60'000, 5'000);
        trace.host(b, 65'000, 10'000);
        QVERIFY(findingOf(trace.report(), "fallback-copy") == nullptr);
    }

    void threadsThatWaitForOthersAreFound_data()
    {
        QTest::addColumn<int>("helped"); // ns that the other thread works of 60,000
        QTest::addColumn<bool>("isFound");
        QTest::newRow("hardly") << 6'000 << true;
        QTest::newRow("half of it") << 30'000 << false;
        QTest::newRow("all of it") << 60'000 << false;
    }
    void threadsThatWaitForOthersAreFound()
    {
        QFETCH(int, helped);
        QFETCH(bool, isFound);
        TwoRuns trace;
        const auto a = trace.step("a", "cpu");
        trace.host(a, 0, 60'000);
        trace.helper(a, 0, helped);
        const auto report = trace.report();
        const auto* finding = findingOf(report, "thread-imbalance");
        QCOMPARE(finding != nullptr, isFound);
        if (isFound) {
            QCOMPARE(finding->gainNs, 60'000 * (1 - 66.0 / 120));
            QCOMPARE(evidenceOf(*finding, "threads"), QString("2"));
        }
    }

    void withoutADeviceTheyAreSilent()
    {
        TwoRuns trace;
        const auto a = trace.step("a", "cpu");
        trace.host(a, 0, wall);
        const auto report = trace.report();
        for (const auto* rule :
            { "gpu-launch-gap", "gpu-sync", "fallback-copy", "thread-imbalance" })
            QVERIFY2(findingOf(report, rule) == nullptr, rule);
    }
};

QTEST_GUILESS_MAIN(TestDeviceRules)
#include "tst_device_rules.moc"
