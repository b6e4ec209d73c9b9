#include "engine/attention/fused_attention.h"
#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"

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
// outputs read them. Sizes may be names (Inputs::open).

namespace engine {

using model::Dimension;
using model::Shape;

namespace {

/// An operand of attention: a value, and a letter for each of its axes (fused_attention.h).
struct View {
    ProgramValueId value;
    std::string axes;
};

struct Attention {
    std::vector<OpId> taken;
    std::vector<OpId> shared; ///< views that several operators read, taken if all readers are
    View q, k, v;
    ProgramValueId y;
    std::string yAxes;
    float scale = 1;
    std::int64_t heads = 0; ///< of an axis `x`; 0: there is none
    std::vector<ProgramValueId> masks; ///< added; or one of bools
    std::optional<PlainSoftmax> choice; ///< of a Where
    bool hidesNan = false;
    std::vector<ProgramValueId> pasts; ///< of key and value; empty: none
    std::vector<ProgramValueId> presents; ///< past and new steps of both
};

/// Sizes of an operand in front of its attention.
struct OperandSizes {
    Dimension batch = Dimension::number(1);
    Dimension heads = Dimension::number(1);
    Dimension steps = Dimension::number(1);
    Dimension size;

    bool operator==(const OperandSizes&) const = default;
};

class AttentionFuser {
public:
    AttentionFuser(const Program& program, const PassContext& context)
        : m_program(program)
        , m_pattern(patternOf(program, context))
        , m_facts(context.facts)
    {
    }

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
    const std::vector<ProgramValueId>& inputsOf(OpId id) const { return m_program.op(id).inputs; }
    ProgramValueId outputOf(OpId id) const { return m_program.op(id).outputs.front(); }
    bool is(OpId id, std::string_view type) const
    {
        const auto& node = m_program.op(id).node;
        return node.domain.empty() && node.type == type;
    }

    /// Returns the sizes of a tensor; nothing if one is unknown, or for a value of an edit.
    std::optional<Shape> dimsOf(ProgramValueId value) const
    {
        if (!value.isValid() || value.value() >= m_facts.types.size())
            return std::nullopt;
        const auto& type = m_facts.type(value);
        const bool isKnown = type.isTensor() && type.shape
            && std::ranges::none_of(*type.shape, &Dimension::isUnknown);
        return isKnown ? type.shape : std::nullopt;
    }
    bool isFloats(ProgramValueId value) const
    {
        return dimsOf(value) && m_facts.type(value).element == ElementType::Float;
    }

    /// Adds the maker of a value that only operators in `taken` read.
    bool take(OpId id, Attention& found) const
    {
        if (m_pattern.usesOf(outputOf(id)) != 1)
            return false;
        found.taken.push_back(id);
        return true;
    }

    /// Takes a view, at once if it has one reader. `isOwn`: whether the operators behind it did.
    void takeView(OpId id, Attention& found, bool& isOwn) const
    {
        isOwn = isOwn && m_pattern.usesOf(outputOf(id)) == 1;
        (isOwn ? found.taken : found.shared).push_back(id);
    }

    /// Takes shared views that only taken operators read.
    void takeShared(Attention& found) const
    {
        const auto isTaken
            = [&](OpId id) { return std::ranges::find(found.taken, id) != found.taken.end(); };
        for (bool grows = true; grows;) {
            grows = false;
            for (const auto id : found.shared) {
                const auto& readers = m_pattern.readersOf(outputOf(id));
                if (isTaken(id) || m_pattern.usesOf(outputOf(id)) != readers.size()
                    || !std::ranges::all_of(readers, isTaken))
                    continue;
                found.taken.push_back(id);
                grows = true;
            }
        }
    }

    /// Returns what a Mul or Div multiplies or divides by a constant number, and the factor.
    std::optional<std::pair<ProgramValueId, float>> scaled(OpId id) const
    {
        const bool isDiv = is(id, "Div");
        if ((!isDiv && !is(id, "Mul")) || inputsOf(id).size() != 2)
            return std::nullopt;
        for (const std::size_t i : { std::size_t(1), std::size_t(0) }) {
            const auto number = m_pattern.scalarOf(inputsOf(id)[i]);
            const auto other = inputsOf(id)[1 - i];
            if (!number || (isDiv && i == 0) || dimsOf(other) != dimsOf(outputOf(id)))
                continue;
            return std::pair(other, isDiv ? 1 / *number : *number);
        }
        return std::nullopt;
    }

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
    ProgramValueId takeAdd(OpId add, const Shape& dims, Attention& found) const
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
    ProgramValueId takeWhere(OpId where, const Shape& dims, Attention& found) const
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
    OpId takeScores(ProgramValueId value, const Shape& dims, Attention& found) const
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
    ProgramValueId takeNanCheck(ProgramValueId p, Attention& found) const
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
    void takeOutputTranspose(Attention& found) const
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

