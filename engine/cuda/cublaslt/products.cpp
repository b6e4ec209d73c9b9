#include "engine/cuda/cublaslt/product.h"
#include "engine/cuda/cublaslt/product_batches.h"
#include "engine/cuda/kernels/epilogue.h"
#include "engine/cuda/kernels/product_shapes.h"

#include <bit>

// MatMul, Gemm and the fused operators of passes/fuse_epilogues.cpp by cuBLASLt, for fp32, fp64,
// fp16 and bfloat16. The library applies bias and tanh-Gelu while it writes. If it refuses, or for
// another activation, one more launch of ours applies them in place. The library's Relu turns NaN
// into 0, so Relu is ours too.

namespace engine::cuda::cublaslt {

namespace {

/// The product of one operator, before the library is asked.
struct Work {
    Product product;
    std::vector<ProductBatches::Call> calls { {} };
    TensorType type; ///< of the output
    bool hasBias = false; ///< input 2 is a row of n numbers
    Activation activation;
};

class ProductKernel final : public Kernel {
public:
    ProductKernel(ModuleBackend& device, Work work, std::unique_ptr<PreparedProduct> product,
        ElementEpilogue after)
        : m_device(device)
        , m_work(std::move(work))
        , m_product(std::move(product))
        , m_after(after)
    {
    }

    Result<void> run(RunContext& context) override
    {
        auto* const output = TRY(outputOf(context, 0, m_work.type));
        std::span<std::byte> workspace;
        if (m_product->workspaceBytes() > 0)
            workspace = TRY(context.scratch(m_product->workspaceBytes()));
        const auto width = static_cast<std::int64_t>(elementBytes(m_work.type.element));
        const auto* const a = context.tensor(0).data;
        const auto* const b = context.tensor(1).data;
        const void* const added = context.hasInput(2) ? context.tensor(2).data : nullptr;
        for (const auto& call : m_work.calls)
            TRY(m_product->run({ a + call.a * width, b + call.b * width, added, added,
                                   output->data + call.y * width },
                workspace));
        return applyEpilogue(
            m_device, m_after, output->data, m_after.channels > 0 ? added : nullptr, nullptr);
    }

