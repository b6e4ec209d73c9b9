#include "profiler/engines/tensorrt/trtexec.h"

#include "model/process/child_process.h"
#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/engines/last_words.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace profiler {

using support::ChildProcess;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// What it prints is kept up to this size; the end counts.
constexpr std::size_t mostPrinted = std::size_t(4) << 20;

/// Replaces the forked process by the program. Only system calls are allowed here.
void becomeProgram(char* const* arguments, const char* folder, int output)
{
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (::chdir(folder) == 0)
        ::execv(arguments[0], arguments);
    constexpr std::string_view words = "[E] the program cannot be started\n";
    static_cast<void>(!::write(STDOUT_FILENO, words.data(), words.size()));
    ::_exit(127);
}

/// Returns the lines in which trtexec reports errors; all lines if there are none.
std::string wordsOf(const std::string& printed)
{
    std::string errors;
    for (const auto line : support::split(printed, '\n'))
        if (line.find("[E]") != std::string_view::npos)
            errors += std::string(line) + "\n";
    return lastLines(errors.empty() ? printed : errors);
}

/// Returns major, minor and patch of `8601` (8.6.1) and `100300` (10.3.0).
std::vector<int> versionOf(int number)
{
    constexpr int firstLong = 100'000; // from 10.0 on, the minor number has two digits
    return number < firstLong
        ? std::vector<int> { number / 1000, number / 100 % 10, number % 100 }
        : std::vector<int> { number / 10'000, number / 100 % 100, number % 100 };
}

} // namespace

Trtexec::Trtexec(std::filesystem::path program, std::filesystem::path folder)
    : m_program(std::move(program))
    , m_folder(std::move(folder))
{
}

Result<std::unique_ptr<Trtexec>> Trtexec::open(
    std::filesystem::path program, std::filesystem::path folder)
{
    auto made = std::unique_ptr<Trtexec>(
        new Trtexec(std::filesystem::absolute(program), std::move(folder)));
    const auto printed = TRY(made->run({ "--help" }, "telling its version"));
    // The first line is `&&&& RUNNING TensorRT.trtexec [TensorRT v100300] # trtexec --help`.
    constexpr std::string_view sign = "[TensorRT v";
    const auto at = printed.find(sign);
    const auto text = std::string_view(printed).substr(
        at == std::string::npos ? printed.size() : at + sign.size());
    const auto number = support::numberFrom<int>(text.substr(0, text.find(']')));
    if (!number || *number < 1000)
        return failAs(ErrorKind::Resource, made->m_program.string(),
            " does not tell a version of TensorRT: it is not trtexec");
    const auto version = versionOf(*number);
    made->m_major = version[0];
    made->m_minor = version[1];
    made->m_version = support::joined(version, ".", [](int part) { return std::to_string(part); });
    return made;
}

Result<std::string> Trtexec::run(std::vector<std::string> arguments, std::string_view task)
{
    arguments.insert(arguments.begin(), m_program.string());
    std::vector<char*> pointers;
    for (auto& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    auto child = TRY(ChildProcess::fork(
        [&](int, int output) { becomeProgram(pointers.data(), m_folder.c_str(), output); }));
    child.endInput();
    std::string printed;
    for (bool isOpen = true; isOpen;) {
        isOpen = child.exchange();
        // What it prints is printed here too, for the message if this process is killed.
        static_cast<void>(support::writeAll(STDOUT_FILENO, child.received(), "a message"));
        printed += std::exchange(child.received(), {});
        if (printed.size() > 2 * mostPrinted)
            printed.erase(0, printed.size() - mostPrinted);
        if (m_isCancelled.exchange(false))
            return failAs(ErrorKind::Cancelled, "stopped while trtexec was ", task);
    }
    const auto end = child.wait();
    if (end.exitCode == 0 && end.signal == 0)
        return printed;
    const auto words = wordsOf(printed);
    return failAs(ErrorKind::Failed, "trtexec ", m_version, m_version.empty() ? "" : " ",
        endText(end), " while ", task, words.empty() ? "" : "; it printed last: ", words);
}

} // namespace profiler
