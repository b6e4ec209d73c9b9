#pragma once

#include "app/cli/command.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

/// Parses `10s`, `500ms`, `2min`, `10` (seconds). `option` is named in the error.
support::Result<std::chrono::nanoseconds> durationOf(
    std::string_view option, const std::string& text);

/// Parses `512MiB`, `1.5GiB`, `4096` (bytes).
support::Result<std::uint64_t> bytesOf(std::string_view option, const std::string& text);

/// Parses `1%`, `0.5 %`, `3`: percent from 0 to below 100. Returns a share: 0.01.
support::Result<double> shareOf(std::string_view option, std::string text);

/// Returns the value of `--order-seed`; nothing without the option: a seed is then drawn.
support::Result<std::optional<std::uint64_t>> orderSeed(const Arguments& arguments);

} // namespace cli
