#include "model/support/compress.h"
#include "model/support/hash.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_sections.h"
#include "profiler/exporters/html_style.h"
#include "profiler/exporters/html_text.h"
#include "profiler/file/profile_document.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace profiler {
namespace {

using support::Result;

constexpr std::size_t largestPlainDocument = std::size_t(1) << 20;

constexpr std::array<std::string_view, 19> pageTokens { "window", "panel", "panelAlt", "inset",
    "border", "borderStrong", "text", "textSecondary", "textDisabled", "accent", "accentInk",
    "accentTint", "warning", "warningTint", "error", "neighbourIn", "bar", "selection", "idle" };

std::string variables(model::ThemeKind theme)
{
    const auto& palette = model::Palette::instance();
    std::string css;
    for (const auto token : pageTokens)
        css += "--" + std::string(token) + ":" + model::hex(palette.colour(theme, token)) + ";";
    for (std::size_t i = 0; i < model::categoryCount; ++i) {
        const auto& colours = palette.colours(static_cast<model::Category>(i), theme);
        const auto index = std::to_string(i);
        css += "--c" + index + ":" + model::hex(colours.solid) + ";";
        css += "--k" + index + ":" + model::hex(colours.onSolid) + ";";
    }
    return css;
}

/// The digest of the script for the content policy, as base64.
std::string scriptDigest()
{
    const auto digits
        = support::sha256(std::as_bytes(std::span(htmlScript.data(), htmlScript.size())));
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return support::base64(bytes);
}

/// Nothing but what stands in the page itself, and of scripts only ours.
std::string contentPolicy()
{
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
           "style-src 'unsafe-inline'; script-src 'sha256-"
        + scriptDigest() + "'";
}

/// Prints on white, whatever the reader's screen is like.
std::string styles()
{
    return "<style>:root{color-scheme:light dark;" + variables(model::ThemeKind::Light)
        + "}\n@media screen and (prefers-color-scheme:dark){:root{"
        + variables(model::ThemeKind::Dark) + "}}" + std::string(htmlStyle) + "</style>";
}

std::string deviceText(const Metadata& metadata)
{
    const auto device = metadata.text(keys::device);
    return device == "cpu" ? " on the CPU" : device.empty() ? "" : " on " + device;
}

std::string startedAt(const Metadata& metadata)
{
    const auto ns = metadata.integer(keys::startedAt);
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

std::string settingsLine(const Report& report)
{
    const auto& metadata = report.metadata;
    std::string line;
    const auto add = [&](const std::string& part) {
        if (!part.empty())
            line += (line.empty() ? "" : " · ") + part;
    };
    add(startedAt(metadata));
    add(metadata.text(keys::dims));
    add(metadata.text(keys::precision));
    if (const auto threads = metadata.integer(keys::threads); threads && *threads >= 0)
        add(support::countOf(static_cast<std::uint64_t>(*threads), "thread", "threads"));
    if (const auto warmUp = metadata.integer(keys::warmUpRuns))
        add(support::countOf(report.statistics->wall.samples, "recorded run", "recorded runs")
            + " after " + std::to_string(*warmUp) + " warm-up");
    return line;
}

std::string head(const Report& report)
{
    const auto title = escaped(report.title.empty() ? "unnamed model" : report.title);
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + contentPolicy()
        + "\">\n<meta name=\"viewport\" content=\"width=device-width\">"
          "<meta name=\"generator\" content=\"Opscope " OPSCOPE_VERSION "\">\n<title>"
        + title + " – Opscope profiling report</title>\n" + styles()
        + "</head>\n<body><main>\n<header><div><p>Opscope profiling report</p><h1>" + title
        + escaped(deviceText(report.metadata)) + "</h1><p>" + escaped(settingsLine(report))
        + "</p></div><p class=\"chips\"><span>reopens in Opscope</span><span>raw samples inside"
          "</span><span>no network</span></p></header>\n";
}

std::string figures(const Report& report)
{
    std::string html = "<div class=\"figures\">";
    for (const auto& fact : report.keyFigures)
        html += "<div class=\"figure\"><span>" + escaped(fact.name) + "</span>"
            + bigFigure(fact.value) + "<i>" + escaped(fact.detail) + "</i></div>\n";
    return html + "</div>\n";
}

/// Findings begin small, because elsewhere they follow a colon.
std::string sentence(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return escaped(text) + ".";
}

/// What, what it could gain, what to try, and the numbers it rests on behind that.
std::string findingHtml(const Finding& finding)
{
    auto html = sentence(finding.text);
    if (finding.gainNs > 0)
        html += " <b>At most " + durationHtml(finding.gainNs) + " to gain.</b>";
    if (!finding.advice.empty())
        html += " " + sentence("Try: " + finding.advice);
    std::string numbers;
    for (const auto& evidence : finding.evidence)
        numbers += (numbers.empty() ? "" : ", ") + evidence.name + " " + evidence.value;
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
    auto html = "<div class=\"finding\"><b>" + support::countText(found.size())
        + " things stand out.</b><ul>";
    for (const auto& finding : found)
        html += "<li>" + findingHtml(finding) + "</li>";
    return html + "</ul></div>\n";
}

/// What the importer reads (importers/html.cpp).
Result<std::string> dataElement(const Report& report)
{
    const auto document = profileDocument(*report.profile, report.metadata);
    std::string html = "<script type=\"application/json\" id=\"opscope-data\">";
    if (document.size() <= largestPlainDocument) {
        html += R"({"version":1,"encoding":"json","data":)";
        for (const char c : document) {
            if (c == '<')
                html += "\\u003c"; // so that no name can end the element
            else
                html += c;
        }
        return html + "}</script>\n";
    }
    const auto packed = TRY(support::deflate(document));
    return html + R"({"version":1,"encoding":"deflate-base64","data":")" + support::base64(packed)
        + "\"}</script>\n";
}

/// Two columns beside each other; on a narrow page below each other.
std::string columns(const std::string& left, const std::string& right)
{
    return "<div class=\"grid\"><div>" + left + "</div><div>" + right + "</div></div>\n";
}

} // namespace

Result<void> writeHtml(const Report& report, const ExportSink& sink)
{
    TRY(sink(head(report)));
    TRY(sink(figures(report) + findings(report)));
    TRY(sink(timelineCard(report)));
    TRY(sink(operatorsCard(report)));
    TRY(sink(rooflineCard(report)));
    TRY(sink(columns(typesCard(report) + memoryCard(report) + methodCard(report),
        accountCard(report) + runsCard(report) + originCard(report) + conditionsCard(report))));
    TRY(sink(fallbacksCard(report)));
    TRY(sink(fatesCard(report)));
    TRY(sink("<footer>Made by Opscope " OPSCOPE_VERSION
             ". This page loads nothing and sends nothing.</footer>\n</main>\n"));
    const auto data = TRY(dataElement(report));
    TRY(sink(data));
    return sink("<script>" + std::string(htmlScript) + "</script>\n</body></html>\n");
}

} // namespace profiler
