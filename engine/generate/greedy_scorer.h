#pragma once

#include "engine/generate/token_scorer.h"

#include <optional>

namespace engine {

/// Parameters for drawing tokens instead of taking the best one.
struct SamplingRules {
    float topProbability = 0; ///< keep the most probable tokens with this total probability
    std::size_t minKept = 1; ///< at least so many are kept; 1 if isCustom
    float filtered = -1e20f; ///< score of tokens that are not kept
    bool isCustom = false; ///< keep tokens while the sum before is <= topProbability (else <)
    std::uint32_t seed = 0;
};

/// Search with one sequence per batch entry, continued by its best token or by a drawn one. An
/// entry gets padding in place of the end token and from there on.
/// Source: contracts of com.microsoft GreedySearch and Sampling. Tokens are drawn with the
/// generator of ONNX Runtime on Linux (a linear congruential one), so that one seed gives one text.
class GreedyScorer final : public TokenScorer {
public:
    /// Without `sampling` the best token is taken.
    GreedyScorer(TokenRules rules, const std::vector<Sequence>& prompts,
        std::optional<SamplingRules> sampling = {});

    void step(std::span<const float> logits, std::size_t vocabulary) override;
    bool isDone() const override;

    /// Scores from which the last step drew: one row of the vocabulary's size per sequence.
    const std::vector<float>& drawnFrom() const { return m_drawnFrom; }

private:
    void keepMostProbable(std::span<float> scores) const;
    std::int32_t draw(std::span<const float> scores);

    std::optional<SamplingRules> m_sampling;
    std::minstd_rand0 m_generator;
    std::vector<bool> m_hasEnded;
    std::vector<float> m_drawnFrom;
};

} // namespace engine
