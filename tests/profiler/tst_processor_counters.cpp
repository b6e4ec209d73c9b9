// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/plan/engine.h"
#include "profiler/counters/count_runs.h"
#include "profiler/counters/processor_places.h"
#include "profiler/counters/processor_topology.h"
#include "profiler/counters/step_counter.h"
#include "profiler/counters/system_events.h"
#include "profiler/file/profile_file.h"
#include "profiler/record/profile_run.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/profiler/fake_counters.h"
#include "tests/support/profiler/sample_profile.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

#include <QTemporaryDir>

#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <thread>

using namespace profiler;
using engine::StepId;
using testing::FakeCounters;
using testing::reasonsOf;
using Event = ProcessorEvent;

namespace {

/// Counts that a test sets.
struct SetCounts final : ThreadCounts {
    explicit SetCounts(const std::uint64_t& counter)
        : value(counter)
    {
    }
    bool read(std::span<std::uint64_t> counts) override
    {
        counts[0] = value;
        return true;
    }
    const std::uint64_t& value;
};

using Row = std::tuple<std::uint32_t, std::int32_t, double>; // step, thread, count

std::vector<Row> rowsOf(const StepCounter& counter)
{
    std::vector<Row> rows;
    counter.forRows([&](std::uint32_t step, std::int32_t thread, std::span<const double> counts) {
        rows.emplace_back(step, thread, counts[0]);
    });
    return rows;
}

/// One run of two steps. A helper works at the second.
support::Result<void> twoSteps(engine::Observer* observer)
{
    if (observer == nullptr)
        return {};
    auto& work = dynamic_cast<engine::WorkObserver&>(*observer);
    observer->beginRun(0);
    observer->beginBlock();
    observer->endStep(StepId(0u));
    std::jthread([&] {
        work.beginWork(StepId(1u), 1);
        work.endWork(StepId(1u), 1);
    }).join();
    observer->endStep(StepId(1u));
    observer->endBlock();
    observer->endRun(0);
    return {};
}

CountingOptions optionsFor(const CounterKernel& kernel)
{
    CountingOptions options;
    options.steps = 2;
    options.threads = 2;
    options.mostRuns = 3;
    options.kernel = &kernel;
    return options;
}

} // namespace

class TestProcessorCounters : public QObject {
    Q_OBJECT

private slots:
    void countsBelongToTheStepThatEnds();
    void stepsOfABodyCountForThemselves();
    void waitingForOtherThreadsIsApart();
    void aReplacedThreadIsCountedAnew();
    void eventsAreCountedPerStepAndThread();
    void aRunInWhichEventsTookTurnsIsLeftOut();
    void withoutDescriptorsForAThreadTheReasonIsGiven();
    void aFailedRunIsTold();
    void theSystemCountsWithoutPermission();
    void energyIsThatOfAllPackages();
    void theMachineIsReadByItsDrivers();
    void theMachineMayBeReadByAll();
    void listsOfProcessors();
    void theClockIsThatOfEachThreadAndCore();
    void withoutCpufreqTheReasonIsSaid();
    void namedEventsAreCountedToo();
    void countsAreKeptInTheFile();
    void clocksAreKeptInTheFile();
};

void TestProcessorCounters::countsBelongToTheStepThatEnds()
{
    std::uint64_t count = 0;
    StepCounter counter(
        { 3, 1, 1, [&](std::uint32_t) { return std::make_unique<SetCounts>(count); } });
    for (int run = 0; run < 3; ++run) {
        counter.beginRun(0);
        count += 1000; // before the first step
        counter.beginBlock();
        count += 5;
        counter.endStep(StepId(2u));
        counter.endStep(StepId(0u)); // counts nothing, but ran
        count += 7;
        counter.endStep(StepId(2u));
        counter.endBlock();
        QVERIFY(counter.finishRun(run == 0 ? StepCounter::Keep::No : StepCounter::Keep::Yes));
    }
    QCOMPARE(counter.keptRuns(), 2u);
    QCOMPARE(rowsOf(counter), (std::vector<Row> { { 0, 0, 0 }, { 2, 0, 24 } }));
}

