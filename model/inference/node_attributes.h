#pragma once

#include "model/operator.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

/// The attributes of one node. One that the node does not have has the schema's default value.
/// Nothing, or null: there is no value of that kind.
class NodeAttributes {
public:
    NodeAttributes(const OperatorSchema& schema, std::span<const Attribute> written)
        : m_schema(schema)
        , m_written(written)
    {
    }

    const OperatorSchema& schema() const { return m_schema; }
    std::span<const Attribute> attributes() const { return m_written; } ///< as written
    bool hasAttribute(std::string_view name) const; ///< true if the node itself has it

    std::optional<std::int64_t> integer(std::string_view name) const;
    std::int64_t integer(std::string_view name, std::int64_t fallback) const
    {
        return integer(name).value_or(fallback);
    }
    std::optional<float> real(std::string_view name) const;
    std::string text(std::string_view name) const; ///< empty if there is none
    std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
    std::optional<std::vector<float>> floats(std::string_view name) const;
    std::optional<std::vector<std::string>> texts(std::string_view name) const;
    /// Returns the number of entries of a list or tensor, 0 if the node has none. Nothing inside a
    /// function body if only the call gives the value.
    std::optional<std::size_t> entryCount(std::string_view name) const;
    const Tensor* tensor(std::string_view name) const;
    const SparseTensor* sparseTensor(std::string_view name) const;
    const ValueType* typeAttribute(std::string_view name) const;
    std::optional<GraphId> graph(std::string_view name) const;

private:
    template <typename T>
    const T* held(std::string_view name) const;
    template <typename T>
    std::optional<T> copyOf(std::string_view name) const;

    const OperatorSchema& m_schema;
    std::span<const Attribute> m_written;
};

} // namespace model
