#include "engine/cpu/native.h"
#include "engine/cpu/native_chain.h"

// opscope.FusedElementwise: chains of elementwise operators on floats, by tiles.

namespace engine {

namespace {

Result<std::unique_ptr<Kernel>> prepareChain(const KernelRequest& request)
{
    auto chain = TRY(chainOf(request.node));
    if (chain.inputs.size() != request.inputs.size())
        return fail("takes ", chain.inputs.size(), " inputs, found ", request.inputs.size());
    std::vector<Layout> layouts;
    for (std::size_t i = 0; i < chain.inputs.size(); ++i) {
        const auto& type = request.input(i);
        if (type.kind != InputType::Kind::Tensor || type.tensor.count() != chain.inputs[i].count())
            return fail("input ", i, " is not what the chain was made for");
        layouts.push_back(type.layout);
    }
    const auto layout = request.outputs.empty() ? Layout::Plain : request.outputs[0].layout;
    auto native = TRY(NativeChain::make(chain, layouts, layout));
    return nativeKernel(
        [native = std::move(native), output = chain.output, inputs = chain.inputs.size()](
            RunContext& context) -> Result<void> {
            auto* tensor = TRY(context.output(0, output.element, output.dims));
            std::array<const float*, ElementwiseChain::maxInputs> pointers {};
            for (std::size_t i = 0; i < inputs; ++i)
                pointers[i] = floats(context.tensor(i));
            const auto threads = native.threadsFor(context.threads());
            const auto memory = TRY(context.scratch(
                static_cast<std::size_t>(native.scratchPerThread() * threads) * sizeof(float)));
            native.run(std::span(pointers).first(inputs), floats(*tensor),
                reinterpret_cast<float*>(memory.data()), threads);
            return {};
        },
        "chain of " + std::to_string(chain.terms.size()));
}

const RegisterKernel chains(anyLayoutEntry(std::string(chainOperator), prepareChain, "opscope"));

} // namespace

} // namespace engine
