#include "engine/cuda/cudnn/graph.h"

#include <array>
#include <utility>

namespace engine::cuda::cudnn {

namespace {

constexpr std::int64_t tensorAlignment = 16;

Dims denseStrides(const Dims& dims)
{
    Dims strides(dims.size(), 1);
    for (std::size_t d = dims.size(); d-- > 1;)
        strides[d - 1] = strides[d] * dims[d];
    return strides;
}

} // namespace

Result<OwnedDescriptor> OwnedDescriptor::create(const Library& library, DescriptorType type)
{
    Descriptor descriptor = nullptr;
    TRY(library.check(library.table().backendCreateDescriptor(type, &descriptor), "a descriptor"));
    return OwnedDescriptor(library, descriptor);
}

OwnedDescriptor::OwnedDescriptor(OwnedDescriptor&& other) noexcept
    : m_library(other.m_library)
    , m_descriptor(std::exchange(other.m_descriptor, nullptr))
{
}

OwnedDescriptor& OwnedDescriptor::operator=(OwnedDescriptor&& other) noexcept
{
    std::swap(m_library, other.m_library);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

OwnedDescriptor::~OwnedDescriptor()
{
    if (m_descriptor != nullptr)
        m_library->table().backendDestroyDescriptor(m_descriptor);
}

Result<void> OwnedDescriptor::set(Attribute attribute, AttributeType type, std::int64_t count,
    const void* values, std::string_view what) const
{
    return m_library->check(
        m_library->table().backendSetAttribute(m_descriptor, attribute, type, count, values), what);
}

Result<void> OwnedDescriptor::finalise(std::string_view what) const
{
    return m_library->check(m_library->table().backendFinalize(m_descriptor), what);
}

Result<OwnedDescriptor*> GraphBuilder::make(DescriptorType type)
{
    m_descriptors.push_back(TRY(OwnedDescriptor::create(m_library, type)));
    return &m_descriptors.back();
}

Result<Descriptor> GraphBuilder::tensor(const TensorSpec& spec)
{
    const auto id = m_nextId++;
    const auto& made = *TRY(make(DescriptorType::Tensor));
    TRY(made.set(
        Attribute::TensorDataType, AttributeType::DataType, 1, &spec.type, "the type of a tensor"));
    TRY(made.setInt64s(Attribute::TensorDims, spec.dims, "the shape of a tensor"));
    TRY(made.setInt64s(
        Attribute::TensorStrides, denseStrides(spec.dims), "the strides of a tensor"));
    TRY(made.setInt64s(Attribute::TensorId, { id }, "the number of a tensor"));
    TRY(made.setInt64s(
        Attribute::TensorAlignment, { tensorAlignment }, "the alignment of a tensor"));
    if (spec.isVirtual)
        TRY(made.set(Attribute::TensorIsVirtual, AttributeType::Boolean, 1, &spec.isVirtual,
            "a virtual tensor"));
    else
        m_ids.push_back(id);
    TRY(made.finalise("a tensor of " + dimsText(spec.dims)));
    return made.get();
}

Result<void> GraphBuilder::convolution(
    const ConvolutionSpec& spec, Descriptor x, Descriptor w, Descriptor y)
{
    constexpr std::string_view what = "a convolution";
    const auto& how = *TRY(make(DescriptorType::Convolution));
    TRY(how.set(Attribute::ConvolutionMathType, AttributeType::DataType, 1, &spec.math, what));
    constexpr auto mode = ConvolutionMode::CrossCorrelation;
    TRY(how.set(Attribute::ConvolutionMode, AttributeType::ConvolutionMode, 1, &mode, what));
    TRY(how.setInt64s(Attribute::ConvolutionSpatialDims,
        { static_cast<std::int64_t>(spec.strides.size()) }, what));
    TRY(how.setInt64s(Attribute::ConvolutionStrides, spec.strides, what));
    TRY(how.setInt64s(Attribute::ConvolutionDilations, spec.dilations, what));
    TRY(how.setInt64s(Attribute::ConvolutionPadsBefore, spec.padsBefore, what));
    TRY(how.setInt64s(Attribute::ConvolutionPadsAfter, spec.padsAfter, what));
    TRY(how.finalise(what));
    const auto convolution = how.get();
    const bool turns = spec.isTransposed;
    const auto& operation = *TRY(
        make(turns ? DescriptorType::ConvolutionBackwardData : DescriptorType::ConvolutionForward));
    // A transposed convolution is the gradient of a convolution from its result to its image.
    const float alpha = 1;
    const float beta = 0;
    TRY(operation.set(turns ? Attribute::BackwardDataAlpha : Attribute::ForwardAlpha,
        AttributeType::Float, 1, &alpha, what));
    TRY(operation.set(turns ? Attribute::BackwardDataBeta : Attribute::ForwardBeta,
        AttributeType::Float, 1, &beta, what));
    TRY(operation.setDescriptor(
        turns ? Attribute::BackwardDataConvolution : Attribute::ForwardConvolution, convolution,
        what));
    TRY(operation.setDescriptor(turns ? Attribute::BackwardDataW : Attribute::ForwardW, w, what));
    TRY(operation.setDescriptor(turns ? Attribute::BackwardDataDy : Attribute::ForwardX, x, what));
    TRY(operation.setDescriptor(turns ? Attribute::BackwardDataDx : Attribute::ForwardY, y, what));
    TRY(operation.finalise("the operation of a convolution"));
    m_operations.push_back(operation.get());
    return {};
}

Result<void> GraphBuilder::pointwise(
    const PointwiseSpec& spec, Descriptor x, Descriptor b, Descriptor y)
{
    constexpr std::string_view what = "an elementwise operation";
    struct Parameter {
        PointwiseMode mode;
        Attribute attribute;
    };
    constexpr std::array parameters { Parameter { PointwiseMode::Relu, Attribute::ReluLowerSlope },
        Parameter { PointwiseMode::Elu, Attribute::EluAlpha },
        Parameter { PointwiseMode::Swish, Attribute::SwishBeta } };
    const auto& how = *TRY(make(DescriptorType::Pointwise));
    TRY(how.set(Attribute::PointwiseMode, AttributeType::PointwiseMode, 1, &spec.mode, what));
    TRY(how.set(Attribute::PointwiseMathType, AttributeType::DataType, 1, &spec.math, what));
    for (const auto& each : parameters) {
        if (each.mode == spec.mode && spec.parameter != 0)
            TRY(how.set(each.attribute, AttributeType::Double, 1, &spec.parameter, what));
    }
    TRY(how.finalise(what));
    const auto pointwise = how.get();
    const auto& operation = *TRY(make(DescriptorType::PointwiseOperation));
    TRY(operation.setDescriptor(Attribute::OperationPointwise, pointwise, what));
    TRY(operation.setDescriptor(Attribute::OperationX, x, what));
    if (b != nullptr)
        TRY(operation.setDescriptor(Attribute::OperationB, b, what));
    TRY(operation.setDescriptor(Attribute::OperationY, y, what));
    TRY(operation.finalise("an elementwise operation of a graph"));
    m_operations.push_back(operation.get());
    return {};
}

Result<Descriptor> GraphBuilder::finish(Handle handle)
{
    const auto& graph = *TRY(make(DescriptorType::OperationGraph));
    if (handle != nullptr)
        TRY(graph.set(Attribute::GraphHandle, AttributeType::Handle, 1, &handle, "a handle"));
    TRY(graph.set(Attribute::GraphOperations, AttributeType::Descriptor,
        static_cast<std::int64_t>(m_operations.size()), m_operations.data(),
        "the operations of a graph"));
    TRY(graph.finalise("this graph"));
    return graph.get();
}

Result<void> PreparedGraph::run(
    const std::vector<const void*>& pointers, std::span<std::byte> workspace)
{
    const auto handle = TRY(m_library.handle(m_device.stream()));
    const auto pack = TRY(OwnedDescriptor::create(m_library, DescriptorType::VariantPack));
    constexpr std::string_view what = "the memory of a graph";
    TRY(pack.set(Attribute::PackIds, AttributeType::Int64, static_cast<std::int64_t>(m_ids.size()),
        m_ids.data(), what));
    TRY(pack.set(Attribute::PackPointers, AttributeType::Pointer,
        static_cast<std::int64_t>(pointers.size()), pointers.data(), what));
    const void* const scratch = workspace.empty() ? nullptr : workspace.data();
    TRY(pack.set(Attribute::PackWorkspace, AttributeType::Pointer, 1, &scratch, what));
    TRY(pack.finalise(what));
    m_device.beginLaunch();
    const int answer
        = m_library.table().backendExecute(handle, m_descriptors.back().get(), pack.get());
    m_device.endLaunch();
    return m_library.check(answer, "to run a graph");
}

} // namespace engine::cuda::cudnn
