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

/// Runs a model again and again. Runs on the calling thread; kernels may use more threads. One run
/// at a time.
///
/// It begins with one plan and makes another when inputs of other types come: plans are kept, one
/// per signature (the types of all inputs), and the one that was not used for longest goes when
/// there are too many or memory is short. They share one arena and one memory limit.
class Session {
public:
    /// How many plans a session keeps.
    static constexpr std::size_t mostPlans = 8;

    /// Takes the arena; fails under the memory limit of the plan's request.
    static Result<Session> create(std::shared_ptr<const Plan> plan);
    ~Session();
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;

    /// `inputs` in the order of Plan::inputNames(), of any types that the model takes. Outputs own
    /// their memory. Fails with ErrorKind::Usage for a type that the model does not declare, with
    /// the error of engine::prepare where no plan can be made, and then stays usable. The stop
    /// token is polled between steps and turns of loops (ErrorKind::Cancelled). Steps told to the
    /// observer are those of plan().
    Result<RunResult> run(std::span<const RuntimeValue> inputs, Observer* observer = nullptr,
        std::stop_token stop = {});

    /// The plan of the latest run, or the one it was created with.
    const Plan& plan() const;
    /// Plans kept now.
    std::size_t planCount() const;
    /// How runs of plan() on a device are launched so far.
    ReplayReport replays() const;
    /// Most memory that was ever in use at once: arena, dynamic values, scratch memory, what
    /// kernels keep of weights in another order.
    std::uint64_t peakBytes() const;

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    Result<RunResult> runOnce(
        std::span<const RuntimeValue> inputs, Observer* observer, std::stop_token stop);
    std::unique_ptr<State> m_state;
};

} // namespace engine
