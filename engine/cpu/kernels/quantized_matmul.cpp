#include "engine/cpu/byte_product.h"
#include "engine/cpu/kernels/requantize.h"
#include "engine/reference/matmul.h"
#include "engine/reference/quantization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

// Products of signed and unsigned bytes: MatMulInteger, QLinearMatMul, and MatMulIntegerToFloat,
// DynamicQuantizeMatMul, QGemm of com.microsoft. Sums are exact. Right operands that are constant
// are packed at preparation. Refuses float8, results in half precision, and QGemm with a factor, a
// transposed left operand or a C that is no row. Source: ONNX MatMulInteger-10, QLinearMatMul-10;
// ONNX Runtime, contrib operators.

namespace engine {

namespace {

/// Indices of the inputs of the operator, and how the right operand is stored.
struct ProductInputs {
    std::size_t a, zeroA, b, zeroB;
    bool isTransposed = false; ///< b is [columns, k]
};

struct ByteProduct {
    ProductInputs inputs;
    MatMulShape shape;
    bool isSigned = false; ///< the bytes of the left operand
    std::shared_ptr<const PackedBytes> packed; ///< null: b is packed in each run
};

std::vector<std::int32_t> asIntegers(const std::vector<double>& numbers)
{
    std::vector<std::int32_t> integers;
    for (const auto number : numbers)
        integers.push_back(static_cast<std::int32_t>(number));
    return integers;
}

Result<std::vector<std::int32_t>> zeroPoints(const Tensor* tensor, std::int64_t entries)
{
    if (tensor == nullptr)
        return std::vector<std::int32_t> { 0 };
    const auto numbers = TRY(readNumbers(*tensor));
    if (numbers.size() != 1 && std::ssize(numbers) != entries)
        return fail(numbers.size(), " zero points do not fit ", entries, " entries");
    return asIntegers(numbers);
}

const Tensor* optionalInput(const RunContext& context, std::size_t input)
{
    return context.hasInput(input) ? &context.tensor(input) : nullptr;
}

/// The right operand of one batch.
ByteColumns columnsOf(const ByteProduct& product, const Tensor& b, std::int64_t offset,
    std::vector<std::int32_t> zeros)
{
    const auto& shape = product.shape;
    const bool isTransposed = product.inputs.isTransposed;
    ByteColumns columns;
    columns.data = storage<std::uint8_t>(b) + offset;
    columns.isSigned = b.element() == ElementType::Int8;
    columns.columns = shape.n;
    columns.depth = shape.k;
    columns.stepStride = isTransposed ? 1 : shape.n;
    columns.columnStride = isTransposed ? shape.k : 1;
    columns.zeros = std::move(zeros);
    return columns;
}

Result<ByteProduct> planProduct(const KernelRequest& request, ProductInputs inputs)
{
    for (const auto input : { inputs.a, inputs.b })
        TRY(requireBytes(request, input));
    auto bDims = request.input(inputs.b).tensor.dims;
    if (inputs.isTransposed && bDims.size() == 2)
        std::swap(bDims[0], bDims[1]);
    auto shape = TRY(matMulShape(request.input(inputs.a).tensor.dims, bDims));
    ByteProduct product { inputs, std::move(shape),
        request.input(inputs.a).tensor.element == ElementType::Int8, nullptr };
    const auto* b = request.input(inputs.b).constant;
    const auto* zero = request.input(inputs.zeroB).constant;
    if (b == nullptr || b->data == nullptr || (request.hasInput(inputs.zeroB) && zero == nullptr)
        || !isOneMatrix(product.shape.offsetsB))
        return product;
    auto zeros = TRY(zeroPoints(zero, product.shape.n));
    product.packed = std::make_shared<const PackedBytes>(TRY(PackedBytes::pack(
        columnsOf(product, *b, product.shape.offsetsB.front(), std::move(zeros)))));
    return product;
}

/// The left operand as rows of whole quads. Copied if its rows are not.
struct LeftBytes {
    const std::uint8_t* data = nullptr;
    std::int64_t stride = 0;
};

Result<LeftBytes> wholeRows(
    RunContext& context, const std::uint8_t* data, std::int64_t rows, std::int64_t k)
{
    if (k % 4 == 0)
        return LeftBytes { data, k };
    const auto stride = (k + 3) / 4 * 4;
    const auto memory = TRY(context.scratch(static_cast<std::size_t>(rows * stride)));
    auto* const to = reinterpret_cast<std::uint8_t*>(memory.data());
    parallelFor(
        rows, rowsPerThread(k), context.threads(), [&](std::int64_t first, std::int64_t last) {
            for (auto row = first; row < last; ++row)
                std::memcpy(to + row * stride, data + row * k, static_cast<std::size_t>(k));
        });
    return LeftBytes { to, stride };
}

/// Finish gets the row of the output, over all batches.
Result<void> multiplyBatches(const ByteProduct& product, RunContext& context, const LeftBytes& left,
    const std::function<Result<void>(const PackedBytes& b)>& begin, const FinishBytes& finish)
{
    const auto& shape = product.shape;
    if (elementCount(shape.output) == 0)
        return {};
    const auto k = std::max<std::int64_t>(shape.k, 1);
    const auto rowsFrom = [&](std::int64_t firstRow) {
        return [&left, firstRow](std::int64_t first, std::int64_t count, const std::uint8_t** to) {
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = left.data + (firstRow + first + i) * left.stride;
        };
    };
    bool isDense = true; // one matrix after the other
    for (std::int64_t batch = 0; batch < shape.batches; ++batch)
        isDense = isDense
            && shape.offsetsA[static_cast<std::size_t>(batch)] == batch * shape.m * shape.k;
    if (product.packed && isDense) {
        TRY(begin(*product.packed));
        return multiplyBytes(context, { shape.batches * shape.m, product.isSigned, rowsFrom(0) },
            *product.packed, finish);
    }
    const auto* zero = optionalInput(context, product.inputs.zeroB);
    const auto zeros = TRY(zeroPoints(zero, shape.n));
    for (std::int64_t batch = 0; batch < shape.batches; ++batch) {
        const auto at = static_cast<std::size_t>(batch);
        auto packed = product.packed;
        if (!packed)
            packed = std::make_shared<const PackedBytes>(TRY(PackedBytes::pack(
                columnsOf(product, context.tensor(product.inputs.b), shape.offsetsB[at], zeros),
                &context)));
        TRY(begin(*packed));
        const ByteRows rows { shape.m, product.isSigned, rowsFrom(shape.offsetsA[at] / k) };
        TRY(multiplyBytes(context, rows, *packed, [&](SumTile tile) {
            tile.row += batch * shape.m;
            finish(tile);
        }));
    }
    return {};
}

/// Calls write(row, column, sums with offsets, count) if the rows have zero points of their own,
/// else with sums to which `offsets` must be added.
struct RowZeros {
    std::vector<std::int32_t> zeros; ///< of unsigned bytes
    bool isOne() const { return zeros.size() == 1; }
};

Result<RowZeros> rowZeros(const ByteProduct& product, const RunContext& context)
{
    RowZeros rows { TRY(
        zeroPoints(optionalInput(context, product.inputs.zeroA), product.shape.m)) };
    for (auto& zero : rows.zeros)
        zero += product.isSigned ? 128 : 0;
    return rows;
}

/// The offsets of a row, in `columns` if all rows have the same.
class Offsets {
public:
    Offsets(const ByteProduct& product, RowZeros zeros)
        : m_zeros(std::move(zeros))
        , m_rows(product.shape.m)
    {
    }
    /// Takes the packed operand of the next batch.
    void begin(const PackedBytes& b, std::span<const std::int64_t> added)
    {
        m_b = &b;
        if (!m_zeros.isOne())
            return;
        m_columns.resize(static_cast<std::size_t>(b.columns()));
        for (std::int64_t c = 0; c < b.columns(); ++c)
            m_columns[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(
                static_cast<std::uint32_t>(b.offset(c, m_zeros.zeros.front()))
                + (added.empty() ? 0u
                                 : static_cast<std::uint32_t>(added[static_cast<std::size_t>(c)])));
    }
    /// Returns the offsets of the columns of a tile. For rows with zero points of their own they
    /// are added to the sums, and zeros are returned.
    const std::int32_t* at(const SumTile& tile) const
    {
        if (m_zeros.isOne())
            return m_columns.data() + tile.column;
        static constexpr std::array<std::int32_t, ByteTable::maxVectors * 16> none {};
        for (std::int64_t r = 0; r < tile.rows; ++r) {
            const auto zero = m_zeros.zeros[static_cast<std::size_t>((tile.row + r) % m_rows)];
            auto* const sums = tile.sums + r * tile.stride;
            for (std::int64_t c = 0; c < tile.columns; ++c)
                sums[c] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[c])
                    + static_cast<std::uint32_t>(m_b->offset(tile.column + c, zero)));
        }
        return none.data();
    }

private:
    RowZeros m_zeros;
    std::int64_t m_rows;
    const PackedBytes* m_b = nullptr;
    std::vector<std::int32_t> m_columns;
};

// MatMulInteger

Result<void> runMatMulInteger(const ByteProduct& product, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Int32, product.shape.output));
    auto* const y = storage<std::int32_t>(*output);
    const auto& shape = product.shape;
    const auto left = TRY(wholeRows(context,
        storage<std::uint8_t>(context.tensor(product.inputs.a)),
        context.tensor(product.inputs.a).count() / std::max<std::int64_t>(shape.k, 1), shape.k));
    Offsets offsets(product, TRY(rowZeros(product, context)));
    return multiplyBatches(
        product, context, left,
        [&](const PackedBytes& b) -> Result<void> {
            offsets.begin(b, {});
            return {};
        },
        [&](const SumTile& tile) {
            const auto* added = offsets.at(tile);
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                const auto* const sums = tile.sums + r * tile.stride;
                auto* const to = y + (tile.row + r) * shape.n + tile.column;
                for (std::int64_t c = 0; c < tile.columns; ++c)
                    to[c] = static_cast<std::int32_t>(
                        static_cast<std::uint32_t>(sums[c]) + static_cast<std::uint32_t>(added[c]));
            }
        });
}

