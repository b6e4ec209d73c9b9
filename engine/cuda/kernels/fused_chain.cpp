#include "engine/cuda/chain_kernels.h"
#include "engine/cuda/chain_source.h"
#include "engine/cuda/kernels/strided.h"

// opscope.FusedElementwise: chains of elementwise operators, each by a kernel that is generated for
// it.

namespace engine::cuda {

namespace {

constexpr std::uintptr_t vectorBytes = 16;

Result<void> checkTypes(const KernelRequest& request, const ElementwiseChain& chain)
{
    if (request.inputs.size() != chain.inputs.size())
        return fail("takes ", chain.inputs.size(), " inputs, found ", request.inputs.size());
    for (std::size_t i = 0; i < chain.inputs.size(); ++i) {
        const auto& type = inputType(request, i);
        if (type.element != chain.inputs[i].element || type.count() != chain.inputs[i].count())
            return fail("input ", i, " is ", dimsText(type.dims), " ", model::name(type.element),
                ", the chain was made for ", dimsText(chain.inputs[i].dims), " ",
                model::name(chain.inputs[i].element));
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareChain(const KernelRequest& request)
{
    const auto chain = TRY(chainOf(request.node));
    TRY(checkTypes(request, chain));
    auto* const device = &deviceOf(request);
    auto* const kernels = device->chainKernels();
    if (kernels == nullptr)
        return fail("the device compiles no kernels");
    auto kernel = TRY(chainKernel(chain));
    auto* const function = TRY(kernels->function(kernel.source));
    const auto inputs = chain.inputs.size();
    auto name = implementationName(
        request, "fused chain of " + std::to_string(chain.terms.size()) + " functions");
    return makeKernel(std::move(name),
        [=, type = chain.output, arguments = kernel.arguments, blocks = kernel.blocks](
            RunContext& context) mutable -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto bits = reinterpret_cast<std::uintptr_t>(output->data);
            arguments.output = output->data;
            for (std::size_t i = 0; i < inputs; ++i) {
                arguments.inputs[i] = context.tensor(i).data;
                bits |= reinterpret_cast<std::uintptr_t>(arguments.inputs[i]);
            }
            arguments.isWide = bits % vectorBytes == 0 ? 1 : 0;
            device->countLaunch();
            return kernels->launch(function, blocks, arguments);
        });
}

const RegisterKernels chains({ chainOperator.data() }, prepareChain, 0, Tier::Native, "opscope");

} // namespace

} // namespace engine::cuda
