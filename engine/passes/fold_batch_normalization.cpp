#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"

#include <cmath>

namespace engine {

namespace {

bool isFloat(const Tensor* tensor)
{
    return tensor != nullptr && tensor->element() == ElementType::Float && tensor->data != nullptr;
}

/// y = x * factor + shift per channel: a BatchNormalization for inference.
struct ChannelScale {
    std::vector<float> factor;
    std::vector<float> shift;
};

std::optional<ChannelScale> scaleOf(const Program& program, const Op& op)
{
    if (op.node.type != "BatchNormalization" || !op.node.domain.empty() || op.inputs.size() < 5
        || op.node.flag("training_mode") || op.node.has("spatial"))
        return std::nullopt;
    if (op.node.version < 7 && !op.node.flag("is_test"))
        return std::nullopt;
    // More outputs are statistics of training (ONNX BatchNormalization-7 and -9).
    if (op.outputs.size() != 1)
        return std::nullopt;
    std::array<const Tensor*, 4> parts {};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i] = program.constantOf(op.inputs[i + 1]);
        if (!isFloat(parts[i]) || parts[i]->count() != parts[0]->count())
            return std::nullopt;
    }
    const auto epsilon = op.node.real("epsilon", 1e-5F);
    ChannelScale scale;
    for (std::size_t c = 0; c < static_cast<std::size_t>(parts[0]->count()); ++c) {
        const auto factor
            = parts[0]->as<float>()[c] / std::sqrt(parts[3]->as<float>()[c] + epsilon);
        scale.factor.push_back(factor);
        scale.shift.push_back(parts[1]->as<float>()[c] - parts[2]->as<float>()[c] * factor);
    }
    return scale;
}

Tensor scaledWeights(const Tensor& weights, const ChannelScale& scale)
{
    auto scaled = makeTensor(ElementType::Float, weights.dims());
    const auto channels = scale.factor.size();
    const auto inner = static_cast<std::size_t>(weights.count()) / channels;
    const auto source = weights.as<float>();
    const auto target = scaled.as<float>();
    for (std::size_t c = 0; c < channels; ++c) {
        for (std::size_t i = 0; i < inner; ++i)
            target[c * inner + i] = source[c * inner + i] * scale.factor[c];
    }
    return scaled;
}

Tensor scaledBias(const Tensor* bias, const ChannelScale& scale)
{
    auto scaled = makeTensor(ElementType::Float, { std::ssize(scale.factor) });
    for (std::size_t c = 0; c < scale.factor.size(); ++c)
        scaled.as<float>()[c]
            = scale.shift[c] + (bias != nullptr ? bias->as<float>()[c] * scale.factor[c] : 0.0F);
    return scaled;
}

std::optional<Edit> foldInto(const Program& program, OpId convId, OpId normId)
{
    const auto& conv = program.op(convId);
    const auto& norm = program.op(normId);
    const auto scale = scaleOf(program, norm);
    if (!scale || conv.inputs.size() < 2)
        return std::nullopt;
    const auto* weights = program.constantOf(conv.inputs[1]);
    const bool hasBias = conv.inputs.size() > 2 && conv.inputs[2].isValid();
    const auto* bias = hasBias ? program.constantOf(conv.inputs[2]) : nullptr;
    const auto channels = std::ssize(scale->factor);
    if (channels == 0 || !isFloat(weights) || weights->rank() < 3
        || weights->dims().front() != channels)
        return std::nullopt;
    if (hasBias && (!isFloat(bias) || bias->count() != channels))
        return std::nullopt;

    Edit edit;
    edit.taken = { { convId, NodeFate::Kind::Kept }, { normId, NodeFate::Kind::FusedInto } };
    edit.values.resize(2);
    edit.values[0].name = program.value(conv.inputs[1]).name;
    edit.values[0].constant = scaledWeights(*weights, *scale);
    edit.values[1].name = hasBias ? program.value(conv.inputs[2]).name : norm.node.label + " shift";
    edit.values[1].constant = scaledBias(bias, *scale);
    Op merged = conv;
    merged.isRemoved = false;
    merged.inputs.resize(3);
    merged.inputs[1] = newValue(0);
    merged.inputs[2] = newValue(1);
    merged.outputs = { norm.outputs.front() };
    edit.added.push_back(std::move(merged));
    return edit;
}

} // namespace

Patch foldBatchNormalization(const Program& program, const PassContext& context)
{
    Patch patch;
    const auto& pattern = patternOf(program, context);
    pattern.forEachOp([&](OpId id) {
        const auto& norm = program.op(id);
        if (norm.node.type != "BatchNormalization" || norm.inputs.empty())
            return;
        const auto conv = pattern.makerOf(norm.inputs[0], "Conv");
        if (!conv.isValid() || pattern.onlyReaderOf(norm.inputs[0]) != id)
            return;
        if (auto edit = foldInto(program, conv, id))
            patch.edits.push_back(std::move(*edit));
    });
    return patch;
}

} // namespace engine
