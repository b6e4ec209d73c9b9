#pragma once

#include "model/model.h"

#include <vector>

namespace profiler::onnx_runtime {

/// Which values of a model the values of ONNX Runtime's optimised model stand for.
///
/// ONNX Runtime keeps the names of most values. It gives new names to values in another layout
/// (blocked channels, channels last), quantised values and pieces of fused operators. A name of a
/// *node* tells where its work begins (`/conv3/Conv_output_0_nchwc`), not where it ends: the same
/// kernel may do the following Add and Relu. So a new value is paired from its reader first: the
/// reader's *anchor*, the model's node with the same kernel, says what the reader reads.
///
///     model      x -> Conv -> c -> Add(c, z) -> a -> Relu -> r -> Conv' -> ...
///     executed   X -> Conv{Add, Relu} -------------------------> R -> Conv'
///     R is the first input of Conv', so R stands for r
struct ValuePairs {
    /// Value of the model, by ValueId of the executed model; invalid = not known. Values differ at
    /// most by layout and by the width of their numbers.
    std::vector<model::ValueId> values;
    /// The model's node with the same kernel, by NodeId of the executed model; invalid = not known.
    std::vector<model::NodeId> anchors;
};

/// Pairs the values of all graphs that the executed model runs. Linear in the size of the models.
ValuePairs pairValues(const model::Model& model, const model::Model& executed);

} // namespace profiler::onnx_runtime
