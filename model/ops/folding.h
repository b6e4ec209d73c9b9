#pragma once

#include "model/inference/inference_context.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Elements of small tensors computed during inference: the arithmetic that exporters do on shapes.
/// Floating tensors take part while their elements are whole numbers (`integers`, so that `batch
/// * 2.0` is followed) or plain constants (`reals`).
namespace model::ops {

using DimensionFunction = std::function<Dimension(const Dimension&, const Dimension&)>;
using RealFunction = std::function<double(double, double)>;

/// The elements as whole numbers or expressions; nothing if one has a fraction.
std::optional<std::vector<Dimension>> asIntegers(const KnownElements& elements);
/// The elements as numbers; nothing if one is an expression or unknown.
std::optional<std::vector<double>> asReals(const KnownElements& elements);

/// Applies a function to two elements at a time, broadcast; nothing if the shapes do not fit or the
/// result is too large.
std::optional<KnownElements> combine(const KnownElements& a, const KnownElements& b,
    ElementType element, const DimensionFunction& onIntegers, const RealFunction& onReals);
/// Folds inputs 0 and 1 into output 0 where both are known.
void foldBinary(
    InferenceContext& context, const DimensionFunction& onIntegers, const RealFunction& onReals);

/// Folds input 0 into output 0, element by element; an empty function = nothing is known of such
/// elements.
void foldUnary(InferenceContext& context,
    const std::function<Dimension(const Dimension&)>& onIntegers,
    const std::function<double(double)>& onReals);

/// The elements at flat positions, with a new shape; positions outside become unknown.
KnownElements select(const KnownElements& elements, std::span<const std::size_t> positions,
    std::vector<std::int64_t> dims);
/// The same elements under another shape.
KnownElements reshaped(const KnownElements& elements, std::vector<std::int64_t> dims);

/// The rank of an output whose sizes are the elements of a list input, by the length of that list;
/// nothing if it is not known, and reported if it is above `maximumRank`.
std::optional<std::size_t> rankFromLength(InferenceContext& context, std::size_t input);

/// Distance between neighbours along each axis of a row-major tensor.
std::vector<std::size_t> stridesOf(const std::vector<std::int64_t>& dims);
/// Number of elements if it is at most maximumKnownElements.
std::optional<std::size_t> smallCount(const std::vector<std::int64_t>& dims);

} // namespace model::ops
