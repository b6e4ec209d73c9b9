#include "app/cli/sandbox.h"

#include "app/cli/comparing/side_options.h"
#include "model/process/confinement.h"
#include "model/support/cache_folder.h"

#include <cstdlib>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// True if a run of the command, or of a side of `compare --a --b`, has an option such as
/// `--engine` with another value than this.
bool isAnother(const Arguments& arguments, std::string_view option, std::string_view own)
{
    for (const std::string_view side : { "--a", "--b" }) {
        if (const auto text = arguments.text(side)) {
            const auto run = sideArguments(arguments, side, *text);
            if (run && run->text(option, own) != own) // a wrong one is reported by the command
                return true;
        }
    }
    return arguments.text(option, own) != own;
}

/// Files are written under a temporary name beside their own, so the folder is needed; so are
/// folders that are replaced as a whole.
void addOutput(std::vector<fs::path>& places, const fs::path& output, bool isReplaced = false)
{
    std::error_code ignored;
    const auto whole = withoutSlash(fs::weakly_canonical(fs::absolute(output, ignored), ignored));
    places.push_back(output);
    places.push_back(fs::is_directory(whole, ignored) && !isReplaced ? whole : whole.parent_path());
}

/// A file that a variable of the environment names.
void addNamed(std::vector<fs::path>& places, const char* variable)
{
    if (const char* const file = std::getenv(variable); file != nullptr && *file != '\0')
        addOutput(places, file);
}

/// The user's cache: tuned choices, peaks of the machine, temporary files. Where there is none,
/// temporary files go elsewhere (support::TemporaryFolder).
void addCache(std::vector<fs::path>& places)
{
    std::error_code failure;
    const auto cache = support::cacheFolder();
    if (!cache.empty())
        fs::create_directories(cache, failure);
    places.push_back(cache.empty() || failure ? fs::temp_directory_path(failure) : cache);
}

support::ConfinementRights rightsOf(const Command& command, const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    support::ConfinementRights rights;
    rights.writesAnywhere = command.sandbox == Command::Sandbox::AnyFile;
    const bool usesEngine = isAnother(arguments, "--engine", "opscope");
    rights.signalsPrograms = invocation.remote != nullptr; // ssh runs outside of the sandbox
    rights.startsPrograms = command.startsPrograms || usesEngine;
    auto& places = rights.writable;
    places.emplace_back("/dev/null");
    for (const auto& output : invocation.files.outputs())
        addOutput(places, output.path, command.output == FileUse::OutputFolder);
    if (command.usesCache)
        addCache(places);
    if (arguments.has("--in-place"))
        addOutput(places, arguments.text("MODEL", ""));
    if (arguments.has("--github"))
        addNamed(places, "GITHUB_STEP_SUMMARY");
    std::error_code ignored;
    const bool usesGpu = isAnother(arguments, "--device", "cpu");
    rights.usesLocalSockets = usesGpu;
    if (usesGpu) { // the driver's devices, names of its threads, its cache of compiled code
        places.emplace_back("/dev");
        places.emplace_back("/proc");
        if (const char* const home = std::getenv("HOME"))
            places.push_back(fs::path(home) / ".nv");
        addNamed(places, "OPSCOPE_CUPTI_DUMP");
    }
    if (usesGpu || usesEngine)
        places.push_back(fs::temp_directory_path(ignored));
    return rights;
}

} // namespace

Option sandboxOption()
{
    return { "--sandbox", "WHEN",
        "take from this program what the command does not need: auto (as far as the kernel can), "
        "on (an error if it cannot) or off",
        true };
}

Result<void> enterSandbox(const Command& command, const Invocation& invocation)
{
    enum { Auto, On, Off };
    const auto when = TRY(placeOfWord(
        "--sandbox", invocation.arguments.text("--sandbox", "auto"), { "auto", "on", "off" }));
    if (when == Off || command.sandbox == Command::Sandbox::None)
        return {};
    const auto kernel = support::confinementSupport();
    if (when == On && !kernel.isComplete())
        return failAs(ErrorKind::Resource, "--sandbox on: this kernel has no ", kernel.missing(),
            "; --sandbox auto takes what there is");
    const auto taken = support::confine(rightsOf(command, invocation));
    if (when == On && !taken.isComplete())
        return failAs(ErrorKind::Resource, "--sandbox on: the kernel refused ", taken.missing());
    return {};
}

} // namespace cli
