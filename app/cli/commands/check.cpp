#include "app/cli/commands.h"
#include "app/cli/profiling/run_options.h"
#include "app/cli/text_table.h"
#include "engine/device/plugin.h"
#include "engine/program/coverage.h"

#include "model/checks/finding_rules.h"
#include "model/edit/repairs.h"
#include "model/inference/analysis.h"
#include "model/support/atomic_file.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/build_servers/sarif.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace cli {

using support::Diagnostic;
using support::Diagnostics;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;
using support::Severity;

namespace {

/// Results of the command.
struct Findings {
    Diagnostics problems;
    std::size_t stopping = 0; ///< problems that stop a run
    std::optional<std::string> device; ///< value of --device
    std::vector<engine::UnsupportedOperator> uncovered; ///< operators without kernel on it
};

std::string_view severityName(Severity severity)
{
    static constexpr std::array<std::string_view, 3> names { "note", "warning", "error" };
    return names[static_cast<std::size_t>(severity)];
}

void writeCoverage(JsonWriter& json, const Findings& found)
{
    json.key("coverage")
        .beginObject()
        .member("device", *found.device)
        .key("without_kernel")
        .beginArray();
    for (const auto& row : found.uncovered) {
        json.beginObject()
            .members({ { "domain", row.domain.empty() ? "ai.onnx" : row.domain },
                { "type", row.type }, { "version", row.version } })
            .member("nodes", row.labels)
            .endObject();
    }
    json.endArray().endObject();
}

std::string document(const Findings& found)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("problems").beginArray();
        for (const auto& problem : found.problems) {
            json.beginObject()
                .members({ { "severity", severityName(problem.severity) }, { "rule", problem.code },
                    { "where", problem.where.path }, { "message", problem.message },
                    { "advice", problem.advice } })
                .memberIf("byte", problem.where.byteOffset);
            if (!problem.where.file.empty())
                json.member("file", problem.where.file);
            json.endObject();
        }
        json.endArray();
        for (const auto severity : { Severity::Error, Severity::Warning, Severity::Note })
            json.member(std::string(severityName(severity)) + "s",
                std::ranges::count(found.problems, severity, &Diagnostic::severity));
        if (found.device)
            writeCoverage(json, found);
        json.member("stopping", found.stopping);
    });
}

std::string coverageLines(const Findings& found)
{
    if (found.uncovered.empty())
        return "every operator has a kernel on " + *found.device + "\n";
    std::string text;
    for (const auto& row : found.uncovered) {
        const auto name = (row.domain.empty() ? "" : row.domain + ".") + row.type + "-"
            + std::to_string(row.version);
        text += "no kernel on " + *found.device + "  " + support::sanitise(name) + ": "
            + support::countOf(row.labels.size(), "node", "nodes") + " ("
            + support::sanitise(row.labels.front()) + (row.labels.size() > 1 ? ", …)" : ")") + "\n";
    }
    return text;
}

std::string lines(const Findings& found)
{
    std::string text;
    for (const auto& problem : found.problems) {
        text += std::string(severityName(problem.severity)) + "  ";
        if (!problem.where.path.empty())
            text += support::sanitise(problem.where.path) + ": ";
        text += support::sanitise(problem.message) + "  [" + problem.code + "]\n";
        if (!problem.advice.empty())
            text += "       " + support::sanitise(problem.advice) + "\n";
    }
    const auto count = [&](Severity severity) {
        return static_cast<std::uint64_t>(
            std::ranges::count(found.problems, severity, &Diagnostic::severity));
    };
    if (found.device)
        text += coverageLines(found);
    text += support::countOf(count(Severity::Error), "error", "errors") + ", "
        + support::countOf(count(Severity::Warning), "warning", "warnings") + ", "
        + support::countOf(count(Severity::Note), "note", "notes") + "\n";
    return found.stopping == 0
        ? text
        : text + support::countOf(found.stopping, "of them stops", "of them stop") + " a run\n";
}

constexpr std::array effectNames { std::pair { model::checks::RunEffect::None, "no" },
    std::pair { model::checks::RunEffect::WhenNeeded, "if it needs what is at fault" },
    std::pair { model::checks::RunEffect::Stops, "yes" },
    std::pair { model::checks::RunEffect::StopsInMain, "yes, in the main graph" } };

std::string effectText(model::checks::RunEffect effect)
{
    return std::ranges::find(effectNames, effect, [](const auto& row) {
        return row.first;
    })->second;
}

