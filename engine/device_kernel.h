#pragma once

#include "engine/kernel.h"

namespace engine {

/// A kernel on a device that tells more than others: what it works in, and what else could have
/// run.
class DeviceKernel : public Kernel {
public:
    /// Bytes of RunContext::scratch that every run of it takes, in one piece: the plan has a place
    /// for them.
    virtual std::uint64_t workspaceBytes() const { return 0; }
    /// What of the same library was not taken, and why, one sentence each.
    virtual std::vector<std::string> notTaken() const { return {}; }
};

} // namespace engine
