// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/cupti/api.h"
#include "profiler/cupti/counters.h"

#include <filesystem>

using namespace profiler;
using namespace profiler::cupti;

namespace {

/// A Range Profiler that needs so many passes, and what it was told.
struct FakeCounters {
    std::size_t passes = 1;
    int enableAnswer = 0;
    std::size_t dropped = 0;
    std::size_t passesMade = 0;
    std::size_t maxRanges = 0;
    bool isEnabled = false;
    bool hasHost = false;
    std::vector<std::string> pushed;
    std::vector<std::string> ranges; ///< of the first pass
};
FakeCounters fake;

counter::Api fakeApi()
{
    counter::Api api;
    api.initialise = [](counter::Params*) { return 0; };
    api.chipName = [](counter::ChipName* p) {
        p->chip = "GH100";
        return 0;
    };
    api.hostInitialise = [](counter::HostInitialise* p) {
        fake.hasHost = true;
        p->host = &fake;
        return 0;
    };
    api.hostDeinitialise = [](counter::HostOnly*) {
        fake.hasHost = false;
        return 0;
    };
    api.addMetrics = [](counter::AddMetrics* p) {
        for (std::size_t i = 0; i < p->count; ++i) {
            if (std::string_view(p->names[i]).starts_with("lts__"))
                return 17;
        }
        return 0;
    };
    api.configSize = [](counter::ConfigSize* p) {
        p->configBytes = 64;
        return 0;
    };
    api.configImage = [](counter::ConfigImage*) { return 0; };
    api.passes = [](counter::Passes* p) {
        p->passes = fake.passes;
        return 0;
    };
    api.evaluate = [](counter::Evaluate* p) {
        for (std::size_t i = 0; i < p->count; ++i)
            p->values[i] = static_cast<double>(100 * p->range + i);
        return 0;
    };
    api.enable = [](counter::Enable* p) {
        fake.isEnabled = fake.enableAnswer == 0;
        p->profiler = &fake;
        return fake.enableAnswer;
    };
    api.disable = [](counter::ProfilerOnly*) {
        fake.isEnabled = false;
        return 0;
    };
    api.setConfig = [](counter::SetConfig* p) {
        fake.maxRanges = p->maxRanges;
        return p->range == 2 && p->replay == 3 ? 0 : 1;
    };
    api.start = [](counter::ProfilerOnly*) { return 0; };
    api.stop = [](counter::Stop* p) {
        p->isComplete = ++fake.passesMade >= fake.passes ? 1 : 0;
        return 0;
    };
    api.pushRange = [](counter::PushRange* p) {
        fake.pushed.emplace_back(p->name);
        if (fake.passesMade == 0)
            fake.ranges.emplace_back(p->name);
        return 0;
    };
    api.popRange = [](counter::ProfilerOnly*) { return 0; };
    api.decode = [](counter::Decode* p) {
        p->dropped = fake.dropped;
        return 0;
    };
    api.imageSize = [](counter::ImageSize* p) {
        p->imageBytes = 128;
        return 0;
    };
    api.imageInitialise = [](counter::ImageInitialise*) { return 0; };
    api.imageRanges = [](counter::ImageRanges* p) {
        p->ranges = fake.ranges.size();
        return 0;
    };
    api.rangeName = [](counter::RangeName* p) {
        p->name = fake.ranges[p->range].c_str();
        return 0;
    };
    return api;
}

/// Two steps, the second with one inside.
support::Result<DeviceMetrics> measured(RangeCounters& counters, MetricSet set, int& runs)
{
    return counters.measure(set, [&]() -> support::Result<void> {
        ++runs;
        counters.push(engine::StepId(5u));
        counters.pop();
        counters.push(engine::StepId(2u));
        counters.push(engine::StepId(3u));
        counters.pop();
        counters.pop();
        return {};
    });
}

} // namespace

class TestCuptiCounters : public QObject {
    Q_OBJECT

private slots:
    void init() { fake = {}; }

    void measuresEachStepInAsManyRunsAsItTakes()
    {
        fake.passes = 3;
        const auto api = fakeApi();
        RangeCounters counters(api, nullptr, 0);
        int runs = 0;
        const auto metrics = measured(counters, MetricSet::Full, runs);
        QVERIFY(bool(metrics));
        QCOMPARE(runs, 4); // the first one counts the ranges
        QCOMPARE(metrics->passes, 3u);
        QCOMPARE(fake.maxRanges, 2u);
        QCOMPARE(fake.pushed.size(), 6u); // what is inside of a step is part of it
        QCOMPARE(metrics->rows.size(), 2u);
        QCOMPARE(metrics->rows[0].step, engine::StepId(2u));
        QCOMPARE(metrics->rows[1].step, engine::StepId(5u));
        QCOMPARE(metrics->rows[0].values.at(1), 101.0);
        // This chip has no counter of that name.
        QCOMPARE(metrics->names.size(), metricNames(MetricSet::Full).size() - 1);
        QVERIFY(!fake.isEnabled && !fake.hasHost);
        counters.push(engine::StepId(1u)); // afterwards nothing is counted
        QCOMPARE(fake.pushed.size(), 6u);
    }

