#include "engine/program/program_builder.h"

#include "engine/gradient/gradient.h"
#include "engine/program/constant.h"
#include "engine/program/program_check.h"
#include "engine/program/weights.h"
#include "model/inference/call_order.h"
#include "model/operator.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <limits>
#include <span>
#include <unordered_map>

namespace engine {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Limit for what inlining adds to the nodes, values and attributes of the file.
constexpr std::uint64_t maxAddedEntries = 10 * maxOps;

/// The main graph or one inlined function call, with the values and attributes of this call.
struct Instance {
    std::unordered_map<model::ValueId, ProgramValueId> values;
    std::vector<model::Attribute> attributes; ///< of the call, with the function's defaults
    std::vector<model::NodeId> calls; ///< outermost first
    std::vector<model::FunctionId> functions; ///< the functions that `calls` call
};

/// A graph whose nodes are being turned into operators of `block`.
struct Frame {
    std::shared_ptr<Instance> instance;
    model::GraphId graph;
    BlockId block;
    std::size_t next = 0; ///< position in the graph's order
    /// Copies (from, to) to add at the end of the body, for function outputs that are also inputs
    /// or that appear twice.
    std::vector<std::pair<ProgramValueId, ProgramValueId>> copies;
};

/// Entries of a node without its attributes.
std::uint64_t entriesOf(const model::Node& node)
{
    return 1 + node.inputs.size() + node.outputs.size();
}

/// Entries of attributes and of the lists they hold.
std::uint64_t entriesOf(std::span<const model::Attribute> attributes)
{
    std::uint64_t entries = attributes.size();
    for (const auto& attribute : attributes)
        std::visit(
            [&](const auto& value) {
                if constexpr (requires { value.size(); })
                    entries += value.size();
            },
            attribute.value);
    return entries;
}

/// Entries of a graph's own lists.
std::uint64_t entriesOf(const model::Graph& graph)
{
    return 1 + graph.inputs.size() + graph.outputs.size() + graph.initializers.size();
}

class Builder {
public:
    Builder(
        std::shared_ptr<const model::Model> model, const BuildOptions& options, MemoryPool& pool)
        : m_model(*model)
        , m_options(options)
        , m_pool(pool)
        , m_labels(model::nodeLabels(m_model))
    {
        m_result.program.model = std::move(model);
        m_result.program.fates.resize(m_model.nodes.size());
        for (const auto& graph : m_model.graphs)
            m_entriesLeft += entriesOf(graph);
        for (const auto& node : m_model.nodes)
            m_entriesLeft += entriesOf(node) + entriesOf(node.attributes);
    }

    Result<BuiltProgram> build()
    {
        if (const auto ops = model::inlinedSize(m_model); ops > maxOps)
            return failAs(ErrorKind::Unsupported,
                "the local functions call each other so often that ",
                ops == std::numeric_limits<std::uint64_t>::max() ? std::string("2^64 or more")
                                                                 : std::to_string(ops),
                " operators come of them, more than ", maxOps, ", the most that are run");
        auto main = std::make_shared<Instance>();
        TRY(openBlock(main, m_model.main(), OpId(), 0));
        while (!m_frames.empty())
            TRY(step());
        TRY(reportMissing());
        TRY(expandGradients(m_result.program));
        TRY(checkDefinitions(m_result.program));
        return std::move(m_result);
    }

private:
    Program& program() { return m_result.program; }

    /// Counts what is added to the program. A body that is an attribute of a call may be used in
    /// many places, and the function that uses it too. inlinedSize does not see that.
    Result<void> count(std::uint64_t entries)
    {
        if (entries > m_entriesLeft)
            return failAs(ErrorKind::Unsupported,
                "the local functions use their bodies and call each other so often that more than ",
                maxAddedEntries,
                " nodes, values and attributes are added to those of the file, the most that are "
                "supported");
        m_entriesLeft -= entries;
        return {};
    }

    ProgramValueId valueOf(Instance& instance, model::ValueId id)
    {
        if (!id.isValid())
            return {};
        const auto [place, isNew] = instance.values.try_emplace(id);
        if (isNew) {
            const auto& value = m_model.value(id);
            place->second = program().addValue({ .name = value.name,
                .origin = id,
                .declared = value.type,
                .constant = {},
                .producer = {},
                .definedIn = {} });
        }
        return place->second;
    }

