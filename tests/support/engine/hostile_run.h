#pragma once

#include <string>
#include <string_view>

namespace testing {

/// Runs a model with the reference kernels of the CPU, whatever the checker finds in it. Inputs are
/// random; sizes of 256 MiB and more are refused. Returns the error, or an empty text if it ran.
std::string refusalOf(std::string_view model, int opset = 21);

} // namespace testing
