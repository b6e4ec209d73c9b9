#include "app/cli/fleet/plan_settings.h"

#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/support/shell_words.h"

#include <algorithm>
#include <array>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// A member of the JSON file and the option that has the same meaning.
struct Member {
    std::string_view name;
    std::string_view flag;
};
constexpr std::array members { Member { "models", "MODEL" }, Member { "dims", "--dim" },
    Member { "threads", "--threads" }, Member { "precision", "--precision" },
    Member { "engine", "--engine" }, Member { "optimize", "--optimize" },
    Member { "machine_class", "--machine-class" }, Member { "runs", "--runs" },
    Member { "warmup", "--warmup" }, Member { "limit", "--limit" }, Member { "until", "--until" },
    Member { "with", "--with" }, Member { "include", "--include" },
    Member { "exclude", "--exclude" } };

/// Values of options, by flag. Models are under `MODEL`.
using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The text of a scalar; nothing for other values.
std::optional<std::string> scalarText(const JsonValue& value)
{
    if (const auto text = value.string())
        return std::string(*text);
    if (const auto integer = value.integer())
        return std::to_string(*integer);
    return std::nullopt;
}

Result<std::vector<std::string>> listOf(const JsonValue& value, std::string_view name)
{
    std::vector<std::string> list;
    const bool isList = value.kind() == JsonValue::Kind::Array;
    for (const auto& item : isList ? value.items() : std::span(&value, 1)) {
        auto text = scalarText(item);
        if (!text)
            return failAs(
                ErrorKind::Usage, "`", name, "` has a value that is neither a text nor an integer");
        list.push_back(*std::move(text));
    }
    return list;
}

Result<std::vector<std::string>> valuesOf(const JsonValue& value, const Member& member)
{
    if (member.flag != "--dim")
        return listOf(value, member.name);
    if (value.kind() != JsonValue::Kind::Object)
        return failAs(ErrorKind::Usage, "`dims` is no object such as {\"batch\": [1, 8]}");
    std::vector<std::string> dims;
    for (const auto& [name, sizes] : value.members())
        dims.push_back(name + "="
            + support::joined(
                TRY(listOf(sizes, "dims")), ",", [](const auto& text) { return text; }));
    return dims;
}

Result<Values> readSettings(const fs::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    const auto bytes = mapped->bytes();
    const auto document
        = support::parseJson({ reinterpret_cast<const char*>(bytes.data()), bytes.size() });
    if (!document)
        return failAs(ErrorKind::File, document.error().message());
    if (document->kind() != JsonValue::Kind::Object)
        return failAs(ErrorKind::Usage, "is no JSON object of settings");
    Values values;
    for (const auto& [name, value] : document->members()) {
        const auto member = std::ranges::find(members, name, &Member::name);
        if (member == members.end())
            return failAs(ErrorKind::Usage, "unknown member ", support::quote(name), ", expected ",
                support::joined(members, ", ", &Member::name));
        values[std::string(member->flag)] = TRY(valuesOf(value, *member));
    }
    return values;
}

std::vector<std::string> splitAtCommas(const std::vector<std::string>& values)
{
    std::vector<std::string> items;
    for (const auto& value : values)
        for (const auto item : support::split(value, ','))
            items.emplace_back(item);
    return items;
}

Result<std::vector<std::int64_t>> integersOf(
    const std::vector<std::string>& values, std::string_view option)
{
    std::vector<std::int64_t> numbers;
    for (const auto& item : splitAtCommas(values)) {
        const auto number = support::numberFrom<std::int64_t>(item);
        if (!number || *number < 0)
            return failAs(ErrorKind::Usage, option, " has ", support::quote(item),
                ", expected whole numbers from 0 up, separated by commas");
        numbers.push_back(*number);
    }
    return numbers;
}

Result<std::optional<std::int64_t>> integerOf(Values& values, const char* flag)
{
    const auto numbers = TRY(integersOf(values[flag], flag));
    if (numbers.size() > 1)
        return failAs(
            ErrorKind::Usage, flag, " has ", numbers.size(), " values, expected one for all jobs");
    return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

Result<std::string> textOf(Values& values, const char* flag)
{
    const auto& texts = values[flag];
    if (texts.size() > 1)
        return failAs(
            ErrorKind::Usage, flag, " has ", texts.size(), " values, expected one for all jobs");
    return texts.empty() ? std::string() : texts.front();
}

Result<std::map<std::string, std::vector<std::int64_t>>> dimsOf(
    const std::vector<std::string>& values)
{
    std::map<std::string, std::vector<std::int64_t>> dims;
    for (const auto& text : values) {
        const auto at = text.rfind('=');
        if (at == std::string::npos || at == 0)
            return failAs(ErrorKind::Usage, "--dim is ", support::quote(text),
                ", expected NAME=SIZES, for example batch=1,8");
        const auto name = text.substr(0, at);
        for (const auto size : TRY(integersOf({ text.substr(at + 1) }, "--dim " + name)))
            dims[name].push_back(size);
    }
    return dims;
}

std::vector<std::string> orElse(std::vector<std::string> values, const char* fallback)
{
    return values.empty() ? std::vector<std::string> { fallback } : std::move(values);
}

} // namespace

Result<PlanSettings> planSettings(const Arguments& arguments, const std::vector<std::string>& files)
{
    Values values;
    PlanSettings settings;
    std::error_code ignored;
    settings.folder = fs::current_path(ignored);
    if (files.size() == 1 && files.front().ends_with(".json")) {
        values = TRY(readSettings(files.front()).within(files.front()));
        settings.folder = fs::absolute(files.front(), ignored).lexically_normal().parent_path();
    } else {
        values["MODEL"] = files;
    }
    for (const auto& member : members)
        if (auto given = arguments.all(member.flag); !given.empty())
            values[std::string(member.flag)] = std::move(given);
    settings.models = values["MODEL"];
    if (settings.models.empty())
        return failAs(ErrorKind::Usage,
            "no model is named, expected ONNX files, or a JSON file "
            "with `models`");
    settings.dims = TRY(dimsOf(values["--dim"]));
    settings.threads = TRY(integersOf(values["--threads"], "--threads"));
    settings.precisions = orElse(splitAtCommas(values["--precision"]), "f32");
    settings.engines = orElse(splitAtCommas(values["--engine"]), "opscope");
    settings.optimisations = orElse(splitAtCommas(values["--optimize"]), "full");
    settings.classes = splitAtCommas(values["--machine-class"]);
    settings.runs = TRY(integerOf(values, "--runs"));
    settings.warmUpRuns = TRY(integerOf(values, "--warmup"));
    settings.limit = TRY(textOf(values, "--limit"));
    settings.until = TRY(textOf(values, "--until"));
    for (const auto& words : values["--with"])
        for (auto& word : TRY(support::shellWords(words).within("--with")))
            settings.options.push_back(std::move(word));
    settings.include = values["--include"];
    settings.exclude = values["--exclude"];
    return settings;
}

} // namespace cli
