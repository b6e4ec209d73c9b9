#pragma once

#include "engine/observer.h"
#include "engine/plan.h"

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
    std::vector<NamedValue> outputs; ///< in the model's order; those that a partial run cannot compute are missing
    std::vector<NamedValue> kept; ///< values named in RunRequest::keep, main block first
};

/// Memory for running one plan again and again. Runs on the calling thread; kernels may use more threads. One run at a time.
class Session {
public:
    /// Takes the arena; fails under the memory limit of the plan's request.
    static Result<Session> create(std::shared_ptr<const Plan> plan);
    ~Session();
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;

    /// `inputs` in the order of Plan::inputNames(), with the types that the plan was made for. Outputs own their memory.
    /// The stop token is polled between steps and turns of loops (ErrorKind::Cancelled).
    Result<RunResult> run(std::span<const RuntimeValue> inputs, Observer* observer = nullptr, std::stop_token stop = {});

    const Plan& plan() const;
    /// Most memory that was ever in use at once: arena, dynamic values, copies of weights.
    std::uint64_t peakBytes() const;

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace engine
