#pragma once

#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/module_backend.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A graph of operations, described to cuDNN by descriptors, and the execution plan that runs it.
///
///     GraphBuilder graph(library);
///     const auto x = TRY(graph.tensor({ .type = DataType::Float, .dims = { 1, 64, 56, 56 } }));
///     …
///     TRY(graph.convolution(spec, x, w, y));
///     TRY(graph.pointwise({ PointwiseMode::Relu }, { y }, z));
///     const auto plan = TRY(graph.prepare(device, precision, DataType::Float));
///     TRY(plan->run({ pointers of the tensors that are not virtual, in order }, workspace));
///
/// The builder owns all descriptors of a graph; prepare() moves them to the PreparedGraph.
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
    /// Finalises the descriptor. It cannot be changed afterwards.
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
    bool isVirtual = false; ///< exists only inside of the graph, without memory of its own
    Dims strides; ///< empty: dense in the order of dims
};
struct ConvolutionSpec {
    bool isTransposed = false; ///< as ConvTranspose
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
    std::int64_t axis = -1; ///< of Index: the axis whose coordinate is the result
};
struct ResampleSpec {
    ResampleMode mode = ResampleMode::Max;
    Dims window;
    Dims strides;
    Dims padsBefore;
    Dims padsAfter;
    DataType math = DataType::Float;
};
/// Operands of an elementwise operation: y = mode(x) or mode(x, b); for Select y = t ? x : b.
struct PointwiseOperands {
    Descriptor x = nullptr;
    Descriptor b = nullptr; ///< broadcast
    Descriptor t = nullptr;
};

/// A tensor of a graph that is not virtual.
struct ExternalTensor {
    std::int64_t id = 0;
    DataType type = DataType::Float;
    std::uint64_t elements = 0; ///< from the first to the last, gaps included
    std::optional<std::int32_t> scalar; ///< bits of a constant that is part of the graph
};

/// A graph with the chosen engine, ready to run. Steps with equal graphs share one object.
class PreparedGraph {
public:
    /// Runs the graph. `pointers` are those of the tensors that are neither virtual nor scalars, in
    /// the order of their creation.
    Result<void> run(const std::vector<const void*>& pointers, std::span<std::byte> workspace);
    std::uint64_t workspaceBytes() const { return m_workspaceBytes; }
    /// `cuDNN 9.19.0 engine 11 (Winograd; proposal 2 of 9)`
    const std::string& implementation() const { return m_implementation; }
    /// The other engines that were proposed, with the reason why each was not chosen.
    const std::vector<std::string>& notTaken() const { return m_notTaken; }
    /// Text of everything the choice depends on: graph, precision, versions of library and driver.
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
    std::vector<ExternalTensor> m_outside;
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
    /// A constant that is part of the graph, for operations on tensors of `rank` axes.
    Result<Descriptor> scalar(float value, std::size_t rank);
    Result<Descriptor> scalar(std::int32_t value, std::size_t rank);

    /// Adds y = Conv(x, w), or y = ConvTranspose(x, w) if the spec is transposed.
    Result<void> convolution(const ConvolutionSpec& spec, Descriptor x, Descriptor w, Descriptor y);
    Result<void> pointwise(
        const PointwiseSpec& spec, const PointwiseOperands& operands, Descriptor y);
    /// Adds c = a · b over the last two axes, with sums in fp32. b may have fewer heads than a.
    Result<void> matmul(Descriptor a, Descriptor b, Descriptor c);
    /// Adds a reduction along each axis where y has one element.
    Result<void> reduction(ReductionOperator how, Descriptor x, Descriptor y);
    Result<void> resample(const ResampleSpec& spec, Descriptor x, Descriptor y);

    /// Makes a descriptor of the graph of all operations so far. Fails if the library does not
    /// accept it. Needs no device if `handle` is null.
    Result<Descriptor> finish(Handle handle);
    /// Asks the library for engines and takes the first that may compute at this precision: fp32
    /// without tensor cores unless TF32 is requested. If tuning is on, takes the fastest of the
    /// first few, or the remembered one. Fails with the reason if there is no engine.
    Result<std::shared_ptr<PreparedGraph>> prepare(
        ModuleBackend& device, Precision precision, DataType element);

private:
    friend class EngineChoice;
    Result<OwnedDescriptor*> make(DescriptorType type);
    Result<Descriptor> scalarOf(DataType type, std::int32_t bits, std::size_t rank);
    Result<Descriptor> finishTensor(
        const OwnedDescriptor& made, const ExternalTensor& tensor, const TensorSpec& spec);
    Result<void> addOperation(const OwnedDescriptor& operation, std::string_view what);
    void tell(std::string_view operation, const std::vector<std::int64_t>& numbers,
        const std::vector<Descriptor>& tensors);

    Library& m_library;
    std::vector<OwnedDescriptor> m_descriptors;
    std::vector<Descriptor> m_operations;
    std::vector<ExternalTensor> m_outside;
    std::map<Descriptor, std::int64_t> m_ids;
    std::int64_t m_nextId = 1;
    std::string m_text; ///< description of all tensors and operations, part of the key
};

/// Limit of an engine's workspace, in bytes.
inline constexpr std::int64_t maxWorkspaceBytes = std::int64_t(256) << 20;

} // namespace engine::cuda::cudnn
