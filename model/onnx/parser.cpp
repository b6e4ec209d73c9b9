#include "model/onnx/parser.h"

#include "model/onnx/draft.h"
#include "model/onnx/graph_reader.h"
#include "model/onnx/messages.h"
#include "model/onnx/name_resolver.h"
#include "model/onnx/operators.h"
#include "model/onnx/sniff.h"
#include "model/onnx/weights.h"
#include "model/onnx/wire_index.h"
#include "model/support/atomic_file.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>

namespace model::onnx {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;
using support::Severity;

using onnx_pb::ModelProto;

constexpr std::int64_t newestIr = onnx_pb::IR_VERSION;

struct ModelPieces {
    std::vector<Piece> graph;
    std::vector<Piece> functions;
    std::size_t trainingInfos = 0;
};

Result<ModelPieces> readModelMessage(Draft& draft, Piece file)
{
    ModelPieces pieces;
    ProtobufFields rest;
    WireReader reader(file);
    while (const auto field = reader.next()) {
        if (field->isBytesOf(ModelProto::kGraphFieldNumber))
            pieces.graph.push_back(field->content);
        else if (field->isBytesOf(ModelProto::kFunctionsFieldNumber))
            pieces.functions.push_back(field->content);
        else if (field->isBytesOf(ModelProto::kTrainingInfoFieldNumber))
            ++pieces.trainingInfos;
        else
            rest.keep(*field);
    }
    ModelProto proto;
    TRY(rest.parseInto(proto));
    auto& model = *draft.model;
    model.irVersion = proto.ir_version();
    model.producerName = proto.producer_name();
    model.producerVersion = proto.producer_version();
    model.domain = proto.domain();
    model.modelVersion = proto.model_version();
    model.doc = proto.doc_string();
    model.metadata = metadataOf(proto.metadata_props());
    for (const auto& import : proto.opset_import())
        model.opsets.push_back({ domainOf(import.domain()), import.version() });
    model.trainingGraphs = pieces.trainingInfos;
    return pieces;
}

Result<void> readGraphs(Draft& draft, const ModelPieces& pieces)
{
    const auto main = draft.addGraph(Graph::Role::Main);
    TRY(readGraph(draft, { main, pieces.graph }));
    for (const auto& function : pieces.functions)
        TRY(readFunction(draft, function));
    // Reading a graph appends its nested graphs to the list.
    for (std::size_t i = 0; i < draft.pending.size(); ++i) {
        const auto next = std::move(draft.pending[i]);
        TRY(readGraph(draft, next));
    }
    draft.pending.clear();
    return {};
}

void checkIrVersion(Draft& draft)
{
    const auto version = draft.model->irVersion;
    if (version > newestIr)
        draft.findings.add(Severity::Warning, "ir-version-newer", support::locationOf("ir_version"),
            "IR version " + std::to_string(version) + " is newer than " + std::to_string(newestIr)
                + ", the newest known here",
            "fields that came later are not shown");
    else if (version < 1)
        draft.findings.add(Severity::Warning, "ir-version-missing",
            support::locationOf("ir_version"),
            "the file gives no IR version (" + std::to_string(version) + "), expected 1 to "
                + std::to_string(newestIr));
}

void checkElementTypes(Draft& draft)
{
    const auto& model = *draft.model;
    for (std::size_t i = 0; i < model.values.size() && !draft.isStopped(i); ++i) {
        const auto& value = model.values[i];
        const auto* type = &value.type;
        while (type->inner)
            type = type->inner.get();
        if (isKnown(type->element) || value.initializer.isValid())
            continue;
        draft.findings.add(Severity::Error, "element-type-unknown", locateValue(model, ValueId(i)),
            "element type " + std::to_string(static_cast<std::int32_t>(type->element))
                + " is not known here");
    }
}

void checkTexts(Draft& draft)
{
    const auto isBroken = [](const std::string& text) {
        return std::ranges::any_of(text, [](char c) {
            return static_cast<unsigned char>(c) >= 0x80;
        }) && support::validUtf8(text) != text;
    };
    const auto& model = *draft.model;
    const auto report = [&](support::Location where) {
        draft.findings.add(Severity::Warning, "text-not-utf8", std::move(where),
            "the name is not valid UTF-8", "broken bytes are shown as �");
    };
    for (std::size_t i = 0; i < model.nodes.size() && !draft.isStopped(i); ++i) {
        if (isBroken(model.nodes[i].name) || isBroken(model.nodes[i].type)
            || isBroken(model.nodes[i].domain))
            report(locate(model, NodeId(i)));
    }
    for (std::size_t i = 0; i < model.values.size() && !draft.isStopped(i); ++i) {
        if (isBroken(model.values[i].name))
            report(locateValue(model, ValueId(i)));
    }
}

void reportOddities(Draft& draft, const WireIndex& index)
{
    for (const auto& oddity : index.oddities) {
        auto where = support::locationOf(support::sanitise(oddity.field));
        where.byteOffset = oddity.offset;
        draft.findings.add(Severity::Warning, "wire-type", std::move(where), oddity.message);
    }
}

support::Error noGraph(const WireIndex& index)
{
    if (index.knownFields > 0 && index.oddities.empty())
        return failAs(ErrorKind::File, "the model has no graph: field 7 of ModelProto is absent");
    return failAs(ErrorKind::File,
        "not an ONNX model: it is in the Protocol Buffers format but none of its fields is a "
        "graph");
}

/// Reserves memory for the counted messages. The counts are bounded by the size of the file.
void reserve(Draft& draft, const WireIndex& index)
{
    draft.names.reserve(2 * index.nodes + index.tensors);
    draft.nodes.reserve(index.nodes);
    draft.model->nodes.reserve(index.nodes);
    draft.model->values.reserve(index.nodes + index.tensors);
}

void placeTensors(Model& model, const std::function<void(TensorRef&)>& place)
{
    if (place)
        visitTensors(model, [&](Tensor& tensor) {
            if (tensor.ref.place == TensorRef::Place::ModelFile)
                place(tensor.ref);
        });
}

Result<std::shared_ptr<const Model>> readModel(
    Draft& draft, Piece file, const std::function<void(TensorRef&)>& place = {})
{
    const auto index = indexWire(file, messageRule("ModelProto"), {}, draft.stop, draft.progress);
    if (!index)
        return index.error();
    const auto pieces = TRY(readModelMessage(draft, file));
    if (pieces.graph.empty())
        return noGraph(*index);
    reserve(draft, *index);
    TRY(readGraphs(draft, pieces));
    placeTensors(*draft.model, place);
    if (draft.progress)
        draft.progress(
            "connecting " + support::countOf(draft.model->nodes.size(), "node", "nodes"), 0, 0);
    for (const auto stage : { resolveNames, orderNodes, checkIrVersion, resolveOperators,
             checkElementTypes, checkTexts, checkWeights }) {
        stage(draft);
        if (draft.refusal)
            return *std::move(draft.refusal);
        if (draft.stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "reading was stopped");
    }
    reportOddities(draft, *index);
    draft.model->diagnostics = draft.findings.take();
    return std::shared_ptr<const Model>(std::move(draft.model));
}

} // namespace

Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path,
    const OpenOptions& options, std::stop_token stop, const support::Progress& progress)
{
    const auto file = TRY(support::MappedFile::open(path));
    if (const auto foreign = describeForeign(file->bytes()))
        return failAs(ErrorKind::File, support::sanitise(path.string()), " ", *foreign);
    return readComposedModel({ file->bytes(), file, path, {} }, options, std::move(stop), progress);
}

