#include "model/edit/quantise/quantise.h"

#include "model/edit/quantise/schemes.h"
#include "model/support/text.h"

#include <algorithm>
#include <bit>

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

support::Error unsupported(std::string_view reason)
{
    return failAs(ErrorKind::Unsupported, reason);
}

/// Why the operator of a node cannot be quantised with its weight; nothing: it can.
using Check = std::optional<std::string> (*)(const Model& model, NodeId node);

template <auto read>
std::optional<std::string> reasonOf(const Model& model, NodeId node)
{
    const auto found = read(model, node);
    return found ? std::nullopt : std::optional(found.error().message());
}

struct Candidate {
    std::string_view type;
    Check check;
};
/// The operators of Blocks and Dynamic.
constexpr std::array candidates { Candidate { "MatMul", reasonOf<productOf> },
    Candidate { "Gemm", reasonOf<productOf> }, Candidate { "Gather", reasonOf<tableOf> } };

bool keepsTables(const QuantiseOptions& options)
{
    return options.scheme == QuantisationScheme::Blocks && options.tables == TableCodes::Keep;
}

/// Whether the product reads rows of a table through a Transpose, and is to compute with floats.
bool isFloatHead(const Model& model, NodeId node, const QuantiseOptions& options)
{
    if (options.scheme != QuantisationScheme::Dynamic
        || options.tiedProducts != TiedProducts::Float)
        return false;
    const auto product = productOf(model, node);
    return product && product->weight.isTransposed && product->isByOutput;
}

QuantisationPlan chooseNodes(
    const Model& model, const QuantiseOptions& options, const KeptNodes& kept)
{
    QuantisationPlan plan;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const NodeId id(i);
        const auto& node = model.node(id);
        const auto* const candidate = std::ranges::find(candidates, node.type, &Candidate::type);
        if (!node.domain.empty() || candidate == candidates.end())
            continue;
        auto reason = kept.reasonFor(model, id);
        if (reason.empty() && node.type == "Gather" && keepsTables(options))
            reason = "tables are kept";
        if (reason.empty())
            reason = candidate->check(model, id).value_or("");
        if (reason.empty() && node.type != "Gather" && isFloatHead(model, id, options))
            reason = "it computes with the floats that a coded table stands for (tied_products)";
        // A Gather of something else than weights is no table: nobody expects it to change.
        if (reason.empty())
            plan.nodes.push_back(id);
        else if (node.type != "Gather" || tableOf(model, id))
            plan.left.push_back({ id, std::move(reason) });
    }
    return plan;
}

Result<void> checkFormat(const QuantiseOptions& options)
{
    const auto& format = options.format;
    if (format.bits != 4 && format.bits != 8)
        return failAs(ErrorKind::Usage, "the bits are ", format.bits, ", expected 4 or 8");
    if (format.block < 16 || format.block > 256
        || !std::has_single_bit(static_cast<std::uint64_t>(format.block)))
        return failAs(ErrorKind::Usage, "a block has ", format.block,
            " elements, expected 16, 32, 64, 128 or 256");
    if (options.accuracyLevel < 0 || options.accuracyLevel > 4)
        return failAs(
            ErrorKind::Usage, "the accuracy level is ", options.accuracyLevel, ", expected 0 to 4");
    return {};
}

/// The reasons with the number of nodes of each: `12 nodes: its weight is computed`.
std::string reasonsText(const QuantisationPlan& plan)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& left : plan.left)
        ++counts[left.reason];
    return support::joined(counts, "; ", [](const auto& entry) {
        return support::countOf(entry.second, "node", "nodes") + ": " + entry.first;
    });
}

std::string sentence(const QuantiseOptions& options, const QuantisationPlan& plan)
{
    const auto nodes = support::countOf(plan.nodes.size(), "node", "nodes");
    const auto left = plan.left.empty()
        ? std::string()
        : "; " + std::to_string(plan.left.size()) + " left as they are";
    switch (options.scheme) {
    case QuantisationScheme::Blocks:
        return "quantised the weights of " + nodes + " to " + std::to_string(options.format.bits)
            + " bits in blocks of " + std::to_string(options.format.block) + left;
    case QuantisationScheme::Dynamic:
        return "quantised " + nodes + " dynamically to 8 bits" + left;
    case QuantisationScheme::Static:
        break;
    }
    std::size_t values = 0;
    for (const auto& group : plan.activations)
        values += group.size();
    return "quantised " + nodes + " and " + support::countOf(values, "activation", "activations")
        + " to 8 bits with fixed ranges" + left;
}

} // namespace

