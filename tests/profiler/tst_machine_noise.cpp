// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/record/machine_noise.h"
#include "profiler/record/thread_affinity.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <thread>

using namespace profiler;

namespace {

void write(const QTemporaryDir& root, const QString& path, const QByteArray& text)
{
    const auto full = root.filePath(path);
    QDir().mkpath(QFileInfo(full).path());
    QFile file(full);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

/// A second on two processors: 50 ticks (half a second) of this process.
NoiseReading before() { return { 0, 10, ProcessorTicks { 1000, 100 }, 5'000, 0, 7 }; }
NoiseReading after() { return { 1'000'000'000, 10.5, ProcessorTicks { 1050, 100 }, 5'000, 0, 7 }; }

const ConditionReading& find(const std::vector<ConditionReading>& readings, std::string_view name)
{
    return *std::ranges::find(readings, name, &ConditionReading::name);
}

} // namespace

class TestMachineNoise : public QObject {
    Q_OBJECT

private slots:
    void aQuietMachineHasNoRemark();
    void whatDisturbsIsARemark_data();
    void whatDisturbsIsARemark();
    void aShortMeasurementIsNotJudged();
    void whatIsNotToldHasAReason();
    void theCountersAreThoseOfTheSystem();
    void theTextHasWhatDisturbed();
    void hugePagesOfThisProcess();
    void aThreadIsKeptAndLetGo();
};

void TestMachineNoise::aQuietMachineHasNoRemark()
{
    const auto readings = noiseBetween(before(), after(), 2);
    QCOMPARE(readings.size(), std::size_t(4));
    for (const auto& reading : readings) {
        QVERIFY2(!reading.isRemark, reading.name.c_str());
        QVERIFY2(!reading.value.empty(), reading.name.c_str());
    }
    QCOMPARE(find(readings, "other programs").value, std::string("0 of 2 processors"));
}

void TestMachineNoise::whatDisturbsIsARemark_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::newRow("other programs") << "other programs"
                                    << "1.2 of 2 processors";
    QTest::newRow("steal") << "steal"
                           << "5.0 %";
    QTest::newRow("pressure") << "waiting for a processor"
                              << "30.0 %";
    QTest::newRow("quota") << "throttling"
                           << "20.0 ms";
    QTest::newRow("heat") << "throttling"
                          << "3";
}

void TestMachineNoise::whatDisturbsIsARemark()
{
    const QString row = QTest::currentDataTag();
    auto last = after();
    if (row == "other programs")
        last.ticks->busy += 120;
    if (row == "steal") { // busy ticks include them
        last.ticks->busy += 10;
        last.ticks->steal += 10;
    }
    if (row == "pressure")
        last.pressureUs = 305'000;
    if (row == "quota")
        last.quotaUs = 20'000;
    if (row == "heat")
        last.throttles = 10;
    const auto readings = noiseBetween(before(), last, 2);
    QFETCH(QString, name);
    QFETCH(QString, value);
    for (const auto& reading : readings)
        QCOMPARE(reading.isRemark, reading.name == name.toStdString());
    QCOMPARE(find(readings, name.toStdString()).value, value.toStdString());
    QVERIFY(!find(readings, name.toStdString()).reason.empty());
}

void TestMachineNoise::aShortMeasurementIsNotJudged()
{
    auto last = after();
    last.timeNs = 100'000'000;
    last.ticks->busy += 500;
    const auto readings = noiseBetween(before(), last, 2);
    QVERIFY(find(readings, "other programs").value.empty());
    QVERIFY(find(readings, "other programs").reason.find("too short") != std::string::npos);
}

void TestMachineNoise::whatIsNotToldHasAReason()
{
    const auto readings
        = noiseBetween({ 0, 0, {}, {}, {}, {} }, { 1'000'000'000, 1, {}, {}, {}, {} }, 2);
    QCOMPARE(readings.size(), std::size_t(4));
    for (const auto& reading : readings)
        QVERIFY2(reading.value.empty() && !reading.reason.empty(), reading.name.c_str());
}

void TestMachineNoise::theCountersAreThoseOfTheSystem()
{
    QTemporaryDir root;
    write(root, "proc/stat", "cpu  100 1 20 900 5 2 3 40 0 0\ncpu0 1 2 3\n");
    write(root, "proc/pressure/cpu",
        "some avg10=12.00 avg60=1.00 avg300=0.50 total=123456\nfull avg10=0.00 total=7\n");
    write(root, "proc/self/cgroup", "0::/box/inner\n");
    write(root, "sys/fs/cgroup/cpu.stat", "usage_usec 5\nthrottled_usec\n"); // without a number
    write(root, "sys/fs/cgroup/box/inner/cpu.stat",
        "usage_usec 5\nnr_throttled 2\nthrottled_usec 777\n");
    write(root, "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "4\n");
    write(root, "sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "5\n");
    const auto reading = readNoise(root.path().toStdString());
    QCOMPARE(reading.ticks.value().busy, 166.0);
    QCOMPARE(reading.ticks.value().steal, 40.0);
    QCOMPARE(reading.pressureUs.value(), 123456.0);
    QCOMPARE(reading.quotaUs.value(), 777.0);
    QCOMPARE(reading.throttles.value(), 9.0);
    QVERIFY(reading.timeNs > 0 && reading.ownSeconds > 0);

    const auto nothing = readNoise(root.filePath("absent").toStdString());
    QVERIFY(!nothing.ticks && !nothing.pressureUs && !nothing.quotaUs && !nothing.throttles);
}

void TestMachineNoise::theTextHasWhatDisturbed()
{
    ProfileBuilder quiet;
    addConditions(quiet, noiseBetween(before(), after(), 2));
    addConditions(quiet, { { "load", "9", "other programs were working", true } });
    QCOMPARE(noiseText(quiet.profile()), std::string());
    auto last = after();
    last.ticks->busy += 130;
    last.ticks->steal += 10;
    ProfileBuilder noisy;
    addConditions(noisy, noiseBetween(before(), last, 2));
    QCOMPARE(
        noiseText(noisy.profile()), std::string("other programs 1.2 of 2 processors, steal 5.0 %"));
}

void TestMachineNoise::hugePagesOfThisProcess()
{
    QTemporaryDir root;
    QVERIFY(hugePages(root.path().toStdString()).value.empty());
    write(root, "sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    QCOMPARE(hugePages(root.path().toStdString()).value, std::string("madvise"));
    write(root, "proc/self/smaps_rollup",
        "55d0-7ffe ---p 00000000 00:00 0  [rollup]\nRss:    4096 kB\nAnonHugePages:   2048 kB\n");
    QCOMPARE(hugePages(root.path().toStdString()).value,
        std::string("madvise; 2.00 MiB of the 4.00 MiB of this process"));
}

void TestMachineNoise::aThreadIsKeptAndLetGo()
{
    std::jthread([] {
        const auto all = allowedProcessors();
        QVERIFY(!all.empty());
        {
            const std::vector<std::uint32_t> one { all.back() };
            const ThreadAffinity kept(one);
            QCOMPARE(allowedProcessors(), one);
        }
        QCOMPARE(allowedProcessors(), all);
        const ThreadAffinity any({});
        QCOMPARE(allowedProcessors(), all);
    }).join();
}

QTEST_GUILESS_MAIN(TestMachineNoise)
#include "tst_machine_noise.moc"
