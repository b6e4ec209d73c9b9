#include "engine/verify/compare_tiers.h"

#include "engine/passes/lower_products.h"
#include "engine/passes/widen_half.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "engine/verify/tier_interceptors.h"
#include "model/support/truncated_files.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

/// A run that multiplies the model's bfloat16 numbers as such is compared with one that rounds to
/// them too.
RunRequest otherRequest(const TierRequest& request, const Plan& examined)
{
    auto other = request.examined;
    other.readsConstants = true;
    other.device = DeviceKind::Cpu;
    other.precision = Precision::Float32;
    const bool roundsToHalf = request.examined.precision == Precision::Float32
        && hasLoweredProducts(examined.program());
    other.halfArithmetic = widensHalf(request.examined) && !roundsToHalf ? HalfArithmetic::Single
                                                                         : HalfArithmetic::Half;
    const bool isReference = request.against == Against::Reference;
    other.optimisation = isReference ? Optimisation::None : Optimisation::Full;
    other.tiers = isReference ? std::vector { Tier::Reference } : RunRequest().tiers;
    return other;
}

class TierComparer {
public:
    TierComparer(
        const TierRequest& request, std::stop_token stop, const support::Progress& progress)
        : m_request(request)
        , m_stop(std::move(stop))
        , m_progress(progress)
    {
    }

    Result<TierComparison> run()
    {
        TRY(prepareBoth());
        m_rows.emplace(m_request, *m_examined);
        TRY(m_other ? compareRuns() : compareFiles());
        TRY(support::checkMappedFiles());
        auto result = m_rows->finish();
        for (const auto& input : m_inputs.values)
            result.inputs.push_back(input.name + ": " + input.how);
        result.passes = m_passes;
        result.keptBytes = m_keptBytes;
        result.isComplete = !isDone();
        return result;
    }

private:
    Result<void> prepareBoth()
    {
        auto pool = MemoryPool::create(m_request.examined.memoryLimit);
        m_inputs = TRY(makeInputs(m_request.examined, *pool));
        auto examined = m_request.examined;
        examined.readsConstants = true;
        m_examined = TRY(prepare(examined, m_inputs, pool).plan);
        if (m_request.against != Against::Files)
            m_other = TRY(prepare(otherRequest(m_request, *m_examined), m_inputs, pool)
                              .plan.within("the run to compare with"));
        m_values = m_inputs.runtimeValues();
        for (const auto& block : m_examined->state().blocks) {
            for (const auto& step : block.steps)
                m_steps.emplace(step.id, &step);
        }
        return {};
    }

    bool isDone() const
    {
        return m_request.extent == Extent::FirstDivergence && m_rows->hasDivergence();
    }

    /// Whether the other run computes the same value. Both programs were built alike: passes change
    /// the operator that makes a value, not its meaning.
    bool hasCounterpart(ProgramValueId id) const
    {
        const auto& other = m_other->program();
        if (!id.isValid() || id.value() >= other.values.size())
            return false;
        const auto& value = m_examined->program().value(id);
        const auto& twin = other.value(id);
        return value.name == twin.name && value.origin == twin.origin && twin.producer.isValid()
            && !value.constant;
    }

    /// Whether the step copies to or from a device. Its output is the value that it copies, which
    /// is compared already.
    bool isCopy(StepId id) const { return m_examined->steps()[id.value()].kind == StepKind::Copy; }

    /// Steps with outputs to compare, in the order in which they end: steps of bodies come before
    /// the step that owns the body.
    std::deque<StepId> stepsInOrder() const
    {
        std::deque<StepId> ordered;
        std::vector<StepId> open;
        const auto close = [&] {
            const auto& outputs = m_steps.at(open.back())->outputs;
            if (!isCopy(open.back())
                && std::ranges::any_of(outputs, [&](auto id) { return hasCounterpart(id); }))
                ordered.push_back(open.back());
            open.pop_back();
        };
        for (const auto& step : m_examined->steps()) {
            while (!open.empty() && open.back() != step.parent)
                close();
            open.push_back(step.id);
        }
        while (!open.empty())
            close();
        return ordered;
    }

