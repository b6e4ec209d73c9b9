#pragma once

#include "engine/kernel/kernel.h"

#include <string_view>
#include <vector>

namespace engine {

/// Returns a node of the newest version of an operator. It gets the attributes of `node` that the
/// operator has; `replaced` override them or are added.
Result<OpNode> newestNode(const OpNode& node, std::string_view domain, std::string_view type,
    const std::vector<model::Attribute>& replaced = {});

/// Runs the newest version of an operator of ai.onnx on given values, for operators of other
/// domains that wrap it. Attributes are as in newestNode.
Result<Tensor> runStandard(const OpNode& node, std::string_view type,
    const std::vector<RuntimeValue>& inputs, const std::vector<model::Attribute>& replaced = {});

/// The same for an operator of any domain. Requests `outputs` outputs and returns them.
Result<std::vector<RuntimeValue>> runOther(const OpNode& node, std::string_view domain,
    std::string_view type, const std::vector<RuntimeValue>& inputs, std::size_t outputs,
    const std::vector<model::Attribute>& replaced = {});

/// Returns the tensor transposed by `perm`, as in Transpose.
Result<Tensor> transposed(const Tensor& tensor, const std::vector<std::int64_t>& perm);
/// Converts N x ... x C to N x C x ... (channelsFirst) and back (channelsLast); rank 3 and up.
Result<Tensor> channelsFirst(const Tensor& tensor);
Result<Tensor> channelsLast(const Tensor& tensor);

/// Create an attribute of an int, or of ints.

/// Makes the tensor output 0.
Result<void> setOutputTensor(RunContext& context, Tensor tensor);

} // namespace engine
