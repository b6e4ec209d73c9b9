#pragma once

#include "engine/cuda/rtc/chain_arguments.h"
#include "engine/device/chain_compiler.h"

#include <span>
#include <string>

namespace engine::cuda {

/// Kernels made of generated sources (engine/cuda/chain_source.h). Each source is compiled once,
/// while a plan is made.
class ChainKernels : public ChainCompiler {
public:
    void compileAhead(std::span<const ElementwiseChain> chains) final;

    /// Compiles the sources that are new, all at once, and waits. Errors are returned by
    /// function().
    virtual void compile(std::span<const std::string> sources) = 0;
    /// Returns the kernel of a source and compiles it first if necessary. The kernel lives as long
    /// as this object.
    virtual support::Result<void*> function(const std::string& source) = 0;
    /// Launches `blocks` blocks of chainThreads threads each.
    virtual support::Result<void> launch(
        void* function, unsigned blocks, const ChainArguments& arguments)
        = 0;
};

} // namespace engine::cuda
