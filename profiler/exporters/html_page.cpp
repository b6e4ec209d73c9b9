#include "profiler/exporters/html_page.h"

#include "model/palette.h"
#include "model/support/compress.h"
#include "model/support/hash.h"
#include "profiler/exporters/html_style.h"
#include "profiler/exporters/html_text.h"
#include "profiler/file/profile_file.h"
#include "profiler/tables/utc_time.h"

#include <array>
#include <span>

namespace profiler {

using support::Result;

namespace {

constexpr std::array<std::string_view, 20> pageTokens { "window", "panel", "panelAlt", "inset",
    "border", "borderStrong", "text", "textSecondary", "textDisabled", "accent", "accentInk",
    "accentTint", "warning", "warningTint", "error", "good", "neighbourIn", "bar", "selection",
    "idle" };

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

/// SHA-256 of the script for the Content-Security-Policy, as base64.
std::string scriptDigest()
{
    const auto digits
        = support::sha256(std::as_bytes(std::span(htmlScript.data(), htmlScript.size())));
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return support::base64(bytes);
}

/// The Content-Security-Policy: the page loads nothing, and only our own script may run.
std::string contentPolicy()
{
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
           "style-src 'unsafe-inline'; script-src 'sha256-"
        + scriptDigest() + "'";
}

/// The style sheet. The dark theme applies only to screens, so pages are printed on white.
std::string styles()
{
    return "<style>:root{color-scheme:light dark;" + variables(model::ThemeKind::Light)
        + "}\n@media screen and (prefers-color-scheme:dark){:root{"
        + variables(model::ThemeKind::Dark) + "}}" + std::string(htmlStyle) + "</style>";
}

} // namespace

std::string pageStart(const PageHead& head)
{
    std::string chips;
    for (const auto chip : head.chips)
        chips += "<span>" + std::string(chip) + "</span>";
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + contentPolicy()
        + "\">\n<meta name=\"viewport\" content=\"width=device-width\">"
          "<meta name=\"generator\" content=\"Opscope " OPSCOPE_VERSION "\">\n<title>"
        + escaped(head.title) + " – " + std::string(head.kind) + "</title>\n" + styles()
        + "</head>\n<body><main>\n<header><div><p>" + std::string(head.kind) + "</p><h1>"
        + escaped(head.heading) + "</h1><p>" + escaped(head.settings)
        + "</p></div><p class=\"chips\">" + chips + "</p></header>\n";
}

std::string pageEnd(std::string_view data)
{
    return "<footer>Made by Opscope " OPSCOPE_VERSION
           ". This page loads nothing and sends nothing.</footer>\n</main>\n"
        + std::string(data) + "<script>" + std::string(htmlScript) + "</script>\n</body></html>\n";
}

Result<std::string> dataElement(
    std::string_view id, const Profile& profile, const Metadata& metadata)
{
    const auto bytes = TRY(profileFileBytes(profile, metadata));
    return dataElementOpening(id) + support::base64(bytes) + "</script>\n";
}

std::string dataElementOpening(std::string_view id)
{
    return "<script type=\"application/vnd.apache.parquet;base64\" id=\"" + std::string(id) + "\">";
}

std::string settingsText(std::initializer_list<std::string> parts)
{
    std::string line;
    for (const auto& part : parts)
        line += (line.empty() || part.empty() ? "" : " · ") + part;
    return line;
}

std::string threadsText(std::optional<std::int64_t> threads)
{
    return threads && *threads >= 0
        ? support::countOf(static_cast<std::uint64_t>(*threads), "thread", "threads")
        : "";
}

std::string startedAt(const Metadata& metadata)
{
    const auto ns = metadata.integer(keys::startedAt);
    if (!ns || *ns <= 0)
        return {};
    return utcText(*ns / 1'000'000'000, "%e %b %Y, %H:%M UTC");
}

} // namespace profiler
