#pragma once

#include "engine/functors/scores.h"
#include "engine/kernel/kernel.h"

#include <string>
#include <vector>

namespace engine {

using functors::logistic;
using functors::OtherClassScore;
using functors::PostTransform;
/// Returns the attribute `post_transform`.
Result<PostTransform> postTransform(const OpNode& node);

/// Applies the transform to one row of scores in place.
void transformScores(std::vector<double>& scores, PostTransform transform);

/// Returns the two scores of a binary classifier with one score, transformed.
std::vector<double> binaryScores(double score, OtherClassScore second, PostTransform transform);

/// Labels of a classifier: strings or integers, depending on the attribute that is given.
struct ClassLabels {
    std::vector<std::string> texts;
    std::vector<std::int64_t> numbers;
    std::size_t count() const { return texts.empty() ? numbers.size() : texts.size(); }
};
ClassLabels classLabels(const OpNode& node, std::string_view texts, std::string_view numbers);

/// Writes output 0 (a label per row) and output 1 (rows of scores).
Result<void> writeClasses(RunContext& context, const ClassLabels& labels,
    const std::vector<std::size_t>& chosen, const std::vector<std::vector<double>>& scores);
/// Writes rows of values as floats to an output (of element type `element`).
Result<void> writeRows(RunContext& context, const std::vector<std::vector<double>>& rows,
    std::size_t width, ElementType element = ElementType::Float, std::size_t output = 0);

/// The input of a classical model: rows of features as double.
struct FeatureRows {
    std::vector<double> values;
    std::size_t rows = 0;
    std::size_t width = 0;
    std::span<const double> row(std::size_t i) const
    {
        return { values.data() + i * width, width };
    }
};
Result<FeatureRows> featureRows(const Tensor& tensor);

std::size_t largestIndex(const std::vector<double>& values);

} // namespace engine
