#include "engine/run/control_flow.h"

#include "engine/generate/generation_rules.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"
#include "engine/reference/standard.h"

#include <algorithm>

// BeamSearch, GreedySearch and Sampling of com.microsoft for decoders with a cache: GPT (model_type
// 0) and encoders with decoders as T5 (model_type 1).

namespace engine {

namespace {

using support::ErrorKind;
using support::failAs;
using Sequence = TokenScorer::Sequence;

/// Returns rows of the batch of `value`, along `axis`: picked, repeated or reordered.
Result<RuntimeValue> pickRows(
    const RuntimeValue& value, const std::vector<std::int64_t>& rows, std::int64_t axis)
{
    return RuntimeValue { TRY(
        runStandard({}, "Gather", { value, { tensorOf(rows) } }, { attributeOf("axis", axis) })) };
}

class Generation {
public:
    Generation(Executor& executor, const PlanStep& step, std::byte* arena)
        : m_executor(executor)
        , m_step(step)
        , m_op(executor.plan().program.op(step.op))
        , m_inputs(executor, step)
        , m_arena(arena)
    {
    }

    Result<void> run()
    {
        m_rules = TRY(readGenerationRules(m_inputs));
        TRY(readPrompts());
        TRY(isEncoded() ? startFromEncoder() : startFromPrompt());
        while (m_search->scorer().length() < m_rules.maxLength) {
            if (m_executor.stop().stop_requested())
                return failAs(ErrorKind::Cancelled, "stopped");
            if (!m_logits.isTensor())
                TRY(runDecoder());
            TRY(takeStep());
            if (m_search->scorer().isDone())
                break;
        }
        m_search->giveOutputs(m_executor, m_step, m_rules);
        return {};
    }

private:
    bool isEncoded() const { return m_op.node.integer("model_type", 0) == 1; }
    std::int64_t rows() const
    {
        return m_batch * static_cast<std::int64_t>(m_rules.rowsPerEntry());
    }
    /// Axis of the batch in a cache. Caches of GPT have an axis for key and value before it.
    std::int64_t cacheAxis() const { return isEncoded() ? 0 : 1; }

    /// Reads the given ids and their mask (0 = padding).
    Result<void> readPrompts()
    {
        const auto& given = m_inputs["input_ids"];
        if (!given.isTensor() || given.tensor().element() != ElementType::Int32
            || given.tensor().rank() != 2)
            return failAs(ErrorKind::Unsupported, "input_ids is not a matrix of int32 tokens");
        const auto& ids = given.tensor();
        m_batch = ids.dims()[0];
        m_promptLength = ids.dims()[1];
        if (m_batch < 1 || m_promptLength < 1)
            return fail("tokens of ", ids.dims(), ", expected at least one");
        m_ids.assign(ids.as<std::int32_t>().begin(), ids.as<std::int32_t>().end());
        m_mask = TRY(m_inputs.integers("attention_mask", m_ids.size()));
        for (std::size_t i = m_mask.size(); i < m_ids.size(); ++i)
            m_mask.push_back(m_ids[i] == m_rules.tokens.padToken ? 0 : 1);
        for (std::int64_t b = 0; b < m_batch; ++b)
            m_repeated.insert(m_repeated.end(), m_rules.rowsPerEntry(), b);
        return {};
    }

    Result<BlockId> body(std::string_view attribute) const
    {
        const auto found = m_op.body(attribute);
        if (!found)
            return failAs(ErrorKind::File, "there is no graph '", attribute, "'");
        return *found;
    }

    /// Returns the graph of the next iteration; the first one may have its own.
    Result<BlockId> decoder() const
    {
        const bool isFirst = m_turn == 0 && !isEncoded() && m_op.body("init_decoder");
        return body(isFirst ? "init_decoder" : "decoder");
    }

    const std::vector<ProgramValueId>& inputsOf(BlockId block) const
    {
        return m_executor.plan().program.block(block).inputs;
    }
    const std::string& nameOf(ProgramValueId id) const
    {
        return m_executor.plan().program.value(id).name;
    }

    /// Returns a cache of length 0 for an input. The declared shape gives all sizes but batch and
    /// length.
    Result<RuntimeValue> emptyCache(ProgramValueId id) const
    {
        const auto& declared = m_executor.plan().program.value(id).declared;
        if (!declared.shape || declared.shape->size() < 4)
            return failAs(ErrorKind::File, "input '", nameOf(id),
                "' of the decoder does not declare its shape");
        Dims dims;
        const auto rank = declared.shape->size();
        for (std::size_t d = 0; d < rank; ++d)
            dims.push_back(static_cast<std::int64_t>(d) == cacheAxis() ? rows()
                    : d == rank - 2                                    ? 0
                                    : (*declared.shape)[d].value().value_or(0));
        return RuntimeValue { makeTensor(declared.element, dims) };
    }

