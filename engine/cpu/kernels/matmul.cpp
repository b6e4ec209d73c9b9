#include "engine/reference/matmul.h"
#include "engine/cpu/streamed_weights.h"
#include "engine/kernel/weight_store.h"
#include "engine/program/node_check.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

// MatMul, Gemm, com.microsoft's FusedMatMul, TransposeMatMul and FusedGemm, and opscope's
// FusedMatMul (an added row and an activation): float, any broadcast of batches. Constant right
// operands are packed at preparation. With few rows the time is that of reading them: `gemv` reads
// each number once, in the order in which they lie in memory. Refuses other types, FusedMatMul with
// transposed batches, activations without a row function. Source: ONNX MatMul-13, Gemm-13; ONNX
// Runtime's contrib operators.

namespace engine {

namespace {

struct ProductPlan {
    ProductSize size;
    Dims output;
    std::int64_t batches = 1;
    std::vector<std::int64_t> offsetsA;
    std::vector<std::int64_t> offsetsB;
    MatrixView<float> a; ///< strides only
    MatrixView<float> b;
    MatrixView<float> added;
    bool hasAdded = false;
    std::shared_ptr<const PackedPanels> packedB;
    ProductEpilogue end;
    std::shared_ptr<const StreamedWeights> streamedB = {}; ///< instead of packedB for few rows

