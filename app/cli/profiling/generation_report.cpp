#include "app/cli/profiling/generation_report.h"

#include "app/cli/commands.h"
#include "app/cli/profiling/profile_groups.h"
#include "app/cli/profiling/run_document.h"
#include "app/cli/text_table.h"
#include "model/support/hash.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"
#include "profiler/statistics/generation.h"

#include <algorithm>

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t typesShown = 12;

std::vector<profiler::TokenSample> samplesOf(std::span<const engine::Generation> generations)
{
    std::vector<profiler::TokenSample> samples;
    for (std::uint32_t repeat = 0; repeat < generations.size(); ++repeat) {
        for (const auto& run : generations[repeat].runs)
            samples.push_back({ repeat + 1, run.phase == engine::TokenPhase::Prefill, run.position,
                run.tokens, static_cast<double>(run.wall.count()),
                static_cast<double>(run.outside.count()) });
    }
    return samples;
}

std::string idsText(std::span<const std::int64_t> ids)
{
    return support::joined(ids, " ", [](std::int64_t id) { return std::to_string(id); });
}

std::string sameTokensText(std::span<const engine::Generation> generations)
{
    if (generations.size() < 2)
        return "one generation";
    const auto place = profiler::firstDifference(generations);
    return place
        ? "generations chose different tokens from token " + std::to_string(*place + 1) + " on"
        : "every generation chose the same tokens";
}

std::string cacheText(const engine::Generation& generation)
{
    const auto positions
        = static_cast<std::uint64_t>(std::max<std::int64_t>(generation.positions, 1));
    return support::bytesText(generation.cacheBytes) + " for "
        + support::countOf(positions, "position", "positions") + ", "
        + support::bytesText(generation.cacheBytes / positions) + " each";
}

void addDistribution(JsonWriter& json, std::string_view name, const profiler::Distribution& values)
{
    json.key(name).beginObject().member("median", values.median);
    if (values.interval)
        json.members({ { "lo", values.interval->low }, { "hi", values.interval->high } });
    json.member("samples", values.samples).endObject();
}

void writeSlope(JsonWriter& json, const profiler::PositionSlope& slope)
{
    json.member("ns_per_position", slope.nsPerPosition);
    if (slope.interval)
        json.members({ { "lo", slope.interval->low }, { "hi", slope.interval->high } });
    json.member("within_noise", !slope.isReal());
}

/// Returns the outputs of the run that takes the end of the prompt.
Result<std::vector<engine::NamedValue>> promptOutputs(
    engine::TokenLoop& loop, const std::stop_token& stop)
{
    std::vector<engine::NamedValue> outputs;
    const auto ended = loop.generate(
        [&](engine::Session& session, std::span<const engine::RuntimeValue> inputs,
            const engine::TokenRun& run) -> Result<engine::RunResult> {
            if (run.phase == engine::TokenPhase::Decode)
                return support::failAs(support::ErrorKind::Cancelled, "only the prompt is needed");
            auto result = TRY(session.run(inputs, nullptr, stop));
            outputs = result.outputs;
            return result;
        },
        stop);
    if (!ended && ended.error().kind() != support::ErrorKind::Cancelled)
        return ended.error();
    return outputs;
}

Result<std::vector<engine::PrecisionError>> promptErrors(
    const engine::RunRequest& request, engine::TokenLoop& loop, const std::stop_token& stop)
{
    const auto found = TRY(promptOutputs(loop, stop));
    auto single = request;
    single.precision = engine::Precision::Float32;
    single.tune = engine::Tuning::Off;
    auto reference = TRY(engine::TokenLoop::create(single, { loop.options().prompt, 1, {} }));
    return engine::precisionErrors(found, TRY(promptOutputs(reference, stop)));
}

std::string document(const engine::RunRequest& request, const GenerationOutcome& outcome,
    const std::string& sha256, std::uint64_t peakBytes)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.member("model_sha256", sha256);
        writeSettings(json, request, outcome.loop.preparation().report);
        writeGeneration(json, outcome, samplesOf(outcome.generations));
        writeErrors(json, outcome.errors);
        json.member("peak_bytes", peakBytes);
    });
}

} // namespace

std::vector<engine::PrecisionError> measurePromptErrors(
    const Invocation& invocation, const engine::RunRequest& request, engine::TokenLoop& loop)
{
    if (!engine::isLowered(request.precision) || invocation.stop.stop_requested())
        return {};
    auto errors = promptErrors(request, loop, invocation.stop);
    if (errors)
        return std::move(*errors);
    invocation.printStatus(
        "the error against f32 is not known: " + support::sanitise(errors.error().message()));
    return {};
}

std::string generationText(const GenerationOutcome& outcome,
    std::span<const profiler::TokenSample> samples, const Invocation& invocation)
{
    const auto& last
        = *std::ranges::max_element(outcome.generations, {}, &engine::Generation::positions);
    const auto wanted = outcome.loop.options().tokens;
    TextTable table { { { "generation" }, { "value" }, { "detail" } } };
    for (auto& line : profiler::generationLines(profiler::generationFigures(samples)))
        table.add({ line.name, line.value, line.detail });
    table.add({ "Cache", support::bytesText(last.cacheBytes),
        cacheText(last) + ", " + support::countOf(outcome.loop.decoder().pairs, "pair", "pairs") });
    table.add({ "Tokens", std::to_string(last.tokens.size()) + " of " + std::to_string(wanted),
        sameTokensText(outcome.generations) });
    table.add({ "Plans made between tokens", std::to_string(outcome.preparations), "" });
    auto text = table.text(invocation.format, invocation.colours);
    if (invocation.format == Format::Text)
        text += "ids " + idsText(last.tokens) + "\n";
    return text;
}

