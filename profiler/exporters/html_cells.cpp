#include "profiler/exporters/html_cells.h"

#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"

#include <algorithm>

namespace profiler {
namespace {

std::string headings(const std::vector<Column>& columns)
{
    std::string html = "<thead><tr>";
    for (const auto& column : columns) {
        html += "<th scope=\"col\" data-sort=\"\"";
        if (column.kind == Column::Kind::Number)
            html += " class=\"n\"";
        if (column.order == Column::Order::Descending)
            html += " aria-sort=\"descending\"";
        html += ">" + std::string(column.title) + "</th>";
    }
    return html + "</tr></thead>";
}

std::string squareHtml(const Paint& fill)
{
    return fill.kind == Paint::Kind::None
        ? "<span class=\"key dashed\"></span>"
        : "<span class=\"key\" style=\"background:" + cssColour(fill) + "\"></span>";
}

std::string fileNumber(double value, int digits)
{
    return support::numberText(value, digits, support::NumberStyle::File);
}

} // namespace

std::string durationHtml(double ns) { return escaped(support::durationText(ns)); }

std::string nameHtml(std::string_view name, std::size_t most)
{
    return escaped(support::elideMiddle(name, most));
}

std::string keyHtml(model::Category category)
{
    return squareHtml(category == model::Category::Custom ? Paint::none() : Paint::of(category));
}

std::string textCell(std::string_view html, std::string_view classes)
{
    const auto attribute = classes.empty() ? "" : " class=\"" + std::string(classes) + "\"";
    return "<td" + attribute + ">" + std::string(html) + "</td>";
}

std::string tableRow(const std::string& cells) { return "<tr>" + cells + "</tr>\n"; }

std::string numberCell(double value, std::string_view html)
{
    return "<td class=\"n\" data-v=\"" + fileNumber(value, 12) + "\">" + std::string(html)
        + "</td>";
}

std::string durationCell(double ns) { return numberCell(ns, durationHtml(ns)); }

std::string countCell(std::uint64_t count)
{
    return numberCell(static_cast<double>(count), escaped(support::countText(count)));
}

std::string bytesCell(std::uint64_t bytes)
{
    return numberCell(static_cast<double>(bytes), escaped(support::bytesText(bytes)));
}

std::string percentCell(double share)
{
    return numberCell(share, escaped(support::shareText(share)));
}

std::string stepCell(const Profile& profile, const Step& step, std::size_t most)
{
    return textCell(
        keyHtml(categoryOf(profile, step)) + nameHtml(profile.text(step.label), most), "name");
}

std::string emptyCell() { return numberCell(-1, support::notMeasured); }

std::string shareCell(double share, double largest)
{
    const auto width = largest > 0 ? std::clamp(share / largest, 0.0, 1.0) * 100 : 0;
    return "<td class=\"bar\" data-v=\"" + fileNumber(share, 9)
        + "\"><i style=\"width:" + fileNumber(width, 3) + "%\"></i><span>"
        + escaped(support::shareText(share)) + "</span></td>";
}

std::string sortedTable(const std::vector<Column>& columns, const std::string& rows)
{
    return "<div class=\"scroll\"><table data-fold=\"" + std::to_string(foldedTableRows) + "\">"
        + headings(columns) + "<tbody>\n" + rows + "</tbody></table></div>";
}

std::string foldedTable(
    std::string_view summary, const std::vector<Column>& columns, const std::string& rows)
{
    return "<details><summary>" + std::string(summary) + "</summary><div class=\"scroll\"><table>"
        + headings(columns) + "<tbody>\n" + rows + "</tbody></table></div></details>";
}

std::string cardStart(std::string_view title, std::string_view note, Width width)
{
    std::string html = width == Width::Full ? "<section class=\"long\">" : "<section>";
    html += "<h2>" + std::string(title) + "</h2>";
    if (!note.empty())
        html += "<p class=\"note\">" + escaped(note) + "</p>";
    return html + "\n";
}

std::string emptyCard(std::string_view title, std::string_view why)
{
    return cardStart(title, why) + cardEnd();
}

std::string factList(const std::vector<Fact>& facts)
{
    std::string html = "<dl>";
    for (const auto& fact : facts)
        html += "<dt>" + escaped(fact.name) + "</dt><dd>" + escaped(fact.value)
            + (fact.detail.empty() ? "" : " <small>" + escaped(fact.detail) + "</small>") + "</dd>";
    return html + "</dl>\n";
}

std::string bigFigure(const std::string& value)
{
    const auto end = std::min({ value.find(" ±"), value.find(" ("), value.find(", ") });
    if (end == std::string::npos)
        return "<b>" + escaped(value) + "</b>";
    return "<b>" + escaped(value.substr(0, end)) + " <small>"
        + escaped(value.substr(value.find(' ', end) + 1)) + "</small></b>";
}

std::string figureHtml(std::string_view name, const std::string& value, const std::string& detail)
{
    return "<div class=\"figure\"><span>" + std::string(name) + "</span>" + bigFigure(value) + "<i>"
        + escaped(detail) + "</i></div>\n";
}

std::string twoColumns(const std::string& left, const std::string& right)
{
    return "<div class=\"grid\"><div>" + left + "</div><div>" + right + "</div></div>\n";
}

std::string accountTable(const std::vector<AccountPart>& parts, std::int64_t wallNs,
    std::initializer_list<std::string_view> always)
{
    const auto wall = static_cast<double>(wallNs);
    std::string html = "<table><thead><tr><th scope=\"col\">Part</th><th scope=\"col\" "
                       "class=\"n\">Time</th><th scope=\"col\" class=\"n\">Of wall</th>"
                       "<th></th></tr></thead><tbody>\n";
    for (const auto& part : parts) {
        if (part.ns == 0 && std::ranges::find(always, part.name) == always.end())
            continue;
        const auto square = squareHtml(part.token.empty() ? Paint::none() : Paint::of(part.token));
        const auto ns = static_cast<double>(part.ns);
        const auto share = wallNs > 0 ? ns / wall : 0;
        html += tableRow(textCell(square + std::string(part.name), "part") + durationCell(ns)
            + percentCell(share) + textCell(part.meaning, "impl"));
    }
    return html + "</tbody><tfoot><tr><td>Wall</td><td class=\"n\">" + durationHtml(wall)
        + "</td><td class=\"n\">100 %</td><td></td></tr></tfoot></table>";
}

} // namespace profiler
