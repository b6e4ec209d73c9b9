#include "engine/cpu/onednn.h"
#include "engine/program/shapes.h"

#include <limits>

// BatchNormalization, LayerNormalization and LRN. fp32, plain layouts. Source: ONNX
// BatchNormalization-7 to -15, LayerNormalization-17, LRN-1; oneDNN developer guide of each.

namespace engine::onednn {

namespace {

Result<std::unique_ptr<Kernel>> prepareBatchNormalization(const KernelRequest& request)
{
    TRY(requireFloats(request, 5));
    const auto& input = request.input(0).tensor;
    if (input.dims.size() < 2 || input.dims.size() > 5)
        return fail("an input of ", input.dims, ", oneDNN takes two to five axes");
    if (request.node.flag("training_mode")
        || (request.node.version < 7 && !request.node.flag("is_test")))
        return fail("oneDNN runs it for inference only here");
    if (request.node.version < 9 && request.node.integer("spatial", 1) == 0)
        return fail("spatial is 0: oneDNN normalises per channel only");
    for (std::size_t i = 1; i < 5; ++i) {
        if (request.input(i).tensor.count() != input.dims[1])
            return fail("input ", i, " has ", request.input(i).tensor.count(),
                " elements, expected ", input.dims[1]);
    }
    TRY(requireElements(request, input.count()));
    setLibraryThreads(request.settings.threads);
    const auto data = described(request.input(0));
    const auto channels = plain(Dims { input.dims[1] });
    auto primitive = TRY(guarded("batch normalization",
        [&] { return batchNormalization(data, request.node.real("epsilon", 1e-5F)); }));
    auto kernel = TRY(dataKernel(request, std::move(primitive), data, data, input));
    constexpr std::array arguments { DNNL_ARG_SCALE, DNNL_ARG_SHIFT, DNNL_ARG_MEAN,
        DNNL_ARG_VARIANCE };
    for (std::size_t i = 0; i < arguments.size(); ++i)
        TRY(kernel->addInput(arguments[i], i + 1, channels, channels, request.input(i + 1)));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

Result<std::unique_ptr<Kernel>> prepareLayerNormalization(const KernelRequest& request)
{
    TRY(requireFloats(request, 3));
    if (request.hasOutput(1) || request.hasOutput(2))
        return fail("oneDNN gives no mean and deviation outputs here");
    const auto& input = request.input(0).tensor;
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", -1), input.dims.size()));
    const auto fold = foldAt(input.dims, axis);
    const auto width = fold.axis * fold.inner;
    if (request.input(1).tensor.count() != width || !request.hasInput(2)
        || request.input(2).tensor.count() != width)
        return fail("oneDNN wants scale and bias of ", width, " elements");
    TRY(requireElements(request, input.count()));
    setLibraryThreads(request.settings.threads);
    const auto data = plain(Dims { fold.outer, width });
    const auto row = plain(Dims { width });
    auto primitive = TRY(guarded("layer normalization",
        [&] { return layerNormalization(data, request.node.real("epsilon", 1e-5F)); }));
    auto kernel = TRY(dataKernel(request, std::move(primitive), data, data, input));
    TRY(kernel->addInput(DNNL_ARG_SCALE, 1, row, row, request.input(1)));
    TRY(kernel->addInput(DNNL_ARG_SHIFT, 2, row, row, request.input(2)));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

Result<std::unique_ptr<Kernel>> prepareLrn(const KernelRequest& request)
{
    TRY(requireFloats(request, 1));
    const auto& input = request.input(0).tensor;
    const auto size = request.node.integer("size", 0);
    if (input.dims.size() < 3 || input.dims.size() > 5)
        return fail("an input of ", input.dims, ", oneDNN takes three to five axes");
    if (size < 1 || size % 2 == 0 || size > std::numeric_limits<std::int32_t>::max())
        return fail("size is ", size, ", oneDNN takes odd ones of 32 bits");
    TRY(requireElements(request, input.count()));
    setLibraryThreads(request.settings.threads);
    const auto data = plain(input.dims);
    auto primitive = TRY(guarded("lrn", [&] {
        return localResponse(data, size, request.node.real("alpha", 1e-4F),
            request.node.real("beta", 0.75F), request.node.real("bias", 1.0F));
    }));
    return std::unique_ptr<Kernel>(
        TRY(dataKernel(request, std::move(primitive), data, data, input)));
}

const RegisterLibrary batchNormalizationKernel("BatchNormalization", prepareBatchNormalization);
const RegisterLibrary layerNormalizationKernel("LayerNormalization", prepareLayerNormalization);
const RegisterLibrary lrnKernel("LRN", prepareLrn);

} // namespace

} // namespace engine::onednn
