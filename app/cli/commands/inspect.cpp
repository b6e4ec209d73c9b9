#include "app/cli/channel_table.h"
#include "app/cli/commands.h"
#include "app/cli/inspect_tables.h"
#include "app/cli/profiling/profile_files.h"
#include "app/cli/profiling/run_options.h"

#include "model/operator.h"
#include "model/support/hash.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/statistics/statistics.h"

#include <algorithm>
#include <map>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

struct OperatorCount {
    std::string domain;
    std::string type;
    std::size_t nodes = 0;
};

/// Returns the operators of a model, most frequent first.
std::vector<OperatorCount> operatorsOf(const model::Model& model)
{
    std::map<std::pair<std::string, std::string>, std::size_t> counts;
    for (const auto& node : model.nodes)
        ++counts[{ node.domain, node.type }];
    std::vector<OperatorCount> operators;
    for (const auto& [key, count] : counts)
        operators.push_back({ key.first, key.second, count });
    std::ranges::stable_sort(operators, std::greater<> {}, &OperatorCount::nodes);
    return operators;
}

/// Hashes of a model: of the file's bytes and, if requested, of all weights in any file.
struct Identity {
    std::string sha256;
    std::string weightsXxh3;
};

void writeValues(JsonWriter& json, const Inspected& inspected, std::string_view name,
    const std::vector<model::ValueId>& ids)
{
    json.key(name).beginArray();
    for (const auto id : ids) {
        const auto& value = inspected.model->value(id);
        if (value.initializer.isValid())
            continue; // old files list weights among the inputs
        json.object(
            { { "name", value.name }, { "type", model::onnxTypeText(inspected.analysis->type(id)) },
                { "shape", model::typeText(inspected.analysis->type(id)) } });
    }
    json.endArray();
}

void writeMetadata(JsonWriter& json, const model::Metadata& metadata)
{
    json.key("metadata").beginObject();
    for (const auto& [key, value] : metadata)
        json.member(key, value);
    json.endObject();
}

void writeIdentity(JsonWriter& json, const Inspected& inspected)
{
    const auto& model = *inspected.model;
    json.members({ { "path", model.path.string() }, { "file_bytes", model.fileBytes },
        { "ir_version", model.irVersion } });
    json.key("opsets").beginArray();
    for (const auto& opset : model.opsets)
        json.object({ { "domain", opset.domain.empty() ? "ai.onnx" : opset.domain },
            { "version", opset.version } });
    json.endArray().members(
        { { "producer", model.producerName }, { "producer_version", model.producerVersion },
            { "graph", model.main().name }, { "nodes", model.main().nodes.size() },
            { "all_nodes", model.nodes.size() }, { "subgraphs", model.graphs.size() - 1 },
            { "functions", model.functions.size() }, { "training_graphs", model.trainingGraphs } });
    writeValues(json, inspected, "inputs", model.main().inputs);
    writeValues(json, inspected, "outputs", model.main().outputs);
}

void writeTotals(JsonWriter& json, const Inspected& inspected)
{
    const auto& analysis = *inspected.analysis;
    json.members({ { "parameters", analysis.parameters }, { "weight_bytes", analysis.weightBytes },
        { "flops", analysis.total.flops() }, { "multiply_adds", analysis.total.multiplyAdds },
        { "flops_unknown_nodes", analysis.unknownCosts } });
    json.key("flops_dims").beginObject();
    for (const auto& [name, size] : analysis.costBinding)
        json.member(name, size);
    json.endObject()
        .key("dims")
        .array(analysis.freeDimensions, [&](const auto& dimension) { return dimension.name; })
        .key("operators")
        .beginArray();
    for (const auto& row : operatorsOf(*inspected.model))
        json.object({ { "domain", row.domain.empty() ? "ai.onnx" : row.domain },
            { "type", row.type }, { "count", row.nodes } });
    json.endArray();
}

std::string document(const Inspected& inspected, const Identity& identity)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.member("model_sha256", identity.sha256);
        if (!identity.weightsXxh3.empty())
            json.member("weights_xxh3", identity.weightsXxh3);
        writeIdentity(json, inspected);
        writeTotals(json, inspected);
        writeMetadata(json, inspected.model->metadata);
    });
}

