#include "engine/cpu/onednn/activation.h"

#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"

#include <array>

namespace engine::onednn {

namespace {

struct ActivationRow {
    std::string_view name;
    dnnl::algorithm algorithm;
    float alpha; ///< ONNX's default where the operator has a parameter
    std::size_t parameters;
};

#if DNNL_VERSION_MAJOR >= 3
constexpr float hardSwishAlpha = 1.0F / 6.0F;
constexpr float hardSwishBeta = 0.5F;
#else
constexpr float hardSwishAlpha = 0.0F;
constexpr float hardSwishBeta = 0.0F;
#endif

constexpr std::array rows {
    ActivationRow { "LeakyRelu", dnnl::algorithm::eltwise_relu, 0.01F, 1 },
    ActivationRow { "Sigmoid", dnnl::algorithm::eltwise_logistic, 0, 0 },
    ActivationRow { "Tanh", dnnl::algorithm::eltwise_tanh, 0, 0 },
    ActivationRow { "Swish", dnnl::algorithm::eltwise_swish, 1, 1 },
    ActivationRow { "HardSwish", dnnl::algorithm::eltwise_hardswish, hardSwishAlpha, 0 },
    ActivationRow { "Mish", dnnl::algorithm::eltwise_mish, 0, 0 },
    ActivationRow { "Gelu", dnnl::algorithm::eltwise_gelu_erf, 0, 0 },
    ActivationRow { "GeluTanh", dnnl::algorithm::eltwise_gelu_tanh, 0, 0 },
    ActivationRow { "Abs", dnnl::algorithm::eltwise_abs, 0, 0 },
    ActivationRow { "Sqrt", dnnl::algorithm::eltwise_sqrt, 0, 0 },
};

} // namespace

std::optional<Epilogue> activationOf(std::string_view name, std::span<const float> parameters)
{
    const auto found = std::ranges::find(rows, name, &ActivationRow::name);
    if (found == rows.end())
        return std::nullopt;
    const bool isGiven = found->parameters > 0 && !parameters.empty();
    const float alpha = isGiven ? parameters.front() : found->alpha;
    // With alpha = 0, oneDNN's LeakyRelu is its Relu, which gives 0 for NaN.
    if (found->algorithm == dnnl::algorithm::eltwise_relu && alpha == 0)
        return std::nullopt;
    return Epilogue { Epilogue::Kind::Eltwise, found->algorithm, alpha,
        name == "HardSwish" ? hardSwishBeta : 0, {} };
}

Result<FusedActivation> fusedActivation(std::string_view name, std::span<const float> parameters)
{
    if (auto epilogue = activationOf(name, parameters))
        return FusedActivation { std::move(epilogue), {} };
    const auto choice = activationChoice(name, parameters);
    if (!choice)
        return fail("neither oneDNN nor the native kernels have an activation ", name);
    return FusedActivation { std::nullopt, [choice = *choice](RunContext& context, Tensor& output) {
                                auto* const y = floats(output);
                                parallelFor(output.count(), elementsPerThread, context.threads(),
                                    [&](std::int64_t first, std::int64_t last) {
                                        choice.apply(y + first, y + first, last - first);
                                    });
                            } };
}

} // namespace engine::onednn
