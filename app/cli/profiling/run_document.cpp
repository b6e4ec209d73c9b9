#include "app/cli/profiling/run_document.h"

#include "app/cli/commands.h"
#include "app/cli/profiling/json_progress.h"
#include "app/cli/profiling/run_options.h"
#include "model/support/hash.h"

namespace cli {

using support::JsonWriter;
using support::Result;

void writeSettings(
    JsonWriter& json, const engine::RunRequest& request, const engine::PrepareReport& report)
{
    json.member("device", engine::deviceName(request.device))
        .member("threads", report.threads)
        .member("precision", engine::precisionName(request.precision))
        .key("notices")
        .array(report.notices);
    json.member("seed", report.seed).key("dims").beginObject();
    for (const auto& [name, size] : report.dims)
        json.member(name, size);
    json.endObject().key("dims_by_default").array(report.unboundDims);
    json.key("random_weights")
        .array(report.randomWeights)
        .key("missing_outputs")
        .array(report.missingOutputs);
    json.key("nodes_unsupported");
    writeUnsupported(json, report.unsupported);
}

Result<int> refuse(const Invocation& invocation, const engine::RunRequest& request,
    const engine::Preparation& prepared, DocumentTo target)
{
    const auto error = explainUnsupported(prepared);
    if (invocation.format != Format::Json)
        return error;
    const auto sha256 = TRY(support::sha256OfFile(request.model->path, invocation.stop));
    printError(error);
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().member("model_sha256", sha256);
    writeError(json, error);
    writeSettings(json, request, prepared.report);
    json.key("wall_ns")
        .beginArray()
        .endArray()
        .key("outputs")
        .beginArray()
        .endArray()
        .endObject()
        .flush();
    text += '\n';
    if (target == DocumentTo::OutputFile)
        TRY(invocation.write(text));
    else
        TRY(invocation.print(text));
    return exitCodeOf(error.kind());
}

void printDeviceLimits(const Invocation& invocation, std::span<const profiler::DeviceLimit> limits)
{
    for (const auto& limit : limits)
        invocation.say(
            "note: " + limit.message + (limit.advice.empty() ? "" : " (" + limit.advice + ")"));
}

} // namespace cli