std::string workText(const model::Analysis& analysis)
{
    const auto work = support::workText(static_cast<double>(analysis.total.flops()));
    const auto sizes = support::sanitise(analysis.assumedSizes());
    const auto condition = sizes.empty() ? "" : "  for " + sizes;
    if (analysis.unknownCosts == 0)
        return work + condition;
    // A missing rule must not make the total look complete.
    return "≥ " + work + " (" + support::countOf(analysis.unknownCosts, "operator", "operators")
        + " without a figure)" + condition;
}

/// Returns name and type. Names of dimensions come from the file and need sanitising too.
std::string valueText(const Inspected& inspected, model::ValueId id)
{
    if (!id.isValid())
        return "left out";
    return support::sanitise(
        inspected.model->value(id).name + "  " + model::typeText(inspected.analysis->type(id)));
}

std::string summary(const Inspected& inspected, const Identity& identity)
{
    const auto& model = *inspected.model;
    const auto& analysis = *inspected.analysis;
    std::string text;
    const auto line = [&](std::string_view name, const std::string& value) {
        text += std::string(name) + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ')
            + value + "\n";
    };
    line("file",
        support::sanitise(model.path.string()) + "  " + support::bytesText(model.fileBytes));
    if (!identity.sha256.empty())
        line("sha256", identity.sha256);
    if (!identity.weightsXxh3.empty())
        line("weights xxh3", identity.weightsXxh3);
    line("producer", support::sanitise(model.producerName + " " + model.producerVersion));
    const auto opsets = support::joined(model.opsets, ", ", [&](const auto& opset) {
        return support::sanitise(opset.domain.empty() ? "ai.onnx" : opset.domain) + " "
            + std::to_string(opset.version);
    });
    line("opsets", opsets + "  (IR " + std::to_string(model.irVersion) + ")");
    line("nodes",
        support::countText(model.main().nodes.size())
            + (model.nodes.size() > model.main().nodes.size() ? "  ("
                        + support::countText(model.nodes.size()) + " with subgraphs and functions)"
                                                              : ""));
    line("parameters",
        support::countText(analysis.parameters) + "  " + support::bytesText(analysis.weightBytes));
    line("work", workText(analysis));
    const auto values = [&](std::string_view name, const std::vector<model::ValueId>& ids) {
        for (const auto id : ids) {
            if (!model.value(id).initializer.isValid())
                line(name, valueText(inspected, id));
        }
    };
    values("input", model.main().inputs);
    values("output", model.main().outputs);
    for (const auto& row : operatorsOf(model))
        line("operator",
            support::sanitise(row.domain.empty() ? row.type : row.domain + "." + row.type) + "  "
                + support::countText(row.nodes));
    return text;
}

Result<model::NodeId> findNode(const Inspected& inspected, const std::string& wanted)
{
    const auto byLabel = std::ranges::find(inspected.labels, wanted);
    if (byLabel != inspected.labels.end())
        return model::NodeId(static_cast<std::size_t>(byLabel - inspected.labels.begin()));
    for (std::size_t i = 0; i < inspected.model->nodes.size(); ++i) {
        if (model::nodePath(*inspected.model, model::NodeId(i)) == wanted)
            return model::NodeId(i);
    }
    return failAs(ErrorKind::Usage, "no node is called ", support::quote(wanted),
        "; `inspect MODEL --nodes` lists them");
}

std::string nodeText(const Inspected& inspected, model::NodeId id)
{
    const auto& node = inspected.model->node(id);
    std::string text = support::sanitise(node.type) + "  "
        + support::sanitise(inspected.labels[id.value()]) + "\n";
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        text
            += "  input[" + std::to_string(i) + "]  " + valueText(inspected, node.inputs[i]) + "\n";
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        text += "  output[" + std::to_string(i) + "]  " + valueText(inspected, node.outputs[i])
            + "\n";
    for (const auto& attribute : node.attributes)
        text += "  " + support::sanitise(attribute.name) + " = "
            + support::sanitise(model::attributeText(attribute)) + "\n";
    return node.schema == nullptr ? text : text + "  " + node.schema->summary + "\n";
}

void writePorts(JsonWriter& json, const Inspected& inspected, std::string_view name,
    const std::vector<model::ValueId>& ids)
{
    json.key(name).beginArray();
    for (const auto id : ids) {
        if (id.isValid())
            json.object({ { "name", inspected.model->value(id).name },
                { "type", model::typeText(inspected.analysis->type(id)) } });
        else
            json.null();
    }
    json.endArray();
}