std::string generationTables(const profiler::Report& report, const Invocation& invocation)
{
    using Align = TextTable::Align;
    const auto& profile = *report.profile;
    TextTable prefill { { { "prefill, by type" }, { "steps", Align::Right },
        { "median", Align::Right } } };
    for (const auto& row : profiler::prefillTypes(profile)) {
        if (prefill.rows.size() < typesShown)
            prefill.add({ support::sanitise(row.opType), std::to_string(row.steps),
                invocation.duration(row.medianNs) });
    }
    if (report.generation == nullptr || report.generation->growth.empty())
        return prefill.text(invocation.format, invocation.colours);
    const auto& rows = report.generation->growth;
    TextTable growth { { { "what grows with position" },
        { "at " + std::to_string(rows.front().firstPosition), Align::Right },
        { "at " + std::to_string(rows.front().lastPosition), Align::Right },
        { "per position", Align::Right } } };
    for (const auto& row : rows) {
        if (growth.rows.size() < typesShown)
            growth.add(
                { support::sanitise(row.opType), invocation.duration(std::max(row.firstNs, 0.0)),
                    invocation.duration(std::max(row.lastNs, 0.0)),
                    row.slope.isReal() ? invocation.duration(row.slope.nsPerPosition)
                                       : std::string("within noise") });
    }
    return prefill.text(invocation.format, invocation.colours) + "\n"
        + growth.text(invocation.format, invocation.colours);
}

void writeGeneration(JsonWriter& json, const GenerationOutcome& outcome,
    std::span<const profiler::TokenSample> samples)
{
    const auto figures = profiler::generationFigures(samples);
    const auto& last = outcome.generations.back();
    json.key("generation").beginObject();
    json.members({ { "prompt", outcome.loop.options().prompt },
        { "tokens_requested", outcome.loop.options().tokens }, { "tokens", last.tokens },
        { "generations", outcome.generations.size() }, { "is_stopped", last.isStopped },
        { "plans_made", outcome.preparations }, { "cache_bytes", last.cacheBytes },
        { "cache_positions", last.positions }, { "cache_pairs", outcome.loop.decoder().pairs } });
    if (const auto place = profiler::firstDifference(outcome.generations))
        json.member("first_difference", *place + 1);
    addDistribution(json, "prefill_ns", figures.prefill);
    addDistribution(json, "first_token_ns", figures.firstToken);
    addDistribution(json, "tokens_per_second", figures.tokensPerSecond);
    addDistribution(json, "token_ns", figures.token);
    addDistribution(json, "outside_ns", figures.outside);
    json.member("outside_share", figures.outsideShare);
    if (figures.slowest)
        json.key("slowest").object(
            { { "generation", figures.slowest->repeat }, { "token", figures.slowest->index },
                { "position", figures.slowest->position }, { "ns", figures.slowest->ns } });
    if (figures.slope) {
        json.key("slope").beginObject();
        writeSlope(json, *figures.slope);
        json.endObject();
    }
    json.members({ { "positions", figures.positions }, { "token_median_ns", figures.tokenNs } });
    json.endObject();
}

Result<int> runGeneration(const Invocation& invocation, const engine::RunRequest& request,
    const engine::GenerationOptions& options, const JsonProgress& progress)
{
    const auto warmup = TRY(invocation.arguments.integer("--warmup", 0, 0, 1'000'000));
    const auto runs = TRY(invocation.arguments.integer("--runs", 1, 1, 1'000'000));
    auto created = engine::TokenLoop::create(request, options);
    if (!created)
        progress.error(created.error(), {});
    auto loop = TRY(std::move(created));
    progress.plan(*loop.decodePlan(), loop.preparation().report.notices);
    const auto before = loop.session().preparations();
    std::vector<engine::Generation> generations;
    std::uint64_t index = 0;
    for (std::int64_t i = 0; i < warmup + runs; ++i) {
        auto made = loop.generate(invocation.stop);
        if (!made && made.error().kind() == support::ErrorKind::Cancelled && !generations.empty())
            break; // within a prompt: the generations before it are complete
        auto generation = TRY(std::move(made));
        for (const auto& run : generation.runs)
            progress.run(index++, engine::tokenPhaseName(run.phase), run.wall.count());
        const bool isLast = generation.isStopped || invocation.stop.stop_requested();
        if (i >= warmup || isLast)
            generations.push_back(std::move(generation));
        if (isLast)
            break;
    }
    TRY(support::checkMappedFiles());
    const auto preparations = loop.session().preparations() - before;
    const GenerationOutcome outcome { generations, loop, preparations,
        measurePromptErrors(invocation, request, loop) };
    const auto sha256 = invocation.format == Format::Json
        ? TRY(support::sha256OfFile(request.model->path))
        : std::string();
    auto text = invocation.format == Format::Json
        ? document(request, outcome, sha256, loop.session().peakBytes())
        : generationText(outcome, samplesOf(generations), invocation);
    if (invocation.format == Format::Text)
        for (const auto& errorText : errorTexts(outcome.errors))
            text += errorText + "\n";
    TRY(invocation.write(text));
    return invocation.stop.stop_requested() ? exitInterrupted : exitDone;
}

} // namespace cli
