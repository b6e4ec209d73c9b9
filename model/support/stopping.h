#pragma once

#include <cstddef>
#include <stop_token>

namespace support {

/// True if a stop is requested. For loops over many small steps: checks the token only every 4096
/// steps, which ends a loop within milliseconds.
inline bool isStopped(const std::stop_token& stop, std::size_t step)
{
    constexpr std::size_t often = 4096;
    return step % often == 0 && stop.stop_requested();
}

} // namespace support
