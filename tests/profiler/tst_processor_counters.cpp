// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/plan/engine.h"
#include "profiler/counters/count_runs.h"
#include "profiler/counters/processor_topology.h"
#include "profiler/counters/step_counter.h"
#include "profiler/counters/system_events.h"
#include "profiler/file/profile_file.h"
#include "profiler/record/profile_run.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/profiler/fake_counters.h"

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
using Event = ProcessorEvent;

namespace {

constexpr std::array cyclesOnly { EventCode {
    Event::Cycles, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES } };

std::vector<std::size_t> sizesOf(const CounterSupport& support)
{
    std::vector<std::size_t> sizes;
    for (const auto& pass : support.passes)
        sizes.push_back(pass.size());
    return sizes;
}

/// Returns the code that the probe took for an event; null if there is none.
const EventCode* codeFor(const CounterSupport& support, Event event)
{
    for (const auto& pass : support.passes)
        for (const auto& code : pass)
            if (code.event == event)
                return &code;
    return nullptr;
}

std::string reasonsOf(std::span<const MissingCounter> missing)
{
    std::string text;
    for (const auto& counter : missing)
        text += counter.name + ": " + counter.reason + "\n";
    return text;
}

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
    void aRefusalIsASentence_data();
    void aRefusalIsASentence();
    void onlyTheProgramItselfIsCounted();
    void eventsAreDividedAmongPasses_data();
    void eventsAreDividedAmongPasses();
    void theEventDependsOnTheDriver();
    void eventsOfTheDriverAreReadFromItsFolder();
    void aCounterIsReadByInstruction_data();
    void aCounterIsReadByInstruction();
    void aChangingPageIsReadAgain();
    void withoutACounterTheSystemIsAsked();
    void theInstructionIsNeverTriedWithoutPermission_data();
    void theInstructionIsNeverTriedWithoutPermission();
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
    void aMachineIsMeasuredWhateverItsKernelAllows();
    void countsAreKeptInTheFile();
};

void TestProcessorCounters::aRefusalIsASentence_data()
{
    QTest::addColumn<int>("error");
    QTest::addColumn<QString>("paranoid");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("todo");
    QTest::newRow("no counters") << ENOENT << "2"
                                 << "ENOENT"
                                 << "virtual PMU";
    QTest::newRow("no device") << ENODEV << "2"
                               << "ENODEV"
                               << "virtual PMU";
    QTest::newRow("not supported") << EOPNOTSUPP << "2"
                                   << "EOPNOTSUPP"
                                   << "virtual PMU";
    QTest::newRow("paranoid") << EACCES << "4"
                              << "perf_event_paranoid is 4"
                              << "sysctl";
    QTest::newRow("container") << EPERM << "2"
                               << "perf_event_paranoid is 2"
                               << "CAP_PERFMON";
    QTest::newRow("no setting") << EPERM << ""
                                << "cannot be read"
                                << "CAP_PERFMON";
    QTest::newRow("no call") << ENOSYS << "2"
                             << "ENOSYS"
                             << "container";
    QTest::newRow("descriptors") << EMFILE << "2"
                                 << "EMFILE"
                                 << "ulimit -n";
    QTest::newRow("taken") << EBUSY << "2"
                           << "EBUSY"
                           << "end other profilers";
    QTest::newRow("unknown") << EIO << "2"
                             << "Input/output error"
                             << "";
}

void TestProcessorCounters::aRefusalIsASentence()
{
    QFETCH(int, error);
    QFETCH(QString, paranoid);
    FakeCounters fake;
    if (!paranoid.isEmpty())
        fake.files["/proc/sys/kernel/perf_event_paranoid"] = paranoid.toStdString() + "\n";
    fake.refuse = [&](const perf_event_attr&) { return error; };
    const auto support = probeCounters(fake.kernel);
    QVERIFY(support.passes.empty());
    QCOMPARE(support.reading, CounterReading::None);
    QCOMPARE(support.missing.size(), 1u);
    const auto text = QString::fromStdString(support.missing.front().reason);
    QFETCH(QString, found);
    QFETCH(QString, todo);
    QVERIFY2(text.contains(found), qPrintable(text));
    QVERIFY2(text.contains(todo), qPrintable(text));
    QCOMPARE(fake.openEvents(), 0u);
}

/// The rules of Linux without rights: events in the kernel are refused, those of the user are not.
void TestProcessorCounters::onlyTheProgramItselfIsCounted()
{
    FakeCounters fake;
    fake.refuse = [](const perf_event_attr& attr) {
        return attr.exclude_kernel == 0 || attr.exclude_hv == 0 ? EACCES : 0;
    };
    const auto support = probeCounters(fake.kernel);
    QCOMPARE(sizesOf(support), (std::vector<std::size_t> { 5, 4 }));
    QCOMPARE(fake.openEvents(), 0u);
}

