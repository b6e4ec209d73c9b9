#pragma once

#include "engine/kernel/memory.h"

#include <string>

namespace engine {

/// A source that says why it had nothing: what was wanted and what is free.
class ReportingMemorySource : public MemorySource {
public:
    /// Of the latest take() that gave none.
    virtual const std::string& failure() const = 0;
    /// Why `bytes` cannot be allocated at all; empty if they can.
    virtual std::string lack(std::uint64_t bytes) = 0;
};

} // namespace engine
