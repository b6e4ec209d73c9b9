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
/// that does not compile run one after the other, and tell why.
class ChainFusion {
public:
    /// `stableOps`: operators with lower numbers are the same in each round.
    ChainFusion(const RunRequest& request, const DeviceMemory& device, std::size_t stableOps);

    /// In a program that was placed; `facts` are those of it. Compiles the chains.
    void fuse(Program& placed, const Facts& facts);
    bool mayFuse() const;
    /// Takes chains out of what kernels refused. True if there were some: the next round does
    /// without them.
    bool takeRefused(DeviceRefusals& refused);
    /// Why operators are not fused though they could be.
    const DeviceRefusals& alone() const { return m_alone; }

private:
    void leaveAlone(const std::vector<Edit::Taken>& taken, const std::string& reason);

    const RunRequest& m_request;
    DeviceMemory m_device;
    std::size_t m_stableOps;
    bool m_isGivenUp = false;
    DeviceRefusals m_alone;
    std::unordered_map<OpId, std::vector<Edit::Taken>> m_chains; ///< of the latest round
};

} // namespace engine
