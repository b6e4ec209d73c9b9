#include "model/query/query_index.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace model {

namespace {

constexpr std::size_t lookEvery = 1024;

/// Returns a key that is equal for types which a query cannot distinguish.
std::string keyOf(const ValueType& type)
{
    std::string key(1, static_cast<char>(type.kind));
    key += std::to_string(static_cast<std::int32_t>(type.element));
    key += type.shape ? 's' : 'n';
    if (type.shape) {
        for (const auto& dimension : *type.shape)
            key += dimension.text() + ',';
    }
    return key;
}

} // namespace

class QueryIndexBuilder {
public:
    QueryIndexBuilder(const Model& model, const Analysis* analysis, std::stop_token stop)
        : m_model(model)
        , m_analysis(analysis)
        , m_stop(std::move(stop))
        , m_index(new QueryIndex)
    {
    }

    std::shared_ptr<const QueryIndex> build()
    {
        addTexts();
        addNodes();
        addTypes();
        addReaders();
        return m_index;
    }

private:
    bool shouldStop(std::size_t i) const { return i % lookEvery == 0 && m_stop.stop_requested(); }

    void addTexts()
    {
        std::size_t bytes = 0;
        for (const auto& node : m_model.nodes)
            bytes += node.name.size() + 1;
        for (const auto& value : m_model.values)
            bytes += value.name.size() + 1;
        m_index->m_texts.reserve(bytes);
        m_index->m_textBegin.reserve(m_model.nodes.size() + m_model.values.size() + 1);
        m_index->m_textBegin.push_back(0);
        for (const auto& node : m_model.nodes)
            addText(node.name);
        for (const auto& value : m_model.values)
            addText(value.name);
    }

    void addText(std::string_view name)
    {
        m_index->m_texts += support::lowered(name);
        m_index->m_texts += '\0';
        m_index->m_textBegin.push_back(m_index->m_texts.size());
    }

    void addNodes()
    {
        m_index->m_inputBegin.push_back(0);
        m_index->m_attributeBegin.push_back(0);
        for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
            const auto& node = m_model.nodes[i];
            m_index->m_operatorOf.push_back(operatorOf(node));
            const auto owner = m_model.graph(node.graph).owner;
            m_index->m_owner.push_back(owner.isValid() ? owner.value() : QueryIndex::none);
            addEnds(node.inputs);
            m_index->m_outputBegin.push_back(size(m_index->m_ends));
            addEnds(node.outputs);
            m_index->m_inputBegin.push_back(size(m_index->m_ends));
            for (const auto& attribute : node.attributes)
                m_index->m_attributes.push_back(nameOf(attribute.name));
            m_index->m_attributeBegin.push_back(size(m_index->m_attributes));
        }
    }

    void addEnds(const std::vector<ValueId>& values)
    {
        for (const auto value : values) {
            if (value.isValid())
                m_index->m_ends.push_back(value.value());
        }
    }

    static std::uint32_t size(const std::vector<std::uint32_t>& list)
    {
        return static_cast<std::uint32_t>(list.size());
    }

    std::uint32_t operatorOf(const Node& node)
    {
        const std::tuple key { std::string_view(node.domain), std::string_view(node.type),
            node.schema };
        const auto next = static_cast<std::uint32_t>(m_index->m_operators.size());
        const auto [entry, isNew] = m_operators.try_emplace(key, next);
        if (isNew)
            m_index->m_operators.push_back({ node.domain, node.type, node.schema,
                Palette::instance().category(node.domain, node.type), 0 });
        ++m_index->m_operators[entry->second].nodes;
        return entry->second;
    }

    std::uint32_t nameOf(std::string_view name)
    {
        const auto next = static_cast<std::uint32_t>(m_index->m_attributeNames.size());
        const auto [entry, isNew] = m_attributeNames.try_emplace(name, next);
        if (isNew)
            m_index->m_attributeNames.push_back(name);
        return entry->second;
    }

    void addTypes()
    {
        m_index->m_typeOf.assign(m_model.values.size(), 0);
        std::unordered_map<std::string, std::uint32_t> known;
        for (std::size_t i = 0; i < m_model.values.size() && !shouldStop(i); ++i) {
            const auto type = typeOf(i);
            const auto next = static_cast<std::uint32_t>(m_index->m_types.size());
            const auto [entry, isNew] = known.try_emplace(keyOf(type), next);
            if (isNew)
                m_index->m_types.push_back(type);
            m_index->m_typeOf[i] = entry->second;
        }
        if (m_index->m_types.empty())
            m_index->m_types.emplace_back(); // stopped early: every value still needs a type
    }

    ValueType typeOf(std::size_t value) const
    {
        if (m_analysis != nullptr && value < m_analysis->types.size())
            return m_analysis->types[value];
        const auto& found = m_model.values[value];
        if (found.type.kind != ValueType::Kind::Unknown || !found.initializer.isValid())
            return found.type;
        const auto& tensor = m_model.tensor(found.initializer);
        return ValueType::tensor(tensor.element, shapeOf(tensor.dims));
    }

    void addReaders()
    {
        auto& begin = m_index->m_readerBegin;
        begin.assign(m_model.values.size() + 1, 0);
        for (const auto& value : m_model.values)
            m_index->m_producer.push_back(
                value.producer.isValid() ? value.producer.value() : QueryIndex::none);
        for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
            for (const auto value : m_index->inputs(i))
                ++begin[value + 1];
        }
        for (std::size_t i = 1; i < begin.size(); ++i)
            begin[i] += begin[i - 1];
        auto place = begin;
        m_index->m_readers.resize(begin.back());
        for (std::size_t i = 0; i < m_model.nodes.size() && !shouldStop(i); ++i) {
            for (const auto value : m_index->inputs(i))
                m_index->m_readers[place[value]++] = static_cast<std::uint32_t>(i);
        }
    }

    const Model& m_model;
    const Analysis* m_analysis;
    std::stop_token m_stop;
    std::shared_ptr<QueryIndex> m_index;
    std::map<std::tuple<std::string_view, std::string_view, const OperatorSchema*>, std::uint32_t>
        m_operators;
    std::unordered_map<std::string_view, std::uint32_t> m_attributeNames;
};

std::shared_ptr<const QueryIndex> QueryIndex::build(
    const Model& model, const Analysis* analysis, std::stop_token stop)
{
    return QueryIndexBuilder(model, analysis, std::move(stop)).build();
}

std::vector<char> QueryIndex::textsWith(std::string_view lowerWord, std::stop_token stop) const
{
    std::vector<char> found(textCount(), lowerWord.empty() ? 1 : 0);
    if (lowerWord.empty())
        return found;
    const std::string_view all = m_texts;
    std::size_t index = 0;
    for (std::size_t hits = 0, at = all.find(lowerWord); at != std::string_view::npos;
         at = all.find(lowerWord, m_textBegin[index])) {
        if (at >= m_textBegin[index + 1])
            index = static_cast<std::size_t>(
                        std::ranges::upper_bound(m_textBegin, at) - m_textBegin.begin())
                - 1;
        found[index++] = 1;
        if (++hits % lookEvery == 0 && stop.stop_requested())
            break;
    }
    return found;
}

} // namespace model
