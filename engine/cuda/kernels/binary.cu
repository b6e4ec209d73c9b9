#include "engine/cuda/kernels/strided.h"
#include "engine/functors/activation.h"
#include "engine/functors/arithmetic.h"
#include "engine/functors/comparison.h"

// Operators of two elements with broadcasting: arithmetic, comparisons, bits, Pow, PRelu. Integers
// wrap, and an integer divided by zero gives 0, as in numpy.

namespace engine::cuda {

namespace {

enum class Function {
    Add,
    Sub,
    Mul,
    Div,
    FloorMod,
    TruncatedMod,
    PRelu,
    And,
    Or,
    Xor,
    BitwiseAnd,
    BitwiseOr,
    BitwiseXor,
    ShiftLeft,
    ShiftRight,
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
};

template <typename A>
OPSCOPE_KERNEL A combine(Function function, A a, A b)
{
    using namespace functors;
    switch (function) {
    case Function::Add:
        return Plus {}(a, b);
    case Function::Sub:
        return Minus {}(a, b);
    case Function::Mul:
        return Times {}(a, b);
    case Function::Div:
        return Quotient {}(a, b);
    case Function::FloorMod:
        return FloorRemainder {}(a, b);
    case Function::TruncatedMod:
        return TruncatedRemainder {}(a, b);
    case Function::PRelu:
        return PRelu {}(a, b);
    default:
        break;
    }
    if constexpr (std::is_integral_v<A>) {
        switch (function) {
        case Function::And: // bools are bytes of 0 or 1
        case Function::BitwiseAnd:
            return BitwiseAnd {}(a, b);
        case Function::Or:
        case Function::BitwiseOr:
            return BitwiseOr {}(a, b);
        case Function::Xor:
        case Function::BitwiseXor:
            return BitwiseXor {}(a, b);
        case Function::ShiftLeft:
            return ShiftLeft {}(a, b);
        case Function::ShiftRight:
            return ShiftRight {}(a, b);
        default:
            break;
        }
    }
    return a;
}

template <typename A>
OPSCOPE_KERNEL bool compare(Function function, A a, A b)
{
    switch (function) {
    case Function::Equal:
        return a == b;
    case Function::Less:
        return a < b;
    case Function::LessOrEqual:
        return a <= b;
    case Function::Greater:
        return a > b;
    default:
        return a >= b;
    }
}

template <typename T>
struct Combine {
    const T* a;
    const T* b;
    T* y;
    Function function;
    Strided<2> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        y[i] = static_cast<T>(combine(function, widen(a[at[0]]), widen(b[at[1]])));
    }
};

template <typename T>
struct Compare {
    const T* a;
    const T* b;
    std::uint8_t* y;
    Function function;
    Strided<2> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        y[i] = compare(function, widen(a[at[0]]), widen(b[at[1]])) ? 1 : 0;
    }
};

template <typename T, typename E>
struct RaiseToPower {
    const T* base;
    const E* exponent;
    T* y;
    Strided<2> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        y[i] = static_cast<T>(functors::Power {}(widen(base[at[0]]), widen(exponent[at[1]])));
    }
};

enum class Takes { Numbers, NumbersAndBool, Integers, Bool };

struct FunctionRow {
    const char* type;
    Function function;
    Takes takes = Takes::Numbers;
};

constexpr FunctionRow rows[] = {
    { "Add", Function::Add },
    { "Sub", Function::Sub },
    { "Mul", Function::Mul },
    { "Div", Function::Div },
    { "Mod", Function::FloorMod },
    { "PRelu", Function::PRelu },
    { "And", Function::And, Takes::Bool },
    { "Or", Function::Or, Takes::Bool },
    { "Xor", Function::Xor, Takes::Bool },
    { "BitwiseAnd", Function::BitwiseAnd, Takes::Integers },
    { "BitwiseOr", Function::BitwiseOr, Takes::Integers },
    { "BitwiseXor", Function::BitwiseXor, Takes::Integers },
    { "BitShift", Function::ShiftLeft, Takes::Integers },
    { "Equal", Function::Equal, Takes::NumbersAndBool },
    { "Less", Function::Less },
    { "LessOrEqual", Function::LessOrEqual },
    { "Greater", Function::Greater },
    { "GreaterOrEqual", Function::GreaterOrEqual },
};

bool isComparison(Function function) { return function >= Function::Equal; }

