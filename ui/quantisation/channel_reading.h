#pragma once

#include "model/contents/channel_codes.h"
#include "model/contents/channel_layout.h"
#include "ui/tensors/tensor_source.h"

#include <QString>

#include <memory>
#include <vector>

namespace ui {

/// A channel that stands out, with what clipping would do to it.
struct NotableChannel {
    std::size_t channel = 0;
    std::optional<double> clippedError; ///< of an outlier in floats with a scale per channel
};

/// The channels of a weight or captured value and their codes. Immutable.
struct ChannelReading {
    model::ChannelLayout layout;
    std::vector<model::ChannelStatistics> statistics; ///< of the elements as they are stored
    model::CodedTensor coded; ///< without channels if the elements are neither floats nor codes
    std::vector<NotableChannel> notable; ///< the worst ones
    bool isWeight = false;

    /// Of codes, what they stand for.
    const model::ChannelStatistics& numbers(std::size_t channel) const;
    bool isOfFile() const { return layout.grid.has_value(); }
};

/// Reads, measures and codes a value; run as a job. `choice` is used if the model has no scales.
support::Result<std::shared_ptr<const ChannelReading>> readChannels(const TensorSource& source,
    model::ValueId value, std::optional<std::size_t> axis, const model::CodeChoice& choice,
    std::stop_token stop, const support::Progress& progress);

/// Codes the same elements in another way.
support::Result<std::shared_ptr<const ChannelReading>> codeAgain(
    std::shared_ptr<const ChannelReading> reading, const model::CodeChoice& choice,
    std::stop_token stop, const support::Progress& progress);

} // namespace ui
