#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/memory.h"
#include "tests/support/node_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// One operator on made-up numbers, run by the kernel of one tier: the same numbers for the same
/// text.
///
///     Conv-11(float[1,3,9,9], float[8,3,3,3]) {pads: 1 1 1 1}
///
/// as in node_text.h. Inputs without elements are drawn: floats -2..2, integers all of their range
/// up to ±100, bool both.
class KernelBench {
public:
    enum class Numbers {
        Finite,
        WithInfinities
    }; ///< WithInfinities: NaN and infinities among the floats of the first input

    explicit KernelBench(std::string_view text, Numbers numbers = Numbers::Finite);
    /// With these inputs; `text` gives their types, and the elements of what is known beforehand.
    KernelBench(std::string_view text, std::vector<engine::Tensor> inputs);

    struct Options {
        engine::Tier tier = engine::Tier::Reference;
        int threads = 1;
        bool isConstant = false; ///< inputs behind the first are known when the kernel is prepared
        /// Not null: the first kernel of this device that takes it, in place of a tier's; numbers
        /// are brought there and back.
        const engine::DeviceMemory* device = nullptr;
    };
    /// An error that begins with `refused: ` where no kernel of the tier takes it.
    engine::Result<std::vector<engine::RuntimeValue>> run(const Options& options);

    /// The two halves of run, for measurements.
    engine::Result<std::unique_ptr<engine::Kernel>> prepare(const Options& options);
    engine::Result<std::vector<engine::RuntimeValue>> runKernel(
        engine::Kernel& kernel, int threads);

    const engine::OpNode& node() const { return m_node; }

private:
    void readNode(std::string_view text);
    void draw(engine::Tensor& tensor, std::size_t input, Numbers numbers);
    engine::Result<std::vector<engine::RuntimeValue>> runOnDevice(
        engine::Kernel& kernel, const engine::DeviceMemory& device);
    engine::Result<std::vector<engine::RuntimeValue>> inputsOnDevice(
        const engine::DeviceMemory& device) const;

    engine::OpNode m_node;
    std::vector<engine::RuntimeValue> m_inputs;
    std::vector<model::InferenceArgument> m_arguments;
    std::vector<bool> m_isGiven; ///< by input: the text has its elements
    std::size_t m_outputs;
    std::shared_ptr<engine::MemoryPool> m_pool;
};

} // namespace testing
