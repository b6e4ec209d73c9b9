#include "app/cli/commands.h"
#include "app/cli/engines/all_engines.h"
#include "app/cli/text_table.h"

#include "profiler/engines/engine_library.h"
#include "profiler/engines/engine_options.h"

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

struct FoundEngine {
    profiler::OtherEngine engine;
    Result<profiler::EngineLibrary> library;
};

std::vector<FoundEngine> findEngines()
{
    std::vector<FoundEngine> found;
    for (const auto engine : profiler::allOtherEngines())
        found.push_back({ engine, profiler::findEngineLibrary(engine) });
    return found;
}

std::string document(const std::vector<FoundEngine>& engines)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("engines").beginArray();
        for (const auto& [engine, library] : engines) {
            json.beginObject().members(
                { { "name", engineWord(engine) }, { "title", engineTitle(engine) } });
            if (library)
                json.members({ { "version", library->version }, { "found", library->where },
                    { "library", library->file.string() } });
            else
                json.member("reason", library.error().message());
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
    for (const auto& [engine, library] : engines)
        found.add({ std::string(engineWord(engine)),
            library && !library->version.empty() ? library->version : "–",
            library ? library->where + ": " + library->file.string() : library.error().message() });
    auto result = found.text(invocation.format, invocation.colours);
    if (invocation.format != Format::Text)
        return result;
    for (const auto& [engine, library] : engines) {
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
        .run = runEngines };
}

} // namespace cli
