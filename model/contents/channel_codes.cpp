#include "model/contents/channel_codes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace model {

using support::Result;

namespace {

/// Counts the codes of one channel.
class CodeCounter {
public:
    CodeCounter(int low, int high)
        : m_low(low)
        , m_high(high)
        , m_counts(static_cast<std::size_t>(high - low) + 1)
    {
    }

    /// Rounds a number to its code, and counts it.
    double add(double number, const CodeScale& scale)
    {
        const auto place
            = scale.scale != 0 ? number / scale.scale + scale.zeroPoint : scale.zeroPoint;
        const auto code = std::clamp<double>(
            std::nearbyint(std::isnan(place) ? scale.zeroPoint : place), m_low, m_high);
        m_saturated += std::abs(place - code) > 0.5 + 1e-6 ? 1 : 0;
        count(static_cast<int>(code));
        return scale.scale * (code - scale.zeroPoint);
    }
    void addError(double coded, double number)
    {
        if (!std::isfinite(number))
            return;
        m_differences += (coded - number) * (coded - number);
        m_squares += number * number;
    }
    void addCode(int code)
    {
        count(code);
        m_saturated += code <= m_low || code >= m_high ? 1 : 0;
    }
    void addScale(const CodeScale& scale)
    {
        auto& r = m_result;
        const auto size = std::abs(scale.scale);
        r.lowestScale = m_hasScale ? std::min(r.lowestScale, size) : size;
        r.highestScale = std::max(r.highestScale, size);
        r.lowestZero = m_hasScale ? std::min(r.lowestZero, scale.zeroPoint) : scale.zeroPoint;
        r.highestZero = m_hasScale ? std::max(r.highestZero, scale.zeroPoint) : scale.zeroPoint;
        m_hasScale = true;
    }
    void addSaturated() { ++m_saturated; }
    void count(int code)
    {
        ++m_counts[static_cast<std::size_t>(std::clamp(code, m_low, m_high) - m_low)];
    }

    double differences() const { return m_differences; }
    double squares() const { return m_squares; }
    const std::vector<std::uint64_t>& counts() const { return m_counts; }

    ChannelCodes result(const ChannelStatistics& numbers, bool hasError) const
    {
        auto result = m_result;
        result.numbers = numbers;
        result.saturated = m_saturated;
        result.codesUsed = static_cast<std::uint32_t>(
            std::ranges::count_if(m_counts, [](auto count) { return count > 0; }));
        result.bitsUsed = bitsUsed(result.lowestZero);
        if (hasError)
            result.error = m_squares > 0 ? std::sqrt(m_differences / m_squares) : 0;
        return result;
    }

private:
    /// Leaves out the numbers that are farthest from the zero point, then measures the range.
    double bitsUsed(double zero) const
    {
        const auto total = std::accumulate(m_counts.begin(), m_counts.end(), std::uint64_t(0));
        auto dropped = std::max<std::uint64_t>(1, total / 500);
        if (total <= dropped)
            return 0;
        std::ptrdiff_t low = 0;
        auto high = static_cast<std::ptrdiff_t>(m_counts.size()) - 1;
        while (low < high) {
            const auto below = std::abs(static_cast<double>(low + m_low) - zero);
            const auto above = std::abs(static_cast<double>(high + m_low) - zero);
            const auto count = m_counts[static_cast<std::size_t>(above >= below ? high : low)];
            if (count > dropped)
                break;
            dropped -= count;
            above >= below ? --high : ++low;
        }
        // A code with many numbers ends one side; the other one may still have empty codes.
        while (low < high && m_counts[static_cast<std::size_t>(low)] == 0)
            ++low;
        while (low < high && m_counts[static_cast<std::size_t>(high)] == 0)
            --high;
        return std::log2(static_cast<double>(high - low + 1));
    }

