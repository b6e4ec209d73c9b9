#pragma once

#include "engine/run/session.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Engines of other makers that can run a model. Their libraries are opened when they are needed,
/// only in a child process (engine_process.h).
enum class OtherEngine : std::uint8_t {
    OnnxRuntime,
    OpenVino,
    TensorRt,
    Opscope, ///< our own engine in a child process, so that it is measured as the others are
};

/// Returns `onnxruntime`, `openvino`, `tensorrt`, `opscope`: the words of `--engine`.
std::string_view engineWord(OtherEngine engine);
/// Returns `ONNX Runtime`, `OpenVINO`, `TensorRT`, `Opscope`.
std::string_view engineTitle(OtherEngine engine);

/// Settings of a session of another engine.
struct EngineSettings {
    std::filesystem::path library;
    std::filesystem::path model;
    int threads = 0; ///< 0 = the engine's own choice
    /// Options by name (engine_options.h). An option that is absent has the engine's default.
    std::map<std::string, std::string, std::less<>> options;
    /// Names of values of the main graph that become outputs behind those of the model. Only ONNX
    /// Runtime can give them.
    std::vector<std::string> extraOutputs;
    /// Whether runs will be recorded: what they need is made when the session is opened and when
    /// inputs are set, not in the first recorded run.
    bool isRecording = false;
    std::filesystem::path folder; ///< for files of the engine; only if `isRecording`
    /// Whether saveExecutedGraph() keeps the weights, so that ONNX Runtime can load what it wrote.
    bool keepsWeights = false;
};

/// Time of one executed operator in one run.
struct OperatorTime {
    std::uint32_t node = 0; ///< index into the session's executed nodes
    std::int64_t startNs = -1; ///< after the start of the run; -1 = the engine does not tell
    std::int64_t durationNs = 0;
    std::uint32_t thread = 0; ///< number that the engine gives
};

/// An operator as the engine executes it. The same operator has the same index in all runs.
struct ExecutedNode {
    std::string name; ///< as in the engine's profile
    std::string type; ///< operator type in the engine's own words
    std::string kernel; ///< implementation and precision, if told: `brgconv_avx512_f32`
    std::string provider; ///< device or execution provider, if told: `CPUExecutionProvider`
    /// Node whose body contains this one (If, Loop, Scan); its time contains this one's. -1 = none.
    std::int32_t parent = -1;
};

/// What the engine tells about itself and the loaded model.
struct EngineFacts {
    std::string version; ///< `1.32.0`
    std::string build; ///< the engine's own description of its build; may be empty
    /// Settings that are in effect, as the engine reports them: precision, threads, streams.
    std::map<std::string, std::string, std::less<>> settings;
    std::vector<std::string> notices; ///< what the user should know
};

/// A loaded model of another engine. Used in the child process only; not thread-safe but for
/// cancel(). Errors carry the text of the engine.
class EngineSession {
public:
    virtual ~EngineSession() = default;

    virtual const EngineFacts& facts() const = 0;
    /// Sets the values of all inputs. They stay until they are set again.
    virtual support::Result<void> setInputs(std::vector<engine::NamedValue> inputs) = 0;
    /// Runs the model once. With `isRecorded` the engine's profiler measures each operator.
    virtual support::Result<void> run(bool isRecorded) = 0;
    /// Returns how long the last run took, for an engine that measures it and whose runs are not
    /// the calls of run(). Nothing: the call was the run.
    virtual std::optional<std::int64_t> lastRunNs() const { return std::nullopt; }
    /// Returns the outputs of the last run, in the model's order.
    virtual support::Result<std::vector<engine::NamedValue>> outputs() = 0;

    /// Returns the operators that recorded runs executed so far. It grows with operatorTimes().
    virtual const std::vector<ExecutedNode>& executedNodes() const = 0;
    /// Returns the operators' times for each recorded run since the last call, in order. Engines
    /// that write their profile only at the end return nothing before `isEnd`; no run follows it.
    virtual support::Result<std::vector<std::vector<OperatorTime>>> operatorTimes(bool isEnd) = 0;
    /// Writes the graph that the engine executes into `folder` and returns the file: an ONNX file
    /// (ONNX Runtime), an XML file (OpenVINO) or a JSON file (TensorRT). Takes its own session; not
    /// to be called while measuring. Fails if the engine does not tell or the disk is too small.
    virtual support::Result<std::filesystem::path> saveExecutedGraph(
        const std::filesystem::path& folder)
        = 0;

    /// Ends the current run with an error soon. May be called from another thread.
    virtual void cancel() = 0;
};

/// Opens a library and loads a model. `onnxruntime/session.cpp`, `openvino/session.cpp` and
/// `tensorrt/session.cpp` contain one each.
using OpenSession = support::Result<std::unique_ptr<EngineSession>>(const EngineSettings&);
OpenSession openOnnxRuntime;
/// Opens ONNX Runtime's library and returns the execution providers that it contains (`cpu`,
/// `cuda`): what the option `provider` allows.
support::Result<std::vector<std::string>> onnxRuntimeProviders(
    const std::filesystem::path& library);
OpenSession openOpenVino;
/// The library is the program trtexec.
OpenSession openTensorRt;
/// Makes no recorded runs: our engine is recorded in its own process.
OpenSession openOpscope;

} // namespace profiler
