#include "ui/outputs/shown_output.h"

#include "model/support/text.h"
#include "ui/format.h"
#include "ui/outputs/shown_boxes.h"
#include "ui/outputs/shown_mask.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;

std::string typeOf(const model::TensorElements& content)
{
    return model::typeText(model::ValueType::tensor(content.element, model::shapeOf(content.dims)));
}

/// The numbers of one item, whose last `rank` dimensions belong together.
std::vector<double> itemOf(
    const model::TensorElements& content, std::size_t rank, std::int64_t item)
{
    std::uint64_t count = 1;
    for (std::size_t i = content.dims.size() - std::min(rank, content.dims.size());
         i < content.dims.size(); ++i)
        count *= static_cast<std::uint64_t>(content.dims[i]);
    std::vector<double> numbers(count);
    decode(content, static_cast<std::uint64_t>(item) * count, numbers);
    return numbers;
}

bool areProbabilities(const std::vector<double>& numbers)
{
    constexpr double tolerance = 0.02;
    const bool areShares
        = std::ranges::all_of(numbers, [](double number) { return number >= 0 && number <= 1; });
    return areShares
        && std::abs(std::accumulate(numbers.begin(), numbers.end(), 0.0) - 1) < tolerance;
}

void softmax(std::vector<double>& numbers)
{
    const double largest = *std::ranges::max_element(numbers);
    double sum = 0;
    for (auto& number : numbers)
        sum += number = std::exp(number - largest);
    for (auto& number : numbers)
        number /= sum;
}

QString labelOf(const ShowRequest& request, std::int64_t number)
{
    return request.words == nullptr ? QString() : plain(request.words->word(number), 200);
}

support::Result<ShownOutput> showClasses(
    const model::TensorElements& content, const ShowRequest& request)
{
    auto numbers = itemOf(content, 1, request.item);
    const auto notFinite
        = std::ranges::count_if(numbers, [](double number) { return !std::isfinite(number); });
    if (notFinite > 0)
        return failAs(
            ErrorKind::Usage, notFinite, " of ", numbers.size(), " scores are NaN or infinite");
    const bool isLogits = request.options.scores == ShownOptions::Scores::Logits
        || (request.options.scores == ShownOptions::Scores::ByTheNumbers
            && !areProbabilities(numbers));
    if (isLogits)
        softmax(numbers);
    ShownOutput shown;
    shown.summary = (isLogits ? tr("softmax of %1 scores") : tr("%1 scores as they are"))
                        .arg(integerText(std::ssize(numbers)));
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto count = std::min(order.size(), mostRows);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
        order.end(), [&](std::size_t a, std::size_t b) {
            return numbers[a] != numbers[b] ? numbers[a] > numbers[b] : a < b;
        });
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<std::int64_t>(order[i]);
        shown.rows.push_back({ number, labelOf(request, number), numbers[order[i]], {} });
    }
    shown.omitted = std::ssize(order) - static_cast<std::int64_t>(count);
    return shown;
}

/// Numbers of tokens, or the token with the best score at each place.
support::Result<ShownOutput> showTokens(
    const model::TensorElements& content, const ShowRequest& request)
{
    const bool areIds = content.element == model::ElementType::Int64
        || content.element == model::ElementType::Int32;
    if (!areIds && content.dims.size() < 2)
        return failAs(ErrorKind::Usage, "is ", typeOf(content),
            ": tokens are int64 or int32, or a row of scores for each place");
    const auto numbers = itemOf(content, areIds ? 1 : 2, request.item);
    std::vector<std::int64_t> ids;
    const auto step = areIds ? 1 : static_cast<std::size_t>(content.dims.back());
    for (std::size_t at = 0; step > 0 && at + step <= numbers.size(); at += step) {
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(at);
        ids.push_back(areIds
                ? static_cast<std::int64_t>(*first)
                : std::max_element(first, first + static_cast<std::ptrdiff_t>(step)) - first);
    }
    ShownOutput shown;
    shown.summary = areIds ? tr("%1 tokens").arg(integerText(std::ssize(ids)))
                           : tr("the token with the best score at each of %1 places")
                                 .arg(integerText(std::ssize(ids)));
    shown.text = request.words != nullptr ? plainLines(request.words->text(ids), 1'000'000)
                                          : QString::fromStdString(support::joined(ids, " ",
                                              [](std::int64_t id) { return std::to_string(id); }));
    return shown;
}

support::Result<ShownOutput> showWave(
    const model::TensorElements& content, const ShowRequest& request)
{
    constexpr std::size_t parts = 2000;
    const auto numbers = itemOf(content, 1, request.item);
    ShownOutput shown;
    auto& wave = shown.wave;
    wave.samples = std::ssize(numbers);
    const auto count = std::min(parts, numbers.size());
    for (std::size_t part = 0; part < count; ++part) {
        const auto first
            = numbers.begin() + static_cast<std::ptrdiff_t>(part * numbers.size() / count);
        const auto end
            = numbers.begin() + static_cast<std::ptrdiff_t>((part + 1) * numbers.size() / count);
        const auto [low, high] = std::minmax_element(first, end);
        wave.low.push_back(static_cast<float>(*low));
        wave.high.push_back(static_cast<float>(*high));
        wave.largest = std::max({ wave.largest, std::abs(*low), std::abs(*high) });
    }
    const double rate = request.options.sampleRate;
    shown.summary = rate > 0
        ? tr("%1 samples, %2 at %3 Hz, largest %4")
              .arg(integerText(wave.samples),
                  durationText(1e9 * static_cast<double>(wave.samples) / rate), numberText(rate, 6),
                  numberText(wave.largest))
        : tr("%1 samples, largest %2").arg(integerText(wave.samples), numberText(wave.largest));
    return shown;
}

/// The number of trailing dimensions that belong to one item.
std::size_t itemRank(ShownAs as, model::ElementType element)
{
    switch (as) {
    case ShownAs::Boxes:
        return 2;
    case ShownAs::Mask:
        return model::isFloating(element) ? 3 : 2; // whole numbers are classes, without channels
    case ShownAs::Tokens:
        return model::isFloating(element) ? 2 : 1;
    case ShownAs::Classes:
    case ShownAs::Wave:
    case ShownAs::Numbers:
        break;
    }
    return 1;
}

} // namespace

std::int64_t itemCount(
    ShownAs as, model::ElementType element, const std::vector<std::int64_t>& dims)
{
    const auto inner = itemRank(as, element);
    std::int64_t count = 1;
    for (std::size_t i = 0; i + inner < dims.size(); ++i)
        count *= dims[i];
    return count;
}

support::Result<ShownOutput> showOutput(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop)
{
    constexpr std::uint64_t mostElements = std::uint64_t(1) << 27;
    if (content.isText() || content.count == 0)
        return failAs(ErrorKind::Usage, "is ", typeOf(content), ", which has no numbers to show");
    if (content.count > mostElements)
        return failAs(ErrorKind::Usage, "has ", content.count, " elements, at most ", mostElements,
            " are shown so");
    switch (request.options.as) {
    case ShownAs::Classes:
        return showClasses(content, request);
    case ShownAs::Tokens:
        return showTokens(content, request);
    case ShownAs::Wave:
        return showWave(content, request);
    case ShownAs::Boxes:
        return showBoxes(content, request, stop);
    case ShownAs::Mask:
        return showMask(content, request, stop);
    case ShownAs::Numbers:
        break;
    }
    return ShownOutput {};
}

} // namespace ui
