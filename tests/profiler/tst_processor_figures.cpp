// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/counters/processor_figures.h"
#include "profiler/counters/processor_places.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_file.h"
#include "profiler/file/profile_rows.h"
#include "profiler/peaks/machine_peaks.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/profiler/findings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace profiler;
using testing::evidenceOf;
using testing::findingOf;
using Event = ProcessorEvent;
using Counts = std::vector<std::pair<Event, double>>;

namespace {

struct CountedStep {
    int ns;
    Counts counts;
    double hertz = unknownCount;
    Counts between = {};
};

ProcessorRecord::Row rowOf(std::uint32_t step, std::int32_t thread, const Counts& counts)
{
    ProcessorRecord::Row row;
    row.step = engine::StepId(step);
    row.thread = thread;
    for (const auto& [event, count] : counts)
        row.counts[std::size_t(event)] = count;
    return row;
}

/// Ten equal runs of steps, with what was counted for the engine's thread.
Profile profileOf(const std::vector<CountedStep>& steps,
    std::vector<ProcessorRecord::Place> places = { { 0, 0, 0, 0, 1 } })
{
    ProfileBuilder builder;
    ProcessorRecord record;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        Step step;
        step.opType = builder.text("Type" + std::to_string(i));
        step.label = builder.text("step_" + std::to_string(i));
        step.origins.push_back({ model::NodeId(i), step.label });
        builder.addStep(std::move(step));
        if (!steps[i].between.empty())
            record.rows.push_back(rowOf(i, ProcessorRecord::between, steps[i].between));
        record.rows.push_back(rowOf(i, 0, steps[i].counts));
        record.rows.back().hertz = steps[i].hertz;
    }
    record.places = std::move(places);
    record.runs = 10;
    record.passes = 3;
    builder.profile().processor = std::make_shared<const ProcessorRecord>(std::move(record));
    describePeaks(builder.profile().metadata,
        { .threads = 1, .flopsPerSecond = 1e11, .bandwidths = { { 256 << 20, 1e10 } } });
    const auto runs = builder.addTrack("runs", "CPU", TrackKind::Run);
    const auto main = builder.addTrack("main", "CPU", TrackKind::Thread);
    std::int64_t now = 0;
    for (std::uint32_t run = 0; run < 10; ++run) {
        Run row;
        row.number = run + 1;
        row.startNs = now;
        for (std::uint32_t i = 0; i < steps.size(); ++i) {
            builder.addSlice({ now, steps[i].ns, i, run, main, SliceKind::Step });
            now += steps[i].ns;
        }
        row.wallNs = now - row.startNs;
        builder.profile().runs.push_back(row);
        builder.addSlice(runRow(row, run, runs));
    }
    return *std::move(builder).build();
}

Report reportOf(Profile profile)
{
    return buildReport(std::make_shared<const Profile>(std::move(profile)));
}

/// A step of 1 ms at 3 GHz with two instructions per cycle and nothing else.
CountedStep plain()
{
    return { 1'000'000,
        { { Event::Cycles, 3e6 }, { Event::Instructions, 6e6 }, { Event::BackendStalls, 3e5 },
            { Event::MinorFaults, 0 }, { Event::MajorFaults, 0 }, { Event::Migrations, 0 } },
        3e9 };
}

const std::vector<const char*>& rules()
{
    static const std::vector<const char*> ids { "waits-for-memory", "clock-fell", "page-faults",
        "other-core" };
    return ids;
}

} // namespace

class TestProcessorFigures : public QObject {
    Q_OBJECT

private slots:
    void figuresFollowFromCounts();
    void whatWasNotCountedIsAbsent();
    void workAndWaitingAreApart();
    void stepsAreSummed();
    void nothingStandsOutInAPlainStep();
    void rulesFindWhatTheyAreFor_data();
    void rulesFindWhatTheyAreFor();
    void smallOrFastStepsAreLeftAlone();
    void threadsOnOneCoreAreFound();
    void exportsHaveTheFigures();
    void aDamagedEntryIsReadAsFarAsItIsKnown();
};