Result<std::unique_ptr<Kernel>> prepareMatMulInteger(const KernelRequest& request)
{
    return nativeKernel(TRY(planProduct(request, { 0, 2, 1, 3 })), runMatMulInteger);
}

// Results in bytes

/// A product with its requantisation. Inputs: a, its scale and zero point, b with the same, C of
/// QGemm, scale and zero point of y.
struct QuantizedProduct {
    ByteProduct product;
    std::size_t added = 0; ///< index of C; 0 = none
    std::size_t scaleY = 0;
    ElementType element = ElementType::Uint8;
};

Result<void> runToBytes(const QuantizedProduct& plan, RunContext& context)
{
    const auto& product = plan.product;
    const auto& shape = product.shape;
    const auto scaleA = TRY(readNumber(context.tensor(1)));
    const auto scaleB = TRY(readScales(context.tensor(4), shape.n));
    const auto scaleY = TRY(readNumber(context.tensor(plan.scaleY)));
    std::vector<double> factors;
    for (std::int64_t c = 0; c < shape.n; ++c)
        factors.push_back(scaleA * scaleB.at(c) / scaleY);
    const auto zero = context.hasInput(plan.scaleY + 1)
        ? TRY(readNumber(context.tensor(plan.scaleY + 1)))
        : 0.0;
    std::vector<std::int64_t> added;
    double largest = 0;
    if (plan.added != 0 && context.hasInput(plan.added))
        added = TRY(readIntegers(context.tensor(plan.added)));
    for (const auto number : added)
        largest = std::max(largest, std::abs(static_cast<double>(number)));
    const Requantization rule(
        std::move(factors), static_cast<int>(zero), plan.element, shape.k, largest);
    auto* output = TRY(context.output(0, plan.element, shape.output));
    auto* const y = storage<std::uint8_t>(*output);
    const auto left = TRY(wholeRows(context, storage<std::uint8_t>(context.tensor(0)),
        context.tensor(0).count() / std::max<std::int64_t>(shape.k, 1), shape.k));
    Offsets offsets(product, TRY(rowZeros(product, context)));
    return multiplyBatches(
        product, context, left,
        [&](const PackedBytes& b) -> Result<void> {
            offsets.begin(b, added);
            return {};
        },
        [&](const SumTile& tile) {
            byteTable().toBytes(tile.sums, rule.at(tile.column, offsets.at(tile)),
                y + tile.row * shape.n + tile.column,
                { tile.rows, tile.columns, tile.stride, shape.n });
        });
}

