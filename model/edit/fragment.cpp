#include "model/edit/fragment.h"

#include "model/edit/extraction.h"
#include "model/edit/tensor_content.h"
#include "model/support/compress.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <onnx/onnx.pb.h>

namespace model::edit {

using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::TensorProto;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::uint64_t largestFragment = 768ULL << 20; ///< bytes, before Base64

/// A fragment may be pasted where the external files are not.
Result<void> embedExternalData(Message& graph, const TensorStore& store)
{
    for (const auto position : positionsOf(graph, GraphProto::kInitializerFieldNumber)) {
        auto* const tensor = TRY(openIn(graph, position));
        const auto content = TRY(tensorContent(*tensor, store));
        if (content.place != TensorContent::Place::External)
            continue;
        std::erase_if(tensor->fields, isDataField);
        Change unlogged;
        unlogged.append(
            *tensor, viewField(TensorProto::kRawDataFieldNumber, content.bytes, content.owner));
    }
    return {};
}

} // namespace

Result<std::string> fragmentOf(Document& document, std::vector<NodeId> nodes)
{
    Change opened; // opening messages changes no byte
    Editing editing(*document.model(), document.file().root(), opened, {});
    auto region = TRY(regionOf(editing.model, std::move(nodes), Closure::None));
    ExtractionArguments arguments;
    arguments.typing = ExtractionArguments::Types::WhereKnown;
    auto made = TRY(extractedModel(editing, region, arguments));
    Change unlogged;
    auto* const graph = TRY(unlogged.openOnly(made.root, ModelProto::kGraphFieldNumber));
    TRY(embedExternalData(*graph, *editing.model.store));
    const auto parts = partsOf(made.root);
    if (const auto bytes = sizeOf(parts); bytes > largestFragment)
        return failAs(ErrorKind::Resource, "the nodes and their weights have ",
            support::bytesText(bytes), ", and at most ", support::bytesText(largestFragment),
            " can be copied as text; extract them as a model instead");
    return support::jsonLine([&](support::JsonWriter& json) {
        json.member("opscope_fragment", 1).member("model", support::base64(joinedParts(parts)));
    });
}

} // namespace model::edit
