#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace support {

/// Callback for the progress of long work; it may be empty. Called on the working thread. `done` of
/// `total` in any unit (`total` 0 = unknown). `what` is text for the user ("placing 10,214 nodes").
using Progress
    = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)>;

} // namespace support
