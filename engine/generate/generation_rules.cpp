#include "engine/generate/generation_rules.h"

#include "engine/program/shapes.h"

#include <algorithm>

namespace engine {

namespace {

using support::ErrorKind;
using support::failAs;
using Sequence = TokenScorer::Sequence;

std::size_t placeOf(const std::vector<model::FormalParameter>& parameters, std::string_view name)
{
    const auto found = std::ranges::find(parameters, name, &model::FormalParameter::name);
    return static_cast<std::size_t>(found - parameters.begin());
}

struct Scores {
    const std::vector<float>& numbers;
    Dims dims;
};

/// Gives the sequences, padded to the largest length, and their scores. `dims`: those of the
/// sequences without the length.
void giveTokens(Executor& executor, const PlanStep& step, const GenerationRules& rules,
    const std::vector<Sequence>& sequences, Dims dims, const Scores& scores)
{
    const auto length = rules.maxLength;
    dims.push_back(static_cast<std::int64_t>(length));
    auto tensor = makeTensor(ElementType::Int32, std::move(dims));
    const auto tokens = tensor.as<std::int32_t>();
    std::ranges::fill(tokens, rules.tokens.padToken);
    for (std::size_t row = 0; row < sequences.size(); ++row)
        std::copy_n(sequences[row].begin(), std::min(sequences[row].size(), length),
            tokens.begin() + row * length);
    executor.set(step.outputs[0], { std::move(tensor) });
    if (step.outputs.size() > 1 && step.outputs[1].isValid())
        executor.set(step.outputs[1], { tensorOf(scores.numbers, scores.dims) });
}

class BeamTokens final : public TokenSearch {
public:
    BeamTokens(const GenerationRules& rules, const std::vector<Sequence>& prompts)
        : m_scorer(*rules.beams, rules.tokens, prompts)
    {
    }

    TokenScorer& scorer() override { return m_scorer; }

    void giveOutputs(
        Executor& executor, const PlanStep& step, const GenerationRules& rules) override
    {
        const auto results = m_scorer.finish();
        const auto returned = rules.beams->returned;
        std::vector<float> scores(results.size() * returned);
        std::vector<Sequence> sequences(scores.size());
        for (std::size_t b = 0; b < results.size(); ++b) {
            for (std::size_t i = 0; i < results[b].size(); ++i) {
                sequences[b * returned + i] = results[b][i].sequence;
                scores[b * returned + i] = results[b][i].score;
            }
        }
        const Dims dims { std::ssize(results), static_cast<std::int64_t>(returned) };
        giveTokens(executor, step, rules, sequences, dims, { scores, dims });
    }

private:
    BeamScorer m_scorer;
};

class GreedyTokens final : public TokenSearch {
public:
    GreedyTokens(const GenerationRules& rules, const std::vector<Sequence>& prompts)
        : m_scorer(rules.tokens, prompts, rules.sampling)
    {
    }

    TokenScorer& scorer() override { return m_scorer; }

