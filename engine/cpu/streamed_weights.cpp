#include "engine/cpu/streamed_weights.h"

#include "engine/cpu/bfloat_table.h"
#include "engine/kernel/memory.h"
#include "model/support/mapped_file.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace engine {

namespace {

bool isExactHalf(std::span<const float> numbers)
{
    const auto& table = vectorTable();
    if (table.floatToHalf == nullptr)
        return false;
    constexpr std::size_t block = 1024;
    std::array<std::uint16_t, block> codes;
    std::array<float, block> back;
    for (std::size_t i = 0; i < numbers.size(); i += block) {
        const auto count = std::min(block, numbers.size() - i);
        table.floatToHalf(numbers.data() + i, codes.data(), static_cast<std::int64_t>(count));
        table.halfToFloat(codes.data(), back.data(), static_cast<std::int64_t>(count));
        if (std::memcmp(numbers.data() + i, back.data(), count * sizeof(float)) != 0)
            return false;
    }
    return true;
}

bool isExactBfloat(std::span<const float> numbers)
{
    return std::ranges::none_of(numbers,
        [](float number) { return (std::bit_cast<std::uint32_t>(number) & 0xffffu) != 0; });
}

/// Whether the test holds for each piece of the numbers.
template <typename Test>
bool holdsForAll(std::span<const float> numbers, Test test)
{
    return support::visitPieces(std::as_bytes(numbers), [&](std::span<const std::byte> part) {
        return test(
            std::span(reinterpret_cast<const float*>(part.data()), part.size() / sizeof(float)));
    });
}

/// The smallest type that holds all numbers exactly, or as well as the precision asks for, and that
/// the vector code widens.
ElementType storageOf(std::span<const float> numbers, Precision precision)
{
    const auto& table = productTable();
    if (precision == Precision::Bfloat16 && table.bfloatTile[0] != nullptr)
        return ElementType::Bfloat16;
    if (table.halfTile[0] != nullptr && holdsForAll(numbers, isExactHalf))
        return ElementType::Float16;
    return table.bfloatTile[0] != nullptr && holdsForAll(numbers, isExactBfloat)
        ? ElementType::Bfloat16
        : ElementType::Float;
}

/// Returns memory on huge pages: on small ones, reading takes up to four times as long. The pool
/// gives them from 4 MiB on, so small matrices share blocks. A block is freed with the last of
/// them.
Tensor hugeTensor(ElementType element, std::int64_t count)
{
    constexpr std::size_t hugeFrom = 4u << 20;
    constexpr std::size_t largestBlock = 32u << 20;
    constexpr std::size_t smallest = 128u << 10; // below, a matrix stays in the caches
    struct Block {
        const MemoryPool* pool = nullptr;
        std::weak_ptr<void> owner;
        std::byte* data = nullptr;
        std::size_t bytes = 0;
        std::size_t used = 0;
    };
    thread_local Block latest;
    const auto wanted = tensorBytes(element, std::array { count }).value_or(hugeFrom);
    if (wanted < smallest || wanted >= hugeFrom)
        return makeTensor(element, { count });
    const auto* const pool = poolInForce().get();
    auto owner = latest.owner.lock();
    const bool isOurs = owner != nullptr && latest.pool == pool;
    if (!isOurs || latest.used + wanted > latest.bytes) {
        const auto bytes = isOurs ? std::min(2 * latest.bytes, largestBlock) : hugeFrom;
        const auto block = makeTensor(ElementType::Uint8, { static_cast<std::int64_t>(bytes) });
        owner = block.owner;
        latest = { pool, owner, block.data, bytes, 0 };
    }
    Tensor tensor { { element, { count } }, latest.data + latest.used, owner, nullptr };
    latest.used += (wanted + 63) / 64 * 64;
    return tensor;
}

void narrow(ElementType element, std::span<const float> numbers, std::uint16_t* codes)
{
    if (element == ElementType::Float16)
        return vectorTable().floatToHalf(numbers.data(), codes, std::ssize(numbers));
    bfloatTable().fromFloat(numbers.data(), codes, std::ssize(numbers));
}

} // namespace

StreamedWeights::StreamedWeights(
    MatrixView<float> matrix, const ProductSize& size, Precision precision)
    : m_depth(size.k)
{
    m_element = storageOf({ matrix.data, static_cast<std::size_t>(size.k * size.n) }, precision);
    pack(matrix, size);
}

// Of a mapped file, only the pages of one piece are in memory: some rows of the matrix, or some
// panels if columns are contiguous.
void StreamedWeights::pack(MatrixView<float> matrix, const ProductSize& size)
{
    constexpr std::int64_t piece = 2 << 20; // numbers
    const auto [m, n, k] = size;
    const auto width = productTable().columns;
    const auto panels = (n + width - 1) / width;
    m_packed = hugeTensor(m_element, panels * width * k);
    const bool isByRow = matrix.columnStride == 1;
    const auto steps
        = isByRow ? std::max<std::int64_t>(piece / std::max<std::int64_t>(n, 1), 1) : k;
    const auto group = isByRow
        ? panels
        : std::max<std::int64_t>(piece / std::max<std::int64_t>(width * k, 1), 1);
    for (std::int64_t step = 0; step < k; step += steps) {
        const auto lastStep = std::min(step + steps, k);
        for (std::int64_t panel = 0; panel < panels; panel += group) {
            const auto lastPanel = std::min(panel + group, panels);
            packPiece(MatrixPanels(PanelKind::Columns, matrix, n), { panel, lastPanel },
                { step, lastStep });
            const auto first = isByRow ? step * n : panel * width * k;
            const auto last = isByRow ? lastStep * n : std::min(lastPanel * width, n) * k;
            support::forgetPages(std::as_bytes(std::span(matrix.data + first, matrix.data + last)));
        }
    }
}

void StreamedWeights::packPiece(
    const MatrixPanels& source, const PanelRange& panels, const StepRange& steps)
{
    const auto width = productTable().columns;
    const auto count = steps.last - steps.first;
    const bool isFloat = m_element == ElementType::Float;
    auto buffer = makeTensor(ElementType::Float, { isFloat ? 0 : count * width });
    for (auto panel = panels.first; panel < panels.last; ++panel) {
        const auto at = (panel * m_depth + steps.first) * width;
        float* const place = isFloat ? floats(m_packed) + at : floats(buffer);
        const auto view = source.read(panel, steps.first, steps.last, place);
        for (std::int64_t step = 0; view.data != place && step < count; ++step)
            std::copy_n(view.data + step * view.stride, width, place + step * width);
        if (!isFloat)
            narrow(m_element, buffer.as<float>(), m_packed.as<std::uint16_t>().data() + at);
    }
}

void StreamedWeights::multiply(
    std::int64_t panel, const PanelView& a, std::int64_t m, float* tile) const
{
    const auto& table = productTable();
    const auto width = table.columns;
    const auto place = panel * width * m_depth;
    if (m_element == ElementType::Float)
        return table.tile[m - 1](
            a.data, a.stride, floats(m_packed) + place, width, tile, width, m_depth, false);
    const auto& tiles = m_element == ElementType::Float16 ? table.halfTile : table.bfloatTile;
    tiles[m - 1](
        a.data, a.stride, m_packed.as<std::uint16_t>().data() + place, tile, width, m_depth);
}

std::string_view StreamedWeights::variant() const
{
    return m_element == ElementType::Float  ? "gemv"
        : m_element == ElementType::Float16 ? "gemv fp16"
                                            : "gemv bf16";
}

} // namespace engine
