#include "model/edit/convert/step.h"

#include "model/edit/convert/half_values.h"

#include "model/decode.h"
#include "model/support/text.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace model::edit::convert {

using support::quote;
using support::Result;

namespace {

template <typename T>
std::vector<std::byte> packed(const std::vector<T>& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    return { bytes.begin(), bytes.end() };
}

template <typename T>
std::vector<std::byte> packedAs(double value)
{
    return packed(std::vector<T> { static_cast<T>(value) });
}

std::string inputName(const StepContext& step, std::size_t input)
{
    const auto& formal = step.from.inputs;
    return input < formal.size() ? formal[input].name : "input " + std::to_string(input);
}

} // namespace

std::vector<std::int64_t> ConstantElements::integers() const
{
    std::vector<std::int64_t> values;
    for (std::uint64_t i = 0; i < count(); ++i)
        values.push_back(integerAt(element, data.bytes, i));
    return values;
}

std::vector<double> ConstantElements::reals() const
{
    std::vector<double> values;
    for (std::uint64_t i = 0; i < count(); ++i)
        values.push_back(numberAt(element, data.bytes, i));
    return values;
}

Conversion::Conversion(Editing& edits, std::int64_t targetVersion)
    : editing(edits)
    , target(targetVersion)
    , types(inferTypes(edits.model))
    , names(edits)
{
}

const ValueType& Conversion::typeOf(const DraftValue& value) const
{
    static const ValueType unknown;
    if (value.id.isValid())
        return types.types[value.id.value()];
    const auto known = m_newTypes.find(value.name);
    return known == m_newTypes.end() ? unknown : known->second;
}

std::optional<ConstantElements> Conversion::constantOf(const DraftValue& wanted) const
{
    if (!wanted.id.isValid())
        return std::nullopt;
    const auto& model = editing.model;
    const auto& value = model.value(wanted.id);
    const Tensor* tensor = nullptr;
    Tensor made;
    if (value.initializer.isValid() && (!value.isInput || model.irVersion < separateInitializers)) {
        tensor = &model.tensor(value.initializer);
    } else if (value.producer.isValid() && model.node(value.producer).type == "Constant") {
        const auto& attributes = model.node(value.producer).attributes;
        if (attributes.size() != 1)
            return std::nullopt;
        const auto& held = attributes.front().value;
        if (const auto* const integers = std::get_if<std::vector<std::int64_t>>(&held)) {
            made.element = ElementType::Int64;
            made.dims = { static_cast<std::int64_t>(integers->size()) };
            made.ref = TensorRef::inMemory(TensorBytes::of(packed(*integers)));
        } else if (const auto* const one = std::get_if<std::int64_t>(&held)) {
            made.element = ElementType::Int64;
            made.ref
                = TensorRef::inMemory(TensorBytes::of(packed(std::vector<std::int64_t> { *one })));
        } else {
            tensor = std::get_if<Tensor>(&held);
        }
    }
    if (made.ref.memory)
        return ConstantElements { made.element, made.dims, *made.ref.memory };
    if (tensor == nullptr || tensor->element == ElementType::String)
        return std::nullopt;
    auto data = model.store->bytes(*tensor);
    if (!data)
        return std::nullopt;
    return ConstantElements { tensor->element, tensor->dims, *std::move(data) };
}

DraftValue Conversion::addConstant(GraphId graph, NewConstant constant)
{
    std::string key = std::to_string(graph.value()) + "/" + constant.name + "/"
        + std::to_string(static_cast<int>(constant.element));
    for (const auto size : constant.dims)
        key += "," + std::to_string(size);
    key += "/";
    key.append(reinterpret_cast<const char*>(constant.bytes.data()), constant.bytes.size());
    const auto [known, isNew] = m_known.try_emplace(key);
    if (isNew) {
        known->second = constant.name = names.value(graph, constant.name);
        setType(constant.name, ValueType::tensor(constant.element, shapeOf(constant.dims)));
        constants[graph.value()].push_back(std::move(constant));
    }
    return { known->second, {} };
}

Result<const Attribute*> StepContext::attribute(std::string_view name) const
{
    const auto* const found = node.attribute(name);
    if (found != nullptr && !found->reference.empty())
        return refuse("attribute ", quote(name), " is that of the function, ",
            quote(found->reference), ", whose value each call sets");
    return found;
}

Result<std::int64_t> StepContext::integer(std::string_view name, std::int64_t fallback) const
{
    const auto* const found = TRY(attribute(name));
    const auto* const value = found ? std::get_if<std::int64_t>(&found->value) : nullptr;
    return value ? *value : fallback;
}

Result<std::string> StepContext::text(std::string_view name, std::string_view fallback) const
{
    const auto* const found = TRY(attribute(name));
    const auto* const value = found ? std::get_if<std::string>(&found->value) : nullptr;
    return value ? *value : std::string(fallback);
}

