#include "profiler/remote/remote_profile.h"

#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/remote/remote_scripts.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <set>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

using Patience = RemoteShell::Patience;

/// Space that is wanted beyond what is copied: for the profile and the caches of the program.
constexpr std::uint64_t spareBytes = std::uint64_t(64) << 20;
constexpr int interruptedCode = 130; // docs/command-line.md

std::string_view beforeSpace(std::string_view text) { return text.substr(0, text.find(' ')); }

std::string_view behindSpace(std::string_view text)
{
    const auto space = text.find(' ');
    return space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
}

/// Returns the free bytes in the last line of `df -Pk`: the fourth column, in KiB.
std::optional<std::uint64_t> freeBytes(std::string_view line)
{
    std::vector<std::string_view> columns;
    for (const auto part : support::split(line, ' '))
        if (!part.empty())
            columns.push_back(part);
    // The first column is a name, which may have spaces; `Use%` and the mount point follow.
    for (std::size_t i = 4; i < columns.size(); ++i)
        if (columns[i].ends_with('%'))
            if (const auto kib = support::numberFrom<std::uint64_t>(columns[i - 1]))
                return *kib > std::uint64_t(1) << 50 ? std::nullopt : std::optional(*kib * 1024);
    return std::nullopt;
}

/// What the check said about the other computer.
struct RemoteFacts {
    std::string system;
    std::string architecture;
    std::string glibc; ///< empty: it has another C library
    std::optional<std::uint64_t> free; ///< nothing: no folder could be made
    std::set<std::string> folders; ///< that are there
};

class RemoteMeasurement {
public:
    RemoteMeasurement(
        RemoteShell& shell, RemoteJob job, std::stop_token stop, const RemoteReports& reports)
        : m_shell(shell)
        , m_job(std::move(job))
        , m_stop(std::move(stop))
        , m_reports(reports)
    {
    }

    Result<RemoteOutcome> run()
    {
        auto program = TRY(remoteFolder("program", m_job.program.files, m_stop));
        m_command = { program.name, std::move(m_job.words), m_job.hasProfile };
        m_modelSha256 = m_job.model.files.front().sha256;
        m_folders.push_back(std::move(program));
        m_folders.push_back(std::move(m_job.model));
        if (!m_job.inputs.files.empty())
            m_folders.push_back(std::move(m_job.inputs));
        const auto facts = TRY(check());
        TRY(checkFits(facts));
        TRY(copyMissing(facts));
        auto outcome = measure();
        m_shell.end();
        return outcome;
    }

private:
    const std::string& name() const { return m_shell.host().name; }

    Result<RemoteFacts> check()
    {
        if (m_reports.progress)
            m_reports.progress("checking", 0, 0);
        m_shell.run(checkScript(m_shell.nonce(), m_folders));
        RemoteFacts facts;
        for (;;) {
            const auto words = TRY(m_shell.answer("checking " + name(), Patience::Short, m_stop));
            const auto kind = beforeSpace(words);
            const auto value = behindSpace(words);
            if (kind == "checked")
                return facts;
            if (kind == "uname") {
                facts.system = support::sanitise(beforeSpace(value));
                facts.architecture = support::sanitise(behindSpace(value));
            } else if (kind == "glibc" && value.starts_with("glibc ")) {
                facts.glibc = support::sanitise(behindSpace(value));
            } else if (kind == "free") {
                facts.free = freeBytes(value);
            } else if (kind == "has") {
                facts.folders.emplace(value);
            }
        }
    }

    Result<void> checkFits(const RemoteFacts& facts)
    {
        if (facts.system != "Linux")
            return refuse("runs ", facts.system.empty() ? "an unknown system" : facts.system,
                ", expected Linux");
        const auto& own = m_job.program;
        const auto there = facts.architecture == "amd64" ? "x86_64"
            : facts.architecture == "arm64"              ? "aarch64"
                                                         : facts.architecture;
        if (there != own.architecture)
            return refuse("is of the architecture ", facts.architecture, ", the program is for ",
                own.architecture, ": give a build for ", facts.architecture,
                " (--target-program DIR, an installation of the preset portable)");
        if (facts.glibc.empty())
            return refuse("has no GNU C library, which the program needs (", own.glibc, ")");
        if (isOlder(facts.glibc, own.glibc))
            return refuse("has the GNU C library ", facts.glibc, ", the program needs ", own.glibc,
                " or newer: give a program that was built on an older system (--target-program "
                "DIR, an installation of the preset portable)");
        if (!facts.free)
            return refuse("has no place for the program: ~/.cache/opscope/remote cannot be made; "
                          "the last words from there: ",
                m_shell.messages().lastTalk());
        const auto needed = missingBytes(facts) + spareBytes;
        if (*facts.free < needed)
            return refuse("has ", support::bytesText(*facts.free),
                " of free space for ~/.cache/opscope/remote, needed are ",
                support::bytesText(needed), ": free some there, or remove that folder");
        return {};
    }

    template <typename... Parts>
    support::Error refuse(const Parts&... parts) const
    {
        return failAs(ErrorKind::Resource, name(), " ", parts...);
    }

    std::uint64_t missingBytes(const RemoteFacts& facts) const
    {
        std::uint64_t bytes = 0;
        for (const auto& folder : m_folders)
            bytes += facts.folders.contains(folder.name) ? 0 : folder.bytes;
        return bytes;
    }

