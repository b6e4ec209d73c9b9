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
    CsvLine& text(std::string_view cell)
    {
        separate();
        m_line += support::csvCell(cell);
        return *this;
    }

    template <std::integral T>
    CsvLine& number(T value)
    {
        separate();
        m_line += std::to_string(value);
        return *this;
    }
    CsvLine& number(double value)
    {
        separate();
        m_line += support::numberText(value, 9, support::NumberStyle::File);
        return *this;
    }
    template <typename T>
    CsvLine& optional(const std::optional<T>& value)
    {
        return value ? number(*value) : skip(1);
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
