#include "app/cli/commands.h"
#include "app/cli/engines/all_engines.h"
#include "app/cli/text_table.h"

#include "profiler/engines/engine_library.h"
#include "profiler/engines/engine_options.h"
#include "profiler/engines/engine_process.h"

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

/// Time after which a library that does not tell its providers is given up.
constexpr auto providersTime = std::chrono::seconds(20);

struct FoundEngine {
    profiler::OtherEngine engine;
    Result<profiler::EngineLibrary> library;
    /// Execution providers of ONNX Runtime; empty for others.
    Result<std::vector<std::string>> providers = std::vector<std::string>();
};

std::vector<FoundEngine> findEngines()
{
    std::vector<FoundEngine> found;
    for (const auto engine : profiler::allOtherEngines()) {
        auto& each = found.emplace_back(engine, profiler::findEngineLibrary(engine));
        if (engine == profiler::OtherEngine::OnnxRuntime && each.library)
            each.providers
                = profiler::EngineProcess::providers(each.library->file, { .open = providersTime });
    }
    return found;
}

std::string document(const std::vector<FoundEngine>& engines)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("engines").beginArray();
        for (const auto& [engine, library, providers] : engines) {
            json.beginObject().members(
                { { "name", engineWord(engine) }, { "title", engineTitle(engine) } });
            if (library)
                json.members({ { "version", library->version }, { "found", library->where },
                    { "library", library->file.string() } });
            else
                json.member("reason", library.error().message());
            if (!providers)
                json.member("providers_reason", providers.error().message());
            else if (!providers->empty())
                json.member("providers", *providers);
            json.key("options").beginArray();
            for (const auto& option : profiler::engineOptions(engine))
                json.object({ { "name", option.name }, { "help", option.help },
                    { "default", option.defaultValue }, { "values", option.values } });
            json.endArray().endObject();
        }
        json.endArray();
    });
}

std::string valueOf(const profiler::EngineOption& option)
{
    return option.values.empty() ? "VALUE" : support::joined(option.values, "|");
}

std::string text(const std::vector<FoundEngine>& engines, const Invocation& invocation)
{
    TextTable found { { { "engine" }, { "version" }, { "found" } } };
    found.add({ "opscope", OPSCOPE_VERSION, "built in" });
    for (const auto& [engine, library, providers] : engines)
        found.add({ std::string(engineWord(engine)),
            library && !library->version.empty() ? library->version : "–",
            library ? library->where + ": " + library->file.string() : library.error().message() });
    auto result = found.text(invocation.format, invocation.colours);
    if (invocation.format != Format::Text)
        return result;
    for (const auto& [engine, library, providers] : engines) {
        const auto options = profiler::engineOptions(engine);
        if (options.empty())
            continue;
        TextTable settings { { { "--engine-option of " + std::string(engineTitle(engine)) },
            { "default" }, { "what it is" } } };
        for (const auto& option : options)
            settings.add({ std::string(option.name) + (option.name.ends_with(':') ? "KEY=" : "=")
                    + valueOf(option),
                std::string(option.defaultValue), std::string(option.help) });
        result += "\n" + settings.text(invocation.format, invocation.colours);
        if (!providers)
            result += "providers are not known: " + support::sanitise(providers.error().message())
                + "\n";
        else if (!providers->empty())
            result += "providers of this library: "
                + support::sanitise(support::joined(*providers, ", ")) + "\n";
    }
    return result;
}

Result<int> runEngines(const Invocation& invocation)
{
    if (invocation.arguments.has("MODEL"))
        return compareAllEngines(invocation);
    const auto engines = findEngines();
    TRY(invocation.write(
        invocation.format == Format::Json ? document(engines) : text(engines, invocation)));
    return exitDone;
}

} // namespace

Command enginesCommand()
{
    return { .name = "engines",
        .summary
        = "Which engine is fastest for a model; without a model lists engines and settings",
        .positionals
        = { { "MODEL", "ONNX file to run in all engines", Positional::Count::ZeroOrOne } },
        .options = allEnginesOptions(),
        .examples = { "engines", "engines model.onnx --thread-counts 1,2" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runEngines,
        .sandbox = Command::Sandbox::None };
}

} // namespace cli
