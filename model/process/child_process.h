#pragma once

#include "model/support/descriptor.h"
#include "model/support/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace support {

/// How a process ended.
struct ProcessEnd {
    int exitCode = 0;
    int signal = 0; ///< signal that killed it; 0 = it exited by itself
};

/// A child process that is connected by two pipes. The destructor kills it and waits for it.
///
///     auto child = TRY(ChildProcess::spawn(program, "--serve"));
///     child.limitTime(20s);
///     child.send(request);
///     child.endInput();
///     while (child.exchange())
///         if (stop.stop_requested() || child.isLate())
///             return failAs(...); // the destructor kills it
///     const auto end = child.wait(); // child.received() is the whole answer
class ChildProcess {
public:
    /// What a forked child does. It reads `input` and writes `output`, and the process exits when
    /// it returns.
    using Body = std::function<void(int input, int output)>;

    /// Starts a program. Its stdin and stdout are the pipes, its stderr is discarded.
    static Result<ChildProcess> spawn(const std::filesystem::path& program, std::string argument);
    /// Forks this process, without its other threads. The child dies at once of SIGINT and SIGTERM,
    /// and with its parent (endWithParent). It has inherited the pipes to other forked children and
    /// should close them (closePipes).
    static Result<ChildProcess> fork(const Body& body);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();

    /// Queues bytes. As many as the pipe takes are sent at once, the others by `exchange`. They are
    /// dropped if the child is dead.
    void send(std::string_view bytes);
    /// Bytes that `send` has queued and the pipe has not taken yet.
    std::size_t queuedBytes() const { return m_queued.size() - m_sent; }
    /// False once the child has closed its input, or died.
    bool takesInput() const { return m_input.isOpen(); }
    /// Closes the child's input when all queued bytes are sent.
    void endInput();
    /// What the child has written so far. The caller may remove what it has processed.
    std::string& received() { return m_received; }
    /// True once the child has closed its output, which it also does by ending.
    bool isAtEnd() const { return !m_output.isOpen(); }

    /// Sends and receives what is possible, after waiting at most 20 ms for it, or until `other`
    /// can be read; a negative number is no descriptor.
    static void exchange(std::span<ChildProcess* const> children, int other = -1);
    /// The same for one child. Returns false if it is at its end.
    bool exchange(int other = -1);

    /// Makes the child late after `time` from now; 0 = never.
    void limitTime(std::chrono::milliseconds time);
    bool isLate() const;

    /// Asks the child to end (SIGTERM).
    void terminate();
    /// Waits for the end of the process.
    ProcessEnd wait();
    void closePipes();

private:
    ChildProcess(pid_t process, Descriptor input, Descriptor output);

    void sendQueued();
    void receive();

    pid_t m_process;
    Descriptor m_input;
    Descriptor m_output;
    std::string m_queued;
    std::size_t m_sent = 0; ///< bytes of m_queued
    bool m_isInputEnding = false;
    std::string m_received;
    std::optional<std::chrono::steady_clock::time_point> m_deadline;
};

/// Makes this process die when its parent dies, and leave no core file. To be called in a child.
void endWithParent();
/// Sets the soft and the hard limit of a resource (RLIMIT_CPU, RLIMIT_DATA) for this process.
void limitResource(int resource, std::uint64_t most);

} // namespace support
