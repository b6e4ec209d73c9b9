#include "profiler/exporters/html_page.h"

#include "model/palette.h"
#include "model/support/hash.h"
#include "profiler/exporters/html_text.h"

#include <array>
#include <charconv>

namespace profiler::html {

namespace {

using model::Palette;
using model::ThemeKind;

constexpr std::array<std::string_view, 14> tokens { "window", "panel", "inset", "border", "text", "textSecondary", "accent", "accentInk", "accentTint", "bar", "idle", "edge",
    "neighbourIn", "canvasGrid" };

std::string variables(ThemeKind theme)
{
    const auto& palette = Palette::instance();
    std::string css;
    for (const auto token : tokens)
        css += "--" + std::string(token) + ":" + model::hex(palette.colour(theme, token)) + ";";
    for (std::size_t i = 0; i < model::categoryCount; ++i) {
        const auto& colours = palette.colours(static_cast<model::Category>(i), theme);
        css += "--c" + std::to_string(i) + ":" + model::hex(colours.solid) + ";--o" + std::to_string(i) + ":" + model::hex(colours.onSolid) + ";";
    }
    return css;
}

std::string categoryRules()
{
    std::string css;
    for (std::size_t i = 0; i < model::categoryCount; ++i) {
        const auto n = std::to_string(i);
        css += ".c" + n + "{fill:var(--c" + n + ");background:var(--c" + n + ")}.c" + n + "t{fill:var(--o" + n + ")}";
    }
    return css;
}

constexpr std::string_view rules = R"(
*{box-sizing:border-box}body{margin:0;background:var(--window);color:var(--text);font:14px/1.45 system-ui,Inter,"Noto Sans","DejaVu Sans",sans-serif}
main{max-width:1160px;margin:0 auto;padding:28px 24px}h1{font-size:26px;margin:0}h2{font-size:17px;margin:0 0 10px}h3{font-size:14px;margin:12px 0 6px}
.secondary{color:var(--textSecondary)}p{margin:6px 0}section{background:var(--panel);border:1px solid var(--border);border-radius:8px;padding:16px 18px;margin:14px 0;overflow-x:auto}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;margin-top:16px}
.card{background:var(--panel);border:1px solid var(--border);border-radius:8px;padding:12px 14px}.card .name{color:var(--textSecondary);font-size:12px}
.card .figure{font-size:16px;font-weight:600;margin-top:2px}
table{border-collapse:collapse;width:100%}th{text-align:left;color:var(--textSecondary);font-weight:500;font-size:12px;border-bottom:1px solid var(--border)}
th,td{padding:4px 8px;vertical-align:top}tbody tr:nth-child(even){background:var(--inset)}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.sortable th{cursor:pointer}.sortable th[aria-sort]{color:var(--text);font-weight:600}.facts th{width:260px;border:0;font-size:14px}.facts td{overflow-wrap:anywhere}
td:last-child{overflow-wrap:anywhere}.sum td{border-top:1px solid var(--edge);font-weight:600}ul{margin:0;padding-left:20px}summary{cursor:pointer;color:var(--accentInk);padding:6px 0}
svg text{font:11px system-ui,Inter,"DejaVu Sans",sans-serif;fill:var(--text)}svg .tick{fill:var(--textSecondary)}svg .strong{font-weight:600}
svg .grid{stroke:var(--canvasGrid)}svg .dot{fill:var(--accent)}svg .warm{fill:var(--edge)}svg .plain{fill:none;stroke:var(--accent);stroke-width:1.5}
svg .area{fill:var(--accentTint);stroke:var(--neighbourIn);stroke-width:1.5}.bar{width:80px;height:10px;vertical-align:-1px}
.swatch{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:6px}
@media print{body{background:#fff;color:#000}section,.card{border-color:#bbb;break-inside:avoid;background:#fff}details{display:block}main{padding:0}}
)";

constexpr std::string_view sorting = R"(
document.querySelectorAll('table.sortable').forEach(function (table) {
  table.querySelectorAll('th').forEach(function (head, column) {
    head.tabIndex = 0;
    function sort() {
      var down = head.getAttribute('aria-sort') !== 'descending';
      table.querySelectorAll('th').forEach(function (other) { other.removeAttribute('aria-sort'); });
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      var body = table.tBodies[0];
      var rows = Array.from(body.rows);
      rows.sort(function (a, b) {
        var x = a.cells[column], y = b.cells[column];
        var order = x.dataset.k !== undefined ? Number(x.dataset.k) - Number(y.dataset.k) : x.textContent.localeCompare(y.textContent);
        return down ? -order : order;
      });
      rows.forEach(function (row) { body.appendChild(row); });
    }
    head.addEventListener('click', sort);
    head.addEventListener('keydown', function (event) { if (event.key === 'Enter') sort(); });
  });
});
)";

/// RFC 4648 of a hexadecimal digest: the form that a content-security policy wants.
std::string base64OfHex(std::string_view hex)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        unsigned value = 0;
        std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
        bytes += static_cast<char>(value);
    }
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = (group << 8) | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? alphabet[(group >> (18 - 6 * k)) & 63] : '=';
    }
    return text;
}

} // namespace

std::string_view script() { return sorting; }

std::string pageStart(std::string_view title)
{
    const auto digest = base64OfHex(support::sha256(std::as_bytes(std::span(sorting.data(), sorting.size()))));
    std::string page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                       "'unsafe-inline'; script-src 'sha256-"
        + digest + "'; img-src data:\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n";
    page += "<title>" + escape(title.empty() ? "Profile" : title) + " — Opscope report</title>\n<style>:root{" + variables(ThemeKind::Light) + "}\n@media screen and (prefers-color-scheme:dark){:root{"
        + variables(ThemeKind::Dark) + "}}\n" + categoryRules() + std::string(rules) + "</style></head>\n<body><main>\n";
    return page;
}

std::string pageEnd() { return "</main><script>" + std::string(sorting) + "</script></body></html>\n"; }

} // namespace profiler::html