    Result<void> startFromPrompt()
    {
        std::vector<Sequence> prompts;
        for (std::int64_t b = 0; b < m_batch; ++b)
            prompts.emplace_back(
                m_ids.begin() + b * m_promptLength, m_ids.begin() + (b + 1) * m_promptLength);
        if (m_promptLength > static_cast<std::int64_t>(m_rules.maxLength))
            return fail("max_length is ", m_rules.maxLength, ", expected at least the ",
                m_promptLength, " tokens given");
        m_search = makeTokenSearch(m_rules, prompts);
        const auto& inputs = inputsOf(TRY(decoder()));
        if (inputs.size() < 4)
            return failAs(ErrorKind::Unsupported, "the decoder has ", inputs.size(),
                " inputs, expected input_ids, position_ids, attention_mask and caches");
        for (std::size_t i = 3; i < inputs.size(); ++i)
            m_caches.push_back(TRY(emptyCache(inputs[i])));
        return {};
    }

    Result<void> startFromEncoder()
    {
        const auto start
            = static_cast<std::int32_t>(m_op.node.integer("decoder_start_token_id", -1));
        if (start < 0)
            return failAs(ErrorKind::File, "decoder_start_token_id is missing");
        m_search = makeTokenSearch(m_rules, std::vector<Sequence>(m_batch, Sequence { start }));
        const auto encoder = TRY(body("encoder"));
        const auto& outputs = m_executor.plan().program.block(encoder).outputs;
        const Dims dims { m_batch, m_promptLength };
        std::vector<RuntimeValue> feeds { { tensorOf(m_ids, dims) }, { tensorOf(m_mask, dims) } };
        if (inputsOf(encoder).size() > 2)
            feeds.push_back({ tensorOf(std::vector(m_batch, start), { m_batch, 1 }) });
        auto encoded = TRY(m_executor.runBody(encoder, std::move(feeds), m_arena));
        // Older encoders run the first step of the decoder too and return logits, hidden states and
        // caches. Others return only the caches of the encoder.
        const bool hasFirstStep = !outputs.empty() && nameOf(outputs.front()) == "logits";
        if (hasFirstStep && encoded.size() < 2)
            return failAs(ErrorKind::File,
                "the encoder returns logits only, expected hidden states as its second output");
        m_encoderMask = TRY(pickRows({ tensorOf(m_mask, dims) }, m_repeated, 0));
        std::size_t first = 0;
        if (hasFirstStep) {
            m_logits = TRY(pickRows(encoded[first++], m_repeated, 0));
            m_hidden = TRY(pickRows(encoded[first++], m_repeated, 0));
        } else {
            TRY(addEmptyCaches(encoded.size()));
        }
        for (auto i = first; i < encoded.size(); ++i)
            m_caches.push_back(TRY(pickRows(encoded[i], m_repeated, 0)));
        return {};
    }

    /// Adds as many empty caches of the decoder as the encoder has returned caches.
    Result<void> addEmptyCaches(std::size_t count)
    {
        const auto& inputs = inputsOf(TRY(body("decoder")));
        for (std::size_t i = 2; i < std::min(inputs.size(), 2 + count); ++i)
            m_caches.push_back(TRY(emptyCache(inputs[i])));
        return {};
    }

    /// Returns the tokens for the decoder: the last one of each sequence, or all of them. T5 gets
    /// all unless its input is declared with length 1; GPT gets all in the first iteration.
    RuntimeValue tokensFor(ProgramValueId id) const
    {
        const auto& shape = m_executor.plan().program.value(id).declared.shape;
        const bool takesAll = isEncoded()
            ? !(shape && shape->size() == 2 && (*shape)[1].value() == 1)
            : m_turn == 0;
        std::vector<std::int32_t> tokens;
        for (const auto& sequence : m_search->scorer().sequences())
            tokens.insert(
                tokens.end(), takesAll ? sequence.begin() : sequence.end() - 1, sequence.end());
        const auto width = std::ssize(tokens) / rows();
        return { tensorOf(tokens, { rows(), width }) };
    }

