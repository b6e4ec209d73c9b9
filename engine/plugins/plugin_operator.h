#pragma once

#include "model/operator.h"
#include "model/support/result.h"
#include "packaging/dev/opscope_operator.h"

#include <span>
#include <string>

namespace engine::plugins {

using support::Error;
using support::fail;
using support::Result;

/// One operator of a plug-in as far as it was checked: what it says of itself, in our types, and
/// what it computes with. Lives as long as the process.
struct PluginOperator {
    std::string library; ///< file name for messages: `libexample.so`
    model::OperatorSchema schema; ///< without rules, which are made when it is registered
    OpscopeOperator described {}; ///< of it only flags and callbacks are used

    bool isRepeatable() const { return (described.flags & OPSCOPE_NOT_REPEATABLE) == 0; }
};

/// Checks what a plug-in says of one operator: sizes, pointers, names, types, defaults. The error
/// names the part at fault, what was found and what was expected.
Result<PluginOperator> describe(const OpscopeOperator* given, std::string library);

/// The types that a parameter takes: `tensor(float)` ...
std::span<const std::string> typesOf(
    const model::OperatorSchema& schema, const model::FormalParameter& parameter);

} // namespace engine::plugins
