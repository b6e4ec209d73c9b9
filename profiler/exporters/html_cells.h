#pragma once

#include "profiler/charts/charts.h"
#include "profiler/exporters/report.h"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The pieces that the sections of the HTML report are made of. Texts from files are escaped here;
/// `html` parameters are markup already.

inline constexpr std::size_t mostTableRows = 2000;
inline constexpr std::size_t foldedTableRows = 12; ///< shown before *show all*

/// Markup of a duration.
std::string durationHtml(double ns);
/// The name of a step or a value, elided in the middle.
std::string nameHtml(std::string_view name, std::size_t most = 160);
/// The square in the colour of a category.
std::string keyHtml(model::Category category);

std::string textCell(std::string_view html, std::string_view classes = {});
std::string tableRow(const std::string& cells);
/// A cell that sorts by `value`.
std::string numberCell(double value, std::string_view html);
std::string emptyCell();
/// Text over a bar as long as the share is of the largest.
std::string shareCell(double share, double largest);

struct Column {
    std::string_view title;
    enum class Kind { Text, Number } kind = Kind::Text;
    enum class Order {
        None,
        Descending
    } order
        = Order::None; ///< how the rows stand when the page opens
};
/// A table whose headings, which are our own words, sort it; above `foldedTableRows` rows a
/// reader's browser folds it. `rows` are complete `<tr>` elements.
std::string sortedTable(const std::vector<Column>& columns, const std::string& rows);
/// A table in an element that is closed until the reader opens it: the figures of a chart.
std::string foldedTable(
    std::string_view summary, const std::vector<Column>& columns, const std::string& rows);

/// The parts of a wall, then the wall; those that are zero only if they are among `always`.
std::string accountTable(const std::vector<AccountPart>& parts, std::int64_t wallNs,
    std::initializer_list<std::string_view> always);

enum class Width { Half, Full };
std::string cardStart(std::string_view title, std::string_view note, Width width = Width::Half);
inline std::string cardEnd() { return "</section>\n"; }
std::string emptyCard(std::string_view title, std::string_view why);

/// Name and value, one pair per line.
std::string factList(const std::vector<Fact>& facts);
/// `21.86 ms ± 0.06 (95 %)`, `275 µs, 266 … 527 (95 %)` with everything behind the figure smaller.
std::string bigFigure(const std::string& value);

} // namespace profiler
