#include "engine/generate/beam_scorer.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

void toLogProbabilities(std::vector<float>& scores)
{
    const float shift = *std::ranges::max_element(scores);
    double sum = 0;
    for (const float score : scores)
        sum += std::exp(static_cast<double>(score - shift));
    for (auto& score : scores)
        score -= shift + static_cast<float>(std::log(sum));
}

} // namespace

BeamScorer::BeamScorer(BeamRules rules, TokenRules tokens, const std::vector<Sequence>& prompts)
    : TokenScorer(std::move(tokens), prompts, rules.beams)
    , m_search(rules)
    , m_entries(prompts.size())
{
    // All beams begin with the same sequence: the first step may continue only one of them.
    for (std::size_t row = 0; row < m_sequences.size(); ++row)
        m_sums.push_back(row % rules.beams == 0 ? 0.0f : -1e9f);
}

std::vector<float> BeamScorer::scoresOf(std::size_t row, std::span<const float> logits) const
{
    std::vector<float> scores(logits.begin(), logits.end());
    toLogProbabilities(scores);
    applyRules(row, scores);
    for (auto& score : scores)
        score += m_sums[row];
    return scores;
}

std::vector<BeamScorer::Candidate> BeamScorer::best(
    std::size_t entry, const std::vector<std::vector<float>>& scores) const
{
    std::vector<Candidate> candidates;
    for (std::size_t beam = 0; beam < m_search.beams; ++beam) {
        const auto& row = scores[entry * m_search.beams + beam];
        for (std::size_t token = 0; token < row.size(); ++token)
            candidates.push_back({ row[token], beam, static_cast<std::int32_t>(token) });
    }
    const auto count = std::min(2 * m_search.beams, candidates.size());
    const auto isBetter = [](const Candidate& a, const Candidate& b) {
        return a.score != b.score ? a.score > b.score
                                  : std::pair(a.beam, a.token) < std::pair(b.beam, b.token);
    };
    std::ranges::partial_sort(candidates, candidates.begin() + count, isBetter);
    candidates.resize(count);
    return candidates;
}

void BeamScorer::add(Entry& entry, const Sequence& sequence, float sum) const
{
    const float score = sum / std::pow(static_cast<float>(sequence.size()), m_search.lengthPenalty);
    const auto place = std::ranges::find_if(
        entry.finished, [&](const auto& other) { return other.score < score; });
    entry.finished.insert(place, { sequence, score });
    if (entry.finished.size() > m_search.beams)
        entry.finished.pop_back();
}

bool BeamScorer::canImprove(const Entry& entry, float sum) const
{
    return entry.finished.back().score
        < sum / std::pow(static_cast<float>(length()), m_search.lengthPenalty);
}

void BeamScorer::advance(
    std::size_t index, const std::vector<Candidate>& candidates, std::vector<Sequence>& next)
{
    auto& entry = m_entries[index];
    const auto first = index * m_search.beams;
    std::size_t chosen = 0;
    for (std::size_t rank = 0; rank < candidates.size() && chosen < m_search.beams; ++rank) {
        const auto& candidate = candidates[rank];
        const auto row = first + candidate.beam;
        if (candidate.token == m_rules.endToken) {
            if (rank < m_search.beams)
                add(entry, m_sequences[row], candidate.score);
            continue;
        }
        auto& sequence = next[first + chosen];
        sequence = m_sequences[row];
        sequence.push_back(candidate.token);
        m_origins[first + chosen] = static_cast<std::int64_t>(row);
        m_sums[first + chosen++] = candidate.score;
    }
    if (entry.finished.size() == m_search.beams && !candidates.empty())
        entry.isDone = m_search.stopsEarly || !canImprove(entry, candidates.front().score);
}

void BeamScorer::step(std::span<const float> logits, std::size_t vocabulary)
{
    std::vector<std::vector<float>> scores;
    for (std::size_t row = 0; row < m_sequences.size(); ++row)
        scores.push_back(scoresOf(row, logits.subspan(row * vocabulary, vocabulary)));
    auto next = m_sequences;
    for (std::size_t entry = 0; entry < m_entries.size(); ++entry) {
        if (!m_entries[entry].isDone) {
            advance(entry, best(entry, scores), next);
            continue;
        }
        for (auto row = entry * m_search.beams; row < (entry + 1) * m_search.beams; ++row) {
            m_sums[row] = 0;
            m_origins[row] = static_cast<std::int64_t>(row);
        }
    }
    for (auto& sequence : next)
        sequence.resize(length() + 1, m_rules.padToken); // for entries that are done, and if the
                                                         // vocabulary has too few continuations
    m_sequences = std::move(next);
}

bool BeamScorer::isDone() const { return std::ranges::all_of(m_entries, &Entry::isDone); }

std::vector<std::vector<BeamScorer::Hypothesis>> BeamScorer::finish()
{
    std::vector<std::vector<Hypothesis>> results;
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        auto& entry = m_entries[index];
        for (auto row = index * m_search.beams; !entry.isDone && row < (index + 1) * m_search.beams;
             ++row)
            add(entry, m_sequences[row], m_sums[row]);
        results.push_back(entry.finished);
        results.back().resize(std::min(results.back().size(), m_search.returned));
    }
    return results;
}

} // namespace engine
