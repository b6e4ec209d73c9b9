#include "model/support/csv.h"

#include "model/support/text.h"

namespace support {

namespace {

bool isNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    return numberFrom<double>(text).has_value();
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
