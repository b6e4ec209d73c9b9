#pragma once

#include "engine/plan/run_request.h"
#include "engine/verify/verify.h"
#include "model/inference/input_shapes.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

enum class VerifyOutcome {
    Passed,
    Failed,
    Unsupported,
    Ran, ///< without expected values: it ran with seeded inputs
};
std::string_view outcomeName(VerifyOutcome outcome);
/// Returns Unsupported for an error of that kind, else Failed.
VerifyOutcome outcomeOf(const support::Error& error);

struct VerifiedSet;

/// What to do with a model that has no data sets.
enum class WithoutData { Fail, RunSeeded };

struct VerifyOptions {
    WithoutData withoutData = WithoutData::Fail;
    std::optional<double> relative; ///< replaces that of data.json and the default
    std::optional<double> absolute;
    RunRequest settings; ///< device, precision, threads, optimisation, tiers, memory limit; model,
                         ///< inputs and data are set for each folder
    model::OpenOptions opening;
    model::InputShapes inputShapes; ///< for inputs that a model leaves without shape
    std::function<void(const VerifiedSet&, std::size_t done, std::size_t total)>
        setEnded; ///< may be empty
};

/// One value compared with the expected one.
struct ComparedValue {
    std::string name;
    std::string type; ///< typeWords() of what was found
    Dims dims;
    Difference difference;
};

/// Result of one data set.
struct VerifiedSet {
    std::string name; ///< `test_data_set_0`
    VerifyOutcome outcome = VerifyOutcome::Passed;
    std::string message; ///< why not passed
    std::vector<ComparedValue> outputs; ///< in the model's order, as far as they were compared
    bool hasRun = false; ///< it produced outputs, right or wrong
    bool isStatistical = false; ///< only type, shape and mean could be compared

    /// Returns the output that is farthest from the expected one; null if there is none.
    const ComparedValue* worst() const;
};

struct VerifiedFolder {
    std::filesystem::path folder;
    VerifyOutcome outcome = VerifyOutcome::Passed; ///< Passed only if every set did
    std::string message; ///< of the first set that did not pass, or why there is none
    std::vector<VerifiedSet> sets;
    bool isOpen = false; ///< the model could be opened

    /// Whether every data set, or the run with seeded inputs, produced outputs.
    bool hasRun() const;
    /// Whether the outputs are those expected; nothing if there were none to compare.
    std::optional<bool> agrees() const;
};

/// Returns the folders at or below `path` with a `model.onnx` and at least one `test_data_set_*`,
/// sorted. The path of a model file stands for its folder. With WithoutData::RunSeeded folders
/// without a data set are included.
std::vector<std::filesystem::path> findTestFolders(
    const std::filesystem::path& path, WithoutData withoutData = WithoutData::Fail);

/// Runs the model of a test folder over its data sets and compares with the expected outputs. A
/// missing expected file is a failure.
VerifiedFolder verifyFolder(
    const std::filesystem::path& folder, const VerifyOptions& options, std::stop_token stop = {});

} // namespace engine
