#include "engine/session.h"

#include "engine/executor.h"
#include "engine/plan_state.h"

namespace engine {

using support::ErrorKind;
using support::failAs;

struct Session::State {
    std::shared_ptr<const Plan> plan;
    MemoryPool::Block arena;
    Executor executor;
    std::uint32_t runs = 0;
};

Session::Session(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Result<Session> Session::create(std::shared_ptr<const Plan> plan)
{
    const auto& state = plan->state();
    auto arena = TRY(state.pool->allocate(state.blocks.front().arenaBytes).within("the arena"));
    return Session(std::unique_ptr<State>(new State { plan, std::move(arena), Executor(state, *state.pool), 0 }));
}

namespace {

Result<void> checkInputs(const Plan::State& plan, std::span<const RuntimeValue> inputs)
{
    if (inputs.size() != plan.inputNames.size())
        return failAs(ErrorKind::Usage, "the model takes ", plan.inputNames.size(), " inputs, ", inputs.size(), " are given");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].isTensor())
            continue;
        const auto& found = inputs[i].tensor().type;
        const auto& planned = plan.inputTypes[i];
        if (planned.element != ElementType::Undefined && found != planned) {
            return failAs(ErrorKind::Usage, "input '", plan.inputNames[i], "' is ", dimsText(found.dims), " ", model::name(found.element), ", the plan was made for ",
                dimsText(planned.dims), " ", model::name(planned.element));
        }
    }
    return {};
}

/// Tells the end of a run also when it fails.
class RunSpan {
public:
    RunSpan(Observer* observer, std::uint32_t run)
        : m_observer(observer)
        , m_run(run)
    {
        if (m_observer != nullptr)
            m_observer->beginRun(m_run);
    }
    RunSpan(const RunSpan&) = delete;
    RunSpan& operator=(const RunSpan&) = delete;
    ~RunSpan()
    {
        if (m_observer != nullptr)
            m_observer->endRun(m_run);
    }

private:
    Observer* m_observer;
    std::uint32_t m_run;
};

} // namespace

Result<RunResult> Session::run(std::span<const RuntimeValue> inputs, Observer* observer, std::stop_token stop)
{
    const auto& plan = m_state->plan->state();
    auto& executor = m_state->executor;
    TRY(checkInputs(plan, inputs));
    executor.listen({ observer, std::move(stop), plan.pool->liveBytes() });
    const RunSpan span(observer, m_state->runs++);
    const auto& main = plan.program.main();
    for (std::size_t i = 0; i < inputs.size(); ++i)
        executor.set(main.inputs[i], inputs[i]);
    TRY(executor.runBlock(BlockId(0u), m_state->arena.data));
    RunResult result;
    for (std::size_t i = 0; i < main.outputs.size(); ++i) {
        if (main.outputs[i].isValid())
            result.outputs.push_back({ plan.outputNames[i], TRY(executor.owned(executor.value(main.outputs[i]))) });
    }
    for (const auto id : plan.kept)
        result.kept.push_back({ plan.program.value(id).name, TRY(executor.owned(executor.value(id))) });
    // The next run must not write into what this one returned.
    for (const auto output : main.outputs) {
        if (output.isValid() && !plan.program.isConstant(output))
            executor.slot(output).value = {};
    }
    return result;
}

const Plan& Session::plan() const { return *m_state->plan; }
std::uint64_t Session::peakBytes() const { return m_state->plan->state().pool->peakBytes(); }

} // namespace engine
