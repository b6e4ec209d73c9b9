#include "profiler/counters/pfm_library.h"

#include "model/process/child_process.h"
#include "model/process/shared_library.h"
#include "model/support/atomic_file.h"
#include "model/support/text.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <chrono>

namespace profiler {
namespace {

using support::Result;

/// pfm_perf_encode_arg_t.
struct PfmEncoding {
    perf_event_attr* attr = nullptr;
    char** fullName = nullptr;
    std::size_t size = 0; ///< of this struct
    int index = 0;
    int processor = 0;
    int flags = 0;
    int padding = 0;
};
static_assert(sizeof(PfmEncoding) == 40); // PFM_PERF_ENCODE_ABI0

constexpr std::size_t longestAnswer = std::size_t(1) << 20;
constexpr int pfmSuccess = 0;
constexpr int pfmUserMode = 0x08; // PFM_PLM3
constexpr int pfmPerfEvent = 1; // PFM_OS_PERF_EVENT

struct PfmLibrary {
    support::Symbols symbols;
    int (*initialize)() = symbols("pfm_initialize");
    int (*encode)(const char* name, int levels, int system, void* encoding)
        = symbols("pfm_get_os_event_encoding");
    const char* (*errorText)(int error) = symbols("pfm_strerror");
};

/// Returns a line of the answer: `+TYPE CONFIG CONFIG1 CONFIG2`, or `-` and the reason.
std::string lineOf(const PfmLibrary& library, const std::string& name)
{
    perf_event_attr attr {};
    attr.size = sizeof(attr);
    PfmEncoding encoding;
    encoding.attr = &attr;
    encoding.size = sizeof(encoding);
    const auto status = library.encode(name.c_str(), pfmUserMode, pfmPerfEvent, &encoding);
    if (status == pfmSuccess)
        return "+" + std::to_string(attr.type) + " " + std::to_string(attr.config) + " "
            + std::to_string(attr.config1) + " " + std::to_string(attr.config2) + "\n";
    const auto* const reason = library.errorText(status);
    return "-" + support::sanitise(reason != nullptr ? reason : "no reason given") + "\n";
}

/// What the child does. Without the library it writes nothing.
void answer(std::span<const std::string> names, const std::string& file, int output)
{
    const auto handle = support::openSharedLibrary(file);
    if (!handle)
        return;
    PfmLibrary library { support::Symbols(
        [&](const char* name) { return support::findFunction(*handle, name).address; }) };
    if (!library.symbols.missing().empty() || library.initialize() != pfmSuccess)
        return;
    for (const auto& name : names)
        if (!support::writeAll(output, lineOf(library, name), "answer"))
            return;
}

Result<EventEncoding> encodingIn(std::string_view line)
{
    if (line.starts_with('-'))
        return support::fail(support::sanitise(line.substr(1)));
    const auto words = support::split(line.substr(std::min<std::size_t>(1, line.size())), ' ');
    const auto number = [&](std::size_t place) {
        return place < words.size() ? support::numberFrom<std::uint64_t>(words[place])
                                    : std::nullopt;
    };
    const auto type = number(0);
    const auto config = number(1);
    const auto config1 = number(2);
    const auto config2 = number(3);
    if (!line.starts_with('+') || !type || *type > 0xffff'ffffU || !config || !config1 || !config2)
        return support::fail("its answer is damaged");
    return EventEncoding { static_cast<std::uint32_t>(*type), *config, *config1, *config2 };
}

std::vector<Result<EventEncoding>> failed(std::size_t names, const std::string& reason)
{
    std::vector<Result<EventEncoding>> answers;
    for (std::size_t i = 0; i < names; ++i)
        answers.push_back(support::fail(reason));
    return answers;
}

} // namespace

std::vector<Result<EventEncoding>> askPfmLibrary(
    std::span<const std::string> names, const std::string& file)
{
    auto started
        = support::ChildProcess::fork([&](int, int output) { answer(names, file, output); });
    if (!started)
        return failed(names.size(), started.error().message());
    auto child = *std::move(started);
    child.limitTime(std::chrono::seconds(10));
    while (child.exchange() && !child.isLate() && child.received().size() < longestAnswer) { }
    if (!child.isAtEnd())
        return failed(names.size(), "it gave no answer in time");
    if (const auto end = child.wait(); end.signal != 0)
        return failed(names.size(), "it crashed (signal " + std::to_string(end.signal) + ")");
    if (child.received().empty())
        return {};
    std::vector<Result<EventEncoding>> answers;
    for (const auto line : support::split(child.received(), '\n'))
        if (answers.size() < names.size())
            answers.push_back(encodingIn(line));
    return answers;
}

} // namespace profiler