const ValueType& StepContext::type(std::size_t input) const
{
    static const ValueType unknown;
    return node.hasInput(input) ? conversion.typeOf(node.inputs[input]) : unknown;
}

Result<std::size_t> StepContext::rank(std::size_t input) const
{
    const auto& known = type(input);
    if (known.isTensor() && known.shape)
        return known.shape->size();
    return refuse(
        "the rank of ", inputName(*this, input), " is not known; declare it (setValueType)");
}

Result<ElementType> StepContext::element(std::size_t input) const
{
    const auto& known = type(input);
    if (known.isTensor() && known.element != ElementType::Undefined)
        return known.element;
    return refuse("the element type of ", inputName(*this, input), " is not known");
}

Result<ConstantElements> StepContext::constant(std::size_t input) const
{
    if (node.hasInput(input))
        if (auto found = conversion.constantOf(node.inputs[input]))
            return *std::move(found);
    return refuse(inputName(*this, input), " is no constant, so it cannot become an attribute");
}

DraftValue StepContext::add(std::string_view what, ElementType elementType,
    std::vector<std::int64_t> dims, std::vector<std::byte> bytes)
{
    return conversion.addConstant(node.graph,
        { node.type + "_" + std::string(what), elementType, std::move(dims), std::move(bytes) });
}

DraftValue StepContext::listConstant(std::string_view what, std::vector<std::int64_t> values)
{
    return add(
        what, ElementType::Int64, { static_cast<std::int64_t>(values.size()) }, packed(values));
}

DraftValue StepContext::integerConstant(std::string_view what, std::int64_t value)
{
    return add(what, ElementType::Int64, {}, packed(std::vector<std::int64_t> { value }));
}

DraftValue StepContext::floatsConstant(std::string_view what, const std::vector<float>& values)
{
    return floatsConstant(what, values, { static_cast<std::int64_t>(values.size()) });
}

DraftValue StepContext::floatsConstant(
    std::string_view what, const std::vector<float>& values, std::vector<std::int64_t> dims)
{
    return add(what, ElementType::Float, std::move(dims), packed(values));
}

Result<DraftValue> StepContext::scalarConstant(
    std::string_view what, ElementType elementType, double value)
{
    std::vector<std::byte> bytes;
    switch (elementType) {
    case ElementType::Float:
        bytes = packedAs<float>(value);
        break;
    case ElementType::Double:
        bytes = packedAs<double>(value);
        break;
    case ElementType::Int64:
        bytes = packedAs<std::int64_t>(value);
        break;
    case ElementType::Int32:
        bytes = packedAs<std::int32_t>(value);
        break;
    case ElementType::Float16:
    case ElementType::Bfloat16:
        bytes = narrowed(packedAs<float>(value), elementType).bytes;
        break;
    default:
        return refuse(
            "a constant of type ", model::name(elementType), " for ", what, " cannot be made");
    }
    return add(what, elementType, {}, std::move(bytes));
}

NodeDraft StepContext::newNode(std::string_view type, NewAttributes attributes) const
{
    NodeDraft added;
    added.graph = node.graph;
    added.name = conversion.names.node(node.name, type);
    added.type = type;
    added.opset = opset;
    for (const auto& [name, value] : attributes)
        added.set(name, value);
    return added;
}

DraftValue StepContext::addBefore(std::string_view type, std::vector<DraftValue> inputs,
    NewAttributes attributes, ValueType outputType)
{
    auto added = newNode(type, attributes);
    added.inputs = std::move(inputs);
    const auto base
        = (node.outputs.empty() ? node.type : node.outputs[0].name) + "_" + std::string(type);
    DraftValue output { conversion.names.value(node.graph, base), {} };
    added.outputs = { output };
    conversion.setType(output.name, std::move(outputType));
    node.before.push_back(std::move(added));
    node.isChanged = true;
    return output;
}

void StepContext::addAfter(
    std::string_view type, std::vector<DraftValue> moreInputs, NewAttributes attributes)
{
    auto added = newNode(type, attributes);
    added.outputs = { node.outputs[0] };
    node.outputs[0]
        = { conversion.names.value(node.graph, node.outputs[0].name + "_" + node.type), {} };
    added.inputs = { node.outputs[0] };
    added.inputs.insert(added.inputs.end(), moreInputs.begin(), moreInputs.end());
    // Nodes that an earlier step put behind this one read what the new node makes.
    node.after.insert(node.after.begin(), std::move(added));
    node.isChanged = true;
}

const std::vector<StepEntry>& stepEntries()
{
    static const auto entries = [] {
        std::vector<StepEntry> all;
        for (auto some : { inputSteps(), shapeSteps(), resizeSteps(), networkSteps() })
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return entries;
}

const StepEntry* stepEntry(std::string_view type, int version)
{
    for (const auto& entry : stepEntries())
        if (entry.version == version)
            for (const auto name : support::split(entry.operators, ' '))
                if (name == type)
                    return &entry;
    return nullptr;
}

} // namespace model::edit::convert
