// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/charts/device_charts.h"
#include "profiler/device/device_report.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"
#include "profiler/exporters/trace_slices.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/record/clock.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/findings.h"
#include "tests/support/profiler/sample_profile.h"

#include <QTemporaryDir>

#include <cstring>
#include <numeric>

using namespace profiler;

namespace {

/// Of an H200, by the figures of CUDA's occupancy calculator.
DeviceProperties bigDevice()
{
    DeviceProperties device;
    device.computeMajor = 9;
    device.multiprocessors = 132;
    device.warpsPerMultiprocessor = 64;
    device.blocksPerMultiprocessor = 32;
    device.registersPerMultiprocessor = 65'536;
    device.sharedBytesPerMultiprocessor = 233'472;
    return device;
}

KernelLaunch launchOf(std::uint32_t threads, std::uint32_t registers, std::uint32_t sharedBytes)
{
    KernelLaunch launch;
    launch.grid = { 264, 1, 1 };
    launch.block = { threads, 1, 1 };
    launch.registersPerThread = registers;
    launch.dynamicSharedBytes = sharedBytes;
    return launch;
}

/// Memory of this machine as that of a device.
class PlainBackend final : public engine::Backend {
public:
    const engine::DeviceDescription& device() const override { return m_device; }
    support::Result<std::byte*> allocate(std::uint64_t bytes) override
    {
        if (bytes > maxBytes)
            return support::failAs(support::ErrorKind::Resource, "no room");
        m_blocks.push_back(std::make_unique<std::byte[]>(bytes));
        return m_blocks.back().get();
    }
    void release(std::byte*) override { ++released; }
    std::uint64_t freeBytes() const override { return maxBytes; }
    support::Result<void> toDevice(std::byte*, const std::byte*, std::uint64_t) override
    {
        return {};
    }
    support::Result<void> toHost(std::byte*, const std::byte*, std::uint64_t) override
    {
        return {};
    }
    support::Result<void> copy(
        std::byte* target, const std::byte* source, std::uint64_t bytes) override
    {
        std::memcpy(target, source, bytes);
        return {};
    }
    support::Result<void> synchronise() override { return {}; }

    void isReal() { m_device.isEmulated = false; }

    std::uint64_t maxBytes = std::uint64_t(64) << 20;
    int released = 0;

private:
    engine::DeviceDescription m_device { engine::DeviceKind::Cuda, 0, "made up", 9, 0, 0, "GPU-1",
        true };
    std::vector<std::unique_ptr<std::byte[]>> m_blocks;
};

double agreement = 0.95; // of the module's windows
int measurements = 0;

engine::DevicePlugin measuringPlugin()
{
    engine::DevicePlugin plugin;
    plugin.measurePeaks = [](engine::Backend&) -> support::Result<engine::DevicePeaks> {
        ++measurements;
        engine::DevicePeaks peaks;
        peaks.copyBytesPerSecond = 4e12;
        peaks.copyAgreement = 0.99;
        auto& own = peaks.products.emplace_back();
        own.flopsPerSecond = 8e12;
        own.agreement = agreement;
        own.implementation = "own kernel";
        own.isLowerBound = true;
        own.reason = "cuBLASLt 13 not found";
        auto& none = peaks.products.emplace_back();
        none.precision = engine::Precision::Tf32;
        none.reason = "cuBLASLt 13 not found; our kernels have no TF32";
        return peaks;
    };
    return plugin;
}

DevicePeaks madeUpPeaks()
{
    DevicePeaks peaks;
    peaks.device = "NVIDIA made-up H200";
    peaks.uuid = "GPU-1";
    peaks.copyBytesPerSecond = 4.3e12;
    peaks.gemms = { { GemmPrecision::Fp32, 51e12, "cuBLASLt 13.1" },
        { GemmPrecision::Tf32, 410e12, "cuBLASLt 13.1" } };
    peaks.driver = "580.65.06, CUDA 13.0";
    peaks.measuredAt = 1'795'000'000;
    peaks.agreement = 0.98;
    return peaks;
}

Report reportOf(const testing::DeviceSampleShape& shape, bool hasPeaks)
{
    auto sample = testing::deviceSample(shape);
    if (hasPeaks)
        describeDevicePeaks(sample.tables.metadata, madeUpPeaks());
    return buildReport(testing::profileOf(std::move(sample)));
}

std::string exported(const Report& report, std::string_view form)
{
    const auto text = exportText(*findExporter(form), report);
    return text ? *text : std::string();
}

const DeviceVerdict* verdictOf(const Report& report, std::string_view opType)
{
    const auto& device = *report.device;
    for (std::size_t i = 0; i < device.account.operators.size(); ++i)
        if (report.profile->text(report.profile->step(device.account.operators[i].step).opType)
            == opType)
            return &device.verdicts[i];
    return nullptr;
}

} // namespace

