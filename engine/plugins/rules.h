#pragma once

#include "engine/plugins/plugin_operator.h"
#include "model/inference/cost.h"

namespace model {
class CostContext;
class InferenceContext;
}

namespace engine::plugins {

/// Asks the plug-in for the types of a node's outputs.
void inferTypes(const PluginOperator& op, model::InferenceContext& context);

/// Asks the plug-in for the work of a node; traffic is counted from the types.
model::Cost costOf(const PluginOperator& op, const model::CostContext& context);

} // namespace engine::plugins
