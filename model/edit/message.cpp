#include "model/edit/message.h"

#include "model/support/text.h"

#include <unordered_map>
#include <utility>

namespace model::edit {

namespace {

using onnx::WireReader;
using onnx::WireType;
using support::ErrorKind;
using support::failAs;
using support::Result;

Bytes bytesIn(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }

std::string tagOf(std::uint32_t number, WireType type)
{
    return varint(static_cast<std::uint64_t>(number) << 3 | static_cast<std::uint64_t>(type));
}

/// Whether the field is that of the schema. One of another wire type is unknown, as in Protocol
/// Buffers.
bool isField(const Message& message, const Field& field, std::uint32_t number)
{
    const auto* const rule = message.rule->field(number);
    return field.number == number && rule != nullptr
        && (field.type == WireType::Bytes) == (rule->kind >= onnx::FieldKind::Text);
}

/// Writes the parts of a message. Lengths come first: a message is preceded by the length of its
/// content.
class PartWriter {
public:
    std::vector<FilePart> write(const Message& message)
    {
        measure(message);
        append(message);
        return std::move(m_parts);
    }
    std::vector<FilePart> write(std::span<const Field* const> fields)
    {
        for (const auto* const field : fields) {
            measure(*field);
            append(*field);
        }
        return std::move(m_parts);
    }

    // The depth of opened messages is limited by deepestLevel.
    std::uint64_t measure(const Message& message)
    {
        std::uint64_t bytes = 0;
        for (const auto& field : message.fields)
            bytes += measure(field);
        m_sizes[&message] = bytes;
        return bytes;
    }

private:
    std::uint64_t measure(const Field& field)
    {
        if (!field.child)
            return field.head.size() + field.body.size();
        const auto body = measure(*field.child);
        return headFor(field, body).size() + body;
    }

    /// A length that did not change keeps its bytes, also if they are not the shortest.
    static std::string headFor(const Field& field, std::uint64_t body)
    {
        if (body == field.body.size())
            return { reinterpret_cast<const char*>(field.head.data()), field.head.size() };
        return headOf(field.number, body);
    }

    void append(const Message& message, bool isInSparse = false)
    {
        const bool isSparse = message.rule && message.rule->name == "SparseTensorProto";
        for (const auto& field : message.fields) {
            const auto* const rule = message.rule ? message.rule->field(field.number) : nullptr;
            if (!isInSparse && !field.child && field.owner && rule
                && rule->kind == onnx::FieldKind::Weights) {
                add(field.head, field.owner);
                m_parts.push_back({ field.body, field.owner, true });
            } else {
                append(field, isSparse);
            }
        }
    }

    void append(const Field& field, bool isInSparse = false)
    {
        if (!field.child) {
            add(field.head, field.owner);
            add(field.body, field.owner);
            return;
        }
        const auto body = m_sizes[field.child.get()];
        if (body == field.body.size()) {
            add(field.head, field.owner);
        } else {
            const auto head = std::make_shared<const std::string>(headOf(field.number, body));
            add(bytesIn(*head), head);
        }
        append(*field.child, isInSparse);
    }

    void add(Bytes bytes, const std::shared_ptr<const void>& owner)
    {
        if (bytes.empty())
            return;
        if (!m_parts.empty() && m_parts.back().owner == owner && !m_parts.back().isWeight
            && m_parts.back().bytes.data() + m_parts.back().bytes.size() == bytes.data()) {
            auto& before = m_parts.back().bytes;
            before = Bytes(before.data(), before.size() + bytes.size());
            return;
        }
        m_parts.push_back({ bytes, owner });
    }

