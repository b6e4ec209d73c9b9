// Strings.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>

namespace model::ops {

namespace {

void concatenate(InferenceContext& context)
{
    context.setTensor(0, ElementType::String, broadcastInputs(context));
}

void splitStrings(InferenceContext& context)
{
    context.setTensor(0, ElementType::String);
    context.setTensor(1, ElementType::Int64);
    if (!context.hasShape(0))
        return;
    auto shape = context.shape(0);
    context.setTensor(1, ElementType::Int64, shape);
    shape.push_back(context.newDimension("parts"));
    context.setTensor(0, ElementType::String, std::move(shape));
}

/// Removed stop words change the length of the last axis.
void normalizeStrings(InferenceContext& context)
{
    context.setTensor(0, ElementType::String);
    if (!expectRank(context, 0, { 1, 2 }) || !context.hasShape(0))
        return;
    auto shape = context.shape(0);
    // If no word is left, the output is one empty string.
    const auto hasStopWords
        = !context.texts("stopwords").value_or(std::vector<std::string> {}).empty();
    if (hasStopWords || !shape.back().isNumber())
        shape.back() = context.newDimension("words");
    else if (shape.back().value() == 0)
        shape.back() = Dimension::number(1);
    context.setTensor(0, ElementType::String, std::move(shape));
}

/// One output column per n-gram of the pool.
void countNgrams(InferenceContext& context)
{
    context.setTensor(0, ElementType::Float);
    if (!expectRank(context, 0, { 1, 2 }) || !context.hasShape(0))
        return;
    const auto indexes = context.integers("ngram_indexes").value_or(std::vector<std::int64_t> {});
    const auto places = indexes.empty()
        ? Dimension()
        : Dimension::number(*std::ranges::max_element(indexes)) + Dimension::number(1);
    context.setTensor(0, ElementType::Float,
        context.rank(0) == 1u ? Shape { places } : Shape { context.dim(0, 0), places });
}

const RegisterOperators textOperators {
    op("StringConcat", "Joins strings element by element.")
        .since(20, "X: T, Y: T -> Z: T", "T: string")
        .rules(concatenate),

    op("StringSplit",
        "Splits strings at a delimiter into a padded tensor, with the number of parts.")
        .since(20, "X: T1 -> Y: T2, Z: T3", "T1: string; T2: string; T3: int64")
        .attributes("delimiter: string, maxsplit: int")
        .rules(splitStrings),

    op("StringNormalizer", "Removes stop words and changes case.")
        .since(10, "X: string -> Y: string", "")
        .attributes("case_change_action: string = NONE, is_case_sensitive: int = 0, locale: "
                    "string, stopwords: strings")
        .rules(normalizeStrings),

    op("RegexFullMatch", "True where a whole string matches a regular expression.")
        .since(20, "X: T1 -> Y: T2", "T1: string; T2: bool")
        .attributes("pattern: string")
        .rules(sameShapeBool),

    op("TfIdfVectorizer",
        "Counts n-grams from a pool, optionally weighted by inverse document frequency.")
        .since(9, "X: T -> Y: T1", "T: int32 int64 string; T1: float")
        .attributes(
            "max_gram_length: int required, max_skip_count: int required, min_gram_length: int "
            "required, mode: string required, ngram_counts: ints required, ngram_indexes: ints "
            "required, pool_int64s: ints, pool_strings: strings, weights: floats")
        .rules(countNgrams),
};

} // namespace

} // namespace model::ops
