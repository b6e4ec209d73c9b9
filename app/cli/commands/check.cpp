#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include "model/analysis.h"
#include "model/checks/finding_rules.h"
#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cli {

using support::Diagnostic;
using support::Diagnostics;
using support::ErrorKind;
using support::failAs;
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

std::string document(const Diagnostics& found, std::size_t stopping)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("problems").beginArray();
    for (const auto& problem : found) {
        json.beginObject()
            .member("severity", severityName(problem.severity))
            .member("rule", problem.code)
            .member("where", problem.where.path);
        json.member("message", problem.message).member("advice", problem.advice);
        if (problem.where.byteOffset)
            json.member("byte", *problem.where.byteOffset);
        if (!problem.where.file.empty())
            json.member("file", problem.where.file);
        json.endObject();
    }
    json.endArray();
    for (const auto severity : { Severity::Error, Severity::Warning, Severity::Note })
        json.member(std::string(severityName(severity)) + "s",
            std::ranges::count(found, severity, &Diagnostic::severity));
    json.member("stopping", stopping).endObject().flush();
    return text + "\n";
}

std::string lines(const Diagnostics& found, std::size_t stopping)
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
    const auto count = [&](Severity severity) {
        return static_cast<std::uint64_t>(
            std::ranges::count(found, severity, &Diagnostic::severity));
    };
    text += support::countOf(count(Severity::Error), "error", "errors") + ", "
        + support::countOf(count(Severity::Warning), "warning", "warnings") + ", "
        + support::countOf(count(Severity::Note), "note", "notes") + "\n";
    return stopping == 0
        ? text
        : text + support::countOf(stopping, "of them stops", "of them stop") + " a run\n";
}

constexpr std::array effectWords { std::pair { model::checks::RunEffect::None, "no" },
    std::pair { model::checks::RunEffect::WhenNeeded, "if it needs what is at fault" },
    std::pair { model::checks::RunEffect::Stops, "yes" },
    std::pair { model::checks::RunEffect::StopsInMain, "yes, in the main graph" } };

std::string effectText(model::checks::RunEffect effect)
{
    return std::ranges::find(effectWords, effect, [](const auto& row) {
        return row.first;
    })->second;
}

std::string ruleList(Format format)
{
    if (format != Format::Json) {
        TextTable table { { { "rule" }, { "stops a run" }, { "what is at fault" } }, {}, {} };
        for (const auto& rule : model::checks::allFindingRules())
            table.add(
                { std::string(rule.code), effectText(rule.effect), std::string(rule.summary) });
        return table.text(format);
    }
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("rules").beginArray();
    for (const auto& rule : model::checks::allFindingRules())
        json.beginObject()
            .member("rule", rule.code)
            .member("stops_run", effectText(rule.effect))
            .member("summary", rule.summary)
            .endObject();
    json.endArray().endObject().flush();
    return text + "\n";
}

Result<int> run(const Invocation& invocation)
{
    if (invocation.arguments.has("--list-rules")) {
        TRY(invocation.write(ruleList(invocation.format)));
        return exitDone;
    }
    const auto path = invocation.arguments.text("MODEL");
    if (!path)
        return failAs(ErrorKind::Usage, "no model is given: check MODEL, or check --list-rules");
    auto model = TRY(model::onnx::openModel(*path, {}, invocation.stop));
    const auto analysis = model::analyse(model, {}, invocation.stop);
    auto found = model::allFindings(*analysis);
    if (const auto rules = invocation.arguments.text("--rules")) {
        std::erase_if(found, [&](const Diagnostic& problem) {
            return ("," + *rules + ",").find("," + problem.code + ",") == std::string::npos;
        });
    }
    const auto stopping = model::checks::stoppingFindings(*model, found).size();
    TRY(invocation.write(
        invocation.format == Format::Json ? document(found, stopping) : lines(found, stopping)));
    const auto worst = invocation.arguments.has("--strict") ? Severity::Warning : Severity::Error;
    const bool isClean = std::ranges::none_of(
        found, [&](const Diagnostic& problem) { return problem.severity >= worst; });
    return isClean ? exitDone : exitFinding;
}

} // namespace

Command checkCommand()
{
    return { .name = "check",
        .summary = "Rules of the ONNX standard, types and shapes; exit code 1 if there are errors",
        .positionals = { { "MODEL", "ONNX file", Positional::Count::ZeroOrOne } },
        .options = { { "--list-rules", "", "the rules, and which of them stop a run" },
            { "--rules", "LIST", "only these rule ids, separated by commas" },
            { "--strict", "", "warnings count as errors" } },
        .examples = { "check model.onnx", "check model.onnx --strict --format json" },
        .formats = { Format::Text, Format::Json },
        .run = run };
}

} // namespace cli