    bool isVector() const { return size.n == 1 && a.columnStride == 1 && size.k > 0; }
};

enum class Transposed { No, Yes };

/// Strides of a dense matrix of `rows` and `columns`, which is stored transposed if `turned`.
MatrixView<float> stridesOf(std::int64_t rows, std::int64_t columns, Transposed turned)
{
    return turned == Transposed::Yes ? MatrixView<float> { nullptr, 1, rows }
                                     : MatrixView<float> { nullptr, columns, 1 };
}

Transposed transposedIf(bool is) { return is ? Transposed::Yes : Transposed::No; }

MatrixView<float> at(MatrixView<float> strides, const float* data)
{
    strides.data = data;
    return strides;
}

/// Packs a constant right operand.
void packConstant(ProductPlan& plan, const KernelRequest& request)
{
    const auto* constant = request.input(1).constant;
    if (constant == nullptr || constant->data == nullptr || !isOneMatrix(plan.offsetsB)
        || plan.isVector())
        return;
    const auto matrix = at(plan.b, floats(*constant));
    const auto [m, n, k] = plan.size;
    const bool isStreamed = plan.batches == 1 && m >= 1 && m <= ProductTable::maxStreamedRows;
    // The instruction set and the precision decide the panels and their type.
    const auto precision = request.settings.precision;
    const auto format = support::joined(
        std::array { n, k, plan.b.rowStride, plan.b.columnStride,
            static_cast<std::int64_t>(instructionSet()), static_cast<std::int64_t>(precision) },
        " ", [](auto number) { return std::to_string(number); });
    if (isStreamed)
        plan.streamedB = sharedWeightsOf<StreamedWeights>(*constant, "streamed " + format,
            [&] { return std::make_shared<StreamedWeights>(matrix, plan.size, precision); });
    else
        plan.packedB
            = sharedWeightsOf<PackedPanels>(*constant, "panels " + format, [&, n = n, k = k] {
                  return std::make_shared<PackedPanels>(PanelKind::Columns, matrix, n, k);
              });
}

/// Multiplies matrices by vectors, several rows of a at once. Packs nothing.
Result<void> multiplyVector(
    const ProductPlan& plan, RunContext& context, const ProductEpilogue& end, float* y)
{
    const float* a = floats(context.tensor(0));
    const float* x = floats(context.tensor(1));
    const auto [m, n, k] = plan.size;
    for (std::int64_t batch = 0; batch < plan.batches; ++batch) {
        const auto place = static_cast<std::size_t>(batch);
        parallelFor(m, std::max<std::int64_t>(2 * elementsPerThread / k, 1), context.threads(),
            [&, m = m, k = k](std::int64_t first, std::int64_t last) {
                std::fill(y + batch * m + first, y + batch * m + last, 0.0f);
                vectorTable().matVec(a + plan.offsetsA[place] + first * k, x + plan.offsetsB[place],
                    y + batch * m + first, last - first, k);
                for (auto row = first; row < last; ++row)
                    finishRow(end, { row, 0 }, y + batch * m + row, 1);
            });
    }
    return {};
}

/// Multiplies few rows by packed weights. A thread reads whole panels, one after the other.
Result<void> multiplyFewRows(
    const ProductPlan& plan, RunContext& context, const ProductEpilogue& end, float* c)
{
    const auto width = productTable().columns;
    const auto [m, n, k] = plan.size;
    const float* a = floats(context.tensor(0)) + plan.offsetsA.front();
    const auto buffer = TRY(context.scratch(static_cast<std::size_t>(m * k) * sizeof(float)));
    const auto rows = MatrixPanels(PanelKind::Rows, at(plan.a, a), m)
                          .read(0, 0, k, reinterpret_cast<float*>(buffer.data()));
    const auto panels = (n + width - 1) / width;
    const auto stop = context.stop();
    parallelFor(panels, rowsPerThread(k * width), context.threads(),
        [&, m = m, n = n](std::int64_t first, std::int64_t last) {
            alignas(64) std::array<float, ProductTable::maxStreamedRows * ProductTable::maxColumns>
                tile;
            for (auto panel = first; panel < last && !stop.stop_requested(); ++panel) {
                plan.streamedB->multiply(panel, rows, m, tile.data());
                const auto column = panel * width;
                const auto used = std::min<std::int64_t>(width, n - column);
                for (std::int64_t row = 0; row < m; ++row) {
                    float* to = c + row * n + column;
                    std::copy_n(tile.data() + row * width, used, to);
                    finishRow(end, { row, column }, to, used);
                }
            }
        });
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "stopped");
    return {};
}

Result<void> runProduct(const ProductPlan& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.output));
    float* c = floats(*output);
    auto end = plan.end;
    if (plan.hasAdded)
        end.added = at(plan.added, floats(context.tensor(2)));
    if (plan.isVector())
        return multiplyVector(plan, context, end, c);
    if (plan.streamedB)
        return multiplyFewRows(plan, context, end, c);
    const float* a = floats(context.tensor(0));
    const float* b = floats(context.tensor(1));
    const auto [m, n, k] = plan.size;
    const auto blocks = cutProduct(plan.size, plan.batches, context.threads());
    const auto items = plan.batches * blocks.count();
    const auto work = elementCount(std::array { plan.batches, blocks.work() });
    return forEachItem(context, items, blocks.bufferFloats(), work,
        [&, m = m, n = n](std::int64_t item, float* buffer) {
            const auto batch = item / blocks.count();
            const auto place = static_cast<std::size_t>(batch);
            const MatrixPanels rows(PanelKind::Rows, at(plan.a, a + plan.offsetsA[place]), m);
            const ProductTarget target { c + batch * m * n, n };
            if (plan.packedB)
                return multiplyBlock(
                    blocks, item % blocks.count(), rows, *plan.packedB, target, end, buffer);
            const MatrixPanels columns(PanelKind::Columns, at(plan.b, b + plan.offsetsB[place]), n);
            multiplyBlock(blocks, item % blocks.count(), rows, columns, target, end, buffer);
        });
}

Result<std::unique_ptr<Kernel>> kernelOf(ProductPlan plan, const KernelRequest& request)
{
    packConstant(plan, request);
    const auto variant = plan.streamedB ? plan.streamedB->variant() : std::string_view();
    const bool isPacked = plan.streamedB || plan.packedB;
    auto kernel = TRY(nativeKernel(std::move(plan), runProduct, variant));
    if (isPacked)
        kernel->setHasCopyOf(1);
    return kernel;
}

Dims transposedDims(Dims dims, Transposed turned)
{
    if (turned == Transposed::Yes && dims.size() > 1)
        std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
    return dims;
}

/// Adds what opscope's FusedMatMul does to the product.
Result<void> addRowAndActivation(ProductPlan& plan, const KernelRequest& request)
{
    if (request.hasInput(2)) {
        TRY(requireFloats(request, 2, plan.size.n));
        plan.added = { nullptr, 0, 1 };
        plan.hasAdded = true;
    }
    const auto name = request.node.text("activation", "");
    if (name.empty())
        return {};
    plan.end.activation = activationChoice(name, request.node.reals("activation_params", {}));
    return plan.end.activation ? Result<void>()
                               : fail("native FusedMatMul has no activation ", name);
}

