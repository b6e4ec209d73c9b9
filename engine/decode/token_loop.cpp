#include "engine/decode/token_loop.h"

#include "engine/kernel/half_floats.h"
#include "model/support/catch_exceptions.h"

#include <algorithm>
#include <limits>
#include <random>

namespace engine {

using model::DecoderRole;
using support::ErrorKind;
using support::failAs;

namespace {

using Clock = std::chrono::steady_clock;

template <typename T, typename Convert>
std::optional<std::int64_t> largestOf(std::span<const T> numbers, Convert convert)
{
    std::optional<std::int64_t> largest;
    float value = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = static_cast<float>(convert(numbers[i]));
        const bool isLarger = largest ? number > value : number == number;
        if (!isLarger)
            continue;
        largest = static_cast<std::int64_t>(i);
        value = number;
    }
    return largest;
}

/// Returns the place of the largest of the last `count` numbers, of several the first.
Result<std::int64_t> largestPlace(const Tensor& logits, std::size_t count)
{
    const auto last = [&]<typename T>(T) { return logits.as<T>().last(count); };
    std::optional<std::int64_t> place;
    switch (logits.element()) {
    case ElementType::Float:
        place = largestOf(last(float()), [](float value) { return value; });
        break;
    case ElementType::Float16:
        place = largestOf(last(std::uint16_t()), halfValue);
        break;
    case ElementType::Bfloat16:
        place = largestOf(last(std::uint16_t()), [](std::uint16_t bits) {
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
        });
        break;
    default:
        return failAs(ErrorKind::Usage, "the logits are ", model::name(logits.element()),
            ", expected float, float16 or bfloat16");
    }
    if (!place)
        return fail("no logit is a number: each one is NaN");
    return *place;
}

Result<std::int64_t> chosenToken(const NamedValue& output)
{
    if (!output.value.isTensor())
        return failAs(ErrorKind::Usage, "the output '", output.name, "' is no tensor of logits");
    const auto& logits = output.value.tensor();
    if (logits.rank() == 0 || logits.rank() > 3 || logits.count() == 0)
        return failAs(ErrorKind::Usage, "the output '", output.name, "' has the shape ",
            dimsText(logits.dims()), ", expected logits as batch×sequence×vocabulary");
    return largestPlace(logits, static_cast<std::size_t>(logits.dims().back()));
}

bool isFirstAxis(const model::Attribute* axis)
{
    const auto* const number = axis == nullptr ? nullptr : std::get_if<std::int64_t>(&axis->value);
    return axis == nullptr || (number != nullptr && *number == 0);
}

/// The fewest rows of the tables that are indexed with a value; nothing if there are none.
std::optional<std::int64_t> rowsIndexedWith(const model::Model& model, const model::Value& value)
{
    std::optional<std::int64_t> fewest;
    for (const auto& use : value.uses) {
        const auto& node = model.node(use.node);
        const bool isGather = node.type == "Gather" && node.domain.empty() && use.input == 1
            && isFirstAxis(node.attribute("axis")) && node.inputs.front().isValid();
        const auto table
            = isGather ? model.value(node.inputs.front()).initializer : model::TensorId();
        if (!table.isValid() || model.tensor(table).dims.empty())
            continue;
        const auto rows = model.tensor(table).dims.front();
        fewest = std::min(fewest.value_or(rows), rows);
    }
    return fewest;
}

/// Fails if the model has a table of positions with fewer rows than a generation needs.
Result<void> checkPositions(
    const model::Model& model, const model::Decoder& decoder, const GenerationOptions& options)
{
    const auto inputs = model::inputsWithoutWeights(model);
    const auto wanted = static_cast<std::int64_t>(options.prompt.size() + options.tokens - 1);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (decoder.inputs[i].role != DecoderRole::Positions)
            continue;
        const auto rows = rowsIndexedWith(model, *inputs[i]);
        if (rows && *rows < wanted)
            return failAs(ErrorKind::Usage, "the model has ", *rows, " positions, a prompt of ",
                options.prompt.size(), " and ", options.tokens, " tokens need ", wanted);
    }
    return {};
}

/// Returns the bytes of a cache.
std::uint64_t bytesOf(std::span<const RuntimeValue> cache)
{
    std::uint64_t bytes = 0;
    for (const auto& value : cache)
        bytes += value.isTensor() ? value.tensor().type.bytes() : 0;
    return bytes;
}

} // namespace

std::string_view tokenPhaseName(TokenPhase phase)
{
    return phase == TokenPhase::Prefill ? "prefill" : "decode";
}

