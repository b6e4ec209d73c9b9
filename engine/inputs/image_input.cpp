#include "engine/inputs/image_input.h"

#include "engine/kernel/element_dispatch.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

constexpr int highestLevel = 255;

bool isChannels(const model::Dimension& dimension)
{
    const auto number = dimension.value();
    return number && (*number == 1 || *number == 3);
}

/// Grey as Pillow computes it: ITU-R BT.601 in 16 binary places, rounded.
float grey(const std::uint8_t* pixel)
{
    constexpr std::array<std::uint32_t, 3> weights { 19595, 38470, 7471 };
    std::uint32_t sum = 0x8000;
    for (std::size_t channel = 0; channel < weights.size(); ++channel)
        sum += weights[channel] * pixel[channel];
    return static_cast<float>(sum >> 16);
}

Levels levelsOf(const Picture& picture, std::int64_t channels, bool isBgr)
{
    Levels levels { picture.width, picture.height, channels, {} };
    const auto pixels = static_cast<std::size_t>(picture.width * picture.height);
    levels.values.reserve(pixels * static_cast<std::size_t>(channels));
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto* pixel = picture.pixels.data() + 3 * i;
        if (channels == 1)
            levels.values.push_back(grey(pixel));
        for (std::size_t channel = 0; channels == 3 && channel < 3; ++channel)
            levels.values.push_back(pixel[isBgr ? 2 - channel : channel]);
    }
    return levels;
}

std::int64_t rounded(double size)
{
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::nearbyint(size)));
}

PictureSize times(const Picture& picture, double factor)
{
    return { rounded(static_cast<double>(picture.height) * factor),
        rounded(static_cast<double>(picture.width) * factor) };
}

/// Returns the size whose shorter side has this length; the other is rounded down, as torchvision
/// does.
PictureSize withShorterSide(const Picture& picture, std::int64_t side)
{
    const auto longer = [&](std::int64_t length, std::int64_t shorter) {
        return static_cast<std::int64_t>(
            static_cast<double>(side) * static_cast<double>(length) / static_cast<double>(shorter));
    };
    if (picture.width <= picture.height)
        return { longer(picture.height, picture.width), side };
    return { side, longer(picture.width, picture.height) };
}

/// Cuts the middle out. Half a pixel is rounded to even, as torchvision does.
Result<Levels> cut(const Levels& source, const PictureSize& size)
{
    if (source.width < size.width || source.height < size.height)
        return failAs(ErrorKind::Usage, "takes ", size.width, " x ", size.height,
            " pixels, the picture has ", source.width, " x ", source.height,
            " before it is cut: a larger crop=N scales it to more");
    const auto middle = [](std::int64_t whole, std::int64_t part) {
        return static_cast<std::int64_t>(std::nearbyint(static_cast<double>(whole - part) / 2));
    };
    const auto top = middle(source.height, size.height);
    const auto left = middle(source.width, size.width);
    Levels made { size.width, size.height, source.channels, {} };
    const auto row = size.width * source.channels;
    for (std::int64_t y = 0; y < size.height; ++y) {
        const auto* first
            = source.values.data() + ((y + top) * source.width + left) * source.channels;
        made.values.insert(made.values.end(), first, first + row);
    }
    return made;
}

Levels withBorder(const Levels& source, const PictureSize& size, int border)
{
    Levels made { size.width, size.height, source.channels, {} };
    made.values.assign(static_cast<std::size_t>(size.width * size.height * source.channels),
        static_cast<float>(border));
    const auto top = (size.height - source.height) / 2;
    const auto left = (size.width - source.width) / 2;
    const auto row = source.width * source.channels;
    for (std::int64_t y = 0; y < source.height; ++y)
        std::copy_n(source.values.data() + y * row, row,
            made.values.data() + ((y + top) * size.width + left) * source.channels);
    return made;
}

/// What becomes of levels in one channel, computed in T as numpy does.
template <typename T>
struct Channel {
    T divisor = 1;
    T mean = 0;
    T deviation = 1;
    T operator()(float level) const { return (static_cast<T>(level) / divisor - mean) / deviation; }
};

/// The number for a channel: of one number for all, or of one per channel.
double numberFor(const std::vector<double>& numbers, std::int64_t channel, double without)
{
    if (numbers.empty())
        return without;
    return numbers.size() == 1 ? numbers.front() : numbers[static_cast<std::size_t>(channel)];
}

Result<void> checkCount(
    std::string_view option, const std::vector<double>& numbers, std::int64_t channels)
{
    if (numbers.size() > 1 && std::ssize(numbers) != channels)
        return failAs(ErrorKind::Usage, "has ", channels,
            channels == 1 ? " channel, " : " channels, ", option, " has ", numbers.size(),
            " numbers");
    return {};
}

/// Fails if levels of 0 to 255 become numbers that the integer type T does not have.
template <typename T, typename Compute>
Result<void> checkRange(const Channel<Compute>& channel, ElementType element)
{
    const auto low = std::nearbyint(static_cast<double>(channel(0)));
    const auto high = std::nearbyint(static_cast<double>(channel(highestLevel)));
    if (low >= static_cast<double>(std::numeric_limits<T>::min())
        && high <= static_cast<double>(std::numeric_limits<T>::max()))
        return {};
    return failAs(ErrorKind::Usage, "is ", model::name(element),
        ", which cannot hold the levels: they become ", support::shortestText(low), " to ",
        support::shortestText(high), "; mean and std change that, for example mean=128");
}

