#include "engine/program/weights.h"

#include "engine/program/constant.h"
#include "model/sparse_tensor.h"
#include "model/support/text.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace engine {

using support::failAs;
using support::Result;

namespace {

/// Fills a tensor, whose elements are stored as T, with numbers from `draw`.
template <typename T, typename Draw>
void fill(Tensor& tensor, Draw draw)
{
    for (auto& element : tensor.as<T>())
        element = draw();
}

std::uint16_t bfloat16Of(float value)
{
    return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(value) + 0x8000u) >> 16);
}

/// Converts zero or a float well inside the normal range of IEEE half. Random weights need no more.
std::uint16_t smallHalfOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = (bits >> 16) & 0x8000u;
    const auto exponent = static_cast<int>((bits >> 23) & 0xffu) - 112;
    if (exponent <= 0)
        return static_cast<std::uint16_t>(sign);
    return static_cast<std::uint16_t>(
        sign | (static_cast<std::uint32_t>(exponent) << 10) | ((bits >> 13) & 0x3ffu));
}

/// Nearly normal numbers, each the sum of four uniform ones (Irwin and Hall). They are summed as
/// integers, which is quick, and gives the same weights with every standard library.
class NormalNumbers {
public:
    NormalNumbers(std::uint64_t seed, float deviation)
        : m_engine(seed)
        , m_scale(deviation / std::sqrt((static_cast<float>(side) * side - 1) / 3))
    {
    }
    float operator()()
    {
        auto bits = m_engine();
        std::int32_t sum = -2 * (side - 1); // the mean of four
        for (int i = 0; i < 4; ++i, bits >>= 16)
            sum += static_cast<std::int32_t>(bits & 0xffffu);
        return m_scale * static_cast<float>(sum);
    }

private:
    static constexpr std::int32_t side = 1 << 16; ///< a uniform number is 0 to side - 1
    std::mt19937_64 m_engine;
    float m_scale;
};

} // namespace

Result<Tensor> loadSparse(
    const model::SparseTensor& source, const model::TensorStore& store, MemoryPool& pool)
{
    const auto values = TRY(loadConstant(source.values, &store));
    const auto indices = TRY(loadConstant(source.indices, &store));
    auto dense = TRY(pool.allocate(values.element(), source.dims));
    if (dense.type.bytes() > 0)
        std::memset(dense.data, 0, dense.type.bytes());
    const auto bytesOf
        = [](const Tensor& tensor) { return std::span(tensor.data, tensor.type.bytes()); };
    TRY(model::expandSparse(source, bytesOf(values), bytesOf(indices), bytesOf(dense))
            .within("sparse tensor " + support::quote(source.values.name)));
    return dense;
}

Result<Tensor> randomWeights(
    ElementType element, std::span<const std::int64_t> dims, std::uint64_t seed, MemoryPool& pool)
{
    auto tensor = TRY(pool.allocate(element, dims));
    // The scale keeps sums over a layer's inputs near one, so that deep networks do not overflow.
    const auto fanIn = dims.size() < 2
        ? std::int64_t { 1 }
        : std::max<std::int64_t>(1, tensor.count() / std::max<std::int64_t>(dims.front(), 1));
    NormalNumbers draw(seed, dims.size() < 2 ? 0.02F : 1.0F / std::sqrt(static_cast<float>(fanIn)));
    switch (element) {
    case ElementType::Float:
        fill<float>(tensor, draw);
        break;
    case ElementType::Double:
        fill<double>(tensor, [&] { return static_cast<double>(draw()); });
        break;
    case ElementType::Bfloat16:
        fill<std::uint16_t>(tensor, [&] { return bfloat16Of(draw()); });
        break;
    case ElementType::Float16:
        fill<std::uint16_t>(tensor, [&] { return smallHalfOf(draw()); });
        break;
    default:
        if (tensor.data != nullptr)
            std::memset(tensor.data, 0, tensor.type.bytes());
    }
    return tensor;
}

} // namespace engine
