#include "engine/cuda/cudnn/api.h"
#include "engine/small_float.h"
#include "tests/support/gpu/fake_libraries.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>

namespace testing {

using namespace engine::cuda::cudnn;

namespace {

constexpr int badParam = 2000;
constexpr int notSupported = 3000;

/// The engines it has, in the order of its proposals.
struct EngineRow {
    std::int64_t index;
    std::vector<NumericalNote> notes;
};
const std::vector<EngineRow>& engines()
{
    static const std::vector<EngineRow> rows {
        { 5, { NumericalNote::TensorCore, NumericalNote::DownConvertInputs } },
        { 7, { NumericalNote::Winograd } },
        { 9, {} },
    };
    return rows;
}

struct Object {
    DescriptorType type;
    std::map<Attribute, std::vector<std::byte>> values;
    bool isFinal = false;
    std::int64_t engine = -1; ///< of a configuration or an engine
    Object* graph = nullptr;

    bool has(Attribute attribute) const { return values.contains(attribute); }
    template <typename T>
    std::vector<T> list(Attribute attribute) const
    {
        const auto found = values.find(attribute);
        if (found == values.end())
            return {};
        std::vector<T> result(found->second.size() / sizeof(T));
        std::memcpy(result.data(), found->second.data(), found->second.size());
        return result;
    }
    template <typename T>
    T one(Attribute attribute, T fallback = T()) const
    {
        const auto all = list<T>(attribute);
        return all.empty() ? fallback : all.front();
    }
    const Object& other(Attribute attribute) const
    {
        return *static_cast<Object*>(one<void*>(attribute));
    }
};

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
    default:
        return 4;
    }
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

/// What documents say that a descriptor must have before it is final.
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
    if (object.type == DescriptorType::ExecutionPlan) {
        const auto& config = object.other(Attribute::PlanConfig);
        const auto operations = config.graph->list<void*>(Attribute::GraphOperations).size();
        const bool isWinograd = config.engine == engines()[1].index;
        if (fake().refusesAll || (fake().refusesFusion && operations > 1)
            || (fake().refusesWinograd && isWinograd))
            return notSupported;
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

using Numbers = std::vector<std::int64_t>;

/// A tensor while a graph runs: the memory of the device, or numbers of its own if it is virtual.
class Values {
public:
    Values(const Object& tensor, const std::map<std::int64_t, void*>& memory)
        : dims(tensor.list<std::int64_t>(Attribute::TensorDims))
        , strides(tensor.list<std::int64_t>(Attribute::TensorStrides))
        , m_type(tensor.one<DataType>(Attribute::TensorDataType))
    {
        const auto id = tensor.one<std::int64_t>(Attribute::TensorId);
        if (tensor.one<std::uint8_t>(Attribute::TensorIsVirtual) != 0)
            m_own.resize(static_cast<std::size_t>(strides[0] * dims[0]));
        else if (const auto found = memory.find(id); found != memory.end())
            m_memory = found->second;
        else
            fake().faults.push_back("a tensor without memory");
    }

    double at(std::int64_t i) const
    {
        if (!m_own.empty())
            return m_own[static_cast<std::size_t>(i)];
        switch (m_type) {
        case DataType::Float:
            return static_cast<float*>(m_memory)[i];
        case DataType::Double:
            return static_cast<double*>(m_memory)[i];
        case DataType::Half:
            return static_cast<float>(static_cast<engine::Float16*>(m_memory)[i]);
        case DataType::Bfloat16:
            return static_cast<float>(static_cast<engine::Bfloat16*>(m_memory)[i]);
        }
        return 0;
    }
    void put(std::int64_t i, double value)
    {
        if (!m_own.empty()) {
            m_own[static_cast<std::size_t>(i)] = value;
            return;
        }
        const auto single = static_cast<float>(value);
        switch (m_type) {
        case DataType::Float:
            static_cast<float*>(m_memory)[i] = single;
            return;
        case DataType::Double:
            static_cast<double*>(m_memory)[i] = value;
            return;
        case DataType::Half:
            static_cast<engine::Float16*>(m_memory)[i] = engine::Float16(single);
            return;
        case DataType::Bfloat16:
            static_cast<engine::Bfloat16*>(m_memory)[i] = engine::Bfloat16(single);
            return;
        }
    }
    /// Where the element lies; coordinates of axes of size one count as 0.
    std::int64_t place(const Numbers& coordinates) const
    {
        std::int64_t offset = 0;
        for (std::size_t d = 0; d < dims.size(); ++d)
            offset += dims[d] == 1 ? 0 : coordinates[d] * strides[d];
        return offset;
    }

    Numbers dims;
    Numbers strides;

private:
    DataType m_type;
    void* m_memory = nullptr;
    std::vector<double> m_own;
};

/// visit(coordinates) for every element of a shape.
void forEachIn(const Numbers& dims, const std::function<void(const Numbers&)>& visit)
{
    Numbers at(dims.size(), 0);
    for (std::int64_t i = 0,
                      count
         = std::accumulate(dims.begin(), dims.end(), std::int64_t(1), std::multiplies<>());
         i < count; ++i) {
        visit(at);
        for (std::size_t d = dims.size(); d-- > 0 && ++at[d] == dims[d];)
            at[d] = 0;
    }
}

double asTf32(double value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits + 0x1000u) & ~0x1fffu);
}

class GraphRun {
public:
    GraphRun(std::map<std::int64_t, void*> memory, bool isTf32)
        : m_memory(std::move(memory))
        , m_isTf32(isTf32)
    {
    }

