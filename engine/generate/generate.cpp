#include "engine/inputs/inputs.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/reference/rounding.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace engine {

namespace {

class UniformNumbers {
public:
    explicit UniformNumbers(std::uint64_t seed)
        : m_engine(seed)
    {
    }
    /// Returns a number in [low, high); integer() includes both ends.
    double real(double low, double high)
    {
        return low + (high - low) * static_cast<double>(m_engine() >> 11) * 0x1p-53;
    }
    double integer(double low, double high)
    {
        return std::min(high, std::floor(real(low, high + 1.0)));
    }

private:
    std::mt19937_64 m_engine;
};

/// Returns the number, limited to the range of a bool or of an integer of less than a byte.
std::uint8_t codeOf(double number, ElementType element)
{
    const bool isSigned = model::traits(element).kind == model::ElementClass::SignedInteger;
    const auto bits = element == ElementType::Bool ? 1 : model::traits(element).bits;
    const auto values = static_cast<double>(1u << bits);
    const auto least = isSigned ? -values / 2 : 0.0;
    return static_cast<std::uint8_t>(
        static_cast<std::int8_t>(std::clamp(number, least, least + values - 1)));
}

/// Fills the tensor with numbers from `draw`. Integers get the nearest value of their range.
template <typename Draw>
Result<void> write(Tensor& tensor, Draw draw)
{
    const auto element = tensor.element();
    if (contains(NumberTypes {}, element)) {
        return visitElement(NumberTypes {}, element, [&]<typename T>() {
            for (auto& place : tensor.as<T>())
                place = roundedTo<T>(draw());
        });
    }
    if (element == ElementType::Complex64 || element == ElementType::Complex128) {
        const auto parts = static_cast<std::size_t>(tensor.count()) * 2;
        for (std::size_t i = 0; i < parts; ++i) {
            if (element == ElementType::Complex64)
                reinterpret_cast<float*>(tensor.data)[i] = static_cast<float>(draw());
            else
                reinterpret_cast<double*>(tensor.data)[i] = draw();
        }
        return {};
    }
    if (element == ElementType::String) {
        for (auto& place : *tensor.strings)
            place = std::to_string(roundedTo<std::int64_t>(draw()));
        return {};
    }
    for (auto& place : tensor.as<std::uint8_t>()) { // bool and types of a byte or less
        const auto number = draw();
        place = isSmallFloat(element)
            ? static_cast<std::uint8_t>(encodeSmallFloat(number, element, Overflow::Saturate))
            : codeOf(number, element);
    }
    return {};
}

} // namespace

Result<Tensor> generate(
    const InputSpec& spec, const TensorType& type, std::uint64_t seed, MemoryPool& pool)
{
    auto tensor = TRY(pool.allocate(type.element, type.dims));
    if (spec.source == InputSpec::Source::Zeros || spec.source == InputSpec::Source::Ones) {
        const double number = spec.source == InputSpec::Source::Ones ? 1.0 : 0.0;
        TRY(write(tensor, [&] { return number; }));
        return tensor;
    }
    const double low = spec.low.value_or(0.0);
    const double high = spec.high.value_or(std::max(1.0, low));
    if (!(low <= high))
        return support::failAs(
            support::ErrorKind::Usage, "the range of random numbers is ", low, "..", high);
    UniformNumbers numbers(seed);
    const bool isReal = model::isFloating(type.element)
        || model::traits(type.element).kind == model::ElementClass::Complex;
    TRY(write(
        tensor, [&] { return isReal ? numbers.real(low, high) : numbers.integer(low, high); }));
    return tensor;
}

} // namespace engine
