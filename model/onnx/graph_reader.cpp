#include "model/onnx/graph_reader.h"

#include "model/inference/tensor_shape.h"
#include "model/onnx/attribute_reader.h"
#include "model/onnx/messages.h"
#include "model/onnx/tensor_reader.h"
#include "model/support/text.h"

#include <algorithm>

namespace model::onnx {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::NodeProto;

std::vector<NameId> intern(
    NameTable& names, const google::protobuf::RepeatedPtrField<std::string>& texts)
{
    std::vector<NameId> ids;
    ids.reserve(static_cast<std::size_t>(texts.size()));
    for (const auto& text : texts)
        ids.push_back(names.intern(text));
    return ids;
}

support::Error stopped() { return failAs(ErrorKind::Cancelled, "reading was stopped"); }

class NodeReader {
public:
    NodeReader(Draft& draft, GraphId graph)
        : m_draft(draft)
        , m_graph(graph)
    {
    }

    Result<void> read(Piece piece)
    {
        if ((m_draft.model->nodes.size() & 0xFF) == 0 && m_draft.stop.stop_requested())
            return stopped();
        const NodeId id(m_draft.model->nodes.size());
        const AttributeOwner owner { m_graph, id };
        std::vector<Attribute> attributes;
        m_rest.clear();
        WireReader reader(piece);
        while (const auto field = reader.next()) {
            if (field->isBytesOf(NodeProto::kAttributeFieldNumber))
                attributes.push_back(TRY(readAttribute(m_draft, field->content, owner)));
            else
                m_rest.keep(*field);
        }
        TRY(m_rest.parseInto(m_proto));
        add(std::move(attributes));
        return {};
    }

private:
    void add(std::vector<Attribute> attributes)
    {
        auto& graph = m_draft.model->graphs[m_graph.value()];
        Node node;
        node.graph = m_graph;
        node.position = static_cast<std::uint32_t>(graph.nodes.size());
        node.name = std::move(*m_proto.mutable_name());
        node.domain = domainOf(m_proto.domain());
        node.type = std::move(*m_proto.mutable_op_type());
        node.overload = std::move(*m_proto.mutable_overload());
        node.attributes = std::move(attributes);
        node.doc = std::move(*m_proto.mutable_doc_string());
        node.metadata = metadataOf(m_proto.metadata_props());
        graph.nodes.emplace_back(m_draft.model->nodes.size());
        m_draft.model->nodes.push_back(std::move(node));
        m_draft.nodes.push_back(
            { intern(m_draft.names, m_proto.input()), intern(m_draft.names, m_proto.output()) });
    }

