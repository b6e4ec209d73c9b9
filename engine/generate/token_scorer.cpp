#include "engine/generate/token_scorer.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

constexpr float never = std::numeric_limits<float>::lowest();

float* scoreOf(std::span<float> scores, std::int32_t token)
{
    return token >= 0 && static_cast<std::size_t>(token) < scores.size() ? &scores[token] : nullptr;
}

/// Forbids tokens whose mask is 0. `entry`: row of the mask; a row that the mask does not have
/// forbids nothing.
void forbidMasked(const std::vector<std::int32_t>& mask, std::size_t entry, std::span<float> scores)
{
    const auto first = entry * scores.size();
    for (std::size_t token = 0; token < scores.size() && first + token < mask.size(); ++token) {
        if (mask[first + token] == 0)
            scores[token] = never;
    }
}

} // namespace

TokenScorer::TokenScorer(
    TokenRules rules, const std::vector<Sequence>& prompts, std::size_t rowsPerEntry)
    : m_rules(std::move(rules))
    , m_rowsPerEntry(rowsPerEntry)
    , m_promptLength(prompts.empty() ? 0 : prompts.front().size())
{
    for (const auto& prompt : prompts) {
        for (std::size_t row = 0; row < rowsPerEntry; ++row) {
            m_sequences.push_back(prompt);
            m_origins.push_back(std::ssize(m_origins));
        }
    }
}

void TokenScorer::penaliseRepetition(const Sequence& sequence, std::span<float> scores) const
{
    auto seen = sequence;
    std::ranges::sort(seen);
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const auto token : seen) {
        if (auto* score = scoreOf(scores, token); score != nullptr)
            *score = *score < 0 ? *score * m_rules.repetitionPenalty
                                : *score / m_rules.repetitionPenalty;
    }
}

void TokenScorer::forbidNgrams(const Sequence& sequence, std::span<float> scores) const
{
    const auto n = m_rules.ngramSize;
    for (std::size_t first = 0; n > 0 && first + n <= sequence.size(); ++first) {
        const auto begin = sequence.begin() + first;
        const auto last = begin + n - 1;
        if (auto* score = scoreOf(scores, *last); score != nullptr
            && std::equal(begin, last, sequence.end() - static_cast<std::ptrdiff_t>(n) + 1))
            *score = never;
    }
}

void TokenScorer::applyRules(std::size_t row, std::span<float> scores) const
{
    const auto& sequence = m_sequences[row];
    const auto entry = row / m_rowsPerEntry;
    if (m_rules.repetitionPenalty != 1.0f)
        penaliseRepetition(sequence, scores);
    forbidNgrams(sequence, scores);
    forbidMasked(m_rules.vocabularyMask, 0, scores);
    if (sequence.size() == m_promptLength)
        forbidMasked(m_rules.firstMask, entry, scores);
    if (auto* score = scoreOf(scores, m_rules.endToken);
        score != nullptr && sequence.size() < m_rules.minLength)
        *score = never;
    for (std::size_t token = 0; token < scores.size(); ++token) {
        scores[token] /= m_rules.temperature;
        const auto at = entry * scores.size() + token;
        if (at < m_rules.presenceMask.size())
            scores[token] -= static_cast<float>(m_rules.presenceMask[at]) * m_rules.presencePenalty;
    }
}

} // namespace engine
