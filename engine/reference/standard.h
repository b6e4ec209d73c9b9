#pragma once

#include "engine/kernel/kernel.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace engine {

/// A node of the newest version of an operator, with the attributes of `node` that have its names;
/// `replaced` come in their place or besides.
Result<OpNode> otherNode(const OpNode& node, std::string_view domain, std::string_view type,
    const std::vector<model::Attribute>& replaced = {});

/// Runs the newest version of an operator of ai.onnx on tensors at hand, for operators of other
/// domains that are one with something around it. Attributes as otherNode has them.
Result<Tensor> runStandard(const OpNode& node, std::string_view type,
    const std::vector<RuntimeValue>& inputs, const std::vector<model::Attribute>& replaced = {});

/// The same for an operator of any domain with its outputs; `outputs` of them are asked for.
Result<std::vector<RuntimeValue>> runOther(const OpNode& node, std::string_view domain,
    std::string_view type, const std::vector<RuntimeValue>& inputs, std::size_t outputs,
    const std::vector<model::Attribute>& replaced = {});

/// `perm` as in Transpose.
Result<Tensor> transposed(const Tensor& tensor, const std::vector<std::int64_t>& perm);
/// N x ... x C to N x C x ... and back; rank 3 and up.
Result<Tensor> channelsFirst(const Tensor& tensor);
Result<Tensor> channelsLast(const Tensor& tensor);

/// An int attribute, or ints.
model::Attribute intAttribute(std::string name, std::int64_t value);
model::Attribute intsAttribute(std::string name, std::vector<std::int64_t> values);

/// Gives a tensor at hand to output 0.
Result<void> giveTensor(RunContext& context, Tensor tensor);

} // namespace engine
