#pragma once

#include "engine/kernel/kernel.h"
#include "engine/plugins/plugin_operator.h"

namespace engine::plugins {

/// Prepares a node of a plug-in's operator for inputs of known types. `op` must outlive the kernel.
/// Fails for types that the operator does not list, and if its `create` fails.
Result<std::unique_ptr<Kernel>> preparePlugin(
    const PluginOperator& op, const KernelRequest& request);

} // namespace engine::plugins
