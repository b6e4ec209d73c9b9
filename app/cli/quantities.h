#pragma once

#include "app/cli/command.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

/// The following return the value of an option; nothing without it.

/// Parses `10s`, `500ms`, `2min`, `10` (seconds).
support::Result<std::optional<std::chrono::nanoseconds>> durationOf(
    const Arguments& arguments, std::string_view option);
/// Parses `512MiB`, `1.5GiB`, `4096` (bytes).
support::Result<std::optional<std::uint64_t>> bytesOf(
    const Arguments& arguments, std::string_view option);
constexpr std::uint64_t defaultCapBytes = std::uint64_t(512) << 20; ///< of `--cap`
/// Parses `1%`, `0.5 %`, `3`: percent from 0 to below 100. Returns a share: 0.01.
support::Result<std::optional<double>> shareOf(const Arguments& arguments, std::string_view option);
/// `--order-seed`; without it a seed is drawn.
support::Result<std::optional<std::uint64_t>> orderSeed(const Arguments& arguments);

} // namespace cli
