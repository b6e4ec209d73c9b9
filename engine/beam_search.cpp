#include "engine/control_flow.h"

#include "engine/beam_scorer.h"
#include "engine/reference/attention_core.h"
#include "engine/reference/standard.h"
#include "engine/shapes.h"

#include <algorithm>
#include <optional>

// BeamSearch of com.microsoft for decoders with a cache: GPT (model_type 0) and encoders with
// decoders as T5 (model_type 1).

namespace engine {

namespace {

using support::ErrorKind;
using support::failAs;
using Sequence = BeamScorer::Sequence;

RuntimeValue integers(const std::vector<std::int32_t>& values, Dims dims)
{
    auto tensor = makeTensor(ElementType::Int32, std::move(dims));
    std::ranges::copy(values, tensor.as<std::int32_t>().begin());
    return { std::move(tensor) };
}

/// Rows of a batch as they stand in a value along `axis`: picked, repeated or reordered.
Result<RuntimeValue> pickRows(
    const RuntimeValue& value, const std::vector<std::int64_t>& rows, std::int64_t axis)
{
    auto indices = makeTensor(ElementType::Int64, { static_cast<std::int64_t>(rows.size()) });
    std::ranges::copy(rows, indices.as<std::int64_t>().begin());
    return RuntimeValue { TRY(runStandard(
        {}, "Gather", { value, { std::move(indices) } }, { intAttribute("axis", axis) })) };
}

class BeamSearch {
public:
    BeamSearch(Executor& executor, const PlanStep& step, std::byte* arena)
        : m_executor(executor)
        , m_step(step)
        , m_op(executor.plan().program.op(step.op))
        , m_arena(arena)
    {
    }

    Result<void> run()
    {
        TRY(readRules());
        TRY(readPrompts());
        TRY(isEncoded() ? startFromEncoder() : startFromPrompt());
        while (m_scorer->length() < m_rules.maxLength) {
            if (m_executor.stop().stop_requested())
                return failAs(ErrorKind::Cancelled, "stopped");
            if (!m_logits.isTensor())
                TRY(runDecoder());
            TRY(takeStep());
            if (m_scorer->isDone())
                break;
        }
        return giveOutputs();
    }

private:
    bool isEncoded() const { return m_op.node.integer("model_type", 0) == 1; }
    std::int64_t rows() const { return m_batch * static_cast<std::int64_t>(m_rules.beams); }
    /// Axis of the batch in a cache: GPT's have key and value before it.
    std::int64_t cacheAxis() const { return isEncoded() ? 0 : 1; }

    const RuntimeValue& input(std::size_t i) const
    {
        static const RuntimeValue absent;
        return i < m_step.inputs.size() && m_step.inputs[i].isValid()
            ? m_executor.value(m_step.inputs[i])
            : absent;
    }

    Result<double> number(std::size_t i, double fallback) const
    {
        if (!input(i).isTensor())
            return fallback;
        return readNumber(input(i).tensor());
    }

    Result<void> readRules()
    {
        const auto type = m_op.node.integer("model_type", 0);
        if (type != 0 && type != 1)
            return failAs(
                ErrorKind::Unsupported, "model_type is ", type, ", expected 0 (GPT) or 1 (T5)");
        for (const std::size_t i : { 7, 8, 11 }) {
            if (input(i).isPresent())
                return failAs(ErrorKind::Unsupported, "input ", i,
                    " of BeamSearch (a vocabulary mask or logits processor) is not supported");
        }
        if (m_step.outputs.size() > 2 && m_step.outputs[2].isValid())
            return failAs(ErrorKind::Unsupported, "output scores of BeamSearch is not supported");
        const auto most = TRY(number(1, 0));
        const auto least = TRY(number(2, 0));
        const auto beams = TRY(number(3, 1));
        const auto returned = TRY(number(4, 1));
        if (!(most >= 1 && most <= 1e6 && least >= 0 && beams >= 1 && beams <= 1024 && returned >= 1
                && returned <= beams))
            return fail("max_length is ", most, ", min_length ", least, ", num_beams ", beams,
                ", num_return_sequences ", returned);
        m_rules = { static_cast<std::size_t>(beams), static_cast<std::size_t>(returned),
            static_cast<std::size_t>(most), static_cast<std::size_t>(least) };
        m_rules.lengthPenalty = static_cast<float>(TRY(number(5, 1)));
        m_rules.repetitionPenalty = static_cast<float>(TRY(number(6, 1)));
        m_rules.ngramSize = static_cast<std::size_t>(
            std::max<std::int64_t>(m_op.node.integer("no_repeat_ngram_size", 0), 0));
        m_rules.stopsEarly = m_op.node.flag("early_stopping");
        m_rules.endToken = static_cast<std::int32_t>(m_op.node.integer("eos_token_id", 0));
        m_rules.padToken = static_cast<std::int32_t>(m_op.node.integer("pad_token_id", 0));
        return {};
    }

