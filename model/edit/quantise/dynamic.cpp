#include "model/edit/quantise/schemes.h"

#include "model/support/text.h"

#include <map>

// Products whose activations get codes in each run:
//
//     q, s, z = DynamicQuantizeLinear(x)                      once for all products that read x
//     y = Cast(MatMulInteger(q, codes, z)) · (s · scales) + c
//
// This is the form that engines fuse to one operator. A table has one scale per row:
//
//     y = Cast(Gather(codes, i)) · Gather(scales, i)          scales: [rows, 1]
//
// The last product of a model of language often reads the table too, through a Transpose. Unless it
// is to compute with integers, that reads Cast(codes) · scales, which engines compute once.

namespace model::edit {

using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

class DynamicRewriter {
public:
    DynamicRewriter(Editing& editing, const QuantiseOptions& options)
        : m_model(editing.model)
        , m_options(options)
        , m_rewrite(editing)
    {
    }

    Result<void> run(const QuantisationPlan& plan)
    {
        m_tables = TRY(tablesOf(m_model, plan.nodes));
        for (const auto node : plan.nodes) {
            if (m_model.node(node).type == "Gather")
                TRY(rewriteTable(node));
            else
                TRY(rewriteProduct(node));
        }
        for (const auto node : m_model.main().nodes)
            if (isTurnedTable(node))
                readCodes(node);
        return m_rewrite.apply();
    }

private:
    struct Coded {
        std::string codes; ///< int8, [K, N]; of rows: [N, K]
        std::vector<float> scales; ///< one per channel, or one
        std::string productScales; ///< [N], or one; for a product
        std::string rowScales; ///< [N, 1]; for a table
        std::string turned; ///< codes of rows as a product reads them
    };
    struct Matrix {
        const Tensor* tensor;
        bool isByOutput; ///< the tensor is [N, K]
        bool isRows; ///< its codes are [N, K] too, because a Gather or a Transpose reads them
        auto operator<=>(const Matrix&) const = default;
    };
    struct Activation {
        std::string codes;
        std::string scale;
        std::string zeroPoint;
    };

    /// A table always has a scale per row: that costs less than it saves in errors.
    bool isPerChannel(const Tensor* tensor) const
    {
        return m_options.weightScales == WeightScales::PerChannel || m_tables.contains(tensor);
    }

    Result<Coded*> coded(const Matrix& matrix)
    {
        auto& coded = m_coded[matrix];
        if (!coded.codes.empty())
            return &coded;
        const auto& tensor = *matrix.tensor;
        const auto numbers = TRY(numbersOf(m_model, tensor));
        const auto rows = static_cast<std::size_t>(tensor.dims[0]);
        const auto columns = static_cast<std::size_t>(tensor.dims[1]);
        const bool isPerChannel = this->isPerChannel(&tensor);
        const auto channels = !isPerChannel ? 1 : matrix.isByOutput ? rows : columns;
        const auto inner = !isPerChannel ? numbers.size() : matrix.isByOutput ? columns : 1;
        auto encoded = encodeChannels(numbers, channels, inner);
        auto dims = tensor.dims;
        if (matrix.isByOutput && !matrix.isRows) {
            encoded.codes = transposed(encoded.codes, rows);
            std::swap(dims[0], dims[1]);
        }
        coded.codes = m_rewrite.addInitializer(tensor.name + "_codes",
            sourceOf(ElementType::Int8, std::move(dims), std::move(encoded.codes)));
        coded.scales = std::move(encoded.scales);
        return &coded;
    }

    /// The name of the scales of a weight in this form. They are added when they are first read.
    const std::string& scalesOf(Coded& coded, std::string Coded::*form)
    {
        auto& name = coded.*form;
        if (!name.empty())
            return name;
        const auto count = static_cast<std::int64_t>(coded.scales.size());
        const bool isOfRows = form == &Coded::rowScales;
        const auto dims = isOfRows ? std::vector { count, std::int64_t(1) }
            : count > 1            ? std::vector { count }
                                   : std::vector<std::int64_t>();
        name = m_rewrite.addInitializer(coded.codes + (isOfRows ? "_row_scales" : "_scales"),
            sourceOf(ElementType::Float, dims, coded.scales));
        return name;
    }

    const Activation& activation(ValueId value)
    {
        auto& made = m_activations[value];
        if (!made.codes.empty())
            return made;
        const auto& name = m_model.value(value).name;
        made = { m_rewrite.freshValue(name + "_quantized"), m_rewrite.freshValue(name + "_scale"),
            m_rewrite.freshValue(name + "_zero_point") };
        m_rewrite.addNodeBehind(value,
            makeNode("DynamicQuantizeLinear", m_rewrite.freshNode(name + "_QuantizeLinear"),
                { name }, { made.codes, made.scale, made.zeroPoint }));
        return made;
    }

    std::string turnedCodes(Coded& coded)
    {
        if (!coded.turned.empty())
            return coded.turned;
        coded.turned = m_rewrite.freshValue(coded.codes + "_transposed");
        m_rewrite.addNodeBefore(0,
            makeNode(
                "Transpose", m_rewrite.freshNode(coded.turned), { coded.codes }, { coded.turned }));
        return coded.turned;
    }

