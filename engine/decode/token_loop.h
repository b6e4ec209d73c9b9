#pragma once

#include "engine/decode/decoder_inputs.h"
#include "engine/plan/engine.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace engine {

/// Token generation with a decoder that takes its cache as input and returns it (model::Decoder).
/// The token with the largest logit is chosen, of several the one with the lowest id, so that every
/// generation chooses the same tokens.
struct GenerationOptions {
    std::vector<std::int64_t> prompt; ///< ids, at least one
    std::size_t tokens = 1; ///< most to generate
    std::optional<std::int64_t> stopToken; ///< ends a generation; it is its last token
};

enum class TokenPhase { Prefill, Decode };
std::string_view tokenPhaseName(TokenPhase phase);

/// One run of the model within a generation.
struct TokenRun {
    TokenPhase phase = TokenPhase::Prefill;
    std::int64_t position = 0; ///< tokens in the cache before it
    std::int64_t tokens = 0; ///< tokens that it takes
    std::chrono::nanoseconds wall {}; ///< of the model
    std::chrono::nanoseconds outside {}; ///< to make the inputs before it and choose a token after
};

struct Generation {
    std::vector<std::int64_t> tokens; ///< those chosen
    std::vector<TokenRun> runs; ///< the last prefill chooses the first token, each decode one more
    std::uint64_t cacheBytes = 0; ///< of the cache after the last run
    std::int64_t positions = 0; ///< tokens in that cache
    bool isStopped = false; ///< by a stop request: fewer tokens than wanted
};

/// Runs the model once. A caller that records wraps Session::run.
using RunModel = std::function<Result<RunResult>(
    Session& session, std::span<const RuntimeValue> inputs, const TokenRun& run)>;

/// A decoder that is ready to generate. It has one plan for the prompt and one for single tokens,
/// which serves every length of the cache: nothing is prepared between tokens. A model that takes
/// one token a run has the second plan only. Steps of the cache are added in place.
class TokenLoop {
public:
    /// Makes the plans. `request` gives sizes and inputs that are no part of the loop, such as the
    /// states of an encoder. Fails with ErrorKind::Usage for a model that is no decoder.
    static Result<TokenLoop> create(const RunRequest& request, GenerationOptions options);

    /// Generates from the prompt. A stop request ends with the tokens so far, or with
    /// ErrorKind::Cancelled if there is none.
    Result<Generation> generate(const RunModel& runModel, std::stop_token stop = {});
    Result<Generation> generate(std::stop_token stop = {});

    const model::Decoder& decoder() const { return m_inputs->decoder(); }
    const GenerationOptions& options() const { return m_options; }
    /// Preparation of the plan for the prompt, or of the only plan.
    const Preparation& preparation() const { return m_prefill; }
    /// The plan for single tokens; the plan of preparation() if there is only one.
    const std::shared_ptr<const Plan>& decodePlan() const { return m_decodePlan; }
    /// Sizes of named dimensions in the first run of that plan.
    const model::Binding& decodeDims() const { return m_decodeDims; }
    Session& session() { return *m_session; }

private:
    TokenLoop() = default;
    Result<void> prepare(const RunRequest& request);
    Result<void> fill(Inputs& made, std::span<const std::int64_t> ids, std::int64_t position,
        const model::Model& model) const;
    std::vector<std::size_t> growingOutputs() const;
    Result<void> checkPrompt(const model::Model& model) const;
    Result<void> takeCache(const std::vector<RuntimeValue>& inputs, const TokenRun& run,
        std::vector<NamedValue>& outputs, std::vector<RuntimeValue>& cache) const;
    Result<std::int64_t> runOnce(const RunModel& runModel, std::span<const std::int64_t> ids,
        Generation& generation, std::vector<RuntimeValue>& cache);

    GenerationOptions m_options;
    std::optional<DecoderInputs> m_inputs;
    Preparation m_prefill { support::fail("not prepared"), {}, {} };
    std::shared_ptr<const Plan> m_decodePlan;
    model::Binding m_decodeDims;
    std::optional<Session> m_session;
};

/// Returns `count` random ids of the model's vocabulary, the same for the same seed.
Result<std::vector<std::int64_t>> randomPrompt(
    const model::Model& model, std::size_t count, std::uint64_t seed);

} // namespace engine
