#include "tests/support/engine/conformance.h"
#include "engine/plan/engine.h"
#include "model/inference/input_shapes.h"
#include "model/model.h"
#include "tests/gpu/kernel_suite/suite.h"

#include <algorithm>

namespace suite {

using namespace engine;

namespace {

/// How many operators of the model's first data set have a kernel of the device; nothing where it
/// cannot be prepared, which verifying then says.
std::size_t operatorsOnDevice(const std::filesystem::path& folder, RunRequest request)
{
    const auto model = model::openWithShapes(folder / "model.onnx", {}, {}, {});
    if (!model)
        return 0;
    request.model = *model;
    request.data = folder / "test_data_set_0";
    const auto prepared = prepare(request);
    if (!prepared.plan)
        return 0;
    const auto& steps = (*prepared.plan)->steps();
    return static_cast<std::size_t>(std::ranges::count_if(steps, [](const StepDescription& step) {
        return step.device != DeviceKind::Cpu && step.kind != StepKind::Copy;
    }));
}

/// Attention in fp16 rounds the probabilities to fp16 and sums in fp32, the tests' own values are
/// computed in fp16 throughout. Their elements are from 0 to 1: 2^-11 is one such rounding.
constexpr double attentionInHalf = 0x1p-11;

Row verified(const std::filesystem::path& folder, VerifyOptions options)
{
    Row row { folder.filename().string() };
    if (row.name.starts_with("test_attention_") && row.name.find("fp16") != std::string::npos)
        options.absolute = attentionInHalf;
    const auto onDevice = operatorsOnDevice(folder, options.settings);
    const auto result = verifyFolder(folder, options);
    row.more = [onDevice](support::JsonWriter& json) { json.member("steps_cuda", onDevice); };
    if (result.outcome != VerifyOutcome::Passed) {
        const bool isAlone = onDevice == 0 && result.outcome == VerifyOutcome::Unsupported;
        row.outcome = isAlone ? Outcome::Skipped : Outcome::Failed;
        row.message = result.message;
    } else if (onDevice == 0) {
        row.outcome = Outcome::Skipped;
        row.message = "ran on the CPU alone";
    }
    return row;
}

} // namespace

void runConformance(const Conformance& conformance, Report& report)
{
    VerifyOptions options;
    options.settings.device = DeviceKind::Cuda;
    options.settings.optimisation = Optimisation::None;
    options.settings.precision = Precision::Float32Strict;
    options.settings.threads = 1;
    const auto known = testing::readKnownFailures(conformance.known);
    for (const auto& above : conformance.folders) {
        for (const auto& folder : findTestFolders(above)) {
            const auto name = folder.filename().string();
            if (name.find(conformance.filter) == std::string::npos)
                continue;
            if (report.isOver())
                return;
            const bool isKnown = std::ranges::any_of(
                known, [&](const auto& entry) { return entry.first.ends_with("/" + name); });
            report.add(isKnown ? Row { name, Outcome::Skipped, "fails on the CPU too", {} }
                               : verified(folder, options));
        }
    }
}

} // namespace suite
