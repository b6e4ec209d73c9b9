#pragma once

#include "model/inference/cost.h"
#include "model/inference/node_attributes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace model {

/// Sizes and attributes of one node, for cost rules. A query for an unknown size returns 0, stores
/// a reason and makes the cost unknown.
class CostContext : public NodeAttributes {
public:
    CostContext(const OperatorSchema& schema, std::span<const Attribute> attributes,
        std::span<const ValueType> inputs, std::span<const ValueType> outputs)
        : NodeAttributes(schema, attributes)
        , m_inputs { inputs, "input" }
        , m_outputs { outputs, "output" }
    {
    }

    std::span<const ValueType> inputs() const { return m_inputs.types; }
    std::span<const ValueType> outputs() const { return m_outputs.types; }
    std::size_t inputCount() const { return m_inputs.types.size(); }
    std::size_t outputCount() const { return m_outputs.types.size(); }
    bool hasInput(std::size_t i) const
    {
        return i < m_inputs.types.size() && m_inputs.types[i].kind != ValueType::Kind::Unknown;
    }

    std::uint64_t inputElements(std::size_t i) const { return elements(m_inputs, i); }
    std::uint64_t outputElements(std::size_t i) const { return elements(m_outputs, i); }
    std::uint64_t inputBytes(std::size_t i) const { return bytes(m_inputs, i); } ///< 0 if absent
    std::uint64_t outputBytes(std::size_t i) const { return bytes(m_outputs, i); }
    std::uint64_t allInputBytes() const { return allBytes(m_inputs); }
    std::uint64_t allOutputBytes() const { return allBytes(m_outputs); }
    std::uint64_t inputDim(std::size_t i, std::size_t axis) const { return dim(m_inputs, i, axis); }
    std::uint64_t outputDim(std::size_t i, std::size_t axis) const
    {
        return dim(m_outputs, i, axis);
    }
    std::size_t inputRank(std::size_t i) const { return rank(m_inputs, i); }
    std::size_t outputRank(std::size_t i) const { return rank(m_outputs, i); }

    /// Why the cost is unknown; empty if every query was answered.
    const std::string& reason() const { return m_reason; }

private:
    /// All inputs, or all outputs.
    struct Side {
        std::span<const ValueType> types;
        std::string_view role;

        const ValueType* type(std::size_t i) const
        {
            return i < types.size() ? &types[i] : nullptr;
        }
    };

    std::uint64_t elements(const Side& side, std::size_t i) const;
    std::uint64_t bytes(const Side& side, std::size_t i) const;
    std::uint64_t allBytes(const Side& side) const;
    std::uint64_t dim(const Side& side, std::size_t i, std::size_t axis) const;
    std::size_t rank(const Side& side, std::size_t i) const;
    void setReason(const Side& side, std::size_t i, std::string_view what) const;

    Side m_inputs;
    Side m_outputs;
    mutable std::string m_reason; // of the first query without an answer
};

/// Returns the work of one node. Unknown, with a reason, if a size is unknown or the operator has
/// no cost rule.
Cost costOf(const OperatorSchema& schema, std::span<const Attribute> attributes,
    std::span<const ValueType> inputs, std::span<const ValueType> outputs);

} // namespace model
