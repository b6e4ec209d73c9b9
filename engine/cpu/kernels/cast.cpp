#include "engine/cpu/bfloat_table.h"
#include "engine/cpu/native.h"
#include "engine/kernel/small_float.h"

#include <algorithm>

// Cast between the most frequent pairs of types for which C++'s conversion gives ONNX's result.
// Refuses the rest.

namespace engine {

namespace {

using ConvertRows
    = void (*)(const std::byte* x, std::byte* y, std::int64_t first, std::int64_t last);

template <typename From, typename To>
void convertRows(const std::byte* x, std::byte* y, std::int64_t first, std::int64_t last)
{
    const auto* from = reinterpret_cast<const From*>(x);
    auto* to = reinterpret_cast<To*>(y);
    for (auto i = first; i < last; ++i)
        to[i] = static_cast<To>(from[i]);
}

void widenBfloats(const std::byte* x, std::byte* y, std::int64_t first, std::int64_t last)
{
    bfloatTable().toFloat(reinterpret_cast<const std::uint16_t*>(x) + first,
        reinterpret_cast<float*>(y) + first, last - first);
}
void roundToBfloats(const std::byte* x, std::byte* y, std::int64_t first, std::int64_t last)
{
    bfloatTable().fromFloat(reinterpret_cast<const float*>(x) + first,
        reinterpret_cast<std::uint16_t*>(y) + first, last - first);
}

struct CastRow {
    ElementType from;
    ElementType to;
    ConvertRows convert;
};

template <typename From, typename To>
constexpr CastRow rowOf()
{
    return { model::ElementTypeOf<From>::value, model::ElementTypeOf<To>::value,
        convertRows<From, To> };
}

constexpr CastRow castRows[] = {
    rowOf<bool, float>(),
    rowOf<bool, std::int32_t>(),
    rowOf<bool, std::int64_t>(),
    rowOf<bool, std::uint8_t>(),
    rowOf<std::uint8_t, float>(),
    rowOf<std::int8_t, float>(),
    rowOf<std::int32_t, float>(),
    rowOf<std::int64_t, float>(),
    rowOf<std::int32_t, std::int64_t>(),
    rowOf<std::int64_t, std::int32_t>(),
    rowOf<std::int32_t, bool>(),
    rowOf<std::int64_t, bool>(),
    rowOf<float, bool>(),
    rowOf<float, double>(),
    rowOf<double, float>(),
    CastRow { ElementType::Bfloat16, ElementType::Float, widenBfloats },
    CastRow { ElementType::Float, ElementType::Bfloat16, roundToBfloats },
};

Result<std::unique_ptr<Kernel>> prepareCast(const KernelRequest& request)
{
    const auto& input = request.input(0);
    const auto to = static_cast<ElementType>(request.node.integer("to", 0));
    const auto* row = std::ranges::find_if(castRows,
        [&](const auto& known) { return known.from == input.tensor.element && known.to == to; });
    if (input.kind != InputType::Kind::Tensor || row == std::end(castRows))
        return fail("native Cast does not go from ", input.tensor.element, " to ", to);
    return nativeKernel([row = *row](RunContext& context) -> Result<void> {
        const auto& source = context.tensor(0);
        auto* output = TRY(context.output(0, row.to, source.dims()));
        parallelFor(source.count(), elementsPerThread, context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                row.convert(source.data, output->data, first, last);
            });
        return {};
    });
}

const RegisterNative cast("Cast", prepareCast);

} // namespace

} // namespace engine