    std::uint64_t bytesOfValue(ProgramValueId id) const
    {
        if (const auto learned = m_bytes.find(id); learned != m_bytes.end())
            return learned->second;
        return plannedBytes(id);
    }

    /// Bytes of the value in one iteration; 0 if the plan does not know its type.
    std::uint64_t plannedBytes(ProgramValueId id) const
    {
        const auto& placement = m_examined->state().placements[id.value()];
        return placement.isTyped ? placement.type.bytes() : 0;
    }

    struct Needed {
        std::vector<ProgramValueId> values;
        std::uint64_t bytes = 0;
    };
    /// Returns the values that a step needs and the batch does not have yet.
    Needed neededBy(const PlanStep& step, const Batch& batch) const
    {
        Needed needed;
        for (const auto* ids : { &step.inputs, &step.outputs }) {
            for (const auto id : *ids) {
                if (!hasCounterpart(id) || batch.values.contains(id))
                    continue;
                needed.values.push_back(id);
                needed.bytes += bytesOfValue(id);
            }
        }
        return needed;
    }

    /// Takes as many of the next steps as fit under the cap, at least one. If a single step does
    /// not fit with its inputs, only its outputs are kept.
    std::vector<StepId> takeBatch(std::deque<StepId>& todo, Batch& batch) const
    {
        std::vector<StepId> steps;
        std::uint64_t bytes = 0;
        while (!todo.empty()) {
            const auto& step = *m_steps.at(todo.front());
            const auto needed = neededBy(step, batch);
            bytes += needed.bytes;
            if (bytes > m_request.capBytes && !steps.empty())
                break;
            const bool isAlone = bytes > m_request.capBytes;
            batch.values.insert(needed.values.begin(), needed.values.end());
            if (isAlone)
                std::erase_if(batch.values, [&](auto id) {
                    return std::ranges::find(step.outputs, id) == step.outputs.end();
                });
            batch.steps.insert(step.id);
            steps.push_back(step.id);
            todo.pop_front();
            if (isAlone)
                break;
        }
        return steps;
    }

    /// Takes the next steps that have an output larger than the cap.
    void takeTooLarge(std::deque<StepId>& todo, Batch& batch) const
    {
        while (!todo.empty()) {
            const auto& step = *m_steps.at(todo.front());
            std::vector<ProgramValueId> outputs;
            std::ranges::copy_if(step.outputs, std::back_inserter(outputs),
                [&](auto id) { return hasCounterpart(id); });
            const bool isOne = m_request.extent == Extent::FirstDivergence;
            if (std::ranges::none_of(
                    outputs, [&](auto id) { return plannedBytes(id) > m_request.capBytes; })
                || (isOne && !batch.steps.empty()))
                return;
            batch.values.insert(outputs.begin(), outputs.end());
            batch.steps.insert(step.id);
            todo.pop_front();
        }
    }

    Result<void> compareRuns()
    {
        FoldedValues folded(m_examined->program(), m_other->program(), *m_rows);
        auto* unseen = &folded; // compared in the first pass
        for (auto todo = stepsInOrder(); !todo.empty() && !isDone();) {
            Batch large;
            takeTooLarge(todo, large);
            if (large.steps.empty()) {
                TRY(compareBatch(todo, std::exchange(unseen, nullptr)));
                continue;
            }
            TRY(compareInPlace(large));
            ++m_passes;
        }
        return unseen != nullptr && !isDone() ? runOther(folded) : Result<void>();
    }

    Result<void> compareBatch(std::deque<StepId>& todo, FoldedValues* folded)
    {
        Batch batch;
        auto steps = takeBatch(todo, batch);
        KeptValues kept(m_request.capBytes);
        ValueKeeper keeper(m_other->program(), batch, { kept, m_bytes, folded });
        TRY(runOther(keeper));
        ++m_passes;
        m_keptBytes = std::max(m_keptBytes, kept.bytes());
        putBack(steps, kept, batch, todo);
        if (steps.empty() || isDone())
            return {};
        return steps.size() == 1 && !hasAny(*m_steps.at(steps.front()), kept)
            ? compareInPlace(batch)
            : examine(batch, kept);
    }

    static bool hasAny(const PlanStep& step, const KeptValues& kept)
    {
        return std::ranges::any_of(
            step.outputs, [&](auto id) { return !kept.isIncomplete(id) || kept.has(id); });
    }

