#pragma once

#include "model/support/progress.h"
#include "profiler/engines/profile_engine.h"

namespace profiler {

/// Values of a model as another engine computes them, in files that engine::ValueFiles reads.
struct EngineValues {
    EngineFacts facts;
    std::size_t values = 0; ///< number of files
    std::size_t inside = 0; ///< values that exist only inside fused operators; not asked for
    std::vector<std::string> left; ///< `x: why it could not be had`
};

/// Runs a model in another engine and writes its outputs and, of ONNX Runtime, the values of all
/// nodes of the main graph to `folder`. Values are asked for in slices of at most `capBytes`, each
/// by a process of its own.
///
/// With an optimisation level other than `none`, ONNX Runtime is asked only for values that its
/// optimised model has (pairValues): asking for others would undo its fusions. The optimised model
/// is saved, if the disk has room, and run as it is. Values that it has only in another layout are
/// asked of the user's model.
///
/// Asking for those may still break a fusion and so change what is computed. Therefore the outputs
/// of the model must be the same, bit for bit, as without asking; otherwise the slice is halved.
/// Values that change the outputs alone are left out.
support::Result<EngineValues> writeEngineValues(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs, std::uint64_t capBytes,
    const std::filesystem::path& folder, const std::stop_token& stop = {},
    const support::Progress& progress = {});

} // namespace profiler
