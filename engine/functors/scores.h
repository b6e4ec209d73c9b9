#pragma once

#include "engine/functors/device.h"

#include <cmath>
#include <cstdint>

/// Transformations of the scores of one row in operators of ai.onnx.ml. Source: attribute
/// post_transform, as implemented by ONNX Runtime.
namespace engine::functors {

enum class PostTransform : std::uint8_t { None, Softmax, Logistic, SoftmaxZero, Probit };

OPSCOPE_DEVICE inline double logistic(double x)
{
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

/// Returns the inverse error function by Winitzki's approximation, as ONNX Runtime does.
OPSCOPE_DEVICE inline double inverseErf(double x)
{
    const double logarithm = std::log((1 - x) * (1 + x));
    const double v = 2 / (3.14159 * 0.147) + 0.5 * logarithm;
    const double root = std::sqrt(-v + std::sqrt(v * v - logarithm / 0.147));
    return x < 0 ? -root : root;
}

/// Returns the index of the first largest value.
OPSCOPE_DEVICE inline std::int64_t largestIndex(const double* values, std::int64_t count)
{
    std::int64_t largest = 0;
    for (std::int64_t i = 1; i < count; ++i)
        largest = values[largest] < values[i] ? i : largest;
    return largest;
}

/// Applies softmax in place. With `skipsZeros`, a score of magnitude <= 1e-7 is multiplied by
/// exp(-maximum) instead of exponentiated, so that it stays near zero.
OPSCOPE_DEVICE inline void softmaxScores(double* scores, std::int64_t count, bool skipsZeros)
{
    const double shift = scores[largestIndex(scores, count)];
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const bool isSkipped = skipsZeros && std::fabs(scores[i]) <= 1e-7;
        scores[i] = isSkipped ? scores[i] * std::exp(-shift) : std::exp(scores[i] - shift);
        sum += scores[i];
    }
    for (std::int64_t i = 0; i < count; ++i)
        scores[i] /= sum;
}

OPSCOPE_DEVICE inline void transformScores(
    double* scores, std::int64_t count, PostTransform transform)
{
    if (count < 1 || transform == PostTransform::None)
        return;
    if (transform == PostTransform::Softmax || transform == PostTransform::SoftmaxZero) {
        softmaxScores(scores, count, transform == PostTransform::SoftmaxZero);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        scores[i] = transform == PostTransform::Logistic
            ? logistic(scores[i])
            : 1.41421356 * inverseErf(2 * scores[i] - 1);
}

/// How a binary classifier with one score computes the score of its other class: 1 - score or
/// -score.
enum class OtherClassScore : std::uint8_t { Complement, Opposite };

struct ScorePair {
    double first;
    double second;
};

/// Returns the two scores of such a classifier. Of the transforms, only Logistic is applied.
OPSCOPE_DEVICE inline ScorePair binaryClassScores(
    double score, OtherClassScore second, PostTransform transform)
{
    if (transform == PostTransform::Logistic && second == OtherClassScore::Opposite)
        return { logistic(-score), logistic(score) };
    if (transform == PostTransform::Logistic)
        return { 1 - logistic(score), logistic(score) };
    return { second == OtherClassScore::Complement ? 1 - score : -score, score };
}

} // namespace engine::functors
