#include "model/onnx/attribute_reader.h"

#include "model/onnx/messages.h"
#include "model/onnx/tensor_reader.h"
#include "model/support/text.h"

#include <algorithm>

namespace model::onnx {

namespace {

using onnx_pb::AttributeProto;
using support::Result;

/// Fields of an attribute that are read individually, not by Protocol Buffers.
struct Parts {
    std::vector<Tensor> tensors; ///< of t and tensors
    std::vector<SparseTensor> sparse; ///< of sparse_tensor and sparse_tensors
    std::vector<Piece> graph; ///< pieces of the field `g`
    std::vector<Piece> graphs;
};

/// Stores the field if it is one of those parts. Returns false if it is not.
Result<bool> takePart(Draft& draft, Parts& parts, const WireField& field)
{
    if (!field.isBytes())
        return false;
    switch (field.number) {
    case AttributeProto::kTFieldNumber:
    case AttributeProto::kTensorsFieldNumber:
        parts.tensors.push_back(TRY(readTensor(field.content, draft.placement)));
        return true;
    case AttributeProto::kSparseTensorFieldNumber:
    case AttributeProto::kSparseTensorsFieldNumber:
        parts.sparse.push_back(TRY(readSparseTensor(field.content, draft.placement)));
        return true;
    case AttributeProto::kGFieldNumber:
        parts.graph.push_back(field.content);
        return true;
    case AttributeProto::kGraphsFieldNumber:
        parts.graphs.push_back(field.content);
        return true;
    default:
        return false;
    }
}

/// Returns the kinds of values that the message contains.
std::vector<AttributeKind> payloads(const AttributeProto& proto, const Parts& parts)
{
    using Kind = AttributeKind;
    const std::pair<bool, Kind> all[] { { proto.has_f(), Kind::Float },
        { proto.has_i(), Kind::Int }, { proto.has_s(), Kind::String },
        { !parts.tensors.empty(), Kind::Tensor }, { !parts.graph.empty(), Kind::Graph },
        { !parts.graphs.empty(), Kind::Graphs }, { !parts.sparse.empty(), Kind::SparseTensor },
        { proto.has_tp(), Kind::TypeProto }, { proto.floats_size() > 0, Kind::Floats },
        { proto.ints_size() > 0, Kind::Ints }, { proto.strings_size() > 0, Kind::Strings },
        { proto.type_protos_size() > 0, Kind::TypeProtos } };
    std::vector<Kind> found;
    for (const auto& [isThere, kind] : all) {
        if (isThere)
            found.push_back(kind);
    }
    return found;
}

/// True if the message has a value only in fields of another kind than the attribute declares. A
/// message without any value means zero or an empty list; some exporters omit these.
bool isMisplaced(const std::vector<AttributeKind>& found, AttributeKind kind)
{
    if (kind == AttributeKind::Tensors)
        kind = AttributeKind::Tensor;
    if (kind == AttributeKind::SparseTensors)
        kind = AttributeKind::SparseTensor;
    return !found.empty() && std::ranges::find(found, kind) == found.end();
}

/// Files before IR 2 do not store the type. It is derived from the fields that are present.
AttributeKind inferredKind(const std::vector<AttributeKind>& found, const Parts& parts)
{
    if (found.empty())
        return AttributeKind::Undefined;
    if (found.front() == AttributeKind::Tensor && parts.tensors.size() > 1)
        return AttributeKind::Tensors;
    if (found.front() == AttributeKind::SparseTensor && parts.sparse.size() > 1)
        return AttributeKind::SparseTensors;
    return found.front();
}

GraphId addSubgraph(
    Draft& draft, AttributeOwner owner, std::string attribute, std::vector<Piece> pieces)
{
    const auto id = draft.addGraph(Graph::Role::Subgraph);
    auto& graph = draft.model->graphs[id.value()];
    graph.owner = owner.node;
    graph.ownerAttribute = std::move(attribute);
    graph.parent = owner.graph;
    graph.function = draft.model->graphs[owner.graph.value()].function;
    draft.graphs[owner.graph.value()].children.push_back(id);
    draft.pending.push_back({ id, std::move(pieces) });
    return id;
}

std::vector<GraphId> addSubgraphs(Draft& draft, AttributeOwner owner, const std::string& attribute,
    const std::vector<Piece>& pieces)
{
    std::vector<GraphId> ids;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        ids.push_back(
            addSubgraph(draft, owner, attribute + "[" + std::to_string(i) + "]", { pieces[i] }));
    return ids;
}

template <typename T>
Attribute::Value firstOf(std::vector<T>& items)
{
    if (items.empty())
        return std::monostate();
    return std::move(items.back());
}

std::vector<ValueType> typesOf(const google::protobuf::RepeatedPtrField<onnx_pb::TypeProto>& protos)
{
    std::vector<ValueType> types;
    for (const auto& proto : protos)
        types.push_back(valueTypeOf(proto));
    return types;
}

/// True if an attribute of the kind has no value without a payload. Numbers, texts and lists are
/// then zero or empty.
bool needsPayload(AttributeKind kind)
{
    return kind == AttributeKind::Tensor || kind == AttributeKind::Graph
        || kind == AttributeKind::SparseTensor;
}

void reportPayload(
    Draft& draft, const Attribute& attribute, AttributeOwner owner, std::string message)
{
    auto path = graphPath(*draft.model, owner.graph)
        + (owner.node.isValid()
                ? "/node[" + std::to_string(draft.model->graph(owner.graph).nodes.size()) + "]/"
                : "/")
        + support::sanitise(attribute.name);
    draft.findings.add(support::Severity::Error, "attribute-payload",
        support::locationOf(std::move(path)), std::move(message), "the value is left out");
}

Attribute::Value valueOf(Draft& draft, const AttributeProto& proto, Parts& parts,
    AttributeKind kind, AttributeOwner owner)
{
    switch (kind) {
    case AttributeKind::Float:
        return proto.f();
    case AttributeKind::Int:
        return proto.i();
    case AttributeKind::String:
        return proto.s();
    case AttributeKind::Tensor:
        return firstOf(parts.tensors);
    case AttributeKind::Graph:
        if (parts.graph.empty())
            return std::monostate();
        return addSubgraph(draft, owner, proto.name(), std::move(parts.graph));
    case AttributeKind::Floats:
        return std::vector<float>(proto.floats().begin(), proto.floats().end());
    case AttributeKind::Ints:
        return std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end());
    case AttributeKind::Strings:
        return std::vector<std::string>(proto.strings().begin(), proto.strings().end());
    case AttributeKind::Tensors:
        return std::move(parts.tensors);
    case AttributeKind::Graphs:
        return addSubgraphs(draft, owner, proto.name(), parts.graphs);
    case AttributeKind::SparseTensor:
        return firstOf(parts.sparse);
    case AttributeKind::SparseTensors:
        return std::move(parts.sparse);
    case AttributeKind::TypeProto:
        return valueTypeOf(proto.tp());
    case AttributeKind::TypeProtos:
        return typesOf(proto.type_protos());
    case AttributeKind::Undefined:
        break;
    }
    return std::monostate();
}

} // namespace

Result<Attribute> readAttribute(Draft& draft, Piece piece, AttributeOwner owner)
{
    Parts parts;
    ProtobufFields rest;
    WireReader reader(piece);
    while (const auto field = reader.next()) {
        if (!TRY(takePart(draft, parts, *field)))
            rest.keep(*field);
    }
    AttributeProto proto;
    TRY(rest.parseInto(proto));
    Attribute attribute;
    attribute.name = proto.name();
    attribute.doc = proto.doc_string();
    attribute.reference = proto.ref_attr_name();
    attribute.kind = static_cast<AttributeKind>(proto.type());
    const auto found = payloads(proto, parts);
    if (attribute.kind == AttributeKind::Undefined)
        attribute.kind = inferredKind(found, parts);
    if (isMisplaced(found, attribute.kind)) {
        reportPayload(
            draft, attribute, owner, "the attribute's type does not fit the value that is given");
        return attribute;
    }
    if (!attribute.reference.empty())
        return attribute;
    if (found.empty() && needsPayload(attribute.kind))
        reportPayload(draft, attribute, owner, "the attribute has a type, but no value");
    attribute.value = valueOf(draft, proto, parts, attribute.kind, owner);
    return attribute;
}

} // namespace model::onnx
