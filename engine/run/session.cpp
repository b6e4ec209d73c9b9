#include "engine/run/session.h"

#include "engine/device/graph_replays.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/run/executor.h"
#include "engine/run/thread_team.h"
#include "model/support/catch_exceptions.h"
#include "model/support/truncated_files.h"

#include <algorithm>
#include <list>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

/// Whether a tensor has an open type. Sizes that are names are added to `sizes`; a name has the
/// same size everywhere.
bool fitsOpen(const model::ValueType& open, const TensorType& type, model::Binding& sizes)
{
    if (open.element != type.element || !open.shape || open.shape->size() != type.dims.size())
        return false;
    for (std::size_t axis = 0; axis < type.dims.size(); ++axis) {
        const auto& size = (*open.shape)[axis];
        if (size.isSymbol()
            && sizes.try_emplace(size.text(), type.dims[axis]).first->second != type.dims[axis])
            return false;
        if (size.value().value_or(type.dims[axis]) != type.dims[axis])
            return false;
    }
    return true;
}

/// Whether the inputs have the plan's open types. Expressions must have the sizes that follow from
/// the names.
bool fitsOpen(const Plan::State& plan, std::span<const RuntimeValue> inputs)
{
    model::Binding sizes;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& open = plan.openTypes[i];
        if (inputs[i].isTensor() != open.isTensor()
            || (open.isTensor() && !fitsOpen(open, inputs[i].tensor().type, sizes)))
            return false;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& open = plan.openTypes[i];
        for (std::size_t axis = 0; open.isTensor() && axis < open.shape->size(); ++axis) {
            const auto& size = (*open.shape)[axis];
            const bool isExpression = !size.isNumber() && !size.isSymbol();
            if (isExpression && size.bound(sizes).value() != inputs[i].tensor().dims()[axis])
                return false;
        }
    }
    return true;
}

/// Whether the plan was made for the types of these inputs. Sequences and absent inputs have no
/// type in a plan.
bool fits(const Plan::State& plan, std::span<const RuntimeValue> inputs)
{
    if (plan.hasOpenSizes())
        return inputs.size() == plan.openTypes.size() && fitsOpen(plan, inputs);
    return std::ranges::equal(
        plan.inputTypes, inputs, [](const TensorType& planned, const RuntimeValue& input) {
            return input.isTensor() ? planned == input.tensor().type
                                    : planned.element == ElementType::Undefined;
        });
}

/// Checks the inputs against the model's declarations, before a plan is made for them.
Result<void> checkInputs(const Plan::State& plan, std::span<const RuntimeValue> inputs)
{
    if (inputs.size() != plan.inputNames.size())
        return failAs(ErrorKind::Usage, "the model takes ", plan.inputNames.size(), " inputs, ",
            inputs.size(), " are given");
    const auto& main = plan.program.main();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].isTensor())
            TRY(checkDeclared(inputs[i].tensor().type, plan.program.value(main.inputs[i]).declared)
                    .within("input '" + plan.inputNames[i] + "'"));
    }
    return {};
}

std::string signatureText(const Plan::State& plan, std::span<const RuntimeValue> inputs)
{
    std::string text;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].isTensor())
            continue;
        const auto& type = inputs[i].tensor().type;
        text += (text.empty() ? "with '" : ", '") + plan.inputNames[i] + "' " + dimsText(type.dims)
            + " " + std::string(model::name(type.element));
    }
    return text;
}

/// Reports begin and end of a run; the end also when it fails.
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

Result<RunResult> runPlan(const Plan::State& plan, Executor& executor,
    std::span<const RuntimeValue> inputs, std::byte* arena)
{
    const auto& main = plan.program.main();
    for (std::size_t i = 0; i < inputs.size(); ++i)
        executor.copyIn(main.inputs[i], inputs[i]);
    TRY(executor.runBlock(BlockId(0u), arena));
    RunResult result;
    for (const auto id : plan.kept) {
        auto value = TRY(executor.owned(executor.value(id)));
        result.kept.push_back({ plan.program.value(id).name, std::move(value) });
    }
    result.outputs.reserve(main.outputs.size());
    for (auto output = main.outputs.begin(); output != main.outputs.end(); ++output) {
        if (!output->isValid())
            continue;
        const auto& name = plan.outputNames[output - main.outputs.begin()];
        const bool isLast
            = std::find(output + 1, main.outputs.end(), *output) == main.outputs.end();
        // The next run must not write into what this one returned.
        auto value
            = TRY(isLast ? executor.takeOut(*output) : executor.owned(executor.value(*output)));
        result.outputs.push_back({ name, std::move(value) });
    }
    return result;
}

} // namespace

struct Session::State {
    /// A plan and the values of its runs.
    struct Prepared {
        explicit Prepared(std::shared_ptr<const Plan> ready)
            : plan(std::move(ready))
            , executor(plan->state(), *plan->state().pool)
            , replays(plan->state())
        {
        }
        std::shared_ptr<const Plan> plan;
        Executor executor;
        GraphReplays replays;
    };

