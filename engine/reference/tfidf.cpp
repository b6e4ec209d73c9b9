#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"

#include <algorithm>
#include <map>

// TfIdfVectorizer: counts n-grams of a pool in each row. Up to max_skip_count elements are skipped
// between two elements of an n-gram.

namespace engine {

namespace {

struct Vocabulary {
    std::map<std::vector<std::string>, std::size_t> places; ///< n-gram -> column
    std::vector<float> weights; ///< by n-gram number, or empty
    std::vector<float> columnWeights; ///< by column
    std::int64_t shortest = 1;
    std::int64_t longest = 1;
    std::int64_t maxSkip = 0;
    std::size_t width = 0;
    std::string mode;
};

/// Returns the keys as texts; numbers are converted to texts.
std::vector<std::string> poolOf(const OpNode& node)
{
    if (auto texts = node.texts("pool_strings"); texts && !texts->empty())
        return *texts;
    std::vector<std::string> pool;
    for (const auto number : node.integers("pool_int64s", {}))
        pool.push_back(std::to_string(number));
    return pool;
}

Result<Vocabulary> vocabularyOf(const OpNode& node)
{
    Vocabulary vocabulary;
    const auto pool = poolOf(node);
    const auto starts = node.integers("ngram_counts", {});
    const auto columns = node.integers("ngram_indexes", {});
    vocabulary.weights = node.reals("weights", {});
    vocabulary.shortest = node.integer("min_gram_length", 1);
    vocabulary.longest = node.integer("max_gram_length", 1);
    vocabulary.maxSkip = node.integer("max_skip_count", 0);
    vocabulary.mode = node.text("mode", "TF");
    for (const auto column : columns) {
        if (column < 0 || column > (1 << 28))
            return fail("ngram_indexes has an entry of ", column);
        vocabulary.width = std::max(vocabulary.width, static_cast<std::size_t>(column) + 1);
    }
    vocabulary.columnWeights.assign(vocabulary.width, 1.0f);
    std::size_t number = 0;
    for (std::size_t n = 0; n < starts.size(); ++n) {
        const auto length = static_cast<std::int64_t>(n) + 1;
        const auto last = n + 1 < starts.size() ? starts[n + 1] : std::ssize(pool);
        if (starts[n] < 0 || last < starts[n] || last > std::ssize(pool))
            return fail("ngram_counts has an entry of ", starts[n], ", the pool ", pool.size(),
                " elements");
        for (auto at = starts[n]; at + length <= last; at += length, ++number) {
            if (number >= columns.size())
                return fail("the pool has more n-grams than ngram_indexes has entries (",
                    columns.size(), ")");
            const auto column = static_cast<std::size_t>(columns[number]);
            if (number < vocabulary.weights.size())
                vocabulary.columnWeights[column] = vocabulary.weights[number];
            if (length >= vocabulary.shortest && length <= vocabulary.longest)
                vocabulary.places.emplace(
                    std::vector<std::string>(pool.begin() + at, pool.begin() + at + length),
                    column);
        }
    }
    return vocabulary;
}

void countRow(
    const Vocabulary& vocabulary, std::span<const std::string> row, std::span<float> counts)
{
    const auto size = std::ssize(row);
    for (auto length = std::max<std::int64_t>(vocabulary.shortest, 1);
         length <= vocabulary.longest && length <= size; ++length) {
        // An n-gram of one element skips nothing.
        const auto lastSkip = length == 1 ? 0 : vocabulary.maxSkip;
        for (std::int64_t skip = 0; skip <= lastSkip && (length - 1) * (skip + 1) < size; ++skip) {
            for (std::int64_t start = 0; start + (length - 1) * (skip + 1) < size; ++start) {
                std::vector<std::string> gram;
                for (std::int64_t k = 0; k < length; ++k)
                    gram.push_back(row[start + k * (skip + 1)]);
                if (const auto found = vocabulary.places.find(gram);
                    found != vocabulary.places.end())
                    counts[found->second] += 1.0f;
            }
        }
    }
}

Result<std::vector<std::string>> elementsAsTexts(const Tensor& input)
{
    if (input.element() == ElementType::String)
        return *input.strings;
    std::vector<std::string> texts;
    for (const auto number : TRY(readIntegers(input)))
        texts.push_back(std::to_string(number));
    return texts;
}

Result<void> vectorize(const Vocabulary& vocabulary, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() != 1 && input.rank() != 2)
        return fail("TfIdfVectorizer takes rank 1 or 2, found ", input.dims());
    const auto elements = TRY(elementsAsTexts(input));
    const auto rowLength = static_cast<std::size_t>(input.dims().back());
    Dims dims = input.dims();
    dims.back() = static_cast<std::int64_t>(vocabulary.width);
    const auto rows
        = input.rank() == 1 ? std::size_t(1) : static_cast<std::size_t>(input.dims()[0]);
    auto* output = TRY(context.output(0, ElementType::Float, dims));
    auto counts = output->as<float>();
    std::ranges::fill(counts, 0.0f);
    for (std::size_t row = 0; row < rows; ++row) {
        auto target = counts.subspan(row * vocabulary.width, vocabulary.width);
        countRow(vocabulary, std::span(elements).subspan(row * rowLength, rowLength), target);
        for (std::size_t i = 0; i < target.size(); ++i) {
            if (vocabulary.mode == "IDF")
                target[i] = target[i] > 0 ? vocabulary.columnWeights[i] : 0.0f;
            else if (vocabulary.mode == "TFIDF")
                target[i] *= vocabulary.columnWeights[i];
        }
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareTfIdf(const KernelRequest& request)
{
    auto vocabulary = TRY(vocabularyOf(request.node));
    return referenceKernel([vocabulary = std::move(vocabulary)](
                               RunContext& context) { return vectorize(vocabulary, context); });
}

const RegisterReference tfIdf("TfIdfVectorizer", prepareTfIdf);

} // namespace

} // namespace engine