Result<std::unique_ptr<Kernel>> prepareQLinearMatMul(const KernelRequest& request)
{
    TRY(requireBytes(request, 7));
    if (request.input(1).tensor.count() != 1)
        return fail(
            "takes one scale for the left operand, found ", request.input(1).tensor.count());
    QuantizedProduct plan { TRY(planProduct(request, { 0, 2, 3, 5 })), 0, 6,
        request.input(7).tensor.element };
    return nativeKernel(std::move(plan), runToBytes);
}

// Results in floats

struct FloatProduct {
    ByteProduct product;
    std::size_t scaleB = 0; ///< index of the input
    std::size_t bias = 0; ///< index of a row of floats
};

/// y = sum * (scale of a * scale of b) + bias, each operation rounded to float.
Result<void> writeFloats(const FloatProduct& plan, RunContext& context, const LeftBytes& left,
    float scaleA, RowZeros zeros)
{
    const auto& shape = plan.product.shape;
    const auto& scaleB = context.tensor(plan.scaleB);
    std::vector<float> factors;
    for (std::int64_t c = 0; c < shape.n; ++c)
        factors.push_back(scaleA * floats(scaleB)[scaleB.count() == 1 ? 0 : c]);
    const float* bias = optionalFloats(context, plan.bias);
    auto* output = TRY(context.output(0, ElementType::Float, shape.output));
    float* const y = floats(*output);
    Offsets offsets(plan.product, std::move(zeros));
    return multiplyBatches(
        plan.product, context, left,
        [&](const PackedBytes& b) -> Result<void> {
            offsets.begin(b, {});
            return {};
        },
        [&](const SumTile& tile) {
            const ByteTable::ToFloats rule { offsets.at(tile), factors.data() + tile.column,
                bias != nullptr ? bias + tile.column : nullptr };
            byteTable().toFloats(tile.sums, rule, y + tile.row * shape.n + tile.column,
                { tile.rows, tile.columns, tile.stride, shape.n });
        });
}

