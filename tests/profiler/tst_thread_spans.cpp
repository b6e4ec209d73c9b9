// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/plan/engine.h"
#include "engine/run/work_observer.h"
#include "profiler/charts/timeline.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"
#include "profiler/file/profile_file.h"
#include "profiler/record/profile_run.h"
#include "profiler/statistics/thread_use.h"
#include "profiler/tables/work_slices.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/profiler/sample_profile.h"

#include <QTemporaryDir>

#include <array>
#include <atomic>
#include <map>
#include <thread>

using namespace profiler;
using engine::Phase;
using engine::StepId;

namespace {

constexpr int threads = 2;

engine::RunRequest requestFor(std::string_view text)
{
    engine::RunRequest request;
    request.model = testing::modelFromText(text);
    request.otherInputs.source = engine::InputSpec::Source::Ones;
    request.threads = threads;
    request.optimisation = engine::Optimisation::None;
    return request;
}

BenchmarkOptions recordingThreads(std::uint32_t runs)
{
    BenchmarkOptions options;
    options.runs = runs;
    options.warmUpRuns = 2;
    options.unprofiled = Unprofiled::None;
    options.level = RecordLevel::Threads;
    return options;
}

/// Elementwise operators of our own that are large enough to be divided.
constexpr std::string_view dividedModel = "input x: float 1048576\n"
                                          "y = Neg(x)\n"
                                          "z = Reciprocal(y)\n"
                                          "output z";

/// Passes on to a recorder and counts itself.
class Counting final : public engine::Observer, public engine::WorkObserver {
public:
    explicit Counting(Recorder& recorder)
        : m_recorder(recorder)
    {
    }
    void beginRun(std::uint32_t run) override { m_recorder.beginRun(run); }
    void endRun(std::uint32_t run) override { m_recorder.endRun(run); }
    void beginBlock() override { m_recorder.beginBlock(); }
    void endStep(StepId step) override { m_recorder.endStep(step); }
    void endBlock() override { m_recorder.endBlock(); }
    bool wantsPhases() const override { return m_recorder.wantsPhases(); }
    void beginPhase(StepId step, Phase phase) override { m_recorder.beginPhase(step, phase); }
    void endPhase(StepId step, Phase phase) override { m_recorder.endPhase(step, phase); }
    bool wantsWork() const override { return m_recorder.wantsWork(); }
    void beginWork(StepId step, std::uint32_t member) override
    {
        ++open;
        m_recorder.beginWork(step, member);
    }
    void endWork(StepId step, std::uint32_t member) override
    {
        m_recorder.endWork(step, member);
        --open;
        ++pieces[step.value()][member];
    }

    std::atomic<int> open = 0;
    std::array<std::array<std::atomic<std::uint32_t>, threads>, 8> pieces {}; ///< by step, member

private:
    Recorder& m_recorder;
};

/// Pieces of work by step and name of the track.
std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> piecesOf(const Profile& profile)
{
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> found;
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (isWork(slices, i))
            ++found[{
                slices.step[i], std::string(profile.text(profile.tracks[slices.track[i]].name)) }];
    }
    return found;
}

/// Pieces of work by step, of all threads: a thread that has finished its piece executes those that
/// were not begun.
std::map<std::uint32_t, std::uint32_t> piecesOfSteps(const Profile& profile)
{
    std::map<std::uint32_t, std::uint32_t> found;
    for (const auto& [key, count] : piecesOf(profile))
        found[key.first] += count;
    return found;
}

/// Profiles until a helper executed a piece of a step of this operator. On a busy machine the
/// engine's thread may execute all. Empty: of any step.
support::Result<ProfiledRun> profileWithHelper(
    std::string_view model, std::uint32_t runs, std::string_view type = {})
{
    constexpr int attempts = 100;
    for (int i = 0; i < attempts; ++i) {
        auto found = profileRun(requestFor(model), recordingThreads(runs));
        const auto isHelpers = [&](const auto& pieces) {
            const auto& [step, track] = pieces.first;
            const auto& profile = *found->profile;
            return track == "worker 1"
                && (type.empty() || profile.text(profile.steps[step].opType) == type);
        };
        if (!found || std::ranges::any_of(piecesOf(*found->profile), isHelpers))
            return found;
    }
    return support::fail("no helper executed a piece");
}

