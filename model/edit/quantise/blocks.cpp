#include "model/edit/quantise/schemes.h"

#include <algorithm>
#include <map>

// Weights in blocks of a row. A table that a product reads too (its rows are the product's outputs,
// as in a model of language whose last product has the table of its tokens as weights) is stored
// once:
//
//     GatherBlockQuantized(codes [N, K·bits/8], …)
//     MatMulNBits(x, Reshape(codes, [N, blocks, block·bits/8]), …)

namespace model::edit {

using onnx_pb::NodeProto;
using support::Result;

namespace {

constexpr auto microsoft = "com.microsoft";

class BlockRewriter {
public:
    BlockRewriter(Editing& editing, const QuantiseOptions& options)
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
        m_rewrite.importDomain(microsoft);
        return m_rewrite.apply();
    }

private:
    /// Names of the initializers of a weight.
    struct Coded {
        std::string codes;
        std::string scales;
        std::string zeroPoints; ///< empty if symmetric
        std::string reshaped; ///< codes of a table in the shape that a product reads
    };
    /// A matrix that is coded row by row.
    struct Rows {
        const Tensor* tensor;
        bool isByOutput;
        bool isTable;
        auto operator<=>(const Rows&) const = default;
    };

    BlockFormat formatOf(const Rows& rows) const
    {
        auto format = m_options.format;
        if (rows.isTable)
            format.bits = m_options.tables == TableCodes::FourBits ? 4 : 8;
        return format;
    }

    Result<Coded*> coded(const Rows& wanted)
    {
        auto& coded = m_coded[wanted];
        if (!coded.codes.empty())
            return &coded;
        const auto& tensor = *wanted.tensor;
        const auto format = formatOf(wanted);
        const auto count = tensor.dims[wanted.isByOutput ? 0 : 1];
        const auto columns = tensor.dims[wanted.isByOutput ? 1 : 0];
        const auto rows = TRY(outputRowsOf(m_model, tensor, wanted.isByOutput));
        auto blocks = encodeBlocks(rows, columns, format);
        const auto perRow = (columns + format.block - 1) / format.block;
        const auto blockBytes = format.block * format.bits / 8;
        std::vector<std::int64_t> dims { count, perRow, blockBytes };
        if (wanted.isTable) {
            dims = { count, (columns * format.bits + 7) / 8 };
            trimRows(blocks.codes, perRow * blockBytes, dims[1]);
        }
        const auto add = [&](const char* what, TensorSource source) {
            return m_rewrite.addInitializer(tensor.name + what, std::move(source));
        };
        const auto byte = ElementType::Uint8;
        coded.codes = add("_codes", sourceOf(byte, std::move(dims), std::move(blocks.codes)));
        coded.scales = add(
            "_scales", sourceOf(ElementType::Float, { count, perRow }, std::move(blocks.scales)));
        if (!blocks.zeroPoints.empty()) {
            const auto bytes = static_cast<std::int64_t>(blocks.zeroPoints.size()) / count;
            coded.zeroPoints = add(
                "_zero_points", sourceOf(byte, { count, bytes }, std::move(blocks.zeroPoints)));
        }
        return &coded;
    }

    /// Cuts what fills the last block of each row.
    static void trimRows(std::vector<std::byte>& codes, std::int64_t from, std::int64_t to)
    {
        const auto before = static_cast<std::size_t>(from);
        const auto after = static_cast<std::size_t>(to);
        const auto rows = codes.size() / before;
        for (std::size_t row = 1; row < rows && after < before; ++row)
            std::copy_n(codes.begin() + static_cast<std::ptrdiff_t>(row * before), after,
                codes.begin() + static_cast<std::ptrdiff_t>(row * after));
        codes.resize(rows * after);
    }

    std::string nameOf(NodeId node, std::size_t input) const
    {
        return m_model.value(m_model.node(node).inputs[input]).name;
    }

    Result<void> rewriteTable(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto table = TRY(tableOf(m_model, id));
        const Rows rows { table.tensor, true, true };
        const auto& coded = *TRY(this->coded(rows));
        auto gather = makeNode("GatherBlockQuantized", node.name,
            { coded.codes, nameOf(id, 1), coded.scales }, { m_model.value(node.outputs[0]).name },
            microsoft);
        if (!coded.zeroPoints.empty())
            gather.add_input(coded.zeroPoints);
        const auto format = formatOf(rows);
        addAttribute(gather, "bits", format.bits);
        addAttribute(gather, "block_size", format.block);
        addAttribute(gather, "gather_axis", 0);
        addAttribute(gather, "quantize_axis", 1);
        m_rewrite.replaceNode(id, { std::move(gather) });
        return {};
    }

    /// The codes of a table in the shape that MatMulNBits reads.
    std::string reshapedCodes(const Product& product, Coded& coded, const BlockFormat& format)
    {
        if (!coded.reshaped.empty())
            return coded.reshaped;
        const auto shape = m_rewrite.addInitializer(coded.codes + "_shape",
            sourceOf(ElementType::Int64, { 3 },
                std::vector<std::int64_t> { product.columns(), product.inner() / format.block,
                    format.block * format.bits / 8 }));
        coded.reshaped = m_rewrite.freshValue(coded.codes + "_blocks");
        m_rewrite.addNodeBefore(0,
            makeNode("Reshape", m_rewrite.freshNode(coded.reshaped), { coded.codes, shape },
                { coded.reshaped }));
        return coded.reshaped;
    }

    Result<void> rewriteProduct(NodeId id)
    {
        const auto& node = m_model.node(id);
        const auto product = TRY(productOf(m_model, id));
        const bool isTable = product.isByOutput && m_tables.contains(product.weight.tensor)
            && product.inner() % m_options.format.block == 0;
        const Rows rows { product.weight.tensor, product.isByOutput, isTable };
        auto& coded = *TRY(this->coded(rows));
        const auto format = formatOf(rows);
        const auto output = m_model.value(node.outputs[0]).name;
        const bool hasAddend = product.addend.isValid();
        auto matrix = makeNode("MatMulNBits", node.name,
            { nameOf(id, 0), isTable ? reshapedCodes(product, coded, format) : coded.codes,
                coded.scales },
            { hasAddend ? m_rewrite.freshValue(output + "_product") : output }, microsoft);
        if (!coded.zeroPoints.empty())
            matrix.add_input(coded.zeroPoints);
        addAttribute(matrix, "K", product.inner());
        addAttribute(matrix, "N", product.columns());
        addAttribute(matrix, "bits", format.bits);
        addAttribute(matrix, "block_size", format.block);
        if (m_options.accuracyLevel > 0)
            addAttribute(matrix, "accuracy_level", m_options.accuracyLevel);
        std::vector<NodeProto> nodes { std::move(matrix) };
        if (hasAddend)
            nodes.push_back(makeNode("Add", m_rewrite.freshNode(node.name + "_bias"),
                { nodes.front().output(0), m_model.value(product.addend).name }, { output }));
        m_rewrite.replaceNode(id, std::move(nodes));
        return {};
    }

    const Model& m_model;
    const QuantiseOptions& m_options;
    GraphRewrite m_rewrite;
    std::unordered_set<const Tensor*> m_tables; ///< that a Gather reads in codes
    std::map<Rows, Coded> m_coded;
};

} // namespace

Result<void> rewriteInBlocks(
    Editing& editing, const QuantiseOptions& options, const QuantisationPlan& plan)
{
    return BlockRewriter(editing, options).run(plan);
}

} // namespace model::edit
