#pragma once

#include "engine/kernel/kernel.h"

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
    /// Returns the memory to the first call whose `bytes` fit; empty for other calls.
    std::span<std::byte> take(std::size_t bytes)
    {
        if (bytes == 0 || bytes > m_bytes)
            return {};
        m_bytes = 0;
        return { m_memory, bytes };
    }

private:
    std::byte* m_memory = nullptr;
    std::uint64_t m_bytes = 0;
};

/// A kernel on a device that also reports its workspace and the alternatives to it.
class DeviceKernel : public Kernel {
public:
    /// Bytes of RunContext::scratch that every run takes, in one piece and before any others. The
    /// plan reserves memory for them.
    virtual std::uint64_t workspaceBytes() const { return 0; }
    /// Alternatives of the same library that were not chosen, and why, one sentence each.
    virtual std::vector<std::string> notTaken() const { return {}; }
};

} // namespace engine
