#pragma once

#include "engine/cuda/chain_kernels.h"
#include "engine/cuda/module_backend.h"

#include <map>
#include <string>
#include <vector>

namespace testing {

/// Generated kernels on the emulated device: the source that NVRTC gets, compiled to loops by the
/// compiler of the tests.
class HostChains final : public engine::cuda::ChainKernels {
public:
    explicit HostChains(engine::cuda::ModuleBackend& device)
        : m_device(device)
    {
    }

    engine::Result<void> check() override;
    void compile(std::span<const std::string> sources) override;
    engine::Result<void*> function(const std::string& source) override;
    engine::Result<void> launch(
        void* function, unsigned blocks, const engine::cuda::ChainArguments& arguments) override;

    /// Returns all sources that were compiled.
    std::vector<std::string> sources() const;
    void refuse(std::string reason) { m_refusal = std::move(reason); }

private:
    engine::cuda::ModuleBackend& m_device;
    std::map<std::string, engine::Result<void*>> m_functions; ///< by source
    std::string m_refusal;
};

/// Compiles these sources to one library with a function `runChain<i>(blocks, arguments)` for each.
engine::Result<void*> compiledOnHost(std::span<const std::string> sources);

/// Concatenates the sources and numbers their functions: `opscopeChain0`, `opscopeChain1` ...
std::string joinedSources(std::span<const std::string> sources);

}