Result<std::shared_ptr<const Model>> parseModel(std::span<const std::byte> bytes,
    const std::filesystem::path& folder, const OpenOptions& options)
{
    if (const auto foreign = describeForeign(bytes))
        return failAs(ErrorKind::File, "the model ", *foreign);
    Draft draft;
    draft.model->fileBytes = bytes.size();
    draft.model->store = std::make_shared<const TensorStore>(nullptr, folder, options);
    return readModel(draft, { bytes, 0 });
}

Result<std::shared_ptr<const Model>> readComposedModel(const ComposedModel& composed,
    const OpenOptions& options, std::stop_token stop, const support::Progress& progress)
{
    const auto draft = support::makeReleasedLater<Draft>();
    draft->placement = Placement::View;
    draft->stop = std::move(stop);
    draft->progress = progress;
    draft->model->path = composed.path;
    draft->model->fileBytes = composed.bytes.size();
    draft->model->store = std::make_shared<const TensorStore>(
        composed.file, support::folderOf(composed.path), options);
    return readModel(*draft, { composed.bytes, 0 }, composed.place)
        .within(support::sanitise(composed.path.string()));
}

Result<std::unique_ptr<Draft>> readGraphFields(const ComposedModel& fields)
{
    const Piece piece { fields.bytes, 0 };
    const auto index = TRY(indexWire(piece, messageRule("GraphProto")));
    auto draft = std::make_unique<Draft>();
    draft->placement = Placement::View;
    TRY(readGraph(*draft, { draft->addGraph(Graph::Role::Main), { piece } }));
    placeTensors(*draft->model, fields.place);
    reportOddities(*draft, index);
    return draft;
}

} // namespace model::onnx