Result<TokenLoop> TokenLoop::create(const RunRequest& request, GenerationOptions options)
{
    TokenLoop loop;
    loop.m_options = std::move(options);
    TRY(loop.prepare(request));
    return loop;
}

Result<void> TokenLoop::prepare(const RunRequest& request)
{
    if (m_options.prompt.empty() || m_options.tokens == 0)
        return failAs(ErrorKind::Usage, "generation needs a prompt and a number of tokens");
    auto decoder = TRY(model::findDecoder(*request.model));
    TRY(checkPositions(*request.model, decoder, m_options));
    if (decoder.tokensPerRun.value_or(1) != 1)
        return failAs(ErrorKind::Usage, "the model takes ", *decoder.tokensPerRun,
            " tokens a run, expected one or any number");
    auto pool = MemoryPool::create(request.memoryLimit);
    auto made = TRY(makeInputs(request, *pool));
    m_inputs = TRY(DecoderInputs::create(std::move(decoder), made.values, pool));

    TRY(checkPrompt(*request.model));
    const bool isSingle = this->decoder().tokensPerRun || m_options.prompt.size() == 1;
    const std::span prompt(m_options.prompt);
    TRY(fill(made, isSingle ? prompt.first(1) : prompt, 0, *request.model));
    made.open
        = isSingle ? m_inputs->openTypes(made.runtimeValues()) : std::vector<model::ValueType>();
    // The prompt's cache is dense. In growing memory, attention to 900 tokens of GPT-2 took 490 ms
    // instead of 295.
    if (isSingle)
        made.growing = growingOutputs();
    m_decodeDims = made.dims;
    m_prefill = engine::prepare(request, made, pool);
    if (!m_prefill.plan)
        return m_prefill.plan.error();
    m_decodePlan = *m_prefill.plan;
    m_session.emplace(TRY(Session::create(m_decodePlan)));
    if (isSingle)
        return {};
    TRY(fill(made, prompt.first(1), std::ssize(prompt), *request.model));
    m_decodeDims = made.dims;
    const auto values = made.runtimeValues();
    TRY(m_session->prepareFor(values, m_inputs->openTypes(values), growingOutputs())
            .within("the plan for single tokens"));
    m_decodePlan = m_session->planShared();
    return {};
}

/// Returns the outputs of which single tokens add a step.
std::vector<std::size_t> TokenLoop::growingOutputs() const
{
    std::vector<std::size_t> outputs;
    for (const auto& input : decoder().inputs) {
        if (input.role == DecoderRole::Past && input.growingAxis)
            outputs.push_back(input.output);
    }
    return outputs;
}

/// Fails for ids that the model has no row for.
Result<void> TokenLoop::checkPrompt(const model::Model& model) const
{
    const auto place = decoder().tokens;
    const auto element = m_inputs->made()[place].value.tensor().element();
    const auto rows = rowsIndexedWith(model, *model::inputsWithoutWeights(model)[place]);
    const auto largest = rows           ? *rows - 1
        : element == ElementType::Int32 ? std::int64_t(std::numeric_limits<std::int32_t>::max())
                                        : std::numeric_limits<std::int64_t>::max();
    for (const auto id : m_options.prompt) {
        if (id < 0 || id > largest)
            return failAs(
                ErrorKind::Usage, "the prompt has the token id ", id, ", expected 0 to ", largest);
    }
    return {};
}

/// Sets the inputs for a run, with a cache of zeros, and the sizes of named dimensions in them.
Result<void> TokenLoop::fill(Inputs& made, std::span<const std::int64_t> ids, std::int64_t position,
    const model::Model& model) const
{
    auto cache = TRY(m_inputs->cache(position));
    auto values = TRY(m_inputs->inputs(ids, position, std::move(cache)));
    const auto declared = model::inputsWithoutWeights(model);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& shape = declared[i]->type.shape;
        for (std::size_t axis = 0; shape && values[i].isTensor() && axis < shape->size(); ++axis) {
            if ((*shape)[axis].isSymbol())
                made.dims[(*shape)[axis].text()] = values[i].tensor().dims()[axis];
        }
        made.values[i].value = std::move(values[i]);
    }
    made.unboundDims.clear();
    made.linkedDims.clear();
    return {};
}

