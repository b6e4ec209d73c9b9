#include "tests/fuzz/model_mutator.h"

#include <onnx/onnx.pb.h>

#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>

namespace fuzz {

namespace {

using onnx_pb::AttributeProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::TensorProto;
using onnx_pb::TensorShapeProto;
using onnx_pb::TypeProto;
using onnx_pb::ValueInfoProto;

constexpr std::array sizes { std::int64_t { 0 }, std::int64_t { 1 }, std::int64_t { 2 },
    std::int64_t { 3 }, std::int64_t { 7 }, std::int64_t { 16 }, std::int64_t { 1000 },
    std::int64_t { 65'536 }, std::int64_t { -1 }, std::int64_t { -2 }, std::int64_t { -5 },
    std::int64_t { 1 } << 20, std::int64_t { 1 } << 31, -(std::int64_t { 1 } << 31),
    std::int64_t { 1 } << 33, std::int64_t { 1 } << 40, std::int64_t { 1 } << 62,
    std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min() };
constexpr std::array reals { 0.0F, -1.0F, 0.5F, 2.0F, 1e30F, -1e30F, 1e-30F,
    std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
    std::numeric_limits<float>::quiet_NaN() };
constexpr int elementTypes = 30; // a few more than there are
constexpr std::size_t longList = 100'000;

class Mutator {
public:
    Mutator(const std::string& bytes, std::uint32_t seed, std::uint32_t index)
        : m_random(seed * 2'654'435'761U + index)
    {
        if (!m_model.ParseFromString(bytes))
            throw std::runtime_error("not a model");
        gather(*m_model.mutable_graph());
        for (auto& function : *m_model.mutable_functions())
            for (auto& node : *function.mutable_node())
                gather(node);
        while (!m_waiting.empty()) {
            auto* const graph = m_waiting.back();
            m_waiting.pop_back();
            gather(*graph);
        }
    }

    MutatedModel run()
    {
        for (auto left = 1 + below(4); left > 0; --left) {
            const auto change = changeSomething();
            if (!change.empty())
                m_result.changes.push_back(change);
        }
        m_result.bytes = m_model.SerializeAsString();
        return std::move(m_result);
    }

private:
    std::size_t below(std::size_t limit)
    {
        return limit == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }
    template <typename List>
    auto& pick(List& list)
    {
        return list[below(list.size())];
    }
    std::int64_t size(std::int64_t old)
    {
        if (below(4) == 0 && old < std::numeric_limits<std::int64_t>::max())
            return old + 1;
        return pick(sizes);
    }

    void gather(GraphProto& graph)
    {
        for (auto& tensor : *graph.mutable_initializer())
            m_tensors.push_back(&tensor);
        for (auto* list :
            { graph.mutable_input(), graph.mutable_output(), graph.mutable_value_info() })
            for (auto& info : *list)
                m_infos.push_back(&info);
        for (auto& node : *graph.mutable_node())
            gather(node);
    }
    void gather(NodeProto& node)
    {
        m_nodes.push_back(&node);
        for (auto& attribute : *node.mutable_attribute()) {
            m_attributes.push_back(&attribute);
            if (attribute.has_t())
                m_tensors.push_back(attribute.mutable_t());
            if (attribute.has_g())
                m_waiting.push_back(attribute.mutable_g());
            for (auto& graph : *attribute.mutable_graphs())
                m_waiting.push_back(&graph);
        }
    }

    std::string changeSomething()
    {
        switch (below(12)) {
        case 0:
        case 1:
            return m_tensors.empty() ? "" : changeDims(*pick(m_tensors));
        case 2:
        case 3:
            return m_tensors.empty() ? "" : changeContents(*pick(m_tensors));
        case 4:
            return m_tensors.empty() ? "" : changeType(*pick(m_tensors));
        case 5:
        case 6:
            return m_infos.empty() ? "" : changeInfo(*pick(m_infos));
        case 7:
        case 8:
            return m_attributes.empty() ? "" : changeAttribute(*pick(m_attributes));
        case 9:
        case 10:
            return m_nodes.empty() ? "" : changeNode(*pick(m_nodes));
        default:
            return changeVersion();
        }
    }

    std::string changeDims(TensorProto& tensor)
    {
        const auto name = "dims of '" + tensor.name() + "'";
        auto& dims = *tensor.mutable_dims();
        switch (below(4)) {
        case 0:
            dims.Add(size(1));
            return name + ": one more";
        case 1:
            if (dims.empty())
                return {};
            dims.RemoveLast();
            return name + ": one less";
        default:
            if (dims.empty())
                return {};
            auto& dim = *(dims.begin()
                + static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(dims.size()))));
            dim = size(dim);
            return name + ": one is " + std::to_string(dim);
        }
    }

    std::string changeType(TensorProto& tensor)
    {
        tensor.set_data_type(static_cast<int>(below(elementTypes)));
        return "type of '" + tensor.name() + "' is " + std::to_string(tensor.data_type());
    }

    /// Numbers of small constants are mostly shapes, axes and repeats.
    std::string changeContents(TensorProto& tensor)
    {
        const auto name = "contents of '" + tensor.name() + "'";
        auto& raw = *tensor.mutable_raw_data();
        if (below(8) == 0 && !raw.empty()) {
            raw.resize(below(2 * raw.size()));
            return name + ": other length";
        }
        if (tensor.int64_data_size() > 0) {
            const auto at
                = static_cast<int>(below(static_cast<std::size_t>(tensor.int64_data_size())));
            tensor.set_int64_data(at, size(tensor.int64_data(at)));
            return name + ": " + std::to_string(tensor.int64_data(at));
        }
        if (tensor.float_data_size() > 0) {
            tensor.set_float_data(
                static_cast<int>(below(static_cast<std::size_t>(tensor.float_data_size()))),
                pick(reals));
            return name + ": a real";
        }
        if (tensor.int32_data_size() > 0) {
            tensor.set_int32_data(
                static_cast<int>(below(static_cast<std::size_t>(tensor.int32_data_size()))),
                static_cast<std::int32_t>(pick(sizes)));
            return name + ": an integer";
        }
        const bool isWide = tensor.data_type() == TensorProto::INT64;
        const std::size_t width = isWide ? 8 : 4;
        if (raw.size() < width)
            return {};
        const auto at = below(raw.size() / width) * width;
        std::int64_t whole = pick(sizes);
        float real = pick(reals);
        if (tensor.data_type() == TensorProto::FLOAT)
            std::memcpy(raw.data() + at, &real, width);
        else
            std::memcpy(raw.data() + at, &whole, width);
        return name + ": a number";
    }

    std::string changeInfo(ValueInfoProto& info)
    {
        const auto name = "type of value '" + info.name() + "'";
        if (!info.type().has_tensor_type())
            return {};
        auto& tensor = *info.mutable_type()->mutable_tensor_type();
        if (below(5) == 0) {
            tensor.set_elem_type(static_cast<int>(below(elementTypes)));
            return name + " is " + std::to_string(tensor.elem_type());
        }
        if (below(8) == 0) {
            tensor.clear_shape();
            return name + " has no shape";
        }
        auto& dims = *tensor.mutable_shape()->mutable_dim();
        if (dims.empty() || below(5) == 0) {
            dims.Add()->set_dim_value(size(1));
            return name + " has one dim more";
        }
        auto& dim = dims[static_cast<int>(below(static_cast<std::size_t>(dims.size())))];
        if (below(6) == 0)
            dim.set_dim_param("n");
        else
            dim.set_dim_value(size(dim.dim_value()));
        return name + ": a dim is " + (dim.has_dim_param() ? "n" : std::to_string(dim.dim_value()));
    }

    std::string changeAttribute(AttributeProto& attribute)
    {
        const auto name = "attribute '" + attribute.name() + "'";
        if (below(8) == 0) {
            attribute.set_type(static_cast<AttributeProto::AttributeType>(below(15)));
            return name + " has another kind";
        }
        if (attribute.ints_size() > 0 || attribute.type() == AttributeProto::INTS) {
            if (attribute.ints_size() == 0 || below(4) == 0) {
                attribute.add_ints(size(1));
                return name + " is longer";
            }
            if (below(40) == 0) {
                for (std::size_t i = 0; i < longList; ++i)
                    attribute.add_ints(1);
                return name + " is very long";
            }
            const auto at
                = static_cast<int>(below(static_cast<std::size_t>(attribute.ints_size())));
            attribute.set_ints(at, size(attribute.ints(at)));
            return name + ": " + std::to_string(attribute.ints(at));
        }
        if (attribute.floats_size() > 0) {
            attribute.set_floats(
                static_cast<int>(below(static_cast<std::size_t>(attribute.floats_size()))),
                pick(reals));
            return name + ": a real";
        }
        switch (attribute.type()) {
        case AttributeProto::INT:
            attribute.set_i(
                below(2) == 0 ? static_cast<std::int64_t>(below(30)) : size(attribute.i()));
            return name + " = " + std::to_string(attribute.i());
        case AttributeProto::FLOAT:
            attribute.set_f(pick(reals));
            return name + ": a real";
        case AttributeProto::STRING:
            attribute.set_s(pick(m_attributes)->s());
            return name + " = \"" + attribute.s() + "\"";
        default:
            attribute.set_name(pick(m_attributes)->name());
            return name + " is called '" + attribute.name() + "'";
        }
    }

    std::string changeNode(NodeProto& node)
    {
        const auto name = "node '" + node.name() + "' (" + node.op_type() + ")";
        switch (below(6)) {
        case 0:
            node.set_op_type(pick(m_nodes)->op_type());
            return name + " is " + node.op_type();
        case 1:
            if (node.attribute_size() == 0)
                return {};
            node.mutable_attribute()->DeleteSubrange(
                static_cast<int>(below(static_cast<std::size_t>(node.attribute_size()))), 1);
            // What was in it is gone.
            m_attributes.clear();
            m_tensors.clear();
            m_infos.clear();
            m_nodes.clear();
            return name + " lacks an attribute";
        case 2:
            if (node.input_size() == 0)
                return {};
            node.set_input(
                static_cast<int>(below(static_cast<std::size_t>(node.input_size()))), "");
            return name + " lacks an input";
        case 3:
            node.add_input(node.input_size() > 0 ? node.input(0) : "");
            return name + " has one input more";
        case 4: {
            const auto& other = *pick(m_nodes);
            if (node.input_size() == 0 || other.input_size() == 0)
                return {};
            node.set_input(static_cast<int>(below(static_cast<std::size_t>(node.input_size()))),
                other.input(static_cast<int>(below(static_cast<std::size_t>(other.input_size())))));
            return name + " reads something else";
        }
        default:
            if (node.output_size() == 0)
                return {};
            node.mutable_output()->RemoveLast();
            return name + " has one output less";
        }
    }

    std::string changeVersion()
    {
        if (below(3) == 0 || m_model.opset_import_size() == 0) {
            m_model.set_ir_version(static_cast<std::int64_t>(below(15)));
            return "IR " + std::to_string(m_model.ir_version());
        }
        auto& opset = *m_model.mutable_opset_import(
            static_cast<int>(below(static_cast<std::size_t>(m_model.opset_import_size()))));
        opset.set_version(below(6) == 0 ? pick(sizes) : static_cast<std::int64_t>(1 + below(27)));
        return "opset " + std::to_string(opset.version());
    }

    std::mt19937 m_random;
    ModelProto m_model;
    std::vector<GraphProto*> m_waiting;
    std::vector<TensorProto*> m_tensors;
    std::vector<ValueInfoProto*> m_infos;
    std::vector<AttributeProto*> m_attributes;
    std::vector<NodeProto*> m_nodes;
    MutatedModel m_result;
};

} // namespace

MutatedModel mutateModel(const std::string& model, std::uint32_t seed, std::uint32_t index)
{
    return Mutator(model, seed, index).run();
}

} // namespace fuzz
