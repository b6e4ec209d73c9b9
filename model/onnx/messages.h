#pragma once

#include "model/onnx/wire_reader.h"
#include "model/support/result.h"
#include "model/tensor.h"
#include "model/value_type.h"

#include <google/protobuf/repeated_ptr_field.h>
#include <onnx/onnx.pb.h>
#include <string>

/// Conversion of small messages to our types, by Protocol Buffers.
namespace model::onnx {

/// Collects the fields of a message that Protocol Buffers parses. Other fields (weights, nested
/// graphs, nodes) are read individually.
class ProtobufFields {
public:
    void keep(const WireField& field) { m_bytes.append(field.encoded.text()); }
    template <typename Message>
    support::Result<void> parseInto(Message& message) const
    {
        message.Clear();
        if (m_bytes.size() <= limit
            && message.ParsePartialFromArray(m_bytes.data(), static_cast<int>(m_bytes.size())))
            return {};
        return support::failAs(support::ErrorKind::File, message.GetTypeName(), " of ",
            m_bytes.size(), " bytes cannot be read");
    }
    void clear() { m_bytes.clear(); }

private:
    static constexpr std::size_t limit = 1U << 30;
    std::string m_bytes;
};

ValueType valueTypeOf(const onnx_pb::TypeProto& type);
Metadata metadataOf(
    const google::protobuf::RepeatedPtrField<onnx_pb::StringStringEntryProto>& entries);

/// Returns the domain as the model stores it: "ai.onnx" becomes "".
std::string domainOf(const std::string& domain);

} // namespace model::onnx