Result<Product> productOf(const Model& model, NodeId id)
{
    const auto& node = model.node(id);
    if (node.graph != model.main().id)
        return unsupported("it is in a body or a function");
    Product product;
    product.node = id;
    product.weight = TRY(weightOf(model, id, 1));
    if (product.weight.tensor->dims.size() != 2)
        return unsupported("its weight is no matrix");
    const auto& input = model.value(node.inputs[0]).type;
    if (input.shape && input.shape->size() < 2)
        return unsupported("its first input is a vector");
    product.isByOutput = product.weight.isTransposed;
    if (node.type != "Gemm")
        return product;
    if (integerAttribute(node, "transA", 0) != 0)
        return unsupported("it transposes its first input (transA)");
    if (floatAttribute(node, "alpha", 1) != 1 || floatAttribute(node, "beta", 1) != 1)
        return unsupported("its factors alpha and beta are not 1");
    if (integerAttribute(node, "transB", 0) != 0)
        product.isByOutput = !product.isByOutput;
    if (node.inputs.size() > 2)
        product.addend = node.inputs[2];
    return product;
}

Result<Weight> tableOf(const Model& model, NodeId id)
{
    const auto& node = model.node(id);
    if (node.graph != model.main().id)
        return unsupported("it is in a body or a function");
    const auto weight = TRY(weightOf(model, id, 0));
    const auto axis = integerAttribute(node, "axis", 0);
    if (weight.isTransposed || weight.tensor->dims.size() != 2 || (axis != 0 && axis != -2))
        return unsupported("it does not read rows of a table");
    return weight;
}

Result<std::unordered_set<const Tensor*>> tablesOf(
    const Model& model, const std::vector<NodeId>& nodes)
{
    std::unordered_set<const Tensor*> tables;
    for (const auto node : nodes)
        if (model.node(node).type == "Gather")
            tables.insert(TRY(tableOf(model, node)).tensor);
    return tables;
}

Result<Weight> filtersOf(const Model& model, NodeId id)
{
    if (model.node(id).graph != model.main().id)
        return unsupported("it is in a body or a function");
    const auto weight = TRY(weightOf(model, id, 1));
    if (weight.isTransposed || weight.tensor->dims.size() < 3)
        return unsupported("its weight has fewer than 3 dimensions");
    return weight;
}

Result<KeptNodes> KeptNodes::create(const Model& model, const QuantiseOptions& options)
{
    KeptNodes kept;
    for (const auto& wanted : options.keptNodes) {
        bool isFound = false;
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            const NodeId id(i);
            if (wanted.empty() || (model.nodes[i].name != wanted && nodePath(model, id) != wanted))
                continue;
            kept.m_nodes.insert(id);
            isFound = true;
        }
        if (!isFound)
            return failAs(ErrorKind::Usage, "no node to keep is called ", quote(wanted),
                "; `inspect MODEL --nodes` lists them");
    }
    for (const auto& type : options.keptTypes) {
        if (std::ranges::find(model.nodes, type, &Node::type) == model.nodes.end())
            return failAs(ErrorKind::Usage, "the model has no operator ", quote(type), " to keep");
        kept.m_types.insert(type);
    }
    return kept;
}

std::string KeptNodes::reasonFor(const Model& model, NodeId node) const
{
    if (m_nodes.contains(node))
        return "it is kept";
    const auto& type = model.node(node).type;
    return m_types.contains(type) ? "operators " + type + " are kept" : std::string();
}

Result<QuantisationPlan> planQuantisation(const Model& model, const QuantiseOptions& options)
{
    TRY(checkFormat(options));
    const auto kept = TRY(KeptNodes::create(model, options));
    auto plan = options.scheme == QuantisationScheme::Static ? placeStatically(model, kept)
                                                             : chooseNodes(model, options, kept);
    if (!plan.nodes.empty())
        return plan;
    const auto reasons = reasonsText(plan);
    return failAs(ErrorKind::Usage, "no node can be quantised: ",
        reasons.empty() ? "the main graph has no operator with weights that this scheme takes"
                        : reasons);
}

Result<std::string> quantise(Editing& editing, const QuantiseOptions& options)
{
    const auto plan = TRY(planQuantisation(editing.model, options));
    switch (options.scheme) {
    case QuantisationScheme::Blocks:
        TRY(rewriteInBlocks(editing, options, plan));
        break;
    case QuantisationScheme::Dynamic:
        TRY(rewriteDynamically(editing, options, plan));
        break;
    case QuantisationScheme::Static:
        TRY(rewriteStatically(editing, options, plan));
        break;
    }
    return sentence(options, plan);
}

} // namespace model::edit
