#pragma once

#include "engine/cuda/chain_kernels.h"
#include "engine/cuda/code_cache.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace engine::cuda {

/// Chains compiled by NVRTC and launched by the driver. NVRTC is opened when it is first needed.
class RtcChainKernels final : public ChainKernels {
public:
    struct Surroundings {
        std::function<support::Result<RtcApi>()> openRtc;
        std::function<support::Result<LaunchApi>()> openLaunchApi;
        CodeCache cache;
        int capability = 0; ///< 90 for 9.0
        int threads = 1; ///< for compiling
        /// Makes the device's context current on the calling thread and returns the stream.
        std::function<support::Result<void*>()> stream;
    };
    explicit RtcChainKernels(Surroundings surroundings);
    ~RtcChainKernels() override;

    support::Result<void> check() override;
    void compile(std::span<const std::string> sources) override;
    support::Result<void*> function(const std::string& source) override;
    support::Result<void> launch(
        void* function, unsigned blocks, const ChainArguments& arguments) override;

    /// Number of sources that were compiled and not read from the cache. For tests and reports.
    std::uint64_t compilations() const { return m_compilations; }

private:
    struct Entry {
        std::optional<support::Result<CompiledCode>> code;
        bool isFromCache = false;
        void* library = nullptr;
        void* kernel = nullptr;
    };
    support::Result<void*> loaded(const std::string& source, Entry& entry);
    support::Result<void> load(Entry& entry);

    Surroundings m_surroundings;
    std::optional<support::Result<RtcApi>> m_rtc;
    std::optional<support::Result<LaunchApi>> m_launchApi;
    std::string m_identity;
    std::unordered_map<std::string, Entry> m_entries; ///< by source
    std::uint64_t m_compilations = 0;
};

} // namespace engine::cuda