void TestProcessorFigures::figuresFollowFromCounts()
{
    const auto report = reportOf(profileOf({ { 1'000'000,
        { { Event::Cycles, 4e6 }, { Event::Instructions, 8e6 }, { Event::BranchMisses, 4e3 },
            { Event::L1Misses, 8e4 }, { Event::L2Misses, 16e3 }, { Event::LastLevelMisses, 8e3 },
            { Event::FrontendStalls, 4e5 }, { Event::BackendStalls, 1e6 },
            { Event::MinorFaults, 2.5 }, { Event::MajorFaults, 1 }, { Event::VoluntarySwitches, 2 },
            { Event::InvoluntarySwitches, 3 }, { Event::Migrations, 0.5 } },
        3.1e9 } }));
    QCOMPARE(report.processor.size(), std::size_t(1));
    const auto& figures = report.processor[0];
    QCOMPARE(figures.instructionsPerCycle.value(), 2.0);
    QCOMPARE(figures.branchMisses.value(), 0.5);
    QCOMPARE(figures.l1Misses.value(), 10.0);
    QCOMPARE(figures.l2Misses.value(), 2.0);
    QCOMPARE(figures.lastLevelMisses.value(), 1.0);
    QCOMPARE(figures.bytesPerSecond.value(), 8e3 * 64 / 1e-3);
    QCOMPARE(figures.ofBandwidth.value(), 8e3 * 64 / 1e-3 / 1e10);
    QCOMPARE(figures.frontendStalls.value(), 0.1);
    QCOMPARE(figures.backendStalls.value(), 0.25);
    QVERIFY(!figures.outsidePieces);
    QCOMPARE(figures.hertz.value(), 3.1e9);
    QCOMPARE(figures.pageFaults.value(), 2.5);
    QCOMPARE(figures.majorFaults.value(), 1.0);
    QCOMPARE(figures.switches.value(), 5.0);
    QCOMPARE(figures.migrations.value(), 0.5);
    QCOMPARE(knownFigures(report.processor).size(), processorFigureCount - 1);
}

void TestProcessorFigures::whatWasNotCountedIsAbsent()
{
    const auto report = reportOf(
        profileOf({ { 1000, { { Event::MinorFaults, 0 } } }, { 1000, { { Event::Cycles, 0 } } } }));
    for (const auto& figure : processorFigureList()) {
        QCOMPARE(bool(report.processor[0].*figure.value), figure.name == "page_faults");
        QVERIFY2(!(report.processor[1].*figure.value), std::string(figure.name).c_str());
    }
    const auto known = knownFigures(report.processor);
    QCOMPARE(known.size(), std::size_t(1));
    QCOMPARE(processorFigureText(known[0], {}), std::string("–"));
    QVERIFY(knownFigures({}).empty());

    auto without = profileOf({ plain() });
    without.processor = nullptr;
    QVERIFY(reportOf(std::move(without)).processor.empty());
}

void TestProcessorFigures::workAndWaitingAreApart()
{
    auto step = plain();
    step.between
        = { { Event::Cycles, 1e6 }, { Event::Instructions, 1e5 }, { Event::MinorFaults, 4 } };
    const auto figures = reportOf(profileOf({ step })).processor[0];
    QCOMPARE(figures.instructionsPerCycle.value(), 2.0); // as without waiting
    QCOMPARE(figures.outsidePieces.value(), 0.25);
    QCOMPARE(figures.pageFaults.value(), 4.0); // of all
}

void TestProcessorFigures::stepsAreSummed()
{
    auto slow = plain();
    slow.counts[1].second = 3e6; // instructions
    const auto profile = profileOf({ plain(), slow, plain() });
    const std::vector<engine::StepId> steps { engine::StepId(0u), engine::StepId(1u),
        engine::StepId(77u) };
    const auto sum = figuresOfSteps(countsOfSteps(profile), steps, 2e6, 0);
    QCOMPARE(sum.instructionsPerCycle.value(), 1.5);
    QVERIFY(!sum.hertz && !sum.ofBandwidth);
}

void TestProcessorFigures::nothingStandsOutInAPlainStep()
{
    const auto report = reportOf(profileOf({ plain(), plain() }));
    for (const auto* rule : rules())
        QVERIFY2(findingOf(report, rule) == nullptr, rule);
}