Result<std::unique_ptr<Kernel>> prepareMatMul(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    const auto& node = request.node;
    if (node.flag("transBatchA") || node.flag("transBatchB"))
        return fail("transBatchA and transBatchB are not supported by native ", node.type);
    const auto& dimsA = request.input(0).tensor.dims;
    const auto& dimsB = request.input(1).tensor.dims;
    const auto turnedA = transposedIf(node.flag("transA") && dimsA.size() > 1);
    const auto turnedB = transposedIf(node.flag("transB") && dimsB.size() > 1);
    auto shape = TRY(matMulShape(transposedDims(dimsA, turnedA), transposedDims(dimsB, turnedB)));
    ProductPlan plan { { shape.m, shape.n, shape.k }, std::move(shape.output), shape.batches,
        std::move(shape.offsetsA), std::move(shape.offsetsB), stridesOf(shape.m, shape.k, turnedA),
        stridesOf(shape.k, shape.n, turnedB), {}, false, nullptr, {} };
    if (dimsB.size() <= 2 && turnedA == Transposed::No && plan.batches > 0) {
        // If there is one matrix on the right, the batch axes of the left only add rows.
        plan.size.m *= plan.batches;
        plan.batches = 1;
        plan.offsetsB.resize(1);
    }
    plan.end.alpha = node.real("alpha", 1.0f);
    if (node.domain == passDomain)
        TRY(addRowAndActivation(plan, request));
    return kernelOf(std::move(plan), request);
}

Result<std::optional<UnaryChoice>> gemmActivation(const OpNode& node)
{
    const auto name = node.text("activation", "");
    if (name.empty())
        return std::optional<UnaryChoice>();
    std::vector<float> constants;
    for (const auto* attribute : { "activation_alpha", "activation_beta" }) {
        if (const auto value = node.real(attribute))
            constants.push_back(*value);
    }
    auto choice = activationChoice(name, constants);
    if (!choice)
        return fail("native ", node.type, " has no activation ", name);
    return choice;
}

Result<std::unique_ptr<Kernel>> prepareGemm(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    const auto& node = request.node;
    const auto& dimsA = request.input(0).tensor.dims;
    const auto& dimsB = request.input(1).tensor.dims;
    if (dimsA.size() != 2 || dimsB.size() != 2)
        return fail("operands of ", dimsA, " and ", dimsB, " are not two matrices");
    const auto turnedA = transposedIf(node.flag("transA"));
    const auto turnedB = transposedIf(node.flag("transB"));
    const auto shape
        = TRY(matMulShape(transposedDims(dimsA, turnedA), transposedDims(dimsB, turnedB)));
    ProductPlan plan { { shape.m, shape.n, shape.k }, { shape.m, shape.n }, 1, { 0 }, { 0 },
        stridesOf(shape.m, shape.k, turnedA), stridesOf(shape.k, shape.n, turnedB), {}, false,
        nullptr, {} };
    plan.end.alpha = node.real("alpha", 1.0f);
    plan.end.beta = node.real("beta", 1.0f);
    plan.end.activation = TRY(gemmActivation(node));
    if (request.hasInput(2) && plan.end.beta != 0) {
        TRY(requireFloat(request, 2));
        const auto added
            = TRY(legacyBroadcastDims(node, plan.output, request.input(2).tensor.dims));
        const auto stretched = TRY(broadcastDims(added, plan.output));
        if (stretched != plan.output)
            return fail("input 2 of ", added, " does not stretch to ", plan.output);
        const auto strides = broadcastStrides(added, plan.output);
        plan.added = { nullptr, strides[0], strides[1] };
        plan.hasAdded = true;
    }
    return kernelOf(std::move(plan), request);
}

const RegisterNative products[] = {
    { "MatMul", prepareMatMul },
    { "FusedMatMul", prepareMatMul, "com.microsoft" },
    { "TransposeMatMul", prepareMatMul, "com.microsoft" },
    { "FusedMatMul", prepareMatMul, std::string(passDomain) },
    { "Gemm", prepareGemm },
    { "FusedGemm", prepareGemm, "com.microsoft" },
};

} // namespace

} // namespace engine