void TestProcessorCounters::stepsOfABodyCountForThemselves()
{
    std::uint64_t count = 0;
    StepCounter counter(
        { 2, 1, 1, [&](std::uint32_t) { return std::make_unique<SetCounts>(count); } });
    counter.beginRun(0);
    counter.beginBlock();
    count += 1; // of step 0: before the body
    for (int iteration = 0; iteration < 2; ++iteration) {
        counter.beginBlock();
        count += 10;
        counter.endStep(StepId(1u));
        count += 100; // of step 0: the end of the body
        counter.endBlock();
    }
    count += 1000;
    counter.endStep(StepId(0u));
    counter.endBlock();
    counter.finishRun(StepCounter::Keep::Yes);
    QCOMPARE(rowsOf(counter), (std::vector<Row> { { 0, 0, 1201 }, { 1, 0, 20 } }));
}

void TestProcessorCounters::waitingForOtherThreadsIsApart()
{
    std::array<std::uint64_t, 2> counts {};
    StepCounter counter({ 2, 1, 2,
        [&](std::uint32_t thread) { return std::make_unique<SetCounts>(counts[thread]); } });
    counter.beginRun(0);
    counter.beginBlock();
    counts[0] += 1; // prepares
    counter.beginWork(StepId(0u), 0);
    counts[0] += 10;
    counter.endWork(StepId(0u), 0);
    counter.beginWork(StepId(0u), 1);
    counts[1] += 20;
    counter.endWork(StepId(0u), 1);
    counter.beginWork(StepId(0u), 7); // a thread beyond those of the plan
    counter.endWork(StepId(0u), 7);
    counts[0] += 100; // waits
    counter.endStep(StepId(0u));
    counts[0] += 3;
    counter.endStep(StepId(1u)); // alone
    counter.endBlock();
    QCOMPARE(counter.lastOfEngine(0), std::vector<double> { 111 });
    counter.finishRun(StepCounter::Keep::Yes);
    QCOMPARE(rowsOf(counter),
        (std::vector<Row> {
            { 0, ProcessorRecord::between, 101 }, { 0, 0, 10 }, { 0, 1, 20 }, { 1, 0, 3 } }));
}

void TestProcessorCounters::aReplacedThreadIsCountedAnew()
{
    std::atomic<int> opened = 0;
    const std::uint64_t count = 0;
    StepCounter counter({ 1, 1, 2, [&](std::uint32_t) {
                             ++opened;
                             return std::make_unique<SetCounts>(count);
                         } });
    for (int run = 0; run < 2; ++run)
        QVERIFY(twoSteps(&counter));
    QCOMPARE(opened.load(), 1 + 2); // a thread of its own in each run
}

void TestProcessorCounters::eventsAreCountedPerStepAndThread()
{
    FakeCounters fake;
    fake.allowInstruction(48);
    const auto counting = countProcessor(twoSteps, optionsFor(fake.kernel));
    QVERIFY2(counting.missing.empty(), reasonsOf(counting.missing).c_str());
    const auto& record = counting.record;
    QCOMPARE(record.reading, CounterReading::Instruction);
    QCOMPARE(record.runs, 3u);
    QCOMPARE(record.passes, 3u); // what the system counts, and two for the processor
    QCOMPARE(record.voidRuns, 0u);
    QCOMPARE(record.rows.size(), 3u);
    QCOMPARE(record.rows[2].step, StepId(1u));
    QCOMPARE(record.rows[2].thread, 1);
    for (const auto& row : record.rows)
        for (std::size_t event = 0; event < hardwareEventCount; ++event)
            QVERIFY2(row.counts[event] > 0, std::to_string(event).c_str());
    // The fake counts one more of each event at each reading.
    QCOMPARE(record.rows[2].counts[std::size_t(Event::Cycles)], 1.0);
    QCOMPARE(record.rows[2].counts[std::size_t(Event::Instructions)], 1.0);
    QVERIFY(record.rows[0].hertz > 0 && std::isnan(record.rows[2].hertz));
    QCOMPARE(fake.openEvents(), 0u);
}

