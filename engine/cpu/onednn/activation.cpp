#include "engine/cpu/onednn/activation.h"

#include <array>
#include <limits>

namespace engine::onednn {

namespace {

struct ActivationRow {
    std::string_view name;
    dnnl::algorithm algorithm;
    float alpha; ///< defaults of ONNX where the operator has parameters
    float beta;
    std::size_t parameters;
};

#if DNNL_VERSION_MAJOR >= 3
constexpr float hardSwishAlpha = 1.0F / 6.0F;
constexpr float hardSwishBeta = 0.5F;
#else
constexpr float hardSwishAlpha = 0.0F;
constexpr float hardSwishBeta = 0.0F;
#endif
constexpr float unlimited = std::numeric_limits<float>::infinity();

constexpr std::array rows {
    ActivationRow { "Relu", dnnl::algorithm::eltwise_relu, 0, 0, 0 },
    ActivationRow { "LeakyRelu", dnnl::algorithm::eltwise_relu, 0.01F, 0, 1 },
    ActivationRow { "Sigmoid", dnnl::algorithm::eltwise_logistic, 0, 0, 0 },
    ActivationRow { "Tanh", dnnl::algorithm::eltwise_tanh, 0, 0, 0 },
    ActivationRow { "Elu", dnnl::algorithm::eltwise_elu, 1, 0, 1 },
    ActivationRow { "Clip", dnnl::algorithm::eltwise_clip, -unlimited, unlimited, 2 },
    ActivationRow { "Swish", dnnl::algorithm::eltwise_swish, 1, 0, 1 },
    ActivationRow {
        "HardSwish", dnnl::algorithm::eltwise_hardswish, hardSwishAlpha, hardSwishBeta, 0 },
    ActivationRow { "Mish", dnnl::algorithm::eltwise_mish, 0, 0, 0 },
    ActivationRow { "Gelu", dnnl::algorithm::eltwise_gelu_erf, 0, 0, 0 },
    ActivationRow { "GeluTanh", dnnl::algorithm::eltwise_gelu_tanh, 0, 0, 0 },
    ActivationRow { "Abs", dnnl::algorithm::eltwise_abs, 0, 0, 0 },
    ActivationRow { "Sqrt", dnnl::algorithm::eltwise_sqrt, 0, 0, 0 },
    ActivationRow { "Exp", dnnl::algorithm::eltwise_exp, 0, 0, 0 },
    ActivationRow { "Log", dnnl::algorithm::eltwise_log, 0, 0, 0 },
};

Epilogue eltwiseOf(dnnl::algorithm algorithm, float alpha, float beta)
{
    return { Epilogue::Kind::Eltwise, algorithm, alpha, beta, {} };
}

} // namespace

std::optional<std::vector<Epilogue>> activationOf(
    std::string_view name, std::span<const float> parameters)
{
    const auto at = [&](std::size_t i, float fallback) {
        return i < parameters.size() ? parameters[i] : fallback;
    };
    if (name == "HardSigmoid")
        return std::vector { eltwiseOf(dnnl::algorithm::eltwise_linear, at(0, 0.2F), at(1, 0.5F)),
            eltwiseOf(dnnl::algorithm::eltwise_clip, 0, 1) };
    const auto found = std::ranges::find(rows, name, &ActivationRow::name);
    if (found == rows.end())
        return std::nullopt;
    return std::vector { eltwiseOf(found->algorithm,
        found->parameters > 0 ? at(0, found->alpha) : found->alpha,
        found->parameters > 1 ? at(1, found->beta) : found->beta) };
}

} // namespace engine::onednn
