#include <QTest>

#include "profiler/device/device_notes.h"
#include "profiler/device/device_record.h"
#include "profiler/tables/profile_builder.h"

using namespace profiler;

namespace {

constexpr std::int64_t runNs = 1'000;

/// Warm-up and four runs, one after the other, of a device that told of itself.
ProfileBuilder runs()
{
    ProfileBuilder builder;
    for (std::uint32_t i = 0; i < 5; ++i) {
        Run run;
        run.number = i + 1;
        run.side = i == 0 ? Side::WarmUp : Side::Profiled;
        run.startNs = i * runNs;
        run.wallNs = runNs;
        builder.profile().runs.push_back(run);
    }
    return builder;
}

std::shared_ptr<const Profile> withRecord(DeviceRecord record)
{
    auto builder = runs();
    builder.profile().device.record = std::make_shared<const DeviceRecord>(std::move(record));
    return std::move(builder).build();
}

QString textOf(const Profile& profile)
{
    QStringList lines;
    for (const auto& note : deviceNotes(profile))
        lines << QString::fromStdString(note.code + ": " + note.message);
    return lines.join(u'\n');
}

} // namespace

/// What has to be known before figures of a device are trusted.
class TestDeviceNotes : public QObject {
    Q_OBJECT

private slots:
    void aRunOnTheCpuHasNone() { QVERIFY(deviceNotes(*runs().build()).empty()); }

    void whatTheTracerCouldNotTellIsToldInItsWords()
    {
        DeviceRecord record;
        record.limits = { { "tracer-taken", "kernel timing is taken by \"nsys\"", "close it" } };
        const auto notes = deviceNotes(*withRecord(record));
        QCOMPARE(notes.size(), std::size_t(1));
        QVERIFY(notes.front() == record.limits.front());
    }

    void lossesAreToldOnce()
    {
        DeviceRecord record;
        record.losses.droppedRecords = 12;
        QCOMPARE(textOf(*withRecord(record)),
            QStringLiteral("records-lost: records of the GPU are incomplete: 12 dropped; totals "
                           "are lower bounds"));
        record.limits = { { "records-lost", "12 of 3400 kernel records lost", "" } };
        QCOMPARE(textOf(*withRecord(record)),
            QStringLiteral("records-lost: 12 of 3400 kernel records lost"));
    }

    void workOfNoOperatorIsNoLoss()
    {
        DeviceRecord record;
        record.losses.unlinked = 1;
        QCOMPARE(textOf(*withRecord(record)),
            QStringLiteral("work-unlinked: 1 kernel or copy belongs to no operator"));
    }

    void clocksThatWereHeldDown_data()
    {
        using namespace clockEvents;
        QTest::addColumn<QList<double>>("bits"); // at the begin of each run, the warm-up first
        QTest::addColumn<QString>("text");
        const auto bits = [](std::initializer_list<std::uint64_t> values) {
            QList<double> list;
            for (const auto value : values)
                list << static_cast<double>(value);
            return list;
        };
        QTest::newRow("none") << bits({ 0, 0, 0, 0, 0 }) << QString();
        QTest::newRow("idle and chosen clocks")
            << bits({ idle, applicationClocks, idle, idle, idle }) << QString();
        QTest::newRow("only in the warm-up") << bits({ powerCap, 0, 0, 0, 0 }) << QString();
        QTest::newRow("one run")
            << bits({ 0, 0, powerCap, 0, 0 })
            << QStringLiteral("clocks-low: clocks of the GPU were held down in 1 of 4 runs: power "
                              "cap");
        QTest::newRow("several reasons")
            << bits({ 0, powerCap | idle, powerCap, thermal, 0 })
            << QStringLiteral("clocks-low: clocks of the GPU were held down in 3 of 4 runs: power "
                              "cap, temperature");
        // Nothing was read since: it is as it was.
        QTest::newRow("read once")
            << bits({ hardwareSlowdown })
            << QStringLiteral("clocks-low: clocks of the GPU were held down in 4 of 4 "
                              "runs: slowed down by hardware");
    }
    void clocksThatWereHeldDown()
    {
        QFETCH(QList<double>, bits);
        QFETCH(QString, text);
        auto builder = runs();
        CounterSeries series { builder.text(clockEventsCounter), builder.text(""), {}, {} };
        for (int i = 0; i < bits.size(); ++i) {
            series.timeNs.push_back(i * runNs);
            series.value.push_back(bits[i]);
        }
        builder.profile().counters.push_back(std::move(series));
        QCOMPARE(textOf(*std::move(builder).build()), text);
    }
};

QTEST_GUILESS_MAIN(TestDeviceNotes)
#include "tst_device_notes.moc"
