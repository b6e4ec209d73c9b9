#include "profiler/file/encoding.h"

#include <algorithm>
#include <array>
#include <bit>

namespace profiler::file {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t blockSize = 128;
constexpr std::size_t miniblocks = 4;
constexpr std::size_t miniblockSize = blockSize / miniblocks;
constexpr std::size_t largestBlock = 65'536; ///< that is read
constexpr std::size_t packedGroup = 8; ///< bit-packed runs consist of groups of 8 values
constexpr std::size_t shortestRepeat = 8;

support::Error ended() { return failAs(ErrorKind::File, "a column ends before its last value"); }

/// Appends `count` numbers of `bits` bits each, low bits first. Allocates all bytes at once.
class BitWriter {
public:
    BitWriter(std::string& out, std::size_t count, int bits)
        : m_bits(bits)
    {
        const auto bytes = (count * static_cast<std::size_t>(bits) + 7) / 8;
        m_start = out.size();
        out.resize(m_start + bytes);
        m_next = out.data() + m_start;
        m_end = out.data() + out.size();
    }

    void put(std::uint64_t value)
    {
        m_pending |= value << m_filled;
        m_filled += m_bits;
        if (m_filled < 64)
            return;
        store(8);
        m_filled -= 64;
        m_pending = m_filled == 0 ? 0 : value >> (m_bits - m_filled);
    }
    void finish() { store(static_cast<std::size_t>(m_end - m_next)); }

private:
    void store(std::size_t bytes)
    {
        for (std::size_t i = 0; i < bytes; ++i)
            m_next[i] = static_cast<char>(m_pending >> (8 * i));
        m_next += bytes;
    }

    int m_bits;
    std::size_t m_start = 0;
    char* m_next = nullptr;
    char* m_end = nullptr;
    std::uint64_t m_pending = 0;
    int m_filled = 0;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    std::size_t left() const { return m_bytes.size() - m_position; }
    Result<std::uint64_t> varint()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (left() == 0)
                return ended();
            const auto next = static_cast<std::uint8_t>(m_bytes[m_position++]);
            value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
            if ((next & 0x80) == 0)
                return value;
        }
        return failAs(ErrorKind::File, "a number in a column has more than 64 bits");
    }
    Result<std::int64_t> zigzag() { return fromZigzag(TRY(varint())); }
    Result<std::span<const std::byte>> take(std::size_t count)
    {
        if (count > left())
            return ended();
        const auto part = m_bytes.subspan(m_position, count);
        m_position += count;
        return part;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

/// The i-th number of `bits` bits (1..64) in packed bytes; bytes past the end read as 0.
std::uint64_t unpack(std::span<const std::byte> bytes, std::size_t i, int bits)
{
    const auto bit = i * static_cast<std::size_t>(bits);
    auto place = bit / 8;
    int shift = static_cast<int>(bit % 8);
    const auto mask = bits == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << bits) - 1;
    if (place + sizeof(std::uint64_t) <= bytes.size() && shift + bits <= 64) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < sizeof word; ++k) // compiled to a single load
            word |= static_cast<std::uint64_t>(bytes[place + k]) << (8 * k);
        return (word >> shift) & mask;
    }
    std::uint64_t value = 0;
    for (int got = 0; got < bits; ++place) {
        const auto byte = place < bytes.size() ? static_cast<std::uint64_t>(bytes[place]) : 0;
        value |= (byte >> shift) << got;
        got += 8 - shift;
        shift = 0;
    }
    return value & mask;
}

std::size_t repeatsAt(std::span<const std::uint32_t> values, std::size_t i)
{
    auto end = i + 1;
    while (end < values.size() && values[end] == values[i])
        ++end;
    return end - i;
}

void appendRepeat(std::string& out, std::uint32_t value, std::size_t count, int bits)
{
    appendVarint(out, count << 1);
    for (int done = 0; done < bits; done += 8)
        out.push_back(static_cast<char>(value >> done));
}

void appendPacked(std::string& out, std::span<const std::uint32_t> values, int bits)
{
    const auto groups = (values.size() + packedGroup - 1) / packedGroup;
    appendVarint(out, (groups << 1) | 1);
    BitWriter writer(out, groups * packedGroup, bits);
    for (std::size_t i = 0; i < groups * packedGroup; ++i)
        writer.put(i < values.size() ? values[i] : 0);
    writer.finish();
}

} // namespace

void appendVarint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out.push_back(static_cast<char>(value | 0x80));
    out.push_back(static_cast<char>(value));
}

int bitsFor(std::uint32_t largest) { return static_cast<int>(std::bit_width(largest)); }

void appendHybrid(std::string& out, std::span<const std::uint32_t> values, int bits)
{
    std::size_t i = 0;
    while (i < values.size()) {
        if (const auto repeats = repeatsAt(values, i);
            repeats >= shortestRepeat || i + repeats == values.size()) {
            appendRepeat(out, values[i], repeats, bits);
            i += repeats;
            continue;
        }
        // Bit-packed values up to the next long repeat, in groups of 8 except at the end.
        auto end = i;
        while (end < values.size()) {
            const auto repeats = repeatsAt(values, end);
            if (repeats >= shortestRepeat && (end - i) % packedGroup == 0)
                break;
            const auto toGroup = packedGroup - (end - i) % packedGroup;
            end += repeats >= shortestRepeat ? std::min(repeats, toGroup) : repeats;
        }
        appendPacked(out, values.subspan(i, end - i), bits);
        i = end;
    }
}

