#pragma once

#include "model/inference/inference_context.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Constant folding of small tensors during inference: the arithmetic that exporters apply to
/// shapes. Floating tensors are folded if their elements are whole numbers (kept as `integers`, so
/// that `batch * 2.0` is followed) or constants (kept as `reals`).
namespace model::ops {

using DimensionFunction = std::function<Dimension(const Dimension&, const Dimension&)>;
using RealFunction = std::function<double(double, double)>;
using UnaryDimensionFunction = std::function<Dimension(const Dimension&)>;
using UnaryRealFunction = std::function<double(double)>;

/// Returns the elements as integers or expressions; nothing if one has a fraction.
std::optional<std::vector<Dimension>> asIntegers(const KnownElements& elements);
/// Returns the elements as numbers; nothing if one is an expression or unknown.
std::optional<std::vector<double>> asReals(const KnownElements& elements);

/// Applies a function to pairs of elements with broadcasting. Nothing if the shapes do not fit or
/// the result is too large.
std::optional<KnownElements> combine(const KnownElements& a, const KnownElements& b,
    ElementType element, const DimensionFunction& onIntegers, const RealFunction& onReals);
/// Folds inputs 0 and 1 into output 0 if both are known.
void foldBinary(
    InferenceContext& context, const DimensionFunction& onIntegers, const RealFunction& onReals);

/// Folds input 0 into output 0, element by element. With an empty function, elements of that kind
/// become unknown.
void foldUnary(InferenceContext& context, const UnaryDimensionFunction& onIntegers,
    const UnaryRealFunction& onReals);

/// Returns the elements at flat positions, with a new shape. Positions out of range give unknown
/// elements.
KnownElements select(const KnownElements& elements, std::span<const std::size_t> positions,
    std::vector<std::int64_t> dims);
/// Every element of output 0 is the one that `element` holds, if it is known and holds only one.
void foldRepeated(InferenceContext& context, const KnownElements* element);
/// Output 0 keeps the elements of input 0, whose order does not change with the shape.
void foldReshaped(InferenceContext& context);

/// Returns the rank of an output whose sizes are the elements of a list input: the length of the
/// list. Nothing if it is unknown; reported if it is above `maximumRank`.
std::optional<std::size_t> rankFromLength(InferenceContext& context, std::size_t input);

} // namespace model::ops
