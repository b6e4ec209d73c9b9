#pragma once

#include "engine/inputs/input_spec.h"
#include "engine/kernel/kernel.h"
#include "engine/tuning/tuning_mode.h"
#include "model/dimension.h"
#include "model/model.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

enum class MissingWeights { Refuse, Random };

enum class Optimisation {
    None, ///< no pass: each node is a step
    Basic, ///< passes that change a result by no more than rounding: folding, views,
           ///< dead code
    Full, ///< fusions too
};

/// Whether steps of a device are captured and launched as one graph
/// (engine/device/graph_replays.h).
enum class CudaGraph {
    Auto, ///< On for `opscope-cli run`, otherwise Off
    On, ///< an observer then sees one step for each captured sequence
    Off,
};

/// In what operators on fp16 and bfloat16 compute (engine/passes/widen_half.h).
enum class HalfArithmetic {
    Auto, ///< Single on the CPU with all passes, otherwise Half
    Single, ///< in fp32
    Half, ///< each operator in the model's type
};

/// What to do about operators that no kernel can run.
enum class Unsupported { Stop, RunTheRest };

/// Settings and inputs of one run. Plain data, so that it can be sent to a child process.
struct RunRequest {
    std::shared_ptr<const model::Model> model;
    model::Binding dims; ///< sizes of named dimensions; sizes of input files take precedence,
                         ///< missing ones are derived from others or 1
    std::map<std::string, InputSpec, std::less<>> inputs; ///< by name; others get `otherInputs`
    InputSpec otherInputs;
    std::filesystem::path
        data; ///< folder with `input_<i>.pb` (by position) or `NAME.npy`; empty = none
    DeviceKind device = DeviceKind::Cpu;
    Precision precision = Precision::Float32;
    int threads = 0; ///< 0 = one per core
    std::uint64_t seed = 0;
    std::uint64_t memoryLimit = 0; ///< bytes; 0 = three quarters of what is available
    MissingWeights missingWeights = MissingWeights::Refuse;
    Optimisation optimisation = Optimisation::Full;
    HalfArithmetic halfArithmetic = HalfArithmetic::Auto;
    CudaGraph cudaGraph = CudaGraph::Auto;
    Tuning tune = Tuning::Auto;
    std::vector<Tier> tiers { Tier::Library, Tier::Native,
        Tier::Reference }; ///< which kernels may be chosen
    Unsupported unsupported = Unsupported::Stop;
    std::vector<std::string>
        tolerated; ///< ids of checker rules whose findings do not stop the run; "all" for every one
    std::vector<std::string>
        keep; ///< names of values whose contents the run returns besides the outputs
    /// Whether the caller reads constants of the plan that passes computed. Otherwise they are
    /// freed where all kernels that read them have packed copies. fp32 copies of half weights are
    /// freed in any case.
    bool readsConstants = false;
};

/// `threads`, or the number of cores if it is 0.
int threadCount(const RunRequest& request);
KernelSettings settingsOf(const RunRequest& request);

} // namespace engine
