#pragma once

#include "model/support/result.h"
#include "profiler/attribution/attribution.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// A layer of a TensorRT engine, as the engine inspector describes it (trtexec
/// --exportLayerInfo). Source: TensorRT, IEngineInspector; files of TensorRT Engine Explorer.
struct TensorRtLayer {
    std::string name;
    std::string type; ///< `CaskConvolution`, `Reformat`, `Myelin`; empty if not told
    std::string tactic; ///< name of its kernel; empty if not told
    /// Names of the ONNX nodes whose work it does, by its metadata. Empty if the engine was built
    /// without details, and in releases that do not write them.
    std::vector<std::string> nodes;
};

/// Type of rows for copies between host and GPU, which are no layers.
constexpr std::string_view tensorRtCopyType = "memory copy";

/// Reads the layers of a file. Fails for a file that is no such description.
support::Result<std::vector<TensorRtLayer>> readTensorRtLayers(const std::filesystem::path& file);
/// The same from text; `source` is for messages.
support::Result<std::vector<TensorRtLayer>> parseTensorRtLayers(
    std::string_view text, std::string_view source);

/// Returns whether TensorRT gives this name to a layer that only changes a layout.
bool isTensorRtReformat(std::string_view name);

/// Attributes layers to nodes of `model`. The position in the result is that in `layers`. The first
/// of these rules that applies decides:
///
/// 1. EngineOwn: a name that TensorRT gives to its own layers, without metadata.
/// 2. Name: the nodes of the metadata, else those that the layer's name names (`Conv_0 + Relu_1`).
/// 3. Part, instead of Name: other layers have the same nodes too.
///
/// No rule is a proof: TensorRT changes the graph before it makes layers.
std::vector<Attribution> attributeTensorRt(
    const model::Model& model, std::span<const TensorRtLayer> layers);

} // namespace profiler
