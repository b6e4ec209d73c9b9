#pragma once

#include "model/contents/channel_statistics.h"
#include "model/contents/code_grid.h"

namespace model {

/// How a tensor of floats is to be coded, as the quantiser does it (model/edit/quantise).
struct CodeChoice {
    enum class Scales {
        Channel, ///< one for each channel
        Tensor, ///< one for all
        Blocks, ///< one for each block of a channel
    };
    enum class Codes {
        Weight, ///< int8 with zero point 0
        Unsigned, ///< activations: uint8 with a zero point
        Signed, ///< activations: int8 with zero point 0
    };
    Scales scales = Scales::Channel;
    Codes codes = Codes::Weight; ///< not of Blocks
    edit::BlockFormat format; ///< of Blocks
    bool operator==(const CodeChoice&) const;
};

/// A channel and its codes. Error and saturation are of rounding and cutting off; a file that has
/// codes only does not say what they were made from, so those of its codes are unknown.
struct ChannelCodes {
    ChannelStatistics numbers; ///< of codes: what they stand for
    double lowestScale = 0; ///< these are equal unless the channel has blocks
    double highestScale = 0;
    double lowestZero = 0;
    double highestZero = 0;
    /// Numbers beyond the smallest or largest code by more than half a step, or codes at either
    /// end, of which some may have been cut off.
    std::uint64_t saturated = 0;
    std::uint32_t codesUsed = 0; ///< different codes
    /// log2 of the number of codes from the smallest to the largest one, without the most extreme
    /// 0.2 % of the numbers (at least one): what most of the channel has of the bits.
    double bitsUsed = 0;
    std::optional<double> error; ///< ‖coded − number‖ / ‖number‖, L2; nothing for codes
    std::uint64_t total() const { return numbers.total; }
    double saturatedShare() const;
};

/// What stands out in a channel.
enum class ChannelFinding {
    None,
    Outlier, ///< one number takes more than half a bit from all others
    Saturated, ///< more than 0.1 % are cut off, or more than 1 % of the codes are at the ends
    WideScale, ///< more than two bits are unused
    Zero, ///< all numbers are zero
    NotFinite, ///< NaN or infinities, which have no code
};

struct CodedTensor {
    int bits = 8;
    int low = -127; ///< smallest code
    int high = 127;
    bool isFromCodes = false;
    std::vector<ChannelCodes> channels;
    std::optional<double> error; ///< of all channels together, as ChannelCodes::error
    std::uint64_t saturated = 0;
    std::uint64_t total = 0;

    ChannelFinding findingOf(std::size_t channel) const;
    /// Channels with findings first, then by error or unused bits, worst first.
    std::vector<std::size_t> worstFirst() const;
};

/// Codes every channel of a tensor of floats. `statistics`: of the same view. Fails if stopped.
support::Result<CodedTensor> codeChannels(const TensorElements& content, const ChannelView& view,
    const std::vector<ChannelStatistics>& statistics, const CodeChoice& choice,
    std::stop_token stop = {}, const support::Progress& progress = {});

/// Judges a tensor by the grid that a file gives it. The content is unpacked() and fits the grid.
support::Result<CodedTensor> judgeChannels(const TensorElements& content, const ChannelView& view,
    const StoredGrid& grid, std::stop_token stop = {}, const support::Progress& progress = {});

/// The error of a channel of floats whose int8 scale is limit / 127: what is beyond is cut off.
support::Result<double> errorOfClipping(const TensorElements& content, const ChannelView& view,
    std::uint64_t channel, double limit, std::stop_token stop = {});

/// One channel with its codes, for a picture.
struct ChannelPicture {
    Histogram numbers; ///< from the smallest to the largest number, or of the grid
    std::vector<double> codeValues; ///< what the codes stand for, ascending; empty for blocks
    std::vector<std::uint64_t> codeCounts; ///< by code; empty for blocks
    int low = 0; ///< code of the first entry
};

constexpr std::size_t pictureBins = 90;

/// The channel for a picture, coded as `coded` says. Reads the channel twice; fails if stopped.
support::Result<ChannelPicture> pictureOf(const TensorElements& content, const ChannelView& view,
    std::uint64_t channel, const CodedTensor& coded, const StoredGrid* grid,
    std::stop_token stop = {});

} // namespace model
