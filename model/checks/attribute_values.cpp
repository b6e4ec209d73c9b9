#include "model/checks/attribute_values.h"

#include "model/checks/rules.h"

#include "model/support/text.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace model::checks {

namespace {

/// The values that the standard allows for an attribute: words (each entry, if it is a list), or a
/// range of integers.
struct AllowedValues {
    std::vector<std::string_view> operators; ///< `Conv`, `ai.onnx.ml:TreeEnsemble`
    std::string_view attribute;
    std::vector<std::string_view> words;
    std::int64_t least = 0; ///< range, if there are no words
    std::int64_t most = 0;
};

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// One list for all versions of an operator: files use words of older versions with newer ones
/// (`bilinear` for `linear`), and kernels accept those. Source: operator texts of onnx 1.23.2 and
/// ONNX Runtime's contrib operators.
std::span<const AllowedValues> allowedValues()
{
    static const std::vector<AllowedValues> rows {
        { { "BitShift" }, "direction", { "LEFT", "RIGHT" } },
        { { "Cast", "CastLike" }, "round_mode", { "up", "down", "nearest" } },
        { { "CausalConvWithState" }, "activation", { "none", "silu", "swish" } },
        { { "DepthToSpace", "SpaceToDepth" }, "mode", { "DCR", "CRD" } },
        { { "DequantizeLinear", "QuantizeLinear" }, "block_size", {}, 0, unlimited },
        { { "Attention" }, "qk_matmul_output_mode", {}, 0, 3 },
        { { "Gelu" }, "approximate", { "none", "tanh" } },
        { { "GridSample" }, "mode", { "bilinear", "linear", "nearest", "bicubic", "cubic" } },
        { { "GridSample" }, "padding_mode", { "zeros", "border", "reflection" } },
        { { "ImageDecoder" }, "pixel_format", { "RGB", "BGR", "Grayscale" } },
        { { "LinearAttention" }, "update_rule", { "linear", "gated", "delta", "gated_delta" } },
        { { "LpNormalization" }, "p", {}, 1, 2 },
        { { "LpPool", "GlobalLpPool" }, "p", {}, 1, unlimited },
        { { "LRN" }, "size", {}, 1, unlimited },
        { { "RNN", "GRU", "LSTM" }, "direction", { "forward", "reverse", "bidirectional" } },
        { { "NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss" }, "reduction",
            { "none", "mean", "sum" } },
        { { "Pad" }, "mode", { "constant", "reflect", "edge", "wrap" } },
        { { "Resize", "Upsample" }, "mode", { "nearest", "linear", "bilinear", "cubic" } },
        { { "Resize" }, "coordinate_transformation_mode",
            { "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize" } },
        { { "Resize" }, "nearest_mode",
            { "round_prefer_floor", "round_prefer_ceil", "floor", "ceil" } },
        { { "ReverseSequence" }, "batch_axis", {}, 0, 1 },
        { { "ReverseSequence" }, "time_axis", {}, 0, 1 },
        { { "RoiAlign" }, "coordinate_transformation_mode", { "half_pixel", "output_half_pixel" } },
        { { "RoiAlign" }, "mode", { "avg", "max" } },
        { { "ScatterElements", "ScatterND" }, "reduction", { "none", "add", "mul", "max", "min" } },
        { { "StringNormalizer" }, "case_change_action", { "NONE", "LOWER", "UPPER" } },
        { { "TensorScatter" }, "mode", { "linear", "circular" } },
        { { "TfIdfVectorizer" }, "mode", { "TF", "IDF", "TFIDF" } },
        { { "com.microsoft:CDist" }, "metric", { "euclidean", "sqeuclidean" } },
        { { "com.microsoft:DequantizeLinear", "com.microsoft:QuantizeLinear" }, "block_size", {}, 0,
            unlimited },
        { { "com.microsoft:FusedConv", "com.microsoft:FusedGemm", "com.microsoft:NhwcFusedConv" },
            "activation",
            { "Relu", "Tanh", "Sigmoid", "Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh",
                "HardSigmoid", "HardSwish", "Swish", "Gelu", "Elu", "Softsign", "Softplus",
                "Clip" } },
        { { "com.microsoft:GridSample" }, "mode", { "bilinear", "nearest", "bicubic" } },
        { { "com.microsoft:GridSample" }, "padding_mode", { "zeros", "border", "reflection" } },
        { { "com.microsoft:MoE", "com.microsoft:QMoE" }, "activation_type",
            { "relu", "gelu", "silu", "swiglu", "identity" } },
        { { "com.microsoft:Pad" }, "mode", { "constant", "reflect", "edge", "wrap" } },
        { { "com.microsoft:SoftmaxCrossEntropyLossInternal",
              "com.microsoft:SoftmaxCrossEntropyLossInternalGrad" },
            "reduction", { "none", "mean", "sum" } },
        { { "ai.onnx.preview.training:Momentum" }, "mode", { "standard", "nesterov" } },
        { { "ai.onnx.ml:TreeEnsembleRegressor" }, "aggregate_function",
            { "AVERAGE", "SUM", "MIN", "MAX" } },
        { { "ai.onnx.ml:TreeEnsembleRegressor", "ai.onnx.ml:TreeEnsembleClassifier",
              "ai.onnx.ml:LinearClassifier", "ai.onnx.ml:LinearRegressor",
              "ai.onnx.ml:SVMClassifier", "ai.onnx.ml:SVMRegressor" },
            "post_transform", { "NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT" } },
        { { "ai.onnx.ml:TreeEnsembleRegressor", "ai.onnx.ml:TreeEnsembleClassifier" },
            "nodes_modes",
            { "BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ",
                "LEAF" } },
        { { "ai.onnx.ml:TreeEnsemble" }, "aggregate_function", {}, 0, 3 },
        { { "ai.onnx.ml:TreeEnsemble" }, "post_transform", {}, 0, 4 },
        { { "ai.onnx.ml:Normalizer" }, "norm", { "MAX", "L1", "L2" } },
        { { "ai.onnx.ml:SVMClassifier", "ai.onnx.ml:SVMRegressor" }, "kernel_type",
            { "LINEAR", "POLY", "RBF", "SIGMOID" } },
    };
    return rows;
}

bool names(const AllowedValues& row, const Node& node, std::string_view attribute)
{
    return row.attribute == attribute
        && std::ranges::any_of(row.operators, [&](std::string_view wanted) {
               const auto colon = wanted.find(':');
               return colon == std::string_view::npos ? node.domain.empty() && node.type == wanted
                                                      : node.domain == wanted.substr(0, colon)
                       && node.type == wanted.substr(colon + 1);
           });
}

std::string expectedText(const AllowedValues& row)
{
    std::string text;
    for (std::size_t i = 0; i < row.words.size(); ++i)
        text += std::string(i == 0                  ? ""
                        : i + 1 == row.words.size() ? " or "
                                                    : ", ")
            + std::string(row.words[i]);
    if (row.words.empty())
        text = row.most == unlimited
            ? "at least " + std::to_string(row.least)
            : std::to_string(row.least) + " to " + std::to_string(row.most);
    return text;
}

bool isAllowed(const AllowedValues& row, const Attribute::Value& value)
{
    const auto isWord = [&](std::string_view text) {
        return row.words.empty() || std::ranges::find(row.words, text) != row.words.end();
    };
    if (const auto* text = std::get_if<std::string>(&value))
        return isWord(*text);
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
        return std::ranges::all_of(*texts, isWord);
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return !row.words.empty() || (*number >= row.least && *number <= row.most);
    return true; // another type, which another rule reports, or known only at the call
}

} // namespace

std::span<const std::string_view> allowedWords(const Node& node, std::string_view attribute)
{
    // Inference checks this one for every operator that has it.
    static constexpr std::string_view paddings[] { "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID" };
    if (attribute == "auto_pad")
        return paddings;
    const auto row = std::ranges::find_if(
        allowedValues(), [&](const AllowedValues& each) { return names(each, node, attribute); });
    if (row == allowedValues().end())
        return {};
    return row->words;
}

void checkAttributeValues(const Model& model, support::Diagnostics& diagnostics)
{
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        if (node.schema == nullptr || node.function.isValid())
            continue;
        for (const auto& attribute : node.attributes) {
            const auto row = std::ranges::find_if(allowedValues(),
                [&](const AllowedValues& each) { return names(each, node, attribute.name); });
            if (row == allowedValues().end() || isAllowed(*row, attribute.value))
                continue;
            diagnostics.push_back(
                { support::Severity::Error, "attribute-value", locate(model, NodeId(i)),
                    "attribute '" + attribute.name + "' is " + attributeText(attribute, 60)
                        + ", expected " + expectedText(*row) });
        }
    }
}

} // namespace model::checks
