#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/matmul.h"
#include "engine/reference/multiply.h"
#include "engine/reference/rounding.h"

#include <bit>

// MatMulNBits and MatMulBnb4 of com.microsoft: the second matrix has 2, 4 or 8 bits and is scaled
// by blocks along its inner axis.

namespace engine {

namespace {

struct PackedShape {
    std::int64_t k = 0;
    std::int64_t n = 0;
    std::int64_t block = 0;
    std::int64_t bits = 4;

    std::int64_t blocks() const { return blockCount(k, block); }
    std::int64_t blockBytes() const { return block * bits / 8; }
    std::int64_t rowZeroBytes() const { return (blocks() * bits + 7) / 8; }
};

Result<PackedShape> packedShape(const OpNode& node)
{
    const PackedShape shape { node.integer("K", 0), node.integer("N", 0),
        node.integer("block_size", 0), node.integer("bits", 4) };
    const bool isPower
        = shape.block >= 16 && std::has_single_bit(static_cast<std::uint64_t>(shape.block));
    if (shape.k < 1 || shape.n < 1 || !isPower)
        return fail("K is ", shape.k, ", N ", shape.n, ", block_size ", shape.block,
            ", expected sizes and a power of two of at least 16");
    if (shape.bits != 2 && shape.bits != 4 && shape.bits != 8)
        return fail("elements of ", shape.bits, " bits, expected 2, 4 or 8");
    constexpr std::int64_t largestBlock = std::int64_t(1) << 30;
    if (shape.block > largestBlock)
        return fail("block_size is ", shape.block, ", at most ", largestBlock, " is supported");
    TRY(checkedProduct(shape.k, shape.n));
    const auto rowBytes = TRY(checkedProduct(shape.blocks(), shape.blockBytes()));
    TRY(checkedProduct(rowBytes, shape.n));
    return shape;
}

/// Returns code `i` of packed codes, low bits first.
int codeAt(const std::uint8_t* bytes, std::int64_t i, std::int64_t bits)
{
    const auto bit = i * bits;
    return bytes[bit / 8] >> (bit % 8) & ((1 << bits) - 1);
}

/// Returns zero points by column and block. They are packed like the codes, or are unpacked
/// numbers, or (without the input) the middle of the range.
Result<std::vector<float>> zeroPoints(const RunContext& context, const PackedShape& shape)
{
    const auto count = static_cast<std::size_t>(shape.n * shape.blocks());
    if (!context.hasInput(3))
        return std::vector<float>(count, static_cast<float>(1 << (shape.bits - 1)));
    const auto& tensor = context.tensor(3);
    if (tensor.element() != ElementType::Uint8) {
        auto values = TRY(readFloats(tensor));
        if (values.size() != count)
            return fail("zero_points has ", values.size(), " entries, expected ", count);
        return values;
    }
    if (tensor.count() != shape.n * shape.rowZeroBytes())
        return fail("zero_points has ", tensor.count(), " bytes, expected ",
            shape.n * shape.rowZeroBytes());
    std::vector<float> zeros;
    for (std::int64_t column = 0; column < shape.n; ++column) {
        for (std::int64_t block = 0; block < shape.blocks(); ++block)
            zeros.push_back(static_cast<float>(codeAt(
                storage<std::uint8_t>(tensor) + column * shape.rowZeroBytes(), block, shape.bits)));
    }
    return zeros;
}

/// Returns the second matrix as numbers, one row per column: [n, k].
Result<std::vector<float>> unpacked(const RunContext& context, const PackedShape& shape)
{
    const auto& codes = context.tensor(1);
    const auto rowBytes = shape.blocks() * shape.blockBytes();
    if (codes.element() != ElementType::Uint8 || codes.count() != shape.n * rowBytes)
        return fail("B is ", codes.element(), " ", codes.dims(), ", expected ", shape.n * rowBytes,
            " bytes");
    const auto scales = TRY(readFloats(context.tensor(2)));
    if (std::ssize(scales) != shape.n * shape.blocks())
        return fail("there are ", scales.size(), " scales, expected ", shape.n * shape.blocks());
    const auto zeros = TRY(zeroPoints(context, shape));
    const auto groups
        = context.hasInput(4) ? TRY(readIntegers(context.tensor(4))) : std::vector<std::int64_t> {};
    if (!groups.empty() && std::ssize(groups) < shape.k)
        return fail("g_idx has ", groups.size(), " entries, expected ", shape.k);
    std::vector<float> matrix;
    matrix.reserve(shape.n * shape.k);
    for (std::int64_t column = 0; column < shape.n; ++column) {
        for (std::int64_t i = 0; i < shape.k; ++i) {
            const auto block = groups.empty() ? i / shape.block : groups[i];
            if (block < 0 || block >= shape.blocks())
                return fail(
                    "g_idx has an entry of ", block, ", there are ", shape.blocks(), " blocks");
            const auto at = static_cast<std::size_t>(column * shape.blocks() + block);
            matrix.push_back((static_cast<float>(codeAt(
                                  storage<std::uint8_t>(codes) + column * rowBytes, i, shape.bits))
                                 - zeros[at])
                * scales[at]);
        }
    }
    return matrix;
}

Result<void> runMatMulNBits(const OpNode& node, RunContext& context)
{
    const auto shape = TRY(packedShape(node));
    const auto& a = context.tensor(0);
    if (a.rank() == 0 || a.dims().back() != shape.k)
        return fail("A is ", a.dims(), ", expected rows of K = ", shape.k);
    const auto matrix = TRY(unpacked(context, shape));
    const auto rows = TRY(readFloats(a));
    const auto bias = TRY(valuesOr(context, 5, shape.n, 0.0f));
    const auto count = a.count() / shape.k;
    std::vector<float> result;
    for (std::int64_t row = 0; row < count; ++row)
        result.insert(result.end(), bias.begin(), bias.end());
    multiplyAdd<float>({ rows.data(), shape.k, 1 }, { matrix.data(), 1, shape.k }, result.data(),
        shape.n, count, shape.k, shape.n);
    auto dims = a.dims();
    dims.back() = shape.n;
    return writeFloats(context, 0, a.element(), dims, result);
}

/// Values of the 16 codes of FP4 and NF4. Source: bitsandbytes, functional.py, the code books.
constexpr std::array<float, 16> fp4Codes { 0.0f, 0.00520833333f, 0.66666667f, 1.0f, 0.33333333f,
    0.5f, 0.16666667f, 0.25f, -0.0f, -0.00520833333f, -0.66666667f, -1.0f, -0.33333333f, -0.5f,
    -0.16666667f, -0.25f };
constexpr std::array<float, 16> nf4Codes { -1.0f, -0.6961928009986877f, -0.5250730514526367f,
    -0.39491748809814453f, -0.28444138169288635f, -0.18477343022823334f, -0.09105003625154495f,
    0.0f, 0.07958029955625534f, 0.16093020141124725f, 0.24611230194568634f, 0.33791524171829224f,
    0.44070982933044434f, 0.5626170039176941f, 0.7229568362236023f, 1.0f };

/// Inputs: A; codes of B by rows of its transpose, high bits first; the largest magnitude of each
/// block of codes.
Result<void> runMatMulBnb4(const OpNode& node, RunContext& context)
{
    const auto [k, n, block, type] = std::array { node.integer("K", 0), node.integer("N", 0),
        node.integer("block_size", 0), node.integer("quant_type", -1) };
    const auto& a = context.tensor(0);
    if (k < 1 || n < 1 || block < 1 || (type != 0 && type != 1) || a.rank() == 0
        || a.dims().back() != k)
        return fail("K is ", k, ", N ", n, ", block_size ", block, ", quant_type ", type,
            " for A of ", a.dims());
    const auto count = TRY(checkedProduct(k, n));
    const auto largest = TRY(readFloats(context.tensor(2)));
    const auto bytes = blockCount(count, 2);
    const auto& codes = context.tensor(1);
    if (codes.count() != bytes || std::ssize(largest) < blockCount(count, block))
        return fail("B has ", codes.count(), " bytes and ", largest.size(), " blocks, expected ",
            bytes, " and ", blockCount(count, block));
    const auto& book = type == 0 ? fp4Codes : nf4Codes;
    std::vector<float> matrix;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto byte = storage<std::uint8_t>(codes)[i / 2];
        matrix.push_back(book[i % 2 == 0 ? byte >> 4 : byte & 15] * largest[i / block]);
    }
    const auto rows = TRY(readFloats(a));
    std::vector<float> result(a.count() / k * n, 0.0f);
    multiplyAdd<float>(
        { rows.data(), k, 1 }, { matrix.data(), 1, k }, result.data(), n, a.count() / k, k, n);
    auto dims = a.dims();
    dims.back() = n;
    return writeFloats(context, 0, a.element(), dims, result);
}

const RegisterReference packedProducts[] = {
    { "MatMulNBits", runMatMulNBits, onSingleOrHalf, "com.microsoft" },
    { "MatMulBnb4", runMatMulBnb4, onSingleOrHalf, "com.microsoft" },
};

} // namespace

} // namespace engine
