#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace support;

namespace {

/// Writes what it hears, so that reading and writing check each other.
class Echo : public JsonHandler {
public:
    explicit Echo(std::string& out)
        : m_writer(out)
    {
    }

    bool null() override { return m_writer.null(), true; }
    bool boolean(bool value) override { return m_writer.value(value), true; }
    bool number(std::string_view text) override { return m_writer.raw(text), true; }
    bool string(std::string_view text) override { return m_writer.value(text), true; }
    bool beginObject() override { return m_writer.beginObject(), true; }
    bool key(std::string_view name) override { return m_writer.key(name), true; }
    bool endObject() override { return m_writer.endObject(), true; }
    bool beginArray() override { return m_writer.beginArray(), true; }
    bool endArray() override { return m_writer.endArray(), true; }

private:
    JsonWriter m_writer;
};

bool echo(std::string_view text, std::string& out)
{
    Echo handler(out);
    return static_cast<bool>(readJson(text, handler));
}

/// The same from pieces of a few bytes.
bool echoOfPieces(std::string_view text, std::string& out)
{
    constexpr std::size_t piece = 7;
    Echo handler(out);
    const auto next = [&](std::span<char> target) {
        const auto count = text.copy(target.data(), std::min(piece, target.size()));
        text.remove_prefix(count);
        return count;
    };
    return static_cast<bool>(readJson(ByteSource(next), handler));
}

/// Asks each value of a document for everything. A value is of one kind.
void ask(const JsonValue& document)
{
    std::vector<const JsonValue*> open { &document };
    while (!open.empty()) {
        const auto& value = *open.back();
        open.pop_back();
        const int kinds = (value.isNull() ? 1 : 0) + (value.boolean() ? 1 : 0)
            + (value.number() ? 1 : 0) + (value.string() ? 1 : 0)
            + (value.kind() == JsonValue::Kind::Array ? 1 : 0)
            + (value.kind() == JsonValue::Kind::Object ? 1 : 0);
        if (kinds != 1 || (value.integer() && !value.number()) || !value["no such member"].isNull())
            std::abort();
        const bool hasFallbacks = value.booleanOr(true) != value.booleanOr(false)
            && value.numberOr(1) != value.numberOr(2) && value.integerOr(1) != value.integerOr(2)
            && value.stringOr("a") != value.stringOr("b");
        if (hasFallbacks
            != (value.isNull() || value.kind() == JsonValue::Kind::Array
                || value.kind() == JsonValue::Kind::Object))
            std::abort();
        for (const auto& item : value.items())
            open.push_back(&item);
        for (const auto& [name, member] : value.members()) {
            if (!value.has(name))
                std::abort();
            open.push_back(&member);
        }
    }
}

/// Any text can be shown: without control characters, in at most so many characters.
void show(std::string_view text)
{
    constexpr std::size_t limit = 20;
    if (validUtf8(validUtf8(text)) != validUtf8(text) || quote(text, limit).empty()
        || sanitise(text).find('\n') != std::string::npos
        || characterCount(elideMiddle(text, limit)) > limit)
        std::abort();
}

}

/// Whatever is read can be written, and what was written reads back as the same text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    std::string once;
    std::string twice;
    std::string pieces;
    const auto isJson = echo(text, once);
    if (isJson && (!echo(once, twice) || once != twice))
        std::abort();
    if (echoOfPieces(text, pieces) != isJson || (isJson && pieces != once))
        std::abort();
    const auto document = parseJson(text);
    if (static_cast<bool>(document) != isJson)
        std::abort();
    if (document)
        ask(*document);
    show(text);
    return 0;
}
