#include "engine/reference/rotary.h"

#include "engine/program/shapes.h"

// RotaryEmbedding of ai.onnx and of com.microsoft.

namespace engine {

namespace {

/// Rotates the vector of one head in place.
void rotateHead(const RotaryCache& cache, std::int64_t position, float* x)
{
    const auto half = cache.rotated / 2;
    for (std::int64_t k = 0; k < half; ++k) {
        const auto at = static_cast<std::size_t>(position * cache.width + k);
        float& first = x[cache.isInterleaved ? 2 * k : k];
        float& second = x[cache.isInterleaved ? 2 * k + 1 : k + half];
        const float turned = cache.cosines[at] * first - cache.sines[at] * second;
        second = cache.sines[at] * first + cache.cosines[at] * second;
        first = turned;
    }
}

/// ai.onnx: X, cos, sin, positions. Without positions the caches are [batch, steps, half].
Result<void> runRotary(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto shape = TRY(headShape(input, node.integer("num_heads")));
    const auto written = node.integer("rotary_embedding_dim", 0);
    const auto cache = TRY(readRotaryCache(
        context, 1, shape.size, written == 0 ? shape.size : written, node.flag("interleaved")));
    auto positions = countUp(shape.batch * shape.steps);
    if (context.hasInput(3))
        positions = TRY(readIntegers(context.tensor(3)));
    if (std::ssize(positions) != shape.batch * shape.steps)
        return fail("position_ids has ", positions.size(), " entries, expected ",
            shape.batch * shape.steps);
    auto values = TRY(readFloats(input));
    TRY(rotateHeads(values, shape, cache, positions));
    return writeFloats(context, 0, input.element(), input.dims(), values);
}

/// com.microsoft: X, positions, cos, sin. X is [batch, steps, hidden] or [batch, heads, steps,
/// size].
Result<void> runContribRotary(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& d = input.dims();
    const auto rotated = rotatedBy(context.tensor(2));
    const bool isPartial = node.integer("rotary_embedding_dim", 0) > 0;
    const auto named = node.integer("num_heads", 0);
    if ((d.size() != 3 && d.size() != 4) || rotated < 2
        || (isPartial && d.size() == 3 && named < 1))
        return fail("an input of ", d, " does not fit a cache of ", context.tensor(2).dims(),
            " and ", named, " heads");
    const auto shape = TRY(headShape(input, isPartial ? named : d[2] / rotated));
    const auto cache
        = TRY(readRotaryCache(context, 2, shape.size, rotated, node.flag("interleaved")));
    const auto positions = TRY(readRotaryPositions(context.tensor(1), shape.batch, shape.steps));
    auto values = TRY(readFloats(input));
    TRY(rotateHeads(values, shape, cache, positions));
    return writeFloats(context, 0, input.element(), d, values);
}

const RegisterReference rotaryEmbeddings[] = {
    { "RotaryEmbedding", runRotary, onFloats },
    { "RotaryEmbedding", runContribRotary, onSingleOrHalf, "com.microsoft" },
};

} // namespace

Result<RotaryCache> readRotaryCache(const RunContext& context, std::size_t cosines,
    std::int64_t headSize, std::int64_t rotated, bool isInterleaved)
{
    const auto& tensor = context.tensor(cosines);
    const auto width = tensor.rank() > 0 ? tensor.dims().back() : 0;
    if (rotated < 0 || rotated > headSize || width < rotated / 2
        || context.tensor(cosines + 1).dims() != tensor.dims())
        return fail("caches of ", tensor.dims(), " and ", context.tensor(cosines + 1).dims(),
            " do not fit ", rotated, " rotated elements of heads of ", headSize);
    RotaryCache cache;
    cache.cosines = TRY(readFloats(tensor));
    cache.sines = TRY(readFloats(context.tensor(cosines + 1)));
    cache.positions = width > 0 ? tensor.count() / width : 0;
    cache.width = width;
    cache.rotated = rotated;
    cache.isInterleaved = isInterleaved;
    return cache;
}

std::int64_t rotatedBy(const Tensor& cosines)
{
    return cosines.rank() == 2 ? 2 * cosines.dims()[1] : -1;
}

Result<std::vector<std::int64_t>> readRotaryPositions(
    const Tensor& tensor, std::int64_t batch, std::int64_t steps)
{
    const auto given = TRY(readIntegers(tensor));
    if (given.size() != 1 && std::ssize(given) != batch * steps)
        return fail("position_ids has ", given.size(), " entries, expected 1 or ", batch * steps);
    if (std::ssize(given) == batch * steps && tensor.rank() == 2)
        return given;
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < batch * steps; ++i) {
        auto& position = positions.emplace_back();
        if (__builtin_add_overflow(given[0], i % steps, &position))
            return fail("position_ids begins at ", given[0], ", which is too large");
    }
    return positions;
}

Result<void> rotateHeads(std::vector<float>& values, const HeadShape& shape,
    const RotaryCache& cache, const std::vector<std::int64_t>& positions)
{
    const auto [heads, steps] = std::array { shape.heads, shape.steps };
    for (std::int64_t row = 0; row < shape.batch * heads * steps; ++row) {
        const auto step = shape.isHeadFirst ? row % steps : row / heads % steps;
        const auto position = positions[row / (heads * steps) * steps + step];
        if (position < 0 || position >= cache.positions)
            return fail("position ", position, " is outside a cache of ", cache.positions);
        rotateHead(cache, position, values.data() + row * shape.size);
    }
    return {};
}

} // namespace engine
