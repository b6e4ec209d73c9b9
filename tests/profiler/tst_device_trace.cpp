// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/device/device_record.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_file.h"
#include "profiler/file/profile_rows.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/sample_profile.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

using namespace profiler;

namespace {

constexpr auto smallTrace = R"(
run 0 100000
  step MatMul 1000 6000
    call cudaLaunchKernel 2000 3000 1
    kernel gemm 6000 20000 1
  step Conv 7000 9000
    call cudaLaunchKernel 8000 3000 2
    call cudaLaunchKernel 11500 3000 3
    kernel transform 27000 3000 2
    kernel fprop 31000 9000 3
    copy set 4096 41000 500 4
  cpu NonZero 50000 4000
  loose fill 60000 100 5 on 9
  wait 62000 3000
  overhead full 70000 100
run 200000 100000
  step MatMul 201000 6000
    call cudaLaunchKernel 202000 3000 6
    kernel gemm 206000 21000 6
)";

std::shared_ptr<const Profile> fromText(std::string_view lines)
{
    return testing::profileOf(testing::deviceSampleFromText(lines));
}

/// The same where CUDA events told of steps: no kernels and copies, one span for each step.
std::shared_ptr<const Profile> fromEvents(std::string_view lines)
{
    auto sample = testing::deviceSampleFromText(lines);
    auto& trace = sample.trace;
    const auto add = [&trace](const auto& rows) {
        for (const auto& row : rows)
            trace.steps.push_back({ row.startNs, row.endNs, row.owner });
    };
    add(trace.kernels);
    add(trace.copies);
    trace.kernels.clear();
    trace.copies.clear();
    trace.calls.clear();
    return testing::profileOf(std::move(sample));
}

std::int64_t countOf(const Profile& profile, DeviceWork work)
{
    std::int64_t count = 0;
    for (std::size_t i = 0; i < profile.slices.size(); ++i)
        if (const auto row = deviceRow(profile, i); row != Slices::none)
            count += profile.device.work[row] == work ? 1 : 0;
    return count;
}

/// One line per slice with a row: track, what, name, start, duration, step, run, what is in the
/// row.
std::string deviceText(const Profile& profile)
{
    std::ostringstream text;
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto row = deviceRow(profile, i);
        if (row == Slices::none)
            continue;
        text << profile.text(profile.tracks[slices.track[i]].name) << '|'
             << deviceWorkName(profile.device.work[row]) << '|' << deviceName(profile, i) << '|'
             << slices.startNs[i] << '+' << slices.durationNs[i] << "|step "
             << static_cast<std::int32_t>(slices.step[i]) << "|run "
             << static_cast<std::int32_t>(slices.run[i]) << "|#"
             << (slices.correlation.empty() ? 0 : slices.correlation[i]);
        if (const auto* launch = launchOf(profile, i))
            text << "|grid " << launch->grid[0] << ' ' << launch->grid[1] << ' ' << launch->grid[2]
                 << " block " << launch->threadsPerBlock() << " registers "
                 << launch->registersPerThread << " shared " << launch->sharedBytes() << " node "
                 << launch->graphNode;
        if (const auto* copy = copyOf(profile, i))
            text << "|bytes " << copy->bytes << (copy->isPinned ? " pinned" : "");
        if (const auto busy = busyNsOf(profile, i); busy >= 0)
            text << "|busy " << busy;
        if (profile.device.work[row] == DeviceWork::Call)
            text << "|result " << static_cast<std::int32_t>(profile.device.place[row]);
        text << '\n';
    }
    return text.str();
}

std::string recordText(const Profile& profile)
{
    if (!profile.device.record)
        return "none";
    const auto& record = *profile.device.record;
    std::ostringstream text;
    text << record.tracer << '|' << lossesText(record.losses) << '|' << clockText(record.clock);
    for (const auto& device : record.devices)
        text << '|' << device.name << ' ' << device.uuid << ' ' << device.multiprocessors << ' '
             << device.memoryBytes << ' ' << device.clockHertz << ' ' << device.isPartition;
    for (const auto& limit : record.limits)
        text << '|' << limit.code << ' ' << limit.message << ' ' << limit.advice;
    for (const auto& row : record.metrics.rows)
        for (std::size_t i = 0; i < row.values.size(); ++i)
            text << '|' << row.step.value() << ' ' << record.metrics.names[i] << ' '
                 << row.values[i];
    return text.str();
}

