#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace support {

/// SHA-256 as 64 lower-case hex digits: identity of files for people and other programs.
std::string sha256(std::span<const std::byte> bytes);
/// Of a regular file's content, read in pieces (about 1.5 GB/s with hardware support).
Result<std::string> sha256OfFile(
    const std::filesystem::path& path, std::stop_token stop = {}, const Progress& progress = {});

/// XXH3, 128 bits: identity inside the program; not proof against someone who wants a collision.
struct Hash128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Hash128&) const = default;
    std::string hex() const; ///< 32 digits, high half first
};
Hash128 xxh3(std::span<const std::byte> bytes);

/// XXH3-128 of pieces in order: add(a), add(b) gives what xxh3 gives for a followed by b.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;

    void add(std::span<const std::byte> bytes);
    /// Length and text, so that ("ab", "c") differs from ("a", "bc").
    void add(std::string_view text);
    void add(std::int64_t number);
    Hash128 value() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace support
