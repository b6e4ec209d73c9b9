#include "engine/generate/greedy_scorer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {

namespace {

/// Returns the softmax of the scores, in the order of `order`.
std::vector<float> probabilities(
    std::span<const float> scores, const std::vector<std::size_t>& order)
{
    const float shift = *std::ranges::max_element(scores);
    std::vector<float> result;
    float sum = 0;
    for (const auto token : order)
        sum += result.emplace_back(std::exp(scores[token] - shift));
    for (auto& probability : result)
        probability /= sum;
    return result;
}

} // namespace

GreedyScorer::GreedyScorer(
    TokenRules rules, const std::vector<Sequence>& prompts, std::optional<SamplingRules> sampling)
    : TokenScorer(std::move(rules), prompts, 1)
    , m_sampling(sampling)
    , m_generator(sampling ? sampling->seed : 0)
    , m_hasEnded(prompts.size(), false)
{
}

/// Keeps the most probable tokens until they have the wanted probability; filters all others.
void GreedyScorer::keepMostProbable(std::span<float> scores) const
{
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    const auto shares = probabilities(scores, order);
    const auto least = std::max<std::size_t>(m_sampling->isCustom ? 1 : m_sampling->minKept, 1);
    float before = 0; // the probability of all tokens before
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isReached = m_sampling->isCustom ? before > m_sampling->topProbability
                                                    : before >= m_sampling->topProbability;
        before += shares[i];
        if (i >= least && isReached)
            scores[order[i]] = m_sampling->filtered;
    }
}

std::int32_t GreedyScorer::draw(std::span<const float> scores)
{
    const float shift = *std::ranges::max_element(scores);
    std::vector<double> sums;
    double sum = 0;
    for (const float score : scores)
        sums.push_back(sum += std::exp(static_cast<double>(score - shift)));
    const auto target = std::uniform_real_distribution<double>(0.0, 1.0)(m_generator) * sum;
    const auto found = std::ranges::upper_bound(sums, target);
    return static_cast<std::int32_t>(
        std::min<std::ptrdiff_t>(found - sums.begin(), std::ssize(sums) - 1));
}

void GreedyScorer::step(std::span<const float> logits, std::size_t vocabulary)
{
    m_drawnFrom.assign(logits.begin(), logits.end());
    for (std::size_t row = 0; row < m_sequences.size(); ++row) {
        const auto scores = std::span(m_drawnFrom).subspan(row * vocabulary, vocabulary);
        applyRules(row, scores);
        if (m_sampling)
            keepMostProbable(scores);
        auto token = m_sampling
            ? draw(scores)
            : static_cast<std::int32_t>(std::ranges::max_element(scores) - scores.begin());
        if (token == m_rules.endToken)
            m_hasEnded[row] = true;
        if (m_hasEnded[row])
            token = m_rules.padToken;
        m_sequences[row].push_back(token);
    }
}

bool GreedyScorer::isDone() const
{
    return std::ranges::all_of(m_hasEnded, [](bool hasEnded) { return hasEnded; });
}

} // namespace engine
