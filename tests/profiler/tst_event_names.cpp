// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/counters/pfm_library.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/fake_counters.h"

#include <linux/perf_event.h>

#include <array>

using namespace profiler;
using support::Result;
using testing::FakeCounters;

namespace {

constexpr const char* driversFolder = "/sys/bus/event_source/devices/";

/// Adds a driver with the field `event` in the lowest byte of config and `umask` above it.
void addDriver(FakeCounters& fake, const std::string& name, int type)
{
    const auto folder = driversFolder + name;
    fake.files[folder + "/type"] = std::to_string(type) + "\n";
    fake.files[folder + "/format/event"] = "config:0-7\n";
    fake.files[folder + "/format/umask"] = "config:8-15\n";
    fake.files[folder + "/format/split"] = "config:0-7,32-35\n";
}

QString messageFor(const FakeCounters& fake, std::string_view names, const AskLibrary& library = {})
{
    const auto found = findEvents(fake.kernel, names, library);
    return found ? QString() : QString::fromStdString(found.error().message());
}

} // namespace

class TestEventNames : public QObject {
    Q_OBJECT

private slots:
    void namesOfTheKernelAreThoseOfPerf_data();
    void namesOfTheKernelAreThoseOfPerf();
    void driversListEvents();
    void anUnknownNameIsAnErrorWithNearNames();
    void namesAreChecked_data();
    void namesAreChecked();
    void theLibraryIsAskedFirst();
    void withoutALibraryThereIsNoAnswer();
    void aLibraryThatCrashesIsAnError();
    void theRealLibraryGivesTheCodesOfTheKernel();
};

void TestEventNames::namesOfTheKernelAreThoseOfPerf_data()
{
    // Codes as `perf stat -vv -e NAME` shows them.
    QTest::addColumn<QString>("name");
    QTest::addColumn<quint32>("type");
    QTest::addColumn<quint64>("config");
    const auto row = [](const char* name, quint32 type, quint64 config) {
        QTest::newRow(name) << name << type << config;
    };
    row("cycles", 0, 0);
    row("instructions", 0, 1);
    row("cache-misses", 0, 3);
    row("branch-misses", 0, 5);
    row("ref-cycles", 0, 9);
    row("page-faults", 1, 2);
    row("task-clock", 1, 1);
    row("L1-dcache-loads", 3, 0);
    row("L1-dcache-load-misses", 3, 0x10000);
    row("L1-dcache-stores", 3, 0x100);
    row("L1-dcache-prefetches", 3, 0x200);
    row("L1-icache-load-misses", 3, 0x10001);
    row("LLC-load-misses", 3, 0x10002);
    row("LLC-store-misses", 3, 0x10102);
    row("dTLB-load-misses", 3, 0x10003);
    row("iTLB-loads", 3, 4);
    row("branch-loads", 3, 5);
    row("node-load-misses", 3, 0x10006);
}

void TestEventNames::namesOfTheKernelAreThoseOfPerf()
{
    QFETCH(QString, name);
    QFETCH(quint32, type);
    QFETCH(quint64, config);
    const FakeCounters fake;
    const auto found = findEvents(fake.kernel, name.toStdString());
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    QCOMPARE(found->size(), 1u);
    const auto& event = found->front();
    QCOMPARE(event.encoding.type, type);
    QCOMPARE(event.encoding.config, config);
    QCOMPARE(event.encoding.config1, 0u);
    QCOMPARE(event.by, std::string("the kernel"));
}

void TestEventNames::driversListEvents()
{
    FakeCounters fake;
    addDriver(fake, "cpu", 4);
    addDriver(fake, "other_core", 11);
    fake.files[std::string(driversFolder) + "cpu/events/ls_dc_accesses"] = "event=0x29,umask=0x7\n";
    fake.files[std::string(driversFolder) + "cpu/events/ls_dc_accesses.scale"] = "2\n";
    fake.files[std::string(driversFolder) + "cpu/events/in_parts"] = "split=0x1\n";
    fake.files[std::string(driversFolder) + "other_core/events/ls_dc_accesses"] = "event=0x01\n";
    const auto found
        = findEvents(fake.kernel, "ls_dc_accesses,cache-misses,other_core/ls_dc_accesses/");
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    QCOMPARE(found->size(), 3u);
    QCOMPARE((*found)[0].encoding.type, 4u);
    QCOMPARE((*found)[0].encoding.config, 0x729u);
    QCOMPARE((*found)[0].by, std::string("the driver cpu"));
    QCOMPARE((*found)[2].encoding.type, 11u);
    QCOMPARE((*found)[2].encoding.config, 1u);
    QVERIFY(messageFor(fake, "in_parts").contains("only libpfm4 places"));
    QVERIFY(messageFor(fake, "ls_dc_accesses.scale").contains("is not known here"));
    // The controller of the memory counts for the whole machine.
    QVERIFY(messageFor(fake, "cas_count_read").contains("is not known here"));
    QVERIFY(messageFor(fake, "uncore_imc_0/cas_count_read/").contains("is not known here"));
}

void TestEventNames::anUnknownNameIsAnErrorWithNearNames()
{
    FakeCounters fake;
    addDriver(fake, "cpu", 4);
    fake.files[std::string(driversFolder) + "cpu/events/mem_load_retired_l3_miss"] = "event=0xd1\n";
    const auto typo = messageFor(fake, "cache-mises");
    QVERIFY2(typo.contains("\"cache-mises\" is not known here; names near it: cache-misses"),
        qPrintable(typo));
    QVERIFY2(typo.contains("libpfm4, which knows more, is not installed"), qPrintable(typo));
    const auto part = messageFor(fake, "l3_miss");
    QVERIFY2(part.contains("mem_load_retired_l3_miss"), qPrintable(part));
}