    Draft& m_draft;
    GraphId m_graph;
    ProtobufFields m_rest;
    NodeProto m_proto; // reused for every node, so that its strings keep their memory
};

/// Adds a finding if a shape has more axes than a type can hold, because the shape is then dropped.
void checkRank(Draft& draft, GraphId graph, const onnx_pb::ValueInfoProto& info)
{
    const auto rank = std::max(info.type().tensor_type().shape().dim_size(),
        info.type().sparse_tensor_type().shape().dim_size());
    if (static_cast<std::size_t>(rank) <= maximumRank)
        return;
    draft.findings.add(support::Severity::Error, "tensor-dimensions",
        support::locationOf(graphPath(*draft.model, graph) + "/" + support::quote(info.name())),
        "is declared with " + std::to_string(rank) + " dimensions, more than "
            + std::to_string(maximumRank) + ", the most that are supported");
}

Declaration declarationOf(Draft& draft, GraphId graph, const onnx_pb::ValueInfoProto& info)
{
    Declaration declaration;
    declaration.name = draft.names.intern(info.name());
    if (info.has_type()) {
        checkRank(draft, graph, info);
        declaration.type = valueTypeOf(info.type());
    }
    declaration.doc = info.doc_string();
    declaration.metadata = metadataOf(info.metadata_props());
    return declaration;
}

std::vector<Declaration> declarationsOf(Draft& draft, GraphId graph,
    const google::protobuf::RepeatedPtrField<onnx_pb::ValueInfoProto>& infos)
{
    std::vector<Declaration> declarations;
    declarations.reserve(static_cast<std::size_t>(infos.size()));
    for (const auto& info : infos)
        declarations.push_back(declarationOf(draft, graph, info));
    return declarations;
}

std::vector<Declaration> declarationsOf(
    NameTable& names, const google::protobuf::RepeatedPtrField<std::string>& texts)
{
    std::vector<Declaration> declarations;
    for (const auto& text : texts) {
        declarations.emplace_back();
        declarations.back().name = names.intern(text);
    }
    return declarations;
}

void addInitializer(Draft& draft, GraphId graph, Tensor tensor)
{
    draft.graphs[graph.value()].initializers.emplace_back(draft.model->tensors.size());
    draft.model->tensors.push_back(std::move(tensor));
}

Result<void> addSparseInitializer(Draft& draft, GraphId graph, Piece piece)
{
    auto sparse = TRY(readSparseTensor(piece, Placement::Copy));
    auto dense = densify(sparse, draft.denseBytesLeft);
    draft.denseBytesLeft -= dense.ref.length;
    dense.sparse = std::make_shared<const SparseTensor>(std::move(sparse));
    addInitializer(draft, graph, std::move(dense));
    return {};
}

void describeGraph(Draft& draft, GraphId id, const GraphProto& proto)
{
    auto& graph = draft.model->graphs[id.value()];
    graph.name = proto.name();
    graph.doc = proto.doc_string();
    graph.metadata = metadataOf(proto.metadata_props());
    auto& names = draft.graphs[id.value()];
    names.inputs = declarationsOf(draft, id, proto.input());
    names.outputs = declarationsOf(draft, id, proto.output());
    names.infos = declarationsOf(draft, id, proto.value_info());
}

std::vector<OpsetImport> opsetsOf(
    const google::protobuf::RepeatedPtrField<onnx_pb::OperatorSetIdProto>& imports)
{
    std::vector<OpsetImport> opsets;
    for (const auto& import : imports)
        opsets.push_back({ domainOf(import.domain()), import.version() });
    return opsets;
}

void describeFunction(Draft& draft, Function& function, const FunctionProto& proto)
{
    function.domain = domainOf(proto.domain());
    function.name = proto.name();
    function.overload = proto.overload();
    function.doc = proto.doc_string();
    function.metadata = metadataOf(proto.metadata_props());
    function.opsets = opsetsOf(proto.opset_import());
    for (const auto& name : proto.attribute())
        function.attributes.push_back({ name, std::nullopt });
    auto& names = draft.graphs[function.body.value()];
    names.inputs = declarationsOf(draft.names, proto.input());
    names.outputs = declarationsOf(draft.names, proto.output());
    names.infos = declarationsOf(draft, function.body, proto.value_info());
    draft.model->graphs[function.body.value()].name = function.name;
}

} // namespace

Result<void> readGraph(Draft& draft, const PendingGraph& pending)
{
    NodeReader nodes(draft, pending.id);
    ProtobufFields rest;
    for (const auto& piece : pending.pieces) {
        WireReader reader(piece);
        while (const auto field = reader.next()) {
            if (field->isBytesOf(GraphProto::kNodeFieldNumber))
                TRY(nodes.read(field->content));
            else if (draft.isStopped(draft.model->tensors.size()))
                return stopped();
            else if (field->isBytesOf(GraphProto::kInitializerFieldNumber))
                addInitializer(draft, pending.id, TRY(readTensor(field->content, draft.placement)));
            else if (field->isBytesOf(GraphProto::kSparseInitializerFieldNumber))
                TRY(addSparseInitializer(draft, pending.id, field->content));
            else
                rest.keep(*field);
        }
    }
    GraphProto proto;
    TRY(rest.parseInto(proto));
    describeGraph(draft, pending.id, proto);
    return {};
}

Result<void> readFunction(Draft& draft, Piece piece)
{
    const FunctionId id(draft.model->functions.size());
    draft.model->functions.emplace_back();
    Function function;
    function.body = draft.addGraph(Graph::Role::FunctionBody);
    draft.model->graphs[function.body.value()].function = id;
    NodeReader nodes(draft, function.body);
    std::vector<Attribute> defaults;
    ProtobufFields rest;
    WireReader reader(piece);
    while (const auto field = reader.next()) {
        if (field->isBytesOf(FunctionProto::kNodeFieldNumber))
            TRY(nodes.read(field->content));
        else if (field->isBytesOf(FunctionProto::kAttributeProtoFieldNumber))
            defaults.push_back(
                TRY(readAttribute(draft, field->content, { function.body, NodeId() })));
        else
            rest.keep(*field);
    }
    FunctionProto proto;
    TRY(rest.parseInto(proto));
    describeFunction(draft, function, proto);
    for (auto& attribute : defaults)
        function.attributes.push_back({ attribute.name, std::move(attribute) });
    draft.model->functions[id.value()] = std::move(function);
    return {};
}

} // namespace model::onnx