std::filesystem::path pathIn(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / name;
}

} // namespace

class TestDeviceTrace : public QObject {
    Q_OBJECT

private slots:
    void aTraceBecomesSlicesOnTracks();
    void countersAndConditionsAreKept();
    void recordsWithoutTimeAreDropsAtTheirCalls();
    void runsThatWereLeftOutLeaveTheirRecordsOut();
    void equalLaunchesAreKeptOnce();
    void aMillionLaunchesStayBelowTheirBudget();
    void aFileGivesBackEveryRow();
    void smallGroupsGiveBackEveryRow();
    void bytesInMemoryGiveBackEveryRow();
    void metricsThatWereNotToldStayNotTold();
    void aFileOfVersionOneIsStillRead();
    void whatEarlierProgramsWroteIsStillRead();
    void damagedRowsAreCountedAndLeftOut();
};

void TestDeviceTrace::aTraceBecomesSlicesOnTracks()
{
    const auto profile = fromText(smallTrace);
    const std::string wanted
        = "device calls|call|cudaLaunchKernel|2000+3000|step 0|run 0|#1|result 0\n"
          "device calls|call|cudaLaunchKernel|8000+3000|step 1|run 0|#2|result 0\n"
          "device calls|call|cudaLaunchKernel|11500+3000|step 1|run 0|#3|result 0\n"
          "device calls|call|cudaLaunchKernel|202000+3000|step 0|run 1|#6|result 0\n"
          "operators on the device|operator|operator|6000+20000|step 0|run 0|#0|busy 20000\n"
          "operators on the device|operator|operator|27000+14500|step 1|run 0|#0|busy 12500\n"
          "operators on the device|operator|operator|206000+21000|step 0|run 1|#0|busy 21000\n"
          "stream 7|kernel|gemm|6000+20000|step 0|run 0|#1|grid 64 2 1 block 128 registers 32 "
          "shared 0 node 0\n"
          "stream 7|kernel|transform|27000+3000|step 1|run 0|#2|grid 64 2 1 block 128 registers 32 "
          "shared 0 node 0\n"
          "stream 7|kernel|fprop|31000+9000|step 1|run 0|#3|grid 64 2 1 block 128 registers 32 "
          "shared 0 node 0\n"
          "stream 7|set|set|41000+500|step 1|run 0|#4|bytes 4096\n"
          "stream 7|kernel|gemm|206000+21000|step 0|run 1|#6|grid 64 2 1 block 128 registers 32 "
          "shared 0 node 0\n"
          "stream 9|kernel|fill|60000+100|step -1|run 0|#5|grid 64 2 1 block 128 registers 32 "
          "shared 0 node 0\n"
          "waiting for the device|wait|wait for a stream|62000+3000|step 2|run 0|#0\n"
          "tracer and driver overhead|overhead|command buffer full|70000+100|step -1|run 0|#0\n";
    QCOMPARE(QString::fromStdString(deviceText(*profile)), QString::fromStdString(wanted));
    QVERIFY(profile->tracks[2].kind == TrackKind::Calls);
    QVERIFY(profile->tracks[3].kind == TrackKind::Operators);
    QVERIFY(profile->tracks[4].kind == TrackKind::Stream);
    QCOMPARE(profile->text(profile->tracks[4].process), std::string_view("GPU 0"));
    QCOMPARE(profile->device.record->losses.unlinked, 1u);
    QCOMPARE(profile->losses.dropped, 0u);
}

