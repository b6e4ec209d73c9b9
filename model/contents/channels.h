#pragma once

#include "model/contents/tensor_elements.h"
#include "model/support/progress.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace model {

/// A tensor as [outer, channels, inner]: the channels are the indices of one axis. Element `i` of
/// channel `c` is element ((i / inner) · channels + c) · inner + i % inner of the tensor.
///
///     Conv weight [out, in, h, w], axis 0:    outer 1,  inner in · h · w
///     MatMul weight [in, out], axis 1:        outer in, inner 1
struct ChannelView {
    std::uint64_t outer = 1;
    std::uint64_t channels = 1;
    std::uint64_t inner = 1;

    std::uint64_t perChannel() const { return outer * inner; }
    std::uint64_t element(std::uint64_t channel, std::uint64_t index) const
    {
        return (index / inner * channels + channel) * inner + index % inner;
    }
};

/// The view along an axis; without one, all elements are one channel. `axis` must be below the
/// number of dimensions, and the number of elements must be representable.
ChannelView channelView(const std::vector<std::int64_t>& dims, std::optional<std::size_t> axis);

/// Elements of one channel, in order. A long channel comes in several parts.
struct ChannelPart {
    std::uint64_t channel = 0;
    std::uint64_t first = 0; ///< index in the channel of the first number
    std::span<const double> numbers;
    bool isLast = false; ///< the channel ends here
};

/// Reads channels `from` to `to` (exclusive) part by part, in the order of the channels. Reads
/// several channels at once where they lie between each other in the file, so a page is not read
/// for each channel anew. Needs at most 64 MiB. Returns false if stopped.
bool forEachChannel(const TensorElements& content, const ChannelView& view, std::uint64_t from,
    std::uint64_t to, const std::stop_token& stop,
    const std::function<void(const ChannelPart&)>& take, const support::Progress& progress = {});

} // namespace model
