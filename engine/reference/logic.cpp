#include "engine/functors/comparison.h"
#include "engine/reference/elementwise.h"

// Comparisons, boolean and bitwise operators, Where.

namespace engine {

namespace {

using ComparableTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;
using BoolTypes = TypeList<bool>;

Result<void> runEqualStrings(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    const auto pair = TRY(broadcastPair(node, a, b));
    auto* output = TRY(context.output(0, ElementType::Bool, pair.dims));
    const auto strides = pair.loop.rowStrides();
    pair.loop.forEachRow([&](const auto& at) {
        for (std::int64_t i = 0; i < pair.loop.rowLength(); ++i)
            storage<bool>(*output)[at[2] + i] = storage<std::string>(a)[at[0] + i * strides[0]]
                == storage<std::string>(b)[at[1] + i * strides[1]];
    });
    return {};
}

Result<void> runEqual(const OpNode& node, RunContext& context)
{
    if (context.tensor(0).element() == ElementType::String)
        return runEqualStrings(node, context);
    return runBinary<ComparableTypes, functors::Equal {}, bool>(node, context);
}

Result<void> checkEqual(const KernelRequest& request)
{
    if (request.input(0).tensor.element == ElementType::String)
        return {};
    return requireElement(request, 0, ComparableTypes {});
}

Result<void> runBitShift(const OpNode& node, RunContext& context)
{
    if (node.text("direction", "LEFT") == "LEFT")
        return runBinary<IntegerTypes, functors::ShiftLeft {}>(node, context);
    return runBinary<IntegerTypes, functors::ShiftRight {}>(node, context);
}

/// Where. The loop covers condition, a, b and output; elements are only copied.
Result<void> runWhere(const OpNode&, RunContext& context)
{
    const auto& condition = context.tensor(0);
    const auto& a = context.tensor(1);
    const auto& b = context.tensor(2);
    if (a.element() != b.element())
        return fail("operands have element types ", model::name(a.element()), " and ",
            model::name(b.element()));
    const auto values = TRY(broadcastDims(a.dims(), b.dims()));
    const auto dims = TRY(broadcastDims(condition.dims(), values));
    auto* output = TRY(context.output(0, a.element(), dims));
    const StridedLoop<4> loop(dims,
        { broadcastStrides(condition.dims(), dims), broadcastStrides(a.dims(), dims),
            broadcastStrides(b.dims(), dims), denseStrides(dims) });
    const auto strides = loop.rowStrides();
    auto choose = [&]<typename T>() -> Result<void> {
        loop.forEachRow([&](const auto& at) {
            const auto* test = storage<std::uint8_t>(condition) + at[0];
            const T* rowA = storage<T>(a) + at[1];
            const T* rowB = storage<T>(b) + at[2];
            T* row = storage<T>(*output) + at[3];
            for (std::int64_t i = 0; i < loop.rowLength(); ++i)
                row[i] = test[i * strides[0]] != 0 ? rowA[i * strides[1]] : rowB[i * strides[2]];
        });
        return {};
    };
    return visitStorage(a.element(), choose);
}

constexpr auto onBools = checkFirstInput<BoolTypes>;
constexpr auto onIntegers = checkFirstInput<IntegerTypes>;

const RegisterReference logic[] = {
    { "Equal", runEqual, checkEqual },
    { "Less", runBinary<NumberTypes, functors::Less {}, bool>, onNumbers },
    { "Greater", runBinary<NumberTypes, functors::Greater {}, bool>, onNumbers },
    { "LessOrEqual", runBinary<NumberTypes, functors::LessOrEqual {}, bool>, onNumbers },
    { "GreaterOrEqual", runBinary<NumberTypes, functors::GreaterOrEqual {}, bool>, onNumbers },
    { "And", runBinary<BoolTypes, functors::And {}>, onBools },
    { "Or", runBinary<BoolTypes, functors::Or {}>, onBools },
    { "Xor", runBinary<BoolTypes, functors::Xor {}>, onBools },
    { "BitwiseAnd", runBinary<IntegerTypes, functors::BitwiseAnd {}>, onIntegers },
    { "BitwiseOr", runBinary<IntegerTypes, functors::BitwiseOr {}>, onIntegers },
    { "BitwiseXor", runBinary<IntegerTypes, functors::BitwiseXor {}>, onIntegers },
    { "BitShift", runBitShift, onIntegers },
    { "Where", runWhere, nullptr },
};

} // namespace

} // namespace engine
