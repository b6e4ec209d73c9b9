// Strings.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("StringConcat", "Joins strings element by element.")
        .since(20).inputs("X: T, Y: T").outputs("Z: T").types("T: string"),

    op("StringSplit", "Splits strings at a delimiter into a padded tensor, with the number of parts.")
        .since(20).inputs("X: T1").outputs("Y: T2, Z: T3").attributes("delimiter: string, maxsplit: int")
            .types("T1: string; T2: string; T3: int64"),

    op("StringNormalizer", "Removes stop words and changes case.")
        .since(10).inputs("X: string").outputs("Y: string")
            .attributes("case_change_action: string = NONE, is_case_sensitive: int = 0, locale: string, stopwords: strings"),

    op("RegexFullMatch", "True where a whole string matches a regular expression.")
        .since(20).inputs("X: T1").outputs("Y: T2").attributes("pattern: string").types("T1: string; T2: bool"),

    op("TfIdfVectorizer", "Counts n-grams from a pool, optionally weighted by inverse document frequency.")
        .since(9).inputs("X: T").outputs("Y: T1")
            .attributes("max_gram_length: int required, max_skip_count: int required, min_gram_length: int required, mode: string required, "
                "ngram_counts: ints required, ngram_indexes: ints required, pool_int64s: ints, pool_strings: strings, weights: floats")
            .types("T: int32 int64 string; T1: float"),
};

} // namespace

} // namespace model::ops