    int m_low;
    int m_high;
    std::vector<std::uint64_t> m_counts;
    ChannelCodes m_result;
    std::uint64_t m_saturated = 0;
    double m_differences = 0;
    double m_squares = 0;
    bool m_hasScale = false;
};

/// Codes of 4 bits lie two in a byte, the lower half first.
int codeAt(const std::vector<std::byte>& codes, std::size_t index, int bits)
{
    const auto byte = std::to_integer<int>(codes[bits == 8 ? index : index / 2]);
    return bits == 8 ? byte : index % 2 == 0 ? byte & 15 : byte >> 4;
}

/// Codes a part of a channel in blocks. Parts of a long channel begin at a multiple of every block
/// size.
void addBlocks(
    CodeCounter& counter, std::span<const double> numbers, const edit::BlockFormat& format)
{
    std::vector<float> row(numbers.size());
    std::ranges::transform(numbers, row.begin(),
        [](double number) { return std::isfinite(number) ? static_cast<float>(number) : 0.0F; });
    const auto coded = edit::encodeBlocks(row, static_cast<std::int64_t>(row.size()), format);
    const auto block = static_cast<std::size_t>(format.block);
    const auto top = (1 << format.bits) - 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const auto at = i / block;
        const CodeScale scale { coded.scales[at],
            static_cast<double>(coded.zeroPoints.empty()
                    ? 1 << (format.bits - 1)
                    : codeAt(coded.zeroPoints, at, format.bits)) };
        if (i % block == 0)
            counter.addScale(scale);
        const auto code = codeAt(coded.codes, i, format.bits);
        const auto meant = scale.scale * (code - scale.zeroPoint);
        counter.count(code);
        counter.addError(meant, numbers[i]);
        // With 4 bits, the scale is the one with the smallest error, which may cut numbers off.
        if (format.bits > 4 && (code == 0 || code == top)
            && std::abs(meant - numbers[i]) > std::abs(scale.scale) * 0.5001)
            counter.addSaturated();
    }
}

CodeScale scaleFor(const ChannelStatistics& range, CodeChoice::Codes codes)
{
    const auto made = codes == CodeChoice::Codes::Unsigned
        ? edit::unsignedCode(range.smallest, range.largest)
        : edit::signedCode(range.smallest, range.largest);
    return { made.scale, static_cast<double>(made.zeroPoint) };
}

ChannelStatistics rangeOf(const std::vector<ChannelStatistics>& channels)
{
    ChannelStatistics range;
    for (const auto& channel : channels) {
        range.smallest = std::min(range.smallest, channel.smallest);
        range.largest = std::max(range.largest, channel.largest);
    }
    return range;
}

/// Sums over the channels.
class TensorSum {
public:
    void add(const CodeCounter& counter)
    {
        m_differences += counter.differences();
        m_squares += counter.squares();
    }
    void finish(CodedTensor& tensor, bool hasError) const
    {
        for (const auto& channel : tensor.channels) {
            tensor.saturated += channel.saturated;
            tensor.total += channel.total();
        }
        if (hasError)
            tensor.error = m_squares > 0 ? std::sqrt(m_differences / m_squares) : 0;
    }

private:
    double m_differences = 0;
    double m_squares = 0;
};

support::Error stoppedError() { return support::Error("cancelled", support::ErrorKind::Cancelled); }

} // namespace

bool CodeChoice::operator==(const CodeChoice& other) const
{
    const auto key = [](const CodeChoice& choice) {
        return std::tuple(choice.scales, choice.codes, choice.format.bits, choice.format.block,
            choice.format.zeroPoints);
    };
    return key(*this) == key(other);
}

double ChannelCodes::saturatedShare() const
{
    return total() > 0 ? static_cast<double>(saturated) / static_cast<double>(total()) : 0;
}

