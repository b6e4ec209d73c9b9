#pragma once

#include "model/support/hash.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace layout::groups {

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
    if (text.empty())
        return mixed(hash, std::uint64_t { 0 });
    return mixed(hash, support::xxh3(std::as_bytes(std::span(text))).low);
}

} // namespace layout::groups
