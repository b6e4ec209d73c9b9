#pragma once

#include "engine/plan/engine.h"

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <stop_token>
#include <vector>

namespace profiler {

/// Two prepared plans that can be loaded again at other places in memory.
class ReloadedPair {
public:
    /// The requests must outlive the object; the preparations must have plans.
    ReloadedPair(const std::array<const engine::RunRequest*, 2>& requests,
        std::array<engine::Preparation, 2> preparations, std::uint64_t seed, std::stop_token stop);

    /// Creates the sessions. Call once, before the first run.
    support::Result<void> open();
    /// Frees both plans and prepares both again, in random order and beside a memory block of
    /// random size, so pages of A may become pages of B. Fails with the error of preparing, or if a
    /// plan has other steps than before.
    support::Result<void> placeAnew();

    support::Result<void> run(std::size_t side, engine::Observer* observer);
    void freeOutputs() { m_results = {}; }
    const engine::Preparation& preparation(std::size_t side) const { return m_preparations[side]; }

private:
    support::Result<void> prepareAgain(std::size_t side);
    support::Result<void> openSide(std::size_t side);

    std::array<const engine::RunRequest*, 2> m_requests;
    std::array<engine::Preparation, 2> m_preparations;
    std::array<std::vector<std::string>, 2> m_steps; ///< label and implementation, by step
    std::array<std::optional<engine::Session>, 2> m_sessions;
    std::array<std::vector<engine::RuntimeValue>, 2> m_inputs;
    std::array<engine::RunResult, 2> m_results;
    std::mt19937_64 m_random;
    std::stop_token m_stop;
};

} // namespace profiler
