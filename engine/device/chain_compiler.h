#pragma once

#include "engine/kernel/elementwise_chain.h"

#include <span>

namespace engine {

/// Makes kernels of chains while a plan is made. One thread at a time.
class ChainCompiler {
public:
    virtual ~ChainCompiler() = default;
    /// Fails with the sentence why no chain can be compiled here: the compiler is a library that
    /// may be missing. The first call opens it.
    virtual support::Result<void> check() = 0;
    /// Compiles what kernels of these chains will need, all at once, and waits: preparing them is
    /// quick then, and tells what did not compile.
    virtual void compileAhead(std::span<const ElementwiseChain> chains) = 0;
};

} // namespace engine
