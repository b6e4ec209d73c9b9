#include "profiler/exporters/csv_line.h"
#include "profiler/exporters/exporter.h"

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
    std::string text;
    for (const auto& origin : step.origins)
        text += (text.empty() ? "" : "; ") + std::string(profile.text(origin.label));
    return text;
}

/// Adds the device's work for a step in the median run. Empty cells if the device did none.
void addDevice(CsvLine& line, const Report& report, engine::StepId step)
{
    const auto* row = report.device ? report.device->account.of(step) : nullptr;
    if (row == nullptr)
        line.skip(6);
    else
        line.number(row->kernels)
            .number(row->kernelNs)
            .number(row->copies)
            .number(row->copyNs)
            .number(row->launchNs)
            .number(row->gapNs);
}

void addStep(CsvLine& line, const Profile& profile, const StepRow& row)
{
    const auto& step = profile.step(row.step);
    line.number(row.step.value())
        .text(profile.text(step.label))
        .text(profile.text(step.opType))
        .text(profile.text(step.domain));
    line.text(stepKindName(step.kind))
        .text(originsOf(profile, step))
        .text(profile.text(step.implementation))
        .text(profile.text(step.tier))
        .text(profile.text(step.device));
    line.text(profile.text(step.inputTypes)).text(profile.text(step.outputTypes));
    line.number(row.callsPerRun).number(row.time.samples);
    if (row.time.samples > 0)
        line.number(row.time.median)
            .number(row.time.p10)
            .number(row.time.p90)
            .number(row.time.p95)
            .number(row.time.min)
            .number(row.time.max);
    else
        line.skip(6);
    if (row.time.interval)
        line.number(row.time.interval->low).number(row.time.interval->high);
    else
        line.skip(2);
    line.number(row.share);
    line.optional(step.flops)
        .optional(step.bytes)
        .optional(row.flopsPerSecond)
        .optional(row.bytesPerSecond)
        .optional(flopsPerByte(step))
        .optional(row.threadsBusy);
}

} // namespace

Result<void> writeCsv(const Report& report, const ExportSink& sink)
{
    TRY(sink("step,name,op_type,domain,kind,nodes,impl,tier,device,inputs,outputs,calls_per_run,"
             "samples,median_ns,p10_ns,p90_ns,p95_ns,min_ns,max_ns,lo_ns,hi_ns,share,"
             "flops,bytes,flops_per_s,bytes_per_s,flops_per_byte,threads_busy,"
             "kernels,kernel_ns,copies,copy_ns,launch_ns,gap_ns\r\n"));
    for (const auto& row : report.statistics->steps) {
        CsvLine line;
        addStep(line, *report.profile, row);
        addDevice(line, report, row.step);
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
        line.text(profile.text(row.label))
            .text(profile.text(row.opType))
            .text(profile.text(row.domain))
            .text(fateName(row.fate))
            .text(profile.text(row.pass));
        std::string steps;
        for (const auto step : row.steps)
            steps += (steps.empty() ? "" : " ") + std::to_string(step.value());
        line.text(steps).text(row.isShared ? "yes" : "no");
        if (row.time.samples > 0)
            line.number(row.time.median).number(row.share);
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
        line.number(run.number)
            .text(sideName(run.side))
            .number(run.round)
            .number(run.startNs)
            .number(run.wallNs);
        line.number(run.voluntarySwitches)
            .number(run.involuntarySwitches)
            .number(run.minorFaults)
            .number(run.majorFaults)
            .text(run.hasGap ? "yes" : "no");
        TRY(sink(line.take()));
    }
    return {};
}

} // namespace profiler