    std::unordered_map<const Message*, std::uint64_t> m_sizes;
    std::vector<FilePart> m_parts;
};

} // namespace

std::optional<std::int64_t> Field::integer() const
{
    WireReader reader({ head, 0 });
    const auto field = reader.next();
    if (!field || !field->isVarint())
        return std::nullopt;
    return field->integer();
}

Result<Message> messageOf(Bytes bytes, const onnx::MessageRule& rule, std::size_t level,
    const std::shared_ptr<const void>& owner)
{
    if (level > deepestLevel)
        return failAs(ErrorKind::Unsupported, "the messages of the file lie more than ",
            deepestLevel, " levels inside each other; what is deeper cannot be changed");
    Message message;
    message.rule = &rule;
    message.level = level;
    WireReader reader({ bytes, 0 });
    while (const auto read = reader.next()) {
        Field field;
        field.number = read->number;
        field.type = read->type;
        field.head = read->encoded.bytes;
        if (read->isBytes()) {
            field.body = read->content.bytes;
            field.head = field.head.first(field.head.size() - field.body.size());
        }
        field.owner = owner;
        message.fields.push_back(std::move(field));
    }
    if (reader.fault())
        return failAs(ErrorKind::File, rule.name, ", byte ", reader.fault()->offset, ": ",
            reader.fault()->message);
    return message;
}

Field integerField(std::uint32_t number, std::int64_t value)
{
    const auto bytes = std::make_shared<const std::string>(
        tagOf(number, WireType::Varint) + varint(static_cast<std::uint64_t>(value)));
    Field field;
    field.number = number;
    field.head = bytesIn(*bytes);
    field.owner = bytes;
    return field;
}

Field bytesField(std::uint32_t number, std::string_view content)
{
    auto text = headOf(number, content.size());
    const auto headBytes = text.size();
    text += content;
    const auto bytes = std::make_shared<const std::string>(std::move(text));
    Field field;
    field.number = number;
    field.type = WireType::Bytes;
    field.head = bytesIn(*bytes).first(headBytes);
    field.body = bytesIn(*bytes).subspan(headBytes);
    field.owner = bytes;
    return field;
}

Field viewField(std::uint32_t number, Bytes content, std::shared_ptr<const void> owner)
{
    struct Owned {
        std::string head;
        std::shared_ptr<const void> owner;
    };
    const auto owned
        = std::make_shared<const Owned>(Owned { headOf(number, content.size()), std::move(owner) });
    Field field;
    field.number = number;
    field.type = WireType::Bytes;
    field.head = bytesIn(owned->head);
    field.body = content;
    field.owner = owned;
    return field;
}

Field copyOf(const Field& field)
{
    Field copy;
    copy.number = field.number;
    copy.type = field.type;
    copy.head = field.head;
    copy.body = field.body;
    copy.owner = field.owner;
    return copy;
}

std::string varint(std::uint64_t value)
{
    std::string text;
    for (; value >= 0x80; value >>= 7)
        text += static_cast<char>(value | 0x80);
    text += static_cast<char>(value);
    return text;
}

std::string headOf(std::uint32_t number, std::uint64_t bodyBytes)
{
    return tagOf(number, WireType::Bytes) + varint(bodyBytes);
}

std::vector<std::size_t> positionsOf(const Message& message, std::uint32_t number)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < message.fields.size(); ++i)
        if (isField(message, message.fields[i], number))
            positions.push_back(i);
    return positions;
}

std::optional<std::size_t> positionOf(
    const Message& message, std::uint32_t number, std::size_t index)
{
    for (std::size_t i = 0; i < message.fields.size(); ++i)
        if (isField(message, message.fields[i], number) && index-- == 0)
            return i;
    return std::nullopt;
}

const Field* lastOf(const Message& message, std::uint32_t number)
{
    for (auto field = message.fields.rbegin(); field != message.fields.rend(); ++field)
        if (isField(message, *field, number))
            return &*field;
    return nullptr;
}

std::string_view textOf(const Message& message, std::uint32_t number)
{
    const auto* const field = lastOf(message, number);
    return field ? field->text() : std::string_view();
}

std::string_view textIn(const Field& field, std::uint32_t inner)
{
    if (field.child)
        return textOf(*field.child, inner);
    std::string_view text;
    WireReader reader({ field.body, 0 });
    while (const auto read = reader.next())
        if (read->isBytesOf(inner))
            text = read->content.text();
    return text;
}

std::vector<FilePart> partsOf(const Message& message) { return PartWriter().write(message); }

std::vector<FilePart> partsOf(std::span<const Field* const> fields)
{
    return PartWriter().write(fields);
}

std::uint64_t bytesOf(const Message& message) { return PartWriter().measure(message); }

std::uint64_t sizeOf(std::span<const FilePart> parts)
{
    std::uint64_t bytes = 0;
    for (const auto& part : parts)
        bytes += part.bytes.size();
    return bytes;
}

std::string joinedParts(std::span<const FilePart> parts)
{
    std::string text;
    text.reserve(static_cast<std::size_t>(sizeOf(parts)));
    for (const auto& part : parts)
        text.append(reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size());
    return text;
}

} // namespace model::edit
