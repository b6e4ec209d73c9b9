#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Sequences of a batch without their padding (com.microsoft): RemovePadding, RestorePadding,
// PackedAttention, PackedMultiHeadAttention. Rows are the real tokens of all sequences, one after
// the other. `token_offset` has the original position of each token, then those of the padding.

namespace engine {

namespace {

/// Inputs: input [batch, steps, features] and the number of real tokens of each sequence.
Result<void> runRemovePadding(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto counts = TRY(readIntegers(context.tensor(1)));
    if (input.rank() != 3 || std::ssize(counts) != input.dims()[0])
        return fail(counts.size(), " token counts do not fit an input of ", input.dims());
    const auto [batch, steps, features]
        = std::array { input.dims()[0], input.dims()[1], input.dims()[2] };
    if (batch * steps > std::numeric_limits<std::int32_t>::max())
        return fail("an input of ", input.dims(), " has more tokens than int32 counts");
    const auto values = TRY(readFloats(input));
    std::vector<float> kept;
    std::vector<std::int32_t> offsets;
    std::vector<std::int32_t> padding;
    std::vector<std::int32_t> ends { 0 };
    for (std::int64_t b = 0; b < batch; ++b) {
        const auto count = counts[b];
        if (count < 0 || count > steps)
            return fail("sequence ", b, " has ", count, " tokens of ", steps);
        for (std::int64_t s = 0; s < steps; ++s) {
            const auto row = b * steps + s;
            (s < count ? offsets : padding).push_back(static_cast<std::int32_t>(row));
            if (s < count)
                kept.insert(kept.end(), values.begin() + row * features,
                    values.begin() + (row + 1) * features);
        }
        ends.push_back(ends.back() + static_cast<std::int32_t>(count));
    }
    const auto tokens = std::ssize(offsets);
    offsets.insert(offsets.end(), padding.begin(), padding.end());
    TRY(writeFloats(context, 0, input.element(), { tokens, features }, kept));
    const auto longest = counts.empty() ? 0 : *std::ranges::max_element(counts);
    auto give = [&](std::size_t i, const Dims& dims,
                    const std::vector<std::int32_t>& numbers) -> Result<void> {
        if (!context.hasOutput(i))
            return {};
        auto* output = TRY(context.output(i, ElementType::Int32, dims));
        std::ranges::copy(numbers, output->as<std::int32_t>().begin());
        return {};
    };
    TRY(give(1, { batch, steps }, offsets));
    TRY(give(2, { batch + 1 }, ends));
    return give(3, { 1 }, { static_cast<std::int32_t>(longest) });
}

/// Converts [tokens, features] to [batch, steps, features], with zeros in the padding.
Result<void> runRestorePadding(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& places = context.tensor(1);
    const auto offsets = TRY(readIntegers(places));
    if (input.rank() != 2 || places.rank() != 2 || input.dims()[0] > places.count())
        return fail("offsets of ", places.dims(), " do not fit tokens of ", input.dims());
    const auto features = input.dims()[1];
    const auto values = TRY(readFloats(input));
    std::vector<float> restored(TRY(checkedProduct(places.count(), features)), 0.0F);
    for (std::int64_t i = 0; i < input.dims()[0]; ++i) {
        const auto row = offsets[i];
        if (row < 0 || row >= places.count())
            return fail("token ", i, " stood at ", row, ", there are ", places.count(), " places");
        std::copy_n(values.begin() + i * features, features, restored.begin() + row * features);
    }
    return writeFloats(
        context, 0, input.element(), { places.dims()[0], places.dims()[1], features }, restored);
}

/// Query, key and value of all tokens, a row of features per token.
struct PackedTokens {
    ProjectedRows rows;
    std::int64_t tokens = 0;
    std::int64_t features = 0;
    std::int64_t valueFeatures = 0;
};

struct PackedPlaces {
    std::size_t offsets, ends, bias;
};

/// Returns the attention of one sequence, which is the tokens [first, last).
AttentionProblem problemOf(
    const OpNode& node, const PackedTokens& packed, std::int64_t first, std::int64_t last)
{
    const auto heads = node.integer("num_heads", 0);
    AttentionProblem problem;
    problem.batch = 1;
    problem.heads = problem.kvHeads = heads;
    problem.queries = problem.keys = last - first;
    problem.headSize = packed.features / heads;
    problem.valueSize = packed.valueFeatures / heads;
    problem.scale = node.real("scale", 1.0F / std::sqrt(static_cast<float>(problem.headSize)));
    const auto own = [&](const std::vector<float>& rows, std::int64_t features) {
        return std::vector<float>(rows.begin() + first * features, rows.begin() + last * features);
    };
    setHeads(problem,
        { own(packed.rows.q, packed.features), own(packed.rows.k, packed.features),
            own(packed.rows.v, packed.valueFeatures) });
    return problem;
}

/// Computes attention within each sequence. Source: com.microsoft, PackedMultiHeadAttention.
Result<void> attendPacked(
    const OpNode& node, RunContext& context, const PackedTokens& packed, const PackedPlaces& places)
{
    const auto heads = node.integer("num_heads", 0);
    const auto& offsets = context.tensor(places.offsets);
    const auto ends = TRY(readIntegers(context.tensor(places.ends)));
    const bool areHeads = heads > 0 && packed.features % heads == 0
        && packed.valueFeatures % heads == 0 && packed.features > 0;
    if (!areHeads || offsets.rank() != 2 || std::ssize(ends) != offsets.dims()[0] + 1
        || ends.front() != 0 || ends.back() != packed.tokens || !std::ranges::is_sorted(ends))
        return fail("sequences of ", packed.tokens, " tokens with ", packed.features, " features, ",
            heads, " heads and offsets of ", offsets.dims(),
            " do not fit their cumulative lengths");
    const auto steps = offsets.dims()[1];
    if (context.hasInput(places.bias) && context.tensor(places.bias).rank() != 4)
        return fail(
            "an attention bias of ", context.tensor(places.bias).dims(), ", expected rank 4");
    const auto bias
        = TRY(readScoreBias(context, places.bias, { offsets.dims()[0], heads, steps, steps }));
    std::vector<float> result;
    for (std::size_t b = 0; b + 1 < ends.size(); ++b) {
        const auto length = ends[b + 1] - ends[b];
        if (length > steps)
            return fail("sequence ", b, " has ", length, " tokens of ", steps);
        auto problem = problemOf(node, packed, ends[b], ends[b + 1]);
        if (!bias.values.empty())
            problem.bias = [&](std::int64_t, std::int64_t head, std::int64_t i, std::int64_t j) {
                return bias.at(static_cast<std::int64_t>(b), head, i, j);
            };
        const auto attended = TRY(attend(problem));
        const auto rows = joinHeads(attended.output, 1, length, heads, problem.valueSize);
        result.insert(result.end(), rows.begin(), rows.end());
    }
    return writeFloats(
        context, 0, context.tensor(0).element(), { packed.tokens, packed.valueFeatures }, result);
}

Result<void> runPackedMultiHeadAttention(const OpNode& node, RunContext& context)
{
    const auto& query = context.tensor(0);
    PackedTokens packed;
    packed.tokens = query.rank() > 0 ? query.dims()[0] : 0;
    if (query.rank() == 4 && query.dims()[2] == 3) { // [tokens, heads, 3, size]
        const auto size = query.dims()[3];
        packed.features = packed.valueFeatures = query.dims()[1] * size;
        packed.rows = divideRows(TRY(readFloats(query)), std::array { size, size, size });
    } else {
        if (query.rank() != 2 || !context.hasInput(1) || !context.hasInput(2)
            || context.tensor(1).dims() != query.dims() || context.tensor(2).rank() != 2
            || context.tensor(2).dims()[0] != packed.tokens)
            return fail("a query of ", query.dims(), " has no key and value that fit");
        packed.features = query.dims()[1];
        packed.valueFeatures = context.tensor(2).dims()[1];
        packed.rows.q = TRY(readFloats(query));
        packed.rows.k = TRY(readFloats(context.tensor(1)));
        packed.rows.v = TRY(readFloats(context.tensor(2)));
    }
    if (context.hasInput(3)) {
        const auto bias = TRY(readFloats(context.tensor(3)));
        TRY(addProjectionBias(packed.rows, bias, packed.features, packed.valueFeatures));
    }
    return attendPacked(node, context, packed, { 4, 5, 6 });
}

Result<void> runPackedAttention(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& weights = context.tensor(1);
    const auto bias = TRY(readFloats(context.tensor(2)));
    if (input.rank() != 2 || weights.rank() != 2 || weights.dims()[0] != input.dims()[1]
        || std::ssize(bias) != weights.dims()[1])
        return fail("an input of ", input.dims(), ", weights of ", weights.dims(),
            " and a bias of ", bias.size(), " do not fit");
    const auto [tokens, inner, width]
        = std::array { input.dims()[0], input.dims()[1], weights.dims()[1] };
    const auto sizes = node.integers("qkv_hidden_sizes", std::vector<std::int64_t>(3, width / 3));
    if (!divideColumns(sizes, width) || sizes[0] < 1 || sizes[2] < 1)
        return fail(
            "query, key and value do not share ", width, " columns as qkv_hidden_sizes says");
    const auto rows = TRY(readFloats(input));
    const auto matrix = TRY(readFloats(weights));
    auto projected = TRY(project(rows, inner, matrix, sizes, bias));
    const PackedTokens packed { std::move(projected), tokens, sizes[0], sizes[2] };
    return attendPacked(node, context, packed, { 3, 4, 5 });
}

constexpr auto onHalves = checkFirstInput<TypeList<float, Float16>>;

const RegisterReference unpadded[] = {
    { "RemovePadding", runRemovePadding, onHalves, "com.microsoft" },
    { "RestorePadding", runRestorePadding, onHalves, "com.microsoft" },
    { "PackedAttention", runPackedAttention, onHalves, "com.microsoft" },
    { "PackedMultiHeadAttention", runPackedMultiHeadAttention, onHalves, "com.microsoft" },
};

} // namespace

} // namespace engine
