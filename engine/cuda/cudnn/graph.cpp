#include "engine/cuda/cudnn/graph.h"

#include <bit>
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

std::uint64_t extentOf(const Dims& dims, const Dims& strides)
{
    std::int64_t last = 0;
    for (std::size_t d = 0; d < dims.size(); ++d)
        last += (dims[d] - 1) * strides[d];
    return static_cast<std::uint64_t>(last) + 1;
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
    const auto& made = *TRY(make(DescriptorType::Tensor));
    auto given = spec;
    if (given.strides.empty())
        given.strides = denseStrides(spec.dims);
    const ExternalTensor tensor { m_nextId++, spec.type, extentOf(given.dims, given.strides), {} };
    if (spec.isVirtual)
        TRY(made.set(Attribute::TensorIsVirtual, AttributeType::Boolean, 1, &spec.isVirtual,
            "a virtual tensor"));
    return finishTensor(made, tensor, given);
}

Result<Descriptor> GraphBuilder::scalar(float value, std::size_t rank)
{
    return scalarOf(DataType::Float, std::bit_cast<std::int32_t>(value), rank);
}

Result<Descriptor> GraphBuilder::scalar(std::int32_t value, std::size_t rank)
{
    return scalarOf(DataType::Int32, value, rank);
}

Result<Descriptor> GraphBuilder::scalarOf(DataType type, std::int32_t bits, std::size_t rank)
{
    const auto& made = *TRY(make(DescriptorType::Tensor));
    const bool isByValue = true;
    TRY(made.set(
        Attribute::TensorIsByValue, AttributeType::Boolean, 1, &isByValue, "a number of a graph"));
    const Dims ones(rank, 1);
    m_text += " =" + std::to_string(bits);
    return finishTensor(made, { m_nextId++, type, 1, bits }, { type, ones, false, ones });
}

Result<Descriptor> GraphBuilder::finishTensor(
    const OwnedDescriptor& made, const ExternalTensor& tensor, const TensorSpec& spec)
{
    TRY(made.set(
        Attribute::TensorDataType, AttributeType::DataType, 1, &spec.type, "the type of a tensor"));
    TRY(made.setInt64s(Attribute::TensorDims, spec.dims, "the shape of a tensor"));
    TRY(made.setInt64s(Attribute::TensorStrides, spec.strides, "the strides of a tensor"));
    TRY(made.setInt64s(Attribute::TensorId, { tensor.id }, "the number of a tensor"));
    TRY(made.setInt64s(
        Attribute::TensorAlignment, { tensorAlignment }, "the alignment of a tensor"));
    TRY(made.finalise("a tensor of " + dimsText(spec.dims)));
    if (!spec.isVirtual)
        m_outside.push_back(tensor);
    m_ids[made.get()] = tensor.id;
    m_text += ' ' + std::to_string(tensor.id) + (spec.isVirtual ? "~t" : "t")
        + std::to_string(static_cast<int>(spec.type)) + dimsText(spec.dims);
    if (spec.strides != denseStrides(spec.dims))
        m_text += "/" + dimsText(spec.strides);
    return made.get();
}

void GraphBuilder::tell(std::string_view operation, const std::vector<std::int64_t>& numbers,
    const std::vector<Descriptor>& tensors)
{
    m_text += ' ' + std::string(operation);
    for (const auto number : numbers)
        m_text += ':' + std::to_string(number);
    m_text += '(';
    for (auto* const each : tensors)
        m_text += (each == nullptr ? std::string() : std::to_string(m_ids.at(each))) + ',';
    m_text.back() = ')';
}

Result<void> GraphBuilder::addOperation(const OwnedDescriptor& operation, std::string_view what)
{
    TRY(operation.finalise(what));
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
    return execute(m_descriptors.back().get(), pointers, workspace);
}

Result<void> PreparedGraph::execute(
    Descriptor plan, const std::vector<const void*>& pointers, std::span<std::byte> workspace)
{
    const auto handle = TRY(m_library.handle(m_device.stream()));
    const auto pack = TRY(OwnedDescriptor::create(m_library, DescriptorType::VariantPack));
    constexpr std::string_view what = "the memory of a graph";
    std::vector<std::int64_t> ids;
    std::vector<const void*> all;
    auto pointer = pointers.begin();
    for (const auto& tensor : m_outside) {
        ids.push_back(tensor.id);
        all.push_back(tensor.scalar ? static_cast<const void*>(&*tensor.scalar) : *pointer++);
    }
    TRY(pack.setInt64s(Attribute::PackIds, ids, what));
    TRY(pack.set(Attribute::PackPointers, AttributeType::Pointer,
        static_cast<std::int64_t>(all.size()), all.data(), what));
    const void* const scratch = workspace.empty() ? nullptr : workspace.data();
    TRY(pack.set(Attribute::PackWorkspace, AttributeType::Pointer, 1, &scratch, what));
    TRY(pack.finalise(what));
    m_device.beginLaunch();
    const int answer = m_library.table().backendExecute(handle, plan, pack.get());
    m_device.endLaunch();
    return m_library.check(answer, "to run a graph");
}

} // namespace engine::cuda::cudnn
