#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"
#include "engine/program/node_check.h"

#include <algorithm>

// A product whose constant matrix is transposed first reads it as it is:
//
//     t = Transpose(w) {perm: 1, 0}
//     y = MatMul(x, t)                 ->      y = opscope:FusedMatMul(x, w) {transB: 1}
//
// Otherwise the folded constant is a second copy of the weights, beside the packed ones. Decoders
// whose embedding is also their last matrix have their largest weight in this form.

namespace engine {

namespace {

/// Whether the value is a stack of matrices of floats, of any sizes. The schema of FusedMatMul
/// takes no vectors.
bool isFloatStack(const Facts& facts, ProgramValueId id)
{
    if (!id.isValid())
        return false;
    const auto& type = facts.type(id);
    return type.isTensor() && type.element == ElementType::Float && type.shape
        && type.shape->size() >= 2;
}

/// Returns the Transpose whose output only this product reads; invalid if there is none.
OpId transposeBefore(
    const Program& program, const Pattern& pattern, const PassContext& context, const Op& product)
{
    const auto turned = product.inputs[1];
    const auto maker = pattern.makerOf(turned, "Transpose");
    const auto& keep = context.request.keep;
    if (!maker.isValid() || pattern.usesOf(turned) != 1
        || std::ranges::find(keep, program.value(turned).name) != keep.end())
        return {};
    const auto weights = program.op(maker).inputs[0];
    const auto type = pattern.floatType(weights);
    const std::vector<std::int64_t> swapped { 1, 0 };
    const bool isMatrix = program.isConstant(weights) && type && type->dims.size() == 2;
    return isMatrix && program.op(maker).node.integers("perm", swapped) == swapped ? maker : OpId();
}

} // namespace

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
            || product.inputs.size() != 2 || !isFloatStack(context.facts, product.inputs[0]))
            return;
        const auto transpose = transposeBefore(program, pattern, context, product);
        if (!transpose.isValid())
            return;
        Edit unread;
        unread.taken = { { transpose, NodeFate::Kind::Removed } };
        patch.edits.push_back(std::move(unread));
        auto node = product.node;
        node.domain = passDomain;
        node.type = "FusedMatMul";
        node.version = 1;
        node.schema = model::OperatorRegistry::instance().find("com.microsoft", node.type, 1);
        node.attributes = { attributeOf("transB", std::int64_t(1)) };
        auto edit = pattern.fused(
            { id }, std::move(node), { product.inputs[0], program.op(transpose).inputs[0] });
        edit.taken.front().fate = NodeFate::Kind::Kept;
        patch.edits.push_back(std::move(edit));
    });
    return patch;
}

} // namespace engine
