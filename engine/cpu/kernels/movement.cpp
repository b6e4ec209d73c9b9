#include "engine/reference/movement.h"
#include "engine/cpu/strided_copy.h"

#include <algorithm>
#include <cstring>

// Slice, Split, Concat, Expand, Tile and Pad with a constant, for all elements of fixed width, if
// the operands that determine the shape are known at preparation. Refuses strings, shapes that
// depend on data, the other modes of Pad. Concat and Pad also take channels-last images.

namespace engine {

namespace {

/// One block of elements that is copied from an input to an output.
struct Move {
    std::size_t input = 0;
    std::size_t output = 0;
    std::int64_t from = 0; ///< elements
    std::int64_t to = 0;
    StridedCopy copy;
};

/// Outputs to create and blocks to copy.
struct MovePlan {
    std::vector<Dims> outputs;
    std::vector<Move> moves;
    std::size_t bytes = 0;
};

Result<void> runMoves(const MovePlan& plan, RunContext& context, std::span<Tensor* const> outputs)
{
    for (const auto& move : plan.moves) {
        if (outputs[move.output] == nullptr || outputs[move.output]->data == nullptr)
            continue;
        const auto width = static_cast<std::int64_t>(plan.bytes);
        move.copy.run(context.tensor(move.input).data + move.from * width,
            outputs[move.output]->data + move.to * width, context.threads());
    }
    return {};
}

Result<std::unique_ptr<Kernel>> moveKernel(MovePlan plan)
{
    return nativeKernel([plan = std::move(plan)](RunContext& context) -> Result<void> {
        std::vector<Tensor*> outputs(plan.outputs.size(), nullptr);
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (context.hasOutput(i))
                outputs[i] = TRY(context.output(i, context.tensor(0).element(), plan.outputs[i]));
        }
        return runMoves(plan, context, outputs);
    });
}

/// Reorders values by axis to the order of the axes in memory, outermost first.
template <typename T>
std::vector<T> inMemory(const std::vector<T>& axes, Layout layout)
{
    auto moved = axes;
    if (layout == Layout::ChannelsLast)
        std::rotate(moved.begin() + 1, moved.begin() + 2, moved.end());
    return moved;
}

/// Returns the layout of the first output. Fails if one of the first `inputs` inputs has another.
Result<Layout> commonLayout(const KernelRequest& request, std::size_t inputs)
{
    const auto layout = request.outputs.empty() ? Layout::Plain : request.outputs[0].layout;
    for (std::size_t i = 0; i < inputs; ++i) {
        if (request.input(i).layout != layout)
            return fail("native ", request.node.type, " cannot change the layout of images");
    }
    return layout;
}

Result<std::vector<std::int64_t>> integersAt(
    const KernelRequest& request, std::size_t input, std::string_view attribute)
{
    const auto values = TRY(constantIntegers(request, input, attribute));
    return values.value_or(std::vector<std::int64_t> {});
}

Result<std::unique_ptr<Kernel>> prepareSlice(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    const bool hasInputs = request.node.version >= 10;
    SliceBounds bounds;
    const auto read = [&](std::size_t input, std::string_view attribute) {
        return integersAt(request, hasInputs ? input : request.inputs.size(), attribute);
    };
    bounds.starts = TRY(read(1, "starts"));
    bounds.ends = TRY(read(2, "ends"));
    bounds.axes = TRY(read(3, "axes"));
    bounds.steps = TRY(read(4, "steps"));
    auto view = TRY(slicedView(request.input(0).tensor.dims, std::move(bounds)));
    StridedCopy copy(view.dims, view.from.strides, denseStrides(view.dims), bytes);
    return moveKernel({ { std::move(view.dims) },
        { Move { 0, 0, view.from.offset, 0, std::move(copy) } }, bytes });
}

Result<std::unique_ptr<Kernel>> prepareSplit(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 0), dims.size()));
    if (request.outputsUsed.empty())
        return fail("Split has no outputs");
    const auto written = TRY(constantIntegers(request, 1, "split"));
    const auto sizes
        = TRY(splitSizes(request.node, written, dims[axis], request.outputsUsed.size()));
    const auto strides = denseStrides(dims);
    MovePlan plan;
    plan.bytes = bytes;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < sizes.size(); first += sizes[i], ++i) {
        auto part = dims;
        part[axis] = sizes[i];
        plan.moves.push_back({ 0, i, first * strides[axis], 0,
            StridedCopy(part, strides, denseStrides(part), bytes) });
        plan.outputs.push_back(std::move(part));
    }
    return moveKernel(std::move(plan));
}

Result<std::unique_ptr<Kernel>> prepareConcat(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    std::vector<const TensorType*> parts;
    for (const auto& part : request.inputs) {
        if (part.kind != InputType::Kind::Tensor)
            return fail("native Concat takes tensors");
        parts.push_back(&part.tensor);
    }
    const auto axis
        = TRY(normalizeAxis(request.node.integer("axis", 1), parts.front()->dims.size()));
    auto dims = TRY(joinedDims(parts, axis));
    const auto layout = TRY(commonLayout(request, request.inputs.size()));
    const auto strides = denseStrides(inMemory(dims, layout));
    // Position of the axis in memory; the channels are last.
    const auto placed = layout == Layout::Plain || axis == 0 ? axis
        : axis == 1                                          ? dims.size() - 1
                                                             : axis - 1;
    MovePlan plan { { std::move(dims) }, {}, bytes };
    std::int64_t at = 0;
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
        const auto part = inMemory(request.inputs[i].tensor.dims, layout);
        plan.moves.push_back({ i, 0, 0, at * strides[placed],
            StridedCopy(part, denseStrides(part), strides, bytes) });
        at += part[placed];
    }
    return moveKernel(std::move(plan));
}

