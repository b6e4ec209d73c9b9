#pragma once

#include "engine/plan/engine.h"
#include "engine/verify/step_interceptor.h"

#include <filesystem>
#include <span>
#include <vector>

namespace engine {

/// Inputs for several runs of a model: a folder for each (`input_<i>.pb`, `NAME.npy`), or random
/// ones.
struct Samples {
    std::vector<std::filesystem::path> folders;
    std::size_t random = 0; ///< number of random samples, if there are no folders

    std::size_t count() const { return folders.empty() ? random : folders.size(); }
};

/// Finds the samples in folders. A folder with files is a sample; one without is the list of its
/// folders, in the order of their names. Fails with ErrorKind::File if a folder has neither.
Result<Samples> findSamples(std::span<const std::filesystem::path> folders);

/// Runs a model over samples on the CPU, without passes: every node is a step, and every value has
/// its name.
class SampleRuns {
public:
    /// `request` gives model, sizes, inputs, threads and memory limit. Sample i has seed + i.
    explicit SampleRuns(RunRequest request);

    /// Reads or makes the inputs of a sample.
    Result<Inputs> inputs(const Samples& samples, std::size_t index);
    /// Runs the model once. The plan is made anew only for inputs of other types.
    Result<void> run(const Inputs& inputs, StepInterceptor& interceptor, std::stop_token stop);

private:
    RunRequest m_request;
    std::shared_ptr<MemoryPool> m_pool;
    std::shared_ptr<const Plan> m_plan;
    std::vector<std::string> m_types; ///< of the inputs that the plan was made for
};

/// The values of the main graph that a step has made, with their names in the model.
std::vector<std::pair<std::string, ProgramValueId>> namedValuesOf(
    const Executor& executor, const PlanStep& step);

} // namespace engine