    std::list<Prepared> plans; ///< the plan of the latest run first, never empty
    MemoryPool::Block arena; ///< shared by all plans: only one runs at a time
    std::uint64_t arenaBytes = 0;
    MemoryPool::Block deviceArena;
    std::uint64_t deviceArenaBytes = 0;
    std::uint32_t runs = 0;
    std::size_t preparations = 0;

    const Plan::State& latest() const { return plans.front().plan->state(); }

    Result<void> takeArenas()
    {
        TRY(takeArena());
        const auto wanted = latest().blocks.front().deviceArenaBytes;
        if (wanted <= deviceArenaBytes)
            return {};
        deviceArena = {};
        deviceArenaBytes = 0;
        deviceArena
            = TRY(latest().deviceMemory.pool->allocate(wanted).within("the arena of the device"));
        deviceArenaBytes = wanted;
        return {};
    }

    Result<void> takeArena()
    {
        const auto wanted = latest().blocks.front().arenaBytes;
        if (arena.data != nullptr && wanted <= arenaBytes)
            return {};
        arena = {};
        arena = TRY(latest().pool->allocate(wanted).within("the arena"));
        arenaBytes = wanted;
        return {};
    }

    /// Moves the plan for these inputs to the front; makes it if there is none.
    Result<void> choosePlan(std::span<const RuntimeValue> inputs)
    {
        const auto found = std::ranges::find_if(
            plans, [&](const Prepared& prepared) { return fits(prepared.plan->state(), inputs); });
        if (found != plans.end()) {
            plans.splice(plans.begin(), plans, found);
            return {};
        }
        auto plan = TRY(makePlan(inputs, {}, {}));
        plans.emplace_front(std::move(plan));
        if (plans.size() > maxPlans)
            plans.pop_back();
        return {};
    }

    Result<std::shared_ptr<const Plan>> makePlan(std::span<const RuntimeValue> inputs,
        std::vector<model::ValueType> open, std::vector<std::size_t> growing)
    {
        ++preparations;
        const auto& known = latest();
        Inputs values;
        values.open = std::move(open);
        values.growing = std::move(growing);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            values.values.push_back({ known.inputNames[i], inputs[i], "given" });
        auto request = known.request;
        request.tolerated = { "all" }; // the model was checked for the first plan
        auto plan = prepare(request, values, known.pool).plan;
        if (plan || plan.error().kind() != ErrorKind::Resource || plans.size() == 1)
            return plan;
        plans.erase(std::next(plans.begin()),
            plans.end()); // their copies of weights may take too much memory
        return prepare(request, std::move(values), known.pool).plan;
    }
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
    auto state = std::make_unique<State>();
    state->plans.emplace_front(std::move(plan));
    TRY(state->takeArenas());
    return Session(std::move(state));
}

Result<RunResult> Session::run(
    std::span<const RuntimeValue> inputs, Observer* observer, std::stop_token stop)
{
    return support::catchExceptions("the run", [&]() -> Result<RunResult> {
        const MemoryScope scope(m_state->latest().pool);
        TRY(ThreadTeam::own().start(m_state->latest().settings.threads));
        auto result = runOnce(inputs, observer, std::move(stop));
        TRY(support::checkLostPages());
        return result;
    });
}

Result<RunResult> Session::runOnce(
    std::span<const RuntimeValue> inputs, Observer* observer, std::stop_token stop)
{
    if (!fits(m_state->latest(), inputs)) {
        TRY(checkInputs(m_state->latest(), inputs));
        const auto signature = signatureText(m_state->latest(), inputs);
        TRY(m_state->choosePlan(inputs).within(signature));
        TRY(m_state->takeArenas().within(signature));
    }
    // A failed attempt to get arenas for another plan may have released those of this plan.
    TRY(m_state->takeArenas());
    auto& [plan, executor, replays] = m_state->plans.front();
    executor.listen({ observer, std::move(stop), plan->state().pool->liveBytes(), nullptr,
        m_state->deviceArena.data, plan->state().capturedSequences.empty() ? nullptr : &replays });
    const RunSpan span(observer, m_state->runs++);
    return runPlan(plan->state(), executor, inputs, m_state->arena.data);
}

Result<void> Session::prepareFor(std::span<const RuntimeValue> inputs,
    std::vector<model::ValueType> open, std::vector<std::size_t> growing)
{
    return support::catchExceptions("preparing the run", [&]() -> Result<void> {
        TRY(checkInputs(m_state->latest(), inputs));
        auto plan = TRY(m_state->makePlan(inputs, std::move(open), std::move(growing)));
        m_state->plans.emplace_front(std::move(plan));
        if (m_state->plans.size() > maxPlans)
            m_state->plans.pop_back();
        return m_state->takeArenas();
    });
}

std::size_t Session::preparations() const { return m_state->preparations; }
std::shared_ptr<const Plan> Session::planShared() const { return m_state->plans.front().plan; }
const Plan& Session::plan() const { return *m_state->plans.front().plan; }
ReplayReport Session::replays() const { return m_state->plans.front().replays.report(); }
std::size_t Session::planCount() const { return m_state->plans.size(); }
std::uint64_t Session::peakBytes() const { return m_state->latest().pool->peakBytes(); }

} // namespace engine
