#include "engine/device/graph_replays.h"

#include "engine/kernel/copy_kernel.h"
#include "engine/run/executor.h"

#include <algorithm>
#include <unordered_set>

namespace engine {

using support::ErrorKind;
using support::Result;

namespace {

constexpr std::size_t minSteps = 2;

/// Returns why a step of a device cannot be in a sequence; empty if it can.
std::string refusalOf(const Plan::State& plan, const PlanStep& step)
{
    const auto liesStill = [&](ProgramValueId id) {
        if (!id.isValid() || plan.program.value(id).device == DeviceKind::Cpu)
            return true; // kernels of a device do not read host memory while they run
        return plan.placements[id.value()].kind != Placement::Kind::Dynamic;
    };
    if (step.kernel == nullptr)
        return "has shapes that are known only when it runs";
    if (!std::ranges::all_of(step.inputs, liesStill)
        || !std::ranges::all_of(step.outputs, liesStill))
        return "uses memory that is allocated in each run";
    return {};
}

bool isOnDevice(const Plan::State& plan, const PlanStep& step)
{
    return step.device != DeviceKind::Cpu && step.controlFlow == ControlFlow::None
        && !isCopy(plan.program.op(step.op).node);
}

/// Returns the values that a step makes, including the views that are set with it.
std::vector<ProgramValueId> madeBy(const PlanStep& step)
{
    auto made = step.outputs;
    for (const auto& view : step.views)
        made.push_back(view.value);
    std::erase_if(made, [](ProgramValueId id) { return !id.isValid(); });
    return made;
}

void findReadsAndWrites(const Plan::State& plan, CapturedSequence& sequence)
{
    const auto& steps = plan.blocks.front().steps;
    std::unordered_set<ProgramValueId> made;
    std::unordered_set<ProgramValueId> seen;
    for (auto i = sequence.first; i < sequence.first + sequence.count; ++i) {
        for (const auto input : steps[i].inputs) {
            if (input.isValid() && !made.contains(input) && seen.insert(input).second
                && plan.program.value(input).device != DeviceKind::Cpu)
                sequence.reads.push_back(input);
        }
        for (const auto output : madeBy(steps[i]))
            made.insert(output);
        sequence.releases.insert(
            sequence.releases.end(), steps[i].releases.begin(), steps[i].releases.end());
    }
    std::unordered_set<ProgramValueId> written;
    for (auto i = sequence.first + sequence.count; i < steps.size(); ++i) {
        for (const auto input : steps[i].inputs) {
            if (made.contains(input) && written.insert(input).second)
                sequence.writes.push_back(input);
        }
    }
}

} // namespace

std::vector<CapturedSequence> findCapturedSequences(const Plan::State& plan)
{
    std::vector<CapturedSequence> sequences;
    const auto& steps = plan.blocks.front().steps;
    for (std::size_t i = 0; i < steps.size();) {
        auto end = i;
        while (end < steps.size() && isOnDevice(plan, steps[end])
            && refusalOf(plan, steps[end]).empty())
            ++end;
        if (end - i >= minSteps) {
            sequences.push_back({ i, end - i, {}, {}, {}, {} });
            findReadsAndWrites(plan, sequences.back());
        }
        i = std::max(end, i + 1);
    }
    return sequences;
}

struct GraphReplays::Record {
    CapturedSequence sequence;
    int runs = 0;
    std::vector<std::shared_ptr<void>> scratch; ///< of the recorded kernels
    std::unique_ptr<CapturedWork> work; ///< destroyed before its memory
    std::vector<Held> reads;
    std::vector<Held> writes;
    const std::byte* arena = nullptr; ///< of the device
    std::string refusal; ///< if not empty: why it is not captured, and not tried again
};

GraphReplays::GraphReplays(const Plan::State& plan)
    : m_plan(plan)
    , m_capture(
          plan.deviceMemory.backend != nullptr ? plan.deviceMemory.backend->capture() : nullptr)
    , m_recordAt(plan.blocks.front().steps.size())
{
    if (m_capture != nullptr) {
        for (const auto& sequence : plan.capturedSequences) {
            m_records.push_back(std::make_unique<Record>());
            m_records.back()->sequence = sequence;
        }
    }
    std::ranges::fill(m_recordAt, m_records.size());
    for (std::size_t i = 0; i < m_records.size(); ++i)
        m_recordAt[m_records[i]->sequence.first] = i;
}

GraphReplays::~GraphReplays() = default;

Result<std::size_t> GraphReplays::runAt(std::size_t position, Executor& executor, std::byte* arena)
{
    const auto found = m_recordAt[position];
    if (found == m_records.size() || !m_records[found]->refusal.empty())
        return std::size_t(0);
    auto& record = *m_records[found];
    if (record.work != nullptr && !isValid(record, executor)) {
        record.work.reset();
        record.scratch.clear();
    }
    if (record.work != nullptr) {
        TRY(launch(record, executor));
        return record.sequence.count;
    }
    if (record.runs < warmUps) {
        ++record.runs;
        return std::size_t(0);
    }
    return this->record(record, executor, arena);
}

Result<std::size_t> GraphReplays::record(Record& record, Executor& executor, std::byte* arena)
{
    if (const auto begun = m_capture->beginCapture(); !begun) {
        record.refusal = begun.error().message();
        return std::size_t(0);
    }
    executor.recordInto(&record.scratch);
    const auto recorded = recordSteps(record, executor, arena);
    executor.recordInto(nullptr);
    if (!recorded) {
        m_capture->abandonCapture();
        record.scratch.clear();
        if (recorded.error().kind() == ErrorKind::Cancelled)
            return recorded.error();
        // Nothing has run yet. The steps run one by one now and report the error if it is their
        // own.
        record.refusal = recorded.error().message();
        return std::size_t(0);
    }
    auto work = m_capture->endCapture();
    if (!work) {
        record.scratch.clear();
        record.refusal = work.error().message();
        return std::size_t(0);
    }
    record.work = std::move(*work);
    record.arena = executor.deviceArena();
    record.reads = heldOf(record.sequence.reads, executor);
    record.writes = heldOf(record.sequence.writes, executor);
    TRY(launch(record, executor));
    return record.sequence.count;
}

Result<void> GraphReplays::recordSteps(const Record& record, Executor& executor, std::byte* arena)
{
    const auto& steps = m_plan.blocks.front().steps;
    const auto& sequence = record.sequence;
    for (auto i = sequence.first; i < sequence.first + sequence.count; ++i) {
        // A kernel prepared at run time may depend on contents that the next run does not have.
        if (!executor.isAsPlanned(steps[i]))
            return support::fail(m_plan.program.op(steps[i].op).node.type, " '",
                m_plan.program.op(steps[i].op).node.label, "' has other shapes than planned");
        TRY(executor.runOne(steps[i], arena));
    }
    return {};
}

Result<void> GraphReplays::launch(Record& record, Executor& executor)
{
    for (const auto& held : record.writes) {
        auto& slot = executor.slot(held.id);
        const bool isThere = slot.isAsPlanned && slot.value.isTensor()
            && slot.value.tensor().data == held.tensor.data;
        if (!isThere)
            slot = { RuntimeValue { held.tensor }, true };
    }
    ++m_replays;
    TRY(executor.launch(*record.work, record.sequence.step));
    for (const auto id : record.sequence.releases)
        executor.slot(id).value = {};
    return {};
}

bool GraphReplays::isValid(const Record& record, Executor& executor) const
{
    const auto isThere = [&](const Held& held) {
        const auto& slot = executor.slot(held.id);
        return slot.isAsPlanned && slot.value.isTensor()
            && slot.value.tensor().data == held.tensor.data;
    };
    return record.arena == executor.deviceArena() && std::ranges::all_of(record.reads, isThere);
}

std::vector<GraphReplays::Held> GraphReplays::heldOf(
    const std::vector<ProgramValueId>& ids, Executor& executor)
{
    std::vector<Held> held;
    for (const auto id : ids)
        held.push_back({ id, executor.slot(id).value.tensor() });
    return held;
}

ReplayReport GraphReplays::report() const
{
    ReplayReport report;
    report.replays = m_replays;
    const auto refuse = [&](std::string reason) {
        if (std::ranges::find(report.reasons, reason) == report.reasons.end())
            report.reasons.push_back(std::move(reason));
    };
    for (const auto& record : m_records) {
        report.captured += record->work != nullptr ? 1 : 0;
        report.steps += record->work != nullptr ? record->sequence.count : 0;
        if (!record->refusal.empty())
            refuse(record->refusal);
    }
    if (m_capture == nullptr)
        refuse("the device cannot capture graphs");
    const auto& steps = m_plan.blocks.front().steps;
    bool wasOnDevice = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& node = m_plan.program.op(steps[i].op).node;
        const auto name = node.type + " '" + node.label + "' ";
        const bool isHere = isOnDevice(m_plan, steps[i]);
        if (isHere && !refusalOf(m_plan, steps[i]).empty())
            refuse(name + refusalOf(m_plan, steps[i]));
        const bool isBetween = wasOnDevice && !isHere && !isCopy(node)
            && std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(i), steps.end(),
                [&](const PlanStep& step) { return isOnDevice(m_plan, step); });
        if (isBetween)
            refuse(name + "runs on the CPU between steps of the device");
        wasOnDevice = wasOnDevice || isHere;
    }
    return report;
}

} // namespace engine
