#pragma once

#include "engine/generate/token_scorer.h"

#include <optional>
#include <random>

namespace engine {

/// How tokens are drawn where the best one is not simply taken.
struct SamplingRules {
    float topProbability = 0; ///< the most probable tokens that together have it are kept
    std::size_t leastKept = 1;
    float filtered = -1e20f; ///< the score of those that are not kept
    bool isCustom = false; ///< one token fewer is kept: those before a token must not exceed it
    std::uint32_t seed = 0;
};

/// One sequence per batch entry, continued by its best token or by one that is drawn. An entry that
/// met the end token has padding in its place and from there on.
/// Source: contracts of com.microsoft GreedySearch and Sampling. Tokens are drawn with the
/// generator of ONNX Runtime on Linux (a linear congruential one), so that one seed gives one text.
class GreedyScorer final : public TokenScorer {
public:
    /// No `sampling`: the best token.
    GreedyScorer(TokenRules rules, const std::vector<Sequence>& prompts,
        std::optional<SamplingRules> sampling = {});

    void step(std::span<const float> logits, std::size_t vocabulary) override;
    bool isDone() const override;

    /// Scores that the last step drew from: rows of the vocabulary's size.
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
