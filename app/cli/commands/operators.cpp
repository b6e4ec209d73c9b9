#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include "engine/gradient/gradient.h"
#include "engine/plan/planner.h"
#include "engine/plugins/operator_plugin.h"
#include "model/operator.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "model/text_node.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace cli {

using model::OperatorSchema;
using support::JsonWriter;
using support::Result;

namespace {

/// Returns what runs an operator on the CPU: the tiers of its kernels, or the engine itself.
std::vector<std::string> runners(const OperatorSchema& schema)
{
    std::vector<std::string> names;
    if (const auto* plugin = engine::pluginOf(schema)) {
        if (engine::KernelRegistry::instance().has(
                schema.domain, schema.name, engine::DeviceKind::Cpu))
            names.push_back("plug-in " + support::sanitise(plugin->file.filename().string()));
        return names;
    }
    if (engine::isControlFlow(schema.domain, schema.name))
        names.emplace_back("control flow");
    if (engine::isGradient(schema.domain, schema.name))
        names.emplace_back("differentiation");
    for (const auto* kernel : engine::KernelRegistry::instance().find(
             schema.domain, schema.name, engine::DeviceKind::Cpu)) {
        auto tier = std::string(engine::tierName(kernel->tier));
        if (std::ranges::find(names, tier) == names.end())
            names.push_back(std::move(tier));
    }
    return names;
}

std::string domainName(const OperatorSchema& schema)
{
    return schema.domain.empty() ? "ai.onnx" : schema.domain;
}

void writeParameters(
    JsonWriter& json, std::string_view key, const std::vector<model::FormalParameter>& parameters)
{
    constexpr std::array options { "single", "optional", "variadic" };
    json.key(key).beginArray();
    for (const auto& parameter : parameters) {
        json.object({ { "name", parameter.name }, { "type", parameter.type },
            { "option", options[static_cast<std::size_t>(parameter.option)] },
            { "homogeneous", parameter.isHomogeneous } });
    }
    json.endArray();
}

void writeAttributes(JsonWriter& json, const OperatorSchema& schema)
{
    json.key("attributes").beginArray();
    for (const auto& spec : schema.attributes) {
        json.beginObject().members({ { "name", spec.name },
            { "kind", model::attributeKindName(spec.kind) }, { "required", spec.required } });
        if (spec.defaultValue.index() != 0)
            json.member("default",
                model::attributeText({ spec.name, spec.kind, spec.defaultValue, {}, {} }));
        json.endObject();
    }
    json.endArray();
}

void writeTypes(JsonWriter& json, const OperatorSchema& schema)
{
    json.key("types").beginObject();
    for (const auto& constraint : schema.constraints) {
        json.member(constraint.name, constraint.types);
    }
    json.endObject();
}

void writePlugins(JsonWriter& json)
{
    json.key("plugins").beginArray();
    for (const auto* plugin : engine::operatorPlugins())
        json.object({ { "file", plugin->file.string() }, { "name", plugin->name },
            { "version", plugin->version }, { "operators", plugin->operators.size() } });
    json.endArray();
}

std::string document(const std::vector<const OperatorSchema*>& schemas)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("operators").beginArray();
        for (const auto* schema : schemas) {
            json.beginObject().members({ { "domain", domainName(*schema) },
                { "type", schema->name }, { "since", schema->sinceVersion } });
            if (const auto* plugin = engine::pluginOf(*schema))
                json.member("plugin", plugin->file.string());
            json.members(
                { { "deprecated", schema->isDeprecated }, { "summary", schema->summary } });
            writeParameters(json, "inputs", schema->inputs);
            writeParameters(json, "outputs", schema->outputs);
            writeAttributes(json, *schema);
            writeTypes(json, *schema);
            json.members({ { "shape_rule", schema->infer != nullptr },
                             { "cost_rule", schema->cost != nullptr } })
                .member("kernels", runners(*schema))
                .endObject();
        }
        json.endArray();
        writePlugins(json);
    });
}

TextTable table(const std::vector<const OperatorSchema*>& schemas)
{
    TextTable result { { { "operator" }, { "domain" }, { "since", TextTable::Align::Right },
        { "runs on the CPU by" }, { "what it does" } } };
    for (const auto* schema : schemas)
        result.add({ schema->name, domainName(*schema), std::to_string(schema->sinceVersion),
            support::joined(runners(*schema), ", "), schema->summary });
    return result;
}

Result<int> runOperators(const Invocation& invocation)
{
    auto schemas = model::OperatorRegistry::instance().all();
    if (const auto domain = invocation.arguments.text("--domain"))
        std::erase_if(schemas, [&](const auto* schema) { return domainName(*schema) != *domain; });
    std::ranges::sort(schemas, {}, [](const auto* schema) {
        return std::tuple(schema->domain, schema->name, schema->sinceVersion);
    });
    TRY(invocation.write(invocation.format == Format::Json
            ? document(schemas)
            : table(schemas).text(invocation.format)));
    return exitDone;
}

} // namespace

Command operatorsCommand()
{
    return { .name = "operators",
        .summary = "Lists the operators that are known, version by version, and what runs them",
        .positionals = {},
        .options = { { "--domain", "NAME",
            "only those of one domain: ai.onnx, ai.onnx.ml, com.microsoft ..." } },
        .examples = { "operators --plugin ./libmine.so --domain com.example",
            "operators --format json -o operators.json" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runOperators,
        .sandbox = Command::Sandbox::None };
}

} // namespace cli