ChannelFinding CodedTensor::findingOf(std::size_t channel) const
{
    const auto& found = channels[channel];
    const auto& numbers = found.numbers;
    if (numbers.nans + numbers.infinities > 0)
        return ChannelFinding::NotFinite;
    if (numbers.smallest == 0 && numbers.largest == 0)
        return ChannelFinding::Zero;
    if (found.saturatedShare() > (isFromCodes ? 0.01 : 0.001) && found.saturated > 1)
        return ChannelFinding::Saturated;
    // A channel of few numbers has no typical range.
    constexpr std::uint64_t enough = 16;
    const bool isOneFar
        = numbers.secondLargestMagnitude * std::sqrt(2.0) < numbers.largestMagnitude();
    if (found.total() >= enough && isOneFar && found.bitsUsed < bits - 0.5)
        return ChannelFinding::Outlier;
    if (found.total() >= enough && found.bitsUsed < bits - 2)
        return ChannelFinding::WideScale;
    return ChannelFinding::None;
}

std::vector<std::size_t> CodedTensor::worstFirst() const
{
    std::vector<std::size_t> order(channels.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto rank = [&](std::size_t channel) {
        const auto& codes = channels[channel];
        return std::pair(findingOf(channel) != ChannelFinding::None,
            codes.error ? *codes.error : bits - codes.bitsUsed);
    };
    std::ranges::stable_sort(order, std::greater<>(), rank);
    return order;
}

Result<CodedTensor> codeChannels(const TensorElements& content, const ChannelView& view,
    const std::vector<ChannelStatistics>& statistics, const CodeChoice& choice,
    std::stop_token stop, const support::Progress& progress)
{
    using Scales = CodeChoice::Scales;
    CodedTensor coded;
    const bool isUnsigned
        = choice.scales == Scales::Blocks || choice.codes == CodeChoice::Codes::Unsigned;
    coded.bits = choice.scales == Scales::Blocks ? choice.format.bits : 8;
    coded.low = isUnsigned ? 0 : -127;
    coded.high = isUnsigned ? (1 << coded.bits) - 1 : 127;
    coded.channels.resize(statistics.size());
    const auto whole = rangeOf(statistics);
    TensorSum sum;
    std::optional<CodeCounter> counter;
    CodeScale scale;
    const auto take = [&](const ChannelPart& part) {
        const auto& range = statistics[part.channel];
        if (!counter) {
            counter.emplace(coded.low, coded.high);
            scale = scaleFor(choice.scales == Scales::Tensor ? whole : range, choice.codes);
            if (choice.scales != Scales::Blocks)
                counter->addScale(scale);
        }
        if (choice.scales == Scales::Blocks)
            addBlocks(*counter, part.numbers, choice.format);
        else
            for (const auto number : part.numbers)
                counter->addError(counter->add(number, scale), number);
        if (!part.isLast)
            return;
        coded.channels[part.channel] = counter->result(range, true);
        sum.add(*counter);
        counter.reset();
    };
    if (!forEachChannel(content, view, 0, statistics.size(), stop, take, progress))
        return stoppedError();
    sum.finish(coded, true);
    return coded;
}

namespace {

/// Walks through a tensor that has a stored grid: `take(channel, scale index, element)`.
template <typename Take>
void forEachScaled(const TensorElements& content, const ChannelView& view, const StoredGrid& grid,
    const ChannelPart& part, Take&& take)
{
    const auto columns = content.dims.empty() ? 1 : static_cast<std::uint64_t>(content.dims.back());
    const auto used = grid.packedAs ? grid.usedColumns : columns;
    for (std::size_t i = 0; i < part.numbers.size(); ++i) {
        const auto element = view.element(part.channel, part.first + i);
        if (element % columns < used)
            take(grid.scaleOf(element, content.dims), part.numbers[i]);
    }
}

} // namespace

Result<CodedTensor> judgeChannels(const TensorElements& content, const ChannelView& view,
    const StoredGrid& grid, std::stop_token stop, const support::Progress& progress)
{
    CodedTensor coded;
    coded.bits = grid.bits;
    coded.low = grid.low;
    coded.high = grid.high;
    coded.isFromCodes = grid.isCoded;
    coded.channels.resize(view.perChannel() == 0 ? 0 : view.channels);
    const auto columns = content.dims.empty() ? 1 : static_cast<std::uint64_t>(content.dims.back());
    const auto perChannel = grid.packedAs && columns > 0
        ? view.perChannel() / columns * grid.usedColumns
        : view.perChannel();
    TensorSum sum;
    std::optional<CodeCounter> counter;
    std::optional<ChannelCounter> numbers;
    auto lastScale = grid.scales.size();
    const auto take = [&](const ChannelPart& part) {
        if (!counter) {
            counter.emplace(grid.low, grid.high);
            numbers.emplace(perChannel);
            lastScale = grid.scales.size();
        }
        forEachScaled(content, view, grid, part, [&](std::size_t at, double number) {
            const auto& scale = grid.scales[at];
            if (at != lastScale)
                counter->addScale(scale);
            lastScale = at;
            if (grid.isCoded) {
                counter->addCode(static_cast<int>(number));
                numbers->add(scale.scale * (number - scale.zeroPoint));
            } else {
                counter->addError(counter->add(number, scale), number);
                numbers->add(number);
            }
        });
        if (!part.isLast)
            return;
        coded.channels[part.channel] = counter->result(numbers->result(), !grid.isCoded);
        sum.add(*counter);
        counter.reset();
    };
    if (!forEachChannel(content, view, 0, coded.channels.size(), stop, take, progress))
        return stoppedError();
    sum.finish(coded, !grid.isCoded);
    return coded;
}

Result<double> errorOfClipping(const TensorElements& content, const ChannelView& view,
    std::uint64_t channel, double limit, std::stop_token stop)
{
    CodeCounter counter(-127, 127);
    const CodeScale scale { edit::signedCode(-limit, limit).scale, 0 };
    const auto take = [&](const ChannelPart& part) {
        for (const auto number : part.numbers)
            counter.addError(counter.add(number, scale), number);
    };
    if (!forEachChannel(content, view, channel, channel + 1, stop, take))
        return stoppedError();
    return counter.squares() > 0 ? std::sqrt(counter.differences() / counter.squares()) : 0;
}

Result<ChannelPicture> pictureOf(const TensorElements& content, const ChannelView& view,
    std::uint64_t channel, const CodedTensor& coded, const StoredGrid* grid, std::stop_token stop)
{
    const auto& codes = coded.channels[channel];
    ChannelPicture picture;
    picture.low = coded.low;
    const bool hasOneScale = codes.lowestScale == codes.highestScale
        && codes.lowestZero == codes.highestZero && coded.bits <= 8 && codes.highestScale > 0;
    const CodeScale scale { codes.highestScale, codes.lowestZero };
    if (hasOneScale)
        for (int code = coded.low; code <= coded.high; ++code)
            picture.codeValues.push_back(scale.scale * (code - scale.zeroPoint));
    const auto bins = static_cast<std::size_t>(
        std::clamp<std::uint64_t>(codes.numbers.finite() / 4, 12, pictureBins));
    picture.numbers
        = { codes.numbers.smallest, codes.numbers.largest, std::vector<std::uint64_t>(bins), 0, 0 };
    auto& histogram = picture.numbers;
    const auto width = histogram.high / 2 - histogram.low / 2;
    CodeCounter counter(coded.low, coded.high);
    const auto count = [&](double number) {
        if (!std::isfinite(number)) {
            ++histogram.notFinite;
            return;
        }
        const auto place = width > 0 ? (number / 2 - histogram.low / 2) / width : 0;
        ++histogram.counts[std::min(
            bins - 1, static_cast<std::size_t>(place * static_cast<double>(bins)))];
        counter.add(number, scale);
    };
    const auto take = [&](const ChannelPart& part) {
        if (grid == nullptr) {
            std::ranges::for_each(part.numbers, count);
            return;
        }
        forEachScaled(content, view, *grid, part, [&](std::size_t at, double number) {
            const auto& own = grid->scales[at];
            count(grid->isCoded ? own.scale * (number - own.zeroPoint) : number);
        });
    };
    if (!forEachChannel(content, view, channel, channel + 1, stop, take))
        return stoppedError();
    if (hasOneScale)
        picture.codeCounts = counter.counts();
    return picture;
}

} // namespace model
