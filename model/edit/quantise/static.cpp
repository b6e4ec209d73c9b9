#include "model/edit/quantise/schemes.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

// QuantizeLinear and DequantizeLinear behind every activation that gets codes, and DequantizeLinear
// in front of weights and biases:
//
//     x ─► Q ─► DQ ─► Conv(·, DQ(codes int8), DQ(bias int32)) ─► y ─► Q ─► DQ ─► …
//
// The scale of a bias is that of the input times that of the weight, so an engine adds it to the
// sums of products of codes as it is.

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

constexpr double largestBias = std::numeric_limits<std::int32_t>::max();

class StaticRewriter {
public:
    StaticRewriter(Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan)
        : m_model(editing.model)
        , m_options(options)
        , m_plan(plan)
        , m_rewrite(editing)
    {
    }

    Result<void> run()
    {
        for (const auto& group : m_plan.activations)
            TRY(codeGroup(group));
        for (const auto& group : m_plan.activations)
            for (const auto value : group)
                redirectReaders(value);
        for (const auto node : m_plan.nodes)
            if (hasWeight(m_model.node(node)))
                TRY(codeWeights(node));
        return m_rewrite.apply();
    }

private:
    struct Coded {
        std::string name; ///< of the output of DequantizeLinear
        ActivationCode code;
    };
    /// How the weight of a node lies: [outer, channels, inner].
    struct Layout {
        std::size_t channels = 1;
        std::size_t inner = 1;
        std::int64_t axis = 0;
    };

    static bool hasWeight(const Node& node)
    {
        return node.type == "Conv" || node.type == "Gemm" || node.type == "MatMul";
    }

    Result<ActivationRange> rangeOf(const std::vector<ValueId>& group) const
    {
        std::optional<ActivationRange> range;
        for (const auto id : group) {
            const auto found = m_options.ranges.find(m_model.value(id).name);
            if (found == m_options.ranges.end())
                continue;
            if (!range)
                range = found->second;
            range->low = std::min(range->low, found->second.low);
            range->high = std::max(range->high, found->second.high);
        }
        const auto& name = m_model.value(group.front()).name;
        if (!range)
            return failAs(ErrorKind::Usage, "value ", quote(name),
                " has no range; the calibration runs did not reach it: keep the nodes that read "
                "or make it");
        if (!std::isfinite(range->low) || !std::isfinite(range->high) || range->low > range->high)
            return failAs(ErrorKind::Usage, "the range of value ", quote(name), " is ", range->low,
                " to ", range->high, ", expected two finite numbers in order");
        return *range;
    }

    Result<void> codeGroup(const std::vector<ValueId>& group)
    {
        const auto range = TRY(rangeOf(group));
        const bool isSigned = m_options.profile == ActivationProfile::TensorRt;
        const auto code
            = isSigned ? signedCode(range.low, range.high) : unsignedCode(range.low, range.high);
        const auto& first = m_model.value(group.front()).name;
        const auto scale = m_rewrite.addInitializer(
            first + "_scale", sourceOf(ElementType::Float, {}, std::vector { code.scale }));
        const auto zero = m_rewrite.addInitializer(first + "_zero_point",
            sourceOf(isSigned ? ElementType::Int8 : ElementType::Uint8, {},
                std::vector { static_cast<std::uint8_t>(code.zeroPoint) }));
        for (const auto id : group) {
            const auto& name = m_model.value(id).name;
            const auto codes = m_rewrite.freshValue(name + "_quantized");
            const auto numbers = m_rewrite.freshValue(name + "_dequantized");
            m_rewrite.addNodeBehind(id,
                makeNode("QuantizeLinear", m_rewrite.freshNode(name + "_QuantizeLinear"),
                    { name, scale, zero }, { codes }));
            m_rewrite.addNodeBehind(id,
                makeNode("DequantizeLinear", m_rewrite.freshNode(name + "_DequantizeLinear"),
                    { codes, scale, zero }, { numbers }));
            m_coded[id] = { numbers, code };
        }
        return {};
    }

    void redirectReaders(ValueId id)
    {
        const auto& value = m_model.value(id);
        for (const auto& use : value.uses)
            if (m_model.node(use.node).graph == value.graph)
                m_rewrite.setInput(use.node, use.input, m_coded[id].name);
    }

    Result<Layout> layoutOf(NodeId id, const Tensor& tensor) const
    {
        const auto count
            = [&](std::size_t axis) { return static_cast<std::size_t>(tensor.dims[axis]); };
        if (m_model.node(id).type == "Conv") {
            std::size_t inner = 1;
            for (std::size_t axis = 1; axis < tensor.dims.size(); ++axis)
                inner *= count(axis);
            return Layout { count(0), inner, 0 };
        }
        const auto product = TRY(productOf(m_model, id));
        return product.isByOutput ? Layout { count(0), count(1), 0 } : Layout { count(1), 1, 1 };
    }

    std::string addScales(const std::string& base, const std::vector<float>& scales)
    {
        auto dims = m_options.weightScales == WeightScales::PerChannel
            ? std::vector { static_cast<std::int64_t>(scales.size()) }
            : std::vector<std::int64_t>();
        return m_rewrite.addInitializer(
            base + "_scale", sourceOf(ElementType::Float, std::move(dims), scales));
    }

