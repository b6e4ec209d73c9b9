#pragma once

#include "engine/kernel/tensor.h"
#include "model/graph.h"
#include "model/operator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// One operator of a program: a model node, or the operator that a pass made of several nodes.
/// Kernels read attributes through these accessors. They apply the schema's defaults, so no kernel
/// repeats a default.
struct OpNode {
    std::string type;
    std::string domain; ///< "" is ai.onnx
    int version = 0; ///< sinceVersion of the operator version that applies (its semantics)
    std::vector<model::Attribute> attributes; ///< as written; function references are resolved
    const model::OperatorSchema* schema = nullptr;
    std::string label; ///< for messages: name or path of the first model node

    bool has(std::string_view name) const; ///< written in the file (not by default)
    /// Value as written, else the schema's default, else nothing.
    std::optional<std::int64_t> integer(std::string_view name) const;
    std::optional<float> real(std::string_view name) const;
    std::optional<std::string> text(std::string_view name) const;
    std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
    std::optional<std::vector<float>> reals(std::string_view name) const;
    std::optional<std::vector<std::string>> texts(std::string_view name) const;
    const model::Tensor* tensor(std::string_view name) const;

    /// With a fallback for attributes that have no default in the schema.
    std::int64_t integer(std::string_view name, std::int64_t fallback) const
    {
        return integer(name).value_or(fallback);
    }
    float real(std::string_view name, float fallback) const
    {
        return real(name).value_or(fallback);
    }
    std::string text(std::string_view name, std::string_view fallback) const
    {
        return text(name).value_or(std::string(fallback));
    }
    std::vector<std::int64_t> integers(
        std::string_view name, std::vector<std::int64_t> fallback) const
    {
        return integers(name).value_or(std::move(fallback));
    }
    std::vector<float> reals(std::string_view name, std::vector<float> fallback) const
    {
        return reals(name).value_or(std::move(fallback));
    }
    std::vector<std::string> texts(std::string_view name, std::vector<std::string> fallback) const
    {
        return texts(name).value_or(std::move(fallback));
    }
    /// The element type whose number is the attribute's value.
    ElementType element(std::string_view name, ElementType fallback) const
    {
        return static_cast<ElementType>(integer(name, static_cast<std::int64_t>(fallback)));
    }
    bool flag(std::string_view name) const { return integer(name).value_or(0) != 0; }
};

/// An attribute of the value's kind.
inline model::Attribute attributeOf(std::string name, model::Attribute::Value value)
{
    const auto kind = static_cast<model::AttributeKind>(value.index()); // both in ONNX's order
    return { std::move(name), kind, std::move(value), {}, {} };
}

} // namespace engine
