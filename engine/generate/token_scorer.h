#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// What is done to the scores of the next token before a search looks at them, in this order:
/// repetition, n-grams, masks, the least length, temperature, presence.
struct TokenRules {
    float repetitionPenalty = 1;
    std::size_t ngramSize = 0; ///< n-grams of this size do not repeat; 0 = they may
    std::size_t minLength = 0; ///< the end token does not come before it
    float temperature = 1;
    float presencePenalty = 0;
    std::int32_t endToken = 0;
    std::int32_t padToken = 0;
    /// 0 = this token never comes; empty = all may.
    std::vector<std::int32_t> vocabularyMask;
    std::vector<std::int32_t> firstMask; ///< by batch entry: the same for the first token only
    std::vector<std::int32_t> presenceMask; ///< by batch entry: tokens that are penalised
};

/// The bookkeeping of a search for tokens, without any model: it is told scores of the next token
/// and grows its sequences.
class TokenScorer {
public:
    using Sequence = std::vector<std::int32_t>;

    virtual ~TokenScorer() = default;

    /// `logits`: rows of the vocabulary's size, one per sequence.
    virtual void step(std::span<const float> logits, std::size_t vocabulary) = 0;
    virtual bool isDone() const = 0;

    /// Those of a batch entry lie behind each other, as many for each; all of one length.
    const std::vector<Sequence>& sequences() const { return m_sequences; }
    std::size_t length() const { return m_sequences.front().size(); }
    /// Which row of the last step each sequence continues.
    const std::vector<std::int64_t>& origins() const { return m_origins; }

protected:
    /// `prompts`: one sequence per batch entry, all of one length.
    TokenScorer(TokenRules rules, const std::vector<Sequence>& prompts, std::size_t rowsPerEntry);

    /// Changes scores of the token that continues a row as the rules say.
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
