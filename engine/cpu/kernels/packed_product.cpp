#include "engine/cpu/packed_product.h"
#include "engine/cpu/matrix_product.h"
#include "engine/kernel/weight_store.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

// MatMulNBits of com.microsoft: float rows, constant weights of 2, 4 or 8 bits in blocks of 16 to
// 256, packed at preparation. With accuracy_level 4, rows are rounded to 8 bits block by block, as
// ONNX Runtime does. Otherwise a few rows are multiplied by weights that are decoded in registers,
// and many by panels of decoded weights. Refuses g_idx. Source: ONNX Runtime, contrib operators.

namespace engine {

namespace {

/// Rows from which decoding into panels is faster.
constexpr std::int64_t panelRows = 4;
/// Columns of one item of a product; rows of one item if they are rounded to bytes.
constexpr std::int64_t itemGroups = 4;
constexpr std::int64_t itemRows = 192;

struct PackedPlan {
    std::int64_t k = 0;
    std::int64_t n = 0;
    PackedColumns columns;
    std::vector<Tensor> memory; ///< of `columns`
    std::shared_ptr<const Tensor> codes; ///< the same, in the store of packed weights
    bool usesBytes = false;
    const PackedProductTable* table = nullptr;

    std::int64_t groups() const { return blocksOf(n, PackedColumns::group); }
    std::int64_t paddedK() const { return columns.blocks * columns.block; }
    static std::int64_t blocksOf(std::int64_t count, std::int64_t size)
    {
        return (count + size - 1) / size;
    }
};

/// Four bytes of a column in the order of the packed weights: byte j has the codes j, j + 4, … of
/// the column, the first in its lowest bits.
template <int bits>
std::uint32_t ordered(std::uint32_t x)
{
    static_assert(bits == 2 || bits == 4 || bits == 8);
    if constexpr (bits == 4) {
        const auto spread = [](std::uint32_t y) {
            y = (y | y << 8) & 0x00ff00ff;
            return (y | y << 4) & 0x0f0f0f0f;
        };
        x = spread(x & 0xffff) | spread(x >> 16) << 4;
    }
    if constexpr (bits == 2) { // transposes four rows of four codes
        const auto pairs = (x ^ x >> 6) & 0x00cc00cc;
        x ^= pairs ^ pairs << 6;
        const auto squares = (x ^ x >> 12) & 0x0000f0f0;
        x ^= squares ^ squares << 12;
    }
    return x;
}

/// Packs the codes of a group of columns. `rows` has the bytes of each column in order of k.
template <int bits>
void packGroup(
    const std::uint8_t* rows, std::int64_t rowBytes, std::int64_t columns, std::uint8_t* to)
{
    constexpr auto width = static_cast<std::int64_t>(sizeof(std::uint32_t));
    for (std::int64_t at = 0; at < rowBytes; at += width) {
        for (std::int64_t c = 0; c < columns; ++c) {
            std::uint32_t x;
            std::memcpy(&x, rows + c * rowBytes + at, sizeof x);
            x = ordered<bits>(x);
            std::memcpy(to + at * PackedColumns::group + c * width, &x, sizeof x);
        }
    }
}

/// Writes numbers [column, block] as [group][block][column]. The last column is repeated.
template <typename NumberAt>
Tensor packNumbers(const PackedPlan& plan, int threads, const NumberAt& at)
{
    constexpr auto width = PackedColumns::group;
    const auto blocks = plan.columns.blocks;
    auto packed = makeTensor(ElementType::Float, { plan.groups(), blocks, width });
    auto* to = floats(packed);
    parallelFor(plan.groups(), 1, threads, [&](std::int64_t first, std::int64_t last) {
        for (auto group = first; group < last; ++group)
            for (std::int64_t block = 0; block < blocks; ++block)
                for (std::int64_t c = 0; c < width; ++c)
                    to[(group * blocks + block) * width + c]
                        = at(std::min(group * width + c, plan.n - 1), block);
    });
    return packed;
}

Result<void> requireConstant(
    const KernelRequest& request, std::size_t input, ElementType element, std::int64_t count)
{
    const auto& type = request.input(input);
    if (type.constant == nullptr || type.constant->data == nullptr)
        return fail("native MatMulNBits takes input ", input, " only if it is constant");
    if (type.tensor.element != element || type.tensor.count() != count)
        return fail("input ", input, " is ", type.tensor.element, " ", type.tensor.dims,
            ", native MatMulNBits takes ", count, " elements of ", element);
    return {};
}

Tensor packedCodes(const KernelRequest& request, const PackedPlan& plan)
{
    const auto& w = plan.columns;
    const auto rowBytes = w.blocks * w.block * w.bits / 8;
    auto codes = makeTensor(ElementType::Uint8, { plan.groups(), w.groupBytes() });
    const auto* from = storage<std::uint8_t>(*request.input(1).constant);
    auto* to = storage<std::uint8_t>(codes);
    const auto pack = w.bits == 2 ? packGroup<2> : w.bits == 4 ? packGroup<4> : packGroup<8>;
    parallelFor(
        plan.groups(), 1, request.settings.threads, [&](std::int64_t first, std::int64_t last) {
            for (auto group = first; group < last; ++group) {
                const auto column = group * PackedColumns::group;
                const auto columns = std::min(plan.n - column, PackedColumns::group);
                auto* place = to + group * w.groupBytes();
                if (columns < PackedColumns::group)
                    std::fill_n(place, w.groupBytes(), std::uint8_t(0));
                pack(from + column * rowBytes, rowBytes, columns, place);
            }
        });
    return codes;
}

Result<void> packCodes(const KernelRequest& request, PackedPlan& plan)
{
    const auto& w = plan.columns;
    const auto rowBytes = w.blocks * w.block * w.bits / 8;
    TRY(requireConstant(request, 1, ElementType::Uint8, plan.n * rowBytes));
    const auto format = "codes " + std::to_string(plan.n) + " " + std::to_string(w.blocks) + " "
        + std::to_string(w.block) + " " + std::to_string(w.bits);
    plan.codes = sharedWeightsOf<Tensor>(*request.input(1).constant, format,
        [&] { return std::make_shared<Tensor>(packedCodes(request, plan)); });
    plan.columns.codes = storage<std::uint8_t>(*plan.codes);
    return {};
}

/// Packs zero points, unless all are the same integer.
Result<void> packZeros(const KernelRequest& request, PackedPlan& plan)
{
    auto& w = plan.columns;
    w.zero = 1 << (w.bits - 1);
    if (!request.hasInput(3))
        return {};
    Tensor zeros;
    if (request.input(3).tensor.element == ElementType::Uint8) {
        const auto rowBytes = (w.blocks * w.bits + 7) / 8;
        TRY(requireConstant(request, 3, ElementType::Uint8, plan.n * rowBytes));
        const auto* bytes = storage<std::uint8_t>(*request.input(3).constant);
        zeros = packNumbers(
            plan, request.settings.threads, [&](std::int64_t column, std::int64_t block) {
                const auto bit = block * w.bits;
                const auto byte = bytes[column * rowBytes + bit / 8];
                return static_cast<float>(byte >> (bit % 8) & ((1 << w.bits) - 1));
            });
    } else {
        TRY(requireConstant(request, 3, ElementType::Float, plan.n * w.blocks));
        const auto* numbers = floats(*request.input(3).constant);
        zeros = packNumbers(
            plan, request.settings.threads, [&](std::int64_t column, std::int64_t block) {
                return numbers[column * w.blocks + block];
            });
    }
    const float first = floats(zeros)[0];
    if (first >= 0 && first <= 255 && first == std::floor(first)
        && std::ranges::all_of(zeros.as<float>(), [&](float x) { return x == first; })) {
        w.zero = static_cast<std::int32_t>(first);
        return {};
    }
    w.zeros = floats(zeros);
    plan.memory.push_back(std::move(zeros));
    return {};
}

Result<void> packScales(const KernelRequest& request, PackedPlan& plan)
{
    auto& w = plan.columns;
    TRY(requireConstant(request, 2, ElementType::Float, plan.n * w.blocks));
    const auto* scales = floats(*request.input(2).constant);
    auto packed = packNumbers(plan, request.settings.threads,
        [&](std::int64_t column, std::int64_t block) { return scales[column * w.blocks + block]; });
    w.scales = floats(packed);
    plan.memory.push_back(std::move(packed));
    if (!request.hasInput(5))
        return {};
    TRY(requireConstant(request, 5, ElementType::Float, plan.n));
    auto bias = makeTensor(ElementType::Float, { plan.groups() * PackedColumns::group });
    std::ranges::fill(bias.as<float>(), 0.0f);
    std::ranges::copy(request.input(5).constant->as<float>(), floats(bias));
    w.bias = floats(bias);
    plan.memory.push_back(std::move(bias));
    return {};
}

/// Panels of decoded weights, for products of many rows.
class DecodedPanels final : public PanelSource {
public:
    explicit DecodedPanels(const PackedPlan& plan)
        : m_plan(plan)
        , m_columns(productTable().columns)
    {
    }
    PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const override
    {
        const auto unpack = m_plan.table->unpack[packedWidth(m_plan.columns.bits)];
        const auto part = std::min(m_columns, PackedColumns::group);
        for (std::int64_t at = 0; at < m_columns; at += part) {
            const auto column = panel * m_columns + at;
            const auto group = column / PackedColumns::group;
            if (group >= m_plan.groups()) {
                for (auto k = first; k < last; ++k)
                    std::fill_n(buffer + (k - first) * m_columns + at, part, 0.0f);
                continue;
            }
            unpack(m_plan.columns.from(group), column % PackedColumns::group, part, first, last,
                buffer + at, m_columns);
        }
        return { buffer, m_columns };
    }

private:
    const PackedPlan& m_plan;
    std::int64_t m_columns;
};

Result<void> multiplyPanels(
    const PackedPlan& plan, RunContext& context, const float* a, std::int64_t rows, float* c)
{
    const ProductSize size { rows, plan.n, plan.k };
    const auto blocks = cutProduct(size, 1, context.threads());
    ProductEpilogue end;
    end.perColumn = plan.columns.bias;
    const MatrixPanels left(PanelKind::Rows, { a, plan.k, 1 }, rows);
    const DecodedPanels right(plan);
    return forEachItem(context, blocks.count(), blocks.bufferFloats(), blocks.work(),
        [&](std::int64_t block, float* buffer) {
            multiplyBlock(blocks, block, left, right, { c, plan.n }, end, buffer);
        });
}

/// Rows [first, first + count) of c, and groups of columns from `group` on.
struct PackedItem {
    std::int64_t row = 0;
    std::int64_t rows = 0;
    std::int64_t group = 0;
    std::int64_t groups = 0;
};

/// Calls compute(item, c, row stride) for parts of the result, in all threads. Parts at the right
/// edge are computed in a buffer.
template <typename Compute>
Result<void> forPackedItems(const PackedPlan& plan, RunContext& context, std::int64_t rows,
    float* c, const Compute& compute)
{
    constexpr auto width = itemGroups * PackedColumns::group;
    const auto columnItems = PackedPlan::blocksOf(plan.n, width);
    const auto rowItems = PackedPlan::blocksOf(rows, itemRows);
    const auto work = elementCount(std::array { rows, plan.n, plan.k });
    return forEachItem(context, columnItems * rowItems, std::min(rows, itemRows) * width, work,
        [&](std::int64_t index, float* buffer) {
            PackedItem item { index / columnItems * itemRows, 0, index % columnItems * itemGroups,
                0 };
            item.rows = std::min(itemRows, rows - item.row);
            item.groups = std::min(itemGroups, plan.groups() - item.group);
            const auto column = item.group * PackedColumns::group;
            const auto columns = std::min(item.groups * PackedColumns::group, plan.n - column);
            float* to = c + item.row * plan.n + column;
            if (columns == item.groups * PackedColumns::group)
                return compute(item, to, plan.n);
            compute(item, buffer, width);
            for (std::int64_t r = 0; r < item.rows; ++r)
                std::copy_n(buffer + r * width, columns, to + r * plan.n);
        });
}

/// Returns rows that are padded with zeros to complete blocks.
Result<ExactRows> paddedRows(
    const PackedPlan& plan, RunContext& context, const float* a, std::int64_t rows)
{
    if (plan.paddedK() == plan.k)
        return ExactRows { a, plan.k };
    const auto count = TRY(checkedProduct(rows, plan.paddedK()));
    const auto memory = TRY(context.scratch(static_cast<std::size_t>(count) * sizeof(float)));
    auto* padded = reinterpret_cast<float*>(memory.data());
    for (std::int64_t r = 0; r < rows; ++r) {
        std::copy_n(a + r * plan.k, plan.k, padded + r * plan.paddedK());
        std::fill_n(padded + r * plan.paddedK() + plan.k, plan.paddedK() - plan.k, 0.0f);
    }
    return ExactRows { padded, plan.paddedK() };
}

Result<void> multiplyExact(
    const PackedPlan& plan, RunContext& context, const ExactRows& a, std::int64_t rows, float* c)
{
    const auto multiply = plan.table->exact[packedWidth(plan.columns.bits)];
    return forPackedItems(
        plan, context, rows, c, [&](const PackedItem& item, float* to, std::int64_t stride) {
            multiply(plan.columns.from(item.group), item.groups,
                { a.values + item.row * a.stride, a.stride }, item.rows, to, stride);
        });
}

Result<QuantizedRows> quantizedRows(
    const PackedPlan& plan, RunContext& context, const ExactRows& a, std::int64_t rows)
{
    const auto& w = plan.columns;
    const auto blocks = TRY(checkedProduct(rows, w.blocks));
    const auto values = TRY(context.scratch(static_cast<std::size_t>(blocks * w.block)));
    const auto numbers = TRY(
        context.scratch(static_cast<std::size_t>(blocks) * (sizeof(float) + sizeof(std::int32_t))));
    QuantizedRows quantized { reinterpret_cast<std::int8_t*>(values.data()),
        reinterpret_cast<float*>(numbers.data()), nullptr };
    quantized.sums = reinterpret_cast<std::int32_t*>(quantized.scales + blocks);
    parallelFor(blocks, std::max<std::int64_t>(elementsPerThread / w.block, 1), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto i = first; i < last; ++i)
                plan.table->quantize(a.values + i / w.blocks * a.stride + i % w.blocks * w.block,
                    w.block, quantized.values + i * w.block, quantized.scales + i,
                    quantized.sums + i);
        });
    return quantized;
}