void TestDeviceTrace::countersAndConditionsAreKept()
{
    const auto profile = testing::profileOf(testing::deviceSample());
    std::map<std::string_view, const CounterSeries*> series;
    for (const auto& counter : profile->counters)
        series[profile->text(counter.name)] = &counter;
    QVERIFY(series.contains("GPU power"));
    QCOMPARE(series["GPU power"]->timeNs.front(), 0);
    QCOMPARE(profile->text(series["GPU power"]->unit), std::string_view("watts"));
    const auto& condition = profile->conditions.back();
    QCOMPARE(profile->text(condition.name), std::string_view("GPU energy"));
    QVERIFY(!condition.value.isValid());
}

void TestDeviceTrace::recordsWithoutTimeAreDropsAtTheirCalls()
{
    const auto profile = fromText(R"(
run 0 100000
  step MatMul 1000 6000
    call cudaLaunchKernel 2000 3000 1
    lost 1
run 200000 100000
  step MatMul 201000 6000
    call cudaLaunchKernel 202000 3000 6
    kernel gemm 206000 21000 6
)");
    const auto& slices = profile->slices;
    const auto drop = std::ranges::find(slices.kind, SliceKind::Drop) - slices.kind.begin();
    QVERIFY(drop < static_cast<std::ptrdiff_t>(slices.size()));
    const auto i = static_cast<std::size_t>(drop);
    QCOMPARE(slices.startNs[i], 2000);
    QCOMPARE(slices.durationNs[i], 3000);
    QCOMPARE(slices.run[i], 0u);
    QVERIFY(profile->runs[0].hasGap);
    QVERIFY(!profile->runs[1].hasGap);
    QCOMPARE(profile->losses.dropped, 1u);

    // Where every run lost something none is left out: the record says that sums are lower bounds.
    const auto all = testing::profileOf(testing::deviceSample({ .lostEvery = 5 }));
    QVERIFY(std::ranges::none_of(all->runs, &Run::hasGap));
    QVERIFY(all->device.record->losses.withoutTime > 10);
    QCOMPARE(all->losses.dropped, all->device.record->losses.withoutTime);
}

void TestDeviceTrace::runsThatWereLeftOutLeaveTheirRecordsOut()
{
    auto sample = testing::deviceSampleFromText(smallTrace);
    ProfileBuilder builder(std::move(sample.tables));
    addDeviceTrace(builder, sample.trace, { sample.zeroNs, 1 });
    const auto later = std::move(builder).build();
    QCOMPARE(countOf(*later, DeviceWork::Kernel), 1);
    QCOMPARE(countOf(*later, DeviceWork::Wait), 0);

    auto again = testing::deviceSampleFromText(smallTrace);
    ProfileBuilder other(std::move(again.tables));
    addDeviceTrace(other, again.trace, { again.zeroNs, 0, 1 });
    const auto earlier = std::move(other).build();
    QCOMPARE(countOf(*earlier, DeviceWork::Kernel), 4);
}

void TestDeviceTrace::equalLaunchesAreKeptOnce()
{
    const auto profile = testing::profileOf(testing::deviceSample());
    const auto& rows = profile->device.work;
    QVERIFY(countOf(*profile, DeviceWork::Kernel) > 150);
    QCOMPARE(std::ranges::count(rows, DeviceWork::Kernel), 8);
    QVERIFY(countOf(*profile, DeviceWork::Operator) > 150);
    QCOMPARE(std::ranges::count(rows, DeviceWork::Operator), 1);
    QCOMPARE(profile->device.launches.size(), 7u); // of eight kernels two launch alike
    QCOMPARE(profile->device.copies.size(), 2u); // large and small ones, in whichever direction
}