template <typename T>
Result<void> fill(std::span<T> elements, ElementType element, const Levels& levels,
    const ImagePreparation& preparation, bool isChannelsFirst)
{
    using Compute = std::conditional_t<std::is_same_v<T, double>, double, float>;
    std::vector<Channel<Compute>> channels;
    for (std::int64_t channel = 0; channel < levels.channels; ++channel) {
        const int highest = preparation.highest.value_or(isFloatType<T> ? 1 : highestLevel);
        channels.push_back({ static_cast<Compute>(highestLevel / highest),
            static_cast<Compute>(numberFor(preparation.mean, channel, 0)),
            static_cast<Compute>(numberFor(preparation.deviation, channel, 1)) });
        if constexpr (!isFloatType<T>)
            TRY(checkRange<T>(channels.back(), element));
    }
    std::size_t next = 0;
    const auto outer = isChannelsFirst ? levels.channels : 1;
    const auto inner = isChannelsFirst ? 1 : levels.channels;
    for (std::int64_t plane = 0; plane < outer; ++plane)
        for (std::int64_t pixel = 0; pixel < levels.height * levels.width; ++pixel)
            for (std::int64_t last = 0; last < inner; ++last) {
                const auto channel = static_cast<std::size_t>(plane + last);
                const auto at = static_cast<std::size_t>(pixel * levels.channels) + channel;
                const auto number = channels[channel](levels.values[at]);
                elements[next++] = static_cast<T>(isFloatType<T> ? number : std::nearbyint(number));
            }
    return {};
}

} // namespace

Result<ImageAxes> imageAxes(const model::Shape& declared, ImageOrder order)
{
    if (declared.size() != 3 && declared.size() != 4)
        return failAs(ErrorKind::Usage, "has the shape ", model::shapeText(declared),
            ", an image needs rank 3 or 4");
    const auto first = declared.size() - 3;
    const ImageAxes channelsFirst { first, first + 1, first + 2 };
    const ImageAxes channelsLast { first + 2, first, first + 1 };
    if (order != ImageOrder::Guess)
        return order == ImageOrder::ChannelsFirst ? channelsFirst : channelsLast;
    if (isChannels(declared[first]))
        return channelsFirst;
    if (isChannels(declared[first + 2]))
        return channelsLast;
    return failAs(ErrorKind::Usage, "has the shape ", model::shapeText(declared),
        ": give the channel order: image:FILE,nchw or image:FILE,nhwc");
}

PictureSize naturalSize(const Picture& picture, const ImagePreparation& preparation)
{
    if (preparation.fit == ImageFit::Crop && preparation.shorterSide > 0)
        return withShorterSide(picture, preparation.shorterSide);
    return { picture.height, picture.width };
}

Result<Levels> preparePicture(const Picture& picture, const ImagePreparation& preparation,
    const PictureSize& size, std::int64_t channels)
{
    const auto whole = levelsOf(picture, channels, preparation.isBgr);
    const auto scaledTo = [&](const PictureSize& target) {
        return scaled(whole, target.width, target.height, preparation.filter);
    };
    const double byHeight = static_cast<double>(size.height) / static_cast<double>(picture.height);
    const double byWidth = static_cast<double>(size.width) / static_cast<double>(picture.width);
    switch (preparation.fit) {
    case ImageFit::Stretch:
        break;
    case ImageFit::Crop: {
        if (preparation.shorterSide > 0)
            return cut(scaledTo(withShorterSide(picture, preparation.shorterSide)), size);
        auto target = times(picture, std::max(byHeight, byWidth));
        target.height = std::max(target.height, size.height);
        target.width = std::max(target.width, size.width);
        return cut(scaledTo(target), size);
    }
    case ImageFit::Pad: {
        auto target = times(picture, std::min(byHeight, byWidth));
        target.height = std::min(target.height, size.height);
        target.width = std::min(target.width, size.width);
        return withBorder(scaledTo(target), size, preparation.border);
    }
    }
    return scaledTo(size);
}

Result<Tensor> imageTensor(const Picture& picture, const ImagePreparation& preparation,
    const TensorType& type, const ImageAxes& axes, MemoryPool& pool)
{
    const auto& dims = type.dims;
    const auto channels = dims[axes.channels];
    if (channels != 1 && channels != 3)
        return failAs(ErrorKind::Usage, "has ", channels, " channels, an image gives 1 or 3");
    TRY(checkCount("mean", preparation.mean, channels));
    TRY(checkCount("std", preparation.deviation, channels));
    auto tensor = TRY(pool.allocate(type.element, type.dims));
    if (elementCount(dims) == 0)
        return tensor;
    const auto levels = TRY(
        preparePicture(picture, preparation, { dims[axes.height], dims[axes.width] }, channels));
    TRY(visitElement(NumberTypes {}, type.element, [&]<typename T>() -> Result<void> {
        const auto elements = tensor.as<T>();
        const auto one = levels.values.size();
        auto filled = fill<T>(
            elements.first(one), type.element, levels, preparation, axes.channels < axes.height);
        for (auto next = one; filled && next < elements.size(); next += one)
            std::copy_n(elements.begin(), one, elements.subspan(next).begin());
        return filled;
    }));
    return tensor;
}

Result<Picture> readPicture(const std::filesystem::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    return decodePicture(mapped->bytes()).within(file.string());
}

} // namespace engine
