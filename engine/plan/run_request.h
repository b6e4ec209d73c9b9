#pragma once

#include "engine/device/tuning_mode.h"
#include "engine/kernel/kernel.h"
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

/// Where an image input has its channels.
enum class ImageOrder { Guess, ChannelsFirst, ChannelsLast };

/// How one input of a model gets its value.
struct InputSpec {
    enum class Source { Random, Zeros, Ones, File, Image };
    Source source = Source::Random;
    /// Range of random numbers, both ends included for integers. By default floats are in 0..1,
    /// integers 0 or 1 (so that they stay valid indices), Bool either.
    std::optional<double> low;
    std::optional<double> high;
    std::filesystem::path file; ///< .npy or .pb; of an Image any format that engine/image reads
    ImageOrder order = ImageOrder::Guess; ///< of an Image
};

enum class MissingWeights { Refuse, Random };

enum class Optimisation {
    None, ///< no pass: each node is a step
    Basic, ///< what cannot change a result by more than its order of rounding does not: folding,
           ///< views, dead code
    Full, ///< fusions too
};

/// Whether steps of a device are recorded and asked for as one (engine/device/graph_replays.h).
enum class CudaGraph {
    Auto, ///< whoever asks for a run decides: On for `opscope-cli run`, else as Off
    On, ///< an observer then sees one step for all that was recorded
    Off,
};

/// What to do about operators that no kernel can run.
enum class Unsupported { Stop, RunTheRest };

/// Everything about one run except the moment. Plain data, so that it can be sent to a child
/// process.
struct RunRequest {
    std::shared_ptr<const model::Model> model;
    model::Binding dims; ///< sizes of named dimensions; those of files given as inputs come first,
                         ///< the rest is 1
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
    CudaGraph cudaGraph = CudaGraph::Auto;
    Tuning cudaTune = Tuning::Auto;
    std::vector<Tier> tiers { Tier::Library, Tier::Native,
        Tier::Reference }; ///< which kernels may be chosen
    Unsupported unsupported = Unsupported::Stop;
    std::vector<std::string>
        tolerated; ///< ids of checker rules whose findings do not stop the run; "all" for every one
    std::vector<std::string>
        keep; ///< names of values whose contents the run returns besides the outputs
};

/// `threads`, or the number of cores if it is 0.
int threadCount(const RunRequest& request);

} // namespace engine