/// Every piece lies within an execution of its step, in the same run.
bool liesInItsStep(const Slices& slices, std::size_t piece)
{
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.kind[i] == SliceKind::Step && slices.step[i] == slices.step[piece]
            && slices.run[i] == slices.run[piece] && slices.startNs[i] <= slices.startNs[piece]
            && slices.endNs(piece) <= slices.endNs(i))
            return true;
    }
    return false;
}

std::size_t piecesOutside(const Profile& profile)
{
    std::size_t outside = 0;
    for (std::size_t i = 0; i < profile.slices.size(); ++i)
        outside += isWork(profile.slices, i) && !liesInItsStep(profile.slices, i) ? 1 : 0;
    return outside;
}

/// Two threads and the steps and pieces that a test adds, in one run of 1000 ns.
class TwoThreads {
public:
    explicit TwoThreads(std::string_view tier = "native")
    {
        Step step;
        step.opType = m_builder.text("Conv");
        step.device = m_builder.text("cpu");
        step.tier = m_builder.text(tier);
        m_builder.addStep(step);
        m_builder.addStep(step);
        Run run;
        run.wallNs = 1000;
        m_builder.profile().runs.push_back(run);
        m_builder.profile().metadata.set(keys::threads, std::int64_t(threads));
        m_builder.profile().metadata.set(keys::recordLevel, std::int64_t(3));
        m_main = m_builder.addTrack("CPU main", "CPU", TrackKind::Thread);
        m_worker = m_builder.addTrack("worker 1", "CPU", TrackKind::Thread);
    }
    void step(std::uint32_t id, std::int64_t start, std::int64_t length)
    {
        add(m_main, SliceKind::Step, id, start, length);
    }
    void engine(std::uint32_t id, std::int64_t start, std::int64_t length)
    {
        add(m_main, SliceKind::Phase, id, start, length);
    }
    void worker(std::uint32_t id, std::int64_t start, std::int64_t length)
    {
        add(m_worker, SliceKind::Phase, id, start, length);
    }
    ProfileBuilder& builder() { return m_builder; }
    std::shared_ptr<const Profile> profile() { return std::move(m_builder).build(); }

private:
    void add(TrackId track, SliceKind kind, std::uint32_t id, std::int64_t start, std::int64_t ns)
    {
        SliceRow row;
        row.startNs = start;
        row.durationNs = ns;
        row.step = id;
        row.run = 0;
        row.track = track;
        row.kind = kind;
        m_builder.addSlice(row);
    }

    ProfileBuilder m_builder;
    TrackId m_main;
    TrackId m_worker;
};

double busyOf(TwoThreads& made, std::uint32_t step = 0)
{
    const auto profile = made.profile();
    const auto statistics = computeStatistics(*profile);
    return statistics->steps[step].threadsBusy.value_or(-1);
}

} // namespace

class TestThreadSpans : public QObject {
    Q_OBJECT

private slots:
    void manyThreadsWriteAtOnce();
    void levelsBelowDoNotAsk();
    void aFullLaneCountsWhatItDrops();
    void threadsBeyondThoseAnnouncedAreCounted();
    void everyPieceOfADivisionIsRecorded();
    void piecesOfBodiesLieInTheirTurns();
    void piecesOfTheLibraryAreRecorded();
    void theAccountStaysTheSame();
    void aStoppedRunLeavesNothing();
    void aFileKeepsThem();
    void tracesKeepThem();
    void workersHaveRows();
    void busyIsWhatTheThreadsDid();
    void waitingForOthersIsNotBusy();
    void nestedStepsCountForThemselves();
    void unseenThreadsAreNotJudged();
};

