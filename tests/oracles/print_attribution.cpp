#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "profiler/attribution/attribution.h"
#include "profiler/attribution/onnx_runtime_graph.h"
#include "profiler/attribution/onnx_runtime_values.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <set>
#include <string>
#include <vector>

// What the attribution of ONNX Runtime's operators finds, as JSON for check_attribution.py.
//
//     print_attribution MODEL EXECUTED < NAMES
//
// EXECUTED is the optimised model that ONNX Runtime saved. NAMES has a line `NAME<tab>TYPE` for
// each operator of a profile, in the order of one run.

namespace {

using support::JsonWriter;

void writeNodes(JsonWriter& json, const model::Model& model, const model::Model& executed)
{
    const auto attributions = profiler::attributeOnnxRuntime(model, executed);
    json.key("executed").beginArray();
    for (std::uint32_t i = 0; i < executed.nodes.size(); ++i) {
        const auto& found = attributions[i];
        json.beginObject();
        json.key("path").value(model::nodePath(executed, model::NodeId(i)));
        json.key("name").value(executed.nodes[i].name);
        json.key("type").value(executed.nodes[i].type);
        json.key("rule").value(profiler::attributionRuleName(found.rule));
        json.key("piece").value(
            found.rule == profiler::AttributionRule::Part && !found.nodes.empty()
                ? static_cast<std::int64_t>(found.nodes.front().value())
                : -1 - static_cast<std::int64_t>(i));
        json.key("proven").value(found.isProven);
        json.key("nodes").beginArray();
        for (const auto node : found.nodes)
            json.value(node.value());
        json.endArray().endObject();
    }
    json.endArray();
}

void writePairs(JsonWriter& json, const model::Model& model, const model::Model& executed)
{
    const auto pairs = profiler::onnx_runtime::pairValues(model, executed);
    json.key("pairs").beginArray();
    for (std::uint32_t i = 0; i < executed.values.size(); ++i) {
        const auto& value = executed.values[i];
        const auto paired = pairs.values[i];
        if (!paired.isValid() || value.graph != executed.main().id
            || model.value(paired).graph != model.main().id)
            continue;
        json.beginArray().value(value.name).value(model.value(paired).name).endArray();
    }
    json.endArray();
}

/// Numbers of executed values that stand for each value of the model.
std::vector<std::size_t> copies(const model::Model& model, const model::Model& executed)
{
    std::vector<std::size_t> counts(model.values.size(), 0);
    const auto pairs = profiler::onnx_runtime::pairValues(model, executed);
    for (const auto value : pairs.values)
        if (value.isValid())
            ++counts[value.value()];
    return counts;
}

void writeModel(JsonWriter& json, const model::Model& model, const model::Model& executed)
{
    const auto counts = copies(model, executed);
    const auto isConstant = profiler::onnx_runtime::constantValues(model);
    json.key("model").beginArray();
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        std::set<std::uint32_t> readers;
        std::size_t most = 0;
        bool isFolded = true;
        for (const auto output : node.outputs)
            if (output.isValid()) {
                for (const auto& use : model.value(output).uses)
                    readers.insert(use.node.value());
                most = std::max(most, counts[output.value()]);
                isFolded = isFolded && isConstant[output.value()];
            }
        json.beginObject();
        json.key("path").value(model::nodePath(model, model::NodeId(i)));
        json.key("name").value(node.name);
        json.key("type").value(node.type);
        json.key("readers").value(readers);
        json.key("copies").value(most);
        json.key("constant").value(isFolded);
        json.endObject();
    }
    json.endArray();
}

void writeOperators(JsonWriter& json, const model::Model& executed, std::istream& lines)
{
    std::vector<std::string> texts;
    for (std::string line; std::getline(lines, line);)
        texts.push_back(line);
    std::vector<profiler::ProfiledName> operators;
    for (const std::string_view text : texts) {
        const auto tab = text.rfind('\t');
        operators.push_back({ text.substr(0, tab), text.substr(tab + 1) });
    }
    json.key("operators").beginArray();
    for (const auto node : profiler::findExecutedNodes(executed, operators))
        json.value(node ? static_cast<std::int64_t>(node->value()) : -1);
    json.endArray();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs("print_attribution MODEL EXECUTED < NAMES\n", stderr);
        return 2;
    }
    const auto model = model::onnx::openModel(argv[1]);
    const auto executed = model::onnx::openModel(argv[2]);
    if (!model || !executed) {
        std::fprintf(stderr, "%s\n", (model ? executed : model).error().message().c_str());
        return 1;
    }
    {
        JsonWriter json([](std::string_view text) { std::cout << text; });
        json.beginObject();
        writeModel(json, **model, **executed);
        writeNodes(json, **model, **executed);
        writePairs(json, **model, **executed);
        writeOperators(json, **executed, std::cin);
        json.endObject();
    }
    std::cout << '\n';
    return 0;
}
