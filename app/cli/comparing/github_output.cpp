#include "app/cli/comparing/github_output.h"

#include "app/cli/text_table.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/build_servers/github.h"
#include "profiler/history/setup.h"
#include "profiler/tables/commit.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>

namespace cli {

namespace fs = std::filesystem;

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t mostSummaryBytes = 900'000; ///< GitHub takes 1 MiB per step

/// Returns a word that nobody could have written into a file before.
std::string drawnToken()
{
    std::random_device random;
    std::string token = "opscope-";
    for (int i = 0; i < 4; ++i)
        token += std::to_string(random());
    return token;
}

/// Returns the path relative to the checked out repository, as GitHub needs it; unchanged outside.
std::string pathInRepository(const std::string& path)
{
    const auto* root = std::getenv("GITHUB_WORKSPACE");
    if (root == nullptr || *root == '\0')
        return path;
    const auto relative = fs::absolute(path).lexically_normal().lexically_relative(
        fs::path(root).lexically_normal());
    return relative.empty() || *relative.begin() == ".." ? path : relative.generic_string();
}

std::string verdictLine(const CompareResult& result)
{
    if (!result.gate)
        return std::string(verdictName(result.time->wall.verdict));
    static constexpr std::array<std::string_view, 3> words { "✅ within the gate",
        "❌ beyond the gate", "⚠️ the gate cannot decide" };
    return std::string(words[static_cast<std::size_t>(result.gate->result())]);
}

/// A table of what was measured where, A beside B. Names of hosts are left out: summaries of public
/// repositories are public.
TextTable sidesTable(const CompareResult& result)
{
    const std::array sides { result.time->a.get(), result.time->b.get() };
    TextTable table { { { "" }, { "A" }, { "B" } } };
    const auto add = [&](const std::string& name, const auto& textOf) {
        const std::array texts { textOf(*sides[0]), textOf(*sides[1]) };
        if (!texts[0].empty() || !texts[1].empty())
            table.add({ name, support::sanitise(texts[0]), support::sanitise(texts[1]) });
    };
    const auto fact = [](std::string_view key) {
        return [key](const profiler::Profile& side) { return side.metadata.text(key); };
    };
    add("commit", fact(profiler::keys::commit));
    add("label", fact(profiler::keys::tag));
    add("machine", [](const profiler::Profile& side) {
        return profiler::factsText(profiler::setupOf(side).machine);
    });
    add("settings", [](const profiler::Profile& side) {
        return profiler::factsText(profiler::setupOf(side).settings);
    });
    add("Opscope", fact(profiler::keys::opscopeVersion));
    return table;
}

std::string summary(const Invocation& invocation, const CompareResult& result)
{
    auto markdown = invocation;
    markdown.format = Format::Markdown;
    auto text = "## Opscope: " + verdictLine(result) + "\n\n"
        + compareDocument(result, CompareRows::Notable, markdown) + "\n"
        + sidesTable(result).text(Format::Markdown) + "\n";
    if (text.size() <= mostSummaryBytes)
        return text;
    text.resize(text.rfind('\n', mostSummaryBytes) + 1);
    return text + "\nThe summary is cut here; the result of the command has everything.\n";
}

Result<void> appendSummary(const Invocation& invocation, const CompareResult& result)
{
    const auto* path = std::getenv("GITHUB_STEP_SUMMARY");
    if (path == nullptr || *path == '\0') {
        invocation.printStatus("no summary of the step: GITHUB_STEP_SUMMARY is not set");
        return {};
    }
    const support::Descriptor file(::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file.isOpen())
        return failAs(ErrorKind::File, "cannot write ", path,
            " (GITHUB_STEP_SUMMARY): ", std::strerror(errno));
    return support::writeAll(file.number(), summary(invocation, result), path);
}

} // namespace

Result<void> writeForGithub(const Invocation& invocation, const CompareResult& result,
    std::string_view document, const std::string& source)
{
    if (!result.time)
        return failAs(ErrorKind::Usage,
            "--github is for times: add --measure, or give two profiles in place of models");
    if (invocation.arguments.has("--output"))
        TRY(invocation.write(document));
    else
        TRY(invocation.print(guardedForGithub(document)));
    TRY(invocation.print(profiler::githubAnnotations(
        *result.time, result.gate ? &*result.gate : nullptr, pathInRepository(source))));
    return appendSummary(invocation, result);
}

std::string guardedForGithub(std::string_view text)
{
    return profiler::withoutCommands(text, drawnToken());
}

} // namespace cli
