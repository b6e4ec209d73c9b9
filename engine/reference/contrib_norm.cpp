#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"

#include <cmath>

// SkipLayerNormalization, SkipSimplifiedLayerNormalization and EmbedLayerNormalization of
// com.microsoft.

namespace engine {

namespace {

enum class Centre { Mean, Zero };

struct NormalizedRows {
    std::vector<float> values;
    std::vector<float> means;
    std::vector<float> inverseDeviations;
};

/// Normalises rows of `width`, then scales and shifts; empty beta = no shift.
NormalizedRows normaliseRows(const std::vector<float>& input, std::size_t width, double epsilon,
    Centre centre, const std::vector<float>& gamma, const std::vector<float>& beta)
{
    NormalizedRows result { std::vector<float>(input.size()), {}, {} };
    for (std::size_t first = 0; width > 0 && first < input.size(); first += width) {
        double mean = 0;
        double squares = 0;
        for (std::size_t i = first; i < first + width; ++i)
            mean += static_cast<double>(input[i]) / static_cast<double>(width);
        if (centre == Centre::Zero)
            mean = 0;
        for (std::size_t i = first; i < first + width; ++i)
            squares
                += (static_cast<double>(input[i]) - mean) * (static_cast<double>(input[i]) - mean);
        const double inverse = 1.0 / std::sqrt(squares / static_cast<double>(width) + epsilon);
        for (std::size_t i = 0; i < width; ++i) {
            const double x = (static_cast<double>(input[first + i]) - mean) * inverse
                * static_cast<double>(gamma[i]);
            result.values[first + i]
                = static_cast<float>(x + (beta.empty() ? 0.0 : static_cast<double>(beta[i])));
        }
        result.means.push_back(static_cast<float>(mean));
        result.inverseDeviations.push_back(static_cast<float>(inverse));
    }
    return result;
}

/// Inputs of the mean form: input, skip, gamma, beta, bias. Simplified form: input, skip, gamma,
/// bias. The batch axis of the skip may be missing.
template <Centre centre>
Result<void> runSkipNormalization(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& skip = context.tensor(1);
    if (input.rank() == 0 || skip.count() == 0 || input.count() % skip.count() != 0)
        return fail("a skip of ", skip.dims(), " does not fit an input of ", input.dims());
    const auto width = input.dims().back();
    const auto gamma = TRY(optionalValues<float>(context, 2, width));
    const auto beta = centre == Centre::Mean ? TRY(optionalValues<float>(context, 3, width))
                                             : std::vector<float> {};
    const auto bias = TRY(optionalValues<float>(context, centre == Centre::Mean ? 4 : 3, width));
    auto sums = TRY(readFloats(input));
    const auto added = TRY(readFloats(skip));
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += added[i % added.size()]
            + (bias.empty() ? 0.0f : bias[i % static_cast<std::size_t>(width)]);
    const auto rows = normaliseRows(sums, static_cast<std::size_t>(width),
        static_cast<double>(node.real("epsilon", 1e-12f)), centre, gamma, beta);
    auto statistics = input.dims();
    statistics.back() = 1;
    TRY(writeFloats(context, 0, input.element(), input.dims(), rows.values));
    TRY(writeFloats(context, 1, ElementType::Float, statistics, rows.means));
    TRY(writeFloats(context, 2, ElementType::Float, statistics, rows.inverseDeviations));
    return writeFloats(context, 3, input.element(), input.dims(), sums);
}

/// Adds rows of a table by index to `sums`, which has one row of `width` per index.
Result<void> addRows(const Tensor& table, std::int64_t width,
    const std::vector<std::int64_t>& indices, std::vector<float>& sums)
{
    if (table.rank() != 2 || table.dims()[1] != width)
        return fail("an embedding is ", table.dims(), ", expected rows of ", width);
    if (indices.size() * static_cast<std::size_t>(width) != sums.size())
        return fail("there are ", indices.size(), " indices of an embedding for ", sums.size(),
            " elements in rows of ", width);
    const auto values = TRY(readFloats(table));
    const auto rows = width > 0 ? table.count() / width : 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] < 0 || indices[i] >= rows)
            return fail("index ", indices[i], " is outside an embedding of ", rows, " rows");
        for (std::int64_t k = 0; k < width; ++k)
            sums[i * static_cast<std::size_t>(width) + static_cast<std::size_t>(k)]
                += values[indices[i] * width + k];
    }
    return {};
}

