#pragma once

#include "engine/inputs/inputs.h"
#include "model/process/child_process.h"
#include "model/support/json.h"
#include "model/support/temporary_folder.h"
#include "profiler/engines/engine_session.h"
#include "profiler/record/run_log.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string_view>

namespace profiler {

/// A session of another engine (EngineSession) in a child process. A crash or a hang of the engine
/// becomes an error, and nothing else of this process is affected.
///
///     this process                              opscope-cli --engine-child
///     {"do": "open", …}  ── stdin ──►           opens the library, loads the model
///                        ◄─ stdout ──  {"version": …, …}
///     {"do": "run", …}          ──►             runs
///                               ◄──   {"start": 81, "stop": 95}   ticks of the clock
///
/// One request is one line of JSON, and so is its answer. Values are in files in a folder that both
/// know. What the engine prints goes to a file there; its end becomes part of an error.
constexpr std::string_view engineChildOption = "--engine-child";
/// File with the OperatorTime of all runs, one behind the other, as they are in memory.
constexpr const char* operatorTimesFile = "times.bin";

/// Times after which the child is killed.
struct EngineLimits {
    std::chrono::milliseconds open = std::chrono::minutes(10);
    std::chrono::milliseconds run = std::chrono::minutes(10);
    std::uint64_t memory = 0; ///< bytes of data segment (RLIMIT_DATA); 0 = no limit
};

/// Times of all operators in the recorded runs.
struct RecordedOperators {
    std::vector<ExecutedNode> nodes;
    std::vector<std::vector<OperatorTime>> runs; ///< one per recorded run, in order
};

class EngineProcess {
public:
    /// Starts a child, opens the library and loads the model.
    static support::Result<EngineProcess> start(OtherEngine engine, EngineSettings settings,
        const EngineLimits& limits = {}, const std::stop_token& stop = {});

    /// Starts a child, and returns the execution providers of ONNX Runtime's library.
    static support::Result<std::vector<std::string>> providers(
        const std::filesystem::path& library, const EngineLimits& limits = {});

    const EngineFacts& facts() const { return m_facts; }
    /// Returns the time to open the library, load the model and take the inputs.
    std::chrono::nanoseconds openTime() const { return m_openTime; }

    support::Result<void> setInputs(
        const std::vector<engine::PreparedInput>& inputs, const std::stop_token& stop = {});

    /// Runs the model once; the child measures it. After a stop request the engine is told to end
    /// the run; if it does not within two seconds, it is killed.
    support::Result<RunTicks> run(bool isRecorded, const std::stop_token& stop = {});
    support::Result<std::vector<engine::NamedValue>> outputs();
    /// Ends the recording and returns what it has. No recorded run may follow.
    support::Result<RecordedOperators> operatorTimes();
    /// Returns the file with the executed graph (EngineSession::saveExecutedGraph), which is
    /// removed with this object.
    support::Result<std::filesystem::path> saveExecutedGraph();
    /// Returns the peak of the child's resident memory so far; 0 if unknown.
    std::uint64_t peakBytes() const { return m_peakBytes; }

private:
    EngineProcess(OtherEngine engine, support::TemporaryFolder folder,
        support::ChildProcess process, const EngineLimits& limits);
    static support::Result<EngineProcess> spawn(OtherEngine engine, const EngineLimits& limits);

    support::Result<support::JsonValue> ask(
        const std::function<void(support::JsonWriter&)>& members, std::chrono::milliseconds limit,
        std::string_view task, const std::stop_token& stop = {});
    support::Error diedDuring(std::string_view task);
    std::string lastWords() const;

    OtherEngine m_engine;
    support::TemporaryFolder m_folder;
    support::ChildProcess m_process;
    EngineLimits m_limits;
    EngineFacts m_facts;
    std::chrono::nanoseconds m_openTime { 0 };
    std::uint64_t m_peakBytes = 0;
};

/// The child's main function. Returns the exit code.
int serveEngine();

} // namespace profiler