    std::vector<ProgramValueId> valuesOf(Instance& instance, const std::vector<model::ValueId>& ids)
    {
        std::vector<ProgramValueId> values;
        for (const auto id : ids)
            values.push_back(valueOf(instance, id));
        return values;
    }

    /// Adds a block for a graph and pushes the frame that fills it.
    Result<BlockId> openBlock(const std::shared_ptr<Instance>& instance, const model::Graph& graph,
        OpId owner, std::uint32_t depth)
    {
        if (depth > maxBodyDepth)
            return failAs(ErrorKind::Unsupported, "bodies of If, Loop or Scan lie more than ",
                maxBodyDepth, " deep in each other, the engine runs no deeper ones");
        TRY(count(entriesOf(graph)));
        const BlockId id(program().blocks.size());
        Block block;
        block.owner = owner;
        block.depth = depth;
        for (const auto input : graph.inputs) {
            if (m_model.value(input).initializer.isValid())
                continue; // a weight that IR 3 lists as an input too
            const auto value = valueOf(*instance, input);
            program().value(value).definedIn = id;
            block.inputs.push_back(value);
        }
        block.outputs = valuesOf(*instance, graph.outputs);
        program().blocks.push_back(std::move(block));
        TRY(loadInitializers(*instance, graph));
        m_frames.push_back({ instance, graph.id, id, 0, {} });
        return id;
    }

    Result<void> loadInitializers(Instance& instance, const model::Graph& graph)
    {
        for (const auto id : graph.initializers) {
            const auto value = valueOf(instance, id);
            const auto& source = m_model.value(id);
            if (source.initializer.isValid())
                TRY(loadWeight(
                    program().value(value), m_model.tensor(source.initializer), source.name));
        }
        return {};
    }

    Result<void> loadWeight(
        ProgramValue& value, const model::Tensor& source, const std::string& name)
    {
        if (const auto known = m_weights.find(&source); known != m_weights.end()) {
            value.constant = known->second;
            return {};
        }
        const bool isMissing = source.ref.place == model::TensorRef::Place::None
            || !m_model.store->problem(source).empty();
        if (isMissing && m_options.missingWeights == MissingWeights::Random
            && source.element != ElementType::String) {
            value.constant = TRY(randomWeights(source.element, source.dims,
                m_options.seed + 1 + m_result.randomWeights.size(), m_pool));
            m_result.randomWeights.push_back(name);
        } else {
            auto loaded = loadConstant(source, m_model.store.get());
            if (!loaded && isMissing) {
                noteMissing(name, std::move(loaded).error());
                return {};
            }
            if (!loaded)
                return std::move(loaded).error();
            value.constant = std::move(*loaded);
        }
        m_weights.emplace(&source, *value.constant);
        return {};
    }

    void noteMissing(const std::string& name, support::Error error)
    {
        if (m_missing.empty())
            m_firstMissing = std::move(error);
        m_missing.push_back(name);
    }

    Result<void> reportMissing()
    {
        if (m_missing.empty())
            return {};
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(m_missing.size(), 10); ++i)
            names += (i > 0 ? ", " : "") + ("'" + m_missing[i] + "'");
        if (m_missing.size() > 10)
            names += " and " + std::to_string(m_missing.size() - 10) + " more";
        // A weight that the rules for external data refuse is a fault of the file. An absent weight
        // can be replaced by a random one.
        const auto kind
            = m_firstMissing.kind() == ErrorKind::File ? ErrorKind::File : ErrorKind::Unsupported;
        return failAs(kind, support::countOf(m_missing.size(), "weight is", "weights are"),
            " missing: ", names, " (", m_firstMissing.message(),
            "); to run with seeded random weights: --missing-weights random");
    }

    Result<void> step()
    {
        const auto& graph = m_model.graph(m_frames.back().graph);
        if (m_frames.back().next == graph.order.size()) {
            finish(m_frames.back());
            m_frames.pop_back();
            return {};
        }
        const auto id = graph.order[m_frames.back().next++];
        const auto& node = m_model.node(id);
        TRY(count(entriesOf(node)));
        if (node.function.isValid())
            return openCall(id, node);
        if (node.type == "Constant" && node.domain.empty() && node.outputs.size() == 1)
            return addConstant(id, node);
        return addOperator(id, node);
    }

