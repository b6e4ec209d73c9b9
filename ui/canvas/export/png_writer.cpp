#include "ui/canvas/export/png_writer.h"

#include <array>

namespace ui {

namespace {

constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
constexpr char filterUp = 2; // differences to the row above: most of a drawing is zero

std::array<std::uint32_t, 256> crcTable()
{
    constexpr std::uint32_t polynomial = 0xEDB88320U;
    std::array<std::uint32_t, 256> table {};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t rest = i;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest & 1U) != 0 ? polynomial ^ (rest >> 1U) : rest >> 1U;
        table[i] = rest;
    }
    return table;
}

std::uint32_t crcOf(std::string_view bytes)
{
    static const auto table = crcTable();
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char byte : bytes)
        crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (crc >> 8U);
    return ~crc;
}

std::string bigEndian(std::uint32_t number)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> static_cast<unsigned>(shift));
    return bytes;
}

} // namespace

PngWriter::PngWriter(support::AtomicFile file)
    : m_file(std::move(file))
    , m_compressor(support::Compression::Zlib, [this](std::string_view piece) {
        return piece.empty() ? support::Result<void>() : writeChunk("IDAT", piece);
    })
{
}

support::Result<std::unique_ptr<PngWriter>> PngWriter::create(
    const std::filesystem::path& path, std::int64_t width, std::int64_t height)
{
    auto file = TRY(support::AtomicFile::create(path));
    std::unique_ptr<PngWriter> writer(new PngWriter(std::move(file)));
    TRY(writer->writeHeader(width, height));
    return writer;
}

support::Result<void> PngWriter::writeHeader(std::int64_t width, std::int64_t height)
{
    TRY(m_file.write(signature));
    constexpr std::string_view trueColour("\x08\x02\x00\x00\x00", 5);
    TRY(writeChunk("IHDR",
        bigEndian(static_cast<std::uint32_t>(width)) + bigEndian(static_cast<std::uint32_t>(height))
            + std::string(trueColour)));
    m_above.assign(static_cast<std::size_t>(width) * 3, '\0');
    m_row.resize(m_above.size() + 1);
    m_row.front() = filterUp;
    return {};
}

support::Result<void> PngWriter::writeRow(std::span<const QRgb> pixels)
{
    std::size_t at = 0;
    for (const auto pixel : pixels) {
        for (const int channel : { qRed(pixel), qGreen(pixel), qBlue(pixel) }) {
            m_row[at + 1] = static_cast<char>(channel - static_cast<unsigned char>(m_above[at]));
            m_above[at++] = static_cast<char>(channel);
        }
    }
    return m_compressor.write(m_row);
}

support::Result<void> PngWriter::finish()
{
    TRY(m_compressor.finish());
    TRY(writeChunk("IEND", {}));
    return m_file.commit();
}

support::Result<void> PngWriter::writeChunk(std::string_view type, std::string_view content)
{
    const std::string named = std::string(type).append(content);
    TRY(m_file.write(bigEndian(static_cast<std::uint32_t>(content.size()))));
    TRY(m_file.write(named));
    return m_file.write(bigEndian(crcOf(named)));
}

} // namespace ui
