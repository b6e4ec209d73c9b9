#pragma once

#include "model/support/text.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

/// One line of a CSV file (RFC 4180). Texts come from files: a cell that a spreadsheet would take for a formula gets a leading apostrophe.
class CsvLine {
public:
    CsvLine& text(std::string_view cell)
    {
        separate();
        const bool isFormula = !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
        const std::string safe = (isFormula ? "'" : "") + support::validUtf8(cell);
        if (safe.find_first_of(",\"\r\n") == std::string::npos) {
            m_line += safe;
            return *this;
        }
        m_line += '"';
        for (const char c : safe)
            m_line += c == '"' ? std::string("\"\"") : std::string(1, c);
        m_line += '"';
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
    /// Empty cells: not known, which is not zero.
    CsvLine& skip(int cells)
    {
        for (int i = 0; i < cells; ++i)
            separate();
        return *this;
    }

    /// The line with its end.
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
