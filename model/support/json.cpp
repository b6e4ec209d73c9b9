#include "model/support/json.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

namespace support {

namespace {

/// Implements RapidJSON's input stream over a ByteSource, one block at a time.
class SourceStream {
public:
    using Ch = char;

    explicit SourceStream(const ByteSource& source)
        : m_source(source)
    {
        fill();
    }
    Ch Peek() const { return m_at < m_end ? m_block[m_at] : '\0'; }
    Ch Take()
    {
        const char c = Peek();
        if (m_at < m_end && ++m_at == m_end)
            fill();
        return c;
    }
    std::size_t Tell() const { return m_before + m_at; }
    bool isAtEnd() const { return m_at >= m_end; }

    // RapidJSON needs these only for in-place parsing, which is not used.
    Ch* PutBegin() { return nullptr; }
    void Put(Ch) { }
    void Flush() { }
    std::size_t PutEnd(Ch*) { return 0; }

private:
    void fill()
    {
        m_before += m_end;
        m_at = 0;
        m_end = m_source(m_block);
    }

    const ByteSource& m_source;
    std::array<char, 1 << 16> m_block {};
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::size_t m_before = 0;
};

/// Forwards RapidJSON's events to the handler and checks the nesting depth.
class Adapter {
public:
    Adapter(JsonHandler& handler, std::size_t depthLimit)
        : m_handler(handler)
        , m_depthLimit(depthLimit)
    {
    }
    bool Null() { return m_handler.null(); }
    bool Bool(bool value) { return m_handler.boolean(value); }
    bool RawNumber(const char* text, rapidjson::SizeType length, bool)
    {
        return m_handler.number({ text, length });
    }
    bool String(const char* text, rapidjson::SizeType length, bool)
    {
        return m_handler.string({ text, length });
    }
    bool Key(const char* text, rapidjson::SizeType length, bool)
    {
        return m_handler.key({ text, length });
    }
    bool StartObject() { return deeper() && m_handler.beginObject(); }
    bool StartArray() { return deeper() && m_handler.beginArray(); }
    bool EndObject(rapidjson::SizeType)
    {
        --m_depth;
        return m_handler.endObject();
    }
    bool EndArray(rapidjson::SizeType)
    {
        --m_depth;
        return m_handler.endArray();
    }
    // Numbers arrive as text; RapidJSON's templates require these functions.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }

    bool isTooDeep() const { return m_depth > m_depthLimit; }

private:
    bool deeper() { return ++m_depth <= m_depthLimit; }

    JsonHandler& m_handler;
    std::size_t m_depthLimit;
    std::size_t m_depth = 0;
};

Error describe(const rapidjson::ParseResult& result, bool isTooDeep, std::size_t depthLimit)
{
    const auto at = result.Offset();
    if (isTooDeep)
        return failAs(ErrorKind::File, "byte ", at, ": objects and arrays lie more than ",
            depthLimit, " levels deep");
    if (result.Code() == rapidjson::kParseErrorTermination)
        return failAs(ErrorKind::File, "byte ", at, ": reading was stopped");
    return failAs(
        ErrorKind::File, "byte ", at, ": not JSON: ", rapidjson::GetParseError_En(result.Code()));
}

} // namespace

/// Builds a JsonValue from events with an explicit stack of open containers.
class DocumentBuilder final : public JsonHandler {
public:
    bool null() override { return place(JsonValue()); }
    bool boolean(bool value) override
    {
        return place(JsonValue(JsonValue::Kind::Bool, value ? "true" : "false"));
    }
    bool number(std::string_view text) override
    {
        return place(JsonValue(JsonValue::Kind::Number, std::string(text)));
    }
    bool string(std::string_view text) override
    {
        return place(JsonValue(JsonValue::Kind::String, validUtf8(text)));
    }
    bool beginObject() override { return open(JsonValue::Kind::Object); }
    bool beginArray() override { return open(JsonValue::Kind::Array); }
    bool endObject() override { return close(); }
    bool endArray() override { return close(); }
    bool key(std::string_view name) override
    {
        m_open.back().key = validUtf8(name);
        return true;
    }
    JsonValue take() { return std::move(m_root); }

private:
    struct Open {
        JsonValue value;
        std::string key;
    };

