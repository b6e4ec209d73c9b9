#include "model/edit/operation.h"
#include "model/edit/quantise/graph_rewrite.h"
#include "model/edit/quantise/weights.h"

#include "model/inference/shape_inference.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::TensorShapeProto;
using onnx_pb::TypeProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

std::optional<std::int64_t> numberAt(const TensorShape& shape, std::size_t axis)
{
    return shape && axis < shape->size() ? (*shape)[axis].value() : std::nullopt;
}

/// The new batch while types are inferred. It is a name also if it will be a number, so that no
/// other size equals it. No file has this name: it begins with a blank.
constexpr auto batchName = " batch";

/// Gives the first dimension of inputs another size, and the constants that hold the old one, in
/// the main graph and in bodies: targets of Reshape, Expand and Resize. A new target has the same
/// meaning for the old size.
class BatchSetter {
public:
    BatchSetter(Editing& editing, Dimension size)
        : m_editing(editing)
        , m_model(editing.model)
        , m_size(std::move(size))
        , m_before(inferTypes(editing.model))
        , m_changed(editing.model)
        , m_isReached(editing.model.nodes.size())
    {
    }

    Result<std::string> run(const OperationArguments& arguments)
    {
        TRY(findInputs(arguments));
        findReached();
        GraphRewrite rewrite(m_editing);
        for (const auto node : m_reached)
            rewriteTarget(node, rewrite);
        TRY(rewrite.apply());
        TRY(removeInnerTypes());
        for (const auto input : m_inputs)
            TRY(setDimensions(input, GraphProto::kInputFieldNumber, { { 0, m_size } }));
        TRY(setOutputs());
        return "set the batch of " + support::countOf(m_inputs.size(), "input", "inputs") + " from "
            + std::to_string(m_batch) + " to " + m_size.text() + ": "
            + support::countOf(m_targets, "target of Reshape, Expand or Resize",
                "targets of Reshape, Expand or Resize")
            + " and " + support::countOf(m_outputs, "output", "outputs") + " follow" + m_kept;
    }

private:
    using Sizes = std::vector<std::pair<std::size_t, Dimension>>; ///< by axis

    /// Finds the inputs and their batch, which must be one number.
    Result<void> findInputs(const OperationArguments& arguments)
    {
        if (arguments.has("inputs")) {
            const auto names = arguments["inputs"].items();
            if (names.empty())
                return failAs(ErrorKind::Usage, "inputs is no list of names");
            for (const auto& name : names)
                TRY(addNamedInput(name.stringOr({})));
            return {};
        }
        for (const auto input : m_model.main().inputs)
            if (const auto& value = m_model.value(input); !value.initializer.isValid()
                && value.type.shape.has_value() && !value.type.shape->empty())
                TRY(addInput(input));
        if (m_inputs.empty())
            return failAs(ErrorKind::Usage, "no input has a declared first dimension");
        return {};
    }

    Result<void> addNamedInput(const std::string& name)
    {
        const auto id = TRY(m_editing.valueOf(m_model.main().id, name));
        const auto& value = m_model.value(id);
        if (!value.isInput || !value.type.shape || value.type.shape->empty())
            return failAs(
                ErrorKind::Usage, quote(name), " is no input with a declared first dimension");
        return addInput(id);
    }

    Result<void> addInput(ValueId id)
    {
        const auto& value = m_model.value(id);
        const auto& first = value.type.shape->front();
        if (!first.isNumber())
            return failAs(ErrorKind::Usage, "the first dimension of ", quote(value.name), " is ",
                first.text(),
                ", expected a number; fixDimension and renameDimension change a name");
        if (!m_inputs.empty() && *first.value() != m_batch)
            return failAs(ErrorKind::Usage, "the first dimension of ", quote(value.name), " is ",
                first.text(), ", that of ", quote(m_model.value(m_inputs.front()).name), " is ",
                m_batch, "; name the inputs that have the batch");
        m_batch = *first.value();
        if (m_size.value() == m_batch)
            return failAs(ErrorKind::Usage, "the batch is ", m_batch, " already");
        m_inputs.push_back(id);
        return {};
    }

