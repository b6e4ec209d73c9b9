#include "model/support/compress.h"
#include "model/support/hash.h"
#include "profiler/charts.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/html_style.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"
#include "profiler/file/profile_document.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace profiler {
namespace {

using support::Result;

constexpr std::size_t mostRows = 2000;
constexpr std::size_t foldedRows = 12;
constexpr std::size_t mostNames = 200; ///< of nodes that did not run
constexpr std::size_t largestPlainDocument = std::size_t(1) << 20;
constexpr double pageWidth = 1156;
constexpr double halfWidth = 560;

constexpr std::array<std::string_view, 19> pageTokens { "window", "panel", "panelAlt", "inset", "border", "borderStrong", "text", "textSecondary",
    "textDisabled", "accent", "accentInk", "accentTint", "warning", "warningTint", "error", "neighbourIn", "bar", "selection", "idle" };

std::string variables(model::ThemeKind theme)
{
    const auto& palette = model::Palette::instance();
    std::string css;
    for (const auto token : pageTokens)
        css += "--" + std::string(token) + ":" + model::hex(palette.colour(theme, token)) + ";";
    for (std::size_t i = 0; i < model::categoryCount; ++i) {
        const auto& colours = palette.colours(static_cast<model::Category>(i), theme);
        css += "--c" + std::to_string(i) + ":" + model::hex(colours.solid) + ";--k" + std::to_string(i) + ":" + model::hex(colours.onSolid) + ";";
    }
    return css;
}

/// The digest of the script for the content policy, as base64.
std::string scriptDigest()
{
    const auto digits = support::sha256(std::as_bytes(std::span(htmlScript.data(), htmlScript.size())));
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return support::base64(bytes);
}

std::string duration(double ns) { return escaped(support::durationText(ns)); }

/// Half an interval: one digit, two if the first is 1.
std::string halfText(double ns)
{
    auto text = support::durationText(ns, 1);
    return escaped(text.starts_with('1') ? support::durationText(ns, 2) : text);
}

std::string numberCell(double value, std::string_view text, std::string_view classes = "n")
{
    return "<td class=\"" + std::string(classes) + "\" data-v=\"" + support::numberText(value, 12, support::NumberStyle::File) + "\">" + std::string(text) + "</td>";
}

std::string emptyCell() { return "<td class=\"n\" data-v=\"-1\">" + std::string(support::notMeasured) + "</td>"; }

std::string shareCell(double share, double largest)
{
    const auto width = largest > 0 ? std::clamp(share / largest, 0.0, 1.0) * 100 : 0;
    return "<td class=\"bar\" data-v=\"" + support::numberText(share, 9, support::NumberStyle::File) + "\"><i style=\"width:"
        + support::numberText(width, 3, support::NumberStyle::File) + "%\"></i><span>" + escaped(support::shareText(share)) + "</span></td>";
}

std::string key(model::Category category)
{
    if (category == model::Category::Custom)
        return "<span class=\"key dashed\"></span>";
    return "<span class=\"key\" style=\"background:" + cssColour(Paint::of(category)) + "\"></span>";
}

std::string heading(std::string_view name, std::string_view classes = "", std::string_view sort = "")
{
    std::string out = "<th scope=\"col\" data-sort";
    if (!classes.empty())
        out += " class=\"" + std::string(classes) + "\"";
    if (!sort.empty())
        out += " aria-sort=\"" + std::string(sort) + "\"";
    return out + ">" + std::string(name) + "</th>";
}

std::string cardStart(std::string_view title, std::string_view note, std::string_view classes = "")
{
    std::string out = classes.empty() ? "<section>" : "<section class=\"" + std::string(classes) + "\">";
    out += "<h2>" + std::string(title) + "</h2>";
    if (!note.empty())
        out += "<p class=\"note\">" + escaped(note) + "</p>";
    return out + "\n";
}

std::string facts(const std::vector<Fact>& lines)
{
    std::string out = "<dl>";
    for (const auto& line : lines)
        out += "<dt>" + escaped(line.name) + "</dt><dd>" + escaped(line.value) + (line.detail.empty() ? "" : "; " + escaped(line.detail)) + "</dd>";
    return out + "</dl>\n";
}

/// `21.86 ms ± 0.06 (95 %, 50 runs)` with everything behind the figure smaller.
std::string bigFigure(const std::string& value)
{
    const auto end = std::min(value.find(" ±"), value.find(" ("));
    if (end == std::string::npos)
        return "<b>" + escaped(value) + "</b>";
    return "<b>" + escaped(value.substr(0, end)) + " <small>" + escaped(value.substr(end + 1)) + "</small></b>";
}

class Page {
public:
    explicit Page(const Report& report)
        : m_report(report)
        , m_profile(*report.profile)
        , m_statistics(*report.statistics)
    {
    }