/// The findings of the checks, and the operators without kernel, which have no rule of their own.
std::string sarif(const std::string& artifact, const model::Model& model, const Findings& found)
{
    constexpr auto uncovered = "no-kernel";
    std::vector<profiler::SarifRule> rules;
    for (const auto& rule : model::checks::allFindingRules())
        rules.push_back({ std::string(rule.code), std::string(rule.summary),
            "a run of the model is stopped: " + effectText(rule.effect) });
    rules.push_back({ uncovered, "an operator has no kernel on the device", {} });
    std::vector<profiler::SarifResult> results;
    for (const auto& problem : found.problems) {
        profiler::SarifResult result { problem.code, problem.severity,
            problem.advice.empty() ? problem.message : problem.message + "\n" + problem.advice,
            {} };
        if (!problem.where.path.empty())
            result.places.push_back({ problem.where.path,
                problem.where.node ? model.node(model::NodeId(*problem.where.node)).name
                                   : std::string() });
        results.push_back(std::move(result));
    }
    for (const auto& row : found.uncovered) {
        profiler::SarifResult result { uncovered, Severity::Error,
            row.type + " has no kernel on " + *found.device, {} };
        for (const auto& label : row.labels)
            result.places.push_back({ label, label });
        results.push_back(std::move(result));
    }
    return profiler::sarifText(artifact, rules, results);
}

std::string ruleList(Format format)
{
    if (format != Format::Json) {
        TextTable table { { { "rule" }, { "stops a run" }, { "what is at fault" } } };
        for (const auto& rule : model::checks::allFindingRules())
            table.add(
                { std::string(rule.code), effectText(rule.effect), std::string(rule.summary) });
        return table.text(format);
    }
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("rules").beginArray();
        for (const auto& rule : model::checks::allFindingRules())
            json.object({ { "rule", rule.code }, { "stops_run", effectText(rule.effect) },
                { "summary", rule.summary } });
        json.endArray();
    });
}

/// Returns the rules of `--rules`; nothing without the option.
Result<std::optional<std::vector<std::string>>> chosenRules(const Arguments& arguments)
{
    const auto text = arguments.text("--rules");
    if (!text)
        return std::optional<std::vector<std::string>>();
    return std::optional(TRY(rulesOf("--rules", *text)));
}

Result<int> runCheck(const Invocation& invocation)
{
    if (invocation.arguments.has("--list-rules")) {
        TRY(invocation.write(ruleList(invocation.format)));
        return exitDone;
    }
    const auto path = invocation.arguments.text("MODEL");
    if (!path)
        return failAs(ErrorKind::Usage, "no model is given: check MODEL, or check --list-rules");
    const auto rules = TRY(chosenRules(invocation.arguments));
    Findings found;
    std::optional<engine::DeviceKind> device;
    if (invocation.arguments.has("--device")) {
        device = TRY(chosenDevice(invocation.arguments));
        TRY(engine::openDevice(*device)); // registers its kernels
        found.device = invocation.arguments.text("--device");
    }
    auto model = TRY(openChosen(invocation, *path));
    const auto analysis = model::analyse(model, {}, invocation.stop);
    found.problems = model::allFindings(*analysis);
    if (rules)
        std::erase_if(found.problems, [&](const Diagnostic& problem) {
            return std::ranges::find(*rules, problem.code) == rules->end();
        });
    found.stopping = model::checks::stoppingFindings(*model, found.problems).size();
    if (device)
        found.uncovered = engine::uncoveredOperators(*model, *device);
    if (const auto target = invocation.arguments.text("--sarif"))
        TRY(support::writeFile(*target, sarif(*path, *model, found)));
    TRY(invocation.write(invocation.format == Format::Json ? document(found) : lines(found)));
    const auto mendable = std::ranges::count_if(found.problems, [&](const Diagnostic& problem) {
        return model::edit::repairOf(*model, problem).has_value();
    });
    if (mendable > 0)
        invocation.printStatus(
            support::countOf(static_cast<std::uint64_t>(mendable), "finding has", "findings have")
            + " a sure repair: opscope-cli edit MODEL --repair -o NEW");
    const auto worst = invocation.arguments.has("--strict") ? Severity::Warning : Severity::Error;
    const bool isClean = found.uncovered.empty()
        && std::ranges::none_of(
            found.problems, [&](const Diagnostic& problem) { return problem.severity >= worst; });
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
            { "--device", "NAME", "also operators without a kernel there: cpu or cuda" },
            shapeOption(), { "--strict", "", "warnings count as errors" },
            { "--sarif", "FILE", "also write the findings as SARIF 2.1.0, for code scanning", false,
                FileUse::Output } },
        .examples = { "check model.onnx", "check model.onnx --strict --format json" },
        .formats = { Format::Text, Format::Json },
        .run = runCheck };
}

} // namespace cli
