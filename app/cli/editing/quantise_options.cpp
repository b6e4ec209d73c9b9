#include "app/cli/editing/quantise_options.h"

#include "model/edit/quantise/arguments.h"

#include <algorithm>
#include <array>

namespace cli {

using model::edit::QuantisationScheme;
using model::edit::QuantiseOptions;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t usualSamples = 8;

/// The schemes of the command line.
enum class Scheme { FourBits, EightBits, Dynamic, Static };

Result<Scheme> chosenScheme(const Arguments& arguments)
{
    const auto word = arguments.text("--scheme");
    if (!word)
        return failAs(ErrorKind::Usage,
            "--scheme is missing: 4bit, 8bit (weights in blocks), dynamic or static (int8)");
    return static_cast<Scheme>(
        TRY(placeOfWord("--scheme", *word, { "4bit", "8bit", "dynamic", "static" })));
}

constexpr bool isOfBlocks(Scheme scheme)
{
    return scheme == Scheme::FourBits || scheme == Scheme::EightBits;
}

/// Options that only some schemes have.
struct Special {
    std::string_view option;
    bool (*fits)(Scheme scheme);
    std::string_view schemes;
};
constexpr std::array specials {
    Special { "--block", isOfBlocks, "4bit and 8bit" },
    Special { "--zero-points", isOfBlocks, "4bit and 8bit" },
    Special { "--tables", isOfBlocks, "4bit and 8bit" },
    Special { "--accuracy-level", isOfBlocks, "4bit and 8bit" },
    Special { "--weight-scales", [](Scheme s) { return !isOfBlocks(s); }, "dynamic and static" },
    Special { "--profile", [](Scheme s) { return s == Scheme::Static; }, "static" },
    Special { "--ranges", [](Scheme s) { return s == Scheme::Static; }, "static" },
    Special { "--percentile", [](Scheme s) { return s == Scheme::Static; }, "static" },
    Special { "--calibration", [](Scheme s) { return s == Scheme::Static; }, "static" },
};

Result<void> checkScheme(const Arguments& arguments, Scheme scheme)
{
    for (const auto& special : specials)
        if (arguments.has(special.option) && !special.fits(scheme))
            return failAs(ErrorKind::Usage, special.option, " is of --scheme ", special.schemes,
                ", not of ", *arguments.text("--scheme"));
    return {};
}

template <typename T, std::size_t n>
Result<T> chosenWord(const Arguments& arguments, std::string_view option,
    const std::array<model::edit::OptionWord<T>, n>& words)
{
    const auto word = arguments.text(option);
    return word ? model::edit::valueOfWord(option, *word, words) : Result<T>(words.front().value);
}

Result<QuantiseOptions> chosenOptions(const Arguments& arguments, Scheme scheme)
{
    QuantiseOptions options;
    options.scheme = isOfBlocks(scheme) ? QuantisationScheme::Blocks
        : scheme == Scheme::Dynamic     ? QuantisationScheme::Dynamic
                                        : QuantisationScheme::Static;
    options.format.bits = scheme == Scheme::FourBits ? 4 : 8;
    options.format.block = TRY(arguments.integer("--block", 32, 1, 1024));
    options.format.zeroPoints
        = TRY(chosenWord(arguments, "--zero-points", model::edit::zeroPointWords));
    options.tables = TRY(chosenWord(arguments, "--tables", model::edit::tableWords));
    options.accuracyLevel = TRY(arguments.integer("--accuracy-level", 0, 0, 4));
    options.weightScales
        = TRY(chosenWord(arguments, "--weight-scales", model::edit::weightScaleWords));
    options.tiedProducts
        = TRY(chosenWord(arguments, "--tied-products", model::edit::tiedProductWords));
    options.profile = TRY(chosenWord(arguments, "--profile", model::edit::profileWords));
    options.keptNodes = arguments.all("--keep-node");
    options.keptTypes = arguments.all("--keep-type");
    return options;
}

Result<engine::RangeOptions> chosenRanges(const Arguments& arguments)
{
    engine::RangeOptions ranges;
    if (const auto word = arguments.text("--ranges"))
        ranges.method = static_cast<engine::RangeMethod>(TRY(placeOfWord(
            "--ranges", *word, { "minmax", "percentile", "entropy", "least-squares" })));
    if (const auto share = TRY(arguments.real("--percentile"))) {
        if (!arguments.has("--ranges"))
            ranges.method = engine::RangeMethod::Percentile;
        if (ranges.method != engine::RangeMethod::Percentile || *share <= 50 || *share > 100)
            return failAs(ErrorKind::Usage, "--percentile is ", *share,
                ", expected a number above 50, up to 100, with --ranges percentile");
        ranges.percentile = *share;
    }
    return ranges;
}

/// The samples in the folders of an option; without it, random ones.
Result<engine::Samples> chosenSamples(
    const Arguments& arguments, std::string_view option, std::size_t random)
{
    const auto texts = arguments.all(option);
    if (texts.empty())
        return engine::Samples { {}, random };
    const std::vector<std::filesystem::path> folders(texts.begin(), texts.end());
    return engine::findSamples(folders).within(std::string(option));
}

} // namespace

