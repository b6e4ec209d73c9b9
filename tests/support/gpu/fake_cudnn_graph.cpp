#include "tests/support/gpu/fake_cudnn_graph.h"

#include "engine/kernel/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace testing {

using namespace engine::cuda::cudnn;

namespace {

using Object = CudnnObject;
using Numbers = std::vector<std::int64_t>;

/// A tensor while a graph runs: device memory, or values of its own if it is virtual.
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
            fakeCudnn().faults.push_back("a tensor without memory");
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
        case DataType::Int32:
            return static_cast<std::int32_t*>(m_memory)[i];
        case DataType::Boolean:
            return static_cast<std::uint8_t*>(m_memory)[i];
        }
        return 0;
    }
    void put(std::int64_t i, double value)
    {
        const auto single = static_cast<float>(value);
        if (!m_own.empty()) {
            // Virtual tensors have a type too, so their values are rounded to it.
            m_own[static_cast<std::size_t>(i)] = m_type == DataType::Half
                ? static_cast<float>(engine::Float16(single))
                : m_type == DataType::Bfloat16 ? static_cast<float>(engine::Bfloat16(single))
                                               : value;
            return;
        }
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
        case DataType::Int32:
        case DataType::Boolean:
            fakeCudnn().faults.push_back("integers are written to memory");
            return;
        }
    }
    /// Returns the element's offset. Coordinates of axes of size one count as 0.
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

/// Calls visit(coordinates) for every element of a shape.
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
        switch (operation.type) {
        case DescriptorType::PointwiseOperation:
            return pointwise(operation);
        case DescriptorType::MatmulOperation:
            return multiply(operation);
        case DescriptorType::ReductionOperation:
            return reduce(operation);
        case DescriptorType::ResampleForward:
            return resample(operation);
        default:
            convolve(operation, operation.type == DescriptorType::ConvolutionBackwardData);
        }
    }

