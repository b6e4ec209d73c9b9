#include "engine/program/target_dims.h"
#include "engine/reference/movement.h"
#include "engine/reference/rounding.h"

// Operators that reorder or repeat elements by strides alone: Transpose, Expand, Tile,
// DepthToSpace, SpaceToDepth.

namespace engine {

namespace {

Result<void> copyTransposed(
    const Tensor& input, const Dims& viewDims, std::span<const std::size_t> order, Tensor& output)
{
    const auto strides = denseStrides(viewDims);
    Dims dims;
    View from;
    for (const auto axis : order) {
        dims.push_back(viewDims[axis]);
        from.strides.push_back(strides[axis]);
    }
    return copyToDense(dims, input, from, output);
}

Result<void> runTranspose(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    std::vector<std::size_t> order;
    if (const auto written = node.integers("perm"); written && node.has("perm")) {
        if (written->size() != input.rank())
            return fail("perm has ", written->size(), " entries, the input rank ", input.rank());
        for (const auto axis : *written)
            order.push_back(TRY(normalizeAxis(axis, input.rank())));
        TRY(normalizeAxes(*written, input.rank()));
    } else {
        for (std::size_t d = input.rank(); d-- > 0;)
            order.push_back(d);
    }
    Dims dims;
    for (const auto axis : order)
        dims.push_back(input.dims()[axis]);
    auto* output = TRY(context.output(0, input.element(), dims));
    return copyTransposed(input, input.dims(), order, *output);
}

Result<void> runExpand(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto shape = TRY(readTargetDims(context.tensor(1)));
    const auto dims = TRY(broadcastDims(input.dims(), shape));
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, input.element(), dims));
    return copyToDense(dims, input, { 0, broadcastStrides(input.dims(), dims) }, *output);
}

/// Version 1 has one count for one axis, later versions have one count per axis.
Result<Dims> tileRepeats(const OpNode& node, const RunContext& context)
{
    const auto rank = context.tensor(0).rank();
    if (node.version < 6 && context.hasInput(2)) {
        Dims repeats(rank, 1);
        const auto tiles = TRY(readNumber(context.tensor(1)));
        const auto axis = TRY(readNumber(context.tensor(2)));
        repeats[TRY(normalizeAxis(toInteger<std::int64_t>(axis), rank))]
            = toInteger<std::int64_t>(tiles);
        return repeats;
    }
    return readIntegers(context.tensor(1));
}

Result<void> runTile(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto repeats = TRY(tileRepeats(node, context));
    const auto view = TRY(tiledView(input.dims(), repeats));
    auto* output = TRY(context.output(0, input.element(), view.dims));
    return copyToDense(view.walked, input, { 0, view.strides }, *output);
}

struct Blocks {
    std::int64_t batch, channels, height, width, block;
};

Result<Blocks> blocksOf(const OpNode& node, const Tensor& input)
{
    if (input.rank() != 4)
        return fail(node.type, " takes rank 4, found ", input.dims());
    const auto block = node.integer("blocksize", 0);
    constexpr std::int64_t most = std::int64_t(1) << 31;
    if (block < 1 || block > most)
        return fail("blocksize is ", block, ", expected 1..", most);
    const auto& d = input.dims();
    return Blocks { d[0], d[1], d[2], d[3], block };
}

Result<void> runDepthToSpace(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto [n, c, h, w, b] = TRY(blocksOf(node, input));
    if (c / b / b * b * b != c)
        return fail(c, " channels cannot be divided into blocks of ", b, "×", b);
    const auto depth = c / b / b;
    const auto height = TRY(checkedProduct(h, b));
    const auto width = TRY(checkedProduct(w, b));
    auto* output = TRY(context.output(0, input.element(), Dims { n, depth, height, width }));
    if (node.text("mode", "DCR") == "CRD")
        return copyTransposed(input, { n, depth, b, b, h, w },
            std::array<std::size_t, 6> { 0, 1, 4, 2, 5, 3 }, *output);
    return copyTransposed(
        input, { n, b, b, depth, h, w }, std::array<std::size_t, 6> { 0, 3, 4, 1, 5, 2 }, *output);
}

Result<void> runSpaceToDepth(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto [n, c, h, w, b] = TRY(blocksOf(node, input));
    if (h % b != 0 || w % b != 0)
        return fail("an image of ", h, "×", w, " cannot be divided into blocks of ", b, "×", b);
    const auto depth = TRY(checkedProduct(c, b * b));
    auto* output = TRY(context.output(0, input.element(), Dims { n, depth, h / b, w / b }));
    if (node.text("mode", "DCR") == "CRD")
        return copyTransposed(input, { n, c, h / b, b, w / b, b },
            std::array<std::size_t, 6> { 0, 1, 3, 5, 2, 4 }, *output);
    return copyTransposed(input, { n, c, h / b, b, w / b, b },
        std::array<std::size_t, 6> { 0, 3, 5, 1, 2, 4 }, *output);
}

const RegisterReference transpositions[] = {
    { "Transpose", runTranspose },
    { "Expand", runExpand },
    { "Tile", runTile },
    { "DepthToSpace", runDepthToSpace },
    { "SpaceToDepth", runSpaceToDepth },
};

} // namespace

} // namespace engine
