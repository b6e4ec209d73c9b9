// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/cupti/nvml.h"

#include <atomic>
#include <cstring>

using namespace profiler;
using namespace profiler::cupti;

namespace {

/// What the fake management library answers.
struct FakeNvml {
    int initAnswer = 0;
    int deviceAnswer = 0;
    int fieldAnswer = 0;
    int temperatureAnswer = 0;
    std::atomic<int> readings { 0 };
};
FakeNvml fake;

nvml::Api fakeApi()
{
    nvml::Api api;
    api.init = [] { return fake.initAnswer; };
    api.deviceByUuid = [](const char* uuid, void** device) {
        *device = &fake;
        return std::strcmp(uuid, "GPU-1") == 0 ? fake.deviceAnswer : 6;
    };
    api.fieldValues = [](void*, int, nvml::FieldValue* value) {
        ++fake.readings;
        value->result = fake.fieldAnswer;
        value->type = value->field == nvml::powerNow ? 1 : 3;
        value->value = value->field == nvml::powerNow ? 412'300 : 9'000'000'000;
        return 0;
    };
    api.clock = [](void*, int type, std::uint32_t* megahertz) {
        *megahertz = type == nvml::multiprocessorClock ? 1980 : 3201;
        return 0;
    };
    api.temperature = [](void*, nvml::Temperature* temperature) {
        temperature->celsius = temperature->version == (12u | 1u << 24) ? 61 : -1;
        return fake.temperatureAnswer;
    };
    api.eventReasons = [](void*, std::uint64_t* bits) {
        *bits = clockEvents::powerCap | clockEvents::thermal;
        return 0;
    };
    api.memory = [](void*, nvml::MemoryUse* use) {
        use->used = use->version == (40u | 2u << 24) ? 5'000'000'000 : 0;
        return 0;
    };
    return api; // without the performance state
}

DeviceSampler::Options optionsOf(nvml::Api api)
{
    DeviceSampler::Options options;
    options.api = api;
    options.uuid = "GPU-1";
    options.every = std::chrono::milliseconds(1);
    return options;
}

QString seriesText(const DeviceSampler::Readings& readings)
{
    QStringList lines;
    for (const auto& series : readings.series)
        lines << QString("%1 %2 %3")
                     .arg(QString::fromStdString(series.name))
                     .arg(series.value.front(), 0, 'g', 10)
                     .arg(QString::fromStdString(series.unit));
    return lines.join("; ");
}

QString missingText(const DeviceSampler::Readings& readings)
{
    QStringList lines;
    for (const auto& missing : readings.missing)
        lines << QString::fromStdString(missing.name + ": " + missing.reason);
    return lines.join("; ");
}

} // namespace

class TestDeviceSampler : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        fake.initAnswer = fake.deviceAnswer = fake.fieldAnswer = fake.temperatureAnswer = 0;
        fake.readings = 0;
    }

    void readsWhatTheDeviceTells()
    {
        DeviceSampler sampler(optionsOf(fakeApi()));
        while (fake.readings < 6) { }
        const auto readings = sampler.finish();
        QCOMPARE(seriesText(readings),
            QString("power 412.3 watts; energy 9000000 joules; SM clock 1980000000 hertz; memory "
                    "clock 3201000000 hertz; temperature 61 celsius; clock event reasons 36 ; "
                    "memory in use 5000000000 bytes"));
        QCOMPARE(missingText(readings),
            QString("performance state: not supported by this driver's NVML"));
        const auto& power = readings.series.front();
        QVERIFY(power.timeNs.size() >= 3);
        QVERIFY(std::ranges::is_sorted(power.timeNs));
        QCOMPARE(power.timeNs.size(), power.value.size());
    }

    void endsWithAReasonWhereReadingThrows()
    {
        auto options = optionsOf(fakeApi());
        std::atomic<bool> hasThrown = false;
        options.onTick = [&] {
            if (!hasThrown.exchange(true))
                throw std::bad_alloc();
        };
        DeviceSampler sampler(std::move(options));
        while (!hasThrown) { }
        const auto readings = sampler.finish();
        QVERIFY(readings.series.empty());
        QVERIFY2(missingText(readings).contains("reading counters: the system gave no memory"),
            qPrintable(missingText(readings)));
    }

    void leavesOutWhatTheDeviceDoesNotTell()
    {
        fake.fieldAnswer = 3;
        fake.temperatureAnswer = 4;
        DeviceSampler sampler(optionsOf(fakeApi()));
        const auto readings = sampler.finish();
        QCOMPARE(readings.series.size(), 4u);
        QCOMPARE(missingText(readings),
            QString("power: not supported by this GPU; energy: not supported by this GPU; "
                    "temperature: this user may not read it; performance state: not supported by "
                    "this driver's NVML"));
    }

    void saysWhyNothingIsRead_data()
    {
        QTest::addColumn<int>("init");
        QTest::addColumn<int>("device");
        QTest::addColumn<bool>("isWhole");
        QTest::addColumn<QString>("whyNot");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no library") << 0 << 0 << true << "NVML not found"
                                    << "NVML not found";
        QTest::newRow("no driver") << 9 << 0 << true << ""
                                   << "the driver is not loaded";
        QTest::newRow("another GPU") << 0 << 6 << true << ""
                                     << "NVML does not know this GPU";
        QTest::newRow("an answer of no name") << 77 << 0 << true << ""
                                              << "NVML answers with error 77";
        QTest::newRow("an old library") << 0 << 0 << false << ""
                                        << "libnvidia-ml.so.1 lacks functions of NVML 2";
    }
    void saysWhyNothingIsRead()
    {
        QFETCH(int, init);
        QFETCH(int, device);
        QFETCH(bool, isWhole);
        QFETCH(QString, whyNot);
        fake.initAnswer = init;
        fake.deviceAnswer = device;
        auto options = optionsOf(isWhole ? fakeApi() : nvml::Api());
        options.whyNot = whyNot.toStdString();
        DeviceSampler sampler(std::move(options));
        const auto readings = sampler.finish();
        QVERIFY(readings.series.empty());
        QCOMPARE(readings.missing.size(), 8u);
        QTEST(QString::fromStdString(readings.missing.front().reason), "reason");
        QCOMPARE(fake.readings.load(), 0);
    }

    void ticksWithoutADevice()
    {
        std::atomic<int> ticks { 0 };
        DeviceSampler::Options options;
        options.whyNot = "not asked for";
        options.every = std::chrono::milliseconds(1);
        options.onTick = [&ticks] { ++ticks; };
        DeviceSampler sampler(std::move(options));
        while (ticks < 3) { }
        sampler.finish();
        const auto after = ticks.load();
        QVERIFY(after >= 4); // there is a last one
    }

    void endsWhenItIsForgotten()
    {
        DeviceSampler sampler(optionsOf(fakeApi()));
        while (fake.readings < 1) { }
    }
};

QTEST_GUILESS_MAIN(TestDeviceSampler)
#include "tst_device_sampler.moc"
