#include "engine/cuda/kernels/product_shapes.h"

#include "engine/reference/matmul.h"

namespace engine::cuda {

namespace {

Result<Strided<1>> offsetsOf(const Dims& dims, const Dims& batches)
{
    const Dims own = dims.size() > 2 ? Dims(dims.begin(), dims.end() - 2) : Dims {};
    const auto size = dims.size() > 2 ? dims[dims.size() - 2] * dims.back() : 0;
    auto strides = broadcastStrides(own, batches);
    for (auto& stride : strides)
        stride *= size;
    return stridedOver<1>(batches, { strides });
}

} // namespace

Result<StackedProduct> stackedProduct(const Dims& a, const Dims& b)
{
    const auto shape = TRY(matMulShape(a, b));
    StackedProduct product { shape.output, shape.m, shape.k, shape.n, shape.batches };
    const auto matrices = std::ptrdiff_t(a.size() > 1) + std::ptrdiff_t(b.size() > 1);
    const Dims batches(shape.output.begin(), shape.output.end() - matrices);
    product.offsetsA = TRY(offsetsOf(a, batches));
    product.offsetsB = TRY(offsetsOf(b, batches));
    return product;
}

Result<GemmShape> gemmShape(const KernelRequest& request, std::size_t a, std::size_t b)
{
    const auto& left = inputType(request, a).dims;
    const auto& right = inputType(request, b).dims;
    if (left.size() != 2 || right.size() != 2)
        return fail("takes two matrices, found ", dimsText(left), " and ", dimsText(right));
    GemmShape shape;
    shape.transposesA = request.node.flag("transA");
    shape.turnsB = request.node.flag("transB");
    shape.m = left[shape.transposesA ? 1 : 0];
    shape.k = left[shape.transposesA ? 0 : 1];
    shape.n = right[shape.turnsB ? 0 : 1];
    if (right[shape.turnsB ? 1 : 0] != shape.k)
        return fail(
            "matrices of ", dimsText(left), " and ", dimsText(right), " cannot be multiplied");
    return shape;
}

Result<Dims> stridesOfC(
    const KernelRequest& request, std::size_t c, ElementType element, const Dims& output)
{
    if (!request.hasInput(c))
        return Dims { 0, 0 };
    const auto& type = inputType(request, c);
    if (type.element != element || TRY(broadcastDims(output, type.dims)) != output)
        return fail("C of ", dimsText(type.dims), " ", model::name(type.element),
            " cannot be broadcast to ", dimsText(output), " ", model::name(element));
    return broadcastStrides(type.dims, output);
}

} // namespace engine::cuda
