#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"
#include "engine/program/node_check.h"

// A product whose constant matrix is transposed first reads it as it is:
//
//     t = Transpose(w) {perm: 1, 0}
//     y = MatMul(x, t)                 ->      y = opscope:FusedMatMul(x, w) {transB: 1}
//
// Otherwise the folded constant is a second copy of the weights, beside the packed ones. Decoders
// whose embedding is also their last matrix have their largest weight in this form.

namespace engine {

Patch readTransposed(const Program& program, const PassContext& context)
{
    Patch patch;
    if (context.request.device != DeviceKind::Cpu
        || !isRunFast(context.request, passDomain, "FusedMatMul"))
        return patch;
    const auto& pattern = patternOf(program, context);
    pattern.forEachOp([&](OpId id) {
        const auto& product = program.op(id);
        if (product.node.type != "MatMul" || !product.node.domain.empty()
            || product.inputs.size() != 2 || !pattern.floatType(product.inputs[0]))
            return;
        const auto maker = pattern.makerOf(product.inputs[1], "Transpose");
        if (!maker.isValid() || pattern.usesOf(product.inputs[1]) != 1)
            return;
        const auto weights = program.op(maker).inputs[0];
        const auto type = pattern.floatType(weights);
        const std::vector<std::int64_t> swapped { 1, 0 };
        if (!program.isConstant(weights) || !type || type->dims.size() != 2
            || program.op(maker).node.integers("perm", swapped) != swapped)
            return;
        auto node = product.node;
        node.domain = passDomain;
        node.type = "FusedMatMul";
        node.version = 1;
        node.schema = model::OperatorRegistry::instance().find("com.microsoft", node.type, 1);
        node.attributes = { attributeOf("transB", std::int64_t(1)) };
        const auto label = node.label;
        auto edit = pattern.fused({ maker, id }, std::move(node), { product.inputs[0], weights });
        edit.added.back().node.label = label;
        patch.edits.push_back(std::move(edit));
    });
    return patch;
}

} // namespace engine
