#include "app/cli/profiling/pinning.h"

#include "profiler/counters/processor_topology.h"
#include "profiler/record/thread_affinity.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace cli {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

/// Holds the processors that the program may use, while it starts again.
constexpr const char* mark = "OPSCOPE_PINNED";
constexpr const char* places = "OMP_PLACES";
constexpr const char* binding = "OMP_PROC_BIND";

std::string listText(const std::vector<std::uint32_t>& processors)
{
    std::string text;
    for (const auto processor : processors)
        text += (text.empty() ? "" : ",") + std::to_string(processor);
    return text;
}

Result<void> startAgain()
{
    const auto allowed = profiler::allowedProcessors();
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string words((std::istreambuf_iterator<char>(file)), {});
    std::vector<char*> arguments;
    for (std::size_t start = 0; start < words.size(); start = words.find('\0', start) + 1)
        arguments.push_back(words.data() + start);
    if (allowed.empty() || arguments.empty() || words.back() != '\0')
        return failAs(ErrorKind::Resource,
            "--pin needs /proc and the list of processors that this program may use");
    arguments.push_back(nullptr);
    ::setenv(mark, listText(allowed).c_str(), 1);
    ::setenv(places, "cores", 1);
    ::setenv(binding, "close", 1);
    ::execv("/proc/self/exe", arguments.data());
    return failAs(
        ErrorKind::Resource, "--pin cannot start the program again: ", std::strerror(errno));
}

} // namespace

Result<std::vector<std::uint32_t>> startPinned()
{
    const auto* const list = std::getenv(mark);
    if (list == nullptr)
        TRY(startAgain());
    const auto allowed = profiler::processorList(list != nullptr ? list : "");
    if (allowed.empty())
        return failAs(ErrorKind::Usage, mark, " is not a list of processors: unset it");
    // OpenMP has put this thread on the first core already. The number of processors of the machine
    // would now be that of one core.
    profiler::setAllowedProcessors(allowed);
    for (const auto* name : { mark, places, binding })
        ::unsetenv(name); // not for programs that this one starts
    std::vector<std::uint32_t> first;
    const auto coreOf = [](std::uint32_t processor) {
        return profiler::placeOfProcessor(profiler::systemCounterKernel(), processor).core;
    };
    for (const auto processor : allowed)
        if (coreOf(processor) == coreOf(allowed.front()))
            first.push_back(processor);
    return first;
}

} // namespace cli
