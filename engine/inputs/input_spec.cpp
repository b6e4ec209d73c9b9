#include "engine/inputs/input_spec.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view imageOptions
    = "nchw, nhwc, stretch, crop, crop=256, pad, pad=114, bilinear, bicubic, linear, rgb, bgr, "
      "range=0..1, range=0..255, mean=0.485/0.456/0.406, std=0.229/0.224/0.225";

constexpr std::array preparations {
    NamedPreparation { "imagenet", "crop=256,mean=0.485/0.456/0.406,std=0.229/0.224/0.225",
        "classifiers of torchvision and timm" },
    NamedPreparation { "clip",
        "crop,bicubic,mean=0.48145466/0.4578275/0.40821073,std=0.26862954/0.26130258/0.27577711",
        "CLIP and models made of it" },
    NamedPreparation {
        "signed", "mean=0.5,std=0.5", "levels of -1 to 1: ViT, MobileNet of TensorFlow" },
    NamedPreparation { "yolo", "pad=114", "YOLO of Ultralytics" },
    NamedPreparation { "caffe", "crop=256,bgr,range=0..255,mean=103.939/116.779/123.68",
        "classifiers of Caffe and Keras" },
};

constexpr int highestByte = 255;

/// Parses `0.485/0.456/0.406`.
std::optional<std::vector<double>> numbersOf(std::string_view text)
{
    std::vector<double> numbers;
    for (const auto part : support::split(text, '/')) {
        const auto number = support::numberFrom<double>(part);
        if (!number || !std::isfinite(*number))
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

std::string numbersText(const std::vector<double>& numbers)
{
    std::string text;
    for (const auto number : numbers)
        text += (text.empty() ? "" : "/") + support::shortestText(number);
    return text;
}

/// Sets how the picture gets its size, and forgets what belongs to another way.
void setFit(ImagePreparation& made, ImageFit fit)
{
    made.fit = fit;
    made.shorterSide = 0;
    made.border = 0;
}

/// An option without a value.
struct Word {
    std::string_view name;
    void (*set)(ImagePreparation&);
};

constexpr std::array words {
    Word { "nchw", [](ImagePreparation& made) { made.order = ImageOrder::ChannelsFirst; } },
    Word { "nhwc", [](ImagePreparation& made) { made.order = ImageOrder::ChannelsLast; } },
    Word { "stretch", [](ImagePreparation& made) { setFit(made, ImageFit::Stretch); } },
    Word { "crop", [](ImagePreparation& made) { setFit(made, ImageFit::Crop); } },
    Word { "pad", [](ImagePreparation& made) { setFit(made, ImageFit::Pad); } },
    Word { "bilinear", [](ImagePreparation& made) { made.filter = ImageFilter::Bilinear; } },
    Word { "bicubic", [](ImagePreparation& made) { made.filter = ImageFilter::Bicubic; } },
    Word { "linear", [](ImagePreparation& made) { made.filter = ImageFilter::Linear; } },
    Word { "rgb", [](ImagePreparation& made) { made.isBgr = false; } },
    Word { "bgr", [](ImagePreparation& made) { made.isBgr = true; } },
};

/// An option with a value, which is false if the value is none that the option takes.
struct Setting {
    std::string_view name; ///< with `=`
    bool (*set)(ImagePreparation&, std::string_view value);
    std::string_view expected;
};

bool setShorterSide(ImagePreparation& made, std::string_view value)
{
    constexpr std::int64_t longest = 1 << 16;
    const auto side = support::numberFrom<std::int64_t>(value);
    setFit(made, ImageFit::Crop);
    made.shorterSide = side.value_or(0);
    return side && *side >= 1 && *side <= longest;
}

bool setBorder(ImagePreparation& made, std::string_view value)
{
    const auto level = support::numberFrom<int>(value);
    setFit(made, ImageFit::Pad);
    made.border = level.value_or(0);
    return level && *level >= 0 && *level <= highestByte;
}

bool setRange(ImagePreparation& made, std::string_view value)
{
    made.highest = value == "0..1" ? 1 : highestByte;
    return value == "0..1" || value == "0..255";
}

bool setMean(ImagePreparation& made, std::string_view value)
{
    const auto numbers = numbersOf(value);
    made.mean = numbers.value_or(std::vector<double>());
    return numbers.has_value();
}

bool setDeviation(ImagePreparation& made, std::string_view value)
{
    const auto numbers = numbersOf(value);
    made.deviation = numbers.value_or(std::vector<double>());
    return numbers && std::ranges::all_of(*numbers, [](double number) { return number > 0; });
}

constexpr std::array settings {
    Setting { "crop=", setShorterSide, "the length of the shorter side, 1 to 65536" },
    Setting { "pad=", setBorder, "a level of 0 to 255" },
    Setting { "range=", setRange, "0..1 or 0..255" },
    Setting { "mean=", setMean, "numbers for the channels: 0.485/0.456/0.406" },
    Setting { "std=", setDeviation, "numbers above 0 for the channels: 0.229/0.224/0.225" },
};

template <typename Rows>
auto rowNamed(const Rows& rows, std::string_view name)
{
    const auto found = std::ranges::find(rows, name, &std::ranges::range_value_t<Rows>::name);
    return found != std::end(rows) ? &*found : nullptr;
}

bool isImageOption(std::string_view text)
{
    return rowNamed(words, text) != nullptr || rowNamed(preparations, text) != nullptr
        || std::ranges::any_of(
            settings, [&](const Setting& setting) { return text.starts_with(setting.name); });
}

Result<void> applyAll(ImagePreparation& made, std::string_view text);

Result<void> apply(ImagePreparation& made, std::string_view option)
{
    if (const auto* word = rowNamed(words, option)) {
        word->set(made);
        return {};
    }
    if (const auto* named = rowNamed(preparations, option))
        return applyAll(made, named->options);
    for (const auto& setting : settings) {
        if (!option.starts_with(setting.name))
            continue;
        const auto value = option.substr(setting.name.size());
        if (!setting.set(made, value))
            return failAs(ErrorKind::Usage, "image option ", setting.name, " is ",
                support::quote(value), ", expected ", setting.expected);
        return {};
    }
    return failAs(ErrorKind::Usage, "image option ", support::quote(option),
        " is unknown, expected ", imageOptions,
        ", or a set of them: ", support::joined(preparations, ", ", &NamedPreparation::name));
}

Result<void> applyAll(ImagePreparation& made, std::string_view text)
{
    if (text.empty())
        return {};
    for (const auto option : support::split(text, ','))
        TRY(apply(made, option));
    return {};
}

/// Returns where the options of `x.png,nchw,crop=256` begin: their comma, or the end. A file name
/// may contain commas, so options are looked for from the end. A last part that looks like one
/// (`,croop=256`) belongs to the file only if there is such a file.
std::size_t optionsOf(std::string_view text)
{
    auto end = text.size();
    while (true) {
        const auto comma = text.rfind(',', end == 0 ? 0 : end - 1);
        if (comma == std::string_view::npos
            || !isImageOption(text.substr(comma + 1, end - comma - 1)))
            break;
        end = comma;
    }
    std::error_code ignored;
    if (std::filesystem::exists(text.substr(0, end), ignored))
        return end;
    for (auto comma = text.find(','); comma < end; comma = text.find(',', comma + 1))
        if (std::filesystem::exists(text.substr(0, comma), ignored))
            return comma;
    return end;
}

Result<InputSpec> imageSpec(std::string_view text)
{
    InputSpec spec;
    spec.source = InputSpec::Source::Image;
    const auto end = optionsOf(text);
    spec.file = std::string(text.substr(0, end));
    spec.image = TRY(imagePreparationFromText(text.substr(std::min(text.size(), end + 1))));
    return spec;
}

constexpr std::string_view fixedSources[] { "random", "zeros", "ones" };
constexpr std::string_view prefixes[] { "random:", "file:", "image:" };

} // namespace

bool beginsAsInputSpec(std::string_view text)
{
    return std::ranges::find(fixedSources, text) != std::end(fixedSources)
        || std::ranges::any_of(
            prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

Result<InputSpec> inputSpecFromText(std::string_view text)
{
    using Source = InputSpec::Source;
    InputSpec spec;
    if (text == "random")
        return spec;
    if (text == "zeros" || text == "ones") {
        spec.source = text == "zeros" ? Source::Zeros : Source::Ones;
        return spec;
    }
    if (text.starts_with("file:")) {
        spec.source = Source::File;
        spec.file = std::string(text.substr(5));
        return spec;
    }
    if (text.starts_with("image:"))
        return imageSpec(text.substr(6));
    const auto dots = text.find("..");
    if (text.starts_with("random:") && dots != std::string_view::npos) {
        spec.low = support::numberFrom<double>(text.substr(7, dots - 7));
        spec.high = support::numberFrom<double>(text.substr(dots + 2));
        if (spec.low && spec.high && *spec.low <= *spec.high)
            return spec;
    }
    return failAs(ErrorKind::Usage, "input \"", text,
        "\" is not understood, expected random, random:0..100, zeros, ones, file:x.npy, file:x.pb "
        "or image:x.png,nchw");
}

std::span<const NamedPreparation> namedPreparations() { return preparations; }

Result<ImagePreparation> imagePreparationFromText(std::string_view text)
{
    ImagePreparation made;
    TRY(applyAll(made, text));
    return made;
}

std::string imagePreparationText(const ImagePreparation& preparation)
{
    std::vector<std::string> parts;
    if (preparation.order != ImageOrder::Guess)
        parts.emplace_back(preparation.order == ImageOrder::ChannelsFirst ? "nchw" : "nhwc");
    if (preparation.fit == ImageFit::Crop)
        parts.push_back(preparation.shorterSide > 0
                ? "crop=" + std::to_string(preparation.shorterSide)
                : "crop");
    if (preparation.fit == ImageFit::Pad)
        parts.push_back(
            preparation.border > 0 ? "pad=" + std::to_string(preparation.border) : "pad");
    if (preparation.filter != ImageFilter::Bilinear)
        parts.emplace_back(preparation.filter == ImageFilter::Bicubic ? "bicubic" : "linear");
    if (preparation.isBgr)
        parts.emplace_back("bgr");
    if (preparation.highest)
        parts.push_back("range=0.." + std::to_string(*preparation.highest));
    if (!preparation.mean.empty())
        parts.push_back("mean=" + numbersText(preparation.mean));
    if (!preparation.deviation.empty())
        parts.push_back("std=" + numbersText(preparation.deviation));
    return support::joined(parts, ",");
}

} // namespace engine