    std::string head() const
    {
        const auto title = escaped(m_report.title.empty() ? "unnamed model" : m_report.title);
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
            + scriptDigest()
            + "'; img-src data:\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"generator\" content=\"Opscope " OPSCOPE_VERSION "\">\n<title>"
            + title + " – Opscope profiling report</title>\n<style>:root{color-scheme:light dark;" + variables(model::ThemeKind::Light)
            + "}\n@media screen and (prefers-color-scheme:dark){:root{" + variables(model::ThemeKind::Dark) + "}}" + std::string(htmlStyle)
            + "</style></head>\n<body><main>\n<header><div><p>Opscope profiling report</p><h1>" + title + device() + "</h1><p>" + escaped(settingsLine())
            + "</p></div><p class=\"chips\"><span>reopens in Opscope</span><span>raw samples inside</span><span>no network</span></p></header>\n";
    }

    std::string figures() const
    {
        std::string out = "<div class=\"figures\">";
        for (const auto& fact : m_report.keyFigures)
            out += "<div class=\"figure\"><span>" + escaped(fact.name) + "</span>" + bigFigure(fact.value) + "<i>" + escaped(fact.detail) + "</i></div>\n";
        return out + "</div>\n" + findings();
    }

    std::string timeline() const
    {
        const auto run = medianRun(m_profile);
        if (!run)
            return "<section><h2>Timeline</h2><p class=\"note\">No run was recorded.</p></section>\n";
        const auto geometry = Timeline::build(m_report.profile);
        const auto note = "run " + std::to_string(m_profile.runs[*run].number) + " of " + std::to_string(m_profile.runs.size()) + "; "
            + support::countOf(m_profile.losses.dropped, "record", "records") + " dropped; a dark lower half stands for several spans in one pixel";
        return cardStart("Timeline of the median run", note) + svgOf(timelineFigure(*geometry, m_statistics, *run, pageWidth), "Timeline of the median run") + "</section>\n";
    }

    std::string operators() const
    {
        const auto order = slowestSteps(m_statistics);
        const auto shown = std::min(order.size(), mostRows);
        double largest = 0;
        for (std::size_t i = 0; i < shown; ++i)
            largest = std::max(largest, m_statistics.steps[order[i]].share);
        auto out = cardStart("Slowest operators", operatorNote(shown, order.size()), "long") + "<div class=\"scroll\"><table data-fold=\"" + std::to_string(foldedRows)
            + "\"><thead><tr>" + heading("Operator") + heading("Type") + heading("Median", "n", "descending") + heading("95 %", "n") + heading("Of wall", "n")
            + heading("p90", "n") + heading("Calls", "n") + heading("Rate", "n") + heading("Implementation") + "</tr></thead><tbody>\n";
        for (std::size_t i = 0; i < shown; ++i)
            out += operatorRow(m_statistics.steps[order[i]], largest);
        return out + "</tbody></table></div></section>\n";
    }

    std::string types() const
    {
        const auto parts = typeParts(m_profile, m_statistics);
        auto out = cardStart("By operator type", "share of wall; dashed: not in any operator") + svgOf(typeStrip(parts, halfWidth), "Share of wall by operator type")
            + "<div class=\"scroll\"><table data-fold=\"" + std::to_string(foldedRows) + "\"><thead><tr>" + heading("Type") + heading("Steps", "n") + heading("Time", "n", "descending")
            + heading("Of wall", "n") + heading("Work", "n") + "</tr></thead><tbody>\n";
        double largest = 0;
        for (const auto& row : m_statistics.types)
            largest = std::max(largest, row.share);
        for (const auto& row : m_statistics.types)
            out += typeRow(row, largest);
        return out + "</tbody></table></div></section>\n";
    }

