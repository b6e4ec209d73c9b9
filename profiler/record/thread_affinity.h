#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace profiler {

/// Returns the logical processors that the calling thread may use, ascending. Empty if the system
/// does not tell.
std::vector<std::uint32_t> allowedProcessors();

/// Keeps the calling thread on some logical processors until the end of the scope. Does nothing for
/// an empty list, and if the system refuses.
class ThreadAffinity {
public:
    explicit ThreadAffinity(std::span<const std::uint32_t> processors);
    ThreadAffinity(const ThreadAffinity&) = delete;
    ThreadAffinity& operator=(const ThreadAffinity&) = delete;
    ~ThreadAffinity();

private:
    std::vector<std::uint32_t> m_before; ///< empty: nothing to restore
};

/// Lets the calling thread use these processors only. Returns false if the system refuses.
bool setAllowedProcessors(std::span<const std::uint32_t> processors);

} // namespace profiler