void TestThreadSpans::manyThreadsWriteAtOnce()
{
    constexpr std::uint32_t members = 8;
    constexpr std::uint32_t pieces = 20'000;
    Recorder::Options options;
    options.level = RecordLevel::Threads;
    options.threads = members;
    Recorder recorder(options);
    recorder.prepareRun(0);
    {
        std::vector<std::jthread> team;
        for (std::uint32_t member = 0; member < members; ++member) {
            team.emplace_back([&recorder, member] {
                for (std::uint32_t i = 0; i < pieces; ++i) {
                    recorder.beginWork(StepId(member), member);
                    recorder.endWork(StepId(member), member);
                }
            });
        }
    }
    QCOMPARE(recorder.dropped(), 0u);

    ProfileBuilder builder;
    for (std::uint32_t i = 0; i < members; ++i)
        builder.addStep({});
    builder.profile().runs.resize(1);
    const auto track = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    recorder.addTo(builder, { .track = track, .scale = calibrateClock(clockSource()) });
    const auto profile = std::move(builder).build();
    QCOMPARE(profile->tracks.size(), std::size_t(members));
    QVERIFY(profile->losses.isEmpty());
    const auto found = piecesOf(*profile);
    QCOMPARE(found.size(), std::size_t(members));
    QCOMPARE(found.at({ 0, "CPU main" }), pieces);
    for (std::uint32_t member = 1; member < members; ++member)
        QCOMPARE(found.at({ member, "worker " + std::to_string(member) }), pieces);
}

void TestThreadSpans::levelsBelowDoNotAsk()
{
    for (const auto level : { RecordLevel::Runs, RecordLevel::Steps, RecordLevel::Phases }) {
        auto options = recordingThreads(2);
        options.level = level;
        const auto found = profileRun(requestFor(dividedModel), options);
        QVERIFY(found);
        QVERIFY(piecesOf(*found->profile).empty());
        QCOMPARE(computeStatistics(*found->profile)->threads, 0u);
    }
}

void TestThreadSpans::aFullLaneCountsWhatItDrops()
{
    Recorder::Options options;
    options.level = RecordLevel::Threads;
    options.threads = threads;
    options.memoryBytes = 1; // a chunk each
    options.reserveBytes = 1;
    Recorder recorder(options);
    recorder.prepareRun(0);
    recorder.beginWork(StepId(0u), 0);
    recorder.endWork(StepId(0u), 0);
    recorder.prepareRun(1);
    constexpr std::uint32_t pieces = 10'000;
    for (std::uint32_t i = 0; i < pieces; ++i) {
        recorder.beginWork(StepId(0u), 1);
        recorder.endWork(StepId(0u), 1);
    }
    QVERIFY(recorder.dropped() > 0);
    QVERIFY(!recorder.hasGap(0));
    QVERIFY(recorder.hasGap(1));

    ProfileBuilder builder;
    builder.addStep({});
    builder.profile().runs.resize(2);
    const auto track = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    recorder.addTo(builder, { .track = track, .scale = calibrateClock(clockSource()) });
    const auto profile = std::move(builder).build();
    QCOMPARE(profile->losses.dropped, recorder.dropped());
    QVERIFY(profile->runs[1].hasGap);
    const auto& kinds = profile->slices.kind;
    const auto kept = std::ranges::count(kinds, SliceKind::Phase);
    QCOMPARE(static_cast<std::uint64_t>(kept) + recorder.dropped(), std::uint64_t(pieces + 1));
    const auto drop = std::ranges::find(kinds, SliceKind::Drop);
    QVERIFY(drop != kinds.end());
    const auto place = static_cast<std::size_t>(drop - kinds.begin());
    QCOMPARE(profile->text(profile->tracks[profile->slices.track[place]].name), "worker 1");
    QCOMPARE(profile->slices.run[place], 1u);
}

