#include "profiler/attribution/tensorrt.h"

#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/attribution/step_names.h"

#include <algorithm>
#include <map>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

namespace {

constexpr std::size_t largestLayerFile = std::size_t(256) << 20;

/// Prefix that TensorRT's ONNX parser puts before the output of a node without a name.
constexpr std::string_view unnamedNode = "node_of_";

/// Replaces control characters, which are not valid in JSON, by blanks, and the separators of
/// metadata by their escape sequences.
std::string withoutControls(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (code == 0x1e || code == 0x1f)
            result += "\\u001e";
        else
            result += code < 0x20 && letter != '\n' ? ' ' : letter;
    }
    return result;
}

/// Returns the names in `[ONNX Layer: a]␞[ONNX Layer: b]`. Entries of other kinds are left out.
std::vector<std::string> namesInMetadata(std::string text)
{
    constexpr std::string_view prefix = "[ONNX Layer: ";
    std::ranges::replace(text, '\x1f', '\x1e');
    std::vector<std::string> names;
    for (const auto entry : support::split(text, '\x1e'))
        if (entry.starts_with(prefix) && entry.ends_with(']'))
            names.emplace_back(entry.substr(prefix.size(), entry.size() - prefix.size() - 1));
    return names;
}

TensorRtLayer layerOf(const JsonValue& json)
{
    // Without details a layer is only a name.
    if (const auto name = json.string())
        return { std::string(*name), {}, {}, {} };
    return { json["Name"].stringOr(""), json["LayerType"].stringOr(""),
        json["TacticName"].stringOr(""), namesInMetadata(json["Metadata"].stringOr("")) };
}

std::vector<model::NodeId> nodesOfLayer(const StepNames& names, const TensorRtLayer& layer)
{
    std::vector<model::NodeId> nodes;
    const auto add = [&](model::NodeId id) {
        if (std::ranges::find(nodes, id) == nodes.end())
            nodes.push_back(id);
    };
    for (const auto& name : layer.nodes) {
        const auto plain = std::string_view(name).starts_with(unnamedNode)
            ? std::string_view(name).substr(unnamedNode.size())
            : std::string_view(name);
        if (const auto node = names.named(name))
            add(*node);
        else if (const auto maker = names.named(plain))
            add(*maker);
    }
    if (nodes.empty())
        for (const auto id : names.find(layer.name, layer.type).nodes)
            add(id);
    return nodes;
}

/// Returns the nodes for whose input or output a reformat is: those behind ` to ` in its name.
std::vector<model::NodeId> nodesBesideReformat(const StepNames& names, std::string_view layer)
{
    constexpr std::string_view word = " to ";
    const auto at = layer.find(word);
    return at == std::string_view::npos ? std::vector<model::NodeId>()
                                        : names.find(layer.substr(at + word.size()), {}).nodes;
}

/// Layers whose nodes are all nodes of other layers too are pieces of them.
void markPieces(std::vector<Attribution>& attributions)
{
    std::map<std::uint32_t, int> layersOf;
    for (const auto& each : attributions)
        if (each.rule == AttributionRule::Name)
            for (const auto id : each.nodes)
                ++layersOf[id.value()];
    for (auto& each : attributions)
        if (each.rule == AttributionRule::Name
            && std::ranges::all_of(each.nodes, [&](auto id) { return layersOf[id.value()] > 1; }))
            each.rule = AttributionRule::Part;
}

} // namespace

bool isTensorRtReformat(std::string_view name)
{
    const bool isFused = name.find(" + ") != std::string_view::npos;
    return name.starts_with("Reformatting CopyNode")
        || (!isFused && name.starts_with("(Unnamed Layer*") && name.ends_with("[Shuffle]"));
}

Result<std::vector<TensorRtLayer>> parseTensorRtLayers(
    std::string_view text, std::string_view source)
{
    const auto json = support::parseJson(withoutControls(text));
    if (!json)
        return failAs(ErrorKind::File, source, ": TensorRT's layers: ", json.error().message());
    if ((*json)["Layers"].kind() != JsonValue::Kind::Array)
        return failAs(ErrorKind::File, source,
            " has no list \"Layers\", expected TensorRT's "
            "description of an engine");
    std::vector<TensorRtLayer> layers;
    for (const auto& layer : (*json)["Layers"].items())
        layers.push_back(layerOf(layer));
    return layers;
}

Result<std::vector<TensorRtLayer>> readTensorRtLayers(const std::filesystem::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    const auto bytes = mapped->bytes();
    if (bytes.size() > largestLayerFile)
        return failAs(ErrorKind::Resource, file.string(), " has over ", largestLayerFile >> 20,
            " MiB, expected a description of layers");
    return parseTensorRtLayers(
        { reinterpret_cast<const char*>(bytes.data()), bytes.size() }, file.string());
}

std::vector<Attribution> attributeTensorRt(
    const model::Model& model, std::span<const TensorRtLayer> layers)
{
    const StepNames names(model);
    std::vector<Attribution> attributions;
    for (const auto& layer : layers) {
        if (layer.nodes.empty() && isTensorRtReformat(layer.name)) {
            attributions.push_back({ AttributionRule::EngineOwn, false,
                nodesBesideReformat(names, layer.name), "layout change" });
            continue;
        }
        auto nodes = nodesOfLayer(names, layer);
        const auto rule = nodes.empty() ? AttributionRule::None : AttributionRule::Name;
        attributions.push_back({ rule, false, std::move(nodes), {} });
    }
    markPieces(attributions);
    return attributions;
}

} // namespace profiler
