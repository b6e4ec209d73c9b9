// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/device/device_account.h"
#include "profiler/device/device_record.h"
#include "profiler/device/device_trace.h"
#include "profiler/file/profile_file.h"
#include "tests/support/gpu/fake_recordings.h"
#include "tests/support/gpu/fake_trace_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>

#include <algorithm>
#include <numeric>

using namespace profiler;

namespace {

/// A profile of what was recorded: its runs are the windows, its steps those that anything names.
std::shared_ptr<const Profile> profileOf(const DeviceTrace& trace)
{
    ProfileBuilder builder;
    std::uint32_t steps = 0;
    const auto count = [&](const auto& rows) {
        for (const auto& row : rows)
            if (row.owner.step.isValid())
                steps = std::max(steps, row.owner.step.value() + 1);
    };
    count(trace.kernels);
    count(trace.copies);
    count(trace.calls);
    for (std::uint32_t i = 0; i < steps; ++i)
        builder.addStep(Step());
    const auto zero = trace.windows.empty() ? 0 : trace.windows.front().startNs;
    for (const auto& window : trace.windows) {
        auto& runs = builder.profile().runs;
        while (runs.size() <= window.iteration)
            runs.push_back({ static_cast<std::uint32_t>(runs.size() + 1), Side::Unprofiled });
        auto& run = runs[window.iteration];
        run.side = Side::Profiled;
        run.startNs = window.startNs - zero;
        run.wallNs = window.endNs - window.startNs;
    }
    addDeviceTrace(builder, trace, { zero });
    return std::move(builder).build();
}

QString fileOf(const std::string& recording)
{
    const auto folder = testing::sourceDir() / "tests/data/cupti";
    return QString::fromStdString((folder / (recording + ".ocb")).string());
}

} // namespace

/// Accounts of what a tracer's buffers hold, as they come from a GPU.
class TestRecordedAccounts : public QObject {
    Q_OBJECT

private slots:
    void everyAccountIsExact_data();
    void everyAccountIsExact();
    void linksAllWorkOfAnH200_data();
    void linksAllWorkOfAnH200();
};

void TestRecordedAccounts::everyAccountIsExact_data()
{
    QTest::addColumn<QString>("file");
    for (const auto name : testing::recordingNames())
        QTest::addRow("%s", std::string(name).c_str()) << fileOf(std::string(name));
    for (const char* name : { "h200_stream", "h200_graph", "h200_decoder", "h200_control_flow" })
        QTest::addRow("%s", name) << fileOf(name);
}

void TestRecordedAccounts::everyAccountIsExact()
{
    QFETCH(QString, file);
    const auto trace = testing::replayedFile(std::filesystem::path(file.toStdString()));
    QVERIFY2(bool(trace), trace ? "" : trace.error().message().c_str());
    QVERIFY(!trace->windows.empty());
    const auto profile = profileOf(*trace);
    QVERIFY(hasDeviceWork(*profile));
    for (const auto& window : trace->windows) {
        const auto account = deviceAccount(*profile, window.iteration);
        QCOMPARE(account.operatorsNs + account.copiesNs + account.setsNs + account.unattributedNs
                - account.overlapNs,
            account.busyNs);
        QCOMPARE(std::accumulate(account.gapNs.begin(), account.gapNs.end(), account.busyNs),
            window.endNs - window.startNs);
    }
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.filePath("p.opscope").toStdString());
    QVERIFY(bool(writeProfileFile(path, *profile)));
    const auto read = readProfileFile(path);
    QVERIFY(bool(read));
    QVERIFY((*read)->slices.startNs == profile->slices.startNs);
    QVERIFY(std::ranges::equal((*read)->slices.durationNs, profile->slices.durationNs));
    QVERIFY((*read)->device.launches == profile->device.launches);
    QCOMPARE((*read)->device.size(), profile->device.size());
    QCOMPARE(
        lossesText((*read)->device.record->losses), lossesText(profile->device.record->losses));
}

/// Recordings of CUPTI 13.0.1 on an NVIDIA H200: residual-cnn launch by launch and as a CUDA graph,
/// tiny-decoder and control-flow; three runs of each.
void TestRecordedAccounts::linksAllWorkOfAnH200_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("kernels"); // of each run, as the machine's own report had them
    QTest::addColumn<int>("copies");
    QTest::newRow("stream") << fileOf("h200_stream") << 37 << 2;
    QTest::newRow("graph") << fileOf("h200_graph") << 37 << 2;
    QTest::newRow("decoder") << fileOf("h200_decoder") << 104 << 5;
    QTest::newRow("control flow") << fileOf("h200_control_flow") << 6 << 8;
}

void TestRecordedAccounts::linksAllWorkOfAnH200()
{
    QFETCH(QString, file);
    QFETCH(int, kernels);
    QFETCH(int, copies);
    const auto trace = testing::replayedFile(std::filesystem::path(file.toStdString()));
    QVERIFY2(bool(trace), trace ? "" : trace.error().message().c_str());
    QCOMPARE(trace->windows.size(), std::size_t(3));
    QCOMPARE(lossesText(trace->losses), std::string());
    QVERIFY(std::ranges::all_of(
        trace->kernels, [](const DeviceKernel& row) { return row.owner.step.isValid(); }));
    const auto profile = profileOf(*trace);
    for (const auto& window : trace->windows) {
        const auto account = deviceAccount(*profile, window.iteration);
        QCOMPARE(account.kernels, static_cast<std::uint32_t>(kernels));
        QCOMPARE(account.copies, static_cast<std::uint32_t>(copies));
        QCOMPARE(account.unattributedNs, std::int64_t(0));
        QCOMPARE(account.gapOf(GapCause::Unknown), std::int64_t(0));
        QCOMPARE(account.gapOf(GapCause::Lost), std::int64_t(0));
        const auto ofSteps = std::accumulate(account.operators.begin(), account.operators.end(), 0u,
            [](std::uint32_t sum, const DeviceOperator& row) { return sum + row.kernels; });
        QCOMPARE(ofSteps, static_cast<std::uint32_t>(kernels));
    }
}

QTEST_GUILESS_MAIN(TestRecordedAccounts)
#include "tst_recorded_accounts.moc"
