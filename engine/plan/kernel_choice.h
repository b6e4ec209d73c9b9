#pragma once

#include "engine/kernel/kernel.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The kernel taken for a request and why the ones before it were not. Without a kernel: why none.
struct KernelChoice {
    std::unique_ptr<Kernel> kernel;
    Tier tier = Tier::Reference;
    std::vector<std::string> refusals; ///< `library: softmax of oneDNN takes float, not fp64`, in
                                       ///< the order they were asked
    std::optional<Error>
        error; ///< of kind Resource: the first kernel that takes this has no memory for it, and no
               ///< other is asked, which would be slower without a word
};

/// Asks the registered kernels in the order of their tiers, only those of `tiers`.
KernelChoice chooseKernel(
    const KernelRequest& request, DeviceKind device, std::span<const Tier> tiers);

/// Whether an input or an output has its images channels last.
bool hasChannelsLast(const KernelRequest& request);

/// What a kernel is told about a value at hand.
InputType typeOf(const RuntimeValue& value);

} // namespace engine
