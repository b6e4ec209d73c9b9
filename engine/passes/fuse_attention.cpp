#include "engine/attention/fused_attention.h"
#include "engine/passes/all_passes.h"
#include "engine/passes/attention_views.h"

#include <algorithm>
#include <map>
#include <unordered_set>

// What exporters write for attention:
//
//     s = MatMul(q, kT) * scale + mask         y = opscope:FusedAttention(q, k, v, mask)
//     p = Softmax(s)                      ->       {axes, scale}
//     y = MatMul(p, v)
//
// The scale may be before or after the product, as Mul or Div, on q, k or both. The mask may be a
// Where; several added masks are summed first. Transposes around the operators, Reshapes that
// divide or merge batch and heads, and the Expand that repeats the key heads of a group become part
// of it: `axes` says in which order q, k, v and y lie in memory. A Where that replaces NaN by 0
// behind the Softmax is taken too. Scores that anything else reads are not fused.
//
// Concats of past and new keys and values become part of it, if only the attention and the block's
// outputs read them. So do rotations of q and k by the angles of their positions, as exporters
// write them:
//
//     x · cosines + Concat(Neg(second half of x), first half of x) · sines
//
// Sizes may be names (Inputs::open).

namespace engine {

using model::Shape;

namespace {

class AttentionFuser : private AttentionViews {
public:
    using AttentionViews::AttentionViews;

    Patch run()
    {
        for (const auto& block : m_program.blocks) {
            for (std::size_t i = 0; i < block.ops.size(); ++i)
                m_places[block.ops[i]] = i;
        }
        m_pattern.forEachOp([this](OpId id) {
            const auto& node = m_program.op(id).node;
            if (node.type == "Softmax" && node.domain.empty())
                tryAt(id);
        });
        return std::move(m_patch);
    }

private:
    // From Softmax up to the first product

    /// Whether the value is a product of matrices, perhaps scaled or with masks.
    bool leadsToProduct(ProgramValueId value, const Shape& dims, int steps = 6) const
    {
        const auto maker = m_pattern.makerOf(value);
        if (!maker.isValid() || steps == 0 || dimsOf(value) != dims)
            return false;
        if (is(maker, "MatMul"))
            return true;
        if (const auto inner = scaled(maker))
            return leadsToProduct(inner->first, dims, steps - 1);
        return is(maker, "Add") && std::ranges::any_of(inputsOf(maker), [&](ProgramValueId input) {
            return leadsToProduct(input, dims, steps - 1);
        });
    }

    /// Takes an Add of a mask. Returns the scores below it.
    ProgramValueId takeAdd(OpId add, const Shape& dims, FoundAttention& found) const
    {
        const auto& inputs = inputsOf(add);
        if (m_program.op(add).node.version < 7)
            return {}; // `axis` says where a mask of lower rank belongs
        for (std::size_t i = 0; i < 2 && inputs.size() == 2; ++i) {
            const auto mask = dimsOf(inputs[1 - i]);
            if (!isFloats(inputs[1 - i]) || mask->size() > dims.size()
                || !leadsToProduct(inputs[i], dims))
                continue;
            found.masks.push_back(inputs[1 - i]);
            return inputs[i];
        }
        return {};
    }

    /// Takes a Where(condition, scores, number), or with exchanged choices.
    ProgramValueId takeWhere(OpId where, const Shape& dims, FoundAttention& found) const
    {
        const auto& inputs = inputsOf(where);
        const auto condition = dimsOf(inputs[0]);
        if (!found.masks.empty() || !condition || condition->size() > dims.size())
            return {};
        for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
            const auto number = m_pattern.scalarOf(inputs[3 - i]);
            if (!number || !leadsToProduct(inputs[i], dims))
                continue;
            found.masks.push_back(inputs[0]);
            found.choice = PlainSoftmax { *number, i == 2 };
            return inputs[i];
        }
        return {};
    }

    /// Returns the product of q and k that gives the input of a Softmax.
    OpId takeScores(ProgramValueId value, const Shape& dims, FoundAttention& found) const
    {
        bool isScaled = false;
        while (true) {
            const auto maker = m_pattern.makerOf(value);
            if (!maker.isValid() || dimsOf(value) != dims || !take(maker, found))
                return {};
            if (is(maker, "MatMul"))
                return maker;
            if (const auto inner = scaled(maker)) {
                found.scale *= inner->second;
                isScaled = true;
                value = inner->first;
                continue;
            }
            if (isScaled || found.choice)
                return {}; // the mask would be scaled too, or is below a Where
            value = is(maker, "Add") ? takeAdd(maker, dims, found)
                : is(maker, "Where") ? takeWhere(maker, dims, found)
                                     : ProgramValueId();
            if (!value.isValid())
                return {};
        }
    }

