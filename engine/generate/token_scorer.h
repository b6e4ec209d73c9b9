#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Rules that change the scores of the next token before a search uses them, applied in this order:
/// repetition, n-grams, masks, minimum length, temperature, presence.
struct TokenRules {
    float repetitionPenalty = 1;
    std::size_t ngramSize = 0; ///< n-grams of this size do not repeat; 0 = no such rule
    std::size_t minLength = 0; ///< the end token is forbidden before this length
    float temperature = 1;
    float presencePenalty = 0;
    std::int32_t endToken = 0;
    std::int32_t padToken = 0;
    /// By token: 0 = forbidden. Empty = all are allowed.
    std::vector<std::int32_t> vocabularyMask;
    std::vector<std::int32_t> firstMask; ///< by batch entry: the same for the first token only
    std::vector<std::int32_t> presenceMask; ///< by batch entry: tokens that are penalised
};

/// State of a search for tokens, independent of a model: it gets scores of the next token and
/// extends its sequences.
class TokenScorer {
public:
    using Sequence = std::vector<std::int32_t>;

    virtual ~TokenScorer() = default;

    /// Extends the sequences by a token. `logits`: rows of the vocabulary's size, one per sequence.
    virtual void step(std::span<const float> logits, std::size_t vocabulary) = 0;
    virtual bool isDone() const = 0;

    /// Sequences of one length. Those of a batch entry are adjacent, the same number for each
    /// entry.
    const std::vector<Sequence>& sequences() const { return m_sequences; }
    std::size_t length() const { return m_sequences.front().size(); }
    /// By sequence: the row of the last step that it continues.
    const std::vector<std::int64_t>& origins() const { return m_origins; }

protected:
    /// `prompts`: one sequence per batch entry, all of one length.
    TokenScorer(TokenRules rules, const std::vector<Sequence>& prompts, std::size_t rowsPerEntry);

    /// Applies the rules to the scores of the token that continues a row.
    void applyRules(std::size_t row, std::span<float> scores) const;

    TokenRules m_rules;
    std::vector<Sequence> m_sequences;
    std::vector<std::int64_t> m_origins;

private:
    void penaliseRepetition(const Sequence& sequence, std::span<float> scores) const;
    void forbidNgrams(const Sequence& sequence, std::span<float> scores) const;

    std::size_t m_rowsPerEntry;
    std::size_t m_promptLength;
};

} // namespace engine