    void giveOutputs(
        Executor& executor, const PlanStep& step, const GenerationRules& rules) override
    {
        const auto& scores = m_scorer.drawnFrom();
        const auto batch = std::ssize(m_scorer.sequences());
        giveTokens(executor, step, rules, m_scorer.sequences(), { batch },
            { scores, { batch, std::ssize(scores) / batch } });
    }

private:
    GreedyScorer m_scorer;
};

Result<void> checkSupported(const GenerationInputs& inputs)
{
    const auto type = inputs.op().node.integer("model_type", 0);
    if (type != 0 && type != 1)
        return failAs(
            ErrorKind::Unsupported, "model_type is ", type, ", expected 0 (GPT) or 1 (T5)");
    for (const std::string_view name : { "logits_processor", "decoder_input_ids" }) {
        if (inputs[name].isPresent())
            return failAs(ErrorKind::Unsupported, "input ", name, " of ", inputs.op().node.type,
                " is not supported");
    }
    if (inputs.wantsOutput("scores"))
        return failAs(ErrorKind::Unsupported, "output scores of ", inputs.op().node.type,
            " is not supported");
    return {};
}

Result<TokenRules> readTokenRules(const GenerationInputs& inputs)
{
    const auto& node = inputs.op().node;
    TokenRules rules;
    rules.repetitionPenalty = static_cast<float>(TRY(inputs.number("repetition_penalty", 1)));
    rules.temperature = node.real("temperature", 1.0f);
    rules.presencePenalty = node.real("presence_penalty", 0.0f);
    const auto least = TRY(inputs.number("min_length", 0));
    if (!(rules.repetitionPenalty > 0) || !(rules.temperature > 0) || !(least >= 0 && least <= 1e6))
        return fail("repetition_penalty is ", rules.repetitionPenalty, ", temperature ",
            rules.temperature, ", min_length ", least,
            ", expected the first two above 0 and the last from 0 on");
    rules.minLength = static_cast<std::size_t>(least);
    rules.ngramSize = static_cast<std::size_t>(
        std::max<std::int64_t>(node.integer("no_repeat_ngram_size", 0), 0));
    rules.endToken = static_cast<std::int32_t>(node.integer("eos_token_id", 0));
    rules.padToken = static_cast<std::int32_t>(node.integer("pad_token_id", 0));
    rules.vocabularyMask = TRY(inputs.integers("vocab_mask"));
    rules.firstMask = TRY(inputs.integers("prefix_vocab_mask"));
    rules.presenceMask = TRY(inputs.integers("presence_mask"));
    return rules;
}

Result<BeamRules> readBeamRules(const GenerationInputs& inputs)
{
    const auto beams = TRY(inputs.number("num_beams", 1));
    const auto returned = TRY(inputs.number("num_return_sequences", 1));
    if (!(beams >= 1 && beams <= 1024 && returned >= 1 && returned <= beams))
        return fail("num_beams is ", beams, ", num_return_sequences ", returned,
            ", expected 1 to 1024 beams that return at most as many sequences");
    BeamRules rules { static_cast<std::size_t>(beams), static_cast<std::size_t>(returned) };
    rules.lengthPenalty = static_cast<float>(TRY(inputs.number("length_penalty", 1)));
    rules.stopsEarly = inputs.op().node.flag("early_stopping");
    return rules;
}

Result<SamplingRules> readSamplingRules(const GenerationInputs& inputs)
{
    const auto& node = inputs.op().node;
    SamplingRules rules;
    rules.topProbability = node.real("top_p", 0.0f);
    rules.minKept = static_cast<std::size_t>(
        std::clamp<std::int64_t>(node.integer("min_tokens_to_keep", 0), 1, 1 << 30));
    rules.filtered = node.real("filter_value", rules.filtered);
    rules.isCustom = node.flag("custom");
    const auto seed = TRY(inputs.integers("seed", 1));
    rules.seed = static_cast<std::uint32_t>(
        seed.empty() ? inputs.seed() ^ (inputs.seed() >> 32) : static_cast<std::uint64_t>(seed[0]));
    return rules;
}

} // namespace

GenerationInputs::GenerationInputs(const Executor& executor, const PlanStep& step)
    : m_executor(executor)
    , m_step(step)
    , m_op(executor.plan().program.op(step.op))
{
}

bool GenerationInputs::wantsOutput(std::string_view name) const
{
    const auto i = placeOf(m_op.node.schema->outputs, name);
    return i < m_step.outputs.size() && m_step.outputs[i].isValid();
}

const RuntimeValue& GenerationInputs::operator[](std::string_view name) const
{
    static const RuntimeValue absent;
    const auto i = placeOf(m_op.node.schema->inputs, name);
    return i < m_op.node.schema->inputs.size() && i < m_step.inputs.size()
            && m_step.inputs[i].isValid()
        ? m_executor.value(m_step.inputs[i])
        : absent;
}

Result<double> GenerationInputs::number(std::string_view name, double fallback) const
{
    const auto& value = (*this)[name];
    if (!value.isTensor())
        return fallback;
    return readNumber(value.tensor());
}

Result<std::vector<std::int32_t>> GenerationInputs::integers(
    std::string_view name, std::optional<std::size_t> expected) const
{
    std::vector<std::int32_t> result;
    const auto& value = (*this)[name];
    if (!value.isTensor())
        return result;
    for (const auto number : TRY(readIntegers(value.tensor())))
        result.push_back(static_cast<std::int32_t>(number));
    if (expected && result.size() != *expected)
        return fail(name, " is ", value.tensor().dims(), ", expected ", *expected, " elements");
    return result;
}

Result<void> GenerationRules::checkMasks(std::int64_t batch) const
{
    struct Row {
        std::string_view name;
        const std::vector<std::int32_t>& mask;
        std::int64_t rows;
    };
    for (const auto& [name, mask, rows] : { Row { "vocab_mask", tokens.vocabularyMask, 1 },
             Row { "prefix_vocab_mask", tokens.firstMask, batch },
             Row { "presence_mask", tokens.presenceMask, batch } }) {
        if (!mask.empty() && std::ssize(mask) != rows * vocabulary)
            return fail(name, " has ", mask.size(), " elements, expected ", rows * vocabulary,
                " for a vocabulary of ", vocabulary);
    }
    return {};
}

Result<GenerationRules> readGenerationRules(const GenerationInputs& inputs)
{
    TRY(checkSupported(inputs));
    const auto& type = inputs.op().node.type;
    GenerationRules rules;
    const auto most = TRY(inputs.number("max_length", 0));
    if (!(most >= 1 && most <= 1e6))
        return fail("max_length is ", most, ", expected 1 to 1000000");
    rules.maxLength = static_cast<std::size_t>(most);
    rules.tokens = TRY(readTokenRules(inputs));
    if (type == "BeamSearch")
        rules.beams = TRY(readBeamRules(inputs));
    if (type == "Sampling")
        rules.sampling = TRY(readSamplingRules(inputs));
    return rules;
}

std::unique_ptr<TokenSearch> makeTokenSearch(
    const GenerationRules& rules, const std::vector<Sequence>& prompts)
{
    if (rules.beams)
        return std::make_unique<BeamTokens>(rules, prompts);
    return std::make_unique<GreedyTokens>(rules, prompts);
}

} // namespace engine
