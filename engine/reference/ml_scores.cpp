#include "engine/reference/ml_scores.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/enum_name.h"

namespace engine {

Result<PostTransform> postTransform(const OpNode& node)
{
    return enumNamed<PostTransform>("post_transform", node.text("post_transform", "NONE"),
        { "NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT" });
}

void transformScores(std::vector<double>& scores, PostTransform transform)
{
    functors::transformScores(scores.data(), std::ssize(scores), transform);
}

std::vector<double> binaryScores(double score, OtherClassScore second, PostTransform transform)
{
    const auto pair = functors::binaryClassScores(score, second, transform);
    return { pair.first, pair.second };
}

ClassLabels classLabels(const OpNode& node, std::string_view texts, std::string_view numbers)
{
    return { node.texts(texts, {}), node.integers(numbers, {}) };
}

Result<void> writeRows(RunContext& context, const std::vector<std::vector<double>>& rows,
    std::size_t width, ElementType element, std::size_t output)
{
    auto* tensor = TRY(context.output(
        output, element, Dims { std::ssize(rows), static_cast<std::int64_t>(width) }));
    return visitElement(FloatTypes {}, element, [&]<typename T>() {
        std::size_t at = 0;
        for (const auto& row : rows) {
            for (const double value : row)
                tensor->as<T>()[at++] = static_cast<T>(static_cast<Arithmetic<T>>(value));
        }
    });
}

Result<void> writeClasses(RunContext& context, const ClassLabels& labels,
    const std::vector<std::size_t>& chosen, const std::vector<std::vector<double>>& scores)
{
    const auto rows = std::ssize(chosen);
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
    return writeRows(context, scores, width, ElementType::Float, 1);
}

Result<FeatureRows> featureRows(const Tensor& tensor)
{
    if (tensor.rank() != 1 && tensor.rank() != 2)
        return fail("features have the shape ", tensor.dims(), ", expected rows of features");
    FeatureRows features { TRY(readNumbers(tensor)), 1,
        static_cast<std::size_t>(tensor.dims().back()) };
    if (tensor.rank() == 2)
        features.rows = static_cast<std::size_t>(tensor.dims()[0]);
    return features;
}

std::size_t largestIndex(const std::vector<double>& values)
{
    return static_cast<std::size_t>(functors::largestIndex(values.data(), std::ssize(values)));
}

} // namespace engine
