#include "profiler/comparison/reloaded_pair.h"

#include <cstddef>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t pageBytes = 4096;
constexpr std::size_t maxBallastPages = 1024; // more than the page sets of a usual L2 cache

std::vector<std::string> kernelsOf(const engine::Plan& plan)
{
    std::vector<std::string> kernels;
    kernels.reserve(plan.steps().size());
    for (const auto& step : plan.steps())
        kernels.push_back(step.label + " " + step.implementation);
    return kernels;
}

} // namespace

ReloadedPair::ReloadedPair(const std::array<const engine::RunRequest*, 2>& requests,
    std::array<engine::Preparation, 2> preparations, std::uint64_t seed, std::stop_token stop)
    : m_requests(requests)
    , m_preparations(std::move(preparations))
    , m_random(seed)
    , m_stop(std::move(stop))
{
}

Result<void> ReloadedPair::open()
{
    for (std::size_t side = 0; side < 2; ++side) {
        TRY(openSide(side));
        m_steps[side] = kernelsOf(**m_preparations[side].plan);
    }
    return {};
}

Result<void> ReloadedPair::openSide(std::size_t side)
{
    auto& preparation = m_preparations[side];
    if (!preparation.plan)
        return preparation.plan.error();
    m_sessions[side] = TRY(engine::Session::create(*preparation.plan));
    m_inputs[side] = preparation.inputs.runtimeValues();
    return {};
}

Result<void> ReloadedPair::placeAnew()
{
    freeOutputs();
    for (std::size_t side = 0; side < 2; ++side) {
        m_sessions[side].reset();
        m_inputs[side].clear();
        m_preparations[side].plan = failAs(ErrorKind::Cancelled, "not loaded");
        m_preparations[side].inputs = {};
    }
    // Filled, because untouched pages get no memory.
    const std::vector<std::byte> ballast((m_random() % maxBallastPages) * pageBytes, std::byte(1));
    const std::size_t first = m_random() % 2;
    TRY(prepareAgain(first));
    return prepareAgain(1 - first);
}

Result<void> ReloadedPair::prepareAgain(std::size_t side)
{
    // Does not end early on a stop: the plan is needed to describe what was measured.
    m_preparations[side] = engine::prepare(*m_requests[side]);
    TRY(openSide(side));
    if (kernelsOf(**m_preparations[side].plan) != m_steps[side])
        return failAs(ErrorKind::Failed, "preparing the model again gave a plan with other steps");
    return {};
}

Result<void> ReloadedPair::run(std::size_t side, engine::Observer* observer)
{
    m_results[side] = TRY(m_sessions[side]->run(m_inputs[side], observer, m_stop));
    return {};
}

} // namespace profiler
