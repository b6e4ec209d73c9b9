#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace engine {

/// Memory that the plan reserves for a kernel's workspace, in one run of the step.
class PlannedWorkspace {
public:
    PlannedWorkspace() = default;
    PlannedWorkspace(std::byte* memory, std::uint64_t bytes)
        : m_memory(memory)
        , m_bytes(memory != nullptr ? bytes : 0)
    {
    }
    /// Returns the next `bytes` of the memory; empty if it has not that many.
    std::span<std::byte> take(std::size_t bytes)
    {
        if (bytes == 0 || bytes > m_bytes)
            return {};
        const std::span taken(m_memory, bytes);
        const auto passed = std::min(roomFor(bytes), m_bytes);
        m_memory += passed;
        m_bytes -= passed;
        return taken;
    }
    /// The bytes that a piece takes in a workspace of several: the next piece is aligned too.
    static std::uint64_t roomFor(std::uint64_t bytes)
    {
        constexpr std::uint64_t alignment = 256;
        return (bytes + alignment - 1) / alignment * alignment;
    }

private:
    std::byte* m_memory = nullptr;
    std::uint64_t m_bytes = 0;
};

} // namespace engine
