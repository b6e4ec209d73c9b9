#pragma once

#include "engine/device/captured_sequence.h"
#include "engine/device/replay_report.h"
#include "engine/device/work_capture.h"
#include "engine/plan/plan_state.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

class Executor;

/// Returns the sequences of a plan that can be captured. Sequences of one step are skipped: a graph
/// launch would save nothing.
std::vector<CapturedSequence> findCapturedSequences(const Plan::State& plan);

/// Captures sequences and replays them. The first runs of a plan launch step by step, so that
/// libraries and memory are warm. The next run captures, all later ones replay. A sequence that
/// cannot be captured runs step by step, and the reason is kept.
///
///     run 1, 2   each step is launched              observer: steps as in any run
///     run 3      captured, then launched once       observer: steps, then `CapturedSequence::step`
///     run 4 …    launched once                      observer: `CapturedSequence::step`
///
/// A captured graph is bound to addresses. If a value that it reads lies elsewhere in a later run
/// (another arena), it is dropped and captured again. Scratch memory of its kernels is kept with
/// it.
class GraphReplays {
public:
    explicit GraphReplays(const Plan::State& plan);
    ~GraphReplays();
    GraphReplays(const GraphReplays&) = delete;
    GraphReplays& operator=(const GraphReplays&) = delete;

    /// Runs the sequence that begins at this position of the main block. Returns the number of its
    /// steps; 0 if none begins there or its steps are to be run one by one.
    support::Result<std::size_t> runAt(std::size_t position, Executor& executor, std::byte* arena);

    ReplayReport report() const;

    static constexpr int warmUps = 2;

private:
    struct Record;
    /// A value and its memory at the time of the capture.
    struct Held {
        ProgramValueId id;
        Tensor tensor;
    };

    support::Result<std::size_t> record(Record& record, Executor& executor, std::byte* arena);
    support::Result<void> recordSteps(const Record& record, Executor& executor, std::byte* arena);
    support::Result<void> launch(Record& record, Executor& executor);
    bool isValid(const Record& record, Executor& executor) const;
    static std::vector<Held> heldOf(const std::vector<ProgramValueId>& ids, Executor& executor);

    const Plan::State& m_plan;
    WorkCapture* m_capture; ///< null: the device cannot capture
    std::vector<std::unique_ptr<Record>> m_records;
    std::vector<std::size_t> m_recordAt; ///< by position; m_records.size() where none begins
    std::uint64_t m_replays = 0;
};

} // namespace engine
