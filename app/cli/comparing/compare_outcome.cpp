#include "app/cli/comparing/compare_outcome.h"

#include "app/cli/comparing/github_output.h"
#include "app/cli/quantities.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/build_servers/junit.h"

#include <algorithm>
#include <array>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

Result<void> judge(
    const Invocation& invocation, CompareResult& result, const profiler::GateLimits& limits)
{
    if (!limits.wall && !limits.perOperator)
        return {};
    if (!result.time)
        return failAs(ErrorKind::Usage,
            "a gate is for times: add --measure, or give two profiles in place of models");
    result.gate = profiler::applyGate(*result.time, limits);
    if (const auto path = invocation.arguments.text("--junit"))
        TRY(support::writeFile(
            *path, profiler::junitText(*result.gate, result.nameA + " against " + result.nameB)));
    return {};
}

/// Fails for an unknown scope; it would have no effect.
Result<void> checkIgnored(const Arguments& arguments, const profiler::Comparison& time)
{
    for (const auto& scope : arguments.all("--ignore"))
        if (std::ranges::none_of(
                time.rows, [&](const auto& row) { return profiler::isInScope(row.label, scope); }))
            return failAs(ErrorKind::Usage, "--ignore names ", support::quote(scope),
                ", a scope without operators");
    return {};
}

int exitOf(const Invocation& invocation, const CompareResult& result)
{
    if (invocation.stop.stop_requested())
        return exitInterrupted;
    const auto& arguments = invocation.arguments;
    const bool hasTolerance = arguments.has("--rtol") || arguments.has("--atol");
    if (result.numbers && hasTolerance && result.numbers->firstPastTolerance)
        return exitFinding;
    if (!result.gate)
        return exitDone;
    constexpr std::array codes { exitDone, exitFinding, exitUndecided };
    return codes[static_cast<std::size_t>(result.gate->result())];
}

} // namespace

std::vector<Option> outcomeOptions()
{
    return {
        { "--gate", "SHARE", "exit code 1 if the wall time is longer by more than this" },
        { "--gate-op", "SHARE", "exit code 1 if an operator takes longer by more than this" },
        { "--junit", "FILE", "write the outcome of the gate for a build server", false,
            FileUse::Output },
        { "--github", "",
            "annotations for GitHub Actions on stdout, and a summary of the step in the file named "
            "by GITHUB_STEP_SUMMARY" },
        { "--source", "FILE", "the file that annotations point to (default: B)" },
        { "--report", "FILE", "write everything that was compared as one HTML page", false,
            FileUse::Output },
        { "--ignore", "SCOPE", "no verdict about operators in this scope", true },
        { "--allow-different", "WHAT",
            "give verdicts even if these differ: machine, host (another machine of the same kind), "
            "settings or all",
            true },
        { "--spread", "SHARE",
            "expected difference of two separate measurements of the same model on this machine "
            "(default: 5%)" },
        { "--all", "", "show all rows" },
    };
}

Result<profiler::GateLimits> gateLimits(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    profiler::GateLimits limits;
    limits.wall = TRY(shareOf(arguments, "--gate"));
    limits.perOperator = TRY(shareOf(arguments, "--gate-op"));
    if (arguments.has("--junit") && !limits.wall && !limits.perOperator)
        return failAs(ErrorKind::Usage, "--junit writes the outcome of a gate: add --gate 3%");
    const bool isForPeople
        = invocation.format == Format::Text || invocation.format == Format::Markdown;
    if (arguments.has("--github") && !isForPeople && !arguments.has("--output"))
        return failAs(ErrorKind::Usage,
            "--github writes annotations to stdout, where json and csv would mix with them: add -o "
            "FILE for the result");
    if (arguments.has("--source") && !arguments.has("--github"))
        return failAs(ErrorKind::Usage, "--source is of annotations: add --github");
    return limits;
}

Result<profiler::CompareOptions> recordedOptions(const Arguments& arguments)
{
    profiler::CompareOptions options;
    enum { Machine, Settings, All, Host };
    for (const auto& what : arguments.all("--allow-different")) {
        const auto place
            = TRY(placeOfWord("--allow-different", what, { "machine", "settings", "all", "host" }));
        options.allowsMachine = options.allowsMachine || place == Machine || place == All;
        options.allowsSettings = options.allowsSettings || place == Settings || place == All;
        options.allowsHost = options.allowsHost || place == Host;
    }
    // These differences are requested, so they do not prevent a comparison.
    options.allowsSettings = options.allowsSettings || arguments.has("--a") || arguments.has("--b");
    options.spread = TRY(shareOf(arguments, "--spread")).value_or(options.spread);
    options.ignoredScopes = arguments.all("--ignore");
    return options;
}

Result<int> writeOutcome(const Invocation& invocation, CompareResult& result,
    const profiler::GateLimits& limits, const std::string& file)
{
    const auto& arguments = invocation.arguments;
    if (result.time)
        TRY(checkIgnored(arguments, *result.time));
    TRY(judge(invocation, result, limits));
    if (const auto report = arguments.text("--report")) {
        TRY(writeCompareReport(result, *report));
        if (!arguments.has("--structure") && (result.time || result.numbers))
            result.structure.reset(); // stdout shows only the requested parts
    }
    const auto document = compareDocument(
        result, arguments.has("--all") ? CompareRows::All : CompareRows::Notable, invocation);
    if (arguments.has("--github"))
        TRY(writeForGithub(invocation, result, document, arguments.text("--source", file)));
    else
        TRY(invocation.write(document));
    return exitOf(invocation, result);
}

} // namespace cli