void TestProcessorFigures::rulesFindWhatTheyAreFor_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<int>("event");
    QTest::addColumn<double>("count");
    QTest::addColumn<double>("gainNs");
    const auto row
        = [](const char* name, const char* rule, Event event, double count, double gain) {
              QTest::newRow(name) << rule << int(event) << count << gain;
          };
    row("stalled", "waits-for-memory", Event::BackendStalls, 1.8e6, 6e5);
    row("much from memory", "waits-for-memory", Event::LastLevelMisses, 1.25e5, 1e5);
    row("faults", "page-faults", Event::MinorFaults, 400, 2e5);
    row("faults from disk", "page-faults", Event::MajorFaults, 1, 0);
    row("migrations", "other-core", Event::Migrations, 2, 0);
}

void TestProcessorFigures::rulesFindWhatTheyAreFor()
{
    QFETCH(QString, rule);
    QFETCH(int, event);
    QFETCH(double, count);
    QFETCH(double, gainNs);
    auto step = plain();
    std::erase_if(step.counts, [&](const auto& known) { return int(known.first) == event; });
    step.counts.emplace_back(Event(event), count);
    const auto report = reportOf(profileOf({ plain(), step }));
    for (const auto* other : rules())
        QCOMPARE(findingOf(report, other) != nullptr, rule == other);
    const auto& finding = *findingOf(report, rule.toStdString());
    QVERIFY(!finding.text.empty() && !finding.advice.empty());
    QCOMPARE(finding.gainNs, gainNs);
    if (rule != "other-core") {
        QCOMPARE(finding.steps, std::vector { engine::StepId(1u) });
        QVERIFY(finding.text.find("step_1") != std::string::npos);
    }
}

void TestProcessorFigures::smallOrFastStepsAreLeftAlone()
{
    auto slow = plain();
    slow.hertz = 2.4e9;
    const auto fell = reportOf(profileOf({ plain(), slow }));
    const auto* finding = findingOf(fell, "clock-fell");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->steps, std::vector { engine::StepId(1u) });
    QVERIFY(std::abs(finding->gainNs - 2e5) < 1);
    slow.hertz = 2.8e9; // 93 %
    QVERIFY(findingOf(reportOf(profileOf({ plain(), slow })), "clock-fell") == nullptr);
    slow.hertz = 1e9;
    slow.ns = 15'000; // too short, and 1.5 % of wall
    slow.counts[2].second = 3e6; // stalled
    const auto small = reportOf(profileOf({ plain(), slow }));
    QVERIFY(findingOf(small, "clock-fell") == nullptr);
    QVERIFY(findingOf(small, "waits-for-memory") == nullptr);
}

void TestProcessorFigures::threadsOnOneCoreAreFound()
{
    // Threads 0 and 2 were mostly on the two logical processors of core 1.
    const auto report = reportOf(profileOf({ plain() },
        { { 0, 1, 1, 0, 0.9 }, { 0, 3, 3, 0, 0.1 }, { 1, 3, 3, 1, 1 }, { 2, 9, 1, 0, 1 } }));
    const auto* finding = findingOf(report, "other-core");
    QVERIFY(finding != nullptr);
    QVERIFY2(finding->text.find("threads 0 and 2 shared core 1") != std::string::npos,
        finding->text.c_str());
    const auto lines = placeLines(*report.profile->processor);
    QCOMPARE(lines.size(), std::size_t(3));
    QCOMPARE(lines[0],
        std::string("the engine's thread: processor 1 (core 1, NUMA node 0) 90.0 %, elsewhere too, "
                    "on 1 processor, on one core with thread 2"));
    QCOMPARE(lines[1], std::string("helper 1: processor 3 (core 3, NUMA node 1) 100.0 %"));
}

