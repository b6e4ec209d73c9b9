#pragma once

#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/memory.h"
#include "tests/support/node_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// Runs one operator on pseudo-random numbers with the kernel of one tier. The text is that of
/// node_text.h, and the same text gives the same numbers:
///
///     Conv-11(float[1,3,9,9], float[8,3,3,3]) {pads: 1 1 1 1}
///
/// Inputs without elements get random ones: floats from -2 to 2, 8-bit integers of their full
/// range, other signed integers from -100 to 100, unsigned ones from 0 to 200, bools.
class KernelBench {
public:
    enum class Numbers {
        Finite,
        /// Some floats of the first input are NaN, infinite or 0.
        WithInfinities
    };

    /// Draws random elements for inputs whose elements are not in `text`.
    explicit KernelBench(std::string_view text, Numbers numbers = Numbers::Finite);
    /// Uses these inputs for the arguments that are not omitted. `text` gives their types, and the
    /// elements known at preparation.
    KernelBench(std::string_view text, std::vector<engine::Tensor> inputs);

    struct Options {
        engine::Tier tier = engine::Tier::Reference;
        int threads = 1;
        bool isConstant = false; ///< inputs after the first are known when the kernel is prepared
        engine::VariantChooser* variants = nullptr;
        /// If not null: runs the first kernel of this device that takes the node, instead of a
        /// tier's. Inputs are copied to the device and outputs back.
        const engine::DeviceMemory* device = nullptr;
        engine::Precision precision = engine::Precision::Float32;
    };
    /// The error begins with `refused: ` if no kernel of the tier takes the node.
    engine::Result<std::vector<engine::RuntimeValue>> run(const Options& options);

    /// The two parts of run(), for measurements.
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
    std::vector<bool> m_isGiven; ///< by input: its elements are in the text
    std::size_t m_outputs;
    std::shared_ptr<engine::MemoryPool> m_pool;
};

} // namespace testing
