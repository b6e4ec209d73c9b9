#pragma once

#include "engine/cpu/vector_table.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/kernel/kernel.h"
#include "engine/program/shapes.h"

#include <functional>
#include <string>

namespace engine {

/// Fewer elements than this per thread do not justify another thread.
inline constexpr std::int64_t elementsPerThread = 32 * 1024;

/// Creates a kernel of the Native tier from a function. Its implementation is `native` and the
/// instruction set, for example `native avx2`.
Result<std::unique_ptr<Kernel>> nativeKernel(std::function<Result<void>(RunContext&)> run);
/// Entry that refuses channels-last images: most kernels read tensors in the order of their dims.
KernelEntry nativeEntry(std::string type, PrepareKernel prepare, std::string domain = {});
/// Entry for kernels that check the layout of their images themselves.
KernelEntry anyLayoutEntry(std::string type, PrepareKernel prepare);

/// Fails if the input is not a float tensor.
Result<void> requireFloat(const KernelRequest& request, std::size_t input);

/// Returns the values of a constant input or, if the input is absent, of an attribute of the same
/// meaning. Returns nullopt if both are absent. Fails if the input is not constant.
Result<std::optional<std::vector<std::int64_t>>> constantIntegers(
    const KernelRequest& request, std::size_t input, std::string_view attribute);

inline const float* floats(const Tensor& tensor)
{
    return reinterpret_cast<const float*>(tensor.data);
}
inline float* floats(Tensor& tensor) { return reinterpret_cast<float*>(tensor.data); }

} // namespace engine
