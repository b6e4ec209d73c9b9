#pragma once

#include "engine/kernel/kernel.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The kernel chosen for a request, and why the candidates before it refused. Without a kernel: why
/// all refused.
struct KernelChoice {
    std::unique_ptr<Kernel> kernel;
    Tier tier = Tier::Reference;
    const KernelEntry* entry = nullptr; ///< the candidate that made it
    std::vector<std::string> refusals; ///< `library: softmax of oneDNN takes float, not fp64`, in
                                       ///< the order of the candidates
    std::optional<Error>
        error; ///< of kind Resource: a kernel that accepts gets no memory. Others are not tried:
               ///< they would be slower, and the user would not know
};

/// Returns the first registered kernel that accepts the request, in the order of tiers. Considers
/// only `tiers`. If all refuse, asks again with SmallWork::Accept.
KernelChoice chooseKernel(
    const KernelRequest& request, DeviceKind device, std::span<const Tier> tiers);

/// Prepares the kernel of a candidate that was chosen for the same step with other sizes. Nothing
/// is checked but what the candidate checks itself. Returns null if it refuses.
std::unique_ptr<Kernel> prepareAgain(const KernelEntry& entry, const KernelRequest& request);

/// Whether an input or an output has Layout::ChannelsLast.
bool hasChannelsLast(const KernelRequest& request);

/// Returns the InputType that describes a value of a run.
InputType typeOf(const RuntimeValue& value);

} // namespace engine