void TestProcessorCounters::eventsAreDividedAmongPasses_data()
{
    QTest::addColumn<int>("counters");
    QTest::addColumn<QList<int>>("sizes");
    QTest::newRow("enough") << 6 << QList<int> { 5, 4 };
    QTest::newRow("one is missing") << 4 << QList<int> { 3, 3, 3, 2 };
    QTest::newRow("two") << 2 << QList<int> { 2, 2, 2, 2, 2, 2, 2 };
    QTest::newRow("only the cycles") << 1 << QList<int> { 1 };
    QTest::newRow("none") << 0 << QList<int> {};
}

void TestProcessorCounters::eventsAreDividedAmongPasses()
{
    QFETCH(int, counters);
    QFETCH(QList<int>, sizes);
    FakeCounters fake;
    fake.counters = static_cast<std::size_t>(counters);
    const auto support = probeCounters(fake.kernel);
    const auto found = sizesOf(support);
    QCOMPARE(QList<int>(found.begin(), found.end()), sizes);
    for (const auto& pass : support.passes)
        QCOMPARE(pass.front().event, Event::Cycles);
    QCOMPARE(support.missing.size(), counters == 0 ? 1u : counters == 1 ? 7u : 0u);
}

void TestProcessorCounters::theEventDependsOnTheDriver()
{
    FakeCounters fake;
    const auto knowsOnly = [](std::uint64_t misses) {
        return [misses](const perf_event_attr& attr) {
            const bool isKnown = attr.type == PERF_TYPE_HARDWARE
                && (attr.config <= PERF_COUNT_HW_INSTRUCTIONS || attr.config == misses);
            return isKnown ? 0 : attr.type == PERF_TYPE_HARDWARE ? ENOENT : EINVAL;
        };
    };
    fake.refuse = knowsOnly(PERF_COUNT_HW_CACHE_MISSES);
    fake.files["/proc/cpuinfo"] = "processor\t: 0\nvendor_id\t: GenuineIntel\n";
    const auto others = probeCounters(fake.kernel);
    QVERIFY(codeFor(others, Event::LastLevelMisses) && !codeFor(others, Event::L2Misses));
    QVERIFY(reasonsOf(others.missing).find("L2 misses: the driver") != std::string::npos);

    fake.files["/proc/cpuinfo"] = "processor\t: 0\nvendor_id\t: AuthenticAMD\n";
    const auto amd = probeCounters(fake.kernel);
    QVERIFY(!codeFor(amd, Event::LastLevelMisses) && codeFor(amd, Event::L2Misses));
}

void TestProcessorCounters::eventsOfTheDriverAreReadFromItsFolder()
{
    FakeCounters fake;
    const std::string folder = "/sys/bus/event_source/devices/armv8_pmuv3_0";
    fake.files[folder + "/type"] = "10\n";
    fake.files[folder + "/format/event"] = "config:0-15\n";
    fake.files[folder + "/format/umask"] = "config:8-15\n";
    fake.files[folder + "/format/split"] = "config:0-7,32-35\n";
    fake.files[folder + "/events/l2d_cache_refill"] = "event=0x17,umask=0x2\n";
    fake.files[folder + "/events/stall_backend"] = "split=0x24\n"; // a field in two parts
    fake.files[folder + "/events/stall_frontend"] = "event=0x23,other=1\n"; // no such field
    fake.refuse = [](const perf_event_attr& attr) {
        return attr.type == PERF_TYPE_HARDWARE && attr.config > PERF_COUNT_HW_INSTRUCTIONS ? ENOENT
                                                                                           : 0;
    };
    const auto support = probeCounters(fake.kernel);
    const auto* code = codeFor(support, Event::L2Misses);
    QVERIFY(code != nullptr);
    QCOMPARE(code->type, 10u);
    QCOMPARE(code->config, 0x217u);
    QVERIFY(!codeFor(support, Event::BackendStalls) && !codeFor(support, Event::FrontendStalls));
}

void TestProcessorCounters::aCounterIsReadByInstruction_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<quint64>("counter");
    QTest::addColumn<quint64>("count");
    QTest::newRow("40 bits") << 40 << qint64(100) << quint64(23) << quint64(123);
    // Linux starts a counter below zero, so that it overflows after a period.
    QTest::newRow("40 bits, negative")
        << 40 << (qint64(1) << 39) << ((quint64(1) << 40) - (quint64(1) << 39) + 5) << quint64(5);
    QTest::newRow("48 bits, negative")
        << 48 << qint64(1000) << ((quint64(1) << 48) - 1) << quint64(999);
    QTest::newRow("48 bits, high bits are not part of it")
        << 48 << qint64(7) << (quint64(0xabcd) << 48 | 3) << quint64(10);
    QTest::newRow("64 bits") << 64 << qint64(-1) << quint64(11) << quint64(10);
}

