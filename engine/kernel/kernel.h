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
#include <type_traits>
#include <vector>

namespace model {
class TensorStore;
}

namespace engine {

using support::Error;
using support::Result;

/// Returns a part of a message as support::fail takes it: dims and element types as text, other
/// parts as they are.
template <typename Part>
decltype(auto) messagePart(const Part& part)
{
    if constexpr (std::is_convertible_v<const Part&, std::span<const std::int64_t>>)
        return dimsText(part);
    else if constexpr (std::is_same_v<Part, ElementType>)
        return model::name(part);
    else
        return (part);
}

/// As support::fail; parts may also be dims and element types.
template <typename... Parts>
[[nodiscard]] Error fail(const Parts&... parts)
{
    return support::fail(messagePart(parts)...);
}

class Backend;
class VariantChooser;

/// Kind of a kernel. The first tier whose kernel accepts the request is used.
enum class Tier {
    Library, ///< oneDNN
    Native, ///< ours, vectorised
    Reference, ///< ours, simple and complete: tests compare the others with it
};
std::string_view tierName(Tier tier);

enum class Precision { Float32, Float32Strict, Bfloat16, Float16, Tf32 };

/// Memory order of an image of rank 4, or a volume of rank 5. Its dims are batch, channels,
/// (depth,) height, width in both cases. Only kernels of the library and kernels made by
/// anyLayoutEntry get ChannelsLast, and only where engine/passes/channels_last.h has set it.
enum class Layout { Plain, ChannelsLast };

/// Description of one input for the preparation of a kernel. Shapes are always known: a step whose
/// shapes depend on data is prepared when they are known, once per signature.
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
    SmallWork smallWork = SmallWork::Refuse; ///< Accept in tests, or if all refuse
};

/// What a kernel may use to decide whether it accepts a step.
struct KernelRequest {
    const OpNode& node;
    std::span<const InputType>
        inputs; ///< as many as the node writes; trailing absent ones may be missing: use input(i)
    std::span<const bool> outputsUsed; ///< false = optional output left out
    /// Output types from shape inference with these input shapes; kind Absent where it finds none.
    std::span<const InputType> outputs;
    const model::TensorStore* store = nullptr; ///< for tensor attributes
    KernelSettings settings;
    Backend* backend = nullptr; ///< of the device it will run on; null for the CPU
    VariantChooser* variants = nullptr; ///< chooses among variants; null: the first one is taken

    /// The i-th input; absent if the node has fewer.
    const InputType& input(std::size_t i) const;
    bool hasInput(std::size_t i) const { return input(i).isPresent(); }
    bool hasOutput(std::size_t i) const { return i < outputsUsed.size() && outputsUsed[i]; }
};

/// Access of a running kernel to inputs, outputs, memory and the stop token. Implemented by the
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
    /// Sets output i to the data of input `from` under other dims (same element count). Nothing is
    /// copied if the planner allows it.
    virtual Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims)
        = 0;
    /// Gives output i the element type of input `from` and these dims, which have more steps along
    /// `axis`. stepBlocks() of growing_cache.h says where they lie. The steps of the input lie
    /// there if both share growing memory.
    virtual Result<Tensor*> grow(std::size_t i, std::size_t from,
        std::span<const std::int64_t> dims, [[maybe_unused]] std::size_t axis)
    {
        return output(i, tensor(from).element(), dims);
    }
    /// Sets output i to this value (a sequence, optional, map, or a tensor with its own memory).
    virtual Result<void> setOutput(std::size_t i, RuntimeValue value) = 0;
    virtual bool hasOutput(std::size_t i) const = 0;

    /// Memory for this run only, 64-byte aligned, under the memory limit.
    virtual Result<std::span<std::byte>> scratch(std::size_t bytes) = 0;
    virtual int threads() const = 0;
    virtual std::stop_token stop() const = 0;

    /// Reports to a profile which kind of work the step does until endPhase(); see PhaseSpan.
    virtual void beginPhase(Phase) { }
    virtual void endPhase(Phase) { }
};

