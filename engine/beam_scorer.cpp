#include "engine/beam_scorer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

constexpr float never = std::numeric_limits<float>::lowest();

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

BeamScorer::BeamScorer(BeamRules rules, const std::vector<Sequence>& prompts)
    : m_rules(rules)
    , m_entries(prompts.size())
{
    for (const auto& prompt : prompts) {
        for (std::size_t beam = 0; beam < rules.beams; ++beam) {
            m_sequences.push_back(prompt);
            // All beams begin alike: only the first may be continued.
            m_sums.push_back(beam == 0 ? 0.0f : -1e9f);
            m_origins.push_back(static_cast<std::int64_t>(m_origins.size()));
        }
    }
}

std::vector<float> BeamScorer::scoresOf(std::size_t row, std::span<const float> logits) const
{
    std::vector<float> scores(logits.begin(), logits.end());
    toLogProbabilities(scores);
    const auto& sequence = m_sequences[row];
    const auto at = [&](std::int32_t token) -> float* {
        return token >= 0 && static_cast<std::size_t>(token) < scores.size()
            ? &scores[static_cast<std::size_t>(token)]
            : nullptr;
    };
    auto seen = sequence;
    std::ranges::sort(seen);
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const auto token : seen) {
        if (auto* score = at(token); score != nullptr && m_rules.repetitionPenalty != 1.0f)
            *score = *score < 0 ? *score * m_rules.repetitionPenalty
                                : *score / m_rules.repetitionPenalty;
    }
    const auto n = m_rules.ngramSize;
    for (std::size_t first = 0; n > 0 && first + n <= sequence.size(); ++first) {
        const auto begin = sequence.begin() + static_cast<std::ptrdiff_t>(first);
        const auto last = begin + static_cast<std::ptrdiff_t>(n) - 1;
        if (auto* score = at(*last); score != nullptr
            && std::equal(begin, last, sequence.end() - static_cast<std::ptrdiff_t>(n) + 1))
            *score = never;
    }
    if (auto* score = at(m_rules.endToken); score != nullptr && sequence.size() < m_rules.minLength)
        *score = never;
    for (auto& score : scores)
        score += m_sums[row];
    return scores;
}

std::vector<BeamScorer::Candidate> BeamScorer::best(
    std::size_t entry, const std::vector<std::vector<float>>& scores) const
{
    std::vector<Candidate> candidates;
    for (std::size_t beam = 0; beam < m_rules.beams; ++beam) {
        const auto& row = scores[entry * m_rules.beams + beam];
        for (std::size_t token = 0; token < row.size(); ++token)
            candidates.push_back({ row[token], beam, static_cast<std::int32_t>(token) });
    }
    const auto count = std::min(2 * m_rules.beams, candidates.size());
    const auto isBetter = [](const Candidate& a, const Candidate& b) {
        return a.score != b.score ? a.score > b.score
                                  : std::pair(a.beam, a.token) < std::pair(b.beam, b.token);
    };
    std::ranges::partial_sort(
        candidates, candidates.begin() + static_cast<std::ptrdiff_t>(count), isBetter);
    candidates.resize(count);
    return candidates;
}

void BeamScorer::add(Entry& entry, const Sequence& sequence, float sum) const
{
    const float score = sum / std::pow(static_cast<float>(sequence.size()), m_rules.lengthPenalty);
    const auto place = std::ranges::find_if(
        entry.finished, [&](const auto& other) { return other.score < score; });
    entry.finished.insert(place, { sequence, score });
    if (entry.finished.size() > m_rules.beams)
        entry.finished.pop_back();
}

bool BeamScorer::canImprove(const Entry& entry, float sum) const
{
    return entry.finished.back().score
        < sum / std::pow(static_cast<float>(length()), m_rules.lengthPenalty);
}

void BeamScorer::advance(
    std::size_t index, const std::vector<Candidate>& candidates, std::vector<Sequence>& next)
{
    auto& entry = m_entries[index];
    const auto first = index * m_rules.beams;
    std::size_t chosen = 0;
    for (std::size_t rank = 0; rank < candidates.size() && chosen < m_rules.beams; ++rank) {
        const auto& candidate = candidates[rank];
        const auto row = first + candidate.beam;
        if (candidate.token == m_rules.endToken) {
            if (rank < m_rules.beams)
                add(entry, m_sequences[row], candidate.score);
            continue;
        }
        auto& sequence = next[first + chosen];
        sequence = m_sequences[row];
        sequence.push_back(candidate.token);
        m_origins[first + chosen] = static_cast<std::int64_t>(row);
        m_sums[first + chosen++] = candidate.score;
    }
    if (entry.finished.size() == m_rules.beams && !candidates.empty())
        entry.isDone = m_rules.stopsEarly || !canImprove(entry, candidates.front().score);
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
        for (auto row = entry * m_rules.beams; row < (entry + 1) * m_rules.beams; ++row) {
            m_sums[row] = 0;
            m_origins[row] = static_cast<std::int64_t>(row);
        }
    }
    for (auto& sequence : next)
        sequence.resize(length() + 1, m_rules.padToken); // of entries that are done, and where the
                                                         // vocabulary has too few continuations
    m_sequences = std::move(next);
}

bool BeamScorer::isDone() const { return std::ranges::all_of(m_entries, &Entry::isDone); }

std::vector<std::vector<BeamScorer::Hypothesis>> BeamScorer::finish()
{
    std::vector<std::vector<Hypothesis>> results;
    for (std::size_t index = 0; index < m_entries.size(); ++index) {
        auto& entry = m_entries[index];
        for (auto row = index * m_rules.beams; !entry.isDone && row < (index + 1) * m_rules.beams;
             ++row)
            add(entry, m_sequences[row], m_sums[row]);
        results.push_back(entry.finished);
        results.back().resize(std::min(results.back().size(), m_rules.returned));
    }
    return results;
}

} // namespace engine
