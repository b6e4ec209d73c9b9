#include "engine/cpu/onednn/activation.h"

#include "engine/cpu/bfloat_table.h"
#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"
#include "engine/kernel/half_floats.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine::onednn {

namespace {

#if DNNL_VERSION_MAJOR >= 3
constexpr float hardSwishAlpha = 1.0F / 6.0F;
constexpr float hardSwishBeta = 0.5F;
#else
constexpr float hardSwishAlpha = 0.0F;
constexpr float hardSwishBeta = 0.0F;
#endif

// clang-format off: it takes braces around #if for a block
constexpr std::array rows
{
    std::pair { Functor::LeakyRelu, dnnl::algorithm::eltwise_relu },
        std::pair { Functor::Sigmoid, dnnl::algorithm::eltwise_logistic },
        std::pair { Functor::Tanh, dnnl::algorithm::eltwise_tanh },
        std::pair { Functor::Swish, dnnl::algorithm::eltwise_swish },
        std::pair { Functor::HardSwish, dnnl::algorithm::eltwise_hardswish },
        std::pair { Functor::Mish, dnnl::algorithm::eltwise_mish },
#if DNNL_VERSION_MAJOR < 3
        // Version 3.1 gives NaN for infinity.
        std::pair { Functor::GeluByErf, dnnl::algorithm::eltwise_gelu_erf },
#endif
        std::pair { Functor::GeluByTanh, dnnl::algorithm::eltwise_gelu_tanh },
        std::pair { Functor::Absolute, dnnl::algorithm::eltwise_abs },
        std::pair { Functor::Sqrt, dnnl::algorithm::eltwise_sqrt },
};
// clang-format on

/// Rounding keeps the order of numbers, so a limit may be applied after it.
void applyToBfloats(const UnaryChoice& choice, std::uint16_t* y, std::int64_t count)
{
    const auto& table = bfloatTable();
    constexpr std::uint16_t infinity = 0x7f80;
    if (choice.op == UnaryOp::Relu)
        return table.clamp(y, y, count, 0, infinity);
    if (choice.op == UnaryOp::Clip && choice.alpha >= 0 && choice.beta >= choice.alpha)
        return table.clamp(
            y, y, count, bfloatBits(std::abs(choice.alpha)), bfloatBits(choice.beta));
    std::array<float, 1024> block;
    for (std::int64_t i = 0; i < count; i += std::ssize(block)) {
        const auto n = std::min<std::int64_t>(std::ssize(block), count - i);
        table.toFloat(y + i, block.data(), n);
        choice.apply(block.data(), block.data(), n);
        table.fromFloat(block.data(), y + i, n);
    }
}

void applyTo(Tensor& output, const UnaryChoice& choice, int threads)
{
    parallelFor(
        output.count(), elementsPerThread, threads, [&](std::int64_t first, std::int64_t last) {
            if (output.element() == ElementType::Bfloat16)
                applyToBfloats(choice, output.as<std::uint16_t>().data() + first, last - first);
            else
                choice.apply(floats(output) + first, floats(output) + first, last - first);
        });
}

} // namespace

std::optional<Epilogue> activationOf(Functor functor, float alpha)
{
    const auto found = std::ranges::find(rows, functor, [](const auto& row) { return row.first; });
    // With alpha = 0, oneDNN's LeakyRelu is its Relu, which gives 0 for NaN.
    if (found == rows.end() || (functor == Functor::LeakyRelu && alpha == 0))
        return std::nullopt;
    if (functor == Functor::HardSwish)
        return Epilogue { Epilogue::Kind::Eltwise, found->second, hardSwishAlpha, hardSwishBeta,
            {} };
    return Epilogue { Epilogue::Kind::Eltwise, found->second, alpha, 0, {} };
}

Result<FusedActivation> fusedActivation(std::string_view name, std::span<const float> parameters)
{
    if (const auto* const row = elementwiseOperator({}, name)) {
        const bool isGiven = !row->a.attribute.empty() && !parameters.empty();
        if (auto epilogue
            = activationOf(row->functor, isGiven ? parameters.front() : row->a.fallback))
            return FusedActivation { std::move(epilogue), {} };
    }
    const auto choice = activationChoice(name, parameters);
    if (!choice)
        return fail("neither oneDNN nor the native kernels have an activation ", name);
    return FusedActivation { std::nullopt, [choice = *choice](RunContext& context, Tensor& output) {
                                applyTo(output, choice, context.threads());
                            } };
}

} // namespace engine::onednn
