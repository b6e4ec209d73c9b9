#pragma once

#include "model/onnx/parser.h"
#include "profiler/attribution/attribution.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace testing {

/// Models and what versions of ONNX Runtime made of them (make_attribution_models.py).
inline std::filesystem::path attributionFolder() { return sourceDir() / "tests/data/attribution"; }

inline std::shared_ptr<const model::Model> attributionModel(const std::string& file)
{
    auto opened = model::onnx::openModel(attributionFolder() / file);
    return opened ? *opened : nullptr;
}

/// A model and what a version of ONNX Runtime made of it.
struct AttributionPair {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Model> executed;
    std::vector<profiler::Attribution> found;

    AttributionPair(
        const std::string& folder, const std::string& variant, const std::string& version)
        : model(attributionModel(folder + "/" + variant + ".onnx"))
        , executed(attributionModel(folder + "/" + variant + "-" + version + ".onnx"))
    {
        if (model && executed)
            found = profiler::attributeOnnxRuntime(*model, *executed);
    }
};

/// Whether all nodes are nodes of the model.
inline bool hasNodesOf(const model::Model& model, const std::vector<profiler::Attribution>& found)
{
    return std::ranges::all_of(found, [&](const profiler::Attribution& attribution) {
        return std::ranges::all_of(attribution.nodes, [&](model::NodeId node) {
            return node.isValid() && node.value() < model.nodes.size();
        });
    });
}

} // namespace testing