Result<void> requireFloatResult(const KernelRequest& request, const FloatProduct& plan)
{
    const auto columns = plan.product.shape.n;
    TRY(requireFloat(request, plan.scaleB));
    const auto scales = request.input(plan.scaleB).tensor.count();
    if (scales != 1 && scales != columns)
        return fail(scales, " scales do not fit ", columns, " columns");
    return requireFloats(request, plan.bias, columns);
}

Result<void> runToFloats(const FloatProduct& plan, RunContext& context)
{
    const auto& shape = plan.product.shape;
    const auto left = TRY(wholeRows(context, storage<std::uint8_t>(context.tensor(0)),
        context.tensor(0).count() / std::max<std::int64_t>(shape.k, 1), shape.k));
    return writeFloats(
        plan, context, left, floats(context.tensor(2))[0], TRY(rowZeros(plan.product, context)));
}

Result<std::unique_ptr<Kernel>> prepareToFloats(const KernelRequest& request)
{
    FloatProduct plan { TRY(planProduct(request, { 0, 4, 1, 5 })), 3, 6 };
    TRY(requireFloatResult(request, plan));
    TRY(requireFloats(request, 2, 1));
    return nativeKernel(std::move(plan), runToFloats);
}

Result<void> runDynamicQuantizeMatMul(const FloatProduct& plan, RunContext& context)
{
    const auto& shape = plan.product.shape;
    const auto& a = context.tensor(0);
    const auto range = dynamicRange(context, a);
    const auto stride = (shape.k + 3) / 4 * 4;
    const auto rows = a.count() / std::max<std::int64_t>(shape.k, 1);
    const auto memory
        = TRY(context.scratch(static_cast<std::size_t>(std::max<std::int64_t>(rows * stride, 1))));
    auto* const codes = reinterpret_cast<std::uint8_t*>(memory.data());
    parallelFor(rows, rowsPerThread(shape.k), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto row = first; row < last; ++row)
                byteTable().quantize(floats(a) + row * shape.k, codes + row * stride, shape.k,
                    range.scale, static_cast<int>(range.zero), false);
        });
    return writeFloats(plan, context, { codes, stride }, range.scale,
        RowZeros { { static_cast<std::int32_t>(range.zero) } });
}