void TestProcessorFigures::exportsHaveTheFigures()
{
    auto profile = profileOf({ plain(), { 500'000, { { Event::MinorFaults, 7 } } } });
    auto record = *profile.processor;
    record.machine.joules = 1.25;
    record.machine.joulesAboveIdle = 0.5;
    profile.processor = std::make_shared<const ProcessorRecord>(std::move(record));
    const auto report = reportOf(std::move(profile));
    const auto csv = exportText(*findExporter("csv"), report);
    QVERIFY(csv);
    QVERIFY(csv->find(",ipc,branch_misses_per_1000,") != std::string::npos);
    const auto json = exportText(*findExporter("json"), report);
    QVERIFY(json);
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(*json)).object();
    const auto steps = document["steps"].toArray();
    const auto first = steps[0].toObject()["processor"].toObject();
    QCOMPARE(first["ipc"].toDouble(), 2.0);
    QCOMPARE(first["counts"].toObject()["cycles"].toDouble(), 3e6);
    const auto second = steps[1].toObject()["processor"].toObject();
    QVERIFY(!second.contains("ipc") && !second["counts"].toObject().contains("cycles"));
    QCOMPARE(second["page_faults"].toDouble(), 7.0);
    const auto machine = document["processor"].toObject()["machine"].toObject();
    QCOMPARE(machine["joules"].toDouble(), 1.25);
    QVERIFY(!machine.contains("read_bytes"));
    const auto html = exportText(*findExporter("html"), report);
    QVERIFY(html);
    QVERIFY(html->find("Counted by the processor") != std::string::npos);
    QVERIFY(html->find("1.25 J per run") != std::string::npos);
}

void TestProcessorFigures::aDamagedEntryIsReadAsFarAsItIsKnown()
{
    const auto profile = profileOf({ plain(), plain() });
    auto entries = file::footerEntries(profile);
    auto table
        = QJsonDocument::fromJson(QByteArray::fromStdString(entries["opscope.processor"])).object();
    table["events"] = QJsonArray { "cycles", "of a newer version", "instructions" };
    const QJsonValue null;
    table["steps"] = QJsonArray { QJsonArray { 0, 0, null, 10, 5, 20 },
        QJsonArray { 1, -1, 3e9, -10, 5, null }, // a count below zero
        QJsonArray { 2, 0, null, 1, 1, 1 }, // no such step
        QJsonArray { 0, -2, null, 1, 1, 1 }, // no such thread
        QJsonArray { 0, 1e12, null, 1, 1, 1 }, QJsonArray { -1, 0, null, 1, 1, 1 },
        QJsonArray { 0, 0, null, 1, 1 }, QJsonArray {}, "text" };
    table["places"] = QJsonArray { QJsonArray { 0, 1, 2, 3, 7 }, QJsonArray { -1, 0, 0, 0, 1 },
        QJsonArray { 0 }, null };
    table["reading"] = "by magic";
    table["read_ns"] = -5;
    table["machine"] = QJsonObject { { "joules", -1 }, { "read_bytes", "many" } };
    entries["opscope.processor"]
        = QJsonDocument(table).toJson(QJsonDocument::Compact).toStdString();
    std::string bytes;
    auto writer = file::ParquetWriter::toMemory(bytes, file::columns);
    QVERIFY(writer && file::appendRows(*writer, profile, entries) && writer->finish(entries));
    const auto read = readProfileFile(std::as_bytes(std::span(bytes.data(), bytes.size())));
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    const auto& record = *(*read)->processor;
    QCOMPARE(record.rows.size(), std::size_t(2));
    QCOMPARE(record.rows[0].counts[std::size_t(Event::Cycles)], 10.0);
    QCOMPARE(record.rows[0].counts[std::size_t(Event::Instructions)], 20.0);
    QVERIFY(std::isnan(record.rows[1].counts[std::size_t(Event::Cycles)]));
    QVERIFY(std::isnan(record.rows[1].counts[std::size_t(Event::MinorFaults)]));
    QCOMPARE(record.places.size(), std::size_t(1));
    QCOMPARE(record.places[0].share, 1.0);
    QCOMPARE(record.reading, CounterReading::None);
    QCOMPARE(record.readNs, 0.0);
    QVERIFY(std::isnan(record.machine.joules) && std::isnan(record.machine.readBytes));
    const auto report = buildReport(*read);
    QVERIFY(exportText(*findExporter("html"), report) && exportText(*findExporter("json"), report));
}

QTEST_GUILESS_MAIN(TestProcessorFigures)
#include "tst_processor_figures.moc"