    /// Marks the nodes of the main graph and of bodies that depend on the inputs, and makes the
    /// model without the shapes that they declare.
    void findReached()
    {
        for (const auto input : m_inputs) {
            auto& type = m_changed.values[input.value()].type;
            auto shape = *type.shape;
            shape.front() = Dimension::symbol(batchName);
            type.shape = std::move(shape);
        }
        for (const auto& graph : m_model.graphs)
            if (graph.owner.isValid())
                m_bodies[graph.owner].push_back(graph.id);
        auto open = m_inputs;
        while (!open.empty()) {
            const auto value = open.back();
            open.pop_back();
            for (const auto& use : m_model.value(value).uses)
                reach(use.node, open);
        }
        std::ranges::sort(m_reached);
    }

    /// A node with bodies may hand any of its inputs on to them. A node in a body reaches the node
    /// that has the body.
    void reach(NodeId id, std::vector<ValueId>& open)
    {
        while (id.isValid() && !m_isReached[id.value()]) {
            m_isReached[id.value()] = true;
            m_reached.push_back(id);
            addReached(m_model.node(id).outputs, open);
            if (const auto bodies = m_bodies.find(id); bodies != m_bodies.end())
                for (const auto body : bodies->second)
                    addReached(m_model.graph(body).inputs, open);
            id = m_model.graph(m_model.node(id).graph).owner;
        }
    }

    void addReached(const std::vector<ValueId>& values, std::vector<ValueId>& open)
    {
        for (const auto value : values)
            if (value.isValid()) {
                m_changed.values[value.value()].type.shape.reset();
                open.push_back(value);
            }
    }

    void rewriteTarget(NodeId id, GraphRewrite& rewrite)
    {
        const auto& node = m_model.node(id);
        if (!node.domain.empty())
            return;
        if (node.type == "Resize")
            return rewriteSizes(id, rewrite);
        const auto before = constantNumbers(node, 1);
        if (before.empty() || (node.type != "Reshape" && node.type != "Expand"))
            return;
        auto target = before;
        const auto& input = m_before.types[node.inputs[0].value()].shape;
        if (node.type == "Reshape")
            freeFirst(id, target, rewrite);
        else if (target[0] == m_batch && numberAt(input, 0) == m_batch
            && input->size() == target.size())
            target[0] = 1; // broadcasting keeps the size of the input
        if (target == before)
            return;
        const auto& old = m_model.value(node.inputs[1]).name;
        readConstant(id, 1, addConstant(rewrite, old, ElementType::Int64, target), rewrite);
        ++m_targets;
    }

    /// The elements of an input that is a constant list of integers; none if it is not.
    std::vector<std::int64_t> constantNumbers(const Node& node, std::size_t input) const
    {
        if (input >= node.inputs.size() || !constantOf(m_model, node.inputs[input]))
            return {};
        const auto& elements = m_before.elements[node.inputs[input].value()];
        return elements ? elements->numbers().value_or(std::vector<std::int64_t>())
                        : std::vector<std::int64_t>();
    }

    /// Lets Reshape copy the first size of the input (0), or compute it (-1).
    void freeFirst(NodeId id, std::vector<std::int64_t>& target, GraphRewrite& rewrite)
    {
        const auto& node = m_model.node(id);
        if (target[0] <= 0)
            return;
        const auto& input = m_before.types[node.inputs[0].value()].shape;
        const auto hasZero = std::ranges::find(target, 0) != target.end();
        const auto keepsZero = integerAttribute(node, "allowzero", 0) != 0;
        if (numberAt(input, 0) == target[0] && !(keepsZero && hasZero)) {
            target[0] = 0;
            if (keepsZero) {
                rewrite.removeAttribute(id, "allowzero");
                std::erase_if(m_changed.nodes[id.value()].attributes,
                    [](const Attribute& attribute) { return attribute.name == "allowzero"; });
            }
            return;
        }
        const auto computed = std::ranges::find(target, -1);
        if (computed != target.end()) {
            const auto axis = static_cast<std::size_t>(computed - target.begin());
            const auto size = numberAt(m_before.types[node.outputs[0].value()].shape, axis);
            if (!size)
                return;
            *computed = *size;
        }
        target[0] = -1;
    }

