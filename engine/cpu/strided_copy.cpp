#include "engine/cpu/strided_copy.h"

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

constexpr std::int64_t bytesPerThread = 256 * 1024;

template <typename T>
void copyRow(const T* from, std::int64_t fromStep, T* to, std::int64_t toStep, std::int64_t count)
{
    if (fromStep == 1 && toStep == 1) {
        std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
    } else if (fromStep == 0 && toStep == 1) {
        std::fill_n(to, count, *from);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            to[i * toStep] = from[i * fromStep];
    }
}

} // namespace

StridedCopy::StridedCopy(Dims dims, Dims from, Dims to, std::size_t elementBytes)
    : m_loop(std::move(dims), { std::move(from), std::move(to) })
    , m_bytes(elementBytes)
{
}

template <typename T>
void StridedCopy::copyRows(
    const std::byte* source, std::byte* target, std::int64_t first, std::int64_t last) const
{
    const auto [fromStep, toStep] = m_loop.rowStrides();
    const auto* from = reinterpret_cast<const T*>(source);
    auto* to = reinterpret_cast<T*>(target);
    if (m_loop.rows() > 1) {
        m_loop.forRows(first, last, [&, fromStep = fromStep, toStep = toStep](const auto& at) {
            copyRow(from + at[0], fromStep, to + at[1], toStep, m_loop.rowLength());
        });
        return;
    }
    // If there is only one row, the range counts its elements. A scalar has no strides.
    copyRow(from + first * fromStep, fromStep, to + first * toStep, toStep == 0 ? 1 : toStep,
        last - first);
}

void StridedCopy::run(const std::byte* source, std::byte* target, int threads) const
{
    if (m_loop.rows() == 0)
        return;
    const bool isOneRow = m_loop.rows() == 1;
    const auto unit = static_cast<std::int64_t>(m_bytes) * (isOneRow ? 1 : m_loop.rowLength());
    parallelFor(isOneRow ? m_loop.rowLength() : m_loop.rows(),
        std::max<std::int64_t>(bytesPerThread / unit, 1), threads,
        [&](std::int64_t first, std::int64_t last) {
            switch (m_bytes) {
            case 1:
                return copyRows<std::uint8_t>(source, target, first, last);
            case 2:
                return copyRows<std::uint16_t>(source, target, first, last);
            case 4:
                return copyRows<std::uint32_t>(source, target, first, last);
            case 8:
                return copyRows<std::uint64_t>(source, target, first, last);
            default:
                return copyRows<Bytes16>(source, target, first, last);
            }
        });
}

Result<std::size_t> fixedWidth(const KernelRequest& request, std::size_t input)
{
    const auto& type = request.input(input);
    const auto bytes = type.kind == InputType::Kind::Tensor ? elementBytes(type.tensor.element) : 0;
    if (bytes == 0)
        return fail("native ", request.node.type, " copies elements of fixed width only, input ",
            input, " has others");
    return bytes;
}

} // namespace engine
