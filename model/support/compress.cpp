#include "model/support/compress.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace support {

namespace {

constexpr int zlibWindow = 15;
constexpr int gzipWindow = 15 + 16;
constexpr int anyWindow = 15 + 32;
constexpr std::size_t pieceBytes = std::size_t(1) << 18;
constexpr std::size_t largestInput = std::size_t(1) << 30; // zlib counts in 32 bits
constexpr std::string_view alphabet
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

Bytef* input(std::string_view bytes)
{
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

} // namespace

struct Compressor::State {
    Sink sink;
    z_stream stream {};
    bool isReady = false;
    std::string piece = std::string(pieceBytes, '\0');
};

Compressor::Compressor(Compression form, Sink sink)
    : m_state(std::make_unique<State>())
{
    m_state->sink = std::move(sink);
    const int window = form == Compression::Gzip ? gzipWindow : zlibWindow;
    m_state->isReady = deflateInit2(&m_state->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 8,
                           Z_DEFAULT_STRATEGY)
        == Z_OK;
}

Compressor::~Compressor()
{
    if (m_state->isReady)
        deflateEnd(&m_state->stream);
}

Result<void> Compressor::pump(int mode)
{
    if (!m_state->isReady)
        return failAs(ErrorKind::Resource, "zlib has no memory to compress");
    auto& stream = m_state->stream;
    auto& piece = m_state->piece;
    do {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        ::deflate(&stream, mode);
        TRY(m_state->sink(std::string_view(piece).substr(0, piece.size() - stream.avail_out)));
    } while (stream.avail_out == 0);
    return {};
}

Result<void> Compressor::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto next = bytes.substr(0, largestInput);
        m_state->stream.next_in = input(next);
        m_state->stream.avail_in = static_cast<uInt>(next.size());
        TRY(pump(Z_NO_FLUSH));
        bytes.remove_prefix(next.size());
    }
    return {};
}

Result<void> Compressor::finish() { return pump(Z_FINISH); }

struct Decompressor::State {
    z_stream stream {};
    std::span<const std::byte> rest; ///< not yet passed to zlib
    std::size_t bytesAtOnce = 0;
    std::size_t given = 0;
    bool isOpen = false;
    bool isEnded = false;
    std::string problem;

    ~State()
    {
        if (isOpen)
            inflateEnd(&stream);
    }
    void end(std::string why)
    {
        isEnded = true;
        problem = std::move(why);
    }
    void refill()
    {
        if (stream.avail_in > 0 || rest.empty())
            return;
        const auto next = rest.first(std::min(rest.size(), bytesAtOnce));
        // zlib does not write through next_in.
        stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(next.data()));
        stream.avail_in = static_cast<uInt>(next.size());
        given += next.size();
        rest = rest.subspan(next.size());
    }
    /// Continues after the end of a member: another member may follow.
    void nextMember()
    {
        if ((stream.avail_in == 0 && rest.empty()) || inflateReset(&stream) != Z_OK)
            isEnded = true;
    }
};

Decompressor::Decompressor(std::span<const std::byte> packed, std::size_t bytesAtOnce)
    : m_state(std::make_unique<State>())
{
    auto& state = *m_state;
    state.rest = packed;
    state.bytesAtOnce = std::clamp<std::size_t>(bytesAtOnce, 1, largestInput);
    state.isOpen = inflateInit2(&state.stream, anyWindow) == Z_OK;
    if (!state.isOpen)
        state.end("out of memory while decompressing");
}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;

std::size_t Decompressor::read(std::span<char> out)
{
    auto& state = *m_state;
    auto& stream = state.stream;
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    out = out.first(std::min(out.size(), largestInput));
    stream.avail_out = static_cast<uInt>(out.size());
    while (!state.isEnded && stream.avail_out > 0) {
        state.refill();
        const auto code = ::inflate(&stream, Z_NO_FLUSH);
        const bool isUsedUp = stream.avail_in == 0 && stream.avail_out > 0;
        if (code == Z_STREAM_END)
            state.nextMember();
        else if (code == Z_BUF_ERROR || (code == Z_OK && isUsedUp)) {
            if (state.rest.empty())
                state.end("the compressed data ends early");
        } else if (code != Z_OK)
            state.end(std::string("the compressed data is damaged")
                + (stream.msg != nullptr ? std::string(": ") + stream.msg : ""));
    }
    return out.size() - stream.avail_out;
}

const std::string& Decompressor::problem() const { return m_state->problem; }
std::size_t Decompressor::consumedBytes() const
{
    return m_state->given - m_state->stream.avail_in;
}

std::string base64(std::string_view bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto left = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = (group << 8) | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text.push_back(k <= left ? alphabet[(group >> (18 - 6 * k)) & 63] : '=');
    }
    return text;
}

Result<std::string> fromBase64(std::string_view text)
{
    std::array<int, 256> values {};
    values.fill(-1);
    for (std::size_t i = 0; i < alphabet.size(); ++i)
        values[static_cast<unsigned char>(alphabet[i])] = static_cast<int>(i);
    std::string bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '=' || c == ' ' || c == '\n' || c == '\r' || c == '\t')
            continue;
        const int value = values[static_cast<unsigned char>(c)];
        if (value < 0)
            return failAs(ErrorKind::File, "character ", i, " is not base64");
        group = (group << 6) | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<char>(group >> bits));
        }
    }
    return bytes;
}

} // namespace support
