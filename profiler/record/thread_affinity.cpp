#include "profiler/record/thread_affinity.h"

#include <sched.h>

namespace profiler {
namespace {

constexpr std::uint32_t mostProcessors = 65'536;

std::size_t sizeFor(std::uint32_t processors) { return CPU_ALLOC_SIZE(processors); }

/// A set of processors of any size. Unlike cpu_set_t it may hold more than 1,024.
class ProcessorSet {
public:
    explicit ProcessorSet(std::uint32_t processors)
        : m_words((sizeFor(processors) + sizeof(cpu_set_t) - 1) / sizeof(cpu_set_t))
    {
    }
    cpu_set_t* data() { return m_words.data(); }
    std::size_t bytes() const { return m_words.size() * sizeof(cpu_set_t); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes() * 8); }
    bool has(std::uint32_t processor) { return CPU_ISSET_S(processor, bytes(), data()) != 0; }
    void add(std::uint32_t processor) { CPU_SET_S(processor, bytes(), data()); }

private:
    std::vector<cpu_set_t> m_words;
};

} // namespace

std::vector<std::uint32_t> allowedProcessors()
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t size = 1024; size <= mostProcessors; size *= 4) {
        ProcessorSet set(size);
        if (::sched_getaffinity(0, set.bytes(), set.data()) != 0)
            continue; // the set is too small for this system
        for (std::uint32_t processor = 0; processor < set.size(); ++processor)
            if (set.has(processor))
                found.push_back(processor);
        break;
    }
    return found;
}

bool setAllowedProcessors(std::span<const std::uint32_t> processors)
{
    ProcessorSet set(mostProcessors);
    for (const auto processor : processors)
        if (processor < mostProcessors)
            set.add(processor);
    return ::sched_setaffinity(0, set.bytes(), set.data()) == 0;
}

ThreadAffinity::ThreadAffinity(std::span<const std::uint32_t> processors)
{
    if (processors.empty())
        return;
    m_before = allowedProcessors();
    if (!setAllowedProcessors(processors))
        m_before.clear();
}

ThreadAffinity::~ThreadAffinity()
{
    if (!m_before.empty())
        setAllowedProcessors(m_before);
}

} // namespace profiler
