#include "engine/device/chain_fusion.h"

#include "engine/device/chain_compiler.h"
#include "engine/passes/fuse_chains.h"

#include <algorithm>

namespace engine {

ChainFusion::ChainFusion(
    const RunRequest& request, const DeviceMemory& device, std::size_t stableOps)
    : m_request(request)
    , m_device(device)
    , m_stableOps(stableOps)
{
}

bool ChainFusion::mayFuse() const
{
    return !m_isGivenUp && m_request.optimisation == Optimisation::Full
        && m_device.backend != nullptr && m_device.backend->chainCompiler() != nullptr
        && KernelRegistry::instance().has("opscope", chainOperator, m_request.device);
}

void ChainFusion::fuse(Program& placed, const Facts& facts)
{
    m_chains.clear();
    std::unordered_set<OpId> apart;
    for (const auto& [op, reasons] : m_alone)
        apart.insert(op);
    auto patch = fuseChains(placed, { facts, m_request }, apart);
    if (patch.isEmpty())
        return;
    auto& compiler = *m_device.backend->chainCompiler();
    if (const auto usable = compiler.check(); !usable) {
        for (const auto& edit : patch.edits)
            markUnfused(edit.taken, usable.error().message());
        m_isGivenUp = true;
        return;
    }
    std::vector<ElementwiseChain> chains;
    for (const auto& edit : patch.edits) {
        m_chains[OpId(placed.ops.size() + chains.size())] = edit.taken;
        chains.push_back(*chainOf(edit.added.front().node));
    }
    compiler.compileAhead(chains);
    apply(placed, std::move(patch), fuseChainsName);
}

bool ChainFusion::takeRefused(DeviceRefusals& refused)
{
    bool hasTaken = false;
    for (const auto& [op, taken] : m_chains) {
        const auto found = refused.find(op);
        if (found == refused.end())
            continue;
        markUnfused(taken, found->second.empty() ? std::string() : found->second.front());
        refused.erase(found);
        hasTaken = true;
    }
    m_chains.clear();
    return hasTaken;
}

void ChainFusion::markUnfused(const std::vector<Edit::Taken>& taken, const std::string& reason)
{
    const auto before = m_alone.size();
    for (const auto& each : taken) {
        if (each.op.value() < m_stableOps)
            m_alone[each.op] = { "fused chain: " + reason };
    }
    // Operators that exist only in this round cannot be remembered for the next one.
    m_isGivenUp = m_isGivenUp || m_alone.size() == before;
}

} // namespace engine
