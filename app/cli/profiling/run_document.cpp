#include "app/cli/profiling/run_document.h"

#include "app/cli/commands.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/output_summary.h"
#include "app/cli/profiling/run_options.h"
#include "model/support/hash.h"

namespace cli {

using support::JsonWriter;
using support::Result;

void writeSettings(
    JsonWriter& json, const engine::RunRequest& request, const engine::PrepareReport& report)
{
    json.members({ { "device", engine::deviceName(request.device) }, { "threads", report.threads },
        { "precision", engine::precisionName(request.precision) }, { "notices", report.notices },
        { "seed", report.seed } });
    json.key("dims").beginObject();
    for (const auto& [name, size] : report.dims)
        json.member(name, size);
    json.endObject().members({ { "dims_by_default", report.unboundDims },
        { "random_weights", report.randomWeights }, { "missing_outputs", report.missingOutputs } });
    json.key("nodes_unsupported");
    writeUnsupported(json, report.unsupported);
}

void printNotFinite(const Invocation& invocation, const engine::RunRequest& request,
    const std::vector<engine::NamedValue>& outputs)
{
    if (request.precision != engine::Precision::Float16)
        return;
    for (const auto& output : outputs) {
        const auto count = summarise(output.value).notFinite;
        if (count > 0)
            invocation.printStatus("output " + support::sanitise(output.name) + " has "
                + support::countOf(count, "element that is", "elements that are")
                + " NaN or infinite: f16 has no numbers beyond 65504, bf16 and f32 have");
    }
}

std::vector<engine::PrecisionError> measureErrors(const Invocation& invocation,
    const engine::RunRequest& request, const engine::Inputs& inputs,
    const std::vector<engine::NamedValue>& outputs)
{
    if (!engine::isLowered(request.precision))
        return {};
    auto errors = engine::errorsAgainstFloat32(request, inputs, outputs, invocation.stop);
    if (errors)
        return std::move(*errors);
    invocation.printStatus(
        "the error against f32 is not known: " + support::sanitise(errors.error().message()));
    return {};
}

void writeErrors(JsonWriter& json, const std::vector<engine::PrecisionError>& errors)
{
    if (errors.empty())
        return;
    json.key("errors_against_f32").beginArray();
    for (const auto& error : errors)
        json.object({ { "output", error.output }, { "relative_rms", error.relativeRms },
            { "largest", error.largest }, { "largest_expected", error.largestExpected },
            { "elements", error.elements }, { "not_finite", error.notFinite } });
    json.endArray();
}

std::vector<std::string> errorTexts(const std::vector<engine::PrecisionError>& errors)
{
    std::vector<std::string> texts;
    for (const auto& error : errors) {
        auto text = "error against f32 " + support::numberText(100 * error.relativeRms, 2)
            + " % rms, largest " + support::numberText(error.largest, 2) + " of "
            + support::numberText(error.largestExpected, 2) + ": "
            + support::sanitise(error.output);
        if (error.notFinite > 0)
            text += ", " + support::countOf(error.notFinite, "element", "elements")
                + " finite in one of the runs only";
        texts.push_back(std::move(text));
    }
    return texts;
}

Result<int> refuse(const Invocation& invocation, const engine::RunRequest& request,
    const engine::Preparation& prepared, DocumentTo target)
{
    const auto error = explainUnsupported(prepared);
    if (invocation.format != Format::Json)
        return error;
    const auto sha256 = TRY(support::sha256OfFile(request.model->path, invocation.stop));
    printError(error);
    const auto text = support::jsonDocument([&](JsonWriter& json) {
        json.member("model_sha256", sha256);
        writeError(json, error);
        writeSettings(json, request, prepared.report);
        json.key("wall_ns").tuple().key("outputs").tuple();
    });
    if (target == DocumentTo::OutputFile)
        TRY(invocation.write(text));
    else
        TRY(invocation.print(text));
    return exitCodeOf(error.kind());
}

void printDeviceLimits(const Invocation& invocation, std::span<const profiler::DeviceLimit> limits)
{
    for (const auto& limit : limits)
        invocation.printStatus(
            "note: " + limit.message + (limit.advice.empty() ? "" : " (" + limit.advice + ")"));
}

void printMissingCounters(
    const Invocation& invocation, std::span<const profiler::MissingCounter> missing)
{
    for (const auto& counter : missing)
        invocation.printStatus("not counted: " + counter.name + ": " + counter.reason);
}

} // namespace cli
