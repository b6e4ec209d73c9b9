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
#include <string_view>

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

/// Combines 64-bit hashes. The result is the same on every machine and in every run.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15U + (hash << 6) + (hash >> 2);
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBU;
    return hash ^ (hash >> 31);
}

inline std::uint64_t mixed(std::uint64_t hash, std::string_view text)
{
    return mixed(hash, text.empty() ? 0 : xxh3(std::as_bytes(std::span(text))).low);
}

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
