#include "profiler/tables/metadata.h"

#include "model/support/text.h"

#include <cmath>

namespace profiler {

std::string metadataText(const MetadataValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth ? "yes" : "no";
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return std::to_string(*integer);
    return support::numberText(std::get<double>(value), 6, support::NumberStyle::File);
}

std::string Metadata::text(std::string_view key) const
{
    const auto found = m_values.find(key);
    return found == m_values.end() ? std::string() : metadataText(found->second);
}

std::optional<std::int64_t> Metadata::integer(std::string_view key) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        return {};
    if (const auto* integer = std::get_if<std::int64_t>(&found->second))
        return *integer;
    const auto* number = std::get_if<double>(&found->second);
    if (number && std::abs(*number) < 9e15 && *number == std::trunc(*number))
        return static_cast<std::int64_t>(*number);
    return {};
}

std::optional<double> Metadata::number(std::string_view key) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        return {};
    if (const auto* number = std::get_if<double>(&found->second))
        return *number;
    if (const auto* integer = std::get_if<std::int64_t>(&found->second))
        return static_cast<double>(*integer);
    return {};
}

} // namespace profiler
