#include "model/edit/change.h"

#include <algorithm>
#include <cassert>
#include <onnx/onnx.pb.h>
#include <utility>

namespace model::edit {

using support::Result;

namespace {

void insertAt(std::vector<Field>& fields, std::size_t position, Field field)
{
    assert(position <= fields.size() && "a field is inserted behind the end of its message");
    fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(position), std::move(field));
}

Field takeFrom(std::vector<Field>& fields, std::size_t position)
{
    assert(position < fields.size() && "a field is removed that is not there");
    auto field = std::move(fields[position]);
    fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(position));
    return field;
}

/// Merges new fields into those of a message.
void insertInto(std::vector<Field>& fields, std::vector<Change::Insertion>& insertions)
{
    std::vector<Field> merged;
    merged.reserve(fields.size() + insertions.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i <= fields.size(); ++i) {
        for (; next < insertions.size() && insertions[next].position == i; ++next)
            merged.push_back(std::move(insertions[next].field));
        if (i < fields.size())
            merged.push_back(std::move(fields[i]));
    }
    assert(next == insertions.size() && "insertions are not in the order of their positions");
    fields = std::move(merged);
}

void takeOutOf(std::vector<Field>& fields, std::vector<Change::Insertion>& insertions)
{
    std::vector<Field> left;
    left.reserve(fields.size() - insertions.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (next < insertions.size() && insertions[next].position + next == i)
            insertions[next++].field = std::move(fields[i]);
        else
            left.push_back(std::move(fields[i]));
    fields = std::move(left);
}

/// Where a field of this number goes: behind the last of its number, else before the first of a
/// higher one.
std::size_t endOf(const Message& message, std::uint32_t number)
{
    const auto& fields = message.fields;
    for (auto i = fields.size(); i > 0; --i)
        if (fields[i - 1].number == number)
            return i;
    const auto higher
        = std::ranges::find_if(fields, [&](const Field& field) { return field.number > number; });
    return static_cast<std::size_t>(higher - fields.begin());
}

/// The number of the text field with the name of the value that a message declares; 0 for another
/// message.
std::uint32_t nameNumberOf(const onnx::MessageRule& rule)
{
    static const auto& info = onnx::messageRule("ValueInfoProto");
    static const auto& tensor = onnx::messageRule("TensorProto");
    return &rule == &info  ? onnx_pb::ValueInfoProto::kNameFieldNumber
        : &rule == &tensor ? onnx_pb::TensorProto::kNameFieldNumber
                           : 0;
}

} // namespace

void Touched::note(const Message& message, const Field& field)
{
    messages[&message] |= std::uint64_t(1) << std::min<std::uint32_t>(field.number, 63);
    if (field.type != onnx::WireType::Bytes)
        return;
    if (field.number == nameNumberOf(*message.rule)) {
        declared.emplace(field.text());
        return;
    }
    const auto* const rule = message.rule->field(field.number);
    if (rule != nullptr && rule->message != nullptr)
        if (const auto number = nameNumberOf(*rule->message); number != 0)
            declared.emplace(textIn(field, number));
}

void Touched::add(const Touched& other)
{
    for (const auto& [message, numbers] : other.messages)
        messages[message] |= numbers;
    declared.insert(other.declared.begin(), other.declared.end());
}

// The depth of opened messages is limited by deepestLevel.
bool Touched::hasIn(const Message& message) const
{
    return has(message) || std::ranges::any_of(message.fields, [this](const Field& field) {
        return field.child && hasIn(*field.child);
    });
}

void Change::apply(Edit& edit)
{
    auto& fields = edit.message->fields;
    switch (edit.kind) {
    case Kind::Insert:
        insertAt(fields, edit.position, std::move(edit.field));
        return;
    case Kind::Remove:
        edit.field = takeFrom(fields, edit.position);
        return;
    case Kind::Replace:
        std::swap(fields[edit.position], edit.field);
        return;
    case Kind::Move:
        insertAt(fields, edit.to, takeFrom(fields, edit.position));
        return;
    case Kind::InsertAll:
        insertInto(fields, edit.insertions);
        return;
    }
}

void Change::takeBack(Edit& edit)
{
    auto& fields = edit.message->fields;
    switch (edit.kind) {
    case Kind::Insert:
        edit.field = takeFrom(fields, edit.position);
        return;
    case Kind::Remove:
        insertAt(fields, edit.position, std::move(edit.field));
        return;
    case Kind::Replace:
        std::swap(fields[edit.position], edit.field);
        return;
    case Kind::Move:
        insertAt(fields, edit.position, takeFrom(fields, edit.to));
        return;
    case Kind::InsertAll:
        takeOutOf(fields, edit.insertions);
        return;
    }
}

