#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// Compression (zlib, gzip) and Base64.
namespace support {

enum class Compression { Zlib, Gzip };

/// Compresses a stream (RFC 1950, RFC 1952) and passes the output to the sink in pieces.
class Compressor {
public:
    using Sink = std::function<Result<void>(std::string_view)>;

    Compressor(Compression form, Sink sink);
    ~Compressor();
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    Result<void> write(std::string_view bytes);
    /// Writes the remaining data and the end of the stream. No write may follow.
    Result<void> finish();

private:
    struct State;
    Result<void> pump(int mode);
    std::unique_ptr<State> m_state;
};

/// Decompresses a gzip or zlib stream piece by piece, including several members in a row. A damaged
/// or truncated stream ends where the damage begins; `problem` then describes it.
class Decompressor {
public:
    /// zlib counts bytes in 32 bits. `bytesAtOnce` is the size of the blocks that it gets.
    explicit Decompressor(
        std::span<const std::byte> packed, std::size_t bytesAtOnce = std::size_t(1) << 30);
    ~Decompressor();
    Decompressor(Decompressor&&) noexcept;
    Decompressor& operator=(Decompressor&&) = delete;

    /// Fills the span as far as data is available. Returns the number of bytes; 0 at the end.
    std::size_t read(std::span<char> out);
    const std::string& problem() const;
    std::size_t consumedBytes() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

std::string base64(std::string_view bytes);
/// Decodes Base64. Skips spaces and line breaks; fails on any other character outside the alphabet.
Result<std::string> fromBase64(std::string_view text);

} // namespace support