void TestProcessorCounters::aRunInWhichEventsTookTurnsIsLeftOut()
{
    FakeCounters fake;
    int run = 0;
    const RunOnce runOnce = [&](engine::Observer* observer) {
        fake.isShared = ++run % 2 == 0;
        auto done = twoSteps(observer);
        fake.isShared = false;
        return done;
    };
    const auto options = optionsFor(fake.kernel);
    const auto counting = countProcessor(runOnce, options);
    QCOMPARE(counting.record.runs, 3u);
    QVERIFY(counting.record.voidRuns >= 4);
    QVERIFY2(counting.missing.empty(), reasonsOf(counting.missing).c_str());

    // All of them: nothing is counted, and the reason is said.
    bool isProbed = false;
    fake.kernel.text = [&](const std::string&) {
        isProbed = true;
        return std::nullopt;
    };
    const RunOnce shared = [&](engine::Observer* observer) {
        fake.isShared = isProbed;
        return twoSteps(observer);
    };
    const auto none = countProcessor(shared, options);
    QVERIFY(reasonsOf(none.missing).find("only at times") != std::string::npos);
    QVERIFY(std::isnan(none.record.rows[0].counts[std::size_t(Event::Cycles)]));
    QVERIFY(!std::isnan(none.record.rows[0].counts[std::size_t(Event::MinorFaults)]));
}

void TestProcessorCounters::withoutDescriptorsForAThreadTheReasonIsGiven()
{
    FakeCounters fake;
    const auto engineThread = std::this_thread::get_id();
    fake.refuse = [engineThread](const perf_event_attr&) {
        return std::this_thread::get_id() == engineThread ? 0 : EMFILE;
    };
    const auto counting = countProcessor(twoSteps, optionsFor(fake.kernel));
    QVERIFY2(reasonsOf(counting.missing).find("ulimit -n") != std::string::npos,
        reasonsOf(counting.missing).c_str());
    QCOMPARE(fake.openEvents(), 0u);
}

void TestProcessorCounters::aFailedRunIsTold()
{
    FakeCounters fake;
    const RunOnce fails
        = [](engine::Observer*) -> support::Result<void> { return support::fail("no memory"); };
    const auto counting = countProcessor(fails, optionsFor(fake.kernel));
    QVERIFY(
        reasonsOf(counting.missing).find("a counted run failed: no memory") != std::string::npos);
    QVERIFY(counting.record.rows.empty());
}

