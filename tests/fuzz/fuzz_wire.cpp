#include "model/onnx/wire_index.h"

#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

using namespace model::onnx;

namespace {

/// What later readers rely on once the index accepts a message: every field can be read, and lies
/// in its message.
void readAll(Piece message, const MessageRule& rule)
{
    struct Open {
        Piece message;
        const MessageRule* rule;
    };
    std::vector<Open> open { { message, &rule } };
    while (!open.empty()) {
        const auto [piece, fields] = open.back();
        open.pop_back();
        WireReader reader(piece);
        while (const auto field = reader.next()) {
            if (reader.offset() > piece.offset + piece.bytes.size())
                std::abort();
            const auto* known = fields->field(field->number);
            if (!field->isBytes() || known == nullptr)
                continue;
            if (known->kind == FieldKind::Message)
                open.push_back({ field->content, known->message });
            for (WireReader packed(field->content);
                 known->isRepeated && known->kind == FieldKind::Varint && !packed.isAtEnd();)
                if (!packed.varint())
                    std::abort();
        }
        if (reader.fault())
            std::abort();
    }
}

} // namespace

/// Indexes the bytes as each kind of file that Opscope reads, and reads again what was accepted.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const Piece message { std::as_bytes(std::span(bytes, size)), 0 };
    const WireLimits limits {
        .fields = 100'000, .nodes = 1000, .tensors = 1000, .graphLevels = 50
    };
    for (const auto* name : { "ModelProto", "TensorProto", "SparseTensorProto", "SequenceProto",
             "MapProto", "OptionalProto" }) {
        const auto& rule = messageRule(name);
        if (indexWire(message, rule, limits))
            readAll(message, rule);
    }
    return 0;
}
