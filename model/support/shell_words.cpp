#include "model/support/shell_words.h"

#include <algorithm>
#include <optional>

namespace support {
namespace {

constexpr std::string_view blanks = " \t\n\r\v\f";
constexpr auto none = std::string_view::npos;

/// Returns the character position of the byte at `at`, from 1. UTF-8 continuation bytes are not
/// counted.
std::size_t characterAt(std::string_view text, std::size_t at)
{
    const auto before = text.substr(0, at);
    return 1 + static_cast<std::size_t>(std::ranges::count_if(before, [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

/// Reads a text from left to right, word by word.
class Reader {
public:
    explicit Reader(std::string_view text)
        : m_text(text)
    {
    }

    /// Returns the next word; nothing at the end.
    Result<std::optional<std::string>> next()
    {
        m_at = std::min(m_text.find_first_not_of(blanks, m_at), m_text.size());
        if (m_at == m_text.size())
            return std::optional<std::string>();
        std::string word;
        while (m_at < m_text.size() && blanks.find(m_text[m_at]) == none)
            TRY(readPiece(word));
        return std::optional(std::move(word));
    }

private:
    Result<void> readPiece(std::string& word)
    {
        const char first = m_text[m_at];
        if (first == '\'' || first == '"')
            return readQuoted(word, first);
        if (first == '\\' && ++m_at == m_text.size())
            return failAs(ErrorKind::Usage, "ends in a backslash, expected a character behind it");
        word += m_text[m_at++];
        return {};
    }

    Result<void> readQuoted(std::string& word, char quote)
    {
        const auto open = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            if (quote == '"' && m_text[m_at] == '\\' && m_at + 1 < m_text.size()
                && std::string_view("\"\\$`").find(m_text[m_at + 1]) != none)
                ++m_at;
            word += m_text[m_at++];
        }
        if (m_at == m_text.size())
            return failAs(ErrorKind::Usage, "the quote ", std::string(1, quote), " at character ",
                characterAt(m_text, open), " is not closed: ",
                std::string(m_text.substr(open, m_text.find_first_of(blanks, open) - open)));
        ++m_at;
        return {};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

Result<std::vector<std::string>> shellWords(std::string_view text)
{
    std::vector<std::string> words;
    Reader reader(text);
    while (auto word = TRY(reader.next()))
        words.push_back(std::move(*word));
    return words;
}

std::string shellQuoted(std::string_view word)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789-_=+./:,%@";
    if (!word.empty() && word.find_first_not_of(plain) == none)
        return std::string(word);
    std::string quoted = "'";
    for (const char byte : word)
        quoted += byte == '\'' ? "'\\''" : std::string(1, byte);
    return quoted + "'";
}

} // namespace support
