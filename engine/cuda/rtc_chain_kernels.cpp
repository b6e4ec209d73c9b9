#include "engine/cuda/rtc_chain_kernels.h"

#include "engine/cuda/chain_source.h"
#include "engine/kernel/kernel.h"

#include <algorithm>

namespace engine::cuda {

using support::fail;
using support::Result;

RtcChainKernels::RtcChainKernels(Surroundings surroundings)
    : m_surroundings(std::move(surroundings))
{
}

RtcChainKernels::~RtcChainKernels()
{
    for (const auto& [source, entry] : m_entries) {
        if (entry.library != nullptr)
            (*m_launchApi)->unloadLibrary(entry.library);
    }
}

Result<void> RtcChainKernels::check()
{
    if (!m_rtc) {
        m_rtc = m_surroundings.openRtc();
        if (*m_rtc)
            m_identity = compilerIdentity(**m_rtc, m_surroundings.capability);
    }
    if (!*m_rtc)
        return m_rtc->error();
    if (!m_launchApi)
        m_launchApi = m_surroundings.openLaunchApi();
    return *m_launchApi ? Result<void>() : Result<void>(m_launchApi->error());
}

void RtcChainKernels::compile(std::span<const std::string> sources)
{
    if (!check())
        return; // function() returns the error
    std::vector<std::pair<const std::string*, Entry*>> wanted;
    for (const auto& source : sources) {
        const auto [entry, isNew] = m_entries.try_emplace(source);
        if (!isNew)
            continue;
        if (auto code = m_surroundings.cache.find(m_identity + source)) {
            entry->second.code = std::move(*code);
            entry->second.isFromCache = true;
        } else {
            wanted.emplace_back(&entry->first, &entry->second);
        }
    }
    // Pointers to elements of an unordered_map stay valid while others are added.
    parallelFor(static_cast<std::int64_t>(wanted.size()), 1, m_surroundings.threads,
        [&](std::int64_t begin, std::int64_t end) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                const auto& [source, entry] = wanted[i];
                entry->code = compileSource(**m_rtc, *source, m_surroundings.capability);
            }
        });
    m_compilations += wanted.size();
    for (const auto& [source, entry] : wanted) {
        // If the code cannot be stored, it is compiled again next time, so the error is dropped.
        if (*entry->code)
            static_cast<void>(m_surroundings.cache.store(m_identity + *source, **entry->code));
    }
}

Result<void*> RtcChainKernels::function(const std::string& source)
{
    TRY(check());
    compile({ &source, 1 });
    return loaded(source, m_entries.at(source));
}

Result<void*> RtcChainKernels::loaded(const std::string& source, Entry& entry)
{
    if (entry.kernel != nullptr)
        return entry.kernel;
    if (!*entry.code)
        return entry.code->error();
    auto result = load(entry);
    if (!result && entry.isFromCache) {
        // The file is intact, but not for this driver or device: compile again.
        entry.isFromCache = false;
        entry.code = compileSource(**m_rtc, source, m_surroundings.capability);
        ++m_compilations;
        if (!*entry.code)
            return entry.code->error();
        static_cast<void>(m_surroundings.cache.store(m_identity + source, **entry.code));
        result = load(entry);
    }
    if (!result)
        return std::move(result).error();
    return entry.kernel;
}

Result<void> RtcChainKernels::load(Entry& entry)
{
    const auto& api = **m_launchApi;
    static_cast<void>(TRY(m_surroundings.stream())); // makes the device's context current
    auto& code = **entry.code;
    void* library = nullptr;
    if (const int result
        = api.loadLibrary(&library, code.bytes.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
        result != 0)
        return fail("the driver does not load a compiled chain (", code.isPtx ? "PTX" : "code",
            " of ", code.bytes.size(), " bytes): error ", result);
    if (const int result = api.kernel(&entry.kernel, library, chainFunction); result != 0) {
        api.unloadLibrary(library);
        entry.kernel = nullptr;
        return fail("a compiled chain has no kernel ", chainFunction, ": error ", result);
    }
    entry.library = library;
    return {};
}

Result<void> RtcChainKernels::launch(
    void* function, unsigned blocks, const ChainArguments& arguments)
{
    auto* const stream = TRY(m_surroundings.stream());
    auto copy = arguments; // cuLaunchKernel takes pointers that are not const
    void* parameters[] = { &copy };
    const int code
        = (*m_launchApi)
              ->launch(function, blocks, 1, 1, chainThreads, 1, 1, 0, stream, parameters, nullptr);
    if (code != 0)
        return fail("launching a fused chain: error ", code, " of the driver");
    return {};
}

} // namespace engine::cuda
