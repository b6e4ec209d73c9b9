#include "model/edit/convert/opset.h"

#include "model/edit/convert/step.h"
#include "model/edit/new_messages.h"
#include "model/support/text.h"

#include <algorithm>

namespace model::edit::convert {

using onnx_pb::FunctionProto;
using onnx_pb::ModelProto;
using onnx_pb::OperatorSetIdProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

/// An operator that another one replaced. Experimental operators were withdrawn without one.
struct Successor {
    std::string_view before;
    int version;
    std::string_view after; ///< empty: none
    bool isSame = false; ///< also the other way
};
constexpr Successor successors[] {
    { "Upsample", 10, "Resize", true },
    { "Scatter", 11, "ScatterElements", true },
    { "ImageScaler", 10, "Mul" },
    { "Affine", 10, "" },
    { "Crop", 10, "" },
    { "GivenTensorFill", 10, "" },
    { "ParametricSoftplus", 10, "" },
    { "Scale", 10, "" },
    { "ScaledTanh", 10, "" },
};

std::string domainText(std::string_view domain)
{
    return std::string(domain.empty() ? "ai.onnx" : domain);
}

/// Two neighbouring versions of an operator.
struct Step {
    const OperatorSchema* from = nullptr;
    const OperatorSchema* to = nullptr;
    int version = 0; ///< the later one
};

/// The next version upwards, up to `target`; nothing if there is none.
std::optional<Step> stepUp(const NodeDraft& node, std::int64_t target)
{
    const auto& registry = OperatorRegistry::instance();
    const auto* const now = registry.find(node.domain, node.type, node.opset);
    for (auto opset = node.opset + 1; opset <= target; ++opset) {
        for (const auto& successor : successors)
            if (node.domain.empty() && successor.before == node.type && successor.version == opset)
                return Step { now, registry.find("", successor.after, opset), successor.version };
        const auto* const next = registry.find(node.domain, node.type, opset);
        if (next != now)
            return Step { now, next, next->sinceVersion };
    }
    return std::nullopt;
}

/// The next version downwards; `to` is null if the operator is not older.
std::optional<Step> stepDown(const NodeDraft& node, std::int64_t target)
{
    const auto& registry = OperatorRegistry::instance();
    const auto* const now = registry.find(node.domain, node.type, node.opset);
    if (now->sinceVersion <= target)
        return std::nullopt;
    const auto* before = registry.find(node.domain, node.type, now->sinceVersion - 1);
    for (const auto& successor : successors)
        if (node.domain.empty() && before == nullptr && successor.isSame
            && successor.after == node.type)
            before = registry.find("", successor.before, now->sinceVersion - 1);
    return Step { now, before, now->sinceVersion };
}

/// Converts nodes, one version after the other.
class OpsetConverter {
public:
    OpsetConverter(Editing& editing, std::string domain, std::int64_t target)
        : m_editing(editing)
        , m_domain(std::move(domain))
        , m_conversion(editing, target)
    {
    }

    Result<std::string> run();

private:
    Result<void> convert(NodeDraft& node);
    Result<void> convertOne(NodeDraft& node);
    Result<void> take(NodeDraft& node, const Step& step, bool isUp);
    void convertGraph(const Graph& graph, std::vector<NodeDraft>& changed);
    std::vector<std::unordered_set<std::string>> dropUnreadConstants(
        std::vector<std::vector<NodeDraft>>& changed) const;
    Result<void> setImports();
    Result<void> setImportsIn(Message& message, std::uint32_t number);
    std::string sentence() const;

