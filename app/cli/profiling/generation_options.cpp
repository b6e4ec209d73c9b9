#include "app/cli/profiling/generation_options.h"

#include "engine/inputs/value_file.h"
#include "model/support/text.h"

#include <charconv>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::int64_t longest = 1 << 20; ///< of a prompt or a generation, in tokens

Result<std::vector<std::int64_t>> idsFrom(std::string_view text)
{
    std::vector<std::int64_t> ids;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        const auto word = text.substr(begin, end - begin);
        const auto id = support::numberFrom<std::int64_t>(word);
        if (!id || *id < 0)
            return failAs(ErrorKind::Usage, "--prompt-ids has ", support::quote(word),
                ", expected token ids, for example 464,2068,7586");
        ids.push_back(*id);
        begin = end + 1;
    }
    return ids;
}

/// Returns the ids of the file for the input that takes them; empty if there is none. Another
/// prompt takes the place of a file in the folder of --data, but not of one that --input names.
Result<std::vector<std::int64_t>> idsOfFile(engine::RunRequest& request, bool hasOtherPrompt)
{
    const auto decoder = TRY(model::findDecoder(*request.model));
    const auto& input = *model::inputsWithoutWeights(*request.model)[decoder.tokens];
    const auto file = engine::inputFile(request, decoder.tokens, input.name);
    const bool isNamed = request.inputs.contains(input.name);
    if (file.empty() || (hasOtherPrompt && !isNamed))
        return std::vector<std::int64_t>();
    if (hasOtherPrompt)
        return failAs(ErrorKind::Usage, "the prompt is given twice: leave out --input ", input.name,
            ", or --prompt-ids and --prompt");
    const auto value = TRY(engine::readValue(file, input.type));
    request.inputs.erase(input.name);
    std::vector<std::int64_t> ids;
    if (value.isTensor() && value.tensor().element() == model::ElementType::Int64)
        ids.assign(
            value.tensor().as<std::int64_t>().begin(), value.tensor().as<std::int64_t>().end());
    else if (value.isTensor() && value.tensor().element() == model::ElementType::Int32)
        ids.assign(
            value.tensor().as<std::int32_t>().begin(), value.tensor().as<std::int32_t>().end());
    if (ids.empty())
        return failAs(ErrorKind::Usage, "the file for '", input.name, "' has no token ids");
    return ids;
}

} // namespace

std::vector<Option> generationOptions()
{
    return {
        { "--generate", "N",
            "generate N tokens: the cache that a run returns is the input of the next" },
        { "--prompt-ids", "IDS",
            "with --generate: token ids of the prompt, such as 464,2068,7586" },
        { "--prompt", "N", "with --generate: length of a random prompt (default: 128)" },
        { "--stop-token", "ID", "with --generate: this token ends a generation" },
    };
}

Result<std::optional<engine::GenerationOptions>> chosenGeneration(
    const Arguments& arguments, engine::RunRequest& request)
{
    if (!arguments.has("--generate")) {
        for (const auto* option : { "--prompt-ids", "--prompt", "--stop-token" }) {
            if (arguments.has(option))
                return failAs(ErrorKind::Usage, option, " belongs to --generate N");
        }
        return std::optional<engine::GenerationOptions>();
    }
    engine::GenerationOptions options;
    options.tokens = TRY(arguments.integer<std::size_t>("--generate", 1, 1, longest));
    if (arguments.has("--stop-token"))
        options.stopToken = TRY(arguments.integer<std::int64_t>(
            "--stop-token", 0, 0, std::numeric_limits<std::int64_t>::max()));
    const auto length = TRY(arguments.integer<std::size_t>("--prompt", 128, 1, longest));
    for (const auto* option : { "--check-only", "--save", "--sweep", "--until", "--strict" }) {
        if (arguments.has(option))
            return failAs(ErrorKind::Usage, option, " does not go with --generate");
    }
    const auto ids = arguments.text("--prompt-ids");
    if (ids && arguments.has("--prompt"))
        return failAs(ErrorKind::Usage, "--prompt-ids and --prompt are two prompts: leave one out");
    options.prompt = TRY(idsOfFile(request, ids || arguments.has("--prompt")));
    if (ids)
        options.prompt = TRY(idsFrom(*ids));
    if (options.prompt.empty())
        options.prompt = TRY(engine::randomPrompt(*request.model, length, request.seed));
    return std::optional(std::move(options));
}

} // namespace cli
