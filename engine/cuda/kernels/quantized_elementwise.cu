#include "engine/cuda/kernels/numbers.h"
#include "engine/functors/activation.h"

// QLinearAdd, QLinearMul, QLinearSigmoid and QLinearLeakyRelu of com.microsoft, on bytes. The order
// of float operations is ONNX Runtime's, because many results are halfway between two codes.

namespace engine::cuda {

namespace {

using ByteTypes = TypeList<std::uint8_t, std::int8_t>;

/// One quantised operand: codes, scale, zero point.
struct Operand {
    NumberReader codes;
    NumberReader scale;
    NumberReader zero;

    OPSCOPE_KERNEL float code(std::int64_t i) const { return static_cast<float>(codes.at(i)); }
    OPSCOPE_KERNEL float scaleValue() const { return static_cast<float>(scale.at(0)); }
    OPSCOPE_KERNEL float zeroValue() const
    {
        return zero.isPresent() ? static_cast<float>(zero.at(0)) : 0.0f;
    }
};

Operand operandOf(const RunContext& context, std::size_t codes, std::size_t scale, std::size_t zero)
{
    return { numbersOf(context, codes), numbersOf(context, scale), numbersOf(context, zero) };
}

enum class Join { Sum, Product };

template <Join join>
struct JoinCodes {
    Operand a;
    Operand b;
    Operand y; ///< without codes
    CodeWriter codes;
    Strided<2> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        const float left = a.code(at[0]);
        const float right = b.code(at[1]);
        const float unit = y.scaleValue();
        float value = 0;
        if constexpr (join == Join::Sum) {
            const float scaleA = a.scaleValue() / unit;
            const float scaleB = b.scaleValue() / unit;
            const float constant
                = y.zeroValue() - (scaleA * a.zeroValue() + scaleB * b.zeroValue());
            value = right * scaleB + (left * scaleA + constant);
        } else {
            const float scale = a.scaleValue() * b.scaleValue() / unit;
            value = (left - a.zeroValue()) * (right - b.zeroValue()) * scale + y.zeroValue();
        }
        codes.store(i, static_cast<double>(value), 0.0);
    }
};

/// Checks that scales and zero points have one element each.
Result<void> requireSingle(const KernelRequest& request, std::initializer_list<std::size_t> inputs)
{
    for (const auto i : inputs) {
        if (!request.hasInput(i))
            continue;
        TRY(requireNumber(request, i));
        if (inputType(request, i).count() != 1)
            return fail(
                "input ", i, " has ", inputType(request, i).count(), " entries, expected 1");
    }
    return {};
}

/// Inputs: A, scale, zero, B, scale, zero, C scale, C zero.
template <Join join>
Result<std::unique_ptr<Kernel>> prepareJoin(const KernelRequest& request)
{
    TRY(requireElement(request, 0, ByteTypes {}));
    TRY(requireElement(request, 3, ByteTypes {}));
    TRY(requireSingle(request, { 1, 2, 4, 5, 6, 7 }));
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 3);
    const auto dims = TRY(broadcastDims(a.dims, b.dims));
    const TensorType type { a.element, dims };
    const auto walk = TRY(stridedOver<2>(
        type.dims, { broadcastStrides(a.dims, type.dims), broadcastStrides(b.dims, type.dims) }));
    const auto codes = TRY(codeWriterOf(type.element));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            JoinCodes<join> kernel { operandOf(context, 0, 1, 2), operandOf(context, 3, 4, 5),
                { {}, numbersOf(context, 6), numbersOf(context, 7) }, codes, walk };
            kernel.codes.data = output->data;
            return forEach(*device, type.count(), kernel);
        });
}

template <typename Function>
struct MapCodes {
    Operand x;
    Operand y; ///< without codes
    CodeWriter codes;
    Function function;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto zero = x.zero.isPresent() ? x.zero.at(0) : 0.0;
        const auto value = static_cast<float>((x.codes.at(i) - zero) * x.scale.at(0));
        codes.store(i, static_cast<double>(function(value) / y.scaleValue()),
            y.zero.isPresent() ? y.zero.at(0) : 0.0);
    }
};

/// Inputs: X, scale, zero, Y scale, Y zero.
template <typename Function>
Result<std::unique_ptr<Kernel>> mapKernel(const KernelRequest& request, const Function& function)
{
    TRY(requireElement(request, 0, ByteTypes {}));
    TRY(requireSingle(request, { 1, 2, 3, 4 }));
    const auto type = inputType(request, 0);
    const auto codes = TRY(codeWriterOf(type.element));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            MapCodes<Function> kernel { operandOf(context, 0, 1, 2),
                { {}, numbersOf(context, 3), numbersOf(context, 4) }, codes, function };
            kernel.codes.data = output->data;
            return forEach(*device, type.count(), kernel);
        });
}

Result<std::unique_ptr<Kernel>> prepareSigmoid(const KernelRequest& request)
{
    return mapKernel(request, functors::Sigmoid {});
}
Result<std::unique_ptr<Kernel>> prepareLeakyRelu(const KernelRequest& request)
{
    return mapKernel(request, functors::LeakyRelu { request.node.real("alpha", 0.01f) });
}

constexpr const char* domain = "com.microsoft";
const RegisterKernels add({ "QLinearAdd" }, prepareJoin<Join::Sum>, 0, Tier::Native, domain);
const RegisterKernels multiply(
    { "QLinearMul" }, prepareJoin<Join::Product>, 0, Tier::Native, domain);
const RegisterKernels sigmoid({ "QLinearSigmoid" }, prepareSigmoid, 0, Tier::Native, domain);
const RegisterKernels leakyRelu({ "QLinearLeakyRelu" }, prepareLeakyRelu, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