    /// Lets Resize read factors instead of sizes, if they give the same sizes. The factors are what
    /// Resize computes from sizes, so its result keeps its bits.
    void rewriteSizes(NodeId id, GraphRewrite& rewrite)
    {
        constexpr std::size_t factorInput = 2;
        constexpr std::size_t sizeInput = 3;
        const auto& node = m_model.node(id);
        const auto sizes = constantNumbers(node, sizeInput);
        const auto& input = m_before.types[node.inputs[0].value()].shape;
        const auto* const policy = node.attribute("keep_aspect_ratio_policy");
        const auto* const word = policy ? std::get_if<std::string>(&policy->value) : nullptr;
        if (sizes.empty() || node.attribute("axes") || (policy && (!word || *word != "stretch"))
            || sizes[0] != m_batch || numberAt(input, 0) != m_batch
            || sizes.size() != input->size())
            return;
        std::vector<float> factors;
        for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
            const auto size = numberAt(input, axis).value_or(0);
            const auto factor = static_cast<float>(sizes[axis]) / static_cast<float>(size);
            if (size == 0
                || static_cast<std::int64_t>(std::floor(static_cast<float>(size) * factor))
                    != sizes[axis])
                return;
            factors.push_back(factor);
        }
        const auto& old = m_model.value(node.inputs[sizeInput]).name;
        readConstant(id, factorInput,
            addConstant(rewrite, old + "_factors", ElementType::Float, factors), rewrite);
        rewrite.setInput(id, sizeInput, {});
        m_changed.nodes[id.value()].inputs[sizeInput] = ValueId();
        ++m_targets;
    }

    struct NewConstant {
        std::string name;
        ValueId value; ///< in m_changed
    };

    /// Adds a list to the file and to the model whose types are inferred; equal ones once.
    template <typename T>
    NewConstant addConstant(GraphRewrite& rewrite, const std::string& wanted, ElementType element,
        const std::vector<T>& values)
    {
        const auto count = static_cast<std::int64_t>(values.size());
        auto source = sourceOf(element, { count }, values);
        std::vector<std::byte> bytes(source.bytes.begin(), source.bytes.end());
        const auto [known, isNew] = m_constants.try_emplace({ element, bytes });
        if (!isNew)
            return known->second;
        known->second = { rewrite.addInitializer(wanted, std::move(source)),
            ValueId(m_changed.values.size()) };
        auto& value = m_changed.values.emplace_back();
        value.graph = m_model.main().id;
        value.name = known->second.name;
        value.type = ValueType::tensor(element, Shape { Dimension::number(count) });
        value.initializer = TensorId(m_changed.tensors.size());
        value.isDefined = true;
        auto& tensor = m_changed.tensors.emplace_back();
        tensor.element = element;
        tensor.dims = { count };
        tensor.ref = TensorRef::inMemory(TensorBytes::of(std::move(bytes)));
        m_changed.graphs.front().values.push_back(known->second.value);
        m_changed.graphs.front().initializers.push_back(known->second.value);
        return known->second;
    }

    void readConstant(
        NodeId id, std::size_t input, const NewConstant& constant, GraphRewrite& rewrite)
    {
        rewrite.setInput(id, input, constant.name);
        m_changed.nodes[id.value()].inputs[input] = constant.value;
    }

    /// Removes types that hold the old batch. Inference finds them again.
    Result<void> removeInnerTypes()
    {
        std::map<GraphId, std::set<std::string, std::less<>>> names;
        for (const auto id : m_reached)
            for (const auto output : m_model.node(id).outputs)
                if (output.isValid())
                    names[m_model.node(id).graph].insert(m_model.value(output).name);
        for (const auto& [graph, reached] : names)
            TRY(m_editing.removeTypes(
                graph, [&](std::string_view name) { return reached.contains(name); }));
        return {};
    }

    Result<void> setOutputs()
    {
        const auto after = inferTypes(m_changed);
        noteEnds(after);
        TRY(setBodyTypes(after));
        std::vector<std::string> kept;
        for (const auto output : m_model.main().outputs) {
            const auto& value = m_model.value(output);
            if (!value.type.shape || !value.producer.isValid()
                || !m_isReached[value.producer.value()])
                continue;
            const auto sizes = changedSizes(output, after.types[output.value()].shape);
            if (!sizes.empty()) {
                ++m_outputs;
                TRY(setDimensions(output, GraphProto::kOutputFieldNumber, sizes));
            } else if (numberAt(value.type.shape, 0) == m_batch) {
                kept.push_back(quote(value.name));
            }
        }
        if (!kept.empty())
            m_kept += "; the batch does not reach " + support::joined(kept, ", ");
        return {};
    }

    /// Inputs and outputs of bodies get the sizes that they have now.
    Result<void> setBodyTypes(const InferredTypes& after)
    {
        const auto set = [&](const std::vector<ValueId>& values, int number) -> Result<void> {
            for (const auto id : values)
                if (m_model.value(id).type.shape)
                    TRY(setDimensions(id, number, changedSizes(id, after.types[id.value()].shape)));
            return {};
        };
        for (const auto node : m_reached)
            if (const auto bodies = m_bodies.find(node); bodies != m_bodies.end())
                for (const auto body : bodies->second) {
                    TRY(set(m_model.graph(body).inputs, GraphProto::kInputFieldNumber));
                    TRY(set(m_model.graph(body).outputs, GraphProto::kOutputFieldNumber));
                }
        return {};
    }

    /// Notes the nodes that read the batch and whose output had it as first size, but has it no
    /// longer: a constant in the model stands for the old batch, or the node reduces over it.
    void noteEnds(const InferredTypes& after)
    {
        const auto isBatch = [](const Dimension& size) {
            const auto names = size.symbols();
            return std::ranges::find(names, batchName) != names.end();
        };
        const auto readsBatch = [&](ValueId value) {
            const auto shape = value.isValid() ? after.types[value.value()].shape : TensorShape();
            return shape && std::ranges::any_of(*shape, isBatch);
        };
        std::vector<NodeId> ends;
        for (const auto id : m_reached) {
            const auto& node = m_changed.nodes[id.value()];
            if (node.type == "Shape" || node.type == "Size" || node.outputs.empty()
                || !node.outputs[0].isValid())
                continue;
            const auto output = node.outputs[0].value();
            const auto& shape = after.types[output].shape;
            if (shape && !shape->empty() && !shape->front().isUnknown() && !isBatch(shape->front())
                && numberAt(m_before.types[output].shape, 0) == m_batch
                && std::ranges::any_of(node.inputs, readsBatch))
                ends.push_back(id);
        }
        if (!ends.empty())
            m_kept += "; the batch ends at " + support::countOf(ends.size(), "node", "nodes") + " ("
                + describe(m_model, ends.front()) + (ends.size() > 1 ? ", …" : "")
                + "), which may mix samples";
    }

    /// The sizes of an output that depend on the batch.
    Sizes changedSizes(ValueId output, const TensorShape& after) const
    {
        const auto& declared = *m_model.value(output).type.shape;
        const auto& before = m_before.types[output.value()].shape;
        Sizes sizes;
        for (std::size_t axis = 0; axis < declared.size(); ++axis) {
            if (!after || after->size() != declared.size()) {
                // Nothing is known of an output of an operator without a rule.
                if (axis == 0 && declared[0].value() == m_batch)
                    sizes.emplace_back(axis, Dimension());
                continue;
            }
            auto size = (*after)[axis];
            if (before && size == (*before)[axis])
                continue;
            if (const auto number = m_size.value())
                size = size.bound({ { batchName, *number } });
            else
                size = size.text() == batchName ? m_size : size;
            sizes.emplace_back(axis, std::move(size));
        }
        return sizes;
    }

    Result<void> setDimensions(ValueId value, int number, const Sizes& sizes)
    {
        if (sizes.empty())
            return {};
        auto& change = m_editing.change;
        auto& graph = *TRY(m_editing.graphMessage(m_model.value(value).graph));
        for (const auto position : positionsOf(graph, number)) {
            if (textIn(graph.fields[position], ValueInfoProto::kNameFieldNumber)
                != m_model.value(value).name)
                continue;
            auto& info = *TRY(change.open(graph, position));
            auto& type = *TRY(change.openOnly(info, ValueInfoProto::kTypeFieldNumber));
            auto& tensor = *TRY(change.openOnly(type, TypeProto::kTensorTypeFieldNumber));
            auto& shape = *TRY(change.openOnly(tensor, TypeProto::Tensor::kShapeFieldNumber));
            for (const auto& [axis, size] : sizes)
                if (const auto at = positionOf(shape, TensorShapeProto::kDimFieldNumber, axis))
                    setDimension(*TRY(change.open(shape, *at)), size);
        }
        return {};
    }

    void setDimension(Message& dimension, const Dimension& size)
    {
        using Proto = TensorShapeProto::Dimension;
        m_editing.change.removeAll(dimension, Proto::kDimValueFieldNumber);
        m_editing.change.removeAll(dimension, Proto::kDimParamFieldNumber);
        if (const auto number = size.value())
            m_editing.change.setInteger(dimension, Proto::kDimValueFieldNumber, *number);
        else if (!size.isUnknown())
            m_editing.change.setText(dimension, Proto::kDimParamFieldNumber, size.text());
    }

    Editing& m_editing;
    const Model& m_model;
    const Dimension m_size;
    const InferredTypes m_before;
    Model m_changed; ///< with the new batch as a name; its types are inferred
    std::vector<bool> m_isReached; ///< by node
    std::vector<NodeId> m_reached; ///< in the order of ids
    std::map<NodeId, std::vector<GraphId>> m_bodies; ///< by the node that has them
    std::vector<ValueId> m_inputs;
    std::int64_t m_batch = 0;
    std::map<std::pair<ElementType, std::vector<std::byte>>, NewConstant> m_constants;
    std::size_t m_targets = 0;
    std::size_t m_outputs = 0;
    std::string m_kept;
};

Result<std::string> setBatch(Editing& editing, const OperationArguments& arguments)
{
    if (const auto number = arguments["size"].integer()) {
        if (*number < 0)
            return failAs(ErrorKind::Usage, "size is ", *number, ", expected 0 or more");
        return BatchSetter(editing, Dimension::number(*number)).run(arguments);
    }
    const auto name = TRY(arguments.text("size"));
    if (name.empty() || support::numberFrom<std::int64_t>(name))
        return failAs(ErrorKind::Usage, "size is ", quote(name), ", expected a number or a name");
    return BatchSetter(editing, Dimension::symbol(name)).run(arguments);
}

} // namespace

std::span<const OperationKind> batchOperations()
{
    static constexpr std::array kinds {
        OperationKind { "setBatch", "size inputs?",
            "gives the first dimension of inputs, a number, another size or a name; targets of "
            "Reshape, Expand and Resize and the types of outputs follow",
            setBatch },
    };
    return kinds;
}

} // namespace model::edit
