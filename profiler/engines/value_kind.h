#pragma once

#include "engine/kernel/tensor.h"
#include "model/value_type.h"

#include <array>
#include <string_view>
#include <utility>

namespace profiler {

/// Returns `absent`, `tensor`, `sequence`, `map`: how the messages between a process and its child
/// (engine_process.h) name what a value is.
inline std::string_view kindWord(const engine::RuntimeValue& value)
{
    constexpr std::array<std::string_view, 4> words { "absent", "tensor", "sequence", "map" };
    return words[value.content.index()];
}

/// Returns a type with which engine::readValue reads a file of this kind.
inline model::ValueType typeOfKind(std::string_view word)
{
    auto type = model::ValueType::tensor(model::ElementType::Undefined);
    if (word == "sequence")
        return model::ValueType::sequence(std::move(type));
    if (word == "map")
        type.kind = model::ValueType::Kind::Map;
    return type;
}

} // namespace profiler
