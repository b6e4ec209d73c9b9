#include "engine/cpu/onednn.h"
#include "engine/program/shapes.h"

// Concat of fp32 tensors, and Reorder between plain and channels-last images of fp32 or bfloat16.
// Reorder is an operator of Opscope, which the channels-last pass inserts where the layout changes.
// Source: ONNX Concat-4 to -13; oneDNN developer guide, "Concat", "Reorder".

namespace engine::onednn {

namespace {

Result<std::unique_ptr<Kernel>> prepareConcat(const KernelRequest& request)
{
    TRY(requireFloats(request, request.inputs.size()));
    if (request.inputs.size() > 30)
        return fail("oneDNN joins at most 30 tensors here, these are ", request.inputs.size());
    const auto output = TRY(outputType(request));
    const auto axis = TRY(normalizeAxis(
        request.node.integer("axis", request.node.version < 4 ? 1 : 0), output.dims.size()));
    TRY(requireElements(request, output.count()));
    std::vector<Descriptor> sources;
    for (const auto& input : request.inputs) {
        if (input.tensor.dims.size() != output.dims.size())
            return fail("an input of ", input.tensor.dims, " for an output of ", output.dims);
        sources.push_back(described(input));
    }
    setLibraryThreads(request.settings.threads);
    const auto destination = described(output, outputLayout(request));
    auto primitive = TRY(
        guarded("concat", [&] { return concat(static_cast<int>(axis), sources, destination); }));
    TRY(refuseReference(primitive));
    if (primitive.implementation.find("simple") != std::string::npos)
        return fail("oneDNN moves number by number, which ours does faster");
    auto kernel = std::make_unique<PrimitiveKernel>(std::move(primitive), request.settings.threads);
    for (std::size_t i = 0; i < sources.size(); ++i)
        TRY(kernel->addInput(DNNL_ARG_MULTIPLE_SRC + static_cast<int>(i), i, sources[i], sources[i],
            request.input(i)));
    TRY(kernel->setOutput(destination, destination, output));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

Result<std::unique_ptr<Kernel>> prepareReorder(const KernelRequest& request)
{
    TRY(requireFloatsOrBfloats(request, 1));
    const auto source = described(request.input(0));
    const auto destination = described(request.input(0).tensor, outputLayout(request));
    setLibraryThreads(request.settings.threads);
    auto primitive = TRY(guarded("reorder", [&] { return reorder(source, destination); }));
    return std::unique_ptr<Kernel>(TRY(
        dataKernel(request, std::move(primitive), source, destination, request.input(0).tensor)));
}

const RegisterLibrary concatKernel("Concat", prepareConcat);
const RegisterLibrary reorderKernel("Reorder", prepareReorder, "opscope");

} // namespace

} // namespace engine::onednn
