#pragma once

#include "app/cli/command.h"

#include <string>
#include <vector>

namespace cli {

/// A table, printed as aligned text, CSV (RFC 4180), Markdown or JSON. Cells hold unescaped text;
/// each format escapes it. Aligned text fits the terminal: long cells are elided in the middle.
/// JSON is `{"rows": [{title: cell}]}`. There, integers of Right columns and all numbers of Number
/// columns are numbers. A cell that was not measured is null.
struct TextTable {
    enum class Align {
        Left,
        Right,
        Number, ///< printed as Right
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
