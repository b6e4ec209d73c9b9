#include "profiler/remote/remote_shell.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>

#include <fcntl.h>
#include <unistd.h>

namespace profiler {

using support::ChildProcess;
using support::Descriptor;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Runs scripts: a line with the number of bytes, then the script. `read` and `dd` take no byte
/// more than they need. Without backslashes and `!`, so that every login shell takes the word.
constexpr std::string_view loop
    = "exec sh -c 'while read -r n; do eval \"$(dd bs=1 count=$n 2>/dev/null)\"; done'";

/// Bytes that a profile script of the user there may print to stdout.
constexpr std::size_t mostNoiseBytes = std::size_t(1) << 20;
/// Of stderr: progress that waits here slows down what is measured there.
constexpr int pipeBytes = 1 << 20;
constexpr std::size_t blockBytes = std::size_t(256) << 10;

std::string randomWord()
{
    std::random_device device;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string word = "opscope-";
    for (int i = 0; i < 24; ++i)
        word += digits[device() % digits.size()];
    return word;
}

/// Becomes ssh. It must not get the Ctrl+C of the terminal: a measurement is stopped through it.
/// Only system calls are allowed here.
void becomeSsh(char* const* words, int input, int output, int messages)
{
    ::setpgid(0, 0);
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(messages, STDERR_FILENO);
    ::execvp(words[0], words);
    const std::string_view failure = ": cannot be started\n";
    static_cast<void>(!::write(STDERR_FILENO, words[0], std::strlen(words[0])));
    static_cast<void>(!::write(STDERR_FILENO, failure.data(), failure.size()));
    ::_exit(127);
}

} // namespace

Result<std::unique_ptr<RemoteShell>> RemoteShell::start(
    const RemoteHost& host, const RemoteLimits& limits)
{
    auto words = TRY(sshWords(host, loop));
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return failAs(ErrorKind::Resource, "no pipe to ssh: ", std::strerror(errno));
    Descriptor reading(ends[0]);
    const Descriptor writing(ends[1]);
    ::fcntl(reading.number(), F_SETFL, O_NONBLOCK);
    ::fcntl(reading.number(), F_SETPIPE_SZ, pipeBytes); // a refusal leaves the usual size
    // A program of the desktop that asks for passwords would otherwise be started.
    ::setenv("SSH_ASKPASS_REQUIRE", "never", 1);
    auto ssh = TRY(ChildProcess::fork([&](int input, int output) {
        becomeSsh(pointers.data(), input, output, writing.number());
    }));
    return std::unique_ptr<RemoteShell>(
        new RemoteShell(host, randomWord(), std::move(ssh), std::move(reading), limits));
}

RemoteShell::RemoteShell(RemoteHost host, std::string nonce, ChildProcess ssh, Descriptor messages,
    const RemoteLimits& limits)
    : m_host(std::move(host))
    , m_nonce(std::move(nonce))
    , m_ssh(std::move(ssh))
    , m_stderr(std::move(messages))
    , m_limits(limits)
    , m_messages(
          [this](const support::JsonValue& event) {
              if (m_onEvent)
                  m_onEvent(event);
          },
          limits.messages)
{
}

void RemoteShell::run(std::string_view script)
{
    m_ssh.send(std::to_string(script.size()) + "\n" + std::string(script));
}

Result<void> RemoteShell::exchange()
{
    m_ssh.exchange(m_stderr.number());
    std::array<char, 65536> block;
    for (;;) {
        const auto count = ::read(m_stderr.number(), block.data(), block.size());
        if (count == 0)
            m_stderr.close(); // its end would never let the next call wait
        if (count <= 0)
            return {};
        TRY(m_messages.take({ block.data(), static_cast<std::size_t>(count) })
                .within("from " + m_host.name));
    }
}

Result<std::optional<std::string>> RemoteShell::takeAnswer()
{
    auto& received = m_ssh.received();
    std::size_t begin = 0;
    std::optional<std::string> answer;
    for (auto end = received.find('\n'); end != std::string::npos && !answer;
         end = received.find('\n', begin)) {
        const auto line = std::string_view(received).substr(begin, end - begin);
        begin = end + 1;
        // What the login shell has printed may end without a line end.
        const auto at = line.find(m_nonce + " ");
        if (at != std::string_view::npos)
            answer = line.substr(at + m_nonce.size() + 1);
        else
            m_noiseBytes += line.size() + 1;
    }
    received.erase(0, begin);
    m_hasAnswered |= answer.has_value();
    if (m_noiseBytes + (answer ? 0 : received.size()) > mostNoiseBytes)
        return failAs(ErrorKind::Resource, "more than ", support::bytesText(mostNoiseBytes),
            " came from ", m_host.name, " that are no answer: something there prints without end");
    return answer;
}

