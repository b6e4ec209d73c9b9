#include "model/onnx/wire_index.h"

#include "model/support/text.h"

#include <algorithm>

namespace model::onnx {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::size_t oddityLimit = 100;

/// An open message. Its reader is positioned after the field that is being examined.
struct Frame {
    const MessageRule* rule;
    Piece message;
    WireReader reader;
    std::size_t levelsSinceGraph;
};

bool isPacked(const FieldRule& rule, const WireField& field)
{
    return rule.isRepeated && field.isBytes();
}

WireType wireTypeOf(FieldKind kind)
{
    switch (kind) {
    case FieldKind::Varint:
        return WireType::Varint;
    case FieldKind::Fixed32:
        return WireType::Fixed32;
    case FieldKind::Fixed64:
        return WireType::Fixed64;
    default:
        return WireType::Bytes;
    }
}

std::string_view wireTypeName(WireType type)
{
    switch (type) {
    case WireType::Varint:
        return "a number";
    case WireType::Fixed32:
        return "a 4-byte number";
    case WireType::Fixed64:
        return "an 8-byte number";
    default:
        return "bytes with a length";
    }
}

class Indexer {
public:
    Indexer(const WireLimits& limits, std::stop_token stop, const support::Progress& progress)
        : m_limits(limits)
        , m_stop(std::move(stop))
        , m_progress(progress)
    {
    }

    Result<WireIndex> run(Piece message, const MessageRule& rule)
    {
        m_end = message.offset + message.bytes.size();
        m_stack.push_back({ &rule, message, WireReader(message), 0 });
        while (!m_stack.empty())
            TRY(step());
        return std::move(m_index);
    }

private:
    Result<void> step();
    Result<void> look(const FieldRule& rule, const WireField& field);
    Result<void> enter(const MessageRule& rule, const WireField& field);
    Result<void> checkPacked(const FieldRule& rule, const WireField& field);
    Result<void> count(const MessageRule& rule, const WireField& field);
    void note(const FieldRule& rule, const WireField& field);
    support::Error faultAt(std::uint64_t offset, std::string_view message) const;
    std::string pathTo(std::uint64_t offset) const;

