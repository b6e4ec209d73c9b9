#include "app/cli/text_table.h"

#include "model/support/csv.h"
#include "model/support/json.h"
#include "model/support/markdown.h"
#include "model/support/text.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace cli {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 12; // least width of an elided column

std::string csvLine(const std::vector<std::string>& cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i > 0 ? "," : "") + support::csvCell(cells[i]);
    return line + "\r\n";
}

std::string markdownLine(const std::vector<std::string>& cells)
{
    std::string line = "|";
    for (const auto& cell : cells)
        line += " " + support::markdownText(cell) + " |";
    return line + "\n";
}

std::vector<std::string> titlesOf(const TextTable& table)
{
    std::vector<std::string> titles;
    for (const auto& column : table.columns)
        titles.push_back(column.title);
    return titles;
}

void writeCell(support::JsonWriter& json, const std::string& cell, TextTable::Align align)
{
    if (cell == support::notMeasured)
        json.null();
    else if (const auto real
        = align == TextTable::Align::Number ? support::numberFrom<double>(cell) : std::nullopt)
        json.value(*real);
    else if (const auto number
        = align == TextTable::Align::Right ? support::numberFrom<std::int64_t>(cell) : std::nullopt)
        json.value(*number);
    else
        json.value(cell);
}

std::string jsonText(const TextTable& table)
{
    return support::jsonDocument([&](support::JsonWriter& json) {
        json.key("rows").beginArray();
        for (const auto& row : table.rows) {
            json.beginObject();
            for (std::size_t i = 0; i < std::min(row.size(), table.columns.size()); ++i)
                writeCell(json.key(table.columns[i].title), row[i], table.columns[i].align);
            json.endObject();
        }
        json.endArray();
    });
}

class AlignedText {
public:
    AlignedText(const TextTable& table, Colours colours)
        : m_table(table)
        , m_colours(colours)
        , m_widths(table.columns.size())
    {
        measure(titlesOf(table));
        for (const auto& row : table.rows)
            measure(row);
        for (const auto& row : table.foot)
            measure(row);
        shrink(terminalWidth());
    }

    std::string text() const
    {
        std::string result = painted(bold, line(titlesOf(m_table))) + painted(dim, rule());
        for (const auto& row : m_table.rows)
            result += line(row);
        if (!m_table.foot.empty())
            result += painted(dim, rule());
        for (const auto& row : m_table.foot)
            result += painted(bold, line(row));
        return result;
    }

private:
    static constexpr std::string_view bold = "\x1b[1m";
    static constexpr std::string_view dim = "\x1b[2m";

    std::string painted(std::string_view style, std::string line) const
    {
        if (m_colours == Colours::Off)
            return line;
        line.pop_back(); // the line break stays outside the style
        return std::string(style) + line + "\x1b[0m\n";
    }

    void measure(const std::vector<std::string>& row)
    {
        for (std::size_t i = 0; i < std::min(row.size(), m_widths.size()); ++i)
            m_widths[i] = std::max(m_widths[i], support::characterCount(support::sanitise(row[i])));
    }

    std::size_t total() const
    {
        std::size_t sum = 0;
        for (const auto width : m_widths)
            sum += width + gap;
        return sum;
    }

    void shrink(std::size_t available)
    {
        while (total() > available) {
            const auto widest = std::ranges::max_element(m_widths);
            if (widest == m_widths.end() || *widest <= narrowest)
                return;
            *widest -= std::min(*widest - narrowest, total() - available);
        }
    }

    std::string line(const std::vector<std::string>& row) const
    {
        std::string result;
        for (std::size_t i = 0; i < m_widths.size(); ++i) {
            const auto cell = support::elideMiddle(
                support::sanitise(i < row.size() ? row[i] : ""), m_widths[i]);
            const std::string space(
                m_widths[i] - std::min(m_widths[i], support::characterCount(cell)), ' ');
            const bool isRight = m_table.columns[i].align != TextTable::Align::Left;
            result += isRight ? space + cell : cell + space;
            result += std::string(gap, ' ');
        }
        result.erase(result.find_last_not_of(' ') + 1);
        return result + "\n";
    }

    std::string rule() const
    {
        std::string result;
        for (std::size_t i = 0; i + gap < total(); ++i)
            result += "─";
        return result + "\n";
    }

    const TextTable& m_table;
    Colours m_colours;
    std::vector<std::size_t> m_widths;
};

} // namespace

std::size_t terminalWidth()
{
    winsize size {};
    if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0
        && size.ws_col >= 40)
        return size.ws_col;
    return 120;
}

std::string TextTable::text(Format format, Colours colours) const
{
    if (format == Format::Csv) {
        std::string result = csvLine(titlesOf(*this));
        for (const auto& row : rows)
            result += csvLine(row);
        return result;
    }
    if (format == Format::Markdown) {
        std::string result = markdownLine(titlesOf(*this)) + "|";
        for (const auto& column : columns)
            result += column.align != Align::Left ? " ---: |" : " --- |";
        result += "\n";
        for (const auto& row : rows)
            result += markdownLine(row);
        return result;
    }
    return format == Format::Json ? jsonText(*this) : AlignedText(*this, colours).text();
}

} // namespace cli
