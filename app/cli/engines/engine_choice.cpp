#include "app/cli/engines/engine_choice.h"

#include "app/cli/commands.h"
#include "app/cli/quantities.h"
#include "profiler/engines/engine_options.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Options of Opscope's engine and of its measurements, which another engine does not have.
constexpr std::array<std::string_view, 19> ownOptions { "--device", "--precision", "--optimize",
    "--cuda-graph", "--tune", "--partial", "--missing-weights", "--replace", "--plugin",
    "--tolerate", "--generate", "--prompt", "--sweep", "--counters", "--counter-events", "--pin",
    "--phases", "--record", "--capture" };

Result<void> refuseOwnOptions(const Arguments& arguments, profiler::OtherEngine engine)
{
    for (const auto option : ownOptions) {
        const bool isDefault = option == "--device" && arguments.text(option) == "cpu";
        if (arguments.has(option) && !isDefault)
            return failAs(ErrorKind::Usage, option, " is a setting of Opscope's engine, not of ",
                engineTitle(engine),
                "; leave it out, or see `opscope-cli engines` for settings of ",
                engineTitle(engine), " (--engine-option)");
    }
    return {};
}

} // namespace

std::vector<Option> engineOptions()
{
    std::vector<Option> options { { "--engine", "NAME",
        "engine that runs the model: opscope, onnxruntime, openvino or tensorrt (default: "
        "opscope); "
        "`opscope-cli engines` shows what is installed" } };
    std::ranges::move(engineSettingOptions(), std::back_inserter(options));
    return options;
}

std::vector<Option> engineSettingOptions()
{
    return { { "--engine-library", "FILE",
                 "library of the other engine (of TensorRT: the program trtexec), or a folder with "
                 "it (default: what `engines` shows)",
                 false, FileUse::Input },
        { "--engine-option", "NAME=VALUE", "setting of the other engine; `engines` lists them",
            true },
        { "--engine-timeout", "TIME",
            "end the other engine if loading or one run takes longer (default: 10min)" } };
}

Result<std::optional<profiler::EngineRequest>> chosenEngine(
    const Invocation& invocation, const engine::RunRequest& request)
{
    const auto& arguments = invocation.arguments;
    const auto word = arguments.text("--engine", "opscope");
    if (word == "opscope") {
        for (const auto& option : engineSettingOptions())
            if (arguments.has(option.flag))
                return failAs(ErrorKind::Usage, option.flag,
                    " needs an engine of others: add --engine onnxruntime, openvino or tensorrt");
        return std::optional<profiler::EngineRequest>();
    }
    const auto engine = profiler::engineOfWord(word);
    if (!engine)
        return failAs(ErrorKind::Usage, "--engine is ", support::quote(word),
            ", expected opscope, ",
            support::joined(profiler::allOtherEngines(), ", ", profiler::engineWord));
    TRY(refuseOwnOptions(arguments, *engine));
    return std::optional(TRY(engineRequest(arguments, *engine, request.memoryLimit)));
}

Result<profiler::EngineRequest> engineRequest(
    const Arguments& arguments, profiler::OtherEngine engine, std::uint64_t memoryLimit)
{
    profiler::EngineRequest chosen;
    for (const auto& text : arguments.all("--engine-option")) {
        const auto at = text.find('=');
        if (at == std::string::npos || at == 0)
            return failAs(ErrorKind::Usage, "--engine-option is ", support::quote(text),
                ", expected NAME=VALUE");
        const auto name = text.substr(0, at);
        const auto value = text.substr(at + 1);
        TRY(profiler::checkEngineOption(engine, name, value));
        chosen.options[name] = value;
    }
    if (const auto time = TRY(durationOf(arguments, "--engine-timeout"))) {
        const auto limit = std::chrono::ceil<std::chrono::milliseconds>(*time);
        chosen.limits.open = limit;
        chosen.limits.run = limit;
    }
    chosen.limits.memory = memoryLimit;
    chosen.library
        = TRY(profiler::findEngineLibrary(engine, arguments.text("--engine-library", "")));
    return chosen;
}

Result<engine::Inputs> inputsForEngine(
    const Invocation& invocation, const engine::RunRequest& request)
{
    auto inputs
        = TRY(engine::makeInputs(request, *engine::MemoryPool::create(request.memoryLimit)));
    engine::PrepareReport report;
    report.dims = inputs.dims;
    report.unboundDims = inputs.unboundDims;
    report.linkedDims = inputs.linkedDims;
    printDefaults(invocation, report);
    return inputs;
}

void printEngineFacts(const Invocation& invocation, const profiler::EngineRequest& engine,
    const profiler::EngineFacts& facts)
{
    invocation.printStatus(std::string(engineTitle(engine.library.engine)) + " "
        + support::sanitise(facts.version) + " from " + support::sanitise(engine.library.where));
    for (const auto& notice : facts.notices)
        invocation.printStatus(support::sanitise(notice));
}

void writeEngineSettings(support::JsonWriter& json, const profiler::EngineRequest& engine,
    const profiler::EngineFacts& facts, const engine::RunRequest& request,
    const engine::Inputs& inputs)
{
    json.key("engine").beginObject().members({ { "name", engineWord(engine.library.engine) },
        { "version", facts.version }, { "build", facts.build }, { "found", engine.library.where },
        { "notices", facts.notices } });
    json.key("settings").beginObject();
    for (const auto& [name, value] : facts.settings)
        json.member(name, value);
    json.endObject().endObject();
    json.members({ { "threads", engine::threadCount(request) }, { "seed", request.seed } });
    json.key("dims").beginObject();
    for (const auto& [name, size] : inputs.dims)
        json.member(name, size);
    json.endObject().member("dims_by_default", inputs.unboundDims);
}

void writeAttribution(support::JsonWriter& json, const profiler::Profile& profile)
{
    const auto proven = profile.metadata.number(profiler::keys::attributionProven);
    if (!proven)
        return;
    json.key("attribution").beginObject().member("proven", *proven).key("by_rule").beginObject();
    for (const auto& [key, value] : profile.metadata.all())
        if (key.starts_with(profiler::keys::attributionRule))
            json.member(
                key.substr(profiler::keys::attributionRule.size()), profile.metadata.number(key));
    json.endObject().endObject();
}

} // namespace cli
