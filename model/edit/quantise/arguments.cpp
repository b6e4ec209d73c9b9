#include "model/edit/quantise/arguments.h"

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::quote;
using support::Result;

namespace {

template <typename T, std::size_t n>
Result<T> wordArgument(const OperationArguments& arguments, std::string_view name,
    const std::array<OptionWord<T>, n>& words)
{
    if (!arguments.has(name))
        return words.front().value;
    const auto word = TRY(arguments.text(name));
    return valueOfWord(name, word, words);
}

Result<std::int64_t> integerOr(
    const OperationArguments& arguments, std::string_view name, std::int64_t otherwise)
{
    return arguments.has(name) ? arguments.integer(name) : Result<std::int64_t>(otherwise);
}

Result<std::vector<std::string>> textList(
    const OperationArguments& arguments, std::string_view name)
{
    std::vector<std::string> texts;
    for (const auto& item : arguments[name].items()) {
        if (!item.string())
            return failAs(ErrorKind::Usage, name, " is no list of texts");
        texts.emplace_back(*item.string());
    }
    return texts;
}

Result<void> readRanges(QuantiseOptions& options, const OperationArguments& arguments)
{
    for (const auto& [name, range] : arguments["ranges"].members()) {
        const auto& ends = range.items();
        if (ends.size() != 2 || !ends[0].number() || !ends[1].number())
            return failAs(
                ErrorKind::Usage, "the range of ", quote(name), " is not [lowest, highest]");
        options.ranges[name] = { *ends[0].number(), *ends[1].number() };
    }
    return {};
}

std::string_view operationName(QuantisationScheme scheme)
{
    switch (scheme) {
    case QuantisationScheme::Blocks:
        return "quantizeWeights";
    case QuantisationScheme::Dynamic:
        return "quantizeDynamic";
    case QuantisationScheme::Static:
        break;
    }
    return "quantizeStatic";
}

void writeBlocks(JsonWriter& json, const QuantiseOptions& options)
{
    json.members({ { "bits", options.format.bits }, { "block", options.format.block },
        { "zero_points", wordOf(options.format.zeroPoints, zeroPointWords) },
        { "tables", wordOf(options.tables, tableWords) } });
    if (options.accuracyLevel > 0)
        json.member("accuracy_level", options.accuracyLevel);
}

void writeStatic(JsonWriter& json, const QuantiseOptions& options)
{
    json.member("profile", wordOf(options.profile, profileWords)).key("ranges").beginObject();
    for (const auto& [name, range] : options.ranges)
        json.key(name).tuple(range.low, range.high);
    json.endObject();
}

} // namespace

Result<QuantiseOptions> quantiseOptionsFrom(
    QuantisationScheme scheme, const OperationArguments& arguments)
{
    QuantiseOptions options;
    options.scheme = scheme;
    options.keptNodes = TRY(textList(arguments, "keep_nodes"));
    options.keptTypes = TRY(textList(arguments, "keep_types"));
    options.weightScales = TRY(wordArgument(arguments, "scales", weightScaleWords));
    options.format.bits = static_cast<int>(TRY(integerOr(arguments, "bits", 4)));
    options.format.block = TRY(integerOr(arguments, "block", 32));
    options.format.zeroPoints = TRY(wordArgument(arguments, "zero_points", zeroPointWords));
    options.tables = TRY(wordArgument(arguments, "tables", tableWords));
    options.accuracyLevel = TRY(integerOr(arguments, "accuracy_level", 0));
    options.tiedProducts = TRY(wordArgument(arguments, "tied_products", tiedProductWords));
    options.profile = TRY(wordArgument(arguments, "profile", profileWords));
    TRY(readRanges(options, arguments));
    return options;
}

Operation operationOf(const QuantiseOptions& options)
{
    const auto name = operationName(options.scheme);
    const auto text = support::jsonLine([&](JsonWriter& json) {
        json.member("op", name);
        if (options.scheme == QuantisationScheme::Blocks)
            writeBlocks(json, options);
        else
            json.member("scales", wordOf(options.weightScales, weightScaleWords));
        if (options.scheme == QuantisationScheme::Dynamic)
            json.member("tied_products", wordOf(options.tiedProducts, tiedProductWords));
        if (options.scheme == QuantisationScheme::Static)
            writeStatic(json, options);
        if (!options.keptNodes.empty())
            json.member("keep_nodes", options.keptNodes);
        if (!options.keptTypes.empty())
            json.member("keep_types", options.keptTypes);
    });
    return { std::string(name), *support::parseJson(text, { 100 }) };
}

} // namespace model::edit
