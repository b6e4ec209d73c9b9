#pragma once

#include "engine/kernel/kernel.h"

namespace engine {

/// The place that a plan has for a kernel's workspace, in one run of it.
class PlannedWorkspace {
public:
    PlannedWorkspace() = default;
    PlannedWorkspace(std::byte* memory, std::uint64_t bytes)
        : m_memory(memory)
        , m_bytes(memory != nullptr ? bytes : 0)
    {
    }
    /// Once, for scratch memory that fits; empty from then on.
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

/// A kernel on a device that tells more than others: what it works in, and what else could have
/// run.
class DeviceKernel : public Kernel {
public:
    /// Bytes of RunContext::scratch that every run of it takes, in one piece and before any others:
    /// the plan has a place for them.
    virtual std::uint64_t workspaceBytes() const { return 0; }
    /// What of the same library was not taken, and why, one sentence each.
    virtual std::vector<std::string> notTaken() const { return {}; }
};

} // namespace engine
