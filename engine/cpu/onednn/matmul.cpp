#include "engine/cpu/matrix_product.h"
#include "engine/cpu/onednn/activation.h"
#include "engine/program/shapes.h"

#include <array>

// MatMul (batched, broadcast) and Gemm, and their fused forms (opscope FusedMatMul: transB, an
// added row and an activation; com.microsoft FusedGemm: an activation), and their forms that
// engine/passes/lower_products.h makes: operands of bfloat16, a result of bfloat16 or fp32, sums in
// fp32. fp32 else. Constant matrices are reordered
// once to the layout that the primitive prefers: plain ones are up to 2.6 times slower. Source:
// ONNX MatMul-1 to -13, Gemm-1 to -13; oneDNN developer guide, "MatMul".

namespace engine::onednn {

namespace {

/// Descriptor of a dense matrix or a batch of them, with the last two axes swapped if
/// `isTransposed`.
Descriptor matrix(const TensorType& type, bool isTransposed)
{
    if (!isTransposed)
        return plain(type.dims, type.element);
    auto dims = type.dims;
    LibraryDims strides(dims.size(), 1);
    for (std::size_t axis = dims.size() - 1; axis-- > 0;)
        strides[axis] = strides[axis + 1] * dims[axis + 1];
    std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
    std::swap(strides[dims.size() - 1], strides[dims.size() - 2]);
    return Descriptor(LibraryDims(dims.begin(), dims.end()), libraryType(type.element), strides);
}

/// Fails for a constant matrix and few rows: the native kernel reads its weights faster.
Result<void> leaveFewRows(const KernelRequest& request, std::int64_t rows)
{
    if (request.settings.smallWork == SmallWork::Refuse && rows <= ProductTable::maxStreamedRows
        && request.input(1).constant != nullptr)
        return fail("few rows (", rows, "): the native kernel reads constant weights faster");
    return {};
}

struct MatmulWork {
    Descriptor a;
    Descriptor b;
    Descriptor destination;
    TensorType output;
    FusedActivation activation;
    std::optional<Descriptor> added; ///< input 2, broadcastable to the destination; an Add epilogue
};

Result<std::unique_ptr<Kernel>> prepareWork(const KernelRequest& request, MatmulWork work)
{
    setLibraryThreads(request.settings.threads);
    std::vector<Epilogue> epilogues;
    if (work.added)
        epilogues.push_back({ Epilogue::Kind::Add, {}, 0, 0, *work.added });
    if (work.activation.epilogue)
        epilogues.push_back(*work.activation.epilogue);
    const bool isConstant = request.input(1).constant != nullptr;
    auto primitive = TRY(guarded("matmul", [&] {
        const auto attributes = attributesOf(epilogues);
        const auto b
            = isConstant ? anyLayout(dimsOf(work.b), request.input(0).tensor.element) : work.b;
        return matmul(work.a, b, nullptr, work.destination, attributes);
    }));
    TRY(refuseReference(primitive));
    const auto weights = primitive.weights;
    auto kernel = TRY(dataKernel(
        request, std::move(primitive), work.a, work.destination, std::move(work.output)));
    TRY(kernel->addInput(DNNL_ARG_WEIGHTS, 1, work.b, weights, request.input(1)));
    if (work.added)
        TRY(kernel->addInput(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, 2, *work.added,
            *work.added, request.input(2)));
    kernel->finishWith(std::move(work.activation.after));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

/// Returns dims with ones in front up to `rank` axes.
Dims extended(const Dims& dims, std::size_t rank)
{
    Dims result(rank - std::min(rank, dims.size()), 1);
    result.insert(result.end(), dims.begin(), dims.end());
    return result;
}

/// A vector operand becomes a matrix of one row (a) or one column (b), and that axis is removed
/// from the output.
Result<std::unique_ptr<Kernel>> prepareMatmul(const KernelRequest& request)
{
    TRY(requireFloatsOrBfloats(request, 3));
    auto a = request.input(0).tensor.dims;
    auto b = request.input(1).tensor.dims;
    if (a.empty() || b.empty())
        return fail("a scalar operand");
    const bool aIsVector = a.size() == 1;
    const bool bIsVector = b.size() == 1;
    const bool turnsB = request.node.flag("transB") && b.size() == 2; // of FusedMatMul
    if (turnsB)
        std::swap(b[0], b[1]);
    if (aIsVector)
        a.insert(a.begin(), 1);
    if (bIsVector)
        b.push_back(1);
    if (a[a.size() - 1] != b[b.size() - 2])
        return fail("operands of ", request.input(0).tensor.dims, " and ",
            request.input(1).tensor.dims, " cannot be multiplied");
    const auto batch
        = TRY(broadcastDims(std::span(a).first(a.size() - 2), std::span(b).first(b.size() - 2)));
    const auto rows = a[a.size() - 2];
    const auto columns = b[b.size() - 1];
    // If there is one matrix on the right, the batch axes of the left only add rows.
    if (b.size() == 2)
        a = { elementCount(std::span(a).first(a.size() - 1)), a.back() };
    const auto rank = std::max(a.size(), b.size());
    MatmulWork work;
    Dims full = b.size() == 2 ? Dims { a.front(), columns } : batch;
    if (b.size() > 2) {
        full.push_back(rows);
        full.push_back(columns);
    }
    work.output = { resultElement(request), batch };
    if (!aIsVector)
        work.output.dims.push_back(rows);
    if (!bIsVector)
        work.output.dims.push_back(columns);
    TRY(requireOutput(work.output));
    TRY(requireWork(request, elementCount(std::array { elementCount(full), a.back() })));
    if (b.size() == 2)
        TRY(leaveFewRows(request, full.front()));
    work.a = plain(extended(a, rank), request.input(0).tensor.element);
    work.b = turnsB ? matrix(request.input(1).tensor, true)
                    : plain(extended(b, rank), request.input(1).tensor.element);
    work.destination = plain(full, work.output.element);
    if (request.hasInput(2)) {
        if (request.input(2).tensor.count() != columns)
            return fail("the added row has ", request.input(2).tensor.count(),
                " elements, expected ", columns);
        Dims row(rank, 1);
        row.back() = columns;
        work.added = plain(row, request.input(2).tensor.element);
    }
    const auto activation = request.node.text("activation", "");
    if (!activation.empty())
        work.activation
            = TRY(fusedActivation(activation, request.node.reals("activation_params", {})));
    return prepareWork(request, std::move(work));
}

Result<std::unique_ptr<Kernel>> prepareGemm(const KernelRequest& request)
{
    TRY(requireFloatsOrBfloats(request, 3));
    const auto& a = request.input(0).tensor.dims;
    const auto& b = request.input(1).tensor.dims;
    if (a.size() != 2 || b.size() != 2)
        return fail("operands of ", a, " and ", b, " are not two matrices");
    const auto alpha = request.node.real("alpha", 1.0F);
    const auto beta = request.node.real("beta", 1.0F);
    if (beta != 1.0F && request.hasInput(2))
        return fail("beta is ", beta, ", oneDNN adds input 2 only as it is");
    MatmulWork work;
    work.a = matrix(request.input(0).tensor, request.node.flag("transA"));
    work.b = matrix(request.input(1).tensor, request.node.flag("transB"));
    const auto rows = dimsOf(work.a)[0];
    const auto depth = dimsOf(work.a)[1];
    const auto columns = dimsOf(work.b)[1];
    if (dimsOf(work.b)[0] != depth)
        return fail("operands of ", a, " and ", b, " cannot be multiplied");
    TRY(requireOutput({ ElementType::Float, { rows, columns } }));
    TRY(requireWork(request, elementCount(std::array { rows, depth, columns })));
    TRY(leaveFewRows(request, rows));
    if (alpha != 1.0F)
        return fail("alpha is ", alpha, ", oneDNN multiplies without a factor here");
    work.output = { resultElement(request), { rows, columns } };
    work.destination = plain(work.output.dims, work.output.element);
    if (request.hasInput(2)) {
        const auto dims = extended(request.input(2).tensor.dims, 2);
        if (dims.size() != 2 || (dims[0] != 1 && dims[0] != rows)
            || (dims[1] != 1 && dims[1] != columns))
            return fail("input 2 of ", request.input(2).tensor.dims, " does not stretch to ",
                work.output.dims);
        work.added = plain(dims, request.input(2).tensor.element);
    }
    const auto activation = request.node.text("activation", "");
    if (!activation.empty()) {
        std::vector<float> parameters;
        if (request.node.has("activation_alpha"))
            parameters.push_back(request.node.real("activation_alpha", 0.0F));
        if (request.node.has("activation_beta"))
            parameters.push_back(request.node.real("activation_beta", 0.0F));
        work.activation = TRY(fusedActivation(activation, parameters));
    }
    return prepareWork(request, std::move(work));
}

const RegisterLibrary matMul("MatMul", prepareMatmul);
const RegisterLibrary fusedMatMul("FusedMatMul", prepareMatmul, "opscope");
const RegisterLibrary gemm("Gemm", prepareGemm);
const RegisterLibrary fusedGemm("FusedGemm", prepareGemm, "com.microsoft");
const RegisterLibrary loweredMatMul("MatMul", prepareMatmul, "opscope");
const RegisterLibrary loweredGemm("Gemm", prepareGemm, "opscope");
const RegisterLibrary loweredFusedGemm("FusedGemm", prepareGemm, "opscope");

} // namespace

} // namespace engine::onednn