    std::string account() const
    {
        if (!m_statistics.account)
            return "<section><h2>Where the median run went</h2><p class=\"note\">No run was recorded.</p></section>\n";
        const auto& account = *m_statistics.account;
        struct Row {
            std::string_view name;
            std::int64_t ns;
            std::string_view meaning;
        };
        const std::array rows { Row { "Operators", account.operatorsNs, "own time of all operators" }, Row { "Reorders", account.reordersNs, "layout changes between operators" },
            Row { "Copies", account.copiesNs, "between buffers or devices" }, Row { "Dispatch", account.dispatchNs, "between one operator and the next" },
            Row { "Waiting", account.waitingNs, "for other threads or a device" }, Row { "Allocation", account.allocationNs, "of memory during the run" },
            Row { "Unaccounted", account.unaccountedNs, "before the first and after the last operator" }, Row { "Overlap", -account.overlapNs, "counted twice: several streams at once" } };
        auto out = cardStart("Where the median run went", "all rows from the same run, so they add up exactly") + "<table><thead><tr><th>Part</th><th class=\"n\">Time</th><th class=\"n\">Of wall</th><th></th></tr></thead><tbody>\n";
        for (const auto& row : rows) {
            if (row.ns == 0 && row.name != "Operators" && row.name != "Unaccounted")
                continue;
            const auto share = account.wallNs > 0 ? static_cast<double>(row.ns) / static_cast<double>(account.wallNs) : 0;
            out += "<tr><td>" + std::string(row.name) + "</td><td class=\"n\">" + duration(static_cast<double>(row.ns)) + "</td><td class=\"n\">"
                + escaped(support::shareText(share)) + "</td><td class=\"impl\">" + std::string(row.meaning) + "</td></tr>\n";
        }
        return out + "</tbody><tfoot><tr><td>Wall</td><td class=\"n\">" + duration(static_cast<double>(account.wallNs)) + "</td><td class=\"n\">100 %</td><td></td></tr></tfoot></table></section>\n";
    }

    std::string runs() const
    {
        return cardStart("Every run", "wall time; outliers are kept and marked") + svgOf(runsFigure(m_profile, m_statistics, halfWidth, 240), "Wall time of every run") + "</section>\n";
    }

    std::string memory() const
    {
        const auto run = medianRun(m_profile);
        const auto figure = run ? memoryFigure(m_profile, *run, halfWidth, 240) : Figure();
        if (figure.shapes.empty())
            return "<section><h2>Memory</h2><p class=\"note\">No memory was planned in this profile.</p></section>\n";
        auto out = cardStart("Memory", "live bytes by the plan, in the median run; arena " + support::bytesText(m_profile.memory.arenaBytes)) + svgOf(figure, "Live memory over time");
        const auto live = liveMemory(m_profile, *run);
        out += "<table><thead><tr><th>Live at the peak</th><th class=\"n\">Size</th></tr></thead><tbody>\n";
        for (std::size_t i = 0; i < std::min<std::size_t>(6, live.livingAtPeak.size()); ++i) {
            const auto& value = m_profile.memory.lifetimes[live.livingAtPeak[i]];
            out += "<tr><td class=\"name\">" + escaped(support::elideMiddle(m_profile.text(value.name), 120)) + "</td><td class=\"n\">" + escaped(support::bytesText(value.bytes)) + "</td></tr>\n";
        }
        return out + "</tbody></table></section>\n";
    }

    std::string fates() const
    {
        std::array<std::vector<const NodeProvenance*>, 7> byFate;
        for (const auto& node : m_profile.provenance)
            byFate[static_cast<std::size_t>(node.fate)].push_back(&node);
        std::string rows;
        for (std::size_t i = 0; i < byFate.size(); ++i)
            if (!byFate[i].empty())
                rows += fateRow(static_cast<Fate>(i), byFate[i]);
        if (rows.empty())
            return {};
        return cardStart("What became of the model's nodes", support::countOf(m_profile.provenance.size(), "node", "nodes") + " in the model, " + support::countOf(m_profile.steps.size(), "step", "steps") + " in the plan")
            + "<table><thead><tr><th>Fate</th><th class=\"n\">Nodes</th><th></th></tr></thead><tbody>\n" + rows + "</tbody></table></section>\n";
    }