    // Operands

    std::vector<std::int64_t> permOf(OpId transpose, std::size_t rank) const
    {
        std::vector<std::int64_t> reversed;
        for (auto axis = rank; axis-- > 0;)
            reversed.push_back(static_cast<std::int64_t>(axis));
        auto perm = m_program.op(transpose).node.integers("perm", reversed);
        const bool fits = perm.size() == rank && std::ranges::all_of(perm, [&](std::int64_t axis) {
            return axis >= 0 && axis < static_cast<std::int64_t>(rank);
        });
        return fits ? perm : std::vector<std::int64_t>();
    }
    /// Axes of a Transpose's output, from those of its input.
    std::string transposed(OpId transpose, const std::string& axes) const
    {
        std::string result;
        for (const auto axis : permOf(transpose, axes.size()))
            result += axes[static_cast<std::size_t>(axis)];
        return result;
    }
    /// Axes of a Transpose's input, from those of its output.
    std::string untransposed(OpId transpose, const std::string& axes) const
    {
        const auto perm = permOf(transpose, axes.size());
        std::string result(perm.size(), ' ');
        for (std::size_t i = 0; i < perm.size(); ++i)
            result[static_cast<std::size_t>(perm[i])] = axes[i];
        return result;
    }

    /// Axes of the input of a Reshape that divides an axis into batch and heads, or merges both.
    /// Empty if it does something else.
    std::string unshaped(OpId reshape, const std::string& axes, Attention& found) const
    {
        const auto from = dimsOf(inputsOf(reshape)[0]);
        const auto to = dimsOf(outputOf(reshape));
        if (!from || !to || to->size() != axes.size())
            return {};
        if (*from == *to)
            return axes;
        const auto pair = axes.find("bh");
        const auto merged = axes.find('x');
        if (pair != std::string::npos && from->size() + 1 == to->size()) {
            auto dims = *to;
            const auto heads = dims[pair + 1].value().value_or(0);
            if (heads < 1 || (found.heads != 0 && found.heads != heads))
                return {};
            found.heads = heads;
            dims[pair] = dims[pair] * dims[pair + 1];
            dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(pair) + 1);
            return dims == *from ? std::string(axes).replace(pair, 2, "x") : std::string();
        }
        if (merged == std::string::npos || from->size() != to->size() + 1)
            return {};
        auto dims = *from;
        const auto place = static_cast<std::ptrdiff_t>(merged);
        if (dims[merged + 1].value() != found.heads)
            return {};
        dims[merged] = dims[merged] * dims[merged + 1];
        dims.erase(dims.begin() + place + 1);
        return dims == *to ? std::string(axes).replace(merged, 1, "bh") : std::string();
    }

    /// Returns x of Reshape(Expand(Unsqueeze(x))), if it repeats each of x's heads.
    /// `isOwn` becomes false if others read a value on the way.
    ProgramValueId ungrouped(
        OpId reshape, const std::string& axes, Attention& found, bool& isOwn) const
    {
        const auto expand = m_pattern.makerOf(inputsOf(reshape)[0], "Expand");
        const auto unsqueeze = expand.isValid() ? m_pattern.makerOf(inputsOf(expand)[0]) : OpId();
        if (!unsqueeze.isValid() || (!is(unsqueeze, "Unsqueeze") && !is(unsqueeze, "Reshape")))
            return {};
        const auto head = axes.find('h');
        const auto from = dimsOf(inputsOf(unsqueeze)[0]);
        const auto to = dimsOf(outputOf(reshape));
        const auto single = dimsOf(outputOf(unsqueeze));
        const auto repeated = dimsOf(outputOf(expand));
        if (head == std::string::npos || !from || !to || !single || !repeated
            || from->size() != axes.size() || to->size() != axes.size())
            return {};
        auto expected = *from;
        const auto place = expected.begin() + static_cast<std::ptrdiff_t>(head) + 1;
        expected.insert(place, Dimension::number(1));
        if (*single != expected || repeated->size() != expected.size())
            return {};
        expected[head + 1] = (*repeated)[head + 1];
        auto whole = *from;
        whole[head] = whole[head] * expected[head + 1];
        if (*repeated != expected || *to != whole)
            return {};
        for (const auto id : { reshape, expand, unsqueeze })
            takeView(id, found, isOwn);
        return inputsOf(unsqueeze)[0];
    }

