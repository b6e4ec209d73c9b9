#pragma once

#include "model/support/csv.h"
#include "model/support/text.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

/// One line of a CSV file. Texts are quoted and made safe by support::csvCell.
class CsvLine {
public:
    /// Adds cells: texts, numbers, and optional numbers, which may be unknown.
    template <typename... Cells>
    CsvLine& add(const Cells&... cells)
    {
        (cell(cells), ...);
        return *this;
    }
    /// Adds empty cells. Empty means unknown, which is not zero.
    CsvLine& skip(int cells)
    {
        for (int i = 0; i < cells; ++i)
            separate();
        return *this;
    }

    /// Returns the line with its line end.
    std::string take() { return std::move(m_line) + "\r\n"; }

private:
    void cell(std::string_view text)
    {
        separate();
        m_line += support::csvCell(text);
    }
    template <std::integral T>
    void cell(T value)
    {
        separate();
        m_line += std::to_string(value);
    }
    void cell(double value)
    {
        separate();
        m_line += support::numberText(value, 9, support::NumberStyle::File);
    }
    template <typename T>
    void cell(const std::optional<T>& value)
    {
        value ? cell(*value) : separate();
    }
    void separate()
    {
        if (!m_isFirst)
            m_line += ',';
        m_isFirst = false;
    }

    std::string m_line;
    bool m_isFirst = true;
};

} // namespace profiler