void RemoteShell::end()
{
    constexpr std::chrono::seconds patience(2);
    m_ssh.limitTime(patience);
    m_ssh.endInput();
    while (!m_ssh.isAtEnd() && !m_ssh.isLate() && exchange())
        m_ssh.received().clear();
}

support::Error RemoteShell::ended(std::string_view task)
{
    static_cast<void>(exchange()); // the last words of ssh
    const auto words = m_messages.lastTalk();
    if (!m_hasAnswered)
        return noConnection(m_host, words);
    return failAs(ErrorKind::Resource, "the connection to ", m_host.name, " ended while ", task,
        words.empty() ? "" : "; the last words from there: ", words);
}

support::Error RemoteShell::late(std::string_view task, std::chrono::milliseconds limit) const
{
    const auto words = m_messages.lastTalk();
    return failAs(ErrorKind::Resource, m_host.name, " did not answer within ",
        std::chrono::duration<double>(limit).count(), " s while ", task,
        words.empty() ? "" : "; the last words from there: ", words);
}

Result<std::string> RemoteShell::answer(
    std::string_view task, Patience patience, const std::stop_token& stop)
{
    const bool isShort = patience == Patience::Short;
    m_ssh.limitTime(isShort ? m_limits.answer : std::chrono::milliseconds(0));
    bool isStopping = false;
    for (;;) {
        if (auto words = TRY(takeAnswer()))
            return *std::move(words);
        if (m_ssh.isAtEnd())
            return ended(task);
        if (stop.stop_requested() && isShort)
            return failAs(ErrorKind::Cancelled, "stopped while ", task);
        if (stop.stop_requested() && !std::exchange(isStopping, true))
            m_ssh.endInput();
        if (m_ssh.isLate())
            return late(task, m_limits.answer);
        TRY(exchange());
    }
}

Result<void> RemoteShell::send(
    const RemoteFolder& folder, const std::stop_token& stop, const support::Progress& progress)
{
    const auto task = "copying to " + m_host.name;
    std::string block(blockBytes, '\0');
    std::uint64_t sent = 0;
    for (const auto& file : folder.files) {
        std::ifstream source(file.source, std::ios::binary);
        for (auto left = file.bytes; left > 0;) {
            const auto part = std::min<std::uint64_t>(left, block.size());
            if (!source.read(block.data(), static_cast<std::streamsize>(part)))
                return failAs(ErrorKind::File, file.source.string(),
                    " became shorter while it was copied to ", m_host.name);
            m_ssh.send(std::string_view(block).substr(0, part));
            m_ssh.limitTime(m_limits.idle);
            while (m_ssh.queuedBytes() > 0) {
                if (stop.stop_requested())
                    return failAs(ErrorKind::Cancelled, "stopped while ", task);
                if (m_ssh.isLate())
                    return late(task, m_limits.idle);
                TRY(exchange());
            }
            if (!m_ssh.takesInput() || m_ssh.received().find(m_nonce) != std::string::npos)
                return {}; // the answer says why it wants no more
            left -= part;
            sent += part;
            if (progress)
                progress("copying", sent, folder.bytes);
        }
    }
    return {};
}

Result<void> RemoteShell::receive(std::uint64_t bytes, const std::filesystem::path& target)
{
    constexpr std::string_view task = "sending the profile";
    const Descriptor file(::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file.isOpen())
        return failAs(
            ErrorKind::File, "cannot write ", target.string(), ": ", std::strerror(errno));
    m_ssh.limitTime(m_limits.idle);
    for (std::uint64_t left = bytes;;) {
        auto& received = m_ssh.received();
        const auto part = std::min<std::uint64_t>(left, received.size());
        TRY(support::writeAll(
            file.number(), std::string_view(received).substr(0, part), target.string()));
        received.erase(0, part);
        left -= part;
        if (left == 0)
            return {};
        if (part > 0)
            m_ssh.limitTime(m_limits.idle);
        if (m_ssh.isAtEnd())
            return ended(task);
        if (m_ssh.isLate())
            return late(task, m_limits.idle);
        TRY(exchange());
    }
}

} // namespace profiler