    std::string fallbacks() const
    {
        std::string rows;
        std::size_t count = 0;
        for (const auto& step : m_profile.steps) {
            const auto refusals = m_profile.text(step.refusals);
            if (m_profile.text(step.tier) != "reference" || refusals.empty() || ++count > mostNames)
                continue;
            rows += "<tr><td class=\"name\">" + key(categoryOf(m_profile, step)) + escaped(support::elideMiddle(m_profile.text(step.label), 120)) + "</td><td>"
                + escaped(m_profile.text(step.opType)) + "</td><td class=\"impl\">" + escaped(support::elideMiddle(refusals, 400)) + "</td></tr>\n";
        }
        if (rows.empty())
            return {};
        return cardStart("On plain kernels, and why", support::countOf(count, "step", "steps") + " that no faster kernel took", "long")
            + "<div class=\"scroll\"><table data-fold=\"" + std::to_string(foldedRows) + "\"><thead><tr>" + heading("Operator") + heading("Type") + heading("Refused because")
            + "</tr></thead><tbody>\n" + rows + "</tbody></table></div></section>\n";
    }

    std::string origin() const { return cardStart("Where this comes from", "") + facts(m_report.origin) + "</section>\n"; }
    std::string method() const
    {
        auto lines = m_report.settings;
        lines.insert(lines.end(), m_report.method.begin(), m_report.method.end());
        return cardStart("How it was measured", "") + facts(lines) + "</section>\n";
    }

    Result<std::string> data() const
    {
        const auto document = profileDocument(m_profile);
        std::string out = "<script type=\"application/json\" id=\"opscope-data\">";
        if (document.size() <= largestPlainDocument) {
            out += R"({"version":1,"encoding":"json","data":)";
            for (const char c : document) {
                if (c == '<')
                    out += "\\u003c"; // so that no name can end the element
                else
                    out += c;
            }
            return out + "}</script>\n";
        }
        const auto packed = TRY(support::deflate(document));
        return out + R"({"version":1,"encoding":"deflate-base64","data":")" + support::base64(packed) + "\"}</script>\n";
    }

private:
    std::string device() const
    {
        const auto device = m_profile.metadata.text(keys::device);
        return device == "cpu" ? " on the CPU" : device.empty() ? "" : " on " + escaped(device);
    }

    std::string settingsLine() const
    {
        std::string line;
        const auto add = [&](const std::string& part) {
            if (!part.empty())
                line += (line.empty() ? "" : " · ") + part;
        };
        add(startedAt());
        add(m_profile.metadata.text(keys::dims));
        add(m_profile.metadata.text(keys::precision));
        if (const auto threads = m_profile.metadata.integer(keys::threads))
            add(support::countOf(static_cast<std::uint64_t>(std::max<std::int64_t>(0, *threads)), "thread", "threads"));
        if (const auto warmUp = m_profile.metadata.integer(keys::warmUpRuns))
            add(support::countOf(m_statistics.wall.samples, "recorded run", "recorded runs") + " after " + std::to_string(*warmUp) + " warm-up");
        return line;
    }

