#include "ui/outputs/shown_mask.h"

#include "ui/format.h"
#include "ui/outputs/shown_boxes.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QColor>
#include <QPainter>

#include <algorithm>
#include <map>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;

/// A class per pixel; -1 = outside of a mask of one channel.
struct Classes {
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::vector<std::int64_t> numbers;
    QString how;
};

support::Result<Classes> classesOf(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop)
{
    const auto rank = content.dims.size();
    if (rank < 2)
        return failAs(ErrorKind::Usage, "has rank ", rank, ", a mask needs height and width");
    const bool isInteger = !model::isFloating(content.element);
    // Whole numbers are classes, also behind a batch: 1×H×W. Scores have their channels before H.
    const auto channels = isInteger || rank == 2 ? 1 : content.dims[rank - 3];
    Classes made { content.dims[rank - 2], content.dims[rank - 1], {}, {} };
    const auto pixels = static_cast<std::size_t>(made.height * made.width);
    const auto first
        = static_cast<std::uint64_t>(request.item * channels) * static_cast<std::uint64_t>(pixels);
    std::vector<double> best(pixels);
    decode(content, first, best);
    made.numbers.resize(pixels);
    if (isInteger) {
        std::ranges::transform(best, made.numbers.begin(),
            [](double number) { return static_cast<std::int64_t>(number); });
        made.how = tr("the number of each pixel is its class");
        return made;
    }
    if (channels == 1) {
        const double level = request.options.level;
        std::ranges::transform(
            best, made.numbers.begin(), [&](double number) { return number >= level ? 1 : -1; });
        made.how = tr("inside: %1 and more").arg(numberText(level));
        return made;
    }
    std::vector<double> next(pixels);
    for (std::int64_t channel = 1; channel < channels; ++channel) {
        if (stop.stop_requested())
            return support::Error("cancelled", ErrorKind::Cancelled);
        decode(content, first + static_cast<std::uint64_t>(channel) * pixels, next);
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
            if (next[pixel] <= best[pixel])
                continue;
            best[pixel] = next[pixel];
            made.numbers[pixel] = channel;
        }
    }
    made.how = tr("the best of %1 channels at each pixel").arg(integerText(channels));
    return made;
}

QImage maskImage(const Classes& classes, bool isOpaque)
{
    constexpr int opacity = 140;
    QImage image(
        static_cast<int>(classes.width), static_cast<int>(classes.height), QImage::Format_ARGB32);
    std::map<std::int64_t, QRgb> colours;
    for (std::int64_t y = 0; y < classes.height; ++y)
        for (std::int64_t x = 0; x < classes.width; ++x) {
            const auto number = classes.numbers[static_cast<std::size_t>(y * classes.width + x)];
            auto [known, isNew] = colours.try_emplace(number, 0);
            if (isNew) {
                // The first class is the background of most models: the picture shows through.
                auto colour = number > 0 ? classColour(number) : QColor(0, 0, 0);
                colour.setAlpha(isOpaque ? 255 : number > 0 ? opacity : 0);
                known->second = colour.rgba();
            }
            image.setPixel(static_cast<int>(x), static_cast<int>(y), known->second);
        }
    return image;
}

} // namespace

support::Result<ShownOutput> showMask(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop)
{
    const auto classes = TRY(classesOf(content, request, stop));
    constexpr std::int64_t longest = 4096;
    if (classes.width > longest || classes.height > longest)
        return failAs(ErrorKind::Usage, "has ", classes.width, " x ", classes.height,
            " pixels, at most ", longest, " a side are drawn");
    ShownOutput shown;
    shown.summary = classes.how;
    const auto mask = maskImage(classes, request.picture.isNull());
    if (request.picture.isNull()) {
        shown.picture = mask;
    } else {
        shown.picture = request.picture.convertToFormat(QImage::Format_RGB32);
        QPainter painter(&shown.picture);
        painter.drawImage(shown.picture.rect(), mask);
    }
    std::map<std::int64_t, std::int64_t> counts;
    for (const auto number : classes.numbers)
        ++counts[number];
    for (const auto& [number, count] : counts)
        shown.rows.push_back({ number,
            request.words != nullptr ? plain(request.words->word(number), 200) : QString(),
            static_cast<double>(count) / static_cast<double>(classes.numbers.size()), {} });
    std::ranges::stable_sort(shown.rows, std::ranges::greater(), &ShownRow::score);
    if (shown.rows.size() > mostRows) {
        shown.omitted = std::ssize(shown.rows) - static_cast<std::int64_t>(mostRows);
        shown.rows.resize(mostRows);
    }
    return shown;
}

} // namespace ui
