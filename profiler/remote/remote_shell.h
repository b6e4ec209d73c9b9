#pragma once

#include "model/process/child_process.h"
#include "profiler/remote/remote_folder.h"
#include "profiler/remote/remote_host.h"
#include "profiler/remote/remote_messages.h"

#include "model/support/progress.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace profiler {

/// Times and sizes that another computer may take.
struct RemoteLimits {
    std::chrono::milliseconds answer { 30'000 }; ///< of a check, with the time to connect
    std::chrono::milliseconds idle { 60'000 }; ///< while bytes are copied and none moves
    std::uint64_t profileBytes = std::uint64_t(2) << 30;
    MessageLimits messages {};
};

/// A shell on another computer, in which scripts run one after the other, over one connection of
/// the system's ssh:
///
///     here                                   there: sh
///     script, as its length and its text --> runs it
///     bytes of files ----------------------> read by the script (dd)
///     <-- stdout: `opscope-NONCE words`      answers, and the bytes of the profile
///     <-- stderr                             progress and talk (RemoteMessages)
///     end of stdin ------------------------> ends the shell, and stops a measurement in progress
///
/// The login shell of the user sees one fixed command; scripts go to sh by stdin. So no name of a
/// model is ever a word of the login shell. Answers begin with a random word, which what a profile
/// script of the user prints does not have.
class RemoteShell {
public:
    /// Starts ssh. Whether it connects is known with the first answer.
    static support::Result<std::unique_ptr<RemoteShell>> start(
        const RemoteHost& host, const RemoteLimits& limits = {});

    RemoteShell(const RemoteShell&) = delete;
    RemoteShell& operator=(const RemoteShell&) = delete;

    const RemoteHost& host() const { return m_host; }
    const std::string& nonce() const { return m_nonce; }
    const RemoteLimits& limits() const { return m_limits; }
    RemoteMessages& messages() { return m_messages; }
    /// Is called with the events of the measurement.
    void setOnEvent(RemoteMessages::OnEvent onEvent) { m_onEvent = std::move(onEvent); }

    /// Runs a script. Its standard input is what is sent next.
    void run(std::string_view script);

    enum class Patience {
        Short, ///< RemoteLimits::answer; a stop request ends the wait
        Endless ///< of a measurement: a stop request ends the input, and the answer follows
    };
    /// Waits for the next answer, without the random word. `task` is what fails: `checking it`.
    support::Result<std::string> answer(
        std::string_view task, Patience patience, const std::stop_token& stop);

    /// Sends the bytes of the files, in order, until an answer comes. Fails if a file has changed.
    support::Result<void> send(
        const RemoteFolder& folder, const std::stop_token& stop, const support::Progress& progress);

    /// Receives a file of this size. Fails if the connection ends before.
    support::Result<void> receive(std::uint64_t bytes, const std::filesystem::path& target);

    /// Ends the shell, and waits a little until it has cleaned up.
    void end();

private:
    RemoteShell(RemoteHost host, std::string nonce, support::ChildProcess ssh,
        support::Descriptor messages, const RemoteLimits& limits);

    /// Sends and receives what is possible, after waiting at most 20 ms for it.
    support::Result<void> exchange();
    /// The next answer that has arrived; nothing if there is none. Other lines are dropped.
    support::Result<std::optional<std::string>> takeAnswer();
    support::Error ended(std::string_view task);
    support::Error late(std::string_view task, std::chrono::milliseconds limit) const;

    RemoteHost m_host;
    std::string m_nonce;
    support::ChildProcess m_ssh;
    support::Descriptor m_stderr;
    RemoteLimits m_limits;
    RemoteMessages::OnEvent m_onEvent;
    RemoteMessages m_messages;
    bool m_hasAnswered = false;
    std::size_t m_noiseBytes = 0; ///< lines of stdout that were no answers
};

} // namespace profiler
