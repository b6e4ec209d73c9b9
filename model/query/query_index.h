#pragma once

#include "model/inference/analysis.h"
#include "model/model.h"
#include "model/palette.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// The data that queries read, in flat arrays. The nodes of a Model are scattered in memory; with a
/// hundred thousand of them, visiting takes longer than comparing.
///
///     texts       lower-cased names of nodes, then of values, in one string with a NUL between:
///                 one scan finds a word in all names
///     operators   domain, type and schema, shared by nodes; few
///     types       element type and shape, shared by values; few
///     edges       values by node, readers by value, as ranges in one array
///
/// Immutable; uses about 200 bytes per node in addition to the names. Made for one Analysis, which
/// gives the types.
class QueryIndex {
public:
    /// If `analysis` is null, the declared types are used. After a stop request the index is
    /// incomplete and must be discarded.
    static std::shared_ptr<const QueryIndex> build(
        const Model& model, const Analysis* analysis = nullptr, std::stop_token stop = {});

    struct Operator {
        std::string_view domain; ///< the model owns it and must outlive the index
        std::string_view type;
        const OperatorSchema* schema = nullptr;
        Category category {};
        std::size_t nodes = 0;
    };
    std::span<const Operator> operators() const { return m_operators; }
    std::uint32_t operatorOf(std::size_t node) const { return m_operatorOf[node]; }

    std::span<const ValueType> types() const { return m_types; }
    std::uint32_t typeOf(std::size_t value) const { return m_typeOf[value]; }

    std::size_t nodeCount() const { return m_operatorOf.size(); }
    std::size_t valueCount() const { return m_typeOf.size(); }

    std::string_view nodeName(std::size_t node) const { return text(node); } ///< lower-cased
    std::string_view valueName(std::size_t value) const { return text(nodeCount() + value); }
    /// Returns 1 for every text that contains `lowerWord`; nodes first, then values.
    std::vector<char> textsWith(std::string_view lowerWord, std::stop_token stop) const;
    std::size_t textCount() const { return m_textBegin.size() - 1; }
    std::string_view text(std::size_t index) const
    {
        return std::string_view(m_texts).substr(
            m_textBegin[index], m_textBegin[index + 1] - m_textBegin[index] - 1);
    }

    using Ids = std::span<const std::uint32_t>;
    Ids inputs(std::size_t node) const
    {
        return part(m_ends, m_inputBegin[node], m_outputBegin[node]);
    }
    Ids outputs(std::size_t node) const
    {
        return part(m_ends, m_outputBegin[node], m_inputBegin[node + 1]);
    }
    /// Returns inputs, then outputs, without omitted optional ones.
    Ids ends(std::size_t node) const
    {
        return part(m_ends, m_inputBegin[node], m_inputBegin[node + 1]);
    }
    Ids readers(std::size_t value) const
    {
        return part(m_readers, m_readerBegin[value], m_readerBegin[value + 1]);
    }
    /// Returns the node that produces the value; 0xFFFFFFFF if there is none.
    std::uint32_t producer(std::size_t value) const { return m_producer[value]; }
    /// Returns the node whose attribute contains this node's graph; 0xFFFFFFFF if there is none.
    std::uint32_t owner(std::size_t node) const { return m_owner[node]; }
    static constexpr std::uint32_t none = 0xFFFFFFFFU;

    /// Returns the attribute names that occur in the model; attributesOf() refers to them by index.
    std::span<const std::string_view> attributeNames() const { return m_attributeNames; }
    Ids attributesOf(std::size_t node) const
    {
        return part(m_attributes, m_attributeBegin[node], m_attributeBegin[node + 1]);
    }

private:
    friend class QueryIndexBuilder;
    QueryIndex() = default;

    static Ids part(const std::vector<std::uint32_t>& all, std::uint32_t begin, std::uint32_t end)
    {
        return Ids(all).subspan(begin, end - begin);
    }

    std::string m_texts;
    std::vector<std::uint64_t> m_textBegin;
    std::vector<Operator> m_operators;
    std::vector<std::uint32_t> m_operatorOf;
    std::vector<ValueType> m_types;
    std::vector<std::uint32_t> m_typeOf;
    std::vector<std::uint32_t> m_ends;
    std::vector<std::uint32_t> m_inputBegin; ///< one entry more than nodes
    std::vector<std::uint32_t> m_outputBegin;
    std::vector<std::uint32_t> m_readers;
    std::vector<std::uint32_t> m_readerBegin;
    std::vector<std::uint32_t> m_producer;
    std::vector<std::uint32_t> m_owner;
    std::vector<std::string_view> m_attributeNames;
    std::vector<std::uint32_t> m_attributes;
    std::vector<std::uint32_t> m_attributeBegin;
};

} // namespace model
