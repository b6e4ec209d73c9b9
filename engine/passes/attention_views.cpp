#include "engine/passes/attention_views.h"

#include <algorithm>

namespace engine {

using model::Dimension;
using model::Shape;

namespace {

bool isLastAxis(const OpNode& node, std::int64_t fallback, std::size_t rank = 4)
{
    const auto axis = node.integer("axis", fallback);
    return axis == -1 || axis == static_cast<std::int64_t>(rank) - 1;
}

/// Whether the second half of each row has the numbers of the first.
bool areHalvesEqual(const Tensor& tensor)
{
    const auto width = tensor.rank() > 0 ? tensor.dims().back() : 0;
    if (tensor.element() != ElementType::Float || tensor.data == nullptr || width < 2
        || width % 2 != 0)
        return false;
    const auto values = tensor.as<float>();
    for (std::int64_t row = 0; row < tensor.count(); row += width) {
        const auto first = values.begin() + row;
        if (!std::equal(first, first + width / 2, first + width / 2))
            return false;
    }
    return true;
}

} // namespace

std::optional<Shape> AttentionViews::dimsOf(ProgramValueId value) const
{
    if (!value.isValid() || value.value() >= m_facts.types.size())
        return std::nullopt;
    const auto& type = m_facts.type(value);
    const bool isKnown
        = type.isTensor() && type.shape && std::ranges::none_of(*type.shape, &Dimension::isUnknown);
    return isKnown ? type.shape : std::nullopt;
}

bool AttentionViews::take(OpId id, FoundAttention& found) const
{
    if (m_pattern.usesOf(outputOf(id)) != 1)
        return false;
    found.taken.push_back(id);
    return true;
}

void AttentionViews::takeView(OpId id, FoundAttention& found, bool& isOwn) const
{
    isOwn = isOwn && m_pattern.usesOf(outputOf(id)) == 1;
    (isOwn ? found.taken : found.shared).push_back(id);
}

void AttentionViews::takeShared(FoundAttention& found) const
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

std::optional<std::pair<ProgramValueId, float>> AttentionViews::scaled(OpId id) const
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

std::vector<std::int64_t> AttentionViews::permOf(OpId transpose, std::size_t rank) const
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

std::string AttentionViews::transposed(OpId transpose, const std::string& axes) const
{
    std::string result;
    for (const auto axis : permOf(transpose, axes.size()))
        result += axes[static_cast<std::size_t>(axis)];
    return result;
}

std::string AttentionViews::untransposed(OpId transpose, const std::string& axes) const
{
    const auto perm = permOf(transpose, axes.size());
    std::string result(perm.size(), ' ');
    for (std::size_t i = 0; i < perm.size(); ++i)
        result[static_cast<std::size_t>(perm[i])] = axes[i];
    return result;
}

std::string AttentionViews::unshaped(
    OpId reshape, const std::string& axes, FoundAttention& found) const
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

ProgramValueId AttentionViews::ungrouped(
    OpId reshape, const std::string& axes, FoundAttention& found, bool& isOwn) const
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

AttentionView AttentionViews::source(
    AttentionView view, FoundAttention& found, bool isScalable) const
{
    bool isOwn = true; // whether all operators so far are only read by the fused one
    while (true) {
        const auto maker = m_pattern.makerOf(view.value);
        if (!maker.isValid() || inputsOf(maker).empty())
            return view;
        AttentionView next { inputsOf(maker)[0], {} };
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

OpId AttentionViews::joinOf(const AttentionView& view, const FoundAttention& found) const
{
    const auto join = m_pattern.makerOf(view.value, "Concat");
    if (!join.isValid() || view.axes != "bhsd" || inputsOf(join).size() != 2
        || !isBeside(join, found))
        return {};
    const auto axis = m_program.op(join).node.integer("axis", 1);
    const bool isAlone = std::ranges::all_of(m_pattern.readersOf(view.value),
        [&](OpId id) { return std::ranges::find(found.taken, id) != found.taken.end(); });
    return isAlone && (axis == 2 || axis == -2) ? join : OpId();
}

void AttentionViews::takePasts(FoundAttention& found) const
{
    const auto key = joinOf(found.k, found);
    const auto value = joinOf(found.v, found);
    if (!key.isValid() || !value.isValid() || key == value)
        return;
    const auto pastKey = sizesOf({ inputsOf(key)[0], "bhsd" }, found);
    const auto pastValue = sizesOf({ inputsOf(value)[0], "bhsd" }, found);
    if (!pastKey || !pastValue || pastKey->steps != pastValue->steps)
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
    if (fitsPasts(attention))
        found = std::move(attention);
}

bool AttentionViews::fitsPasts(const FoundAttention& found) const
{
    for (std::size_t i = 0; i < found.pasts.size(); ++i) {
        const auto past = sizesOf({ found.pasts[i], "bhsd" }, found);
        const auto now = sizesOf(i == 0 ? found.k : found.v, found);
        if (!past || !now || past->batch != now->batch || past->heads != now->heads
            || past->size != now->size)
            return false;
    }
    return true;
}

std::optional<OperandSizes> AttentionViews::sizesOf(
    const AttentionView& view, const FoundAttention& found) const
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

std::optional<FoundRotation> AttentionViews::rotationOf(
    const AttentionView& view, const FoundAttention& found) const
{
    const auto add = m_pattern.makerOf(view.value, "Add");
    const auto dims = dimsOf(view.value);
    if (!add.isValid() || view.axes != "bhsd" || !dims || inputsOf(add).size() != 2
        || !isBeside(add, found))
        return std::nullopt;
    for (int order = 0; order < 8; ++order) {
        const auto plain = m_pattern.makerOf(inputsOf(add)[order & 1], "Mul");
        const auto turned = m_pattern.makerOf(inputsOf(add)[1 - (order & 1)], "Mul");
        if (!plain.isValid() || !turned.isValid())
            return std::nullopt;
        const auto x = order >> 1 & 1;
        const auto half = order >> 2 & 1;
        FoundRotation rotation { inputsOf(plain)[x], inputsOf(plain)[1 - x],
            inputsOf(turned)[1 - half], { add, plain, turned } };
        if (dimsOf(rotation.x) == dims && takeTurned(inputsOf(turned)[half], rotation)
            && areAngles(rotation.cosines, *dims) && areAngles(rotation.sines, *dims)
            && areOwn(rotation.taken, found))
            return rotation;
    }
    return std::nullopt;
}

bool AttentionViews::takeTurned(ProgramValueId value, FoundRotation& rotation) const
{
    const auto join = m_pattern.makerOf(value, "Concat");
    if (!join.isValid() || inputsOf(join).size() != 2 || !isLastAxis(m_program.op(join).node, 1))
        return false;
    const auto negate = m_pattern.makerOf(inputsOf(join)[0], "Neg");
    if (!negate.isValid())
        return false;
    rotation.taken.insert(rotation.taken.end(), { join, negate });
    return takeHalf(inputsOf(join)[1], true, rotation)
        && takeHalf(inputsOf(negate)[0], false, rotation);
}

bool AttentionViews::takeHalf(ProgramValueId value, bool isFirst, FoundRotation& rotation) const
{
    const auto maker = m_pattern.makerOf(value);
    const auto size = dimsOf(rotation.x)->back().value().value_or(1);
    if (!maker.isValid() || size % 2 != 0 || inputsOf(maker).empty()
        || inputsOf(maker).front() != rotation.x)
        return false;
    const auto& op = m_program.op(maker);
    const auto half = size / 2;
    const bool isSplit = is(maker, "Split") && isLastAxis(op.node, 0) && op.outputs.size() == 2
        && op.outputs[isFirst ? 0 : 1] == value && dimsOf(value)
        && dimsOf(value)->back().value() == half;
    if (!isSplit
        && !(isFirst ? isSliceOf(maker, 0, half, size) : isSliceOf(maker, half, size, size)))
        return false;
    if (std::ranges::find(rotation.taken, maker) == rotation.taken.end())
        rotation.taken.push_back(maker);
    return true;
}

bool AttentionViews::isSliceOf(
    OpId slice, std::int64_t from, std::int64_t to, std::int64_t size) const
{
    const auto& inputs = inputsOf(slice);
    if (!is(slice, "Slice") || inputs.size() < 4)
        return false;
    const auto number = [&](std::size_t i) -> std::optional<std::int64_t> {
        const auto* const known = inputs[i].isValid() ? m_facts.knownTensor(inputs[i]) : nullptr;
        if (known == nullptr || known->element() != ElementType::Int64 || known->count() != 1)
            return std::nullopt;
        return known->as<std::int64_t>().front();
    };
    const auto axis = number(3);
    const auto end = number(2);
    const bool isStep = inputs.size() < 5 || !inputs[4].isValid() || number(4) == 1;
    return number(1) == from && end && (*end == to || (to == size && *end > size))
        && (axis == 3 || axis == -1) && isStep;
}

bool AttentionViews::areAngles(ProgramValueId value, const Shape& x) const
{
    const auto dims = dimsOf(value);
    return isFloats(value) && dims->size() == 4 && (*dims)[0] == x[0] && (*dims)[1].value() == 1
        && (*dims)[2] == x[2] && (*dims)[3] == x[3] && hasEqualHalves(value);
}

bool AttentionViews::hasEqualHalves(ProgramValueId value) const
{
    const auto known = m_equalHalves.find(value);
    return known != m_equalHalves.end()
        ? known->second
        : m_equalHalves.emplace(value, findEqualHalves(value)).first->second;
}

bool AttentionViews::findEqualHalves(ProgramValueId value) const
{
    constexpr int mostSteps = 8;
    const auto width = dimsOf(value)->back();
    for (int step = 0; step < mostSteps; ++step) {
        const auto dims = dimsOf(value);
        if (!dims || dims->empty() || dims->back() != width)
            return false;
        if (const auto* const constant = m_program.constantOf(value))
            return areHalvesEqual(*constant);
        const auto maker = m_pattern.makerOf(value);
        if (!maker.isValid())
            return false;
        const auto& inputs = inputsOf(maker);
        if (is(maker, "Concat"))
            return inputs.size() == 2 && inputs[0] == inputs[1]
                && isLastAxis(m_program.op(maker).node, 1, dims->size());
        if (is(maker, "Gather") && m_program.op(maker).node.integer("axis", 0) == 0) {
            const auto* const table = m_program.constantOf(inputs[0]);
            return table != nullptr && table->rank() == 2 && areHalvesEqual(*table);
        }
        const auto inner = scaled(maker);
        if (!inner && !is(maker, "Cos") && !is(maker, "Sin") && !is(maker, "Unsqueeze"))
            return false;
        value = inner ? inner->first : inputs[0];
    }
    return false;
}

bool AttentionViews::areOwn(const std::vector<OpId>& ids, const FoundAttention& found) const
{
    const auto isInside = [&](OpId id) {
        return std::ranges::find(ids, id) != ids.end()
            || std::ranges::find(found.taken, id) != found.taken.end();
    };
    return std::ranges::all_of(ids, [&](OpId id) {
        return std::ranges::all_of(m_program.op(id).outputs, [&](ProgramValueId output) {
            const auto& readers = m_pattern.readersOf(output);
            return m_pattern.usesOf(output) == readers.size()
                && std::ranges::all_of(readers, isInside);
        });
    });
}

void AttentionViews::takeRotations(FoundAttention& found) const
{
    auto attention = found;
    for (auto* view : { &attention.q, &attention.k }) {
        const auto rotation = rotationOf(*view, attention);
        if (!rotation)
            return;
        const std::vector angles { rotation->cosines, rotation->sines };
        if (!attention.angles.empty() && attention.angles != angles)
            return;
        attention.angles = angles;
        for (const auto id : rotation->taken) {
            if (std::ranges::find(attention.taken, id) == attention.taken.end())
                attention.taken.push_back(id);
        }
        *view = source({ rotation->x, view->axes }, attention, false);
        if (view->axes.back() != 'd' || view->axes.find('b') == std::string::npos)
            return;
    }
    if (fitsPasts(attention))
        found = std::move(attention);
}

} // namespace engine