void TestThreadSpans::threadsBeyondThoseAnnouncedAreCounted()
{
    Recorder::Options options;
    options.level = RecordLevel::Threads;
    options.threads = threads;
    Recorder recorder(options);
    recorder.beginWork(StepId(0u), threads);
    recorder.endWork(StepId(0u), threads);
    QCOMPARE(recorder.dropped(), 1u);
}

void TestThreadSpans::everyPieceOfADivisionIsRecorded()
{
    auto prepared = engine::prepare(requestFor(dividedModel));
    QVERIFY(prepared.plan);
    for (const auto& step : (*prepared.plan)->steps())
        QCOMPARE(step.tier.value(), engine::Tier::Native); // those that parallelFor divides
    auto session = engine::Session::create(*prepared.plan);
    Recorder::Options options;
    options.level = RecordLevel::Threads;
    options.threads = threads;
    Recorder recorder(options);
    Counting counting(recorder);
    constexpr std::uint32_t runs = 3;
    for (std::uint32_t run = 0; run < runs; ++run) {
        recorder.prepareRun(run);
        QVERIFY(session->run(prepared.inputs.runtimeValues(), &counting));
    }
    QCOMPARE(counting.open.load(), 0);

    ProfileBuilder builder;
    for (std::size_t i = 0; i < (*prepared.plan)->steps().size(); ++i)
        builder.addStep({});
    builder.profile().runs.resize(runs);
    const auto track = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    recorder.addTo(builder, { .track = track, .scale = calibrateClock(clockSource()) });
    const auto profile = std::move(builder).build();
    const auto found = piecesOf(*profile);
    for (const auto& [key, count] : found) {
        const auto member = key.second == "CPU main" ? 0u : 1u;
        QCOMPARE(count, counting.pieces[key.first][member].load());
    }
    const auto ofSteps = piecesOfSteps(*profile);
    QCOMPARE(ofSteps.size(), (*prepared.plan)->steps().size());
    for (const auto& [step, count] : ofSteps)
        QCOMPARE(count, runs * threads); // each operator is divided once per run
    QCOMPARE(piecesOutside(*profile), std::size_t(0));
    QVERIFY(profile->losses.isEmpty());
}

void TestThreadSpans::piecesOfBodiesLieInTheirTurns()
{
    const auto found = profileRun(requestFor("weight n: int64 = 3\n"
                                             "weight c: bool = 1\n"
                                             "input x: float 1048576\n"
                                             "z = Loop(n, c, x)\n"
                                             "  body(i, k, v): k, w\n"
                                             "    w = Neg(v)\n"
                                             "output z"),
        recordingThreads(2));
    QVERIFY(found);
    const auto& profile = *found->profile;
    QVERIFY(profile.losses.isEmpty());
    QCOMPARE(piecesOutside(profile), std::size_t(0));
    const auto neg = std::ranges::find_if(
        profile.steps, [&](const Step& step) { return profile.text(step.opType) == "Neg"; });
    QVERIFY(neg != profile.steps.end());
    const auto step = static_cast<std::uint32_t>(neg - profile.steps.begin());
    QVERIFY(neg->parent.isValid());
    QCOMPARE(piecesOfSteps(profile).at(step), 12u); // two pieces, three turns, two runs
}

void TestThreadSpans::piecesOfTheLibraryAreRecorded()
{
    if (engine::onednnVersion().empty() || !engine::seesLibraryWork())
        QSKIP("this build has no oneDNN, or another OpenMP than GCC's");
    const auto found = profileWithHelper("input x: float 1 32 64 64\n"
                                         "weight w: float 32 32 3 3 = 0.5\n"
                                         "y = Conv(x, w) {pads: [1, 1, 1, 1]}\n"
                                         "output y",
        3, "Conv");
    QVERIFY(found);
    const auto& profile = *found->profile;
    QCOMPARE(piecesOutside(profile), std::size_t(0));
    const auto conv = std::ranges::find_if(
        profile.steps, [&](const Step& step) { return profile.text(step.opType) == "Conv"; });
    const auto step = static_cast<std::uint32_t>(conv - profile.steps.begin());
    QCOMPARE(profile.text(conv->tier), "library");
    const auto pieces = piecesOf(profile);
    QVERIFY(pieces.contains({ step, "worker 1" }));
    const auto statistics = computeStatistics(profile);
    QCOMPARE(statistics->threads, std::uint32_t(threads));
    QVERIFY(statistics->steps[step].threadsBusy.has_value());
}

