#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Numbers as codes of a few bits: number ≈ scale · (code − zero point).
namespace model::edit {

enum class ZeroPoints {
    Symmetric, ///< the code in the middle is 0
    Asymmetric, ///< each scale has a zero point of its own
};

/// How rows of a matrix are coded: in blocks, each with a scale.
struct BlockFormat {
    int bits = 4; ///< 4 or 8
    std::int64_t block = 32; ///< elements with one scale; a power of two from 16
    ZeroPoints zeroPoints = ZeroPoints::Symmetric;
};

/// A matrix in blocks, as com.microsoft:MatMulNBits reads it. Codes have no sign. Codes of 4 bits
/// lie two in a byte, the lower half first.
struct BlockCodes {
    std::vector<std::byte> codes; ///< [rows][blocks][block · bits / 8]; the last block of a row is
                                  ///< filled with the zero point
    std::vector<float> scales; ///< [rows][blocks]
    std::vector<std::byte> zeroPoints; ///< [rows][ceil(blocks · bits / 8)]; empty if symmetric
};

/// Codes a matrix of finite numbers. Symmetric: the number of largest magnitude in a block gets
/// code 0. With 4 bits, 16 scales from 1.0 to 0.7 of the full range are tried for each block, and
/// the one with the smallest sum of squared errors is taken, with the scale that fits its codes
/// best (least squares).
BlockCodes encodeBlocks(
    std::span<const float> rows, std::int64_t columns, const BlockFormat& format);

/// int8 codes with zero point 0 and one scale per channel.
struct ChannelCodes {
    std::vector<std::int8_t> codes; ///< in the order of the numbers
    std::vector<float> scales; ///< one per channel
};

/// Codes a tensor of finite numbers of shape [outer, channels, inner]. The scale of channel c is
/// max|number| / 127, or `smallestScales[c]` if that is larger (empty: no limit).
ChannelCodes encodeChannels(std::span<const float> numbers, std::size_t channels, std::size_t inner,
    std::span<const float> smallestScales = {});

/// Returns the codes of a matrix of `rows` rows with rows and columns swapped.
std::vector<std::int8_t> transposed(std::span<const std::int8_t> codes, std::size_t rows);

/// Scale and zero point of activations with a range.
struct ActivationCode {
    float scale = 1;
    int zeroPoint = 0;
};
/// uint8 codes: the range, widened to contain 0, gets codes 0 … 255.
ActivationCode unsignedCode(double low, double high);
/// int8 codes with zero point 0: the larger magnitude gets code ±127.
ActivationCode signedCode(double low, double high);

} // namespace model::edit
