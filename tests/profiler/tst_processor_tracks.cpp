// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/charts/processor_tracks.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"
#include "tests/support/profiler/counted_profile.h"
#include "tests/support/profiler/sample_profile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>

using namespace profiler;

namespace {

std::vector<std::string> namesOf(const std::vector<ProcessorTrack>& tracks)
{
    std::vector<std::string> names;
    for (const auto& track : tracks)
        names.emplace_back(track.figure.name);
    return names;
}

} // namespace

class TestProcessorTracks : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatWasCountedIsATrack();
    void aTrackHasTheFigureOfEachStep();
    void tracesHaveTheTracksAsCounters();
    void withoutCountsATraceIsAsBefore();
};

void TestProcessorTracks::onlyWhatWasCountedIsATrack()
{
    const auto profile = testing::withCounts(*testing::sampleProfile());
    using Names = std::vector<std::string>;
    const auto all = namesOf(processorTracks(*profile, *computeStatistics(*profile)));
    QVERIFY(all
        == (Names { "ipc", "l1_misses_per_1000", "l2_misses_per_1000", "last_level_misses_per_1000",
            "memory_bytes_per_s", "clock_hertz", "page_faults",
            "switches" })); // neither branch misses nor migrations were counted
    auto software = *profile;
    auto record = *profile->processor;
    for (auto& row : record.rows) {
        std::fill_n(row.counts.begin(), hardwareEventCount, unknownCount);
        row.hertz = unknownCount;
    }
    software.processor = std::make_shared<const ProcessorRecord>(std::move(record));
    QVERIFY(namesOf(processorTracks(software, *computeStatistics(software)))
        == (Names { "page_faults", "switches" }));
    const auto plain = testing::sampleProfile();
    QVERIFY(processorTracks(*plain, *computeStatistics(*plain)).empty());
}

void TestProcessorTracks::aTrackHasTheFigureOfEachStep()
{
    const auto profile = testing::withCounts(*testing::sampleProfile());
    const auto tracks = processorTracks(*profile, *computeStatistics(*profile));
    const auto& cycles = tracks.front();
    QCOMPARE(cycles.values.size(), profile->steps.size());
    for (std::size_t i = 0; i < 8; ++i)
        QCOMPARE(cycles.values[i].value(), double(1 + i % 3));
    QCOMPARE(cycles.least, 1.0);
    QCOMPARE(cycles.most, 3.0);
    const auto& faults = tracks[6];
    QCOMPARE(faults.values[3].value(), 3.0);
    QCOMPARE(faults.most, 3.0);
}

void TestProcessorTracks::tracesHaveTheTracksAsCounters()
{
    const auto profile = testing::withCounts(*testing::sampleProfile());
    const auto text = exportText(*findExporter("chrome"), buildReport(profile));
    QVERIFY(text);
    const auto events
        = QJsonDocument::fromJson(QByteArray::fromStdString(*text))["traceEvents"].toArray();
    std::map<double, double> values; // by time in µs
    for (const auto& value : events) {
        const auto event = value.toObject();
        if (event["ph"] == "C" && event["name"] == "CPU IPC (counted in other runs)")
            values[event["ts"].toDouble()] = event["args"].toObject()["value"].toDouble();
    }
    const auto valueAt
        = [&](std::int64_t ns) { return std::prev(values.upper_bound(double(ns) / 1000))->second; };
    const auto& slices = profile->slices;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.kind[i] != SliceKind::Step || slices.parentOf(i) != Slices::none)
            continue;
        ++steps;
        const auto expected = double(1 + slices.step[i] % 3);
        QCOMPARE(valueAt(slices.startNs[i] + slices.durationNs[i] / 2), expected);
    }
    QVERIFY(steps > 100);
    for (const auto& run : profile->runs)
        if (run.side == Side::Profiled)
            QCOMPARE(valueAt(run.startNs + run.wallNs + 1), 0.0); // nothing runs
    // Perfetto's writer gets the same series.
    QVERIFY(exportText(*findExporter("perfetto"), buildReport(profile))
                ->find("CPU IPC (counted in other runs)")
        != std::string::npos);
}

void TestProcessorTracks::withoutCountsATraceIsAsBefore()
{
    const auto profile = testing::sampleProfile();
    QCOMPARE(withProcessorSeries(profile, *computeStatistics(*profile)).get(), profile.get());
}

QTEST_GUILESS_MAIN(TestProcessorTracks)
#include "tst_processor_tracks.moc"
