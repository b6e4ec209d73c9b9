#pragma once

#include "app/cli/command.h"

#include <string>
#include <vector>

namespace cli {

/// Rows for people or programs; each form escapes what it must, so cells are texts as they are:
/// aligned text (by the terminal's width, long cells elided in the middle), CSV (RFC 4180),
/// Markdown, or JSON: `{"rows": [{title: cell}]}`, with whole numbers of right-aligned columns as
/// numbers and what was not measured as null.
struct TextTable {
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::vector<std::string>> foot; ///< under a rule

    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
    /// Colours are those of aligned text: headings and foot bold.
    std::string text(Format format, Colours colours = Colours::Off) const;
};

/// Columns of the terminal on stdout; 120 if it is none.
std::size_t terminalWidth();

} // namespace cli
