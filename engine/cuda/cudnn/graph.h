#pragma once

#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/module_backend.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A graph of operations, told to cuDNN by descriptors, and the plan of the engine that runs it.
///
///     GraphBuilder graph(library);
///     const auto x = TRY(graph.tensor({ .type = DataType::Float, .dims = { 1, 64, 56, 56 } }));
///     …
///     TRY(graph.convolution(spec, x, w, y));
///     TRY(graph.pointwise({ PointwiseMode::Relu }, { y }, z));
///     const auto plan = TRY(graph.prepare(device, precision, DataType::Float));
///     TRY(plan->run({ pointers of the tensors that are not virtual, in order }, workspace));
///
/// Descriptors are values of the library: all of a graph are given back with it.
namespace engine::cuda::cudnn {

/// Owns one descriptor.
class OwnedDescriptor {
public:
    static Result<OwnedDescriptor> create(const Library& library, DescriptorType type);
    OwnedDescriptor(OwnedDescriptor&& other) noexcept;
    OwnedDescriptor& operator=(OwnedDescriptor&& other) noexcept;
    ~OwnedDescriptor();

    Descriptor get() const { return m_descriptor; }
    Result<void> set(Attribute attribute, AttributeType type, std::int64_t count,
        const void* values, std::string_view what) const;
    Result<void> setInt64s(Attribute attribute, const Dims& values, std::string_view what) const
    {
        return set(attribute, AttributeType::Int64, static_cast<std::int64_t>(values.size()),
            values.data(), what);
    }
    Result<void> setDescriptor(Attribute attribute, Descriptor value, std::string_view what) const
    {
        return set(attribute, AttributeType::Descriptor, 1, &value, what);
    }
    /// After which it cannot be changed, only used.
    Result<void> finalise(std::string_view what) const;

private:
    OwnedDescriptor(const Library& library, Descriptor descriptor)
        : m_library(&library)
        , m_descriptor(descriptor)
    {
    }
    const Library* m_library;
    Descriptor m_descriptor;
};

struct TensorSpec {
    DataType type = DataType::Float;
    Dims dims; ///< batch, channels, space; or batch, heads, rows, columns
    bool isVirtual = false; ///< lives inside of the graph alone
    Dims strides; ///< empty: dense in the order of dims
};
struct ConvolutionSpec {
    bool isTransposed = false; ///< from output to input, as ConvTranspose
    Dims strides;
    Dims dilations;
    Dims padsBefore;
    Dims padsAfter;
    DataType math = DataType::Float;
};
struct PointwiseSpec {
    PointwiseMode mode = PointwiseMode::Add;
    double parameter = 0; ///< slope of Relu, alpha of Elu, beta of Swish
    DataType math = DataType::Float;
    std::int64_t axis = -1; ///< of Index: whose coordinate
};
struct ResampleSpec {
    ResampleMode mode = ResampleMode::Max;
    Dims window;
    Dims strides;
    Dims padsBefore;
    Dims padsAfter;
    DataType math = DataType::Float;
};
/// What an elementwise operation reads; y = mode(x), mode(x, b), or t ? x : b of Select.
struct PointwiseOperands {
    Descriptor x = nullptr;
    Descriptor b = nullptr; ///< broadcast
    Descriptor t = nullptr;
};

/// A tensor of a graph that is not virtual.
struct OutsideTensor {
    std::int64_t id = 0;
    DataType type = DataType::Float;
    std::uint64_t elements = 0; ///< from the first to the last
    std::optional<std::int32_t> scalar; ///< the bits of a number that is part of the graph
};

/// The engine that was chosen for a graph, ready to run. Steps of equal graphs share it.
class PreparedGraph {
public:
    /// Pointers of the tensors that are neither virtual nor scalars, in their order.
    Result<void> run(const std::vector<const void*>& pointers, std::span<std::byte> workspace);
    std::uint64_t workspaceBytes() const { return m_workspaceBytes; }
    /// `cuDNN 9.19.0 engine 11 (Winograd; proposal 2 of 9)`
    const std::string& implementation() const { return m_implementation; }
    /// Engines that were proposed before it or timed beside it, and why they do not run.
    const std::vector<std::string>& notTaken() const { return m_notTaken; }
    /// Names the graph, how it is to compute, and the library: what a choice depends on.
    const std::string& key() const { return m_key; }

private:
    friend class EngineChoice;
    explicit PreparedGraph(ModuleBackend& device, Library& library)
        : m_device(device)
        , m_library(library)
    {
    }
    Result<void> execute(
        Descriptor plan, const std::vector<const void*>& pointers, std::span<std::byte> workspace);

    ModuleBackend& m_device;
    Library& m_library;
    std::vector<OwnedDescriptor> m_descriptors; ///< of the graph and of the plan, which is the last
    std::vector<OutsideTensor> m_outside;
    std::uint64_t m_workspaceBytes = 0;
    std::string m_implementation;
    std::vector<std::string> m_notTaken;
    std::string m_key;
};

class GraphBuilder {
public:
    explicit GraphBuilder(Library& library)
        : m_library(library)
    {
    }

    Result<Descriptor> tensor(const TensorSpec& spec);
    /// A number that is part of the graph, for operations on tensors of `rank` axes.
    Result<Descriptor> scalar(float value, std::size_t rank);
    Result<Descriptor> scalar(std::int32_t value, std::size_t rank);

    /// x, w and y as Conv has them; of a transposed one as ConvTranspose has them.
    Result<void> convolution(const ConvolutionSpec& spec, Descriptor x, Descriptor w, Descriptor y);
    Result<void> pointwise(
        const PointwiseSpec& spec, const PointwiseOperands& operands, Descriptor y);
    /// c = a b for the last two axes, summed in fp32; heads of b may be fewer than those of a.
    Result<void> matmul(Descriptor a, Descriptor b, Descriptor c);
    /// Along each axis that y has one element of.
    Result<void> reduction(ReductionOperator how, Descriptor x, Descriptor y);
    Result<void> resample(const ResampleSpec& spec, Descriptor x, Descriptor y);

    /// The graph of everything so far, as a descriptor: a check that the library understands it.
    /// Needs no device.
    Result<Descriptor> finish(Handle handle);
    /// Asks for engines and takes the first that computes as the run wants: fp32 without tensor
    /// cores unless TF32 was asked for. Where plans may be tuned, the fastest of the first few, or
    /// the one that was fastest before. Fails with the reason where there is none.
    Result<std::shared_ptr<PreparedGraph>> prepare(
        ModuleBackend& device, Precision precision, DataType element);

private:
    friend class EngineChoice;
    Result<OwnedDescriptor*> make(DescriptorType type);
    Result<Descriptor> scalarOf(DataType type, std::int32_t bits, std::size_t rank);
    Result<Descriptor> finishTensor(
        const OwnedDescriptor& made, const OutsideTensor& tensor, const TensorSpec& spec);
    Result<void> addOperation(const OwnedDescriptor& operation, std::string_view what);
    void tell(std::string_view operation, const std::vector<std::int64_t>& numbers,
        const std::vector<Descriptor>& tensors);

    Library& m_library;
    std::vector<OwnedDescriptor> m_descriptors;
    std::vector<Descriptor> m_operations;
    std::vector<OutsideTensor> m_outside;
    std::map<Descriptor, std::int64_t> m_ids;
    std::int64_t m_nextId = 1;
    std::string m_text; ///< everything that was told
};

/// What an engine may take while it computes: a limit of ours, planned per step.
inline constexpr std::int64_t mostWorkspaceBytes = std::int64_t(256) << 20;

} // namespace engine::cuda::cudnn
