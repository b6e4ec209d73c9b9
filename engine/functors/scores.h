#pragma once

#include "engine/functors/device.h"

#include <cmath>
#include <cstdint>

/// What classical models do with the scores of one row. Source: ai.onnx.ml, attribute
/// post_transform, and what ONNX Runtime makes of it.
namespace engine::functors {

enum class PostTransform : std::uint8_t { None, Softmax, Logistic, SoftmaxZero, Probit };

OPSCOPE_DEVICE inline double logistic(double x)
{
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

/// Winitzki's approximation, the one ONNX Runtime uses.
OPSCOPE_DEVICE inline double inverseErf(double x)
{
    const double logarithm = std::log((1 - x) * (1 + x));
    const double v = 2 / (3.14159 * 0.147) + 0.5 * logarithm;
    const double root = std::sqrt(-v + std::sqrt(v * v - logarithm / 0.147));
    return x < 0 ? -root : root;
}

/// The first of the largest.
OPSCOPE_DEVICE inline std::int64_t largestIndex(const double* values, std::int64_t count)
{
    std::int64_t largest = 0;
    for (std::int64_t i = 1; i < count; ++i)
        largest = values[largest] < values[i] ? i : largest;
    return largest;
}

/// Zeros stay (nearly) zero where they are skipped.
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

/// What a binary classifier with one score says of the second class: the rest of a probability, or
/// the opposite sign.
enum class SecondClass : std::uint8_t { Complement, Opposite };

struct ScorePair {
    double first;
    double second;
};

/// The two scores of such a classifier, transformed.
OPSCOPE_DEVICE inline ScorePair scorePair(double score, SecondClass second, PostTransform transform)
{
    if (transform == PostTransform::Logistic && second == SecondClass::Opposite)
        return { logistic(-score), logistic(score) };
    if (transform == PostTransform::Logistic)
        return { 1 - logistic(score), logistic(score) };
    return { second == SecondClass::Complement ? 1 - score : -score, score };
}

} // namespace engine::functors
