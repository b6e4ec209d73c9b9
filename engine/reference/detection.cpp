#include "engine/reference/attention_core.h"

#include "engine/functors/boxes.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>

// NonMaxSuppression (10, 11), MaxRoiPool, Det.

namespace engine {

namespace {

Result<float> optionalNumber(const RunContext& context, std::size_t input, float fallback)
{
    if (!context.hasInput(input) || context.tensor(input).count() == 0)
        return fallback;
    const auto value = TRY(readNumber(context.tensor(input)));
    return static_cast<float>(value);
}

Result<void> runNonMaxSuppression(const OpNode& node, RunContext& context)
{
    const auto& boxTensor = context.tensor(0);
    const auto& scoreTensor = context.tensor(1);
    const auto& b = boxTensor.dims();
    const auto& s = scoreTensor.dims();
    if (b.size() != 3 || s.size() != 3 || b[2] != 4 || b[0] != s[0] || b[1] != s[2])
        return fail("boxes of ", b, " and scores of ", s, " do not fit");
    const auto boxes = TRY(readFloats(boxTensor));
    const auto scores = TRY(readFloats(scoreTensor));
    const auto most = context.hasInput(2) && context.tensor(2).count() > 0
        ? TRY(readInteger(context.tensor(2)))
        : 0;
    const float overlapLimit = TRY(optionalNumber(context, 3, 0.0f));
    const bool hasScoreLimit = context.hasInput(4) && context.tensor(4).count() > 0;
    const float scoreLimit = TRY(optionalNumber(context, 4, 0.0f));
    const bool isCentred = node.flag("center_point_box");
    std::vector<std::int64_t> selected;
    for (std::int64_t set = 0; set < s[0] * s[1]; ++set) {
        const auto batch = set / s[1];
        const float* score = scores.data() + set * s[2];
        std::vector<std::int64_t> order;
        for (std::int64_t i = 0; i < s[2]; ++i) {
            if (!hasScoreLimit || score[i] > scoreLimit)
                order.push_back(i);
        }
        std::ranges::stable_sort(
            order, [&](std::int64_t x, std::int64_t y) { return score[x] > score[y]; });
        std::vector<functors::Box> kept;
        for (const auto index : order) {
            if (std::ssize(kept) >= most)
                break;
            const auto box = functors::boxOf(boxes.data() + (batch * s[2] + index) * 4, isCentred);
            if (std::ranges::any_of(kept, [&](const functors::Box& other) {
                    return functors::overlaps(other, box, overlapLimit);
                }))
                continue;
            kept.push_back(box);
            selected.insert(selected.end(), { batch, set % s[1], index });
        }
    }
    auto* output = TRY(context.output(
        0, ElementType::Int64, Dims { static_cast<std::int64_t>(selected.size() / 3), 3 }));
    std::ranges::copy(selected, output->as<std::int64_t>().begin());
    return {};
}

/// Inputs: image, regions [batch index, x1, y1, x2, y2]. The result is the largest element of each
/// cell.
Result<void> runMaxRoiPool(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& rois = context.tensor(1);
    const auto size = node.integers("pooled_shape", {});
    if (input.rank() != 4 || rois.rank() != 2 || rois.dims()[1] != 5 || size.size() != 2
        || size[0] < 1 || size[1] < 1)
        return fail("input ", input.dims(), " and regions ", rois.dims(), " do not fit");
    const auto [channels, height, width]
        = std::array { input.dims()[1], input.dims()[2], input.dims()[3] };
    const float scale = node.real("spatial_scale", 1.0f);
    const auto values = TRY(readFloats(input));
    const auto regions = TRY(readFloats(rois));
    const Dims dims { rois.dims()[0], channels, size[0], size[1] };
    TRY(checkedCount(dims));
    std::vector<float> output;
    auto edge = [&](float at) {
        const float scaled = std::clamp(at * scale, -1e9f, 1e9f);
        return std::isnan(scaled) ? 0 : static_cast<std::int64_t>(std::round(scaled));
    };
    for (std::int64_t r = 0; r < dims[0]; ++r) {
        const float* roi = regions.data() + r * 5;
        if (!(roi[0] >= 0 && static_cast<double>(roi[0]) < static_cast<double>(input.dims()[0])))
            return fail("batch index ", roi[0], " is outside a batch of ", input.dims()[0]);
        const auto batch = static_cast<std::int64_t>(roi[0]);
        const auto [x, y] = std::array { edge(roi[1]), edge(roi[2]) };
        const auto rows = static_cast<double>(std::max<std::int64_t>(edge(roi[4]) - y + 1, 1))
            / static_cast<double>(size[0]);
        const auto columns = static_cast<double>(std::max<std::int64_t>(edge(roi[3]) - x + 1, 1))
            / static_cast<double>(size[1]);
        auto first = [](std::int64_t cell, double step, std::int64_t from, std::int64_t limit) {
            return std::clamp<std::int64_t>(
                static_cast<std::int64_t>(std::floor(static_cast<double>(cell) * step)) + from, 0,
                limit);
        };
        auto last = [](std::int64_t cell, double step, std::int64_t from, std::int64_t limit) {
            return std::clamp<std::int64_t>(
                static_cast<std::int64_t>(std::ceil(static_cast<double>(cell + 1) * step)) + from,
                0, limit);
        };
        for (std::int64_t c = 0; c < channels; ++c) {
            const float* plane = values.data() + (batch * channels + c) * height * width;
            for (std::int64_t cell = 0; cell < size[0] * size[1]; ++cell) {
                const auto row = cell / size[1];
                const auto column = cell % size[1];
                std::optional<float> best;
                for (auto i = first(row, rows, y, height); i < last(row, rows, y, height); ++i) {
                    for (auto j = first(column, columns, x, width);
                         j < last(column, columns, x, width); ++j)
                        best = std::max(best.value_or(plane[i * width + j]), plane[i * width + j]);
                }
                output.push_back(best.value_or(0.0f));
            }
        }
    }
    return writeFloats(context, 0, input.element(), dims, output);
}

/// Determinant by Gaussian elimination with the largest pivot.
double determinant(std::vector<double> matrix, std::size_t n)
{
    double result = 1;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i) {
            if (std::fabs(matrix[i * n + k]) > std::fabs(matrix[pivot * n + k]))
                pivot = i;
        }
        if (matrix[pivot * n + k] == 0)
            return 0;
        if (pivot != k) {
            std::swap_ranges(
                matrix.begin() + k * n, matrix.begin() + ((k + 1) * n), matrix.begin() + pivot * n);
            result = -result;
        }
        result *= matrix[k * n + k];
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = matrix[i * n + k] / matrix[k * n + k];
            for (std::size_t j = k; j < n; ++j)
                matrix[i * n + j] -= factor * matrix[k * n + j];
        }
    }
    return result;
}

Result<void> runDet(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto rank = input.rank();
    if (rank < 2 || input.dims()[rank - 1] != input.dims()[rank - 2])
        return fail("Det takes square matrices, found ", input.dims());
    const auto n = static_cast<std::size_t>(input.dims().back());
    const auto values = TRY(readNumbers(input));
    const Dims dims(input.dims().begin(), input.dims().end() - 2);
    return fillFloats(context, input.element(), dims, [&](std::int64_t i) {
        const auto first = values.begin() + static_cast<std::size_t>(i) * n * n;
        return determinant({ first, first + n * n }, n);
    });
}

const RegisterReference detections[] = {
    { "NonMaxSuppression", runNonMaxSuppression },
    { "MaxRoiPool", runMaxRoiPool, onFloats },
    { "Det", runDet, onFloats },
};

} // namespace

} // namespace engine