void TestProcessorCounters::aCounterIsReadByInstruction()
{
    QFETCH(int, width);
    QFETCH(qint64, offset);
    QFETCH(quint64, counter);
    QFETCH(quint64, count);
    FakeCounters fake;
    fake.allowInstruction(static_cast<std::uint16_t>(width));
    fake.kernel.rdpmc = [&](std::uint32_t) { return counter; };
    const auto group = EventGroup::open(fake.kernel, cyclesOnly, CounterReading::Instruction);
    QVERIFY(group);
    QCOMPARE(group->reading(), CounterReading::Instruction);
    fake.lastPage()->offset = offset;
    std::array<std::uint64_t, 1> counts {};
    QVERIFY(group->read(counts));
    QCOMPARE(counts[0], count);
}

void TestProcessorCounters::aChangingPageIsReadAgain()
{
    FakeCounters fake;
    fake.allowInstruction(48);
    int readings = 0;
    fake.kernel.rdpmc = [&](std::uint32_t) -> std::uint64_t {
        if (++readings > 3)
            return 1;
        fake.lastPage()->lock += 1; // the kernel moves the event meanwhile
        fake.lastPage()->offset += 1000;
        return 500; // of the counter before
    };
    const auto group = EventGroup::open(fake.kernel, cyclesOnly, CounterReading::Instruction);
    std::array<std::uint64_t, 1> counts {};
    QVERIFY(group && group->read(counts));
    QCOMPARE(readings, 4);
    QCOMPARE(counts[0], 3001u);
}

/// After a migration an event may have no counter for a while. A page that never stands still is
/// given up too.
void TestProcessorCounters::withoutACounterTheSystemIsAsked()
{
    FakeCounters fake;
    fake.allowInstruction(48);
    int readings = 0;
    fake.kernel.rdpmc = [&](std::uint32_t) -> std::uint64_t {
        ++readings;
        fake.lastPage()->lock += 1;
        return 0;
    };
    const auto group = EventGroup::open(fake.kernel, cyclesOnly, CounterReading::Instruction);
    std::array<std::uint64_t, 1> counts {};
    QVERIFY(group && group->read(counts));
    QVERIFY(readings > 10);
    QCOMPARE(fake.groupReads, 1);
    readings = 0;
    fake.lastPage()->index = 0;
    QVERIFY(group->read(counts));
    QCOMPARE(readings, 0);
    QCOMPARE(fake.groupReads, 2);
}

void TestProcessorCounters::theInstructionIsNeverTriedWithoutPermission_data()
{
    QTest::addColumn<QString>("how");
    for (const auto* how : { "page", "setting", "no page", "width", "processor" })
        QTest::newRow(how) << how;
}

void TestProcessorCounters::theInstructionIsNeverTriedWithoutPermission()
{
    QFETCH(QString, how);
    FakeCounters fake;
    bool isTried = false;
    if (how != "page")
        fake.allowInstruction(how == "width" ? 0 : 48);
    fake.kernel.rdpmc = [&](std::uint32_t) {
        isTried = true;
        return std::uint64_t(0);
    };
    if (how == "setting")
        fake.files["/sys/bus/event_source/devices/cpu/rdpmc"] = "0\n";
    if (how == "no page")
        fake.kernel.map = [](int) { return nullptr; };
    if (how == "processor")
        fake.kernel.rdpmc = nullptr;
    const auto support = probeCounters(fake.kernel);
    QVERIFY(!support.passes.empty());
    QCOMPARE(support.reading, CounterReading::Call);
    QVERIFY(support.readNs > 0);
    QVERIFY(!isTried);
}

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

/// On the real kernel: with counters the counts are those of a loop of known length, without them
/// there is a sentence, and the profile is complete either way.
void TestProcessorCounters::aMachineIsMeasuredWhateverItsKernelAllows()
{
    const auto support = probeCounters(systemCounterKernel());
    if (support.passes.empty()) {
        QCOMPARE(support.missing.size(), 1u);
        QVERIFY(support.missing.front().reason.size() > 40);
        qInfo("no counters here: %s", support.missing.front().reason.c_str());
        return;
    }
    qInfo("a reading of %zu events takes %.0f ns", support.passes.front().size(), support.readNs);
    constexpr std::uint64_t loops = 10'000'000;
    auto group = EventGroup::open(systemCounterKernel(), support.passes.front(), support.reading);
    QVERIFY(group);
    std::array<std::uint64_t, 1 + eventsPerPass> before {};
    std::array<std::uint64_t, 1 + eventsPerPass> after {};
    QVERIFY(group->read(before));
    for (std::uint64_t i = 0; i < loops; ++i)
        asm volatile("" ::"r"(i)); // at least an addition, a comparison and a jump
    QVERIFY(group->read(after));
    QVERIFY(after[0] - before[0] > loops / 8);
    QVERIFY(after[1] - before[1] >= 2 * loops && after[1] - before[1] < 20 * loops);
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
