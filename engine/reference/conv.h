#pragma once

#include "engine/reference/multiply.h"
#include "engine/reference/window.h"

#include <algorithm>

namespace engine {

/// A grouped convolution of an input [batch, channels, image...] with weights [outputs, channels /
/// groups, kernel...].
struct ConvShape {
    std::int64_t batch = 1;
    std::int64_t groups = 1;
    std::int64_t inputsPerGroup = 1;
    std::int64_t outputsPerGroup = 1;
    std::int64_t outputChannels = 1;
    WindowShape window;
};
Result<ConvShape> convShape(
    const OpNode& node, std::span<const std::int64_t> input, std::span<const std::int64_t> weight);
Dims convOutputDims(const ConvShape& shape);

struct TransposedConvShape {
    ConvShape conv; ///< the convolution that this transposes; it maps the output to the input
    Dims output;
};
Result<TransposedConvShape> transposedConvShape(
    const OpNode& node, std::span<const std::int64_t> input, std::span<const std::int64_t> weight);

/// Computes Conv of inputs X, W and B into output 0 and returns that output.
Result<Tensor*> computeConv(const OpNode& node, RunContext& context);

/// Gathers the elements under each window of a tile as a matrix: rows (channel, kernel element),
/// columns windows. Elements in the padding are 0.
template <typename A>
void gatherColumns(const ConvShape& shape, const A* planes,
    const std::vector<std::int64_t>& offsets, std::int64_t count, std::vector<A>& columns)
{
    const auto kernelCount = shape.window.kernelCount();
    const auto imageCount = shape.window.imageCount();
    columns.resize(shape.inputsPerGroup * kernelCount * count);
    for (std::int64_t row = 0; row < shape.inputsPerGroup * kernelCount; ++row) {
        const A* plane = planes + row / kernelCount * imageCount;
        const auto* places = offsets.data() + row % kernelCount * count;
        A* column = columns.data() + row * count;
        for (std::int64_t p = 0; p < count; ++p)
            column[p] = places[p] >= 0 ? plane[places[p]] : A(0);
    }
}

/// Computes a convolution and calls store(batch, output channel, first window, sums) for every tile
/// of windows.
template <typename A, typename Store>
Result<void> convolveColumns(const ConvShape& shape, const A* data, const A* weights,
    const std::stop_token& stop, const Store& store)
{
    if (shape.batch == 0 || shape.outputChannels == 0)
        return {};
    const auto positions = shape.window.positionCount();
    const auto imageCount = shape.window.imageCount();
    const auto depth = shape.inputsPerGroup * shape.window.kernelCount();
    std::vector<A> columns;
    std::vector<A> sums;
    for (std::int64_t first = 0; first < positions; first += windowTile) {
        const auto count = std::min(windowTile, positions - first);
        // Weights without elements give zeros, and do not bound the size of the kernel.
        const auto offsets
            = depth > 0 ? windowOffsets(shape.window, first, count) : std::vector<std::int64_t>();
        for (std::int64_t block = 0; block < shape.batch * shape.groups; ++block) {
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "stopped");
            const auto group = block % shape.groups;
            sums.assign(shape.outputsPerGroup * count, A(0));
            if (depth > 0) {
                gatherColumns(shape, data + block * shape.inputsPerGroup * imageCount, offsets,
                    count, columns);
                multiplyAdd<A>({ weights + group * shape.outputsPerGroup * depth, depth, 1 },
                    { columns.data(), count, 1 }, sums.data(), count, shape.outputsPerGroup, depth,
                    count);
            }
            for (std::int64_t channel = 0; channel < shape.outputsPerGroup; ++channel) {
                const std::span<const A> row(
                    sums.data() + channel * count, static_cast<std::size_t>(count));
                store(block / shape.groups, group * shape.outputsPerGroup + channel, first, row);
            }
        }
    }
    return {};
}

} // namespace engine
