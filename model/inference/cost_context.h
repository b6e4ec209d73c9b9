#pragma once

#include "model/inference/cost.h"
#include "model/operator.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace model {

/// What a cost rule sees of one node: sizes of its inputs and outputs and its attributes. A
/// question about a size that is not known notes why, answers 0, and makes the cost unknown.
class CostContext {
public:
    CostContext(const OperatorSchema& schema, std::span<const Attribute> attributes,
        std::span<const ValueType> inputs, std::span<const ValueType> outputs)
        : m_schema(schema)
        , m_attributes(attributes)
        , m_inputs(inputs)
        , m_outputs(outputs)
    {
    }

    const OperatorSchema& schema() const { return m_schema; }
    std::span<const Attribute> attributes() const { return m_attributes; } ///< as written
    std::span<const ValueType> inputs() const { return m_inputs; }
    std::span<const ValueType> outputs() const { return m_outputs; }
    std::size_t inputCount() const { return m_inputs.size(); }
    std::size_t outputCount() const { return m_outputs.size(); }
    bool hasInput(std::size_t i) const
    {
        return i < m_inputs.size() && m_inputs[i].kind != ValueType::Kind::Unknown;
    }

    std::uint64_t inputElements(std::size_t i) const;
    std::uint64_t outputElements(std::size_t i) const;
    std::uint64_t inputBytes(std::size_t i) const; ///< 0 if absent
    std::uint64_t outputBytes(std::size_t i) const;
    std::uint64_t allInputBytes() const;
    std::uint64_t allOutputBytes() const;
    std::uint64_t inputDim(std::size_t i, std::size_t axis) const;
    std::uint64_t outputDim(std::size_t i, std::size_t axis) const;
    std::size_t inputRank(std::size_t i) const;
    std::size_t outputRank(std::size_t i) const;
    /// Nothing, and no complaint, if the rank is not known.
    std::optional<std::vector<std::int64_t>> inputDims(std::size_t i) const;

    std::int64_t integer(std::string_view name, std::int64_t fallback) const;
    std::string_view text(std::string_view name) const;
    std::vector<std::int64_t> integers(std::string_view name) const;

    /// Why the cost is not known; empty if every question had an answer.
    const std::string& reason() const { return m_reason; }

private:
    std::uint64_t elements(const ValueType* type, std::string_view role, std::size_t i) const;
    std::uint64_t bytes(const ValueType* type, std::string_view role, std::size_t i) const;
    std::uint64_t dim(
        const ValueType* type, std::string_view role, std::size_t i, std::size_t axis) const;
    void complain(std::string_view role, std::size_t i, std::string_view what) const;
    const Attribute::Value* value(std::string_view name) const;

    const OperatorSchema& m_schema;
    std::span<const Attribute> m_attributes;
    std::span<const ValueType> m_inputs;
    std::span<const ValueType> m_outputs;
    mutable std::string m_reason; // the first question without an answer
};

/// Work of one node; unknown with a reason where a size or the rule is missing.
Cost costOf(const OperatorSchema& schema, std::span<const Attribute> attributes,
    std::span<const ValueType> inputs, std::span<const ValueType> outputs);

} // namespace model
