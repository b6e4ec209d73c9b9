#pragma once

#include "engine/device/replay_report.h"
#include "engine/plan/plan.h"
#include "engine/run/observer.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

struct NamedValue {
    std::string name;
    RuntimeValue value;
};

struct RunResult {
    std::vector<NamedValue>
        outputs; ///< in the model's order; those that a partial run cannot compute are missing
    std::vector<NamedValue> kept; ///< values named in RunRequest::keep, main block first
};

/// Runs a model any number of times, on the calling thread; kernels may use more threads. One run
/// at a time.
///
/// It begins with one plan and makes another when inputs have other types. It keeps one plan per
/// signature (the types of all inputs). Above `maxPlans` the least recently used plan is dropped;
/// when memory is short, all but the latest are. Plans share one arena and one memory limit.
class Session {
public:
    /// How many plans a session keeps.
    static constexpr std::size_t maxPlans = 8;

    /// Allocates the arena; fails if the memory limit of the plan's request does not allow it.
    static Result<Session> create(std::shared_ptr<const Plan> plan);
    ~Session();
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;

    /// `inputs` in the order of Plan::inputNames(), of any types that the model takes. Outputs own
    /// their memory. Fails with ErrorKind::Usage for a type that the model does not declare, and
    /// with the error of engine::prepare if no plan can be made; the session stays usable. The stop
    /// token is polled between steps and iterations (ErrorKind::Cancelled). The observer gets the
    /// steps of plan().
    Result<RunResult> run(std::span<const RuntimeValue> inputs, Observer* observer = nullptr,
        std::stop_token stop = {});

    /// Prepares a plan for these inputs, before a run needs it. `open`: their types with open sizes
    /// (Inputs::open), which the plan then serves all; empty: exactly these sizes. `growing`: as in
    /// Inputs.
    Result<void> prepareFor(std::span<const RuntimeValue> inputs,
        std::vector<model::ValueType> open = {}, std::vector<std::size_t> growing = {});
    /// Number of plans that this session has made.
    std::size_t preparations() const;

    /// The plan of the latest run or preparation, or the one it was created with.
    const Plan& plan() const;
    std::shared_ptr<const Plan> planShared() const;
    /// Number of plans kept now.
    std::size_t planCount() const;
    /// Returns how runs of plan() on a device were launched so far.
    ReplayReport replays() const;
    /// Returns the most memory in use at once, in bytes: arena, dynamic values, scratch memory, and
    /// weights that kernels keep in another order.
    std::uint64_t peakBytes() const;

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    Result<RunResult> runOnce(
        std::span<const RuntimeValue> inputs, Observer* observer, std::stop_token stop);
    std::unique_ptr<State> m_state;
};

} // namespace engine