void TestDeviceTrace::aMillionLaunchesStayBelowTheirBudget()
{
    constexpr std::uint32_t launches = 20'000;
    constexpr std::uint32_t perRun = 1'000;
    testing::DeviceSample sample;
    ProfileBuilder tables;
    const auto cpu = tables.addTrack("CPU main", "CPU", TrackKind::Thread);
    for (std::uint32_t i = 0; i < perRun; ++i)
        tables.addStep(Step {});
    sample.trace.tracer = "made up";
    sample.trace.names = { "cudaLaunchKernel", "kernel" };
    for (std::uint32_t i = 0; i < launches; ++i) {
        const auto start = std::int64_t(i) * 1000;
        const DeviceOwner owner { engine::StepId(i % perRun), i / perRun };
        if (i % perRun == 0)
            tables.profile().runs.push_back(
                { i / perRun + 1, Side::Profiled, 0, start, 1'000'000 });
        tables.addSlice({ start, 900, i % perRun, i / perRun, cpu });
        DeviceCall call { start, start + 300, owner, 0, i + 1, 1, 0, false };
        DeviceKernel kernel;
        kernel.startNs = start + 400;
        kernel.endNs = start + 800;
        kernel.owner = owner;
        kernel.name = 1;
        kernel.correlation = i + 1;
        sample.trace.calls.push_back(call);
        sample.trace.kernels.push_back(kernel);
    }
    ProfileBuilder builder(std::move(tables.profile()));
    addDeviceTrace(builder, sample.trace, {});
    const auto profile = std::move(builder).build();
    const auto& slices = profile->slices;
    QCOMPARE(slices.size(), std::size_t(launches) * 4);
    const auto sliceBytes = sizeof(std::int64_t) + slices.durationNs.bytesEach()
        + slices.step.bytesEach() + slices.run.bytesEach() + sizeof(std::uint32_t) * 3
        + sizeof(std::uint16_t) + sizeof(SliceKind) + sizeof(engine::Phase);
    QVERIFY(slices.parent.size() == slices.size() || slices.parent.empty());
    const auto bytes = slices.size() * sliceBytes
        + profile->device.size() * (sizeof(DeviceWork) + sizeof(StringId) + sizeof(std::uint32_t))
        + profile->device.busyNs.size() * profile->device.busyNs.bytesEach()
        + profile->device.launches.size() * sizeof(KernelLaunch);
    QVERIFY2(bytes * (1'000'000 / launches) < 140'000'000,
        qPrintable(QString::number(bytes / launches) + " bytes per launch"));
}

void TestDeviceTrace::aFileGivesBackEveryRow()
{
    QTemporaryDir folder;
    for (const auto& profile : { testing::profileOf(testing::deviceSample({ .lostEvery = 9 })),
             fromText(smallTrace), fromEvents(smallTrace), testing::sampleProfile() }) {
        const auto path = pathIn(folder, "p.opscope");
        QVERIFY(bool(writeProfileFile(path, *profile)));
        const auto read = readProfileFile(path);
        QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
        QCOMPARE(QString::fromStdString(deviceText(**read)),
            QString::fromStdString(deviceText(*profile)));
        QCOMPARE(testing::profileText(**read), testing::profileText(*profile));
        QCOMPARE(recordText(**read), recordText(*profile));
        QVERIFY((*read)->device.launches == profile->device.launches);
        QVERIFY((*read)->device.copies == profile->device.copies);
        for (std::size_t i = 0; i < profile->tracks.size(); ++i)
            QVERIFY((*read)->tracks[i].kind == profile->tracks[i].kind);
    }
    // For the window and for scripts: a profile of a GPU without one.
    if (const auto keep = qEnvironmentVariable("OPSCOPE_KEEP_SAMPLES"); !keep.isEmpty())
        QVERIFY(bool(writeProfileFile(std::filesystem::path(keep.toStdString()) / "gpu.opscope",
            *testing::profileOf(testing::deviceSample()))));
}

void TestDeviceTrace::smallGroupsGiveBackEveryRow()
{
    QTemporaryDir folder;
    const auto profile = testing::profileOf(testing::deviceSample());
    const auto path = pathIn(folder, "p.opscope");
    QVERIFY(bool(writeProfileFile(path, *profile, { 37 })));
    const auto read = readProfileFile(path);
    QVERIFY(bool(read));
    QCOMPARE(deviceText(**read), deviceText(*profile));
}

