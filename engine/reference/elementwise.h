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

/// Registers the reference kernel of a row of the operator table.
inline void registerRow(const ElementwiseOperator& row,
    Result<void> (*run)(const ElementwiseOperator&, const OpNode&, RunContext&))
{
    auto prepare = [&row, run](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        TRY(requireElement(request, 0, row.taken));
        return referenceKernel([&row, run, node = request.node](
                                   RunContext& context) { return run(row, node, context); });
    };
    KernelRegistry::instance().add(
        referenceEntry(std::string(row.type), std::move(prepare), std::string(row.domain)));
}

} // namespace engine
