#pragma once

#include "engine/cuda/cudnn/attention.h"
#include "engine/cuda/kernels/attention.h"
#include "engine/cuda/tuning.h"
#include "engine/device/device_kernel.h"

/// Attention by cuDNN: what all operators of attention share there. Which keys a query sees beyond
/// plain causal order (masks, biases, windows, lengths) is written out as a bias for the library's
/// graph, and queries that see no key get zeros afterwards, as our own kernel gives them.
namespace engine::cuda {

/// An operator's attention before it runs: sizes, strides and rules, all addresses null.
struct AttentionShape {
    ElementType element = ElementType::Float;
    AttentionData<Float16> data;
    bool hasLengths = false; ///< how many keys there are comes from data
    bool hasBias = false; ///< so does a mask or bias, with the strides of the rules
    /// Keys behind these lengths may be anything, also not a number.
    bool isPaddingUnknown = false;
    bool wantsScores = false; ///< as an output
};

/// Kept by a kernel of Tier::Library.
class LibraryAttention {
public:
    /// Fails where cuDNN has no engine, or where our own kernel is expected or found to be faster.
    static Result<std::shared_ptr<LibraryAttention>> prepare(
        const KernelRequest& request, const AttentionShape& shape);

    /// As attend() of attention.h. Sizes and strides are those it was prepared with.
    template <typename T>
    Result<void> attend(RunContext& context, const AttentionData<T>& data) const;

    const std::string& implementation() const { return m_graph->implementation(); }
    const std::vector<std::string>& notTaken() const { return m_notTaken; }

private:
    LibraryAttention(ModuleBackend& device, cudnn::AttentionSpec spec)
        : m_device(device)
        , m_spec(spec)
    {
    }
    Result<void> compare(const AttentionShape& shape);
    template <typename T>
    Result<std::vector<TuneCandidate>> ways(TuneMemory& memory, const AttentionShape& shape) const;

    ModuleBackend& m_device;
    cudnn::AttentionSpec m_spec;
    std::shared_ptr<cudnn::PreparedGraph> m_graph;
    std::vector<std::string> m_notTaken;
};

/// By the library if there is one, else by our own kernel.
template <typename T>
Result<void> attendBy(const LibraryAttention* library, ModuleBackend& device, RunContext& context,
    const AttentionData<T>& data)
{
    return library != nullptr ? library->attend(context, data) : attend(device, context, data);
}

/// A kernel whose attention is the library's: `function(RunContext&)` calls it.
template <typename F>
class LibraryAttentionKernel final : public DeviceKernel {
public:
    LibraryAttentionKernel(std::shared_ptr<LibraryAttention> library, F function)
        : m_library(std::move(library))
        , m_function(std::move(function))
    {
    }
    Result<void> run(RunContext& context) override { return m_function(context); }
    std::string implementation() const override { return m_library->implementation(); }
    std::vector<std::string> notTaken() const override { return m_library->notTaken(); }

private:
    std::shared_ptr<LibraryAttention> m_library;
    F m_function;
};

/// The kernel of an operator of attention: ours without a library.
template <typename F>
Result<std::unique_ptr<Kernel>> attentionKernel(
    const KernelRequest& request, std::shared_ptr<LibraryAttention> library, F function)
{
    if (library == nullptr)
        return makeKernel(implementationName(request, "attention"), std::move(function));
    return std::unique_ptr<Kernel>(
        std::make_unique<LibraryAttentionKernel<F>>(std::move(library), std::move(function)));
}

} // namespace engine::cuda
