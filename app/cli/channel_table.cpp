#include "app/cli/channel_table.h"

#include "model/contents/channel_codes.h"
#include "model/contents/channel_layout.h"
#include "model/support/log.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace cli {

using model::CodeChoice;
using model::CodedTensor;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

using Align = TextTable::Align;

/// Makes cells: short numbers for people, exact ones for programs.
class CellWriter {
public:
    explicit CellWriter(Format format)
        : m_isExact(format == Format::Json || format == Format::Csv)
    {
    }
    void add(double number)
    {
        cells.push_back(!std::isfinite(number) ? std::string(support::notMeasured)
                : m_isExact                    ? support::shortestText(number)
                                               : support::numberText(number, 4));
    }
    void add(std::uint64_t count)
    {
        cells.push_back(m_isExact ? std::to_string(count) : support::countText(count));
    }
    void addUnknown() { cells.emplace_back(support::notMeasured); }

    std::vector<std::string> cells;

private:
    bool m_isExact;
};

Result<model::ValueId> valueNamed(const model::Model& model, const std::string& name)
{
    // Values of the main graph come first.
    const auto found = std::ranges::find(model.values, name, &model::Value::name);
    if (found == model.values.end())
        return failAs(ErrorKind::Usage, "no value is called ", quote(name),
            "; `inspect MODEL --values` lists them");
    return model::ValueId(static_cast<std::size_t>(found - model.values.begin()));
}

/// Reads the elements of the value, from the model or from the file of `--captured`.
Result<model::ChannelLayout> readChannels(const model::Model& model, const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto name = *arguments.text("--channels");
    const auto id = TRY(valueNamed(model, name));
    std::shared_ptr<const model::TensorElements> content;
    if (const auto file = arguments.text("--captured"))
        content = TRY(model::readElements(*file));
    else if (const auto* const tensor = model::constantTensor(model, id))
        content = TRY(model::loadTensor(model, *tensor));
    else
        return failAs(ErrorKind::Usage, quote(name),
            " is computed by runs; save it with `run --capture` and give the file with --captured");
    std::optional<std::size_t> axis;
    if (arguments.has("--axis"))
        axis = TRY(arguments.integer<std::size_t>("--axis", 0, 0, 64));
    auto layout = TRY(model::channelLayoutOf(model, id, std::move(content), axis));
    if (!layout.gridProblem.empty())
        support::logWarning(layout.gridProblem);
    return layout;
}

Result<std::optional<CodeChoice>> chosenCodes(const Arguments& arguments)
{
    const auto word = arguments.text("--codes");
    if (!word)
        return std::optional<CodeChoice>();
    const auto place = TRY(placeOfWord(
        "--codes", *word, { "per_channel", "per_tensor", "4bit", "8bit", "uint8", "int8" }));
    using Scales = CodeChoice::Scales;
    using Codes = CodeChoice::Codes;
    static constexpr std::array scales { Scales::Channel, Scales::Tensor, Scales::Blocks,
        Scales::Blocks, Scales::Tensor, Scales::Tensor };
    static constexpr std::array codes { Codes::Weight, Codes::Weight, Codes::Weight, Codes::Weight,
        Codes::Unsigned, Codes::Signed };
    CodeChoice choice { scales[place], codes[place], {} };
    choice.format.bits = place == 2 ? 4 : 8;
    choice.format.block = TRY(arguments.integer("--block", 32, 16, 256));
    if (!std::has_single_bit(static_cast<std::uint64_t>(choice.format.block)))
        return failAs(ErrorKind::Usage, "--block is ", choice.format.block,
            ", expected a power of two from 16 to 256");
    return std::optional(choice);
}

