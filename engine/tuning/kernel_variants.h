#pragma once

#include "engine/kernel/kernel.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace engine {

/// One of several implementations of a step that compute the same, for example a direct and a
/// Winograd convolution.
struct KernelVariant {
    std::string name; ///< `Winograd`; stored with the choice
    std::function<Result<std::unique_ptr<Kernel>>()> prepare;
};

/// Chooses among the variants of a step.
class VariantChooser {
public:
    virtual ~VariantChooser() = default;
    /// Returns the chosen variant, prepared. `key` contains what its time depends on besides the
    /// processor and the number of threads: operator, types, layouts, version of the library. The
    /// first variant is the one that needs no choice, and its failure is the failure of the step. A
    /// later variant may fail; it is then not chosen.
    virtual Result<std::unique_ptr<Kernel>> choose(const KernelRequest& request,
        const std::string& key, std::span<const KernelVariant> variants)
        = 0;
};

} // namespace engine
