#include "model/edit/quantise/codes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace model::edit {

namespace {

/// Smaller scales have no reciprocal, so a block or channel of such numbers is coded as zeros.
constexpr float smallestScale = std::numeric_limits<float>::min();

/// Rounds half to even. |value| must be below 2^22. Vectorises without SSE 4.1.
float rounded(float value)
{
    constexpr float magic = 12'582'912.0F; // 1.5 · 2^23
    return (value + magic) - magic;
}

struct BlockCode {
    float scale = 1;
    float zero = 0;
};

/// The code that holds the whole range of a block.
BlockCode fullRange(std::span<const float> numbers, const BlockFormat& format)
{
    const auto [least, greatest] = std::ranges::minmax(numbers);
    const auto low = std::min(least, 0.0F);
    const auto high = std::max(greatest, 0.0F);
    const auto middle = static_cast<float>(1 << (format.bits - 1));
    if (format.zeroPoints == ZeroPoints::Symmetric) {
        const auto largest = -low > high ? low : high;
        return { largest / -middle, middle };
    }
    const auto top = middle * 2 - 1;
    const auto scale = high / top - low / top;
    if (!(scale >= smallestScale))
        return { 0, middle };
    return { scale, std::clamp(rounded(-low / scale), 0.0F, top) };
}

/// The sums that tell how well codes q (without zero point) can stand for numbers w = scale · u.
struct Fit {
    float products = 0; ///< Σ u q
    float squares = 0; ///< Σ q²
    /// The root of what the best scale, Σ w q / Σ q², takes from the squared error Σ w².
    float gain(float scale) const
    {
        return squares > 0 ? std::abs(scale) * products / std::sqrt(squares) : 0;
    }
};

Fit fitOf(std::span<const float> numbers, float scale, float zero, float top)
{
    const auto reciprocal = 1 / scale;
    Fit fit;
    for (const auto number : numbers) {
        const auto scaled = number * reciprocal;
        const auto code = rounded(std::clamp(scaled + zero, 0.0F, top)) - zero;
        fit.products += scaled * code;
        fit.squares += code * code;
    }
    return fit;
}

/// Writes the codes of a block and returns what they stand for.
BlockCode encodeBlock(
    std::span<const float> numbers, const BlockFormat& format, std::uint8_t* codes)
{
    constexpr int factors = 16;
    const auto full = fullRange(numbers, format);
    if (std::abs(full.scale) < smallestScale) {
        std::fill_n(codes, numbers.size(), static_cast<std::uint8_t>(full.zero));
        return { 1, full.zero };
    }
    const auto top = static_cast<float>((1 << format.bits) - 1);
    auto chosen = full.scale;
    auto stored = full.scale;
    if (format.bits <= 4) {
        float best = -1;
        for (int i = 0; i < factors; ++i) {
            const auto scale = full.scale * (1.0F - 0.02F * static_cast<float>(i));
            const auto fit = fitOf(numbers, scale, full.zero, top);
            if (fit.gain(scale) > best) {
                best = fit.gain(scale);
                chosen = scale;
                stored = fit.squares > 0 ? scale * (fit.products / fit.squares) : scale;
            }
        }
    }
    const auto reciprocal = 1 / chosen;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        codes[i] = static_cast<std::uint8_t>(
            rounded(std::clamp(numbers[i] * reciprocal + full.zero, 0.0F, top)));
    return { stored, full.zero };
}

/// Packs codes of 4 bits two in a byte; others as they are.
void pack(std::span<const std::uint8_t> codes, int bits, std::byte* out)
{
    if (bits == 8) {
        std::ranges::transform(codes, out, [](std::uint8_t code) { return std::byte(code); });
        return;
    }
    for (std::size_t i = 0; i < codes.size(); i += 2) {
        const auto upper = i + 1 < codes.size() ? codes[i + 1] : std::uint8_t(0);
        out[i / 2] = std::byte(static_cast<std::uint8_t>(codes[i] | upper << 4));
    }
}

} // namespace

