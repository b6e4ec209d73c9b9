#include "engine/image/picture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

// BMP: uncompressed, 1 to 32 bits per pixel, with palette or bit masks. Source: Microsoft, "Bitmap
// Storage".

namespace engine {

namespace {

using support::ErrorKind;
using support::fail;
using support::failAs;
using support::Result;

constexpr std::size_t fileHeader = 14;

class BmpReader {
public:
    explicit BmpReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    Result<Picture> read()
    {
        TRY(readHeader());
        auto picture = TRY(makePicture(m_width, m_height));
        const auto stride = (static_cast<std::uint64_t>(m_width) * m_bits + 31) / 32 * 4;
        if (m_pixels > m_bytes.size()
            || stride * static_cast<std::uint64_t>(m_height) > m_bytes.size() - m_pixels)
            return fail("the file ends early: ", m_bytes.size(), " bytes for ", m_width, " x ",
                m_height, " pixels of ", m_bits, " bits");
        for (std::int64_t y = 0; y < m_height; ++y) {
            const auto row = m_isTopDown ? y : m_height - 1 - y;
            readRow(m_pixels + stride * static_cast<std::uint64_t>(row),
                picture.pixels.data() + y * m_width * 3);
        }
        return picture;
    }

private:
    std::uint32_t number(std::size_t offset, std::size_t width) const
    {
        std::uint32_t value = 0;
        if (offset + width <= m_bytes.size())
            std::memcpy(&value, m_bytes.data() + offset, width);
        return value;
    }

    Result<void> readHeader()
    {
        const auto header = number(fileHeader, 4);
        if (header < 40 || m_bytes.size() < fileHeader + header)
            return failAs(
                ErrorKind::Unsupported, "a header of ", header, " bytes, expected at least 40");
        const auto height = static_cast<std::int32_t>(number(22, 4));
        m_pixels = number(10, 4);
        m_width = static_cast<std::int32_t>(number(18, 4));
        m_isTopDown = height < 0;
        m_height = m_isTopDown ? -static_cast<std::int64_t>(height) : height;
        m_bits = number(28, 2);
        const auto compression = number(30, 4);
        constexpr std::uint32_t plain = 0, bitFields = 3, alphaBitFields = 6;
        constexpr std::array depths { 1u, 4u, 8u, 16u, 24u, 32u };
        if (std::ranges::find(depths, m_bits) == depths.end())
            return fail(m_bits, " bits per pixel, expected 1, 4, 8, 16, 24 or 32");
        if (compression != plain
            && !((compression == bitFields || compression == alphaBitFields) && m_bits >= 16))
            return failAs(ErrorKind::Unsupported, "compression ", compression, ", expected none");
        m_palette = fileHeader + header;
        if (m_bits == 16)
            m_masks = { 0x7c00, 0x03e0, 0x001f };
        // The masks follow a header of 40 bytes and lie inside of longer ones, at the same place.
        if (compression != plain)
            m_masks = { number(54, 4), number(58, 4), number(62, 4) };
        return {};
    }

    static std::uint8_t masked(std::uint32_t value, std::uint32_t mask)
    {
        if (mask == 0)
            return 0;
        const auto shift = std::countr_zero(mask);
        const std::uint64_t highest = mask >> shift;
        return static_cast<std::uint8_t>(((value & mask) >> shift) * std::uint64_t(255) / highest);
    }

    void readRow(std::size_t offset, std::uint8_t* out) const
    {
        for (std::int64_t x = 0; x < m_width; ++x, out += 3) {
            if (m_bits <= 8) {
                const auto bit = static_cast<std::size_t>(x) * m_bits;
                const auto byte = std::to_integer<std::uint32_t>(m_bytes[offset + bit / 8]);
                const auto index = (byte >> (8 - m_bits - bit % 8)) & ((1u << m_bits) - 1);
                putColour(number(m_palette + index * std::size_t(4), 3), out);
                continue;
            }
            const auto value
                = number(offset + static_cast<std::size_t>(x) * m_bits / 8, m_bits / 8);
            if (m_bits == 24) {
                putColour(value, out);
                continue;
            }
            for (std::size_t c = 0; c < 3; ++c)
                out[c] = masked(value, m_masks[c]);
        }
    }

    /// Files have blue first, in the lowest byte.
    static void putColour(std::uint32_t colour, std::uint8_t* out)
    {
        for (int c = 0; c < 3; ++c)
            out[c] = static_cast<std::uint8_t>(colour >> (16 - 8 * c));
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_pixels = 0; ///< where they begin
    std::size_t m_palette = 0;
    std::int64_t m_width = 0;
    std::int64_t m_height = 0;
    bool m_isTopDown = false;
    std::uint32_t m_bits = 0;
    std::array<std::uint32_t, 3> m_masks { 0xff0000, 0xff00, 0xff };
};

} // namespace

Result<Picture> decodeBmp(std::span<const std::byte> bytes) { return BmpReader(bytes).read(); }

} // namespace engine
