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

} // namespace

/// Accounts of what a tracer's buffers hold, as they come from a GPU.
class TestRecordedAccounts : public QObject {
    Q_OBJECT

private slots:
    void everyAccountIsExact_data();
    void everyAccountIsExact();
};

void TestRecordedAccounts::everyAccountIsExact_data()
{
    QTest::addColumn<QString>("file");
    for (const auto name : testing::recordingNames())
        QTest::addRow("%s", std::string(name).c_str()) << QString::fromStdString(
            (testing::sourceDir() / "tests/data/cupti" / (std::string(name) + ".ocb")).string());
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

QTEST_GUILESS_MAIN(TestRecordedAccounts)
#include "tst_recorded_accounts.moc"
