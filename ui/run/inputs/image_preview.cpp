#include "ui/run/inputs/image_preview.h"

#include "engine/inputs/image_input.h"
#include "engine/kernel/element_dispatch.h"
#include "ui/format.h"
#include "ui/translation/text.h"

#include <algorithm>

namespace ui {

namespace {

engine::TensorType typeFor(const engine::Picture& picture, const engine::InputSpec& spec,
    const model::ValueType& declared, const model::Binding& dims, const engine::ImageAxes& axes)
{
    const auto natural = engine::naturalSize(picture, spec.image);
    engine::TensorType type { declared.element, {} };
    for (std::size_t axis = 0; axis < declared.shape->size(); ++axis) {
        const auto otherwise = axis == axes.height ? natural.height
            : axis == axes.width                   ? natural.width
                                                   : 1;
        type.dims.push_back((*declared.shape)[axis].bound(dims).value().value_or(otherwise));
    }
    return type;
}

QImage imageOf(const engine::Levels& levels)
{
    QImage image(
        static_cast<int>(levels.width), static_cast<int>(levels.height), QImage::Format_RGB32);
    for (std::int64_t row = 0; row < levels.height; ++row)
        for (std::int64_t column = 0; column < levels.width; ++column) {
            const auto level = [&](std::int64_t channel) {
                return static_cast<int>(
                    levels.at(row, column, std::min(channel, levels.channels - 1)));
            };
            image.setPixel(static_cast<int>(column), static_cast<int>(row),
                qRgb(level(0), level(1), level(2)));
        }
    return image;
}

template <typename T>
double numberOf(T number)
{
    if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(number);
    else
        return static_cast<double>(static_cast<float>(number)); // of the half types
}

QString numbersText(const engine::Tensor& tensor)
{
    double low = 0;
    double high = 0;
    double sum = 0;
    const auto visited
        = engine::visitElement(engine::NumberTypes {}, tensor.element(), [&]<typename T>() {
              const auto numbers = tensor.as<T>();
              low = high = numberOf(numbers.front());
              for (const auto number : numbers) {
                  low = std::min(low, numberOf(number));
                  high = std::max(high, numberOf(number));
                  sum += numberOf(number);
              }
          });
    if (!visited)
        return {};
    return tr("%1 … %2, mean %3")
        .arg(numberText(low), numberText(high),
            numberText(sum / static_cast<double>(tensor.type.count())));
}

} // namespace

support::Result<ImagePreview> previewImage(
    const engine::InputSpec& spec, const model::ValueType& type, const model::Binding& dims)
{
    if (!type.isTensor() || !type.shape)
        return support::failAs(support::ErrorKind::Usage, "is ", model::typeText(type),
            ", an image needs a tensor with a shape");
    const auto axes = TRY(engine::imageAxes(*type.shape, spec.image.order));
    const auto picture = TRY(engine::readPicture(spec.file));
    const auto fed = typeFor(picture, spec, type, dims, axes);
    const auto pool = engine::MemoryPool::create();
    const auto tensor = TRY(engine::imageTensor(picture, spec.image, fed, axes, *pool));
    if (tensor.type.count() == 0)
        return support::failAs(support::ErrorKind::Usage, "has no elements");
    const engine::PictureSize size { fed.dims[axes.height], fed.dims[axes.width] };
    const auto levels
        = TRY(engine::preparePicture(picture, spec.image, size, fed.dims[axes.channels]));
    return ImagePreview { imageOf(levels),
        tr("%1 × %2 → %3 × %4")
            .arg(picture.width)
            .arg(picture.height)
            .arg(size.width)
            .arg(size.height),
        numbersText(tensor) };
}

} // namespace ui