Result<void> readHybrid(std::span<const std::byte> bytes, std::size_t count, int bits,
    std::vector<std::uint32_t>& values)
{
    if (bits > 32)
        return failAs(
            ErrorKind::File, "dictionary indices of ", bits, " bits, at most 32 are possible");
    values.clear();
    values.reserve(count);
    ByteReader reader(bytes);
    while (values.size() < count) {
        const auto head = TRY(reader.varint());
        const auto wanted = count - values.size();
        if ((head & 1) == 0) {
            const auto repeats = head >> 1;
            if (repeats == 0)
                return failAs(ErrorKind::File, "a column has an empty run");
            const auto packed = TRY(reader.take((static_cast<std::size_t>(bits) + 7) / 8));
            const auto value = bits == 0 ? 0
                                         : static_cast<std::uint32_t>(unpack(
                                             packed, 0, static_cast<int>(packed.size()) * 8));
            values.insert(values.end(), std::min<std::uint64_t>(repeats, wanted), value);
            continue;
        }
        const auto groups = head >> 1;
        if (groups == 0 || groups > count / packedGroup + 1)
            return failAs(ErrorKind::File, "a column has a run of ", groups, " groups for ", wanted,
                " values");
        const auto packed = TRY(reader.take(groups * static_cast<std::size_t>(bits)));
        const auto here = std::min<std::size_t>(groups * packedGroup, wanted);
        const std::span words(packed.data(), packed.size() + reader.left());
        for (std::size_t i = 0; i < here; ++i)
            values.push_back(bits == 0 ? 0 : static_cast<std::uint32_t>(unpack(words, i, bits)));
    }
    return {};
}

void appendDelta(std::string& out, std::span<const std::int64_t> values)
{
    appendVarint(out, blockSize);
    appendVarint(out, miniblocks);
    appendVarint(out, values.size());
    appendVarint(out, zigzag(values.empty() ? 0 : values[0]));
    // Differences wrap around, like the additions of readers.
    const auto delta = [&](std::size_t i) {
        return static_cast<std::int64_t>(
            static_cast<std::uint64_t>(values[i]) - static_cast<std::uint64_t>(values[i - 1]));
    };
    for (std::size_t start = 1; start < values.size(); start += blockSize) {
        const auto end = std::min(values.size(), start + blockSize);
        auto least = delta(start);
        for (auto i = start; i < end; ++i)
            least = std::min(least, delta(i));
        const auto above = [&](std::size_t i) {
            return static_cast<std::uint64_t>(delta(i)) - static_cast<std::uint64_t>(least);
        };
        appendVarint(out, zigzag(least));
        std::array<int, miniblocks> widths {};
        for (auto i = start; i < end; ++i) {
            auto& width = widths[(i - start) / miniblockSize];
            width = std::max(width, static_cast<int>(std::bit_width(above(i))));
        }
        for (const auto width : widths)
            out.push_back(static_cast<char>(width));
        for (std::size_t m = 0; m < miniblocks && start + m * miniblockSize < end; ++m) {
            if (widths[m] == 0)
                continue;
            BitWriter writer(out, miniblockSize, widths[m]);
            for (std::size_t k = 0; k < miniblockSize; ++k) {
                const auto i = start + m * miniblockSize + k;
                writer.put(i < end ? above(i) : 0);
            }
            writer.finish();
        }
    }
}

Result<void> readDelta(std::span<const std::byte> bytes, std::size_t count,
    std::vector<std::int64_t>& values, std::size_t wanted)
{
    ByteReader reader(bytes);
    const auto block = TRY(reader.varint());
    const auto minis = TRY(reader.varint());
    const auto total = TRY(reader.varint());
    // Other writers have blocks of 256 values. The format wants multiples of these sizes.
    if (block == 0 || block > largestBlock || block % blockSize != 0 || minis == 0
        || block % minis != 0 || block / minis % miniblockSize != 0)
        return failAs(ErrorKind::File, "number blocks of ", block, " values in ", minis,
            " parts, expected a multiple of ", blockSize, " up to ", largestBlock,
            " in parts of a multiple of ", miniblockSize);
    const auto perMini = static_cast<std::size_t>(block / minis);
    if (total != count)
        return failAs(
            ErrorKind::File, "a number column has ", total, " values, the row group ", count);
    wanted = std::min(wanted, count);
    values.clear();
    values.reserve(wanted);
    auto value = static_cast<std::uint64_t>(TRY(reader.zigzag()));
    if (wanted > 0)
        values.push_back(static_cast<std::int64_t>(value));
    while (values.size() < wanted) {
        const auto least = static_cast<std::uint64_t>(TRY(reader.zigzag()));
        const auto widths = TRY(reader.take(static_cast<std::size_t>(minis)));
        for (std::size_t m = 0; m < minis && values.size() < wanted; ++m) {
            const int bits = static_cast<int>(widths[m]);
            if (bits > 64)
                return failAs(ErrorKind::File, "a number column has values of ", bits, " bits");
            const auto packed = TRY(reader.take(perMini * static_cast<std::size_t>(bits) / 8));
            // Includes the following bytes, so that unpack() can load complete words.
            const std::span words(packed.data(), packed.size() + reader.left());
            const auto here = std::min(perMini, wanted - values.size());
            const auto first = values.size();
            values.resize(first + here);
            for (std::size_t k = 0; k < here; ++k) {
                value += least + (bits == 0 ? 0 : unpack(words, k, bits));
                values[first + k] = static_cast<std::int64_t>(value);
            }
        }
    }
    return {};
}

} // namespace profiler::file
