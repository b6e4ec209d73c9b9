#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace cli {

/// One measurement of a plan: the settings of one `opscope-cli profile`. Settings that are absent
/// or empty have the default of `profile`.
struct Job {
    /// 32 hex digits of a hash over all other members but the path of the model. The result of the
    /// job is NAME.opscope.
    std::string name {};
    std::string model {}; ///< path; a relative one is meant from the folder of the plan
    std::string modelSha256 {};
    std::string weightsSha256 {}; ///< of all external weight files; empty without any
    std::map<std::string, std::int64_t> dims {};
    std::optional<std::int64_t> threads {};
    std::string precision {}; ///< empty for other engines, which have no such setting
    std::string engine {};
    std::string optimisation {}; ///< empty for other engines
    std::string machineClass {}; ///< machines that may run the job; empty = all
    std::optional<std::int64_t> runs {};
    std::optional<std::int64_t> warmUpRuns {};
    std::string limit {};
    std::string until {};
    std::vector<std::string> options {}; ///< further words of `profile`
};

/// A table of jobs (docs/fleet.md). A job is referred to by its index in the table.
struct Plan {
    std::filesystem::path folder; ///< absolute; relative paths of models begin here
    std::string program; ///< version of the opscope-cli that measures the jobs
    std::vector<Job> jobs;
};

/// Reads a plan: JSON, or the Parquet file that planParquet makes. Fails with ErrorKind::File for
/// other files, and for rows that lack a member or have a wrong one.
support::Result<Plan> readPlan(const std::filesystem::path& file);
/// Returns the plan as JSON, one line a job.
std::string planJson(const Plan& plan);
/// Returns the same table as a Parquet file.
support::Result<std::string> planParquet(const Plan& plan);

/// Path of the job's model.
std::filesystem::path modelOf(const Plan& plan, const Job& job);
/// Returns the words of the command line that measures the job, without an output.
std::vector<std::string> profileWords(const Plan& plan, const Job& job);
/// Returns the name that the job's members give.
std::string nameOf(const Job& job, const std::string& program);
/// `mnist.onnx batch=8 threads=2 f32 opscope full`: the job for people.
std::string jobText(const Job& job);

/// Sets the hashes of the job's model and of its external weights.
support::Result<void> hashModel(const Plan& plan, Job& job, const std::stop_token& stop);

} // namespace cli