    std::string startedAt() const
    {
        const auto ns = m_profile.metadata.integer(keys::startedAt);
        if (!ns || *ns <= 0)
            return {};
        const auto seconds = static_cast<std::time_t>(*ns / 1'000'000'000);
        std::tm parts {};
        if (gmtime_r(&seconds, &parts) == nullptr)
            return {};
        std::array<char, 40> text {};
        std::strftime(text.data(), text.size(), "%e %b %Y, %H:%M UTC", &parts);
        return text[0] == ' ' ? text.data() + 1 : text.data();
    }

    std::string findings() const
    {
        const auto& found = m_report.findings;
        if (found.empty())
            return {};
        const auto title = found.size() == 1 ? std::string("One thing stands out.") : support::countText(found.size()) + " things stand out.";
        std::string out = "<div class=\"finding\"><b>" + title + "</b> ";
        if (found.size() == 1)
            return out + escaped(found.front().text) + ".</div>\n";
        out += "<ul>";
        for (const auto& finding : found)
            out += "<li>" + escaped(finding.text) + "</li>";
        return out + "</ul></div>\n";
    }

    static std::string operatorNote(std::size_t shown, std::size_t all)
    {
        if (shown == all)
            return "click a heading to sort; own time, without operators inside";
        return "the slowest " + support::countText(shown) + " of " + support::countText(all) + "; all are in the data inside";
    }

    std::string operatorRow(const StepRow& row, double largest) const
    {
        const auto& step = m_profile.step(row.step);
        const auto tier = m_profile.text(step.tier);
        std::string out = "<tr><td class=\"name\">" + key(categoryOf(m_profile, step)) + escaped(support::elideMiddle(m_profile.text(step.label), 160)) + "</td><td>"
            + escaped(m_profile.text(step.opType)) + "</td>" + numberCell(row.time.median, "<b>" + duration(row.time.median) + "</b>");
        out += row.time.interval ? numberCell(row.time.interval->half(), "± " + halfText(row.time.interval->half()))
                                 : numberCell(-1, row.time.samples == 1 ? "one run" : "n = " + std::to_string(row.time.samples));
        out += shareCell(row.share, largest) + numberCell(row.time.p90, duration(row.time.p90)) + numberCell(row.callsPerRun, escaped(support::numberText(row.callsPerRun)));
        if (row.flopsPerSecond && *row.flopsPerSecond > 0)
            out += numberCell(*row.flopsPerSecond, escaped(support::workRateText(*row.flopsPerSecond)));
        else
            out += emptyCell();
        const auto implementation = m_profile.text(step.implementation);
        return out + "<td class=\"impl" + (tier == "reference" ? " warn" : "") + "\">" + escaped(implementation.empty() ? tier : implementation) + "</td></tr>\n";
    }

    std::string typeRow(const TypeRow& row, double largest) const
    {
        std::string out = "<tr><td>" + key(categoryOf(m_profile, row)) + escaped(m_profile.text(row.opType)) + "</td>" + numberCell(row.steps, escaped(support::countText(row.steps)))
            + numberCell(row.time.median, duration(row.time.median)) + shareCell(row.share, largest);
        if (row.flops == 0 && row.unknownCosts > 0)
            return out + emptyCell() + "</tr>\n";
        return out + numberCell(static_cast<double>(row.flops), (row.unknownCosts > 0 ? "≥ " : "") + escaped(support::workText(static_cast<double>(row.flops)))) + "</tr>\n";
    }

    std::string fateRow(Fate fate, const std::vector<const NodeProvenance*>& nodes) const
    {
        std::string out = "<tr><td>" + std::string(fateName(fate)) + "</td><td class=\"n\">" + escaped(support::countText(nodes.size())) + "</td><td>";
        if (fate == Fate::Kept)
            return out + "</td></tr>\n";
        out += "<details><summary>names</summary>";
        for (std::size_t i = 0; i < std::min(nodes.size(), mostNames); ++i)
            out += "<div>" + escaped(m_profile.text(nodes[i]->opType)) + " " + escaped(support::elideMiddle(m_profile.text(nodes[i]->label), 120))
                + (m_profile.text(nodes[i]->pass).empty() ? "" : " (" + escaped(m_profile.text(nodes[i]->pass)) + ")") + "</div>";
        if (nodes.size() > mostNames)
            out += "<div>and " + escaped(support::countText(nodes.size() - mostNames)) + " more, in the data inside</div>";
        return out + "</details></td></tr>\n";
    }

    const Report& m_report;
    const Profile& m_profile;
    const Statistics& m_statistics;
};

} // namespace

Result<void> writeHtml(const Report& report, const ExportSink& sink)
{
    const Page page(report);
    TRY(sink(page.head()));
    TRY(sink(page.figures()));
    TRY(sink(page.timeline()));
    TRY(sink(page.operators()));
    TRY(sink("<div class=\"grid\">" + page.types() + page.account() + "</div>\n"));
    TRY(sink("<div class=\"grid\">" + page.memory() + page.runs() + "</div>\n"));
    TRY(sink("<div class=\"grid\">" + page.origin() + page.method() + "</div>\n"));
    TRY(sink(page.fallbacks()));
    TRY(sink(page.fates()));
    TRY(sink("<footer>Made by Opscope " OPSCOPE_VERSION ". This page loads nothing and sends nothing.</footer>\n</main>\n"));
    const auto data = TRY(page.data());
    TRY(sink(data));
    return sink("<script>" + std::string(htmlScript) + "</script>\n</body></html>\n");
}

} // namespace profiler
