#include "engine/program/dims_limit.h"
#include "engine/reference/movement.h"
#include "engine/reference/rounding.h"

#include <algorithm>

// Slice (1, 10 and later), Split (1 to 18), Concat.

namespace engine {

namespace {

struct AxisSlice {
    std::int64_t start = 0;
    std::int64_t count = 0;
    std::int64_t step = 1;
};

/// Clamps start and end as specified, so that any int64 is allowed.
Result<AxisSlice> clampSlice(
    std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t size)
{
    if (step == 0)
        return fail("a step of Slice is 0");
    const auto fromFront = [&](std::int64_t at) { return at < 0 ? at + size : at; };
    const std::int64_t highest = step > 0 ? size : size - 1;
    const auto first = std::min(std::max<std::int64_t>(fromFront(start), 0), highest);
    const auto last = std::min(std::max<std::int64_t>(fromFront(end), step > 0 ? 0 : -1), highest);
    // A step as long as the axis takes one element. Longer ones are clamped, so that neither their
    // negation nor the stride times the step can overflow.
    const auto longest = std::max<std::int64_t>(size, 1);
    step = std::clamp(step, -longest, longest);
    const auto distance = step > 0 ? last - first : first - last;
    const auto pace = step > 0 ? step : -step;
    return AxisSlice { first, distance > 0 ? blockCount(distance, pace) : 0, step };
}

} // namespace

Result<SlicedView> slicedView(std::span<const std::int64_t> dims, SliceBounds bounds)
{
    const auto rank = dims.size();
    const auto count = bounds.starts.size();
    if (bounds.axes.empty() && count <= rank)
        bounds.axes = countUp(count);
    if (bounds.steps.empty())
        bounds.steps.assign(count, 1);
    if (bounds.ends.size() != count || bounds.axes.size() != count || bounds.steps.size() != count)
        return fail("starts, ends, axes and steps have ", count, ", ", bounds.ends.size(), ", ",
            bounds.axes.size(), " and ", bounds.steps.size(), " entries");
    TRY(normalizeAxes(bounds.axes, rank));
    // A kernel may be prepared for dims of which no tensor can be made.
    TRY(checkDims(dims));
    TRY(checkedCount(dims));
    SlicedView view { Dims(dims.begin(), dims.end()), { 0, denseStrides(dims) } };
    for (std::size_t i = 0; i < count; ++i) {
        const auto axis = TRY(normalizeAxis(bounds.axes[i], rank));
        const auto slice
            = TRY(clampSlice(bounds.starts[i], bounds.ends[i], bounds.steps[i], dims[axis]));
        view.dims[axis] = slice.count;
        view.from.offset += slice.count > 0 ? slice.start * view.from.strides[axis] : 0;
        view.from.strides[axis] *= slice.step;
    }
    return view;
}

namespace {

Result<SliceBounds> sliceBounds(const OpNode& node, const RunContext& context)
{
    SliceBounds bounds;
    if (node.version < 10) {
        bounds.starts = node.integers("starts", {});
        bounds.ends = node.integers("ends", {});
        bounds.axes = node.integers("axes", {});
        return bounds;
    }
    bounds.starts = TRY(readIntegers(context.tensor(1)));
    bounds.ends = TRY(readIntegers(context.tensor(2)));
    if (context.hasInput(3))
        bounds.axes = TRY(readIntegers(context.tensor(3)));
    if (context.hasInput(4))
        bounds.steps = TRY(readIntegers(context.tensor(4)));
    return bounds;
}

Result<void> runSlice(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    auto bounds = TRY(sliceBounds(node, context));
    const auto view = TRY(slicedView(input.dims(), std::move(bounds)));
    auto* output = TRY(context.output(0, input.element(), view.dims));
    return copyToDense(view.dims, input, view.from, *output);
}

} // namespace

Result<std::int64_t> sumOfParts(std::span<const std::int64_t> parts, std::int64_t size)
{
    std::int64_t sum = 0;
    for (const auto part : parts) {
        if (part < 0 || part > size - sum)
            return fail("a split of ", part, " does not fit into an axis of ", size);
        sum += part;
    }
    return sum;
}

Result<std::vector<std::int64_t>> splitSizes(const OpNode& node,
    const std::optional<std::vector<std::int64_t>>& written, std::int64_t size, std::size_t outputs)
{
    if (written) {
        const auto sum = TRY(sumOfParts(*written, size));
        if (sum != size || written->size() != outputs)
            return fail("an axis of ", size, " is split into ", written->size(),
                " parts of together ", sum, " for ", outputs, " outputs");
        return *written;
    }
    const auto parts = static_cast<std::int64_t>(outputs);
    if (node.version < 18 && size % parts != 0)
        return fail("an axis of ", size, " cannot be split into ", parts, " equal parts");
    const auto even = blockCount(size, parts);
    std::vector<std::int64_t> sizes(outputs, even);
    for (std::int64_t i = 0; i < parts; ++i)
        sizes[i] = std::clamp<std::int64_t>(size - i * even, 0, even);
    return sizes;
}

namespace {

Result<std::unique_ptr<Kernel>> prepareSplit(const KernelRequest& request)
{
    const auto outputs = request.outputsUsed.size();
    if (outputs == 0)
        return fail("Split has no outputs");
    return referenceKernel([node = request.node, outputs](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        const auto axis = TRY(normalizeAxis(node.integer("axis", 0), input.rank()));
        const auto written = TRY(integersFromInputOrAttribute(node, context, 1, "split"));
        const auto sizes = TRY(splitSizes(node, written, input.dims()[axis], outputs));
        std::int64_t first = 0;
        for (std::size_t i = 0; i < outputs; first += sizes[i], ++i) {
            if (!context.hasOutput(i))
                continue;
            auto dims = input.dims();
            dims[axis] = sizes[i];
            auto* output = TRY(context.output(i, input.element(), dims));
            TRY(copySlice(input, axis, first, *output));
        }
        return {};
    });
}

Result<void> runConcat(const OpNode& node, RunContext& context)
{
    std::vector<const Tensor*> parts;
    for (std::size_t i = 0; context.hasInput(i); ++i)
        parts.push_back(&context.tensor(i));
    return concatenate(context, 0, parts, node.integer("axis", 1));
}

const RegisterReference slice("Slice", runSlice);
const RegisterReference concat("Concat", runConcat);
const RegisterReference split("Split", prepareSplit);

} // namespace

} // namespace engine
