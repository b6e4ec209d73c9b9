#pragma once

#include "engine/kernel/elementwise_chain.h"

#include <span>

namespace engine {

/// Compiles kernels of chains while a plan is made. One thread at a time.
class ChainCompiler {
public:
    virtual ~ChainCompiler() = default;
    /// Fails with the reason why no chain can be compiled here: the compiler is a library that may
    /// be missing. The first call loads it.
    virtual support::Result<void> check() = 0;
    /// Compiles the kernels of all these chains at once and waits. Preparing them is quick then,
    /// and reports what did not compile.
    virtual void compileAhead(std::span<const ElementwiseChain> chains) = 0;
};

} // namespace engine