    /// Sizes were not all known before. Steps whose values did not fit are put back with all steps
    /// after them, so that the first divergence stays the first. Their sizes are known now.
    void putBack(std::vector<StepId>& steps, const KeptValues& kept, Batch& batch,
        std::deque<StepId>& todo) const
    {
        if (steps.size() == 1)
            return;
        const auto isCut = [&](StepId id) {
            const auto& step = *m_steps.at(id);
            const auto isLeft = [&](auto value) { return kept.isIncomplete(value); };
            return std::ranges::any_of(step.inputs, isLeft)
                || std::ranges::any_of(step.outputs, isLeft);
        };
        const auto first = std::ranges::find_if(steps, isCut);
        todo.insert(todo.begin(), first, steps.end());
        for (auto step = first; step != steps.end(); ++step)
            batch.steps.erase(*step);
        steps.erase(first, steps.end());
    }

    Result<void> runOther(StepInterceptor& interceptor)
    {
        ProgressReporter reporter(interceptor, m_progress, "running the comparison model");
        return runIntercepted(*m_other, m_values, reporter, m_stop)
            .within("the run to compare with");
    }

    Result<void> runExamined(ExaminedRunJudge& examination)
    {
        ProgressReporter reporter(examination, m_progress, "comparing");
        auto done = runIntercepted(*m_examined, m_values, reporter, m_stop);
        const bool isEnd = !done && examination.hasEnded() && !m_stop.stop_requested();
        return isEnd ? Result<void>() : std::move(done);
    }

    Result<void> examine(const Batch& batch, ExpectedValues& expected)
    {
        ExaminedRunJudge examination(*m_examined, batch, expected, *m_rows);
        examination.judge(TierRows::Judged::Accumulated, m_request.extent);
        TRY(runExamined(examination));
        const auto extent = examination.hasEnded() ? Extent::FirstDivergence : Extent::Everything;
        examination.judge(TierRows::Judged::Own, extent);
        return runExamined(examination);
    }

    Result<void> compareInPlace(const Batch& batch)
    {
        LargeValueComparison visiting(
            m_other->program(), batch, [&](ExpectedValues& expected) -> Result<void> {
                ExaminedRunJudge examination(*m_examined, batch, expected, *m_rows);
                examination.judge(TierRows::Judged::Accumulated, m_request.extent);
                return runExamined(examination);
            });
        return runOther(visiting);
    }

    Result<void> compareFiles()
    {
        std::error_code ignored;
        if (!std::filesystem::is_directory(m_request.files, ignored))
            return failAs(ErrorKind::File, m_request.files.string(),
                " is no folder: expected one with NAME.npy or NAME.pb of values");
        ValueFiles files(*m_examined, m_request.files);
        Batch batch;
        for (const auto& [id, step] : m_steps) {
            if (!isCopy(id) && std::ranges::any_of(step->outputs, [&](auto value) {
                    return value.isValid() && !files.fileOf(value).empty();
                }))
                batch.steps.insert(id);
        }
        if (batch.steps.empty())
            return failAs(ErrorKind::File, m_request.files.string(),
                " has no file for a value of this run: expected NAME.npy or NAME.pb, where NAME is "
                "the value's (opscope-cli inspect --values lists them)");
        m_passes = 1;
        return examine(batch, files);
    }

    const TierRequest& m_request;
    std::stop_token m_stop;
    const support::Progress& m_progress;
    Inputs m_inputs;
    std::vector<RuntimeValue> m_values;
    std::shared_ptr<const Plan> m_examined;
    std::shared_ptr<const Plan> m_other; ///< null with files
    std::unordered_map<StepId, const PlanStep*> m_steps; ///< of the examined plan
    std::unordered_map<ProgramValueId, std::uint64_t> m_bytes; ///< as seen in runs
    std::optional<TierRows> m_rows;
    std::uint64_t m_passes = 0;
    std::uint64_t m_keptBytes = 0;
};

} // namespace

Result<TierComparison> compareTiers(
    const TierRequest& request, const std::stop_token& stop, const support::Progress& progress)
{
    return TierComparer(request, stop, progress).run();
}

} // namespace engine