    void run(const Object& operation)
    {
        if (operation.type == DescriptorType::PointwiseOperation)
            pointwise(operation);
        else
            convolve(operation, operation.type == DescriptorType::ConvolutionBackwardData);
    }

private:
    Values& valuesOf(const Object& tensor)
    {
        const auto id = tensor.one<std::int64_t>(Attribute::TensorId);
        return m_values.try_emplace(id, tensor, m_memory).first->second;
    }

    /// y[n, m, p] = sum of x[n, c, p · stride + k · dilation - pad] · w[m, c, k]; backward data
    /// goes the same ways from y to x.
    void convolve(const Object& operation, bool isBackward)
    {
        using A = Attribute;
        const auto& how
            = operation.other(isBackward ? A::BackwardDataConvolution : A::ForwardConvolution);
        fake().mathTypes.insert(static_cast<int>(how.one<DataType>(A::ConvolutionMathType)));
        auto& x = valuesOf(operation.other(isBackward ? A::BackwardDataDx : A::ForwardX));
        auto& w = valuesOf(operation.other(isBackward ? A::BackwardDataW : A::ForwardW));
        auto& y = valuesOf(operation.other(isBackward ? A::BackwardDataDy : A::ForwardY));
        const auto strides = how.list<std::int64_t>(A::ConvolutionStrides);
        const auto dilations = how.list<std::int64_t>(A::ConvolutionDilations);
        const auto pads = how.list<std::int64_t>(A::ConvolutionPadsBefore);
        const auto padsAfter = how.list<std::int64_t>(A::ConvolutionPadsAfter);
        const auto groups = x.dims[1] / w.dims[1];
        for (std::size_t d = 0; d < strides.size(); ++d) {
            const auto reach = dilations[d] * (w.dims[d + 2] - 1) + 1;
            const auto positions
                = (x.dims[d + 2] + pads[d] + padsAfter[d] - reach) / strides[d] + 1;
            const bool fits = isBackward ? positions >= y.dims[d + 2] : positions == y.dims[d + 2];
            if (!fits)
                fake().faults.push_back("a convolution whose result has another shape");
        }
        std::map<std::int64_t, double> gradient;
        forEachIn(y.dims, [&](const Numbers& out) {
            double sum = 0;
            forEachIn(w.dims, [&](const Numbers& k) {
                if (k[0] != out[1])
                    return;
                Numbers in { out[0], out[1] / (w.dims[0] / groups) * w.dims[1] + k[1] };
                for (std::size_t d = 0; d < strides.size(); ++d) {
                    const auto at = out[d + 2] * strides[d] + k[d + 2] * dilations[d] - pads[d];
                    if (at < 0 || at >= x.dims[d + 2])
                        return;
                    in.push_back(at);
                }
                const auto weight = rounded(w.at(w.place(k)));
                if (isBackward)
                    gradient[x.place(in)] += rounded(y.at(y.place(out))) * weight;
                else
                    sum += rounded(x.at(x.place(in))) * weight;
            });
            if (!isBackward)
                y.put(y.place(out), sum);
        });
        if (isBackward)
            forEachIn(
                x.dims, [&](const Numbers& at) { x.put(x.place(at), gradient[x.place(at)]); });
    }

    double rounded(double value) const { return m_isTf32 ? asTf32(value) : value; }

    void pointwise(const Object& operation)
    {
        const auto& how = operation.other(Attribute::OperationPointwise);
        auto& x = valuesOf(operation.other(Attribute::OperationX));
        auto& y = valuesOf(operation.other(Attribute::OperationY));
        auto* const b = operation.has(Attribute::OperationB)
            ? &valuesOf(operation.other(Attribute::OperationB))
            : nullptr;
        const auto mode = how.one<PointwiseMode>(Attribute::PointwiseMode);
        const auto alpha = how.one<double>(Attribute::EluAlpha, 1);
        const auto beta = how.one<double>(Attribute::SwishBeta, 1);
        const auto slope = how.one<double>(Attribute::ReluLowerSlope, 0);
        forEachIn(y.dims, [&](const Numbers& at) {
            const auto v = x.at(x.place(at));
            double result = 0;
            switch (mode) {
            case PointwiseMode::Add:
                result = v + (b != nullptr ? b->at(b->place(at)) : 0);
                break;
            case PointwiseMode::Relu:
                result = v < 0 ? slope * v : v;
                break;
            case PointwiseMode::Tanh:
                result = std::tanh(v);
                break;
            case PointwiseMode::Sigmoid:
                result = 1 / (1 + std::exp(-v));
                break;
            case PointwiseMode::Elu:
                result = v < 0 ? alpha * std::expm1(v) : v;
                break;
            case PointwiseMode::Swish:
                result = v / (1 + std::exp(-beta * v));
                break;
            case PointwiseMode::GeluTanh:
                result = 0.5 * v * (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v)));
                break;
            }
            y.put(y.place(at), result);
        });
    }

    std::map<std::int64_t, void*> m_memory;
    bool m_isTf32;
    std::map<std::int64_t, Values> m_values; ///< by number of the tensor
};

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
    GraphRun run(std::move(memory), config.engine == engines().front().index);
    for (auto* const operation : config.graph->list<void*>(Attribute::GraphOperations))
        run.run(*static_cast<Object*>(operation));
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
    // Never destroyed: handles are given back when the process ends.
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