    // From Softmax down to the second product

    /// Takes IsNaN and Where(IsNaN(p), 0, p). Returns the value behind them.
    ProgramValueId takeNanCheck(ProgramValueId p, FoundAttention& found) const
    {
        const auto& readers = m_pattern.readersOf(p);
        if (readers.size() != 2 || m_pattern.usesOf(p) != 2)
            return p;
        const auto isNan = std::ranges::find_if(readers, [&](OpId id) { return is(id, "IsNaN"); });
        const auto where = std::ranges::find_if(readers, [&](OpId id) { return is(id, "Where"); });
        if (isNan == readers.end() || where == readers.end())
            return p;
        const auto& inputs = inputsOf(*where);
        if (inputs[0] != outputOf(*isNan) || inputs[2] != p || m_pattern.scalarOf(inputs[1]) != 0.0F
            || m_pattern.usesOf(outputOf(*isNan)) != 1 || dimsOf(outputOf(*where)) != dimsOf(p))
            return p;
        found.taken.insert(found.taken.end(), { *isNan, *where });
        found.hidesNan = true;
        return outputOf(*where);
    }

    /// Takes a Transpose of the output that keeps the elements of a head contiguous.
    void takeOutputTranspose(FoundAttention& found) const
    {
        const auto transpose = m_pattern.onlyReaderOf(found.y, "Transpose");
        if (!transpose.isValid())
            return;
        const auto axes = transposed(transpose, found.yAxes);
        if (axes.empty() || axes.back() != 'd')
            return;
        found.taken.push_back(transpose);
        found.yAxes = axes;
        found.y = outputOf(transpose);
    }

    // The whole

    /// Whether the dims of an operand fit those of the scores, whose letters are `axes`.
    bool fits(const AttentionView& view, const Shape& scores, const std::string& axes) const
    {
        const auto dims = dimsOf(view.value);
        if (!dims || dims->size() != view.axes.size() || !isFloats(view.value))
            return false;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const auto at = view.axes.find(axes[i]);
            if (at != std::string::npos && (*dims)[at] != scores[i])
                return false;
        }
        return true;
    }

    void tryAt(OpId softmax)
    {
        const auto& op = m_program.op(softmax);
        const auto dims = dimsOf(op.inputs[0]);
        if (!dims || (dims->size() != 3 && dims->size() != 4) || model::elementCount(*dims) == 0)
            return;
        const auto last = static_cast<std::int64_t>(dims->size()) - 1;
        const auto axis = op.node.integer("axis", op.node.version < 13 ? 1 : -1);
        if (axis != -1 && axis != last)
            return;
        FoundAttention found;
        found.taken.push_back(softmax);
        const auto product = takeScores(op.inputs[0], *dims, found);
        if (!product.isValid())
            return;
        const auto p = takeNanCheck(op.outputs[0], found);
        const auto weigh = m_pattern.onlyReaderOf(p, "MatMul");
        if (!weigh.isValid() || inputsOf(weigh)[0] != p || inputsOf(weigh)[1] == p)
            return;
        const std::string outer = dims->size() == 4 ? "bh" : "h";
        found.q = { inputsOf(product)[0], outer + "sd" };
        found.k = { inputsOf(product)[1], outer + "ds" };
        found.v = { inputsOf(weigh)[1], outer + "sd" };
        // Letters of the scores for queries (s) and for keys (j).
        if (!fits(found.q, *dims, outer + "s") || !fits(found.v, *dims, outer)
            || !fits(found.k, *dims, outer))
            return;
        found.y = outputOf(weigh);
        found.yAxes = outer + "sd";
        found.taken.push_back(weigh);
        takeOutputTranspose(found);
        finish(found);
    }

