#include "app/cli/commands.h"
#include "app/cli/editing/edit_options.h"
#include "app/cli/editing/edited_output.h"

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

/// The options as the arguments of the operation `extract`.
Result<std::vector<model::edit::Operation>> chosenExtraction(const Arguments& arguments)
{
    const auto types = TRY(pairsOf(arguments, "--type", Equals::Last));
    const auto attributes = TRY(pairsOf(arguments, "--attribute", Equals::First));
    return model::edit::operationsFrom(support::jsonLine([&](JsonWriter& json) {
        json.member("op", "extract");
        for (const auto* const list : { "--nodes", "--from", "--to" })
            if (arguments.has(list))
                json.member(std::string_view(list).substr(2), arguments.all(list));
        for (const auto* const part : { "--scope", "--function", "--body" })
            json.memberIf(std::string_view(part).substr(2), arguments.text(part));
        if (arguments.has("--graph"))
            json.member("graph", *arguments.text("--graph"));
        if (!types.empty()) {
            json.key("types").beginObject();
            for (const auto& [name, type] : types)
                json.member(name, type);
            json.endObject();
        }
        if (!attributes.empty()) {
            json.key("attributes").beginObject();
            for (const auto& [name, value] : attributes)
                json.key(name).raw(jsonOf(value));
            json.endObject();
        }
    }));
}

Result<int> runExtract(const Invocation& invocation)
{
    const auto operations = TRY(chosenExtraction(invocation.arguments));
    return applyAndSave(invocation, *invocation.arguments.text("MODEL"), operations);
}

} // namespace

Command extractCommand()
{
    return { .name = "extract",
        .summary = "Makes a part of a model a model of its own, with typed inputs and outputs",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = withOutputOptions({ { "--nodes", "NAME", "a node, by name or path", true },
            { "--from", "VALUE", "a value that the part starts from", true },
            { "--to", "VALUE", "a value that the part ends with", true },
            { "--scope", "PREFIX", "nodes whose names begin so: /encoder/layers.0" },
            { "--function", "DOMAIN.NAME", "the body of a local function" },
            { "--body", "NODE/ATTRIBUTE", "a body of If, Loop or Scan: loop1/body" },
            { "--graph", "PATH", "the graph of the values, if not the main graph" },
            { "--type", "NAME=TYPE",
                "the type of an input or output that the model does not tell: x=float[1,?]", true },
            { "--attribute", "NAME=VALUE", "a value for an attribute of the function", true } }),
        .examples = { "extract model.onnx --from x --to features -o head.onnx",
            "extract model.onnx --scope /encoder -o encoder.onnx" },
        .formats = { Format::Text, Format::Json },
        .run = runExtract };
}

} // namespace cli
