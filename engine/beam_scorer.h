#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// How a beam search goes.
struct BeamRules {
    std::size_t beams = 1;
    std::size_t returned = 1; ///< sequences per batch entry in the result
    std::size_t maxLength = 0;
    std::size_t minLength = 0;
    float lengthPenalty = 1; ///< scores are divided by length to this power
    float repetitionPenalty = 1;
    std::size_t ngramSize = 0; ///< n-grams of this size do not repeat; 0 = they may
    bool stopsEarly = false; ///< as soon as there are enough finished sequences
    std::int32_t endToken = 0;
    std::int32_t padToken = 0;
};

/// The bookkeeping of a beam search, without any model: it is told scores of the next token and
/// grows its sequences.
///
/// Each batch entry keeps `beams` unfinished sequences. At each step the best 2 * beams
/// continuations of all of them are looked at, best first: one that ends with the end token becomes
/// a finished hypothesis (if it is among the best `beams`), the others are the beams of the next
/// step. An entry is done when no unfinished sequence can become better than its worst hypothesis.
/// Source: contract of com.microsoft BeamSearch; Hugging Face Transformers, beam search.
class BeamScorer {
public:
    using Sequence = std::vector<std::int32_t>;

    /// `prompts`: one sequence per batch entry, all of one length.
    BeamScorer(BeamRules rules, const std::vector<Sequence>& prompts);

    /// `logits`: rows of the vocabulary's size, one per beam of each entry.
    void step(std::span<const float> logits, std::size_t vocabulary);
    bool isDone() const;

    const std::vector<Sequence>& sequences() const { return m_sequences; } ///< batch x beams
    std::size_t length() const { return m_sequences.front().size(); }
    /// Which row of the last step each beam continues.
    const std::vector<std::int64_t>& origins() const { return m_origins; }

    struct Hypothesis {
        Sequence sequence;
        float score = 0;
    };
    /// The best sequences of each batch entry, best first.
    std::vector<std::vector<Hypothesis>> finish();

private:
    struct Entry {
        std::vector<Hypothesis> finished; ///< best first, at most `beams`
        bool isDone = false;
    };
    struct Candidate {
        float score = 0;
        std::size_t beam = 0;
        std::int32_t token = 0;
    };

    std::vector<float> scoresOf(std::size_t row, std::span<const float> logits) const;
    std::vector<Candidate> best(
        std::size_t entry, const std::vector<std::vector<float>>& scores) const;
    void advance(
        std::size_t entry, const std::vector<Candidate>& candidates, std::vector<Sequence>& next);
    void add(Entry& entry, const Sequence& sequence, float sum) const;
    bool canImprove(const Entry& entry, float sum) const;

    BeamRules m_rules;
    std::vector<Entry> m_entries;
    std::vector<Sequence> m_sequences;
    std::vector<float> m_sums; ///< of log probabilities, per sequence
    std::vector<std::int64_t> m_origins;
};

} // namespace engine
