#include "engine/cpu/byte_product.h"

#include "engine/cpu/matrix_product.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace engine {

namespace {

/// Rows that are computed together, about, so that a panel that was read from memory is used often.
constexpr std::int64_t blockRows = 48;
/// The most: blocks are of equal size.
constexpr std::int64_t mostBlockRows = 2 * blockRows;

std::int64_t ceilOf(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The element as a signed byte: unsigned ones become 128 less.
std::int32_t signedAt(
    const ByteColumns& b, std::int64_t tap, std::int64_t step, std::int64_t column)
{
    const auto byte = b.data[tap * b.tapStride + step * b.stepStride + column * b.columnStride];
    return b.isSigned ? static_cast<std::int8_t>(byte) : static_cast<std::int32_t>(byte) - 128;
}

/// Zero points of signed bytes, one per column.
std::vector<std::int32_t> signedZeros(const ByteColumns& b)
{
    std::vector<std::int32_t> zeros(static_cast<std::size_t>(b.columns));
    for (std::size_t c = 0; c < zeros.size(); ++c)
        zeros[c] = b.zeros[b.zeros.size() == 1 ? 0 : c] - (b.isSigned ? 0 : 128);
    return zeros;
}

bool areZero(std::span<const std::int32_t> numbers)
{
    return std::ranges::all_of(numbers, [](std::int32_t number) { return number == 0; });
}

/// Whether all elements minus their zero points are signed bytes.
bool fitsCentred(const ByteColumns& b, const std::vector<std::int32_t>& zeros)
{
    for (std::int64_t t = 0; t < b.taps; ++t) {
        for (std::int64_t i = 0; i < b.depth; ++i) {
            for (std::int64_t c = 0; c < b.columns; ++c) {
                const auto number = signedAt(b, t, i, c) - zeros[static_cast<std::size_t>(c)];
                if (number < -128 || number > 127)
                    return false;
            }
        }
    }
    return true;
}

/// Memory for `count` bytes, zero from `first` on.
Result<Tensor> zeroBytes(std::int64_t first, std::int64_t count, RunContext* context)
{
    Tensor tensor;
    if (context != nullptr) {
        tensor.type = { ElementType::Int8, { count } };
        tensor.data = TRY(context->scratch(static_cast<std::size_t>(count))).data();
    } else {
        tensor = makeTensor(ElementType::Int8, { count });
    }
    std::fill(tensor.data + first, tensor.data + count, std::byte());
    return tensor;
}

} // namespace

PackedBytes::PackedBytes(const ByteColumns& source)
    : m_columns(source.columns)
    , m_taps(source.taps)
    , m_quads(ceilOf(source.depth, 4))
    , m_panels(ceilOf(source.columns, byteTable().lanes * byteTable().vectors))
    , m_k(source.taps * source.depth)
    , m_sums(static_cast<std::size_t>(source.columns))
{
}

Result<PackedBytes> PackedBytes::pack(const ByteColumns& source, RunContext* context)
{
    PackedBytes packed(source);
    const std::int64_t lanes = byteTable().lanes;
    const auto vectorBytes = lanes * 4 * packed.m_taps * packed.m_quads;
    const auto panelBytes = ceilOf(source.columns, lanes) * vectorBytes;
    auto zeros = signedZeros(source);
    // Looking at all elements takes longer than a product of few rows.
    const bool isCentred = areZero(zeros) || (context == nullptr && fitsCentred(source, zeros));
    const bool isCovered = source.depth % 4 == 0 && source.columns % lanes == 0;
    packed.m_packed = TRY(
        zeroBytes(isCovered ? panelBytes : 0, panelBytes + (isCentred ? 0 : vectorBytes), context));
    auto* const data = reinterpret_cast<std::int8_t*>(packed.m_packed.data);
    packed.fill(source, data,
        isCentred ? zeros : std::vector<std::int32_t>(static_cast<std::size_t>(source.columns)),
        context != nullptr ? context->threads() : 1);
    if (isCentred)
        return packed;
    packed.m_zeros = std::move(zeros);
    for (std::int64_t t = 0; t < source.taps; ++t) {
        for (std::int64_t i = 0; i < source.depth; ++i)
            data[panelBytes + (t * packed.m_quads + i / 4) * lanes * 4 + i % 4] = 1;
    }
    return packed;
}

void PackedBytes::fill(const ByteColumns& source, std::int8_t* packed,
    std::span<const std::int32_t> centres, int threads)
{
    const std::int64_t lanes = byteTable().lanes;
    const auto width = lanes * byteTable().vectors;
    const auto steps = m_taps * m_quads;
    const bool isByRows = source.columnStride == 1 && areZero(centres);
    parallelFor(m_panels, rowsPerThread(width * 4 * steps), threads,
        [&](std::int64_t firstPanel, std::int64_t lastPanel) {
            for (auto panel = firstPanel; panel < lastPanel; ++panel) {
                const auto first = panel * width;
                fillPanel(source, { first, std::min(width, m_columns - first) }, isByRows,
                    packed + first * 4 * steps, centres);
            }
        });
}

void PackedBytes::fillPanel(const ByteColumns& source, ColumnRange columns, bool isByRows,
    std::int8_t* packed, std::span<const std::int32_t> centres)
{
    const std::int64_t lanes = byteTable().lanes;
    const auto quadBytes = ceilOf(columns.count, lanes) * lanes * 4;
    const auto whole = isByRows ? source.depth / 4 * 4 : 0;
    for (std::int64_t t = 0; t < m_taps; ++t, packed += m_quads * quadBytes) {
        for (std::int64_t i = 0; i < whole; i += 4) {
            const auto* const x
                = source.data + t * source.tapStride + i * source.stepStride + columns.first;
            const std::array rows { x, x + source.stepStride, x + 2 * source.stepStride,
                x + 3 * source.stepStride };
            byteTable().pack(rows.data(), source.isSigned, packed + i / 4 * quadBytes,
                m_sums.data() + columns.first, columns.count);
        }
        if (source.stepStride == 1) {
            for (std::int64_t c = 0; c < columns.count; ++c)
                fillColumn(source, t, whole, columns.first + c, quadBytes, packed + c * 4, centres);
            continue;
        }
        for (auto i = whole; i < source.depth; ++i)
            fillStep(source, t, i, columns, packed + i / 4 * quadBytes + i % 4, centres);
    }
}

void PackedBytes::fillColumn(const ByteColumns& source, std::int64_t tap, std::int64_t first,
    std::int64_t column, std::int64_t quadBytes, std::int8_t* to,
    std::span<const std::int32_t> centres)
{
    const auto* const x = source.data + tap * source.tapStride + column * source.columnStride;
    const auto centre = centres[static_cast<std::size_t>(column)] + (source.isSigned ? 0 : 128);
    auto& total = m_sums[static_cast<std::size_t>(column)];
    // Bytes minus the centre, which fit a byte, four at a time: the lower seven bits of each are
    // added apart from the highest one, so that nothing is carried into the next byte.
    constexpr std::uint32_t lower = 0x7f7f'7f7f;
    const auto added = 0x0101'0101u * static_cast<std::uint8_t>(-centre);
    const auto whole = first + (source.depth - first) / 4 * 4;
    auto sum = static_cast<std::uint32_t>(total);
    for (auto i = first; i < whole; i += 4) {
        std::uint32_t quad;
        std::memcpy(&quad, x + i, 4);
        quad = ((quad & lower) + (added & lower)) ^ ((quad ^ added) & ~lower);
        std::memcpy(to + i / 4 * quadBytes, &quad, 4);
        for (int k = 0; k < 4; ++k)
            sum += static_cast<std::uint32_t>(static_cast<std::int8_t>(quad >> 8 * k));
    }
    for (auto i = whole; i < source.depth; ++i) {
        const auto value = static_cast<std::int8_t>(x[i] - centre);
        to[i / 4 * quadBytes + i % 4] = value;
        sum += static_cast<std::uint32_t>(value);
    }
    total = static_cast<std::int32_t>(sum);
}

void PackedBytes::fillStep(const ByteColumns& source, std::int64_t tap, std::int64_t step,
    ColumnRange columns, std::int8_t* to, std::span<const std::int32_t> centres)
{
    for (std::int64_t c = 0; c < columns.count; ++c) {
        const auto column = static_cast<std::size_t>(columns.first + c);
        const auto value = signedAt(source, tap, step, columns.first + c) - centres[column];
        to[c * 4] = static_cast<std::int8_t>(value);
        m_sums[column] = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(m_sums[column]) + static_cast<std::uint32_t>(value));
    }
}