    bool open(JsonValue::Kind kind)
    {
        m_open.push_back({ JsonValue(kind, {}), {} });
        return true;
    }
    bool close()
    {
        auto done = std::move(m_open.back().value);
        m_open.pop_back();
        return place(std::move(done));
    }
    bool place(JsonValue&& value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return true;
        }
        auto& parent = m_open.back();
        if (parent.value.kind() == JsonValue::Kind::Array)
            parent.value.m_items.push_back(std::move(value));
        else
            parent.value.m_members.emplace_back(std::move(parent.key), std::move(value));
        return true;
    }

    std::vector<Open> m_open;
    JsonValue m_root;
};

Result<void> readJson(const ByteSource& source, JsonHandler& handler, const JsonLimits& limits)
{
    SourceStream stream(source);
    Adapter adapter(handler, limits.depth);
    rapidjson::Reader reader;
    const auto result
        = reader.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag>(
            stream, adapter);
    if (result.IsError())
        return describe(result, adapter.isTooDeep(), limits.depth);
    return {};
}

Result<void> readJson(std::string_view text, JsonHandler& handler, const JsonLimits& limits)
{
    return readJson(
        [&text](std::span<char> block) {
            const auto count = std::min(block.size(), text.size());
            std::copy_n(text.data(), count, block.data());
            text.remove_prefix(count);
            return count;
        },
        handler, limits);
}

Result<JsonValue> parseJson(std::string_view text, const JsonLimits& limits)
{
    DocumentBuilder builder;
    TRY(readJson(text, builder, limits));
    return builder.take();
}

namespace {

/// Returns the value of a number that a double cannot hold: zero or infinity, with its sign.
/// from_chars does not tell the two apart, and strtod depends on the locale.
double outOfRange(std::string_view number)
{
    const double sign = number.starts_with('-') ? -1.0 : 1.0;
    const auto mantissa = number.substr(0, number.find_first_of("eE"));
    const auto first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos)
        return 0.0 * sign;
    // Number of digits between the first non-zero digit and the decimal point, including it; below
    // 1 if the digit is after the point.
    const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
    auto places = point - static_cast<std::int64_t>(first)
        + (static_cast<std::int64_t>(first) > point ? 1 : 0);
    auto exponent = number.substr(std::min(mantissa.size() + 1, number.size()));
    if (exponent.starts_with('+'))
        exponent.remove_prefix(1);
    std::int64_t shift = 0;
    const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), shift);
    const bool isHuge = read.ec == std::errc::result_out_of_range
        ? !exponent.starts_with('-')
        : !__builtin_add_overflow(places, shift, &places) && places > 0;
    return isHuge ? sign * std::numeric_limits<double>::infinity() : 0.0 * sign;
}

} // namespace

double numberOf(std::string_view jsonNumber)
{
    double value = 0;
    const auto result
        = std::from_chars(jsonNumber.data(), jsonNumber.data() + jsonNumber.size(), value);
    return result.ec == std::errc::result_out_of_range ? outOfRange(jsonNumber) : value;
}

std::optional<bool> JsonValue::boolean() const
{
    return m_kind == Kind::Bool ? std::optional(m_text == "true") : std::nullopt;
}

std::optional<double> JsonValue::number() const
{
    return m_kind == Kind::Number ? std::optional(numberOf(m_text)) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    return m_kind == Kind::Number ? numberFrom<std::int64_t>(m_text) : std::nullopt;
}

std::optional<std::string_view> JsonValue::string() const
{
    return m_kind == Kind::String ? std::optional<std::string_view>(m_text) : std::nullopt;
}

std::span<const JsonValue> JsonValue::items() const { return m_items; }

std::span<const JsonValue::Member> JsonValue::members() const { return m_members; }

const JsonValue* JsonValue::find(std::string_view name) const
{
    for (const auto& [key, value] : members()) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

const JsonValue& JsonValue::operator[](std::string_view name) const
{
    static const JsonValue absent;
    const auto* const found = find(name);
    return found ? *found : absent;
}

bool JsonValue::has(std::string_view name) const { return find(name) != nullptr; }

std::string JsonValue::stringOr(std::string_view fallback) const
{
    return std::string(string().value_or(fallback));
}

double JsonValue::numberOr(double fallback) const { return number().value_or(fallback); }

std::int64_t JsonValue::integerOr(std::int64_t fallback) const
{
    return integer().value_or(fallback);
}

bool JsonValue::booleanOr(bool fallback) const { return boolean().value_or(fallback); }

} // namespace support