bool takes(Takes what, ElementType type)
{
    const bool isBool = type == ElementType::Bool;
    switch (what) {
    case Takes::Numbers:
        return contains(NumberTypes {}, type);
    case Takes::NumbersAndBool:
        return isBool || contains(NumberTypes {}, type);
    case Takes::Integers:
        return contains(IntegerTypes {}, type);
    case Takes::Bool:
        return isBool;
    }
    return false;
}

Function functionOf(const OpNode& node, const FunctionRow& row)
{
    if (row.function == Function::FloorMod && node.flag("fmod"))
        return Function::TruncatedMod;
    if (row.function == Function::ShiftLeft && node.text("direction", "LEFT") != "LEFT")
        return Function::ShiftRight;
    return row.function;
}

/// Returns the second operand's dims for broadcasting. Older versions aligned axes differently.
Result<Dims> secondDims(const KernelRequest& request, Function function)
{
    const auto& a = inputType(request, 0).dims;
    const auto& b = inputType(request, 1).dims;
    if (function != Function::PRelu)
        return legacyBroadcastDims(request.node, a, b);
    auto dims = b;
    if (request.node.version < 7 && b.size() == 1 && a.size() > 1 && elementCount(b) != 1)
        dims.resize(a.size() - 1, 1);
    return dims;
}

struct Broadcast {
    Dims dims;
    Strided<2> walk;
};

Result<Broadcast> broadcastOf(const KernelRequest& request, Function function)
{
    const auto& a = inputType(request, 0).dims;
    const auto b = TRY(secondDims(request, function));
    auto dims = TRY(broadcastDims(a, b));
    auto walk = TRY(stridedOver<2>(dims, { broadcastStrides(a, dims), broadcastStrides(b, dims) }));
    return Broadcast { std::move(dims), walk };
}

/// Bools are computed as bytes.
ElementType storedAs(ElementType type)
{
    return type == ElementType::Bool ? ElementType::Uint8 : type;
}

Result<std::unique_ptr<Kernel>> prepare(const KernelRequest& request, const FunctionRow& row)
{
    const auto element = inputType(request, 0).element;
    if (!takes(row.takes, element) || inputType(request, 1).element != element)
        return fail("operands are ", model::name(element), " and ",
            model::name(inputType(request, 1).element), ", which ", row.type, " does not take");
    const auto function = functionOf(request.node, row);
    const auto broadcast = TRY(broadcastOf(request, function));
    const TensorType type { isComparison(function) ? ElementType::Bool : element, broadcast.dims };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "binary"),
        [=, walk = broadcast.walk](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                if (isComparison(function))
                    return forEach(*device, walk.count,
                        Compare<T> { in<T>(context, 0), in<T>(context, 1),
                            reinterpret_cast<std::uint8_t*>(output->data), function, walk });
                return forEach(*device, walk.count,
                    Combine<T> { in<T>(context, 0), in<T>(context, 1),
                        reinterpret_cast<T*>(output->data), function, walk });
            };
            return visitElement(NumberTypes {}, storedAs(element), run);
        });
}

using BaseTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t>;
using ExponentTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint32_t, std::uint64_t>;

Result<std::unique_ptr<Kernel>> preparePow(const KernelRequest& request)
{
    TRY(requireElement(request, 0, BaseTypes {}));
    TRY(requireElement(request, 1, ExponentTypes {}));
    const auto broadcast = TRY(broadcastOf(request, Function::Mul));
    const TensorType type { inputType(request, 0).element, broadcast.dims };
    const auto exponentElement = inputType(request, 1).element;
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "power"),
        [=, walk = broadcast.walk](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                auto raise = [&]<typename E>() -> Result<void> {
                    return forEach(*device, walk.count,
                        RaiseToPower<T, E> { in<T>(context, 0), in<E>(context, 1),
                            reinterpret_cast<T*>(output->data), walk });
                };
                return visitElement(ExponentTypes {}, exponentElement, raise);
            };
            return visitElement(BaseTypes {}, type.element, run);
        });
}

const RegisterKernels power({ "Pow" }, preparePow);
const bool areRegistered = [] {
    for (const auto& row : rows) {
        const RegisterKernels registered(
            { row.type }, [&row](const KernelRequest& request) { return prepare(request, row); });
    }
    return true;
}();

} // namespace

} // namespace engine::cuda