int PackedBytes::vectors(std::int64_t panel) const
{
    const std::int64_t lanes = byteTable().lanes;
    const std::int64_t full = byteTable().vectors;
    return static_cast<int>(std::min(full, ceilOf(m_columns, lanes) - panel * full));
}

const std::int8_t* PackedBytes::panel(std::int64_t panel) const
{
    const std::int64_t width = byteTable().lanes * byteTable().vectors;
    return reinterpret_cast<const std::int8_t*>(m_packed.data)
        + panel * width * 4 * m_taps * m_quads;
}

const std::int8_t* PackedBytes::ones() const
{
    if (m_zeros.empty())
        return nullptr;
    const std::int64_t lanes = byteTable().lanes;
    return reinterpret_cast<const std::int8_t*>(m_packed.data)
        + ceilOf(m_columns, lanes) * lanes * 4 * m_taps * m_quads;
}

std::int32_t PackedBytes::offset(std::int64_t column, std::int32_t zero) const
{
    const auto c = static_cast<std::size_t>(column);
    const auto of = static_cast<std::uint32_t>(zero);
    auto offset = 0u - of * static_cast<std::uint32_t>(m_sums[c]);
    if (!m_zeros.empty())
        offset += static_cast<std::uint32_t>(m_k) * of * static_cast<std::uint32_t>(m_zeros[c]);
    return static_cast<std::int32_t>(offset);
}