Result<std::unique_ptr<Kernel>> prepareExpand(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    const auto wanted = TRY(integersAt(request, 1, ""));
    auto output = TRY(broadcastDims(dims, wanted));
    TRY(checkedCount(output));
    StridedCopy copy(output, broadcastStrides(dims, output), denseStrides(output), bytes);
    return moveKernel({ { std::move(output) }, { Move { 0, 0, 0, 0, std::move(copy) } }, bytes });
}

Result<std::unique_ptr<Kernel>> prepareTile(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    const auto repeats = TRY(integersAt(request, 1, ""));
    if (request.node.version < 6)
        return fail("native Tile takes one repeat per axis");
    auto view = TRY(tiledView(dims, repeats));
    StridedCopy copy(view.walked, view.strides, denseStrides(view.walked), bytes);
    return moveKernel(
        { { std::move(view.dims) }, { Move { 0, 0, 0, 0, std::move(copy) } }, bytes });
}

struct PadPlan {
    MovePlan move;
    StridedCopy fill; ///< writes one element to all of the output
};

Result<std::vector<AxisPad>> padsOf(const KernelRequest& request, std::size_t rank)
{
    const auto written
        = TRY(integersAt(request, request.node.version < 11 ? request.inputs.size() : 1,
            request.node.version < 2 ? "paddings" : "pads"));
    std::optional<std::vector<std::int64_t>> axes;
    if (request.hasInput(3))
        axes = TRY(integersAt(request, 3, ""));
    return axisPads(written, axes, rank);
}

Result<PadPlan> planPad(const KernelRequest& request)
{
    const auto bytes = TRY(fixedWidth(request, 0));
    const auto layout = TRY(commonLayout(request, 1));
    const auto dims = inMemory(request.input(0).tensor.dims, layout);
    const auto pads = inMemory(TRY(padsOf(request, dims.size())), layout);
    const auto strides = denseStrides(dims);
    Dims output;
    Dims kept;
    std::int64_t from = 0;
    constexpr std::int64_t maxPadding = std::int64_t(1) << 40;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const auto [before, after] = pads[d];
        if (std::max(before, after) > maxPadding || std::min(before, after) < -maxPadding)
            return fail("pads of ", before, " and ", after, " do not fit an axis of ", dims[d]);
        const auto cropped = std::max<std::int64_t>(-before, 0);
        kept.push_back(dims[d] - cropped - std::max<std::int64_t>(-after, 0));
        output.push_back(dims[d] + before + after);
        if (kept.back() < 0 || output.back() < 0)
            return fail("pads of ", before, " and ", after, " do not fit an axis of ", dims[d]);
        from += cropped * strides[d];
    }
    TRY(checkedCount(output));
    const auto target = denseStrides(output);
    std::int64_t to = 0;
    for (std::size_t d = 0; d < dims.size(); ++d)
        to += std::max<std::int64_t>(pads[d].before, 0) * target[d];
    StridedCopy fill(output, Dims(output.size(), 0), target, bytes);
    StridedCopy copy(kept, strides, target, bytes);
    if (layout == Layout::ChannelsLast) // back to the order of the dims
        std::rotate(output.begin() + 1, output.end() - 1, output.end());
    return PadPlan { { { std::move(output) }, { Move { 0, 0, from, to, std::move(copy) } }, bytes },
        std::move(fill) };
}

Result<std::unique_ptr<Kernel>> preparePad(const KernelRequest& request)
{
    const auto& input = request.input(0).tensor;
    if (request.node.text("mode", "constant") != "constant")
        return fail("native Pad takes mode constant, not ", request.node.text("mode", ""));
    if (input.dims.empty())
        return fail("native Pad takes rank 1 or more");
    const bool hasValue = request.hasInput(2);
    if (hasValue
        && (request.input(2).tensor.count() != 1
            || request.input(2).tensor.element != input.element))
        return fail(
            "the value of Pad is ", request.input(2).tensor.dims, ", expected one ", input.element);
    const float written = request.node.version < 11 ? request.node.real("value", 0.0f) : 0.0f;
    if (written != 0 && input.element != ElementType::Float)
        return fail("native Pad takes a value attribute for float only");
    auto plan = TRY(planPad(request));
    return nativeKernel([plan = std::move(plan), hasValue, written](
                            RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, context.tensor(0).element(), plan.move.outputs[0]));
        std::array<std::byte, sizeof(Bytes16)> number {};
        std::memcpy(number.data(), &written, sizeof written);
        if (output->data != nullptr)
            plan.fill.run(
                hasValue ? context.tensor(2).data : number.data(), output->data, context.threads());
        return runMoves(plan.move, context, std::array { output });
    });
}

const RegisterNative movements[] = {
    { "Slice", prepareSlice },
    { "Split", prepareSplit },
    { "Expand", prepareExpand },
    { "Tile", prepareTile },
};
const RegisterKernel anyLayoutMovements[] = {
    RegisterKernel(anyLayoutEntry("Concat", prepareConcat)),
    RegisterKernel(anyLayoutEntry("Pad", preparePad)),
};

} // namespace

} // namespace engine
