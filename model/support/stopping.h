#pragma once

#include <cstddef>
#include <stop_token>

namespace support {

/// For loops over many small steps: looks at the token now and then, which is often enough to end
/// within milliseconds.
inline bool isStopped(const std::stop_token& stop, std::size_t step)
{
    constexpr std::size_t often = 4096;
    return step % often == 0 && stop.stop_requested();
}

} // namespace support
