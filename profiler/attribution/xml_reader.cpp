#include "profiler/attribution/xml_reader.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profiler {

namespace {

constexpr std::string_view xmlBlanks = " \t\r\n";
constexpr std::size_t maxReference = 12; ///< characters of `&#x10FFFF;` and a few

constexpr std::array<std::pair<std::string_view, char>, 5> namedReferences { { { "amp", '&' },
    { "lt", '<' }, { "gt", '>' }, { "quot", '"' }, { "apos", '\'' } } };

bool isNameEnd(char letter)
{
    return xmlBlanks.find(letter) != std::string_view::npos || letter == '/' || letter == '>'
        || letter == '=' || letter == '<' || letter == '"' || letter == '\'';
}

/// Appends the character of a reference without `&` and `;`. Returns whether there is one.
bool appendReference(std::string& text, std::string_view reference)
{
    const auto named = std::ranges::find(
        namedReferences, reference, [](const auto& entry) { return entry.first; });
    if (named != namedReferences.end()) {
        text += named->second;
        return true;
    }
    if (!reference.starts_with('#'))
        return false;
    const bool isHex = reference.starts_with("#x");
    const auto number
        = support::numberFrom<std::uint32_t>(reference.substr(isHex ? 2 : 1), isHex ? 16 : 10);
    const bool isCharacter
        = number && *number > 0 && *number <= 0x10FFFF && (*number < 0xD800 || *number > 0xDFFF);
    if (isCharacter)
        support::appendUtf8(text, static_cast<char32_t>(*number));
    return isCharacter;
}

/// Resolves references; nothing if one is invalid.
std::optional<std::string> resolved(std::string_view value)
{
    std::string text;
    while (!value.empty()) {
        const auto start = value.find('&');
        text += value.substr(0, start);
        if (start == std::string_view::npos)
            break;
        const auto end = value.substr(0, start + maxReference).find(';', start);
        if (end == std::string_view::npos
            || !appendReference(text, value.substr(start + 1, end - start - 1)))
            return std::nullopt;
        value.remove_prefix(end + 1);
    }
    return text;
}

} // namespace

template <typename... Parts>
support::Error XmlReader::failHere(const Parts&... parts) const
{
    return support::failAs(
        support::ErrorKind::File, "byte ", m_position, " of the XML text: ", parts...);
}

void XmlReader::skipBlanks()
{
    m_position = std::min(m_text.find_first_not_of(xmlBlanks, m_position), m_text.size());
}

std::string_view XmlReader::readName()
{
    const auto start = m_position;
    while (m_position < m_text.size() && !isNameEnd(m_text[m_position]))
        ++m_position;
    return m_text.substr(start, m_position - start);
}

support::Result<XmlReader::Kind> XmlReader::next()
{
    if (std::exchange(m_isEmptyElement, false)) {
        m_path.pop_back();
        return Kind::End;
    }
    while (true) {
        m_position = std::min(m_text.find('<', m_position), m_text.size());
        if (m_position == m_text.size()) {
            if (!m_path.empty())
                return failHere("the text ends within element ", support::quote(m_path.back()));
            if (!m_hasRoot)
                return failHere("the text has no element");
            return Kind::Done;
        }
        if (!TRY(skipMarkup()))
            break;
    }
    if (m_text.substr(m_position).starts_with("</")) {
        TRY(readEnd());
        return Kind::End;
    }
    TRY(readStart());
    return Kind::Start;
}

/// Skips a comment or an instruction. Returns whether there was one.
support::Result<bool> XmlReader::skipMarkup()
{
    const auto rest = m_text.substr(m_position);
    for (const auto& [start, end] :
        { std::pair<std::string_view, std::string_view> { "<!--", "-->" }, { "<?", "?>" } }) {
        if (!rest.starts_with(start))
            continue;
        const auto found = rest.find(end, start.size());
        if (found == std::string_view::npos)
            return failHere(start, " without ", end);
        m_position += found + end.size();
        return true;
    }
    if (rest.starts_with("<!"))
        return failHere("a document type or CDATA, which graphs do not have");
    return false;
}

support::Result<void> XmlReader::readEnd()
{
    m_position += 2;
    const auto name = readName();
    skipBlanks();
    if (m_path.empty() || m_path.back() != name)
        return failHere("the end of ", support::quote(name), ", but the open element is ",
            m_path.empty() ? std::string("none") : support::quote(m_path.back()));
    if (!m_text.substr(m_position).starts_with('>'))
        return failHere("expected > after the end of ", support::quote(name));
    ++m_position;
    m_path.pop_back();
    return {};
}

support::Result<void> XmlReader::readStart()
{
    ++m_position;
    const auto name = readName();
    if (name.empty())
        return failHere("expected the name of an element after <");
    if (m_path.empty() && std::exchange(m_hasRoot, true))
        return failHere("a second outermost element ", support::quote(name));
    if (m_path.size() == maxDepth)
        return failHere("elements are nested more than ", maxDepth, " deep");
    m_path.push_back(name);
    m_attributes.clear();
    while (true) {
        skipBlanks();
        const auto rest = m_text.substr(m_position);
        m_isEmptyElement = rest.starts_with("/>");
        if (m_isEmptyElement || rest.starts_with('>')) {
            m_position += m_isEmptyElement ? 2 : 1;
            return {};
        }
        if (m_attributes.size() == maxAttributes)
            return failHere(
                "element ", support::quote(name), " has more than ", maxAttributes, " attributes");
        m_attributes.push_back(TRY(readAttribute()));
    }
}

support::Result<XmlReader::Attribute> XmlReader::readAttribute()
{
    const auto name = readName();
    skipBlanks();
    if (name.empty() || !m_text.substr(m_position).starts_with('='))
        return failHere("expected name=\"value\" or the end of the element");
    ++m_position;
    skipBlanks();
    const auto rest = m_text.substr(m_position);
    if (!rest.starts_with('"') && !rest.starts_with('\''))
        return failHere("expected a quote after attribute ", support::quote(name));
    const auto end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos)
        return failHere("the value of attribute ", support::quote(name), " has no end");
    const auto value = rest.substr(1, end - 1);
    if (value.find('<') != std::string_view::npos || !resolved(value))
        return failHere("the value of attribute ", support::quote(name),
            " has a < or an unknown reference: ", support::quote(value));
    m_position += end + 1;
    return Attribute { name, value };
}

std::optional<std::string> XmlReader::attribute(std::string_view name) const
{
    const auto found = std::ranges::find(m_attributes, name, &Attribute::name);
    return found == m_attributes.end() ? std::nullopt : resolved(found->value);
}

} // namespace profiler
