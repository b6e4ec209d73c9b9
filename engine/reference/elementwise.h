#pragma once

#include "engine/kernel/elementwise_functions.h"
#include "engine/program/shapes.h"

namespace engine {

/// out[i] = op(in[i]) in the arithmetic of the element type, rounded once.
template <typename List, typename Op>
Result<void> mapElements(RunContext& context, const Op& op)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    auto map = [&]<typename T>() -> Result<void> {
        const auto source = input.as<T>();
        auto target = output->as<T>();
        for (std::size_t i = 0; i < source.size(); ++i)
            target[i] = static_cast<T>(op(widen(source[i])));
        return {};
    };
    return visitElement(List {}, input.element(), map);
}

/// out[...] = op(a[...], b[...]) along a loop over (a, b, out).
template <typename T, typename R, typename Op>
void combineRows(const StridedLoop<3>& loop, const T* a, const T* b, R* out, const Op& op)
{
    const auto length = loop.rowLength();
    const auto strideA = loop.rowStrides()[0];
    const auto strideB = loop.rowStrides()[1];
    loop.forEachRow([&](const auto& offsets) {
        const T* rowA = a + offsets[0];
        const T* rowB = b + offsets[1];
        R* row = out + offsets[2];
        for (std::int64_t i = 0; i < length; ++i)
            row[i] = static_cast<R>(op(widen(rowA[i * strideA]), widen(rowB[i * strideB])));
    });
}

/// The loop over two broadcast operands and a dense output. Before opset 7 the second operand is
/// aligned by attributes.
struct BroadcastPair {
    Dims dims;
    StridedLoop<3> loop;
};
inline Result<BroadcastPair> broadcastPair(const OpNode& node, const Tensor& a, const Tensor& b)
{
    const auto dimsB = TRY(legacyBroadcastDims(node, a.dims(), b.dims()));
    auto dims = TRY(broadcastDims(a.dims(), dimsB));
    StridedLoop<3> loop(dims,
        { broadcastStrides(a.dims(), dims), broadcastStrides(dimsB, dims), denseStrides(dims) });
    return BroadcastPair { std::move(dims), std::move(loop) };
}

/// out = F(a, b) along the loop, for inputs 0 and 1 of one element type.
template <typename List, typename F>
Result<void> combineElements(RunContext& context, const BroadcastPair& pair)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    constexpr bool isBoolean = functors::isBoolean<F>();
    auto* output = TRY(context.output(0, isBoolean ? ElementType::Bool : a.element(), pair.dims));
    auto combine = [&]<typename T>() -> Result<void> {
        using Out = std::conditional_t<isBoolean, bool, T>;
        combineRows(pair.loop, storage<T>(a), storage<T>(b), storage<Out>(*output), F {});
        return {};
    };
    return visitElement(List {}, a.element(), combine);
}

/// Registers the reference kernel of a row of the operator table.
inline void registerRow(const ElementwiseOperator& row,
    Result<void> (*run)(const ElementwiseOperator&, const OpNode&, RunContext&))
{
    RegisterReference(
        std::string(row.type),
        [&row, run](const OpNode& node, RunContext& context) { return run(row, node, context); },
        [&row](const KernelRequest& request) { return requireElement(request, 0, row.taken); },
        std::string(row.domain));
}

} // namespace engine
