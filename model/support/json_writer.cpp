#include "model/support/json.h"

#include "model/support/deceptive.h"
#include "model/support/text.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>

namespace support {

namespace {

constexpr std::size_t flushSize = 64 << 10;

/// Appends one UTF-16 code unit as \uXXXX.
void appendUnit(std::string& out, char32_t unit)
{
    std::array<char, 8> code {};
    std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(unit) & 0xFFFFU);
    out += code.data();
}

void appendEscaped(std::string& out, char32_t c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    // Escapes characters that act on a terminal or change the writing order, so that they are
    // visible and are read back unchanged. U+2028 is escaped because older JavaScript, in which
    // reports embed JSON, treats it as a line end.
    if (c < 0x20 || c == 0x7F || isDeceptive(c)) {
        if (c < 0x10000)
            return appendUnit(out, c);
        appendUnit(out, 0xD800 + ((c - 0x10000) >> 10));
        return appendUnit(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
    }
    appendUtf8(out, c);
}

} // namespace

JsonWriter::JsonWriter(std::string& out, Layout layout)
    : JsonWriter([&out](std::string_view piece) { out += piece; }, layout)
{
}

JsonWriter::JsonWriter(Sink sink, Layout layout)
    : m_sink(std::move(sink))
    , m_layout(layout)
{
}

JsonWriter::~JsonWriter() { flush(); }

void JsonWriter::flush()
{
    if (!m_buffer.empty())
        m_sink(m_buffer);
    m_buffer.clear();
}

void JsonWriter::newLine()
{
    if (m_layout == Layout::Indented)
        m_buffer.append("\n").append(2 * m_hasItems.size(), ' ');
}

void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_hasItems.empty())
        return;
    if (m_hasItems.back())
        m_buffer += ',';
    m_hasItems.back() = true;
    newLine();
    if (m_buffer.size() > flushSize)
        flush();
}

JsonWriter& JsonWriter::open(char bracket)
{
    separate();
    m_buffer += bracket;
    m_hasItems.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket)
{
    assert(!m_hasItems.empty() && "an end without its begin");
    const bool hadItems = m_hasItems.back();
    m_hasItems.pop_back();
    if (hadItems)
        newLine();
    m_buffer += bracket;
    if (m_hasItems.empty() && m_layout == Layout::Indented)
        m_buffer += '\n';
    return *this;
}

JsonWriter& JsonWriter::beginObject() { return open('{'); }

JsonWriter& JsonWriter::endObject() { return close('}'); }

JsonWriter& JsonWriter::beginArray() { return open('['); }

JsonWriter& JsonWriter::endArray() { return close(']'); }

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    text(name);
    m_buffer += m_layout == Layout::Indented ? ": " : ":";
    m_afterKey = true;
    return *this;
}

void JsonWriter::text(std::string_view content)
{
    m_buffer += '"';
    while (!content.empty()) {
        const auto c = firstCodePoint(content);
        appendEscaped(m_buffer, c.value);
        content.remove_prefix(c.bytes);
    }
    m_buffer += '"';
}

JsonWriter& JsonWriter::value(std::string_view content)
{
    separate();
    text(content);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) { return raw(truth ? "true" : "false"); }

JsonWriter& JsonWriter::value(double number)
{
    return std::isfinite(number) ? raw(shortestText(number)) : null();
}

JsonWriter& JsonWriter::integer(std::int64_t number) { return raw(shortestText(number)); }

JsonWriter& JsonWriter::unsignedInteger(std::uint64_t number) { return raw(shortestText(number)); }

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::members(std::initializer_list<JsonMember> list)
{
    for (const auto& each : list)
        each.writeTo(*this);
    return *this;
}

JsonWriter& JsonWriter::object(std::initializer_list<JsonMember> list)
{
    return beginObject().members(list).endObject();
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    separate();
    m_buffer += json;
    return *this;
}

namespace {

std::string objectText(JsonWriter::Layout layout, const std::function<void(JsonWriter&)>& write)
{
    std::string text;
    JsonWriter json(text, layout);
    write(json.beginObject());
    json.endObject().flush();
    return text;
}

} // namespace

std::string jsonDocument(const std::function<void(JsonWriter&)>& write)
{
    return objectText(JsonWriter::Layout::Indented, write) + "\n";
}

std::string jsonLine(const std::function<void(JsonWriter&)>& write)
{
    return objectText(JsonWriter::Layout::Compact, write);
}

} // namespace support