    void finish(const Frame& frame)
    {
        for (const auto& [from, to] : frame.copies) {
            Op copy;
            copy.node = { .type = "Identity",
                .domain = {},
                .version = 1,
                .attributes = {},
                .schema = model::OperatorRegistry::instance().find("", "Identity", 1),
                .label = "function output" };
            copy.inputs = { from };
            copy.outputs = { to };
            copy.calls = frame.instance->calls;
            copy.origins = { frame.instance->calls.back() };
            copy.block = frame.block;
            program().block(frame.block).ops.push_back(program().addOp(std::move(copy)));
        }
    }

    /// Returns the attributes, with references in a function body replaced by the values of its
    /// call.
    Result<std::vector<model::Attribute>> resolve(
        const std::vector<model::Attribute>& attributes, const Instance& instance)
    {
        std::vector<model::Attribute> resolved;
        for (const auto& attribute : attributes) {
            if (attribute.reference.empty()) {
                resolved.push_back(attribute);
                continue;
            }
            const auto found = std::ranges::find(
                instance.attributes, attribute.reference, &model::Attribute::name);
            if (found == instance.attributes.end())
                continue; // absent in the call and without default: absent here too
            resolved.push_back(*found);
            resolved.back().name = attribute.name;
        }
        TRY(count(entriesOf(resolved)));
        return resolved;
    }

    Result<void> openCall(model::NodeId id, const model::Node& node)
    {
        const auto& frame = m_frames.back();
        const auto& function = m_model.function(node.function);
        const auto& body = m_model.graph(function.body);
        const auto& caller = frame.instance;
        if (std::ranges::count(caller->functions, node.function) > 0
            || caller->calls.size() >= maxBodyDepth)
            return failAs(ErrorKind::File, model::describe(m_model, id), ": local function '",
                function.domain, ".", function.name, "' calls itself");

        TRY(count(entriesOf(body)));
        auto instance = std::make_shared<Instance>();
        instance->calls = caller->calls;
        instance->calls.push_back(id);
        instance->functions = caller->functions;
        instance->functions.push_back(node.function);
        instance->attributes = TRY(resolve(node.attributes, *caller));
        const auto given = instance->attributes.size();
        for (const auto& formal : function.attributes) {
            if (formal.value
                && std::ranges::count(instance->attributes, formal.name, &model::Attribute::name)
                    == 0)
                instance->attributes.push_back(*formal.value);
        }
        TRY(count(entriesOf(std::span(instance->attributes).subspan(given))));
        for (std::size_t i = 0; i < body.inputs.size(); ++i) {
            const auto actual = i < node.inputs.size() ? node.inputs[i] : model::ValueId();
            instance->values[body.inputs[i]] = valueOf(*caller, actual);
        }
        Frame call { instance, function.body, frame.block, 0, {} };
        for (std::size_t i = 0; i < std::min(body.outputs.size(), node.outputs.size()); ++i) {
            const auto actual = valueOf(*caller, node.outputs[i]);
            if (!actual.isValid())
                continue;
            const auto [place, isNew] = instance->values.try_emplace(body.outputs[i], actual);
            if (!isNew)
                call.copies.emplace_back(place->second, actual);
        }
        TRY(loadInitializers(*instance, body));
        program().fates[id.value()] = { NodeFate::Kind::Inlined, "inline functions", {} };
        m_frames.push_back(std::move(call));
        return {};
    }

    Result<void> addConstant(model::NodeId id, const model::Node& node)
    {
        auto& instance = *m_frames.back().instance;
        const auto attributes = TRY(resolve(node.attributes, instance));
        const auto output = valueOf(instance, node.outputs.front());
        if (!output.isValid()) {
            program().fates[id.value()] = { NodeFate::Kind::Removed, "constants", {} };
            return {};
        }
        auto constant = constantOf(attributes);
        if (!constant)
            return std::move(constant).error().within(model::describe(m_model, id));
        if (!*constant)
            return addOperator(id, node);
        program().value(output).constant = std::move(**constant);
        program().fates[id.value()] = { NodeFate::Kind::Folded, "constants", {} };
        return {};
    }

    template <typename T, typename From>
    Result<std::optional<Tensor>> made(ElementType element, Dims dims, const From& from)
    {
        auto tensor = TRY(m_pool.allocate(element, dims));
        std::ranges::copy(from, tensor.as<T>().begin());
        return std::optional(std::move(tensor));
    }

