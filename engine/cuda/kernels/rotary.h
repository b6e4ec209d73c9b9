#pragma once

#include "engine/cuda/kernels/attention.h"

/// Rotary position embedding, as shared by both RotaryEmbedding operators and GroupQueryAttention.
namespace engine::cuda {

/// The position of a step: from a list [batch, steps], from one offset for all, or counted from the
/// past.
struct StepPositions {
    Integers listed;
    bool isOffset = false; ///< `listed` has one entry, the position of the first step
    ScoreRules rules; ///< used if there is no list

    OPSCOPE_KERNEL std::int64_t at(std::int64_t b, std::int64_t step, std::int64_t steps) const
    {
        if (isOffset)
            return listed.at(0) + step;
        return listed.isPresent() ? listed.at(b * steps + step) : rules.offset(b, steps) + step;
    }
};

/// Computes one element of y per index. The strides of y decide whether heads or steps are outer.
template <typename T>
struct RotateHeads {
    HeadVectors<T> x;
    T* y = nullptr;
    HeadStrides to; ///< of y
    const T* cosines = nullptr; ///< [rows, width]
    const T* sines = nullptr;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    StepPositions positions;
    bool isCachePerStep = false; ///< the cache has a row for each (batch, step)
    std::int64_t heads = 0;
    std::int64_t steps = 0;
    std::int64_t size = 0;
    std::int64_t rotated = 0; ///< the first `rotated` elements of a head are rotated
    bool isInterleaved = false;
    std::uint32_t* fault = nullptr;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto e = i % size;
        const auto step = i / size % steps;
        const auto head = i / size / steps % heads;
        const auto b = i / size / steps / heads;
        const T* const from = x.at(b, head, step);
        T& target = y[b * to.batch + head * to.head + step * to.step + e];
        if (e >= rotated) {
            target = from[e];
            return;
        }
        auto row = isCachePerStep ? b * steps + step : positions.at(b, step, steps);
        if (row < 0 || row >= rows) {
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
            row = 0;
        }
        const auto half = rotated / 2;
        const auto k = isInterleaved ? e / 2 : e % half;
        const auto first = isInterleaved ? 2 * k : k;
        const auto second = isInterleaved ? 2 * k + 1 : k + half;
        const auto cosine = static_cast<float>(widen(cosines[row * width + k]));
        const auto sine = static_cast<float>(widen(sines[row * width + k]));
        const auto a = static_cast<float>(widen(from[first]));
        const auto c = static_cast<float>(widen(from[second]));
        target = static_cast<T>(e == first ? cosine * a - sine * c : sine * a + cosine * c);
    }
};

/// Rotates `x`, which has the sizes of `shape`, to `y`. `rules` give the positions if no input
/// does.
template <typename T>
Result<void> rotate(ModuleBackend& device, const RunContext& context, const RotationPlan& plan,
    const HeadVectors<T>& x, const HeadShape& shape, T* y, const ScoreRules& rules = {})
{
    RotateHeads<T> rotation { x, y, shape.strides(), in<T>(context, plan.cosines),
        in<T>(context, plan.cosines + 1), plan.rows, plan.width };
    if (!plan.isCachePerStep)
        rotation.positions = { integersIn(context, plan.positions), plan.isOffset, rules };
    rotation.isCachePerStep = plan.isCachePerStep;
    rotation.heads = shape.heads;
    rotation.steps = shape.steps;
    rotation.size = shape.size;
    rotation.rotated = plan.rotated;
    rotation.isInterleaved = plan.isInterleaved;
    rotation.fault = device.faultWord();
    return forEach(device, shape.count(), rotation);
}

} // namespace engine::cuda