    Result<void> copyMissing(const RemoteFacts& facts)
    {
        const auto total = missingBytes(facts);
        std::uint64_t before = 0;
        for (const auto& folder : m_folders) {
            if (facts.folders.contains(folder.name))
                continue;
            m_shell.run(copyScript(folder));
            TRY(m_shell.send(folder, m_stop, [&](std::string_view what, auto done, auto) {
                if (m_reports.progress)
                    m_reports.progress(what, before + done, total);
            }));
            const auto words = TRY(m_shell.answer("copying to " + name(), Patience::Short, m_stop));
            if (words != "copied")
                return copyFailed(words);
            before += folder.bytes;
        }
        return {};
    }

    support::Error copyFailed(std::string_view words)
    {
        const auto free = freeBytes(behindSpace(words));
        const auto talk = m_shell.messages().lastTalk();
        return refuse("did not take all files",
            free ? ": " + support::bytesText(*free) + " of space are free there" : "",
            talk.empty() ? "" : "; the last words from there: ", talk,
            "; nothing of it is kept, so the next run copies it again");
    }

    Result<RemoteOutcome> measure()
    {
        m_shell.setOnEvent(m_reports.onEvent);
        m_shell.run(runScript(m_command));
        const auto version = TRY(m_shell.answer("starting the program", Patience::Short, m_stop));
        const auto expected = "version opscope-cli " OPSCOPE_VERSION;
        if (version != expected)
            return notStarted(version);
        const auto end = TRY(m_shell.answer("measuring", Patience::Endless, m_stop));
        const auto code = support::numberFrom<int>(beforeSpace(behindSpace(end)));
        const auto size = support::numberFrom<std::uint64_t>(behindSpace(behindSpace(end)));
        if (beforeSpace(end) != "end" || !code || !size)
            return failAs(ErrorKind::File, name(), " sent ", support::quote(end),
                ", expected `end`, an exit code and a size");
        if (*code != 0 && *code != interruptedCode)
            return programFailed(*code);
        if (*code == interruptedCode && *size == 0)
            return failAs(ErrorKind::Cancelled, "stopped before the first run was complete");
        return takeProfile(*code, *size);
    }

    support::Error notStarted(std::string_view words)
    {
        if (words.starts_with("version "))
            return failAs(ErrorKind::Usage, "the program for ", name(), " is ",
                support::quote(behindSpace(words)),
                ", this is opscope-cli " OPSCOPE_VERSION
                ": both must be of the same version (--target-program)");
        return refuse(
            "cannot start the program; the last words from there: ", m_shell.messages().lastTalk());
    }

    support::Error programFailed(int code)
    {
        if (const auto& error = m_shell.messages().error())
            return support::Error(*error).within("on " + name());
        const auto talk = m_shell.messages().lastTalk();
        constexpr int firstSignal = 128; // a shell's exit codes of programs that signals ended
        if (const auto* signal = ::sigabbrev_np(code - firstSignal);
            code > firstSignal && signal != nullptr)
            return refuse("ended the measurement by SIG", signal,
                code - firstSignal == SIGKILL ? ": probably memory was short there" : "",
                talk.empty() ? "" : "; the last words from there: ", talk);
        // Exit codes of docs/command-line.md.
        static constexpr std::array kinds { ErrorKind::Failed, ErrorKind::Failed, ErrorKind::Usage,
            ErrorKind::File, ErrorKind::Unsupported, ErrorKind::Resource };
        const auto kind = code > 0 && code < static_cast<int>(kinds.size())
            ? kinds[static_cast<std::size_t>(code)]
            : ErrorKind::Failed;
        return failAs(kind, "on ", name(), ": ",
            talk.empty() ? "the program ended with code " + std::to_string(code) : talk);
    }

    Result<RemoteOutcome> takeProfile(int code, std::uint64_t size)
    {
        RemoteOutcome outcome;
        outcome.isStopped = code == interruptedCode;
        outcome.passedOver = m_shell.messages().passedOver();
        if (!m_job.hasProfile && size == 0)
            return outcome;
        if (size == 0 || size > m_shell.limits().profileBytes)
            return failAs(ErrorKind::File, name(), " announced a profile of ",
                support::bytesText(size), ", expected at most ",
                support::bytesText(m_shell.limits().profileBytes), " and at least one byte");
        outcome.folder = TRY(support::TemporaryFolder::create());
        if (const auto free = outcome.folder->freeBytes(); free != 0 && free < size)
            return failAs(ErrorKind::Resource, "the profile of ", name(), " has ",
                support::bytesText(size), ", and ", outcome.folder->path().string(), " has only ",
                support::bytesText(free), " of free space");
        outcome.file = outcome.folder->path() / "remote.opscope";
        TRY(m_shell.receive(size, outcome.file));
        auto profile = readProfileFile(outcome.file, FileTail::Strict);
        if (!profile)
            return failAs(ErrorKind::File, "what ", name(),
                " sent is no profile: ", support::sanitise(profile.error().message()));
        outcome.profile = *std::move(profile);
        if (outcome.profile->metadata.text(keys::modelSha256) != m_modelSha256)
            return failAs(ErrorKind::File, "what ", name(), " sent is a profile of another model: ",
                support::quote(outcome.profile->metadata.text(keys::modelName)));
        return outcome;
    }

    RemoteShell& m_shell;
    RemoteJob m_job;
    std::stop_token m_stop;
    const RemoteReports& m_reports;
    std::vector<RemoteFolder> m_folders; ///< all that travels; the program first
    RemoteCommand m_command;
    std::string m_modelSha256;
};

} // namespace

Result<RemoteOutcome> profileRemotely(
    RemoteShell& shell, RemoteJob job, const std::stop_token& stop, const RemoteReports& reports)
{
    return RemoteMeasurement(shell, std::move(job), stop, reports).run();
}

} // namespace profiler