    Result<std::optional<Tensor>> constantOf(const std::vector<model::Attribute>& attributes)
    {
        for (const auto& attribute : attributes) {
            if (const auto* tensor = std::get_if<model::Tensor>(&attribute.value))
                return std::optional(TRY(loadConstant(*tensor, m_model.store.get())));
            if (const auto* sparse = std::get_if<model::SparseTensor>(&attribute.value))
                return std::optional(TRY(loadSparse(*sparse, *m_model.store, m_pool)));
            if (const auto* number = std::get_if<float>(&attribute.value))
                return made<float>(ElementType::Float, {}, std::array { *number });
            if (const auto* number = std::get_if<std::int64_t>(&attribute.value))
                return made<std::int64_t>(ElementType::Int64, {}, std::array { *number });
            if (const auto* numbers = std::get_if<std::vector<float>>(&attribute.value))
                return made<float>(ElementType::Float, { std::ssize(*numbers) }, *numbers);
            if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value))
                return made<std::int64_t>(ElementType::Int64, { std::ssize(*numbers) }, *numbers);
            if (const auto* text = std::get_if<std::string>(&attribute.value))
                return stringsOf({}, { *text });
            if (const auto* texts = std::get_if<std::vector<std::string>>(&attribute.value))
                return stringsOf({ std::ssize(*texts) }, *texts);
        }
        return std::optional<Tensor>();
    }

    Result<std::optional<Tensor>> stringsOf(Dims dims, const std::vector<std::string>& texts)
    {
        auto tensor = TRY(m_pool.allocate(ElementType::String, dims));
        *tensor.strings = texts;
        return std::optional(std::move(tensor));
    }

    /// Returns the schema of an operator that the imported opset does not contain: of the next
    /// later version that does, else of the last earlier one. Kernels run such an operator too.
    const model::OperatorSchema* laterSchema(const model::Node& node) const
    {
        const auto& registry = model::OperatorRegistry::instance();
        const auto newest = registry.newestOpset(node.domain);
        const auto imported = static_cast<int>(
            std::clamp<std::int64_t>(m_model.opset(node.domain, node.graph), 1, newest + 1));
        const model::OperatorSchema* found = nullptr;
        for (auto opset = imported; found == nullptr && opset <= newest; ++opset)
            found = registry.find(node.domain, node.type, opset);
        for (auto opset = imported - 1; found == nullptr && opset > 0; --opset)
            found = registry.find(node.domain, node.type, opset);
        return found;
    }

    Result<void> addOperator(model::NodeId id, const model::Node& node)
    {
        const auto instance = m_frames.back().instance;
        const auto blockId = m_frames.back().block;
        Op op;
        op.node.type = node.type;
        op.node.domain = node.domain;
        op.node.schema = node.schema != nullptr ? node.schema : laterSchema(node);
        op.node.version = op.node.schema != nullptr
            ? op.node.schema->sinceVersion
            : static_cast<int>(m_model.opset(node.domain, node.graph));
        op.node.label = m_labels[id.value()];
        op.node.attributes = TRY(resolve(node.attributes, *instance));
        op.inputs = valuesOf(*instance, node.inputs);
        op.outputs = valuesOf(*instance, node.outputs);
        op.origins = { id };
        op.calls = instance->calls;
        op.block = blockId;
        const auto attributes = op.node.attributes;
        const auto added = program().addOp(std::move(op));
        program().block(blockId).ops.push_back(added);

        const auto depth = program().block(blockId).depth + 1;
        for (const auto& attribute : attributes) {
            const auto* graph = std::get_if<model::GraphId>(&attribute.value);
            if (graph == nullptr || !graph->isValid())
                continue;
            const auto body = TRY(openBlock(instance, m_model.graph(*graph), added, depth));
            program().op(added).bodies.push_back({ attribute.name, body });
        }
        return {};
    }

    const model::Model& m_model;
    BuildOptions m_options;
    MemoryPool& m_pool;
    std::vector<std::string> m_labels;
    BuiltProgram m_result;
    std::vector<Frame> m_frames; ///< a stack: only the last one is worked on
    std::uint64_t m_entriesLeft = maxAddedEntries; ///< see count()
    std::unordered_map<const model::Tensor*, Tensor>
        m_weights; ///< a function inlined twice shares its weights
    std::vector<std::string> m_missing;
    support::Error m_firstMissing { "" };
};

} // namespace

Result<BuiltProgram> buildProgram(
    std::shared_ptr<const model::Model> model, const BuildOptions& options, MemoryPool& pool)
{
    return Builder(std::move(model), options, pool).build();
}

} // namespace engine
