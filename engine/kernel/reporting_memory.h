#pragma once

#include "engine/kernel/memory.h"

#include <string>

namespace engine {

/// A memory source that reports why an allocation failed: how much was wanted, and how much is
/// free.
class ReportingMemorySource : public MemorySource {
public:
    /// The reason of the latest take() that failed.
    virtual const std::string& failure() const = 0;
    /// Why `bytes` cannot be allocated at all; empty if they can.
    virtual std::string shortage(std::uint64_t bytes) = 0;
};

} // namespace engine
