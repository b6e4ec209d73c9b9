#include "engine/inputs/picture_scaling.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine {

namespace {

/// A window over the source pixels around the centre of a new one.
struct Window {
    double reach; ///< pixels to each side, if the picture does not become smaller
    double (*weight)(double distance);
};

double triangle(double distance) { return std::max(0.0, 1.0 - std::abs(distance)); }

/// Keys' cubic convolution with a = -0.5.
double cubic(double distance)
{
    constexpr double a = -0.5;
    const double x = std::abs(distance);
    if (x < 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

/// The source pixels of one new row or column, with their weights.
struct Taps {
    std::int64_t first = 0;
    std::vector<std::int32_t> weights; ///< times 2^places
};

constexpr int places = 22;

/// A picture that becomes smaller gets a window that is wider by the same factor, so that every
/// source pixel counts.
std::vector<Taps> tapsFor(std::int64_t source, std::int64_t target, const Window& window)
{
    const double step = static_cast<double>(source) / static_cast<double>(target);
    const double stretch = std::max(step, 1.0);
    const double reach = window.reach * stretch;
    std::vector<Taps> all(static_cast<std::size_t>(target));
    std::vector<double> weights;
    for (std::int64_t i = 0; i < target; ++i) {
        const double centre = (static_cast<double>(i) + 0.5) * step;
        const auto first
            = std::max<std::int64_t>(0, static_cast<std::int64_t>(centre - reach + 0.5));
        const auto end = std::min(source, static_cast<std::int64_t>(centre + reach + 0.5));
        weights.clear();
        double sum = 0;
        for (auto pixel = first; pixel < end; ++pixel) {
            weights.push_back(
                window.weight((static_cast<double>(pixel) - centre + 0.5) * (1 / stretch)));
            sum += weights.back();
        }
        auto& taps = all[static_cast<std::size_t>(i)];
        taps.first = first;
        for (const auto weight : weights) {
            const double share = sum != 0 ? weight / sum : weight;
            taps.weights.push_back(
                static_cast<std::int32_t>(share * (1 << places) + (share < 0 ? -0.5 : 0.5)));
        }
    }
    return all;
}

/// Calls `level(place)` for the source levels of a new one, and returns their weighted sum, rounded
/// and within 0 to 255.
template <typename Level>
float mixed(const Taps& taps, Level level)
{
    std::int64_t sum = std::int64_t(1) << (places - 1);
    auto place = taps.first;
    for (const auto weight : taps.weights)
        sum += weight * static_cast<std::int64_t>(level(place++));
    return static_cast<float>(std::clamp<std::int64_t>(sum >> places, 0, 255));
}

Levels emptyLevels(std::int64_t width, std::int64_t height, std::int64_t channels)
{
    Levels made { width, height, channels, {} };
    made.values.resize(static_cast<std::size_t>(width * height * channels));
    return made;
}

Levels withWidth(const Levels& source, std::int64_t width, const Window& window)
{
    auto made = emptyLevels(width, source.height, source.channels);
    const auto taps = tapsFor(source.width, width, window);
    for (std::int64_t row = 0; row < made.height; ++row)
        for (std::int64_t column = 0; column < width; ++column)
            for (std::int64_t channel = 0; channel < made.channels; ++channel)
                made.at(row, column, channel) = mixed(taps[static_cast<std::size_t>(column)],
                    [&](std::int64_t place) { return source.at(row, place, channel); });
    return made;
}

Levels withHeight(const Levels& source, std::int64_t height, const Window& window)
{
    auto made = emptyLevels(source.width, height, source.channels);
    const auto taps = tapsFor(source.height, height, window);
    for (std::int64_t row = 0; row < height; ++row)
        for (std::int64_t column = 0; column < made.width; ++column)
            for (std::int64_t channel = 0; channel < made.channels; ++channel)
                made.at(row, column, channel) = mixed(taps[static_cast<std::size_t>(row)],
                    [&](std::int64_t place) { return source.at(place, column, channel); });
    return made;
}

/// Two neighbours of a new row or column.
struct Neighbours {
    std::int64_t first = 0;
    std::int64_t second = 0;
    double part = 0; ///< weight of the second, 0 to 1
};

Neighbours neighbours(std::int64_t index, double step, std::int64_t size)
{
    const auto centre = std::clamp(
        (static_cast<double>(index) + 0.5) * step - 0.5, 0.0, static_cast<double>(size - 1));
    const auto first = static_cast<std::int64_t>(centre);
    return { first, std::min(first + 1, size - 1), centre - static_cast<double>(first) };
}

double mix(double a, double b, double part) { return a + (b - a) * part; }

Levels sampled(const Levels& source, std::int64_t width, std::int64_t height)
{
    auto made = emptyLevels(width, height, source.channels);
    const double rowStep = static_cast<double>(source.height) / static_cast<double>(height);
    const double columnStep = static_cast<double>(source.width) / static_cast<double>(width);
    for (std::int64_t row = 0; row < height; ++row) {
        const auto y = neighbours(row, rowStep, source.height);
        for (std::int64_t column = 0; column < width; ++column) {
            const auto x = neighbours(column, columnStep, source.width);
            for (std::int64_t channel = 0; channel < made.channels; ++channel)
                made.at(row, column, channel)
                    = static_cast<float>(mix(mix(source.at(y.first, x.first, channel),
                                                 source.at(y.first, x.second, channel), x.part),
                        mix(source.at(y.second, x.first, channel),
                            source.at(y.second, x.second, channel), x.part),
                        y.part));
        }
    }
    return made;
}

} // namespace

Levels scaled(const Levels& source, std::int64_t width, std::int64_t height, ImageFilter filter)
{
    if (filter == ImageFilter::Linear)
        return sampled(source, width, height);
    const Window window
        = filter == ImageFilter::Bicubic ? Window { 2, cubic } : Window { 1, triangle };
    auto made = width != source.width ? withWidth(source, width, window) : source;
    return height != source.height ? withHeight(made, height, window) : made;
}

} // namespace engine
