#pragma once

#include "engine/device/backend.h"
#include "engine/plan/run_request.h"
#include "model/support/json.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Checks of a device, without Qt: what a device gives beside what the reference kernels of the
/// processor give. One JSON object per line and case, flushed, so that what was found survives a
/// crash; the last line sums up.
namespace suite {

enum class Outcome { Passed, Failed, Skipped };

struct Row {
    std::string name;
    Outcome outcome = Outcome::Passed;
    std::string message; ///< why not passed
    std::function<void(support::JsonWriter&)> more; ///< further members; may be empty
};

/// Prints rows and counts them, until time is over or the device is lost: a kernel that reads where
/// it must not takes the device away from all that follow in this process.
class Report {
public:
    /// `limit` of 0: none.
    Report(std::string stage, std::chrono::seconds limit, engine::DeviceMemory device);

    void add(const Row& row);
    /// Once true, the caller ends; the summary then says that it is not complete.
    bool isOver();
    /// Prints the last line. 0 if all that was to be done was done and nothing failed, else 1.
    int finish();

private:
    using Clock = std::chrono::steady_clock;
    void print(const Row& row);
    void lookAfterDevice(const std::string& lastName);

    std::string m_stage;
    engine::DeviceMemory m_device;
    Clock::time_point m_start = Clock::now();
    std::chrono::seconds m_limit;
    std::size_t m_counts[3] = {};
    bool m_wasCut = false;
};

/// Every case of tests/support/gpu/device_cases.h whose text contains `filter`. Skipped is what no
/// kernel of the device takes, in its words.
void runKernels(const engine::DeviceMemory& device, std::string_view filter, Report& report);

/// Every case of tests/support/engine/edge_values.h whose node contains `filter`, against the
/// values that others computed. Skipped is what no kernel of the
/// device takes.
void runEdges(const engine::DeviceMemory& device, std::string_view filter, Report& report);

struct Conformance {
    std::vector<std::filesystem::path> folders; ///< of test folders, or above them
    std::filesystem::path known; ///< list of tests that fail on the CPU too; may be empty
    std::string filter;
};
/// ONNX test folders with `--device cuda`. Skipped is what ran on the processor alone.
void runConformance(const Conformance& conformance, Report& report);

struct Models {
    std::vector<std::filesystem::path> folders; ///< each with a model.onnx
    std::vector<std::string> precisions; ///< names of engine::precisionNames
};
/// Outputs on the device in each precision beside those of the reference kernels. Failed too where
/// a precision other than fp32 changes no bit although products were computed: it is not there.
void runModels(const Models& models, Report& report);

/// Convolutions and matrix products of a model with these sizes, as one JSON document: `products`
/// (`count`, `product`: `kind, shapes` and attributes) and how many of `unknown` shapes. What their
/// time is with other libraries, tests/gpu/gpu_probes.py asks.
engine::Result<std::string> productsOf(
    const std::filesystem::path& file, const model::Binding& dims);

} // namespace suite