private:
    Values& valuesOf(const Object& tensor)
    {
        const auto id = tensor.one<std::int64_t>(Attribute::TensorId);
        return m_values.try_emplace(id, tensor, m_memory).first->second;
    }

    /// Computes y[n, m, p] = sum of x[n, c, p · stride + k · dilation - pad] · w[m, c, k]. Backward
    /// data uses the same index pairs from y to x.
    void convolve(const Object& operation, bool isBackward)
    {
        using A = Attribute;
        const auto& how
            = operation.other(isBackward ? A::BackwardDataConvolution : A::ForwardConvolution);
        fakeCudnn().mathTypes.insert(static_cast<int>(how.one<DataType>(A::ConvolutionMathType)));
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
                fakeCudnn().faults.push_back("a convolution whose result has another shape");
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

    /// Computes c[b, h, m, n] = sum of a[b, h, m, k] · b[b, h / group, k, n].
    void multiply(const Object& operation)
    {
        auto& a = valuesOf(operation.other(Attribute::MatmulA));
        auto& b = valuesOf(operation.other(Attribute::MatmulB));
        auto& c = valuesOf(operation.other(Attribute::MatmulC));
        const bool fits = a.dims[0] == c.dims[0] && a.dims[1] == c.dims[1] && a.dims[2] == c.dims[2]
            && b.dims[0] == c.dims[0] && c.dims[1] % b.dims[1] == 0 && a.dims[3] == b.dims[2]
            && b.dims[3] == c.dims[3];
        if (!fits) {
            fakeCudnn().faults.push_back("a product of matrices that do not fit");
            return;
        }
        const auto group = c.dims[1] / b.dims[1];
        forEachIn(c.dims, [&](const Numbers& at) {
            double sum = 0;
            for (std::int64_t k = 0; k < a.dims[3]; ++k)
                sum += rounded(a.at(a.place({ at[0], at[1], at[2], k })))
                    * rounded(b.at(b.place({ at[0], at[1] / group, k, at[3] })));
            c.put(c.place(at), sum);
        });
    }

    void reduce(const Object& operation)
    {
        const auto how = operation.other(Attribute::ReductionHow)
                             .one<ReductionOperator>(Attribute::ReductionOperator);
        auto& x = valuesOf(operation.other(Attribute::ReductionX));
        auto& y = valuesOf(operation.other(Attribute::ReductionY));
        std::map<std::int64_t, double> results;
        forEachIn(x.dims, [&](const Numbers& at) {
            const auto value = x.at(x.place(at));
            const auto [found, isNew] = results.try_emplace(y.place(at), value);
            if (!isNew)
                found->second = how == ReductionOperator::Add ? found->second + value
                                                              : std::max(found->second, value);
        });
        for (const auto& [place, value] : results)
            y.put(place, value);
    }

    void resample(const Object& operation)
    {
        using A = Attribute;
        const auto& how = operation.other(A::ResampleHow);
        auto& x = valuesOf(operation.other(A::ResampleX));
        auto& y = valuesOf(operation.other(A::ResampleY));
        const auto fractions = [&](A attribute) {
            Numbers numbers { 1, 1 };
            for (const auto& each : how.list<Fraction>(attribute))
                numbers.push_back(each.numerator / each.denominator);
            return numbers;
        };
        const auto window = fractions(A::ResampleWindow);
        const auto strides = fractions(A::ResampleStrides);
        const auto before = fractions(A::ResamplePadsBefore);
        const auto after = fractions(A::ResamplePadsAfter);
        const auto mode = how.one<ResampleMode>(A::ResampleMode);
        for (std::size_t d = 2; d < x.dims.size(); ++d) {
            if (y.dims[d] != (x.dims[d] + before[d] + after[d] - window[d]) / strides[d] + 1)
                fakeCudnn().faults.push_back("a pool whose result has another shape");
        }
        forEachIn(y.dims, [&](const Numbers& out) {
            double sum = 0;
            double most = -std::numeric_limits<double>::infinity();
            std::int64_t inside = 0;
            std::int64_t all = 0;
            forEachIn(window, [&](const Numbers& k) {
                Numbers in { out[0], out[1] };
                ++all;
                for (std::size_t d = 2; d < x.dims.size(); ++d) {
                    in.push_back(out[d] * strides[d] + k[d] - before[d]);
                    if (in.back() < 0 || in.back() >= x.dims[d])
                        return;
                }
                const auto value = x.at(x.place(in));
                ++inside;
                sum += value;
                most = std::max(most, value);
            });
            const auto counted = mode == ResampleMode::AverageWithPadding ? all : inside;
            y.put(y.place(out),
                mode == ResampleMode::Max ? most : sum / static_cast<double>(counted));
        });
    }

    static double activated(const Object& how, double v)
    {
        switch (how.one<PointwiseMode>(Attribute::PointwiseMode)) {
        case PointwiseMode::Relu:
            if (std::isnan(v) && how.one<int>(Attribute::PointwiseNan, 0) == 0)
                return 0;
            return v < 0 ? how.one<double>(Attribute::ReluLowerSlope, 0) * v : v;
        case PointwiseMode::Tanh:
            return std::tanh(v);
        case PointwiseMode::Sigmoid:
            return 1 / (1 + std::exp(-v));
        case PointwiseMode::Elu:
            return v < 0 ? how.one<double>(Attribute::EluAlpha, 1) * std::expm1(v) : v;
        case PointwiseMode::Swish:
            return v / (1 + std::exp(-how.one<double>(Attribute::SwishBeta, 1) * v));
        case PointwiseMode::GeluTanh:
            return 0.5 * v * (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v)));
        case PointwiseMode::Exp:
            return std::exp(v);
        case PointwiseMode::Log:
            return std::log(v);
        default:
            fakeCudnn().faults.push_back("an elementwise operation without its second operand");
            return 0;
        }
    }

    static double joined(PointwiseMode mode, double x, double b, double t)
    {
        switch (mode) {
        case PointwiseMode::Add:
            return x + b;
        case PointwiseMode::Subtract:
            return x - b;
        case PointwiseMode::Multiply:
            return x * b;
        case PointwiseMode::Divide:
            return x / b;
        case PointwiseMode::GreaterOrEqual:
            return x >= b ? 1 : 0;
        case PointwiseMode::Select:
            return t != 0 ? x : b;
        default:
            fakeCudnn().faults.push_back("an elementwise operation with too many operands");
            return 0;
        }
    }

    void pointwise(const Object& operation)
    {
        const auto& how = operation.other(Attribute::OperationPointwise);
        auto& x = valuesOf(operation.other(Attribute::OperationX));
        auto& y = valuesOf(operation.other(Attribute::OperationY));
        const auto operand = [&](Attribute attribute) {
            return operation.has(attribute) ? &valuesOf(operation.other(attribute)) : nullptr;
        };
        const auto* const b = operand(Attribute::OperationB);
        const auto* const t = operand(Attribute::OperationT);
        const auto mode = how.one<PointwiseMode>(Attribute::PointwiseMode);
        const auto axis = how.one<std::int64_t>(Attribute::PointwiseAxis, -1);
        forEachIn(y.dims, [&](const Numbers& at) {
            double result = 0;
            if (mode == PointwiseMode::Index)
                result = static_cast<double>(at.at(static_cast<std::size_t>(axis)));
            else if (b == nullptr)
                result = activated(how, x.at(x.place(at)));
            else
                result = joined(mode, x.at(x.place(at)), b->at(b->place(at)),
                    t != nullptr ? t->at(t->place(at)) : 0);
            y.put(y.place(at), result);
        });
    }

    std::map<std::int64_t, void*> m_memory;
    bool m_isTf32;
    std::map<std::int64_t, Values> m_values; ///< by tensor id
};

}

void runCudnnGraph(
    const CudnnObject& graph, const std::map<std::int64_t, void*>& memory, bool isTf32)
{
    GraphRun run(memory, isTf32);
    for (auto* const operation : graph.list<void*>(Attribute::GraphOperations))
        run.run(*static_cast<CudnnObject*>(operation));
}

}
