#include "app/cli/commands.h"
#include "app/cli/editing/edited_output.h"
#include "app/cli/text_table.h"

#include "model/edit/convert/opset.h"
#include "model/operator.h"
#include "model/support/json.h"
#include "model/support/text.h"

namespace cli {

using model::edit::Operation;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::quote;
using support::Result;

namespace {

/// `21`, or `DOMAIN=3` for another domain than ai.onnx.
Result<Operation> opsetOperation(std::string_view text)
{
    const auto equals = text.find('=');
    const auto domain = equals == std::string_view::npos ? "" : text.substr(0, equals);
    const auto number = equals == std::string_view::npos ? text : text.substr(equals + 1);
    const auto version = support::numberFrom<std::int64_t>(number);
    if (!version)
        return failAs(
            ErrorKind::Usage, "--opset is ", quote(text), ", expected a number or DOMAIN=NUMBER");
    auto all = TRY(model::edit::operationsFrom(support::jsonLine([&](JsonWriter& json) {
        json.members({ { "op", "convertOpset" }, { "version", *version } });
        if (!domain.empty())
            json.member("domain", domain);
    })));
    return std::move(all.front());
}

/// The words of a repeatable option, each of which may be a list with commas.
std::vector<std::string> wordsOf(const Arguments& arguments, std::string_view option)
{
    std::vector<std::string> words;
    for (const auto& text : arguments.all(option))
        for (const auto word : support::split(text, ','))
            words.emplace_back(support::trimmed(word));
    return words;
}

Result<Operation> floatsOperation(const Arguments& arguments, std::string_view to)
{
    const auto same = [](const std::string& word) { return word; };
    auto all = TRY(model::edit::operationsFrom(support::jsonLine([&](JsonWriter& json) {
        json.members({ { "op", "convertFloats" }, { "to", to } });
        if (arguments.has("--keep"))
            json.key("keep").array(wordsOf(arguments, "--keep"), same);
        // Names of nodes may have commas.
        if (arguments.has("--keep-node"))
            json.key("keepNodes").array(arguments.all("--keep-node"), same);
        if (arguments.has("--keep-io"))
            json.member("keepInterface", true);
    })));
    return std::move(all.front());
}

std::string opsetTable(const Invocation& invocation)
{
    TextTable table { { { "operator" }, { "from", TextTable::Align::Right },
        { "to", TextTable::Align::Right }, { "up" }, { "down" } } };
    for (const auto& row : model::edit::convert::opsetCoverage(""))
        table.add({ row.type, std::to_string(row.from), std::to_string(row.to), row.up, row.down });
    return table.text(invocation.format, invocation.colours);
}

Result<int> runConvert(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    if (arguments.has("--list-opset")) {
        TRY(invocation.write(opsetTable(invocation)));
        return exitDone;
    }
    const auto path = arguments.text("MODEL");
    if (!path)
        return failAs(
            ErrorKind::Usage, "no model is given: convert MODEL, or convert --list-opset");
    std::vector<Operation> operations;
    for (const auto& text : arguments.all("--opset"))
        operations.push_back(TRY(opsetOperation(text)));
    const auto to = arguments.text("--to");
    if (to)
        operations.push_back(TRY(floatsOperation(arguments, *to)));
    for (const auto option : { "--keep", "--keep-node", "--keep-io" })
        if (!to && arguments.has(option))
            return failAs(ErrorKind::Usage, option, " needs --to");
    if (operations.empty())
        return failAs(
            ErrorKind::Usage, "say what to convert: --opset N or --to fp16, bf16 or fp32");
    return applyAndSave(invocation, *path, operations);
}

} // namespace

Command convertCommand()
{
    return { .name = "convert",
        .summary = "Rewrites a model for another opset version, or changes its floats to fp16, "
                   "bf16 or back to fp32",
        .positionals = { { "MODEL", "ONNX file", Positional::Count::ZeroOrOne } },
        .options = withOutputOptions(
            { { "--opset", "N",
                  "version of the operator set, up or down; DOMAIN=N for another domain than "
                  "ai.onnx",
                  true },
                { "--to", "TYPE", "fp16, bf16 or fp32: the type of all floats" },
                { "--keep", "OPS", "operators whose floats stay, such as Softmax,Exp", true },
                { "--keep-node", "NAME", "a node whose floats stay", true },
                { "--keep-io", "", "inputs and outputs of the model keep their types" },
                { "--list-opset", "", "what each step between versions of an operator does" },
                { "--in-place", "", "replaces MODEL" } }),
        .examples = { "convert model.onnx --opset 21 -o new.onnx",
            "convert model.onnx --to fp16 --keep Softmax --keep-io --dry-run" },
        .formats = { Format::Text, Format::Json },
        .run = runConvert,
        .usesCache = true };
}

} // namespace cli
