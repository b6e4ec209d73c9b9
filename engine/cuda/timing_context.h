#pragma once

#include "engine/cuda/tuning.h"

#include <map>

namespace engine::cuda {

/// What a kernel runs in while it is timed: inputs with noise in them, and memory that each run
/// takes again.
class TimingContext final : public RunContext {
public:
    explicit TimingContext(TuneMemory& memory)
        : m_memory(memory)
    {
    }
    /// The next input; elements are floats.
    Result<void> addInput(const TensorType& type);
    /// Before each run.
    void restart() { m_next = 0; }

    const RuntimeValue& input(std::size_t i) const override;
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override;
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override;
    Result<void> setOutput(std::size_t i, RuntimeValue value) override;
    bool hasOutput(std::size_t i) const override { return i == 0; }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override;
    int threads() const override { return 1; }
    std::stop_token stop() const override { return {}; }

private:
    TuneMemory& m_memory;
    std::vector<RuntimeValue> m_inputs;
    RuntimeValue m_none;
    Tensor m_output;
    std::vector<std::span<std::byte>> m_blocks; ///< of scratch
    std::size_t m_next = 0;
};

} // namespace engine::cuda
