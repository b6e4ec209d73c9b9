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

/// One operator of a plug-in after its description was checked: its schema and its callbacks. Lives
/// as long as the process.
struct PluginOperator {
    std::string library; ///< file name for messages: `libexample.so`
    model::OperatorSchema schema; ///< without infer and cost, which are set at registration
    OpscopeOperator described {}; ///< only its flags and callbacks are used

    bool isRepeatable() const { return (described.flags & OPSCOPE_NOT_REPEATABLE) == 0; }
};

/// Checks a plug-in's description of one operator: sizes, pointers, names, types, defaults. The
/// error names the wrong part, what was found and what was expected.
Result<PluginOperator> describe(const OpscopeOperator* given, std::string library);

/// Returns the types that a parameter accepts: `tensor(float)` ...
std::span<const std::string> typesOf(
    const model::OperatorSchema& schema, const model::FormalParameter& parameter);

} // namespace engine::plugins
