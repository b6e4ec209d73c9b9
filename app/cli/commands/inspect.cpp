#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include "model/analysis.h"
#include "model/onnx/parser.h"
#include "model/operator.h"
#include "model/support/hash.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <map>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

struct Inspected {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis;
    std::vector<std::string> labels;
    std::vector<std::pair<std::pair<std::string, std::string>, std::size_t>> operators; ///< (domain, type), count; most frequent first
};

Inspected inspect(std::shared_ptr<const model::Model> model, const Invocation& invocation)
{
    Inspected result { model, model::analyse(model, {}, invocation.stop), model::nodeLabels(*model), {} };
    std::map<std::pair<std::string, std::string>, std::size_t> counts;
    for (const auto& node : model->nodes)
        ++counts[{ node.domain, node.type }];
    result.operators.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(result.operators, std::greater<> {}, [](const auto& row) { return row.second; });
    return result;
}

void writeValues(JsonWriter& json, const Inspected& inspected, std::string_view name, const std::vector<model::ValueId>& ids)
{
    json.key(name).beginArray();
    for (const auto id : ids) {
        const auto& value = inspected.model->value(id);
        if (value.initializer.isValid())
            continue; // old files list weights among the inputs
        json.beginObject().member("name", value.name).member("type", model::onnxTypeText(inspected.analysis->type(id)));
        json.member("shape", model::typeText(inspected.analysis->type(id))).endObject();
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
    json.member("path", model.path.string()).member("file_bytes", model.fileBytes).member("ir_version", model.irVersion);
    json.key("opsets").beginArray();
    for (const auto& opset : model.opsets)
        json.beginObject().member("domain", opset.domain.empty() ? "ai.onnx" : opset.domain).member("version", opset.version).endObject();
    json.endArray();
    json.member("producer", model.producerName).member("producer_version", model.producerVersion).member("graph", model.main().name);
    json.member("nodes", model.main().nodes.size()).member("all_nodes", model.nodes.size()).member("subgraphs", model.graphs.size() - 1);
    json.member("functions", model.functions.size()).member("training_graphs", model.trainingGraphs);
    writeValues(json, inspected, "inputs", model.main().inputs);
    writeValues(json, inspected, "outputs", model.main().outputs);
}

void writeTotals(JsonWriter& json, const Inspected& inspected)
{
    const auto& analysis = *inspected.analysis;
    json.member("parameters", analysis.parameters).member("weight_bytes", analysis.weightBytes);
    json.member("flops", analysis.total.flops()).member("multiply_adds", analysis.total.multiplyAdds);
    json.member("flops_unknown_nodes", analysis.unknownCosts);
    json.key("flops_dims").beginObject();
    for (const auto& [name, size] : analysis.costBinding)
        json.member(name, size);
    json.endObject();
    json.key("dims").beginArray();
    for (const auto& dimension : analysis.freeDimensions)
        json.value(dimension.name);
    json.endArray();
    json.key("operators").beginArray();
    for (const auto& [key, count] : inspected.operators)
        json.beginObject().member("domain", key.first.empty() ? "ai.onnx" : key.first).member("type", key.second).member("count", count).endObject();
    json.endArray();
}

std::string document(const Inspected& inspected, const std::string& sha256)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject();
    if (!sha256.empty())
        json.member("model_sha256", sha256);
    writeIdentity(json, inspected);
    writeTotals(json, inspected);
    writeMetadata(json, inspected.model->metadata);
    json.endObject().flush();
    return text + "\n";
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

std::string summary(const Inspected& inspected, const std::string& sha256)
{
    const auto& model = *inspected.model;
    const auto& analysis = *inspected.analysis;
    std::string text;
    const auto line = [&](std::string_view name, const std::string& value) {
        text += std::string(name) + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') + value + "\n";
    };
    line("file", support::sanitise(model.path.string()) + "  " + support::bytesText(model.fileBytes));
    if (!sha256.empty())
        line("sha256", sha256);
    line("producer", support::sanitise(model.producerName + " " + model.producerVersion));
    std::string opsets;
    for (const auto& opset : model.opsets)
        opsets += (opsets.empty() ? "" : ", ") + support::sanitise(opset.domain.empty() ? "ai.onnx" : opset.domain) + " " + std::to_string(opset.version);
    line("opsets", opsets + "  (IR " + std::to_string(model.irVersion) + ")");
    line("nodes", support::countText(model.main().nodes.size())
            + (model.nodes.size() > model.main().nodes.size() ? "  (" + support::countText(model.nodes.size()) + " with subgraphs and functions)" : ""));
    line("parameters", support::countText(analysis.parameters) + "  " + support::bytesText(analysis.weightBytes));
    line("work", workText(analysis));
    const auto values = [&](std::string_view name, const std::vector<model::ValueId>& ids) {
        for (const auto id : ids) {
            if (!model.value(id).initializer.isValid())
                line(name, support::sanitise(model.value(id).name) + "  " + model::typeText(analysis.type(id)));
        }
    };
    values("input", model.main().inputs);
    values("output", model.main().outputs);
    for (const auto& [key, count] : inspected.operators)
        line("operator", support::sanitise(key.first.empty() ? key.second : key.first + "." + key.second) + "  " + support::countText(count));
    return text;
}

TextTable nodeTable(const Inspected& inspected)
{
    using Align = TextTable::Align;
    TextTable table { { { "path" }, { "name" }, { "type" }, { "domain" }, { "outputs" }, { "flops", Align::Right }, { "bytes", Align::Right } }, {}, {} };
    for (std::size_t i = 0; i < inspected.model->nodes.size(); ++i) {
        const auto& node = inspected.model->nodes[i];
        std::string outputs;
        for (const auto id : node.outputs) {
            if (id.isValid())
                outputs += (outputs.empty() ? "" : "; ") + model::typeText(inspected.analysis->type(id));
        }
        const auto& cost = inspected.analysis->costs[i];
        table.add({ model::nodePath(*inspected.model, model::NodeId(i)), support::sanitise(node.name), support::sanitise(node.type), support::sanitise(node.domain), outputs,
            cost.isKnown ? std::to_string(cost.flops()) : "–", cost.isKnown ? std::to_string(cost.bytes()) : "–" });
    }
    return table;
}

TextTable weightTable(const Inspected& inspected)
{
    TextTable table { { { "name" }, { "type" }, { "bytes", TextTable::Align::Right }, { "place" } }, {}, {} };
    std::vector<const model::Tensor*> tensors;
    for (const auto& tensor : inspected.model->tensors)
        tensors.push_back(&tensor);
    const auto bytesOf = [](const model::Tensor* tensor) {
        return model::packedBytes(tensor->element, model::elementCount(tensor->dims).value_or(0)).value_or(0);
    };
    std::ranges::stable_sort(tensors, std::greater<> {}, bytesOf);
    for (const auto* tensor : tensors) {
        const auto problem = inspected.model->store->problem(*tensor);
        table.add({ support::sanitise(tensor->name), model::typeText(model::ValueType::tensor(tensor->element, model::shapeOf(tensor->dims))),
            std::to_string(bytesOf(tensor)), !problem.empty() ? problem : tensor->ref.file.empty() ? "model file" : support::sanitise(tensor->ref.file) });
    }
    return table;
}

Result<std::string> oneNode(const Inspected& inspected, const std::string& wanted)
{
    const auto found = std::ranges::find(inspected.labels, wanted);
    if (found == inspected.labels.end())
        return failAs(ErrorKind::Usage, "no node is called \"", wanted, "\"; `inspect MODEL --nodes` lists them");
    const auto& model = *inspected.model;
    const auto& node = model.nodes[static_cast<std::size_t>(found - inspected.labels.begin())];
    std::string text = support::sanitise(node.type) + "  " + support::sanitise(*found) + "\n";
    const auto values = [&](std::string_view what, const std::vector<model::ValueId>& ids) {
        for (std::size_t i = 0; i < ids.size(); ++i)
            text += "  " + std::string(what) + "[" + std::to_string(i) + "]  "
                + (ids[i].isValid() ? support::sanitise(model.value(ids[i]).name) + "  " + model::typeText(inspected.analysis->type(ids[i])) : "left out") + "\n";
    };
    values("input", node.inputs);
    values("output", node.outputs);
    for (const auto& attribute : node.attributes)
        text += "  " + support::sanitise(attribute.name) + " = " + support::sanitise(model::attributeText(attribute)) + "\n";
    if (node.schema != nullptr)
        text += "  " + node.schema->summary + "\n";
    return text;
}

Result<int> writeNode(const Inspected& inspected, const std::string& name, const Invocation& invocation)
{
    const auto text = TRY(oneNode(inspected, name));
    TRY(invocation.write(text));
    return exitDone;
}

Result<int> run(const Invocation& invocation)
{
    const auto path = invocation.arguments.text("MODEL", "");
    auto model = TRY(model::onnx::openModel(path, {}, invocation.stop));
    const auto inspected = inspect(std::move(model), invocation);
    const bool isJson = invocation.format == Format::Json;
    std::string sha256;
    if (isJson || invocation.arguments.has("--hash"))
        sha256 = TRY(support::sha256OfFile(path, invocation.stop));
    if (invocation.arguments.has("--nodes"))
        TRY(invocation.write(nodeTable(inspected).text(invocation.format)));
    else if (invocation.arguments.has("--weights"))
        TRY(invocation.write(weightTable(inspected).text(invocation.format)));
    else if (const auto node = invocation.arguments.text("--node"))
        return writeNode(inspected, *node, invocation);
    else
        TRY(invocation.write(isJson ? document(inspected, sha256) : summary(inspected, sha256)));
    return exitDone;
}

} // namespace

Command inspectCommand()
{
    return { .name = "inspect",
        .summary = "Identity, opsets, inputs and outputs, operators, parameters, work, weights of a model",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = { { "--nodes", "", "table of all nodes with types and work" }, { "--weights", "", "table of all weights, largest first" },
            { "--node", "NAME", "one node in full, by name or path" }, { "--hash", "", "SHA-256 of the model file" } },
        .examples = { "inspect model.onnx", "inspect model.onnx --nodes --format csv -o nodes.csv" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = run };
}

} // namespace cli
