#include "tests/support/ui/sample_model.h"

#include "model/operator.h"

#include <numeric>
#include <span>
#include <vector>

namespace {

model::TensorBytes countingFloats(std::size_t count)
{
    std::vector<float> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0.0F);
    return model::TensorBytes::copyOf(std::as_bytes(std::span(numbers)));
}

} // namespace

SampleModel::SampleModel()
    : m_model(std::make_shared<model::Model>())
{
    m_model->irVersion = 8;
    m_model->opsets = { { "", 17 } };
    m_model->producerName = "sample";
    auto& graph = m_model->graphs.emplace_back();
    graph.id = model::GraphId(0U);
    graph.name = "main_graph";
}

model::ValueId SampleModel::value(std::string_view name, std::vector<std::int64_t> dims)
{
    const model::ValueId id(m_model->values.size());
    auto& value = m_model->values.emplace_back();
    value.graph = model::GraphId(0U);
    value.name = name;
    value.isDefined = true;
    value.type.kind = model::ValueType::Kind::Tensor;
    value.type.element = model::ElementType::Float;
    value.type.shape = model::shapeOf(dims);
    m_model->graphs[0].values.push_back(id);
    return id;
}

model::ValueId SampleModel::input(std::string_view name, std::vector<std::int64_t> dims)
{
    const auto id = value(name, std::move(dims));
    m_model->values[id.value()].isInput = true;
    m_model->graphs[0].inputs.push_back(id);
    return id;
}

model::ValueId SampleModel::weight(std::string_view name, std::vector<std::int64_t> dims)
{
    const auto id = value(name, dims);
    m_model->values[id.value()].initializer = model::TensorId(m_model->tensors.size());
    m_model->graphs[0].initializers.push_back(id);
    auto& tensor = m_model->tensors.emplace_back();
    tensor.name = name;
    tensor.element = model::ElementType::Float;
    tensor.elementNumber = static_cast<std::int32_t>(tensor.element);
    tensor.dims = std::move(dims);
    tensor.ref
        = model::TensorRef::inMemory(countingFloats(model::elementCount(tensor.dims).value_or(0)));
    return id;
}

model::ValueId SampleModel::node(
    std::string_view name, std::string_view type, std::initializer_list<model::ValueId> inputs)
{
    const model::NodeId id(m_model->nodes.size());
    const auto made = value(std::string(name) + "_out", { 1 });
    auto& node = m_model->nodes.emplace_back();
    node.graph = model::GraphId(0U);
    node.position = static_cast<std::uint32_t>(m_model->graphs[0].nodes.size());
    node.name = name;
    node.type = type;
    node.inputs = inputs;
    node.outputs = { made };
    node.schema = model::OperatorRegistry::instance().find("", type, 17);
    m_model->graphs[0].nodes.push_back(id);
    m_model->graphs[0].order.push_back(id);
    m_model->values[made.value()].producer = id;
    for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
        if (node.inputs[i].isValid())
            m_model->values[node.inputs[i].value()].uses.push_back({ id, i });
    }
    return made;
}

void SampleModel::output(model::ValueId value)
{
    m_model->values[value.value()].isOutput = true;
    m_model->graphs[0].outputs.push_back(value);
}
