#include "engine/cpu/onednn/activation.h"
#include "engine/program/shapes.h"

#include <array>

// Activations and the arithmetic of two tensors. fp32. Operands may be broadcast along complete
// axes. Refuses broadcasting by attribute (before opset 7). Softmax and the activations that
// activation.h leaves out are done by the native kernels, which propagate NaN. Source: ONNX
// operators of these names; oneDNN developer guide, "Eltwise" and "Binary".

namespace engine::onednn {

namespace {

Result<std::unique_ptr<Kernel>> prepareActivation(
    const KernelRequest& request, const ElementwiseOperator& row)
{
    TRY(requireFloats(request, 1));
    const auto& input = request.input(0).tensor;
    const auto operation = activationOf(functorOf(row, request.node), row.a.of(request.node));
    if (!operation)
        return fail("oneDNN has no operation that gives what ONNX's does");
    TRY(requireElements(request, input.count()));
    setLibraryThreads(request.settings.threads);
    const auto data = plain(Dims { input.count() });
    auto primitive = TRY(guarded("eltwise",
        [&] { return eltwise(operation->algorithm, data, operation->alpha, operation->beta); }));
    return std::unique_ptr<Kernel>(
        TRY(dataKernel(request, std::move(primitive), data, data, input)));
}

struct BinaryRow {
    const char* type;
    dnnl::algorithm algorithm;
};
constexpr std::array binaries {
    BinaryRow { "Add", dnnl::algorithm::binary_add },
    BinaryRow { "Sub", dnnl::algorithm::binary_sub },
    BinaryRow { "Mul", dnnl::algorithm::binary_mul },
    BinaryRow { "Div", dnnl::algorithm::binary_div },
};

Result<std::unique_ptr<Kernel>> binaryKernel(const KernelRequest& request,
    dnnl::algorithm algorithm, const Descriptor& a, const Descriptor& b,
    const Descriptor& destination, const TensorType& output)
{
    setLibraryThreads(request.settings.threads);
    auto primitive = TRY(guarded("binary", [&] { return binary(algorithm, a, b, destination); }));
    TRY(refuseReference(primitive));
    auto kernel = TRY(dataKernel(request, std::move(primitive), a, destination, output));
    TRY(kernel->addInput(DNNL_ARG_SRC_1, 1, b, b, request.input(1)));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

/// For operands that are channels last or have one element per channel.
Result<std::unique_ptr<Kernel>> prepareChannelsLast(
    const KernelRequest& request, dnnl::algorithm algorithm, const TensorType& output)
{
    auto second = request.input(1).tensor;
    second.dims.insert(second.dims.begin(), output.dims.size() - second.dims.size(), 1);
    return binaryKernel(request, algorithm,
        described(request.input(0).tensor, Layout::ChannelsLast),
        described(second, Layout::ChannelsLast), described(output, Layout::ChannelsLast), output);
}

Result<std::unique_ptr<Kernel>> prepareBinary(const KernelRequest& request)
{
    TRY(requireFloats(request, 2));
    if (request.node.version < 7)
        return fail("broadcasting by attribute, as before opset 7");
    const auto found = std::ranges::find_if(
        binaries, [&](const BinaryRow& row) { return request.node.type == row.type; });
    const auto& first = request.input(0).tensor.dims;
    const auto& second = request.input(1).tensor.dims;
    auto common = TRY(broadcastDims(first, second));
    const TensorType output { ElementType::Float, std::move(common) };
    TRY(requireOutput(output));
    TRY(requireElements(request, output.count()));
    if (outputLayout(request) == Layout::ChannelsLast)
        return prepareChannelsLast(request, found->algorithm, output);
    // Merges axes with compatible strides in all operands: oneDNN takes few axes and is faster with
    // fewer.
    Dims dims = output.dims;
    std::array strides { broadcastStrides(first, dims), broadcastStrides(second, dims) };
    const auto dense = denseStrides(dims);
    std::array<Dims, 3> all { strides[0], strides[1], dense };
    foldStrides(dims, all);
    if (dims.size() > 5)
        return fail(
            "the operands are broadcast along ", dims.size(), " separate axes, oneDNN takes five");
    if (dims.empty())
        dims = { 1 };
    const auto shown = [&](const Dims& steps) {
        Dims sizes = dims;
        for (std::size_t axis = 0; axis < steps.size(); ++axis)
            sizes[axis] = steps[axis] == 0 ? 1 : dims[axis];
        return plain(sizes);
    };
    return binaryKernel(
        request, found->algorithm, shown(all[0]), shown(all[1]), plain(dims), output);
}

/// One registration for each name.
struct RegisterAll {
    RegisterAll()
    {
        for (const auto& row : elementwiseOperators()) {
            if (!row.domain.empty() || !activationOf(row.functor, row.a.fallback))
                continue;
            KernelRegistry::instance().add({ std::string(row.type), "", DeviceKind::Cpu,
                Tier::Library,
                [&row](const KernelRequest& request) { return prepareActivation(request, row); } });
        }
        for (const auto& row : binaries)
            KernelRegistry::instance().add(
                { row.type, "", DeviceKind::Cpu, Tier::Library, prepareBinary });
    }
};
const RegisterAll registerAll;

} // namespace

} // namespace engine::onednn