namespace {

/// One thread's memory for a block: pointers of its rows, sums of a tile, sums of rows.
struct BlockBuffer {
    const std::uint8_t** rows;
    std::int32_t* sums;
    std::int32_t* rowSums;

    static std::int64_t sumCount()
    {
        return byteTable().rows * byteTable().lanes * byteTable().vectors;
    }
    static std::int64_t floatCount(const PackedBytes& b)
    {
        return (2 * mostBlockRows * b.taps() + 15) / 16 * 16 + sumCount()
            + ByteTable::maxRows * byteTable().lanes;
    }
    BlockBuffer(float* memory, const PackedBytes& b)
        : rows(reinterpret_cast<const std::uint8_t**>(memory))
        , sums(reinterpret_cast<std::int32_t*>(
              memory + (2 * mostBlockRows * b.taps() + 15) / 16 * 16))
        , rowSums(sums + sumCount())
    {
    }
};

/// Subtracts the zero points of columns times the sum of the row.
void centreSums(std::int32_t* sums, const std::int32_t* zeros, std::int32_t rowSum, std::int64_t n)
{
    for (std::int64_t c = 0; c < n; ++c)
        sums[c] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[c])
            - static_cast<std::uint32_t>(zeros[c]) * static_cast<std::uint32_t>(rowSum));
}

struct BlockRange {
    std::int64_t firstRow, rows, firstPanel, lastPanel;
};

/// Writes a tile whose first element is at `row` and `column`.
void writeTile(const ByteTarget& target, ByteTable::TileToBytes compute,
    const ByteTable::TileRows& product, std::int64_t row, std::int64_t column, std::int32_t* sums)
{
    auto rule = target.rule;
    rule.offsets += column;
    rule.below += column;
    rule.above += column;
    rule.exact += column;
    compute(product, rule, sums, target.y + row * target.stride + column, target.stride);
}