class TestDeviceReport : public QObject {
    Q_OBJECT

private slots:
    void occupancyIsThatOfTheCalculator_data();
    void occupancyIsThatOfTheCalculator();
    void whatIsNotToldHasNoOccupancy();
    void kernelsAreSummedByName();
    void verdictsRestOnMeasuredRoofs();
    void withoutRoofsNothingIsSaidOfThem();
    void aLaunchBoundRunSaysSo();
    void lossesAreSaidFirstHand();
    void gapsMakeASecondPoint();
    void countersReplaceLeastTraffic();
    void roofsOfAProcessorAreNotThoseOfADevice();
    void peaksAreMeasuredThroughTheModule();
    void whatDisagreesIsNotKept();
    void aLowerBoundSaysSo();
    void peaksAreKeptByDevice();
    void peaksTravelWithAProfile();
    void partsOfTheAccountAddUp();
    void arrowsLeadFromCallsToTheirWork();
    void crossingSpansGetThreadsOfTheirOwn();
    void everyFormSpeaksOfTheDevice();
};

void TestDeviceReport::occupancyIsThatOfTheCalculator_data()
{
    QTest::addColumn<uint>("threads");
    QTest::addColumn<uint>("registers");
    QTest::addColumn<uint>("shared");
    QTest::addColumn<uint>("warps");
    QTest::addColumn<int>("limit");
    const auto row = [](const char* name, uint threads, uint registers, uint shared, uint warps,
                         OccupancyLimit limit) {
        QTest::newRow(name) << threads << registers << shared << warps << int(limit);
    };
    row("full", 256, 32, 0, 64, OccupancyLimit::Warps);
    row("registers", 256, 64, 0, 32, OccupancyLimit::Registers);
    row("many registers", 128, 168, 0, 12, OccupancyLimit::Registers);
    row("shared memory", 128, 168, 81'920, 8, OccupancyLimit::SharedMemory);
    row("small blocks", 32, 24, 0, 32, OccupancyLimit::Blocks);
    row("an odd block", 96, 32, 0, 63, OccupancyLimit::Warps);
    row("largest block", 1024, 64, 0, 32, OccupancyLimit::Registers);
}

void TestDeviceReport::occupancyIsThatOfTheCalculator()
{
    QFETCH(uint, threads);
    QFETCH(uint, registers);
    QFETCH(uint, shared);
    QFETCH(uint, warps);
    QFETCH(int, limit);
    const auto occupancy = occupancyOf(bigDevice(), launchOf(threads, registers, shared));
    QVERIFY(occupancy.has_value());
    QCOMPARE(occupancy->warps, warps);
    QCOMPARE(int(occupancy->limit), limit);
    QCOMPARE(occupancy->share, warps / 64.0);
    QCOMPARE(occupancy->waves, 264.0 / (occupancy->blocks * 132.0));
}

void TestDeviceReport::whatIsNotToldHasNoOccupancy()
{
    QVERIFY(!occupancyOf(bigDevice(), launchOf(128, 0, 0)));
    QVERIFY(!occupancyOf(bigDevice(), launchOf(0, 32, 0)));
    QVERIFY(!occupancyOf({}, launchOf(128, 32, 0)));
    QVERIFY(!occupancyOf(bigDevice(), launchOf(128, 32, 300'000))); // does not fit
}

void TestDeviceReport::kernelsAreSummedByName()
{
    const auto report = reportOf({}, false);
    const auto& kernels = report.device->kernels;
    QVERIFY(report.profile->text(kernels.front().name).starts_with("void cutlass"));
    QCOMPARE(kernels.front().launches, 4u);
    QCOMPARE(kernels.front().steps.size(), 4u);
    QVERIFY(kernels.front().occupancy->limit == OccupancyLimit::SharedMemory);
    std::int64_t sum = 0;
    for (const auto& row : kernels)
        sum += row.sumNs;
    QCOMPARE(sum, report.device->account.operatorsNs);
    const auto main = mainKernels(*report.profile, report.device->account.run);
    for (std::size_t i = 0; i < main.size(); ++i)
        if (report.profile->text(report.profile->steps[i].opType) == "Conv")
            QVERIFY(report.profile->text(main[i]).starts_with("sm90_xmma_fprop"));
}

void TestDeviceReport::verdictsRestOnMeasuredRoofs()
{
    const auto report = reportOf({}, true);
    QVERIFY(report.roofline.has_value());
    QCOMPARE(report.roofline->peaks.device, std::string("NVIDIA made-up H200"));
    QVERIFY(verdictOf(report, "MatMul")->bound == DeviceBound::Compute);
    QVERIFY(verdictOf(report, "Softmax")->bound == DeviceBound::Memory);
    QVERIFY(verdictOf(report, "Softmax")->text.find("4.30 TB/s") != std::string::npos);
    QVERIFY(verdictOf(report, "Add")->bound == DeviceBound::TooShort);
    for (const auto& row : report.roofline->rows)
        QVERIFY(report.profile->text(report.profile->step(row.step).device) != "cpu");
}

void TestDeviceReport::withoutRoofsNothingIsSaidOfThem()
{
    const auto report = reportOf({}, false);
    QVERIFY(!report.roofline.has_value());
    QVERIFY(verdictOf(report, "MatMul")->bound == DeviceBound::NotKnown);
    QVERIFY(report.device->whole.bound == DeviceBound::NotKnown);
    QVERIFY(report.device->whole.text.find("without measured roofs") != std::string::npos);
}

void TestDeviceReport::aLaunchBoundRunSaysSo()
{
    const auto report = reportOf({ .blocks = 12, .slower = 0.03 }, true);
    QVERIFY(report.device->whole.bound == DeviceBound::Launch);
    QVERIFY(report.device->headlines.front().starts_with("launch-bound: "));
    QVERIFY(testing::findingOf(report, "gpu-launch-gap") != nullptr);
}

void TestDeviceReport::lossesAreSaidFirstHand()
{
    const auto report = reportOf({ .lostEvery = 7 }, false);
    const auto isSaid = [](const std::string& line) {
        return line.find("without time") != std::string::npos
            && line.find("lower bounds") != std::string::npos;
    };
    QVERIFY(std::ranges::any_of(report.device->headlines, isSaid));
    QVERIFY(std::ranges::any_of(report.deviceFacts, [](const Fact& fact) {
        return fact.name == "Records lost" && fact.detail == "sums are lower bounds";
    }));
}

void TestDeviceReport::gapsMakeASecondPoint()
{
    const auto report = reportOf({ .slower = 0.3 }, true);
    std::size_t found = 0;
    for (const auto& row : report.roofline->rows) {
        if (row.withGapsFlopsPerSecond == 0)
            continue;
        ++found;
        QVERIFY(row.withGapsFlopsPerSecond < row.flopsPerSecond);
    }
    QVERIFY(found > 0);
}

void TestDeviceReport::countersReplaceLeastTraffic()
{
    auto sample = testing::deviceSample();
    describeDevicePeaks(sample.tables.metadata, madeUpPeaks());
    const auto softmax = std::ranges::find_if(sample.tables.steps, [&](const Step& step) {
        return sample.tables.text(step.opType) == "Softmax";
    }) - sample.tables.steps.begin();
    const engine::StepId step(static_cast<std::uint32_t>(softmax));
    sample.trace.metrics.names = { "dram__bytes_read.sum", "dram__bytes_write.sum" };
    sample.trace.metrics.rows = { { step, { 10e6, 5e6 } } };
    const auto report = buildReport(testing::profileOf(std::move(sample)));
    const auto row = std::ranges::find(report.roofline->rows, step, &RoofRow::step);
    QVERIFY(row != report.roofline->rows.end());
    QVERIFY(row->hasMeasuredBytes);
    QCOMPARE(row->flopsPerByte, 21e6 / 15e6);
    QCOMPARE(std::ranges::count(report.roofline->rows, true, &RoofRow::hasMeasuredBytes), 1);
}

void TestDeviceReport::roofsOfAProcessorAreNotThoseOfADevice()
{
    auto sample = testing::deviceSample();
    MachinePeaks processor;
    processor.flopsPerSecond = 1e12;
    processor.bandwidths = { { std::uint64_t(256) << 20, 1e11 } };
    describePeaks(sample.tables.metadata, processor);
    const auto profile = testing::profileOf(std::move(sample));
    const auto statistics = computeStatistics(*profile);
    QVERIFY(!rooflineOf(*profile, *statistics).has_value());
    for (const auto& row : rooflineOf(*profile, *statistics, processor).rows)
        QCOMPARE(profile->text(profile->step(row.step).device), std::string_view("cpu"));
}

void TestDeviceReport::peaksAreMeasuredThroughTheModule()
{
    PlainBackend backend;
    const auto plugin = measuringPlugin();
    const auto peaks = measureDevicePeaks(plugin, backend, "580.65");
    QVERIFY2(bool(peaks), peaks ? "" : peaks.error().message().c_str());
    QCOMPARE(peaks->device, std::string("made up"));
    QCOMPARE(peaks->driver, std::string("580.65"));
    QCOMPARE(peaks->copyBytesPerSecond, 4e12);
    QCOMPARE(peaks->agreement, 0.95); // the worst that was measured
    QVERIFY(peaks->distrust.empty());
    QCOMPARE(peaks->gemm(GemmPrecision::Fp32)->by, std::string("own kernel"));
    QVERIFY(peaks->gemm(GemmPrecision::Fp32)->isLowerBound);
    QVERIFY(peaks->gemm(GemmPrecision::Tf32) == nullptr);
    QCOMPARE(gemmText(peaks->gemms[0]),
        std::string("fp32 8.00 TFLOP/s by own kernel, a lower bound (cuBLASLt 13 not found)"));
    QCOMPARE(gemmText(peaks->gemms[1]),
        std::string("tf32 not measured (cuBLASLt 13 not found; our kernels have no TF32)"));
    QVERIFY(peaks->measuredAt > 0);
    QVERIFY(!measureDevicePeaks(engine::DevicePlugin(), backend, ""));
}

void TestDeviceReport::whatDisagreesIsNotKept()
{
    QTemporaryDir folder;
    const auto file = std::filesystem::path(folder.path().toStdString()) / "peaks.json";
    PlainBackend backend;
    backend.isReal();
    const auto plugin = measuringPlugin();
    agreement = 0.5;
    const auto busy = keptOrMeasuredPeaks(file, plugin, backend, "580.65");
    QVERIFY(bool(busy));
    QVERIFY(busy->distrust.find("something else uses the device") != std::string::npos);
    QVERIFY(!std::filesystem::exists(file));
    agreement = 0.95;
    measurements = 0;
    for (int i = 0; i < 3; ++i)
        QVERIFY(bool(keptOrMeasuredPeaks(file, plugin, backend, "580.65")));
    QCOMPARE(measurements, 1);
    QVERIFY(bool(keptOrMeasuredPeaks(file, plugin, backend, "590.10"))); // another driver
    QCOMPARE(measurements, 2);
}

void TestDeviceReport::peaksAreKeptByDevice()
{
    QTemporaryDir folder;
    const auto file
        = std::filesystem::path(folder.path().toStdString()) / "a folder" / "peaks.json";
    engine::DeviceDescription device;
    device.name = "NVIDIA made-up H200";
    const std::string driver = "580.65.06, CUDA 13.0";
    QVERIFY(!storedDevicePeaks(file, device, driver));
    QVERIFY(bool(storeDevicePeaks(file, madeUpPeaks())));
    auto other = madeUpPeaks();
    other.device = "another";
    other.uuid = "GPU-2";
    QVERIFY(bool(storeDevicePeaks(file, other)));
    const auto byName = storedDevicePeaks(file, device, driver);
    QVERIFY(byName.has_value());
    QCOMPARE(byName->gemms.size(), 2u);
    QCOMPARE(byName->gemm(GemmPrecision::Tf32)->flopsPerSecond, 410e12);
    QVERIFY(!storedDevicePeaks(file, device, "590.10, CUDA 13.2"));
    device.uuid = "GPU-2";
    QCOMPARE(storedDevicePeaks(file, device, driver)->device, std::string("another"));
    device.uuid = "GPU-3";
    QVERIFY(!storedDevicePeaks(file, device, driver));
    other.distrust = "its clock fell";
    QVERIFY(!storeDevicePeaks(file, other));
}

void TestDeviceReport::peaksTravelWithAProfile()
{
    Metadata metadata;
    QVERIFY(!devicePeaksOf(metadata));
    describeDevicePeaks(metadata, madeUpPeaks());
    const auto peaks = devicePeaksOf(metadata);
    QVERIFY(peaks.has_value());
    QCOMPARE(peaks->copyBytesPerSecond, 4.3e12);
    QCOMPARE(peaks->gemm(GemmPrecision::Fp32)->by, std::string("cuBLASLt 13.1"));
    metadata.set(keys::device, "cuda:0");
    metadata.set(keys::precision, "tf32");
    const auto roofs = knownPeaks(metadata);
    QCOMPARE(roofs->flopsPerSecond, 410e12);
    QCOMPARE(roofs->device, std::string("NVIDIA made-up H200"));
    metadata.set(keys::device, "cpu");
    const auto none = knownPeaks(metadata);
    QVERIFY(!none || none->device.empty());
}

void TestDeviceReport::aLowerBoundSaysSo()
{
    auto sample = testing::deviceSample();
    auto peaks = madeUpPeaks();
    peaks.gemms = { { GemmPrecision::Fp32, 8e12, "own kernel", true, "cuBLASLt 13 not found" },
        { GemmPrecision::Tf32, 0, "", false, "cuBLASLt 13 not found" } };
    auto& metadata = sample.tables.metadata;
    describeDevicePeaks(metadata, peaks);
    const auto roofs = knownPeaks(metadata);
    QVERIFY(roofs && roofs->isLowerBound);
    QCOMPARE(peaksTrust(*roofs).text(), std::string("lower bound, own kernel"));
    QVERIFY(whyNoRoofs(metadata).empty());
    metadata.set(keys::precision, "tf32");
    QVERIFY(!knownPeaks(metadata));
    QCOMPARE(whyNoRoofs(metadata), std::string("no product in tf32 (cuBLASLt 13 not found)"));
    const auto report = buildReport(testing::profileOf(std::move(sample)));
    QVERIFY(std::ranges::any_of(report.analysis, [](const Fact& fact) {
        return fact.name == "Peaks of this GPU"
            && fact.value == "not measured: no product in tf32 (cuBLASLt 13 not found)";
    }));
}

void TestDeviceReport::partsOfTheAccountAddUp()
{
    const auto report = reportOf({}, false);
    std::int64_t sum = 0;
    for (const auto& part : deviceAccountParts(report.device->account))
        sum += part.ns;
    QCOMPARE(sum, report.device->account.wallNs);
    QVERIFY(!deviceAccountStrip(report.device->account, 500).shapes.empty());
}

void TestDeviceReport::arrowsLeadFromCallsToTheirWork()
{
    const auto profile = testing::profileOf(testing::deviceSample());
    const auto flows = traceFlows(*profile);
    std::size_t works = 0;
    for (const auto& [call, ends] : flows) {
        works += ends.size();
        for (const auto work : ends) {
            QVERIFY(profile->slices.startNs[work] >= profile->slices.startNs[call]);
            QCOMPARE(profile->slices.step[work], profile->slices.step[call]);
        }
    }
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < profile->slices.size(); ++i)
        wanted += isDeviceWork(*profile, i) ? 1 : 0;
    QCOMPARE(works, wanted);
    QVERIFY(traceFlows(*testing::sampleProfile()).empty());
}

void TestDeviceReport::crossingSpansGetThreadsOfTheirOwn()
{
    const auto profile = testing::profileOf(testing::deviceSampleFromText(R"(
run 0 30000
  step A 0 5000
    kernel a 5000 10000 1
  step B 5000 5000
    kernel b 10000 10000 2 on 9
)"));
    const auto lanes = traceLanes(*profile);
    QCOMPARE(lanes.names.size(), profile->tracks.size() + 1);
    QCOMPARE(lanes.names.back(), std::string("operators on the device (2)"));
    QVERIFY(std::ranges::count(lanes.threads, profile->tracks.size()) == 1);
}

void TestDeviceReport::everyFormSpeaksOfTheDevice()
{
    const auto report = reportOf({ .lostEvery = 30 }, true);
    const auto has = [&](std::string_view form, std::string_view words) {
        const auto text = exported(report, form);
        const bool isThere = text.find(words) != std::string::npos;
        if (!isThere)
            qWarning("%s lacks %s", form.data(), words.data());
        return isThere;
    };
    QVERIFY(has("html", ">GPU<"));
    QVERIFY(has("html", "sm90_xmma_fprop"));
    QVERIFY(has("html", "without time"));
    QVERIFY(has("html", "hardware counters need permission"));
    QVERIFY(has("markdown", "- GPU: "));
    QVERIFY(has("json", "\"bound\":\"memory\""));
    QVERIFY(has("json", "\"without_time\":"));
    QVERIFY(has("chrome", "\"ph\":\"s\""));
    QVERIFY(has("chrome", "\"device_losses\""));
    QVERIFY(has("chrome", "cutlass_80"));
    QVERIFY(has("perfetto", "cutlass_80"));
    QVERIFY(has("perfetto", "CUPTI 13.0"));
    QVERIFY(has("csv-kernels", "copy to host"));
    const auto rows = exported(report, "csv-kernels");
    QCOMPARE(std::size_t(std::ranges::count(rows, '\n')),
        1u + report.device->account.kernels + report.device->account.copies);
}

QTEST_GUILESS_MAIN(TestDeviceReport)
#include "tst_device_report.moc"