    /// Adds a constant and the DequantizeLinear that makes floats of it, before a node. Returns the
    /// name of the floats.
    template <typename T>
    std::string addDequantised(const Node& reader, const std::string& base, TensorSource codes,
        const std::vector<float>& scales, std::int64_t axis)
    {
        const auto element = codes.element;
        const auto scale = addScales(base, scales);
        auto zeroDims = m_options.weightScales == WeightScales::PerChannel
            ? std::vector { static_cast<std::int64_t>(scales.size()) }
            : std::vector<std::int64_t>();
        const auto zero = m_rewrite.addInitializer(base + "_zero_point",
            sourceOf(element, std::move(zeroDims), std::vector<T>(scales.size())));
        const auto name = m_rewrite.addInitializer(base + "_quantized", std::move(codes));
        const auto numbers = m_rewrite.freshValue(base + "_dequantized");
        auto node = makeNode("DequantizeLinear", m_rewrite.freshNode(base + "_DequantizeLinear"),
            { name, scale, zero }, { numbers });
        if (m_options.weightScales == WeightScales::PerChannel)
            addAttribute(node, "axis", axis);
        m_rewrite.addNodeBefore(reader.position, std::move(node));
        return numbers;
    }

    /// The constant of floats that is added to each channel; empty if there is none, or if the
    /// engine takes it as floats.
    Result<std::vector<float>> biasOf(const Node& node, std::size_t channels) const
    {
        std::vector<float> none;
        if (m_options.profile == ActivationProfile::TensorRt || node.inputs.size() < 3)
            return none;
        const auto* const tensor = constantOf(m_model, node.inputs[2]);
        if (tensor == nullptr || tensor->element != ElementType::Float
            || tensor->dims != std::vector { static_cast<std::int64_t>(channels) })
            return none;
        return numbersOf(m_model, *tensor);
    }

    Result<void> codeWeights(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto weight = TRY(weightOf(m_model, id, 1));
        const auto& tensor = *weight.tensor;
        const auto numbers = TRY(numbersOf(m_model, tensor));
        auto layout = TRY(layoutOf(id, tensor));
        const auto outputs = layout.channels;
        const bool isPerChannel = m_options.weightScales == WeightScales::PerChannel;
        if (!isPerChannel)
            layout = { 1, numbers.size(), 0 };
        const auto bias = TRY(biasOf(node, outputs));
        const auto inputScale = m_coded[node.inputs.front()].code.scale;
        std::vector<float> smallest(layout.channels);
        for (std::size_t c = 0; c < bias.size(); ++c) {
            auto& least = smallest[isPerChannel ? c : 0];
            least = std::max(
                least, static_cast<float>(std::abs(bias[c]) / (inputScale * largestBias * 0.999)));
        }
        auto encoded = encodeChannels(numbers, layout.channels, layout.inner, smallest);
        auto dims = tensor.dims;
        if (weight.isTransposed) {
            encoded.codes = transposed(encoded.codes, static_cast<std::size_t>(dims[0]));
            std::swap(dims[0], dims[1]);
            layout.axis = 1 - layout.axis;
        }
        const auto name = addDequantised<std::int8_t>(node, tensor.name,
            sourceOf(ElementType::Int8, std::move(dims), std::move(encoded.codes)), encoded.scales,
            layout.axis);
        m_rewrite.setInput(id, 1, name);
        if (!bias.empty())
            m_rewrite.setInput(id, 2, codeBias(node, bias, encoded.scales, inputScale));
        return {};
    }

    std::string codeBias(const Node& node, const std::vector<float>& bias,
        const std::vector<float>& weightScales, float inputScale)
    {
        std::vector<float> scales(weightScales.size());
        std::ranges::transform(
            weightScales, scales.begin(), [&](float scale) { return scale * inputScale; });
        std::vector<std::int32_t> codes(bias.size());
        for (std::size_t c = 0; c < bias.size(); ++c)
            codes[c] = static_cast<std::int32_t>(
                std::nearbyint(double(bias[c]) / scales[scales.size() == 1 ? 0 : c]));
        return addDequantised<std::int32_t>(node, m_model.value(node.inputs[2]).name,
            sourceOf(
                ElementType::Int32, { static_cast<std::int64_t>(bias.size()) }, std::move(codes)),
            scales, 0);
    }

    const Model& m_model;
    const QuantiseOptions& m_options;
    const QuantisationPlan& m_plan;
    GraphRewrite m_rewrite;
    std::unordered_map<ValueId, Coded> m_coded;
};

} // namespace

Result<void> rewriteStatically(
    Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan)
{
    const std::int64_t needed = options.weightScales == WeightScales::PerChannel ? 13 : 10;
    if (const auto opset = editing.model.opset("", editing.model.main().id); opset < needed)
        return failAs(ErrorKind::Usage, "the model imports opset ", opset,
            " of ai.onnx, but QuantizeLinear with these scales needs ", needed,
            "; convert the model to a newer opset first");
    return StaticRewriter(editing, options, plan).run();
}

} // namespace model::edit
