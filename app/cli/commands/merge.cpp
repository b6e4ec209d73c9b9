#include "app/cli/commands.h"
#include "app/cli/editing/edit_options.h"
#include "app/cli/editing/edited_output.h"

#include <filesystem>

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

Result<int> runMerge(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto pairs = TRY(pairsOf(arguments, "--map", Equals::Last));
    const auto operations
        = TRY(model::edit::operationsFrom(support::jsonLine([&](JsonWriter& json) {
              json.member("op", "merge").member("file", *arguments.text("NEXT"));
              if (!pairs.empty()) {
                  json.key("map").beginObject();
                  for (const auto& [output, input] : pairs)
                      json.member(output, input);
                  json.endObject();
              }
              if (arguments.has("--keep-outputs"))
                  json.member("keepOutputs", true);
          })));
    return applyAndSave(invocation, *arguments.text("MODEL"), operations);
}

} // namespace

Command mergeCommand()
{
    return { .name = "merge",
        .summary = "Joins two models in a row: outputs of the first become inputs of the second",
        .positionals = { { "MODEL", "first ONNX file" }, { "NEXT", "second ONNX file" } },
        .options = withOutputOptions({ { "--map", "OUTPUT=INPUT",
                                           "an output of MODEL and the input of NEXT that reads "
                                           "it; without it, those of equal "
                                           "names, or the only output and the only input",
                                           true },
            { "--keep-outputs", "", "outputs of MODEL that NEXT reads stay outputs" } }),
        .examples = { "merge encoder.onnx head.onnx --map features=x -o whole.onnx",
            "merge a.onnx b.onnx --dry-run" },
        .formats = { Format::Text, Format::Json },
        .run = runMerge };
}

} // namespace cli
