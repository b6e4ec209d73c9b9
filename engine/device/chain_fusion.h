#pragma once

#include "engine/device/backend.h"
#include "engine/passes/patch.h"
#include "engine/passes/place_on_device.h"
#include "engine/plan/run_request.h"
#include "engine/program/facts.h"

#include <unordered_map>
#include <unordered_set>

namespace engine {

/// Fuses chains of elementwise operators for a device that compiles kernels for them
/// (engine/passes/fuse_chains.h), over the rounds in which a plan is made. Operators of a chain
/// that does not compile run one after the other; reports show the reason.
class ChainFusion {
public:
    /// `stableOps`: operators with lower numbers are the same in each round.
    ChainFusion(const RunRequest& request, const DeviceMemory& device, std::size_t stableOps);

    /// Fuses chains of a placed program and compiles them. `facts` are those of the program.
    void fuse(Program& placed, const Facts& facts);
    bool mayFuse() const;
    /// Removes chains from the refused operators. Returns true if there were some: the next round
    /// leaves their operators unfused.
    bool takeRefused(DeviceRefusals& refused);
    /// Returns the reasons why operators are not fused although they could be.
    const DeviceRefusals& alone() const { return m_alone; }

private:
    void markUnfused(const std::vector<Edit::Taken>& taken, const std::string& reason);

    const RunRequest& m_request;
    DeviceMemory m_device;
    std::size_t m_stableOps;
    bool m_isGivenUp = false;
    DeviceRefusals m_alone;
    std::unordered_map<OpId, std::vector<Edit::Taken>> m_chains; ///< of the latest round
};

} // namespace engine
