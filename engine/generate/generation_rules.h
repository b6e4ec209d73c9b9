#pragma once

#include "engine/generate/beam_scorer.h"
#include "engine/generate/greedy_scorer.h"
#include "engine/run/executor.h"

#include <memory>
#include <optional>
#include <string_view>

namespace engine {

/// Access to the inputs of a step that generates tokens, by the names of its operator's contract.
/// BeamSearch, GreedySearch and Sampling have the same inputs at different positions.
class GenerationInputs {
public:
    GenerationInputs(const Executor& executor, const PlanStep& step);

    const Op& op() const { return m_op; }
    std::uint64_t seed() const { return m_executor.plan().settings.seed; }
    bool wantsOutput(std::string_view name) const;
    /// Returns an absent value if the operator has no input of this name or it is left out.
    const RuntimeValue& operator[](std::string_view name) const;
    Result<double> number(std::string_view name, double fallback) const;
    /// Returns all numbers of an input, empty if it is absent. `expected`: the required count.
    Result<std::vector<std::int32_t>> integers(
        std::string_view name, std::optional<std::size_t> expected = {}) const;

private:
    const Executor& m_executor;
    const PlanStep& m_step;
    const Op& m_op;
};

/// Parameters of a generation.
struct GenerationRules {
    std::size_t maxLength = 0;
    std::int64_t vocabulary = 0; ///< known after the decoder has run
    TokenRules tokens;
    std::optional<BeamRules> beams; ///< none: one sequence per batch entry
    std::optional<SamplingRules> sampling;

    std::size_t rowsPerEntry() const { return beams ? beams->beams : 1; }
    Result<void> checkMasks(std::int64_t batch) const;
};

Result<GenerationRules> readGenerationRules(const GenerationInputs& inputs);

/// A search that writes its result to the outputs of a step.
class TokenSearch {
public:
    virtual ~TokenSearch() = default;
    virtual TokenScorer& scorer() = 0;
    virtual void giveOutputs(Executor& executor, const PlanStep& step, const GenerationRules& rules)
        = 0;
};

std::unique_ptr<TokenSearch> makeTokenSearch(
    const GenerationRules& rules, const std::vector<TokenScorer::Sequence>& prompts);

} // namespace engine