    /// The ids given, with their mask: what is not padding.
    Result<void> readPrompts()
    {
        if (!input(0).isTensor() || input(0).tensor().element() != ElementType::Int32
            || input(0).tensor().rank() != 2)
            return failAs(
                ErrorKind::Unsupported, "input 0 of BeamSearch is not a matrix of int32 tokens");
        const auto& ids = input(0).tensor();
        m_batch = ids.dims()[0];
        m_promptLength = ids.dims()[1];
        if (m_batch < 1 || m_promptLength < 1)
            return fail("tokens of ", dimsText(ids.dims()), ", expected at least one");
        m_ids.assign(ids.as<std::int32_t>().begin(), ids.as<std::int32_t>().end());
        for (const auto id : m_ids)
            m_mask.push_back(id == m_rules.padToken ? 0 : 1);
        if (input(9).isTensor()) {
            const auto given = TRY(readIntegers(input(9).tensor()));
            if (given.size() != m_mask.size())
                return fail("attention_mask is ", dimsText(input(9).tensor().dims()), ", expected ",
                    dimsText(ids.dims()));
            std::ranges::transform(given, m_mask.begin(),
                [](std::int64_t value) { return static_cast<std::int32_t>(value); });
        }
        for (std::int64_t b = 0; b < m_batch; ++b)
            m_repeated.insert(m_repeated.end(), m_rules.beams, b);
        return {};
    }

    Result<BlockId> body(std::string_view attribute) const
    {
        const auto found = m_op.body(attribute);
        if (!found)
            return failAs(ErrorKind::File, "BeamSearch has no graph '", attribute, "'");
        return *found;
    }

    const std::vector<ProgramValueId>& inputsOf(BlockId block) const
    {
        return m_executor.plan().program.block(block).inputs;
    }
    const std::string& nameOf(ProgramValueId id) const
    {
        return m_executor.plan().program.value(id).name;
    }

    /// A cache without steps, as its input is declared: every size a number but batch and length.
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
        m_scorer.emplace(m_rules, prompts);
        const auto& inputs = inputsOf(TRY(body("decoder")));
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
        m_scorer.emplace(
            m_rules, std::vector<Sequence>(static_cast<std::size_t>(m_batch), Sequence { start }));
        const auto encoder = TRY(body("encoder"));
        const auto& outputs = m_executor.plan().program.block(encoder).outputs;
        const Dims dims { m_batch, m_promptLength };
        std::vector<RuntimeValue> feeds { integers(m_ids, dims), integers(m_mask, dims) };
        if (inputsOf(encoder).size() > 2)
            feeds.push_back(
                integers(std::vector(static_cast<std::size_t>(m_batch), start), { m_batch, 1 }));
        auto encoded = TRY(m_executor.runBody(encoder, std::move(feeds), m_arena));
        // Older encoders take the first step of the decoder too: logits, hidden states, caches.
        // Others give the caches of the encoder only.
        const bool hasFirstStep = !outputs.empty() && nameOf(outputs.front()) == "logits";
        m_encoderMask = TRY(pickRows(integers(m_mask, dims), m_repeated, 0));
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

    /// As many caches of the decoder itself as the encoder gives of its own.
    Result<void> addEmptyCaches(std::size_t count)
    {
        const auto& inputs = inputsOf(TRY(body("decoder")));
        for (std::size_t i = 2; i < std::min(inputs.size(), 2 + count); ++i)
            m_caches.push_back(TRY(emptyCache(inputs[i])));
        return {};
    }

    /// Tokens for the decoder: the last one of each sequence, or all of them where its input is not
    /// declared to be one.
    RuntimeValue tokensFor(ProgramValueId id) const
    {
        const auto& shape = m_executor.plan().program.value(id).declared.shape;
        const bool takesAll = isEncoded()
            ? !(shape && shape->size() == 2 && (*shape)[1].value() == 1)
            : m_turn == 0;
        std::vector<std::int32_t> tokens;
        for (const auto& sequence : m_scorer->sequences())
            tokens.insert(
                tokens.end(), takesAll ? sequence.begin() : sequence.end() - 1, sequence.end());
        const auto width = static_cast<std::int64_t>(tokens.size()) / rows();
        return integers(tokens, { rows(), width });
    }

