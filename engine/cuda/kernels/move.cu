#include "engine/cuda/kernels/strided.h"
#include "engine/reference/movement.h"

// Operators that only move elements, all by one strided copy: Transpose, Expand, Concat, Split,
// Slice, Tile, DepthToSpace, SpaceToDepth.

namespace engine::cuda {

namespace {

Result<void> requireMovable(ElementType type)
{
    return visitBytes(type, []<typename T>() -> Result<void> { return {}; });
}

/// Makes a kernel that copies input 0, read by these strides, to output 0.
Result<std::unique_ptr<Kernel>> moveKernel(const KernelRequest& request, std::string_view name,
    TensorType type, Dims dims, Dims strides, std::int64_t from = 0)
{
    TRY(requireMovable(type.element));
    auto dense = denseStrides(dims);
    const Movement movement {
        TRY(stridedOver<2>(std::move(dims), { std::move(strides), std::move(dense) })), from, 0
    };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, name),
        [device, movement, type = std::move(type)](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return moveElements(*device, movement, context.tensor(0), *output);
        });
}

Result<std::unique_ptr<Kernel>> prepareTranspose(const KernelRequest& request)
{
    const auto& input = inputType(request, 0);
    auto order = request.node.integers("perm").value_or(std::vector<std::int64_t> {});
    if (order.empty()) {
        for (std::size_t d = input.dims.size(); d-- > 0;)
            order.push_back(static_cast<std::int64_t>(d));
    }
    if (order.size() != input.dims.size())
        return fail("perm has ", order.size(), " entries, expected ", input.dims.size());
    const auto from = denseStrides(input.dims);
    Dims dims;
    Dims strides;
    for (const auto written : order) {
        const auto axis = TRY(normalizeAxis(written, input.dims.size()));
        dims.push_back(input.dims[axis]);
        strides.push_back(from[axis]);
    }
    return moveKernel(request, "transpose", { input.element, dims }, dims, strides);
}

Result<std::unique_ptr<Kernel>> prepareExpand(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    const auto strides = broadcastStrides(inputType(request, 0).dims, type.dims);
    return moveKernel(request, "expand", type, type.dims, strides);
}

Result<std::unique_ptr<Kernel>> prepareTile(const KernelRequest& request)
{
    const auto& input = inputType(request, 0);
    const auto type = TRY(outputType(request, 0));
    if (type.dims.size() != input.dims.size())
        return fail("repeats of another version");
    const auto from = denseStrides(input.dims);
    Dims dims;
    Dims strides;
    for (std::size_t d = 0; d < input.dims.size(); ++d) {
        dims.insert(
            dims.end(), { input.dims[d] > 0 ? type.dims[d] / input.dims[d] : 0, input.dims[d] });
        strides.insert(strides.end(), { 0, from[d] });
    }
    return moveKernel(request, "tile", type, dims, strides);
}

Result<std::unique_ptr<Kernel>> prepareSlice(const KernelRequest& request)
{
    const auto& node = request.node;
    SliceBounds bounds;
    if (node.version < 10) {
        bounds.starts = node.integers("starts").value_or(std::vector<std::int64_t> {});
        bounds.ends = node.integers("ends").value_or(std::vector<std::int64_t> {});
        bounds.axes = node.integers("axes").value_or(std::vector<std::int64_t> {});
    } else {
        const auto list = [&](std::size_t i) { return integersOf(request, i, ""); };
        bounds.starts = TRY(list(1)).value_or(std::vector<std::int64_t> {});
        bounds.ends = TRY(list(2)).value_or(std::vector<std::int64_t> {});
        bounds.axes = TRY(list(3)).value_or(std::vector<std::int64_t> {});
        bounds.steps = TRY(list(4)).value_or(std::vector<std::int64_t> {});
    }
    const auto& input = inputType(request, 0);
    auto view = TRY(slicedView(input.dims, std::move(bounds)));
    return moveKernel(request, "slice", { input.element, view.dims }, view.dims,
        std::move(view.from.strides), view.from.offset);
}

