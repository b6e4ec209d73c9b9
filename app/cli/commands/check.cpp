#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include "model/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>

namespace cli {

using support::Diagnostic;
using support::Diagnostics;
using support::JsonWriter;
using support::Result;
using support::Severity;

namespace {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return "error";
    case Severity::Warning:
        return "warning";
    case Severity::Note:
        break;
    }
    return "note";
}

std::string document(const Diagnostics& found)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("problems").beginArray();
    for (const auto& problem : found) {
        json.beginObject().member("severity", severityName(problem.severity)).member("rule", problem.code).member("where", problem.where.path);
        json.member("message", problem.message).member("advice", problem.advice);
        if (problem.where.byteOffset)
            json.member("byte", *problem.where.byteOffset);
        if (!problem.where.file.empty())
            json.member("file", problem.where.file);
        json.endObject();
    }
    json.endArray();
    for (const auto severity : { Severity::Error, Severity::Warning, Severity::Note })
        json.member(std::string(severityName(severity)) + "s", std::ranges::count(found, severity, &Diagnostic::severity));
    json.endObject().flush();
    return text + "\n";
}

std::string lines(const Diagnostics& found)
{
    std::string text;
    for (const auto& problem : found) {
        text += std::string(severityName(problem.severity)) + "  ";
        if (!problem.where.path.empty())
            text += support::sanitise(problem.where.path) + ": ";
        text += support::sanitise(problem.message) + "  [" + problem.code + "]\n";
        if (!problem.advice.empty())
            text += "       " + support::sanitise(problem.advice) + "\n";
    }
    const auto count = [&](Severity severity) { return static_cast<std::uint64_t>(std::ranges::count(found, severity, &Diagnostic::severity)); };
    return text + support::countOf(count(Severity::Error), "error", "errors") + ", " + support::countOf(count(Severity::Warning), "warning", "warnings") + ", "
        + support::countOf(count(Severity::Note), "note", "notes") + "\n";
}

Diagnostics allOf(const model::Analysis& analysis)
{
    auto found = analysis.model->diagnostics;
    found.insert(found.end(), analysis.diagnostics.begin(), analysis.diagnostics.end());
    std::ranges::stable_sort(found, std::greater<> {}, &Diagnostic::severity);
    return found;
}

Result<int> run(const Invocation& invocation)
{
    auto model = TRY(model::onnx::openModel(invocation.arguments.text("MODEL", ""), {}, invocation.stop));
    const auto analysis = model::analyse(model, {}, invocation.stop);
    auto found = allOf(*analysis);
    if (const auto rules = invocation.arguments.text("--rules")) {
        std::erase_if(found, [&](const Diagnostic& problem) { return ("," + *rules + ",").find("," + problem.code + ",") == std::string::npos; });
    }
    TRY(invocation.write(invocation.format == Format::Json ? document(found) : lines(found)));
    const auto worst = invocation.arguments.has("--strict") ? Severity::Warning : Severity::Error;
    const bool isClean = std::ranges::none_of(found, [&](const Diagnostic& problem) { return problem.severity >= worst; });
    return isClean ? exitDone : exitFinding;
}

} // namespace

Command checkCommand()
{
    return { .name = "check",
        .summary = "Rules of the ONNX standard, types and shapes; exit code 1 if there are errors",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = { { "--rules", "LIST", "only these rule ids, separated by commas" }, { "--strict", "", "warnings count as errors" } },
        .examples = { "check model.onnx", "check model.onnx --strict --format json" },
        .formats = { Format::Text, Format::Json },
        .run = run };
}

} // namespace cli
