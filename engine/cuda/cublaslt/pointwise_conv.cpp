#include "engine/cuda/cublaslt/pointwise_conv.h"

#include "engine/cuda/cublaslt/product.h"
#include "engine/cuda/kernels/epilogue.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/device/device_kernel.h"

#include <algorithm>

namespace engine::cuda::cublaslt {

namespace {

class PointwiseConv final : public DeviceKernel {
public:
    PointwiseConv(ModuleBackend& device, TensorType type, std::unique_ptr<PreparedProduct> product,
        ElementEpilogue after)
        : m_device(device)
        , m_type(std::move(type))
        , m_product(std::move(product))
        , m_after(after)
    {
    }

    Result<void> run(RunContext& context) override
    {
        auto* const output = TRY(outputOf(context, 0, m_type));
        std::span<std::byte> workspace;
        if (m_product->workspaceBytes() > 0)
            workspace = TRY(context.scratch(m_product->workspaceBytes()));
        TRY(m_product->run(
            { .a = context.tensor(1).data, .b = context.tensor(0).data, .y = output->data },
            workspace));
        const auto dataOf = [&](std::size_t i) -> const void* {
            return context.hasInput(i) ? context.tensor(i).data : nullptr;
        };
        return applyEpilogue(m_device, m_after, output->data, dataOf(2), dataOf(3));
    }

    std::string implementation() const override
    {
        return m_product->implementation() + " as a product";
    }
    std::vector<std::string> notTaken() const override { return m_product->notTaken(); }
    std::uint64_t workspaceBytes() const override { return m_product->workspaceBytes(); }

private:
    ModuleBackend& m_device;
    TensorType m_type;
    std::unique_ptr<PreparedProduct> m_product;
    ElementEpilogue m_after;
};

} // namespace

bool isPointwise(const ConvShape& shape)
{
    const auto& window = shape.window;
    const auto are = [](const Dims& values, std::int64_t wanted) {
        return std::ranges::all_of(values, [&](std::int64_t each) { return each == wanted; });
    };
    return shape.groups == 1 && are(window.kernel, 1) && are(window.strides, 1)
        && are(window.padsBefore, 0) && are(window.padsAfter, 0);
}

Result<std::unique_ptr<Kernel>> preparePointwiseConv(
    const KernelRequest& request, const ConvShape& shape)
{
    if (!isPointwise(shape))
        return fail("only a convolution with a window of one element is a product");
    const TensorType type { inputType(request, 0).element, convOutputDims(shape) };
    const auto positions = shape.window.positionCount();
    auto& device = deviceOf(request);
    const Product product { .element = type.element,
        .m = shape.outputChannels,
        .n = positions,
        .k = shape.inputsPerGroup,
        .batches = shape.batch,
        .strideA = 0,
        .strideB = shape.inputsPerGroup * positions,
        .strideY = shape.outputChannels * positions };
    auto prepared = TRY(PreparedProduct::prepare(device, product, request.settings.precision));
    const auto activation = TRY(activationOf(request.node));
    const ElementEpilogue after { type.element, type.count(), positions, shape.outputChannels,
        activation };
    return std::unique_ptr<Kernel>(
        std::make_unique<PointwiseConv>(device, type, std::move(prepared), after));
}

} // namespace engine::cuda::cublaslt
