#include "engine/cuda/chain_kernels.h"

#include "engine/cuda/chain_source.h"

#include <set>
#include <vector>

namespace engine::cuda {

void ChainKernels::compileAhead(std::span<const ElementwiseChain> chains)
{
    std::set<std::string> sources;
    for (const auto& chain : chains) {
        if (auto kernel = chainKernel(chain)) // otherwise its prepare function reports why
            sources.insert(std::move(kernel->source));
    }
    compile(std::vector<std::string>(sources.begin(), sources.end()));
}

} // namespace engine::cuda
