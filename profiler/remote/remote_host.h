#pragma once

#include "model/support/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// A computer that the system's `ssh` reaches: a name of ~/.ssh/config, `host` or `user@host`.
struct RemoteHost {
    std::string name;
};

/// Parses `ssh:HOST`, the value of `--target`. Fails with ErrorKind::Usage for another form, for a
/// name that ssh would take for an option, and for characters that names of hosts do not have: ssh
/// gives the name to commands of its configuration.
support::Result<RemoteHost> remoteHost(std::string_view target);

/// Returns the words of the command that starts a shell there: `ssh`, or the words of the variable
/// OPSCOPE_SSH (`ssh -F my_config`), with options that forbid every question and all forwarding,
/// and `command` as one word. Fails if OPSCOPE_SSH has an open quote.
support::Result<std::vector<std::string>> sshWords(
    const RemoteHost& host, std::string_view command);

/// Returns why ssh did not connect, and what to do, from what it printed last.
support::Error noConnection(const RemoteHost& host, std::string_view printed);

/// Returns the names of hosts in an ssh configuration that can be targets: those of lines `Host`
/// without pattern. Included files are not read. Empty if there is no such file.
std::vector<std::string> hostsOfConfig(const std::filesystem::path& config);
/// The configuration of the user: `~/.ssh/config`; empty without a home.
std::filesystem::path userSshConfig();

} // namespace profiler
