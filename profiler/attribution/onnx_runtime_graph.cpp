#include "profiler/attribution/onnx_runtime_graph.h"

#include "model/inference/call_order.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profiler::onnx_runtime {

namespace {

using model::Model;
using model::Node;
using model::ValueId;

struct Pair {
    std::string_view from;
    std::string_view to;
};
constexpr std::array<Pair, 12> families { {
    { "Gemm", "MatMul" },
    { "QGemm", "MatMul" },
    { "MatMulInteger", "MatMul" },
    { "MatMulIntegerToFloat", "MatMul" },
    { "MatMulInteger16", "MatMul" },
    { "DynamicQuantizeMatMul", "MatMul" },
    { "MatMulNBits", "MatMul" },
    { "TransposeMatMul", "MatMul" },
    { "MatMulActivation", "MatMul" },
    { "ConvInteger", "Conv" },
    { "Upsample", "Resize" },
    { "Sum", "Add" },
} };
constexpr std::array<Pair, 10> movers { {
    { "ReorderInput", "layout change" },
    { "ReorderOutput", "layout change" },
    { "Transpose", "layout change" },
    { "Reshape", "layout change" },
    { "Squeeze", "layout change" },
    { "Unsqueeze", "layout change" },
    { "Cast", "cast" },
    { "MemcpyToHost", "copy between devices" },
    { "MemcpyFromHost", "copy between devices" },
    { "Memcpy", "copy between devices" },
} };
constexpr std::array<std::string_view, 7> randomTypes { "RandomNormal", "RandomNormalLike",
    "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli", "Dropout" };

constexpr std::array<std::string_view, 24> quantisationKeepers { "Clip", "Concat", "DepthToSpace",
    "Expand", "Flatten", "Gather", "Identity", "Max", "MaxPool", "Min", "NhwcMaxPool", "Pad",
    "Relu", "ReorderInput", "ReorderOutput", "Reshape", "Resize", "Slice", "SpaceToDepth", "Split",
    "Squeeze", "Transpose", "Unsqueeze", "Upsample" };

template <std::size_t N>
std::string_view lookUp(const std::array<Pair, N>& table, std::string_view word)
{
    const auto found = std::ranges::find(table, word, &Pair::from);
    return found == table.end() ? std::string_view() : found->to;
}

bool isScaled(const Node& executed)
{
    const auto* alpha = executed.type == "FusedMatMul" ? executed.attribute("alpha") : nullptr;
    const auto* factor = alpha != nullptr ? std::get_if<float>(&alpha->value) : nullptr;
    return factor != nullptr && *factor != 1.0F;
}

/// The size of an input is a number, so Shape and Size of it are constants.
bool hasStaticShape(const model::Value& value)
{
    return value.type.isTensor() && value.type.shape && model::concrete(*value.type.shape);
}

class Constants {
public:
    explicit Constants(const Model& model)
        : m_model(model)
        , m_isConstant(model.values.size(), false)
    {
    }

    std::vector<bool> find() &&
    {
        for (std::uint32_t i = 0; i < m_model.values.size(); ++i) {
            const auto& value = m_model.values[i];
            // Before IR 4 all initializers are inputs too, and no caller replaces them.
            m_isConstant[i]
                = value.initializer.isValid() && (!value.isInput || m_model.irVersion < 4);
        }
        auto graphs = model::bodiesFirst(m_model);
        std::ranges::reverse(graphs); // bodies read values of outer graphs
        for (const auto graph : graphs)
            for (const auto node : m_model.graph(graph).order)
                if (const auto& found = m_model.node(node); isConstant(found))
                    for (const auto output : found.outputs)
                        if (output.isValid())
                            m_isConstant[output.value()] = true;
        return std::move(m_isConstant);
    }

private:
    bool isConstant(const Node& node) const
    {
        if (isRandom(node.type))
            return false;
        if ((node.type == "Shape" || node.type == "Size") && node.inputs.size() == 1
            && node.inputs.front().isValid() && hasStaticShape(m_model.value(node.inputs.front())))
            return true;
        bool hasBody = false;
        forEachBody(node, [&](std::string_view, model::GraphId) { hasBody = true; });
        return !hasBody && std::ranges::all_of(node.inputs, [this](ValueId input) {
            return !input.isValid() || m_isConstant[input.value()];
        });
    }

    const Model& m_model;
    std::vector<bool> m_isConstant;
};

} // namespace

std::string_view kernelFamily(std::string_view type)
{
    for (const std::string_view prefix : { "QLinear", "Nhwc", "Fused" })
        if (type.starts_with(prefix) && type.size() > prefix.size())
            type.remove_prefix(prefix.size());
    const auto family = lookUp(families, type);
    return family.empty() ? type : family;
}

std::string_view moverPurpose(std::string_view type) { return lookUp(movers, type); }

bool isRandom(std::string_view type)
{
    return std::ranges::find(randomTypes, type) != randomTypes.end();
}

bool keepsQuantisation(std::string_view type)
{
    return std::ranges::find(quantisationKeepers, type) != quantisationKeepers.end();
}

bool isQuantisedType(std::string_view type)
{
    return type.starts_with("QLinear") || type == "QGemm";
}

std::vector<InputPair> pairedInputs(const Node& executed, const Node& node)
{
    std::vector<InputPair> pairs;
    const auto add = [&](std::size_t from, std::size_t to) {
        if (from < executed.inputs.size() && to < node.inputs.size()
            && executed.inputs[from].isValid() && node.inputs[to].isValid())
            pairs.push_back({ from, to });
    };
    const auto family = kernelFamily(executed.type);
    if (isScaled(executed))
        return pairs;
    if (executed.type == node.type && executed.domain == node.domain) {
        for (std::size_t i = 0; i < executed.inputs.size(); ++i)
            add(i, i);
    } else if (executed.type == "QLinearConcat") {
        for (std::size_t i = 0; 2 + 3 * i < executed.inputs.size(); ++i)
            add(2 + 3 * i, i);
    } else if (family == "Conv" || family == "Resize") {
        add(0, 0);
    } else if (isQuantisedType(executed.type)) {
        add(0, 0);
        if (family == "MatMul" || family == "Add" || family == "Mul")
            add(3, 1);
    } else {
        add(0, 0);
        if (family == "MatMul")
            add(1, 1);
    }
    return pairs;
}

std::vector<bool> constantValues(const Model& model) { return Constants(model).find(); }

} // namespace profiler::onnx_runtime
