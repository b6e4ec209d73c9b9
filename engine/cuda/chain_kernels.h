#pragma once

#include "engine/cuda/rtc/chain_arguments.h"
#include "engine/device/chain_compiler.h"

#include <span>
#include <string>

namespace engine::cuda {

/// Kernels made of generated sources (engine/cuda/chain_source.h): compiled when a plan is made,
/// each source once, and launched.
class ChainKernels : public ChainCompiler {
public:
    void compileAhead(std::span<const ElementwiseChain> chains) final;

    /// Compiles those that are new, at once. What goes wrong is told by function().
    virtual void compile(std::span<const std::string> sources) = 0;
    /// The kernel of a source, which lives as long as this; compiled now if it was not before.
    virtual support::Result<void*> function(const std::string& source) = 0;
    /// chainThreads threads a block.
    virtual support::Result<void> launch(
        void* function, unsigned blocks, const ChainArguments& arguments)
        = 0;
};

} // namespace engine::cuda
