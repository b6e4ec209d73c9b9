#include "engine/image/picture.h"

#include <algorithm>
#include <cctype>

// Portable bitmaps, graymaps and pixmaps (PBM, PGM, PPM), written as text (P1 to P3) or bytes (P4
// to P6). Source: Netpbm's manual.

namespace engine {

namespace {

using support::fail;
using support::Result;

class AnymapReader {
public:
    explicit AnymapReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
        , m_kind(std::to_integer<char>(bytes[1]) - '0')
        , m_position(2)
    {
    }

    Result<Picture> read()
    {
        const auto width = TRY(number());
        const auto height = TRY(number());
        if (!isBitmap())
            m_highest = TRY(number());
        if (m_highest < 1 || m_highest > 65535)
            return fail("the highest sample is ", m_highest, ", expected 1 to 65535");
        ++m_position; // one blank before the bytes
        auto picture = TRY(makePicture(width, height));
        const std::size_t samples = m_kind == 3 || m_kind == 6 ? 3 : 1;
        for (std::int64_t y = 0; y < height; ++y) {
            m_bit = 0;
            for (std::int64_t x = 0; x < width; ++x) {
                auto* pixel = picture.pixels.data() + (y * width + x) * 3;
                for (std::size_t c = 0; c < 3; ++c)
                    pixel[c] = c < samples ? TRY(sample()) : pixel[0];
            }
            if (m_bit > 0)
                ++m_position; // rows of packed bits begin at a byte
        }
        return picture;
    }

private:
    bool isBitmap() const { return m_kind == 1 || m_kind == 4; }
    bool isText() const { return m_kind <= 3; }
    int at(std::size_t position) const
    {
        return position < m_bytes.size() ? std::to_integer<int>(m_bytes[position]) : -1;
    }

    void skipBlanks()
    {
        for (; m_position < m_bytes.size(); ++m_position) {
            if (at(m_position) == '#') {
                while (m_position < m_bytes.size() && at(m_position) != '\n')
                    ++m_position;
            } else if (std::isspace(at(m_position)) == 0) {
                return;
            }
        }
    }

    Result<std::int64_t> number()
    {
        skipBlanks();
        std::int64_t value = 0;
        const auto start = m_position;
        for (; at(m_position) >= '0' && at(m_position) <= '9' && value < 1'000'000'000;
             ++m_position)
            value = value * 10 + at(m_position) - '0';
        if (m_position == start)
            return fail("expected a number at byte ", start);
        return value;
    }

    Result<std::int64_t> textSample()
    {
        if (!isBitmap())
            return number();
        skipBlanks();
        const auto digit = at(m_position);
        if (digit != '0' && digit != '1')
            return fail("expected 0 or 1 at byte ", m_position);
        ++m_position;
        return digit - '0';
    }

    Result<std::int64_t> byteSample()
    {
        const std::size_t width = m_highest > 255 ? 2 : 1;
        if (m_position + width > m_bytes.size())
            return fail("the file ends early, after ", m_bytes.size(), " bytes");
        if (isBitmap()) {
            const auto bit = at(m_position) >> (7 - m_bit) & 1;
            m_bit = (m_bit + 1) % 8;
            m_position += m_bit == 0 ? 1 : 0;
            return bit;
        }
        const auto value = width == 1 ? at(m_position) : at(m_position) * 256 + at(m_position + 1);
        m_position += width;
        return value;
    }

    Result<std::uint8_t> sample()
    {
        const auto value = isText() ? TRY(textSample()) : TRY(byteSample());
        if (isBitmap())
            return static_cast<std::uint8_t>(value != 0 ? 0 : 255); // 1 is black
        return static_cast<std::uint8_t>(std::min(value, m_highest) * 255 / m_highest);
    }

    std::span<const std::byte> m_bytes;
    int m_kind;
    std::size_t m_position;
    int m_bit = 0;
    std::int64_t m_highest = 1;
};

} // namespace

Result<Picture> decodePortableAnymap(std::span<const std::byte> bytes)
{
    return AnymapReader(bytes).read();
}

} // namespace engine