Result<void> multiplyBytes(const PackedPlan& plan, RunContext& context, const QuantizedRows& a,
    std::int64_t rows, float* c)
{
    const auto multiply = plan.table->bytes[packedWidth(plan.columns.bits)];
    const auto blocks = plan.columns.blocks;
    return forPackedItems(
        plan, context, rows, c, [&](const PackedItem& item, float* to, std::int64_t stride) {
            multiply(plan.columns.from(item.group), item.groups,
                { a.values + item.row * plan.paddedK(), a.scales + item.row * blocks,
                    a.sums + item.row * blocks },
                item.rows, to, stride);
        });
}

class PackedProductKernel final : public Kernel {
public:
    explicit PackedProductKernel(PackedPlan plan)
        : m_plan(std::move(plan))
    {
    }
    Result<void> run(RunContext& context) override
    {
        const auto& input = context.tensor(0);
        auto dims = input.dims();
        dims.back() = m_plan.n;
        auto* output = TRY(context.output(0, ElementType::Float, dims));
        const auto rows = input.count() / m_plan.k;
        if (rows == 0)
            return {};
        const auto* a = floats(input);
        if (!m_plan.usesBytes && rows >= panelRows)
            return multiplyPanels(m_plan, context, a, rows, floats(*output));
        const auto padded = TRY(paddedRows(m_plan, context, a, rows));
        if (!m_plan.usesBytes)
            return multiplyExact(m_plan, context, padded, rows, floats(*output));
        const auto quantized = TRY(quantizedRows(m_plan, context, padded, rows));
        return multiplyBytes(m_plan, context, quantized, rows, floats(*output));
    }
    std::string implementation() const override
    {
        return std::string("native ") + m_plan.table->name
            + (m_plan.usesBytes ? " 8-bit rows" : "");
    }

private:
    PackedPlan m_plan;
};

