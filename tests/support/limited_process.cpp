#include "tests/support/limited_process.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace testing {

namespace {

/// A temporary file that collects the output of the child.
class OutputFile {
public:
    OutputFile()
        : m_file(std::tmpfile())
    {
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile()
    {
        if (m_file != nullptr)
            std::fclose(m_file);
    }
    int descriptor() const { return m_file != nullptr ? fileno(m_file) : -1; }
    std::string text() const
    {
        std::string all;
        std::array<char, 4096> piece {};
        std::rewind(m_file);
        while (const auto count = std::fread(piece.data(), 1, piece.size(), m_file))
            all.append(piece.data(), count);
        return all;
    }

private:
    std::FILE* m_file;
};

/// Executes the program in the child; calls only functions that are safe between fork and exec.
[[noreturn]] void become(
    const char* program, char* const* arguments, const Limits& limits, int output, int errors)
{
    const rlimit cpu { static_cast<rlim_t>(limits.cpuSeconds),
        static_cast<rlim_t>(limits.cpuSeconds + 1) };
    setrlimit(RLIMIT_CPU, &cpu);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execv(program, arguments);
    _exit(127);
}

} // namespace

LimitedRun runLimited(const std::filesystem::path& program,
    const std::vector<std::string>& arguments, const Limits& limits)
{
    const OutputFile output;
    const OutputFile errors;
    auto words = arguments;
    words.insert(words.begin(), program.string());
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const auto child = fork();
    if (child == 0)
        become(pointers.front(), pointers.data(), limits, output.descriptor(), errors.descriptor());
    if (child < 0)
        throw std::runtime_error("cannot start a process");
    LimitedRun run;
    int status = 0;
    rusage used {};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(limits.wallSeconds);
    while (wait4(child, &status, WNOHANG, &used) == 0) {
        if (std::chrono::steady_clock::now() > end)
            kill(child, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (WIFEXITED(status))
        run.exit = WEXITSTATUS(status);
    else
        run.signal = WTERMSIG(status);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    run.cpuSeconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    run.bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    run.output = output.text();
    run.errors = errors.text();
    return run;
}

} // namespace testing
