#pragma once

#include "engine/plan/run_request.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace testing {

/// How a hostile model is run. The default is the reference kernels without passes.
struct HostileRun {
    std::vector<engine::Tier> tiers { engine::Tier::Reference };
    engine::Optimisation optimisation = engine::Optimisation::None;
};

/// Runs a model on the CPU, whatever the checker finds in it. Inputs are random; sizes of 256 MiB
/// and more are refused. Returns the error, or an empty text if it ran.
std::string refusalOf(std::string_view model, int opset = 21, const HostileRun& run = {});

/// The same for a model from a file or from messages.
std::string refusalOf(std::shared_ptr<const model::Model> model, const HostileRun& run = {});

} // namespace testing
