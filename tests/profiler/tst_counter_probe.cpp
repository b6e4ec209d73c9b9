// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/counters/counter_probe.h"
#include "tests/support/profiler/fake_counters.h"

#include <linux/perf_event.h>

#include <array>
#include <cerrno>

using namespace profiler;
using testing::FakeCounters;
using testing::reasonsOf;
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

} // namespace

class TestCounterProbe : public QObject {
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
    void aMachineIsMeasuredWhateverItsKernelAllows();
};

void TestCounterProbe::aRefusalIsASentence_data()
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

void TestCounterProbe::aRefusalIsASentence()
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
void TestCounterProbe::onlyTheProgramItselfIsCounted()
{
    FakeCounters fake;
    fake.refuse = [](const perf_event_attr& attr) {
        return attr.exclude_kernel == 0 || attr.exclude_hv == 0 ? EACCES : 0;
    };
    const auto support = probeCounters(fake.kernel);
    QCOMPARE(sizesOf(support), (std::vector<std::size_t> { 5, 4 }));
    QCOMPARE(fake.openEvents(), 0u);
}

void TestCounterProbe::eventsAreDividedAmongPasses_data()
{
    QTest::addColumn<int>("counters");
    QTest::addColumn<QList<int>>("sizes");
    QTest::newRow("enough") << 6 << QList<int> { 5, 4 };
    QTest::newRow("one is missing") << 4 << QList<int> { 3, 3, 3, 2 };
    QTest::newRow("two") << 2 << QList<int> { 2, 2, 2, 2, 2, 2, 2 };
    QTest::newRow("only the cycles") << 1 << QList<int> { 1 };
    QTest::newRow("none") << 0 << QList<int> {};
}

void TestCounterProbe::eventsAreDividedAmongPasses()
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

void TestCounterProbe::theEventDependsOnTheDriver()
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

void TestCounterProbe::eventsOfTheDriverAreReadFromItsFolder()
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

void TestCounterProbe::aCounterIsReadByInstruction_data()
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

void TestCounterProbe::aCounterIsReadByInstruction()
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

void TestCounterProbe::aChangingPageIsReadAgain()
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
void TestCounterProbe::withoutACounterTheSystemIsAsked()
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

void TestCounterProbe::theInstructionIsNeverTriedWithoutPermission_data()
{
    QTest::addColumn<QString>("how");
    for (const auto* how : { "page", "setting", "no page", "width", "processor" })
        QTest::newRow(how) << how;
}

void TestCounterProbe::theInstructionIsNeverTriedWithoutPermission()
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

/// On the real kernel: with counters the counts are those of a loop of known length, without them
/// there is a sentence, and the profile is complete either way.
void TestCounterProbe::aMachineIsMeasuredWhateverItsKernelAllows()
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

QTEST_GUILESS_MAIN(TestCounterProbe)
#include "tst_counter_probe.moc"
