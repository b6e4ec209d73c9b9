#include "engine/reference/ml_scores.h"

#include "engine/element_dispatch.h"
#include "engine/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine {

namespace {

/// Winitzki's approximation, the one ONNX Runtime uses.
double inverseErf(double x)
{
    const double logarithm = std::log((1 - x) * (1 + x));
    const double v = 2 / (3.14159 * 0.147) + 0.5 * logarithm;
    const double root = std::sqrt(-v + std::sqrt(v * v - logarithm / 0.147));
    return x < 0 ? -root : root;
}

/// Zeros stay (nearly) zero: SOFTMAX_ZERO skips them.
void softmax(std::vector<double>& scores, bool skipsZeros)
{
    const double shift = *std::ranges::max_element(scores);
    double sum = 0;
    for (auto& score : scores) {
        const bool isSkipped = skipsZeros && std::fabs(score) <= 1e-7;
        score = isSkipped ? score * std::exp(-shift) : std::exp(score - shift);
        sum += score;
    }
    for (auto& score : scores)
        score /= sum;
}

} // namespace

Result<PostTransform> postTransform(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, PostTransform>, 5> names { {
        { "NONE", PostTransform::None },
        { "SOFTMAX", PostTransform::Softmax },
        { "LOGISTIC", PostTransform::Logistic },
        { "SOFTMAX_ZERO", PostTransform::SoftmaxZero },
        { "PROBIT", PostTransform::Probit },
    } };
    for (const auto& [known, transform] : names) {
        if (name == known)
            return transform;
    }
    return fail("post_transform \"", name, "\" is not known");
}

double logistic(double x)
{
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

void transformScores(std::vector<double>& scores, PostTransform transform)
{
    if (scores.empty())
        return;
    switch (transform) {
    case PostTransform::None:
        break;
    case PostTransform::Softmax:
        softmax(scores, false);
        break;
    case PostTransform::SoftmaxZero:
        softmax(scores, true);
        break;
    case PostTransform::Logistic:
        std::ranges::transform(scores, scores.begin(), logistic);
        break;
    case PostTransform::Probit:
        std::ranges::transform(
            scores, scores.begin(), [](double x) { return 1.41421356 * inverseErf(2 * x - 1); });
        break;
    }
}

std::vector<double> binaryScores(double score, SecondClass second, PostTransform transform)
{
    if (transform == PostTransform::Logistic && second == SecondClass::Opposite)
        return { logistic(-score), logistic(score) };
    if (transform == PostTransform::Logistic)
        return { 1 - logistic(score), logistic(score) };
    return { second == SecondClass::Complement ? 1 - score : -score, score };
}

ClassLabels classLabels(const OpNode& node, std::string_view texts, std::string_view numbers)
{
    return { node.texts(texts).value_or(std::vector<std::string> {}),
        node.integers(numbers).value_or(std::vector<std::int64_t> {}) };
}

Result<void> writeRows(RunContext& context, const std::vector<std::vector<double>>& rows,
    std::size_t width, ElementType element)
{
    auto* output = TRY(context.output(0, element,
        Dims { static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(width) }));
    auto write = [&]<typename T>() -> Result<void> {
        std::size_t at = 0;
        for (const auto& row : rows) {
            for (const double value : row)
                output->as<T>()[at++] = static_cast<T>(static_cast<Arithmetic<T>>(value));
        }
        return {};
    };
    return visitElement(FloatTypes {}, element, write);
}

Result<void> writeClasses(RunContext& context, const ClassLabels& labels,
    const std::vector<std::size_t>& chosen, const std::vector<std::vector<double>>& scores)
{
    const auto rows = static_cast<std::int64_t>(chosen.size());
    const bool areTexts = !labels.texts.empty();
    auto* label = TRY(
        context.output(0, areTexts ? ElementType::String : ElementType::Int64, Dims { rows }));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (areTexts)
            (*label->strings)[i] = labels.texts[chosen[i]];
        else
            label->as<std::int64_t>()[i] = labels.numbers[chosen[i]];
    }
    if (!context.hasOutput(1))
        return {};
    const auto width = scores.empty() ? labels.count() : scores.front().size();
    auto* output = TRY(
        context.output(1, ElementType::Float, Dims { rows, static_cast<std::int64_t>(width) }));
    std::size_t at = 0;
    for (const auto& row : scores) {
        for (const double score : row)
            output->as<float>()[at++] = static_cast<float>(score);
    }
    return {};
}

Result<FeatureRows> featureRows(const Tensor& tensor)
{
    if (tensor.rank() != 1 && tensor.rank() != 2)
        return fail(
            "features have the shape ", dimsText(tensor.dims()), ", expected rows of features");
    FeatureRows features { TRY(readNumbers(tensor)), 1,
        static_cast<std::size_t>(tensor.dims().back()) };
    if (tensor.rank() == 2)
        features.rows = static_cast<std::size_t>(tensor.dims()[0]);
    return features;
}

std::size_t largestIndex(const std::vector<double>& values)
{
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

} // namespace engine
