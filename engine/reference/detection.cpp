#include "engine/reference/attention_core.h"

#include "engine/functors/boxes.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>

// NonMaxSuppression (10, 11), RoiAlign (10, 16, 22), MaxRoiPool, Det.

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

struct RoiShape {
    std::int64_t channels, height, width, outHeight, outWidth, samples;
    float offset = 0;
    float scale = 1;
    bool takesMax = false;
};

/// The four neighbours of a point and their weights, which are 0 outside the image.
struct Bilinear {
    std::array<std::int64_t, 4> places {};
    std::array<float, 4> weights {};
};

Bilinear bilinearAt(float y, float x, const RoiShape& shape)
{
    Bilinear point;
    if (!(y >= -1.0f && y <= static_cast<float>(shape.height) && x >= -1.0f
            && x <= static_cast<float>(shape.width)))
        return point;
    y = std::max(y, 0.0f);
    x = std::max(x, 0.0f);
    auto low = [](float at, std::int64_t size) {
        return std::min(static_cast<std::int64_t>(at), size - 1);
    };
    const auto y0 = low(y, shape.height);
    const auto x0 = low(x, shape.width);
    const auto y1 = std::min(y0 + 1, shape.height - 1);
    const auto x1 = std::min(x0 + 1, shape.width - 1);
    const float dy = y0 == shape.height - 1 ? 0.0f : y - static_cast<float>(y0);
    const float dx = x0 == shape.width - 1 ? 0.0f : x - static_cast<float>(x0);
    point.places = { y0 * shape.width + x0, y0 * shape.width + x1, y1 * shape.width + x0,
        y1 * shape.width + x1 };
    point.weights = { (1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx };
    return point;
}

/// Returns the points that are sampled in one cell of a region.
Result<std::vector<Bilinear>> cellPoints(
    const RoiShape& shape, const float* roi, std::int64_t row, std::int64_t column)
{
    const float left = roi[0] * shape.scale - shape.offset;
    const float top = roi[1] * shape.scale - shape.offset;
    float width = roi[2] * shape.scale - shape.offset - left;
    float height = roi[3] * shape.scale - shape.offset - top;
    if (shape.offset == 0) {
        width = std::max(width, 1.0f);
        height = std::max(height, 1.0f);
    }
    const float cellHeight = height / static_cast<float>(shape.outHeight);
    const float cellWidth = width / static_cast<float>(shape.outWidth);
    auto samplesOf = [&](float cell) {
        return shape.samples > 0 ? static_cast<float>(shape.samples) : std::ceil(cell);
    };
    const float rows = samplesOf(cellHeight);
    const float columns = samplesOf(cellWidth);
    if (!(rows < 1e7f && columns < 1e7f && rows * columns < 1e7f))
        return fail("a region of ", width, "×", height, " is sampled too often");
    std::vector<Bilinear> points;
    for (float i = 0; i < rows; ++i) {
        const float y = top + static_cast<float>(row) * cellHeight + (i + 0.5f) * cellHeight / rows;
        for (float j = 0; j < columns; ++j)
            points.push_back(bilinearAt(y,
                left + static_cast<float>(column) * cellWidth + (j + 0.5f) * cellWidth / columns,
                shape));
    }
    return points;
}

float pooled(const float* plane, const std::vector<Bilinear>& points, bool takesMax)
{
    float result = 0;
    bool isFirst = true;
    for (const auto& point : points) {
        for (std::size_t k = 0; k < 4; ++k) {
            const float value = point.weights[k] * plane[point.places[k]];
            result = takesMax && !isFirst ? std::max(result, value)
                                          : (takesMax ? value : result + value);
            isFirst = false;
        }
    }
    return takesMax || points.empty() ? result : result / static_cast<float>(points.size());
}

Result<void> runRoiAlign(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& rois = context.tensor(1);
    const auto batches = TRY(readIntegers(context.tensor(2)));
    if (input.rank() != 4 || rois.rank() != 2 || rois.dims()[1] != 4
        || std::ssize(batches) != rois.dims()[0] || input.count() == 0)
        return fail("input ", input.dims(), ", regions ", rois.dims(), " and ", batches.size(),
            " batch indices do not fit");
    RoiShape shape { input.dims()[1], input.dims()[2], input.dims()[3],
        node.integer("output_height", 1), node.integer("output_width", 1),
        node.integer("sampling_ratio", 0) };
    if (shape.outHeight < 1 || shape.outWidth < 1)
        return fail("an output of ", shape.outHeight, "×", shape.outWidth);
    const bool isHalfPixel = node.version >= 16
        && node.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    shape.offset = isHalfPixel ? 0.5f : 0.0f;
    shape.scale = node.real("spatial_scale", 1.0f);
    shape.takesMax = node.text("mode", "avg") == "max";
    const auto cells = TRY(checkedProduct(shape.outHeight, shape.outWidth));
    const auto values = TRY(readFloats(input));
    const auto regions = TRY(readFloats(rois));
    const Dims dims { rois.dims()[0], shape.channels, shape.outHeight, shape.outWidth };
    TRY(checkedCount(dims));
    std::vector<float> output(elementCount(dims));
    for (std::int64_t r = 0; r < dims[0]; ++r) {
        const auto batch = batches[r];
        if (batch < 0 || batch >= input.dims()[0])
            return fail("batch index ", batch, " is outside a batch of ", input.dims()[0]);
        for (std::int64_t cell = 0; cell < cells; ++cell) {
            const auto points = TRY(cellPoints(
                shape, regions.data() + r * 4, cell / shape.outWidth, cell % shape.outWidth));
            for (std::int64_t c = 0; c < shape.channels; ++c) {
                const float* plane
                    = values.data() + (batch * shape.channels + c) * shape.height * shape.width;
                output[(r * shape.channels + c) * cells + cell]
                    = pooled(plane, points, shape.takesMax);
            }
        }
    }
    return writeFloats(context, 0, input.element(), dims, output);
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
    { "RoiAlign", runRoiAlign, onFloats },
    { "MaxRoiPool", runMaxRoiPool, onFloats },
    { "Det", runDet, onFloats },
};

} // namespace

} // namespace engine
