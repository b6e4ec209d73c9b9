#include "app/cli/editing/edit_options.h"

#include "app/cli/quantities.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <array>

namespace cli {

using model::edit::Operation;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::quote;
using support::Result;

namespace {

/// `kind/name=value`, also `kind/name.member=value` and `kind.member=value`.
struct Assignment {
    std::string_view kind;
    std::string_view name;
    std::string_view member;
    std::string_view value;
};

constexpr std::string_view setForms
    = "expected node/NAME.ATTRIBUTE=VALUE, value/NAME.type=TYPE, model.FIELD=VALUE, "
      "import/DOMAIN=VERSION or dimension/NAME=SIZE";

enum class Members { Absent, Last };

Result<Assignment> parsed(std::string_view text, Members members, std::string_view forms)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
        return failAs(ErrorKind::Usage, quote(text), " has no =, ", forms);
    Assignment found;
    found.value = text.substr(equals + 1);
    found.name = text.substr(0, equals);
    const auto slash = found.name.find('/');
    if (slash != std::string_view::npos) {
        found.kind = found.name.substr(0, slash);
        found.name.remove_prefix(slash + 1);
    }
    const auto dot = found.name.rfind('.');
    if (members == Members::Last && dot != std::string_view::npos) {
        found.member = found.name.substr(dot + 1);
        found.name = found.name.substr(0, dot);
    }
    if (found.kind.empty() && found.name == "model")
        found.kind = std::exchange(found.name, {});
    return found;
}

Result<Operation> operation(const std::function<void(JsonWriter&)>& write)
{
    auto all = TRY(model::edit::operationsFrom(support::jsonLine(write)));
    return std::move(all.front());
}

} // namespace

std::string jsonOf(std::string_view value)
{
    if (support::parseJson(value))
        return std::string(value);
    std::string text;
    {
        JsonWriter json(text);
        json.value(value);
    }
    return text;
}

Result<std::vector<std::pair<std::string, std::string>>> pairsOf(
    const Arguments& arguments, std::string_view option, Equals which)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& text : arguments.all(option)) {
        const auto equals = which == Equals::First ? text.find('=') : text.rfind('=');
        if (equals == std::string::npos || equals == 0)
            return failAs(ErrorKind::Usage, option, " is ", quote(text), ", expected NAME=VALUE");
        pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return pairs;
}

Result<Operation> assignment(std::string_view text)
{
    const bool hasMember
        = text.starts_with("node/") || text.starts_with("value/") || text.starts_with("model.");
    const auto found = TRY(parsed(text, hasMember ? Members::Last : Members::Absent, setForms));
    const auto json = jsonOf(found.value);
    return operation([&](JsonWriter& out) {
        if (found.kind == "node" && !found.member.empty()) {
            out.members(
                { { "op", "setAttribute" }, { "node", found.name }, { "name", found.member } });
            out.key("value").raw(json);
        } else if (found.kind == "value" && found.member == "type") {
            out.members(
                { { "op", "setValueType" }, { "value", found.name }, { "type", found.value } });
        } else if (found.kind == "model" && found.member == "doc") {
            out.members({ { "op", "setDoc" }, { "doc", found.value } });
        } else if (found.kind == "model" && !found.member.empty()) {
            out.members({ { "op", "setModelField" }, { "field", found.member } });
            out.key("value").raw(json);
        } else if (found.kind == "import") {
            out.members({ { "op", "setImport" }, { "domain", found.name } });
            out.key("version").raw(json);
        } else if (found.kind == "dimension") {
            out.members({ { "op", "fixDimension" }, { "dimension", found.name } });
            out.key("size").raw(json);
        } else {
            out.member("op", std::string(text) + ", " + std::string(setForms));
        }
    }).within("--set");
}

Result<Operation> renaming(std::string_view text)
{
    constexpr std::string_view forms
        = "expected node/NAME=NEW, value/NAME=NEW, dimension/NAME=NEW or function/NAME=NEW";
    const auto found = TRY(parsed(text, Members::Absent, forms).within("--rename"));
    static constexpr std::array operations { std::pair { "node", "renameNode" },
        std::pair { "value", "renameValue" }, std::pair { "dimension", "renameDimension" },
        std::pair { "function", "setFunctionField" } };
    for (const auto& [kind, name] : operations) {
        if (found.kind != kind)
            continue;
        return operation([&](JsonWriter& out) {
            out.members({ { "op", name }, { kind, found.name } });
            if (found.kind == "function")
                out.members({ { "field", "name" }, { "value", found.value } });
            else
                out.member("to", found.value);
        }).within("--rename");
    }
    return failAs(ErrorKind::Usage, "--rename is ", quote(text), ", ", forms);
}

Result<std::vector<Operation>> chosenOperations(const Arguments& arguments)
{
    std::vector<Operation> all;
    const auto add = [&](std::vector<Operation> some) {
        all.insert(
            all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    };
    for (const auto& path : arguments.all("--script")) {
        const auto file = TRY(support::MappedFile::open(path).within("--script"));
        const auto bytes = file->bytes();
        add(TRY(model::edit::operationsFrom(
            { reinterpret_cast<const char*>(bytes.data()), bytes.size() })
                    .within("--script " + path)));
    }
    for (const auto& text : arguments.all("--operation"))
        add(TRY(model::edit::operationsFrom(text).within("--operation")));
    for (const auto& text : arguments.all("--set"))
        all.push_back(TRY(assignment(text)));
    for (const auto& text : arguments.all("--rename"))
        all.push_back(TRY(renaming(text)));
    return all;
}

Result<model::edit::SaveOptions> chosenSaveOptions(const Arguments& arguments)
{
    model::edit::SaveOptions options;
    if (const auto word = arguments.text("--external-data"))
        options.externalData = static_cast<model::edit::ExternalData>(
            TRY(placeOfWord("--external-data", *word, { "keep", "none", "one", "many" })));
    const auto threshold = TRY(bytesOf(arguments, "--threshold"));
    options.thresholdBytes = threshold.value_or(options.thresholdBytes);
    const auto alignment = TRY(bytesOf(arguments, "--alignment"));
    options.alignmentBytes = alignment.value_or(options.alignmentBytes);
    if (options.alignmentBytes == 0 || options.alignmentBytes > (1U << 20))
        return failAs(ErrorKind::Usage, "--alignment is ", options.alignmentBytes,
            ", expected 1 byte to 1 MiB");
    return options;
}

} // namespace cli