/// Reports a phase of a step, from construction to the end of the scope.
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

/// Implementation of an operator, prepared once for one signature; `run` only computes. Not
/// thread-safe: one run at a time.
class Kernel {
public:
    virtual ~Kernel() = default;
    /// May fail on data (an index out of range), never on types or shapes: prepare has checked
    /// those.
    virtual Result<void> run(RunContext& context) = 0;
    /// Name of the implementation, for reports: `oneDNN brgconv:avx512_core`, `native avx2`,
    /// `reference`.
    virtual std::string implementation() const = 0;
    /// Bytes of RunContext::scratch that every run takes, before any others, each piece with
    /// PlannedWorkspace::roomFor. The plan reserves memory for them.
    virtual std::uint64_t workspaceBytes() const { return 0; }
    /// Alternatives that were not chosen, and why, one sentence each.
    virtual std::vector<std::string> notTaken() const { return m_notTaken; }
    void setNotTaken(std::vector<std::string> sentences) { m_notTaken = std::move(sentences); }
    /// Whether the kernel has its own copy of constant input i, such as packed weights, so that
    /// `run` does not read it.
    bool hasCopyOf(std::size_t i) const { return i < 32 && (m_copies >> i & 1u) != 0; }
    void setHasCopyOf(std::size_t i) { m_copies |= i < 32 ? std::uint32_t(1) << i : 0; }
    /// Whether input i may be in growing memory (engine/kernel/growing_cache.h). Others get a dense
    /// copy.
    bool takesGrowing(std::size_t i) const { return i < 32 && (m_growing >> i & 1u) != 0; }
    void setTakesGrowing(std::size_t i) { m_growing |= i < 32 ? std::uint32_t(1) << i : 0; }

private:
    std::vector<std::string> m_notTaken;
    std::uint32_t m_copies = 0; ///< bit i: of input i
    std::uint32_t m_growing = 0; ///< bit i: of input i
};

using PrepareKernel = std::function<Result<std::unique_ptr<Kernel>>(const KernelRequest&)>;

/// One candidate for an operator on a device. `prepare` refuses by an Error whose message is shown
/// to the user.
struct KernelEntry {
    std::string type; ///< operator type
    std::string domain = {};
    DeviceKind device = DeviceKind::Cpu;
    Tier tier = Tier::Reference;
    PrepareKernel prepare;
    /// Bit i: input i is not read on the device, so it is not copied there. The kernel takes it
    /// from InputType::constant when it is prepared, or does not need it. Unused for the CPU.
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

/// Registers a kernel: `const RegisterKernel softmax({"Softmax", "", DeviceKind::Cpu,
/// Tier::Library, prepareSoftmax});`
struct RegisterKernel {
    explicit RegisterKernel(KernelEntry entry);
};

/// The function of a reference kernel without state. It gets the request's node at each run.
using ReferenceRun = Result<void> (*)(const OpNode& node, RunContext& context);
/// Checks the types of such a kernel at preparation. Null: all types are accepted.
using ReferenceCheck = Result<void> (*)(const KernelRequest& request);
/// Registers a kernel in Tier::Reference for the CPU, without state or with a function that
/// prepares it:
///
///     const RegisterReference shape("Shape", runShape);
///     const RegisterReference split("Split", prepareSplit);
struct RegisterReference {
    RegisterReference(std::string type, ReferenceRun run, ReferenceCheck check = nullptr,
        std::string domain = {});
    RegisterReference(std::string type, PrepareKernel prepare, std::string domain = {});
};

/// Creates a reference kernel from a function that holds what preparation computed.
Result<std::unique_ptr<Kernel>> referenceKernel(std::function<Result<void>(RunContext&)> run);

/// Sets the number of threads that OpenMP libraries use from now on for calls from this thread.
void setLibraryThreads(int threads);

/// Splits [0, count) over the session's threads in pieces of at least `grain` and calls body(begin,
/// end). Runs inline when one piece is enough.
void parallelFor(std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t, std::int64_t)>& body);

} // namespace engine
