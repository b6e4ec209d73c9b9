#pragma once

#include "model/edit/id_map.h"
#include "model/model.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <sstream>
#include <string>

/// Every field of a model as text, so that two models can be compared field by field.
namespace testing {

class ModelFields {
public:
    static std::string text(const model::Model& model)
    {
        ModelFields fields(model);
        fields.write();
        return fields.m_out.str();
    }

private:
    explicit ModelFields(const model::Model& model)
        : m_model(model)
    {
    }

    template <typename Tag>
    void write(support::Index<Tag> id)
    {
        if (id.isValid())
            m_out << id.value() << ' ';
        else
            m_out << "- ";
    }
    template <typename Tag>
    void write(const char* name, const std::vector<support::Index<Tag>>& ids)
    {
        m_out << name << ' ';
        for (const auto id : ids)
            write(id);
    }
    void write(const model::Metadata& metadata)
    {
        for (const auto& [key, value] : metadata)
            m_out << key << '=' << value << ' ';
    }
    void write(const model::ValueType& type)
    {
        m_out << static_cast<int>(type.kind) << ' ' << static_cast<int>(type.element) << ' '
              << (type.shape ? model::shapeText(*type.shape) : "?") << ' '
              << static_cast<int>(type.key) << type.opaqueName << type.denotation;
        if (type.inner) {
            m_out << '(';
            write(*type.inner);
            m_out << ')';
        }
    }
    void write(const model::Tensor& tensor)
    {
        const auto& ref = tensor.ref;
        m_out << tensor.name << ' ' << tensor.elementNumber << ' '
              << static_cast<int>(tensor.element) << " [";
        for (const auto dim : tensor.dims)
            m_out << dim << ' ';
        m_out << "] " << static_cast<int>(ref.place) << ' ' << ref.offset << ' ' << ref.length
              << ref.file << ref.problem << static_cast<int>(ref.problemKind) << tensor.doc;
        write(tensor.metadata);
        if (ref.memory)
            m_out << std::hash<std::string_view>()(
                { reinterpret_cast<const char*>(ref.memory->bytes.data()),
                    ref.memory->bytes.size() });
        if (ref.strings)
            for (const auto& string : *ref.strings)
                m_out << string << ' ';
    }
    void write(const model::SparseTensor& sparse)
    {
        write(sparse.values);
        write(sparse.indices);
        for (const auto dim : sparse.dims)
            m_out << dim << ' ';
    }
    void write(std::monostate) { }
    void write(float number) { m_out << number << ' '; }
    void write(std::int64_t number) { m_out << number << ' '; }
    void write(const std::string& text) { m_out << text << ' '; }
    template <typename T>
    void write(const std::vector<T>& items)
    {
        for (const auto& item : items)
            write(item);
    }
    void write(const model::Attribute& attribute)
    {
        m_out << "\n  " << attribute.name << ' ' << static_cast<int>(attribute.kind)
              << attribute.reference << attribute.doc << ' ';
        std::visit([this](const auto& value) { write(value); }, attribute.value);
    }
    void write(const std::vector<model::OpsetImport>& imports)
    {
        for (const auto& import : imports)
            m_out << import.domain << ' ' << import.version << ' ';
    }

    void write(const model::Node& node)
    {
        write(node.graph);
        m_out << node.position << ' ' << node.name << ' ' << node.domain << ' ' << node.type
              << node.overload << node.doc;
        write(node.metadata);
        write("in", node.inputs);
        write("out", node.outputs);
        m_out << node.schema << ' ';
        write(node.function);
        write(node.attributes);
    }
    void write(const model::Value& value)
    {
        write(value.graph);
        m_out << value.name << ' ';
        write(value.type);
        write(value.producer);
        m_out << value.producerOutput << ' ';
        write(value.initializer);
        m_out << value.isInput << value.isOutput << value.isDefined << value.doc;
        write(value.metadata);
        for (const auto& use : value.uses)
            m_out << use.node.value() << ':' << use.input << ' ';
    }
    void write(const model::Graph& graph)
    {
        write(graph.id);
        m_out << static_cast<int>(graph.role) << graph.name << ' ';
        write(graph.owner);
        m_out << graph.ownerAttribute << ' ';
        write(graph.parent);
        write(graph.function);
        write("nodes", graph.nodes);
        write("order", graph.order);
        write("in", graph.inputs);
        write("out", graph.outputs);
        write("init", graph.initializers);
        write("values", graph.values);
        write("captures", graph.captures);
        m_out << graph.doc;
        write(graph.metadata);
    }

    void write()
    {
        m_out << m_model.path << ' ' << m_model.fileBytes << ' ' << m_model.irVersion
              << m_model.producerName << m_model.producerVersion << m_model.domain
              << m_model.modelVersion << m_model.doc << m_model.trainingGraphs;
        write(m_model.opsets);
        write(m_model.metadata);
        for (std::size_t i = 0; i < m_model.graphs.size(); ++i) {
            m_out << "\ngraph " << i << ' ';
            write(m_model.graphs[i]);
        }
        for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
            m_out << "\nnode " << i << ' ';
            write(m_model.nodes[i]);
        }
        for (std::size_t i = 0; i < m_model.values.size(); ++i) {
            m_out << "\nvalue " << i << ' ';
            write(m_model.values[i]);
        }
        for (const auto& tensor : m_model.tensors) {
            m_out << "\ntensor ";
            write(tensor);
        }
        for (const auto& function : m_model.functions) {
            m_out << "\nfunction " << function.domain << function.name << function.overload;
            write(function.body);
            write(function.opsets);
            for (const auto& attribute : function.attributes) {
                m_out << attribute.name;
                if (attribute.value)
                    write(*attribute.value);
            }
        }
        for (const auto& finding : m_model.diagnostics)
            m_out << "\nfinding " << static_cast<int>(finding.severity) << finding.code
                  << finding.where.path << ' ' << finding.where.node.value_or(0) << ' '
                  << finding.where.value.value_or(0) << ' ' << finding.where.byteOffset.value_or(0)
                  << finding.message << finding.advice;
    }

    const model::Model& m_model;
    std::ostringstream m_out;
};

/// The first line in which two texts differ, with both versions; empty if they are equal.
inline std::string firstDifference(const std::string& found, const std::string& expected)
{
    const auto a = support::split(found, '\n');
    const auto b = support::split(expected, '\n');
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        const auto left = i < a.size() ? a[i] : std::string_view("nothing");
        const auto right = i < b.size() ? b[i] : std::string_view("nothing");
        if (left != right)
            return "found " + std::string(left) + "\nexpected " + std::string(right);
    }
    return {};
}

inline std::string idsText(const model::edit::IdMap& ids)
{
    std::ostringstream out;
    const auto write = [&](const char* what, const auto& map) {
        for (std::size_t i = 0; i < map.size(); ++i)
            if (map[i].isValid())
                out << what << i << '>' << map[i].value() << '\n';
    };
    write("node ", ids.nodes);
    write("value ", ids.values);
    write("graph ", ids.graphs);
    return out.str();
}

} // namespace testing
