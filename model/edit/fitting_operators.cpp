#include "model/edit/fitting_operators.h"

#include "model/edit/new_messages.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace model::edit {

using support::Result;

namespace {

/// The version that a node of this graph would call, by domain and name.
std::vector<FittingOperator> operatorsOf(const Model& model, GraphId graph)
{
    std::map<std::pair<std::string, std::string>, const OperatorSchema*> found;
    const auto& registry = OperatorRegistry::instance();
    for (const auto* schema : registry.all()) {
        const auto opset = model.opset(schema->domain, graph);
        const auto* const current
            = opset > 0 ? registry.find(schema->domain, schema->name, opset) : nullptr;
        if (current != nullptr && !current->isDeprecated)
            found.emplace(std::pair(schema->name, schema->domain), current);
    }
    std::vector<FittingOperator> operators;
    for (const auto& [key, schema] : found)
        operators.push_back({ schema, {}, {}, {} });
    return operators;
}

/// Sets the attributes without a default, or says which one is missing.
void fillAttributes(FittingOperator& candidate, const ValueType* type)
{
    for (const auto& spec : candidate.schema->attributes) {
        if (!spec.required)
            continue;
        if (spec.name != "to" || spec.kind != AttributeKind::Int || type == nullptr) {
            candidate.refusal = "needs the attribute " + spec.name;
            return;
        }
        candidate.attributes = support::jsonLine(
            [&](support::JsonWriter& json) { json.member("to", static_cast<int>(type->element)); });
    }
}

void checkCounts(FittingOperator& candidate, const ValueType* type)
{
    const auto& schema = *candidate.schema;
    const std::size_t given = type != nullptr ? 1 : 0;
    if (schema.minInputs() > given)
        candidate.refusal = "needs " + support::countOf(schema.minInputs(), "input", "inputs");
    else if (schema.maxInputs() < given)
        candidate.refusal = "reads nothing";
    else if (schema.outputs.empty())
        candidate.refusal = "makes nothing";
}

void addImports(onnx_pb::ModelProto& proto, const Model& model, GraphId graph,
    const std::vector<FittingOperator>& candidates)
{
    std::set<std::string> domains;
    for (const auto& candidate : candidates)
        domains.insert(candidate.schema->domain);
    for (const auto& domain : domains) {
        auto* const import = proto.add_opset_import();
        import->set_domain(domain);
        import->set_version(model.opset(domain, graph));
    }
}

void addCandidate(onnx_pb::GraphProto& graph, const FittingOperator& candidate, std::size_t index,
    const ValueType* type)
{
    auto& node = *graph.add_node();
    node.set_op_type(candidate.schema->name);
    node.set_domain(candidate.schema->domain);
    if (type != nullptr)
        node.add_input("x");
    for (std::size_t i = 0; i < std::max<std::size_t>(candidate.schema->minOutputs(), 1); ++i)
        node.add_output("y" + std::to_string(index) + "_" + std::to_string(i));
    if (!candidate.attributes.empty()) {
        auto& to = *node.add_attribute();
        to.set_name("to");
        to.set_type(onnx_pb::AttributeProto::INT);
        to.set_i(static_cast<int>(type->element));
    }
}

/// The candidates that are not refused as nodes of one model, each reading the input.
Result<std::shared_ptr<const Model>> probeOf(const Model& model, GraphId graph,
    const std::vector<FittingOperator>& candidates, const ValueType* type)
{
    onnx_pb::ModelProto proto;
    proto.set_ir_version(std::max<std::int64_t>(model.irVersion, 4));
    addImports(proto, model, graph, candidates);
    auto& body = *proto.mutable_graph();
    body.set_name("candidates");
    if (type != nullptr) {
        auto& input = *body.add_input();
        input.set_name("x");
        if (type->kind != ValueType::Kind::Unknown)
            *input.mutable_type() = TRY(typeProtoOf(*type));
    }
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (candidates[i].refusal.empty())
            addCandidate(body, candidates[i], i, type);
    const auto bytes = proto.SerializeAsString();
    return onnx::parseModel(std::as_bytes(std::span(bytes)));
}

void judge(FittingOperator& candidate, const ValueType* type, NewNode use)
{
    if (!candidate.refusal.empty() || use == NewNode::Added || type == nullptr)
        return;
    const bool isKnown = type->isTensor() && candidate.output.isTensor()
        && candidate.output.element != ElementType::Undefined;
    if (isKnown && candidate.output.element != type->element)
        candidate.refusal = "makes " + typeText(candidate.output);
    else if (candidate.output.kind != type->kind
        && candidate.output.kind != ValueType::Kind::Unknown)
        candidate.refusal = "makes " + onnxTypeText(candidate.output);
}

} // namespace

std::vector<FittingOperator> fittingOperators(
    const Model& model, GraphId graph, const ValueType* type, NewNode use)
{
    auto candidates = operatorsOf(model, graph);
    for (auto& candidate : candidates) {
        checkCounts(candidate, type);
        if (candidate.refusal.empty())
            fillAttributes(candidate, type);
    }
    const auto probe = probeOf(model, graph, candidates, type);
    if (!probe)
        return candidates; // an unusual type: nothing more is known about the candidates
    const auto analysis = analyse(*probe);
    std::vector<std::string> refusals((*probe)->nodes.size());
    for (const auto& finding : allFindings(*analysis))
        if (finding.severity == support::Severity::Error && finding.where.node
            && refusals[*finding.where.node].empty())
            refusals[*finding.where.node] = finding.message;
    std::size_t node = 0;
    for (auto& candidate : candidates) {
        if (!candidate.refusal.empty())
            continue;
        candidate.refusal = refusals[node];
        candidate.output = analysis->type((*probe)->nodes[node].outputs.front());
        ++node;
        judge(candidate, type, use);
    }
    return candidates;
}

} // namespace model::edit
