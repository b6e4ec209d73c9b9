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

/// Returns SHA-256 as 64 lower-case hex digits. Used as a file's identity for users and other
/// programs.
std::string sha256(std::span<const std::byte> bytes);
/// Returns the SHA-256 of a regular file's content, which is read in pieces (about 1.5 GB/s with
/// hardware support).
Result<std::string> sha256OfFile(
    const std::filesystem::path& path, std::stop_token stop = {}, const Progress& progress = {});

/// A 128-bit XXH3 hash. Used for identity inside the program; not secure against deliberate
/// collisions.
struct Hash128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Hash128&) const = default;
    std::string hex() const; ///< 32 digits, high half first
};
Hash128 xxh3(std::span<const std::byte> bytes);

/// Hashes pieces in order with XXH3-128: add(a), add(b) gives the same as xxh3 of a followed by b.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;

    void add(std::span<const std::byte> bytes);
    /// Adds the length and the text, so that ("ab", "c") differs from ("a", "bc").
    void add(std::string_view text);
    void add(std::int64_t number);
    Hash128 value() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace support