std::string nodeDocument(const Inspected& inspected, model::NodeId id)
{
    const auto& node = inspected.model->node(id);
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "name", inspected.labels[id.value()] },
            { "path", model::nodePath(*inspected.model, id) }, { "type", node.type },
            { "domain", node.domain.empty() ? "ai.onnx" : node.domain } });
        writePorts(json, inspected, "inputs", node.inputs);
        writePorts(json, inspected, "outputs", node.outputs);
        json.key("attributes").beginObject();
        for (const auto& attribute : node.attributes)
            json.member(attribute.name, model::attributeText(attribute));
        json.endObject();
        if (const auto& cost = inspected.analysis->cost(id); cost.isKnown)
            json.members({ { "flops", cost.flops() }, { "bytes", cost.bytes() } });
    });
}

/// Returns the requested part of a model; empty if the summary is wanted.
Result<std::string> requestedPart(const Inspected& inspected, const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto format = invocation.format;
    if (arguments.has("--nodes"))
        return nodeTable(inspected).text(format, invocation.colours);
    if (arguments.has("--values"))
        return valueTable(inspected).text(format, invocation.colours);
    if (arguments.has("--weights"))
        return weightTable(inspected, arguments.has("--hash") ? Hashes::Compute : Hashes::Leave)
            .text(format, invocation.colours);
    if (arguments.has("--channels"))
        return TRY(channelTable(*inspected.model, invocation)).text(format, invocation.colours);
    if (const auto query = arguments.text("--find"))
        return TRY(findTable(inspected, *query, arguments.all("--captured"), invocation.stop))
            .text(format, invocation.colours);
    if (const auto name = arguments.text("--node")) {
        const auto node = TRY(findNode(inspected, *name));
        return format == Format::Json ? nodeDocument(inspected, node) : nodeText(inspected, node);
    }
    return std::string();
}

/// Returns the figures from the profile of this model; null without a profile.
Result<std::shared_ptr<const profiler::QueryFigures>> figuresOf(
    const Invocation& invocation, const std::string& modelPath)
{
    const auto path = invocation.arguments.text("--profile");
    if (!path)
        return std::shared_ptr<const profiler::QueryFigures>();
    const auto profile = TRY(profileOfModel(*path, modelPath, invocation.stop));
    return std::make_shared<const profiler::QueryFigures>(
        *profile, *profiler::computeStatistics(*profile));
}

Result<int> runInspect(const Invocation& invocation)
{
    const auto path = invocation.arguments.text("MODEL", "");
    auto model = TRY(openChosen(invocation, path));
    auto figures = TRY(figuresOf(invocation, path));
    const Inspected inspected { model, model::analyse(model, {}, invocation.stop),
        model::nodeLabels(*model), std::move(figures) };
    auto text = TRY(requestedPart(inspected, invocation));
    if (text.empty()) {
        const bool isJson = invocation.format == Format::Json;
        const bool isHashed = invocation.arguments.has("--hash");
        Identity identity;
        if (isJson || isHashed)
            identity.sha256 = TRY(support::sha256OfFile(path, invocation.stop));
        if (isHashed)
            identity.weightsXxh3 = TRY(weightsHash(*model, invocation.stop));
        text = isJson ? document(inspected, identity) : summary(inspected, identity);
    }
    TRY(invocation.write(text));
    return exitDone;
}

} // namespace

Command inspectCommand()
{
    std::vector<Option> options { { "--nodes", "", "table of all nodes with types and work" },
        { "--values", "", "table of all values, who makes and who reads them" },
        { "--weights", "", "table of all weights, largest first" },
        { "--node", "NAME", "one node in full, by name or path" },
        { "--find", "QUERY",
            "nodes and values that match, in the language of the window's Find line" },
        shapeOption(),
        { "--profile", "FILE", "profile of this model, for --find 'time>100us'", false,
            FileUse::Input },
        { "--hash", "",
            "SHA-256 of the model file and a hash of all weights; with --weights one of each" } };
    for (auto& option : channelOptions())
        options.push_back(std::move(option));
    return { .name = "inspect",
        .summary
        = "Identity, opsets, inputs and outputs, operators, parameters, work, weights of a model",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = std::move(options),
        .examples
        = { "inspect model.onnx", "inspect model.onnx --find 'type:Conv attr:group>1' --format csv",
            "inspect model.onnx --channels conv1.weight --codes per_channel" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runInspect };
}

} // namespace cli
