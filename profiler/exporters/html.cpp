#include "profiler/engines/engine_text.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_page.h"
#include "profiler/exporters/html_sections.h"
#include "profiler/exporters/html_text.h"
#include "profiler/load/load_figures.h"
#include "profiler/peaks/arithmetic_type.h"

namespace profiler {
namespace {

using support::Result;

/// ` on the CPU`, ` in ONNX Runtime 1.32.0`
std::string deviceText(const Metadata& metadata)
{
    const auto device = metadata.text(keys::device);
    if (const auto engine = engineText(metadata); !engine.empty())
        return " in " + engine;
    return device == "cpu" ? " on the CPU" : device.empty() ? "" : " on " + device;
}

std::string settingsLine(const Report& report)
{
    const auto& metadata = report.metadata;
    const auto warmUp = metadata.integer(keys::warmUpRuns);
    return settingsText({ startedAt(metadata), metadata.text(keys::dims),
        precisionText(*report.profile),
        report.profile->load ? loadText(metadata) : threadsText(metadata.integer(keys::threads)),
        warmUp ? support::countOf(report.statistics->wall.samples, "recorded run", "recorded runs")
                + " after " + std::to_string(*warmUp) + " warm-up"
               : "" });
}

std::string head(const Report& report)
{
    const auto title = report.title.empty() ? std::string("unnamed model") : report.title;
    return pageStart({ "Opscope profiling report", title, title + deviceText(report.metadata),
        settingsLine(report), { "reopens in Opscope", "raw samples inside", "no network" } });
}

std::string figures(const Report& report)
{
    std::string html = "<div class=\"figures\">";
    for (const auto& fact : report.keyFigures)
        html += figureHtml(escaped(fact.name), fact.value, fact.detail);
    return html + "</div>\n";
}

/// Makes a sentence. Findings begin with a lower-case letter, because elsewhere a colon precedes.
std::string sentence(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return escaped(text) + ".";
}

/// A finding with its possible gain, its advice, and the figures that it is based on.
std::string findingHtml(const Finding& finding)
{
    auto html = sentence(finding.text);
    if (finding.gainNs > 0)
        html += " <b>At most " + durationHtml(finding.gainNs) + " to gain.</b>";
    if (!finding.advice.empty())
        html += " " + sentence("Try: " + finding.advice);
    const auto numbers = support::joined(finding.evidence, ", ",
        [&](const auto& evidence) { return evidence.name + " " + evidence.value; });
    if (!numbers.empty())
        html += " <small>" + escaped(numbers) + "</small>";
    return html;
}

std::string findings(const Report& report)
{
    const auto& found = report.findings;
    if (found.empty())
        return {};
    if (found.size() == 1)
        return "<div class=\"finding\"><b>One thing stands out.</b> " + findingHtml(found.front())
            + "</div>\n";
    return "<div class=\"finding\"><b>" + support::countText(found.size())
        + " things stand out.</b>" + listHtml(found, findingHtml) + "</div>\n";
}

} // namespace

Result<void> writeHtml(const Report& report, const ExportSink& sink)
{
    TRY(sink(head(report)));
    TRY(sink(figures(report) + findings(report)));
    TRY(sink(generationCard(report)));
    TRY(sink(loadCard(report)));
    TRY(sink(timelineCard(report)));
    TRY(sink(deviceCard(report)));
    TRY(sink(operatorsCard(report)));
    TRY(sink(processorCard(report)));
    TRY(sink(rooflineCard(report)));
    TRY(sink(twoColumns(typesCard(report) + memoryCard(report) + methodCard(report),
        accountCard(report) + runsCard(report) + originCard(report) + conditionsCard(report))));
    TRY(sink(fallbacksCard(report)));
    TRY(sink(fatesCard(report)));
    const auto data = TRY(dataElement("opscope-data", *report.profile, report.metadata));
    return sink(pageEnd(data));
}

} // namespace profiler