Result<std::int64_t> TokenLoop::runOnce(const RunModel& runModel, std::span<const std::int64_t> ids,
    Generation& generation, std::vector<RuntimeValue>& cache)
{
    const auto start = Clock::now();
    TokenRun run { generation.tokens.empty() ? TokenPhase::Prefill : TokenPhase::Decode,
        generation.positions, std::ssize(ids), {}, {} };
    const auto inputs = TRY(m_inputs->inputs(ids, run.position, std::move(cache)));
    const auto begin = Clock::now();
    auto result = TRY(runModel(*m_session, inputs, run));
    const auto end = Clock::now();
    const auto outputCount = m_decodePlan->outputNames().size();
    if (result.outputs.size() != outputCount)
        return failAs(ErrorKind::Usage, "the run returns ", result.outputs.size(), " of ",
            outputCount, " outputs: generation needs all");
    TRY(takeCache(inputs, run, result.outputs, cache));
    generation.cacheBytes = bytesOf(cache);
    const auto token = TRY(chosenToken(result.outputs[decoder().logits]));
    run.wall = end - begin;
    run.outside = (begin - start) + (Clock::now() - end);
    generation.runs.push_back(run);
    generation.positions += run.tokens;
    return token;
}

/// Fills the cache for the next run.
Result<void> TokenLoop::takeCache(const std::vector<RuntimeValue>& inputs, const TokenRun& run,
    std::vector<NamedValue>& outputs, std::vector<RuntimeValue>& cache) const
{
    const bool hasBranches = std::ranges::any_of(
        decoder().inputs, [](const auto& input) { return input.role == DecoderRole::UsesCache; });
    cache.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& input = decoder().inputs[i];
        if (input.role != DecoderRole::Past)
            continue;
        // With its cache, a model with use_cache_branch returns no cross attention: the first
        // stays.
        if (hasBranches && !input.growingAxis && run.position > 0) {
            cache.push_back(inputs[i]);
            continue;
        }
        auto& output = outputs[input.output];
        const auto expected = run.position + run.tokens;
        if (input.growingAxis
            && (!output.value.isTensor()
                || *input.growingAxis >= output.value.tensor().dims().size()
                || output.value.tensor().dims()[*input.growingAxis] != expected))
            return failAs(ErrorKind::Usage, "the output '", output.name, "' has the shape ",
                output.value.isTensor() ? dimsText(output.value.tensor().dims()) : "of no tensor",
                ", expected a cache of ", expected, " tokens along axis ", *input.growingAxis);
        cache.push_back(std::move(output.value));
    }
    return {};
}

Result<Generation> TokenLoop::generate(const RunModel& runModel, std::stop_token stop)
{
    Generation generation;
    auto cache = TRY(m_inputs->cache(0));
    const auto advance = [&](std::span<const std::int64_t> ids) {
        return runOnce(runModel, ids, generation, cache)
            .within("position " + std::to_string(generation.positions));
    };
    std::span<const std::int64_t> prompt(m_options.prompt);
    const auto chunk = decoder().tokensPerRun ? 1 : prompt.size();
    std::int64_t token = 0;
    for (; !prompt.empty(); prompt = prompt.subspan(chunk))
        token = TRY(advance(prompt.first(chunk)));
    generation.tokens.push_back(token);
    while (generation.tokens.size() < m_options.tokens && token != m_options.stopToken) {
        auto next = advance({ &token, 1 });
        if (!next && next.error().kind() == ErrorKind::Cancelled && stop.stop_requested()) {
            generation.isStopped = true;
            break;
        }
        token = TRY(std::move(next));
        generation.tokens.push_back(token);
    }
    return generation;
}

Result<Generation> TokenLoop::generate(std::stop_token stop)
{
    return generate([stop](Session& session, std::span<const RuntimeValue> inputs,
                        const TokenRun&) { return session.run(inputs, nullptr, stop); },
        stop);
}

Result<std::vector<std::int64_t>> randomPrompt(
    const model::Model& model, std::size_t count, std::uint64_t seed)
{
    const auto decoder = TRY(model::findDecoder(model));
    const auto& logits = model.value(model.main().outputs[decoder.logits]).type.shape;
    constexpr std::int64_t fewest = 2;
    auto vocabulary = rowsIndexedWith(model, *model::inputsWithoutWeights(model)[decoder.tokens]);
    if (!vocabulary && logits && !logits->empty())
        vocabulary = logits->back().value();
    std::mt19937_64 generator(seed);
    std::vector<std::int64_t> ids(count);
    for (auto& id : ids) // not uniform_int_distribution: its numbers depend on the library
        id = static_cast<std::int64_t>(generator()
            % static_cast<std::uint64_t>(std::max(vocabulary.value_or(fewest), fewest)));
    return ids;
}

} // namespace engine