void TestDeviceTrace::bytesInMemoryGiveBackEveryRow()
{
    for (const auto& profile :
        { testing::profileOf(testing::deviceSample({ .lostEvery = 9 })), fromEvents(smallTrace) }) {
        const auto bytes = profileFileBytes(*profile, profile->metadata);
        QVERIFY(bool(bytes));
        const auto read = readProfileFile(std::as_bytes(std::span(*bytes)));
        QVERIFY(bool(read));
        QCOMPARE(QString::fromStdString(deviceText(**read)),
            QString::fromStdString(deviceText(*profile)));
        QCOMPARE(recordText(**read), recordText(*profile));
    }
}

void TestDeviceTrace::metricsThatWereNotToldStayNotTold()
{
    auto sample = testing::deviceSampleFromText(smallTrace);
    sample.trace.metrics.names = { "dram__bytes_read.sum", "dram__bytes_write.sum" };
    sample.trace.metrics.rows = { { engine::StepId(1u), { 1e6, std::nan("") } } };
    sample.trace.metrics.passes = 2;
    const auto profile = testing::profileOf(std::move(sample));
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    QVERIFY(bool(writeProfileFile(path, *profile)));
    const auto read = readProfileFile(path);
    QVERIFY(bool(read));
    const auto& metrics = (*read)->device.record->metrics;
    QCOMPARE(metrics.rows.size(), 1u);
    QCOMPARE(metrics.rows[0].values[0], 1e6);
    QVERIFY(std::isnan(metrics.rows[0].values[1]));
    QCOMPARE(metrics.passes, 2u);
}

void TestDeviceTrace::aFileOfVersionOneIsStillRead()
{
    // Such files have neither the columns nor the footer's entry of a device.
    const auto profile = testing::sampleProfile();
    QTemporaryDir folder;
    const auto path = pathIn(folder, "old.opscope");
    auto entries = file::footerEntries(*profile);
    QVERIFY(!entries.contains("opscope.device"));
    entries["opscope.schema"] = R"({"version":1,"min_reader":1})";
    auto writer = file::ParquetWriter::create(
        path, std::span(file::columns).first(std::size_t(file::WorkColumn)));
    QVERIFY(bool(writer));
    QVERIFY(bool(file::appendRows(*writer, *profile, entries)));
    QVERIFY(bool(writer->finish(entries)));
    const auto read = readProfileFile(path);
    QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
    QVERIFY((*read)->device.isEmpty());
    QVERIFY((*read)->slices.detail.empty());
    QCOMPARE(testing::profileText(**read), testing::profileText(*profile));
}

/// They wrote a row for every kernel, call and operator's span, also for those that are alike.
void TestDeviceTrace::whatEarlierProgramsWroteIsStillRead()
{
    const auto wanted = fromText(smallTrace);
    const auto read = readProfileFile(testing::sourceDir() / "tests/data/profiles/device.opscope");
    QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
    QVERIFY((*read)->losses.isEmpty());
    QCOMPARE(
        QString::fromStdString(deviceText(**read)), QString::fromStdString(deviceText(*wanted)));
}

void TestDeviceTrace::damagedRowsAreCountedAndLeftOut()
{
    const auto profile = fromText(smallTrace);
    auto entries = file::footerEntries(*profile);
    auto& device = entries["opscope.device"];
    const auto launches = device.find("\"launches\":[[");
    QVERIFY(launches != device.npos);
    device.replace(launches, device.find("]]", launches) - launches + 2, "\"launches\":[]");
    std::string bytes;
    auto writer = file::ParquetWriter::toMemory(bytes, file::columns);
    QVERIFY(bool(writer));
    QVERIFY(bool(file::appendRows(*writer, *profile, entries)));
    QVERIFY(bool(writer->finish(entries)));
    const auto read = readProfileFile(std::as_bytes(std::span(bytes)));
    QVERIFY(bool(read));
    QCOMPARE((*read)->losses.unbalanced, 5u); // kernels whose launch is gone
    QCOMPARE(countOf(**read, DeviceWork::Kernel), 0);
    QCOMPARE(countOf(**read, DeviceWork::Call), 4);
}

QTEST_GUILESS_MAIN(TestDeviceTrace)
#include "tst_device_trace.moc"