    /// Whether K and V have the same heads and steps after the views before them.
    bool fitEachOther(const FoundAttention& found) const
    {
        const auto q = sizesOf(found.q, found);
        const auto k = sizesOf(found.k, found);
        const auto v = sizesOf(found.v, found);
        if (!q || !k || !v)
            return false;
        const auto heads = q->heads.value().value_or(0);
        const auto kvHeads = k->heads.value().value_or(0);
        return q->batch == k->batch && k->batch == v->batch && q->size == k->size
            && k->steps == v->steps && k->heads == v->heads && kvHeads > 0 && heads % kvHeads == 0;
    }

    /// Whether an input beside q, k and v is made by an operator that the attention takes.
    bool needsTaken(const FoundAttention& found) const
    {
        return std::ranges::any_of(std::array { &found.masks, &found.pasts, &found.angles },
            [&](const std::vector<ProgramValueId>* values) {
                return std::ranges::any_of(*values, [&](ProgramValueId value) {
                    const auto maker = m_pattern.makerOf(value);
                    return maker.isValid()
                        && std::ranges::find(found.taken, maker) != found.taken.end();
                });
            });
    }

    void finish(FoundAttention& found)
    {
        found.q = source(found.q, found, true);
        found.k = source(found.k, found, true);
        found.v = source(found.v, found, false);
        takeShared(found);
        takePasts(found);
        takeShared(found);
        takeRotations(found);
        takeShared(found);
        std::ranges::sort(found.taken, {}, [this](OpId id) { return m_places.at(id); });
        const auto isUsed = [this](OpId id) { return m_used.contains(id); };
        if (!m_pattern.isClosed(found.taken, found.presents) || found.q.axes.back() != 'd'
            || !fitEachOther(found) || needsTaken(found)
            || std::ranges::any_of(found.taken, isUsed))
            return; // the next round fuses what overlaps
        m_used.insert(found.taken.begin(), found.taken.end());
        std::vector<ProgramValue> values;
        std::vector<Op> before;
        auto mask = found.masks.empty() ? ProgramValueId() : found.masks.front();
        for (std::size_t i = 1; i < found.masks.size(); ++i) {
            Op add;
            add.node = standardNode("Add", 14, {});
            add.node.label = m_program.op(found.taken.front()).node.label;
            add.inputs = { found.masks[i], mask };
            add.outputs = { mask = newValue(values.size()) };
            add.device = m_program.op(found.taken.back()).device;
            values.emplace_back();
            before.push_back(std::move(add));
        }
        std::vector<ProgramValueId> inputs { found.q.value, found.k.value, found.v.value };
        if (mask.isValid() || !found.pasts.empty() || !found.angles.empty())
            inputs.push_back(mask);
        inputs.insert(inputs.end(), found.pasts.begin(), found.pasts.end());
        if (!found.angles.empty())
            inputs.resize(6);
        inputs.insert(inputs.end(), found.angles.begin(), found.angles.end());
        auto edit = m_pattern.fused(found.taken, nodeOf(found), std::move(inputs));
        auto& outputs = edit.added.back().outputs;
        outputs.insert(outputs.end(), found.presents.begin(), found.presents.end());
        edit.added.insert(edit.added.begin(), std::make_move_iterator(before.begin()),
            std::make_move_iterator(before.end()));
        edit.values = std::move(values);
        m_patch.edits.push_back(std::move(edit));
    }

    static OpNode nodeOf(const FoundAttention& found)
    {
        OpNode node;
        node.type = fusedAttention;
        node.domain = passDomain;
        node.version = 1;
        node.attributes
            = { attributeOf("axes",
                    found.q.axes + ',' + found.k.axes + ',' + found.v.axes + ',' + found.yAxes),
                  attributeOf("scale", found.scale),
                  attributeOf("heads", std::max<std::int64_t>(found.heads, 1)) };
        if (found.choice) {
            node.attributes.push_back(attributeOf("hidden_score", found.choice->hiddenScore));
            node.attributes.push_back(
                attributeOf("hides_true", std::int64_t { found.choice->hidesTrue }));
        }
        if (found.hidesNan)
            node.attributes.push_back(attributeOf("hides_nan", std::int64_t { 1 }));
        return node;
    }

    std::map<OpId, std::size_t> m_places; ///< in the list of the block
    std::unordered_set<OpId> m_used; ///< by edits
    Patch m_patch;
};

} // namespace

Patch fuseAttention(const Program& program, const PassContext& context)
{
    if (!isRunFast(context.request, passDomain, fusedAttention))
        return {};
    return AttentionFuser(program, context).run();
}

} // namespace engine