/// The codes of the file or of the choice; nothing if there are none.
Result<std::optional<CodedTensor>> codesOf(const model::ChannelLayout& layout,
    const std::vector<model::ChannelStatistics>& statistics, const Invocation& invocation)
{
    const auto choice = TRY(chosenCodes(invocation.arguments));
    if (choice && layout.grid && layout.grid->isCoded)
        return failAs(ErrorKind::Usage,
            "the tensor holds codes already, so --codes does not apply; without it, the scales of "
            "the file are judged");
    if (choice && !layout.isCodable())
        return failAs(ErrorKind::Usage, "the elements are ", model::name(layout.content->element),
            "; --codes is for floats");
    if (choice)
        return std::optional(TRY(model::codeChannels(
            *layout.content, layout.view, statistics, *choice, invocation.stop)));
    if (layout.grid)
        return std::optional(
            TRY(model::judgeChannels(*layout.content, layout.view, *layout.grid, invocation.stop)));
    return std::optional<CodedTensor>();
}

std::string_view wordOf(model::ChannelFinding finding)
{
    static constexpr std::array<std::string_view, 6> words { "", "outlier", "saturated",
        "wide scale", "zero", "not finite" };
    return words[static_cast<std::size_t>(finding)];
}

void addStatistics(CellWriter& row, const model::ChannelStatistics& found)
{
    for (const auto number : { found.smallest, found.p1, found.p25, found.p50, found.p75, found.p99,
             found.largest, found.mean, found.deviation }) {
        if (found.finite() > 0)
            row.add(number);
        else
            row.addUnknown();
    }
    for (const auto count : { found.total, found.zeros, found.nans, found.infinities })
        row.add(count);
}

void addCodes(CellWriter& row, const CodedTensor& coded, std::size_t channel)
{
    const auto& codes = coded.channels[channel];
    for (const auto number :
        { codes.lowestScale, codes.highestScale, codes.lowestZero, codes.highestZero })
        row.add(number);
    row.add(codes.saturated);
    row.add(std::uint64_t(codes.codesUsed));
    row.add(codes.bitsUsed);
    if (codes.error)
        row.add(*codes.error);
    else
        row.addUnknown();
    row.cells.emplace_back(wordOf(coded.findingOf(channel)));
}

TextTable emptyTable(bool hasCodes)
{
    TextTable table;
    const auto add = [&](Align align, std::initializer_list<const char*> titles) {
        for (const auto* const title : titles)
            table.columns.push_back({ title, align });
    };
    add(Align::Right, { "channel" });
    add(Align::Number, { "smallest", "p1", "p25", "p50", "p75", "p99", "largest", "mean", "std" });
    add(Align::Right, { "elements", "zeros", "nan", "inf" });
    if (!hasCodes)
        return table;
    add(Align::Number, { "scale", "largest scale", "zero point", "largest zero point" });
    add(Align::Right, { "saturated", "codes used" });
    add(Align::Number, { "bits used", "error" });
    add(Align::Left, { "finding" });
    return table;
}

} // namespace

std::vector<Option> channelOptions()
{
    return { { "--channels", "NAME",
                 "table of the channels of a weight (or of a value that a run saved): range, "
                 "percentiles, zeros, NaN; with scales, saturation and error if it is quantised" },
        { "--axis", "N", "the axis of the channels (default: that of the outputs or the scales)" },
        { "--captured", "FILE",
            "elements of a value that `run --capture` saved; for --find also a folder of them",
            true, FileUse::Input },
        { "--codes", "SCHEME",
            "what codes would do to floats: per_channel, per_tensor (int8), 4bit, 8bit (blocks), "
            "uint8, int8 (as activations)" },
        { "--block", "32", "elements of a block: 16 to 256" } };
}

Result<TextTable> channelTable(const model::Model& model, const Invocation& invocation)
{
    const auto layout = TRY(readChannels(model, invocation));
    auto statistics = TRY(model::measureChannels(*layout.content, layout.view, invocation.stop));
    const auto coded = TRY(codesOf(layout, statistics, invocation));
    auto table = emptyTable(coded.has_value());
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        CellWriter row(invocation.format);
        row.add(std::uint64_t(i));
        // Of codes, the numbers that they stand for.
        addStatistics(
            row, coded && coded->isFromCodes ? coded->channels[i].numbers : statistics[i]);
        if (coded)
            addCodes(row, *coded, i);
        table.add(std::move(row.cells));
    }
    return table;
}

} // namespace cli
