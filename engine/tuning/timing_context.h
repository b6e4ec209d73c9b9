#pragma once

#include "engine/kernel/kernel.h"

#include <functional>

namespace engine {

/// The RunContext of a kernel that is timed. Each run uses the same memory.
class TimingContext final : public RunContext {
public:
    /// Returns uninitialised memory that lives as long as the context.
    using Allocate = std::function<Result<std::span<std::byte>>(std::size_t bytes)>;
    TimingContext(Allocate allocate, int threads)
        : m_allocate(std::move(allocate))
        , m_threads(threads)
    {
    }
    /// Adds the next input.
    void addInput(RuntimeValue input) { m_inputs.push_back(std::move(input)); }
    /// Must be called before each run.
    void restart() { m_next = 0; }

    const RuntimeValue& input(std::size_t i) const override;
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override;
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override;
    Result<void> setOutput(std::size_t i, RuntimeValue value) override;
    bool hasOutput(std::size_t i) const override { return i == 0; }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override;
    int threads() const override { return m_threads; }
    std::stop_token stop() const override { return {}; }

private:
    Allocate m_allocate;
    int m_threads;
    std::vector<RuntimeValue> m_inputs;
    RuntimeValue m_none;
    Tensor m_output;
    std::vector<std::span<std::byte>> m_blocks; ///< of scratch
    std::size_t m_next = 0;
};

} // namespace engine
