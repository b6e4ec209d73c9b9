#include "model/support/gzip.h"

#include <array>
#include <zlib.h>

namespace support {

struct GzipWriter::State {
    Sink sink;
    z_stream stream {};
    bool isReady = false;
    std::array<std::byte, 1U << 16> buffer {};
};

GzipWriter::GzipWriter(Sink sink)
    : m_state(std::make_unique<State>())
{
    m_state->sink = std::move(sink);
    constexpr int gzipWindow = 15 + 16; // zlib's way to ask for a gzip header
    m_state->isReady = deflateInit2(&m_state->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY) == Z_OK;
}

GzipWriter::~GzipWriter()
{
    if (m_state->isReady)
        deflateEnd(&m_state->stream);
}

Result<void> GzipWriter::pump(int mode)
{
    if (!m_state->isReady)
        return failAs(ErrorKind::Resource, "zlib has no memory to compress");
    auto& stream = m_state->stream;
    do {
        stream.next_out = reinterpret_cast<Bytef*>(m_state->buffer.data());
        stream.avail_out = static_cast<uInt>(m_state->buffer.size());
        deflate(&stream, mode);
        TRY(m_state->sink(std::span(m_state->buffer).first(m_state->buffer.size() - stream.avail_out)));
    } while (stream.avail_out == 0);
    return {};
}

Result<void> GzipWriter::write(std::string_view text)
{
    m_state->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // zlib reads only
    m_state->stream.avail_in = static_cast<uInt>(text.size());
    return pump(Z_NO_FLUSH);
}

Result<void> GzipWriter::finish() { return pump(Z_FINISH); }

} // namespace support
