#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace support {

/// Told now and then how far a long piece of work is. An empty function means that nobody listens.
/// Called on the working thread; `done` of `total` in any unit (`total` 0 = unknown), `what` for
/// people ("placing 10,214 nodes").
using Progress
    = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)>;

} // namespace support
