#pragma once

#include "engine/kernel/memory.h"
#include "engine/kernel/tensor.h"
#include "model/model.h"

#include <vector>

namespace engine {

/// A value of the model that is the same in every run, and its content.
struct FoldableConstant {
    model::ValueId value;
    Tensor tensor;
};

/// Computes outputs of nodes that depend on constants and fixed sizes alone, and that other nodes
/// or the outputs need. Left out are outputs of random operators, values of more than `mostBytes`,
/// values that depend on the default of an input, values in functions, and values that are larger
/// than what they are made from, such as dequantised or expanded weights. If a node has several
/// outputs, all that are read are there.
///
/// Fails as buildProgram() does: if weights are missing, and for models with cycles.
support::Result<std::vector<FoldableConstant>> foldableConstants(
    std::shared_ptr<const model::Model> model, std::uint64_t mostBytes, MemoryPool& pool);

} // namespace engine