Result<std::unique_ptr<Kernel>> prepareDynamicQuantizeMatMul(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    // The left operand is read as floats; only its shape matters here.
    auto bytes = std::vector<InputType>(request.inputs.begin(), request.inputs.end());
    bytes.front().tensor.element = ElementType::Uint8;
    auto inner = request;
    inner.inputs = bytes;
    constexpr std::size_t none = 9;
    FloatProduct plan { TRY(planProduct(inner, { 0, none, 1, 3 })), 2, 4 };
    TRY(requireFloatResult(request, plan));
    return nativeKernel(std::move(plan), runDynamicQuantizeMatMul);
}

// QGemm

Result<std::unique_ptr<Kernel>> prepareQGemm(const KernelRequest& request)
{
    if (request.node.flag("transA") || request.node.real("alpha", 1.0F) != 1.0F)
        return fail("takes no transposed left operand and no factor");
    if (!request.hasInput(7))
        return fail("makes bytes only");
    if (request.input(0).tensor.dims.size() != 2 || request.input(3).tensor.dims.size() != 2)
        return fail("takes two matrices");
    QuantizedProduct plan { TRY(planProduct(request, { 0, 2, 3, 5, request.node.flag("transB") })),
        6, 7, request.input(request.hasInput(8) ? 8 : 0).tensor.element };
    if (plan.element != ElementType::Int8 && plan.element != ElementType::Uint8)
        return fail("makes bytes, not ", plan.element);
    const auto& c = request.input(6).tensor;
    if (request.hasInput(6)
        && (c.count() != plan.product.shape.n || c.dims.empty() || c.dims.back() != c.count()))
        return fail("takes a row of ", plan.product.shape.n, " as C, found ", c.dims);
    if (request.input(1).tensor.count() != 1 || request.input(7).tensor.count() != 1)
        return fail("takes one scale for A and for Y");
    return nativeKernel(std::move(plan), runToBytes);
}

const RegisterNative products[] = {
    { "MatMulInteger", prepareMatMulInteger },
    { "QLinearMatMul", prepareQLinearMatMul },
    { "MatMulIntegerToFloat", prepareToFloats, "com.microsoft" },
    { "DynamicQuantizeMatMul", prepareDynamicQuantizeMatMul, "com.microsoft" },
    { "QGemm", prepareQGemm, "com.microsoft" },
};

} // namespace

} // namespace engine