BlockCodes encodeBlocks(
    std::span<const float> rows, std::int64_t columns, const BlockFormat& format)
{
    assert((format.bits == 4 || format.bits == 8) && "codes have 4 or 8 bits");
    const auto width = static_cast<std::size_t>(columns);
    const auto block = static_cast<std::size_t>(format.block);
    const auto bits = static_cast<std::size_t>(format.bits);
    const auto count = width == 0 ? 0 : rows.size() / width;
    const auto blocks = (width + block - 1) / block;
    const auto rowBytes = blocks * block * bits / 8;
    const auto zeroBytes = format.zeroPoints == ZeroPoints::Symmetric ? 0 : (blocks * bits + 7) / 8;
    BlockCodes result;
    result.codes.resize(count * rowBytes);
    result.scales.resize(count * blocks);
    result.zeroPoints.resize(count * zeroBytes);
    std::vector<std::uint8_t> codes(blocks * block);
    std::vector<std::uint8_t> zeros(blocks);
    for (std::size_t row = 0; row < count; ++row) {
        const auto numbers = rows.subspan(row * width, width);
        for (std::size_t i = 0; i < blocks; ++i) {
            const auto part = numbers.subspan(i * block, std::min(block, width - i * block));
            auto* const at = codes.data() + i * block;
            const auto code = encodeBlock(part, format, at);
            zeros[i] = static_cast<std::uint8_t>(code.zero);
            std::fill(at + part.size(), at + block, zeros[i]);
            result.scales[row * blocks + i] = code.scale;
        }
        pack(codes, format.bits, result.codes.data() + row * rowBytes);
        if (zeroBytes > 0)
            pack(zeros, format.bits, result.zeroPoints.data() + row * zeroBytes);
    }
    return result;
}

ChannelCodes encodeChannels(std::span<const float> numbers, std::size_t channels, std::size_t inner,
    std::span<const float> smallestScales)
{
    ChannelCodes result;
    result.codes.resize(numbers.size());
    result.scales.assign(channels, 0);
    const auto forEachRun = [&](const auto& visit) {
        for (std::size_t start = 0; start < numbers.size(); start += channels * inner)
            for (std::size_t c = 0; c < channels; ++c)
                visit(c, start + c * inner);
    };
    forEachRun([&](std::size_t c, std::size_t first) {
        for (const auto number : numbers.subspan(first, inner))
            result.scales[c] = std::max(result.scales[c], std::abs(number));
    });
    for (std::size_t c = 0; c < channels; ++c) {
        auto& scale = result.scales[c];
        scale = std::max(scale / 127, smallestScales.empty() ? 0 : smallestScales[c]);
        if (scale < smallestScale)
            scale = 1;
    }
    forEachRun([&](std::size_t c, std::size_t first) {
        const auto reciprocal = 1 / result.scales[c];
        for (std::size_t i = first; i < first + inner; ++i)
            result.codes[i] = static_cast<std::int8_t>(
                rounded(std::clamp(numbers[i] * reciprocal, -127.0F, 127.0F)));
    });
    return result;
}

std::vector<std::int8_t> transposed(std::span<const std::int8_t> codes, std::size_t rows)
{
    const auto columns = rows == 0 ? 0 : codes.size() / rows;
    std::vector<std::int8_t> out(codes.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            out[column * rows + row] = codes[row * columns + column];
    return out;
}

ActivationCode unsignedCode(double low, double high)
{
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
    const auto scale = static_cast<float>((high - low) / 255);
    if (scale < smallestScale)
        return {};
    return { scale, static_cast<int>(std::clamp(std::nearbyint(-low / scale), 0.0, 255.0)) };
}

ActivationCode signedCode(double low, double high)
{
    const auto scale = static_cast<float>(std::max(std::abs(low), std::abs(high)) / 127);
    return { scale < smallestScale ? 1 : scale, 0 };
}

} // namespace model::edit
