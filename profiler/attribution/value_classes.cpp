#include "profiler/attribution/value_classes.h"

#include "model/decode.h"
#include "model/inference/call_order.h"
#include "model/tensor_store.h"
#include "profiler/attribution/onnx_runtime_graph.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace profiler::onnx_runtime {

namespace {

using model::Attribute;
using model::Model;
using model::Node;
using model::NodeId;
using model::Tensor;
using model::ValueId;

/// Larger constants and nodes with a longer description are classes of their own.
constexpr std::size_t maxConstantBytes = 512;
constexpr std::size_t maxKeyBytes = 4096;

/// Describes a node by bytes. Equal bytes mean equal results.
class Key {
public:
    template <typename T>
    requires std::is_trivially_copyable_v<T>
    void add(T part) { m_bytes.append(reinterpret_cast<const char*>(&part), sizeof part); }
    void add(const std::string& text) { add(std::string_view(text)); }
    void add(std::string_view text)
    {
        add(text.size());
        m_bytes += text;
    }
    template <typename T>
    void add(const std::vector<T>& parts)
    {
        add(parts.size());
        for (const auto& part : parts)
            add(part);
    }

    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

class Classes {
public:
    explicit Classes(const Model& model)
        : m_model(model)
        , m_classes(model.values.size())
    {
    }

    std::vector<ValueId> find() &&
    {
        for (std::uint32_t i = 0; i < m_classes.size(); ++i) {
            m_classes[i] = ValueId(i);
            const auto& value = m_model.values[i];
            if (value.initializer.isValid() && !value.isInput)
                addConstant(ValueId(i), m_model.tensor(value.initializer));
        }
        auto graphs = model::bodiesFirst(m_model);
        std::ranges::reverse(graphs); // bodies read values of outer graphs
        for (const auto graph : graphs)
            for (const auto node : m_model.graph(graph).order)
                addNode(m_model.node(node));
        return std::move(m_classes);
    }

private:
    void addConstant(ValueId value, const Tensor& tensor)
    {
        Key key;
        if (addTensor(key, tensor))
            m_classes[value.value()] = m_constants.emplace(key.bytes(), value).first->second;
    }

    /// Returns false if the tensor is large or cannot be read.
    bool addTensor(Key& key, const Tensor& tensor) const
    {
        if (tensor.ref.place == model::TensorRef::Place::Strings
            || tensor.ref.place == model::TensorRef::Place::ExternalFile
            || tensor.ref.length > maxConstantBytes)
            return false;
        const auto data = m_model.store->bytes(tensor);
        if (!data || data->bytes.size() > maxConstantBytes)
            return false;
        key.add(tensor.elementNumber);
        key.add(tensor.dims);
        key.add(std::string_view(
            reinterpret_cast<const char*>(data->bytes.data()), data->bytes.size()));
        return true;
    }

    const Tensor* constantOf(ValueId id) const
    {
        const auto& value = m_model.value(id);
        if (value.initializer.isValid())
            return value.isInput ? nullptr : &m_model.tensor(value.initializer);
        if (!value.producer.isValid())
            return nullptr;
        const auto& node = m_model.node(value.producer);
        const auto* constant = node.type == "Constant" ? node.attribute("value") : nullptr;
        return constant != nullptr ? std::get_if<Tensor>(&constant->value) : nullptr;
    }

    /// True for a constant of one element, which is 0 or 1.
    bool isNumber(ValueId id, int number) const
    {
        const auto* tensor = id.isValid() ? constantOf(id) : nullptr;
        if (tensor == nullptr || tensor->ref.length > sizeof(std::int64_t)
            || tensor->ref.place == model::TensorRef::Place::Strings
            || tensor->ref.place == model::TensorRef::Place::ExternalFile
            || tensor->element == model::ElementType::Complex64
            || std::ranges::any_of(tensor->dims, [](std::int64_t dim) { return dim != 1; }))
            return false;
        const auto data = m_model.store->bytes(*tensor);
        return data && model::numberAt(tensor->element, data->bytes, 0) == number;
    }

    /// Returns the input that the node's first output always equals; invalid if there is none.
    ValueId passedOn(const Node& node) const
    {
        const auto& inputs = node.inputs;
        if (!node.domain.empty() || inputs.empty() || !inputs[0].isValid())
            return {};
        if (node.type == "Identity" || (node.type == "Dropout" && inputs.size() < 3))
            return inputs[0];
        const bool isProduct = node.type == "Mul" || node.type == "Div";
        if ((!isProduct && node.type != "Add" && node.type != "Sub") || inputs.size() != 2)
            return {};
        if (isNumber(inputs[1], isProduct ? 1 : 0))
            return inputs[0];
        const bool isEitherWay = node.type == "Mul" || node.type == "Add";
        return isEitherWay && isNumber(inputs[0], isProduct ? 1 : 0) ? inputs[1] : ValueId();
    }

    void addNode(const Node& node)
    {
        if (const auto same = passedOn(node);
            same.isValid() && !node.outputs.empty() && node.outputs.front().isValid()) {
            m_classes[node.outputs.front().value()] = m_classes[same.value()];
            return;
        }
        if (node.type == "Constant" && node.inputs.empty() && node.outputs.size() == 1
            && node.attributes.size() == 1 && node.outputs.front().isValid())
            if (const auto* tensor = std::get_if<Tensor>(&node.attributes.front().value))
                return addConstant(node.outputs.front(), *tensor);
        Key key;
        if (isRandom(node.type) || node.function.isValid() || !describe(key, node))
            return;
        const auto [first, isNew] = m_nodes.emplace(key.bytes(), &node);
        if (isNew)
            return;
        const auto& same = first->second->outputs;
        for (std::size_t i = 0; i < std::min(same.size(), node.outputs.size()); ++i)
            if (same[i].isValid() && node.outputs[i].isValid())
                m_classes[node.outputs[i].value()] = same[i];
    }

    bool describe(Key& key, const Node& node) const
    {
        key.add(node.type);
        key.add(node.domain);
        key.add(node.overload);
        key.add(node.outputs.size());
        for (const auto input : node.inputs) {
            key.add(input.isValid() ? m_classes[input.value()].value() : ~0U);
            if (key.bytes().size() > maxKeyBytes)
                return false;
        }
        return std::ranges::all_of(node.attributes, [&](const Attribute& attribute) {
            key.add(attribute.name);
            key.add(attribute.kind);
            return addAttribute(key, attribute) && key.bytes().size() <= maxKeyBytes;
        });
    }

    /// Returns false for attributes that are not compared: graphs, types, sparse tensors,
    /// references.
    bool addAttribute(Key& key, const Attribute& attribute) const
    {
        return std::visit(
            [&]<typename T>(const T& value) {
                if constexpr (std::is_same_v<T, Tensor>)
                    return addTensor(key, value);
                else if constexpr (
                    std::is_same_v<T,
                        float> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<std::int64_t>> || std::is_same_v<T, std::vector<std::string>>)
                    return key.add(value), true;
                else
                    return false;
            },
            attribute.value);
    }

    const Model& m_model;
    std::vector<ValueId> m_classes;
    std::unordered_map<std::string, ValueId> m_constants;
    std::unordered_map<std::string, const Node*> m_nodes;
};

} // namespace

std::vector<ValueId> valueClasses(const Model& model) { return Classes(model).find(); }

} // namespace profiler::onnx_runtime
