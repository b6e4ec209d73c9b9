#include "engine/reference/attention_rules.h"

#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>

namespace engine {

float contribScale(const OpNode& node, std::int64_t headSize)
{
    const float scale = node.real("scale", 0.0f);
    return scale != 0.0f ? scale : 1.0f / std::sqrt(static_cast<float>(headSize));
}

bool divideColumns(std::span<const std::int64_t> sizes, std::int64_t total)
{
    const bool areWithin = std::ranges::all_of(
        sizes, [total](std::int64_t size) { return size >= 0 && size <= total; });
    return sizes.size() == 3 && areWithin && sizes[0] == sizes[1]
        && sizes[0] + sizes[1] + sizes[2] == total;
}

Result<std::vector<std::int64_t>> projectionSizes(
    const OpNode& node, std::span<const std::int64_t> weights, std::int64_t heads)
{
    const auto total = weights.back();
    auto sizes = node.integers("qkv_hidden_sizes", {});
    if (sizes.empty())
        sizes.assign(3, total / 3);
    if (!divideColumns(sizes, total) || sizes[0] % heads != 0 || sizes[2] % heads != 0)
        return fail("weights of ", weights, " cannot be divided into query, key and value of ",
            heads, " heads");
    return sizes;
}

Result<void> checkKeyMask(std::span<const std::int64_t> d, const KeyMaskSizes& sizes)
{
    const auto [batch, queries, keys, past] = sizes;
    const bool fits = (d.size() == 1 && (d[0] == batch || d[0] == 2 * batch))
        || (d.size() == 2 && d[0] == batch && d[1] >= keys)
        || (d.size() == 3 && d[0] == batch && d[1] >= queries && d[2] >= keys)
        || (d.size() == 4 && d[0] == batch && d[1] == 1 && d[2] >= past + queries && d[3] >= keys);
    if (fits)
        return {};
    return fail("a mask of ", d, " does not fit ", batch, " sequences of ", keys, " keys");
}

} // namespace engine
