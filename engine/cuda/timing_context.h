#pragma once

#include "engine/cuda/tuning.h"

#include <map>

namespace engine::cuda {

/// The RunContext of a kernel that is timed. Its inputs hold noise. Each run uses the same memory.
class TimingContext final : public RunContext {
public:
    explicit TimingContext(TuneMemory& memory)
        : m_memory(memory)
    {
    }
    /// Adds the next input and fills it by fillWithNoise(), which limits the element types.
    Result<void> addInput(const TensorType& type);
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
