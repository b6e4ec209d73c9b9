#pragma once

#include "engine/tuning/kernel_variants.h"
#include "engine/tuning/tune_cache.h"
#include "engine/tuning/tuning_mode.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace engine {

/// Chooses the fastest variant of each step of one plan on the CPU. Variants run in turns on noise,
/// and the shortest run of each counts. The time per plan is limited. When it is used up, the other
/// steps get their first variant. Choices are stored in the tune cache, unless the machine was too
/// busy to measure: with Tuning::Auto the same cache gives the same plan.
class VariantTuner final : public VariantChooser {
public:
    /// Choices are stored in `folder`, in a file named after the model of the processor. If it is
    /// empty, they are kept only as long as this object lives.
    explicit VariantTuner(Tuning mode, const std::filesystem::path& folder = tuneFolder());

    Result<std::unique_ptr<Kernel>> choose(const KernelRequest& request, const std::string& key,
        std::span<const KernelVariant> variants) override;

    /// Every further step gets its first variant, which takes the least memory. Returns false, and
    /// changes nothing, if no earlier call of choose() returned another one.
    bool useFirstVariants();
    /// What the user should know: the time spent, steps without a choice. Empty if all choices were
    /// remembered.
    std::vector<std::string> notices() const;

private:
    struct Candidate;
    Result<std::unique_ptr<Kernel>> remembered(
        const TunedChoice& known, std::span<const KernelVariant> variants);
    Result<std::unique_ptr<Kernel>> fastest(const KernelRequest& request, const std::string& key,
        std::span<const KernelVariant> variants);
    Result<void> timeInTurns(const KernelRequest& request, std::vector<Candidate>& candidates);
    Result<void> remember(
        const std::string& key, const TunedChoice& choice, std::span<const Candidate> candidates);
    /// Whether the times suffice after `round` (0 = the first) or no time is left.
    bool isDecided(
        std::span<const Candidate> candidates, int round, std::chrono::nanoseconds spent) const;

    Tuning m_mode;
    TuneCache m_cache;
    std::chrono::nanoseconds m_spent {};
    std::map<std::string, TunedChoice> m_timed; ///< in this plan
    std::size_t m_untimed = 0; ///< steps for which no time was left
    bool m_usesFirst = false;
    bool m_tookAnother = false; ///< a variant that was not the first
};

} // namespace engine