void TestThreadSpans::theAccountStaysTheSame()
{
    const auto found = profileRun(requestFor(dividedModel), recordingThreads(5));
    QVERIFY(found);
    const auto whole = computeStatistics(*found->profile);
    auto tables = *found->profile;
    ProfileBuilder builder(
        Profile { tables.strings, tables.metadata, tables.steps, {}, tables.runs, tables.tracks });
    const auto& slices = found->profile->slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (!isWork(slices, i))
            builder.addSlice(
                { slices.startNs[i], slices.durationNs[i], slices.step[i], slices.run[i],
                    TrackId(std::uint32_t(slices.track[i])), slices.kind[i], slices.phase[i] });
    }
    const auto without = computeStatistics(*std::move(builder).build());
    QCOMPARE(whole->account->operatorsNs, without->account->operatorsNs);
    QCOMPARE(whole->account->dispatchNs, without->account->dispatchNs);
    QCOMPARE(whole->account->waitingNs, 0);
    QCOMPARE(whole->account->overlapNs, 0);
    QCOMPARE(whole->account->unaccountedNs, without->account->unaccountedNs);
    QCOMPARE(whole->steps[0].time.median, without->steps[0].time.median);
}

void TestThreadSpans::aStoppedRunLeavesNothing()
{
    std::stop_source stop;
    int runs = 0;
    auto options = recordingThreads(1000);
    // A stop that comes while a run is under way: from another thread, at a random place.
    std::jthread stopper;
    const auto onRun = [&](const BenchmarkProgress& progress) {
        if (progress.side == Side::Profiled && ++runs == 3)
            stopper = std::jthread([&stop] {
                std::this_thread::sleep_for(std::chrono::microseconds(300));
                stop.request_stop();
            });
    };
    const auto found = profileRun(requestFor(dividedModel), options, stop.get_token(), onRun);
    QVERIFY(found);
    const auto& profile = *found->profile;
    QVERIFY(profile.losses.isEmpty());
    QVERIFY(std::ranges::count(profile.slices.run, Slices::none) == 0);
    QCOMPARE(piecesOutside(profile), std::size_t(0));
    for (const auto& [step, count] : piecesOfSteps(profile))
        QCOMPARE(count, threads * recordedRuns(profile).size());
}

void TestThreadSpans::aFileKeepsThem()
{
    const auto found = profileRun(requestFor(dividedModel), recordingThreads(3));
    QVERIFY(found);
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.filePath("p.opscope").toStdString());
    QVERIFY(writeProfileFile(path, *found->profile));
    const auto read = readProfileFile(path);
    QVERIFY(read);
    QCOMPARE(testing::profileText(**read), testing::profileText(*found->profile));
    QCOMPARE(piecesOf(**read), piecesOf(*found->profile));
    const auto before = computeStatistics(*found->profile);
    const auto after = computeStatistics(**read);
    QCOMPARE(after->threads, std::uint32_t(threads));
    for (std::size_t i = 0; i < before->steps.size(); ++i)
        QCOMPARE(after->steps[i].threadsBusy.value(), before->steps[i].threadsBusy.value());
}

