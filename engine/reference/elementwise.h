#pragma once

#include "engine/kernel/elementwise_functions.h"
#include "engine/program/shapes.h"

namespace engine {

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

/// out[i] = op(in[i]), or op(in[i], i), in the arithmetic of the element type, rounded once.
template <typename List, typename Op>
Result<void> mapElements(RunContext& context, const Op& op)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    return visitElement(List {}, input.element(), [&]<typename T>() {
        const auto source = input.as<T>();
        auto target = output->as<T>();
        for (std::size_t i = 0; i < source.size(); ++i) {
            if constexpr (std::is_invocable_v<Op, Arithmetic<T>>)
                target[i] = static_cast<T>(op(widen(source[i])));
            else
                target[i] = static_cast<T>(op(widen(source[i]), i));
        }
    });
}

/// Registers the reference kernel of a row of the operator table.
inline void registerRow(const ElementwiseOperator& row,
    Result<void> (*run)(const ElementwiseOperator&, const OpNode&, RunContext&))
{
    auto prepare = [&row, run](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        TRY(requireElement(request, 0, row.taken));
        return referenceKernel([&row, run, node = request.node](
                                   RunContext& context) { return run(row, node, context); });
    };
    RegisterReference(std::string(row.type), std::move(prepare), std::string(row.domain));
}

} // namespace engine
