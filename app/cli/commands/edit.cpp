#include "app/cli/commands.h"
#include "app/cli/editing/edit_options.h"
#include "app/cli/editing/edited_output.h"
#include "app/cli/quantities.h"

#include "model/edit/operation.h"
#include "model/support/json.h"
#include "model/support/text.h"

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

std::string operationList(Format format)
{
    if (format == Format::Json)
        return support::jsonDocument([&](JsonWriter& json) {
            json.key("operations").beginArray();
            for (const auto& kind : model::edit::operationKinds())
                json.object({ { "op", kind.name }, { "arguments", kind.parameters },
                    { "summary", kind.summary } });
            json.endArray();
        });
    std::string text;
    for (const auto& kind : model::edit::operationKinds())
        text += std::string(kind.name) + "  " + std::string(kind.parameters) + "\n    "
            + std::string(kind.summary) + "\n";
    return text + "? = may be left out\n";
}

Result<int> runEdit(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    if (arguments.has("--list-operations")) {
        TRY(invocation.write(operationList(invocation.format)));
        return exitDone;
    }
    const auto path = arguments.text("MODEL");
    if (!path)
        return failAs(ErrorKind::Usage, "no model is given: edit MODEL, or edit --list-operations");
    const auto operations = TRY(chosenOperations(arguments));
    std::vector<engine::DerivedOperations> derived;
    if (arguments.has("--repair"))
        derived.emplace_back(engine::repairing);
    const auto level = arguments.text("--optimize");
    if (arguments.has("--fold") || level) {
        const auto mostBytes = TRY(bytesOf(arguments, "--fold"));
        derived.push_back(engine::folding(mostBytes.value_or(engine::foldedBytes)));
        if (level)
            derived.push_back(
                optimising(TRY(placeOfWord("--optimize", *level, { "basic", "full" })) == 0
                        ? engine::Optimisation::Basic
                        : engine::Optimisation::Full));
        derived.emplace_back(engine::removingUnused);
    }
    return applyAndSave(invocation, *path, operations, derived);
}

} // namespace

Command editCommand()
{
    return { .name = "edit",
        .summary = "Changes a model by named operations and saves it; what is not changed keeps "
                   "its bytes",
        .positionals = { { "MODEL", "ONNX file", Positional::Count::ZeroOrOne } },
        .options = withOutputOptions(
            { { "--set", "WHAT=VALUE",
                  "node/NAME.ATTRIBUTE, value/NAME.type, model.FIELD, import/DOMAIN or "
                  "dimension/NAME; the value as JSON or as text",
                  true },
                { "--rename", "WHAT=NEW",
                    "node/NAME, value/NAME, dimension/NAME or function/DOMAIN.NAME", true },
                { "--operation", "JSON",
                    "any operation: '{\"op\": \"removeNode\", \"node\": \"relu1\"}'", true },
                { "--script", "FILE", "operations: a JSON list, or one a line", true,
                    FileUse::Input },
                { "--repair", "", "mends findings of check that have one sure repair" },
                { "--fold", "1MiB",
                    "replaces what depends on constants alone by its value, up to this many bytes "
                    "each" },
                { "--optimize", "LEVEL",
                    "writes out what the optimiser changes, as far as operators of ONNX can say "
                    "it: basic or full" },
                { "--list-operations", "", "the operations and their arguments" },
                { "--in-place", "", "replaces MODEL" } }),
        .examples = { "edit model.onnx --set 'node/conv1.strides=[2,2]' -o new.onnx",
            "edit model.onnx --rename dimension/N=batch --script steps.json --dry-run" },
        .formats = { Format::Text, Format::Json },
        .run = runEdit,
        .usesCache = true };
}

} // namespace cli