    /// Positions count what is not padding.
    void addPositions(std::vector<RuntimeValue>& feeds) const
    {
        const auto length = static_cast<std::int64_t>(m_scorer->length());
        std::vector<std::int32_t> positions;
        std::vector<std::int32_t> mask;
        for (const auto b : m_repeated) {
            std::int32_t position = 0;
            for (std::int64_t i = 0; i < length; ++i) {
                const auto isKept = i < m_promptLength
                    ? m_mask[static_cast<std::size_t>(b * m_promptLength + i)]
                    : 1;
                if (m_turn == 0 || i + 1 == length)
                    positions.push_back(isKept != 0 ? position : 0);
                position += isKept != 0 ? 1 : 0;
                mask.push_back(isKept);
            }
        }
        feeds.push_back(
            integers(positions, { rows(), static_cast<std::int64_t>(positions.size()) / rows() }));
        feeds.push_back(integers(mask, { rows(), length }));
    }

    Result<void> runDecoder()
    {
        const auto decoder = TRY(body("decoder"));
        const auto& inputs = inputsOf(decoder);
        std::vector<RuntimeValue> feeds { tokensFor(inputs.front()) };
        if (!isEncoded()) {
            addPositions(feeds);
        } else {
            feeds.push_back(m_encoderMask);
            if (inputs.size() > 2 && nameOf(inputs[2]) == "encoder_hidden_states")
                feeds.push_back(m_hidden);
        }
        feeds.insert(feeds.end(), m_caches.begin(), m_caches.end());
        auto outputs = TRY(m_executor.runBody(decoder, std::move(feeds), m_arena));
        if (outputs.empty() || outputs.size() - 1 > m_caches.size())
            return failAs(ErrorKind::File, "the decoder has ", outputs.size(), " outputs for ",
                m_caches.size(), " caches");
        m_logits = std::move(outputs.front());
        std::move(outputs.begin() + 1, outputs.end(), m_caches.begin());
        m_grown = outputs.size() - 1;
        return {};
    }

    /// The logits at the last position of each row grow the sequences, and the caches follow their
    /// beams.
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
        m_scorer->step(last, static_cast<std::size_t>(dims[2]));
        m_logits = {};
        ++m_turn;
        const auto moved = isFromEncoder ? m_caches.size() / 2 : m_grown;
        for (std::size_t i = 0; i < moved; ++i)
            m_caches[i] = TRY(pickRows(m_caches[i], m_scorer->origins(), cacheAxis()));
        return {};
    }

    Result<void> giveOutputs()
    {
        const auto results = m_scorer->finish();
        const auto returned = static_cast<std::int64_t>(m_rules.returned);
        const auto length = static_cast<std::int64_t>(m_rules.maxLength);
        std::vector<std::int32_t> tokens(
            static_cast<std::size_t>(m_batch * returned * length), m_rules.padToken);
        auto scores = makeTensor(ElementType::Float, { m_batch, returned });
        for (std::size_t b = 0; b < results.size(); ++b) {
            for (std::size_t i = 0; i < results[b].size(); ++i) {
                const auto row = b * m_rules.returned + i;
                const auto& sequence = results[b][i].sequence;
                std::copy_n(sequence.begin(), std::min(sequence.size(), m_rules.maxLength),
                    tokens.begin() + static_cast<std::ptrdiff_t>(row * m_rules.maxLength));
                scores.as<float>()[row] = results[b][i].score;
            }
        }
        m_executor.set(m_step.outputs[0], integers(tokens, { m_batch, returned, length }));
        if (m_step.outputs.size() > 1 && m_step.outputs[1].isValid())
            m_executor.set(m_step.outputs[1], { std::move(scores) });
        return {};
    }

    Executor& m_executor;
    const PlanStep& m_step;
    const Op& m_op;
    std::byte* m_arena;
    BeamRules m_rules;
    std::int64_t m_batch = 0;
    std::int64_t m_promptLength = 0;
    std::vector<std::int32_t> m_ids; ///< batch x prompt
    std::vector<std::int32_t> m_mask;
    std::vector<std::int64_t> m_repeated; ///< the batch entry of each row
    std::optional<BeamScorer> m_scorer;
    RuntimeValue m_encoderMask;
    RuntimeValue m_hidden;
    RuntimeValue m_logits; ///< of a step that was run and not taken yet
    std::vector<RuntimeValue>
        m_caches; ///< in the order of the decoder's inputs: those that grow come first
    std::size_t m_grown = 0; ///< how many of them the decoder gave back
    std::int64_t m_turn = 0;
};

} // namespace

Result<void> runBeamSearch(Executor& executor, const PlanStep& step, std::byte* arena)
{
    return BeamSearch(executor, step, arena).run();
}

} // namespace engine
