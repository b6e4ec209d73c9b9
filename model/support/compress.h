#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// Bytes made smaller, and bytes made text.
namespace support {

enum class Compression { Zlib, Gzip };

/// Compresses a stream (RFC 1950, RFC 1952), handing on pieces as they are ready.
class Compressor {
public:
    using Sink = std::function<Result<void>(std::string_view)>;

    Compressor(Compression form, Sink sink);
    ~Compressor();
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    Result<void> write(std::string_view bytes);
    /// Writes what is left and the end mark; nothing may follow.
    Result<void> finish();

private:
    struct State;
    Result<void> pump(int mode);
    std::unique_ptr<State> m_state;
};

/// Gives back a gzip or zlib stream piece by piece, several members one after the other. A stream
/// that is damaged or cut ends where the damage begins; `problem` then says what was found.
class Decompressor {
public:
    /// `bytesAtOnce` is what zlib is given at a time: it counts with 32 bits.
    explicit Decompressor(
        std::span<const std::byte> packed, std::size_t bytesAtOnce = std::size_t(1) << 30);
    ~Decompressor();
    Decompressor(Decompressor&&) noexcept;
    Decompressor& operator=(Decompressor&&) = delete;

    /// Fills the span as far as there is something; 0 at the end.
    std::size_t read(std::span<char> out);
    const std::string& problem() const;
    std::size_t consumedBytes() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

std::string base64(std::string_view bytes);
/// Spaces and line breaks are skipped; fails on other characters that are not in the alphabet.
Result<std::string> fromBase64(std::string_view text);

} // namespace support
