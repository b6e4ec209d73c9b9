#include "engine/inputs/image_input.h"

#include "engine/kernel/element_dispatch.h"
#include "model/support/mapped_file.h"

#include <algorithm>
#include <cmath>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

bool isChannels(const model::Dimension& dimension)
{
    const auto number = dimension.value();
    return number && (*number == 1 || *number == 3);
}

/// Weights of red, green and blue in grey, by ITU-R BT.601, as image tools use them.
constexpr double greyWeights[] = { 0.299, 0.587, 0.114 };

/// A picture scaled to another size: bilinear samples at the centres of the new grid.
class ScaledPicture {
public:
    ScaledPicture(const Picture& picture, std::int64_t height, std::int64_t width)
        : m_picture(picture)
        , m_rowStep(static_cast<double>(picture.height) / static_cast<double>(height))
        , m_columnStep(static_cast<double>(picture.width) / static_cast<double>(width))
    {
    }

    double at(std::int64_t row, std::int64_t column, std::size_t channel) const
    {
        const auto y = place(row, m_rowStep, m_picture.height);
        const auto x = place(column, m_columnStep, m_picture.width);
        const auto top
            = mix(pixel(y.first, x.first, channel), pixel(y.first, x.second, channel), x.part);
        const auto bottom
            = mix(pixel(y.second, x.first, channel), pixel(y.second, x.second, channel), x.part);
        return mix(top, bottom, y.part);
    }

    double grey(std::int64_t row, std::int64_t column) const
    {
        double sum = 0;
        for (std::size_t channel = 0; channel < 3; ++channel)
            sum += greyWeights[channel] * at(row, column, channel);
        return sum;
    }

private:
    struct Place {
        std::int64_t first = 0;
        std::int64_t second = 0;
        double part = 0; ///< weight of the second, 0 to 1
    };

    static Place place(std::int64_t index, double step, std::int64_t size)
    {
        const auto centre = std::clamp(
            (static_cast<double>(index) + 0.5) * step - 0.5, 0.0, static_cast<double>(size - 1));
        const auto first = static_cast<std::int64_t>(centre);
        return { first, std::min(first + 1, size - 1), centre - static_cast<double>(first) };
    }

    static double mix(double a, double b, double part) { return a + (b - a) * part; }

    double pixel(std::int64_t row, std::int64_t column, std::size_t channel) const
    {
        return m_picture
            .pixels[static_cast<std::size_t>(row * m_picture.width + column) * 3 + channel];
    }

    const Picture& m_picture;
    double m_rowStep;
    double m_columnStep;
};

struct ImageSize {
    std::int64_t batch;
    std::int64_t channels;
    std::int64_t height;
    std::int64_t width;
};

template <typename T>
void fill(std::span<T> elements, const ScaledPicture& picture, const ImageSize& size,
    bool isChannelsFirst)
{
    // Models with integer inputs expect 0..255, all others 0..1.
    const double scale = isFloatType<T> ? 1.0 / 255 : 1;
    std::size_t next = 0;
    const auto add = [&](std::int64_t row, std::int64_t column, std::int64_t channel) {
        const auto level = size.channels == 1
            ? picture.grey(row, column)
            : picture.at(row, column, static_cast<std::size_t>(channel));
        elements[next++] = static_cast<T>(
            static_cast<float>(isFloatType<T> ? level * scale : std::round(level)));
    };
    const auto outer = isChannelsFirst ? size.channels : 1;
    const auto inner = isChannelsFirst ? 1 : size.channels;
    for (std::int64_t batch = 0; batch < size.batch; ++batch)
        for (std::int64_t plane = 0; plane < outer; ++plane)
            for (std::int64_t pixel = 0; pixel < size.height * size.width; ++pixel)
                for (std::int64_t channel = 0; channel < inner; ++channel)
                    add(pixel / size.width, pixel % size.width, isChannelsFirst ? plane : channel);
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

Result<Tensor> imageTensor(
    const Picture& picture, const TensorType& type, const ImageAxes& axes, MemoryPool& pool)
{
    const auto& dims = type.dims;
    const ImageSize size { dims.size() == 4 ? dims[0] : 1, dims[axes.channels], dims[axes.height],
        dims[axes.width] };
    if (size.channels != 1 && size.channels != 3)
        return failAs(ErrorKind::Usage, "has ", size.channels, " channels, an image gives 1 or 3");
    auto tensor = TRY(pool.allocate(type.element, type.dims));
    const ScaledPicture scaled(
        picture, std::max<std::int64_t>(1, size.height), std::max<std::int64_t>(1, size.width));
    TRY(visitElement(NumberTypes {}, type.element, [&]<typename T>() -> Result<void> {
        fill<T>(tensor.as<T>(), scaled, size, axes.channels < axes.height);
        return {};
    }));
    return tensor;
}

Result<Picture> readPicture(const std::filesystem::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    return decodePicture(mapped->bytes()).within(file.string());
}

} // namespace engine
