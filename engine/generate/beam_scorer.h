#pragma once

#include "engine/generate/token_scorer.h"

namespace engine {

/// Parameters of a beam search, besides the rules for each token.
struct BeamRules {
    std::size_t beams = 1;
    std::size_t returned = 1; ///< sequences per batch entry in the result
    float lengthPenalty = 1; ///< scores are divided by length to this power
    bool stopsEarly = false; ///< end when there are enough finished sequences
};

/// A beam search.
///
/// Each batch entry keeps `beams` unfinished sequences. Each step considers the best 2 * beams
/// continuations of all of them, best first. One that ends with the end token becomes a finished
/// hypothesis (if it is among the best `beams`); the others are the beams of the next step. An
/// entry is done when no unfinished sequence can become better than its worst hypothesis.
/// Source: contract of com.microsoft BeamSearch; Hugging Face Transformers, beam search.
class BeamScorer final : public TokenScorer {
public:
    BeamScorer(BeamRules rules, TokenRules tokens, const std::vector<Sequence>& prompts);

    void step(std::span<const float> logits, std::size_t vocabulary) override;
    bool isDone() const override;

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

    BeamRules m_search;
    std::vector<Entry> m_entries;
    std::vector<float> m_sums; ///< of log probabilities, per sequence
};

} // namespace engine