std::vector<Option> quantiseOptions()
{
    return {
        { "--scheme", "NAME",
            "4bit, 8bit (weights in blocks, sums in float), dynamic (int8, ranges of activations "
            "found in each run) or static (int8, ranges from calibration runs)" },
        { "--block", "32", "elements of a weight with one scale: 16 to 256" },
        { "--zero-points", "symmetric", "of blocks: symmetric or asymmetric" },
        { "--tables", "8bit", "tables that Gather reads: 8bit, 4bit or keep" },
        { "--accuracy-level", "N",
            "in what MatMulNBits computes: 0 as its input, 4 with int8 activations" },
        { "--weight-scales", "per_channel", "int8 weights: per_channel or per_tensor" },
        { "--tied-products", "float",
            "dynamic: how a product computes whose weights are a table: float or integer (faster, "
            "less exact)" },
        { "--profile", "x86",
            "x86 (uint8 activations, for ONNX Runtime and OpenVINO) or tensorrt (int8, zero point "
            "0)" },
        { "--ranges", "minmax",
            "ranges of activations: minmax, percentile, entropy or least-squares" },
        { "--percentile", "99.999", "per cent of the numbers in a range" },
        { "--calibration", "DIR",
            "folder with inputs of a calibration run (input_<i>.pb, NAME.npy), or with folders of "
            "them (default: random inputs)",
            true, FileUse::Input },
        { "--evaluation", "DIR",
            "the same for the runs in which errors are measured (default: those of --calibration)",
            true, FileUse::Input },
        { "--samples", "8", "number of random inputs, where no folder is given" },
        { "--keep-node", "NAME", "this node stays as it is", true },
        { "--keep-type", "TYPE", "operators of this type stay as they are", true },
        { "--no-errors", "", "do not measure the errors" },
        { "--time", "RUNS", "also measure the time before and after, in this many runs each" },
    };
}

Result<QuantiseRequest> quantiseRequest(const Arguments& arguments)
{
    const auto scheme = TRY(chosenScheme(arguments));
    TRY(checkScheme(arguments, scheme));
    QuantiseRequest request;
    request.options = TRY(chosenOptions(arguments, scheme));
    request.ranges = TRY(chosenRanges(arguments));
    const auto random = TRY(arguments.integer<std::size_t>("--samples", usualSamples, 1, 100'000));
    request.calibration = TRY(chosenSamples(arguments, "--calibration", random));
    if (arguments.has("--evaluation"))
        request.evaluation = TRY(chosenSamples(arguments, "--evaluation", random));
    else
        request.evaluation = request.calibration;
    if (arguments.has("--no-errors"))
        request.evaluation = {};
    request.timedRuns = TRY(arguments.integer("--time", 0, 1, 1'000'000));
    return request;
}

} // namespace cli