/// Writes output 1: how many tokens of each row the mask keeps.
Result<void> writeMaskIndex(RunContext& context, std::int64_t batch, std::int64_t steps)
{
    if (!context.hasOutput(1))
        return {};
    auto* output = TRY(context.output(1, ElementType::Int32, Dims { batch }));
    const auto mask = TRY(optionalValues<double>(context, 7, batch * steps));
    for (std::int64_t b = 0; b < batch; ++b) {
        std::int32_t kept = 0;
        for (std::int64_t s = 0; s < steps && !mask.empty(); ++s)
            kept += mask[b * steps + s] == 1 ? 1 : 0;
        output->as<std::int32_t>()[b] = kept;
    }
    return {};
}

/// Returns the position of each token: given for each, given for one row and the same in all rows,
/// or counted from 0 in each row.
Result<std::vector<std::int64_t>> tokenPositions(
    const RunContext& context, std::int64_t batch, std::int64_t steps)
{
    const auto count = static_cast<std::size_t>(batch * steps);
    if (count == 0)
        return std::vector<std::int64_t> {};
    const auto perRow = static_cast<std::size_t>(steps);
    auto row = countUp(perRow);
    if (context.hasInput(8))
        row = TRY(readIntegers(context.tensor(8)));
    if (row.size() == count)
        return row;
    if (row.size() != perRow)
        return fail("there are ", row.size(), " position ids for ", count, " tokens");
    std::vector<std::int64_t> places(count);
    for (std::size_t i = 0; i < count; ++i)
        places[i] = row[i % perRow];
    return places;
}

Result<void> runEmbedLayerNormalization(const OpNode& node, RunContext& context)
{
    const auto& ids = context.tensor(0);
    const auto& words = context.tensor(2);
    if (ids.rank() != 2 || words.rank() != 2)
        return fail("ids of ", ids.dims(), " and words of ", words.dims(), " must have rank 2");
    const auto batch = ids.dims()[0];
    const auto steps = ids.dims()[1];
    const auto width = words.dims()[1];
    const Dims dims { batch, steps, width };
    std::vector<float> sums(TRY(checkedCount(dims)), 0.0f);
    const auto wordIds = TRY(readIntegers(ids));
    TRY(addRows(words, width, wordIds, sums));
    const auto places = TRY(tokenPositions(context, batch, steps));
    TRY(addRows(context.tensor(3), width, places, sums));
    if (context.hasInput(1) && context.hasInput(4)) {
        const auto segments = TRY(readIntegers(context.tensor(1)));
        TRY(addRows(context.tensor(4), width, segments, sums));
    }
    const auto gamma = TRY(optionalValues<float>(context, 5, width));
    const auto beta = TRY(optionalValues<float>(context, 6, width));
    const auto rows = normaliseRows(sums, static_cast<std::size_t>(width),
        static_cast<double>(node.real("epsilon", 1e-12f)), Centre::Mean, gamma, beta);
    TRY(writeFloats(context, 0, words.element(), dims, rows.values));
    TRY(writeMaskIndex(context, batch, steps));
    return writeFloats(context, 2, words.element(), dims, sums);
}

const RegisterReference skipNormalizations[] = {
    { "SkipLayerNormalization", runSkipNormalization<Centre::Mean>, onSingleOrHalf,
        "com.microsoft" },
    { "SkipSimplifiedLayerNormalization", runSkipNormalization<Centre::Zero>, onSingleOrHalf,
        "com.microsoft" },
    { "EmbedLayerNormalization", runEmbedLayerNormalization, nullptr, "com.microsoft" },
};

} // namespace

} // namespace engine
