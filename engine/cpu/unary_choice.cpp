#include "engine/cpu/unary_choice.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

struct ActivationRow {
    std::string_view name;
    UnaryOp op;
    std::size_t constants;
    float alpha;
    float beta;
};

constexpr float unlimited = std::numeric_limits<float>::infinity();

constexpr ActivationRow activationRows[] = {
    { "relu", UnaryOp::Relu, 0, 0, 0 },
    { "leakyrelu", UnaryOp::LeakyRelu, 1, 0.01f, 0 },
    { "elu", UnaryOp::Elu, 1, 1, 0 },
    { "sigmoid", UnaryOp::Sigmoid, 0, 0, 0 },
    { "hardsigmoid", UnaryOp::HardSigmoid, 2, 0.2f, 0.5f },
    { "hardswish", UnaryOp::HardSwish, 0, 0, 0 },
    { "tanh", UnaryOp::Tanh, 0, 0, 0 },
    { "swish", UnaryOp::Swish, 1, 1, 0 },
    { "gelu", UnaryOp::GeluErf, 0, 0, 0 },
    { "gelutanh", UnaryOp::GeluTanh, 0, 0, 0 },
    { "clip", UnaryOp::Clip, 2, -unlimited, unlimited },
    { "affine", UnaryOp::Affine, 2, 1, 0 },
    { "abs", UnaryOp::Abs, 0, 0, 0 },
    { "sqrt", UnaryOp::Sqrt, 0, 0, 0 },
    { "exp", UnaryOp::Exp, 0, 0, 0 },
    { "log", UnaryOp::Log, 0, 0, 0 },
};

bool isSameName(std::string_view written, std::string_view lower)
{
    return std::ranges::equal(written, lower,
        [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

} // namespace

std::optional<UnaryChoice> activationChoice(std::string_view name, std::span<const float> constants)
{
    const auto* row = std::ranges::find_if(
        activationRows, [&](const auto& known) { return isSameName(name, known.name); });
    if (row == std::end(activationRows))
        return std::nullopt;
    const auto at = [&](std::size_t i, float fallback) {
        return i < row->constants && i < constants.size() ? constants[i] : fallback;
    };
    return UnaryChoice { row->op, at(0, row->alpha), at(1, row->beta) };
}

} // namespace engine
