// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/record/benchmark.h"
#include "profiler/record/clock.h"
#include "profiler/record/environment_sampler.h"
#include "tests/support/failing_memory.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace profiler;
using testing::Failing;

namespace {

void put(const QTemporaryDir& root, const QString& path, const QByteArray& text)
{
    const auto full = root.filePath(path);
    QDir().mkpath(QFileInfo(full).path());
    QFile file(full);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

const EnvironmentSampler::Series* seriesOf(
    const EnvironmentSampler::Readings& readings, std::string_view name)
{
    const auto found = std::ranges::find(readings.series, name, &EnvironmentSampler::Series::name);
    return found == readings.series.end() ? nullptr : &*found;
}

} // namespace

class TestEnvironmentSampler : public QObject {
    Q_OBJECT

private slots:
    void whatTheMachineTellsIsRead();
    void powerIsThatOfAllPackages();
    void whatItDoesNotTellHasAReason();
    void aLackOfMemoryEndsItWithAReason_data();
    void aLackOfMemoryEndsItWithAReason();
    void countersComeIntoTheProfileOfARun();
};

void TestEnvironmentSampler::whatTheMachineTellsIsRead()
{
    QTemporaryDir root;
    put(root, "proc/self/statm", "1000 250 10 1 0 100 0\n");
    put(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2600000\n");
    put(root, "sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3000000\n");
    put(root, "sys/devices/system/cpu/cpufreq/policy0/scaling_cur_freq", "1\n"); // no processor
    put(root, "sys/class/thermal/thermal_zone0/temp", "27800\n");
    put(root, "sys/class/thermal/thermal_zone1/temp", "54500\n");
    EnvironmentSampler sampler(std::chrono::milliseconds(1), root.path().toStdString());
    const auto readings = sampler.finish();
    const auto* memory = seriesOf(readings, "memory of the process");
    QVERIFY(memory != nullptr);
    QCOMPARE(memory->value.back(), 250.0 * static_cast<double>(sysconf(_SC_PAGESIZE)));
    QCOMPARE(seriesOf(readings, "clock")->value.back(), 2.8e9); // the mean
    QCOMPARE(seriesOf(readings, "temperature")->value.back(), 54.5);
    QVERIFY(std::ranges::is_sorted(memory->timeNs));
    QVERIFY(memory->timeNs.back() <= monotonicNs());
}

/// What the board takes (psys) has the packages in it already. The processors work as many seconds
/// as the packages take joules, so both series are equal, however long it takes.
void TestEnvironmentSampler::powerIsThatOfAllPackages()
{
    QTemporaryDir root;
    const auto set = [&](int busySeconds, std::array<int, 3> joules) {
        constexpr std::array names { "package-0", "package-1", "psys" };
        put(root, "proc/stat",
            "cpu " + QByteArray::number(qlonglong(busySeconds * sysconf(_SC_CLK_TCK)))
                + " 0 0 0 0 0 0 0\n");
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto folder = QStringLiteral("sys/class/powercap/intel-rapl:%1").arg(i);
            put(root, folder + "/name", QByteArray(names[i]) + "\n");
            put(root, folder + "/energy_uj", QByteArray::number(joules[i]) + "000000\n");
        }
        put(root, "sys/class/powercap/intel-rapl:0:0/energy_uj", "7\n"); // inside of package 0
    };
    set(100, { 10, 20, 30 });
    EnvironmentSampler sampler(std::chrono::milliseconds(1), root.path().toStdString());
    sampler.finish(); // what follows is counted from here
    set(103, { 11, 22, 1030 });
    const auto readings = sampler.finish();
    QVERIFY(seriesOf(readings, "power") != nullptr);
    QCOMPARE(seriesOf(readings, "power")->value.back(),
        seriesOf(readings, "processors at work")->value.back());
    QVERIFY(seriesOf(readings, "power")->value.back() > 0);
}

void TestEnvironmentSampler::whatItDoesNotTellHasAReason()
{
    QTemporaryDir root;
    EnvironmentSampler sampler(std::chrono::milliseconds(1), root.path().toStdString());
    const auto readings = sampler.finish();
    QVERIFY(readings.series.empty());
    QCOMPARE(readings.missing.size(), std::size_t(6));
    for (const auto& missing : readings.missing)
        QVERIFY(!missing.reason.empty());
}

void TestEnvironmentSampler::aLackOfMemoryEndsItWithAReason_data()
{
    QTest::addColumn<bool>("isAtTheEnd");
    QTest::newRow("in its thread") << false;
    QTest::newRow("in the last reading") << true;
}

/// A measurement is not lost because its counters are.
void TestEnvironmentSampler::aLackOfMemoryEndsItWithAReason()
{
    QFETCH(bool, isAtTheEnd);
    EnvironmentSampler::Readings readings;
    {
        std::optional<testing::FailAllocations> none;
        if (!isAtTheEnd)
            none.emplace(Failing { .where = Failing::Where::Elsewhere });
        EnvironmentSampler sampler;
        if (isAtTheEnd)
            none.emplace(Failing { .failing = 1 });
        else
            none->waitForOne();
        readings = sampler.finish();
        QVERIFY(none->failed() > 0);
    }
    QCOMPARE(readings.missing.size(), std::size_t(6));
    for (const auto& missing : readings.missing)
        QVERIFY(!missing.reason.empty());
}

void TestEnvironmentSampler::countersComeIntoTheProfileOfARun()
{
    BenchmarkOptions options;
    options.runs = 3;
    options.fewestRuns = 3;
    options.level = RecordLevel::Threads;
    const RunOnce runOnce = [](engine::Observer* observer) -> support::Result<void> {
        if (observer != nullptr) {
            observer->beginRun(0);
            observer->beginBlock();
            observer->endStep(engine::StepId(0u));
            observer->endBlock();
            observer->endRun(0);
        }
        return {};
    };
    const auto benchmark = runBenchmark(runOnce, options);
    QVERIFY(benchmark);
    ProfileBuilder builder;
    builder.addStep({});
    addBenchmark(builder, *benchmark);
    const auto profile = std::move(builder).build();
    QVERIFY(std::ranges::any_of(profile->counters, [&](const CounterSeries& series) {
        return profile->text(series.name) == "memory of the process" && !series.value.empty();
    }));
    for (const auto& run : profile->runs)
        QVERIFY(
            run.side != Side::Profiled || (run.handoverNs >= 0 && run.handoverNs <= run.wallNs));
}

QTEST_GUILESS_MAIN(TestEnvironmentSampler)
#include "tst_environment_sampler.moc"