    void saysWhyNot_data()
    {
        QTest::addColumn<int>("answer");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        const QString refused("hardware counters need permission; timeline and kernel times are "
                              "complete without them");
        const QString impossible("this kind of GPU partition does not allow counters (");
        QTest::newRow("no privileges") << 35 << "counters-refused" << refused;
        QTest::newRow("a virtual GPU's privileges") << 40 << "counters-refused" << refused;
        QTest::newRow("MIG") << 43 << "counters-impossible" << impossible + "a MIG partition)";
        QTest::newRow("WSL") << 45 << "counters-impossible"
                             << impossible + "Windows Subsystem for Linux)";
        QTest::newRow("confidential computing")
            << 41 << "counters-impossible" << impossible + "confidential computing)";
        QTest::newRow("anything else")
            << 8 << "counters-failed"
            << "hardware counters are not measured: CUPTI answers cuptiRangeProfilerEnable with "
               "CUPTI_ERROR_OUT_OF_MEMORY (8)";
    }
    void saysWhyNot()
    {
        QFETCH(int, answer);
        fake.enableAnswer = answer;
        const auto api = fakeApi();
        RangeCounters counters(api, nullptr, 0);
        int runs = 0;
        const auto metrics = measured(counters, MetricSet::Basic, runs);
        QVERIFY(!metrics);
        QTEST(QString::fromStdString(metrics.error().message()), "message");
        QVERIFY(counters.failure().has_value());
        QTEST(QString::fromStdString(counters.failure()->code), "code");
        QVERIFY(!fake.hasHost);
    }

    void givesUpWhenPassesDoNotEnd()
    {
        const auto api = fakeApi();
        RangeCounters counters(api, nullptr, 0);
        fake.passes = 1000;
        auto never = api;
        never.passes = [](counter::Passes* p) {
            p->passes = 2;
            return 0;
        };
        RangeCounters endless(never, nullptr, 0);
        int runs = 0;
        const auto metrics = measured(endless, MetricSet::Basic, runs);
        QVERIFY(!metrics);
        QCOMPARE(QString::fromStdString(metrics.error().message()),
            QString("hardware counters are not complete after 6 runs, expected 2"));
        QVERIFY(!fake.isEnabled);
    }

    void endsWithTheRunThatFails()
    {
        const auto api = fakeApi();
        RangeCounters counters(api, nullptr, 0);
        int runs = 0;
        const auto metrics = counters.measure(MetricSet::Basic, [&]() -> support::Result<void> {
            counters.push(engine::StepId(0u));
            if (++runs == 2)
                return support::fail("the device is gone");
            counters.pop();
            return {};
        });
        QVERIFY(!metrics);
        QCOMPARE(QString::fromStdString(metrics.error().message()), QString("the device is gone"));
        QVERIFY(!fake.isEnabled && !fake.hasHost);
    }

    void countsNothingWithoutSteps()
    {
        const auto api = fakeApi();
        RangeCounters counters(api, nullptr, 0);
        const auto metrics
            = counters.measure(MetricSet::Basic, []() -> support::Result<void> { return {}; });
        QVERIFY(!metrics);
        QCOMPARE(QString::fromStdString(metrics.error().message()),
            QString("no step of the model runs on the device"));
    }

    /// The host's side of CUPTI schedules without a GPU and without a driver.
    void schedulesTheBasicSetInOneRun_data()
    {
        QTest::addColumn<QString>("chip");
        for (const char* chip : { "TU102", "GA100", "GA102", "AD102", "GH100", "GB100" })
            QTest::newRow(chip) << chip;
    }
    void schedulesTheBasicSetInOneRun()
    {
        QFETCH(QString, chip);
#ifdef __SANITIZE_ADDRESS__
        QSKIP("CUPTI opens libnvperf_host.so with RTLD_DEEPBIND, which AddressSanitizer refuses");
#endif
        const auto loader = engine::cuda::systemLoader();
        const auto library
            = engine::cuda::openLibrary(engine::cuda::libraryRow("libcupti.so.13"), {}, loader);
        if (library.handle == nullptr)
            QSKIP("no libcupti.so.13 here");
        const auto folder = std::filesystem::path(library.state.path).parent_path();
        loader.open((folder / "libnvperf_target.so").string());
        if (loader.open((folder / "libnvperf_host.so").string()) == nullptr)
            QSKIP("no libnvperf_host.so beside libcupti.so.13");
        const counter::Api api { engine::cuda::symbolsOf(library.handle, loader) };
        QCOMPARE(api.symbols.missing(), std::string());
        const auto name = chip.toStdString();
        const auto basic = scheduleMetrics(api, name, metricNames(MetricSet::Basic));
        QVERIFY2(basic, qPrintable(QString::fromStdString(basic ? "" : basic.error().message())));
        QCOMPARE(basic->passes, 1u);
        QCOMPARE(basic->names.size(), metricNames(MetricSet::Basic).size());
        const auto full = scheduleMetrics(api, name, metricNames(MetricSet::Full));
        QVERIFY(bool(full));
        QCOMPARE(full->names.size(), metricNames(MetricSet::Full).size());
        QVERIFY(full->passes > 1 && full->passes < 20);
        auto strange = metricNames(MetricSet::Basic);
        strange.push_back("dram__no_such_counter.sum");
        const auto known = scheduleMetrics(api, name, strange);
        QVERIFY(bool(known));
        QCOMPARE(known->names.size(), strange.size() - 1);
        QVERIFY(!scheduleMetrics(api, name, { "dram__no_such_counter.sum" }));
    }

    void refusesAChipThatThereIsNot()
    {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("CUPTI opens libnvperf_host.so with RTLD_DEEPBIND, which AddressSanitizer refuses");
#endif
        const auto loader = engine::cuda::systemLoader();
        const auto library
            = engine::cuda::openLibrary(engine::cuda::libraryRow("libcupti.so.13"), {}, loader);
        if (library.handle == nullptr)
            QSKIP("no libcupti.so.13 here");
        const counter::Api api { engine::cuda::symbolsOf(library.handle, loader) };
        QVERIFY(!scheduleMetrics(api, "XX999", metricNames(MetricSet::Basic)));
    }
};

QTEST_GUILESS_MAIN(TestCuptiCounters)
#include "tst_cupti_counters.moc"