/// DepthToSpace and SpaceToDepth: block, channel and position are axes of their own and are
/// permuted.
Result<std::unique_ptr<Kernel>> prepareDepth(const KernelRequest& request)
{
    const auto& node = request.node;
    const auto& input = inputType(request, 0);
    const auto type = TRY(outputType(request, 0));
    const auto size = node.integer("blocksize", 1);
    if (input.dims.size() != 4 || size < 1)
        return fail("takes rank 4 and a block size of 1 or more");
    const bool toSpace = node.type == "DepthToSpace";
    const bool isCrd = node.text("mode", "DCR") == "CRD";
    const auto& wide = toSpace ? input.dims : type.dims; // the shape with more channels
    const auto batch = wide[0];
    const auto channels = wide[1] / (size * size);
    const auto height = wide[2];
    const auto width = wide[3];
    // Axes n, c, h, by, w, bx of the side with fewer channels, and their strides on the other side.
    const Dims dims { batch, channels, height, size, width, size };
    const auto plane = height * width;
    const auto perChannel = isCrd ? plane * size * size : plane;
    const auto perBlock = isCrd ? plane : plane * channels;
    const Dims deep { wide[1] * plane, perChannel, width, perBlock * size, 1, perBlock };
    const auto flat = denseStrides(dims);
    TRY(requireMovable(input.element));
    const Movement movement { TRY(
        stridedOver<2>(dims, toSpace ? std::array { deep, flat } : std::array { flat, deep })) };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "blocks"),
        [device, movement, type](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return moveElements(*device, movement, context.tensor(0), *output);
        });
}

Result<std::unique_ptr<Kernel>> prepareConcat(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    TRY(requireMovable(type.element));
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 1), type.dims.size()));
    const auto to = denseStrides(type.dims);
    std::vector<Movement> movements;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
        const auto& part = inputType(request, i);
        if (part.element != type.element || part.dims.size() != type.dims.size())
            return fail("input ", i, " has another type than input 0");
        movements.push_back(
            { TRY(stridedOver<2>(part.dims, { denseStrides(part.dims), to })), 0, offset });
        offset += part.dims[axis] * to[axis];
    }
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "concat"),
        [device, type, movements = std::move(movements)](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            for (std::size_t i = 0; i < movements.size(); ++i)
                TRY(moveElements(*device, movements[i], context.tensor(i), *output));
            return {};
        });
}

struct SplitPart {
    std::size_t output = 0;
    TensorType type;
    Movement movement;
};

Result<std::unique_ptr<Kernel>> prepareSplit(const KernelRequest& request)
{
    const auto& input = inputType(request, 0);
    TRY(requireMovable(input.element));
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 0), input.dims.size()));
    const auto written = TRY(integersOf(request, 1, "split"));
    const auto outputs = request.outputsUsed.size();
    if (outputs == 0)
        return fail("Split has no outputs");
    const auto sizes = TRY(splitSizes(request.node, written, input.dims[axis], outputs));
    const auto from = denseStrides(input.dims);
    std::vector<SplitPart> parts;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < outputs; ++i) {
        auto dims = input.dims;
        dims[axis] = sizes[i];
        const auto walk = TRY(stridedOver<2>(dims, { from, denseStrides(dims) }));
        if (request.hasOutput(i))
            parts.push_back({ i, { input.element, std::move(dims) }, { walk, offset, 0 } });
        offset += sizes[i] * from[axis];
    }
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "split"),
        [device, parts = std::move(parts)](RunContext& context) -> Result<void> {
            for (const auto& part : parts) {
                auto* const output = TRY(outputOf(context, part.output, part.type));
                TRY(moveElements(*device, part.movement, context.tensor(0), *output));
            }
            return {};
        });
}

constexpr std::uint32_t second = 1u << 1;

const RegisterKernels transpose({ "Transpose" }, prepareTranspose);
const RegisterKernels expand({ "Expand" }, prepareExpand, second);
const RegisterKernels tile({ "Tile" }, prepareTile, second | 1u << 2);
const RegisterKernels slice({ "Slice" }, prepareSlice, 0b11110);
const RegisterKernels blocks({ "DepthToSpace", "SpaceToDepth" }, prepareDepth);
const RegisterKernels concat({ "Concat" }, prepareConcat);
const RegisterKernels split({ "Split" }, prepareSplit, second);

} // namespace

} // namespace engine::cuda