    Editing& m_editing;
    const std::string m_domain;
    Conversion m_conversion;
    std::vector<std::string> m_refusals;
    std::map<std::string, std::size_t> m_changed; ///< number of nodes by operator
    std::size_t m_added = 0; ///< new nodes
    std::set<std::int64_t> m_before; ///< versions that were imported
};

Result<void> OpsetConverter::take(NodeDraft& node, const Step& step, bool isUp)
{
    if (step.to == nullptr && isUp)
        return refuse(node.type, " was withdrawn with opset ", step.version);
    if (step.to == nullptr)
        return refuse(node.type, " exists from opset ", step.from->sinceVersion, " on");
    const auto* const entry = m_domain.empty() ? stepEntry(node.type, step.version) : nullptr;
    const StepRule none;
    const auto& rule = entry == nullptr ? none : isUp ? entry->up : entry->down;
    const bool isAllowed = !step.to->isDeprecated && (rule || canCarryOver(*step.from, *step.to));
    if (!isAllowed)
        return refuse(node.type, " of opset ", step.from->sinceVersion, " has no form in opset ",
            step.to->sinceVersion);
    const std::int64_t reached = isUp ? step.version : step.version - 1;
    StepContext context(m_conversion, node, *step.from, *step.to, reached);
    if (rule)
        TRY(rule(context));
    TRY(carryOver(context));
    if (node.type != step.to->name)
        node.isChanged = true;
    node.type = step.to->name;
    node.opset = reached;
    return {};
}

Result<void> OpsetConverter::convertOne(NodeDraft& node)
{
    const auto target = m_conversion.target;
    if (OperatorRegistry::instance().find(node.domain, node.type, node.opset) == nullptr)
        return refuse(
            node.type, " is not known in opset ", node.opset, " of ", domainText(node.domain));
    const bool isUp = node.opset < target;
    while (const auto step = isUp ? stepUp(node, target) : stepDown(node, target))
        TRY(take(node, *step, isUp));
    node.opset = target;
    return {};
}

/// Nodes that steps add are written for the version of the step, so they are converted too.
Result<void> OpsetConverter::convert(NodeDraft& node)
{
    TRY(convertOne(node));
    std::vector<NodeDraft*> open;
    const auto addNew = [&](NodeDraft& owner) {
        for (auto* const list : { &owner.before, &owner.after })
            for (auto& added : *list)
                open.push_back(&added);
    };
    addNew(node);
    while (!open.empty()) {
        auto& added = *open.back();
        open.pop_back();
        TRY(convertOne(added));
        ++m_added;
        addNew(added);
    }
    return {};
}

void OpsetConverter::convertGraph(const Graph& graph, std::vector<NodeDraft>& changed)
{
    const auto& registry = OperatorRegistry::instance();
    const auto& model = m_editing.model;
    const auto opset = model.opset(m_domain, graph.id);
    if (opset == m_conversion.target)
        return;
    for (const auto id : graph.nodes) {
        const auto& node = model.node(id);
        if (node.domain != m_domain || node.function.isValid())
            continue;
        auto refusal = std::string();
        if (opset == 0)
            refusal = domainText(m_domain) + " is not imported";
        const auto* const now = registry.find(m_domain, node.type, opset);
        const bool isReplaced = std::ranges::any_of(
            successors, [&](const Successor& successor) { return successor.before == node.type; });
        if (now && !isReplaced && now == registry.find(m_domain, node.type, m_conversion.target))
            continue;
        auto draft = draftOf(model, id);
        if (refusal.empty())
            if (auto converted = convert(draft); !converted)
                refusal = converted.error().message();
        if (!refusal.empty()) {
            m_refusals.push_back(describe(model, id) + ": " + refusal);
            continue;
        }
        if (!draft.isChanged)
            continue;
        ++m_changed[node.type];
        changed.push_back(std::move(draft));
    }
}

/// Removes constants that became attributes everywhere. Returns the names of initializers by graph;
/// Constant nodes are marked in `changed`.
std::vector<std::unordered_set<std::string>> OpsetConverter::dropUnreadConstants(
    std::vector<std::vector<NodeDraft>>& changed) const
{
    const auto& model = m_editing.model;
    std::map<std::uint32_t, std::size_t> lost; // readers by value
    for (const auto& drafts : changed)
        for (const auto& draft : drafts)
            for (const auto input : model.node(draft.node).inputs)
                if (input.isValid())
                    ++lost[input.value()];
    for (const auto& drafts : changed)
        for (const auto& draft : drafts) {
            const auto keep = [&](const NodeDraft& node) {
                for (const auto& input : node.inputs)
                    if (input.id.isValid())
                        --lost[input.id.value()];
            };
            keep(draft);
            std::ranges::for_each(draft.before, keep);
            std::ranges::for_each(draft.after, keep);
        }
    std::vector<std::unordered_set<std::string>> names(model.graphs.size());
    for (const auto& [id, count] : lost) {
        const auto& value = model.values[id];
        if (count == 0 || count != value.uses.size() || value.isInput || value.isOutput)
            continue;
        if (value.initializer.isValid()) {
            names[value.graph.value()].insert(value.name);
        } else if (value.producer.isValid() && model.node(value.producer).type == "Constant") {
            auto& drafts = changed[value.graph.value()];
            const auto known = std::ranges::find(drafts, value.producer, &NodeDraft::node);
            auto& draft = known != drafts.end()
                ? *known
                : drafts.emplace_back(draftOf(model, value.producer));
            draft.isRemoved = true;
        }
    }
    return names;
}

Result<void> OpsetConverter::setImportsIn(Message& message, std::uint32_t number)
{
    for (const auto position : positionsOf(message, number)) {
        const auto text = textIn(message.fields[position], OperatorSetIdProto::kDomainFieldNumber);
        if ((text == "ai.onnx" ? std::string_view() : text) != m_domain)
            continue;
        auto* const import = TRY(m_editing.change.open(message, position));
        m_editing.change.setInteger(
            *import, OperatorSetIdProto::kVersionFieldNumber, m_conversion.target);
    }
    return {};
}

Result<void> OpsetConverter::setImports()
{
    TRY(setImportsIn(m_editing.root, ModelProto::kOpsetImportFieldNumber));
    const auto& model = m_editing.model;
    for (std::size_t i = 0; i < model.functions.size(); ++i) {
        if (model.opset(m_domain, model.functions[i].body) == 0)
            continue;
        auto* const message = TRY(m_editing.functionMessage(FunctionId(i)));
        TRY(setImportsIn(*message, FunctionProto::kOpsetImportFieldNumber));
    }
    return {};
}

std::string OpsetConverter::sentence() const
{
    auto text = "converted " + domainText(m_domain) + " "
        + support::joined(m_before, ", ", [](auto version) { return std::to_string(version); })
        + " to " + std::to_string(m_conversion.target) + ": ";
    std::size_t nodes = 0;
    for (const auto& [type, count] : m_changed)
        nodes += count;
    text += support::countOf(nodes, "node", "nodes") + " changed";
    if (nodes > 0)
        text += " (" + support::joined(m_changed, ", ", [](const auto& entry) {
            return std::to_string(entry.second) + " " + entry.first;
        }) + ")";
    if (m_added > 0)
        text += ", " + support::countOf(m_added, "node", "nodes") + " added";
    for (const auto& [assumption, count] : m_conversion.assumptions)
        text += "; assumed that " + assumption + " (" + support::countOf(count, "node", "nodes")
            + ")";
    return text;
}

Result<std::string> OpsetConverter::run()
{
    const auto& model = m_editing.model;
    for (const auto& graph : model.graphs)
        if (const auto opset = model.opset(m_domain, graph.id); opset != 0)
            m_before.insert(opset);
    if (m_before.empty())
        return failAs(ErrorKind::Usage, "the model does not import ", domainText(m_domain));
    std::vector<std::vector<NodeDraft>> changed(model.graphs.size());
    for (const auto& graph : model.graphs)
        convertGraph(graph, changed[graph.id.value()]);
    if (!m_refusals.empty())
        return failAs(ErrorKind::Unsupported, support::countOf(m_refusals.size(), "node", "nodes"),
            " cannot be converted to opset ", m_conversion.target, " of ", domainText(m_domain),
            ":\n  ", support::joined(m_refusals, "\n  "));
    const auto unread = dropUnreadConstants(changed);
    DraftWriter writer(m_editing);
    // Bodies have higher ids than the graphs around them, in which positions change.
    for (auto i = model.graphs.size(); i > 0; --i) {
        const auto graph = GraphId(i - 1);
        GraphDraft draft { std::move(changed[i - 1]), {},
            std::move(m_conversion.constants[graph.value()]) };
        if (!draft.isEmpty())
            TRY(writer.write(graph, std::move(draft)));
        if (!unread[i - 1].empty())
            TRY(writer.removeInitializers(graph, unread[i - 1]));
    }
    TRY(setImports());
    return sentence();
}

} // namespace