    /// Adds positions and mask. Positions count all generated tokens, and tokens of the prompt that
    /// are not padding, even if the mask excludes them.
    void addPositions(std::vector<RuntimeValue>& feeds) const
    {
        const auto length = static_cast<std::int64_t>(m_search->scorer().length());
        std::vector<std::int32_t> positions;
        std::vector<std::int32_t> mask;
        for (const auto b : m_repeated) {
            std::int32_t position = 0;
            for (std::int64_t i = 0; i < length; ++i) {
                const auto given = static_cast<std::size_t>(b * m_promptLength + i);
                const bool isPrompt = i < m_promptLength;
                const bool counts = !isPrompt || m_ids[given] != m_rules.tokens.padToken;
                if (m_turn == 0 || i + 1 == length)
                    positions.push_back(counts ? position : 0);
                position += counts ? 1 : 0;
                mask.push_back(isPrompt ? m_mask[given] : 1);
            }
        }
        feeds.push_back({ tensorOf(positions, { rows(), std::ssize(positions) / rows() }) });
        feeds.push_back({ tensorOf(mask, { rows(), length }) });
    }

    Result<void> runDecoder()
    {
        const auto graph = TRY(decoder());
        const auto& inputs = inputsOf(graph);
        if (inputs.empty())
            return failAs(ErrorKind::File, "the decoder has no inputs, expected input_ids first");
        std::vector<RuntimeValue> feeds { tokensFor(inputs.front()) };
        if (!isEncoded()) {
            addPositions(feeds);
        } else {
            feeds.push_back(m_encoderMask);
            if (inputs.size() > 2 && nameOf(inputs[2]) == "encoder_hidden_states")
                feeds.push_back(m_hidden);
        }
        feeds.insert(feeds.end(), m_caches.begin(), m_caches.end());
        auto outputs = TRY(m_executor.runBody(graph, std::move(feeds), m_arena));
        if (outputs.empty() || outputs.size() - 1 > m_caches.size())
            return failAs(ErrorKind::File, "the decoder has ", outputs.size(), " outputs for ",
                m_caches.size(), " caches");
        m_logits = std::move(outputs.front());
        std::move(outputs.begin() + 1, outputs.end(), m_caches.begin());
        m_grown = outputs.size() - 1;
        return {};
    }

    /// Extends the sequences by the logits at the last position of each row. The caches are
    /// reordered like the sequences.
    Result<void> takeStep()
    {
        if (!m_logits.isTensor() || m_logits.tensor().rank() != 3
            || m_logits.tensor().dims()[0] != rows() || m_logits.tensor().dims()[1] < 1
            || m_logits.tensor().dims()[2] < 1)
            return fail("the decoder's logits are no tensor of ", rows(),
                " rows, positions and vocabulary");
        const auto& dims = m_logits.tensor().dims();
        const auto all = TRY(readFloats(m_logits.tensor()));
        std::vector<float> last;
        for (std::int64_t row = 0; row < rows(); ++row) {
            const auto begin = all.begin() + ((row + 1) * dims[1] - 1) * dims[2];
            last.insert(last.end(), begin, begin + dims[2]);
        }
        const bool isFromEncoder = m_turn == 0 && m_grown == 0;
        m_rules.vocabulary = dims[2];
        TRY(m_rules.checkMasks(m_batch));
        m_search->scorer().step(last, static_cast<std::size_t>(dims[2]));
        m_logits = {};
        ++m_turn;
        return moveCaches(isFromEncoder ? m_caches.size() / 2 : m_grown);
    }

    Result<void> moveCaches(std::size_t count)
    {
        const auto& origins = m_search->scorer().origins();
        const auto unmoved = countUp(origins.size());
        for (std::size_t i = 0; i < count && origins != unmoved; ++i)
            m_caches[i] = TRY(pickRows(m_caches[i], origins, cacheAxis()));
        return {};
    }

    Executor& m_executor;
    const PlanStep& m_step;
    const Op& m_op;
    GenerationInputs m_inputs;
    std::byte* m_arena;
    GenerationRules m_rules;
    std::int64_t m_batch = 0;
    std::int64_t m_promptLength = 0;
    std::vector<std::int32_t> m_ids; ///< batch x prompt
    std::vector<std::int32_t> m_mask;
    std::vector<std::int64_t> m_repeated; ///< the batch entry of each row
    std::unique_ptr<TokenSearch> m_search;
    RuntimeValue m_encoderMask;
    RuntimeValue m_hidden;
    RuntimeValue m_logits; ///< of a step that has run and is not used yet
    std::vector<RuntimeValue>
        m_caches; ///< in the order of the decoder's inputs: those that grow come first
    std::size_t m_grown = 0; ///< how many of them the decoder returned
    std::int64_t m_turn = 0;
};

} // namespace

Result<void> runGeneration(Executor& executor, const PlanStep& step, std::byte* arena)
{
    return Generation(executor, step, arena).run();
}

} // namespace engine
