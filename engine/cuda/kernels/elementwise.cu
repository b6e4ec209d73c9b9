#include "engine/cuda/kernels/strided.h"
#include "engine/functors/activation.h"
#include "engine/functors/comparison.h"
#include "engine/functors/unary.h"

// Unary operators with up to two number parameters. One kernel per element type: all threads apply
// the same function, and choosing it costs nothing noticeable in a kernel that is limited by memory
// bandwidth. fp16 and bfloat16 are computed in float and rounded once.

namespace engine::cuda {

namespace {

enum class Function {
    Abs,
    Neg,
    Sign,
    Relu,
    Not,
    BitwiseNot,
    Ceil,
    Floor,
    Round,
    Sqrt,
    Exp,
    Log,
    Reciprocal,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Erf,
    LeakyRelu,
    Elu,
    Selu,
    Celu,
    Sigmoid,
    HardSigmoid,
    HardSwish,
    ThresholdedRelu,
    Softplus,
    Softsign,
    Mish,
    Swish,
    GeluByErf,
    GeluByTanh,
    Shrink,
};

template <typename A>
OPSCOPE_KERNEL A applyFloat(Function function, A x, float a, float b)
{
    using namespace functors;
    switch (function) {
    case Function::Ceil:
        return Ceil {}(x);
    case Function::Floor:
        return Floor {}(x);
    case Function::Round:
        return Round {}(x);
    case Function::Sqrt:
        return Sqrt {}(x);
    case Function::Exp:
        return Exp {}(x);
    case Function::Log:
        return Log {}(x);
    case Function::Reciprocal:
        return Reciprocal {}(x);
    case Function::Sin:
        return Sin {}(x);
    case Function::Cos:
        return Cos {}(x);
    case Function::Tan:
        return Tan {}(x);
    case Function::Asin:
        return Asin {}(x);
    case Function::Acos:
        return Acos {}(x);
    case Function::Atan:
        return Atan {}(x);
    case Function::Sinh:
        return Sinh {}(x);
    case Function::Cosh:
        return Cosh {}(x);
    case Function::Tanh:
        return Tanh {}(x);
    case Function::Asinh:
        return Asinh {}(x);
    case Function::Acosh:
        return Acosh {}(x);
    case Function::Atanh:
        return Atanh {}(x);
    case Function::Erf:
        return GaussError {}(x);
    case Function::LeakyRelu:
        return LeakyRelu { a }(x);
    case Function::Elu:
        return Elu { a }(x);
    case Function::Selu:
        return Selu { a, b }(x);
    case Function::Celu:
        return Celu { a }(x);
    case Function::Sigmoid:
        return Sigmoid {}(x);
    case Function::HardSigmoid:
        return HardSigmoid { a, b }(x);
    case Function::HardSwish:
        return HardSwish {}(x);
    case Function::ThresholdedRelu:
        return ThresholdedRelu { a }(x);
    case Function::Softplus:
        return Softplus {}(x);
    case Function::Softsign:
        return Softsign {}(x);
    case Function::Mish:
        return Mish {}(x);
    case Function::Swish:
        return Swish { a }(x);
    case Function::GeluByErf:
        return GeluByErf {}(x);
    case Function::GeluByTanh:
        return GeluByTanh {}(x);
    default:
        return x;
    }
}

template <typename A>
OPSCOPE_KERNEL A apply(Function function, A x, float a, float b)
{
    using namespace functors;
    switch (function) {
    case Function::Abs:
        return Absolute {}(x);
    case Function::Sign:
        return Sign {}(x);
    case Function::Neg:
        return Negate {}(x);
    case Function::Relu:
        return Relu {}(x);
    case Function::Shrink:
        return Shrink { a, b }(x);
    default:
        break;
    }
    if constexpr (std::is_floating_point_v<A>)
        return applyFloat(function, x, a, b);
    else if (function == Function::BitwiseNot)
        return BitwiseNot {}(x);
    else if (function == Function::Erf)
        return static_cast<A>(GaussError {}(x));
    else
        return static_cast<A>(x == A(0)); // Not
}

template <typename T>
struct MapElements {
    const T* x;
    T* y;
    Function function;
    float a;
    float b;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        y[i] = static_cast<T>(apply(function, widen(x[i]), a, b));
    }
};

enum class Takes { Floats, Numbers, Signed, Integers, Bool };

/// A parameter of an operator: attribute and default.
struct Parameter {
    const char* attribute = nullptr;
    float fallback = 0;
};

struct FunctionRow {
    const char* type;
    Function function;
    Takes takes = Takes::Floats;
    Parameter a = {};
    Parameter b = {};
    const char* domain = "";
};

constexpr FunctionRow rows[] = {
    { "Abs", Function::Abs, Takes::Numbers },
    { "Neg", Function::Neg, Takes::Signed },
    { "Sign", Function::Sign, Takes::Numbers },
    { "Relu", Function::Relu, Takes::Signed },
    { "Not", Function::Not, Takes::Bool },
    { "BitwiseNot", Function::BitwiseNot, Takes::Integers },
    { "Ceil", Function::Ceil },
    { "Floor", Function::Floor },
    { "Round", Function::Round },
    { "Sqrt", Function::Sqrt },
    { "Exp", Function::Exp },
    { "Log", Function::Log },
    { "Reciprocal", Function::Reciprocal },
    { "Sin", Function::Sin },
    { "Cos", Function::Cos },
    { "Tan", Function::Tan },
    { "Asin", Function::Asin },
    { "Acos", Function::Acos },
    { "Atan", Function::Atan },
    { "Sinh", Function::Sinh },
    { "Cosh", Function::Cosh },
    { "Tanh", Function::Tanh },
    { "Asinh", Function::Asinh },
    { "Acosh", Function::Acosh },
    { "Atanh", Function::Atanh },
    { "Erf", Function::Erf, Takes::Numbers },
    { "LeakyRelu", Function::LeakyRelu, Takes::Floats, { "alpha", 0.01f } },
    { "Elu", Function::Elu, Takes::Floats, { "alpha", 1.0f } },
    { "Selu", Function::Selu, Takes::Floats, { "alpha", 1.67326319217681884765625f },
        { "gamma", 1.05070102214813232421875f } },
    { "Celu", Function::Celu, Takes::Floats, { "alpha", 1.0f } },
    { "Sigmoid", Function::Sigmoid },
    { "HardSigmoid", Function::HardSigmoid, Takes::Floats, { "alpha", 0.2f }, { "beta", 0.5f } },
    { "HardSwish", Function::HardSwish },
    { "ThresholdedRelu", Function::ThresholdedRelu, Takes::Floats, { "alpha", 1.0f } },
    { "Shrink", Function::Shrink, Takes::Numbers, { "lambd", 0.5f }, { "bias", 0.0f } },
    { "Softplus", Function::Softplus },
    { "Softsign", Function::Softsign },
    { "Mish", Function::Mish },
    { "Swish", Function::Swish, Takes::Floats, { "alpha", 1.0f } },
    { "Gelu", Function::GeluByErf },
    { "Gelu", Function::GeluByErf, Takes::Floats, {}, {}, "com.microsoft" },
    { "QuickGelu", Function::Swish, Takes::Floats, { "alpha", 1.702f }, {}, "com.microsoft" },
};

using BoolTypes = TypeList<bool>;

bool takes(Takes what, ElementType type)
{
    switch (what) {
    case Takes::Floats:
        return contains(FloatTypes {}, type);
    case Takes::Numbers:
        return contains(NumberTypes {}, type);
    case Takes::Signed:
        return contains(SignedTypes {}, type);
    case Takes::Integers:
        return contains(IntegerTypes {}, type);
    case Takes::Bool:
        return contains(BoolTypes {}, type);
    }
    return false;
}

float parameterOf(const OpNode& node, const Parameter& parameter)
{
    return parameter.attribute != nullptr ? node.real(parameter.attribute, parameter.fallback) : 0;
}

Result<std::unique_ptr<Kernel>> prepare(const KernelRequest& request, const FunctionRow& row)
{
    const auto type = inputType(request, 0);
    if (!takes(row.takes, type.element))
        return fail("input 0 of ", row.type, " has element type ", model::name(type.element),
            ", which is not supported");
    auto function = row.function;
    if (function == Function::GeluByErf && request.node.text("approximate", "none") == "tanh")
        function = Function::GeluByTanh;
    const float a = parameterOf(request.node, row.a);
    const float b = parameterOf(request.node, row.b);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            const auto& input = context.tensor(0);
            auto* const output = TRY(outputOf(context, 0, input.type));
            auto map = [&]<typename T>() -> Result<void> {
                return forEach(*device, input.count(),
                    MapElements<T> {
                        in<T>(context, 0), reinterpret_cast<T*>(output->data), function, a, b });
            };
            // A bool is a byte of 0 or 1.
            const auto element
                = input.element() == ElementType::Bool ? ElementType::Uint8 : input.element();
            return visitElement(NumberTypes {}, element, map);
        });
}

const bool areRegistered = [] {
    for (const auto& row : rows) {
        const RegisterKernels registered(
            { row.type }, [&row](const KernelRequest& request) { return prepare(request, row); }, 0,
            Tier::Native, row.domain);
    }
    return true;
}();

} // namespace

} // namespace engine::cuda
