#include "model/onnx/wire_schema.h"

#include "model/onnx/wire_reader.h"

#include <cassert>
#include <map>
#include <span>

namespace model::onnx {

extern const std::span<const unsigned char> schemaDescriptors; // made by model/CMakeLists.txt

namespace {

// Field numbers of a FileDescriptorSet. Source: Protocol Buffers, google/protobuf/descriptor.proto.
// The library that parses it is not linked, because it registers all messages in a global pool.
namespace descriptor {
constexpr std::uint32_t setFile = 1;
constexpr std::uint32_t filePackage = 2;
constexpr std::uint32_t fileMessage = 4;
constexpr std::uint32_t messageName = 1;
constexpr std::uint32_t messageField = 2;
constexpr std::uint32_t messageNested = 3;
constexpr std::uint32_t fieldName = 1;
constexpr std::uint32_t fieldNumber = 3;
constexpr std::uint32_t fieldLabel = 4;
constexpr std::uint32_t fieldType = 5;
constexpr std::uint32_t fieldTypeName = 6;
constexpr std::uint64_t repeatedLabel = 3;
} // namespace descriptor

/// `type` is a FieldDescriptorProto.Type.
FieldKind kindOf(std::uint64_t type, std::string_view name)
{
    switch (type) {
    case 1: // double
    case 6: // fixed64
    case 16: // sfixed64
        return FieldKind::Fixed64;
    case 2: // float
    case 7: // fixed32
    case 15: // sfixed32
        return FieldKind::Fixed32;
    case 9: // string
    case 12: // bytes
        return name == "raw_data" ? FieldKind::Weights : FieldKind::Text;
    case 11:
        return FieldKind::Message;
    default:
        return FieldKind::Varint;
    }
}

class Schema {
public:
    Schema()
    {
        WireReader files({ std::as_bytes(schemaDescriptors) });
        while (const auto file = files.next())
            if (file->number == descriptor::setFile)
                addFile(file->content);
    }

    const MessageRule& message(std::string_view name) const
    {
        const auto found = m_messages.find(name);
        assert(found != m_messages.end() && "onnx.proto has no message of this name");
        return found->second;
    }

private:
    // Numbers and names are written before nested messages, in the order of their field numbers.
    void addFile(Piece file)
    {
        WireReader reader(file);
        while (const auto field = reader.next()) {
            if (field->number == descriptor::filePackage)
                m_prefix = "." + field->content.string() + ".";
            else if (field->number == descriptor::fileMessage)
                addMessage(field->content, "");
        }
    }

    void addMessage(Piece message, const std::string& scope)
    {
        MessageRule* rule = nullptr;
        WireReader reader(message);
        while (const auto field = reader.next()) {
            if (field->number == descriptor::messageName)
                rule = &named(scope + field->content.string());
            else if (field->number == descriptor::messageField)
                addField(*rule, field->content);
            else if (field->number == descriptor::messageNested)
                addMessage(field->content, rule->name + ".");
        }
    }

    void addField(MessageRule& message, Piece description)
    {
        FieldRule rule;
        std::uint64_t type = 0;
        WireReader reader(description);
        while (const auto field = reader.next()) {
            if (field->number == descriptor::fieldName)
                rule.name = field->content.string();
            else if (field->number == descriptor::fieldNumber)
                rule.number = static_cast<std::uint32_t>(field->value);
            else if (field->number == descriptor::fieldLabel)
                rule.isRepeated = field->value == descriptor::repeatedLabel;
            else if (field->number == descriptor::fieldType)
                type = field->value;
            else if (field->number == descriptor::fieldTypeName)
                rule.message = &named(field->content.string());
        }
        rule.kind = kindOf(type, rule.name);
        if (rule.kind != FieldKind::Message)
            rule.message = nullptr; // an enum
        if (message.fields.size() <= rule.number)
            message.fields.resize(rule.number + 1);
        message.fields[rule.number] = std::move(rule);
    }

    /// Returns the message of a name, with or without the package before it.
    MessageRule& named(std::string name)
    {
        if (name.starts_with(m_prefix))
            name.erase(0, m_prefix.size());
        auto& rule = m_messages[name];
        rule.name = std::move(name);
        return rule;
    }

    std::string m_prefix;
    std::map<std::string, MessageRule, std::less<>> m_messages; // a map does not move its elements
};

} // namespace

const MessageRule& messageRule(std::string_view name)
{
    static const Schema schema;
    return schema.message(name);
}

} // namespace model::onnx
