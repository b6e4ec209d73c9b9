#pragma once

#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"
#include "engine/program/program.h"
#include "model/support/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// What the passes change in the main graph, as far as operators of ONNX can say it: nodes that go,
/// others in their place, and inputs that read another value. Values are named as in the model; new
/// ones have names that no value of the model has.
struct OptimisedNodes {
    struct Added {
        model::NodeId at; ///< one of `removed`, whose place it takes
        OpNode node;
        std::string name; ///< of the node; may be empty
        std::vector<std::string> inputs; ///< empty: left out
        std::vector<std::string> outputs;
    };
    struct Input {
        model::NodeId node;
        std::size_t index = 0;
        std::string value;
    };
    struct Constant {
        std::string name;
        Tensor tensor;
    };
    std::vector<model::NodeId> removed;
    std::vector<Added> added; ///< those of one place in an order in which they can run
    std::vector<Input> inputs;
    std::vector<Constant> constants; ///< that the added nodes read
};

/// Runs the passes whose result is a graph of ONNX: `Basic` removes operators without effect,
/// `Full` also folds BatchNormalization into convolutions, and makes LayerNormalization,
/// RMSNormalization and Gelu of the operators that exporters write for them, if the model's
/// operator set has those. What must hold for every size of a named dimension is decided by the
/// declared shapes, so fixed dimensions allow more. Bodies, functions, outputs of the graph and
/// inputs with a default value stay as they are. Folding is foldableConstants().
///
/// Fails as buildProgram() does.
support::Result<OptimisedNodes> optimisedNodes(
    std::shared_ptr<const model::Model> model, Optimisation level, MemoryPool& pool);

} // namespace engine
