#include "engine/device/backend.h"

#include "engine/kernel/reporting_memory.h"

#include <algorithm>

namespace engine {

namespace {

class BackendMemory final : public ReportingMemorySource {
public:
    explicit BackendMemory(std::shared_ptr<Backend> backend)
        : m_backend(std::move(backend))
    {
    }
    std::byte* take(std::uint64_t bytes) override
    {
        auto memory = m_backend->allocate(bytes);
        if (memory)
            return *memory;
        m_failure = memory.error().message();
        return nullptr;
    }
    const std::string& failure() const override { return m_failure; }
    std::string shortage(std::uint64_t bytes) override
    {
        if (bytes <= m_backend->freeBytes())
            return {};
        auto memory = m_backend->allocate(bytes); // its error states what is free
        if (!memory)
            return memory.error().message();
        m_backend->release(*memory);
        return {};
    }
    void giveBack(std::byte* memory) override { m_backend->release(memory); }

private:
    std::shared_ptr<Backend> m_backend;
    std::string m_failure;
};

} // namespace

DeviceMemory poolOf(std::shared_ptr<Backend> backend, std::uint64_t limit)
{
    const auto most
        = limit != 0 ? limit : std::max<std::uint64_t>(backend->freeBytes() / 10 * 9, 1);
    auto source = std::make_shared<BackendMemory>(backend);
    return { std::move(backend), MemoryPool::create(most, std::move(source)) };
}

} // namespace engine
