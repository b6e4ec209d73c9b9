#include "engine/reference/movement.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/constant.h"

#include <algorithm>

namespace engine {

Result<void> copyElements(
    const Dims& dims, const Tensor& source, const View& from, Tensor& target, const View& to)
{
    const StridedLoop<2> loop(dims, { from.strides, to.strides });
    const auto length = loop.rowLength();
    const auto [stepFrom, stepTo] = loop.rowStrides();
    return visitStorage(source.element(), [&]<typename T>() {
        const T* src = storage<T>(source) + from.offset;
        T* dst = storage<T>(target) + to.offset;
        loop.forEachRow([&](const auto& at) {
            if (stepFrom == 1 && stepTo == 1) {
                std::copy_n(src + at[0], length, dst + at[1]);
                return;
            }
            for (std::int64_t i = 0; i < length; ++i)
                dst[at[1] + i * stepTo] = src[at[0] + i * stepFrom];
        });
    });
}

Result<void> copyToDense(const Dims& dims, const Tensor& source, const View& from, Tensor& target)
{
    return copyElements(dims, source, from, target, { 0, denseStrides(dims) });
}

Result<TiledView> tiledView(
    std::span<const std::int64_t> dims, std::span<const std::int64_t> repeats)
{
    if (repeats.size() != dims.size())
        return fail("repeats has ", repeats.size(), " entries, the input rank ", dims.size());
    const auto strides = denseStrides(dims);
    TiledView view;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (repeats[d] < 0)
            return fail("axis ", d, " is to be repeated ", repeats[d], " times");
        view.dims.push_back(TRY(checkedProduct(repeats[d], dims[d])));
        view.walked.insert(view.walked.end(), { repeats[d], dims[d] });
        view.strides.insert(view.strides.end(), { 0, strides[d] });
    }
    TRY(checkedCount(view.dims));
    return view;
}

Dims gatheredDims(
    std::span<const std::int64_t> dims, std::size_t axis, std::span<const std::int64_t> indices)
{
    Dims gathered(dims.begin(), dims.begin() + axis);
    gathered.insert(gathered.end(), indices.begin(), indices.end());
    gathered.insert(gathered.end(), dims.begin() + axis + 1, dims.end());
    return gathered;
}

Result<Dims> joinedDims(std::span<const TensorType* const> parts, std::size_t axis)
{
    const auto& first = *parts.front();
    auto dims = first.dims;
    dims[axis] = 0;
    for (const auto* part : parts) {
        auto others = part->dims;
        if (part->element != first.element || others.size() != dims.size())
            return fail("cannot concatenate ", first.dims, " ", first.element, " and ", others, " ",
                part->element);
        if (__builtin_add_overflow(dims[axis], others[axis], &dims[axis]))
            return fail("the parts of Concat are too long together");
        others[axis] = dims[axis];
        if (others != dims)
            return fail(
                "cannot concatenate ", first.dims, " and ", part->dims, " along axis ", axis);
    }
    TRY(checkedCount(dims));
    return dims;
}

Result<void> concatenate(RunContext& context, std::size_t output,
    const std::vector<const Tensor*>& parts, std::int64_t axis)
{
    if (parts.empty())
        return fail("nothing to concatenate");
    if (std::ranges::any_of(parts, [](const Tensor* part) { return part->rank() == 0; })) {
        // Old exporters concatenate scalars with vectors of one element.
        std::vector<Tensor> vectors;
        std::vector<const Tensor*> views;
        for (const auto* part : parts) {
            vectors.push_back(*part);
            if (part->rank() == 0)
                vectors.back().type.dims = { 1 };
        }
        for (const auto& part : vectors)
            views.push_back(&part);
        return concatenate(context, output, views, axis);
    }
    const auto& first = *parts.front();
    const auto at = TRY(normalizeAxis(axis, first.rank()));
    std::vector<const TensorType*> types;
    for (const auto* part : parts)
        types.push_back(&part->type);
    const auto dims = TRY(joinedDims(types, at));
    auto* joined = TRY(context.output(output, first.element(), dims));
    View to { 0, denseStrides(dims) };
    for (const auto* part : parts) {
        TRY(copyElements(part->dims(), *part, { 0, denseStrides(part->dims()) }, *joined, to));
        to.offset += part->dims()[at] * to.strides[at];
    }
    return {};
}

Result<void> copySlice(const Tensor& source, std::size_t axis, std::int64_t first, Tensor& target)
{
    const auto strides = denseStrides(source.dims());
    return copyToDense(target.dims(), source, { first * strides[axis], strides }, target);
}

Result<std::int64_t> checkedIndex(std::int64_t index, std::int64_t size)
{
    const auto found = index < 0 ? index + size : index;
    if (found < 0 || found >= size)
        return fail("index ", index, " is outside an axis of ", size, " elements");
    return found;
}

Result<std::vector<AxisPad>> axisPads(std::span<const std::int64_t> pads,
    const std::optional<std::vector<std::int64_t>>& axes, std::size_t rank)
{
    const auto padded = axes.value_or(countUp(rank));
    if (pads.size() != 2 * padded.size())
        return fail("pads has ", pads.size(), " entries, expected ", 2 * padded.size());
    std::vector<AxisPad> found(rank);
    for (std::size_t i = 0; i < padded.size(); ++i)
        found[TRY(normalizeAxis(padded[i], rank))] = { pads[i], pads[i + padded.size()] };
    return found;
}

Result<ChosenAxis> chosenAxis(const OpNode& node, const Tensor& tensor)
{
    if (!node.has("axis"))
        return ChosenAxis { { 1, tensor.count(), 1 }, { tensor.count() } };
    const auto axis = TRY(normalizeAxis(node.integer("axis", 0), tensor.rank()));
    return ChosenAxis { foldAt(tensor.dims(), axis), tensor.dims(), axis };
}

Result<void> copyEntries(const Tensor& source, const AxisFold& fold,
    std::span<const std::int64_t> entries, Tensor& target)
{
    return visitStorage(source.element(), [&]<typename T>() {
        T* to = storage<T>(target);
        for (std::int64_t outer = 0; outer < fold.outer; ++outer) {
            const T* from = storage<T>(source) + outer * fold.axis * fold.inner;
            for (const auto entry : entries)
                to = std::copy_n(from + entry * fold.inner, fold.inner, to);
        }
    });
}

Result<std::vector<std::int64_t>> elementOffsets(
    const Tensor& tensor, const Tensor& indices, std::int64_t axis)
{
    const auto at = TRY(normalizeAxis(axis, tensor.rank()));
    if (indices.rank() != tensor.rank())
        return fail("data has rank ", tensor.rank(), ", indices rank ", indices.rank());
    for (std::size_t d = 0; d < tensor.rank(); ++d) {
        if (d != at && indices.dims()[d] > tensor.dims()[d])
            return fail("indices of ", indices.dims(), " exceed data of ", tensor.dims());
    }
    auto offsets = TRY(readIntegers(indices));
    auto strides = denseStrides(tensor.dims());
    for (auto& index : offsets)
        index = TRY(checkedIndex(index, tensor.dims()[at])) * strides[at];
    strides[at] = 0;
    const StridedLoop<2> loop(indices.dims(), { strides, denseStrides(indices.dims()) });
    loop.forEach([&](const auto& place) { offsets[place[1]] += place[0]; });
    return offsets;
}

Result<Tensor> attributeTensor(const KernelRequest& request, const model::Tensor& attribute)
{
    return loadConstant(attribute, request.store);
}

} // namespace engine
