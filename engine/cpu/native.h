#pragma once

#include "engine/cpu/vector_table.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/kernel/kernel.h"
#include "engine/program/shapes.h"

#include <functional>
#include <string>

namespace engine {

/// Pieces smaller than this many elements do not pay for waking a second thread.
inline constexpr std::int64_t elementsPerThread = 32 * 1024;

/// A kernel of the Native tier from a function; implementation `native avx2`.
Result<std::unique_ptr<Kernel>> nativeKernel(std::function<Result<void>(RunContext&)> run);
/// Refuses images that lie channels last: most kernels walk tensors in the order of their dims.
KernelEntry nativeEntry(std::string type, PrepareKernel prepare, std::string domain = {});
/// For kernels that look at the order of their images themselves.
KernelEntry anyOrderEntry(std::string type, PrepareKernel prepare);

/// Refuses when input i is not a float tensor.
Result<void> requireFloat(const KernelRequest& request, std::size_t input);

/// The values of a constant input or of an attribute of the same meaning; nothing if it changes
/// from run to run.
Result<std::optional<std::vector<std::int64_t>>> knownIntegers(
    const KernelRequest& request, std::size_t input, std::string_view attribute);

inline const float* floats(const Tensor& tensor)
{
    return reinterpret_cast<const float*>(tensor.data);
}
inline float* floats(Tensor& tensor) { return reinterpret_cast<float*>(tensor.data); }

} // namespace engine