void multiplyBlock(const BlockRange& range, const ByteRows& rows, const PackedBytes& b,
    const FinishBytes& finish, const ByteTarget* target, float* memory)
{
    const auto& table = byteTable();
    const int kind = rows.isSigned ? 1 : 0;
    const BlockBuffer buffer(memory, b);
    rows.fill(range.firstRow, range.rows, buffer.rows);
    const auto rowTiles = ceilOf(range.rows, table.rows);
    const auto steps = b.taps() * b.quads();
    // All tiles of a panel together fetch the next one, if both fit in the L2 cache with the rows.
    constexpr std::int64_t mostFetched = 64 * 1024;
    const std::int64_t quadBytes = table.vectors * table.lanes * 4;
    const auto fetched = steps * quadBytes <= mostFetched ? ceilOf(quadBytes, rowTiles) : 0;
    for (auto panel = range.firstPanel; panel < range.lastPanel; ++panel) {
        const auto vectors = b.vectors(panel);
        const std::int64_t width = vectors * table.lanes;
        const auto column = panel * table.vectors * table.lanes;
        const auto count = std::min(width, b.columns() - column);
        const auto* const next
            = b.panel(panel + 1 < range.lastPanel ? panel + 1 : range.firstPanel);
        const bool isDirect = target != nullptr && b.ones() == nullptr && count == width;
        for (std::int64_t tile = 0; tile < rowTiles; ++tile) {
            const auto r = range.rows * tile / rowTiles;
            const auto tileRows = range.rows * (tile + 1) / rowTiles - r;
            const auto row = range.firstRow + r;
            const ByteTable::TileRows product { buffer.rows + r * b.taps(), b.taps(), b.quads(),
                b.panel(panel), next + tile * steps * fetched, fetched };
            const auto direct = table.tileToBytes[kind][vectors - 1][tileRows - 1];
            if (isDirect && direct != nullptr) {
                writeTile(*target, direct, product, row, rows.firstColumn + column, buffer.sums);
                continue;
            }
            table.tile[kind][vectors - 1][tileRows - 1](product, buffer.sums);
            if (b.ones() != nullptr) {
                auto ones = product;
                ones.panel = b.ones();
                table.tile[kind][0][tileRows - 1](ones, buffer.rowSums);
            }
            for (std::int64_t i = 0; i < tileRows && b.ones() != nullptr; ++i)
                centreSums(buffer.sums + i * width, b.zeros().data() + column,
                    buffer.rowSums[i * table.lanes], count);
            finish({ row, rows.firstColumn + column, tileRows, count, buffer.sums, width });
        }
    }
}

/// How a product is cut into blocks of about equal size.
struct Cuts {
    std::int64_t rowTiles; ///< of all rows; blocks consist of whole ones
    std::int64_t rows; ///< blocks of rows
    std::int64_t panels; ///< blocks of panels
};

/// Each thread gets its own panels where they can be shared equally and rows are few, else its own
/// rows. Where there are too few of both, blocks are small.
Cuts cutsOf(std::int64_t rows, std::int64_t panels, std::int64_t threads)
{
    const auto tiles = ceilOf(rows, byteTable().rows);
    const auto blocks = std::clamp<std::int64_t>((rows + blockRows / 2) / blockRows, 1, tiles);
    if (threads == 1 || panels == 0)
        return { tiles, blocks, 1 };
    if (panels % threads == 0 && blocks < 4 * threads)
        return { tiles, blocks, threads };
    const auto shared = std::min(ceilOf(blocks, threads) * threads, tiles);
    return { tiles, shared, std::clamp<std::int64_t>(ceilOf(4 * threads, shared), 1, panels) };
}

} // namespace

Result<void> multiplyBytes(RunContext& context, const ByteRows& rows, const PackedBytes& b,
    const FinishBytes& finish, const ByteTarget* target)
{
    if (rows.count == 0)
        return {};
    const auto cuts = cutsOf(rows.count, b.panels(), context.threads());
    // A quad takes as long as a product of floats, in which forEachItem counts.
    const auto work = elementCount(std::array { rows.count, b.columns(), b.taps() * b.quads() });
    return forEachItem(context, cuts.rows * cuts.panels, BlockBuffer::floatCount(b), work,
        [&](std::int64_t item, float* memory) {
            const auto cut = item / cuts.rows;
            const auto block = item % cuts.rows;
            const auto rowAt = [&](std::int64_t end) {
                return std::min(rows.count, cuts.rowTiles * end / cuts.rows * byteTable().rows);
            };
            const auto panelAt = [&](std::int64_t end) { return b.panels() * end / cuts.panels; };
            multiplyBlock(
                { rowAt(block), rowAt(block + 1) - rowAt(block), panelAt(cut), panelAt(cut + 1) },
                rows, b, finish, target, memory);
        });
}

} // namespace engine