    /// Makes nodes that compute one after the other, with names from the node they replace.
    std::string step(std::vector<NodeProto>& nodes, const Node& replaced, const char* type,
        const std::vector<std::string>& inputs, std::string output = {})
    {
        const auto base = m_model.value(replaced.outputs[0]).name;
        if (output.empty())
            output = m_rewrite.freshValue(base + "_" + support::lowered(type));
        const auto name
            = nodes.empty() ? replaced.name : m_rewrite.freshNode(replaced.name + "_" + type);
        nodes.push_back(makeNode(type, name, inputs, { output }));
        return output;
    }

    std::string toFloat(
        std::vector<NodeProto>& nodes, const Node& replaced, const std::string& input)
    {
        auto output = step(nodes, replaced, "Cast", { input });
        addAttribute(nodes.back(), "to", static_cast<std::int64_t>(ElementType::Float));
        return output;
    }

    Result<void> rewriteProduct(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto product = TRY(productOf(m_model, id));
        const auto& weight = product.weight;
        const bool isRows
            = product.isByOutput && (weight.isTransposed || m_tables.contains(weight.tensor));
        auto& coded = *TRY(this->coded({ weight.tensor, product.isByOutput, isRows }));
        const auto& input = activation(node.inputs[0]);
        const auto output = m_model.value(node.outputs[0]).name;
        const auto hasAddend = product.addend.isValid();
        std::vector<NodeProto> nodes;
        const auto sums = step(nodes, node, "MatMulInteger",
            { input.codes, isRows ? turnedCodes(coded) : coded.codes, input.zeroPoint });
        const auto numbers = toFloat(nodes, node, sums);
        const auto scales
            = step(nodes, node, "Mul", { input.scale, scalesOf(coded, &Coded::productScales) });
        const auto scaled
            = step(nodes, node, "Mul", { numbers, scales }, hasAddend ? std::string() : output);
        if (hasAddend)
            step(nodes, node, "Add", { scaled, m_model.value(product.addend).name }, output);
        m_rewrite.replaceNode(id, std::move(nodes));
        return {};
    }

    /// Whether a node is the Transpose of a table, which a float product reads.
    bool isTurnedTable(NodeId id) const
    {
        const auto& node = m_model.node(id);
        return m_options.tiedProducts == TiedProducts::Float && node.domain.empty()
            && node.type == "Transpose" && node.inputs.size() == 1
            && m_tables.contains(constantOf(m_model, node.inputs.front()));
    }

    /// Lets the Transpose of a table read the floats that the codes stand for, so that the floats
    /// of the model go.
    void readCodes(NodeId id)
    {
        const auto& node = m_model.node(id);
        auto& coded = m_coded[{ constantOf(m_model, node.inputs.front()), true, true }];
        const auto numbers = m_rewrite.freshValue(coded.codes + "_cast");
        const auto table = m_rewrite.freshValue(coded.codes + "_dequantized");
        auto cast = makeNode("Cast", m_rewrite.freshNode(numbers), { coded.codes }, { numbers });
        addAttribute(cast, "to", static_cast<std::int64_t>(ElementType::Float));
        m_rewrite.addNodeBefore(node.position, std::move(cast));
        m_rewrite.addNodeBefore(node.position,
            makeNode("Mul", m_rewrite.freshNode(table),
                { numbers, scalesOf(coded, &Coded::rowScales) }, { table }));
        m_rewrite.setInput(id, 0, table);
    }

    Result<void> rewriteTable(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto table = TRY(tableOf(m_model, id));
        auto& coded = *TRY(this->coded({ table.tensor, true, true }));
        const auto& indices = m_model.value(node.inputs[1]).name;
        const auto output = m_model.value(node.outputs[0]).name;
        std::vector<NodeProto> nodes;
        const auto codes = step(nodes, node, "Gather", { coded.codes, indices });
        const auto numbers = toFloat(nodes, node, codes);
        const auto scales
            = step(nodes, node, "Gather", { scalesOf(coded, &Coded::rowScales), indices });
        step(nodes, node, "Mul", { numbers, scales }, output);
        m_rewrite.replaceNode(id, std::move(nodes));
        return {};
    }

    const Model& m_model;
    const QuantiseOptions& m_options;
    GraphRewrite m_rewrite;
    std::unordered_set<const Tensor*> m_tables; ///< that a Gather reads
    std::map<Matrix, Coded> m_coded;
    std::map<ValueId, Activation> m_activations;
};

} // namespace

Result<void> rewriteDynamically(
    Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan)
{
    constexpr std::int64_t needed = 11; // DynamicQuantizeLinear
    if (const auto opset = editing.model.opset("", editing.model.main().id); opset < needed)
        return failAs(ErrorKind::Usage, "the model imports opset ", opset,
            " of ai.onnx, but dynamic quantisation needs ", needed,
            "; convert the model to a newer opset first");
    return DynamicRewriter(editing, options).run(plan);
}

} // namespace model::edit
