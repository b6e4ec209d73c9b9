#include "profiler/remote/remote_host.h"

#include "model/support/shell_words.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view scheme = "ssh:";
constexpr std::size_t longestName = 255;
constexpr std::size_t longestConfig = std::size_t(1) << 20; ///< bytes of it that are read

bool isOfName(char byte)
{
    constexpr std::string_view marks = "._-:@[]%";
    const bool isLetter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return isLetter || (byte >= '0' && byte <= '9') || marks.find(byte) != std::string_view::npos;
}

bool isHostName(std::string_view name)
{
    const auto host = name.substr(std::min(name.find('@') + 1, name.size())); // npos + 1 = 0
    return !host.empty() && host.front() != '-' && name.front() != '-' && name.size() <= longestName
        && std::ranges::all_of(name, isOfName);
}

/// What ssh prints, and what helps.
struct Advice {
    std::string_view printed;
    std::string_view advice;
};
constexpr std::array<Advice, 7> advices { {
    { "Host key verification failed",
        "its key is not known or has changed: connect once by hand and compare it" },
    { "Permission denied",
        "no key fits, and passwords are never asked for: give it your key (ssh-copy-id), or add "
        "the key to the agent (ssh-add)" },
    { "Could not resolve hostname", "no computer has this name; check it, or ~/.ssh/config" },
    { "Connection refused", "no ssh server listens there" },
    { "timed out", "it does not answer; check that it is on and can be reached" },
    { "No route to host", "it cannot be reached from this network" },
    { "cannot be started", "install the package openssh-client" },
} };

} // namespace

Result<RemoteHost> remoteHost(std::string_view target)
{
    if (!target.starts_with(scheme))
        return failAs(ErrorKind::Usage, "--target is ", support::quote(target),
            ", expected ssh:HOST, where HOST is what you would give to ssh");
    const auto name = target.substr(scheme.size());
    if (!isHostName(name))
        return failAs(ErrorKind::Usage, "--target names the host ", support::quote(name),
            ", expected a name of ~/.ssh/config, HOST or USER@HOST of letters, digits and ._-: "
            "that "
            "does not begin with -; a port is set in ~/.ssh/config");
    return RemoteHost { std::string(name) };
}

Result<std::vector<std::string>> sshWords(const RemoteHost& host, std::string_view command)
{
    const char* const chosen = std::getenv("OPSCOPE_SSH");
    auto words = TRY(support::shellWords(chosen != nullptr ? chosen : "ssh").within("OPSCOPE_SSH"));
    if (words.empty())
        words = { "ssh" };
    // No terminal, agent and X11; no question; an end when the network is gone; no connection that
    // outlives this one; and our command instead of one of the configuration.
    for (const auto* word :
        { "-T", "-a", "-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o",
            "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3", "-o", "ClearAllForwardings=yes",
            "-o", "ControlMaster=no", "-o", "RemoteCommand=none", "--" })
        words.emplace_back(word);
    words.push_back(host.name);
    words.emplace_back(command);
    return words;
}

support::Error noConnection(const RemoteHost& host, std::string_view printed)
{
    const auto advice = std::ranges::find_if(advices,
        [&](const Advice& row) { return printed.find(row.printed) != std::string_view::npos; });
    return failAs(ErrorKind::Resource, "ssh does not connect to ", host.name,
        printed.empty() ? "" : ": ", printed, advice == advices.end() ? "" : "; ",
        advice == advices.end() ? "" : advice->advice, "; `ssh -o BatchMode=yes ", host.name,
        " true` must work without a question");
}

std::vector<std::string> hostsOfConfig(const std::filesystem::path& config)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(config, ignored)) // not a FIFO, which would wait
        return {};
    std::ifstream file(config, std::ios::binary);
    std::string text(longestConfig, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    std::vector<std::string> hosts;
    for (const auto line : support::split(text, '\n')) {
        auto words = support::trimmed(line);
        const auto keyword = words.substr(0, words.find_first_of(" \t="));
        if (support::lowered(keyword) != "host")
            continue;
        std::string rest(words.substr(keyword.size()));
        std::ranges::replace_if(
            rest, [](char byte) { return byte == '\t' || byte == '=' || byte == '"'; }, ' ');
        for (const auto name : support::split(rest, ' '))
            if (!name.empty() && isHostName(name) && std::ranges::find(hosts, name) == hosts.end())
                hosts.emplace_back(name);
    }
    return hosts;
}

std::filesystem::path userSshConfig()
{
    const char* const home = std::getenv("HOME");
    return home != nullptr && *home != '\0' ? std::filesystem::path(home) / ".ssh/config"
                                            : std::filesystem::path();
}

} // namespace profiler