    const MessageRule* const m_graph = &messageRule("GraphProto");
    const MessageRule* const m_node = &messageRule("NodeProto");
    const MessageRule* const m_tensor = &messageRule("TensorProto");
    const WireLimits m_limits;
    const std::stop_token m_stop;
    const support::Progress& m_progress;
    std::vector<Frame> m_stack;
    std::size_t m_graphLevels = 0;
    std::uint64_t m_end = 0;
    WireIndex m_index;
};

/// Returns the name of the field of `frame` that begins at `offset`, with its index if repeated:
/// `node[3]`.
std::string stepName(const Frame& frame, std::uint64_t offset)
{
    WireReader reader(frame.message);
    std::vector<std::uint32_t> numbers;
    while (reader.offset() <= offset) {
        const auto field = reader.next();
        if (!field)
            break;
        numbers.push_back(field->number);
    }
    // The faulty field can be read up to its tag at most.
    if (reader.fault())
        numbers.push_back(reader.fault()->field);
    if (numbers.empty() || numbers.back() == 0)
        return {};
    const auto wanted = numbers.back();
    const auto* const found = frame.rule->field(wanted);
    if (!found)
        return "field " + std::to_string(wanted);
    if (!found->isRepeated)
        return found->name;
    const auto position = std::count(numbers.begin(), numbers.end(), wanted) - 1;
    return found->name + "[" + std::to_string(position) + "]";
}

std::string Indexer::pathTo(std::uint64_t offset) const
{
    constexpr std::size_t shown = 12;
    std::string path;
    for (std::size_t i = 0; i < m_stack.size(); ++i) {
        if (i >= shown && i + shown < m_stack.size()) {
            path += path.ends_with("…") ? "" : ".…";
            continue;
        }
        const bool isLast = i + 1 == m_stack.size();
        const auto name = stepName(m_stack[i], isLast ? offset : m_stack[i + 1].message.offset - 1);
        if (!name.empty())
            path += (path.empty() ? "" : ".") + name;
    }
    return path.empty() ? m_stack.front().rule->name : path;
}

support::Error Indexer::faultAt(std::uint64_t offset, std::string_view message) const
{
    return failAs(
        ErrorKind::File, "byte ", support::countText(offset), ", ", pathTo(offset), ": ", message);
}

Result<void> Indexer::step()
{
    auto& frame = m_stack.back();
    const auto field = frame.reader.next();
    if (frame.reader.fault())
        return faultAt(frame.reader.fault()->offset, frame.reader.fault()->message);
    if (!field) {
        m_graphLevels -= frame.rule == m_graph ? 1 : 0;
        m_stack.pop_back();
        return {};
    }
    if (++m_index.fields > m_limits.fields)
        return faultAt(
            field->encoded.offset, "more than " + support::countText(m_limits.fields) + " fields");
    if ((m_index.fields & 0xFFF) == 0 && m_stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "reading was stopped");
    if (m_progress && (m_index.fields & 0xFFFF) == 0)
        m_progress("reading the file", field->encoded.offset, m_end);
    const auto* const known = frame.rule->field(field->number);
    if (!known)
        return {};
    if (m_stack.size() == 1)
        ++m_index.knownFields;
    return look(*known, *field);
}

Result<void> Indexer::look(const FieldRule& known, const WireField& field)
{
    if (field.type != wireTypeOf(known.kind)) {
        if (isPacked(known, field))
            return checkPacked(known, field);
        note(known, field);
        return {};
    }
    if (known.kind == FieldKind::Message)
        return enter(*known.message, field);
    if (known.kind == FieldKind::Text && field.content.bytes.size() > m_limits.textBytes)
        return faultAt(field.encoded.offset,
            "a text of " + support::bytesText(field.content.bytes.size())
                + ", at most 1 GiB is read");
    return {};
}

void Indexer::note(const FieldRule& known, const WireField& field)
{
    if (m_index.oddities.size() >= oddityLimit)
        return;
    std::string message = "the field holds " + std::string(wireTypeName(field.type)) + ", expected "
        + std::string(wireTypeName(wireTypeOf(known.kind))) + "; it is passed over";
    m_index.oddities.push_back(
        { field.encoded.offset, pathTo(field.encoded.offset), std::move(message) });
}

Result<void> Indexer::checkPacked(const FieldRule& known, const WireField& field)
{
    const auto bytes = field.content.bytes.size();
    if (known.kind == FieldKind::Fixed32 || known.kind == FieldKind::Fixed64) {
        const std::size_t width = known.kind == FieldKind::Fixed32 ? 4 : 8;
        if (bytes % width != 0)
            return faultAt(field.encoded.offset,
                std::to_string(bytes) + " bytes do not hold whole numbers of "
                    + std::to_string(width) + " bytes");
        return {};
    }
    WireReader numbers(field.content);
    std::uint64_t seen = 0;
    while (!numbers.isAtEnd() && numbers.varint()) {
        if ((++seen & 0xFFFFF) == 0 && m_stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "reading was stopped");
    }
    if (numbers.fault())
        return faultAt(numbers.fault()->offset, numbers.fault()->message);
    return {};
}

Result<void> Indexer::count(const MessageRule& rule, const WireField& field)
{
    if (&rule == m_node && ++m_index.nodes > m_limits.nodes)
        return faultAt(
            field.encoded.offset, "more than " + support::countText(m_limits.nodes) + " nodes");
    if (&rule == m_tensor && ++m_index.tensors > m_limits.tensors)
        return faultAt(
            field.encoded.offset, "more than " + support::countText(m_limits.tensors) + " tensors");
    if (&rule != m_graph)
        return {};
    ++m_index.graphs;
    if (++m_graphLevels > m_limits.graphLevels)
        return faultAt(field.encoded.offset,
            "graphs lie more than " + support::countText(m_limits.graphLevels)
                + " levels inside each other");
    return {};
}

Result<void> Indexer::enter(const MessageRule& rule, const WireField& field)
{
    TRY(count(rule, field));
    const auto levels = &rule == m_graph ? 0 : m_stack.back().levelsSinceGraph + 1;
    if (levels > m_limits.otherLevels)
        return faultAt(field.encoded.offset,
            "messages lie more than " + std::to_string(m_limits.otherLevels)
                + " levels inside each other");
    m_stack.push_back({ &rule, field.content, WireReader(field.content), levels });
    return {};
}

} // namespace

Result<WireIndex> indexWire(Piece message, const MessageRule& rule, const WireLimits& limits,
    std::stop_token stop, const support::Progress& progress)
{
    return Indexer(limits, std::move(stop), progress).run(message, rule);
}

} // namespace model::onnx
