#pragma once

#include "profiler/charts/charts.h"
#include "profiler/exporters/report.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Elements of HTML that the cards of a report consist of. Parameters named `html`, `cells` and
/// `rows` are HTML already; nameHtml() and factList() escape their texts.

inline constexpr std::size_t maxTableRows = 2000;
inline constexpr std::size_t foldedTableRows = 12; ///< shown before *show all*

/// A duration as text, `1.2 ms`, escaped.
std::string durationHtml(double ns);
/// The name of a step or a value, escaped, and elided in the middle beyond `most` characters.
std::string nameHtml(std::string_view name, std::size_t most = 160);
/// A list of what `htmlOf` returns for each item.
template <typename Range, typename HtmlOf = std::identity>
std::string listHtml(const Range& items, HtmlOf htmlOf = {})
{
    std::string html = "<ul>";
    for (const auto& item : items)
        html += "<li>" + std::string(std::invoke(htmlOf, item)) + "</li>";
    return html + "</ul>";
}
/// A square in the colour of a category.
std::string keyHtml(model::Category category);

std::string textCell(std::string_view html, std::string_view classes = {});
std::string tableRow(const std::string& cells);
/// A cell that sorts by `value`.
std::string numberCell(double value, std::string_view html);
std::string durationCell(double ns);
std::string countCell(std::uint64_t count);
std::string bytesCell(std::uint64_t bytes);
std::string percentCell(double share); ///< without a bar
/// The name of a step, with the colour of its category.
std::string stepCell(const Profile& profile, const Step& step, std::size_t most = 160);
std::string emptyCell();
/// A cell with a bar behind its text. The bar's length is `share` over `largest`.
std::string shareCell(double share, double largest);

/// Returns what `rowOf` returns for each of the first `maxTableRows` items.
template <typename Range, typename RowOf>
std::string tableRows(const Range& items, RowOf rowOf)
{
    std::string rows;
    std::size_t left = maxTableRows;
    for (const auto& item : items)
        if (left-- > 0)
            rows += rowOf(item);
        else
            break;
    return rows;
}
template <typename Range>
double largestShare(const Range& rows)
{
    double largest = 0;
    for (const auto& row : rows)
        largest = std::max(largest, row.share);
    return largest;
}

struct Column {
    std::string_view title;
    enum class Kind { Text, Number } kind = Kind::Text;
    enum class Order {
        None,
        Descending
    } order
        = Order::None; ///< order of the rows when the page is opened
};
/// A table that is sorted by clicks on its headings. Titles are not escaped. The page's script
/// folds tables of more than `foldedTableRows` rows. `rows` are complete `<tr>` elements.
std::string sortedTable(const std::vector<Column>& columns, const std::string& rows);
/// A table that is closed until the reader opens it; for the figures of a chart.
std::string foldedTable(
    std::string_view summary, const std::vector<Column>& columns, const std::string& rows);

/// A table of the parts of a wall time, then the wall time. Parts of zero are left out, except
/// those named in `always`.
std::string accountTable(const std::vector<AccountPart>& parts, std::int64_t wallNs,
    std::initializer_list<std::string_view> always);

enum class Width { Half, Full };
std::string cardStart(std::string_view title, std::string_view note, Width width = Width::Half);
inline std::string cardEnd() { return "</section>\n"; }
std::string emptyCard(std::string_view title, std::string_view why);

/// A list of facts: name, value and detail, one fact per line.
std::string factList(const std::vector<Fact>& facts);
/// A key figure, with smaller text after the figure: `21.86 ms ± 0.06 (95 %)`,
/// `275 µs, 266 … 527 (95 %)`.
std::string bigFigure(const std::string& value);
/// A key figure with its name above and a detail below. `name` is not escaped.
std::string figureHtml(std::string_view name, const std::string& value, const std::string& detail);
/// Two columns side by side; on a narrow page one below the other.
std::string twoColumns(const std::string& left, const std::string& right);

} // namespace profiler