    /// Follows views to the value that holds the operand.
    View source(View view, Attention& found, bool isScalable) const
    {
        bool isOwn = true; // whether all operators so far are only read by the fused one
        while (true) {
            const auto maker = m_pattern.makerOf(view.value);
            if (!maker.isValid() || inputsOf(maker).empty())
                return view;
            View next { inputsOf(maker)[0], {} };
            if (is(maker, "Transpose")) {
                next.axes = untransposed(maker, view.axes);
            } else if (is(maker, "Reshape")) {
                const auto few = ungrouped(maker, view.axes, found, isOwn);
                if (few.isValid()) {
                    view.value = few;
                    continue;
                }
                next.axes = unshaped(maker, view.axes, found);
            } else if (const auto inner = scaled(maker);
                       inner && isScalable && isOwn && m_pattern.usesOf(view.value) == 1) {
                next = { inner->first, view.axes };
                found.scale *= inner->second;
            }
            if (next.axes.empty())
                return view;
            takeView(maker, found, isOwn);
            view = next;
        }
    }

    // The whole

    /// Whether the dims of an operand fit those of the scores, whose letters are `axes`.
    bool fits(const View& view, const Shape& scores, const std::string& axes) const
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
        Attention found;
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

    /// Returns the sizes of an operand, if its axes can be divided so.
    std::optional<OperandSizes> sizesOf(const View& view, const Attention& found) const
    {
        const auto dims = dimsOf(view.value);
        if (!dims || dims->size() != view.axes.size())
            return std::nullopt;
        OperandSizes sizes;
        for (std::size_t i = 0; i < dims->size(); ++i) {
            const auto& size = (*dims)[i];
            const auto role = view.axes[i];
            if (role == 'x') {
                const auto heads = std::max<std::int64_t>(found.heads, 1);
                if (!size.value() || *size.value() % heads != 0)
                    return std::nullopt;
                sizes.heads = Dimension::number(heads);
                sizes.batch = Dimension::number(*size.value() / heads);
            } else {
                (role == 'b'          ? sizes.batch
                        : role == 'h' ? sizes.heads
                        : role == 's' ? sizes.steps
                                      : sizes.size)
                    = size;
            }
        }
        return sizes;
    }

    /// Whether K and V have the same heads and steps after the views before them.
    bool fitEachOther(const Attention& found) const
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

    /// Returns the Concat that makes the operand of past and new steps, if only taken operators and
    /// the block's outputs read what it makes.
    OpId joinOf(const View& view, const Attention& found) const
    {
        const auto join = m_pattern.makerOf(view.value, "Concat");
        if (!join.isValid() || view.axes != "bhsd" || inputsOf(join).size() != 2)
            return {};
        const auto axis = m_program.op(join).node.integer("axis", 1);
        const bool isAlone = std::ranges::all_of(m_pattern.readersOf(view.value),
            [&](OpId id) { return std::ranges::find(found.taken, id) != found.taken.end(); });
        return isAlone && (axis == 2 || axis == -2) ? join : OpId();
    }

    void takePasts(Attention& found) const
    {
        const auto key = joinOf(found.k, found);
        const auto value = joinOf(found.v, found);
        if (!key.isValid() || !value.isValid() || key == value
            || sizesOf({ inputsOf(key)[0], "bhsd" }, found)->steps
                != sizesOf({ inputsOf(value)[0], "bhsd" }, found)->steps)
            return;
        auto attention = found;
        for (auto* view : { &attention.k, &attention.v }) {
            const auto join = view == &attention.k ? key : value;
            attention.taken.push_back(join);
            attention.pasts.push_back(inputsOf(join)[0]);
            attention.presents.push_back(view->value);
            *view = source({ inputsOf(join)[1], view->axes }, attention, false);
            if (view->axes.back() != 'd' || view->axes.find('b') == std::string::npos)
                return;
        }
        found = std::move(attention);
    }

    void finish(Attention& found)
    {
        found.q = source(found.q, found, true);
        found.k = source(found.k, found, true);
        found.v = source(found.v, found, false);
        takeShared(found);
        takePasts(found);
        takeShared(found);
        std::ranges::sort(found.taken, {}, [this](OpId id) { return m_places.at(id); });
        const auto isUsed = [this](OpId id) { return m_used.contains(id); };
        if (!m_pattern.isClosed(found.taken, found.presents) || found.q.axes.back() != 'd'
            || !fitEachOther(found) || std::ranges::any_of(found.taken, isUsed))
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
        if (mask.isValid() || !found.pasts.empty())
            inputs.push_back(mask);
        inputs.insert(inputs.end(), found.pasts.begin(), found.pasts.end());
        auto edit = m_pattern.fused(found.taken, nodeOf(found), std::move(inputs));
        auto& outputs = edit.added.back().outputs;
        outputs.insert(outputs.end(), found.presents.begin(), found.presents.end());
        edit.added.insert(edit.added.begin(), std::make_move_iterator(before.begin()),
            std::make_move_iterator(before.end()));
        edit.values = std::move(values);
        m_patch.edits.push_back(std::move(edit));
    }

    static OpNode nodeOf(const Attention& found)
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

    const Program& m_program;
    const Pattern& m_pattern;
    const Facts& m_facts;
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