    std::string implementation() const override
    {
        const bool isOurs = m_after.activation.kind != ActivationKind::None || m_after.channels > 0;
        return m_product->implementation() + (isOurs ? " + cuda epilogue" : "");
    }
    std::vector<std::string> notTaken() const override { return m_product->notTaken(); }
    std::uint64_t workspaceBytes() const override { return m_product->workspaceBytes(); }

private:
    ModuleBackend& m_device;
    Work m_work;
    std::unique_ptr<PreparedProduct> m_product;
    ElementEpilogue m_after; ///< what the library does not apply; channels 0: no bias
};

std::optional<Epilogue> libraryEpilogue(bool hasRow, ActivationKind activation)
{
    switch (activation) {
    case ActivationKind::None:
        return hasRow ? Epilogue::Bias : Epilogue::None;
    case ActivationKind::GeluTanh:
        return hasRow ? Epilogue::GeluBias : Epilogue::Gelu;
    default:
        return std::nullopt;
    }
}

Result<std::unique_ptr<Kernel>> kernelFor(const KernelRequest& request, Work work)
{
    auto& device = deviceOf(request);
    ElementEpilogue after { work.type.element, work.type.count(), 1, 0, {} };
    if (const auto epilogue = libraryEpilogue(work.hasBias, work.activation.kind)) {
        auto fused = work.product;
        fused.epilogue = *epilogue;
        auto product = PreparedProduct::prepare(device, fused, request.settings.precision);
        if (product)
            return std::unique_ptr<Kernel>(std::make_unique<ProductKernel>(
                device, std::move(work), std::move(*product), after));
        if (*epilogue == Epilogue::None)
            return std::move(product).error();
    }
    auto product = TRY(PreparedProduct::prepare(device, work.product, request.settings.precision));
    after.activation = work.activation;
    after.channels = work.hasBias ? work.product.n : 0;
    return std::unique_ptr<Kernel>(
        std::make_unique<ProductKernel>(device, std::move(work), std::move(product), after));
}

/// Returns the largest power of two, at most 256, that divides the byte offsets of all operands.
std::uint32_t alignmentOf(const ProductBatches& batches, std::int64_t width)
{
    std::uint64_t places = 256;
    for (const auto& call : batches.calls)
        places |= static_cast<std::uint64_t>((call.a | call.b | call.y) * width);
    return std::uint32_t(1) << std::countr_zero(places);
}

Result<Work> matMulWork(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 1);
    if (a.element != b.element)
        return fail("operands are ", model::name(a.element), " and ", model::name(b.element));
    auto batches = TRY(productBatches(a.dims, b.dims));
    Work work;
    work.product = { .element = a.element,
        .m = batches.m,
        .n = batches.n,
        .k = batches.k,
        .batches = batches.batches,
        .strideA = batches.strideA,
        .strideB = batches.strideB,
        .strideY = batches.m * batches.n,
        .alignment = alignmentOf(batches, static_cast<std::int64_t>(elementBytes(a.element))) };
    work.calls = std::move(batches.calls);
    work.type = { a.element, std::move(batches.output) };
    work.hasBias = request.hasInput(2);
    if (work.hasBias
        && (inputType(request, 2).element != a.element
            || inputType(request, 2).count() != batches.n))
        return fail("a row of ", inputType(request, 2).count(), " ",
            model::name(inputType(request, 2).element), ", expected ", batches.n, " ",
            model::name(a.element));
    work.activation = TRY(activationOf(request.node));
    return work;
}

Result<std::unique_ptr<Kernel>> prepareMatMul(const KernelRequest& request)
{
    if (request.node.flag("transB"))
        return fail("transB is not supported by ", request.node.type, " here");
    return kernelFor(request, TRY(matMulWork(request)));
}

/// Adds input C of Gemm: as a bias if it is a row, as a scaled matrix if it has the output's shape.
Result<void> addC(const KernelRequest& request, Work& work)
{
    const float beta = request.node.real("beta", 1.0f);
    if (!request.hasInput(2) || beta == 0)
        return {};
    const auto& c = inputType(request, 2);
    if (c.element != work.type.element)
        return fail("C is ", model::name(c.element), ", A is ", model::name(work.type.element));
    const auto& dims = work.type.dims;
    if (c.dims == dims) {
        work.product.beta = beta;
        return {};
    }
    const bool isRow = !c.dims.empty() && c.dims.back() == dims[1] && c.count() == dims[1];
    if (!isRow || beta != 1)
        return fail("C of ", dimsText(c.dims), " times ", beta, ": cuBLASLt adds a row of ",
            dims[1], " numbers or a matrix of ", dimsText(dims));
    work.hasBias = true;
    return {};
}

Result<std::unique_ptr<Kernel>> prepareGemm(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& node = request.node;
    const auto element = inputType(request, 0).element;
    if (inputType(request, 1).element != element)
        return fail("operands are ", model::name(element), " and ",
            model::name(inputType(request, 1).element));
    const auto shape = TRY(gemmShape(request, 0, 1));
    Work work;
    work.product = { .element = element,
        .m = shape.m,
        .n = shape.n,
        .k = shape.k,
        .transposesA = shape.transposesA,
        .turnsB = shape.turnsB,
        .alpha = static_cast<double>(node.real("alpha", 1.0f)) };
    work.type = { element, shape.output() };
    TRY(addC(request, work));
    work.activation = TRY(activationOf(node));
    return kernelFor(request, std::move(work));
}

const RegisterKernels matMul({ "MatMul" }, prepareMatMul, 0, Tier::Library);
const RegisterKernels fusedMatMul({ "FusedMatMul" }, prepareMatMul, 0, Tier::Library, "opscope");
const RegisterKernels gemm({ "Gemm" }, prepareGemm, 0, Tier::Library);
const RegisterKernels fusedGemm({ "FusedGemm" }, prepareGemm, 0, Tier::Library, "com.microsoft");

} // namespace

} // namespace engine::cuda::cublaslt
