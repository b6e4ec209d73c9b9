#pragma once

#include "engine/kernel/kernel.h"

namespace engine {

/// The context of a kernel that runs inside another kernel: passes everything to the outer kernel's
/// context. A subclass overrides what the inner kernel must see differently.
class ForwardingContext : public RunContext {
public:
    explicit ForwardingContext(RunContext& outer)
        : m_outer(outer)
    {
    }

    const RuntimeValue& input(std::size_t i) const override { return m_outer.input(i); }
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        return m_outer.output(i, element, dims);
    }
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override
    {
        return m_outer.forward(i, from, dims);
    }
    Result<void> setOutput(std::size_t i, RuntimeValue value) override
    {
        return m_outer.setOutput(i, std::move(value));
    }
    bool hasOutput(std::size_t i) const override { return m_outer.hasOutput(i); }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        return m_outer.scratch(bytes);
    }
    int threads() const override { return m_outer.threads(); }
    std::stop_token stop() const override { return m_outer.stop(); }

protected:
    RunContext& outer() const { return m_outer; }

private:
    RunContext& m_outer;
};

} // namespace engine
