#include "engine/reference/elementwise.h"

// The operators of two elements of the table in engine/functors/elementwise.h, with broadcasting;
// Pow and Where. Integer arithmetic wraps; an integer divided by zero gives 0, as in numpy.

namespace engine {

namespace {

/// out = F(a, b) along the loop.
template <typename List, typename F>
Result<void> combineElements(RunContext& context, const BroadcastPair& pair)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    constexpr bool isBoolean = functors::isBoolean<F>();
    auto* output = TRY(context.output(0, isBoolean ? ElementType::Bool : a.element(), pair.dims));
    return visitElement(List {}, a.element(), [&]<typename T>() {
        using Out = std::conditional_t<isBoolean, bool, T>;
        const auto length = pair.loop.rowLength();
        const auto strideA = pair.loop.rowStrides()[0];
        const auto strideB = pair.loop.rowStrides()[1];
        pair.loop.forEachRow([&](const auto& at) {
            const T* rowA = storage<T>(a) + at[0];
            const T* rowB = storage<T>(b) + at[1];
            Out* row = storage<Out>(*output) + at[2];
            for (std::int64_t i = 0; i < length; ++i)
                row[i] = static_cast<Out>(F {}(widen(rowA[i * strideA]), widen(rowB[i * strideB])));
        });
    });
}

Result<void> runBinary(const ElementwiseOperator& row, const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    const auto pair = TRY(broadcastPair(node, a, b));
    switch (functorOf(row, node)) {
#define OPSCOPE_CASE(name, elements, ...)                                                          \
    case Functor::name:                                                                            \
        return combineElements<elements##Types, functors::name>(context, pair);
        OPSCOPE_BINARY_OPERATORS(OPSCOPE_CASE, OPSCOPE_CASE)
#undef OPSCOPE_CASE
    default:
        return fail(row.type, " does not take two inputs");
    }
}

Result<void> runEqualStrings(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    const auto pair = TRY(broadcastPair(node, a, b));
    auto* output = TRY(context.output(0, ElementType::Bool, pair.dims));
    pair.loop.forEach([&](const auto& at) {
        storage<bool>(*output)[at[2]]
            = storage<std::string>(a)[at[0]] == storage<std::string>(b)[at[1]];
    });
    return {};
}

Result<void> runEqual(const OpNode& node, RunContext& context)
{
    if (context.tensor(0).element() == ElementType::String)
        return runEqualStrings(node, context);
    static const auto& row = *elementwiseOperator({}, "Equal");
    return runBinary(row, node, context);
}

Result<void> checkEqual(const KernelRequest& request)
{
    if (request.input(0).tensor.element == ElementType::String)
        return {};
    return requireElement(request, 0, TakenElements::Comparable);
}

Result<void> runPRelu(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& slope = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    const auto pair = TRY(broadcastPair(node, input, slope));
    if (pair.dims != input.dims())
        return fail(
            "slope of ", slope.dims(), " cannot be broadcast to the input of ", input.dims());
    return combineElements<NumberTypes, functors::PRelu>(context, pair);
}

/// Pow with exponents of type E. Integers stay integers: double cannot hold those beyond 2^53.
template <typename E>
Result<void> raise(const OpNode& node, RunContext& context, const std::vector<E>& exponents)
{
    const auto& base = context.tensor(0);
    const auto& exponent = context.tensor(1);
    const auto pair = TRY(broadcastPair(node, base, exponent));
    auto* output = TRY(context.output(0, base.element(), pair.dims));
    return visitElement(NumberTypes {}, base.element(), [&]<typename T>() {
        const T* bases = storage<T>(base);
        T* out = storage<T>(*output);
        pair.loop.forEach([&](const auto& at) {
            out[at[2]] = static_cast<T>(functors::Power {}(widen(bases[at[0]]), exponents[at[1]]));
        });
    });
}

/// Pow. The result has the type of the base.
Result<void> runPow(const OpNode& node, RunContext& context)
{
    const auto& exponent = context.tensor(1);
    if (exponent.element() == ElementType::Int64 || exponent.element() == ElementType::Int32)
        return raise(node, context, TRY(readIntegers(exponent)));
    if (exponent.element() == ElementType::Uint64) {
        const auto numbers = exponent.as<std::uint64_t>();
        return raise(node, context, std::vector(numbers.begin(), numbers.end()));
    }
    return raise(node, context, TRY(readNumbers(exponent)));
}

/// Where. The loop covers condition, a, b and output; elements are only copied.
Result<void> runWhere(const OpNode&, RunContext& context)
{
    const auto& condition = context.tensor(0);
    const auto& a = context.tensor(1);
    const auto& b = context.tensor(2);
    TRY(requireSameElement(context, 2, 1));
    const auto values = TRY(broadcastDims(a.dims(), b.dims()));
    const auto dims = TRY(broadcastDims(condition.dims(), values));
    auto* output = TRY(context.output(0, a.element(), dims));
    const StridedLoop<4> loop(dims,
        { broadcastStrides(condition.dims(), dims), broadcastStrides(a.dims(), dims),
            broadcastStrides(b.dims(), dims), denseStrides(dims) });
    const auto strides = loop.rowStrides();
    return visitStorage(a.element(), [&]<typename T>() {
        loop.forEachRow([&](const auto& at) {
            const auto* test = storage<std::uint8_t>(condition) + at[0];
            const T* rowA = storage<T>(a) + at[1];
            const T* rowB = storage<T>(b) + at[2];
            T* row = storage<T>(*output) + at[3];
            for (std::int64_t i = 0; i < loop.rowLength(); ++i)
                row[i] = test[i * strides[0]] != 0 ? rowA[i * strides[1]] : rowB[i * strides[2]];
        });
    });
}

const RegisterReference ownForms[] = {
    { "Equal", runEqual, checkEqual },
    { "PRelu", runPRelu, onNumbers },
    { "Pow", runPow, onNumbers },
    { "Where", runWhere },
};

const bool areBinaryRegistered = [] {
    for (const auto& row : elementwiseOperators()) {
        if (row.maxInputs == 2 && row.functor != Functor::Equal && row.functor != Functor::PRelu)
            registerRow(row, runBinary);
    }
    return true;
}();

} // namespace

} // namespace engine
