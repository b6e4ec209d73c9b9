#include "model/support/deceptive.h"
#include "model/support/elide_path.h"
#include "model/support/text.h"

#include <array>
#include <cstdio>
#include <vector>

namespace support {

namespace {

constexpr char32_t replacement = 0xFFFD;

std::uint8_t byteAt(std::string_view text, std::size_t i)
{
    return static_cast<std::uint8_t>(text[i]);
}

bool isContinuation(std::string_view text, std::size_t i)
{
    return i < text.size() && (byteAt(text, i) & 0xC0) == 0x80;
}

void appendVisible(std::string& out, char32_t c, Lines lines)
{
    if (lines == Lines::Several && (c == '\n' || c == '\t')) {
        out += static_cast<char>(c);
    } else if (c < 0x20) {
        appendUtf8(out, 0x2400 + c);
    } else if (c == 0x7F) {
        appendUtf8(out, 0x2421);
    } else if (isDeceptive(c)) {
        std::array<char, 24> code {};
        std::snprintf(code.data(), code.size(), "‹U+%04X›", static_cast<unsigned>(c));
        out += code.data();
    } else {
        appendUtf8(out, c);
    }
}

} // namespace

bool isDeceptive(char32_t c)
{
    const bool isC1 = c >= 0x80 && c < 0xA0;
    const bool isBidi = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
    const bool isInvisible = c == 0x00AD || c == 0x034F || c == 0x180E
        || (c >= 0x200B && c <= 0x200D) || (c >= 0x2060 && c <= 0x2064)
        || (c >= 0x206A && c <= 0x206F) || c == 0x2028 || c == 0x2029 || c == 0xFEFF
        || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
    return isC1 || isBidi || isInvisible;
}

CodePoint firstCodePoint(std::string_view text)
{
    const std::uint8_t lead = byteAt(text, 0);
    if (lead < 0x80)
        return { lead, 1, true };
    struct Form {
        std::uint8_t mask, pattern;
        std::size_t bytes;
        char32_t smallest;
    };
    static constexpr std::array forms { Form { 0xE0, 0xC0, 2, 0x80 }, Form { 0xF0, 0xE0, 3, 0x800 },
        Form { 0xF8, 0xF0, 4, 0x10000 } };
    for (const auto& form : forms) {
        if ((lead & form.mask) != form.pattern)
            continue;
        char32_t value = lead & static_cast<std::uint8_t>(~form.mask);
        for (std::size_t i = 1; i < form.bytes; ++i) {
            if (!isContinuation(text, i))
                return { replacement, 1, false };
            value = (value << 6) | (byteAt(text, i) & 0x3Fu);
        }
        const bool isSurrogate = value >= 0xD800 && value < 0xE000;
        if (value < form.smallest || value > 0x10FFFF || isSurrogate)
            return { replacement, 1, false };
        return { value, form.bytes, true };
    }
    return { replacement, 1, false };
}

void appendUtf8(std::string& text, char32_t codePoint)
{
    const auto tail
        = [&](int shift) { text += static_cast<char>(0x80 | ((codePoint >> shift) & 0x3F)); };
    if (codePoint < 0x80) {
        text += static_cast<char>(codePoint);
    } else if (codePoint < 0x800) {
        text += static_cast<char>(0xC0 | (codePoint >> 6));
        tail(0);
    } else if (codePoint < 0x10000) {
        text += static_cast<char>(0xE0 | (codePoint >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | (codePoint >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::string validUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto c = firstCodePoint(text);
        if (c.isValid)
            out.append(text.substr(0, c.bytes));
        else
            appendUtf8(out, replacement);
        text.remove_prefix(c.bytes);
    }
    return out;
}

std::string sanitise(std::string_view text, Lines lines)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto c = firstCodePoint(text);
        appendVisible(out, c.value, lines);
        text.remove_prefix(c.bytes);
    }
    return out;
}

std::string quote(std::string_view name, std::size_t limit)
{
    // A name from a file may be megabytes long. The parts that stay after elision lie in the first
    // and last 4 KiB.
    constexpr std::size_t piece = 4096;
    if (name.size() > 2 * piece)
        return '"'
            + elideMiddle(sanitise(std::string(name.substr(0, piece)) + "…"
                              + std::string(name.substr(name.size() - piece))),
                limit)
            + '"';
    return '"' + elideMiddle(sanitise(name), limit) + '"';
}

std::size_t characterCount(std::string_view text)
{
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(firstCodePoint(text).bytes);
    return count;
}

namespace {

/// Returns the offsets of the characters, from `at` on.
std::vector<std::size_t> characterStarts(std::string_view text, std::size_t at)
{
    std::vector<std::size_t> starts;
    for (; at < text.size(); at += firstCodePoint(text.substr(at)).bytes)
        starts.push_back(at);
    return starts;
}

/// Keeps `head` of the `limit` characters before the ellipsis.
std::string elidedAfter(std::string_view text, std::size_t head, std::size_t limit)
{
    if (text.size() <= limit)
        return std::string(text);
    if (limit == 0)
        return {};
    const std::size_t tail = limit - 1 - head;
    // A very long text certainly exceeds the limit: only its ends are examined.
    constexpr std::size_t longestCharacter = 4; // bytes
    const std::size_t part = longestCharacter * (limit + 1);
    const bool isHuge = text.size() > 2 * part;
    const auto first = characterStarts(isHuge ? text.substr(0, part) : text, 0);
    if (!isHuge && first.size() <= limit)
        return std::string(text);
    std::string out(text.substr(0, first[head]));
    out += "…";
    if (tail == 0)
        return out;
    std::size_t at = isHuge ? text.size() - part : 0;
    for (int i = 0; isHuge && i < 3 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; ++i)
        ++at; // not in the middle of a character
    const auto last = characterStarts(text, at);
    return out += text.substr(last[last.size() - tail]);
}

} // namespace

// The end of a name is more specific than its beginning, so it gets the odd character.
std::string elideMiddle(std::string_view text, std::size_t limit)
{
    return elidedAfter(text, limit == 0 ? 0 : (limit - 1) / 2, limit);
}

std::string elidePath(std::string_view text, std::size_t limit)
{
    return elidedAfter(text, limit == 0 ? 0 : (limit - 1) / 3, limit);
}

} // namespace support