/// Page faults of the real system: each new page that is written to is one.
void TestProcessorCounters::theSystemCountsWithoutPermission()
{
    FakeCounters fake;
    fake.refuse = [](const perf_event_attr&) { return ENOENT; };
    constexpr std::size_t pages = 1024;
    const auto pageBytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const RunOnce runOnce = [&](engine::Observer* observer) -> support::Result<void> {
        if (observer == nullptr)
            return {};
        observer->beginRun(0);
        observer->beginBlock();
        observer->endStep(StepId(0u));
        auto* const bytes = static_cast<char*>(::mmap(nullptr, pages * pageBytes,
            PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        ::madvise(bytes, pages * pageBytes, MADV_NOHUGEPAGE);
        for (std::size_t page = 0; page < pages; ++page)
            *static_cast<volatile char*>(bytes + page * pageBytes) = 1;
        observer->endStep(StepId(1u));
        ::munmap(bytes, pages * pageBytes);
        observer->endBlock();
        observer->endRun(0);
        return {};
    };
    const auto counting = countProcessor(runOnce, optionsFor(fake.kernel));
    QCOMPARE(counting.missing.size(), 2u); // the processor's events, and the memory's
    QCOMPARE(counting.record.rows.size(), 2u);
    const auto faults = counting.record.rows[1].counts[std::size_t(Event::MinorFaults)];
    QVERIFY2(faults >= pages && faults < pages + 64, std::to_string(faults).c_str());
    QVERIFY(counting.record.rows[0].counts[std::size_t(Event::MinorFaults)] < 64);
    QVERIFY(!counting.record.places.empty());
}

void TestProcessorCounters::energyIsThatOfAllPackages()
{
    FakeCounters fake;
    const std::string second = "/sys/class/powercap/intel-rapl:1";
    fake.files[second + "/name"] = "package-1\n";
    fake.files[second + "/energy_uj"] = "4999000\n";
    fake.files[second + "/max_energy_range_uj"] = "5000000\n";
    fake.files["/sys/class/powercap/intel-rapl:2/name"] = "psys\n";
    fake.files["/sys/class/powercap/intel-rapl:2/energy_uj"] = "7\n";
    auto total = SystemTotal::ofPowercap(fake.kernel);
    QVERIFY(total);
    fake.files["/sys/class/powercap/intel-rapl:0/energy_uj"] = "1001000\n"; // a joule more
    fake.files[second + "/energy_uj"] = "499000\n"; // half a joule, past the end of the counter
    QCOMPARE(total->take().value(), 1.5);
    QCOMPARE(total->take().value(), 0.0);
    fake.files.erase(second + "/energy_uj");
    QVERIFY(!total->take()); // of a part only
    const auto refused = SystemTotal::ofPowercap(fake.kernel);
    QVERIFY(!refused && refused.error().message().find("by root only") != std::string::npos);
}

void TestProcessorCounters::theMachineIsReadByItsDrivers()
{
    FakeCounters fake;
    fake.files.erase("/sys/class/powercap/intel-rapl:0/name");
    const std::string power = "/sys/bus/event_source/devices/power";
    fake.files[power + "/type"] = "9\n";
    fake.files[power + "/cpumask"] = "0,16\n"; // of two packages
    fake.files[power + "/format/event"] = "config:0-7\n";
    fake.files[power + "/events/energy-pkg"] = "event=0x02\n";
    fake.files[power + "/events/energy-pkg.scale"] = "0.25\n";
    auto options = optionsFor(fake.kernel);
    options.idle = {};
    const auto machine = countProcessor(twoSteps, options).record.machine;
    // Each reading counts one more: 2 × 0.25 J and 1 MiB over three runs.
    QCOMPARE(machine.joules, 0.5 / 3);
    QCOMPARE(machine.readBytes, 1024.0 * 1024 / 3);
    QCOMPARE(machine.writtenBytes, 1024.0 * 1024 / 3);
    QCOMPARE(fake.openEvents(), 0u);
}

void TestProcessorCounters::theMachineMayBeReadByAll()
{
    FakeCounters fake;
    fake.files["/proc/sys/kernel/perf_event_paranoid"] = "2\n";
    fake.refuse = [](const perf_event_attr& attr) { return attr.type == 20 ? EACCES : 0; };
    const auto refused = SystemTotal::ofDrivers(fake.kernel, "uncore_imc", "cas_count_read");
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("at most 0 (it is 2)") != std::string::npos);
    const auto absent = SystemTotal::ofDrivers(fake.kernel, "uncore_imc", "no_such_event");
    QVERIFY(!absent && absent.error().kind() == support::ErrorKind::Unsupported);
}

void TestProcessorCounters::listsOfProcessors()
{
    using List = std::vector<std::uint32_t>;
    QCOMPARE(processorList("0-3,8\n"), (List { 0, 1, 2, 3, 8 }));
    QCOMPARE(processorList("5"), List { 5 });
    QCOMPARE(processorList(""), List {});
    QCOMPARE(processorList("1,x,3"), List { 1 });
    QCOMPARE(processorList("3-1"), List {});
    QCOMPARE(processorList("0-4294967295").size(), std::size_t(65'536));
    FakeCounters fake;
    fake.files["/sys/devices/system/cpu/cpu9/topology/thread_siblings_list"] = "1,9\n";
    fake.files["/sys/devices/system/node/online"] = "0-1\n";
    fake.files["/sys/devices/system/node/node1/cpulist"] = "8-15\n";
    const auto place = placeOfProcessor(fake.kernel, 9);
    QCOMPARE(place.core, 1u);
    QCOMPARE(place.node, 1u);
    QCOMPARE(placeOfProcessor(fake.kernel, 3).core, 3u); // not told
}

void TestProcessorCounters::theClockIsThatOfEachThreadAndCore()
{
    FakeCounters fake;
    const auto record = countProcessor(twoSteps, optionsFor(fake.kernel)).record;
    QVERIFY(!record.clocks.empty());
    for (const auto& clock : record.clocks)
        for (const auto hertz : { clock.least, clock.mean, clock.most })
            QCOMPARE(hertz, 3e9);
    for (const auto& place : record.places)
        QVERIFY(
            std::ranges::find(record.clocks, place.processor, &ProcessorRecord::Clock::processor)
            != record.clocks.end());
    QCOMPARE(record.threadHertz.size(), 2u);
    for (const auto hertz : record.threadHertz)
        QVERIFY(hertz > 0);
    const auto lines = placeLines(record);
    QCOMPARE(lines.size(), 2u);
    for (const auto& line : lines)
        QVERIFY2(line.find(" GHz by its cycles, cpufreq told 3.00 GHz") != std::string::npos,
            line.c_str());

    // The clock changes from run to run.
    int run = 0;
    fake.kernel.text = [&](const std::string& path) -> std::optional<std::string> {
        return path.ends_with("scaling_cur_freq")
            ? std::optional(++run % 2 == 0 ? "2000000\n" : "4000000\n")
            : std::nullopt;
    };
    auto alone = optionsFor(fake.kernel);
    alone.mostRuns = 8;
    const auto changing = countProcessor(twoSteps, alone).record.clocks;
    QVERIFY(!changing.empty());
    QCOMPARE(std::ranges::min(changing, {}, &ProcessorRecord::Clock::least).least, 2e9);
    QCOMPARE(std::ranges::max(changing, {}, &ProcessorRecord::Clock::most).most, 4e9);
}

void TestProcessorCounters::withoutCpufreqTheReasonIsSaid()
{
    FakeCounters fake;
    std::erase_if(
        fake.files, [](const auto& file) { return file.first.ends_with("scaling_cur_freq"); });
    const auto counting = countProcessor(twoSteps, optionsFor(fake.kernel));
    QVERIFY(counting.record.clocks.empty());
    QVERIFY2(
        reasonsOf(counting.missing).find("clock of each core: no cpufreq") != std::string::npos,
        reasonsOf(counting.missing).c_str());
    QCOMPARE(counting.missing.size(), 1u);
    for (const auto* damaged : { "", "\n", "fast\n", "0\n", "-5\n" }) {
        fake.files["/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq"] = damaged;
        QVERIFY(!clockOfProcessor(fake.kernel, 0));
    }
}

void TestProcessorCounters::namedEventsAreCountedToo()
{
    FakeCounters fake;
    fake.refuse = [](const perf_event_attr& attr) { return attr.config == 0x666 ? EINVAL : 0; };
    auto options = optionsFor(fake.kernel);
    options.named = { { "first", "libpfm4", { 4, 0x1c0, 5, 6 } },
        { "refused", "libpfm4", { 4, 0x666 } }, { "cycles", "the kernel", { 0, 0 } } };
    const auto counting = countProcessor(twoSteps, options);
    QCOMPARE(counting.missing.size(), 1u);
    QCOMPARE(counting.missing.front().name, std::string("refused"));
    const auto& record = counting.record;
    QCOMPARE(record.named.size(), 3u);
    QCOMPARE(record.rows.size(), 3u);
    for (const auto& row : record.rows) {
        QCOMPARE(row.named.size(), 3u);
        QVERIFY(row.named[0] > 0 && std::isnan(row.named[1]) && row.named[2] > 0);
    }
    QCOMPARE(record.rows[2].named[0], 1.0); // the fake counts one more at each reading
    QCOMPARE(record.rows[2].counts[std::size_t(Event::Cycles)], 1.0);
    QCOMPARE(fake.openEvents(), 0u);

    auto profile = *testing::sampleProfile();
    profile.processor = std::make_shared<const ProcessorRecord>(record);
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.filePath("named.opscope").toStdString());
    QVERIFY(writeProfileFile(path, profile));
    const auto read = readProfileFile(path);
    QVERIFY(read && (*read)->processor);
    const auto& after = *(*read)->processor;
    QCOMPARE(after.named.size(), 3u);
    QCOMPARE(after.named[0].name, std::string("first"));
    QCOMPARE(after.named[0].by, std::string("libpfm4"));
    QCOMPARE(after.rows.size(), 3u);
    QCOMPARE(after.rows[2].named[0], 1.0);
    QVERIFY(std::isnan(after.rows[2].named[1]));
    // Both threads of the second step.
    QCOMPARE(countsOfSteps(**read)[1].named[0], record.rows[1].named[0] + 1.0);
}

void TestProcessorCounters::clocksAreKeptInTheFile()
{
    auto profile = *testing::sampleProfile();
    ProcessorRecord record;
    record.clocks = { { 3, 1.5e9, 2e9, 3.25e9 }, { 7, 1e9, 1e9, 1e9 } };
    record.threadHertz = { 3.1e9, unknownCount };
    profile.processor = std::make_shared<const ProcessorRecord>(record);
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.filePath("clocks.opscope").toStdString());
    QVERIFY(writeProfileFile(path, profile));
    const auto read = readProfileFile(path);
    QVERIFY(read && (*read)->processor);
    const auto& after = *(*read)->processor;
    QCOMPARE(after.clocks.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(after.clocks[i].processor, record.clocks[i].processor);
        QCOMPARE(after.clocks[i].least, record.clocks[i].least);
        QCOMPARE(after.clocks[i].mean, record.clocks[i].mean);
        QCOMPARE(after.clocks[i].most, record.clocks[i].most);
    }
    QCOMPARE(after.threadHertz.size(), 2u);
    QCOMPARE(after.threadHertz[0], 3.1e9);
    QVERIFY(std::isnan(after.threadHertz[1]));
}

void TestProcessorCounters::countsAreKeptInTheFile()
{
    engine::RunRequest request;
    request.model = testing::modelFromText("input x: float 1048576\n"
                                           "y = Neg(x)\n"
                                           "z = Reciprocal(y)\n"
                                           "output z");
    request.otherInputs.source = engine::InputSpec::Source::Ones;
    request.threads = 2;
    request.optimisation = engine::Optimisation::None;
    BenchmarkOptions options;
    options.runs = 3;
    options.warmUpRuns = 1;
    options.countsProcessor = true;
    const auto measured = profileRun(request, options);
    QVERIFY2(measured, measured ? "" : measured.error().message().c_str());
    const auto& profile = *measured->profile;
    QVERIFY(profile.processor != nullptr);
    const auto counted = countsOfSteps(profile);
    QCOMPARE(counted.size(), profile.steps.size());
    for (const auto& step : counted)
        QVERIFY(step.inAll(Event::MinorFaults) >= 0);
    // The runs with counters are none of the profile's runs.
    QCOMPARE(runsOf(profile, Side::Profiled).size(), 3u);
    QCOMPARE(profile.runs.size(), 1u + 3u + 3u);
    QVERIFY(!measured->result.outputs.empty());

    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.filePath("counts.opscope").toStdString());
    QVERIFY(writeProfileFile(path, profile));
    const auto read = readProfileFile(path);
    QVERIFY(read && (*read)->processor);
    const auto& before = *profile.processor;
    const auto& after = *(*read)->processor;
    QCOMPARE(after.rows.size(), before.rows.size());
    for (std::size_t i = 0; i < before.rows.size(); ++i) {
        QCOMPARE(after.rows[i].step, before.rows[i].step);
        QCOMPARE(after.rows[i].thread, before.rows[i].thread);
        for (std::size_t event = 0; event < processorEventCount; ++event) {
            const auto was = before.rows[i].counts[event];
            const auto is = after.rows[i].counts[event];
            QVERIFY(std::isnan(was) ? std::isnan(is) : was == is);
        }
    }
    QCOMPARE(after.places.size(), before.places.size());
    QCOMPARE(after.runs, before.runs);
    QCOMPARE(after.passes, before.passes);
    QCOMPARE(after.reading, before.reading);
}

QTEST_GUILESS_MAIN(TestProcessorCounters)
#include "tst_processor_counters.moc"