void Change::insert(Message& message, std::size_t position, Field field)
{
    m_touched.note(message, field);
    m_edits.push_back({ Kind::Insert, &message, position, 0, std::move(field), {} });
    apply(m_edits.back());
}

void Change::remove(Message& message, std::size_t position)
{
    m_touched.note(message, message.fields[position]);
    m_edits.push_back({ Kind::Remove, &message, position, 0, {}, {} });
    apply(m_edits.back());
}

void Change::replace(Message& message, std::size_t position, Field field)
{
    m_touched.note(message, message.fields[position]);
    m_touched.note(message, field);
    m_edits.push_back({ Kind::Replace, &message, position, 0, std::move(field), {} });
    apply(m_edits.back());
}

void Change::move(Message& message, std::size_t from, std::size_t to)
{
    m_touched.note(message, message.fields[from]);
    m_edits.push_back({ Kind::Move, &message, from, to, {}, {} });
    apply(m_edits.back());
}

void Change::insertAll(Message& message, std::vector<Insertion> insertions)
{
    if (insertions.empty())
        return;
    for (const auto& insertion : insertions)
        m_touched.note(message, insertion.field);
    m_edits.push_back({ Kind::InsertAll, &message, 0, 0, {}, std::move(insertions) });
    apply(m_edits.back());
}

void Change::append(Message& message, Field field)
{
    const auto position = endOf(message, field.number);
    insert(message, position, std::move(field));
}

void Change::insertNth(Message& message, std::size_t index, Field field)
{
    if (const auto position = positionOf(message, field.number, index))
        insert(message, *position, std::move(field));
    else
        append(message, std::move(field));
}

void Change::removeAll(Message& message, std::uint32_t number)
{
    const auto positions = positionsOf(message, number);
    for (auto position = positions.rbegin(); position != positions.rend(); ++position)
        remove(message, *position);
}

void Change::setText(Message& message, std::uint32_t number, std::string_view text)
{
    const auto* const last = lastOf(message, number);
    if (last == nullptr ? text.empty() : last->text() == text)
        return;
    if (text.empty())
        return removeAll(message, number);
    if (last == nullptr)
        return append(message, bytesField(number, text));
    replace(
        message, static_cast<std::size_t>(last - message.fields.data()), bytesField(number, text));
}

void Change::setInteger(Message& message, std::uint32_t number, std::int64_t value)
{
    const auto* const last = lastOf(message, number);
    if (last == nullptr)
        return append(message, integerField(number, value));
    if (last->integer() != value)
        replace(message, static_cast<std::size_t>(last - message.fields.data()),
            integerField(number, value));
}

Result<void> Change::setTextIn(
    Message& message, std::size_t position, std::uint32_t number, std::string_view text)
{
    auto* const inner = TRY(open(message, position));
    setText(*inner, number, text);
    return {};
}

Result<Message*> Change::open(Message& message, std::size_t position)
{
    auto& field = message.fields[position];
    if (!field.child) {
        const auto* const rule = message.rule->field(field.number);
        assert(rule && rule->message && "only messages are opened");
        field.child = std::make_unique<Message>(
            TRY(messageOf(field.body, *rule->message, message.level + 1, field.owner)));
    }
    return field.child.get();
}

Result<Message*> Change::openOnly(Message& message, std::uint32_t number)
{
    const auto positions = positionsOf(message, number);
    if (positions.empty()) {
        append(message, bytesField(number, {}));
        return open(message, *positionOf(message, number, 0));
    }
    if (positions.size() == 1)
        return open(message, positions.front());
    // Protocol Buffers merges the pieces in the order of the file.
    std::string content;
    for (const auto position : positions) {
        const auto& field = message.fields[position];
        content += field.child ? joinedParts(partsOf(*field.child)) : std::string(field.text());
    }
    m_hasMerged = true;
    auto merged = bytesField(number, content);
    replace(message, positions.front(), std::move(merged));
    for (auto i = positions.size() - 1; i > 0; --i)
        remove(message, positions[i]);
    return open(message, positions.front());
}

void Change::undo()
{
    for (auto edit = m_edits.rbegin(); edit != m_edits.rend(); ++edit)
        takeBack(*edit);
}

void Change::redo()
{
    for (auto& edit : m_edits)
        apply(edit);
}

} // namespace model::edit
