#include "profiler/counters/processor_topology.h"

#include "model/support/text.h"

#include <algorithm>
#include <string>

namespace profiler {
namespace {

constexpr std::size_t mostNumbers = 65'536;

std::string folderOf(std::uint32_t processor)
{
    return "/sys/devices/system/cpu/cpu" + std::to_string(processor);
}

std::vector<std::uint32_t> listIn(const CounterKernel& kernel, const std::string& path)
{
    const auto text = kernel.text(path);
    return text ? processorList(*text) : std::vector<std::uint32_t>();
}

} // namespace

std::vector<std::uint32_t> processorList(std::string_view text)
{
    std::vector<std::uint32_t> numbers;
    text = text.substr(0, text.find('\n'));
    for (const auto part : support::split(text, ',')) {
        const auto dash = part.find('-');
        const auto first = support::numberFrom<std::uint32_t>(part.substr(0, dash));
        const auto last = dash == std::string_view::npos
            ? first
            : support::numberFrom<std::uint32_t>(part.substr(dash + 1));
        if (!first || !last)
            break;
        for (std::uint64_t number = *first; number <= *last && numbers.size() < mostNumbers;
             ++number)
            numbers.push_back(static_cast<std::uint32_t>(number));
    }
    return numbers;
}

ProcessorPlace placeOfProcessor(const CounterKernel& kernel, std::uint32_t processor)
{
    ProcessorPlace place { processor, 0 };
    const auto siblings = listIn(kernel, folderOf(processor) + "/topology/thread_siblings_list");
    if (!siblings.empty())
        place.core = *std::ranges::min_element(siblings);
    for (const auto node : listIn(kernel, "/sys/devices/system/node/online")) {
        const auto list
            = listIn(kernel, "/sys/devices/system/node/node" + std::to_string(node) + "/cpulist");
        if (std::ranges::find(list, processor) != list.end())
            place.node = node;
    }
    return place;
}

std::optional<double> clockOfProcessor(const CounterKernel& kernel, std::uint32_t processor)
{
    constexpr double hertzPerKilohertz = 1000;
    const auto text = kernel.text(folderOf(processor) + "/cpufreq/scaling_cur_freq");
    const auto kilohertz = text
        ? support::numberFrom<std::uint64_t>(std::string_view(*text).substr(0, text->find('\n')))
        : std::nullopt;
    return kilohertz && *kilohertz > 0
        ? std::optional(static_cast<double>(*kilohertz) * hertzPerKilohertz)
        : std::nullopt;
}

} // namespace profiler
