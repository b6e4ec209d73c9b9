#pragma once

#include "engine/plan/run_request.h"

#include <functional>
#include <string>
#include <string_view>

namespace engine {
struct RunResult;
}

namespace testing {

using TextOfResult = std::function<std::string(const engine::RunResult& result)>;
/// Runs a request on one thread, with random inputs where it gives none. Returns the text of the
/// result, or why it cannot run.
std::string runRequest(engine::RunRequest request, const TextOfResult& textOf);

/// Runs a model written as in model_text.h with the reference kernels. Returns its first output as
/// `2×2: 1 2 3 4` (floats with at most six digits), or why it cannot run. `runTextFully` runs it
/// with all passes and all tiers.
std::string runText(std::string_view model, int opset = 17);
std::string runTextFully(std::string_view model, int opset = 17);

} // namespace testing
