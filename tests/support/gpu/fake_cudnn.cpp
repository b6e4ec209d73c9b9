#include "tests/support/gpu/fake_cudnn_graph.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace testing {

using namespace engine::cuda::cudnn;

namespace {

using Object = CudnnObject;

constexpr int badParam = 2000;
constexpr int notSupported = 3000;
constexpr int executionFailed = 5000;

/// The fake's engines, in the order of its proposals.
struct EngineRow {
    std::int64_t index;
    std::vector<NumericalNote> notes;
    std::vector<std::int64_t> knobs; ///< types that may be set
};
const std::vector<EngineRow>& engines()
{
    static const std::vector<EngineRow> rows {
        { 5, { NumericalNote::TensorCore, NumericalNote::DownConvertInputs }, {} },
        { 7, { NumericalNote::Winograd }, {} },
        { 9, {}, { 24 } },
    };
    return rows;
}

FakeCudnn& fake() { return fakeCudnn(); }

int refused(int code, const std::string& fault)
{
    fake().faults.push_back(fault);
    return code;
}

std::size_t bytesOf(AttributeType type)
{
    switch (type) {
    case AttributeType::Boolean:
        return sizeof(bool);
    case AttributeType::Handle:
    case AttributeType::Int64:
    case AttributeType::Double:
    case AttributeType::Pointer:
    case AttributeType::Descriptor:
        return 8;
    case AttributeType::Fraction:
        return sizeof(Fraction);
    default:
        return 4;
    }
}

const EngineRow* engineOf(std::int64_t index)
{
    const auto row = std::ranges::find(engines(), index, &EngineRow::index);
    return row != engines().end() ? &*row : nullptr;
}

int create(Handle* handle)
{
    if (fake().createStatus != 0)
        return fake().createStatus;
    *handle = new int;
    ++fake().alive;
    return 0;
}
int destroy(Handle handle)
{
    delete static_cast<int*>(handle);
    --fake().alive;
    return 0;
}
int setStream(Handle, void*) { return 0; }
void lastError(char* message, std::size_t bytes)
{
    std::strncpy(message, "the fake says no", bytes);
}

int createDescriptor(DescriptorType type, Descriptor* descriptor)
{
    *descriptor = new Object { type };
    ++fake().alive;
    return 0;
}
int destroyDescriptor(Descriptor descriptor)
{
    delete static_cast<Object*>(descriptor);
    --fake().alive;
    return 0;
}

int setAttribute(Descriptor descriptor, Attribute attribute, AttributeType type, std::int64_t count,
    const void* values)
{
    auto& object = *static_cast<Object*>(descriptor);
    if (object.isFinal)
        return refused(badParam, "an attribute is set after finalising");
    const auto* from = static_cast<const std::byte*>(values);
    object.values[attribute].assign(from, from + static_cast<std::size_t>(count) * bytesOf(type));
    if (type == AttributeType::Descriptor) {
        for (auto* const each : object.list<void*>(attribute)) {
            if (!static_cast<Object*>(each)->isFinal)
                return refused(badParam, "a descriptor is used before it is final");
        }
    }
    return 0;
}

/// Attributes that a descriptor must have before it is finalised, as documented.
std::vector<Attribute> required(DescriptorType type)
{
    using A = Attribute;
    switch (type) {
    case DescriptorType::Tensor:
        return { A::TensorDataType, A::TensorDims, A::TensorStrides, A::TensorId,
            A::TensorAlignment };
    case DescriptorType::Convolution:
        return { A::ConvolutionMathType, A::ConvolutionMode, A::ConvolutionDilations,
            A::ConvolutionStrides, A::ConvolutionPadsAfter, A::ConvolutionPadsBefore,
            A::ConvolutionSpatialDims };
    case DescriptorType::ConvolutionForward:
        return { A::ForwardAlpha, A::ForwardBeta, A::ForwardConvolution, A::ForwardW, A::ForwardX,
            A::ForwardY };
    case DescriptorType::ConvolutionBackwardData:
        return { A::BackwardDataAlpha, A::BackwardDataBeta, A::BackwardDataConvolution,
            A::BackwardDataW, A::BackwardDataDx, A::BackwardDataDy };
    case DescriptorType::Pointwise:
        return { A::PointwiseMode, A::PointwiseMathType };
    case DescriptorType::PointwiseOperation:
        return { A::OperationPointwise, A::OperationX, A::OperationY };
    case DescriptorType::Matmul:
        return { A::MatmulMathType };
    case DescriptorType::MatmulOperation:
        return { A::MatmulA, A::MatmulB, A::MatmulC, A::MatmulHow };
    case DescriptorType::Reduction:
        return { A::ReductionOperator, A::ReductionMathType };
    case DescriptorType::ReductionOperation:
        return { A::ReductionX, A::ReductionY, A::ReductionHow };
    case DescriptorType::Resample:
        return { A::ResampleMode, A::ResampleMathType, A::ResampleSpatialDims, A::ResamplePadsAfter,
            A::ResamplePadsBefore, A::ResampleStrides, A::ResampleWindow, A::ResamplePaddingMode };
    case DescriptorType::ResampleForward:
        return { A::ResampleX, A::ResampleY, A::ResampleHow };
    case DescriptorType::Engine:
        return { A::EngineGraph, A::EngineIndex };
    case DescriptorType::EngineConfig:
        return { A::ConfigEngine };
    case DescriptorType::KnobChoice:
        return { A::KnobType, A::KnobValue };
    case DescriptorType::OperationGraph:
        return { A::GraphOperations };
    case DescriptorType::EngineHeuristic:
        return { A::HeuristicGraph, A::HeuristicMode };
    case DescriptorType::ExecutionPlan:
        return { A::PlanConfig };
    case DescriptorType::VariantPack:
        return { A::PackIds, A::PackPointers, A::PackWorkspace };
    default:
        return {};
    }
}

/// Attention engines need fp16 or bfloat16 and rows of multiples of 16 bytes. They recognise a
/// graph by its softmax, which must include the logarithm.
bool isAttentionFit(const Object& graph)
{
    bool hasProduct = false;
    bool hasLogarithm = false;
    for (auto* const each : graph.list<void*>(Attribute::GraphOperations)) {
        const auto& operation = *static_cast<Object*>(each);
        if (operation.type == DescriptorType::PointwiseOperation)
            hasLogarithm = hasLogarithm
                || operation.other(Attribute::OperationPointwise)
                        .one<PointwiseMode>(Attribute::PointwiseMode)
                    == PointwiseMode::Log;
        if (operation.type != DescriptorType::MatmulOperation)
            continue;
        hasProduct = true;
        const auto& b = operation.other(Attribute::MatmulB);
        const auto type = b.one<DataType>(Attribute::TensorDataType);
        const auto dims = b.list<std::int64_t>(Attribute::TensorDims);
        const auto strides = b.list<std::int64_t>(Attribute::TensorStrides);
        const auto size = strides[3] == 1 ? dims[3] : dims[2];
        if ((type != DataType::Half && type != DataType::Bfloat16) || size % 8 != 0)
            return false;
    }
    return !hasProduct || hasLogarithm;
}

int finalize(Descriptor descriptor)
{
    auto& object = *static_cast<Object*>(descriptor);
    for (const auto attribute : required(object.type)) {
        if (!object.has(attribute))
            return refused(badParam,
                "attribute " + std::to_string(static_cast<int>(attribute)) + " is missing");
    }
    if (object.type == DescriptorType::Tensor) {
        const auto rank = object.list<std::int64_t>(Attribute::TensorDims).size();
        if (rank != object.list<std::int64_t>(Attribute::TensorStrides).size() || rank < 4)
            return refused(badParam, "a tensor of rank " + std::to_string(rank));
    }
    if (object.type == DescriptorType::Engine) {
        object.engine = object.one<std::int64_t>(Attribute::EngineIndex);
        object.graph = static_cast<Object*>(object.one<void*>(Attribute::EngineGraph));
        if (engineOf(object.engine) == nullptr)
            return notSupported;
    }
    if (object.type == DescriptorType::EngineConfig) {
        const auto& engine = object.other(Attribute::ConfigEngine);
        object.engine = engine.engine;
        object.graph = engine.graph;
        for (auto* const knob : object.list<void*>(Attribute::ConfigKnobs)) {
            const auto type = static_cast<Object*>(knob)->one<int>(Attribute::KnobType);
            if (std::ranges::count(engineOf(object.engine)->knobs, type) == 0)
                return notSupported;
        }
    }
    if (object.type == DescriptorType::ExecutionPlan) {
        const auto& config = object.other(Attribute::PlanConfig);
        const auto operations = config.graph->list<void*>(Attribute::GraphOperations).size();
        const bool isWinograd = config.engine == engines()[1].index;
        if (!isAttentionFit(*config.graph))
            return notSupported;
        if (fake().refusesAll || (fake().refusesFusion && operations > 1)
            || (fake().refusesWinograd && isWinograd))
            return notSupported;
        ++fake().plans;
    }
    object.isFinal = true;
    return 0;
}

int getAttribute(Descriptor descriptor, Attribute attribute, AttributeType, std::int64_t wanted,
    std::int64_t* found, void* values)
{
    auto& object = *static_cast<Object*>(descriptor);
    const auto answer = [&](const auto& list) {
        *found = std::min<std::int64_t>(wanted, static_cast<std::int64_t>(list.size()));
        std::memcpy(values, list.data(), static_cast<std::size_t>(*found) * sizeof list.front());
        return 0;
    };
    if (attribute == Attribute::HeuristicResults) {
        const auto count = static_cast<std::int64_t>(engines().size());
        *found = wanted == 0 ? count : std::min(wanted, count);
        for (std::int64_t i = 0; wanted > 0 && i < *found; ++i) {
            auto& config = *static_cast<Object**>(values)[i];
            config.engine = engines()[static_cast<std::size_t>(i)].index;
            config.graph = static_cast<Object*>(object.one<void*>(Attribute::HeuristicGraph));
            config.isFinal = true;
        }
        return 0;
    }
    if (attribute == Attribute::ConfigEngine) {
        (*static_cast<Object**>(values))->engine = object.engine;
        *found = 1;
        return 0;
    }
    if (attribute == Attribute::ConfigKnobs) {
        const auto& knobs = engineOf(object.engine)->knobs;
        for (std::size_t i = 0; i < knobs.size(); ++i) {
            auto& choice = *static_cast<Object**>(values)[i];
            const auto type = static_cast<int>(knobs[i]);
            setAttribute(&choice, Attribute::KnobType, AttributeType::KnobType, 1, &type);
            setAttribute(&choice, Attribute::KnobValue, AttributeType::Int64, 1, &fake().knobValue);
            choice.isFinal = true;
        }
        *found = static_cast<std::int64_t>(knobs.size());
        return 0;
    }
    if (attribute == Attribute::KnobType)
        return answer(object.list<int>(attribute));
    if (attribute == Attribute::KnobValue)
        return answer(object.list<std::int64_t>(attribute));
    if (attribute == Attribute::EngineIndex)
        return answer(std::array { object.engine });
    if (attribute == Attribute::EngineNotes) {
        for (const auto& row : engines()) {
            if (row.index == object.engine && !row.notes.empty())
                return answer(row.notes);
        }
        *found = 0;
        return 0;
    }
    if (attribute == Attribute::PlanWorkspaceBytes)
        return answer(std::array { fake().workspaceBytes });
    return refused(badParam, "an attribute nobody has");
}

int execute(Handle handle, Descriptor plan, Descriptor pack)
{
    const auto& planned = *static_cast<Object*>(plan);
    const auto& packed = *static_cast<Object*>(pack);
    if (handle == nullptr || !planned.isFinal || !packed.isFinal)
        return refused(badParam, "a run of what is not final");
    const auto ids = packed.list<std::int64_t>(Attribute::PackIds);
    const auto pointers = packed.list<void*>(Attribute::PackPointers);
    auto* const workspace = packed.one<void*>(Attribute::PackWorkspace);
    if (ids.size() != pointers.size())
        return refused(badParam, "numbers of tensors and pointers do not match");
    if (fake().workspaceBytes > 0) {
        if (workspace == nullptr)
            return refused(badParam, "no workspace");
        std::memset(workspace, 0x5a, static_cast<std::size_t>(fake().workspaceBytes));
    }
    std::map<std::int64_t, void*> memory;
    for (std::size_t i = 0; i < ids.size(); ++i)
        memory[ids[i]] = pointers[i];
    const auto& config = planned.other(Attribute::PlanConfig);
    if (fake().failing.contains(config.engine))
        return executionFailed;
    runCudnnGraph(*config.graph, memory, config.engine == engines().front().index);
    const auto time = fake().microseconds.find(config.engine);
    fakeMicroseconds() += time != fake().microseconds.end() ? time->second : 1;
    ++fake().executed;
    fake().engines.insert(config.engine);
    return 0;
}

std::size_t version() { return fake().version; }

template <typename Function>
void* address(Function* function)
{
    return reinterpret_cast<void*>(function);
}

}

FakeCudnn& fakeCudnn()
{
    // Never destroyed: handles are destroyed when the process ends.
    static auto* const state = new FakeCudnn;
    return *state;
}

void* fakeCudnnFunction(const std::string& name)
{
    static const std::map<std::string, void*> functions {
        { "cudnnGetVersion", address(version) },
        { "cudnnCreate", address(create) },
        { "cudnnDestroy", address(destroy) },
        { "cudnnSetStream", address(setStream) },
        { "cudnnGetLastErrorString", address(lastError) },
        { "cudnnBackendCreateDescriptor", address(createDescriptor) },
        { "cudnnBackendDestroyDescriptor", address(destroyDescriptor) },
        { "cudnnBackendFinalize", address(finalize) },
        { "cudnnBackendSetAttribute", address(setAttribute) },
        { "cudnnBackendGetAttribute", address(getAttribute) },
        { "cudnnBackendExecute", address(execute) },
    };
    const auto found = functions.find(name);
    return found == functions.end() || name == fake().missingFunction ? nullptr : found->second;
}

}
