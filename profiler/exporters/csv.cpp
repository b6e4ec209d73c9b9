#include "profiler/exporters/csv_line.h"
#include "profiler/exporters/exporter.h"
#include "profiler/load/load_figures.h"

#include <cmath>
#include <span>
#include <vector>

namespace profiler {

namespace {

using support::Result;

std::optional<double> flopsPerByte(const Step& step)
{
    if (!step.flops || !step.bytes || *step.bytes == 0)
        return std::nullopt;
    return static_cast<double>(*step.flops) / static_cast<double>(*step.bytes);
}

std::string originsOf(const Profile& profile, const Step& step)
{
    return support::joined(
        step.origins, "; ", [&](const auto& origin) { return profile.text(origin.label); });
}

/// Adds the device's work for a step in the median run. Empty cells if the device did none.
void addDevice(CsvLine& line, const Report& report, engine::StepId step)
{
    const auto* row = report.device ? report.device->account.of(step) : nullptr;
    if (row == nullptr)
        line.skip(6);
    else
        line.add(row->kernels, row->kernelNs, row->copies, row->copyNs, row->launchNs, row->gapNs);
}

/// Adds what the processor counted for a step.
void addProcessor(CsvLine& line, const Report& report, engine::StepId step)
{
    if (report.processor.empty()) {
        line.skip(static_cast<int>(processorFigureCount));
        return;
    }
    for (const auto& figure : processorFigureList())
        line.add(report.processor[step.value()].*figure.value);
}

/// Adds the counts of the events that the user named.
void addNamed(CsvLine& line, std::size_t events, std::span<const double> counts)
{
    for (std::size_t i = 0; i < events; ++i)
        if (i < counts.size() && !std::isnan(counts[i]))
            line.add(counts[i]);
        else
            line.skip(1);
}

/// Adds the median of one stream alone, and how many times as long the step takes under load.
void addLoad(CsvLine& line, const Profile& profile, const StepRow& row)
{
    if (!profile.load || row.time.samples == 0)
        line.skip(2);
    else
        line.add(
            aloneNs(*profile.load, row.step), timesAlone(*profile.load, row.step, row.time.median));
}

void addStep(CsvLine& line, const Profile& profile, const StepRow& row)
{
    const auto& step = profile.step(row.step);
    line.add(row.step.value(), profile.text(step.label), profile.text(step.opType),
        profile.text(step.domain), stepKindName(step.kind), originsOf(profile, step),
        profile.text(step.implementation), profile.text(step.tier), profile.text(step.device),
        profile.text(step.inputTypes), profile.text(step.outputTypes), row.callsPerRun,
        row.time.samples);
    if (row.time.samples > 0)
        line.add(
            row.time.median, row.time.p10, row.time.p90, row.time.p95, row.time.min, row.time.max);
    else
        line.skip(6);
    if (row.time.interval)
        line.add(row.time.interval->low, row.time.interval->high);
    else
        line.skip(2);
    line.add(row.share, step.flops, step.bytes, row.flopsPerSecond, row.bytesPerSecond,
        flopsPerByte(step), row.threadsBusy);
}

} // namespace

Result<void> writeCsv(const Report& report, const ExportSink& sink)
{
    TRY(sink("step,name,op_type,domain,kind,nodes,impl,tier,device,inputs,outputs,calls_per_run,"
             "samples,median_ns,p10_ns,p90_ns,p95_ns,min_ns,max_ns,lo_ns,hi_ns,share,"
             "flops,bytes,flops_per_s,bytes_per_s,flops_per_byte,threads_busy,"
             "kernels,kernel_ns,copies,copy_ns,launch_ns,gap_ns"));
    for (const auto& figure : processorFigureList())
        TRY(sink("," + std::string(figure.name)));
    TRY(sink(",alone_ns,times_alone"));
    const auto named = report.profile->processor ? report.profile->processor->named
                                                 : std::vector<ProcessorRecord::Named>();
    for (const auto& event : named)
        TRY(sink("," + support::csvCell(event.name)));
    TRY(sink("\r\n"));
    const auto counts = countsOfSteps(*report.profile);
    for (const auto& row : report.statistics->steps) {
        CsvLine line;
        addStep(line, *report.profile, row);
        addDevice(line, report, row.step);
        addProcessor(line, report, row.step);
        addLoad(line, *report.profile, row);
        if (!named.empty())
            addNamed(line, named.size(), counts[row.step.value()].named);
        TRY(sink(line.take()));
    }
    return {};
}

Result<void> writeNodesCsv(const Report& report, const ExportSink& sink)
{
    const auto& profile = *report.profile;
    TRY(sink("node,op_type,domain,fate,pass,steps,shared,median_ns,share\r\n"));
    for (const auto& row : report.statistics->nodes) {
        CsvLine line;
        line.add(profile.text(row.label), profile.text(row.opType), profile.text(row.domain),
            fateName(row.fate), profile.text(row.pass));
        const auto steps = support::joined(
            row.steps, " ", [&](const auto step) { return std::to_string(step.value()); });
        line.add(steps, row.isShared ? "yes" : "no");
        if (row.time.samples > 0)
            line.add(row.time.median, row.share);
        else
            line.skip(2);
        TRY(sink(line.take()));
    }
    return {};
}

Result<void> writeRunsCsv(const Report& report, const ExportSink& sink)
{
    TRY(sink("run,side,round,start_ns,wall_ns,voluntary_switches,involuntary_switches,minor_faults,"
             "major_faults,has_gap\r\n"));
    for (const auto& run : report.profile->runs) {
        CsvLine line;
        line.add(run.number, sideName(run.side), run.round, run.startNs, run.wallNs,
            run.voluntarySwitches, run.involuntarySwitches, run.minorFaults, run.majorFaults,
            run.hasGap ? "yes" : "no");
        TRY(sink(line.take()));
    }
    return {};
}

} // namespace profiler