void TestEventNames::namesAreChecked_data()
{
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("message");
    QTest::newRow("none") << ""
                          << "0 characters";
    QTest::newRow("an empty one") << "cycles,,instructions"
                                  << "0 characters";
    QTest::newRow("at the end") << "cycles,"
                                << "0 characters";
    QTest::newRow("twice") << "cycles,instructions,cycles"
                           << "named twice";
    QTest::newRow("long") << QString(201, u'a') << "201 characters";
    QTest::newRow("a path") << "../../../../etc/passwd"
                            << "not known";
    QTest::newRow("a path as driver") << "../cpu/x/"
                                      << "not known";
    QTest::newRow("slashes") << "//"
                             << "not known";
    QTest::newRow("in the kernel") << "context-switches"
                                   << "leave it out";
    QTest::newRow("migrations") << "cpu-migrations"
                                << "leave it out";
    QStringList many;
    for (int i = 0; i < 65; ++i)
        many << QStringLiteral("e%1").arg(i);
    QTest::newRow("many") << many.join(u',') << "more than 64";
}

void TestEventNames::namesAreChecked()
{
    QFETCH(QString, names);
    QFETCH(QString, message);
    const FakeCounters fake;
    const auto found = messageFor(fake, names.toStdString());
    QVERIFY2(found.contains(message), qPrintable(found));
}

void TestEventNames::theLibraryIsAskedFirst()
{
    const FakeCounters fake;
    const AskLibrary library = [](std::span<const std::string> names) {
        std::vector<Result<EventEncoding>> answers;
        for (const auto& name : names)
            answers.push_back(name == "skx::L3_MISS"
                    ? Result<EventEncoding>(EventEncoding { 4, 0x20d1, 7, 8 })
                    : Result<EventEncoding>(support::fail("event not found")));
        return answers;
    };
    const auto found = findEvents(fake.kernel, "skx::L3_MISS,cycles", library);
    QVERIFY(found);
    QCOMPARE((*found)[0].by, std::string("libpfm4"));
    QCOMPARE((*found)[0].encoding.config1, 7u);
    QCOMPARE((*found)[1].by, std::string("the kernel"));
    const auto unknown = messageFor(fake, "skx::L4_MISS", library);
    QVERIFY2(unknown.contains("libpfm4: event not found"), qPrintable(unknown));
}

void TestEventNames::withoutALibraryThereIsNoAnswer()
{
    const std::array<std::string, 1> names { "cycles" };
    QVERIFY(askPfmLibrary(names, "/no/such/library.so").empty());
    QVERIFY(askPfmLibrary(names, "libc.so.6").empty()); // has none of its functions
}

void TestEventNames::aLibraryThatCrashesIsAnError()
{
    const auto file = (testing::buildDir() / "tests/engines/fake_pfm.so").string();
    const std::array<std::string, 2> names { "fake::KNOWN", "fake::OTHER" };
    const auto answers = askPfmLibrary(names, file);
    QCOMPARE(answers.size(), 2u);
    QVERIFY(answers[0]);
    QCOMPARE(answers[0]->type, 4u);
    QCOMPARE(answers[0]->config, 0xffff'ffff'ffff'ffffULL);
    QCOMPARE(answers[0]->config1, 1u);
    QCOMPARE(answers[0]->config2, 2u);
    QVERIFY(!answers[1]);
    QVERIFY(answers[1].error().message().find('\n') == std::string::npos);

    const std::array<std::string, 2> fatal { "fake::KNOWN", "crash" };
    const auto crashed = askPfmLibrary(fatal, file);
    QCOMPARE(crashed.size(), 2u);
    for (const auto& answer : crashed)
        QVERIFY(
            !answer && answer.error().message().find("crashed (signal 9)") != std::string::npos);
}

/// The codes are those of linux/perf_event.h, which libpfm4 has under names of its own.
void TestEventNames::theRealLibraryGivesTheCodesOfTheKernel()
{
    const std::array<std::string, 4> names { "perf::PERF_COUNT_HW_INSTRUCTIONS",
        "perf::PERF_COUNT_HW_CACHE_L1D:READ:MISS", "perf::PERF_COUNT_SW_PAGE_FAULTS",
        "no_such_event" };
    const auto answers = askPfmLibrary(names);
    if (answers.empty())
        QSKIP("libpfm4 (libpfm.so.4) is not installed");
    QCOMPARE(answers.size(), names.size());
    const std::array<std::pair<std::uint32_t, std::uint64_t>, 3> codes { {
        { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
        { PERF_TYPE_HW_CACHE,
            PERF_COUNT_HW_CACHE_L1D | PERF_COUNT_HW_CACHE_OP_READ << 8
                | PERF_COUNT_HW_CACHE_RESULT_MISS << 16 },
        { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
    } };
    for (std::size_t i = 0; i < codes.size(); ++i) {
        QVERIFY2(answers[i], answers[i] ? "" : answers[i].error().message().c_str());
        QCOMPARE(answers[i]->type, codes[i].first);
        QCOMPARE(answers[i]->config, codes[i].second);
    }
    QVERIFY(!answers[3] && !answers[3].error().message().empty());
}

QTEST_GUILESS_MAIN(TestEventNames)
#include "tst_event_names.moc"
