#pragma once

#include "model/support/result.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

class JsonMember;

/// Writes one JSON document piece by piece. The output is valid UTF-8, and valid JSON if begin and
/// end calls are balanced. Ill-formed UTF-8 in strings becomes U+FFFD. Numbers that are not finite
/// become null, because JSON has no such numbers.
class JsonWriter {
public:
    enum class Layout { Compact, Indented };
    using Sink = std::function<void(std::string_view)>;

    explicit JsonWriter(std::string& out, Layout layout = Layout::Compact);
    explicit JsonWriter(Sink sink, Layout layout = Layout::Compact);
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(bool truth);
    JsonWriter& value(double number); ///< shortest text that reads back as the same number
    template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>) JsonWriter& value(T number)
    {
        if constexpr (std::is_signed_v<T>)
            return integer(static_cast<std::int64_t>(number));
        else
            return unsignedInteger(static_cast<std::uint64_t>(number));
    }
    template <typename T>
    JsonWriter& value(const std::optional<T>& maybe)
    {
        return maybe ? value(*maybe) : null();
    }
    /// An array of plain values.
    template <std::ranges::input_range T>
    requires(!std::convertible_to<const T&,
                 std::string_view> && !std::convertible_to<const T&, std::string>)
        JsonWriter& value(const T& range)
    {
        return array(range);
    }
    JsonWriter& null();
    JsonWriter& raw(std::string_view json); ///< one value that is already JSON

    /// `key` and `value` in one call.
    template <typename T>
    JsonWriter& member(std::string_view name, const T& content)
    {
        return key(name).value(content);
    }
    /// The same if there is a value; otherwise nothing.
    template <typename T>
    JsonWriter& memberIf(std::string_view name, const std::optional<T>& maybe)
    {
        return maybe ? member(name, *maybe) : *this;
    }
    /// Several members of the open object.
    JsonWriter& members(std::initializer_list<JsonMember> list);
    /// A complete object of these members.
    JsonWriter& object(std::initializer_list<JsonMember> list);
    /// An array of plain values: of what `projection` returns for each item.
    template <typename Range, typename Projection = std::identity>
    JsonWriter& array(const Range& range, Projection projection = {})
    {
        beginArray();
        for (const auto& item : range)
            value(std::invoke(projection, item));
        return endArray();
    }

    /// An array of values that may differ in type.
    template <typename... Values>
    JsonWriter& tuple(const Values&... values)
    {
        beginArray();
        (value(values), ...);
        return endArray();
    }

    /// Passes everything written so far to the sink. The destructor does this too.
    void flush();

private:
    JsonWriter& integer(std::int64_t number);
    JsonWriter& unsignedInteger(std::uint64_t number);
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();
    void newLine();
    void text(std::string_view content);

    Sink m_sink;
    std::string m_buffer;
    Layout m_layout;
    std::vector<bool> m_hasItems; // one per open object or array
    bool m_afterKey = false;
};

/// Name and value of a member: anything that JsonWriter::value takes. Refers to both, so it is used
/// only in the argument list of JsonWriter::members and object.
class JsonMember {
public:
    template <typename T>
    JsonMember(std::string_view name, const T& content)
        : m_name(name)
        , m_content(&content)
        , m_write([](JsonWriter& json, const void* untyped) {
            json.value(*static_cast<const T*>(untyped));
        })
    {
    }
    void writeTo(JsonWriter& json) const { m_write(json.key(m_name), m_content); }

private:
    std::string_view m_name;
    const void* m_content;
    void (*m_write)(JsonWriter&, const void*);
};

/// Returns the value, or null if it is not known.
template <typename T>
std::optional<T> orNull(bool isKnown, const T& value)
{
    return isKnown ? std::optional(value) : std::nullopt;
}

/// Returns one indented object as text, with an empty line behind it; `write` writes its members.
std::string jsonDocument(const std::function<void(JsonWriter&)>& write);
/// Returns the same on one line, without a line end.
std::string jsonLine(const std::function<void(JsonWriter&)>& write);

/// Receives the events of a JSON text while it is read. Strings are valid only during the call.
/// Returning false stops reading.
class JsonHandler {
public:
    virtual ~JsonHandler() = default;
    virtual bool null() = 0;
    virtual bool boolean(bool value) = 0;
    virtual bool number(std::string_view text)
        = 0; ///< as written, so that no digit is lost; numberOf and numberFrom convert it
    virtual bool string(std::string_view text) = 0;
    virtual bool beginObject() = 0;
    virtual bool key(std::string_view name) = 0;
    virtual bool endObject() = 0;
    virtual bool beginArray() = 0;
    virtual bool endArray() = 0;
};

/// Fills the span with the next bytes and returns their number; 0 at the end.
using ByteSource = std::function<std::size_t(std::span<char>)>;

struct JsonLimits {
    std::size_t depth = 1000; ///< nesting depth of objects and arrays
};

/// Reads JSON in bounded memory and without recursion. An error names the byte: `byte 1042:
/// expected a comma or a bracket`.
Result<void> readJson(
    const ByteSource& source, JsonHandler& handler, const JsonLimits& limits = {});
Result<void> readJson(std::string_view text, JsonHandler& handler, const JsonLimits& limits = {});

double numberOf(std::string_view jsonNumber);

/// A JSON document in memory, for small documents. A query for a missing element returns an empty
/// value, never an error.
class JsonValue {
public:
    enum class Kind { Null, Bool, Number, String, Array, Object };
    using Member = std::pair<std::string, JsonValue>;

    JsonValue() = default;

    Kind kind() const { return m_kind; }
    bool isNull() const { return m_kind == Kind::Null; }
    std::optional<bool> boolean() const;
    std::optional<double> number() const;
    std::optional<std::int64_t> integer() const;
    std::optional<std::string_view> string() const;
    std::span<const JsonValue> items() const; ///< of an array
    std::span<const Member> members() const; ///< of an object, in the order of the text
    /// Returns the member of an object; the null value if absent, the first one if a key repeats.
    const JsonValue& operator[](std::string_view name) const;
    bool has(std::string_view name) const;

    std::string stringOr(std::string_view fallback) const;
    double numberOr(double fallback) const;
    std::int64_t integerOr(std::int64_t fallback) const;
    bool booleanOr(bool fallback) const;

private:
    const JsonValue* find(std::string_view name) const;
    JsonValue(Kind kind, std::string text)
        : m_kind(kind)
        , m_text(std::move(text))
    {
    }
    friend class DocumentBuilder;

    Kind m_kind = Kind::Null;
    std::string m_text; // text of a string; a number or truth value as written
    std::vector<JsonValue> m_items;
    std::vector<Member> m_members;
};

Result<JsonValue> parseJson(std::string_view text, const JsonLimits& limits = {});

} // namespace support