void TestThreadSpans::tracesKeepThem()
{
    const auto found = profileWithHelper(dividedModel, 3);
    QVERIFY(found);
    const auto report = buildReport(found->profile);
    const auto text = exportText(*findExporter("chrome"), report);
    QVERIFY(text);
    QVERIFY(text->find("\"worker 1\"") != std::string::npos);
    std::size_t phases = 0;
    for (auto at = text->find("\"cat\":\"phase\""); at != std::string::npos;
         at = text->find("\"cat\":\"phase\"", at + 1))
        ++phases;
    const auto& kinds = found->profile->slices.kind;
    QCOMPARE(phases, static_cast<std::size_t>(std::ranges::count(kinds, SliceKind::Phase)));
    const auto perfetto = exportText(*findExporter("perfetto"), report);
    QVERIFY(perfetto);
    QVERIFY(perfetto->find("worker 1") != std::string::npos);
    const auto csv = exportText(*findExporter("csv"), report);
    QVERIFY(csv->find(",threads_busy,") != std::string::npos);
    const auto json = exportText(*findExporter("json"), report);
    QVERIFY(json->find("\"threads_busy\"") != std::string::npos);
}

void TestThreadSpans::workersHaveRows()
{
    TwoThreads made;
    made.step(0, 0, 400);
    made.engine(0, 10, 300);
    made.worker(0, 20, 350);
    made.step(1, 400, 100);
    const auto timeline = Timeline::build(made.profile());
    QCOMPARE(timeline->rows().size(), std::size_t(3));
    QCOMPARE(timeline->rows()[0].kind, RowKind::Steps);
    QCOMPARE(timeline->rows()[1].kind, RowKind::Steps); // the engine's own piece, inside its step
    QCOMPARE(timeline->rows()[1].depth, 1u);
    const auto& worker = timeline->rows()[2];
    QCOMPARE(worker.kind, RowKind::Work);
    QCOMPARE(worker.label, "worker 1");
    QCOMPARE(worker.slices.size(), std::size_t(1));
    QCOMPARE(timeline->profile().slices.step[worker.slices[0]], 0u);
    QCOMPARE(timeline->slicesOfStep(StepId(0u), timeline->extent()).size(), std::size_t(3));
}

void TestThreadSpans::busyIsWhatTheThreadsDid()
{
    TwoThreads both;
    both.step(0, 0, 400);
    both.engine(0, 0, 400);
    both.worker(0, 0, 400);
    QCOMPARE(busyOf(both), 1.0);
    TwoThreads half;
    half.step(0, 0, 400);
    half.engine(0, 0, 400);
    half.worker(0, 100, 200);
    QCOMPARE(busyOf(half), 0.75);
    TwoThreads alone; // never divided
    alone.step(0, 0, 400);
    QCOMPARE(busyOf(alone), 0.5);
}

void TestThreadSpans::waitingForOthersIsNotBusy()
{
    TwoThreads made;
    made.step(0, 0, 400);
    made.engine(0, 0, 50); // then it waits for the worker until 150
    made.worker(0, 10, 140);
    made.engine(0, 200, 100); // the worker is done before it
    made.worker(0, 210, 60);
    // 400 - 100 of waiting, and 200 of the worker, of 800.
    QCOMPARE(busyOf(made), 500.0 / 800);
}

void TestThreadSpans::nestedStepsCountForThemselves()
{
    TwoThreads made;
    made.step(0, 0, 400);
    made.step(1, 100, 200); // in the body of step 0
    made.engine(1, 100, 200);
    made.worker(1, 100, 200);
    const auto profile = made.profile();
    const auto statistics = computeStatistics(*profile);
    QCOMPARE(statistics->steps[1].threadsBusy.value(), 1.0);
    QCOMPARE(statistics->steps[0].threadsBusy.value(), 0.5);
}

void TestThreadSpans::unseenThreadsAreNotJudged()
{
    TwoThreads made("library");
    made.builder().profile().metadata.set(keys::seesLibraryWork, false);
    made.step(0, 0, 400);
    made.step(1, 400, 100);
    made.engine(1, 400, 100);
    made.worker(1, 400, 100);
    const auto profile = made.profile();
    const auto statistics = computeStatistics(*profile);
    QVERIFY(!statistics->steps[0].threadsBusy.has_value());
    QCOMPARE(statistics->steps[1].threadsBusy.value(), 1.0);
}

QTEST_GUILESS_MAIN(TestThreadSpans)
#include "tst_thread_spans.moc"
