#pragma once

#include "engine/device/device.h"
#include "engine/kernel/tensor.h"
#include "engine/program/op_node.h"
#include "engine/run/observer.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace model {
class TensorStore;
}

namespace engine {

using support::Error;
using support::fail;
using support::Result;

class Backend;

/// Which kernel is preferred: the first tier whose kernel accepts the request.
enum class Tier {
    Library, ///< oneDNN
    Native, ///< ours, vectorised
    Reference, ///< ours, plain and complete: the oracle
};
std::string_view tierName(Tier tier);

enum class Precision { Float32, Float32Strict, Bfloat16, Float16, Tf32 };

/// How the elements of a tensor of rank 4 lie. Its dims are batch, channels, height, width in
/// either case. Kernels of the library and those that say so (anyOrderEntry) see
/// ChannelsLast, and only where the plan says so (engine/passes/channels_last.h).
enum class Layout { Plain, ChannelsLast };

/// What is known of one input when a kernel is prepared. Shapes are always concrete: a step whose
/// shapes come from data is prepared when they are known, once per signature.
struct InputType {
    enum class Kind { Absent, Tensor, Sequence, Optional, Map };
    Kind kind = Kind::Absent;
    TensorType tensor; ///< if kind is Tensor
    Layout layout = Layout::Plain;
    const Tensor* constant = nullptr; ///< its value if it never changes (weights, folded
                                      ///< constants), alive as long as the plan

    bool isPresent() const { return kind != Kind::Absent; }
};

/// What a library kernel does about work so small that calling the library costs more than the
/// work.
enum class SmallWork { Refuse, Accept };

struct KernelSettings {
    int threads = 1;
    Precision precision = Precision::Float32;
    std::uint64_t seed = 0; ///< for random operators without a seed attribute
    SmallWork smallWork = SmallWork::Refuse; ///< Accept where the library itself is tested
};

/// Everything a kernel may look at when it decides whether it can do the job.
struct KernelRequest {
    const OpNode& node;
    std::span<const InputType>
        inputs; ///< as many as the node writes; trailing absent ones may be missing: use input(i)
    std::span<const bool> outputsUsed; ///< false = optional output left out
    /// Output types from shape inference with these input shapes; kind Absent where it could not
    /// tell.
    std::span<const InputType> outputs;
    const model::TensorStore* store = nullptr; ///< for tensor attributes
    KernelSettings settings;
    Backend* backend = nullptr; ///< of the device it will run on; null for the CPU

    /// The i-th input; absent if the node has fewer.
    const InputType& input(std::size_t i) const;
    bool hasInput(std::size_t i) const { return input(i).isPresent(); }
    bool hasOutput(std::size_t i) const { return i < outputsUsed.size() && outputsUsed[i]; }
};

/// What a kernel sees while it runs: inputs, outputs, memory, the stop token. Implemented by the
/// session and by the kernel test bench.
class RunContext {
public:
    virtual ~RunContext() = default;

    /// The i-th input; an absent value if the node has fewer or it was left out.
    virtual const RuntimeValue& input(std::size_t i) const = 0;
    bool hasInput(std::size_t i) const { return input(i).isPresent(); }
    const Tensor& tensor(std::size_t i) const { return input(i).tensor(); }

    /// Gives output i this type and memory to write (uninitialised). Planned outputs get their
    /// place in the arena; others are allocated under the memory limit, and fail with found and
    /// allowed sizes. Call once per output per run, before writing it.
    virtual Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims)
        = 0;
    /// Output i has the data of input `from` under other dims (same element count): nothing is
    /// copied if the planner allows, else it copies.
    virtual Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims)
        = 0;
    /// Output i is this value (sequences, optionals, maps, or a tensor with its own memory).
    virtual Result<void> setOutput(std::size_t i, RuntimeValue value) = 0;
    virtual bool hasOutput(std::size_t i) const = 0;

    /// Memory for this run only, 64-byte aligned, under the memory limit.
    virtual Result<std::span<std::byte>> scratch(std::size_t bytes) = 0;
    virtual int threads() const = 0;
    virtual std::stop_token stop() const = 0;

    /// What a kernel does besides its operator's own work, for a profile that wants to know; see
    /// PhaseSpan.
    virtual void beginPhase(Phase) { }
    virtual void endPhase(Phase) { }
};

/// A phase of a step, from here to the end of the scope.
class PhaseSpan {
public:
    PhaseSpan(RunContext& context, Phase phase)
        : m_context(context)
        , m_phase(phase)
    {
        m_context.beginPhase(m_phase);
    }
    PhaseSpan(const PhaseSpan&) = delete;
    PhaseSpan& operator=(const PhaseSpan&) = delete;
    ~PhaseSpan() { m_context.endPhase(m_phase); }

private:
    RunContext& m_context;
    Phase m_phase;
};

/// Prepared once for one signature; `run` only computes. Not thread-safe: one run at a time.
class Kernel {
public:
    virtual ~Kernel() = default;
    /// May fail on data (an index out of range), never on types or shapes: prepare has checked
    /// those.
    virtual Result<void> run(RunContext& context) = 0;
    /// What ran, for people: `oneDNN brgconv:avx512_core`, `native avx2`, `reference`.
    virtual std::string implementation() const = 0;
};

using PrepareKernel = std::function<Result<std::unique_ptr<Kernel>>(const KernelRequest&)>;

/// One candidate for an operator on a device. A refusal is an Error whose message is the sentence
/// shown to people.
struct KernelEntry {
    std::string type; ///< operator type
    std::string domain = {};
    DeviceKind device = DeviceKind::Cpu;
    Tier tier = Tier::Reference;
    PrepareKernel prepare;
    /// Bit i: input i is not read on the device. It is taken from InputType::constant when the
    /// kernel is prepared, or is not needed at all, so it is not brought there. Nothing for the
    /// CPU.
    std::uint32_t hostInputs = 0;
};

class KernelRegistry {
public:
    static KernelRegistry& instance();
    void add(KernelEntry entry);
    /// Candidates ordered by tier, then by registration.
    std::vector<const KernelEntry*> find(
        std::string_view domain, std::string_view type, DeviceKind device) const;
    bool has(std::string_view domain, std::string_view type, DeviceKind device) const
    {
        return !find(domain, type, device).empty();
    }
    std::vector<const KernelEntry*> all() const;

private:
    KernelRegistry() = default;
    struct State;
    State& state() const;
};

/// `const RegisterKernel softmax({"Softmax", "", DeviceKind::Cpu, Tier::Library, prepareSoftmax});`
struct RegisterKernel {
    explicit RegisterKernel(KernelEntry entry);
};

/// A reference kernel that needs no state: `run` gets the request's node again. Types are checked
/// by `check` (may be empty) at preparation.
using ReferenceRun = Result<void> (*)(const OpNode& node, RunContext& context);
using ReferenceCheck = Result<void> (*)(const KernelRequest& request);
/// Registers such a kernel in Tier::Reference for the CPU: `const RegisterReference shape("Shape",
/// runShape);`
struct RegisterReference {
    RegisterReference(std::string type, ReferenceRun run, ReferenceCheck check = nullptr,
        std::string domain = {});
};

/// Threads that libraries with the same runtime (OpenMP) take from now on, on the calling thread.
void setLibraryThreads(int threads);

/// Splits [0, count) over the session's threads in pieces of at least `grain` and calls body(begin,
/// end). Runs inline when one piece is enough.
void parallelFor(std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t, std::int64_t)>& body);

} // namespace engine