Result<std::string> convertOpset(Editing& editing, const OperationArguments& arguments)
{
    auto domain = std::string();
    if (arguments.has("domain"))
        domain = TRY(arguments.text("domain"));
    if (domain == "ai.onnx")
        domain.clear();
    const auto version = TRY(arguments.integer("version"));
    const auto newest = OperatorRegistry::instance().newestOpset(domain);
    if (newest == 0)
        return failAs(ErrorKind::Usage, "no operator of ", quote(domain), " is known");
    if (version < 1 || version > newest)
        return failAs(ErrorKind::Usage, "version is ", version, ", expected 1 to ", newest,
            ", the newest that is known of ", domainText(domain));
    if (editing.model.trainingGraphs > 0)
        return failAs(ErrorKind::Unsupported,
            "the model has training information, whose graphs cannot be converted; remove it "
            "first");
    return OpsetConverter(editing, std::move(domain), version).run();
}

std::vector<OpsetCoverage> opsetCoverage(std::string_view domain)
{
    std::vector<OpsetCoverage> rows;
    const OperatorSchema* before = nullptr;
    for (const auto* const schema : OperatorRegistry::instance().all()) {
        if (schema->domain != domain)
            continue;
        if (before && before->name == schema->name) {
            const auto* const entry
                = domain.empty() ? stepEntry(schema->name, schema->sinceVersion) : nullptr;
            OpsetCoverage row { schema->name, before->sinceVersion, schema->sinceVersion, {}, {} };
            row.up = entry && !entry->upText.empty() ? std::string(entry->upText)
                                                     : carryOverText(*before, *schema);
            row.down = entry && !entry->downText.empty() ? std::string(entry->downText)
                                                         : carryOverText(*schema, *before);
            rows.push_back(std::move(row));
        }
        before = schema;
        for (const auto& successor : successors)
            if (domain.empty() && successor.before == schema->name) {
                const std::string after(successor.after);
                // The deprecated version stands for the successor.
                if (!rows.empty() && rows.back().type == schema->name
                    && rows.back().to == successor.version)
                    rows.pop_back();
                else if (OperatorRegistry::instance().find("", schema->name, successor.version)
                    != schema)
                    continue;
                rows.push_back({ schema->name, schema->sinceVersion, successor.version,
                    after.empty() ? "no: withdrawn" : "becomes " + after,
                    successor.isSame ? after + " becomes it" : "" });
            }
    }
    return rows;
}

} // namespace model::edit::convert
