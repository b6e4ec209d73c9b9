#include "model/support/csv.h"

#include "model/support/text.h"

#include <charconv>

namespace support {

namespace {

bool isNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool isFormula(std::string_view text)
{
    return !text.empty()
        && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos
        && !isNumber(text);
}

} // namespace

std::string csvCell(std::string_view text)
{
    const std::string safe = (isFormula(text) ? "'" : "") + sanitise(text, Lines::Several);
    if (safe.find_first_of(",\"\r\n") == std::string::npos)
        return safe;
    std::string quoted = "\"";
    for (const char letter : safe)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + '"';
}

} // namespace support
