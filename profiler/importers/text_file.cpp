#include "profiler/importers/text_file.h"

#include <algorithm>

namespace profiler {

namespace {

constexpr std::size_t pieceBytes = std::size_t(256) << 10;
constexpr std::size_t headBytes = 4096;
constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

bool isGzip(std::span<const std::byte> head)
{
    return head.size() >= 2 && head[0] == std::byte(0x1f) && head[1] == std::byte(0x8b);
}

} // namespace

std::string textHead(std::span<const std::byte> bytes)
{
    std::string head(headBytes, '\0');
    if (isGzip(bytes)) {
        support::Decompressor inflate(bytes);
        head.resize(inflate.read(head));
    } else {
        head.resize(std::min(headBytes, bytes.size()));
        std::transform(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(head.size()),
            head.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    }
    return head.starts_with(byteOrderMark) ? head.substr(byteOrderMark.size()) : head;
}

support::Result<TextFile> TextFile::open(const std::filesystem::path& path)
{
    return TextFile(TRY(support::MappedFile::open(path)));
}

TextFile::TextFile(std::shared_ptr<const support::MappedFile> file)
    : m_file(std::move(file))
{
    if (!isGzip(m_file->bytes()))
        return;
    m_inflate.emplace(m_file->bytes());
    m_piece.resize(pieceBytes);
}

std::string_view TextFile::next()
{
    std::string_view piece;
    if (m_inflate) {
        piece = { m_piece.data(), m_inflate->read(m_piece) };
    } else {
        const auto bytes = m_file->bytes().subspan(m_position);
        piece = { reinterpret_cast<const char*>(bytes.data()), std::min(pieceBytes, bytes.size()) };
        m_position += piece.size();
    }
    if (m_isFirst && piece.starts_with(byteOrderMark))
        piece.remove_prefix(byteOrderMark.size());
    m_isFirst = false;
    return piece;
}

std::uint64_t TextFile::position() const
{
    return m_inflate ? m_inflate->consumedBytes() : m_position;
}

} // namespace profiler
