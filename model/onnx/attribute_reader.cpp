#include "model/onnx/attribute_reader.h"

#include "model/onnx/messages.h"
#include "model/onnx/tensor_reader.h"

namespace model::onnx {

namespace {

using support::Result;

/// Parts of an attribute that are read piece by piece.
struct Parts {
    std::vector<Tensor> tensors; ///< of t and tensors
    std::vector<SparseTensor> sparse; ///< of sparse_tensor and sparse_tensors
    std::vector<Piece> graph; ///< pieces of the one graph
    std::vector<Piece> graphs;
};

/// Takes the field if it is one of those parts; false = it is not.
Result<bool> takePart(Draft& draft, Parts& parts, const WireField& field)
{
    if (!field.isBytes())
        return false;
    switch (field.number) {
    case 5:
    case 10:
        parts.tensors.push_back(TRY(readTensor(field.content, draft.placement)));
        return true;
    case 22:
    case 23:
        parts.sparse.push_back(TRY(readSparseTensor(field.content, draft.placement)));
        return true;
    case 6:
        parts.graph.push_back(field.content);
        return true;
    case 11:
        parts.graphs.push_back(field.content);
        return true;
    default:
        return false;
    }
}

/// Files before IR 2 do not say the type: then it follows from what is there.
AttributeKind inferredKind(const onnx_pb::AttributeProto& proto, const Parts& parts)
{
    using Kind = AttributeKind;
    if (proto.has_f())
        return Kind::Float;
    if (proto.has_i())
        return Kind::Int;
    if (proto.has_s())
        return Kind::String;
    if (!parts.graph.empty())
        return Kind::Graph;
    if (!parts.graphs.empty())
        return Kind::Graphs;
    if (!parts.tensors.empty())
        return parts.tensors.size() == 1 ? Kind::Tensor : Kind::Tensors;
    if (!parts.sparse.empty())
        return parts.sparse.size() == 1 ? Kind::SparseTensor : Kind::SparseTensors;
    if (proto.has_tp())
        return Kind::TypeProto;
    if (proto.floats_size() > 0)
        return Kind::Floats;
    if (proto.ints_size() > 0)
        return Kind::Ints;
    if (proto.strings_size() > 0)
        return Kind::Strings;
    return proto.type_protos_size() > 0 ? Kind::TypeProtos : Kind::Undefined;
}

GraphId addSubgraph(Draft& draft, AttributeOwner owner, std::string attribute, std::vector<Piece> pieces)
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

std::vector<GraphId> addSubgraphs(Draft& draft, AttributeOwner owner, const std::string& attribute, const std::vector<Piece>& pieces)
{
    std::vector<GraphId> ids;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        ids.push_back(addSubgraph(draft, owner, attribute + "[" + std::to_string(i) + "]", { pieces[i] }));
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

Attribute::Value valueOf(Draft& draft, const onnx_pb::AttributeProto& proto, Parts& parts, AttributeKind kind, AttributeOwner owner)
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
    Rest rest;
    WireReader reader(piece);
    while (const auto field = reader.next()) {
        if (!TRY(takePart(draft, parts, *field)))
            rest.keep(*field);
    }
    onnx_pb::AttributeProto proto;
    TRY(rest.parseInto(proto));
    Attribute attribute;
    attribute.name = proto.name();
    attribute.doc = proto.doc_string();
    attribute.reference = proto.ref_attr_name();
    attribute.kind = static_cast<AttributeKind>(proto.type());
    if (attribute.kind == AttributeKind::Undefined)
        attribute.kind = inferredKind(proto, parts);
    if (attribute.reference.empty())
        attribute.value = valueOf(draft, proto, parts, attribute.kind, owner);
    return attribute;
}

} // namespace model::onnx
