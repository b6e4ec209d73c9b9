#include "profiler/fleet/footer_rows.h"

#include <array>

namespace profiler::fleet {

using file::ColumnSpec;
using file::ColumnType;
using file::ColumnValues;
using support::Result;

namespace {

constexpr std::size_t longestPiece = std::size_t(16) << 20;
/// Texts that are kept before they are written. Profiles of one model follow each other and mostly
/// have the same steps, which are stored once in a row group.
constexpr std::size_t mostTextBytes = std::size_t(16) << 20;
static_assert(longestPiece + mostTextBytes < file::largestPage);

enum FooterColumn : std::size_t { ProfileNumber, ProfileId, Key, Part, Value };
constexpr std::array footerColumns { ColumnSpec { "profile_no", ColumnType::Integer },
    ColumnSpec { "profile", ColumnType::Text, file::Presence::Optional },
    ColumnSpec { "key", ColumnType::Text }, ColumnSpec { "part", ColumnType::Integer },
    ColumnSpec { "value", ColumnType::Text } };

/// Returns the length of the first piece of a text. It does not end within a character.
std::size_t pieceLength(std::string_view text)
{
    if (text.size() <= longestPiece)
        return text.size();
    auto length = longestPiece;
    while ((static_cast<unsigned char>(text[length]) & 0xc0) == 0x80)
        --length;
    return length;
}

} // namespace

Result<FooterRows> FooterRows::create(const std::filesystem::path& target)
{
    return FooterRows(TRY(RowBuffer::create(target, footerColumns)));
}

Result<void> FooterRows::add(const ProfileFacts& facts, const file::KeyValues& keyValues)
{
    for (const auto& [key, value] : keyValues) {
        std::string_view left = value;
        std::int64_t part = 0;
        do {
            const auto length = pieceLength(left);
            m_rows->addInteger(ProfileNumber, facts.number);
            if (facts.id.empty())
                m_rows->addNoText(ProfileId);
            else
                m_rows->addText(ProfileId, facts.id);
            m_rows->addText(Key, key);
            m_rows->addInteger(Part, part++);
            m_rows->addText(Value, left.substr(0, length));
            TRY(m_rows->rowsAdded(1));
            left.remove_prefix(length);
            if (m_rows->textBytes() > mostTextBytes)
                TRY(m_rows->writeAll());
        } while (!left.empty());
    }
    return {};
}

Result<file::KeyValues> readFooterRows(NumberedRows& rows, std::int64_t number)
{
    rows.releaseTexts();
    file::KeyValues entries;
    for (const auto& [group, first, count] : TRY(rows.find(number))) {
        // Texts stay when the values of the next column are read.
        const auto keys = *TRY(rows.read(group, footerColumns[Key]));
        const auto& values = *TRY(rows.read(group, footerColumns[Value]));
        // Pieces of one value follow each other.
        for (auto row = first; row < first + count; ++row)
            entries[std::string(keys.dictionary[keys.indices[row]])]
                += values.dictionary[values.indices[row]];
    }
    return entries;
}

} // namespace profiler::fleet
