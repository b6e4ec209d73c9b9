#include "engine/cuda/kernels/epilogue.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/kernel/forwarding_context.h"

#include <memory>

// Fused products and convolutions of passes/fuse_epilogues.cpp without a library: our kernel of the
// plain operator, then one launch in place for the rest.

namespace engine::cuda {

namespace {

/// The RunContext of the plain operator's kernel. Remembers the tensor it wrote.
class PlainContext final : public ForwardingContext {
public:
    using ForwardingContext::ForwardingContext;

    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        m_written = TRY(outer().output(i, element, dims));
        return m_written;
    }

    Tensor* written() const { return m_written; }

private:
    Tensor* m_written = nullptr;
};

struct Fused {
    std::string_view type; ///< of the plain operator
    std::size_t plainInputs = 0; ///< of the plain operator
    std::optional<std::size_t> bias; ///< number of the input with a row to add
    std::optional<std::size_t> added; ///< number of the input with a tensor to add
};

class FusedKernel final : public Kernel {
public:
    FusedKernel(ModuleBackend& device, const Fused& fused, std::unique_ptr<OpNode> node,
        std::unique_ptr<Kernel> plain, ElementEpilogue after)
        : m_device(device)
        , m_fused(fused)
        , m_node(std::move(node))
        , m_plain(std::move(plain))
        , m_after(after)
    {
    }

    Result<void> run(RunContext& context) override
    {
        PlainContext plain(context);
        TRY(m_plain->run(plain));
        const auto dataOf = [&](std::optional<std::size_t> i) -> const void* {
            return i && context.hasInput(*i) ? context.tensor(*i).data : nullptr;
        };
        return applyEpilogue(
            m_device, m_after, plain.written()->data, dataOf(m_fused.bias), dataOf(m_fused.added));
    }
    std::string implementation() const override
    {
        return m_plain->implementation() + " + epilogue";
    }

private:
    ModuleBackend& m_device;
    Fused m_fused;
    std::unique_ptr<OpNode> m_node; ///< the plain operator; its kernel may keep a reference to it
    std::unique_ptr<Kernel> m_plain;
    ElementEpilogue m_after;
};

Result<std::unique_ptr<Kernel>> plainKernel(const KernelRequest& request)
{
    support::Error refusal = fail("there is no kernel of ours for ", request.node.type);
    for (const auto& entry : kernelList()) {
        if (entry.type != request.node.type || !entry.domain.empty() || entry.tier != Tier::Native)
            continue;
        auto kernel = entry.prepare(request);
        if (kernel)
            return kernel;
        refusal = std::move(kernel).error();
    }
    return refusal;
}

Result<std::unique_ptr<Kernel>> prepareFused(const KernelRequest& request, const Fused& fused)
{
    const auto type = TRY(outputType(request, 0));
    const auto activation = TRY(activationOf(request.node));
    ElementEpilogue after { type.element, type.count(), 1, type.dims.empty() ? 1 : type.dims.back(),
        activation };
    for (const auto& input : { fused.bias, fused.added }) {
        if (input && request.hasInput(*input) && inputType(request, *input).element != type.element)
            return fail("input ", *input, " is ", model::name(inputType(request, *input).element),
                ", the result ", model::name(type.element));
    }
    if (fused.added && request.hasInput(*fused.added)
        && inputType(request, *fused.added).dims != type.dims)
        return fail(
            "adds ", dimsText(inputType(request, *fused.added).dims), " to ", dimsText(type.dims));
    if (fused.bias && request.hasInput(*fused.bias)
        && inputType(request, *fused.bias).count() != after.channels)
        return fail("adds a row of ", inputType(request, *fused.bias).count(), " to rows of ",
            after.channels);
    auto node = std::make_unique<OpNode>(request.node);
    node->type = fused.type;
    node->domain.clear();
    const KernelRequest plain { *node,
        request.inputs.first(std::min(request.inputs.size(), fused.plainInputs)),
        request.outputsUsed, request.outputs, request.store, request.settings, request.backend };
    auto kernel = TRY(plainKernel(plain));
    return std::unique_ptr<Kernel>(std::make_unique<FusedKernel>(
        deviceOf(request), fused, std::move(node), std::move(kernel), after));
}

Result<std::unique_ptr<Kernel>> prepareFusedMatMul(const KernelRequest& request)
{
    if (request.node.flag("transB"))
        return fail("transB is not supported by FusedMatMul here");
    return prepareFused(request, { "MatMul", 2, 2, {} });
}
Result<std::unique_ptr<Kernel>> prepareFusedGemm(const KernelRequest& request)
{
    return prepareFused(request, { "Gemm", 3, {}, {} });
}
Result<std::unique_ptr<Kernel>> prepareFusedConv(const KernelRequest& request)
{
    return prepareFused(request, { "Conv", 3, {}, 3 });
}

const RegisterKernels fusedMatMul(
    { "FusedMatMul" }, prepareFusedMatMul, 0, Tier::Native, "opscope");
const RegisterKernels fusedGemm(
    { "FusedGemm" }, prepareFusedGemm, 0, Tier::Native, "com.microsoft");
const RegisterKernels fusedConv(
    { "FusedConv" }, prepareFusedConv, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
