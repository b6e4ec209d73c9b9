// Runs a model with OpenVINO through our session and obeys commands on stdin. Each answer is one
// line of JSON. tests/oracles/check_openvino.py drives it.
//
//     run_engine LIBRARY MODEL FOLDER THREADS [OPTION=VALUE]...
//
// FOLDER contains input_<n>.pb for each input without weights. Commands: `facts`, `plain <runs>`,
// `recorded <runs>`, `outputs` (writes output_<n>.pb), `attribute` (after recorded runs; writes the
// executed graph too).

#include "engine/inputs/value_file.h"
#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "profiler/attribution/openvino_graph.h"
#include "profiler/engines/engine_session.h"

#include <array>
#include <chrono>
#include <iostream>
#include <sstream>

namespace {

using support::Result;

namespace fs = std::filesystem;

fs::path modelPath;

Result<std::vector<engine::NamedValue>> readInputs(const fs::path& model, const fs::path& folder)
{
    const auto parsed = TRY(model::onnx::openModel(model));
    std::vector<engine::NamedValue> inputs;
    for (const auto id : parsed->main().inputs) {
        const auto& value = parsed->value(id);
        if (value.initializer.isValid())
            continue;
        const auto file = folder / ("input_" + std::to_string(inputs.size()) + ".pb");
        auto content = TRY(engine::readValue(file, value.type));
        inputs.push_back({ value.name, std::move(content) });
    }
    return inputs;
}

Result<void> runTimes(
    profiler::EngineSession& session, int runs, bool isRecorded, support::JsonWriter& json)
{
    std::vector<std::int64_t> times;
    for (int i = 0; i < runs; ++i) {
        const auto start = std::chrono::steady_clock::now();
        TRY(session.run(isRecorded));
        times.push_back((std::chrono::steady_clock::now() - start).count());
    }
    json.member("ns", times);
    if (!isRecorded)
        return {};
    const auto recorded = TRY(session.operatorTimes(false));
    json.key("runs").beginArray();
    for (const auto& run : recorded) {
        std::vector<std::int64_t> durations(session.executedNodes().size()); // by node
        for (const auto& each : run)
            durations[each.node] += each.durationNs;
        json.value(durations);
    }
    json.endArray().key("nodes").beginArray();
    for (const auto& node : session.executedNodes())
        json.tuple(node.name, node.type, node.kernel);
    json.endArray();
    return {};
}

const char* ruleWord(profiler::AttributionRule rule)
{
    constexpr std::array words { "same node", "values", "name", "between", "part", "order",
        "added by the engine", "none" };
    return words[static_cast<std::size_t>(rule)];
}

/// One object per executed operator.
Result<void> attribute(
    profiler::EngineSession& session, const fs::path& folder, support::JsonWriter& json)
{
    const auto file = TRY(session.saveExecutedGraph(folder));
    const auto graph = TRY(profiler::readOpenVinoGraph(file));
    const auto model = TRY(model::onnx::openModel(modelPath));
    const auto found = profiler::attributeOpenVino(*model, graph);
    std::vector<profiler::OpenVinoOperator> operators;
    for (const auto& node : session.executedNodes())
        operators.push_back({ node.name, node.type, node.kernel });
    json.key("operators").beginArray();
    for (const auto place : profiler::findOpenVinoNodes(graph, operators)) {
        const auto each = place ? found[*place] : profiler::Attribution();
        json.beginObject().member("rule", place ? ruleWord(each.rule) : "not in the graph");
        json.member("place", place.value_or(0))
            .key("nodes")
            .array(each.nodes, [](model::NodeId id) { return id.value(); });
        json.member("purpose", each.purpose).endObject();
    }
    json.endArray();
    return {};
}

Result<void> answer(profiler::EngineSession& session, const fs::path& folder,
    const std::string& command, support::JsonWriter& json)
{
    std::istringstream words(command);
    std::string verb;
    int runs = 1;
    words >> verb >> runs;
    if (verb == "plain" || verb == "recorded")
        return runTimes(session, runs, verb == "recorded", json);
    if (verb == "facts") {
        json.member("version", session.facts().version);
        for (const auto& [name, value] : session.facts().settings)
            json.member(name, value);
        return {};
    }
    if (verb == "attribute")
        return attribute(session, folder, json);
    if (verb != "outputs")
        return support::fail("no command: ", command);
    const auto outputs = TRY(session.outputs());
    for (std::size_t i = 0; i < outputs.size(); ++i)
        TRY(engine::writeValue(
            folder / ("output_" + std::to_string(i) + ".pb"), outputs[i].value, outputs[i].name));
    json.member("count", outputs.size());
    return {};
}

Result<void> serve(std::span<char*> arguments)
{
    profiler::EngineSettings settings;
    settings.library = arguments[1];
    settings.model = arguments[2];
    const fs::path folder = arguments[3];
    settings.threads = std::atoi(arguments[4]);
    for (const std::string_view option : arguments.subspan(5))
        settings.options[std::string(option.substr(0, option.find('=')))]
            = option.substr(option.find('=') + 1);
    const auto session = TRY(profiler::openOpenVino(settings));
    modelPath = settings.model;
    auto inputs = TRY(readInputs(settings.model, folder));
    TRY(session->setInputs(std::move(inputs)));
    for (std::string command; std::getline(std::cin, command);) {
        std::string line;
        {
            support::JsonWriter json(line);
            json.beginObject();
            const auto result = answer(*session, folder, command, json);
            if (!result)
                json.member("error", result.error().message());
            json.endObject();
        }
        std::cout << line << std::endl;
    }
    return {};
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 5) {
        std::cerr << "run_engine LIBRARY MODEL FOLDER THREADS [OPTION=VALUE]...\n";
        return 2;
    }
    const auto result = serve({ arguments, static_cast<std::size_t>(count) });
    if (result)
        return 0;
    std::string line;
    support::JsonWriter(line).object({ { "error", result.error().message() } });
    std::cout << line << std::endl;
    return 1;
}
