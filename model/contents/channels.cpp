#include "model/contents/channels.h"

#include <algorithm>
#include <cassert>

namespace model {

namespace {

constexpr std::uint64_t bufferElements = 8 * 1024 * 1024; // doubles

/// A channel that does not fit into the buffer, in parts.
bool readLongChannel(const TensorElements& content, const ChannelView& view, std::uint64_t channel,
    std::vector<double>& buffer, const std::stop_token& stop,
    const std::function<void(const ChannelPart&)>& take)
{
    const auto count = view.perChannel();
    for (std::uint64_t first = 0; first < count;) {
        const auto length = std::min<std::uint64_t>(bufferElements, count - first);
        buffer.resize(length);
        for (std::uint64_t at = 0; at < length;) {
            if (stop.stop_requested())
                return false;
            const auto index = first + at;
            const auto run = std::min(length - at, view.inner - index % view.inner);
            decode(content, view.element(channel, index), std::span(buffer).subspan(at, run));
            at += run;
        }
        take({ channel, first, buffer, first + length == count });
        first += length;
    }
    return true;
}

/// Decodes channels `from` to `to`, which fit into the buffer, one behind the other.
bool readChannels(const TensorElements& content, const ChannelView& view, std::uint64_t from,
    std::uint64_t to, std::vector<double>& buffer, const std::stop_token& stop)
{
    const auto count = view.perChannel();
    buffer.resize((to - from) * count);
    if (view.outer == 1) {
        decode(content, from * view.inner, buffer);
        return !stop.stop_requested();
    }
    std::vector<double> row((to - from) * view.inner);
    for (std::uint64_t outer = 0; outer < view.outer; ++outer) {
        if (stop.stop_requested())
            return false;
        decode(content, (outer * view.channels + from) * view.inner, row);
        for (std::uint64_t c = 0; c < to - from; ++c)
            std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(c * view.inner), view.inner,
                buffer.begin() + static_cast<std::ptrdiff_t>(c * count + outer * view.inner));
    }
    return true;
}

} // namespace

ChannelView channelView(const std::vector<std::int64_t>& dims, std::optional<std::size_t> axis)
{
    assert((!axis || *axis < dims.size()) && "the axis is one of the tensor");
    ChannelView view;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const auto size = static_cast<std::uint64_t>(dims[i]);
        if (axis && i == *axis)
            view.channels = size;
        else if (axis && i < *axis)
            view.outer *= size;
        else
            view.inner *= size;
    }
    return view;
}

bool forEachChannel(const TensorElements& content, const ChannelView& view, std::uint64_t from,
    std::uint64_t to, const std::stop_token& stop,
    const std::function<void(const ChannelPart&)>& take, const support::Progress& progress)
{
    const auto count = view.perChannel();
    if (count == 0)
        return true;
    std::vector<double> buffer;
    // Small groups let the stop token be polled often.
    const auto together = std::clamp<std::uint64_t>(
        view.outer == 1 ? 64 * 1024 / count : bufferElements / count, 1, to > from ? to - from : 1);
    for (auto channel = from; channel < to;) {
        if (stop.stop_requested())
            return false;
        if (progress)
            progress("reading channels", channel - from, to - from);
        if (count > bufferElements) {
            if (!readLongChannel(content, view, channel, buffer, stop, take))
                return false;
            ++channel;
            continue;
        }
        const auto end = std::min(to, channel + together);
        if (!readChannels(content, view, channel, end, buffer, stop))
            return false;
        const std::span<const double> numbers(buffer);
        for (auto at = channel; at < end; ++at)
            take({ at, 0, numbers.subspan((at - channel) * count, count), true });
        channel = end;
    }
    return true;
}

} // namespace model
