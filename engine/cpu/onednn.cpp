#include "engine/cpu/onednn.h"

#include "engine/cpu/onednn/winograd_weights.h"
#include "engine/kernel/memory.h"
#include "engine/kernel/planned_workspace.h"
#include "engine/kernel/weight_store.h"
#include "model/support/catch_exceptions.h"

#include <sys/mman.h>

#include <cstring>

namespace engine::onednn {

namespace {

constexpr auto inference = dnnl::prop_kind::forward_inference;
constexpr std::string_view reorderedText = " with reorder";

/// Throws MemoryRefused if 32 MiB of address space cannot be mapped. oneDNN does not check whether
/// its code generator got memory, and would write to an invalid address.
void checkCodeGeneratorMemory()
{
    constexpr std::size_t room = 32u << 20;
    void* const place = ::mmap(
        nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        throw support::MemoryRefused(support::failAs(support::ErrorKind::Resource,
            "the system gives oneDNN no memory to generate code in: raise the limits of address "
            "space and data, or take fewer threads"));
    ::munmap(place, room);
}

/// Returns text that is equal for equal layouts only; empty if the layout cannot be described.
std::string layoutText(const Descriptor& descriptor)
{
#if DNNL_VERSION_MAJOR >= 3
    // Version 3.1 has no function for the whole descriptor.
    if (descriptor.get_format_kind() != dnnl::memory::format_kind::blocked)
        return {};
    auto text = std::to_string(static_cast<int>(descriptor.get_data_type())) + " "
        + std::to_string(descriptor.get_submemory_offset());
    for (const auto& numbers :
        { descriptor.get_dims(), descriptor.get_padded_dims(), descriptor.get_padded_offsets(),
            descriptor.get_strides(), descriptor.get_inner_blks(), descriptor.get_inner_idxs() }) {
        text += ";";
        for (const auto number : numbers)
            text += " " + std::to_string(number);
    }
    return text;
#else
    return std::string(reinterpret_cast<const char*>(&descriptor.data), sizeof(descriptor.data));
#endif
}

template <typename PrimitiveType, typename PrimitiveDescriptor>
Primitive made(const PrimitiveDescriptor& descriptor)
{
    checkCodeGeneratorMemory();
    return { PrimitiveType(descriptor), std::string("oneDNN ") + descriptor.impl_info_str(),
        descriptor.src_desc(), descriptor.weights_desc(), descriptor.dst_desc(), {},
        descriptor.scratchpad_desc() };
}

template <typename PrimitiveType, typename PrimitiveDescriptor>
Primitive createWithoutWeights(const PrimitiveDescriptor& descriptor)
{
    checkCodeGeneratorMemory();
    return { PrimitiveType(descriptor), std::string("oneDNN ") + descriptor.impl_info_str(),
        descriptor.src_desc(), {}, descriptor.dst_desc(), {}, descriptor.scratchpad_desc() };
}

template <typename PrimitiveType, typename PrimitiveDescriptor>
RecurrentPrimitive madeRecurrent(const PrimitiveDescriptor& descriptor)
{
    checkCodeGeneratorMemory();
    return { PrimitiveType(descriptor), std::string("oneDNN ") + descriptor.impl_info_str(),
        descriptor.weights_layer_desc(), descriptor.weights_iter_desc(),
        descriptor.scratchpad_desc() };
}

} // namespace

dnnl::engine& cpu()
{
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

std::string version()
{
    const auto* loaded = dnnl_version();
    return std::to_string(loaded->major) + "." + std::to_string(loaded->minor) + "."
        + std::to_string(loaded->patch);
}

bool hasBfloatInstructions()
{
    const auto set = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
    const auto wanted = static_cast<unsigned>(dnnl::cpu_isa::avx512_core_bf16);
    return (set & wanted) == wanted;
}

dnnl::stream& threadStream()
{
    thread_local dnnl::stream stream(cpu());
    return stream;
}

Memory::data_type libraryType(ElementType element)
{
    return element == ElementType::Bfloat16 ? Memory::data_type::bf16 : Memory::data_type::f32;
}

Descriptor plain(std::span<const std::int64_t> dims, ElementType element)
{
    LibraryDims sizes(dims.begin(), dims.end());
    if (sizes.empty())
        sizes.push_back(1);
    LibraryDims strides(sizes.size(), 1);
    for (std::size_t axis = sizes.size() - 1; axis-- > 0;)
        strides[axis] = strides[axis + 1] * sizes[axis + 1];
    return Descriptor(sizes, libraryType(element), strides);
}

Descriptor described(const TensorType& type, Layout layout)
{
    const auto rank = type.dims.size();
    if (layout == Layout::Plain || (rank != 4 && rank != 5))
        return plain(type.dims, type.element);
    return Descriptor(LibraryDims(type.dims.begin(), type.dims.end()), libraryType(type.element),
        rank == 4 ? Format::nhwc : Format::ndhwc);
}

Layout outputLayout(const KernelRequest& request)
{
    return request.outputs.empty() ? Layout::Plain : request.outputs.front().layout;
}

Primitive reorder(const Descriptor& source, const Descriptor& destination)
{
    checkCodeGeneratorMemory();
    const dnnl::reorder::primitive_desc description(cpu(), source, cpu(), destination);
    return { dnnl::reorder(description), std::string("oneDNN ") + description.impl_info_str(),
        source, {}, destination, {}, {} };
}

Descriptor anyLayout(std::span<const std::int64_t> dims, ElementType element)
{
    return Descriptor(LibraryDims(dims.begin(), dims.end()), libraryType(element), Format::any);
}

std::vector<std::int64_t> dimsOf(const Descriptor& descriptor)
{
#if DNNL_VERSION_MAJOR >= 3
    return descriptor.get_dims();
#else
    return descriptor.dims();
#endif
}

dnnl::primitive_attr attributesOf(std::span<const Epilogue> epilogues)
{
    dnnl::primitive_attr attributes;
    dnnl::post_ops operations;
    for (const auto& epilogue : epilogues) {
        switch (epilogue.kind) {
        case Epilogue::Kind::Add:
            operations.append_binary(dnnl::algorithm::binary_add, epilogue.other);
            break;
        case Epilogue::Kind::Sum:
            operations.append_sum(1.0F);
            break;
        case Epilogue::Kind::Eltwise:
#if DNNL_VERSION_MAJOR >= 3
            operations.append_eltwise(epilogue.algorithm, epilogue.alpha, epilogue.beta);
#else
            operations.append_eltwise(1.0F, epilogue.algorithm, epilogue.alpha, epilogue.beta);
#endif
            break;
        }
    }
    attributes.set_post_ops(operations);
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attributes;
}

namespace {

/// Describes an operation. In API version 2 its arguments make an object of their own first.
template <typename Type, typename... Arguments>
auto describe(const dnnl::primitive_attr& attributes, const Arguments&... arguments)
{
#if DNNL_VERSION_MAJOR >= 3
    return typename Type::primitive_desc(cpu(), arguments..., attributes);
#else
    return typename Type::primitive_desc(typename Type::desc(arguments...), attributes, cpu());
#endif
}

// API version 3 takes source and destination where version 2 takes one descriptor for both.
#if DNNL_VERSION_MAJOR >= 3
#define OPSCOPE_IN_PLACE(data) data, data
using Pooling = dnnl::pooling_forward;
#else
#define OPSCOPE_IN_PLACE(data) data
using Pooling = dnnl::pooling_v2_forward;
#endif

Descriptor orNone(const Descriptor* bias) { return bias != nullptr ? *bias : Descriptor(); }

} // namespace

Primitive concat(int axis, const std::vector<Descriptor>& sources, const Descriptor& destination)
{
    using Type = dnnl::concat;
#if DNNL_VERSION_MAJOR >= 3
    return createWithoutWeights<Type>(Type::primitive_desc(cpu(), destination, axis, sources));
#else
    return createWithoutWeights<Type>(Type::primitive_desc(destination, axis, sources, cpu()));
#endif
}

Primitive convolution(const Descriptor& source, const Descriptor& weights, const Descriptor* bias,
    const Descriptor& destination, const Window& window, const dnnl::primitive_attr& attributes,
    dnnl::algorithm algorithm)
{
    using Type = dnnl::convolution_forward;
    return made<Type>(
        describe<Type>(attributes, inference, algorithm, source, weights, orNone(bias), destination,
            window.strides, window.dilations, window.padBegin, window.padEnd));
}

Primitive deconvolution(const Descriptor& source, const Descriptor& weights, const Descriptor* bias,
    const Descriptor& destination, const Window& window)
{
    using Type = dnnl::deconvolution_forward;
    return made<Type>(describe<Type>(attributesOf({}), inference,
        dnnl::algorithm::deconvolution_direct, source, weights, orNone(bias), destination,
        window.strides, window.dilations, window.padBegin, window.padEnd));
}

Primitive matmul(const Descriptor& a, const Descriptor& b, const Descriptor* bias,
    const Descriptor& destination, const dnnl::primitive_attr& attributes)
{
    using Type = dnnl::matmul;
    return made<Type>(describe<Type>(attributes, a, b, orNone(bias), destination));
}

Primitive pooling(dnnl::algorithm algorithm, const Descriptor& source,
    const Descriptor& destination, const Window& window)
{
    return createWithoutWeights<Pooling>(
        describe<Pooling>({}, inference, algorithm, source, destination, window.strides,
            window.kernel, window.dilations, window.padBegin, window.padEnd));
}

Primitive eltwise(dnnl::algorithm algorithm, const Descriptor& data, float alpha, float beta)
{
    using Type = dnnl::eltwise_forward;
    return createWithoutWeights<Type>(
        describe<Type>({}, inference, algorithm, OPSCOPE_IN_PLACE(data), alpha, beta));
}

Primitive binary(dnnl::algorithm algorithm, const Descriptor& a, const Descriptor& b,
    const Descriptor& destination)
{
    using Type = dnnl::binary;
    return createWithoutWeights<Type>(describe<Type>({}, algorithm, a, b, destination));
}

Primitive batchNormalization(const Descriptor& data, float epsilon)
{
    using Type = dnnl::batch_normalization_forward;
    const auto flags = dnnl::normalization_flags::use_global_stats
        | dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift;
    return createWithoutWeights<Type>(
        describe<Type>({}, inference, OPSCOPE_IN_PLACE(data), epsilon, flags));
}

Primitive layerNormalization(const Descriptor& data, float epsilon)
{
    using Type = dnnl::layer_normalization_forward;
    const auto flags = dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift;
    return createWithoutWeights<Type>(
        describe<Type>({}, inference, OPSCOPE_IN_PLACE(data), epsilon, flags));
}

Primitive localResponse(const Descriptor& data, std::int64_t size, float alpha, float beta, float k)
{
    using Type = dnnl::lrn_forward;
    return createWithoutWeights<Type>(describe<Type>({}, inference,
        dnnl::algorithm::lrn_across_channels, OPSCOPE_IN_PLACE(data), size, alpha, beta, k));
}
#undef OPSCOPE_IN_PLACE

Primitive resampling(dnnl::algorithm algorithm, std::span<const float> factors,
    const Descriptor& source, const Descriptor& destination)
{
    using Type = dnnl::resampling_forward;
    return createWithoutWeights<Type>(describe<Type>({}, inference, algorithm,
        std::vector<float>(factors.begin(), factors.end()), source, destination));
}

namespace {

template <typename Type>
RecurrentPrimitive gruOf(const RecurrentDescriptors& d)
{
    return madeRecurrent<Type>(describe<Type>(attributesOf({}), inference, d.direction, d.source,
        d.state, d.weights, d.recurrence, d.bias, d.destination, d.state));
}

RecurrentPrimitive lstmOf(const RecurrentDescriptors& d)
{
    using Type = dnnl::lstm_forward;
    return madeRecurrent<Type>(describe<Type>(attributesOf({}), inference, d.direction, d.source,
        d.state, d.cell, d.weights, d.recurrence, d.bias, d.destination, d.state, d.cell));
}

} // namespace

RecurrentPrimitive recurrent(RecurrentCell cell, const RecurrentDescriptors& descriptors)
{
    switch (cell) {
    case RecurrentCell::Gru:
        return gruOf<dnnl::gru_forward>(descriptors);
    case RecurrentCell::GruLinearFirst:
        return gruOf<dnnl::lbr_gru_forward>(descriptors);
    case RecurrentCell::Lstm:
        break;
    }
    return lstmOf(descriptors);
}

PrimitiveKernel::PrimitiveKernel(Primitive primitive, int threads)
    : m_primitive(std::move(primitive))
    , m_threads(threads)
{
    if (m_primitive.scratchpad.get_size() == 0)
        return;
    m_scratchpad = Memory(m_primitive.scratchpad, cpu(), nullptr);
    m_arguments.emplace_back(DNNL_ARG_SCRATCHPAD, *m_scratchpad);
}

std::uint64_t PrimitiveKernel::workspaceBytes() const
{
    std::uint64_t bytes = PlannedWorkspace::roomFor(m_primitive.scratchpad.get_size());
    if (m_outputTensor)
        bytes += PlannedWorkspace::roomFor(m_output.get_desc().get_size());
    for (const auto& argument : m_inputs) {
        if (argument.tensor)
            bytes += PlannedWorkspace::roomFor(argument.memory.get_desc().get_size());
    }
    return bytes;
}

Result<void> PrimitiveKernel::bindScratchpad(RunContext& context)
{
    if (m_scratchpad)
        m_scratchpad->set_data_handle(
            TRY(context.scratch(m_primitive.scratchpad.get_size())).data());
    return {};
}

Result<void> PrimitiveKernel::addInput(int argument, std::size_t input, const Descriptor& tensor,
    const Descriptor& wanted, const InputType& type)
{
    if (type.constant != nullptr) {
        if (tensor != wanted)
            setHasCopyOf(input);
        return addConstant(argument, tensor, wanted, type.constant->data);
    }
    return guarded("input", [&] {
        Argument added { argument, input, Memory(wanted, cpu(), nullptr), std::nullopt, {} };
        if (tensor != wanted && !m_primitive.implementation.ends_with(reorderedText))
            m_primitive.implementation += reorderedText;
        if (tensor != wanted) {
            added.tensor = Memory(tensor, cpu(), nullptr);
            added.reorder = dnnl::reorder(*added.tensor, added.memory);
        }
        m_arguments.emplace_back(argument, added.memory);
        m_inputs.push_back(std::move(added));
    });
}

Result<void> PrimitiveKernel::addConstant(
    int argument, const Descriptor& tensor, const Descriptor& wanted, const void* data)
{
    return guarded("constant", [&] {
        auto* source = const_cast<void*>(data); // oneDNN only reads it
        if (tensor == wanted) {
            m_arguments.emplace_back(argument, Memory(wanted, cpu(), source));
            return;
        }
        const auto reordered = [&] {
            auto own
                = makeTensor(ElementType::Uint8, { static_cast<std::int64_t>(wanted.get_size()) });
            if (transformFilters(tensor, static_cast<const float*>(data), wanted,
                    reinterpret_cast<float*>(own.data), m_threads))
                return std::make_shared<Tensor>(std::move(own));
            Memory from(tensor, cpu(), source);
            Memory to(wanted, cpu(), own.data);
            dnnl::stream stream(cpu());
            dnnl::reorder(from, to).execute(stream, from, to);
            stream.wait();
            return std::make_shared<Tensor>(std::move(own));
        };
        const Tensor from { { ElementType::Uint8,
                                { static_cast<std::int64_t>(tensor.get_size()) } },
            static_cast<std::byte*>(source), nullptr, nullptr };
        const auto layouts = std::array { layoutText(tensor), layoutText(wanted) };
        const bool isShared = !layouts[0].empty() && !layouts[1].empty();
        const std::shared_ptr<const Tensor> own = isShared
            ? sharedWeightsOf<Tensor>(from, layouts[0] + " to " + layouts[1], reordered)
            : reordered();
        m_constants.push_back(std::const_pointer_cast<Tensor>(own));
        m_arguments.emplace_back(argument, Memory(wanted, cpu(), own->data));
    });
}

Result<void> PrimitiveKernel::setOutput(
    const Descriptor& tensor, const Descriptor& wanted, TensorType type)
{
    return guarded("output", [&] {
        m_outputType = std::move(type);
        m_output = Memory(wanted, cpu(), nullptr);
        if (tensor != wanted && !m_primitive.implementation.ends_with(reorderedText))
            m_primitive.implementation += reorderedText;
        if (tensor != wanted) {
            m_outputTensor = Memory(tensor, cpu(), nullptr);
            m_outputReorder = dnnl::reorder(m_output, *m_outputTensor);
        }
        m_arguments.emplace_back(DNNL_ARG_DST, m_output);
    });
}

Result<void> PrimitiveKernel::initialiseOutputFrom(std::size_t input, const Descriptor& tensor)
{
    return guarded("start", [&] {
        m_startInput = input;
        m_start = Memory(tensor, cpu(), nullptr);
        m_startReorder = dnnl::reorder(*m_start, m_output);
    });
}

void PrimitiveKernel::fillOutput(RunContext& context, dnnl::stream& stream)
{
    if (!m_startInput)
        return;
    const PhaseSpan span(context, Phase::Copy);
    m_start->set_data_handle(context.tensor(*m_startInput).data);
    m_startReorder.execute(stream, *m_start, m_output);
}

Result<void> PrimitiveKernel::bindInputs(RunContext& context, dnnl::stream& stream)
{
    for (auto& argument : m_inputs) {
        auto* data = context.tensor(argument.input).data;
        if (!argument.tensor) {
            argument.memory.set_data_handle(data);
            continue;
        }
        const auto place = TRY(context.scratch(argument.memory.get_desc().get_size()));
        argument.tensor->set_data_handle(data);
        argument.memory.set_data_handle(place.data());
        const PhaseSpan span(context, Phase::Reorder);
        argument.reorder.execute(stream, *argument.tensor, argument.memory);
    }
    return {};
}

Result<void> PrimitiveKernel::run(RunContext& context)
{
    setLibraryThreads(m_threads);
    auto* target = TRY(context.output(0, m_outputType.element, m_outputType.dims));
    std::span<std::byte> place;
    if (m_outputTensor)
        place = TRY(context.scratch(m_output.get_desc().get_size()));
    Result<void> result;
    TRY(guarded("run", [&] {
        auto& stream = threadStream();
        result = bindScratchpad(context);
        if (result)
            result = bindInputs(context, stream);
        if (!result)
            return;
        m_output.set_data_handle(m_outputTensor ? static_cast<void*>(place.data()) : target->data);
        fillOutput(context, stream);
        if (m_handles.empty()) {
            for (const auto& [id, memory] : m_arguments)
                m_handles.push_back({ id, memory.get() });
        }
        const auto status = dnnl_primitive_execute(m_primitive.primitive.get(), stream.get(),
            static_cast<int>(m_handles.size()), m_handles.data());
        dnnl::error::wrap_c_api(status, "the primitive failed");
        if (m_outputTensor) {
            const PhaseSpan span(context, Phase::Reorder);
            m_outputTensor->set_data_handle(target->data);
            m_outputReorder.execute(stream, m_output, *m_outputTensor);
        }
        stream.wait();
    }));
    if (result && m_finish)
        m_finish(context, *target);
    return result;
}

Result<std::unique_ptr<PrimitiveKernel>> dataKernel(const KernelRequest& request,
    Primitive primitive, const Descriptor& source, const Descriptor& destination, TensorType output)
{
    auto kernel = std::make_unique<PrimitiveKernel>(std::move(primitive), request.settings.threads);
    TRY(kernel->addInput(DNNL_ARG_SRC, 0, source, source, request.input(0)));
    TRY(kernel->setOutput(destination, destination, std::move(output)));
    return kernel;
}

Result<std::unique_ptr<PrimitiveKernel>> convolutionKernel(const KernelRequest& request,
    Primitive primitive, const Descriptor& source, const Descriptor& weights,
    const Descriptor* bias, const Descriptor& destination, const TensorType& output)
{
    const auto wanted = std::tuple(primitive.source, primitive.weights, primitive.destination);
    auto kernel = std::make_unique<PrimitiveKernel>(std::move(primitive), request.settings.threads);
    TRY(kernel->addInput(DNNL_ARG_SRC, 0, source, std::get<0>(wanted), request.input(0)));
    TRY(kernel->addInput(DNNL_ARG_WEIGHTS, 1, weights, std::get<1>(wanted), request.input(1)));
    if (bias != nullptr)
        TRY(kernel->addInput(DNNL_ARG_BIAS, 2, *bias, *bias, request.input(2)));
    TRY(kernel->setOutput(destination, std::get<2>(wanted), output));
    return kernel;
}

} // namespace engine::onednn