Result<PackedPlan> planProduct(const KernelRequest& request)
{
    const auto& node = request.node;
    PackedPlan plan;
    plan.k = node.integer("K", 0);
    plan.n = node.integer("N", 0);
    auto& w = plan.columns;
    w.block = node.integer("block_size", 0);
    const auto bits = node.integer("bits", 4);
    const bool isBlock = w.block >= 16 && w.block <= 256
        && std::has_single_bit(static_cast<std::uint64_t>(w.block));
    constexpr std::int64_t largest = std::int64_t(1) << 40;
    if (plan.k < 1 || plan.n < 1 || plan.k > largest || plan.n > largest || !isBlock
        || (bits != 2 && bits != 4 && bits != 8))
        return fail("native MatMulNBits takes 2, 4 or 8 bits in blocks of 16 to 256, here are ",
            bits, " bits in blocks of ", w.block, ", K = ", plan.k, ", N = ", plan.n);
    w.bits = static_cast<int>(bits);
    w.blocks = PackedPlan::blocksOf(plan.k, w.block);
    const auto codes = TRY(checkedProduct(w.blocks * w.block, plan.n + PackedColumns::group));
    TRY(checkedProduct(codes, sizeof(float)));
    plan.table = &packedProductTable();
    plan.usesBytes = node.integer("accuracy_level", 0) == 4
        && request.settings.precision != Precision::Float32Strict
        && plan.table->bytes[0] != nullptr;
    return plan;
}

Result<std::unique_ptr<Kernel>> preparePackedProduct(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    if (request.hasInput(4))
        return fail("native MatMulNBits does not take g_idx");
    auto plan = TRY(planProduct(request));
    const auto& dims = request.input(0).tensor.dims;
    if (dims.empty() || dims.back() != plan.k)
        return fail("A is ", dims, ", expected rows of K = ", plan.k);
    TRY(packScales(request, plan));
    TRY(packZeros(request, plan));
    TRY(packCodes(request, plan));
    return std::unique_ptr<Kernel>(std::make_unique<PackedProductKernel>(std::move(plan)));
}

const RegisterNative packedProduct("MatMulNBits", preparePackedProduct, "com.microsoft");

} // namespace

} // namespace engine
