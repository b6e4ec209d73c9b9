#pragma once

#include "app/cli/command.h"

#include <string>
#include <vector>

namespace cli {

/// A table for people or programs. Cells are unescaped texts; each format escapes them. Formats:
/// aligned text (for the width of the terminal, long cells elided in the middle), CSV (RFC 4180),
/// Markdown, or JSON: `{"rows": [{title: cell}]}`. In JSON, integers of right-aligned columns and
/// all numbers of Number columns are numbers, and unmeasured cells are null.
struct TextTable {
    enum class Align {
        Left,
        Right,
        Number, ///< as Right
    };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows {};
    std::vector<std::vector<std::string>> foot {}; ///< below a rule; only in aligned text

    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
    /// Returns the table in a format. Colours apply to aligned text only: headings and foot are
    /// bold.
    std::string text(Format format, Colours colours = Colours::Off) const;
};

/// Returns the columns of the terminal on stdout; 120 if stdout is not a terminal.
std::size_t terminalWidth();

} // namespace cli
